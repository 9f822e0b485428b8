"""Rounds of Cuckoo as text (docs/notation.md), golden cases, and transcripts.

`cards 2 9 K 7 lives 3 3 3 3 cut 5`: seats in turn order, the last one still in the game deals, `-`
is an eliminated seat. Suits may be written and mean nothing. A case is a plain mapping as read from
TOML; reading and writing files is the caller's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine_fast.cards import PIPS, RANKS, SUITS
from engine_fast.cuckoo.play import Table
from engine_fast.cuckoo.rules import MOST_LIVES, CuckooRules
from engine_fast.cuckoo.state import MOST_PLAYERS, MOVES, SWAP
from engine_fast.cuckoo.steps import LiveTable

OUT = "-"  # an eliminated seat
_NEEDED = {"id", "cards", "lives", "moves"}
_KEYS = _NEEDED | {"rules", "source", "cut", "final", "after", "winner", "next_dealer"}


def read_card(token: str) -> tuple[int, str]:
    """Read one card, with or without a suit: its rank, 1 (ace) … 13, and its suit or `""`.

    Raises
    ------
    ValueError
        If it is no card.
    """
    text = "T" + token[2:] if token.startswith("10") else token
    rank = RANKS.find(text[0].upper()) + 1 if text else 0
    suit = PIPS.get(text[1:], text[1:].lower())
    if rank == 0 or (suit and (len(suit) > 1 or suit not in SUITS)):
        raise ValueError(f"unknown card {token!r} (ranks {RANKS}, suits {SUITS} or none)")
    return rank, suit


def rank_text(rank: int) -> str:
    """Return a rank's letter, `A` for 1 … `K` for 13."""
    return RANKS[rank - 1]


def _read_cards(tokens: list[str], cut: str | None) -> tuple[list[int], int]:
    """Read the cards of a row, 0 for an eliminated seat, and the one to be cut (0 if not given)."""
    named: set[tuple[int, str]] = set()
    count: dict[int, int] = {}

    def read(token: str) -> int:
        rank, suit = read_card(token)
        if suit and (rank, suit) in named:
            raise ValueError(f"card {token!r} stands twice")
        named.add((rank, suit))
        count[rank] = count.get(rank, 0) + 1
        if count[rank] > 4:
            raise ValueError(f"card {token!r}: there are only four of a rank")
        return rank

    ranks = [0 if token == OUT else read(token) for token in tokens]
    return ranks, 0 if cut is None else read(cut)


def _read_lives(tokens: list[str], cards: list[str]) -> list[int]:
    if len(tokens) != len(cards):
        raise ValueError(f"lives {' '.join(tokens)!r}: {len(tokens)} for {len(cards)} cards")
    lives = []
    for token, card in zip(tokens, cards, strict=True):
        if not (token.isascii() and token.isdigit()) or len(token) > 4 or int(token) > MOST_LIVES:
            raise ValueError(f"lives {token!r}: allowed are whole numbers 0..{MOST_LIVES}")
        if (card == OUT) != (int(token) == 0):
            raise ValueError(f"card {card!r} with {token} lives: a seat is out with - and 0 only")
        lives.append(int(token))
    return lives


@dataclass(frozen=True)
class Round:
    """A dealt round as text gives it: by seat, ranks 1 … 13, 0 for an eliminated seat.

    `cut` is 0 where no card to be cut was named.
    """

    ranks: tuple[int, ...]
    lives: tuple[int, ...]
    cut: int = 0

    @classmethod
    def read(cls, cards: str, lives: str, cut: str | None = None) -> Round:
        """Read the three parts of a round.

        Raises
        ------
        ValueError
            One line naming what is wrong.
        """
        tokens = cards.split()
        if len(tokens) > MOST_PLAYERS:
            raise ValueError(f"cards {cards!r}: {len(tokens)} seats, at most {MOST_PLAYERS}")
        if cut is not None and len(cut.split()) != 1:
            raise ValueError(f"cut {cut!r} is not one card")
        ranks, cut_rank = _read_cards(tokens, None if cut is None else cut.strip())
        counts = _read_lives(lives.split(), tokens)
        active = sum(rank > 0 for rank in ranks)
        if active < 2:
            raise ValueError(f"cards {cards!r}: {active} active, at least two must play")
        return cls(tuple(ranks), tuple(counts), cut_rank)

    @classmethod
    def parse(cls, text: str) -> Round:
        """Read `cards … lives … [cut …]`.

        Raises
        ------
        ValueError
            One line naming what is wrong.
        """
        parts: dict[str, list[str]] = {}
        here: list[str] | None = None
        for token in text.split():
            if token in ("cards", "lives", "cut"):
                if token in parts:
                    raise ValueError(f"{token!r} stands twice in {text!r}")
                here = parts.setdefault(token, [])
            elif here is None:
                raise ValueError(f"unknown token {token!r}; a round begins with 'cards'")
            else:
                here.append(token)
        for name in ("cards", "lives"):
            if name not in parts:
                raise ValueError(f"{name!r} is missing in {text!r}")
        cut = " ".join(parts["cut"]) if "cut" in parts else None
        return cls.read(" ".join(parts["cards"]), " ".join(parts["lives"]), cut)

    @property
    def cards_text(self) -> str:
        """The cards, as `2 - K 7`."""
        return _row(self.ranks)

    @property
    def text(self) -> str:
        """The round in one line, which `parse` reads back."""
        lives = " ".join(map(str, self.lives))
        cut = f" cut {rank_text(self.cut)}" if self.cut else ""
        return f"cards {self.cards_text} lives {lives}{cut}"

    def table(self, rules: CuckooRules) -> LiveTable:
        """Return a table with this round dealt and as many seats as the row, whatever the rules.

        Where no card to be cut was named its place is empty (0).
        """
        table = LiveTable(rules.having(players=len(self.ranks)))
        record = table.record
        record["lives"][0][: len(self.lives)] = self.lives
        record["dealer"] = max(seat for seat, rank in enumerate(self.ranks) if rank)
        table.deal_cards([rank for rank in self.ranks if rank], self.cut)
        return table


def _row(ranks: tuple[int, ...] | list[int]) -> str:
    return " ".join(rank_text(rank) if rank else OUT for rank in ranks)


def _by_seat(table: LiveTable) -> list[int]:
    """The cards now by seat, 0 for those who are not in the round."""
    row = [0] * len(table.lives)
    for seat, rank in zip(table.seats, table.ranks, strict=True):
        row[seat] = rank
    return row


def parse_moves(text: str, active: int) -> list[int]:
    """Read the moves of a round, one a seat that still plays.

    Raises
    ------
    ValueError
        On a word that is no move, or a wrong number of moves.
    """
    words = text.split()
    for word in words:
        if word not in MOVES:
            raise ValueError(f"unknown move {word!r}; allowed: {', '.join(MOVES)}")
    if len(words) != active:
        raise ValueError(f"moves {text!r}: {len(words)} for {active} active seats")
    return [MOVES.index(word) for word in words]


def play_moves(table: LiveTable, moves: list[int]) -> list[int]:
    """Play a whole round; return the cards at the reveal by seat, 0 for an eliminated one.

    Raises
    ------
    ValueError
        If the dealer cuts and no card to be cut was named.
    """
    if moves[-1] == SWAP and table.cut == 0:
        raise ValueError("the dealer cuts, but no card to be cut is given")
    for move in moves:
        table.play(move)
    final = _by_seat(table)
    table.end_round()
    return final


def _outcome(table: LiveTable, final: list[int]) -> dict[str, str]:
    """The keys of a golden case that tell how a round ended; seats count from 1."""
    return {
        "final": _row(final),
        "after": " ".join(map(str, table.lives)),
        "winner": " ".join(str(seat + 1) for seat in table.winners),
        "next_dealer": "" if table.winners else str(table.dealer + 1),
    }


def run_case(case: Mapping[str, Any]) -> list[str]:
    """Return what does not hold in a `[[cuckoo]]` case, one line each; nothing if all does.

    `id`, `cards`, `lives` and `moves` are needed; every other key that is present must hold.
    """
    faults = [f"key {key!r} is missing" for key in sorted(_NEEDED - case.keys())]
    faults += [f"unknown key {key!r}" for key in sorted(case.keys() - _KEYS)]
    faults += [
        f"key {key!r} must be a text, not {case[key]!r}"
        for key in sorted(_KEYS & case.keys())
        if not isinstance(case[key], str)
    ]
    if faults:
        return faults
    try:
        rules = CuckooRules.parse(case.get("rules", "cuckoo"))
        dealt = Round.read(case["cards"], case["lives"], case.get("cut"))
        table = dealt.table(rules)
        final = play_moves(table, parse_moves(case["moves"], table.count))
        found = _outcome(table, final)
        expected = {key: " ".join(case[key].split()) for key in found if key in case}
        if "final" in expected:
            tokens = expected["final"].split()
            expected["final"] = _row([0 if t == OUT else read_card(t)[0] for t in tokens])
    except ValueError as error:
        return [str(error)]
    return [
        f"{key} is {found[key]!r}, should be {value!r}"
        for key, value in expected.items()
        if found[key] != value
    ]


@dataclass(frozen=True)
class RoundRecord:
    """One round of a game, written down.

    Rows go in turn order, from the dealer's left, that dealer last; `winner` and `next_dealer`
    count in the row from 1. `seats` are the seats of the row in the game, from 1: the first
    dealer's left is 1, that dealer the last.
    """

    number: int
    seats: tuple[int, ...]
    cards: str
    lives: str
    cut: str
    moves: str
    final: str
    after: str
    winner: str
    next_dealer: str

    def case(self, rules: CuckooRules, name: str) -> dict[str, str]:
        """Return the round as a golden case, which `run_case` accepts."""
        keys = ("cards", "lives", "cut", "moves", "final", "after", "winner", "next_dealer")
        row = {key: getattr(self, key) for key in keys}
        return {"id": name, "rules": rules.text, **row}

    @property
    def text(self) -> str:
        """The round in one line, for people."""
        seats = " ".join(map(str, self.seats))
        ending = f", seat {self._seats_of(self.winner)} wins" if self.winner else ""
        return (
            f"round {self.number + 1}: seats {seats}: cards {self.cards} lives {self.lives} "
            f"cut {self.cut}: {self.moves}: {self.final}, lives {self.after}{ending}"
        )

    def _seats_of(self, places: str) -> str:
        return " and ".join(str(self.seats[int(place) - 1]) for place in places.split())


def _write_round(table: LiveTable, policies: tuple[Any, ...]) -> RoundRecord:
    """Play the round that is dealt to `table` and write it down."""
    players = len(table.lives)
    number, first = table.rounds, (table.dealer + 1) % players
    row = [(first + place) % players for place in range(players)]

    def turned(values: list[int]) -> list[int]:
        return [values[seat] for seat in row]

    cards, lives, cut = turned(_by_seat(table)), turned(table.lives), table.cut
    moves = []
    for seat in table.seats:
        moves.append(table.ask(policies[seat]))
        table.play(moves[-1])
    final = turned(_by_seat(table))
    table.end_round()
    return RoundRecord(
        number=number,
        seats=tuple(seat + 1 for seat in row),
        cards=_row(cards),
        lives=" ".join(map(str, lives)),
        cut=rank_text(cut),
        moves=" ".join(MOVES[move] for move in moves),
        final=_row(final),
        after=" ".join(map(str, turned(table.lives))),
        winner=" ".join(str(row.index(seat) + 1) for seat in sorted(table.winners, key=row.index)),
        next_dealer="" if table.winners else str(row.index(table.dealer) + 1),
    )


def transcript_of_game(table: Table, seed: int, game: int) -> list[RoundRecord]:
    """Play game `game` of a seed again, as `play_games` played it, and write down every round.

    Raises
    ------
    PolicyError
        If a policy answers an index out of range.
    """
    live = LiveTable(table.rules)
    rounds = []
    while not live.over:
        live.deal_game_round(seed, game)
        rounds.append(_write_round(live, table.seated))
    return rounds


def transcript_of_round(table: Table, seed: int, index: int) -> RoundRecord:
    """Play round `index` of a seed again, as `play_rounds` played it, and write it down.

    Raises
    ------
    PolicyError
        If a policy answers an index out of range.
    """
    live = LiveTable(table.rules)
    live.deal_round(seed, index)
    return _write_round(live, table.seated)
