"""Positions and moves of Cuttle as text, both ways (docs/notation.md).

One line a position, one line a move; printing a position and reading it back gives the same
position at every decision. Refusals are one line and name the offending token. Plays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine_fast import cards
from engine_fast.cards import DECK_SIZE, NO_CARD, card_text, cards_of, mask_of, read_card, set_text
from engine_fast.cuttle import moves, state
from engine_fast.cuttle.rules import RuleSet

_SIDES = "AB"
_REASONS = {"": state.BY_RIVAL, "five": state.BY_FIVE, "limit": state.BY_LIMIT}
_FIELDS = (
    "deck",
    "scrap",
    "turn",
    "passes",
    "exposed",
    "frozen",
    "pending",
    "sevens",
    "last",
)


@dataclass
class Position:
    """A position as read: the game record, and what was left unknown with `?`.

    `unknown` counts the unknown cards of each hand; `deck_unknown` tells that all cards named
    nowhere lie in the stock, below the known ones.
    """

    game: np.ndarray
    unknown: tuple[int, int] = (0, 0)
    deck_unknown: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every card is known."""
        return self.unknown == (0, 0) and not self.deck_unknown

    def filled(self) -> np.ndarray:
        """Return a game record in which cards named nowhere stand for the unknown ones.

        They are taken in card order, the hands' first; only what does not depend on unknown cards
        may be read off the result.
        """
        game = self.game.copy()
        row = game[0]
        unnamed = list(cards_of(int(row["out"])))
        for side in (0, 1):
            taken, unnamed = unnamed[: self.unknown[side]], unnamed[self.unknown[side] :]
            row["hand"][side] |= np.uint64(mask_of(taken))
        if self.deck_unknown:
            known = [int(card) for card in row["deck"][int(row["top"]) :]]
            stock, unnamed = known + unnamed, []
            row["top"] = DECK_SIZE - len(stock)
            row["deck"][int(row["top"]) :] = stock
        row["out"] = mask_of(unnamed)
        return game


class _Reader:
    """Reads one position; every card is placed once, every field given once."""

    def __init__(self, text: str, rules: RuleSet) -> None:
        self.rules = rules
        self.tokens = text.split()
        self.next = 0
        self.placed = 0
        self.game = np.zeros(1, dtype=state.GAME_DTYPE)
        self.row = self.game[0]
        self.unknown = [0, 0]
        self.deck_unknown = False
        for name in ("jack_on", "turned"):
            self.row[name] = NO_CARD
        for name in ("pending", "target", "first_to_score"):
            self.row[name] = NO_CARD
        self.row["last"] = state.NO_SUDDEN_DEATH

    def peek(self) -> str:
        return self.tokens[self.next] if self.next < len(self.tokens) else ""

    def take(self, what: str) -> str:
        if self.next >= len(self.tokens):
            raise ValueError(f"the position ends where {what} should stand")
        self.next += 1
        return self.tokens[self.next - 1]

    def place(self, card: int) -> int:
        if self.placed >> card & 1:
            raise ValueError(f"{card_text(card)} stands twice")
        self.placed |= 1 << card
        return card

    def place_all(self, text: str, where: str) -> list[int]:
        try:
            found = cards.read_cards(text)
        except ValueError as error:
            raise ValueError(f"{where} {text!r}: {error}") from None
        return [self.place(card) for card in found]

    def number(self, field: str, low: int, high: int) -> int:
        text = self.take(f"the number of {field!r}")
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(f"{field} {text!r} is not a number {low}..{high}")
        return int(text)

    def side(self, field: str) -> int:
        text = self.take(f"A or B after {field!r}")
        if text not in ("A", "B"):
            raise ValueError(f"{field} {text!r} is neither A nor B")
        return _SIDES.index(text)

    def read(self) -> Position:
        for side, name in enumerate(_SIDES):
            if self.take(f"side {name}") != name:
                raise ValueError(f"{self.tokens[self.next - 1]!r} stands where {name} should")
            self.read_side(side, self.take(f"hand/points/royals of {name}"))
        deck: list[int] = []
        given: set[str] = set()
        while self.next < len(self.tokens):
            field = self.take("a field")
            if field not in _FIELDS:
                raise ValueError(f"unknown token {field!r}; fields are {', '.join(_FIELDS)}")
            if field in given:
                raise ValueError(f"field {field!r} stands twice")
            given.add(field)
            if field == "deck":
                deck = self.read_deck()
            else:
                getattr(self, f"read_{field}")()
        self.finish(deck, given)
        return Position(self.game, (self.unknown[0], self.unknown[1]), self.deck_unknown)

    def read_side(self, side: int, text: str) -> None:
        parts = text.split("/")
        if len(parts) != 3:
            raise ValueError(f"{text!r} is not hand/points/royals")
        hand, points, royals = parts
        for ask in re.findall(r"\?\d*", hand):
            if ask == "?":
                raise ValueError(f"{hand!r}: write how many cards are unknown, as ?3")
            self.unknown[side] += int(ask[1:])
            if self.unknown[side] > DECK_SIZE:
                raise ValueError(f"{ask} asks for more than {DECK_SIZE} cards")
        known = re.sub(r"\?\d+", "", hand)
        self.row["hand"][side] = mask_of(self.place_all(known or "-", "hand"))
        self.read_points(side, points)
        for card in self.place_all(royals, "royals"):
            rank = card >> 2
            glasses = rank == cards.EIGHT and self.rules.values["eight"] == "glasses"
            if rank not in (cards.QUEEN, cards.KING) and not glasses:
                raise ValueError(f"{card_text(card)} cannot stand under royals")
            self.row["royals"][side] |= np.uint64(1 << card)

    def read_points(self, side: int, text: str) -> None:
        place = 0
        while text != "-" and place < len(text):
            try:
                point, place = read_card(text, place)
            except ValueError as error:
                raise ValueError(f"points {text!r}: {error}") from None
            if point >> 2 > cards.TEN:
                raise ValueError(f"{card_text(point)} is no point card")
            self.row["points"][side] |= np.uint64(1 << self.place(point))
            if text[place : place + 1] == "(":
                end = text.find(")", place)
                if end < 0:
                    raise ValueError(f"points {text!r}: a bracket is not closed")
                for jack in self.place_all(text[place + 1 : end], "jacks"):
                    if jack >> 2 != cards.JACK:
                        raise ValueError(f"{card_text(jack)} on {card_text(point)} is no jack")
                    self.row["jack_on"][jack & 3] = point
                    self.row["jacks"][side] |= np.uint64(1 << jack)
                place = end + 1

    def read_deck(self) -> list[int]:
        text = self.take("the cards of 'deck'")
        if text.endswith("?"):
            self.deck_unknown = True
            text = text[:-1]
        return self.place_all(text or "-", "deck")

    def read_scrap(self) -> None:
        self.row["scrap"] = mask_of(self.place_all(self.take("the cards of 'scrap'"), "scrap"))

    def read_turn(self) -> None:
        self.row["to_act"] = self.side("turn")

    def read_passes(self) -> None:
        self.row["passes"] = self.number("passes", 0, 1000)

    def read_exposed(self) -> None:
        self.row["exposed"][self.side("exposed")] = 1

    def read_frozen(self) -> None:
        # Checked in `finish`, once both hands are known; a frozen card is named a second time.
        text = self.take("the cards of 'frozen'")
        frozen = cards.read_cards(text)
        for card in frozen:
            if frozen.count(card) > 1:
                raise ValueError(f"frozen {text!r}: {card_text(card)} stands twice")
        self.row["frozen"] = mask_of(frozen)

    def read_last(self) -> None:
        self.row["last"] = self.number("last", 0, 2)

    def read_sevens(self) -> None:
        sevens = self.place_all(self.take("the cards of 'sevens'"), "sevens")
        self.push_sevens(sevens, front=True)

    def push_sevens(self, sevens: list[int], front: bool) -> None:
        for card in sevens:
            if card >> 2 != cards.SEVEN:
                raise ValueError(f"{card_text(card)} is no seven")
        count = int(self.row["sevens_waiting"])
        waiting = [int(card) for card in self.row["sevens"][:count]]
        waiting = sevens + waiting if front else waiting + sevens
        self.row["sevens"][: len(waiting)] = waiting
        self.row["sevens_waiting"] = len(waiting)

    def read_pending(self) -> None:
        kind = self.take("what is pending")
        if kind == "oneoff":
            self.read_pending_oneoff()
        elif kind == "three":
            (card,) = self.one_card("the 3 of 'pending three'")
            if card >> 2 != cards.THREE:
                raise ValueError(f"pending three {card_text(card)} is no three")
            self.row["phase"] = state.TAKE
            self.row["pending"] = card
        elif kind == "discard":
            self.row["phase"] = state.DISCARD
            self.row["owed"] = self.number("pending discard", 1, DECK_SIZE)
            reason = self.take("the reason") if self.peek() in ("five", "limit") else ""
            self.row["reason"] = _REASONS[reason]
        elif kind == "seven":
            seven = self.take("the seven of 'pending seven', or -")
            two = self.rules.values["seven"] == "two"
            if (seven == "-") != two:
                expected = "-" if two else "the seven"
                raise ValueError(f"pending seven {seven!r}: these rules want {expected} there")
            self.push_sevens(self.place_all(seven, "pending seven"), front=False)
            turned = self.place_all(self.take("the cards turned up"), "pending seven")
            if not 1 <= len(turned) <= 1 + two:
                raise ValueError(f"pending seven turns up {len(turned)} cards")
            self.row["turned"][: len(turned)] = turned
            self.row["turned_up"] = len(turned)
            self.row["phase"] = state.SEVEN
        else:
            raise ValueError(f"unknown token {kind!r} after 'pending'")

    def one_card(self, what: str) -> list[int]:
        text = self.take(what)
        placed = self.place_all(text, what)
        if len(placed) != 1:
            raise ValueError(f"{what}: {text!r} is not one card")
        return placed

    def read_pending_oneoff(self) -> None:
        (card,) = self.one_card("the card of 'pending oneoff'")
        self.row["phase"] = state.RESPOND
        self.row["pending"] = card
        directed = card >> 2 in (cards.TWO, cards.NINE)
        if self.peek() != "counters":
            text = self.take("the target or 'counters'")
            target, end = read_card(text)
            if end != len(text) or not directed:
                raise ValueError(f"{text!r} is no target of {card_text(card)}")
            self.row["target"] = target
        elif directed:
            raise ValueError(f"pending oneoff {card_text(card)} lacks its target")
        if self.take("'counters'") != "counters":
            raise ValueError(f"{self.tokens[self.next - 1]!r} stands where 'counters' should")
        chain = self.place_all(self.take("the cards of 'counters', or -"), "counters")
        for two in chain:
            if two >> 2 != cards.TWO:
                raise ValueError(f"{card_text(two)} in a chain is no two")
        self.row["counters"] = mask_of(chain)
        self.row["chain"] = len(chain)
        self.row["chain_cards"][: len(chain)] = chain

    def finish(self, deck: list[int], given: set[str]) -> None:
        row, values = self.row, self.rules.values
        left = DECK_SIZE - self.placed.bit_count()
        if sum(self.unknown) > left:
            asked = " and ".join(f"?{count}" for count in self.unknown if count)
            raise ValueError(f"{asked} asks for more cards than the {left} that are left")
        row["top"] = DECK_SIZE - len(deck)
        row["deck"][DECK_SIZE - len(deck) :] = deck
        row["out"] = int(cards.ALL_CARDS) & ~self.placed
        limit = values["queen_limit"]
        for side, name in enumerate(_SIDES):
            queens = int(row["royals"][side] & cards.QUEENS)
            if limit is not None and queens.bit_count() > limit:
                raise ValueError(f"{set_text(queens)}: {name} has more queens than {limit}")
        hands = int(row["hand"][0] | row["hand"][1])
        for card in cards_of(int(row["frozen"]) & ~hands):
            raise ValueError(f"frozen {card_text(card)} is in no hand")
        row["known"] = row["hand"] & row["frozen"]  # they came back in public
        self.refuse_two_on_goal()
        self.place_mover()
        self.check_pending()
        self.set_last(given)

    def refuse_two_on_goal(self) -> None:
        row, goal = self.row, self.rules.values["goal"]
        kings = [int(row["royals"][side] & cards.KINGS) for side in (0, 1)]
        totals = [
            sum((card >> 2) + 1 for card in cards_of(int(row["points"][side]))) for side in (0, 1)
        ]
        if all(totals[side] >= goal[kings[side].bit_count()] for side in (0, 1)):
            reached = " and ".join(
                f"{name} with {totals[side]} points and kings {set_text(kings[side])}"
                for side, name in enumerate(_SIDES)
            )
            raise ValueError(f"both sides stand on their goal: {reached}")

    def place_mover(self) -> None:
        row = self.row
        phase, side = int(row["phase"]), int(row["to_act"])
        rival_decides = (phase == state.RESPOND and row["chain"] % 2 == 0) or (
            phase == state.DISCARD and row["reason"] == state.BY_RIVAL
        )
        row["mover"] = 1 - side if rival_decides else side

    def check_pending(self) -> None:
        row = self.row
        phase, side = int(row["phase"]), int(row["to_act"])
        if row["sevens_waiting"] and phase == state.MAIN:
            raise ValueError("sevens wait behind something pending, and nothing is")
        if phase == state.DISCARD:
            held = int(row["hand"][side]).bit_count() + self.unknown[side]
            if held == 0:
                raise ValueError(f"pending discard {row['owed']} of an empty hand")
            row["owed"] = min(int(row["owed"]), held)
        if phase == state.TAKE and not int(row["scrap"]) & int(self.rules.record["takeable"][0]):
            raise ValueError(f"pending three {card_text(int(row['pending']))} has nothing to take")
        if phase != state.MAIN and row["reason"] != state.BY_LIMIT:
            row["passes"] = 0
        if phase == state.RESPOND:
            self.check_oneoff(int(row["pending"]), int(row["target"]))

    def check_oneoff(self, card: int, target: int) -> None:
        values, rank = self.rules.values, card >> 2
        effect = rank <= cards.TEN
        if rank == cards.EIGHT:
            effect = values["eight"] == "oneoff"
        if rank == cards.TEN:
            effect = values["ten"] == "discard"
        if not effect:
            raise ValueError(f"pending oneoff {card_text(card)} has no effect in these rules")
        if target != NO_CARD and not 1 << target & self.targets(rank):
            raise ValueError(f"{card_text(target)} is no legal target of {card_text(card)}")

    def targets(self, rank: int) -> int:
        """The cards that the mover may hit with a 2 or 9, as a set."""
        values, side = self.rules.values, int(self.row["mover"])
        table = [int(self.row["royals"][i] | self.row["jacks"][i]) for i in (0, 1)]
        found = table[1 - side]
        if rank == cards.NINE and values["nine"] != "permanent":
            found |= int(self.row["points"][1 - side])
        queens = found & int(cards.QUEENS)
        if queens:
            shielded = values["queen_protects"] == "pair_all" and queens.bit_count() > 1
            found = 0 if shielded else queens
        if values["own_targets"]:
            found |= table[side]
        return found if values["two_hits_queen"] else found & ~int(cards.QUEENS)

    def set_last(self, given: set[str]) -> None:
        row = self.row
        if not self.rules.values["sudden_death"]:
            if "last" in given:
                raise ValueError("'last' stands in rules without sudden_death")
            return
        empty = row["top"] == DECK_SIZE and not self.deck_unknown
        if "last" in given and not empty:
            raise ValueError("'last' stands though the stock is not empty")
        if empty and "last" not in given:
            row["last"] = 1


def parse_position(text: str, rules: RuleSet) -> Position:
    """Read a position.

    Raises
    ------
    ValueError
        One line with the reason and the offending token.
    """
    return _Reader(text, rules).read()


def _points_text(row: np.void, side: int) -> str:
    parts = []
    for point in cards_of(int(row["points"][side])):
        jacks = [4 * cards.JACK + suit for suit in range(4) if row["jack_on"][suit] == point]
        stack = "".join(card_text(jack) for jack in jacks)
        parts.append(card_text(point) + (f"({stack})" if stack else ""))
    return "".join(parts) or "-"


def _row_text(found: np.ndarray, count: int) -> str:
    return "".join(card_text(int(card)) for card in found[:count]) or "-"


def _pending_text(row: np.void) -> str:
    phase = int(row["phase"])
    if phase == state.RESPOND:
        card = card_text(int(row["pending"]))
        target = "" if row["target"] == NO_CARD else f" {card_text(int(row['target']))}"
        return f"oneoff {card}{target} counters {_row_text(row['chain_cards'], int(row['chain']))}"
    if phase == state.TAKE:
        return f"three {card_text(int(row['pending']))}"
    if phase == state.DISCARD:
        reason = next(name for name, code in _REASONS.items() if code == row["reason"])
        return f"discard {row['owed']} {reason}".rstrip()
    waiting = int(row["sevens_waiting"])
    seven = card_text(int(row["sevens"][waiting - 1])) if waiting else "-"
    turned = mask_of(int(card) for card in row["turned"][: int(row["turned_up"])])
    return f"seven {seven} {set_text(turned)}"


def _extras(row: np.void) -> Iterator[str]:
    phase = int(row["phase"])
    for side, name in enumerate(_SIDES):
        if row["exposed"][side]:
            yield f"exposed {name}"
    frozen = int(row["frozen"]) & int(row["hand"][0] | row["hand"][1])
    if frozen:
        yield f"frozen {set_text(frozen)}"
    if phase in (state.RESPOND, state.TAKE, state.DISCARD, state.SEVEN):
        yield f"pending {_pending_text(row)}"
        # The innermost seven of `pending seven` is printed there.
        waiting = int(row["sevens_waiting"]) - (phase == state.SEVEN)
        if waiting > 0:
            yield f"sevens {_row_text(row['sevens'], waiting)}"
    if phase != state.OVER and int(row["last"]) not in (state.NO_SUDDEN_DEATH, 1):
        yield f"last {row['last']}"


def format_position(game: np.ndarray, position: Position | None = None) -> str:
    """Print a game record (`GAME_DTYPE[1]`) as one line.

    A finished game prints with the side that acted last as `turn`. `position` adds the `?` that a
    position was read with.
    """
    row = game[0]
    unknown = position.unknown if position else (0, 0)
    parts = []
    for side, name in enumerate(_SIDES):
        hand = set_text(row["hand"][side])
        if unknown[side]:
            hand = ("" if hand == "-" else hand) + f"?{unknown[side]}"
        parts += [name, f"{hand}/{_points_text(row, side)}/{set_text(row['royals'][side])}"]
    stock = _row_text(row["deck"][int(row["top"]) :], DECK_SIZE)
    if position and position.deck_unknown:
        stock = ("" if stock == "-" else stock) + "?"
    if stock != "-":
        parts += ["deck", stock]
    if row["scrap"]:
        parts += ["scrap", set_text(row["scrap"])]
    over = int(row["phase"]) == state.OVER
    parts += ["turn", _SIDES[int(row["mover"] if over else row["to_act"])]]
    if row["passes"]:
        parts += ["passes", str(row["passes"])]
    return " ".join([*parts, *_extras(row)])


def same_position(left: np.ndarray, right: np.ndarray, finished: bool) -> bool:
    """Whether two records stand for one position; a finished one is compared without its turn."""
    if not finished:
        return format_position(left) == format_position(right)
    pair = []
    for game in (left, right):
        bare = game.copy()
        for name in ("mover", "to_act", "passes", "frozen", "phase"):
            bare[name] = 0
        bare["last"] = state.NO_SUDDEN_DEATH
        pair.append(format_position(bare))
    return pair[0] == pair[1]


_TARGETED = {"scuttle", "jack"}
_CARDLESS = {"draw", "pass", "accept"}


def parse_move(text: str) -> int:
    """Read a move; whether it is legal is another question.

    Raises
    ------
    ValueError
        One line with the offending token.
    """
    verb, *tokens = text.split() or [""]
    if verb not in moves.VERBS:
        raise ValueError(f"unknown move {text!r}; verbs are {', '.join(moves.VERBS)}")
    numbers = []
    for token in tokens:
        card, end = read_card(token)
        if end != len(token):
            raise ValueError(f"{token!r} in move {text!r} is not one card")
        numbers.append(card)
    least = 0 if verb in _CARDLESS else 2 if verb in _TARGETED else 1
    most = 2 if verb == "oneoff" else least
    if not least <= len(numbers) <= most:
        raise ValueError(f"move {text!r}: {verb} goes with {least} card(s), not {len(numbers)}")
    card, target = (*numbers, NO_CARD, NO_CARD)[:2]
    return moves.VERBS.index(verb) | card << 8 | target << 16


def move_text(move: int) -> str:
    """Print a move."""
    verb, card, target = move & 0xFF, move >> 8 & 0xFF, move >> 16 & 0xFF
    named = [card_text(one) for one in (card, target) if one != NO_CARD]
    return " ".join([moves.VERBS[verb], *named])
