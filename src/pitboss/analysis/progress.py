"""How far a long calculation is: told to whoever asked for it, however deep it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def telling(listener: Listener | None, what: str) -> Iterator[None]:
    """Within this block, `tell` reaches the listener, with `what` before its words."""
    before = _listener.set(None if listener is None else lambda text: listener(f"{what}: {text}"))
    try:
        yield
    finally:
        _listener.reset(before)


def tell(text: str) -> None:
    listener = _listener.get()
    if listener is not None:
        listener(text)


def part_of(what: str) -> Callable[[float], None]:
    """What to call with the part that is done, from 0 to 1."""
    return lambda part: tell(f"{what}, {part:.0%}")
