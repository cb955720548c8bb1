"""The journal: nothing in it can be altered unnoticed, and a crash loses nothing that was
acknowledged."""

from __future__ import annotations

import errno
import io
import os
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.chain import NO_HASH, Broken
from pitboss.errors import BadInput, Diverged, Illegal
from pitboss.log import journal as room
from pitboss.log.journal import (
    Closing,
    EndLine,
    EntryLine,
    Header,
    Journal,
    Line,
    Reader,
    resume,
    seal,
    start,
)
from pitboss.log.replay import replay, verify
from pitboss.table.entries import Chose, Drew, Entry, Wagered, parse_entry
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play
from pitboss.table.sources import RandomPlayers
from pitboss.testing import Fuzzer, deal
from tests.log.journals import DAY, Flips, change, lines_of, rechained, run_into, write_journal

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1,000 rounds of red dog."""
    path: Path = tmp_path_factory.mktemp("journal") / "long.jsonl"
    write_journal(path, "red-dog", rounds=1000)
    return path


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("journal") / "short.jsonl"
    write_journal(path, "red-dog", rounds=12, seed=7)
    return path


def altered(tmp_path: Path, raw: bytes) -> Path:
    path = tmp_path / "altered.jsonl"
    path.write_bytes(raw)
    return path


# -- clean journals ---------------------------------------------------------------------------


def test_a_thousand_rounds_replay_as_recorded(long: Path) -> None:
    verdict = verify(long)
    assert verdict.status == "clean", verdict.message()
    lines = lines_of(long)
    told = verdict.as_json()
    assert told["rounds"] == 1000
    assert told["entries"] == sum(isinstance(line, EntryLine) for line in lines)
    assert told["first_bad"] is None
    assert sum(told["net"].values()) + told["house"] + told["commission"] == 0
    closing = lines[-1]
    assert isinstance(closing, Closing)
    assert closing.net == told["net"]
    assert verify(long, last_hash=told["last_hash"]).status == "clean"
    assert msgspec.json.decode(msgspec.json.encode(told)) == told


@pytest.mark.parametrize("key", list(registry.OURS))
def test_every_game_can_be_journalled(key: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    write_journal(path, key, rounds=40)
    verdict = verify(path)
    assert verdict.status == "clean", verdict.message()
    assert verdict.totals.rounds == 40


def test_the_other_side_of_a_double_shoe_was_dealt_from_before(tmp_path: Path) -> None:
    """The side that comes into play at a shuffle has fewer cards than a full one: none is lost."""
    game = registry.find("blackjack")
    rules = game.rules(DAY, {"dealing": "double shoe", "decks": 2})
    table, rng = game.open_table(rules, 3), random.Random(5)
    path = tmp_path / "double.jsonl"
    with start(path, game, rules, table, sync="never") as writer:
        while writer.totals.rounds < 40:
            table = run_into(writer, game, rules, table, RandomPlayers(rng)).after
    assert verify(path).status == "clean"


@pytest.mark.parametrize("key", list(registry.OURS))
def test_any_rules_limits_and_by_hand_can_be_journalled(key: str, tmp_path: Path) -> None:
    """Random days and options, tables opened first or prepared, dealt by hand or not."""
    game = registry.find(key)
    for number in range(12):
        path = tmp_path / f"{number}.jsonl"
        dealt = list(deal(game, random.Random(f"journal {number}"), irregular=0.1))
        first = dealt[0]
        with start(
            path, game, first.rules, first.before, by_hand=first.by_hand, sync="never"
        ) as writer:
            for one in dealt:
                for entry in one.entries:
                    writer.entry(entry)
                writer.end(one.receipt)
        verdict = verify(path)
        assert verdict.status == "clean", verdict.message()
        with Journal(path) as journal:
            assert journal.header.start in ("prepared", "closed")
            again = list(replay(journal))
        digests = [r.outcome.digest() for r in again if isinstance(r.outcome, Receipt)]
        assert digests == [one.receipt.digest() for one in dealt]


def test_the_licensees_own_odds_are_part_of_the_rules(tmp_path: Path) -> None:
    game = registry.find("red-dog")
    rules = game.rules(DAY, {"decks": 4, "odds.spread.1": "6 to 1", "odds.spread.4-11": "3 to 2"})
    path = tmp_path / "journal.jsonl"
    table = game.open_table(rules, (2, 5))
    with start(path, game, rules, table, sync="never") as writer:
        run_into(writer, game, rules, table, RandomPlayers(random.Random(1)))
    with Journal(path) as journal:
        assert journal.rules.law.hash == rules.law.hash
        assert journal.header.options["odds.spread.1"] == "6 to 1"
        assert journal.table == table
    assert verify(path).status == "clean"


def test_a_table_can_be_carried_over(tmp_path: Path) -> None:
    """Standing wagers and a half-used shoe go on in a second journal."""
    for key in ("craps", "red-dog"):
        game = registry.find(key)
        rules = game.rules(DAY, {})
        table = game.open_table(rules, 2)
        rng = random.Random(5)
        first, second = tmp_path / f"{key} 1.jsonl", tmp_path / f"{key} 2.jsonl"
        for path in (first, second):
            with start(path, game, rules, table, sync="never") as writer:
                for _ in range(20):
                    table = run_into(writer, game, rules, table, RandomPlayers(rng)).after
            assert verify(path).status == "clean"
        with Journal(second) as journal:
            assert journal.header.start == "carried"
            assert journal.table.round == lines_of(first)[-2].round  # type: ignore[union-attr]


# -- altered journals -------------------------------------------------------------------------


def test_flipped_bytes_are_found_and_named(long: Path) -> None:
    flips = Flips(long.read_bytes())
    rng = random.Random(20)
    size = len(flips.raw)
    for _ in range(2000):
        position = rng.randrange(size)
        assert not flips.found(position, flips.raw[position] ^ 1 << rng.randrange(8))
    for start_of_line in rng.sample(flips.starts[1:], 200):
        newline = start_of_line - 1
        assert not flips.found(newline, rng.choice(b" }\0\r"))
        assert not flips.found(start_of_line + rng.randrange(60), ord("\n"))
    for mask in range(1, 256):  # the very last newline
        assert not flips.found(size - 1, ord("\n") ^ mask)


def test_flipped_bytes_are_found_by_verify(long: Path, tmp_path: Path) -> None:
    """The same of the whole journal with everything that verify does."""
    flips = Flips(long.read_bytes())
    rng = random.Random(21)
    for position in [0, len(flips.raw) - 1, *rng.sample(range(len(flips.raw)), 20)]:
        raw = bytearray(flips.raw)
        raw[position] ^= 1 << rng.randrange(8)
        verdict = verify(altered(tmp_path, bytes(raw)))
        index = flips.line_of(position)
        assert verdict.status == "altered"
        assert verdict.first_bad is not None
        assert (verdict.first_bad.line, verdict.first_bad.seq) == (index + 1, index)
        assert verdict.first_bad.kind == "altered"


def _bad(tmp_path: Path, raws: list[bytes]) -> tuple[str, int, int]:
    verdict = verify(altered(tmp_path, b"".join(raws)))
    assert verdict.status == "altered", verdict.message()
    assert verdict.first_bad is not None
    return verdict.first_bad.kind, verdict.first_bad.line, verdict.first_bad.seq


def test_removed_lines(short: Path, tmp_path: Path) -> None:
    raws = short.read_bytes().splitlines(keepends=True)
    for index in range(len(raws) - 1):
        assert _bad(tmp_path, raws[:index] + raws[index + 1 :]) == ("missing", index + 1, index)
    kind, line, seq = _bad(tmp_path, raws[:10] + raws[17:])
    assert (kind, line, seq) == ("missing", 11, 10)
    assert "entries 10 to 16" in verify(tmp_path / "altered.jsonl").message()


def test_swapped_lines(short: Path, tmp_path: Path) -> None:
    raws = short.read_bytes().splitlines(keepends=True)
    rng = random.Random(22)
    for _ in range(40):
        first, second = sorted(rng.sample(range(len(raws)), 2))
        swapped = list(raws)
        swapped[first], swapped[second] = raws[second], raws[first]
        assert _bad(tmp_path, swapped) == ("reordered", first + 1, first)
    for first in range(len(raws) - 1):
        swapped = [*raws[:first], raws[first + 1], raws[first], *raws[first + 2 :]]
        assert _bad(tmp_path, swapped) == ("reordered", first + 1, first)


def test_duplicated_lines(short: Path, tmp_path: Path) -> None:
    raws = short.read_bytes().splitlines(keepends=True)
    rng = random.Random(23)
    for index in range(len(raws)):
        twice = [*raws[: index + 1], raws[index], *raws[index + 1 :]]
        assert _bad(tmp_path, twice) == ("duplicated", index + 2, index + 1)
        if index > 2:  # a copy of an earlier line
            again = [*raws[: index + 1], raws[rng.randrange(index - 1)], *raws[index + 1 :]]
            assert _bad(tmp_path, again) == ("duplicated", index + 2, index + 1)


def test_inserted_lines(short: Path, tmp_path: Path) -> None:
    """A well-made line that continues the one before it; one from elsewhere; rubbish."""
    raws = short.read_bytes().splitlines(keepends=True)
    lines = lines_of(short)
    for index in range(2, len(raws) - 1):
        made, _ = seal(EntryLine(index, lines[index].prev, "p1 wager original 5.00"))
        kind, line, seq = _bad(tmp_path, [*raws[:index], made, *raws[index:]])
        assert (kind, line, seq) == ("inserted", index + 1, index)
        stray, _ = seal(EntryLine(index + 900, lines[3].prev, "p1 wager original 5.00"))
        kind, line, seq = _bad(tmp_path, [*raws[:index], stray, *raws[index:]])
        assert (kind, line, seq) == ("inserted", index + 1, index)
        kind, line, seq = _bad(tmp_path, [*raws[:index], b"\n", *raws[index:]])
        assert (kind, line, seq) == ("altered", index + 1, index)
    after, _ = seal(EntryLine(len(raws), _hash(raws[-1]), "d close"))
    assert _bad(tmp_path, [*raws, after]) == ("inserted", len(raws) + 1, len(raws))
    assert _bad(tmp_path, [*raws, b"{"])[1] == len(raws) + 1


def _hash(raw: bytes) -> str:
    return msgspec.json.decode(raw)["hash"]  # type: ignore[no-any-return]


def test_a_line_changed_with_its_own_hash_made_anew(short: Path, tmp_path: Path) -> None:
    """The next line continues the old one: the changed line is named, not the next."""
    raws = short.read_bytes().splitlines(keepends=True)
    lines = lines_of(short)
    for index, line in enumerate(lines[:-1]):
        if isinstance(line, EntryLine):
            made, _ = seal(replace(line, entry="p1 wager original 777.00"))
            kind, number, seq = _bad(tmp_path, [*raws[:index], made, *raws[index + 1 :]])
            assert number in (index, index + 1)
            assert (kind, number, seq) in (
                ("altered", index + 1, index),
                # It may be that the replay shows it before the chain does.
                ("forged", index + 1, index),
            )


# -- forged journals: the chain fits ----------------------------------------------------------


def _forged(tmp_path: Path, raw: bytes) -> Any:
    path = altered(tmp_path, raw)
    for _ in Reader(io.BytesIO(raw)):
        pass  # the chain fits
    verdict = verify(path)
    assert verdict.status == "altered", verdict.message()
    assert verdict.first_bad is not None
    assert verdict.first_bad.kind == "forged"
    return verdict.first_bad


def _another(text: str, rng: random.Random) -> str:
    entry = parse_entry(text)
    if isinstance(entry, Wagered):
        return f"p{entry.seat} wager {entry.kind} {entry.cents // 100 + 1}.00"
    if isinstance(entry, Drew):
        return rng.choice([t for t in ("d draw 2c", "d draw 9h", "d draw Ks") if t != text])
    if isinstance(entry, Chose):
        return "p1 accept the cut" if "refuse" in text else "p3 refuse the cut"
    return "d draw 5h" if text == "d close" else "d close"


def test_a_forged_entry_is_found_in_its_procedure(short: Path, tmp_path: Path) -> None:
    lines, rng = lines_of(short), random.Random(24)
    for index, line in enumerate(lines):
        if not isinstance(line, EntryLine):
            continue
        forged = replace(line, entry=_another(line.entry, rng))
        bad = _forged(tmp_path, change(lines, index, lambda _, f=forged: f))  # type: ignore[misc]
        end = next(i for i in range(index, len(lines)) if isinstance(lines[i], EndLine))
        assert index + 1 <= bad.line <= end + 1
        assert bad.seq == bad.line - 1


def test_a_divergence_raises_naming_the_entry(short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    index = next(i for i, x in enumerate(lines) if isinstance(x, EntryLine) and "draw" in x.entry)
    path = altered(tmp_path, change(lines, index, lambda x: replace(x, entry="d draw Jk")))
    with Journal(path) as journal, pytest.raises(Broken) as diverged:
        list(replay(journal))
    assert isinstance(diverged.value, Diverged)
    assert f"entry {index} (line {index + 1}): 'd draw Jk' is not legal" in str(diverged.value)


FORGERIES: dict[str, Callable[[Any], Line]] = {
    "digest": lambda end: replace(end, digest="0" * 64),
    "net": lambda end: replace(
        end, net=end.net | {"p1": end.net["p1"] + 500}, house=end.house - 500
    ),
    "house": lambda end: replace(end, house=end.house + 1),
    "commission": lambda end: replace(end, commission=end.commission + 1),
    "round": lambda end: replace(end, round=end.round + 1),
    "entries": lambda end: replace(end, entries=end.entries + 1),
    "procedure": lambda end: replace(end, procedure="shuffle"),
    "seats": lambda end: replace(end, net=end.net | {"p6": 0}),
    "table": lambda end: replace(
        end, after=msgspec.Raw(bytes(end.after).replace(b'"remaining":', b'"remaining":1'))
    ),
    "table unreadable": lambda end: replace(end, after=msgspec.Raw(b'{"seats":7}')),
}


@pytest.mark.parametrize("what", list(FORGERIES))
def test_a_forged_end_is_named(what: str, short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    rounds = [i for i, e in enumerate(lines) if isinstance(e, EndLine) and e.procedure == "round"]
    for index in (rounds[0], rounds[5], rounds[-1]):
        bad = _forged(tmp_path, change(lines, index, FORGERIES[what]))
        assert (bad.line, bad.seq) == (index + 1, index)


def test_a_procedure_cut_out_moved_or_dealt_twice(short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    ends = [index for index, line in enumerate(lines) if isinstance(line, EndLine)]
    first, second, third = ends[3] + 1, ends[4] + 1, ends[5] + 1
    without = rechained(lines[:first] + lines[second:])
    assert _forged(tmp_path, without).line <= first + 1 + third - second
    moved = lines[:first] + lines[second:third] + lines[first:second] + lines[third:]
    assert _forged(tmp_path, rechained(moved)).line >= first + 1
    twice = lines[:second] + lines[first:second] + lines[second:]
    assert _forged(tmp_path, rechained(twice)).line >= second + 1
    endless = rechained(lines[:first] + [x for x in lines[first:] if not isinstance(x, EndLine)])
    assert "round is over" in _forged(tmp_path, endless).reason
    early = [*lines[: first + 2], lines[second - 1], *lines[second:]]
    assert "waits for" in _forged(tmp_path, rechained(early)).reason


def test_a_forged_closing_line(short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    last = len(lines) - 1
    for field in ("entries", "procedures", "rounds", "unfinished", "house", "commission"):
        forged = replace(lines[-1], **{field: 99})
        bad = _forged(tmp_path, change(lines, last, lambda _, f=forged: f))  # type: ignore[misc]
        assert bad.line == last + 1
        assert field in bad.reason
    unfinished = rechained([*lines[:-2], lines[-1]])
    assert "its end is not recorded" in _forged(tmp_path, unfinished).reason


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("day", DAY.replace(year=1960)),
        ("options", {}),
        ("options", {"decks": 0}),
        ("rules", "0" * 64),
        ("seats", (1, 2)),
        ("seats", (1, 99)),
        ("seats", ()),
        ("areas", {"p2": "p1"}),
        ("areas", {"d": "p1"}),
        ("start", "prepared"),
        ("start", "carried"),
        ("by_hand", True),
        ("table", msgspec.Raw(b"{}")),
        ("table", msgspec.Raw(b" null")),
    ],
)
def test_a_forged_header(field: str, value: Any, short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    path = altered(tmp_path, change(lines, 0, lambda header: replace(header, **{field: value})))
    verdict = verify(path)
    assert verdict.status == "altered"
    assert verdict.first_bad is not None
    # What the header says wrongly of the rules is found at once, of the table when it is used.
    assert verdict.first_bad.line <= (2 if field in ("seats", "start", "by_hand") else 1)


def test_a_carried_table_that_cannot_be(tmp_path: Path) -> None:
    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    table = replace(game.open_table(rules, 2), round=7)
    path = tmp_path / "journal.jsonl"
    with start(path, game, rules, table, sync="never") as writer:
        run_into(writer, game, rules, table, RandomPlayers(random.Random(1)))
    assert verify(path).status == "clean"
    lines = lines_of(path)
    header = lines[0]
    assert isinstance(header, Header)
    text = bytes(header.table)
    for old, new in (
        (b'"counts":[6,6', b'"counts":[6'),
        (b'"counts":[6,6', b'"counts":[6,-6'),
        (b'"next":"round"', b'"next":"supper"'),
        (b'"seats":[1,2]', b'"seats":[1,2,99]'),
        (b'"state":{', b'"state":{"x":1,'),
        (b'"remaining":312', b'"remaining":0'),
        (b'"remaining":312', b'"remaining":400'),
        (b'"standing":[]', b'"standing":[{"seat":9,"kind":"original","cents":-5}]'),
    ):
        assert old in text
        forged = replace(header, table=msgspec.Raw(text.replace(old, new)))
        raw = change(lines, 0, lambda _, f=forged: f)  # type: ignore[misc]
        assert verify(altered(tmp_path, raw)).status == "altered"


def test_a_journal_written_anew_shows_only_against_a_hash_kept_elsewhere(
    short: Path, tmp_path: Path
) -> None:
    kept = verify(short).last_hash
    other = tmp_path / "other.jsonl"
    write_journal(other, "red-dog", rounds=12, seed=8)
    assert verify(other).status == "clean"
    verdict = verify(other, last_hash=kept)
    assert verdict.status == "altered"
    assert "not the one that was kept" in verdict.message()


# -- crashes ----------------------------------------------------------------------------------


def test_cut_anywhere_it_is_open_and_never_clean(short: Path, tmp_path: Path) -> None:
    """Lengths in the last lines: whole lines count, a torn one is said to be torn."""
    raw = short.read_bytes()
    raws = raw.splitlines(keepends=True)
    tail = len(raws[-1]) + len(raws[-2]) + len(raws[-3])
    last = len(raw) - len(raws[-1])
    ends = (last - 1, last, last + 1, len(raw) - 2, len(raw) - 1)
    for length in [*range(len(raw) - tail, len(raw), 11), *ends]:
        verdict = verify(altered(tmp_path, raw[:length]))
        assert verdict.status == "open", verdict.message()
        whole = raw[:length].count(b"\n")
        assert verdict.last_line == whole
        assert verdict.torn == length - (raw[:length].rfind(b"\n") + 1)
        assert ("torn line" in verdict.message()) == bool(verdict.torn)
        assert f"open: ends at entry {whole - 1}" in verdict.message()


def test_a_torn_line_may_end_in_zeros_but_not_in_rubbish(short: Path, tmp_path: Path) -> None:
    raws = short.read_bytes().splitlines(keepends=True)
    whole = b"".join(raws[:-2])
    torn = raws[-2][:90]
    assert verify(altered(tmp_path, whole + torn + b"\0" * 400)).status == "open"
    assert verify(altered(tmp_path, whole + b"\0" * 400)).status == "open"
    for rubbish in (b"x", b'{"kind":"entry","seq":3', raws[4][:90], raws[-2][:-1] + b"\0"):
        verdict = verify(altered(tmp_path, whole + rubbish))
        assert verdict.status == "altered"
        assert verdict.first_bad is not None
        assert verdict.first_bad.line == len(raws) - 1


def test_gone_on_with_after_a_crash_at_any_byte(tmp_path: Path) -> None:
    game = registry.find("three-card-poker")
    rules = game.rules(DAY, {})
    path = tmp_path / "journal.jsonl"
    table = game.open_table(rules, 2, closed=True)
    rng = random.Random(9)
    writer = start(path, game, rules, table, sync="never")
    while writer.totals.rounds < 3:
        table = run_into(writer, game, rules, table, Fuzzer(rng, 0.05)).after
    writer.leave()
    raw = path.read_bytes()
    header = raw.index(b"\n") + 1
    for length in [*range(header, header + 300, 7), *rng.sample(range(header, len(raw)), 60)]:
        path.write_bytes(raw[:length])
        gone = resume(path, sync="never")
        assert gone.torn == length - (raw[:length].rfind(b"\n") + 1)
        _finish(gone)
        verdict = verify(path)
        assert verdict.status == "clean", verdict.message()
        assert b'"kind":"resumed"' in path.read_bytes()


def _finish(gone: room.Continued) -> None:
    """Play the procedure that was interrupted to its end, and close."""
    source = RandomPlayers(random.Random(3))
    run_into(
        gone.writer,
        gone.game,
        gone.rules,
        gone.table,
        source,
        by_hand=gone.by_hand,
        recorded=gone.entries,
    )
    gone.writer.close()


def test_a_closed_or_altered_journal_is_not_gone_on_with(short: Path, tmp_path: Path) -> None:
    raw = short.read_bytes()
    with pytest.raises(BadInput, match="is closed"):
        resume(altered(tmp_path, raw))
    path = altered(tmp_path, raw[:700] + b"x" + raw[701:])
    with pytest.raises(Broken):
        resume(path)
    assert path.read_bytes() == raw[:700] + b"x" + raw[701:]
    with pytest.raises(BadInput):
        resume(tmp_path / "nowhere.jsonl")
    assert not (tmp_path / "nowhere.jsonl").exists()


def test_unfinished_round_is_closed_as_such(tmp_path: Path) -> None:
    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    table = game.open_table(rules, 1)
    path = tmp_path / "journal.jsonl"
    with start(path, game, rules, table) as writer:
        for text in ("p1 wager original 10.00", "d close", "d draw 4s"):
            writer.entry(parse_entry(text))
    verdict = verify(path)
    assert verdict.status == "clean"
    assert verdict.totals.pending == 3
    assert "unfinished after 3 entries" in verdict.message()


# -- the writer -------------------------------------------------------------------------------


def _red_dog(path: Path, **more: Any) -> Any:
    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    return start(path, game, rules, game.open_table(rules, 1), **more)


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text("mine")
    with pytest.raises(BadInput, match="already"):
        _red_dog(path)
    assert path.read_text() == "mine"
    with pytest.raises(BadInput):
        _red_dog(tmp_path / "no" / "such" / "folder.jsonl")


def test_two_writers_at_once_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    writer = _red_dog(path)
    with pytest.raises(BadInput, match="somebody else"):
        resume(path)
    writer.leave()
    gone = resume(path)
    gone.writer.close()
    assert verify(path).status == "clean"


def test_nothing_is_written_after_the_close(tmp_path: Path) -> None:
    writer = _red_dog(tmp_path / "journal.jsonl")
    last = writer.close()
    assert verify(tmp_path / "journal.jsonl").last_hash == last
    with pytest.raises(BadInput, match="closed"):
        writer.entry(parse_entry("d close"))
    with pytest.raises(BadInput, match="closed"):
        writer.close()


def test_a_refused_entry_is_not_recorded(tmp_path: Path) -> None:
    class Wrong:
        def __init__(self) -> None:
            self.texts = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw Jk"]

        def answer(self, prompt: Prompt) -> Entry:
            return parse_entry(self.texts.pop(0))

    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    path = tmp_path / "journal.jsonl"
    table = game.open_table(rules, 1)
    with pytest.raises(Illegal), start(path, game, rules, table) as writer:
        run_into(writer, game, rules, table, Wrong())
    entries = [line.entry for line in lines_of(path) if isinstance(line, EntryLine)]
    assert entries == ["p1 wager original 10.00", "d close", "d draw 4s"]
    verdict = verify(path)
    assert verdict.status == "open"
    assert verdict.totals.pending == 3


def test_an_entry_that_cannot_be_read_back_is_refused(tmp_path: Path) -> None:
    with _red_dog(tmp_path / "journal.jsonl") as writer:
        for entry in (Chose(1, "wager original 5.00"), Chose(1, "a  b"), Chose(1, "x" * 300)):
            with pytest.raises(BadInput):
                writer.entry(entry)
    assert verify(tmp_path / "journal.jsonl").totals.entries == 0


def test_a_full_disk_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.jsonl"
    writer = _red_dog(path)
    writer.entry(parse_entry("p1 wager original 10.00"))
    before = path.read_bytes()
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        write(descriptor, data[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(BadInput, match="No space left"):
        writer.entry(parse_entry("d close"))
    monkeypatch.undo()
    assert path.read_bytes() == before
    with pytest.raises(BadInput, match="closed"):
        writer.entry(parse_entry("d close"))
    gone = resume(path)
    gone.writer.entry(parse_entry("d close"))
    gone.writer.leave()
    assert verify(path).status == "open"


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:7]))
    with _red_dog(tmp_path / "journal.jsonl") as writer:
        writer.entry(parse_entry("p1 wager original 10.00"))
    assert verify(tmp_path / "journal.jsonl").status == "clean"


@pytest.mark.parametrize(("sync", "calls"), [("entry", 5), ("round", 4), ("never", 0)])
def test_the_disk_has_it_when_it_was_promised(
    sync: Any, calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(os, "fsync", seen.append)
    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    table = game.open_table(rules, 1, closed=True)
    opening = play(game, rules, table, [])
    assert isinstance(opening, Receipt)
    # Header and its folder, the end of the opening, an entry, the closing line.
    with start(tmp_path / "journal.jsonl", game, rules, table, sync=sync) as writer:
        writer.end(opening)
        writer.entry(parse_entry("p1 refuse the cut"))
    assert len(seen) == calls


# -- reading ----------------------------------------------------------------------------------


class _Endless(io.RawIOBase):
    """A journal of `count` entries, made while it is read."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seq = 0
        self.prev = NO_HASH
        self.buffer = b""

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        while len(self.buffer) < len(into) and self.seq < self.count:
            line: Line = (
                EntryLine(self.seq, self.prev, "p1 wager original 10.00") if self.seq else _header()
            )
            raw, self.prev = seal(line)
            self.seq += 1
            self.buffer += raw
        size = min(len(into), len(self.buffer))
        into[:size] = self.buffer[:size]
        self.buffer = self.buffer[size:]
        return size


def _header() -> Header:
    game = registry.find("red-dog")
    rules = game.rules(DAY, {})
    return room.header_of(game, rules, game.open_table(rules, 1), by_hand=False)


def test_a_long_journal_is_read_in_little_memory() -> None:
    _header()
    tracemalloc.start()
    try:
        lines = sum(1 for _ in Reader(io.BufferedReader(_Endless(30_000))))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert lines == 30_000
    assert peak < 1_000_000


def test_a_procedure_without_end_is_not_gathered(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(io.BufferedReader(_Endless(5000)).read())
    verdict = verify(path)
    assert verdict.status == "altered"
    assert verdict.first_bad is not None
    assert verdict.first_bad.kind == "forged"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\0" * 5000,
        b"x" * 3_000_000,
        b"[" * 100_000 + b"\n",
        b'{"kind":"header"}\n',
        os.urandom(4096),
        "pitboss — journal".encode("utf-16"),
    ],
)
def test_what_is_no_journal(raw: bytes, tmp_path: Path) -> None:
    verdict = verify(altered(tmp_path, raw))
    assert verdict.status == "altered"
    assert verdict.first_bad is not None
    assert verdict.first_bad.line == 1


def test_files_that_cannot_be_read(tmp_path: Path, short: Path) -> None:
    for path in (tmp_path, tmp_path / "none", "\0"):
        with pytest.raises(BadInput):
            verify(path)
    lines = lines_of(short)
    for field, value in (("version", 2), ("format", "ledger"), ("game", "tiddlywinks")):
        raw = change(lines, 0, lambda h, f=field, v=value: replace(h, **{f: v}))  # type: ignore[misc]
        with pytest.raises(BadInput):
            verify(altered(tmp_path, raw))


def test_another_version_is_mentioned_where_the_replay_differs(short: Path, tmp_path: Path) -> None:
    lines = lines_of(short)
    lines[0] = replace(lines[0], software="9.9")
    verdict = verify(altered(tmp_path, rechained(lines)))
    assert verdict.status == "clean"
    end = next(index for index, line in enumerate(lines) if isinstance(line, EndLine))
    raw = change(lines, end, FORGERIES["digest"])
    assert "recorded by pitboss 9.9" in verify(altered(tmp_path, raw)).message()


def test_entries_carry_their_time_where_it_is_asked_for(tmp_path: Path) -> None:
    """Lines without a time stay as they were, to the byte."""
    without, _ = seal(EntryLine(1, "0" * 64, "d close"))
    assert b'"at"' not in without
    with_time, mark = seal(EntryLine(1, "0" * 64, "d close", 1_795_000_000_123))
    assert room.unseal(with_time.rstrip(b"\n")) == (
        EntryLine(1, "0" * 64, "d close", 1_795_000_000_123),
        mark,
    )
