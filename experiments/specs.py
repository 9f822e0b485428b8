"""An experiment as data: read from TOML, checked, hashed. Plays nothing, compiles nothing.

    name = "king-count"
    title = "What is a king worth?"
    question = "…"
    game = "cuttle"                 # or "cuckoo"
    seed = 1
    games = 400_000                 # over all units; Cuckoo has `rounds` beside it
    actions = true                  # also count what is played: draws, one-offs, answers …
    [presets.deep]
    games = 100_000_000

    [[unit]]                        # who meets whom; a list of values stands for one unit each
    name = "usual"
    rules = "classic"
    a = "balanced"
    b = "balanced"

    Cuckoo's units have `players` and `policy` (one for all) or `seats` (one each); `one` beside
    `policy` adds a unit for each policy listed and each seat, where that seat alone plays it.
    `exact = true` at the top sets what is played beside exact chances.

    [[table]]                       # what games are counted by
    name = "kings dealt"
    factors = ["seat", "kings_dealt"]
    units = ["usual"]               # all, if left out
    about = "seats"                 # or "first": the first-named policy

    [[contrast]]                    # two units on the same deals
    name = "kings never laid"
    base = "usual"
    other = "no kings"
    factors = ["kings_dealt"]

    [[comparison]]                  # units game for game on the same deals: wins, length, draws, …
    name = "quick games"
    base = "usual"                  # if left out, each is compared with each
    units = ["quick *"]             # names, or patterns of names with * and ?

Every fault is one line with the file's line and key.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from importlib import resources
from itertools import combinations, product
from pathlib import Path
from typing import Any

from experiments.amounts import DEFAULT_SEED, MOST, whole_pairs

PRESETS = ("quick", "standard", "deep")
MOST_UNITS = 1000
MOST_CELLS = 100_000


@dataclass(frozen=True)
class Unit:
    """Who meets whom under which rules.

    Cuttle: `policies` are the first-named and the second-named. Cuckoo: one policy a seat in turn
    order, dealer last. `departs` is the seat, from 1, of a spec's `one`, which alone plays another
    policy than the rest; 0 in all other units.
    """

    name: str
    rules: str
    policies: tuple[str, ...]
    players: int
    departs: int = 0


@dataclass(frozen=True)
class Table:
    """What games are counted by, in which units; `about` is "first" or "seats" (`tally.py`)."""

    name: str
    factors: tuple[str, ...]
    units: tuple[str, ...]
    about: str


@dataclass(frozen=True)
class Contrast:
    """Two units on the same deals, by factors that the deal fixes."""

    name: str
    base: str
    other: str
    factors: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Units on the same deals, by what their games are like; without a base each with each."""

    name: str
    base: str | None
    units: tuple[str, ...]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs of units that are compared, the one compared with first."""
        if self.base is None:
            return tuple(combinations(self.units, 2))
        return tuple((self.base, unit) for unit in self.units)


@dataclass(frozen=True)
class Spec:
    """An experiment.

    `games` and `rounds` are over all units; `exact` whether Cuckoo's counts are set beside exact
    chances; `text` is the file it came from.
    """

    name: str
    title: str
    question: str
    game: str
    seed: int
    games: int
    rounds: int
    presets: Mapping[str, Mapping[str, int]]
    units: tuple[Unit, ...]
    tables: tuple[Table, ...]
    contrasts: tuple[Contrast, ...]
    comparisons: tuple[Comparison, ...]
    actions: bool = False
    exact: bool = False
    text: str = field(repr=False, default="")

    @property
    def digest(self) -> str:
        """Digest (16 hex digits) of what is played and counted, not of how much of it.

        Two specs with the same digest give the same tally for the same seed and range of games.
        """
        from experiments.policy_texts import file_of

        content: dict[str, Any] = {
            "game": self.game,
            "units": [asdict(unit) for unit in self.units],
            "tables": [asdict(table) for table in self.tables],
            "contrasts": [asdict(contrast) for contrast in self.contrasts],
            "comparisons": [asdict(comparison) for comparison in self.comparisons],
            "actions": self.actions,
        }
        texts = {text for unit in self.units for text in unit.policies}
        content["files"] = {
            text: hashlib.sha256(path.read_bytes()).hexdigest()
            for text in sorted(texts)
            if (path := file_of(text)) is not None and path.is_file()
        }
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def size(self, preset: str | None = None, games: int | None = None) -> tuple[int, int]:
        """Games and rounds for each unit, of a preset or for a number of games over all units.

        With `games`, rounds keep their proportion to games; where only rounds are played, it is
        the number of rounds.

        Raises
        ------
        ValueError
            If the preset is unknown.
        """
        if preset is not None and preset not in PRESETS:
            raise ValueError(f"unknown preset {preset!r}; allowed: {', '.join(PRESETS)}")
        sizes = {"games": self.games, "rounds": self.rounds, **self.presets.get(preset or "", {})}
        if games is not None:
            if sizes["games"]:
                sizes["rounds"] = -(-sizes["rounds"] * games // sizes["games"])
                sizes["games"] = games
            else:
                sizes["rounds"] = games
        units = len(self.units)
        games_each = -(-sizes["games"] // units)
        if self.game == "cuttle":
            games_each = whole_pairs(games_each)
        return games_each, -(-sizes["rounds"] // units)


def catalogue() -> dict[str, str]:
    """Texts of the specs that ship with the project, by name."""
    folder = resources.files("experiments") / "catalogue"
    return {
        entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


def load(name_or_path: str) -> Spec:
    """Return a spec of the catalogue, or one from a TOML file.

    Raises
    ------
    ValueError
        One line: the file, the line and the key at fault, what is allowed.
    """
    known = catalogue()
    if name_or_path in known:
        return parse(known[name_or_path], f"{name_or_path}.toml")
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise ValueError(
            f"unknown experiment {name_or_path!r}; allowed: {', '.join(known)}, or a FILE.toml"
        )
    try:
        return parse(path.read_bytes().decode(), str(path))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a text in UTF-8") from None


def parse(text: str, source: str = "spec") -> Spec:
    """Read and check a spec.

    Raises
    ------
    ValueError
        One line: `source`, the line and the key at fault, what is allowed.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{source}: {error}") from None
    return _Reader(content, text, source).spec()


Path_ = tuple[str | int, ...]
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


def key_lines(text: str) -> dict[Path_, int]:
    """Line of each key and header, by its path, as `("unit", 2, "players")`; tomllib tells none."""
    lines: dict[Path_, int] = {}
    counts: dict[str, int] = {}
    here: Path_ = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.fullmatch(line):
            name = header[2]
            if header[1] == "[[":
                here = (name, counts.setdefault(name, 0))
                counts[name] += 1
            else:
                here = tuple(part.strip() for part in name.split("."))
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            lines.setdefault((*here, key[1]), number)
    return lines


class _Reader:
    """Reads one spec; every refusal goes through `fail`, which knows the line."""

    def __init__(self, content: dict[str, Any], text: str, source: str) -> None:
        self.content = content
        self.text = text
        self.source = source
        self.lines = key_lines(text)

    def fail(self, path: Path_, message: str) -> ValueError:
        line = next(
            (self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines),
            1,
        )
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        return ValueError(f"{self.source}, line {line}, {where}: {message}")

    def check(self, path: Path_, read: Callable[[], Any]) -> Any:
        """Run `read`; a `ValueError` in it is told with the line and key."""
        try:
            return read()
        except ValueError as error:
            raise self.fail(path, str(error)) from None

    def keys(self, path: Path_, mapping: Mapping[str, Any], allowed: Iterable[str]) -> None:
        allowed = tuple(allowed)
        for key in mapping:
            if key not in allowed:
                raise self.fail((*path, key), f"unknown key; allowed: {', '.join(allowed)}")

    def text_at(self, path: Path_, mapping: Mapping[str, Any], default: str | None = None) -> str:
        value = mapping.get(str(path[-1]), default)
        if value is None:
            raise self.fail(path, "is missing")
        if not isinstance(value, str) or not value.strip():
            raise self.fail(path, f"{value!r} is no text")
        return value

    def number_at(
        self, path: Path_, mapping: Mapping[str, Any], default: int, low: int, high: int = MOST
    ) -> int:
        value = mapping.get(str(path[-1]), default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(path, f"{value!r} is no whole number of {low}..{high}")
        return value

    def texts_at(self, path: Path_, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise self.fail(path, f"{value!r} is no list of texts")
        return tuple(value)

    def tables_at(self, key: str) -> list[dict[str, Any]]:
        value = self.content.get(key, [])
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            raise self.fail((key,), f"write [[{key}]], once for each")
        return value

    def spec(self) -> Spec:
        content = self.content
        sizes = ("games", "rounds")
        allowed = ("name", "title", "question", "game", "seed", *sizes, "presets", "unit", "table")
        self.keys((), content, (*allowed, "contrast", "comparison", "actions", "exact"))
        name = self.text_at(("name",), content)
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
            raise self.fail(("name",), f"{name!r}; allowed: letters, digits, - _ .")
        game = self.text_at(("game",), content)
        if game not in ("cuttle", "cuckoo"):
            raise self.fail(("game",), f"unknown game {game!r}; allowed: cuttle, cuckoo")
        if game == "cuttle" and "rounds" in content:
            raise self.fail(("rounds",), "only Cuckoo has rounds")
        exact = content.get("exact", False)
        if not isinstance(exact, bool) or (exact and game != "cuckoo"):
            raise self.fail(
                ("exact",), f"{exact!r}; allowed: true or false, and true only in Cuckoo"
            )
        units = self.units(game)
        games = self.number_at(("games",), content, 0 if game == "cuckoo" else 100_000, 0)
        rounds = self.number_at(("rounds",), content, 0, 0)
        if games + rounds == 0:
            raise self.fail(("games",), "nothing to play: set games or rounds")
        return Spec(
            name=name,
            title=self.text_at(("title",), content, name),
            question=self.text_at(("question",), content, name),
            game=game,
            seed=self.number_at(("seed",), content, DEFAULT_SEED, 0, 2**63 - 1),
            games=games,
            rounds=rounds,
            presets=self.presets(game),
            units=units,
            tables=self.tables(game, units),
            contrasts=self.contrasts(game, units),
            comparisons=self.comparisons(game, units),
            actions=self.actions(game, units),
            exact=exact,
            text=self.text,
        )

    def presets(self, game: str) -> dict[str, dict[str, int]]:
        presets = self.content.get("presets", {})
        if not isinstance(presets, dict):
            raise self.fail(("presets",), "write [presets.quick] and so on")
        self.keys(("presets",), presets, PRESETS)
        allowed = ("games", "rounds") if game == "cuckoo" else ("games",)
        for name, sizes in presets.items():
            path: Path_ = ("presets", name)
            if not isinstance(sizes, dict):
                raise self.fail(path, f"write [presets.{name}]")
            self.keys(path, sizes, allowed)
            for key in sizes:
                self.number_at((*path, key), sizes, 0, 1)
        return presets

    def actions(self, game: str, units: Sequence[Unit]) -> bool:
        wanted = self.content.get("actions", False)
        if not isinstance(wanted, bool):
            raise self.fail(("actions",), f"{wanted!r}; allowed: true, false")
        if wanted and game == "cuckoo":
            raise self.fail(("actions",), "only Cuttle's actions are counted")
        if wanted:
            self.single_games(("actions",), units, [unit.name for unit in units])
        return wanted

    def units(self, game: str) -> tuple[Unit, ...]:
        found: dict[str, Unit] = {}
        for index, entry in enumerate(self.tables_at("unit")):
            path: Path_ = ("unit", index)
            read = self.cuttle_units if game == "cuttle" else self.cuckoo_units
            for unit in read(path, entry):
                if unit.name in found:
                    raise self.fail((*path, "name"), f"a second unit is called {unit.name!r}")
                found[unit.name] = unit
                if len(found) > MOST_UNITS:
                    raise self.fail(path, f"more than {MOST_UNITS} units")
        if not found:
            raise self.fail(("unit",), "no [[unit]]: nobody plays")
        return tuple(found.values())

    def sweep(
        self, path: Path_, entry: Mapping[str, Any], defaults: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Values of one unit entry; a list stands for one unit each, lists for their product."""
        values = []
        for key, default in defaults.items():
            value = entry.get(key, default)
            if value is None:
                raise self.fail((*path, key), "is missing")
            if value == []:
                raise self.fail((*path, key), "the list is empty")
            values.append(value if isinstance(value, list) else [value])
        return [dict(zip(defaults, chosen, strict=True)) for chosen in product(*values)]

    def name_of(
        self, path: Path_, entry: Mapping[str, Any], default: str, chosen: Mapping[str, Any]
    ) -> str:
        """Name of a unit: as given, with what its lists chose; else made from who plays."""
        if "name" not in entry:
            return default
        swept = [str(value) for key, value in chosen.items() if isinstance(entry.get(key), list)]
        return ", ".join([self.text_at((*path, "name"), entry), *swept])

    def cuttle_units(self, path: Path_, entry: Mapping[str, Any]) -> Iterable[Unit]:
        from engine_fast.cuttle.rules import RuleSet

        self.keys(path, entry, ("name", "rules", "a", "b"))
        for chosen in self.sweep(path, entry, {"rules": "classic", "a": None, "b": None}):
            for key in chosen:
                self.text_at((*path, key), chosen)
            rules = self.check((*path, "rules"), partial(RuleSet.parse, chosen["rules"]))
            default = f"{chosen['a']} – {chosen['b']}"
            if rules.text != "classic":
                default += f", {rules.text}"
            name = self.name_of(path, entry, default, chosen)
            yield Unit(name, rules.text, (chosen["a"], chosen["b"]), 2)

    def cuckoo_units(self, path: Path_, entry: Mapping[str, Any]) -> Iterable[Unit]:
        from engine_fast.cuckoo.rules import CuckooRules

        self.keys(path, entry, ("name", "rules", "players", "policy", "seats", "one"))
        if ("policy" in entry) == ("seats" in entry):
            raise self.fail(path, "needs either policy (one for all) or seats (one each)")
        if "one" in entry and "seats" in entry:
            raise self.fail((*path, "one"), "goes with policy, not with seats")
        defaults: dict[str, Any] = {"rules": "cuckoo", "players": None}
        if "seats" in entry:
            seats = self.texts_at((*path, "seats"), entry["seats"])
            defaults["players"] = len(seats)
        else:
            defaults = {"rules": "cuckoo", "policy": None, "players": None}
        for chosen in self.sweep(path, entry, defaults):
            text = self.text_at((*path, "rules"), chosen)
            rules = self.check((*path, "rules"), partial(CuckooRules.parse, text))
            players = self.number_at((*path, "players"), chosen, 0, 2, 10)
            if rules.departs("players") and rules.values["players"] != players:
                raise self.fail((*path, "rules"), f"{text!r} stands against players = {players}")
            if "seats" in entry:
                policies = seats
                if len(policies) != players:
                    message = f"{len(policies)} policies for {players} players"
                    raise self.fail((*path, "seats"), message)
                who = ", ".join(policies)
            else:
                who = self.text_at((*path, "policy"), chosen)
                policies = (who,) * players
            default = f"{who}, {players} players" + (f", {text}" if text != "cuckoo" else "")
            name = self.name_of(path, entry, default, chosen)
            yield Unit(name, text, policies, players)
            for one in self.deviants(path, entry):
                if one == who:
                    continue  # the unit of them all
                for seat in range(1, players + 1):
                    seated = (*policies[: seat - 1], one, *policies[seat:])
                    yield Unit(f"{name}, {one} in seat {seat}", text, seated, players, seat)

    def deviants(self, path: Path_, entry: Mapping[str, Any]) -> tuple[str, ...]:
        """Policies that one seat at a time plays among the others' (`one`), none if left out."""
        value = entry.get("one", [])
        if "one" in entry and not isinstance(value, list):
            value = [self.text_at((*path, "one"), entry)]
        return self.texts_at((*path, "one"), value)

    def factors(self, path: Path_, entry: Mapping[str, Any]) -> tuple[str, ...]:
        from experiments import factors

        path = (*path, "factors")
        names = self.texts_at(path, entry.get("factors", []))
        if not names:
            raise self.fail(path, f"name at least one; allowed: {', '.join(factors.FACTORS)}")
        found = self.check(path, partial(factors.find, names))
        cells = factors.cell_count(found)
        if cells > MOST_CELLS:
            raise self.fail(path, f"{cells} cells; allowed: up to {MOST_CELLS}")
        return names

    def tables(self, game: str, units: Sequence[Unit]) -> tuple[Table, ...]:
        known = [unit.name for unit in units]
        found: dict[str, Table] = {}
        for index, entry in enumerate(self.tables_at("table")):
            path: Path_ = ("table", index)
            if game == "cuckoo":
                raise self.fail(path, "Cuckoo counts by seat without tables")
            self.keys(path, entry, ("name", "factors", "units", "about"))
            names = self.factors(path, entry)
            name = self.text_at((*path, "name"), entry, " × ".join(names))
            if name in found:
                raise self.fail((*path, "name"), f"a second table is called {name!r}")
            chosen = self.texts_at((*path, "units"), entry.get("units", known))
            for unit in chosen:
                if unit not in known:
                    message = f"unknown unit {unit!r}; allowed: {', '.join(known)}"
                    raise self.fail((*path, "units"), message)
            self.single_games((*path, "units"), units, chosen)
            about = entry.get("about", "seats" if "seat" in names else "first")
            if about not in ("first", "seats"):
                raise self.fail((*path, "about"), f"{about!r}; allowed: first, seats")
            if about == "seats" and "seat" not in names:
                raise self.fail((*path, "about"), '"seats" needs "seat" among the factors')
            found[name] = Table(name, names, chosen, about)
        return tuple(found.values())

    def single_games(self, path: Path_, units: Sequence[Unit], chosen: Sequence[str]) -> None:
        """Refuse units that play matches of several games where single games are counted."""
        from engine_fast.cuttle.rules import RuleSet

        for unit in units:
            if unit.name in chosen and RuleSet.parse(unit.rules).wins_needed:
                message = f"{unit.name!r} plays matches of several games; this counts single games"
                raise self.fail(path, message)

    def contrasts(self, game: str, units: Sequence[Unit]) -> tuple[Contrast, ...]:
        from engine_fast.cuttle.rules import RuleSet

        by_name = {unit.name: unit for unit in units}
        found: dict[str, Contrast] = {}
        for index, entry in enumerate(self.tables_at("contrast")):
            path: Path_ = ("contrast", index)
            if game == "cuckoo":
                raise self.fail(path, "Cuckoo has no contrasts")
            self.keys(path, entry, ("name", "base", "other", "factors"))
            pair = [self.text_at((*path, key), entry) for key in ("base", "other")]
            for key, unit in zip(("base", "other"), pair, strict=True):
                if unit not in by_name:
                    message = f"unknown unit {unit!r}; allowed: {', '.join(by_name)}"
                    raise self.fail((*path, key), message)
            if pair[0] == pair[1]:
                raise self.fail((*path, "other"), "base and other are the same unit")
            self.single_games((*path, "other"), units, pair)
            deals = {RuleSet.parse(by_name[unit].rules).value_text("deal") for unit in pair}
            if len(deals) > 1:
                raise self.fail((*path, "other"), "the two units deal hands of other sizes")
            names = self.factors(path, entry)
            self.check((*path, "factors"), partial(_fixed_by_deal, names))
            name = self.text_at((*path, "name"), entry, f"{pair[1]} − {pair[0]}")
            if name in found:
                raise self.fail((*path, "name"), f"a second contrast is called {name!r}")
            found[name] = Contrast(name, pair[0], pair[1], names)
        return tuple(found.values())

    def comparisons(self, game: str, units: Sequence[Unit]) -> tuple[Comparison, ...]:
        known = [unit.name for unit in units]
        found: dict[str, Comparison] = {}
        for index, entry in enumerate(self.tables_at("comparison")):
            path: Path_ = ("comparison", index)
            if game == "cuckoo":
                raise self.fail(path, "Cuckoo has no comparisons")
            self.keys(path, entry, ("name", "base", "units"))
            base = self.text_at((*path, "base"), entry) if "base" in entry else None
            if base is not None and base not in known:
                message = f"unknown unit {base!r}; allowed: {', '.join(known)}"
                raise self.fail((*path, "base"), message)
            chosen: dict[str, None] = {}
            for pattern in self.texts_at((*path, "units"), entry.get("units", known)):
                matched = [unit for unit in known if unit == pattern or fnmatchcase(unit, pattern)]
                if not matched:
                    message = f"no unit is called {pattern!r}; there are: {', '.join(known)}"
                    raise self.fail((*path, "units"), message)
                chosen |= dict.fromkeys(unit for unit in matched if unit != base)
            self.single_games((*path, "units"), units, [*chosen, base or ""])
            comparison = Comparison(
                self.text_at(
                    (*path, "name"), entry, f"against {base}" if base else "each with each"
                ),
                base,
                tuple(chosen),
            )
            if not comparison.pairs:
                raise self.fail((*path, "units"), "there are no two units to compare")
            if comparison.name in found:
                message = f"a second comparison is called {comparison.name!r}"
                raise self.fail((*path, "name"), message)
            found[comparison.name] = comparison
        return tuple(found.values())


def _fixed_by_deal(names: Sequence[str]) -> None:
    from experiments import factors

    played = [factor.name for factor in factors.find(names) if factor.when != "deal"]
    if played:
        allowed = [factor.name for factor in factors.FACTORS.values() if factor.when == "deal"]
        raise ValueError(
            f"{played[0]!r} comes about in play and may differ between the two units; allowed: "
            f"{', '.join(allowed)}"
        )
