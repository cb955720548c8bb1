"""A submission to begin with: every option of every game as a comment, with what may be chosen,
the section, and how well that is known."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from datetime import date

from pitboss import registry
from pitboss.casino.floor import ALL_OTHERS
from pitboss.errors import NotInForce, PitbossError
from pitboss.law.citation import edition_on
from pitboss.law.options import allowed
from pitboss.law.regulation import Law
from pitboss.law.schema import KNOWN_AS, OptionEntry, Value
from pitboss.table.system import Subject, System

WIDTH = 98
HEAD = """\
# A submission of the rules of the games, by the regulation of {day}.
# Lines with a # before a name show what may be chosen: take the # away to choose.
# `pitboss check FILE` compares it with the regulation.

licensee = "Name of the casino licensee"
from = {day}
version = 1
"""
FLOOR = """\
# -- the floor ------------------------------------------------------------------------------------
# What a table has in its own [pit.table.options], [pit.table.odds.NAME] or [pit.table.limits] goes
# before what is chosen for the game.

[[pit]]
pit = "1"
{tables}
# -- changes --------------------------------------------------------------------------------------
# [[change]]
# at = {day}T21:30:00
# game = "{game}"
# tables = [101]
# notice = {day}T21:00:00    # when notice of it was given
# limits = {{ all = ["25.00", "1000.00"] }}
"""


def new_submission(games: Sequence[str], day: date) -> str:
    """The text of a submission for these games."""
    edition_on(day)
    parts = [HEAD.format(day=day)]
    numbered = []
    for game in games:
        subject = registry.find_subject(game)
        parts.append("\n".join(_game(subject, day)) + "\n")
        if not isinstance(subject, System):
            numbered.append(subject.key)
    tables = "".join(
        f'\n[[pit.table]]\nnumber = {101 + number}\ngame = "{key}"\n'
        for number, key in enumerate(numbered)
    )
    first = numbered[0] if numbered else "blackjack"
    parts.append(FLOOR.format(day=day, game=first, tables=tables))
    return "\n".join(parts)


def authorised_games(day: date) -> list[str]:
    """The games of ours that have rules on that day."""
    games = []
    for key in (*registry.OURS, *registry.SYSTEMS):
        try:
            registry.find_subject(key).rules(day)
        except NotInForce:
            continue
        except PitbossError:
            pass
        games.append(key)
    return games


def _game(subject: Subject, day: date) -> Iterator[str]:
    law: Law = subject.rules(day).law
    yield f"# -- {law.title}: {law.citations.whole(law.subchapter)} ".ljust(WIDTH, "-")
    yield ""
    yield f"[game.{subject.key}]"
    if isinstance(subject, System):
        yield f'# files = {{ {subject.licensee_file} = "rate_card.toml" }}'
        return
    yield '# chip = "1.00"    # the smallest chip'
    yield '# equipment = ["what the table has"]'
    hours = [value for name, value in law.values.items() if name.startswith("card_change_hours")]
    if hours:
        yield f"# card_change_hours = {hours[0]}"
    yield ""
    yield f"[game.{subject.key}.limits]"
    yield f'{ALL_OTHERS} = ["10.00", "500.00"]    # 8.2: every wager that is not named here'
    for kind in law.wagers.values():
        yield f'# {_key(kind.key)} = ["10.00", "500.00"]    # {kind.label}'
    yield ""
    yield f"[game.{subject.key}.options]"
    for name, dated in subject.regulation.options.items():
        entry = dated.at(day)
        if entry is not None:
            yield from _option(name, entry, law)
    for name, table in law.paytables.items():
        if table.minimum:
            yield ""
            yield f"# [game.{subject.key}.odds.{_key(name)}]    # at least, {law.cite(table.cite)}"
            for row, odds in table:
                yield f'# {_key(row)} = "{odds.text}"'


def _option(name: str, entry: OptionEntry, law: Law) -> Iterator[str]:
    doubt = KNOWN_AS[law.known(entry.cite, entry.basis).basis]
    said = (
        f"{entry.label or name}: {allowed(entry)}. {law.cite(entry.cite)}"
        f"{f' ({doubt})' if doubt else ''}"
    )
    if entry.notice:
        said += f"; a change needs notice ({entry.notice})"
    if entry.offered_if:
        said += "; only with " + ", ".join(
            f"{other} = {_values(wanted)}" for other, wanted in entry.offered_if.items()
        )
    for line in textwrap.wrap(said, WIDTH - 2):
        yield f"# {line}"
    yield f"# {name} = {_toml(entry.default)}"


def _values(wanted: Value | list[Value]) -> str:
    values = wanted if isinstance(wanted, list) else [wanted]
    return " or ".join(_toml(value) for value in values)


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name, ensure_ascii=False)
