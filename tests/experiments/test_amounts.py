"""Counts and seeds as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.amounts import parse_count, parse_seed, whole_pairs


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1", 1),
        ("200k", 200_000),
        ("1M", 1_000_000),
        ("1.5M", 1_500_000),
        ("2_000_000", 2_000_000),
        ("0.001k", 1),
        ("1G", 10**9),
        ("10K", 10_000),
    ],
)
def test_counts_are_read(text: str, count: int) -> None:
    assert parse_count(text) == count


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "0",
        "1.5",
        "k",
        "1e6",
        "1,000",
        "_1",
        "1__0",
        "ten",
        "1.5.2k",
        "2T",
        "0.0001k",
        "١",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_count(text)


def test_absurd_counts_are_refused_with_the_limit() -> None:
    with pytest.raises(ValueError, match=r"allowed: 1\.\.1000000000000"):
        parse_count("9" * 30)


@given(st.integers(1, 10**12))
def test_plain_numbers_read_back(count: int) -> None:
    assert parse_count(str(count)) == count
    assert parse_count(f"{count:_}") == count


@pytest.mark.parametrize("text", ["-1", "x", "1.0", str(2**64)])
def test_seeds_outside_64_bits_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="seed"):
        parse_seed(text)


def test_games_are_rounded_up_to_pairs() -> None:
    assert [whole_pairs(games) for games in (1, 2, 3)] == [2, 2, 4]
