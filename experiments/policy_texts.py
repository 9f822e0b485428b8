"""A policy's text to a `Policy`: a built-in style, a weight file, a function in a user's file.

    balanced
    balanced:keep_2=3.5,lay_kings=0
    path/to/weights.toml
    path/to/weights.toml:lay_kings=0
    path/to/my.py:choose
    path/to/my.py:choose:boldness=2

A user's function is plain Python of the contract (docs/policies.md), compiled alone; a module-level
`WEIGHTS`, a tuple of `engine_fast.policies.Weight`, names its numbers. Weight files in `policies/`
ship with the program and are policies by name, as `balanced`. Plays nothing.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
import tomllib
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine_fast.policies import (
    MOST_WEIGHTS,
    Halted,
    Policy,
    PolicyError,
    Weight,
    compile_user_policy,
    read_weights,
)

GAMES = ("cuttle", "cuckoo")
SHIPPED = Path(__file__).parent / "policies"
PLAYS_OUT = "balanced"  # the shipped policy that `search` plays games out with
_FILE_KEYS = ("policy", "summary", "weights", "evidence")
_WEIGHT_FILE = re.compile(r"(?P<path>.+?\.toml)(?::(?P<weights>.*))?", re.DOTALL)
_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<function>[^:]*))?(?::(?P<weights>.*))?", re.DOTALL)
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_PARAMETERS = 5

_compiled: dict[tuple[str, str, str], tuple[Any, tuple[Weight, ...], str]] = {}


def built_in_names(game: str) -> tuple[str, ...]:
    """Names of the policies that ship with a game: compiled styles, then shipped weight files."""
    shipped = sorted(path.stem for path in SHIPPED.glob("*.toml")) if game == "cuttle" else []
    return (*_heuristics(game).NAMES, *shipped)


def built_in(game: str, name: str) -> Policy:
    """Return a policy that ships with a game.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    names = built_in_names(game)
    if name not in names:
        raise ValueError(
            f"unknown {game} policy {name!r}; allowed: {', '.join(names)}, FILE.py:FUNCTION, "
            "FILE.toml"
        )
    path = _shipped(name, game)
    if path is not None:
        return _from_weight_file(path, game, name)
    policy: Policy = _heuristics(game).load(name)
    return _playing_out_with(built_in(game, PLAYS_OUT), policy) if policy.playouts else policy


def _playing_out_with(base: Policy, policy: Policy) -> Policy:
    """Return a policy that plays games out with the defaults that a shipped one of its base has."""
    values = {weight.name: weight.default for weight in base.weights}
    return replace(
        policy,
        weights=tuple(
            replace(weight, default=values.get(weight.name, weight.default))
            for weight in policy.weights
        ),
    )


def load(text: str, game: str = "cuttle") -> Policy:
    """Return the policy that a text names, compiled and with its weights.

    Parameters
    ----------
    text : str
        `name`, `file.py:function` or `file.toml`; each may go on `:weight=value,…`.
    game : str
        "cuttle" or "cuckoo".

    Raises
    ------
    ValueError
        One line: what was wrong and what is allowed.
    """
    text = text.strip()
    match = _WEIGHT_FILE.fullmatch(text)
    if match is not None:
        policy = _from_weight_file(Path(match["path"]), game, match["path"])
        return policy if match["weights"] is None else read_weights(policy, match["weights"])
    match = _FILE.fullmatch(text)
    if match is not None:
        policy = _from_python_file(match["path"], match["function"], game)
        return policy if match["weights"] is None else read_weights(policy, match["weights"])
    name, colon, weights = text.partition(":")
    policy = built_in(game, name)
    return read_weights(policy, weights) if colon else policy


def style_of(text: str, game: str = "cuttle") -> str:
    """Name of what plays for a policy text, a compiled style or `file.py:function`.

    Weight files and weights are only numbers that it reads. Raises as `load`.
    """
    load(text, game)
    text = text.strip()
    file = _WEIGHT_FILE.fullmatch(text)
    path = Path(file["path"]) if file else _shipped(text.partition(":")[0], game)
    if path is not None:
        return style_of(tomllib.loads(_read(path).decode())["policy"], game)
    match = _FILE.fullmatch(text)
    return f"{match['path']}:{match['function']}" if match else text.partition(":")[0]


def find(text: str) -> list[Policy]:
    """Return what a text names in either game: a name may be a policy of both.

    Raises
    ------
    ValueError
        If it names a policy of neither.
    """
    found, refusals = [], []
    for game in GAMES:
        try:
            found.append(load(text, game))
        except ValueError as error:
            refusals.append(error)
    if found:
        return found
    name = text.partition(":")[0]
    if file_of(text) is None and not any(name in built_in_names(game) for game in GAMES):
        names = dict.fromkeys(one for game in GAMES for one in built_in_names(game))
        raise ValueError(f"unknown policy {name!r}; allowed: {', '.join(names)}, FILE.py:FUNCTION")
    # The game that knows the name says what is wrong with its weights.
    telling = [error for error in refusals if not str(error).startswith("unknown")]
    raise (telling or refusals)[0]


def file_of(text: str) -> Path | None:
    """File that a policy text reads, if any, so that its content can go into a digest."""
    match = _WEIGHT_FILE.fullmatch(text.strip()) or _FILE.fullmatch(text.strip())
    if match is not None:
        return Path(match["path"])
    return _shipped(text.strip().partition(":")[0], "cuttle")


def _shipped(name: str, game: str) -> Path | None:
    """Return the weight file that ships under a name, if there is one."""
    path = SHIPPED / f"{name}.toml"
    found = game == "cuttle" and re.fullmatch(r"[\w-]+", name) and path.is_file()
    return path if found else None


@contextmanager
def blamed(policies: Sequence[Policy]) -> Iterator[None]:
    """Name the user's own policy when it raises an error of whatever kind while it plays.

    Raises
    ------
    engine_fast.policies.PolicyError
        One line; errors where every policy is built-in are ours and pass through.
    """
    try:
        yield
    except (Halted, PolicyError):
        raise
    except Exception as error:
        own = dict.fromkeys(policy.short for policy in policies if policy.source != "built-in")
        if not own:
            raise
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        raise PolicyError(f"policy {' or '.join(own)} raised {what}") from None


def _heuristics(game: str) -> Any:
    if game == "cuttle":
        from engine_fast.cuttle import heuristics as of_cuttle

        return of_cuttle
    if game == "cuckoo":
        from engine_fast.cuckoo import heuristics as of_cuckoo

        return of_cuckoo
    raise ValueError(f"unknown game {game!r}; allowed: {', '.join(GAMES)}")


def _view_type(game: str) -> Any:
    if game == "cuttle":
        from engine_fast.cuttle import state as of_cuttle

        return of_cuttle.VIEW
    from engine_fast.cuckoo import state as of_cuckoo

    return of_cuckoo.VIEW


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ValueError(f"policy file {path}: {error.strerror or error}") from None


def _from_weight_file(path: Path, game: str, name: str) -> Policy:
    """Return the policy of a weight file, called `name`; its weights' defaults are the file's."""
    try:
        content = tomllib.loads(_read(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"weight file {path}: {error}") from None
    unknown = content.keys() - set(_FILE_KEYS)
    if unknown:
        raise ValueError(
            f"weight file {path}: unknown key {min(unknown)!r}; allowed: {', '.join(_FILE_KEYS)}"
        )
    named = content.get("policy")
    weights = content.get("weights", {})
    if not isinstance(named, str) or _WEIGHT_FILE.fullmatch(named):
        raise ValueError(f'weight file {path}: needs policy = "NAME" or "FILE.py:FUNCTION"')
    if not isinstance(weights, dict) or not all(map(_is_number, weights.values())):
        raise ValueError(f"weight file {path}: [weights] takes numbers only")
    try:
        policy = load(named, game).with_weights({key: float(w) for key, w in weights.items()})
    except ValueError as error:
        raise ValueError(f"weight file {path}: {error}") from None
    return replace(
        policy,
        name=name,
        summary=str(content.get("summary", policy.summary)),
        weights=tuple(
            replace(weight, default=float(value))
            for weight, value in zip(policy.weights, policy.vector, strict=False)
        ),
        values={},
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _from_python_file(path: str, function: str | None, game: str) -> Policy:
    if not function:
        raise ValueError(f"policy {path!r} names no function; write {path}:FUNCTION")
    view = _view_type(game)
    source = _read(Path(path))
    key = (game, function, hashlib.sha256(path.encode() + b"\0" + source).hexdigest())
    if key not in _compiled:
        module = _run_file(path, source)
        choose = _function_of(module, path, function)
        weights = _weights_of(module, path)
        summary = (inspect.getdoc(choose) or "a policy of the user's own").splitlines()[0]
        try:
            compiled = compile_user_policy(choose, view)
        except Exception as error:  # numba lets errors of other kinds through, too
            raise ValueError(f"policy {path}:{function} does not compile: {_say(error)}") from None
        if str(compiled.nopython_signatures[0].return_type) != "int64":  # as one that only raises
            raise ValueError(f"policy {path}:{function} never returns an index")
        _compiled[key] = compiled, weights, summary
    compiled, weights, summary = _compiled[key]
    return Policy(f"{path}:{function}", game, summary, compiled, weights, source=path)


def _run_file(path: str, source: bytes) -> Mapping[str, Any]:
    """Run a user's file, without leaving bytecode beside it, and return its names."""
    module = types.ModuleType(f"_policy_{hashlib.sha256(path.encode()).hexdigest()[:12]}")
    module.__file__ = path
    folder = str(Path(path).resolve().parent)
    sys.modules[module.__name__] = module  # where dataclasses and pickles look their module up
    sys.path.insert(0, folder)
    try:
        exec(compile(source, path, "exec"), module.__dict__)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise ValueError(f"policy file {path}{where}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        line = _line_in(error, path)
        where = f", line {line}" if line else ""
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise ValueError(f"policy file {path}{where}: {what}") from None
    finally:
        sys.path.remove(folder)
    return module.__dict__


def _line_in(error: BaseException, path: str) -> int | None:
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _function_of(module: Mapping[str, Any], path: str, name: str) -> Callable[..., Any]:
    choose = module.get(name)
    choose = getattr(choose, "py_func", choose)
    if not inspect.isfunction(choose):
        found = sorted(
            one
            for one, value in module.items()
            if inspect.isfunction(value) and value.__module__ == module["__name__"]
        )
        raise ValueError(
            f"policy file {path} has no function {name!r}; it has: {', '.join(found) or 'none'}"
        )
    parameters = inspect.signature(choose).parameters
    if len(parameters) != _PARAMETERS:
        raise ValueError(
            f"policy {path}:{name} takes {len(parameters)} parameters, the contract has "
            f"{_PARAMETERS}: view, moves, count, weights, random"
        )
    return choose


def _weights_of(module: Mapping[str, Any], path: str) -> tuple[Weight, ...]:
    weights = module.get("WEIGHTS", ())
    if not isinstance(weights, tuple | list) or not all(isinstance(w, Weight) for w in weights):
        raise ValueError(f"policy file {path}: WEIGHTS must be a tuple of Weight")
    names = [weight.name for weight in weights]
    if len(set(names)) < len(names):
        raise ValueError(f"policy file {path}: WEIGHTS names a weight twice")
    if len(names) > MOST_WEIGHTS:
        raise ValueError(f"policy file {path}: {len(names)} weights; allowed: up to {MOST_WEIGHTS}")
    return tuple(weights)


def _say(error: BaseException) -> str:
    """One line of numba's many: the first that says something, with its line in the file."""
    if isinstance(error, KeyError):  # what numba raises for a field that a record does not have
        return f"view has no field {error}"
    lines = [line.strip() for line in _ANSI.sub("", str(error)).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "- Resolution", ">>>"))]
    line = re.search(r"File \"[^\"]*\", line (\d+)", "\n".join(lines))
    what = telling[0] if telling else type(error).__name__
    return f"{what} (line {line[1]})" if line and "line" not in what else what
