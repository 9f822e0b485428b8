"""Policy texts: what they give and how they are refused."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from engine_fast.cuttle import heuristics
from experiments import policy_texts

GOOD = '''
from engine_fast.policies import Weight

WEIGHTS = (Weight("boldness", 1.0, "how bold", 0.0, 5.0),)

def choose(view, moves, count, weights, random):
    """Always the last move."""
    return count - 1 if weights[0] > 0 else 0
'''


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "my.py"
    path.write_text(GOOD)
    return f"{path}:choose"


def test_names_and_weights() -> None:
    assert policy_texts.load("random").name == "random"
    policy = policy_texts.load("balanced:lay_kings=0")
    assert policy.values == {"lay_kings": 0.0}
    assert policy_texts.load(policy.text).vector.tolist() == policy.vector.tolist()


def test_a_users_file(good: str) -> None:
    policy = policy_texts.load(f"{good}:boldness=2")
    assert policy.vector.tolist() == [2.0]
    assert policy.summary == "Always the last move."
    assert policy_texts.load(policy.text).text == policy.text
    assert not list(Path(good.partition(":")[0]).parent.glob("__pycache__"))


def test_an_edited_file_is_compiled_anew(good: str) -> None:
    before = policy_texts.load(good)
    path = Path(good.rpartition(":")[0])
    path.write_text(GOOD.replace("count - 1", "0"))
    assert policy_texts.load(good).function is not before.function


def test_a_file_may_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("PLACE = 0\n")
    (tmp_path / "mine.py").write_text(
        "from neighbour import PLACE\ndef choose(view, moves, count, weights, random):\n"
        "    return PLACE\n"
    )
    assert policy_texts.load(f"{tmp_path}/mine.py:choose").weights == ()


def test_a_weight_file(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    path.write_text(
        'policy = "balanced"\nsummary = "odd"\n[weights]\nlay_kings = 0\npoints = 1.5\n'
    )
    policy = policy_texts.load(str(path))
    usual = policy_texts.load("balanced")
    assert (policy.name, policy.short, policy.summary) == (str(path), str(path), "odd")
    assert policy.function is usual.function
    changed = {
        weight.name: value
        for weight, value, other in zip(policy.weights, policy.vector, usual.vector, strict=True)
        if value != other
    }
    assert changed == {"lay_kings": 0.0, "points": 1.5}
    assert policy_texts.load(policy.text).vector.tolist() == policy.vector.tolist()
    assert policy_texts.style_of(str(path)) == "scored"


def test_weights_after_a_weight_file(tmp_path: Path) -> None:
    path = tmp_path / "tuned.toml"
    path.write_text('policy = "racer"\n[weights]\nking = 5\n')
    policy = policy_texts.load(f"{path}:king=5,least=3")
    assert policy.short == f"{path}:least=3"  # five is the file's own
    assert policy.vector.tolist() == [5.0, 3.0]
    assert policy_texts.file_of(f"{path}:least=3") == path


@pytest.mark.parametrize("path", sorted(policy_texts.SHIPPED.glob("*.toml")), ids=lambda p: p.stem)
def test_a_shipped_weight_file_is_a_policy_by_name(path: Path) -> None:
    content = tomllib.loads(path.read_text("utf-8"))
    policy = policy_texts.load(path.stem)
    assert content["policy"] in heuristics.NAMES
    assert policy.name == policy.short == path.stem
    assert policy.summary == content["summary"]
    # Every weight stands in the file, so that no default of the style can change the policy.
    assert (
        dict(zip((w.name for w in policy.weights), policy.vector, strict=True))
        == content["weights"]
    )
    assert all(weight.default == content["weights"][weight.name] for weight in policy.weights)
    assert policy_texts.load(policy.text).vector.tolist() == policy.vector.tolist()
    assert policy_texts.file_of(f"{path.stem}:lay_kings=0") == path
    evidence = content["evidence"]
    assert evidence["command"].startswith("cuttlelab tune ")
    assert evidence["seed"] >= 0 and evidence["held_out"]


def test_a_shipped_weight_file_counts_for_the_digest_of_a_spec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from experiments import specs

    spec = specs.load("king-count")
    before = spec.digest
    for path in policy_texts.SHIPPED.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text("utf-8") + "\n# edited\n")
    monkeypatch.setattr(policy_texts, "SHIPPED", tmp_path)
    assert spec.digest != before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "unknown cuttle policy 'nobody'; allowed: random, "),
        ("", "unknown cuttle policy ''"),
        ("balanced:nothing=1", "has no weight 'nothing'; allowed: "),
        ("balanced:lay_kings", "is not weight=value"),
        ("balanced:lay_kings=2", "out of range; allowed: 0..1"),
        ("balanced:lay_kings=0,lay_kings=1", "named twice"),
        ("balanced:lay_kings=x", "is no number"),
        ("random:a=1", "allowed: none"),
        ("none.py:choose", "none.py: No such file or directory"),
        ("none.toml", "none.toml: No such file or directory"),
        ("none.py", "names no function; write none.py:FUNCTION"),
    ],
)
def test_refusals_are_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        policy_texts.load(text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


HEAD = "def choose(view, moves, count, weights, random):\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1\n", "has no function 'choose'; it has: none"),
        ("def other(view):\n    return 0\n", "has no function 'choose'; it has: other"),
        ("def choose(view):\n    return 0\n", "takes 1 parameters, the contract has 5"),
        ("def choose(:\n", "line 1: "),
        ("import nothing_of_that_name\n", "line 1: ModuleNotFoundError"),
        ("\n\n1 / 0\n", "line 3: ZeroDivisionError"),
        (f"{HEAD}    moves[0] = 1\n    return 0\n", "does not compile: "),
        (f"{HEAD}    weights[0] = 1.0\n    return 0\n", "does not compile: "),
        (f"{HEAD}    return view.rival_hand\n", "does not compile: "),
        (f"{HEAD}    return 'a'\n", "does not compile: "),
        (f"WEIGHTS = 3\n{HEAD}    return 0\n", "WEIGHTS must be a tuple of Weight"),
    ],
)
def test_faults_of_a_users_file_are_one_line(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "my.py"
    path.write_text(source)
    with pytest.raises(ValueError) as refused:
        policy_texts.load(f"{path}:choose")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("policy = 3\n", 'needs policy = "NAME"'),
        ("weights = 3\npolicy = 'balanced'\n", "[weights] takes numbers only"),
        ("policy = 'balanced'\n[weights]\npoints = 'x'\n", "[weights] takes numbers only"),
        ("policy = 'balanced'\n[weights]\nnothing = 1\n", "has no weight 'nothing'"),
        ("policy = 'balanced'\nmore = 1\n", "unknown key 'more'"),
        ("policy = \n", "line 1"),
    ],
)
def test_faults_of_a_weight_file_are_one_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "w.toml"
    path.write_text(content)
    with pytest.raises(ValueError) as refused:
        policy_texts.load(str(path))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_index_out_of_range_is_told(tmp_path: Path) -> None:
    from engine_fast.policies import PolicyError
    from experiments.playing import CuttleUnit, CuttleWork
    from experiments.runner import Chunk

    path = tmp_path / "my.py"
    path.write_text(f"{HEAD}    return count\n")
    first = policy_texts.load(f"{path}:choose")
    unit = CuttleUnit.of("u", "classic", first, policy_texts.load("random"))
    with pytest.raises(PolicyError, match=r"my\.py:choose"):
        CuttleWork([unit], 1).play(Chunk("games", 0, 10), np.zeros(1, dtype=np.uint8))
