"""Matches of several games against the plain reference, and what they must keep of single games."""

from __future__ import annotations

import numpy as np
import pytest

from engine_fast.cuttle.heuristics import load
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.replay import Transcript, transcript, transcripts
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.series import most_games, play_series_chunk
from engine_fast.cuttle.state import DRAW, WIN_A, WIN_B, WINNERS
from engine_fast.policies import Halted
from tests.reference.cuttle import Game
from tests.reference.matches import play_match

RUNNING = np.zeros(1, dtype=np.uint8)
SEED = 11


def match_of(rules: str, first: str = "greedy", second: str = "random") -> Match:
    return Match(RuleSet.parse(rules), load(first), load(second))


def judged(played: Transcript, rules: str) -> str:
    """The winner of a transcript's moves, by the reference engine."""
    game = Game.read(played.start, rules)
    for decision in played.decisions:
        game.play(decision.move)
    return game.winner


@pytest.mark.parametrize(
    "rules",
    [
        "classic+best_of=1",
        "classic+best_of=3",
        "community+best_of=5",
        "cuttlecards+first_to=3",
        "community+sudden_death+first_to=2",
        "classic+turn_cap=12+best_of=3",
        "classic+turn_cap=7+first_to=2",
    ],
)
def test_matches_are_those_of_the_reference(rules: str) -> None:
    match = match_of(rules)
    found = play_series_chunk(match, SEED, 0, 12, RUNNING)
    for index, row in enumerate(found):
        played: list[Transcript] = []

        def winner_of(place: int) -> str:
            played.append(transcript(match, SEED, index, place))  # noqa: B023
            return judged(played[-1], rules)  # noqa: B023

        winner, won = play_match(rules, winner_of)
        here = f"{rules}, match {index}: {won}"
        assert int(row["winner"]) == {"first": WIN_A, "second": WIN_B, "draw": DRAW}[winner], here
        assert row["games"] == len(won), here
        assert list(row["wins"]) == [won.count("first"), won.count("second")], here
        assert row["undecided"] == won.count("nobody"), here
        assert row["turns"] == sum(one.turns for one in played), here
        assert row["decisions"] == sum(len(one.decisions) for one in played), here
        assert transcripts(match, SEED, index) == tuple(played), here


def test_fifty_games_without_a_winner_are_a_drawn_match() -> None:
    found = play_series_chunk(match_of("classic+turn_cap=1+first_to=2"), SEED, 0, 20, RUNNING)
    assert (found["winner"] == DRAW).all()
    assert (found["games"] == 50).all()
    assert (found["undecided"] == 50).all()


def test_the_deal_alternates_and_the_policies_with_it() -> None:
    match = match_of("classic+first_to=3", "racer", "controller")
    for index in (4, 5):
        for place, played in enumerate(transcripts(match, SEED, index)):
            first_at_a = played.seats[0].startswith("racer")
            assert first_at_a == ((index + place) % 2 == 0)


def test_decks_follow_from_pair_and_place() -> None:
    match = match_of("classic+first_to=2")
    starts = [
        [transcript(match, SEED, index, place).start for place in range(4)] for index in range(4)
    ]
    assert starts[0] == starts[1]
    assert starts[2] == starts[3]
    assert len({start for row in starts for start in row}) == 8


def test_the_first_game_is_the_single_game_of_the_same_number() -> None:
    series = match_of("classic+best_of=1")
    single = play_chunk(match_of("classic"), SEED, 0, 400, RUNNING)
    found = play_series_chunk(series, SEED, 0, 400, RUNNING)
    decided = np.isin(single["winner"], (WIN_A, WIN_B))
    assert decided.sum() > 300
    assert np.array_equal(found["winner"][decided], single["winner"][decided])
    assert np.array_equal(found["turns"][decided], single["turns"][decided])
    assert (found["games"][decided] == 1).all()
    assert (found["games"][~decided] > 1).all()
    alone = play_chunk(series, SEED, 0, 400, RUNNING)
    assert np.array_equal(alone, single)


def test_best_of_three_is_first_to_two() -> None:
    both = [
        play_series_chunk(match_of(rules), SEED, 0, 300, RUNNING)
        for rules in ("cuttlecards+best_of=3", "cuttlecards+first_to=2")
    ]
    assert np.array_equal(*both)
    assert RuleSet.parse("classic+best_of=3").wins_needed == 2


def test_chunks_do_not_change_a_match() -> None:
    match = match_of("community+best_of=3", "balanced-hand")
    whole = play_series_chunk(match, SEED, 0, 200, RUNNING)
    parts = [
        play_series_chunk(match, SEED, start, stop, RUNNING)
        for start, stop in ((0, 2), (2, 90), (90, 200))
    ]
    assert np.array_equal(whole, np.concatenate(parts))


def test_length_is_within_its_bounds() -> None:
    found = play_series_chunk(match_of("classic+turn_cap=9+first_to=4"), SEED, 0, 2000, RUNNING)
    assert found["games"].min() >= 4
    assert found["games"].max() <= most_games(4)
    decided = found["winner"] != DRAW
    assert (found["wins"].max(axis=1)[decided] == 4).all()
    assert (found["games"] == found["wins"].sum(axis=1) + found["undecided"]).all()
    assert {WINNERS[winner] for winner in np.unique(found["winner"])} <= {"A", "B", "draw"}


def test_matches_stop_and_refuse_as_games_do() -> None:
    match = match_of("classic+best_of=3")
    with pytest.raises(Halted):
        play_series_chunk(match, SEED, 0, 100, np.ones(1, dtype=np.uint8))
    with pytest.raises(ValueError, match="whole pairs"):
        play_series_chunk(match, SEED, 1, 4, RUNNING)
    with pytest.raises(ValueError, match="stand alone"):
        play_series_chunk(match_of("classic"), SEED, 0, 4, RUNNING)
