"""Slow reference engine of Cuckoo (docs/rules.md, 3), and exact values by enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

RANKS = "A23456789TJQK"
SUITS = "cdhs"
WORDS: dict[str, tuple[str, ...]] = {
    "king_blocks": ("yes", "no"),
    "tie": ("all_lose", "dealer_wins", "nobody"),
    "dealer_cut_king": ("blocks", "plain"),
}
NUMBERS: dict[str, tuple[int, int]] = {"lives": (1, 1000), "players": (2, 10)}
ROUND_CAP = 10_000


def parse_rules(text: str) -> dict[str, object]:
    """The switches of `cuckoo[+SWITCH=VALUE...]`; ValueError with a one-line reason."""
    name, *modifiers = text.strip().split("+")
    if name != "cuckoo":
        raise ValueError(f"unknown profile {name!r}; allowed: cuckoo")
    rules: dict[str, object] = {
        "profile": "cuckoo", "king_blocks": "yes", "tie": "all_lose",
        "dealer_cut_king": "blocks", "lives": 3, "players": 4,
    }  # fmt: skip
    seen: set[str] = set()
    for modifier in modifiers:
        switch, _, value = modifier.partition("=")
        if switch in seen:
            raise ValueError(f"{switch} is named twice")
        seen.add(switch)
        if switch in WORDS:
            if value not in WORDS[switch]:
                raise ValueError(f"{modifier}: allowed: {', '.join(WORDS[switch])}")
            rules[switch] = value
        elif switch in NUMBERS:
            least, most = NUMBERS[switch]
            digits = value.isascii() and value.isdigit()
            if not digits or not least <= int(value) <= most:
                raise ValueError(f"{modifier}: allowed: {least} to {most}")
            rules[switch] = int(value)
        else:
            allowed = ", ".join([*WORDS, *NUMBERS])
            raise ValueError(f"unknown switch {modifier!r}; allowed: {allowed}")
    return rules


def rank_of(card: str) -> str:
    """The rank of a card written with or without a suit."""
    card = card.replace("10", "T")
    if not card or card[0] not in RANKS or card[1:] not in ("", *SUITS, *"♣♦♥♠"):
        raise ValueError(f"unknown token {card!r}")
    return card[0]


def height(rank: str) -> int:
    """A=1 ... K=13."""
    return RANKS.index(rank) + 1


class Round:
    """One round. Seats count from 1 in turn order; the last one still in the game deals."""

    def __init__(
        self,
        cards: str | list[str],
        lives: str | list[int],
        cut: str | None = None,
        rules_text: str = "cuckoo",
    ) -> None:
        """Cards with `-` for an eliminated seat (0 lives); `cut`: what the dealer would cut."""
        self.rules = parse_rules(rules_text)
        words = cards.split() if isinstance(cards, str) else list(cards)
        counts = [int(life) for life in (lives.split() if isinstance(lives, str) else lives)]
        if len(words) != len(counts):
            raise ValueError(f"{len(words)} cards for {len(counts)} seats")
        self.seats = list(range(1, len(words) + 1))
        self.lives = dict(zip(self.seats, counts, strict=True))
        self.card: dict[int, str] = {}
        for seat, word in zip(self.seats, words, strict=True):
            if (word == "-") != (self.lives[seat] == 0):
                raise ValueError(f"seat {seat}: card {word} with {self.lives[seat]} lives")
            if word != "-":
                self.card[seat] = rank_of(word)
        if not 2 <= len(self.card) <= 10:
            raise ValueError(f"{len(self.card)} active seats; 2 to 10 can play")
        self.cut = None if cut is None else rank_of(cut)
        given = [*self.card.values(), *([self.cut] if self.cut else [])]
        for rank in RANKS:
            if given.count(rank) > 4:
                raise ValueError(f"more than four cards of rank {rank}")
        self.order = sorted(self.card)  # active seats in turn order
        self.dealer = self.order[-1]
        self.turn = 0  # index in `order` of the seat to act
        #: What each seat knows of the other seats' present cards.
        self._known: dict[int, dict[int, str]] = {seat: {} for seat in self.order}
        self.losers: list[int] = []
        self.after = ""
        self.winner = ""
        self.next_dealer = ""

    @property
    def to_act(self) -> int | None:
        """The seat to act, None after the reveal."""
        return self.order[self.turn] if self.turn < len(self.order) else None

    @property
    def final(self) -> str:
        """The cards as they lie now (after the last turn: at the reveal)."""
        return " ".join(self.card.get(seat, "-") for seat in self.seats)

    def legal(self) -> list[str]:
        """`keep` and `swap` (for the dealer: cut) while a seat has its turn."""
        return [] if self.to_act is None else ["keep", "swap"]

    def known(self, seat: int) -> dict[int, str]:
        """Ranks of others' present cards known to `seat`.

        A swap is seen by all, so a known card is followed from hand to hand.
        """
        return dict(self._known[seat])

    def play(self, move: str) -> None:
        """Keep or swap; after the dealer the round is scored."""
        if move not in self.legal():
            raise ValueError(f"illegal move {move!r}; legal: {', '.join(self.legal()) or 'none'}")
        seat = self.order[self.turn]
        if move == "swap":
            if seat == self.dealer:
                self._cut()
            else:
                self._swap(seat, self.order[self.turn + 1])
        self.turn += 1
        if self.to_act is None:
            self._reveal()

    def _swap(self, seat: int, neighbour: int) -> None:
        """Swap with the neighbour on the left, who may refuse only with a king."""
        if self.card[neighbour] == "K" and self.rules["king_blocks"] == "yes":
            for observer in self.order:
                if observer != neighbour:
                    self._known[observer][neighbour] = "K"
            return
        for observer, known in self._known.items():
            mine, theirs = known.pop(seat, None), known.pop(neighbour, None)
            if observer in (seat, neighbour):
                continue
            if theirs is not None:
                known[seat] = theirs
            if mine is not None:
                known[neighbour] = mine
        self.card[seat], self.card[neighbour] = self.card[neighbour], self.card[seat]
        self._known[seat][neighbour] = self.card[neighbour]
        self._known[neighbour][seat] = self.card[seat]

    def _cut(self) -> None:
        """The dealer cuts a card: it replaces his, unless it is a king."""
        if self.cut is None:
            raise ValueError("the dealer cuts, but no cut card was given")
        if self.cut == "K" and self.rules["dealer_cut_king"] == "blocks":
            return
        self.card[self.dealer] = self.cut
        for known in self._known.values():
            known.pop(self.dealer, None)

    def _reveal(self) -> None:
        """The lowest rank loses one life; ties by the switch `tie`."""
        lowest = min(self.card.values(), key=height)
        self.losers = [seat for seat in self.order if self.card[seat] == lowest]
        if len(self.losers) > 1 and self.rules["tie"] == "nobody":
            self.losers = []
        elif len(self.losers) > 1 and self.rules["tie"] == "dealer_wins":
            self.losers = [seat for seat in self.losers if seat != self.dealer]
        for seat in self.losers:
            self.lives[seat] -= 1
        self.after = " ".join(str(self.lives[seat]) for seat in self.seats)
        left = [seat for seat in self.order if self.lives[seat] > 0]
        if len(left) == 1:
            self.winner = str(left[0])
        elif not left:  # all remaining fell together
            self.winner = " ".join(str(seat) for seat in self.order)
        else:
            place = self.seats.index(self.dealer)
            clockwise = self.seats[place + 1 :] + self.seats[: place + 1]
            self.next_dealer = str(next(seat for seat in clockwise if seat in left))


class Game:
    """A whole game: seats 1 to N clockwise; round after round with given decks."""

    def __init__(self, rules_text: str = "cuckoo", dealer: int | None = None) -> None:
        """Nothing dealt yet; the first dealer is the last seat unless another is named."""
        self.rules_text = rules_text
        self.rules = parse_rules(rules_text)
        players, lives = self.rules["players"], self.rules["lives"]
        assert isinstance(players, int) and isinstance(lives, int)
        self.seats = list(range(1, players + 1))
        self.lives = dict.fromkeys(self.seats, lives)
        self.dealer = dealer or players
        self.rounds = 0
        self.winner = ""  # seats, or "unfinished"
        self.round: Round | None = None
        self.clockwise: list[int] = []  # the seats in the turn order of this round

    def deal(self, deck: list[str]) -> None:
        """Deal from a shuffled deck: one card each from the dealer's left, then the cut."""
        if self.winner or (self.round is not None and self.round.to_act is not None):
            raise ValueError("no deal is due")
        if len(deck) != 52 or len(set(deck)) != 52:
            raise ValueError("the deck must hold each of the 52 cards once")
        place = self.seats.index(self.dealer)
        self.clockwise = self.seats[place + 1 :] + self.seats[: place + 1]
        cards, rest = [], list(deck)
        for seat in self.clockwise:
            cards.append(rest.pop(0) if self.lives[seat] else "-")
        lives = [self.lives[seat] for seat in self.clockwise]
        self.round = Round(cards, lives, rest[0], self.rules_text)

    def _name(self, place: int) -> int:
        """The seat at a place (from 1) of the turn order."""
        return self.clockwise[place - 1]

    @property
    def to_act(self) -> int | None:
        """The seat to act, None between rounds."""
        place = None if self.round is None else self.round.to_act
        return None if place is None else self._name(place)

    def known(self, seat: int) -> dict[int, str]:
        """What `seat` knows of others' cards in this round; nothing is kept between rounds."""
        if self.round is None or not self.lives[seat]:
            return {}
        known = self.round.known(self.clockwise.index(seat) + 1)
        return {self._name(place): rank for place, rank in known.items()}

    def legal(self) -> list[str]:
        """Moves of the seat to act."""
        return [] if self.round is None else self.round.legal()

    def play(self, move: str) -> None:
        """One move; after the last one of a round lives and the deal move on."""
        if self.round is None:
            raise ValueError(f"illegal move {move!r}: nothing is dealt")
        self.round.play(move)
        if self.round.to_act is not None:
            return
        self.rounds += 1
        for place, life in self.round.lives.items():
            self.lives[self._name(place)] = life
        if self.round.winner:
            winners = sorted(self._name(int(place)) for place in self.round.winner.split())
            self.winner = " ".join(str(seat) for seat in winners)
        else:
            self.dealer = self._name(int(self.round.next_dealer))
            if self.rules["tie"] == "nobody" and self.rounds >= ROUND_CAP:
                self.winner = "unfinished"


# --------------------------------------------------------------------------------------------
# Exact values.


def le_her_wins(a: int, b: int) -> Fraction:
    """Le Her: chance that the receiver wins, holding from rank a, the dealer from rank b.

    Enumerates both cards and the cut without replacement. After a swap the dealer knows both
    cards and keeps if his is at least as high; b applies only when the receiver held.
    """
    deck = [rank for rank in RANKS for _ in SUITS]
    wins = Fraction(0)
    for x in RANKS:
        for y in RANKS:
            for z in RANKS:
                chance = Fraction(1)
                rest = list(deck)
                for rank in (x, y, z):
                    chance *= Fraction(rest.count(rank), len(rest))
                    if chance:
                        rest.remove(rank)
                if chance:
                    wins += chance * _le_her_receiver_wins(x, y, z, a, b)
    return wins


def _le_her_receiver_wins(x: str, y: str, z: str, a: int, b: int) -> bool:
    """One deal of Le Her, played through `Round`."""
    game = Round([x, y], [1, 1], z, "cuckoo+tie=dealer_wins")
    game.play("keep" if height(x) >= a else "swap")
    theirs = game.known(2).get(1)
    mine = game.card[2]
    if theirs is not None:
        game.play("keep" if height(mine) >= height(theirs) else "swap")
    elif height(x) < a:  # a swap that his king stopped: he keeps the king
        game.play("keep")
    else:
        game.play("keep" if height(mine) >= b else "swap")
    return game.losers == [2]


def infinite_deck_value(first: int, dealer: int, pair: int) -> Fraction:
    """Two seats, cards with replacement, kings without power, ties push.

    The first seat swaps up to rank `first`; the dealer draws up to rank `dealer` when the first
    seat kept; after a swap he keeps a higher card, draws with a lower one and redraws an equal
    pair below rank `pair`. Returns the first seat's wins minus losses.
    """
    value = 0
    ranks = range(1, 14)
    for x in ranks:
        for y in ranks:
            for z in ranks:
                if x <= first:
                    front, back = y, x
                    draws = back < front or (back == front and back < pair)
                else:
                    front, back = x, y
                    draws = back <= dealer
                if draws:
                    back = z
                value += (front > back) - (front < back)
    return Fraction(value, 13**3)


def nobody_swaps_loss(n: int) -> Fraction:
    """Chance of a given one of n seats to be among the losers if nobody swaps.

    With rank r it loses exactly if the other n - 1 cards are all of rank r or higher.
    """
    chance = Fraction(0)
    for r in range(1, 14):
        not_lower = 4 * (13 - r + 1) - 1  # the other cards of rank r or higher
        chance += Fraction(4, 52) * Fraction(comb(not_lower, n - 1), comb(51, n - 1))
    return chance


def count_round(swaps: list[list[list[int]]], rules_text: str) -> dict[frozenset[int], int]:
    """Ordered deals by set of losing places (from 0), by playing every one through `Round`.

    `swaps[place][rank][relation]` is 1 to swap; relation 0 if no swap was forced on the place, else
    1, 2, 3 for a card lower than, equal to, higher than the one it lost by it. Deals of the same
    ranks are played once and counted as often as there are suits for them.
    """
    count = len(swaps)
    found: dict[frozenset[int], int] = {}
    for ranks in product(range(1, 14), repeat=count + 1):
        deals = 1
        for index, rank in enumerate(ranks):
            deals *= 4 - ranks[:index].count(rank)
        if deals <= 0:
            continue
        cards = [RANKS[rank - 1] for rank in ranks]
        game = Round(cards[:count], [1] * count, cards[count], rules_text)
        relation = 0
        for place in range(count):
            mine = height(game.card[place + 1])
            swap = swaps[place][mine][relation]
            relation = 0
            if swap and place + 1 < count:
                theirs = height(game.card[place + 2])
                if theirs != 13 or game.rules["king_blocks"] == "no":
                    relation = 1 if mine < theirs else 2 if mine == theirs else 3
            game.play("swap" if swap else "keep")
        losers = frozenset(seat - 1 for seat in game.losers)
        found[losers] = found.get(losers, 0) + deals
    return found
