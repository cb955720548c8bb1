"""No link of a page leads nowhere: in the repository, or on the site for the pages of the site."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest
from tools.site import made_pages, moved, pages

from tests.markdown import ROOT

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)|<a href=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
AT_THE_ROOT = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"]
IN_THE_REPOSITORY = [
    *(ROOT / name for name in AT_THE_ROOT),
    *sorted((ROOT / "docs").rglob("*.md")),
]
SITE = pages()


def links(text: str) -> list[str]:
    """Links of a page that are not to other hosts; those within code are no links."""
    plain = CODE.sub("", FENCE.sub("", text))
    found = [one or other for one, other in LINK.findall(plain)]
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as MyST and forges make them."""
    found = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", IN_THE_REPOSITORY, ids=name_of)
def test_links_in_the_repository_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in links(text):
        target, _, anchor = link.partition("#")
        found = path.parent / target if target else path
        assert found.exists(), f"{name_of(path)}: {link}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found.read_text(encoding="utf-8")), f"{name_of(path)}: {link}"


@pytest.mark.parametrize("place", SITE)
def test_links_on_the_site_lead_somewhere(place: str) -> None:
    made = set(made_pages())
    text = SITE[place].read_text(encoding="utf-8")
    if place in ("contributing.md", "changelog.md"):
        text = moved(text)
    for link in links(text):
        target, _, anchor = link.partition("#")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(place), target or "."))
        if target.endswith("/"):
            name += "/README.md"
        if not target:
            name = place
        if name == "index.html":
            name = "index.md"
        assert name in SITE or name in made, f"{place}: {link}"
        if anchor and name in SITE:
            assert anchor in anchors(SITE[name].read_text(encoding="utf-8")), f"{place}: {link}"


def test_every_page_is_in_the_contents() -> None:
    """But for those that the tool lists itself: subchapters, games, modules."""
    listed = set()
    for place, path in SITE.items():
        for tree in TREE.findall(path.read_text(encoding="utf-8")):
            for line in tree.splitlines():
                if line and not line.startswith(":"):
                    folder = posixpath.dirname(place)
                    listed.add(posixpath.normpath(posixpath.join(folder, f"{line}.md")))
    known = set(SITE) | set(made_pages())
    assert listed <= known, listed - known
    missing = set(SITE) - listed - {"index.md"}
    assert {name for name in missing if not name.startswith("law/")} == set()


def test_the_checker_sees_a_dead_link() -> None:
    text = '[there](nowhere.md) `[code](not.md)` <a href="gone.html">x</a> [out](https://a.b)'
    assert links(text) == ["nowhere.md", "gone.html"]
    assert anchors("## What `odds` answers\n") == {"what-odds-answers"}
