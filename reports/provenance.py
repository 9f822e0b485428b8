"""The appendix: a provenance mapping as titled lists and tables, for any kind of page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_LISTED = ("rules", "policies", "runs", "commands", "versions", "machine")


@dataclass(frozen=True)
class Section:
    """A part of the appendix: pairs, or rows under headings, or lines of commands."""

    id: str
    title: str
    pairs: tuple[tuple[str, str], ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


def sections(provenance: Mapping[str, Any]) -> list[Section]:
    """Parts of the appendix, in reading order; what is not known is left out."""
    made = []
    if provenance.get("commands"):
        commands = tuple(map(str, provenance["commands"]))
        made.append(Section("commands", "The same numbers again", lines=commands))
    plain = {name: value for name, value in provenance.items() if name not in _LISTED}
    if plain:
        pairs = tuple((_words(name), _text(value)) for name, value in plain.items())
        made.append(Section("run", "This run", pairs=pairs))
    if provenance.get("rules"):
        made.append(
            _table("rules", "Rules", provenance["rules"], ("game", "text", "hash", "switches"))
        )
    if provenance.get("policies"):
        made.append(
            _table(
                "policies", "Policies", provenance["policies"], ("game", "name", "text", "weights")
            )
        )
    if provenance.get("runs"):
        columns = ("experiment", "unit", "what", "first", "stop")
        made.append(_table("ranges", "Games and rounds played", provenance["runs"], columns))
    if provenance.get("versions"):
        made.append(Section("versions", "Versions", pairs=_pairs(provenance["versions"])))
    if provenance.get("machine"):
        made.append(Section("machine", "Machine", pairs=_pairs(provenance["machine"])))
    return made


def _pairs(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), _text(value)) for name, value in values.items())


def _table(
    name: str, title: str, rows: Sequence[Mapping[str, Any]], known: Sequence[str]
) -> Section:
    """Rows under the known columns that any of them has, then under others."""
    present = list(dict.fromkeys(column for row in rows for column in row))
    columns = [c for c in known if c in present] + [c for c in present if c not in known]
    return Section(
        name,
        title,
        headings=tuple(map(_words, columns)),
        rows=tuple(tuple(_text(row.get(column, "")) for column in columns) for row in rows),
    )


def _words(name: str) -> str:
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_text(inner)}" for name, inner in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
