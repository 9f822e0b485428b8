"""Slow reference engine of Cuttle, for all profiles and switches of docs/rules.md.

Cards are texts such as "Th"; hands, royals and the scrap are sets, the stock is a list with
its top card first, a point row is a dict from the point card to the jacks lying on it.
"""

from __future__ import annotations

import copy
import random
import re
from dataclasses import dataclass, field

from .cuttle_rules import Rules, parse_rules

__all__ = ["DECK", "Game", "parse_rules"]

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
PIPS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
SIDES = ("A", "B")
FIELDS = (
    "A", "B", "deck", "scrap", "turn", "passes", "exposed", "frozen", "pending", "sevens", "last",
)  # fmt: skip


def other(side: str) -> str:
    """The rival of a side."""
    return "B" if side == "A" else "A"


def order(card: str) -> tuple[int, int]:
    """Card order: rank, then suit."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def points_of(card: str) -> int:
    """A=1 ... 10=10."""
    return RANKS.index(card[0]) + 1


def is_number(card: str) -> bool:
    """A to 10: the cards that can be points and can scuttle."""
    return card[0] in "A23456789T"


def together(cards: list[str]) -> str:
    """Cards written side by side, `-` for none."""
    return "".join(cards) or "-"


def in_order(cards: set[str] | list[str]) -> str:
    """Cards written side by side in card order."""
    return together(sorted(cards, key=order))


# --------------------------------------------------------------------------------------------
# What waits inside an action.


@dataclass
class Respond:
    """A one-off (with its target for 2 and 9) waits; counters in the order played."""

    card: str
    target: str | None
    counters: list[str] = field(default_factory=list)


@dataclass
class Take:
    """A resolving 3 waits for the card it fetches."""

    card: str


@dataclass
class Discard:
    """Cards still to discard: why is "rival" (a rival's 4 or 10), "five" or "limit"."""

    count: int
    why: str


@dataclass
class Seven:
    """Turned-up cards, in card order, of which one must be played.

    `seven` is None where it is scrapped already.
    """

    seven: str | None
    cards: list[str]


Pending = Respond | Take | Discard | Seven | None


# --------------------------------------------------------------------------------------------


class Game:
    """One game of Cuttle. `turn` is the side whose turn it is, `to_act` the side to decide."""

    def __init__(self, rules_text: str) -> None:
        """An empty table; use `from_position` or `deal`."""
        self.rules: Rules = parse_rules(rules_text)
        self.hand: dict[str, set[str]] = {"A": set(), "B": set()}
        self.points: dict[str, dict[str, list[str]]] = {"A": {}, "B": {}}
        self.royals: dict[str, set[str]] = {"A": set(), "B": set()}
        self.deck: list[str] = []
        self.scrap: set[str] = set()
        self.turn = "A"
        self.passes = 0
        self.exposed = ""  # the side whose hand a one-off 8 opened
        self.frozen: set[str] = set()
        self.just_frozen: set[str] = set()  # frozen in this very turn
        self.pending: Pending = None
        self.sevens: list[str] = []
        #: Sudden death: full turns to come after this one; None while this turn began with a
        #: stock (then it is 2 as soon as the stock is empty).
        self.last: int | None = None
        self.turns = 0
        self.winner = ""
        self._known: dict[str, set[str]] = {"A": set(), "B": set()}
        self._seen_in_deck: set[str] = set()  # put back by a 7 after both saw them
        self._cards: set[str] = set()
        self._goal_before: set[str] = set()

    # -- making games ------------------------------------------------------------------------

    @classmethod
    def deal(cls, deck: list[str], rules_text: str) -> Game:
        """A fresh deal from the whole deck in shuffled order (rules: `deal=`)."""
        if sorted(deck) != sorted(DECK):
            raise ValueError("the deck must hold each of the 52 cards once")
        game = cls(rules_text)
        sizes = game.rules["deal"]
        assert isinstance(sizes, tuple)
        for place, card in enumerate(deck):
            side = SIDES[place % 2]
            if place // 2 < sizes[place % 2]:
                game.hand[side].add(card)
            else:
                game.deck.append(card)
        game._begin()
        return game

    @classmethod
    def from_position(cls, text: str, rules_text: str, rng: random.Random | None = None) -> Game:
        """Read a position; ValueError names the offending token.

        Unknown cards (`?`) are dealt by `rng`, without one in card order. Forced decisions
        inside an action are made at once.
        """
        game = cls.read(text, rules_text, rng)
        game._settle()
        return game

    @classmethod
    def read(cls, text: str, rules_text: str, rng: random.Random | None = None) -> Game:
        """Read a position without making its forced decisions."""
        game = cls(rules_text)
        PositionReader(game, rng).read(text)
        game._begin()
        return game

    def _begin(self) -> None:
        """Settle what follows from the cards on the table."""
        if self.rules["sudden_death"] and not self.deck and self.last is None:
            self.last = 1
        self._cards = set(self._all_cards())
        self._goal_before = self._on_goal()
        for side in SIDES:  # a frozen card was returned before everybody's eyes
            self._known[side] |= self.frozen & self.hand[other(side)]
        self._look()

    def copy(self) -> Game:
        """An independent copy."""
        return copy.deepcopy(self)

    # -- asking ------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """One of main, respond, take, discard, seven, over."""
        if self.winner:
            return "over"
        if isinstance(self.pending, Respond):
            return "respond"
        if isinstance(self.pending, Take):
            return "take"
        if isinstance(self.pending, Discard):
            return "discard"
        if isinstance(self.pending, Seven):
            return "seven"
        return "main"

    @property
    def to_act(self) -> str:
        """The side that must decide (in a finished game the side whose turn was the last)."""
        if self.winner:
            return self.turn
        if isinstance(self.pending, Respond) and len(self.pending.counters) % 2 == 0:
            return other(self.turn)
        if isinstance(self.pending, Discard) and self.pending.why == "rival":
            return other(self.turn)
        return self.turn

    def total(self, side: str) -> int:
        """Points a side controls now."""
        return sum(points_of(card) for card in self.points[side])

    def goal(self, side: str) -> int:
        """Points a side needs, by its own kings in play."""
        goal = self.rules["goal"]
        assert isinstance(goal, tuple)
        needed: int = goal[self._count(side, "K")]
        return needed

    def known(self, side: str) -> set[str]:
        """The cards of the rival's hand that `side` knows."""
        return set(self._known[side])

    def _number(self, switch: str) -> int:
        """The number of a switch; more than any number in the game for `none`."""
        value = self.rules[switch]
        assert value is None or isinstance(value, int)
        return 1000 if value is None else value

    def _count(self, side: str, rank: str) -> int:
        return sum(1 for card in self.royals[side] if card[0] == rank)

    def _queens(self, side: str) -> int:
        return self._count(side, "Q")

    def _on_goal(self) -> set[str]:
        return {side for side in SIDES if self.total(side) >= self.goal(side)}

    def _sees_hand(self, side: str) -> bool:
        """Does the rival's hand lie open before `side`?"""
        glasses = self.rules["eight"] == "glasses" and self._count(side, "8") > 0
        return bool(self.rules["open"]) or self.exposed == other(side) or glasses

    def _look(self) -> None:
        """Add what lies open to what each side knows; forget cards that left the hand."""
        for side in SIDES:
            rival_hand = self.hand[other(side)]
            if self._sees_hand(side):
                self._known[side] |= rival_hand
            self._known[side] &= rival_hand

    def _turns_after_this(self) -> int | None:
        """Sudden death: full turns to come after this one; None while there is a stock."""
        if not self.rules["sudden_death"] or self.deck:
            return None
        return 2 if self.last is None else self.last

    # -- legal moves -------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """All legal moves, as texts."""
        if self.winner:
            return []
        pending = self.pending
        hand = sorted(self.hand[self.to_act], key=order)
        if isinstance(pending, Respond):
            return [f"counter {card}" for card in self._answers(pending)] + ["accept"]
        if isinstance(pending, Take):
            return [f"take {card}" for card in self._takeable()]
        if isinstance(pending, Discard):
            return [f"discard {card}" for card in hand] if pending.count > 0 else []
        if isinstance(pending, Seven):
            return self._seven_moves(pending)
        plays = [
            move for card in hand if card not in self.frozen
            for move in self._plays(card, len(self.deck))
        ]  # fmt: skip
        if self.deck:
            return ["draw", *plays]
        if self.rules["pass"] == "empty_stock" or not plays:
            return [*plays, "pass"]
        return plays

    def _answers(self, pending: Respond) -> list[str]:
        """The twos with which the side to act may answer the last card played."""
        side = self.to_act
        last_card = (pending.counters or [pending.card])[-1]
        if self._queens(other(side)):
            bar = self.rules["queen_blocks_counters"]
            if bar == "all" or (bar == "twos_only" and last_card[0] == "2"):
                return []
        twos = [card for card in sorted(self.hand[side], key=order) if card[0] == "2"]
        if side == self.turn:  # a frozen card is no answer in its holder's own turn
            twos = [card for card in twos if card not in self.frozen]
        return twos

    def _takeable(self) -> list[str]:
        """What a 3 may fetch from the scrap."""
        cards = sorted(self.scrap, key=order)
        if not self.rules["three_takes_three"]:
            cards = [card for card in cards if card[0] != "3"]
        return cards

    def _plays(self, card: str, stock: int) -> list[str]:
        """All ways the side whose turn it is may play `card`; `stock` is its present size."""
        mover, rival = self.turn, other(self.turn)
        moves = []
        if is_number(card):
            moves.append(f"points {card}")
            moves += [
                f"scuttle {card} {target}" for target in sorted(self.points[rival], key=order)
                if self._may_scuttle(card, target)
            ]  # fmt: skip
            moves += self._oneoffs(card, stock)
        if card[0] == "K":
            moves.append(f"royal {card}")
        if card[0] == "Q" and self._queens(mover) < self._number("queen_limit"):
            moves.append(f"royal {card}")
        if card[0] == "8" and self.rules["eight"] == "glasses":
            moves.append(f"royal {card}")
        if card[0] == "J":
            moves += [f"jack {card} {target}" for target in self._jack_targets()]
        return moves

    def _may_scuttle(self, card: str, target: str) -> bool:
        """A number card against a rival point card of lower rank; ties by `scuttle_tie`."""
        if self.rules["queen_blocks_scuttle"] and self._queens(other(self.turn)):
            return False
        if card[0] != target[0]:
            return points_of(card) > points_of(target)
        return self.rules["scuttle_tie"] == "suit" and order(card) > order(target)

    def _jack_targets(self) -> list[str]:
        rival = other(self.turn)
        if self.rules["queen_blocks_jack"] and self._queens(rival):
            return []
        return sorted(self.points[rival], key=order)

    def _oneoffs(self, card: str, stock: int) -> list[str]:
        """The one-off plays of a card."""
        rank = card[0]
        if rank in "29":
            return [f"oneoff {card} {target}" for target in self._targets(rank)]
        rival_hand = len(self.hand[other(self.turn)])
        strict = self.rules["empty_effects"] == "illegal"
        legal = False
        if rank in "A6":
            legal = True
        elif rank == "3":
            legal = bool(self._takeable())
        elif rank == "4" and self.rules["four"] == "discard":
            legal = rival_hand > 0 or not strict
        elif rank in "457":  # a 4 that makes the rival draw, 5, 7
            legal = stock > 0 or not strict
        elif rank == "8":
            legal = self.rules["eight"] == "oneoff"
        elif rank == "T":
            legal = self.rules["ten"] == "discard"
        return [f"oneoff {card}"] if legal else []

    def _permanents(self, side: str) -> list[str]:
        """Royals in front of a side and jacks on the point cards it controls."""
        jacks = [jack for stack in self.points[side].values() for jack in stack]
        return sorted(jacks + list(self.royals[side]), key=order)

    def _targets(self, rank: str) -> list[str]:
        """Legal targets of a 2 or a 9 (rank) played by the side whose turn it is."""
        mover, rival = self.turn, other(self.turn)
        queens = self._queens(rival)
        theirs = self._permanents(rival)
        if rank == "9" and self.rules["nine"] != "permanent":
            theirs += list(self.points[rival])
        targets = []
        for card in theirs:
            if queens >= 2 and self.rules["queen_protects"] == "pair_all":
                continue
            if card[0] == "Q" or queens == 0:
                targets.append(card)
        if self.rules["own_targets"]:  # own Queens never hinder
            targets += self._permanents(mover)
        if not self.rules["two_hits_queen"]:  # covers own Queens too
            targets = [card for card in targets if card[0] != "Q"]
        return sorted(targets, key=order)

    def _seven_moves(self, pending: Seven) -> list[str]:
        """Plays of the turned-up card or cards; only unplayable ones are scrapped instead."""
        stock = len(self.deck) + len(pending.cards) - 1  # the other card goes back first
        moves = [m for card in pending.cards for m in self._plays(card, stock)]
        if moves:
            return moves
        if self.rules["seven_jack"] == "give" and pending.cards[0][0] == "J":
            own = sorted(self.points[self.turn], key=order)
            moves = [f"jack {pending.cards[0]} {target}" for target in own]
        return moves or [f"discard {card}" for card in pending.cards]

    # -- playing -----------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move, then all forced decisions inside the action; ValueError if illegal."""
        words = move.split()
        text = " ".join(words[:1] + [normal(word) for word in words[1:]])
        if text not in self.legal():
            raise ValueError(f"illegal move {move!r}; legal: {', '.join(self.legal()) or 'none'}")
        self._do(text)
        self._settle()

    def _settle(self) -> None:
        """Make the decisions inside an action that leave no choice."""
        while not self.winner and self.pending is not None:
            moves = self.legal()
            if len(moves) > 1:
                break
            if moves:
                self._do(moves[0])
            else:
                self._nothing_to_choose()
        self._look()

    def _nothing_to_choose(self) -> None:
        """A 3 that finds nothing, a discard from an empty hand: as much as possible is done."""
        if isinstance(self.pending, Take):
            self.scrap.add(self.pending.card)
            self._end_action()
        else:
            assert isinstance(self.pending, Discard)
            self._discards_done(self.pending.why)

    def _do(self, move: str) -> None:
        """Carry out one legal move."""
        verb, *cards = move.split()
        side, pending = self.to_act, self.pending
        if isinstance(pending, Respond):
            if verb == "accept":
                self._close_chain(pending)
            else:
                self.hand[side].remove(cards[0])
                pending.counters.append(cards[0])
        elif isinstance(pending, Take):
            self.scrap.remove(cards[0])
            self._to_hand(side, cards[0], seen=True)
            self.scrap.add(pending.card)
            self._end_action()
        elif isinstance(pending, Discard):
            self._throw(side, cards[0])
            pending.count -= 1
            if pending.count == 0:
                self._discards_done(pending.why)
        elif isinstance(pending, Seven):
            self._play_from_seven(pending, verb, cards)
        elif verb == "pass":
            self.passes += 1
            self._end_action(passed=True)
        elif verb == "draw":
            self.passes = 0
            self._draw(side, 1)
            self._end_action()
        else:
            self.passes = 0
            self.hand[side].remove(cards[0])
            self._use(verb, cards)

    def _use(self, verb: str, cards: list[str]) -> None:
        """Play a card that has left the hand or the stock already."""
        mover, rival = self.turn, other(self.turn)
        card = cards[0]
        if verb == "oneoff":
            self.pending = Respond(card, cards[1] if len(cards) > 1 else None)
            return
        if verb == "points":
            self.points[mover][card] = []
        elif verb == "royal":
            self.royals[mover].add(card)
        elif verb == "scuttle":
            self.scrap |= {card, cards[1], *self.points[rival].pop(cards[1])}
        else:
            assert verb == "jack"
            owner = self._controller(cards[1])
            self.points[owner][cards[1]].append(card)
            self._change_sides(cards[1])
        self._end_action()

    def _play_from_seven(self, pending: Seven, verb: str, cards: list[str]) -> None:
        """Play one of the turned-up cards; the other goes back before any chain opens."""
        self.pending = None
        for card in pending.cards:
            if card != cards[0]:
                self.deck.insert(0, card)
                self._seen_in_deck.add(card)
        if pending.seven is not None:
            self.sevens.append(pending.seven)
        if verb == "discard":
            self.scrap.add(cards[0])
            self._end_action()
        else:
            self._use(verb, cards)

    def _close_chain(self, pending: Respond) -> None:
        """An odd number of twos cancels the one-off; used twos lie in the scrap first."""
        self.pending = None
        self.scrap |= set(pending.counters)
        if len(pending.counters) % 2 == 1:
            self.scrap.add(pending.card)
            self._end_action()
        else:
            self._resolve(pending.card, pending.target)

    def _resolve(self, card: str, target: str | None) -> None:
        """The effect of a surviving one-off; the card itself is scrapped after it."""
        mover, rival = self.turn, other(self.turn)
        rank = card[0]
        if rank == "3":
            self.pending = Take(card)
            return
        if (rank == "4" and self.rules["four"] == "discard") or rank == "T":
            self.scrap.add(card)
            wanted = 2 if rank == "4" else 1
            self.pending = Discard(min(wanted, len(self.hand[rival])), "rival")
            return
        if rank == "5" and self.rules["five"] == "discard_draw":
            self.scrap.add(card)
            self.pending = Discard(min(1, len(self.hand[mover])), "five")
            return
        if rank == "7":
            self._turn_up(card)
            return
        if rank == "A":
            for side in SIDES:
                for point_card, jacks in self.points[side].items():
                    self.scrap |= {point_card, *jacks}
                self.points[side] = {}
        elif rank == "2":
            assert target is not None
            self._lift(target)
            self.scrap.add(target)
        elif rank == "4":
            self._draw(rival, 2)
        elif rank == "5":
            self._draw(mover, 2)
        elif rank == "6":
            self._scrap_permanents()
        elif rank == "8":
            self.exposed = rival if self.rules["glasses_expose"] == "rival" else mover
        else:
            assert rank == "9" and target is not None
            holder = self._lift(target)
            self._to_hand(holder, target, seen=True)
            if self.rules["nine"] == "board_frozen":
                self.frozen.add(target)
                self.just_frozen.add(target)
        self.scrap.add(card)
        self._end_action()

    def _turn_up(self, seven: str) -> None:
        """A 7 turns up one card, or two (then it lies in the scrap already)."""
        two = self.rules["seven"] == "two"
        cards = sorted(self.deck[: 2 if two else 1], key=order)
        self.deck = self.deck[len(cards) :]
        self._seen_in_deck -= set(cards)
        if two or not cards:
            self.scrap.add(seven)
        if cards:
            self.pending = Seven(None if two else seven, cards)
        else:
            self._end_action()

    def _controller(self, card: str) -> str:
        """The side in front of which a board card lies, jacks with the stack they lie on."""
        for side in SIDES:
            if card in self._permanents(side) or card in self.points[side]:
                return side
        raise AssertionError(f"{card} is not on the table")

    def _lift(self, target: str) -> str:
        """Take a card off the table and return who controlled it.

        Jacks on a point card that leaves are scrapped; a stack that loses a jack flips.
        """
        side = self._controller(target)
        if target in self.royals[side]:
            self.royals[side].remove(target)
        elif target in self.points[side]:
            self.scrap |= set(self.points[side].pop(target))
        else:
            for point_card, jacks in self.points[side].items():
                if target in jacks:
                    jacks.remove(target)
                    self._change_sides(point_card)
                    break
        return side

    def _change_sides(self, point_card: str) -> None:
        """Move a point card, with everything on it, to the other side."""
        side = self._controller(point_card)
        self.points[other(side)][point_card] = self.points[side].pop(point_card)

    def _scrap_permanents(self) -> None:
        """A 6: all royals and jacks go; a card with an odd number of jacks goes home."""
        going_home = []
        for side in SIDES:
            self.scrap |= self.royals[side]
            self.royals[side] = set()
            for point_card, jacks in self.points[side].items():
                self.scrap |= set(jacks)
                if len(jacks) % 2 == 1:
                    going_home.append(point_card)
                self.points[side][point_card] = []
        for point_card in going_home:
            self._change_sides(point_card)

    def _to_hand(self, side: str, card: str, seen: bool) -> None:
        """A card comes to a hand; if seen, the rival knows it from now on."""
        self.hand[side].add(card)
        if seen:
            self._known[other(side)].add(card)

    def _draw(self, side: str, count: int) -> None:
        """Draw up to `count` cards; one that both saw go back on the stock is known."""
        for card in self.deck[:count]:
            self._to_hand(side, card, seen=card in self._seen_in_deck)
            self._seen_in_deck.discard(card)
        self.deck = self.deck[count:]

    def _throw(self, side: str, card: str) -> None:
        """A hand card goes to the scrap."""
        self.hand[side].remove(card)
        self.frozen.discard(card)
        self.just_frozen.discard(card)
        self.scrap.add(card)

    def _discards_done(self, why: str) -> None:
        self.pending = None
        if why == "limit":
            self._end_turn()
            return
        if why == "five":
            self._draw(self.turn, 3)
        self._end_action()

    # -- the end of an action ----------------------------------------------------------------

    def _end_action(self, passed: bool = False) -> None:
        """Win, draw by passes, hand limit; then the end of the turn (rules, section 1)."""
        mover, rival = self.turn, other(self.turn)
        self.pending = None
        self.scrap |= set(self.sevens)
        self.sevens = []
        old = {card for card in self.frozen & self.hand[mover] if card not in self.just_frozen}
        self.frozen -= old
        self.just_frozen = set()

        on_goal = self._on_goal()
        assert len(on_goal - self._goal_before) < 2, "one action put both sides on goal"
        no_turn_follows = (
            self.turns + 1 >= self._number("turn_cap") or self._turns_after_this() == 0
        )
        if mover in on_goal:
            self._over(mover)
        elif rival in on_goal and (self.rules["win_check"] == "any_action" or no_turn_follows):
            self._over(rival)
        elif passed and self.passes >= self._number("draw_after"):
            self._over("draw")
        else:
            too_many = len(self.hand[mover]) - self._number("hand_limit")
            if too_many > 0:
                self.pending = Discard(too_many, "limit")
            else:
                self._end_turn()

    def _end_turn(self) -> None:
        """Sudden death, turn cap, next turn."""
        left = self._turns_after_this()
        if left == 0:
            self._over("draw")
        elif self.turns + 1 >= self._number("turn_cap"):
            self._over("unfinished")
        else:
            self.last = None if left is None else left - 1
            self.turns += 1
            self.turn = other(self.turn)
            self._goal_before = self._on_goal()

    def _over(self, winner: str) -> None:
        self.turns += 1
        self.winner = winner

    # -- printing and checking ---------------------------------------------------------------

    def position(self) -> str:
        """The canonical text of the position."""
        parts = []
        for side in SIDES:
            row = "".join(
                card + (f"({in_order(jacks)})" if jacks else "")
                for card, jacks in sorted(self.points[side].items(), key=lambda i: order(i[0]))
            )
            hand, royals = in_order(self.hand[side]), in_order(self.royals[side])
            parts.append(f"{side} {hand}/{row or '-'}/{royals}")
        if self.deck:
            parts.append(f"deck {together(self.deck)}")
        if self.scrap:
            parts.append(f"scrap {in_order(self.scrap)}")
        parts.append(f"turn {self.to_act}")
        if self.passes:
            parts.append(f"passes {self.passes}")
        if self.exposed:
            parts.append(f"exposed {self.exposed}")
        if self.frozen:
            parts.append(f"frozen {in_order(self.frozen)}")
        if self.pending is not None and not self.winner:
            parts.append(f"pending {self._pending_text()}")
        if self.sevens:
            parts.append(f"sevens {together(self.sevens)}")
        left = self._turns_after_this()
        if left is not None and left != 1:
            parts.append(f"last {left}")
        return " ".join(parts)

    def _pending_text(self) -> str:
        pending = self.pending
        if isinstance(pending, Respond):
            target = f" {pending.target}" if pending.target else ""
            return f"oneoff {pending.card}{target} counters {together(pending.counters)}"
        if isinstance(pending, Take):
            return f"three {pending.card}"
        if isinstance(pending, Discard):
            why = "" if pending.why == "rival" else f" {pending.why}"
            return f"discard {pending.count}{why}"
        assert isinstance(pending, Seven)
        return f"seven {pending.seven or '-'} {in_order(pending.cards)}"

    def _all_cards(self) -> list[str]:
        """Every card in play, once for every place where it lies."""
        cards = [*self.deck, *self.scrap, *self.sevens]
        for side in SIDES:
            cards += [*self.hand[side], *self.royals[side], *self.points[side]]
            cards += [jack for jacks in self.points[side].values() for jack in jacks]
        if isinstance(self.pending, Respond):
            cards += [self.pending.card, *self.pending.counters]
        elif isinstance(self.pending, Take):
            cards.append(self.pending.card)
        elif isinstance(self.pending, Seven):
            cards += [*self.pending.cards, *([self.pending.seven] if self.pending.seven else [])]
        return cards

    def check(self) -> None:
        """Assert what must hold at every decision and at the end."""
        cards = self._all_cards()
        assert len(cards) == len(set(cards)), "a card lies in two places"
        assert set(cards) == self._cards, "cards appeared or vanished"
        assert self.winner in ("", "A", "B", "draw", "unfinished")
        for side in SIDES:
            assert all(is_number(card) for card in self.points[side])
            for jacks in self.points[side].values():
                assert all(jack[0] == "J" for jack in jacks)
            glasses = "8" if self.rules["eight"] == "glasses" else ""
            assert all(card[0] in "QK" + glasses for card in self.royals[side])
            assert self._queens(side) <= self._number("queen_limit")
            assert self._known[side] <= self.hand[other(side)]
            if self._sees_hand(side):
                assert self._known[side] == self.hand[other(side)]
        assert self.frozen <= self.hand["A"] | self.hand["B"], "a frozen card is in no hand"
        assert self._seen_in_deck <= set(self.deck)
        assert self.turns <= self._number("turn_cap")
        assert self.rules["seven"] == "one" or not self.sevens
        moves = self.legal()
        assert len(moves) == len(set(moves)), "a move is listed twice"
        if self.winner:
            assert not moves
            return
        assert len(self._on_goal()) < 2, "both sides stand on goal"
        assert not self.just_frozen
        if self.phase == "main":
            assert moves and not self.sevens
            assert ("draw" in moves) == bool(self.deck)
            assert other(self.turn) not in self._on_goal() or not self.turns
            assert self.passes < self._number("draw_after") or not self.turns
        else:
            assert len(moves) > 1, "a forced decision was asked"
            limit_discard = isinstance(self.pending, Discard) and self.pending.why == "limit"
            assert self.passes == 0 or limit_discard


# --------------------------------------------------------------------------------------------
# Reading positions.

CARD = re.compile(r"(10|[A23456789TJQK])([cdhs♣♦♥♠])")


def normal(card: str) -> str:
    """A card in its printed form (`10♥` -> `Th`); other text is returned as it is."""
    match = CARD.fullmatch(card)
    if match is None:
        return card
    rank, suit = match.groups()
    return ("T" if rank == "10" else rank) + PIPS.get(suit, suit)


def cards_in(text: str) -> list[str]:
    """The cards of a text such as `9s10h` or `-`."""
    if text == "-":
        return []
    cards = []
    place = 0
    while place < len(text):
        match = CARD.match(text, place)
        if match is None:
            raise ValueError(f"unknown token {text[place : place + 2]} in {text}")
        cards.append(normal(match.group()))
        place = match.end()
    if not cards:
        raise ValueError("a card is missing")
    return cards


def one_card(text: str) -> str:
    """Exactly one card."""
    cards = cards_in(text)
    if len(cards) != 1:
        raise ValueError(f"{text} is not one card")
    return cards[0]


def number_in(text: str, what: str) -> int:
    """A number from 0 up."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{what} {text}: {text} is no number")
    return int(text)


class PositionReader:
    """Fills an empty game from a position's text (docs/notation.md)."""

    def __init__(self, game: Game, rng: random.Random | None) -> None:
        self.game = game
        self.rng = rng
        self.places: dict[str, str] = {}
        self.unknown = {"A": 0, "B": 0}
        self.unknown_deck = False
        self.words: list[str] = []

    def claim(self, card: str, place: str) -> str:
        """Note where a card lies; refuse it the second time."""
        if card in self.places:
            raise ValueError(f"{card} stands twice ({self.places[card]} and {place})")
        self.places[card] = place
        return card

    def next_word(self, what: str) -> str:
        """The value that must follow a field's name."""
        if not self.words or (self.words[0] in FIELDS and what not in ("turn", "exposed")):
            raise ValueError(f"{what} has no value")
        return self.words.pop(0)

    def read(self, text: str) -> None:
        """Read all fields, then check what only the whole position can tell."""
        game = self.game
        self.words = text.split()
        frozen: list[str] = []
        pending: list[str] = []
        decides = "A"
        seen: set[str] = set()
        while self.words:
            name = self.words.pop(0)
            if name not in FIELDS:
                raise ValueError(f"unknown token {name}")
            if name in seen:
                raise ValueError(f"the field {name} stands twice")
            seen.add(name)
            if name in SIDES:
                self.read_side(name, self.next_word(name))
            elif name == "pending":
                while self.words and self.words[0] not in FIELDS:
                    pending.append(self.words.pop(0))
            elif name == "deck":
                self.read_deck(self.next_word(name))
            elif name == "scrap":
                game.scrap = {self.claim(c, "scrap") for c in cards_in(self.next_word(name))}
            elif name == "sevens":
                game.sevens = [self.claim(c, "sevens") for c in cards_in(self.next_word(name))]
            elif name == "frozen":
                frozen = cards_in(self.next_word(name))
            elif name == "passes":
                game.passes = number_in(self.next_word(name), name)
            elif name == "last":
                game.last = number_in(self.next_word(name), name)
            else:
                side = self.next_word(name)
                if side not in SIDES:
                    raise ValueError(f"{name} {side}: {side} is neither A nor B")
                if name == "turn":
                    decides = side
                else:
                    game.exposed = side
        for side in SIDES:
            if side not in seen:
                raise ValueError(f"side {side} is missing")
        game.turn = decides
        if "pending" in seen:
            self.read_pending(pending, decides)
        self.fill_unknown()
        for card in frozen:
            if card not in game.hand["A"] | game.hand["B"]:
                raise ValueError(f"the frozen card {card} is in no hand")
            if card in game.frozen:
                raise ValueError(f"{card} stands twice (frozen)")
            game.frozen.add(card)
        self.check_whole()

    def read_side(self, side: str, text: str) -> None:
        """hand/points/royals of one side."""
        parts = text.split("/")
        if len(parts) != 3:
            raise ValueError(f"{side} {text}: not of the form hand/points/royals")
        hand, row, royals = parts
        unknown = re.search(r"\?(\d+)$", hand)
        if unknown:
            self.unknown[side] = int(unknown.group(1))
            hand = hand[: unknown.start()] or "-"
        self.game.hand[side] = {self.claim(c, f"{side}'s hand") for c in cards_in(hand)}
        if row != "-":
            self.read_row(side, row)
        for card in cards_in(royals):
            if card[0] not in "QK8":
                raise ValueError(f"{card} cannot stand under royals of {side}")
            if card[0] == "8" and self.game.rules["eight"] != "glasses":
                raise ValueError(f"{card} under royals of {side}: no glasses in these rules")
            self.game.royals[side].add(self.claim(card, f"{side}'s royals"))

    def read_row(self, side: str, row: str) -> None:
        """Point cards, each with its jacks in brackets."""
        place = 0
        piece = re.compile(r"([^()]+)(?:\(([^()]*)\))?")
        while place < len(row):
            match = piece.match(row, place)
            if match is None:
                raise ValueError(f"unknown token {row[place:]} in {row}")
            point_cards = cards_in(match.group(1))
            for card in point_cards:
                if not is_number(card):
                    raise ValueError(f"{card} is no point card, but stands under points of {side}")
                self.game.points[side][self.claim(card, f"{side}'s points")] = []
            if match.group(2) is not None:
                for jack in cards_in(match.group(2)):
                    if jack[0] != "J":
                        raise ValueError(f"{jack} on {point_cards[-1]} is no jack")
                    self.claim(jack, f"the stack on {point_cards[-1]}")
                    self.game.points[side][point_cards[-1]].append(jack)
            place = match.end()

    def read_deck(self, text: str) -> None:
        """The stock, top card first; `?` at the end: all cards not named."""
        if text.endswith("?"):
            self.unknown_deck = True
            text = text[:-1] or "-"
        self.game.deck = [self.claim(card, "deck") for card in cards_in(text)]

    def read_pending(self, words: list[str], decides: str) -> None:
        """The decision that waits; `decides` is the side that must make it."""
        kind, *rest = words or [""]
        game = self.game
        if kind == "oneoff":
            self.read_oneoff(rest, decides)
        elif kind == "three" and len(rest) == 1:
            card = self.claim(one_card(rest[0]), "pending")
            if card[0] != "3":
                raise ValueError(f"pending three {card}: {card} is no 3")
            game.pending = Take(card)
        elif kind == "discard" and len(rest) in (1, 2):
            why = rest[1] if len(rest) == 2 else "rival"
            if len(rest) == 2 and why not in ("five", "limit"):
                raise ValueError(f"unknown token {why} in pending discard")
            game.pending = Discard(number_in(rest[0], "pending discard"), why)
            game.turn = other(decides) if why == "rival" else decides
        elif kind == "seven" and len(rest) == 2:
            self.read_seven(rest)
        else:
            raise ValueError(f"unknown token {' '.join(['pending', *words])}")

    def read_oneoff(self, rest: list[str], decides: str) -> None:
        """`CARD [TARGET] counters CARDS`; the mover decides after an odd number of twos."""
        game = self.game
        head, counters = rest, "-"
        if "counters" in rest:
            place = rest.index("counters")
            head = rest[:place]
            if len(rest) != place + 2:
                raise ValueError("counters: one word of cards must follow")
            counters = rest[place + 1]
        if len(head) not in (1, 2):
            raise ValueError(f"pending oneoff {' '.join(head)}: a card and at most one target")
        card = self.claim(one_card(head[0]), "pending")
        twos = [self.claim(c, "counters") for c in cards_in(counters)]
        for two in twos:
            if two[0] != "2":
                raise ValueError(f"{two} among the counters is no 2")
        game.turn = other(decides) if len(twos) % 2 == 0 else decides
        target = one_card(head[1]) if len(head) == 2 else None
        if card[0] in "29":
            if target is None or target not in game._targets(card[0]):
                raise ValueError(f"pending oneoff {card}: {target} is no legal target")
        elif target is not None:
            raise ValueError(f"pending oneoff {card}: {target} is a target too many")
        has_effect = {"8": game.rules["eight"] == "oneoff", "T": game.rules["ten"] == "discard"}
        if not is_number(card) or not has_effect.get(card[0], True):
            raise ValueError(f"pending oneoff {card}: {card} has no one-off effect")
        game.pending = Respond(card, target, twos)

    def read_seven(self, rest: list[str]) -> None:
        """`7c 9d`, or `- 9dKs` where a 7 turns up two."""
        game = self.game
        cards = sorted((self.claim(c, "pending") for c in cards_in(rest[1])), key=order)
        two = game.rules["seven"] == "two"
        if (rest[0] == "-") != two or not 1 <= len(cards) <= (2 if two else 1):
            value = "two" if two else "one"
            raise ValueError(f"pending seven {' '.join(rest)} does not fit seven={value}")
        seven = None
        if not two:
            seven = self.claim(one_card(rest[0]), "pending")
            if seven[0] != "7":
                raise ValueError(f"pending seven {seven}: {seven} is no 7")
        game.pending = Seven(seven, cards)

    def fill_unknown(self) -> None:
        """Deal the cards asked for by `?`."""
        rest = [card for card in DECK if card not in self.places]
        if self.rng is not None:
            self.rng.shuffle(rest)
        for side in SIDES:
            count = self.unknown[side]
            if count > len(rest):
                raise ValueError(f"?{count}: only {len(rest)} cards are left")
            self.game.hand[side] |= set(rest[:count])
            rest = rest[count:]
        if self.unknown_deck:
            self.game.deck += rest

    def check_whole(self) -> None:
        """Refusals that look at more than one field."""
        game = self.game
        limit = game._number("queen_limit")
        for side in SIDES:
            queens = {card for card in game.royals[side] if card[0] == "Q"}
            if len(queens) > limit:
                raise ValueError(f"{in_order(queens)}: {side} has more Queens than {limit}")
        last_fits = game.rules["sudden_death"] and not game.deck
        if game.last is not None and (not last_fits or game.last > 2):
            raise ValueError(f"last {game.last} needs sudden_death, no stock and at most 2")
        for seven in game.sevens:
            if seven[0] != "7" or game.rules["seven"] == "two" or game.pending is None:
                raise ValueError(f"sevens {seven}: no 7 waits there")
        pending = game.pending
        if pending is not None and not (isinstance(pending, Discard) and pending.why == "limit"):
            game.passes = 0
        if isinstance(pending, Discard):
            pending.count = min(pending.count, len(game.hand[game.to_act]))
        if len(game._on_goal()) == 2:
            text = game.position().split(" deck ")[0].split(" scrap ")[0].split(" turn ")[0]
            raise ValueError(f"both sides stand on their goal: {text}")
