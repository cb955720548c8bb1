"""A process beside the tests that ends what they started, should they be killed themselves: groups
of servers, PostgreSQL clusters, folders and logs. It is told by a pipe, which ends with the tests.

Run as `python watchdog.py`; it reads lines: `group PID`, `cluster FOLDER`, `file PATH`, and
`ended ...` with the same words when the tests have seen to it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

_watchdog: subprocess.Popen[bytes] | None = None
_owner = 0


def watch(kind: str, what: object) -> None:
    """Has something ended with this process, however that ends."""
    _tell(f"{kind} {what}")


def ended(kind: str, what: object) -> None:
    _tell(f"ended {kind} {what}")


def _tell(line: str) -> None:
    global _watchdog, _owner
    if _watchdog is None or _owner != os.getpid():
        _owner = os.getpid()
        # In a session of its own: whoever kills the tests' group leaves it alone.
        _watchdog = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, start_new_session=True
        )
    assert _watchdog.stdin is not None
    _watchdog.stdin.write(line.encode() + b"\n")
    _watchdog.stdin.flush()


def _end(kind: str, what: str) -> None:
    if kind == "group":
        try:
            os.killpg(int(what), signal.SIGKILL)
        except ProcessLookupError:
            pass
    elif kind == "cluster":
        try:
            postmaster = int((Path(what) / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(postmaster, signal.SIGQUIT)
        except (OSError, ValueError, IndexError):
            pass
        shutil.rmtree(what, ignore_errors=True)
    else:
        Path(what).unlink(missing_ok=True)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    left: dict[str, None] = {}
    for line in sys.stdin:
        words = line.strip()
        if words.startswith("ended "):
            left.pop(words.removeprefix("ended "), None)
        else:
            left[words] = None
    for words in left:
        kind, _, what = words.partition(" ")
        _end(kind, what)


if __name__ == "__main__":
    main()
