"""What is shipped: the wheel's files, one version everywhere, locks that follow pyproject.toml."""

import importlib.metadata
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("analyzer", "engine_fast", "experiments", "reports")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEPENDENCIES = [Requirement(text) for text in PROJECT["dependencies"]]
TEST_DEPENDENCIES = [Requirement(text) for text in PROJECT["optional-dependencies"]["test"]]


def locked_versions(lock_name: str) -> dict[str, set[Version]]:
    """Versions pinned in a lock file, by canonical name (several where markers tell them apart)."""
    versions: dict[str, set[Version]] = {}
    for line in (ROOT / lock_name).read_text(encoding="utf-8").splitlines():
        if pin := re.match(r"([A-Za-z0-9][\w.-]*)==([^\s;]+)", line):
            versions.setdefault(canonicalize_name(pin[1]), set()).add(Version(pin[2]))
    return versions


def source_files() -> set[str]:
    """Every file of the four packages in this checkout, but for compiled leftovers."""
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, without the network and outside the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_holds_all_files_of_the_four_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    shipped = {name for name in names if ".dist-info/" not in name}
    assert {name.split("/")[0] for name in shipped} == set(PACKAGES)
    assert shipped == source_files()


def test_wheel_has_command_and_license(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (entry_points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "cuttlelab = experiments.cli:main" in archive.read(entry_points).decode()
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())


def test_version_is_the_same_everywhere(wheel: Path) -> None:
    version = PROJECT["version"]
    assert importlib.metadata.version("cuttlelab") == version
    assert wheel.name.split("-")[:2] == ["cuttlelab", version]
    releases = re.findall(
        r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M
    )
    assert releases[0] == version, "CHANGELOG.md: the newest release is not pyproject.toml's"


def test_version_is_written_once() -> None:
    again = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.match(r"\s*(__version__|VERSION)\b[^=]*=\s*[\"']\d", line)
    ]
    assert not again, "\n".join(["ask importlib.metadata.version('cuttlelab') instead:", *again])


def test_locks_hold_every_dependency_in_its_range() -> None:
    for lock_name in ("requirements.lock", "requirements-oldest.lock"):
        locked = locked_versions(lock_name)
        for dependency in DEPENDENCIES + TEST_DEPENDENCIES:
            versions = locked.get(canonicalize_name(dependency.name), set())
            assert versions, f"{lock_name} lacks {dependency.name}: make lock"
            for version in versions:
                assert version in dependency.specifier, (
                    f"{lock_name} has {dependency.name} {version}, "
                    f"pyproject.toml wants {dependency.specifier}: make lock"
                )


def test_oldest_lock_has_exactly_the_lower_bounds() -> None:
    locked = locked_versions("requirements-oldest.lock")
    for dependency in DEPENDENCIES + TEST_DEPENDENCIES:
        bounds = {Version(s.version) for s in dependency.specifier if s.operator == ">="}
        assert len(bounds) == 1, f"pyproject.toml: {dependency.name} has no one lower bound"
        assert locked[canonicalize_name(dependency.name)] == bounds, dependency.name


def test_locks_name_no_place() -> None:
    for lock_name in ("requirements.lock", "requirements-oldest.lock"):
        text = (ROOT / lock_name).read_text(encoding="utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"://|--(extra-)?index-url|--find-links|^-e |^/", text, re.M)
