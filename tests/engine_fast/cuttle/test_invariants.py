"""What must hold at every ply of random games, and what the parsers do with garbage."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine_fast.cards import card_text, cards_of
from engine_fast.cuttle import heuristics, moves
from engine_fast.cuttle.notation import (
    format_position,
    move_text,
    parse_move,
    parse_position,
    same_position,
)
from engine_fast.cuttle.rules import PROFILES, RuleSet
from engine_fast.cuttle.steps import LiveGame
from engine_fast.policies import read_weights

RULE_SETS = [
    *PROFILES,
    "classic+quick+sudden_death+open",
    "classic+four=draw_two+turn_cap=20+draw_after=1",
    "community+own_targets=yes+hand_limit=4+deal=12,3",
    "cuttlecards+sudden_death+hand_limit=2+own_targets=yes+deal=20,20",
    "cuttlecards+eight=oneoff+ten=discard+seven=one+seven_jack=give+pass=forced",
]
NO_CARD = 255


def places(game: LiveGame) -> Counter[str]:
    """How often each card lies anywhere, a waiting or turned-up card included."""
    row = game.record[0]
    found: list[int] = []
    for side in (0, 1):
        for name in ("hand", "points", "royals", "jacks"):
            found += cards_of(row[name][side])
    found += [*cards_of(row["scrap"]), *cards_of(row["counters"])]
    found += [int(card) for card in row["deck"][int(row["top"]) :]]
    found += [int(card) for card in row["sevens"][: int(row["sevens_waiting"])]]
    found += [int(card) for card in row["turned"][: int(row["turned_up"])]]
    found += [int(row["pending"])] * (int(row["pending"]) != NO_CARD)
    return Counter(card_text(card) for card in found)


def on_goal(game: LiveGame) -> set[int]:
    row = game.record[0]
    reached = set()
    for side in (0, 1):
        kings = sum(card >> 2 == 12 for card in cards_of(row["royals"][side]))
        total = sum((card >> 2) + 1 for card in cards_of(row["points"][side]))
        if total >= game.rules.values["goal"][kings]:
            reached.add(side)
    return reached


def check_table(game: LiveGame) -> None:
    """Jacks lie on point cards of their own side; royals are royals; nothing lies twice."""
    row = game.record[0]
    for side in (0, 1):
        for jack in cards_of(row["jacks"][side]):
            point = int(row["jack_on"][jack & 3])
            assert jack >> 2 == 10 and point != NO_CARD
            assert int(row["points"][side]) >> point & 1, f"{card_text(jack)} lies elsewhere"
        assert all(card >> 2 <= 9 for card in cards_of(row["points"][side]))
        assert all(card >> 2 in (7, 11, 12) for card in cards_of(row["royals"][side]))
    lying = {card & 3 for side in (0, 1) for card in cards_of(row["jacks"][side])}
    assert lying == {suit for suit in range(4) if row["jack_on"][suit] != NO_CARD}


def random_move(game: LiveGame, rng: random.Random) -> int:
    legal = game.legal()
    verb = rng.choice(sorted({move & 0xFF for move in legal}))
    return rng.choice([move for move in legal if move & 0xFF == verb])


def with_unknowns(text: str, rng: random.Random) -> str:
    """The position with some hand cards and the lower stock unknown."""
    words = text.split()
    for place in (1, 3):
        hand, points, royals = words[place].split("/")
        count = rng.randrange(len(hand) // 2 + 1) if hand != "-" else 0
        if count:
            hand = hand[: len(hand) - 2 * count] + f"?{count}"
        words[place] = f"{hand}/{points}/{royals}"
    if "deck" in words:
        at = words.index("deck") + 1
        words[at] = words[at][: 2 * rng.randrange(3)] + "?"
    if "frozen" in words:
        at = words.index("frozen")
        del words[at : at + 2]
    return " ".join(words)


def check_ply(game: LiveGame, rng: random.Random) -> None:
    count = places(game)
    assert len(count) == 52 and set(count.values()) == {1}, count
    check_table(game)
    legal = game.legal()
    assert len(legal) == len(set(legal))
    assert bool(legal) == (game.winner == "")
    assert game.phase == "over" if game.winner else game.phase != "over"
    if game.winner:
        return
    assert game.phase == "main" or len(legal) > 1, "a forced decision was asked"
    assert all(parse_move(move_text(move)) == move for move in legal)
    text = format_position(game.record)
    again = parse_position(text, game.rules)
    assert format_position(again.game) == text
    assert again.is_complete and same_position(again.game, game.record, finished=False)
    read = LiveGame(game.rules, again.game)
    read.settle()
    assert format_position(read.record) == text and read.legal() == legal
    veiled = with_unknowns(text, rng)
    part = parse_position(veiled, game.rules)
    printed = format_position(part.game, part)
    once_more = parse_position(printed, game.rules)
    assert format_position(once_more.game, once_more) == printed, veiled
    assert once_more.unknown == part.unknown and once_more.deck_unknown == part.deck_unknown


def check_games(rules_text: str, games: int) -> None:
    """Play random games and check every decision: cards, table, notation, wins, passes."""
    rules = RuleSet.parse(rules_text)
    ends: Counter[str] = Counter()
    for index in range(games):
        rng = random.Random(f"{rules_text} {index}")
        game, _ = LiveGame.deal(rules, 5, index)
        passes, before = 0, on_goal(game)
        history: list[str] = []
        try:
            check_ply(game, rng)
            while not game.winner:
                move = random_move(game, rng)
                history.append(move_text(move))
                main = game.phase == "main"
                turn, turns = int(game.record["mover"][0]), int(game.record["turns"][0])
                game.play(move)
                if main:
                    passes = passes + 1 if move & 0xFF == moves.PASS else 0
                check_ply(game, rng)
                after = on_goal(game)
                assert len(after - before) < 2, "one action put both sides on goal"
                turn_over = game.winner or int(game.record["mover"][0]) != turn
                assert int(game.record["turns"][0]) == turns + bool(turn_over)
                if turn_over:
                    assert game.winner == "AB"[turn] or turn not in after
                    before = after
                if passes >= rules.values["draw_after"]:
                    assert game.winner, "the passes should have ended the game"
                assert game.winner or int(game.record["turns"][0]) < rules.values["turn_cap"]
        except AssertionError as error:
            raise AssertionError(
                f"{rules_text}, game {index}: {format_position(game.record)} after {history}"
            ) from error
        ends[game.winner] += 1
        if game.winner == "unfinished":
            assert int(game.record["turns"][0]) == rules.values["turn_cap"]
    assert {"A", "B"} <= set(ends)


@pytest.mark.parametrize("rules_text", RULE_SETS)
def test_every_ply(rules_text: str) -> None:
    check_games(rules_text, 25)


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_every_ply_of_thousands_of_games(profile: str) -> None:
    check_games(profile, 2000)


def play_out(position: str, rules: str, *texts: str) -> LiveGame:
    parsed_rules = RuleSet.parse(rules)
    game = LiveGame(parsed_rules, parse_position(position, parsed_rules).game)
    for text in texts:
        assert text in [move_text(move) for move in game.legal()], f"{text} in {position}"
        game.play(parse_move(text))
    return game


@pytest.mark.parametrize(
    ("rules", "passes"),
    [("classic", 3), ("cuttlecards", 3), ("community", 2), ("classic+draw_after=5", 5)],
)
def test_draw_comes_with_the_last_pass_and_not_before(rules: str, passes: int) -> None:
    hand = "Jc" if rules == "community" else "4c"  # in `community` a pass is never by choice
    position = f"A {hand}/-/- B {hand[0]}d/-/-"
    assert play_out(position, rules, *["pass"] * (passes - 1)).winner == ""
    game = play_out(position, rules, *["pass"] * passes)
    assert game.winner == "draw" and int(game.record["turns"][0]) == passes


def test_an_action_between_passes_starts_the_count_again() -> None:
    position = "A 4c5c/-/- B 4d/-/-"
    game = play_out(position, "classic", "pass", "pass", "points 4c", "pass", "pass")
    assert game.winner == ""
    game.play(parse_move("pass"))
    assert game.winner == "draw"


@pytest.mark.parametrize("cap", [1, 2, 7])
def test_turn_cap(cap: int) -> None:
    game = play_out("A 4c/-/- B 4d/-/- deck 5c6c7c8c9cTcJcQcKc", f"classic+turn_cap={cap}")
    for turn in range(cap):
        assert game.winner == "", f"ended after {turn} turns"
        game.play(parse_move("draw"))
    assert game.winner == "unfinished" and int(game.record["turns"][0]) == cap


def test_a_win_on_the_capped_turn_or_the_last_pass_is_a_win() -> None:
    assert play_out("A Th/TcAc/- B 4d/-/- deck 5c", "classic+turn_cap=1", "points Th").winner == "A"
    # A passes with 21 points that an action of B brought home.
    assert play_out("A 4c/TcAcTh/- B 4d/-/- passes 2", "classic", "pass").winner == "A"


# -- parsers -----------------------------------------------------------------------------------

TOKENS = (
    "A B - / ? ?3 ?99 deck scrap turn passes exposed frozen pending oneoff counters three discard "
    "seven sevens last five limit 4c 8h Th 10h 2c Jc Qs Kd K♥ 8h(Jc) 8h() (Jc 7c 3d -/-/- "
    "4c/-/- 4h/8h(Jc)/Qs ?3/-/- 4c?2/Th/- 5h? 0 1 2 3 1000 -1 ² ٣ 99999999999999999999"
)
WORDS = st.sampled_from(TOKENS.split())
SOUP = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=14).map(" ".join),
    st.lists(WORDS, max_size=10).map(lambda words: "A 4c/Th/- B ?2/9h/Kd " + " ".join(words)),
    st.lists(WORDS, max_size=10).map("".join),
)
RULES = {profile: RuleSet.parse(profile) for profile in (*PROFILES, "classic+sudden_death")}


def refused_in_one_line(error: ValueError) -> None:
    assert type(error) is ValueError, repr(error)
    text = str(error)
    assert text and len(text.splitlines()) == 1, repr(text)


@pytest.mark.parametrize("profile", RULES)
@settings(max_examples=300, deadline=None)
@given(text=SOUP)
@example(text="A ?" + "9" * 5000 + "/-/- B -/-/-")
@example(text="A 4c/-/- B -/-/- passes " + "9" * 5000)
@example(text="A 4c\u2028/-/- B -/-/-")
@example(text="A 4c/-/- B 4d/-/- pending oneoff 2c 2c counters 2c")
@example(text="A 4c/-/- B 4d/-/- pending seven 7c7d 9c")
@example(text="A 4c/-/- B 4d/-/- sevens 7c7d7h7s pending seven 7c 9c")
@example(text="A 4c/-/- B 4d/-/- pending seven - 9c")
def test_positions(profile: str, text: str) -> None:
    try:
        position = parse_position(text, RULES[profile])
    except ValueError as error:
        refused_in_one_line(error)
        return
    printed = format_position(position.game, position)
    again = parse_position(printed, RULES[profile])
    assert format_position(again.game, again) == printed
    if position.is_complete:
        game = LiveGame(RULES[profile], position.game)
        game.settle()
        assert game.winner or game.legal(), printed


@pytest.mark.parametrize("rules_text", RULE_SETS)
def test_damaged_positions(rules_text: str) -> None:
    """A position with a word missing, doubled or changed is refused, or it plays on soundly."""
    rules = RuleSet.parse(rules_text)
    rng = random.Random(f"damage {rules_text}")
    read = 0
    for index in range(200):
        game, _ = LiveGame.deal(rules, 6, index)
        while not game.winner:
            if game.phase != "main" or rng.random() < 0.4:
                text = damaged(format_position(game.record), rng)
                try:
                    position = parse_position(text, rules)
                except ValueError as error:
                    refused_in_one_line(error)
                else:
                    read += position.is_complete
                    play_on(text, rules, rng)
            game.play(random_move(game, rng))
    assert read > 30


def damaged(text: str, rng: random.Random) -> str:
    words = text.split()
    place = rng.randrange(1, len(words))
    cards = [card_text(card) for card in range(52)]
    kind = rng.randrange(4)
    if kind == 0:
        del words[place]
    elif kind == 1:
        words.insert(place, rng.choice([*words, *TOKENS.split()]))
    elif kind == 2:
        words[place] = rng.choice([*cards, *TOKENS.split()])
    else:
        found = [card for card in cards if card in text]
        return text.replace(rng.choice(found), rng.choice(cards))
    return " ".join(words)


def play_on(text: str, rules: RuleSet, rng: random.Random) -> None:
    position = parse_position(text, rules)
    if not position.is_complete:
        return
    game = LiveGame(rules, position.game)
    before = places(game)
    try:
        assert set(before.values()) == {1}
        for _ in range(30):
            check_table(game)
            assert places(game) == before
            if game.winner:
                return
            game.settle()
            if not game.winner:
                game.play(random_move(game, rng))
    except AssertionError as error:
        raise AssertionError(f"{text!r}, {rules.text}: {format_position(game.record)}") from error


@settings(max_examples=300, deadline=None)
@given(SOUP | st.lists(st.sampled_from([*moves.VERBS, "4c", "10h", "Kd", "4♣"]), max_size=4)
       .map(" ".join))  # fmt: skip
@example("points 4c4d")
@example("draw 4c")
@example("oneoff 2c Kd Kh")
@example("points 4c\n")
def test_moves(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError as error:
        refused_in_one_line(error)
        return
    assert parse_move(move_text(move)) == move


NAMES = [*PROFILES, "quick", "open", "fours_draw", "goal", "deal", "seven", "seven_jack", "pass"]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.lists(st.sampled_from([
    *NAMES, "+", "=", ",", "yes", "no", "none", "two", "one", "unplayable", "5,6", "²", "٣", "0",
    "21,14,10,7,5", "-1", " ", "\n", "99999999999999999999999", "9" * 5000]), max_size=10)
    .map("".join))  # fmt: skip
@example("classic+quick=")
@example("classic+quick+quick")
@example("classic+goal=21,14,10,7,²")
@example("classic+draw_after=²")
@example("classic+a\nb")
def test_rule_sets(text: str) -> None:
    try:
        rules = RuleSet.parse(text)
    except ValueError as error:
        refused_in_one_line(error)
        return
    again = RuleSet.parse(rules.text)
    assert (again.values, again.hash, again.text) == (rules.values, rules.hash, rules.text)
    assert np.array_equal(again.record, rules.record)


WEIGHTS = [weight.name for weight in heuristics.load("balanced-hand").weights]


@pytest.mark.parametrize("name", heuristics.NAMES)
@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=40) | st.lists(st.sampled_from([
    *WEIGHTS[:4], "king", "scuttle", "=", ",", "1", "0.1", "-3", "nan", "inf", "1e400", "1_0", " ",
    "٣", "0.12345678901"]), max_size=9).map("".join))  # fmt: skip
@example(text="points=nan")
@example(text="points=inf")
@example(text="points=1,points=2")
@example(text="points=0.12345678901")
@example(text="lay_kings=0.5")
@example(text="king=1\n")
def test_weights(name: str, text: str) -> None:
    try:
        policy = read_weights(heuristics.load(name), text)
    except ValueError as error:
        refused_in_one_line(error)
        return
    assert policy.text.startswith(f"{name}:")
    again = read_weights(heuristics.load(name), policy.text.partition(":")[2])
    assert np.array_equal(again.vector, policy.vector), policy.text
    assert again.text == policy.text
    assert np.isfinite(policy.vector).all()
