"""A report as one self-contained HTML page; knows no finding in particular and no numbers.

Style and figures are inline, nothing is fetched. Each figure is there twice, wide and narrow, and
the page shows the one that fits its column. The only links are to the CSV files beside the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from reports import style
from reports.findings import Finding, Picture
from reports.provenance import sections
from reports.report import Report

SIDE_BY_SIDE = ("king-most", "king-never-laid")
"""An association and the intervention that belongs beside it."""


def environment() -> Environment:
    """Templates of this package, with what they call."""
    made = Environment(
        loader=PackageLoader("reports"),
        autoescape=lambda name: name is not None and name.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["spaced"] = spaced
    return made


def html(report: Report, drawn: Mapping[str, tuple[str, str]] | None = None) -> str:
    """Text of the page.

    Parameters
    ----------
    report
        What it says.
    drawn
        SVG text of each picture, wide and narrow, by the picture's name; drawn if not given.
    """
    made = environment()
    if drawn is None:
        drawn = draw(report)
    css = made.loader.get_source(made, "page.css")[0] if made.loader else ""
    return made.get_template("page.html").render(
        report=report,
        css=Markup(css),
        figure=lambda picture: inline(picture, drawn[picture.name]),
        blocks=blocks,
        sections=sections(report.provenance),
    )


def draw(report: Report) -> dict[str, tuple[str, str]]:
    """SVG text of every picture, wide and narrow, by the picture's name."""
    return {
        picture.name: (style.svg(picture.draw), style.svg(picture.draw, narrow=True))
        for finding in report.findings
        for picture in finding.pictures
    }


def blocks(findings: list[Finding]) -> list[list[Finding]]:
    """Findings as rows of the page: one each, but for those that belong side by side."""
    together = [finding for finding in findings if finding.id in SIDE_BY_SIDE]
    if len(together) < 2:
        return [[finding] for finding in findings]
    made: list[list[Finding]] = []
    for finding in findings:
        if finding not in together:
            made.append([finding])
        elif finding is together[0]:
            made.append(together)
    return made


def inline(picture: Picture, drawn: tuple[str, str]) -> Markup:
    """Both versions of a figure as `<svg>` elements that a page can hold beside others."""
    kinds = ("wide", "narrow")
    return Markup("").join(
        _element(picture, text, kind) for text, kind in zip(drawn, kinds, strict=True)
    )


def spaced(text: Any) -> Markup:
    """Text in which per cent signs stay with their number, and intervals in one piece."""
    whole = str(escape(text)).replace(" %", "&nbsp;%").replace("n = ", "n&nbsp;=&nbsp;")
    return Markup(re.sub(r"(?<=\d)–(?=\d)", "&NoBreak;–&NoBreak;", whole))


def _element(picture: Picture, text: str, kind: str) -> Markup:
    """An SVG with names of its own, without fixed size, with a title and a description."""
    prefix = f"{picture.name}-{kind}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'href="#', f'href="#{prefix}', text)
    text = text.replace("xlink:href", "href").replace("url(#", f"url(#{prefix}")
    opening = re.match(r"<svg[^>]*>", text)
    box = re.search(r'viewBox="[^"]*"', text)
    if opening is None or box is None:
        raise ValueError(f"figure {picture.name} is no SVG with a viewBox")
    head = (
        f'<svg class="{kind}" {box.group()} role="img" aria-label="{escape(picture.alt)}">'
        f"<title>{escape(picture.title)}</title>"
    )
    return Markup(head + text[opening.end() :])
