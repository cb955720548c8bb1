"""Makes src/pitboss/data/schemas/: what the commands' JSON looks like, learnt from what they print.

Every field that all samples have is required; further ones may be there. Fields may be added to a
format freely; when one goes or changes its meaning, the format gets another version. Run it from
anywhere: `python tools/schemas.py` (it takes minutes; with `--floor` it makes those of a floor
alone). The test beside it checks samples against the stored schemas, so a field that vanished is
noticed before a schema is made anew."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from pitboss import registry
from pitboss.cli import main as pitboss
from pitboss.errors import PitbossError
from pitboss.law import house_ways
from pitboss.records.record import record_from
from pitboss.records.settle import settle
from tools import law_pages
from tools.law_pages import SOURCE

FOLDER = SOURCE / "data" / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Objects whose keys are names of the user's or the law's and not of the format.
MAPS = frozenset(
    "options net owed says not_executable editions subchapters totals before after offered_if "
    "state table settings standing values_by not_verified actions edges as_they_are worths".split()
)
QUICK = (
    "red-dog craps roulette three-card-poker minibaccarat big-six sic-bo mini-dice pokette "
    "casino-war automated-craps baccarat-chemin-de-fer baccarat-punto-banco"
).split()
RECORD = """game = "red-dog"
day = 1999-06-01
tape = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 7h", {more}]
"""


def asked(*words: str) -> dict[str, Any]:
    """What a command prints as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        pitboss([*words, "--json"])
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def samples() -> Iterator[dict[str, Any]]:
    """Answers of every format, of as many games as is quick."""
    for day in ("1985-01-01", "1999-06-01", "2013-01-01"):
        yield asked("games", "--day", day)
        yield asked("law", "--guesses", "--day", day)
        yield asked("law", "--search", "wager", "--day", day)
    for key in registry.OURS:
        yield asked("rules", key)
        yield asked("diff", key, "--from", "1990-01-01", "--to", "2013-01-01")
        yield asked("coverage", key)
    yield asked("diff", "--from", "1996-01-01", "--to", "1999-12-31")
    yield asked("coverage")
    for address in ("6.5(i)2", "2.6", "20"):
        yield asked("law", address, "--day", "1999-06-01")
        yield asked("law", address, "--timeline")
        yield asked("law", address, "--cites")
    yield asked("law", "--changes", "--from", "1996-01-01", "--to", "1999-12-31")
    for key in QUICK:
        yield asked("odds", key)
        yield asked("odds", key, "--edge-only")
        yield asked("simulate", key, "--rounds", "20000", "--seed", "1")
        yield asked("play", key, "--auto", "--rounds", "2", "--seed", "3")
    yield asked("odds", "red-dog", "--solve", "odds.spread.1=3%")
    yield asked("odds", "red-dog", "--solve", "decks=3%")
    yield asked("odds", "craps", "--published")
    yield from _atlases()
    yield asked("odds", "red-dog", "--by-hand")
    yield asked("odds", "blackjack", "--hand", "T 6", "--shown", "T")
    yield asked("odds", "three-card-poker", "--hand", "Qs 6d 4c")
    yield asked("odds", "four-card-poker", "--by-hand", "--shown", "7")
    yield asked("odds", "craps", "--by-hand", "--wager", "come")
    yield asked("expose", "three-card-poker", "--sees", "dealer 1")
    yield asked("expose", "three-card-poker", "--shares", "6", "--situations", "50")
    yield asked("expose", "minibaccarat", "--own-first")
    for wager in ("dragon-7", "player-pair"):
        yield asked(
            "expose",
            "minibaccarat",
            "--counts",
            "--wager",
            wager,
            "--shoes",
            "2000",
            "--situations",
            "80",
            "--loss",
            "100.00",
        )
    yield from _set_hands()
    yield from _equities()
    yield from _settled()
    yield from _of_a_casino()


def _atlases() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        for key in ("red-dog", "casino-war"):
            path = Path(folder) / "atlas.json"
            yield asked("atlas", key, "-o", str(path), "--workers", "1")
            yield json.loads(path.read_text(encoding="utf-8"))


def _set_hands() -> Iterator[dict[str, Any]]:
    """The settings of a hand, and a house way with what it costs."""
    for wager in ("pai-gow", "bank"):
        yield asked("odds", "pai-gow", "--hand", "6-6 4-2 5-4 1-1", "--wager", wager)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "way.toml"
        path.write_text(house_ways.text_of("tiles", "b"), encoding="utf-8")
        yield asked("odds", "pai-gow", "--house-way", str(path))


def _equities() -> Iterator[dict[str, Any]]:
    """Hands of poker, counted and simulated; all kinds of hands; what a table costs."""
    yield asked("equity", "As Ks", "QQ", "--board", "Qs 5c 4c")
    yield asked("equity", "As Ks 2d", "random", "--kind", "razz", "--deals", "1000")
    with tempfile.TemporaryDirectory() as folder:
        yield asked("equity", "--table", "-o", str(Path(folder) / "table.csv"))
        pots = Path(folder) / "pots.csv"
        pots.write_text("37.00,3\n90.00\n", encoding="utf-8")
        taken = ("--pots", str(pots), "--hands", "30", "--seats", "9")
        yield asked("odds", "poker", *taken)
        yield asked("odds", "poker", *taken, "--option", "jackpot=bad beat", "--cards", "both")
        yield asked("odds", "poker", "--option", "revenue=time")


def _of_a_casino() -> Iterator[dict[str, Any]]:
    """Submissions checked, a change, its notice, a petition."""
    example = str(law_pages.ROOT / "examples" / "casino" / "submission.toml")
    unlawful = law_pages.ROOT / "tests" / "casino" / "unlawful"
    for path in (example, *map(str, sorted(unlawful.glob("*.toml")))):
        yield asked("check", path)
    time = ("--at", "2026-11-21 12:00", "--now", "2026-11-18 12:00")
    old = str(unlawful / "08-limits.toml")
    yield asked("check", old, example, *time)
    for files in ((example,), (old, example)):
        yield asked("notice", *files, *time)
    yield from of_a_floor()
    with tempfile.TemporaryDirectory() as folder:
        for number, key in enumerate(("red-dog", "craps")):
            yield asked("petition", key, "-o", str(Path(folder) / str(number)), "--no-figures")


def of_a_floor() -> Iterator[dict[str, Any]]:
    """The hold desk of a floor that was played at; the notice of a tournament."""
    from pitboss.cli.tournament import PLAN

    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "pit.db")
        yield asked("hold", "--db", _played_at(database), "--quick")
        yield asked("hold", "--db", database, "--quick", "--day", "1999-01-01")
        plan = Path(folder) / "plan.toml"
        plan.write_text(PLAN, encoding="utf-8")
        for given in ((), ("--at", "2026-11-10 12:00"), ("--at", "2026-12-06 12:00")):
            yield asked("tournament", "notice", str(plan), *given)
        plan.write_text(PLAN.replace('gaming = "P. Poe"\n', ""), encoding="utf-8")
        yield asked("tournament", "notice", str(plan))


def _played_at(path: str) -> str:
    """A database with a table whose edges are known, and one whose edges take long."""
    from pitboss.store import people
    from pitboss.store.accounts import Deposit
    from pitboss.store.database import Database
    from pitboss.store.jobs import Call, Enter, Sit
    from pitboss.store.opening import NewTable, OpenTable
    from pitboss.store.writer import Writer

    db = Database(f"sqlite:///{path}")
    db.upgrade()
    writer = Writer(db, present=lambda done: done if isinstance(done, int) else {}).start()
    made = writer.do(Call(lambda batch: people.create_person(batch, "ann", "patron", "")))
    account = int(made.body)
    writer.do(Deposit(account, 1_000_000, "", 0))
    tables = (("roulette", "p1 wager red 10.00"), ("blackjack", "p1 wager initial 10.00"))
    for number, (game, wager) in enumerate(tables, 1):
        opened = NewTable(
            game=game, limits={"": (500, 50_000)}, wager_seconds=0, decision_seconds=0
        )
        writer.do(OpenTable(0, opened))
        writer.do(Sit(number, account, "ann", 1))
        for entry in ("", wager, "d close", ""):
            while (waits := writer.cache[number].outcome) and waits.prompt.kind == "decision":
                chosen = f"p1 {waits.prompt.choices[-1]}"
                writer.do(Enter(number, account, "patron", (chosen,)))
            if entry:
                writer.do(Enter(number, account, "patron", (entry,)))
    writer.stop()
    db.close()
    return path


def _settled() -> Iterator[dict[str, Any]]:
    """A round settled, one that waits, one that is illegal; every case that is settled; a sheet."""
    for key in registry.OURS:
        for _, case in law_pages._cases().get(key, ()):
            with contextlib.suppress(PitbossError):
                settled = settle(record_from(dict(case), today=date(2026, 1, 1)))
                yield {"format": "pitboss.settle.v1", **settled.as_json()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.toml"
        for more in ('"p1 wager raise 10.00", "d close", "d draw 5c"', '"d close"', '"p1 stand"'):
            path.write_text(RECORD.format(more=more), encoding="utf-8")
            yield asked("settle", str(path))
    yield from sheets()


def sheets() -> Iterator[dict[str, Any]]:
    """PAR sheets: with a pace and without, with a meter, with an envy bonus."""
    quick = ("--simulated", "0", "--option")
    with tempfile.TemporaryDirectory() as folder:
        for key, *more in (
            ("red-dog",),
            ("craps",),
            ("three-card-poker",),
            ("big-six",),
            ("caribbean-stud-poker", *quick, "meter_reset=10000", "--wager", "progressive"),
            ("pai-gow-poker", *quick, "bonus=true", "--wager", "bonus"),
        ):
            sheet = Path(folder) / "sheet.json"
            yield asked("par", key, *more, "-o", str(sheet))
            yield json.loads(sheet.read_text(encoding="utf-8"))


def schema_of(name: str, answers: list[dict[str, Any]]) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": name, **shape(answers)}


def shape(values: list[Any], name: str = "") -> dict[str, Any]:
    """The types that the values have, and what is inside of them."""
    types: dict[str, list[Any]] = defaultdict(list)
    for value in values:
        types[_type(value)].append(value)
    if "number" in types and "integer" in types:
        types["number"] += types.pop("integer")
    kinds = sorted(types)
    made: dict[str, Any] = {"type": kinds[0] if len(kinds) == 1 else kinds} if kinds else {}
    if types["object"]:
        made |= _object(types["object"], name)
    inside = [item for array in types["array"] for item in array]
    if inside:
        made["items"] = shape(inside)
    return made


def _object(objects: list[dict[str, Any]], name: str) -> dict[str, Any]:
    if name in MAPS:
        return {"additionalProperties": shape([v for each in objects for v in each.values()])}
    fields: dict[str, list[Any]] = defaultdict(list)
    for each in objects:
        for key, value in each.items():
            fields[key].append(value)
    return {
        "properties": {key: shape(found, key) for key, found in fields.items()},
        "required": sorted(key for key, found in fields.items() if len(found) == len(objects)),
    }


def _type(value: Any) -> str:
    if value is None:
        return "null"
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string")):
        if isinstance(value, kind):
            return name
    return "array" if isinstance(value, list) else "object"


def main() -> int:
    by_format: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for answer in of_a_floor() if "--floor" in sys.argv else samples():
        by_format[answer["format"]].append(answer)
    FOLDER.mkdir(exist_ok=True)
    for name, answers in by_format.items():
        text = json.dumps(schema_of(name, answers), indent=1, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(name, len(answers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
