"""The round record: TOML, or the same shape in JSON. Either the full tape, one string an
entry, or a script from which the tape is dealt."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from pitboss.equipment.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.law.options import NUMBER_MAX
from pitboss.law.schema import Value
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.entries import Entry, entry_text, parse_entry, parse_seat, seat_text
from pitboss.table.game import Limits
from pitboss.table.layout import Wager

RECORD_BYTES_MAX = 2_000_000
ENTRIES_MAX = 50_000
DEPTH_MAX = 20

Wagers = dict[int, list[tuple[str, str, int]]]


class Script(msgspec.Struct):
    """What is known of the rounds: wagers by round, what the equipment showed, decisions."""

    wagers: list[Wagers]
    cards: tuple[int, ...] = ()
    dice: tuple[str, ...] = ()
    spins: tuple[str, ...] = ()
    decisions: dict[int, list[str]] = {}


class Record(msgspec.Struct):
    """A record as read. Exactly one of `tape` and `script` is there."""

    game: str
    day: date
    options: dict[str, Value]
    seats: tuple[int, ...]
    tape: list[Entry] | None
    script: Script | None
    commentary: dict[int, str]
    limits: Limits
    procedure: str = "round"
    by_hand: bool = False
    state: dict[str, Any] = {}
    standing: tuple[Wager, ...] = ()
    areas: dict[int, int] = {}
    extra: dict[str, Any] = {}
    warnings: tuple[str, ...] = ()


_KNOWN = {
    "game", "day", "options", "seats", "tape", "wagers", "shoe", "dice", "spins", "decisions",
    "limits", "chip", "procedure", "by_hand", "table", "standing", "areas",
}  # fmt: skip


def read_record(text: str | bytes, *, today: date) -> Record:
    """Parse a record from TOML or JSON text. Errors say what was wrong, and where."""
    text = _text(text)
    data = _parse(text)
    comments = {} if text.lstrip().startswith("{") else _toml_commentary(text)
    return record_from(data, today=today, comments=comments)


def read_fields(text: str | bytes) -> dict[str, Any]:
    """The fields of a record, whatever game they are of."""
    return _parse(_text(text))


def _text(text: str | bytes) -> str:
    if len(text) > RECORD_BYTES_MAX:
        raise BadInput(f"a record of {len(text)} bytes: at most {RECORD_BYTES_MAX}")
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"the record is not text: byte {error.start} is not UTF-8") from None


def _parse(text: str) -> dict[str, Any]:
    """Both parsers recurse, so nesting is bounded before they see the text."""
    if _nesting(text) > DEPTH_MAX:
        raise BadInput(f"the record nests deeper than {DEPTH_MAX} levels")
    try:
        if text.lstrip().startswith("{"):
            data = json.loads(text)
        else:
            data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise BadInput(f"the record cannot be read: {error}") from None
    except (RecursionError, ValueError) as error:
        raise BadInput(f"the record cannot be read: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise BadInput("a record is a table of fields such as game, day and tape")
    return data


# A dotted key of more than DEPTH_MAX parts. It is looked for only where a key can begin, and
# never given back a character, so that no text makes the search slow.
_DOTTED = re.compile(
    r"""(?<![\w."'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    rf"{{{DEPTH_MAX},}}"
)


def _nesting(text: str) -> int:
    """Returns the deepest bracket nesting, strings not told apart: an upper bound is enough. Dotted
    keys nest as well. In time that grows with the text, and no faster."""
    deepest = level = 0
    for mark in re.finditer(r"[\[{\]}]", text):
        if mark[0] in "[{":
            level += 1
            deepest = max(deepest, level)
        elif level:
            level -= 1
    return max(deepest, DEPTH_MAX + 1) if _DOTTED.search(text) else deepest


def record_from(
    data: Mapping[str, Any], *, today: date, comments: Mapping[int, str] | None = None
) -> Record:
    """Returns a record from fields already parsed."""
    game = _field(data, "game", str, None)
    day = data.get("day", today)
    if isinstance(day, str):
        day = parse_day(day)
    if type(day) is not date:  # a date with a time of day is a date to isinstance
        raise BadInput(f"day: expected a date such as 1999-06-01, not {day!r}")
    extra = {key: value for key, value in data.items() if key not in _KNOWN}
    warnings = tuple(
        f"field {key[:40]!r} is not known and is ignored" for key in extra if key[:1] != "_"
    )
    tape, commentary = _tape(data)
    for index, comment in (comments or {}).items():
        if tape is not None and index < len(tape):
            commentary[index] = f"{commentary[index]} {comment}" if index in commentary else comment
    script = None if tape is not None else _script(data)
    record = Record(
        game=game,
        day=day,
        options=_options(data),
        seats=(),
        tape=tape,
        script=script,
        commentary=commentary,
        limits=_limits(data),
        procedure=_field(data, "procedure", str, "round"),
        by_hand=_field(data, "by_hand", bool, False),
        state=_field(data, "table", dict, {}),
        standing=tuple(_standing(text) for text in _field(data, "standing", list, [])),
        areas={
            parse_seat(str(area)): parse_seat(str(seat))
            for area, seat in _field(data, "areas", dict, {}).items()
        },
        extra=extra,
        warnings=warnings,
    )
    record.seats = _seats(data, record)
    return record


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:40]!r} is not a day such as 1999-06-01") from None


def _field(data: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    value = data.get(name, default)
    if value is None:
        raise BadInput(f"the record has no {name}")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadInput(f"{name}: expected {kind.__name__}, not {str(value)[:40]!r}")
    return value


def _options(data: Mapping[str, Any]) -> dict[str, Value]:
    options = _field(data, "options", dict, {})
    flat: dict[str, Value] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            # options = { odds = { spread = { 1 = "6 to 1" } } } is odds.spread.1
            for inner, rows in value.items():
                if not isinstance(rows, dict):
                    raise BadInput(f"option {name}.{inner}: expected a table of rows and odds")
                for row, odds in rows.items():
                    flat[f"{name}.{inner}.{row}"] = str(odds)
        elif isinstance(value, bool | str) or (isinstance(value, int) and abs(value) <= NUMBER_MAX):
            flat[name] = value
        elif isinstance(value, float):
            # A percentage such as 2.5 is kept as it is written; no amount is a float.
            flat[name] = str(value)
        else:
            raise BadInput(
                f"option {name}: expected true, false, a word, or a number up to {NUMBER_MAX}"
            )
    return flat


def _tape(data: Mapping[str, Any]) -> tuple[list[Entry] | None, dict[int, str]]:
    if "tape" not in data:
        if "wagers" not in data:
            raise BadInput("the record has neither a tape nor a script (wagers, shoe, decisions)")
        return None, {}
    if "wagers" in data or "shoe" in data:
        raise BadInput("the record has a tape and a script: expected one of them")
    lines = _field(data, "tape", list, [])
    if len(lines) > ENTRIES_MAX:
        raise BadInput(f"a tape of {len(lines)} entries: at most {ENTRIES_MAX}")
    entries: list[Entry] = []
    commentary: dict[int, str] = {}
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise BadInput(f"tape entry {index + 1}: expected text, not {str(line)[:40]!r}")
        text, _, comment = line.partition("#")
        if _one_line(comment):
            commentary[index] = _one_line(comment)
        try:
            entries.append(parse_entry(text))
        except BadInput as error:
            raise BadInput(f"tape entry {index + 1}: {error}") from None
    return entries, commentary


def _script(data: Mapping[str, Any]) -> Script:
    rounds = data["wagers"]
    tables = rounds if isinstance(rounds, list) else [rounds]
    if len(tables) > ENTRIES_MAX or not all(isinstance(table, dict) for table in tables):
        raise BadInput("wagers: expected a table of seats, or a list of them, one per round")
    decisions = {}
    for seat, choices in _field(data, "decisions", dict, {}).items():
        if not isinstance(choices, list):
            raise BadInput(f"decisions of {seat[:20]}: expected a list such as ['play']")
        decisions[parse_seat(seat)] = [str(choice) for choice in choices]
    shoe = data.get("shoe", "")
    if isinstance(shoe, list):
        shoe = " ".join(map(str, shoe))
    if not isinstance(shoe, str):
        raise BadInput(f"shoe: expected cards such as '4s 7h 5c', not {str(shoe)[:40]!r}")
    try:
        cards = parse_cards(shoe)
    except BadInput as error:
        raise BadInput(f"shoe: {error}") from None
    return Script(
        wagers=[_script_wagers(table) for table in tables],
        cards=cards,
        dice=tuple(map(str, _field(data, "dice", list, []))),
        spins=tuple(map(str, _field(data, "spins", list, []))),
        decisions=decisions,
    )


def _script_wagers(table: Mapping[str, Any]) -> Wagers:
    found: Wagers = {}
    for seat, wagers in table.items():
        if not isinstance(wagers, dict):
            raise BadInput(f"wagers of {seat[:20]}: expected a table such as {{ ante = '10.00' }}")
        placed: list[tuple[str, str, int]] = []
        for name, amount in wagers.items():
            kind, _, spot = name.partition(" ")
            if not isinstance(amount, str | int) or isinstance(amount, bool):
                raise BadInput(f"wager {name}: expected an amount such as '10.00'")
            try:
                cents = parse_dollars(str(amount))
            except BadInput as error:
                raise BadInput(f"wager {name} of {seat}: {error}") from None
            placed.append((kind, spot.strip(), cents))
        number = parse_seat(seat)
        if number == 0:
            raise BadInput("the dealer makes no wagers")
        found[number] = placed
    return found


def _limits(data: Mapping[str, Any]) -> Limits:
    by_kind: dict[str, tuple[int, int]] = {}
    for kind, pair in _field(data, "limits", dict, {}).items():
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadInput(f"limits of {kind}: expected [minimum, maximum]")
        low, high = parse_dollars(str(pair[0])), parse_dollars(str(pair[1]))
        if not 0 < low <= high:
            raise BadInput(f"limits of {kind}: the minimum is above the maximum, or nothing")
        by_kind[kind] = (low, high)
    chip = parse_dollars(str(data["chip"])) if "chip" in data else 100
    if chip < 1:
        raise BadInput("chip: the smallest chip must be worth something")
    return Limits(by_kind, chip)


def _standing(text: str) -> Wager:
    """Reads a wager such as `p1 come 6 10.00`, with `off` at the end where it is off."""
    words = str(text).split()
    off = bool(words) and words[-1] == "off"
    if off:
        words.pop()
    if len(words) < 3:
        raise BadInput(f"standing wager {text!r}: expected such as 'p1 pass 10.00'")
    spot = " ".join(words[2:-1])
    return Wager(
        parse_seat(words[0]), words[1], parse_dollars(words[-1]), spot, not off, round_made=-1
    )


def _seats(data: Mapping[str, Any], record: Record) -> tuple[int, ...]:
    """The seats named by `seats`, or all seats up to the last one that appears."""
    if "seats" in data:
        seats = data["seats"]
        if isinstance(seats, int) and not isinstance(seats, bool) and 1 <= seats <= 99:
            return tuple(range(1, seats + 1))
        if isinstance(seats, list):
            return tuple(parse_seat(str(seat)) for seat in seats)
        raise BadInput("seats: expected a number, or a list such as ['p1', 'p3']")
    last = 1
    for entry in record.tape or ():
        last = max(last, getattr(entry, "seat", 0))
    if record.script is not None:
        for table in record.script.wagers:
            last = max(last, *table, 1)
        last = max(last, *record.script.decisions, 1)
    for wager in record.standing:
        last = max(last, wager.seat)
    return tuple(range(1, last + 1))


# What the tape's brackets hold: strings of several lines, strings, comments, brackets.
_TAPE_LINE = re.compile(
    r'''"""(?s:[^\\]|\\.)*?"""|\'\'\'(?s:.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[\[\]]'''
)


def _toml_commentary(text: str) -> dict[int, str]:
    """Returns the comments of TOML inside the tape's brackets, each with the entry it stands
    behind; -1 is for what stands before the first."""
    start = re.search(r"^[ \t]*tape[ \t]*=[ \t]*\[", text, re.MULTILINE)
    if start is None:
        return {}
    found: dict[int, list[str]] = {}
    index = -1
    for token in _TAPE_LINE.finditer(text, start.end()):
        mark = token[0][0]
        if mark == "]":
            break
        if mark in "\"'":
            index += 1
        elif mark == "#":
            comment = _one_line(token[0][1:])
            if comment:
                found.setdefault(index, []).append(comment)
    return {index: " ".join(comments) for index, comments in found.items()}


def _one_line(comment: str) -> str:
    """Returns a comment as it can stand behind an entry: on one line, with nothing unprintable."""
    shown = "".join(mark if mark.isprintable() else " " for mark in comment)
    return " ".join(shown.split())


def write_record(
    game: str,
    day: date,
    options: Mapping[str, Value],
    tape: Sequence[Entry],
    commentary: Mapping[int, str],
    *,
    procedure: str = "round",
    more: Mapping[str, Any] | None = None,
) -> str:
    """Returns the tape form as TOML, commentary kept behind its entry. `more` are further fields of
    the record, such as `seats` or `limits`, as they are to be read."""
    fields: dict[str, Any] = {"game": game, "day": day}
    if procedure != "round":
        fields["procedure"] = procedure
    if options:
        fields["options"] = dict(options)
    fields |= more or {}
    lines = [f"{_key(name)} = {_toml(value)}" for name, value in fields.items()]
    lines.append("tape = [")
    before = _one_line(commentary.get(-1, ""))
    if before:
        lines.append(f"  # {before}")
    for index, entry in enumerate(tape):
        comment = _one_line(commentary.get(index, ""))
        lines.append(f"  {_toml(entry_text(entry))},{f'  # {comment}' if comment else ''}")
    lines.append("]")
    return "\n".join(lines) + "\n"


def record_text(record: Record, tape: Sequence[Entry] | None = None) -> str:
    """Returns the whole record as TOML. One that is a script needs the `tape` that was dealt from
    it."""
    entries = record.tape if tape is None else tape
    if entries is None:
        raise BadInput("the record is a script: it is written as the tape dealt from it")
    more: dict[str, Any] = {"seats": [seat_text(seat) for seat in record.seats]}
    limits = record.limits
    if limits.by_kind:
        more["limits"] = {
            kind: [format_dollars(low), format_dollars(high)]
            for kind, (low, high) in limits.by_kind.items()
        }
    if limits.chip != Limits().chip:
        more["chip"] = format_dollars(limits.chip)
    if record.by_hand:
        more["by_hand"] = True
    if record.state:
        more["table"] = record.state
    if record.standing:
        more["standing"] = [_standing_text(wager) for wager in record.standing]
    if record.areas:
        more["areas"] = {seat_text(a): seat_text(p) for a, p in record.areas.items()}
    return write_record(
        record.game,
        record.day,
        record.options,
        entries,
        record.commentary,
        procedure=record.procedure,
        more=more,
    )


def _standing_text(wager: Wager) -> str:
    off = "" if wager.on else " off"
    return f"{seat_text(wager.seat)} {wager.name} {format_dollars(wager.cents)}{off}"


def _toml(value: Any) -> str:
    """Returns a value as TOML writes it, on one line."""
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for a character that JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_toml(v)}' for k, v in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)
