"""The page on which a dispute is settled in the browser, with Python in it.

    python -m tools.settle_page build/site/settle

Python for the browser comes from npm's package `pyodide`, msgspec and rich as wheels from pip's
registry, once; they are kept in build/cache. The page asks for nothing but its own files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.school.items import KINDS

ROOT = Path(__file__).parent.parent
SOURCE, CACHE = ROOT / "site" / "settle", ROOT / "build" / "cache"
PACKAGE = ROOT / "src" / "pitboss"
# Python 3.14, and the wheels that are made for it.
PYODIDE, PYTHON, PLATFORM = "314.0.7", "314", "pyemscripten_2026_0_wasm32"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
# Rooms that a page has no use for, or that need what it does not have.
LEFT_OUT = ("server", "store", "learn", "report", "casino")
EXAMPLES = ROOT / "docs" / "records.md"
# Seconds that a registry has to answer.
PATIENCE = 120
# Odds that take longer than this here are not for a page, where Python is several times slower.
SECONDS_MAX = 1.5
PROBE = """
import sys, time
sys.modules |= {"numpy": None, "numba": None}
from datetime import date
from pitboss import registry
from pitboss.analysis.exact.edges import edges_of
for key in registry.OURS:
    begun = time.process_time()
    try:
        edges_of(key, date.today(), None)
    except Exception:
        continue
    if time.process_time() - begun < float(sys.argv[1]):
        print(key)
"""


class NotToBeHad(Exception):
    """Something that is fetched from a registry, and was not."""


def fetch_runtime() -> Path:
    """Python for the browser, by npm."""
    archive = CACHE / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        if shutil.which("npm") is None:
            raise NotToBeHad("npm is not installed")
        _run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", "--pack-destination", str(CACHE))
    return archive


def fetch_wheels() -> list[Path]:
    """msgspec for the browser, and rich, at the versions of constraints.txt, by pip."""
    pinned = dict(line.split("==") for line in _constraints())
    found = []
    for name, platform in (("msgspec", PLATFORM), ("rich", "any")):
        pattern = f"{name}-{pinned[name]}-*{platform}.whl"
        if not list(CACHE.glob(pattern)):
            _run(
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary",
                ":all:",
                "--python-version",
                PYTHON,
                "--platform",
                platform,
                "--dest",
                str(CACHE),
                f"{name}=={pinned[name]}",
            )
        found += sorted(CACHE.glob(pattern))[:1]
    return found


def _constraints() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return [line for line in lines if "==" in line and not line.startswith("#")]


def _run(*words: str) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, cwd=CACHE, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise NotToBeHad(f"{' '.join(words[:4])}: no answer in {PATIENCE} s") from None
    if done.returncode:
        raise NotToBeHad(f"{' '.join(words[:4])}: {done.stderr.strip()[-300:]}")


def pack_ourselves(target: Path) -> None:
    """pitboss as it is here, without the rooms that are left out, and the page's own module."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            parts = path.relative_to(PACKAGE).parts
            if path.is_file() and parts[0] not in LEFT_OUT and "__pycache__" not in parts:
                archive.write(path, Path("pitboss", *parts))
        archive.write(SOURCE / "pitboss_page.py", "pitboss_page.py")


def small_games() -> list[str]:
    """Games whose odds are exact in plain Python, and quick."""
    words = [sys.executable, "-c", PROBE, str(SECONDS_MAX)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def examples() -> list[dict[str, str]]:
    """The records of the page that says how records are written."""
    found = []
    for text in re.findall(r"^```toml\n(.*?)^```$", EXAMPLES.read_text(), re.M | re.S):
        record = tomllib.loads(text)
        if record.get("game") in registry.OURS and "day" in record:
            title = registry.find(record["game"]).rules(record["day"]).law.title
            found.append({"title": f"{title}, {record['day']}", "text": text})
    return found


def manifest(archives: list[str]) -> dict[str, Any]:
    """What the page has to know before Python runs."""
    today, games = date.today(), []
    for key in registry.keys():  # noqa: SIM118
        try:
            games.append([key, registry.find(key).rules(today).law.title])
        except PitbossError:
            continue
    return {
        "archives": archives,
        "games": games,
        "small": small_games(),
        "drilled": [key for key, _ in games],
        "kinds": [[kind, words] for kind, words in KINDS.items()],
        "examples": examples(),
        "day": today.isoformat(),
    }


def build(target: Path) -> None:
    """The whole page."""
    runtime, wheels = fetch_runtime(), fetch_wheels()
    shutil.rmtree(target, ignore_errors=True)
    (target / "pyodide").mkdir(parents=True)
    with tarfile.open(runtime) as archive:
        for name in RUNTIME:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (target / "pyodide" / name).write_bytes(member.read())
    for wheel in wheels:
        shutil.copy(wheel, target)
    pack_ourselves(target / "pitboss.zip")
    for name in ("index.html", "style.css", "page.js", "worker.js"):
        shutil.copy(SOURCE / name, target)
    archives = [*(wheel.name for wheel in wheels), "pitboss.zip"]
    (target / "manifest.json").write_text(json.dumps(manifest(archives)), encoding="utf-8")


def main(words: list[str]) -> int:
    try:
        build(Path(words[0]) if words else ROOT / "build" / "site" / "settle")
    except NotToBeHad as error:
        print(f"the page that settles disputes is not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
