"""Games of a batch again, decision by decision: the functions behind `replay`.

A game follows from rules, policies, seed and its number, so nothing has to be kept to show it. The
engines write transcripts; here they become text, golden cases (docs/notation.md) or JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from experiments import policy_texts
from experiments.amounts import DEFAULT_SEED, MOST

MOST_SHOWN = 100_000


@dataclass(frozen=True)
class Replay:
    """Some games, ready to be shown; each is played again when its turn comes.

    `rules` and `rules_hash` say what was played; `tell`, `case` and `record` give one game as text,
    as golden cases, as plain objects.
    """

    games: range
    rules: str
    rules_hash: str
    seed: int
    heading: dict[str, Any]
    tell: Callable[[int], str]
    case: Callable[[int], str]
    record: Callable[[int], dict[str, Any]]

    def as_text(self) -> Iterator[str]:
        """One block of lines a game, for people."""
        for index in self.games:
            yield self.tell(index)

    def as_golden(self) -> Iterator[str]:
        """Golden cases, which `verify` accepts."""
        for index in self.games:
            yield self.case(index)

    def as_json(self) -> dict[str, Any]:
        """All games as one object."""
        return {
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            **self.heading,
            "games": [self.record(index) for index in self.games],
        }


def parse_range(text: str) -> range:
    """Read `GAME` or `START:STOP` (without STOP).

    Raises
    ------
    ValueError
        If it is neither, empty, or longer than anybody wants to read.
    """
    match = re.fullmatch(r"(\d+)(?::(\d+))?", text, re.ASCII)
    if match is None:
        raise ValueError(f"{text!r} is neither GAME nor START:STOP")
    start = int(match[1])
    stop = start + 1 if match[2] is None else int(match[2])
    if not start < stop <= MOST:
        raise ValueError(f"{text!r} holds no games; allowed: 0 <= START < STOP <= {MOST}")
    if stop - start > MOST_SHOWN:
        raise ValueError(f"{text!r} holds {stop - start} games; allowed: up to {MOST_SHOWN}")
    return range(start, stop)


def _toml(value: Any) -> str:
    """A TOML value: a text, or a list of texts, one a line where they are many."""
    if isinstance(value, list | tuple):
        parts = [_toml(part) for part in value]
        if len(parts) < 4:
            return "[" + ", ".join(parts) + "]"
        return "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _golden(kind: str, case: dict[str, Any]) -> str:
    wide = max(map(len, case))
    lines = [f"{key:{wide}} = {_toml(value)}" for key, value in case.items()]
    return "\n".join([f"[[{kind}]]", *lines, ""])


def cuttle(
    a: str, b: str, games: range, *, rules: str = "classic", seed: int = DEFAULT_SEED
) -> Replay:
    """Games of `match a b`: even ones seat `a` at A, odd ones at B.

    Under rules that make matches of several games, each number stands for a match and all its
    games are shown.

    Raises
    ------
    ValueError
        If a policy or rules text is none.
    """
    from engine_fast.cuttle.play import Match
    from engine_fast.cuttle.replay import Transcript, transcripts
    from engine_fast.cuttle.rules import RuleSet

    rule_set = RuleSet.parse(rules)
    first, second = (policy_texts.load(text, "cuttle") for text in (a, b))
    match = Match(rule_set, first, second)
    in_series = rule_set.wins_needed > 0

    def played_again(index: int) -> tuple[Transcript, ...]:
        with policy_texts.blamed((first, second)):
            return transcripts(match, seed, index)

    def seats(played: Transcript) -> tuple[str, str]:
        turned = (played.game + played.place) % 2
        return (second.short, first.short) if turned else (first.short, second.short)

    def name(played: Transcript) -> str:
        if in_series:
            return f"match {played.game} game {played.place + 1}"
        return f"game {played.game}"

    def tell(index: int) -> str:
        games = played_again(index)
        told = [
            _cuttle_text(one, name(one), seats(one), f"{rule_set.text}, seed {seed}")
            for one in games
        ]
        if in_series:
            told.append(_match_text(index, games, (first.short, second.short)))
        return "\n".join(told)

    def case(index: int) -> str:
        return "\n".join(
            _golden(
                "cuttle",
                {
                    "id": f"seed {seed} {name(one)}",
                    "rules": rule_set.text,
                    "source": f"replay: {seats(one)[0]} at A, {seats(one)[1]} at B",
                    "position": one.start,
                    "moves": [decision.move for decision in one.decisions],
                    "result": one.final,
                    "winner": one.winner,
                },
            )
            for one in played_again(index)
        )

    def record(index: int) -> dict[str, Any]:
        games = [_cuttle_record(one) for one in played_again(index)]
        return {"match": index, "games": games} if in_series else games[0]

    heading = {"a": first.text, "b": second.text}
    return Replay(games, rule_set.text, rule_set.hash, seed, heading, tell, case, record)


def _cuttle_record(played: Any) -> dict[str, Any]:
    """A game as plain objects."""
    return {
        "game": played.game,
        "place": played.place,
        "seats": {"A": played.seats[0], "B": played.seats[1]},
        "start": played.start,
        "decisions": [
            {
                "side": decision.side,
                "phase": decision.phase,
                "position": decision.position,
                "move": decision.move,
            }
            for decision in played.decisions
        ],
        "final": played.final,
        "winner": played.winner,
        "turns": played.turns,
    }


def _cuttle_text(played: Any, name: str, seats: tuple[str, str], heading: str) -> str:
    """A game for people: what lies on the table, then who does what."""
    lines = [f"{name}: {seats[0]} at A, {seats[1]} at B ({heading})"]
    lines.append(f"dealt  {played.start}")
    for number, decision in enumerate(played.decisions, 1):
        answer = "" if decision.phase == "main" else f"  ({decision.phase})"
        table = _without_stock(decision.position)
        lines.append(f"{number:4}  {decision.side}  {decision.move:14}{answer:12}  {table}")
    lines.append(f"end    {played.final}")
    ending = {"draw": "a draw", "unfinished": "unfinished"}.get(
        played.winner, f"{played.winner} wins"
    )
    lines.append(f"       {ending} after {played.turns} turns")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _match_text(index: int, games: Sequence[Any], names: tuple[str, str]) -> str:
    """How a match of several games ended."""
    wins = [0, 0]
    for one in games:
        if one.winner in ("A", "B"):
            wins["AB".index(one.winner) ^ ((one.game + one.place) % 2)] += 1
    left, right = wins
    who = "first-named" if left > right else "second-named"
    ending = f"the {who} wins" if left != right else "a draw"
    count = f"{len(games)} game{'s' if len(games) > 1 else ''}"
    return f"match {index}: {ending}, {names[0]} {left} : {right} {names[1]}, after {count}\n"


def _without_stock(position: str) -> str:
    """A position with the number of cards in the stock in the place of the cards."""
    return re.sub(r" deck (\S+)", lambda found: f" deck {len(found[1]) // 2} cards", position)


def cuckoo(
    policies: Sequence[str],
    games: range,
    *,
    players: int | None = None,
    lives: int | None = None,
    rules: str = "cuckoo",
    seed: int = DEFAULT_SEED,
) -> Replay:
    """Games of `cuckoo` with the same seats, policies, rules and seed.

    Raises
    ------
    ValueError
        If a policy or rules text is none, or policies and players do not fit.
    """
    from engine_fast.cuckoo.notation import RoundRecord, transcript_of_game
    from experiments.cuckoo_rules import seat_policies, seat_table
    from experiments.playing import CuckooUnit

    seats, text = seat_table(rules, players, lives, len(policies))
    loaded = [policy_texts.load(policy, "cuckoo") for policy in seat_policies(policies, seats)]
    table = CuckooUnit.of("replay", text, seats, loaded).table
    names = ", ".join(policy.short for policy in table.policies)
    if len(set(names.split(", "))) == 1:
        names = f"{seats} × {table.policies[0].short}"

    def played_again(index: int) -> Sequence[RoundRecord]:
        with policy_texts.blamed(table.policies):
            return transcript_of_game(table, seed, index)

    def winners(rounds: Sequence[RoundRecord]) -> list[int]:
        last = rounds[-1]
        return sorted(last.seats[int(place) - 1] for place in last.winner.split())

    def tell(index: int) -> str:
        rounds = played_again(index)
        won = " and ".join(map(str, winners(rounds)))
        ending = f"seat {won} wins" if won else "unfinished"
        lines = [f"game {index}: {names} ({table.rules.text}, seed {seed})"]
        lines += [record.text for record in rounds]
        return "\n".join([*lines, f"{ending} after {len(rounds)} rounds", ""])

    def case(index: int) -> str:
        rounds = played_again(index)
        return "\n".join(
            _golden(
                "cuckoo",
                record.case(table.rules, f"seed {seed} game {index} round {record.number}"),
            )
            for record in rounds
        )

    def record(index: int) -> dict[str, Any]:
        rounds = played_again(index)
        return {
            "game": index,
            "winners": winners(rounds),
            "rounds": [asdict(round_record) for round_record in rounds],
        }

    heading = {"players": seats, "policies": [policy.text for policy in table.seated]}
    rule_set = table.rules
    return Replay(games, rule_set.text, rule_set.hash, seed, heading, tell, case, record)
