"""Watched games are the games, and every decision of theirs is told."""

from __future__ import annotations

import numpy as np
import pytest

from engine_fast.cards import card_text
from engine_fast.cuttle import events as watched
from engine_fast.cuttle import state
from engine_fast.cuttle.heuristics import load
from engine_fast.cuttle.moves import VERBS
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.replay import transcript
from engine_fast.cuttle.rules import PROFILES, RuleSet
from engine_fast.policies import Halted, PolicyError
from tests.engine_fast.cuttle import policies_for_tests as own

RUNNING = np.zeros(1, dtype=np.uint8)
NO_CARD = 255


def match_of(rules: str, first: str = "controller", second: str = "random") -> Match:
    return Match(RuleSet.parse(rules), load(first), load(second))


def words(event: np.void) -> str:
    """A decision as a transcript writes it."""
    cards = [card_text(int(event[name])) for name in ("card", "target") if event[name] != NO_CARD]
    return " ".join([VERBS[event["verb"]], *cards])


@pytest.mark.parametrize("rules", PROFILES)
def test_watching_changes_no_game_and_misses_no_decision(rules: str) -> None:
    match = match_of(rules)
    results, events = watched.play_watched(match, 9, 0, 300, RUNNING)
    assert np.array_equal(results, play_chunk(match, 9, 0, 300, RUNNING))
    assert len(events) == results["decisions"].sum()
    for index in range(0, 300, 25):
        played = transcript(match, 9, index)
        told = events[events["game"] == index]
        assert [words(event) for event in told] == [one.move for one in played.decisions]
        sides = ["AB"[event["side"]] for event in told]
        assert sides == [one.side for one in played.decisions]
        phases = [state.PHASES[event["phase"]] for event in told]
        assert phases == [one.phase for one in played.decisions]


def test_more_decisions_than_room(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("classic")
    whole = watched.play_watched(match, 9, 4, 60, RUNNING)
    monkeypatch.setattr(watched, "EVENTS_A_GAME", 1)
    cramped = watched.play_watched(match, 9, 4, 60, RUNNING)
    assert all(np.array_equal(*both) for both in zip(whole, cramped, strict=True))


def test_points_and_stock_are_those_before_the_decision() -> None:
    _, events = watched.play_watched(match_of("classic", "racer"), 9, 0, 200, RUNNING)
    first = np.flatnonzero(np.diff(events["game"], prepend=-1))
    assert (events["points"][first] == 0).all()
    assert (events["stock"][first] == 41).all()
    laid = np.flatnonzero((events["verb"] == VERBS.index("points")) & (events["phase"] == 0))
    laid = laid[(laid + 1 < len(events))]
    laid = laid[events["game"][laid] == events["game"][laid + 1]]
    side = events["side"][laid]
    gained = events["points"][laid + 1, side] - events["points"][laid, side]
    assert (gained == events["card"][laid] // 4 + 1).all()


def test_watched_games_stop_and_refuse_as_others_do() -> None:
    with pytest.raises(Halted):
        watched.play_watched(match_of("classic"), 9, 0, 10, np.ones(1, dtype=np.uint8))
    with pytest.raises(ValueError, match="whole pairs"):
        watched.play_watched(match_of("classic"), 9, 1, 4, RUNNING)
    bad = Match(RuleSet.parse("classic"), own.compiled(own.negative), load("random"))
    with pytest.raises(PolicyError, match="out of range"):
        watched.play_watched(bad, 9, 0, 4, RUNNING)
