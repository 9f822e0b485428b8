"""A report as Markdown with its figures beside it as PNG; knows no finding in particular."""

from __future__ import annotations

import re

from reports.page import environment
from reports.provenance import sections
from reports.report import Report


def markdown(report: Report) -> str:
    """Text of the Markdown version."""
    made = environment()
    made.filters["cell"] = _cell
    made.filters["bracketed"] = _bracketed
    text = made.get_template("report.md").render(
        report=report, sections=sections(report.provenance)
    )
    return re.sub(r"\n{3,}", "\n\n", text)


def _cell(text: object) -> str:
    """Text that a table's column can hold."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|")


def _bracketed(text: object) -> str:
    """Text that may stand between square brackets."""
    return re.sub(r"([\[\]\\])", r"\\\1", re.sub(r"\s+", " ", str(text)))
