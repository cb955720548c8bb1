"""The supply chain: what a server is installed from is pinned by version and by hash, and both
lists say the same."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

packaging = pytest.importorskip("packaging.requirements", reason="needs packaging")

from tools.hashes import canonical  # noqa: E402

ROOT = Path(__file__).parents[2]
HASHED = re.compile(r"([a-z0-9-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)")


def hashed() -> dict[str, str]:
    lines = (ROOT / "deploy" / "requirements.txt").read_text().splitlines()
    found = [HASHED.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "a line without a hash, or with something else"
    return {one[1]: one[2] for one in found if one is not None}


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonical(name): version for name, version in pairs}


def test_both_lists_say_the_same() -> None:
    versions = pinned()
    assert len(hashed()) > 30
    for name, version in hashed().items():
        assert versions.get(name) == version, name


def test_everything_that_a_server_needs_is_there() -> None:
    """Followed from pitboss[server] through what each package asks for on this machine."""
    listed, seen = hashed(), set()
    waiting = [("pitboss", "server"), ("hatchling", "")]
    while waiting:
        name, extra = waiting.pop()
        try:
            asked = requires(name) or []
        except PackageNotFoundError:
            continue  # not installed here: its own needs cannot be told
        for text in asked:
            one = packaging.Requirement(text)
            if one.marker is not None and not one.marker.evaluate({"extra": extra}):
                continue
            need = canonical(one.name)
            assert need in listed, f"{name} needs {need}"
            for more in ("", *one.extras):
                if (need, more) not in seen:
                    seen.add((need, more))
                    waiting.append((need, more))
    assert ("uvicorn", "") in seen


@pytest.mark.parametrize("path", ["deploy/requirements.txt", "constraints.txt"])
def test_no_registry_is_named(path: str) -> None:
    text = (ROOT / path).read_text()
    assert "://" not in text
    assert "index" not in text


def test_the_container_installs_nothing_without_a_hash() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    installs = [line for line in text.splitlines() if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "--no-index" in installs[1]
