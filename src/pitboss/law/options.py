"""The licensee's options: what may be chosen, and a choice checked against it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from pitboss.errors import BadInput, NotInForce, NotPermitted, PitbossError, UnknownName
from pitboss.law.citation import Citations
from pitboss.law.dated import Dated
from pitboss.law.hypothetical import WhatIf
from pitboss.law.schema import OptionEntry, Range, Value
from pitboss.money import Odds, parse_dollars

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
    if option.amounts:
        example = "/".join(f"{2**number}.00" for number in range(option.amounts))
        words.append(f"or amounts in dollars such as {example}")
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
    if option.amounts and isinstance(value, str) and _are_amounts(value, option.amounts):
        return True
    # Beside a range, `values` are what else may be chosen (false, say: none at all).
    # True == 1 in Python, so the type must agree as well.
    return any(type(value) is type(known) and value == known for known in option.values)


def _are_amounts(value: str, count: int) -> bool:
    """Whether this is so many amounts of money, rising, such as `1.00/2.00`."""
    try:
        cents = [parse_dollars(each) for each in value.split("/")]
    except BadInput:
        return False
    return len(cents) == count and cents == sorted(cents)


def tenths_of(value: Value) -> int | None:
    """A number with at most one decimal, in tenths: 25 for "2.5", 50 for 5; None for others."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return 10 * value
    found = re.fullmatch(r"(\d{1,9})\.(\d)", value, re.ASCII)
    return 10 * int(found[1]) + int(found[2]) if found is not None else None


class Violation(NamedTuple):
    """What is wrong with one choice: the option (or `odds.TABLE.ROW`) that must change, the reason
    as the user is told it, and the paragraph as the data cites it, where there is one."""

    name: str
    error: PitbossError
    cite: str = ""


def choose_all(
    options: Mapping[str, Dated[OptionEntry]], chosen: Choice, day: date, citations: Citations
) -> tuple[dict[str, Value], list[Violation]]:
    """The licensee's choice on that day, and every reason against it. An option that may not be
    what was chosen is what it is by default, so that the others are judged beside a lawful one;
    unless the choice need not be lawful."""
    supposed = isinstance(chosen, WhatIf)
    violations = [
        Violation(name, error)
        for name in chosen
        if (error := _not_there(options, name, day)) is not None
    ]
    result: dict[str, Value] = {}
    for name, dated in options.items():
        option = dated.at(day)
        if option is None:
            continue
        missing = _condition_missing(option, options, chosen, day)
        value = chosen.get(name, option.default)
        if missing:
            if name in chosen:
                text = f"option {name} is there only with {missing}"
                error = NotPermitted(text, cite=citations.full(option.cite))
                violations.append(Violation(name, error, option.cite))
            if not (supposed and name in chosen):
                continue
        if not _fits(option, value):
            shown = str(value).lower() if isinstance(value, bool) else value
            text = (
                f"option {name} = {shown}: expected {allowed(option)}"
                f"{_permitted_later(dated, value, day)}"
            )
            error = NotPermitted(text, cite=citations.full(option.cite))
            violations.append(Violation(name, error, option.cite))
            if not (supposed and _is_supposable(dated, value)):
                value = option.default
        result[name] = value
    if supposed:
        result |= {
            name: value
            for name, value in chosen.items()
            if name in options and name not in result and _is_supposable(options[name], value)
        }
    return result, violations + list(_exclusions(options, result, day, citations))


def _is_supposable(dated: Dated[OptionEntry], value: Value) -> bool:
    """Whether the value is of a kind that the option has or had on some day, so that what it would
    mean is known: any number for a number, any odds for odds, and words that it knows."""
    entries = [entry for day in dated.boundaries() if (entry := dated.at(day)) is not None]
    known = [each for entry in entries for each in entry.values]
    if isinstance(value, bool):
        return value in [each for each in known if isinstance(each, bool)]
    if isinstance(value, int):
        numbers = any(entry.range is not None for entry in entries)
        numbers |= any(isinstance(each, int) and not isinstance(each, bool) for each in known)
        return numbers and 0 <= value <= NUMBER_MAX
    if value in known or any(_fits(entry, value) for entry in entries):
        return True
    return any(isinstance(each, str) and is_odds(each) for each in known) and is_odds(value)


def is_odds(text: str) -> bool:
    try:
        Odds.parse(text)
    except BadInput:
        return False
    return True


def _not_there(
    options: Mapping[str, Dated[OptionEntry]], name: str, day: date
) -> PitbossError | None:
    """Why there is no such option on that day, if there is none."""
    if name not in options:
        return UnknownName(f"no option {name!r}; the options are {', '.join(options) or 'none'}")
    if options[name].at(day) is None:
        return NotInForce(when_in_force("option", name, options[name], day))
    return None


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


def _exclusions(
    options: Mapping[str, Dated[OptionEntry]],
    result: dict[str, Value],
    day: date,
    citations: Citations,
) -> Iterator[Violation]:
    """Choices that are not permitted together."""
    for name, value in result.items():
        option = options[name].at(day)
        if option is None:  # supposed, on a day that has no such option
            continue
        for exclusion in option.excludes:
            applies = value in exclusion.values if exclusion.values else value is not False
            if applies and result.get(exclusion.option) in exclusion.forbids:
                wrong = _exclusion_text(options, result, exclusion.option, day)
                cite = exclusion.cite or option.cite
                text = f"option {name} = {str(value).lower()} {wrong}"
                yield Violation(name, NotPermitted(text, cite=citations.full(cite)), cite)


def _exclusion_text(
    options: Mapping[str, Dated[OptionEntry]], result: dict[str, Value], name: str, day: date
) -> str:
    """What is wrong with the other option: excluded, or an amount that was not given."""
    value = result[name]
    other = options[name].at(day)
    if value is False and other is not None and other.range is not None:
        return f"needs {name}: expected {_range_text(other.range)}"
    return f"excludes {name} = {str(value).lower()}"


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
