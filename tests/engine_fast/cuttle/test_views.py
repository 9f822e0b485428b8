"""A policy knows what its seat may know, and nothing it does reaches past its own seat.

What is hidden is worked out here from the game record, not from the view under test: the rival's
hand without the cards that play has shown, and the stock without a top card that both have seen.
Those are dealt anew among their places; view, legal moves and every policy's choice must stay.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from engine_fast.cards import card_text, cards_of, mask_of
from engine_fast.cuttle import heuristics, state
from engine_fast.cuttle.notation import format_position, move_text
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.replay import transcript
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.steps import LiveGame
from engine_fast.jit import CompileError
from engine_fast.policies import Policy, PolicyError, compile_user_policy
from experiments.policy_texts import load
from tests.engine_fast.cuttle import policies_for_tests as own
from tests.engine_fast.users_file import users_file

ViewOf = Callable[[LiveGame, int], np.ndarray]
ALL_CARDS = (1 << 52) - 1
EIGHTS = 0xF << 28


class Leak(AssertionError):
    """Something that a seat may not know has reached it."""


def lies_open(game: LiveGame, side: int) -> bool:
    """Whether the rival's hand lies open before `side` (rules.md: glasses, 8, open)."""
    row, values = game.record[0], game.rules.values
    glasses = values["eight"] == "glasses" and int(row["royals"][side]) & EIGHTS
    return bool(glasses or row["exposed"][1 - side] or values["open"])


def reshuffled(game: LiveGame, rng: random.Random) -> LiveGame:
    """The game with the cards that the side to act may not know dealt anew."""
    other = game.copy()
    row = other.record[0]
    rival = 1 - game.to_act
    hand = int(row["hand"][rival])
    shown = hand if lies_open(game, game.to_act) else hand & int(row["known"][rival])
    start = int(row["top"]) + int(row["top_known"])
    hidden = list(cards_of(hand & ~shown))
    pool = hidden + [int(card) for card in row["deck"][start:]]
    rng.shuffle(pool)
    row["hand"][rival] = shown | mask_of(pool[: len(hidden)])
    row["deck"][start:] = pool[len(hidden) :]
    return other


def engine_view(game: LiveGame, side: int) -> np.ndarray:
    return game.view(side)


def choices(policies: Iterable[Policy], view: np.ndarray, legal: np.ndarray) -> dict[str, int]:
    found, seen, before = {}, view[0], view.tobytes()
    for policy in policies:
        stream = np.array([12345], dtype=np.uint64)
        found[policy.name] = policy.function(seen, legal, len(legal), policy.vector, stream)
    assert view.tobytes() == before, "a policy has written into its view"
    return found


def check_decision(
    game: LiveGame,
    rng: random.Random,
    policies: Iterable[Policy],
    view_of: ViewOf = engine_view,
    views_too: bool = True,
) -> None:
    """Raise `Leak` if anything at this decision depends on what the side to act may not know."""
    other = reshuffled(game, rng)
    side = game.to_act
    legal = game.legal_array()

    def leak(what: str) -> Leak:
        both = format_position(game.record), format_position(other.record)
        return Leak("\n".join([f"{what}, {game.rules.text}:", *both]))

    if not np.array_equal(legal, other.legal_array()):
        raise leak("the legal moves differ")
    views = view_of(game, side), view_of(other, side)
    if views_too and views[0].tobytes() != views[1].tobytes():
        told = [name for name in state.VIEW_DTYPE.names if np.any(views[0][name] != views[1][name])]
        raise leak(f"the view differs in {told}")
    made, made_too = (choices(policies, view, legal) for view in views)
    for name, index in made.items():
        if not 0 <= index < len(legal):
            raise leak(f"{name} answered {index} of {len(legal)}")
        if index != made_too[name]:
            moves = move_text(int(legal[index])), move_text(int(legal[made_too[name]]))
            raise leak(f"{name} chooses {moves[0]} or {moves[1]}")


def check_games(
    rules_text: str,
    games: int,
    policies: Iterable[Policy],
    view_of: ViewOf = engine_view,
    views_too: bool = True,
) -> int:
    """Check every decision of some games; return how many there were."""
    rules = RuleSet.parse(rules_text)
    decisions = 0
    for index in range(games):
        rng = random.Random(f"{rules_text} {index}")
        game, _ = LiveGame.deal(rules, 7, index)
        while not game.winner:
            check_decision(game, rng, policies, view_of, views_too)
            decisions += 1
            legal = game.legal()
            verb = rng.choice(sorted({move & 0xFF for move in legal}))
            game.play(rng.choice([move for move in legal if move & 0xFF == verb]))
    return decisions


@pytest.fixture(scope="module")
def policies(tmp_path_factory: pytest.TempPathFactory) -> list[Policy]:
    path = tmp_path_factory.mktemp("policy") / "my.py"
    path.write_text(users_file(), encoding="utf-8")
    texts = ["search:playouts=9" if name == "search" else name for name in heuristics.NAMES]
    return [*map(load, texts), load(f"{path}:choose")]


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        ("classic", 400),
        ("community", 200),
        ("cuttlecards", 200),
        ("cuttlecards+eight=oneoff+ten=discard+hand_limit=4", 80),
        ("community+glasses_expose=self+own_targets=yes+fours_draw", 80),
        ("classic+seven=two+seven_jack=unplayable+deal=2,9", 40),
    ],
)
def test_no_policy_sees_what_is_hidden(rules: str, games: int, policies: list[Policy]) -> None:
    assert check_games(rules, games, policies) > 20 * games


def test_open_hands_leave_only_the_stock_hidden(policies: list[Policy]) -> None:
    assert check_games("classic+open", 10, policies) > 200
    game, _ = LiveGame.deal(RuleSet.parse("classic+open"), 7, 0)
    assert game.view(0)[0]["rival_known"] == game.record["hand"][0][1]


def leaky_hand(game: LiveGame, side: int) -> np.ndarray:
    view = game.view(side)
    view["rival_known"] = game.record["hand"][0][1 - side]
    return view


def leaky_top(game: LiveGame, side: int) -> np.ndarray:
    view = game.view(side)
    top = int(game.record["top"][0])
    view["stock_top"] = 255 if top == 52 else game.record["deck"][0][top]
    return view


@pytest.mark.parametrize(
    ("view_of", "cheat", "field"),
    [(leaky_hand, own.peeper, "rival_known"), (leaky_top, own.top_peeper, "stock_top")],
    ids=["hand", "stock"],
)
def test_a_cheat_is_caught(view_of: ViewOf, cheat: Callable[..., int], field: str) -> None:
    cheater = own.compiled(cheat)
    # By its view, and by its choices alone.
    with pytest.raises(Leak, match=field):
        check_games("classic", 5, [cheater], view_of)
    with pytest.raises(Leak, match=f"{cheat.__name__} chooses"):
        check_games("classic", 20, [cheater], view_of, views_too=False)
    # With an honest view the same policy has nothing to cheat with.
    check_games("classic", 20, [cheater])


def test_what_play_has_shown_is_known() -> None:
    """The check above must not pass because views tell nothing."""
    known = unseen = 0
    for index in range(60):
        rng = random.Random(index)
        game, _ = LiveGame.deal(RuleSet.parse("classic"), 8, index)
        while not game.winner:
            side = game.to_act
            view, row = game.view(side)[0], game.record[0]
            rival = int(row["hand"][1 - side])
            stock = mask_of(int(card) for card in row["deck"][int(row["top"]) :])
            told = int(view["rival_known"])
            assert told & ~rival == 0, f"{format_position(game.record)}: {told:x}"
            # Every card is seen in exactly one place, or may be anywhere hidden.
            assert int(view["unseen"]) == (rival & ~told) | stock, (
                f"{format_position(game.record)}: unseen "
                f"{[card_text(card) for card in cards_of(int(view['unseen']))]}"
            )
            known += told != 0
            unseen += told != rival
            game.play(rng.choice(game.legal()))
    assert known > 100 and unseen > 100


# -- nothing a policy does reaches past its seat -----------------------------------------------


def results(first: Policy, second: Policy, rules: str = "classic", games: int = 400) -> np.ndarray:
    match = Match(RuleSet.parse(rules), first, second)
    return play_chunk(match, 3, 0, games, np.zeros(1, dtype=np.uint8))


@pytest.mark.parametrize("rival", ["random", "balanced-hand"])
@pytest.mark.parametrize("changed", [own.spender, own.vandal])
def test_what_a_policy_writes_and_draws_changes_nothing_else(
    rival: str, changed: Callable[..., int]
) -> None:
    other = heuristics.load(rival)
    plain = results(own.compiled(own.middle), other)
    assert np.array_equal(plain, results(own.compiled(changed), other))
    assert np.array_equal(
        results(other, own.compiled(own.middle)), results(other, own.compiled(changed))
    )


def test_a_view_keeps_nothing_for_the_next_decision() -> None:
    other = heuristics.load("balanced-hand")
    assert np.array_equal(
        results(own.compiled(own.rememberer), other), results(own.compiled(own.forgetter), other)
    )


def test_other_moves_leave_the_deals_alone() -> None:
    other = heuristics.load("random")
    played = [results(own.compiled(one), other) for one in (own.middle, own.last, own.spender)]
    assert not np.array_equal(played[0]["turns"], played[1]["turns"])
    for name in ("kings_dealt", "twos_dealt", "opening_points"):
        assert np.array_equal(played[0][name], played[1][name])
        assert np.array_equal(played[0][name][0::2], played[0][name][1::2])
    deals = [LiveGame.deal(RuleSet.parse("classic"), 3, index)[0] for index in range(400)]
    kings = [[int(hand & np.uint64(0xF << 48)).bit_count() for hand in one.record["hand"][0]]
             for one in deals]  # fmt: skip
    assert np.array_equal(played[0]["kings_dealt"], kings)


def test_the_list_holds_the_legal_moves_only() -> None:
    results(own.compiled(own.counts_moves), heuristics.load("random"))


@pytest.mark.parametrize("choose", [own.writes_moves, own.writes_weights])
def test_moves_and_weights_cannot_be_written(choose: Callable[..., int]) -> None:
    with pytest.raises(CompileError):
        compile_user_policy(choose, state.VIEW)


def test_a_bad_index_names_policy_and_game() -> None:
    with pytest.raises(PolicyError, match=r"negative.* game 0$"):
        results(own.compiled(own.negative), heuristics.load("random"))
    bad = own.compiled(own.too_far)
    match = Match(RuleSet.parse("classic"), heuristics.load("random"), bad)
    with pytest.raises(PolicyError) as caught:
        results(match.first, match.second)
    text = str(caught.value)
    assert "policy too_far against random" in text and len(text.splitlines()) == 1
    game = int(text.rpartition("game ")[2])
    assert game > 0
    for earlier in range(game):
        transcript(match, 3, earlier)
    with pytest.raises(PolicyError, match=rf"too_far.*game {game}$"):
        transcript(match, 3, game)


def test_the_users_file_is_the_documents(policies: list[Policy]) -> None:
    assert policies[-1].source.endswith("my.py") and Path(policies[-1].source).exists()
    assert len(policies) == len(heuristics.NAMES) + 1
