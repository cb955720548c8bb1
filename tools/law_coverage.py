"""Keeps src/pitboss/data/coverage.toml: for every paragraph that was read, looks up the functions
that cite it, the facts of the data that do, and the cases whose rounds do.

Headings, reasons and what a person stated stay as they are. Where a paragraph that a person stated
has no case of its own, the cases of the paragraph above it are named. Run it from anywhere:
`python tools/law_coverage.py`; with `--check` it only says whether the file is up to date."""

from __future__ import annotations

import sys
from collections import defaultdict

import msgspec

from pitboss import registry
from pitboss.law.address import parse_address
from pitboss.law.coverage import FILE, Coverage, Entry, coverage
from pitboss.law.lookup import is_under
from tools import law_pages
from tools.law_pages import SOURCE, Places

PATH = SOURCE / "data" / FILE
CASES_NAMED = 3
HEAD = """\
# Every paragraph of the texts that were read, by edition: a heading in our words, and what carries
# it out. Kept by `python tools/law_coverage.py`, which looks functions, facts and cases up;
# headings, reasons and `stated` are a person's. pitboss.law.coverage says what the classes mean.
"""


class Seen(msgspec.Struct):
    """What code, data and cases of all games say of each paragraph."""

    functions: Places
    facts: Places
    cases: Places


def seen() -> Seen:
    found = Seen(defaultdict(list), defaultdict(list), defaultdict(list))
    for key in law_pages.subjects():
        for cite, places in law_pages._code(key).items():
            found.functions[cite] += map(_dotted, places)
        for cite, names in law_pages._facts(registry.find_subject(key).regulation).items():
            found.facts[cite] += [f"{key} {name}" for name in names]
        for cite, names in law_pages._shown_by(key).items():
            found.cases[cite] += names
    return found


def _dotted(place: str) -> str:
    """`games/red_dog/procedure.py` round_of_play as games.red_dog.procedure:round_of_play."""
    path, _, name = place.partition(" ")
    module = path.strip("`").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"{module}:{name}" if name else module


def refreshed(at: str, entry: Entry, found: Seen) -> Entry:
    """The entry with what is there now."""
    if entry.not_executable or entry.not_built:
        return entry
    cite = at.partition(" ")[0]
    cases = [name for name in entry.cases if entry.stated and name.startswith("tests/")]
    functions = sorted(set(found.functions.get(cite, ())))
    stated = entry.stated and bool(cases or not functions)
    if entry.stated and (" " in at or not functions):
        functions = entry.functions
    facts = sorted(set(found.facts.get(cite, ())))
    cases += _cases_of(cite, found)[: CASES_NAMED - len(cases)]
    return msgspec.structs.replace(
        entry,
        functions=functions,
        facts=facts,
        cases=cases,
        stated=stated,
    )


def _cases_of(cite: str, found: Seen) -> list[str]:
    """The cases that cite the paragraph or, where none does, what stands under it; or else the
    nearest paragraph above it that a case cites."""
    for above in (cite, *_above(cite)):
        named = found.cases.get(above) or [
            name
            for below, names in found.cases.items()
            if above == cite and _is_under(below, cite)
            for name in names
        ]
        if named:
            return list(dict.fromkeys(named))
    return []


def _above(cite: str) -> list[str]:
    """The paragraphs in which this one stands, the nearest first; not the section itself."""
    address = parse_address(cite)
    above = (
        address._replace(steps=address.steps[:n]) for n in range(len(address.steps) - 1, 0, -1)
    )
    return [each.key for each in above]


def _is_under(below: str, cite: str) -> bool:
    return below != cite and is_under(below, parse_address(cite))


def text(held: Coverage) -> str:
    """The file, a paragraph a line."""
    found = seen()
    lines = [HEAD]
    for name, edition in held.edition.items():
        lines += [f"[edition.{name}]", f'chapter = "{edition.chapter}"', f"day = {edition.day}"]
        lines += [f"what = {_quoted(edition.what)}", ""]
    for name, entries in held.paragraph.items():
        lines.append(f"[paragraph.{name}]")
        lines += [
            f"{_quoted(at)} = {_inline(refreshed(at, entry, found))}"
            for at, entry in entries.items()
        ]
        lines.append("")
    return "\n".join(lines)


def _inline(entry: Entry) -> str:
    fields = msgspec.to_builtins(entry)
    return "{ " + ", ".join(f"{name} = {_value(value)}" for name, value in fields.items()) + " }"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_quoted, value)) + "]"
    return "true" if value is True else _quoted(str(value))


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> int:
    made = text(coverage())
    if "--check" not in sys.argv[1:]:
        PATH.write_text(made, encoding="utf-8")
        return 0
    if made != PATH.read_text(encoding="utf-8"):
        print(
            "data/coverage.toml is not up to date: run python tools/law_coverage.py",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
