"""Functions that are plain Python for the engine and machine code for the kernels.

A function marked `@compiled` stays exactly what it is: the engine and the tests call it as plain
Python, and importing it imports nothing else. `jit(function)` gives its compiled form; numba is
imported at that moment and no earlier. Compiled functions may call each other by name: `jit`
compiles what a function needs, in turn.

Rules for the author of such a function:

* integers in, integers out; tables are arguments, never globals, because a compiled function
  keeps the globals of the moment it was compiled (`jit` refuses a global table);
* another compiled function is imported by its own name, not reached through its module;
* nothing is allocated, unless the function is marked `@compiled(allocates=True)`. Without
  allocation there is no reference counting, which otherwise costs more than a table lookup;
* `n.bit_length()` and `n.bit_count()` may be used on integers that are not negative.

Compiled code is kept on disk. numba's own key does not notice a changed helper in another file
or a changed global constant, so the directory is named by a digest of everything that goes in:
byte code of the function and of all it calls, the constants they use, the versions of pitboss,
Python, numpy and numba. `PITBOSS_CACHE_DIR` moves the cache; where it cannot be written the
function is compiled in memory.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from numbers import Integral
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast, overload

import pitboss

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

CACHE_VARIABLE = "PITBOSS_CACHE_DIR"

_MARK = "__pitboss_compiled__"
_VERSIONED_MODULES = ("numpy", "numba", "math")
_lock = threading.RLock()
_dispatchers: dict[FunctionType, Any] = {}
_in_progress: list[FunctionType] = []


@overload
def compiled(function: Callable[Parameters, Result], /) -> Callable[Parameters, Result]: ...


@overload
def compiled(
    *, allocates: bool = ..., inline: bool = ...
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]: ...


def compiled(function: Any = None, /, *, allocates: bool = False, inline: bool = False) -> Any:
    """Mark a function as written in the subset that numba compiles; it stays a plain function.
    The code of one that is `inline` takes the place of every call of it: tables are slow to hand
    over, and a kernel's inner loop may save a third of its time."""

    def mark(target: Any) -> Any:
        setattr(target, _MARK, {"allocates": allocates, "inline": inline})
        return target

    return mark if function is None else mark(function)


def is_compiled(function: object) -> bool:
    """Whether the function was marked with `@compiled`."""
    return isinstance(function, FunctionType) and hasattr(function, _MARK)


def jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The compiled form of a function marked `@compiled`; the same object on every call."""
    if not is_compiled(function):
        raise TypeError(f"{function!r} is not marked @compiled")
    with _lock:
        return cast("Callable[Parameters, Result]", _dispatcher(cast(FunctionType, function)))


def cache_directory() -> Path:
    """Where compiled code is kept, whether or not the directory exists yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path(os.path.expanduser("~")) / ".cache"
    return root / "pitboss"


def _dispatcher(function: FunctionType) -> Any:
    known = _dispatchers.get(function)
    if known is not None:
        return known
    if function in _in_progress:
        raise TypeError(f"{function.__qualname__} is part of a circle of compiled functions")
    try:
        numba = importlib.import_module("numba")
    except ModuleNotFoundError as missing:
        advice = "compiled kernels need numba and numpy: install pitboss[sim]"
        raise ModuleNotFoundError(advice, name=missing.name) from missing
    _teach_bit_methods()
    _in_progress.append(function)
    try:
        used = _used_globals(function)
        patched: dict[str, Any] = {
            name: _dispatcher(value) if is_compiled(value) and value is not function else value
            for name, value in used.items()
        }
    finally:
        _in_progress.pop()
    patched["__builtins__"] = builtins
    patched["__name__"] = function.__module__
    twin = FunctionType(
        function.__code__, patched, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__qualname__ = function.__qualname__
    marks = getattr(function, _MARK)
    dispatcher = numba.njit(nogil=True, _nrt=marks["allocates"], forceinline=marks["inline"])(twin)
    for name, value in used.items():
        if value is function:  # a function that calls itself
            patched[name] = dispatcher
    if hasattr(dispatcher, "enable_caching"):  # not so with NUMBA_DISABLE_JIT
        _keep_on_disk(dispatcher, twin, function)
    _dispatchers[function] = dispatcher
    return dispatcher


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_objects(constant)


def _used_globals(function: FunctionType) -> dict[str, Any]:
    """Every global the function reads, refused where compilation would freeze it silently."""
    import dis  # here and below: modules that only a compilation needs are imported by it

    used: dict[str, Any] = {}
    for code in _code_objects(function.__code__):
        for instruction in dis.get_instructions(code):
            name = instruction.argval
            if instruction.opname != "LOAD_GLOBAL" or name not in function.__globals__:
                continue
            value = function.__globals__[name]
            if not is_compiled(value):
                _describe(value, f"{function.__qualname__}: {name}")
            used[name] = value
    return dict(sorted(used.items()))


def _describe(value: object, where: str) -> str:
    """A text that changes whenever the value does; an error for what must be an argument."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return repr(value)
    if isinstance(value, Integral):  # an integer of numpy
        return f"{type(value).__name__}({int(value)})"
    if isinstance(value, tuple):
        return "(" + ",".join(_describe(item, where) for item in value) + ")"
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(_describe(item, where) for item in value)) + "}"
    if isinstance(value, CodeType):
        return _describe_code(value, where)
    if isinstance(value, type):
        fields = getattr(value, "_fields", ())
        return f"{value.__module__}.{value.__qualname__}{fields}"
    if isinstance(value, ModuleType):
        if value.__name__.partition(".")[0] in _VERSIONED_MODULES:
            return value.__name__
        raise TypeError(f"{where}: import the name itself, not its module")
    if isinstance(value, BuiltinFunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    home = getattr(value, "__module__", None)
    if isinstance(home, str) and home.partition(".")[0] == "numba":
        return f"{home}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    if isinstance(value, FunctionType):
        raise TypeError(f"{where} is a function not marked @compiled")
    raise TypeError(f"{where}: a global {type(value).__name__} must be an argument instead")


def _describe_code(code: CodeType, where: str) -> str:
    constants = ",".join(_describe(constant, where) for constant in code.co_consts)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return f"{code.co_name} {code.co_code.hex()} {names} [{constants}]"


def _describe_function(function: FunctionType, seen: set[FunctionType]) -> str:
    seen.add(function)
    where = function.__qualname__
    parts = [
        f"{function.__module__}.{where} {getattr(function, _MARK)}",
        _describe_code(function.__code__, where),
        _describe(function.__defaults__, where),
        _describe(tuple(sorted((function.__kwdefaults__ or {}).items())), where),
    ]
    parts += [_describe(cell.cell_contents, where) for cell in function.__closure__ or ()]
    for name, value in _used_globals(function).items():
        if not is_compiled(value):
            parts.append(f"{name}={_describe(value, where)}")
        elif value not in seen:
            parts.append(f"{name}={_describe_function(value, seen)}")
        else:
            parts.append(f"{name}={value.__module__}.{value.__qualname__}")
    return "\n".join(parts)


def _versions() -> tuple[str, str]:
    """Versions that go into the directory's name, and those that go into the digest only."""
    numba = importlib.import_module("numba")
    numpy = importlib.import_module("numpy")
    visible = f"pitboss-{getattr(pitboss, '__version__', '0')}-numba-{numba.__version__}"
    return visible, f"numpy {numpy.__version__} {sys.implementation.cache_tag} {sys.version}"


def function_directory(function: Callable[..., Any]) -> Path:
    """The cache directory of one compiled function, named by all that its code depends on."""
    import hashlib

    visible, hidden = _versions()
    plain = cast(FunctionType, function)
    text = "\n".join((visible, hidden, _describe_function(plain, set())))
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    return cache_directory() / visible / f"{plain.__module__}.{plain.__qualname__}-{digest}"


def _keep_on_disk(dispatcher: Any, twin: FunctionType, function: FunctionType) -> None:
    """Give the dispatcher a disk cache; where that cannot be had, leave it without one."""
    import tempfile

    directory = function_directory(function)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return
    config: Any = importlib.import_module("numba.core.config")
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        cache = _guarded_cache_class()(twin)
    except (OSError, RuntimeError):  # RuntimeError: numba finds no place for this source file
        return
    finally:
        config.CACHE_DIR = before
    if Path(cache.cache_path).is_relative_to(directory):
        dispatcher._cache = cache


def _guarded_cache_class() -> Any:
    """numba's cache, except that a damaged or full disk only costs a compilation, and that what one
    process compiles another waits for and reads, rather than compile it as well. Nobody waits in a
    circle: who compiles a function waits at most for one that it calls."""
    caching = importlib.import_module("numba.core.caching")

    class GuardedCache(caching.FunctionCache):  # type: ignore[misc, name-defined]
        _turn: _Turn | None = None

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = self._load(sig, target_context)
            if found is None and self._turn is None:
                self._turn = _Turn(Path(self.cache_path))
                found = self._load(sig, target_context)  # another's, who had the turn before
                if found is not None:
                    self._end_turn()
            return found

        def _load(self, sig: Any, target_context: Any) -> Any:
            with contextlib.suppress(Exception):  # unpickling a damaged file may raise anything
                return super().load_overload(sig, target_context)
            return None

        def save_overload(self, sig: Any, data: Any) -> None:
            with contextlib.suppress(Exception), _file_lock(Path(self.cache_path)):
                super().save_overload(sig, data)
            self._end_turn()

        def _end_turn(self) -> None:
            if self._turn is not None:
                self._turn.end()
            self._turn = None

    return GuardedCache


# Nothing takes as long to compile: whoever waited so long compiles it as well.
SECONDS_OF_A_TURN = 120.0
SECONDS_BETWEEN_LOOKS = 0.05


class _Turn:
    """The turn of one process to compile what is kept in this directory, from when it is made until
    `end`, or until the process ends."""

    def __init__(self, directory: Path) -> None:
        self._handle: Any = None
        self._fcntl: Any = None
        with contextlib.suppress(ImportError, OSError):
            self._fcntl = importlib.import_module("fcntl")
            self._handle = open(directory / "turn", "wb")  # noqa: SIM115 (open until `end`)
            self._wait()

    def _wait(self) -> None:
        import time

        until = time.monotonic() + SECONDS_OF_A_TURN
        while time.monotonic() < until:
            try:
                self._fcntl.flock(self._handle, self._fcntl.LOCK_EX | self._fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(SECONDS_BETWEEN_LOOKS)

    def end(self) -> None:
        """Lets the next process in. The lock itself is given back: a process that was forked
        meanwhile has the file open as well."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self._fcntl.flock(self._handle, self._fcntl.LOCK_UN)
            self._handle.close()
            self._handle = None


@contextlib.contextmanager
def _file_lock(directory: Path) -> Iterator[None]:
    """One writer at a time: numba writes index and data in two steps."""
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        yield
        return
    with open(directory / "lock", "wb") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


_taught = False


def _teach_bit_methods() -> None:
    """Let compiled code call `bit_length` and `bit_count`, which numba does not know."""
    global _taught
    if _taught:
        return
    _taught = True
    extending = importlib.import_module("numba.extending")
    types = importlib.import_module("numba.core.types")
    ir = importlib.import_module("llvmlite.ir")

    def leading_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    def ones(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    def zeros_typing(typing_context: Any, value: Any) -> Any:
        return types.int64(types.int64), leading_zeros

    def ones_typing(typing_context: Any, value: Any) -> Any:
        return types.int64(types.int64), ones

    count_leading_zeros = extending.intrinsic(zeros_typing)
    count_ones = extending.intrinsic(ones_typing)

    def bit_length(value: Any) -> Any:
        def implementation(value: Any) -> Any:
            return 64 - count_leading_zeros(value)

        return implementation

    def bit_count(value: Any) -> Any:
        def implementation(value: Any) -> Any:
            return count_ones(value)

        return implementation

    extending.overload_method(types.Integer, "bit_length")(bit_length)
    extending.overload_method(types.Integer, "bit_count")(bit_count)
