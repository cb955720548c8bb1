"""A difference as a compliance officer would tell it: one act a block, a sentence a change, what
was only renumbered in one line. Pages, files and the terminal all show these blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
# Fields that say where a thing stands and not what it is.
PLACES = frozenset({"cite", "notice_cite", "notice_cites", "pays_exactly"})
# Fields in our words: how well a thing is known, and what it is called here.
INNER = frozenset({"basis", "note", "label"})
# Of a thing that was there before: how it began is another act's.
ASIDE = frozenset({"start_unknown"})
NAMES = {"paytable": "pay table", "value": "fact"}
Side = Mapping[str, Any] | None


class Sentence(NamedTuple):
    """A change: what it is about, how it was before and how it is after. "" for nothing."""

    change: Literal["added", "removed", "changed"]
    subject: str
    cite: str
    before: str
    after: str
    basis: str


class Block(NamedTuple):
    """An act, with what it changed; `moved` tells in one line what only stands elsewhere now."""

    day: str
    what: str
    source: str
    basis: str
    sentences: tuple[Sentence, ...]
    moved: str


def blocks(answer: Mapping[str, Any]) -> list[Block]:
    """The acts of a difference, in order."""
    return [_block(act) for act in answer["acts"]]


def _block(act: Mapping[str, Any]) -> Block:
    day = act["expires"] if act["ends"] else act["effective"]
    what = f"ends: {act['what']}" if act["ends"] else act["what"]
    sentences = tuple(_sentence(change) for change in act["changes"] if not _only_moved(change))
    return Block(day, what, act["source"], act["basis"], sentences, _moved(act["changes"]))


def _only_moved(change: Mapping[str, Any]) -> bool:
    """Whether nothing is different but the number or letter under which it stands."""
    if change["change"] != CHANGED or change["kind"] == "chapter":
        return False
    before, after = change["before"], change["after"]
    fields = {name for name in before | after if before.get(name) != after.get(name)}
    return fields <= PLACES | ASIDE | INNER


def _moved(changes: list[Mapping[str, Any]]) -> str:
    """One line for all that was renumbered; "" where nothing was."""
    places = {
        change["before"]["cite"]: change["after"]["cite"]
        for change in changes
        if _only_moved(change) and "cite" in change["before"] and "cite" in change["after"]
    }
    pairs = [f"{_bare(was)} is {_bare(now)}" for was, now in places.items() if was != now]
    if not pairs:
        return ""
    return f"renumbered without a change of substance: {', '.join(pairs)}"


def _bare(cite: str) -> str:
    return cite.removeprefix("N.J.A.C. ")


def _sentence(change: Mapping[str, Any]) -> Sentence:
    kind, before, after = change["kind"], change["before"], change["after"]
    label = (after or before or {}).get("label", "")
    subject = f"{NAMES.get(kind, kind)} {change['name']}" + (f" ({label})" if label else "")
    if change["change"] == CHANGED:
        # Only what differs is told, with the same fields on both sides.
        fields = [field for field in before | after if field not in PLACES | INNER | ASIDE]
        was, now = _in_words(before, fields), _in_words(after, fields)
        if before.get("rows") and after.get("rows"):
            was, now = _rows_that_differ(before["rows"], after["rows"])
    else:
        was, now = (_in_words(side, list(side or ())) for side in (before, after))
    return Sentence(change["change"], subject, change["cite"], was, now, change["basis"])


def _rows_that_differ(before: list[Any], after: list[Any]) -> tuple[str, str]:
    was, now = dict(before), dict(after)
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    return (
        "; ".join(f"{name} {was.get(name, 'not there')}" for name in names),
        "; ".join(f"{name} {now.get(name, 'not there')}" for name in names),
    )


def _in_words(side: Side, fields: list[str]) -> str:
    """Returns a thing in words: its rows, its choices, its value, and under which condition."""
    if side is None:
        return ""
    parts = [
        part
        for field in fields
        if field not in PLACES | INNER
        for part in _field(field, side.get(field))
    ]
    return "; ".join(parts)


def _field(field: str, value: Any) -> Iterator[str]:
    if value is None:
        yield f"{field.replace('_', ' ')}: none"
    elif field == "rows":
        yield "; ".join(f"{row} {odds}" for row, odds in value)
    elif field == "values":
        yield "the licensee may choose it" if set(value) == {True, False} else _may_be(value)
    elif field == "start_unknown":
        yield from ["when it began is not known to us"] if value else []
    elif field == "minimum":
        yield "the licensee may pay more" if value else "exactly so"
    elif field == "multiple_of":
        yield from [f"in units of {value} chips"] if value != 1 else []
    elif field == "when":
        yield f"made {value}"
    elif field == "range":
        yield _range(value)
    elif field == "default":
        yield f"unless chosen otherwise {_word(value)}"
    elif field == "pays":
        yield f"paid by {str(value).replace('_', ' ')}"
    elif field == "offered_if":
        yield "where " + " and ".join(
            f"{name.replace('_', ' ')} is {_listed(wanted)}" for name, wanted in value.items()
        )
    elif field == "excludes":
        yield from (_exclusion(each) for each in value)
    elif field in ("notice", "notice_on", "without_notice"):
        yield from _notice(field, value)
    elif field == "value":
        yield _listed(value)
    else:
        yield f"{field.replace('_', ' ')} {_listed(value)}"


def _may_be(values: list[Any]) -> str:
    return f"may be {_listed(values)}"


def _range(value: Mapping[str, Any]) -> str:
    most = value.get("at_most")
    return f"from {value['at_least']}" + (f" to {most}" if most is not None else " up")


def _exclusion(each: Mapping[str, Any]) -> str:
    other = each["option"].replace("_", " ")
    own = f"where it is {_listed(each['values'])}, " if each.get("values") else ""
    cite = f" ({each['cite']})" if each.get("cite") else ""
    return f"{own}{other} may not be {_listed(each['forbids'])}{cite}"


def _notice(field: str, value: Any) -> Iterator[str]:
    if field == "notice":
        yield f"a change needs {'approval' if value == 'approval' else f'notice ({value})'}"
    elif field == "notice_on" and value != "change":
        yield f"notice only to {value} it" if value in ("start", "stop") else f"notice of a {value}"


def _listed(value: Any) -> str:
    return ", ".join(map(_word, value)) if isinstance(value, list | tuple) else _word(value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(_word, value)) if isinstance(value, list | tuple) else str(value)
