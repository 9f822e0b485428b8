"""Writing a report to a folder, whole or not at all; knows neither findings nor pages."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from reports import style
from reports.markdown import markdown
from reports.page import draw, html
from reports.report import Report

PAGE, TEXT = "index.html", "report.md"


def write_report(report: Report, out: Path | str) -> Path:
    """Write a report to a folder and return the page's path.

    Writes `index.html`, `report.md`, `figures/*.svg`, `figures/*.png`, `tables/*.csv` and
    `tables/*.parquet`. All of it is first written to a folder beside `out` and then moved, the
    pages last; other files in `out` stay as they are. The same report gives the same bytes.

    Raises
    ------
    OSError
        If the folder cannot be written to; nothing is left behind then.
    """
    out = Path(out)
    try:
        return _write(report, out)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(error.errno, f"cannot write the report to {out}: {reason}") from None


def _write(report: Report, out: Path) -> Path:
    made = _first_missing(out)
    out.mkdir(parents=True, exist_ok=True)
    partial = None
    try:
        partial = Path(tempfile.mkdtemp(prefix=".report-", dir=out))
        _fill(report, partial)
        for folder in ("figures", "tables"):
            (out / folder).mkdir(exist_ok=True)
            for file in sorted((partial / folder).iterdir()):
                os.replace(file, out / folder / file.name)
        for name in (TEXT, PAGE):
            os.replace(partial / name, out / name)
    except BaseException:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
        raise
    finally:
        if partial is not None:
            shutil.rmtree(partial, ignore_errors=True)
    return out / PAGE


def _first_missing(folder: Path) -> Path | None:
    """Outermost folder that writing to `folder` will create."""
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    return missing[-1] if missing else None


def _fill(report: Report, folder: Path) -> None:
    for name in ("figures", "tables"):
        (folder / name).mkdir()
    drawn = draw(report)
    for finding in report.findings:
        finding.table.to_csv(
            folder / "tables" / f"{finding.id}.csv", index=False, lineterminator="\n"
        )
        finding.table.to_parquet(folder / "tables" / f"{finding.id}.parquet", index=False)
        for picture in finding.pictures:
            stem = folder / "figures" / picture.name
            stem.with_suffix(".svg").write_text(drawn[picture.name][0], encoding="utf-8")
            stem.with_suffix(".png").write_bytes(style.png(picture.draw))
    (folder / TEXT).write_text(markdown(report), encoding="utf-8")
    (folder / PAGE).write_text(html(report, drawn), encoding="utf-8")
