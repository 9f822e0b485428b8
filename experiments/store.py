"""Run folders: a manifest and tables, there as a whole or not at all. Knows no statistics.

Everything is written into a folder beside the wanted one and moved there at the end, so that an
interrupted or failed run leaves nothing half-written behind. A folder that holds something else is
never touched.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.amounts import available_cores

if TYPE_CHECKING:
    import pandas as pd

MANIFEST = "manifest.json"
_MARK = "cuttlelab"
_LIBRARIES = ("numpy", "numba", "llvmlite", "pandas", "scipy", "statsmodels", "pyarrow")


def program_version() -> str:
    """Version of the installed program; "unknown" in a checkout that is not installed."""
    try:
        return importlib.metadata.version("cuttlelab")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def check_target(folder: Path) -> None:
    """Refuse a folder that cannot be written or holds what this program did not make.

    Raises
    ------
    ValueError
        One line that names the folder and what is wrong.
    """
    try:
        if not folder.exists():
            return
        if not folder.is_dir():
            raise ValueError(f"output folder {folder}: is a file")
        if not any(folder.iterdir()):
            return
        manifest = folder / MANIFEST
        made_here = (
            manifest.is_file()
            and json.loads(manifest.read_text(encoding="utf-8")).get("program") == _MARK
        )
    except OSError as error:
        raise ValueError(f"output folder {folder}: {error.strerror or error}") from None
    except (ValueError, AttributeError) as error:
        if isinstance(error, ValueError) and str(error).startswith("output folder"):
            raise
        made_here = False
    if not made_here:
        raise ValueError(f"output folder {folder}: is not empty and holds no run of this program")


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give a fresh folder to write into; it becomes `target` when all went well.

    `target` is replaced as a whole if it holds an earlier run. Whatever ends the block early
    removes what was written.

    Raises
    ------
    ValueError
        If the target is refused (`check_target`) or cannot be written.
    """
    target = Path(os.path.abspath(target))
    check_target(target)
    made = [parent for parent in (target.parent, *target.parents[1:]) if not parent.exists()]
    work = target.parent / f".{target.name}.{secrets.token_hex(4)}.part"
    try:
        work.mkdir(parents=True)
    except OSError as error:
        _remove_empty(made)
        raise ValueError(f"output folder {target}: {error.strerror or error}") from None
    try:
        yield work
        _move(work, target)
    except OSError as error:
        raise ValueError(f"output folder {target}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(work, ignore_errors=True)
        if not target.exists():
            _remove_empty(made)


def _move(work: Path, target: Path) -> None:
    """Put `work` in the place of `target`; an earlier run stays until the new one is complete."""
    if not target.exists():
        work.rename(target)
        return
    old = work.with_suffix(".old")
    target.rename(old)
    try:
        work.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def write_tables(folder: Path, tables: Mapping[str, pd.DataFrame]) -> None:
    """Write every table as `NAME.csv` and `NAME.parquet`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet", index=False)


def machine() -> dict[str, Any]:
    """What the program runs on."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": available_cores(),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def versions() -> dict[str, str]:
    """Versions of the program, of Python and of the libraries that numbers depend on."""
    found = {"cuttlelab": program_version(), "python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            found[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def manifest(command: str, **content: Any) -> dict[str, Any]:
    """What goes into `manifest.json`: `content`, and where and with what it was made."""
    from engine_fast.jit import engine_digest

    return {
        "program": _MARK,
        "command": command,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        **content,
        "engine_digest": engine_digest(),
        "versions": versions(),
        "machine": machine(),
    }


def write_manifest(folder: Path, content: Mapping[str, Any]) -> None:
    """Write `manifest.json`."""
    text = json.dumps(content, indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def command_line() -> str:
    """The command as typed, with the program's plain name."""
    import shlex

    return shlex.join(["cuttlelab", *sys.argv[1:]])


class GameFiles:
    """Keeps result records as Parquet, a file a chunk: `FOLDER/UNIT/FIRST_GAME.parquet`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, unit: str, start: int, results: np.ndarray) -> None:
        """Write the results of games `start` … of a unit, one row a game."""
        import pyarrow as pa
        from pyarrow import parquet

        from experiments.tables import slug

        columns: dict[str, Any] = {"game": np.arange(start, start + len(results), dtype=np.int64)}
        for name in results.dtype.names or ():
            values = results[name]
            if values.ndim == 1:
                columns[name] = np.ascontiguousarray(values)
            else:
                for seat, letter in enumerate("ab"):
                    columns[f"{name}_{letter}"] = np.ascontiguousarray(values[:, seat])
        folder = self.folder / slug(unit)
        folder.mkdir(parents=True, exist_ok=True)
        if "winner" in columns:
            names = pa.array(["", "A", "B", "draw", "unfinished"])
            codes = pa.array(columns["winner"].astype(np.int8))
            columns["winner"] = pa.DictionaryArray.from_arrays(codes, names)
        parquet.write_table(pa.table(columns), folder / f"{start:012d}.parquet")
