"""Makes docs/law/: a page a subchapter, with every section, its acts, and for each paragraph the
facts of the data file, the code that carries it out and the cases that show it.

What a case shows is not declared but observed: every case under tests/law is settled, and the
paragraphs that its events, lines and refusals cite are noted. Run it from anywhere:
`python tools/law_pages.py`; with `--check` it only says whether the pages are up to date."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from pitboss import registry
from pitboss.errors import Illegal, PitbossError
from pitboss.law.citation import section_of
from pitboss.law.regulation import Regulation
from pitboss.law.schema import Entry
from pitboss.records.record import record_from
from pitboss.records.settle import settle

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pitboss"
CASES = ROOT / "tests" / "law"
PAGES = ROOT / "docs" / "law"
CITATION = re.compile(r"\d+A?B?\.\d+[A-Z]?(?:\([a-z]{1,4}\)|\d+|[ivx]+)*")
# What a case expects; the rest of it is the record.
EXPECTED = frozenset(
    "name net lines cites announces acts standing_after state next illegal waiting refused "
    "citation in_order findings".split()
)
CASES_SHOWN = 3
HEAD = """\
This page is made by `python tools/law_pages.py`; do not edit it by hand. Paragraphs are named, not
quoted. *Code* is where the paragraph is cited; *cases* are those under `tests/law` whose rounds
cite it.
"""

Places = dict[str, list[str]]


def page(key: str) -> str:
    """The page of a game's subchapter."""
    regulation = registry.find_subject(key).regulation
    data = regulation.data
    facts, code, cases = _facts(regulation), _code(key), _shown_by(key)
    cited = {*facts, *code, *cases, *data.not_executable}
    parts = [f"# {data.title}: subchapter {data.subchapter}\n", HEAD, _acts(regulation)]
    for section in data.contents:
        paragraphs = sorted((c for c in cited if section_of(c) == section), key=_in_order)
        parts.append(_section(regulation, section, paragraphs, facts, code, cases))
    others = sorted((c for c in cited if section_of(c) not in data.contents), key=_in_order)
    if others:
        lines = ["## Of subchapter 8, for all games\n", *_table(others, facts, code, cases, {})]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _in_order(cite: str) -> list[tuple[int, int, str]]:
    """Paragraphs as the text has them: numbers by their value, roman ones too."""
    pieces = re.findall(r"\d+|[A-Za-z]+", cite)
    return [(0, int(p), "") if p.isdigit() else (1, _ROMAN.get(p, 0), p) for p in pieces]


_ROMAN = {text: value for value, text in enumerate("i ii iii iv v vi vii viii ix x".split(), 1)}


def _acts(regulation: Regulation) -> str:
    lines = ["| act | in force | source | what |", "| --- | --- | --- | --- |"]
    for name, act in sorted(regulation.data.act.items(), key=lambda item: item[1].effective):
        until = f" to {act.expires}" if act.expires else ""
        doubt = "" if act.basis == "read" else f" ({act.basis})"
        lines.append(f"| {name} | {act.effective}{until} | {act.source} | {act.what}{doubt} |")
    return "\n".join(lines) + "\n"


def _section(
    regulation: Regulation,
    section: str,
    paragraphs: list[str],
    facts: Places,
    code: Places,
    cases: Places,
) -> str:
    held = regulation.data.contents[section]
    title = held if isinstance(held, str) else held.title
    lines = [f"## {section} {title}\n"]
    acts = sorted(_acts_of(regulation, section))
    if acts:
        lines.append(f"Acts: {', '.join(acts)}.\n")
    lines += _table(paragraphs, facts, code, cases, regulation.data.not_executable)
    if not paragraphs:
        lines.append("Nothing of this section is cited.")
    return "\n".join(lines) + "\n"


def _table(
    paragraphs: list[str],
    facts: Places,
    code: Places,
    cases: Places,
    not_executable: dict[str, str],
) -> list[str]:
    if not paragraphs:
        return []
    lines = ["| paragraph | facts | code | cases |", "| --- | --- | --- | --- |"]
    for cite in paragraphs:
        where = "; ".join(code.get(cite, ()))
        if cite in not_executable:
            reason = f"not executable: {not_executable[cite]}"
            where = f"{where}; {reason}" if where else reason
        shown = cases.get(cite, [])
        names = "; ".join(shown[:CASES_SHOWN])
        more = f" and {len(shown) - CASES_SHOWN} more" if len(shown) > CASES_SHOWN else ""
        cells = (cite, "; ".join(facts.get(cite, ())), where, names + more)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return lines


def _entries(regulation: Regulation) -> Iterator[tuple[str, Entry]]:
    data = regulation.data
    named: dict[str, dict[str, Any]] = {
        "pay table": data.paytable,
        "option": data.option,
        "wager": data.wager,
        "decision": data.decision,
        "fact": data.value,
    }
    for kind, things in named.items():
        for name, entries in things.items():
            for entry in entries:
                yield f"{kind} {name}", entry


def _facts(regulation: Regulation) -> Places:
    """The facts of the data file by the paragraph that they cite."""
    found: Places = defaultdict(list)
    for name, entry in _entries(regulation):
        doubt = "" if entry.basis == "read" else f" ({entry.basis})"
        if entry.cite and f"{name}{doubt}" not in found[entry.cite]:
            found[entry.cite].append(f"{name}{doubt}")
    return {cite: names for cite, names in found.items() if names}


def _acts_of(regulation: Regulation, section: str) -> set[str]:
    """The acts under which a fact of the section began, and the one that brought the section."""
    held = regulation.data.contents[section]
    acts = {"" if isinstance(held, str) else held.since}
    for _, entry in _entries(regulation):
        if entry.cite and section_of(entry.cite) == section:
            acts |= {entry.since, entry.during}
    mentioned = re.compile(rf"(?<![\d.]){re.escape(section)}(?![\d])")
    acts |= {name for name, act in regulation.data.act.items() if mentioned.search(act.what)}
    return acts - {""}


def _code(key: str) -> Places:
    """The functions (or module constants) that cite each paragraph."""
    found: Places = defaultdict(list)
    contents = registry.find_subject(key).regulation.contents
    for path in _files(key):
        name = path.relative_to(SOURCE).as_posix()
        for cite, where in _citations(path):
            place = f"`{name}` {where}".strip()
            if section_of(cite) in contents and place not in found[cite]:
                found[cite].append(place)
    return {cite: places for cite, places in found.items() if places}


def _files(key: str) -> list[Path]:
    """The modules of the game, and of the families that it imports."""
    own = SOURCE / "games" / (registry.OURS | registry.SYSTEMS)[key].rpartition(".")[2]
    files = sorted(own.glob("*.py"))
    if key in registry.SYSTEMS:
        # A system is carried out where it is kept and served as well.
        files += [*sorted((SOURCE / "store" / key).glob("*.py")), SOURCE / "server" / f"{key}.py"]
    families = {
        match
        for path in files
        for match in re.findall(r"pitboss\.families\.(\w+)", path.read_text(encoding="utf-8"))
    }
    return files + [path for name in sorted(families) for path in _family(name)]


@cache
def _family(name: str) -> tuple[Path, ...]:
    return tuple(sorted((SOURCE / "families" / name).glob("*.py")))


@cache
def _citations(path: Path) -> tuple[tuple[str, str], ...]:
    """Every literal citation of a module, with the function or constant it stands in."""
    found: list[tuple[str, str]] = []

    def walk(node: ast.AST, where: str) -> None:
        for child in ast.iter_child_nodes(node):
            inside = where
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inside = where or child.name
            elif isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name):
                inside = where or child.targets[0].id
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                if CITATION.fullmatch(child.value):
                    found.append((child.value, inside))
            else:
                walk(child, inside)

    walk(ast.parse(path.read_text(encoding="utf-8")), "")
    return tuple(found)


def _shown_by(key: str) -> Places:
    """The cases of the game by the paragraphs that their rounds cite."""
    found: Places = defaultdict(list)
    for name, case in _cases().get(key, ()):
        for cite in sorted(_cited_by(case)):
            found[cite].append(name)
    return found


@cache
def _cases() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    found: dict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    for path in sorted(CASES.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in data["case"]:
            record = {"game": data["game"], **case}
            fields = {name: value for name, value in record.items() if name not in EXPECTED}
            found[record["game"]].append((case["name"], fields))
    return found


def _cited_by(case: dict[str, Any]) -> set[str]:
    if case["game"] in registry.SYSTEMS:
        return _cited_by_system(case)
    try:
        settled = settle(record_from(dict(case), today=date(2026, 1, 1)))
    except Illegal as illegal:
        return {illegal.prompt.cite} - {""} if illegal.prompt is not None else set()
    except PitbossError:
        return set()
    events = [event.cite for receipt in settled.receipts for event in receipt.events]
    lines = [line.cite for receipt in settled.receipts for line in receipt.lines]
    return {*events, *lines, *(event.cite for event in settled.events_so_far)} - {""}


def _cited_by_system(case: dict[str, Any]) -> set[str]:
    """What a case of a system cites: by its receipt, its refusal, or the findings on its card."""
    from tests.law.systems import citations_of

    return {cite.rpartition("-")[2] for cite in citations_of(case)}


def file_of(key: str) -> str:
    """The name of a game's page: that of its subchapter, in two figures."""
    number = registry.find_subject(key).regulation.data.subchapter.lower()
    return f"{number.rstrip('ab'):0>2}{number.lstrip('0123456789')}.md"


def subjects() -> list[str]:
    """Every game and system of ours, in the order of the subchapters."""
    known = [*registry.OURS, *registry.SYSTEMS]
    return sorted(known, key=file_of)


def contents() -> str:
    """The list of all pages."""
    lines = ["# The law, paragraph by paragraph\n"]
    for key in subjects():
        data = registry.find_subject(key).regulation.data
        lines.append(f"- [{data.subchapter} {data.title}]({file_of(key)})")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Every page by its name. Two games of one subchapter share a page."""
    made: dict[str, str] = {"README.md": contents()}
    for key in subjects():
        name = file_of(key)
        made[name] = f"{made[name]}\n{page(key)}" if name in made else page(key)
    return made


def stale() -> list[str]:
    """The pages that are not as this tool would make them, and files that are none."""
    made = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*")}
    return sorted(name for name in {*made, *there} if made.get(name) != there.get(name))


def main() -> int:
    if "--check" not in sys.argv[1:]:
        PAGES.mkdir(exist_ok=True)
        for name, text in pages().items():
            (PAGES / name).write_text(text, encoding="utf-8")
        return 0
    for name in stale():
        print(f"docs/law/{name} is not up to date: run python tools/law_pages.py", file=sys.stderr)
    return 1 if stale() else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
