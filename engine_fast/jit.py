"""The one module that talks to numba: decorators, options, intrinsics, the compile cache.

Everything compiled in this project passes through `kernel`, `policy_kernel` or `helper`; no other
module imports numba. It knows nothing of any game.

Cache. numba notices an edited file but not an edited callee in another file, so compiled code is
kept in a folder named after a digest of all engine sources and of the versions that shape machine
code. An edit anywhere in the engine therefore compiles afresh.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning, TypingError
from numba.extending import intrinsic

__all__ = [
    "CompileError",
    "UniTuple",
    "assign",
    "cache_folder",
    "cache_is_warm",
    "engine_digest",
    "float64",
    "function_type",
    "helper",
    "highest",
    "int32",
    "int64",
    "kernel",
    "local_record",
    "lowest",
    "mutable",
    "policy_kernel",
    "popcount",
    "readonly",
    "readonly_array",
    "record_type",
    "signature",
    "uint8",
    "uint64",
    "writable_array",
]

CompileError = NumbaError

float64 = types.float64
int32 = types.int32
int64 = types.int64
uint8 = types.uint8
uint64 = types.uint64
UniTuple = types.UniTuple

if numba.config.DISABLE_JIT:
    sys.exit("cuttlelab: NUMBA_DISABLE_JIT is set; the engine runs compiled only")

# Passing compiled functions as arguments is marked experimental by numba; its cost and behaviour
# are measured and tested here, so the warning would only bury ours.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# `_nrt` off: no kernel allocates, so arrays need no reference counts. They were counted at every
# helper's call, which took a quarter of the time of a policy that weighs its moves.
_OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False, "_nrt": False}


def engine_digest() -> str:
    """Digest (16 hex digits) of the engine's sources and of the versions that shape its code.

    Two processes with the same digest play the same games bit for bit; results and the cache
    folder carry it.
    """
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:16]


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _choose_cache_folder() -> Path | None:
    if os.environ.get("CUTTLELAB_CACHE") == "off":
        return None
    base = os.environ.get("CUTTLELAB_CACHE_DIR")
    if base is None:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        base = os.path.join(home, "cuttlelab")
    folder = Path(base) / f"engine-{engine_digest()}"
    return folder if _usable(folder) else None


cache_folder: Path | None = _choose_cache_folder()
if cache_folder is not None:
    numba.config.CACHE_DIR = str(cache_folder)


def cache_is_warm() -> bool:
    """Whether an earlier process has left compiled code of this very engine in the cache."""
    return cache_folder is not None and any(cache_folder.rglob("*.nbi"))


def record_type(dtype: np.dtype) -> Any:
    """Return the numba type of one record of the aligned structured `dtype`."""
    return numba.from_dtype(dtype)


def readonly_array(scalar: Any, ndim: int = 1) -> Any:
    """Return the type of a C-contiguous array that compiled code may read but not write."""
    return types.Array(scalar, ndim, "C", readonly=True)


def writable_array(scalar: Any, ndim: int = 1) -> Any:
    """Return the type of a C-contiguous array that compiled code may write."""
    return types.Array(scalar, ndim, "C")


def signature(result: Any, *arguments: Any) -> Any:
    """Return the fixed signature `result(*arguments)`."""
    return result(*arguments)


def function_type(sig: Any) -> Any:
    """Return the type of a compiled function of `sig` that is passed as an argument."""
    return types.FunctionType(sig)


def kernel(sig: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile to one fixed signature, when the module is loaded, from the cache if it is there."""
    return numba.njit(sig, cache=cache_folder is not None, **_OPTIONS)


def policy_kernel(function: Callable[..., Any], sig: Any) -> Any:
    """Compile a user's plain function to the policy signature `sig`, without the cache.

    A user's file may call helpers of other files, whose edits numba would not notice; compiling a
    policy alone takes well under a second. A function that makes arrays is compiled with their
    reference counts, which costs it some speed.

    Raises
    ------
    CompileError
        If numba cannot type the function, as when it writes to `moves`.
    """
    try:
        return numba.njit(sig, **_OPTIONS)(function)
    except NumbaError:
        return numba.njit(sig, **{**_OPTIONS, "_nrt": True})(function)


# A helper has no signature of its own: it is compiled, and always inlined, into the kernels that
# call it. Left to itself LLVM kept the larger ones as calls, which cost a third of the speed.
helper = numba.njit(forceinline=True, **_OPTIONS)


@intrinsic
def popcount(typingctx, mask):  # type: ignore[no-untyped-def]
    """Count the cards of a `uint64` mask."""

    def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, mask):  # type: ignore[no-untyped-def]
    """Return the lowest card of a `uint64` mask that is not empty (undefined for an empty one)."""

    def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def highest(typingctx, mask):  # type: ignore[no-untyped-def]
    """Return the highest card of a `uint64` mask that is not empty (undefined for an empty one)."""

    def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), codegen


@intrinsic
def readonly(typingctx, array):  # type: ignore[no-untyped-def]
    """Hand out a record's array field as an array that its receiver cannot write to."""
    target = types.Array(array.dtype, array.ndim, "C", readonly=True)
    return target(array), lambda context, builder, sig, args: args[0]


@intrinsic
def mutable(typingctx, array):  # type: ignore[no-untyped-def]
    """Hand out a record's array field as an ordinary array."""
    target = types.Array(array.dtype, array.ndim, "C")
    return target(array), lambda context, builder, sig, args: args[0]


@intrinsic
def assign(typingctx, target, source):  # type: ignore[no-untyped-def]
    """Overwrite the record `target` with the record `source` of the same type."""
    if not isinstance(target, types.Record) or target != source:
        raise TypingError(f"assign {source} to {target}: not two records of one type")

    def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
        to, come_from = (builder.bitcast(arg, cgutils.voidptr_t) for arg in args)
        size = ir.Constant(ir.IntType(64), sig.args[0].size)
        cgutils.raw_memcpy(builder, to, come_from, size, 1)
        return context.get_dummy_value()

    return types.none(target, source), codegen


@intrinsic
def local_record(typingctx, like):  # type: ignore[no-untyped-def]
    """Reserve a record of the type `like` on the stack of the kernel that asks; not zeroed.

    Scratch memory for code that may not allocate: it lives until that kernel returns, and an inner
    loop reuses it. `like` is a record type as made by `record_type`.
    """
    if not isinstance(like, types.TypeRef) or not isinstance(like.instance_type, types.Record):
        raise TypingError(f"local_record of {like}: not the type of a record")

    def codegen(context, builder, sig, args):  # type: ignore[no-untyped-def]
        slot = cgutils.alloca_once(builder, context.get_data_type(sig.return_type))
        slot.align = 64
        return slot

    return like.instance_type(like), codegen
