"""The law with an address: a section or paragraph as it stood on a day, its timeline, what
changed in the whole chapter in a period, what rests on a guess, search by word.

An address is a citation (6.5(i)2, "N.J.A.C. 19:47-6.5(i)2"), a path
(/us-nj/njac/19:47/6.5/i/2@1999-06-01) or an identifier (sec_6.5__para_i__point_2).

  pitboss law "6.5(i)2" --day 1995-01-01
  pitboss law 6.5 --timeline
  pitboss law "6.5(i)2" --cites
  pitboss law --search insurance --day 1996-06-01
  pitboss law --guesses
  pitboss law --changes --from 1996-01-01 --to 1999-12-31"""

from __future__ import annotations

import argparse
from typing import Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, add_json, print_json, read_day
from pitboss.cli.plain import fold, paint, screen_width
from pitboss.errors import BadInput
from pitboss.law.schema import KNOWN_AS


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", nargs="?", metavar="ADDRESS", help="such as 6.5(i)2 or 6.5")
    add_day(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--timeline", action="store_true", help="the acts that touched it, in order")
    what.add_argument("--cites", action="store_true", help="what cites it: code, cases, facts")
    what.add_argument("--search", metavar="KEY", help="sections and facts that have this word")
    what.add_argument("--guesses", action="store_true", help="every fact that no text of ours says")
    what.add_argument("--changes", action="store_true", help="acts of the chapter in a period")
    add_day(parser, "--from", dest="first", help="with --changes: the earlier day")
    add_day(parser, "--to", dest="last", help="with --changes: the later day (default: today)")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    answer = look_up(asked)
    if asked.json:
        print_json("law", answer)
    else:
        show(answer)
    return DONE


def look_up(asked: argparse.Namespace) -> dict[str, Any]:
    from pitboss.law import lookup

    day = read_day(asked.day)
    if asked.search is not None:
        return lookup.search(asked.search, day)
    if asked.guesses:
        return lookup.guesses(day)
    if asked.changes:
        if asked.first is None:
            raise BadInput("law --changes: expected --from DAY")
        return lookup.changes(read_day(asked.first), read_day(asked.last))
    if asked.address is None:
        raise BadInput("law: expected an ADDRESS such as 6.5(i)2, or --search KEY")
    if asked.cites:
        from pitboss.law.coverage import citing

        return citing(asked.address)
    return lookup.timeline(asked.address) if asked.timeline else lookup.as_of(asked.address, day)


# -- for a person -------------------------------------------------------------------------------


def show(answer: dict[str, Any]) -> None:
    if "acts" in answer:
        _show_acts(answer)
    elif "hits" in answer:
        _show_hits(answer)
    elif "cites" in answer:
        print(paint(f"What cites {answer['cites']}", "bold"))
        for name in ("functions", "facts", "cases", "named_by"):
            for each in answer[name]:
                _print(f"{name.replace('_', ' ')}: {each}")
    else:
        if "cite" in answer:
            print(paint(answer["cite"], "bold") + f" on {answer['day']}")
            print(paint(answer["id"], "dim"))
            for section in answer["sections"]:
                print(f"{section['section']}  {section['title']}")
        else:
            many = f"{len(answer['facts'])} facts on {answer['day']} that no text of ours says"
            print(paint(many, "bold"))
        _show_facts(answer["facts"])
        for cite, why in answer.get("not_executable", {}).items():
            _print(f"\n{cite} is not executable: {why}")
        until = answer.get("verified_until")
        if "verified_until" in answer and not until:
            print(paint("\nNo text of this was available to us.", "yellow"))
        elif until and answer["day"] > until:
            print(paint(f"\nRead in texts up to {until}; later changes are not known.", "yellow"))


def _show_facts(facts: list[dict[str, Any]]) -> None:
    for fact in facts:
        doubt = f"  {KNOWN_AS[fact['basis']]}" if KNOWN_AS[fact["basis"]] else ""
        head = f"{fact['cite']}  {fact['kind']} {fact['name']}"
        print("\n" + paint(head, "cyan") + paint(doubt, "yellow"))
        until = fact["in_force_to"] or "on"
        since = fact["in_force_from"] or f"{fact['first_seen']}, or before,"
        _print(f"{fact['label']} (from {since} {_to(until)}, {fact['source']})")
        for name, value in fact["says"].items():
            _print(f"{name}: {_text(value)}")
        if fact["note"]:
            _print(f"note: {fact['note']}")


def _to(until: str) -> str:
    return "on" if until == "on" else f"to {until}"


def _show_acts(answer: dict[str, Any]) -> None:
    head = answer.get("section") or f"The chapter from {answer['from']} to {answer['to']}"
    print(paint(head, "bold"))
    for act in answer["acts"]:
        doubt = f" ({KNOWN_AS[act['basis']]})" if KNOWN_AS[act["basis"]] else ""
        print(f"\n{paint(act['effective'], 'bold')}  {act['game']}  {paint(act['source'], 'dim')}")
        _print(act["what"] + doubt)
        for fact in act["facts"]:
            _print(fact)
    for gap in answer.get("unknown", []):
        _print("\n" + paint(gap, "yellow"))


def _show_hits(answer: dict[str, Any]) -> None:
    print(f"{len(answer['hits'])} on {answer['day']}")
    for hit in answer["hits"]:
        _print(f"{hit['cite']}  {hit['game']}  {hit['kind']}: {hit['text']}")


def _print(text: str) -> None:
    for line in fold(text, screen_width() - 4):
        print(f"    {line}")


def _text(value: Any) -> str:
    if isinstance(value, list):
        inner = (" ".join(map(str, v)) if isinstance(v, list | tuple) else str(v) for v in value)
        return ", ".join(inner)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(item)}" for name, item in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
