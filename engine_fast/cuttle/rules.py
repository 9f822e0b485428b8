"""The rules of Cuttle as data: switches, profiles, modifiers, and the record the kernel reads.

One table, `SWITCHES`, names every switch with its allowed values and the sentence it stands for. A
`RuleSet` is one value per switch; its text form is a profile with modifiers
(`classic+quick+own_targets=no`), its hash is taken over the values, not the text.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine_fast import cards
from engine_fast.jit import record_type
from engine_fast.rule_text import Switch, Value, values_hash
from engine_fast.rule_text import choice as _choice
from engine_fast.rule_text import number as _number
from engine_fast.rule_text import yes_no as _yes_no

NONE = 255  # the packed form of "no limit"
MOST_WINS = 50  # that a match may be played for


def _parse_goal(text: str) -> tuple[int, ...]:
    goal = tuple(int(part) for part in text.split(",") if part.isascii() and part.isdigit())
    if len(goal) != 5 or len(text.split(",")) != 5:
        raise ValueError
    if any(left < right for left, right in itertools.pairwise(goal)):
        raise ValueError
    if 0 in goal[:4] or goal[0] > 220:
        raise ValueError
    return goal


def _say_goal(goal: tuple[int, ...]) -> str:
    last = "the fourth king wins on being laid" if goal[4] == 0 else f"four kings {goal[4]}"
    return (
        f"The goal is {goal[0]} points; with one own king in play {goal[1]}, "
        f"two {goal[2]}, three {goal[3]}, {last}."
    )


def _parse_deal(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError
    first, dealer = int(parts[0]), int(parts[1])
    if not (first <= 26 and dealer <= 26):
        raise ValueError
    return first, dealer


def _parse_best_of(text: str) -> int | None:
    if text == "none":
        return None
    games = int(text) if text.isascii() and text.isdigit() else 0
    if games % 2 == 0 or games > 2 * MOST_WINS - 1:
        raise ValueError
    return games


_REPLAYED = "the deal alternates; games without a winner count for nobody and are replayed."

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "goal",
        "five numbers that do not rise, as 21,14,10,7,5; 0 (at once) only at the end",
        _parse_goal,
        _say_goal,
    ),
    _choice(
        "scuttle_tie",
        suit="A card of equal rank may be scuttled by a higher suit.",
        none="A scuttle needs a strictly higher rank.",
    ),
    _yes_no(
        "queen_blocks_scuttle",
        "Point cards on a side with a queen cannot be scuttled.",
        "A queen does not stop scuttles.",
    ),
    _number(
        "queen_limit",
        1,
        4,
        "Queens that may lie on a side: at most {}.",
        "Any number of queens may lie on a side.",
    ),
    _choice(
        "queen_protects",
        others="A queen shields her side's other cards, but no queen, from 2 and 9.",
        pair_all="One queen shields all but herself from 2 and 9, two or more shield all.",
    ),
    _yes_no(
        "two_hits_queen",
        "A 2 or 9 may be aimed at a queen.",
        "A 2 or 9 may not be aimed at a queen.",
    ),
    _yes_no(
        "queen_blocks_jack",
        "A queen keeps jacks off her side's point cards.",
        "Jacks may steal from a side with a queen.",
    ),
    _choice(
        "queen_blocks_counters",
        none="A queen does not hinder answers.",
        twos_only="A 2 played by the queen's owner cannot be answered; other one-offs can.",
        all="Nothing the queen's owner plays can be answered.",
    ),
    _yes_no(
        "own_targets",
        "A 2 or 9 may be aimed at one's own permanents.",
        "A 2 or 9 is aimed at the rival's cards only.",
    ),
    _yes_no(
        "three_takes_three",
        "A 3 may fetch another 3.",
        "A 3 in the scrap cannot be fetched.",
    ),
    _choice(
        "four",
        discard="A 4 makes the rival discard two cards of his choice.",
        draw_two="A 4 makes the rival draw two cards.",
    ),
    _choice(
        "five",
        draw_two="A 5 draws two cards.",
        discard_draw="A 5 discards one own card, if there is one, then draws up to three.",
    ),
    _choice(
        "seven",
        one="A 7 turns up the top card, which must be played at once.",
        two="A 7 turns up two cards; one is played, the other goes back on top.",
    ),
    _choice(
        "seven_jack",
        give="A jack turned up without an eligible target gives away an own point card.",
        scrap="A jack turned up without an eligible target is scrapped.",
        unplayable="A jack turned up without an eligible target cannot be played.",
    ),
    _choice(
        "eight",
        glasses="An 8 may be laid as glasses: the rival's hand lies open while it is in play.",
        oneoff="An 8 as a one-off opens a hand until the next 8 is played as a one-off.",
    ),
    _choice(
        "glasses_expose",
        rival="The one-off 8 opens the rival's hand.",
        self="The one-off 8 opens the hand of the side that plays it.",
    ),
    _choice(
        "nine",
        permanent="A 9 returns a permanent to the hand of whoever controls it.",
        board="A 9 returns a rival point card or permanent to the rival's hand.",
        board_frozen="A 9 returns a rival board card to his hand, frozen for his next turn.",
    ),
    _choice(
        "ten",
        none="A 10 has no one-off.",
        discard="A 10 as a one-off makes the rival discard one card of his choice.",
    ),
    _number(
        "hand_limit",
        1,
        52,
        "After his own action a player keeps no more cards in hand than {}.",
        "Hands may grow without limit.",
    ),
    _choice(
        "empty_effects",
        legal="A one-off with nothing to do may be played.",
        illegal="A 4 against an empty hand and a 5 or 7 on an empty stock may not be played.",
    ),
    Switch(
        "pass",
        "empty_stock|forced",
        _choice("pass", empty_stock="", forced="").parse,
        {
            "empty_stock": "With an empty stock a player may pass.",
            "forced": "Nobody passes by choice; a turn without a legal play ends without action.",
        }.__getitem__,
    ),
    _number("draw_after", 1, 400, "Passes in a row that draw the game: {}."),
    _choice(
        "win_check",
        own_action="A side wins when it is on goal after its own action.",
        any_action="A side wins when it is on goal after any action.",
    ),
    _number("turn_cap", 1, 100_000, "Turns after which a game stops as unfinished: {}."),
    _yes_no("open", "Both hands lie face up all game.", "Hands are hidden."),
    _yes_no(
        "sudden_death",
        "Once the stock is empty each side has one more full turn; without a win it is a draw.",
        "Play goes on with an empty stock.",
    ),
    Switch(
        "deal",
        "two numbers 0..26: A's cards, then B's, as 5,6",
        _parse_deal,
        lambda deal: f"The first mover is dealt {deal[0]} cards, the dealer {deal[1]}.",
    ),
    Switch(
        "best_of",
        f"none|odd numbers 1..{2 * MOST_WINS - 1}",
        _parse_best_of,
        lambda games: (
            "Games are not played for the most of an odd number."
            if games is None
            else f"A match goes to whoever wins {games // 2 + 1} of {games} games; {_REPLAYED}"
        ),
    ),
    _number(
        "first_to",
        1,
        MOST_WINS,
        "A match goes to whoever first has {} wins; " + _REPLAYED,
        "Games are not played for a number of wins.",
    ),
)
_BY_NAME = {switch.name: switch for switch in SWITCHES}

_CLASSIC: dict[str, Value] = {
    "goal": (21, 14, 10, 7, 5),
    "scuttle_tie": "suit",
    "queen_blocks_scuttle": False,
    "queen_limit": None,
    "queen_protects": "others",
    "two_hits_queen": True,
    "queen_blocks_jack": True,
    "queen_blocks_counters": "twos_only",
    "own_targets": True,
    "three_takes_three": True,
    "four": "discard",
    "five": "draw_two",
    "seven": "one",
    "seven_jack": "give",
    "eight": "glasses",
    "glasses_expose": "rival",
    "nine": "permanent",
    "ten": "none",
    "hand_limit": None,
    "empty_effects": "legal",
    "pass": "empty_stock",
    "draw_after": 3,
    "win_check": "own_action",
    "turn_cap": 400,
    "open": False,
    "sudden_death": False,
    "deal": (5, 6),
    "best_of": None,
    "first_to": None,
}
PROFILES: dict[str, dict[str, Value]] = {
    "classic": _CLASSIC,
    "community": _CLASSIC
    | {
        "goal": (21, 14, 10, 7, 0),
        "scuttle_tie": "none",
        "queen_blocks_scuttle": True,
        "queen_limit": 1,
        "queen_blocks_counters": "none",
        "own_targets": False,
        "seven_jack": "scrap",
        "eight": "oneoff",
        "nine": "board",
        "ten": "discard",
        "pass": "forced",
        "draw_after": 2,
    },
    "cuttlecards": _CLASSIC
    | {
        "goal": (21, 14, 10, 5, 0),
        "queen_protects": "pair_all",
        "queen_blocks_counters": "all",
        "own_targets": False,
        "three_takes_three": False,
        "five": "discard_draw",
        "seven": "two",
        "seven_jack": "unplayable",
        "nine": "board_frozen",
        "hand_limit": 8,
        "empty_effects": "illegal",
        "win_check": "any_action",
    },
}
PROFILE_SENTENCES = {
    "classic": "An 8 is glasses, any number of queens; 2 and 9 also on one's own cards.",
    "community": "8 and 10 are one-offs, one queen a side, which also stops scuttles.",
    "cuttlecards": "A 7 turns up two cards, a 5 swaps one card for three, hands of up to eight.",
}


def _quick(goal: tuple[int, ...]) -> tuple[int, ...]:
    return (15, *(min(15, part) for part in goal[1:]))


@dataclass(frozen=True)
class Modifier:
    """A named change of a rule set: the switch it sets, and how."""

    name: str
    switch: str
    change: Callable[[Value], Value]
    sentence: str


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("quick", "goal", _quick, "The goal is 15 without kings; lower goals stay."),
    Modifier("open", "open", lambda _: True, "Both hands lie face up all game."),
    Modifier("fours_draw", "four", lambda _: "draw_two", "A 4 makes the rival draw two."),
    Modifier(
        "suit_scuttle", "scuttle_tie", lambda _: "suit", "Equal ranks are scuttled by higher suit."
    ),
    Modifier(
        "sudden_death",
        "sudden_death",
        lambda _: True,
        "Once the stock is empty each side has one more full turn, then it is a draw.",
    ),
)
_MODIFIERS = {modifier.name: modifier for modifier in MODIFIERS}

# Small, since every view carries a copy: a policy may ask what the rules are.
RULES_DTYPE = np.dtype(
    [
        ("oneoffs", np.uint64),  # ranks that are one-offs without a target (3 counted apart)
        ("laid", np.uint64),  # ranks that may be laid as royals: K, Q and glasses
        ("takeable", np.uint64),  # cards a 3 may fetch
        ("turn_cap", np.int32),
        ("draw_after", np.int16),
        ("goal", np.uint8, (5,)),
        ("scuttle_tie", np.uint8),
        ("queen_blocks_scuttle", np.uint8),
        ("queen_limit", np.uint8),  # or NONE
        ("pair_all", np.uint8),
        ("two_hits_queen", np.uint8),
        ("queen_blocks_jack", np.uint8),
        ("blocks_counters", np.uint8),  # 0 none, 1 twos only, 2 all
        ("own_targets", np.uint8),
        ("fours_draw", np.uint8),
        ("discard_draw", np.uint8),
        ("seven_two", np.uint8),
        ("seven_gives", np.uint8),
        ("eight_oneoff", np.uint8),
        ("expose_self", np.uint8),
        ("nine_board", np.uint8),  # 0 permanents, 1 board, 2 board and frozen
        ("hand_limit", np.uint8),  # or NONE
        ("empty_illegal", np.uint8),
        ("pass_forced", np.uint8),
        ("any_action", np.uint8),
        ("open", np.uint8),
        ("sudden_death", np.uint8),
        ("deal_a", np.uint8),
        ("deal_b", np.uint8),
    ],
    align=True,
)
RULES = record_type(RULES_DTYPE)


@dataclass(frozen=True)
class Idle:
    """Why a switch makes no difference, and whether what its sentence says still holds."""

    reason: str
    holds: bool


@dataclass(frozen=True)
class RuleSet:
    """A complete reading of the rules: a value for every switch.

    `profile` is the profile the text form departs from; two rule sets of equal values have the
    same `hash` whatever their text.
    """

    profile: str
    values: Mapping[str, Value]

    @classmethod
    def parse(cls, text: str) -> RuleSet:
        """Read `profile+modifier+switch=value…`.

        Raises
        ------
        ValueError
            One line: what was wrong and what is allowed. Modifiers apply from left to right, so
            `fours_draw+four=discard` discards; one name given twice is refused.
        """
        profile, *parts = text.strip().split("+")
        if profile not in PROFILES:
            raise ValueError(f"unknown profile {profile!r}; allowed: {', '.join(PROFILES)}")
        values = dict(PROFILES[profile])
        named: set[str] = set()
        for part in parts:
            name, given, value = part.partition("=")
            if name in named:
                raise ValueError(f"{name!r} is named twice in {text!r}")
            named.add(name)
            if name in _MODIFIERS and not given:
                modifier = _MODIFIERS[name]
                values[modifier.switch] = modifier.change(values[modifier.switch])
            elif name in _BY_NAME and given:
                switch = _BY_NAME[name]
                try:
                    values[name] = switch.parse(value)
                except (ValueError, KeyError):
                    message = f"impossible value {value!r} for {name}; allowed: {switch.allowed}"
                    raise ValueError(message) from None
            elif name in _BY_NAME:
                raise ValueError(f"{name!r} needs a value: {name}={_BY_NAME[name].allowed}")
            else:
                allowed = ", ".join(dict.fromkeys([*_MODIFIERS, *_BY_NAME]))
                raise ValueError(f"unknown rule {part!r}; allowed: {allowed}")
        _refuse_combinations(values)
        return cls(profile, values)

    @cached_property
    def text(self) -> str:
        """The canonical text: the profile, then each departure from it in the table's order."""
        base = PROFILES[self.profile]
        parts = [self.profile]
        for switch in SWITCHES:
            value = self.values[switch.name]
            if value == base[switch.name]:
                continue
            short = [
                modifier.name
                for modifier in MODIFIERS
                if modifier.switch == switch.name and modifier.change(base[switch.name]) == value
            ]
            parts.append(short[0] if short else f"{switch.name}={switch.text(value)}")
        return "+".join(parts)

    @cached_property
    def hash(self) -> str:
        """A stable hash (12 hex digits) over the sorted values of all switches."""
        return values_hash(SWITCHES, self.values)

    @property
    def wins_needed(self) -> int:
        """Wins that take a match of several games; 0 where games stand alone."""
        best_of, first_to = self.values["best_of"], self.values["first_to"]
        return best_of // 2 + 1 if best_of else first_to or 0

    def value_text(self, name: str) -> str:
        """Return a switch's value as text."""
        return _BY_NAME[name].text(self.values[name])

    def departs(self, name: str) -> bool:
        """Whether a switch's value is another than the profile's."""
        return bool(self.values[name] != PROFILES[self.profile][name])

    @cached_property
    def idle(self) -> dict[str, Idle]:
        """Switches whose every value plays the same under these rules.

        Only what follows from the rules is here, not what happens to be rare.
        """
        value = self.values
        found = {}
        if value["queen_limit"] == 1:
            found["queen_protects"] = Idle("a side never has two queens", holds=True)
        elif not value["two_hits_queen"]:
            found["queen_protects"] = Idle("no queen can be hit at all", holds=True)
        if value["eight"] == "glasses":
            found["glasses_expose"] = Idle("an 8 is glasses, no one-off", holds=False)
        return found

    @cached_property
    def record(self) -> np.ndarray:
        """The packed form, one record of `RULES_DTYPE` in an array of length 1, read-only."""
        value = self.values
        packed = np.zeros(1, dtype=RULES_DTYPE)
        row = packed[0]
        row["goal"] = value["goal"]
        eight_oneoff = value["eight"] == "oneoff"
        ten_discards = value["ten"] == "discard"
        oneoffs = [cards.ACE, cards.FOUR, cards.FIVE, cards.SIX, cards.SEVEN]
        oneoffs += [cards.EIGHT] * eight_oneoff + [cards.TEN] * ten_discards
        row["oneoffs"] = cards.rank_mask(*oneoffs)
        laid = [cards.QUEEN, cards.KING] + [cards.EIGHT] * (not eight_oneoff)
        row["laid"] = cards.rank_mask(*laid)
        fetchable = cards.ALL_CARDS if value["three_takes_three"] else ~cards.THREES
        row["takeable"] = cards.ALL_CARDS & fetchable
        row["scuttle_tie"] = value["scuttle_tie"] == "suit"
        row["queen_blocks_scuttle"] = value["queen_blocks_scuttle"]
        row["queen_limit"] = NONE if value["queen_limit"] is None else value["queen_limit"]
        row["pair_all"] = value["queen_protects"] == "pair_all"
        row["two_hits_queen"] = value["two_hits_queen"]
        row["queen_blocks_jack"] = value["queen_blocks_jack"]
        row["blocks_counters"] = ("none", "twos_only", "all").index(value["queen_blocks_counters"])
        row["own_targets"] = value["own_targets"]
        row["fours_draw"] = value["four"] == "draw_two"
        row["discard_draw"] = value["five"] == "discard_draw"
        row["seven_two"] = value["seven"] == "two"
        row["seven_gives"] = value["seven_jack"] == "give"
        row["eight_oneoff"] = eight_oneoff
        row["expose_self"] = value["glasses_expose"] == "self"
        row["nine_board"] = ("permanent", "board", "board_frozen").index(value["nine"])
        row["hand_limit"] = NONE if value["hand_limit"] is None else value["hand_limit"]
        row["empty_illegal"] = value["empty_effects"] == "illegal"
        row["pass_forced"] = value["pass"] == "forced"
        row["draw_after"] = value["draw_after"]
        row["any_action"] = value["win_check"] == "any_action"
        row["turn_cap"] = value["turn_cap"]
        row["open"] = value["open"]
        row["sudden_death"] = value["sudden_death"]
        row["deal_a"], row["deal_b"] = value["deal"]
        packed.flags.writeable = False
        return packed


def _refuse_combinations(values: Mapping[str, Value]) -> None:
    if values["seven"] == "two" and values["seven_jack"] != "unplayable":
        raise ValueError("seven=two goes with seven_jack=unplayable only")
    if values["seven"] == "one" and values["seven_jack"] == "unplayable":
        raise ValueError("seven=one goes with seven_jack=give or scrap only")
    if values["best_of"] is not None and values["first_to"] is not None:
        raise ValueError("best_of and first_to do not go together")
