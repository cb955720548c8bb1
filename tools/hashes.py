"""Writes deploy/requirements.txt: what a server needs, at the versions of constraints.txt, with the
SHA-256 of each file, for `pip install --require-hashes`. Run it again when constraints.txt changes:

    python -m tools.hashes

The hashes are those of the files for the Python and the machine on which it runs; the container is
CPython 3.11 on Linux x86-64. `pip` is asked what it would install; nothing is installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "deploy" / "requirements.txt"
HEAD = """\
# What a server needs, and the SHA-256 of each file: pip install --require-hashes -r this.
# Made by `python -m tools.hashes` from constraints.txt, for CPython 3.11 on Linux x86-64.
"""
# What builds pitboss itself is installed from here as well, so that nothing else is fetched.
BUILD = "hatchling"


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def resolved() -> dict[str, tuple[str, list[str]]]:
    """Returns name, version and hashes of everything that pip would install."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--dry-run",
                "--ignore-installed",
                "--only-binary",
                ":all:",
                "--constraint",
                "constraints.txt",
                ".[server]",
                BUILD,
                "--report",
                str(report),
            ],
            check=True,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        found = json.loads(report.read_text())["install"]
    return {
        canonical(one["metadata"]["name"]): (
            one["metadata"]["version"],
            [one["download_info"]["archive_info"]["hashes"]["sha256"]],
        )
        for one in found
        if one["metadata"]["name"] != "pitboss"
    }


def main() -> int:
    lines = [
        f"{name}=={version} " + " ".join(f"--hash=sha256:{mark}" for mark in marks)
        for name, (version, marks) in sorted(resolved().items())
    ]
    TARGET.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(lines)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
