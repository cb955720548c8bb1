"""Draft rules of a game in the format of the chapter: sections and paragraphs, made of what its
data file states and of what its procedure does and cites. A section of which neither says anything
is named as to be drafted: nothing is invented."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.analysis.laboratory.dealt import Round, sample_openings, sample_rounds
from pitboss.law.citation import section_of
from pitboss.law.options import allowed
from pitboss.law.regulation import Law
from pitboss.law.wording import nice, plain
from pitboss.table.game import Game, Rules
from pitboss.table.system import Subject

# So many different announcements of one paragraph are told one by one.
ANNOUNCED_MAX = 3
# What the dealer does, as a rule says it.
ACTS = {
    "announce": "The dealer announces: {what}.",
    "act": "The dealer shall {what}.",
    "draw": "A card is dealt: {what}.",
    "reveal": "Turned face up: {what}.",
    "discard": "A card is placed aside: {what}.",
    "roll": "The dice are thrown.",
    "spin": "The wheel is spun.",
    "collect": "The losing wager is collected: {what}.",
    "pay": "The winning wager is paid: {what}.",
    "return": "The wager is returned: {what}.",
    "charge": "The charge is collected: {what}.",
}
_SEAT = re.compile(r"\bp\d+\b")
_NUMBER = re.compile(r"\b\d+\b")
_ORDER = re.compile(r"\d+|[a-z]+")


def draft_of(game: Game, rules: Rules) -> str:
    """The draft rules of a game, from rounds that its procedure deals for it."""
    rounds = sample_openings(game, rules) + sample_rounds(game, rules)
    return draft_rules(game, rules.law, rounds)


def draft_rules(subject: Subject, law: Law, rounds: list[Round]) -> str:
    """The whole draft, as text with a heading for each section."""
    provisions: dict[str, list[str]] = {}
    for cite, text in _provisions(subject, law, rounds):
        listed = provisions.setdefault(cite, [])
        if text not in listed:
            listed.append(text)
    parts = [f"# Subchapter {law.subchapter}. {law.title}", ""]
    for section in subject.regulation.data.contents:
        if not subject.regulation.section_in_force(section, law.day):
            continue
        title = subject.regulation.section_title(section, law.day)
        parts += [f"## {law.cite(section)} {title}", ""]
        cites = sorted((c for c in provisions if _within(c, section)), key=_in_order)
        for cite in cites:
            parts += [f"**{law.cite(cite)}** {' '.join(provisions[cite])}", ""]
        if not cites:
            parts += ["[To be drafted: pitboss has nothing of this section but its title.]", ""]
    return "\n".join(parts)


def _within(cite: str, section: str) -> bool:
    try:
        return section_of(cite) == section
    except ValueError:
        return cite.startswith(section)


def _in_order(cite: str) -> list[tuple[int, int, str]]:
    """By number, then letter: (b) before (aa), 9 before 10."""
    return [
        (0, int(part), "") if part.isdigit() else (1, len(part), part)
        for part in _ORDER.findall(cite)
    ]


def _provisions(subject: Subject, law: Law, rounds: list[Round]) -> Iterator[tuple[str, str]]:
    yield from _facts(subject, law)
    for cite, reason in subject.regulation.data.not_executable.items():
        yield cite, f"[To be drafted: {reason}.]"
    yield from _procedure(rounds)
    for irregularity in subject.irregularities.values():
        what = irregularity.label or nice(irregularity.name)
        yield irregularity.cite, f"Irregularity: {what.rstrip('.')}."


def _facts(subject: Subject, law: Law) -> Iterator[tuple[str, str]]:
    regulation, day = subject.regulation, law.day
    for name in law.values:
        value = regulation.values[name].at(day)
        assert value is not None
        yield value.cite, f"{value.label or nice(name)}: {_shown(value.value)}."
    for kind in law.wagers.values():
        when = f", {kind.when}" if kind.when else ""
        yield kind.cite, f"A wager may be made, {kind.label}{when}."
    for name, decision in law.decisions.items():
        yield decision.cite, f"{decision.label or nice(name)}: {', '.join(decision.choices)}."
    for name, dated in regulation.options.items():
        option = dated.at(day)
        if option is not None:
            text = (
                f"The casino licensee may choose. {option.label or nice(name)}: {allowed(option)}; "
                f"where it files no other choice, {plain(option.default)}."
            )
            yield option.cite, text
    for table in law.paytables.values():
        least = "at odds no less than" if table.minimum else "at these odds"
        rows = "; ".join(f"{nice(row)}, {odds.text}" for row, odds in table)
        yield table.cite, f"{table.label}: winning wagers are paid {least}: {rows}."


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else plain(value)


def _procedure(rounds: list[Round]) -> Iterator[tuple[str, str]]:
    """What was done, by the paragraph that it cites, in the order of the first time."""
    done: dict[tuple[str, str], list[str]] = {}
    for each in rounds:
        for event in each.receipt.events:
            if event.cite and event.act in ACTS:
                what = _NUMBER.sub("(number)", nice(_SEAT.sub("the player", event.what)))
                listed = done.setdefault((event.cite, event.act), [])
                if what not in listed:
                    listed.append(what)
    for (cite, act), whats in done.items():
        if act == "announce" and len(whats) > ANNOUNCED_MAX:
            few = "; ".join(whats[:ANNOUNCED_MAX])
            yield cite, f"The dealer announces what there is, such as: {few}."
        else:
            for what in whats:
                yield cite, ACTS[act].format(what=what)
