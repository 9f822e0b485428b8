"""The files of a report: self-contained, accessible, the same bytes each time, all or nothing."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

import reports
from reports import style
from reports.page import html
from tests.reports.tallies import all_tables, report


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "new" / "out"
    assert reports.write_report(report(), out) == out / "index.html"
    return out


class Seen(HTMLParser):
    """Tags with their attributes, and whether every tag was closed."""

    VOID = frozenset({"meta", "link", "img", "br", "hr", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def page(written: Path) -> Seen:
    return Seen((written / "index.html").read_text(encoding="utf-8"))


def test_all_files_are_there(written: Path) -> None:
    names = {str(file.relative_to(written)) for file in written.rglob("*") if file.is_file()}
    expected = {"index.html", "report.md"}
    for finding in report().findings:
        expected |= {f"tables/{finding.id}.csv", f"tables/{finding.id}.parquet"}
        for picture in finding.pictures:
            expected |= {f"figures/{picture.name}.svg", f"figures/{picture.name}.png"}
    assert names == expected
    assert [file.name for file in written.parent.iterdir()] == ["out"]


def test_the_page_fetches_nothing(page: Seen, written: Path) -> None:
    assert not page.open
    for tag, attributes in page.tags:
        assert tag not in {"script", "link", "iframe", "img", "object", "image"}
        for name in ("src", "href", "xlink:href", "srcset", "poster", "action"):
            target = attributes.get(name)
            if target is None or target.startswith("#"):
                continue
            assert tag == "a", (tag, target)
            assert (written / target).is_file(), target
    text = (written / "index.html").read_text(encoding="utf-8")
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)


def test_inner_links_lead_somewhere_and_ids_are_unique(page: Seen) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.tags:
        target = attributes.get("href") or ""
        if target.startswith("#"):
            assert target[1:] in ids, (tag, target)
        for name in ("aria-labelledby",):
            assert attributes.get(name) is None or attributes[name] in ids
    text = " ".join(str(value) for _, attributes in page.tags for value in attributes.values())
    for target in re.findall(r"url\(#([^)]+)\)", text):
        assert target in ids


def test_the_page_is_accessible(page: Seen) -> None:
    assert page.named("html")[0]["lang"] == "en"
    for landmark in ("header", "main", "footer", "h1"):
        assert page.named(landmark)
    assert len(page.named("h1")) == len(page.named("main")) == 1
    pictures = [picture for finding in report().findings for picture in finding.pictures]
    drawings = page.named("svg")
    assert len(drawings) == 2 * len(pictures)
    assert {drawing["role"] for drawing in drawings} == {"img"}
    assert {drawing["aria-label"] for drawing in drawings} == {p.alt for p in pictures}
    assert len(page.named("figcaption")) == len(page.named("figure")) == len(pictures)
    assert all(cell.get("scope") in ("col", "row") for cell in page.named("th"))
    assert len(page.named("title")) == 1 + len(drawings)


def test_the_page_escapes_what_it_is_given(written: Path) -> None:
    text = (written / "index.html").read_text(encoding="utf-8")
    assert "Note &lt;b&gt;" in text
    assert "a | b &amp; c" in text


def test_the_appendix_has_what_it_takes(written: Path) -> None:
    for name in ("index.html", "report.md"):
        text = (written / name).read_text(encoding="utf-8")
        for wanted in (
            "cuttlelab report --preset quick --seed 7",
            "abc123",
            "four=discard",
            "keep_two=3.5",
            "0f9e",
            "8000",
        ):
            assert wanted in text, (name, wanted)


def test_markdown_links_every_figure_and_table(written: Path) -> None:
    text = (written / "report.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (written / target).is_file(), target
    for finding in report().findings:
        assert finding.sentence in text
        assert f"({finding.label})" in text
    assert text.count(".png)") == sum(len(finding.pictures) for finding in report().findings)


def test_csv_is_the_whole_table_unrounded(written: Path) -> None:
    for finding in report().findings:
        read = pd.read_csv(written / "tables" / f"{finding.id}.csv")
        pd.testing.assert_frame_equal(read, finding.table, check_dtype=False, rtol=1e-15)
        same = pd.read_parquet(written / "tables" / f"{finding.id}.parquet")
        pd.testing.assert_frame_equal(same, finding.table, check_dtype=False)


def test_same_report_same_bytes_and_other_files_stay(tmp_path: Path) -> None:
    names = ("deal_seats", "king_contrast", "cuckoo_rounds")
    one, two = tmp_path / "one", tmp_path / "two"
    (two / "figures").mkdir(parents=True)
    (two / "figures" / "mine.txt").write_text("mine")
    (two / "index.html").write_text("old")
    for out in (one, two):
        chosen = {name: all_tables()[name] for name in names}
        reports.write_report(reports.build(chosen, report().provenance), out)
    files = [file.relative_to(one) for file in one.rglob("*") if file.is_file()]
    for file in files:
        assert (one / file).read_bytes() == (two / file).read_bytes(), file
    there = {file.relative_to(two) for file in two.rglob("*") if file.is_file()}
    assert there == {*files, Path("figures/mine.txt")}
    assert (two / "figures" / "mine.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    small = reports.build({"king_contrast": all_tables()["king_contrast"]}, {})
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OSError, match=f"cannot write the report to {re.escape(str(out))}"):
            reports.write_report(small, out)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "in the way"


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(style, "png", interrupted)
    small = reports.build({"king_contrast": all_tables()["king_contrast"]}, {})
    with pytest.raises(KeyboardInterrupt):
        reports.write_report(small, tmp_path / "deep" / "out")
    assert list(tmp_path.iterdir()) == []


def test_figures_carry_no_date_and_no_address(written: Path) -> None:
    text = (written / "figures" / "deal-seats.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "dc:date" not in text
    assert "matplotlib.org" not in text


def test_one_policy_one_colour() -> None:
    names = ("keep", "threshold:t=7", "threshold:t=8", "my.py:choose")
    styles = style.policy_styles(names)
    assert styles["threshold:t=7"][0] == style.POLICIES["threshold"]
    assert len({colour for colour, _ in styles.values()}) == len(names)
    assert style.policy_styles(reversed(names))["keep"][0] == styles["keep"][0]


def test_a_page_without_provenance_still_stands() -> None:
    small = reports.build({"cuckoo_games": all_tables()["cuckoo_games"]}, {})
    assert "Winning a game" in html(small)
