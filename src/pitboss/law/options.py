"""The licensee's options: what may be chosen, and a choice checked against it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from pitboss.errors import BadInput, NotInForce, NotPermitted, UnknownName
from pitboss.law.citation import Citations
from pitboss.law.dated import Dated
from pitboss.law.schema import OptionEntry, Range, Value

Choice = Mapping[str, Value]

# No option of the regulation is a larger number.
NUMBER_MAX = 10**9


def read_value(text: str) -> Value:
    """An option's value as written on the command line: true, false, a number or a word."""
    if text in ("true", "false"):
        return text == "true"
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 12:
        return int(text)
    return text


def allowed(option: OptionEntry) -> str:
    """What may be chosen, in words."""
    words = [
        str(value).lower() if value in (True, False) else str(value) for value in option.values
    ]
    if option.range is not None:
        words.insert(0, _range_text(option.range))
    if option.text:
        words.append("or a text of several lines")
    return ", ".join(words)


def _range_text(numbers: Range) -> str:
    least, most = numbers.at_least, numbers.at_most
    return f"{least} or more" if most is None else f"{least} to {most}"


def _fits(option: OptionEntry, value: Value) -> bool:
    if (
        option.range is not None
        and isinstance(value, int)
        and not isinstance(value, bool)
        and option.range.at_least <= value
        and (option.range.at_most is None or value <= option.range.at_most)
    ):
        return True
    if option.tenths and option.range is not None and isinstance(value, str):
        tenths = tenths_of(value)
        most = option.range.at_most
        if tenths is not None and 10 * option.range.at_least <= tenths:
            return most is None or tenths <= 10 * most
    if option.text and isinstance(value, str) and "\n" in value:
        return True
    # Beside a range, `values` are what else may be chosen (false, say: none at all).
    # True == 1 in Python, so the type must agree as well.
    return any(type(value) is type(known) and value == known for known in option.values)


def tenths_of(value: Value) -> int | None:
    """A number with at most one decimal, in tenths: 25 for "2.5", 50 for 5; None for others."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return 10 * value
    found = re.fullmatch(r"(\d{1,9})\.(\d)", value, re.ASCII)
    return 10 * int(found[1]) + int(found[2]) if found is not None else None


def choose(
    options: Mapping[str, Dated[OptionEntry]], chosen: Choice, day: date, citations: Citations
) -> dict[str, Value]:
    """The licensee's choice on that day, defaults filled in, or the reason why it is refused."""
    for name in chosen:
        if name not in options:
            raise UnknownName(f"no option {name!r}; the options are {', '.join(options) or 'none'}")
        if options[name].at(day) is None:
            raise _not_in_force("option", name, options[name], day)
    result: dict[str, Value] = {}
    for name, dated in options.items():
        option = dated.at(day)
        if option is None:
            continue
        missing = _condition_missing(option, options, chosen, day)
        if missing:
            if name not in chosen:
                continue
            raise NotPermitted(
                f"option {name} is there only with {missing}", cite=citations.full(option.cite)
            )
        value = chosen.get(name, option.default)
        if not _fits(option, value):
            shown = str(value).lower() if isinstance(value, bool) else value
            raise NotPermitted(
                f"option {name} = {shown}: expected {allowed(option)}"
                f"{_permitted_later(dated, value, day)}",
                cite=citations.full(option.cite),
            )
        result[name] = value
    _check_exclusions(options, result, day, citations)
    return result


def _permitted_later(dated: Dated[OptionEntry], value: Value, day: date) -> str:
    """The day from which this value may be chosen, where only the day was wrong."""
    for start in dated.boundaries():
        option = dated.at(start)
        if start > day and option is not None and _fits(option, value):
            return f" on {day}; permitted from {start}"
    return ""


def _condition_missing(
    option: OptionEntry, options: Mapping[str, Dated[OptionEntry]], chosen: Choice, day: date
) -> str:
    """What another option would have to be for this one to exist, or an empty string."""
    for name, wanted in option.offered_if.items():
        other = options[name].at(day)
        value = chosen.get(name, other.default) if other is not None else None
        values = wanted if isinstance(wanted, list) else [wanted]
        if not any(type(value) is type(known) and value == known for known in values):
            return f"{name} = {' or '.join(str(known).lower() for known in values)}"
    return ""


def _check_exclusions(
    options: Mapping[str, Dated[OptionEntry]],
    result: dict[str, Value],
    day: date,
    citations: Citations,
) -> None:
    for name, value in result.items():
        option = options[name].at(day)
        assert option is not None
        for exclusion in option.excludes:
            applies = value in exclusion.values if exclusion.values else value is not False
            if applies and result.get(exclusion.option) in exclusion.forbids:
                wrong = _exclusion_text(options, result, exclusion.option, day)
                raise NotPermitted(
                    f"option {name} = {str(value).lower()} {wrong}",
                    cite=citations.full(exclusion.cite or option.cite),
                )


def _exclusion_text(
    options: Mapping[str, Dated[OptionEntry]], result: dict[str, Value], name: str, day: date
) -> str:
    """What is wrong with the other option: excluded, or an amount that was not given."""
    value = result[name]
    other = options[name].at(day)
    if value is False and other is not None and other.range is not None:
        return f"needs {name}: expected {_range_text(other.range)}"
    return f"excludes {name} = {str(value).lower()}"


def _not_in_force(kind: str, name: str, dated: Dated[OptionEntry], day: date) -> NotInForce:
    return NotInForce(when_in_force(kind, name, dated, day))


def when_in_force(kind: str, name: str, dated: Dated[Any], day: date) -> str:
    """Why it is not there on that day. A start that is not known is not told as a date."""
    ended = dated.last_day_before(day)
    if ended is not None:
        again = next(
            (start for start in dated.boundaries() if start > day and dated.at(start)), None
        )
        and_again = f" and begins again on {again}" if again is not None else ""
        return f"{kind} {name} was not in force on {day}: it ended on {ended}{and_again}"
    first = dated.first_day()
    entry = dated.at(first)
    if entry is not None and entry.start_unknown:
        return (
            f"{kind} {name} was not in force on {day} as far as we know: it is first seen on "
            f"{first}, and when it came is not known to us"
        )
    return f"{kind} {name} was not in force on {day}: it begins on {first}"


def check_option_data(name: str, entry: OptionEntry) -> None:
    """The default must itself be permitted."""
    if not entry.absent and not _fits(entry, entry.default):
        raise BadInput(f"option {name}: default {entry.default!r} is not one of {allowed(entry)}")
