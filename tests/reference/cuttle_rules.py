"""Rule sets of the Cuttle reference: profiles, switches and modifiers (docs/rules.md, 2)."""

from __future__ import annotations

from itertools import pairwise

Rules = dict[str, object]

#: The table of profiles: switch -> (classic, community, cuttlecards).
TABLE: dict[str, tuple[object, object, object]] = {
    "goal": ((21, 14, 10, 7, 5), (21, 14, 10, 7, 0), (21, 14, 10, 5, 0)),
    "scuttle_tie": ("suit", "none", "suit"),
    "queen_blocks_scuttle": (False, True, False),
    "queen_limit": (None, 1, None),
    "queen_protects": ("others", "others", "pair_all"),
    "two_hits_queen": (True, True, True),
    "queen_blocks_jack": (True, True, True),
    "queen_blocks_counters": ("twos_only", "none", "all"),
    "own_targets": (True, False, False),
    "three_takes_three": (True, True, False),
    "four": ("discard", "discard", "discard"),
    "five": ("draw_two", "draw_two", "discard_draw"),
    "seven": ("one", "one", "two"),
    "seven_jack": ("give", "scrap", "unplayable"),
    "eight": ("glasses", "oneoff", "glasses"),
    "glasses_expose": ("rival", "rival", "rival"),
    "nine": ("permanent", "board", "board_frozen"),
    "ten": ("none", "discard", "none"),
    "hand_limit": (None, None, 8),
    "empty_effects": ("legal", "legal", "illegal"),
    "pass": ("empty_stock", "forced", "empty_stock"),
    "draw_after": (3, 2, 3),
    "win_check": ("own_action", "own_action", "any_action"),
    "turn_cap": (400, 400, 400),
    # What the modifiers without a value switch on.
    "open": (False, False, False),
    "sudden_death": (False, False, False),
    "deal": ((5, 6), (5, 6), (5, 6)),
    "best_of": (None, None, None),
    "first_to": (None, None, None),
}
PROFILES = ("classic", "community", "cuttlecards")

#: Switches whose value is one of a few words.
WORDS: dict[str, tuple[str, ...]] = {
    "scuttle_tie": ("suit", "none"),
    "queen_protects": ("others", "pair_all"),
    "queen_blocks_counters": ("none", "twos_only", "all"),
    "four": ("discard", "draw_two"),
    "five": ("draw_two", "discard_draw"),
    "seven": ("one", "two"),
    "seven_jack": ("give", "scrap", "unplayable"),
    "eight": ("glasses", "oneoff"),
    "glasses_expose": ("rival", "self"),
    "nine": ("permanent", "board", "board_frozen"),
    "ten": ("none", "discard"),
    "empty_effects": ("legal", "illegal"),
    "pass": ("empty_stock", "forced"),
    "win_check": ("own_action", "any_action"),
}
YES_NO = (
    "queen_blocks_scuttle",
    "queen_blocks_jack",
    "two_hits_queen",
    "own_targets",
    "three_takes_three",
)
NUMBER = ("draw_after", "turn_cap", "best_of", "first_to")
NUMBER_OR_NONE = ("queen_limit", "hand_limit")
FLAGS = ("quick", "open", "fours_draw", "suit_scuttle", "sudden_death")


def parse_rules(text: str) -> Rules:
    """The switches of `PROFILE[+MODIFIER...]`; ValueError with a one-line reason.

    The same name twice is refused; otherwise modifiers apply from left to right.
    """
    profile, *modifiers = text.strip().split("+")
    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}; allowed: {', '.join(PROFILES)}")
    column = PROFILES.index(profile)
    rules: Rules = {name: values[column] for name, values in TABLE.items()}
    rules["profile"] = profile
    seen: set[str] = set()
    for modifier in modifiers:
        name, equals, value = modifier.partition("=")
        if name in seen:
            raise ValueError(f"{name} is named twice")
        seen.add(name)
        if name in FLAGS:
            if equals:
                raise ValueError(f"{name} takes no value, got {modifier!r}")
            _apply_flag(rules, name)
        elif name in TABLE and name not in ("open", "sudden_death"):
            if not equals:
                raise ValueError(f"{name} needs a value: {name}=...")
            rules[name] = _value(name, value)
        else:
            allowed = ", ".join(list(FLAGS) + [n for n in TABLE if n not in FLAGS])
            raise ValueError(f"unknown modifier {modifier!r}; allowed: {allowed}")
    _refuse_combinations(rules)
    return rules


def _apply_flag(rules: Rules, name: str) -> None:
    """One of the modifiers without a value."""
    if name == "quick":
        goal = rules["goal"]
        assert isinstance(goal, tuple)
        rules["goal"] = (15, *(min(15, points) for points in goal[1:]))
    elif name == "fours_draw":
        rules["four"] = "draw_two"
    elif name == "suit_scuttle":
        rules["scuttle_tie"] = "suit"
    else:
        rules[name] = True


def _number(name: str, text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise ValueError(f"{name}: {text!r} is no number of at least {least}")
    return int(text)


def _value(name: str, text: str) -> object:
    """The value of `name=text`."""
    if name in WORDS:
        if text not in WORDS[name]:
            raise ValueError(f"{name}={text}: allowed: {', '.join(WORDS[name])}")
        return text
    if name in YES_NO:
        if text not in ("yes", "no"):
            raise ValueError(f"{name}={text}: allowed: yes, no")
        return text == "yes"
    if name in NUMBER_OR_NONE:
        return None if text == "none" else _number(name, text, 1)
    if name in NUMBER:
        number = _number(name, text, 1)
        if name == "best_of" and number % 2 == 0:
            raise ValueError(f"best_of={text}: must be odd")
        return number
    parts = text.split(",")
    if name == "deal":
        if len(parts) != 2:
            raise ValueError(f"deal={text}: two numbers, A then B")
        sizes = tuple(_number(name, part, 0) for part in parts)
        if max(sizes) > 26:  # A's places are the 26 even ones, B's the 26 odd ones
            raise ValueError(f"deal={text}: at most 26 cards a side")
        return sizes
    assert name == "goal"
    if len(parts) != 5:
        raise ValueError(f"goal={text}: five numbers, for 0 to 4 kings")
    goal = tuple(_number(name, part, 0) for part in parts)
    if any(right > left for left, right in pairwise(goal)):
        raise ValueError(f"goal={text}: must not rise from left to right")
    if 0 in goal[:-1]:
        raise ValueError(f"goal={text}: 0 only at the end")
    return goal


def _refuse_combinations(rules: Rules) -> None:
    if rules["seven"] == "two" and rules["seven_jack"] != "unplayable":
        raise ValueError(f"seven=two cannot stand with seven_jack={rules['seven_jack']}")
    if rules["seven"] == "one" and rules["seven_jack"] == "unplayable":
        raise ValueError("seven=one cannot stand with seven_jack=unplayable")
    if rules["best_of"] is not None and rules["first_to"] is not None:
        raise ValueError("best_of and first_to cannot stand together")
