"""Who may import what, where import-linter's contracts in pyproject.toml do not reach."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("analyzer", "engine_fast", "experiments", "reports")


def imports(path: Path, module: str) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of everything that a source file imports, anywhere in it."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{origin}.{alias.name}"


def imports_below(folder: str) -> Iterator[tuple[str, str, str]]:
    """Module, "file:line" and imported name, for every import below a folder of the checkout."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths, f"{folder} holds no Python file"
    for path in paths:
        relative = path.relative_to(ROOT)
        parts = relative.with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        for line, name in imports(path, module):
            yield module, f"{relative}:{line}", name


def test_engine_imports_numpy_and_numba_only() -> None:
    # llvmlite is numba's own other half, in the version that numba pins.
    allowed = {"engine_fast", "numba", "llvmlite", "numpy", *sys.stdlib_module_names}
    wrong = [
        f"{place}: {name}"
        for _, place, name in imports_below("engine_fast")
        if name.split(".")[0] not in allowed
    ]
    assert not wrong, "\n".join(["engine_fast may import numpy and numba only:", *wrong])


def test_numba_is_imported_in_one_module() -> None:
    wrong = [
        f"{place}: {name}"
        for package in PACKAGES
        for module, place, name in imports_below(package)
        if name.split(".")[0] in ("numba", "llvmlite") and module != "engine_fast.jit"
    ]
    assert not wrong, "\n".join(["only engine_fast/jit.py may import numba:", *wrong])


def test_reference_shares_no_code_with_the_packages() -> None:
    wrong = [
        f"{place}: {name}"
        for _, place, name in imports_below("tests/reference")
        if name.split(".")[0] in (*PACKAGES, "numba", "numpy")
    ]
    assert not wrong, "\n".join(["tests/reference is plain Python from rules.md:", *wrong])


def test_plain_functions_of_the_engine_are_annotated() -> None:
    wrong = []
    for path in sorted((ROOT / "engine_fast").rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"), str(path))
        classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
        wrong += [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
            for scope in (module, *classes)
            for node in scope.body
            if isinstance(node, ast.FunctionDef)
            if not node.decorator_list and node.returns is None
        ]
    assert not wrong, "\n".join(["neither jitted nor annotated:", *wrong])
