"""The PAR sheet as a page: one file, nothing loaded from elsewhere, no script; for the screen,
light or dark, and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import Any

from pitboss.analysis.exact.figures import BANDS, NOT_KNOWN, decimal_text, percent_text, short_text
from pitboss.analysis.par import ROUNDS, Cited, Outcome, Par, Rounded, WagerSheet, value_text
from pitboss.law.schema import KNOWN_AS
from pitboss.report import charts
from pitboss.report.laboratory_page import laboratory_sections
from pitboss.report.pieces import (
    MINUS,
    Markup,
    anchor_of,
    cell_of,
    cite_of,
    counted_text,
    edge_text,
    exact_text,
    figure_of,
    share_text,
    signed_text,
    table_of,
    units_text,
)
from pitboss.report.strategy_chart import svg_of
from pitboss.report.style import CHART_STYLE, STYLE

BARS_MAX = 14


def page_of(par: Par) -> str:
    """Returns the whole page."""
    identity = par.identity
    title = f"PAR sheet: {identity.title}, {identity.day}"
    sections = [
        ("identity", "Identity", _identity(par)),
        ("summary", "Summary", _summary(par)),
        ("wagers", "Wagers", _wagers(par)),
        ("pay-tables", "Pay tables", "".join(map(_wager, par.sheets))),
    ]
    if par.relations:
        sections.append(("together", "Wagers together", _relations(par)))
    if par.strategy:
        sections.append(("strategy", "Strategy", _strategy(par)))
    sections += [
        ("sensitivity", "Sensitivity", _sensitivity(par)),
        *laboratory_sections(par),
        ("citations", "Citations", _citations(par)),
        ("sources", "What is not verified", _unverified(par)),
        ("terms", "Terms", TERMS),
    ]
    links = "".join(f'<a href="#{key}">{escape(name)}</a>' for key, name, _ in sections)
    body = "".join(
        f'<section id="{key}" aria-labelledby="{key}-h"><h2 id="{key}-h">{escape(name)}</h2>'
        f"{inside}</section>"
        for key, name, inside in sections
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark">'
        f'<meta name="generator" content="{escape(identity.software, quote=True)}">'
        f"<title>{escape(title)}</title><style>{STYLE}{CHART_STYLE}</style></head><body>"
        f'<a class="skip" href="#main">Skip to the figures</a><header><p class="kind">PAR sheet'
        f"</p><h1>{escape(identity.title)}</h1><p>{escape(identity.cite)}, "
        f"{escape(identity.regulator)}; rules in force on <strong>{identity.day}</strong></p>"
        f"{_unlawful(par)}"
        f'<nav aria-label="Sections">{links}</nav></header><main id="main">{body}</main>'
        f"<footer><p>{escape(identity.software)}; rules {identity.rules}; data file "
        f"{identity.data}</p></footer></body></html>\n"
    )


def _unlawful(par: Par) -> str:
    """What the rules suppose against the text, above all and at the foot of every printed page."""
    if not par.identity.unlawful:
        return ""
    reasons = "; ".join(escape(each.in_words()) for each in par.identity.unlawful)
    return (
        f'<p class="unlawful" role="alert"><strong>Not lawful: these rules are supposed, and may '
        f"not be dealt.</strong> {reasons}</p>"
        '<p class="unlawful on-every-page">NOT LAWFUL: supposed rules</p>'
    )


# -- sections -----------------------------------------------------------------------------------


def _identity(par: Par) -> str:
    identity = par.identity
    facts: list[tuple[str, Any]] = [
        ("Game", f"{identity.title} ({identity.game}), subchapter {identity.subchapter}"),
        ("Day in force", f"{identity.day}. {identity.checked}"),
        ("Method", f"{identity.method}: every outcome is counted, nothing is simulated"),
    ]
    if identity.strategy:
        facts.append(("Strategy", identity.strategy))
    if identity.decks is not None:
        facts.append(("Decks", identity.decks))
    facts += [
        ("Software", identity.software),
        ("Rules", Markup(f"<code>{identity.rules}</code>")),
        ("Data file", Markup(f"<code>{identity.data}</code>")),
    ]
    listed = "".join(f"<div><dt>{escape(k)}</dt><dd>{cell_of(v)}</dd></div>" for k, v in facts)
    chosen = [(name, value_text(value)) for name, value in identity.options.items()]
    chosen += [(name, value_text(value)) for name, value in identity.odds_offered.items()]
    options = ""
    if chosen:
        options = table_of("Options of the licensee in use", ("option", "is"), chosen, text=2)
    return f'<dl class="facts">{listed}</dl>{options}'


def _summary(par: Par) -> str:
    rows = []
    for sheet in par.sheets:
        s = sheet.summary
        link = Markup(
            f'<a href="#{anchor_of(sheet.wager)}">{escape(sheet.wager)}</a>'
            + (
                f' <span class="doubt">{KNOWN_AS[sheet.basis]}</span>'
                if KNOWN_AS[sheet.basis]
                else ""
            )
        )
        rows.append(
            (
                link,
                Markup(f"<strong>{edge_text(s.house_edge)}</strong>"),
                exact_text(s.house_edge),
                edge_text(s.element_of_risk),
                share_text(s.hit_frequency),
                share_text(s.push_frequency),
                decimal_text(s.average_wager, 4),
                decimal_text(s.standard_deviation.value, 4),
                decimal_text(s.n0, 0, comma=True) if s.n0 is not None else "none",
                short_text(s.largest_payout, 2) if s.largest_payout is not None else NOT_KNOWN,
            )
        )
    headings = ("wager", "house edge", "exactly", "element of risk", "hits", "pushes",
                "average wager", "SD", "N0", "largest payout")  # fmt: skip
    table = table_of("Figures per unit of the initial wager", headings, rows)
    edges = [
        (
            sheet.wager,
            float(sheet.summary.house_edge),
            edge_text(sheet.summary.house_edge, 2),
            "gain" if sheet.summary.house_edge < 0 else "",
        )
        for sheet in par.sheets
    ]
    chart = ""
    if len(edges) > 1:
        chart = figure_of("House edge by wager", charts.bars("House edge by wager", edges))
    return table + chart


def _wagers(par: Par) -> str:
    rows = [
        (
            w.wager,
            w.label,
            w.when or "",
            "; ".join(filter(None, (w.steps, w.commission and f"charged: {w.commission}"))),
            _spots(w.spots),
            cite_of(w.cite, w.basis),
        )
        for w in par.wagers
    ]
    headings = ("wager", "called", "when made", "amounts and charges", "spots", "citation")
    return table_of("The wagers as the rules state them", headings, rows, text=6)


def _spots(spots: Sequence[str]) -> str:
    named = [spot for spot in spots if spot]
    more = f" and {len(named) - 8} more" if len(named) > 8 else ""
    return ", ".join(named[:8]) + more


def _wager(sheet: WagerSheet) -> str:
    about = [sheet.label, sheet.note]
    if sheet.strategy:
        about.append(f"strategy: {sheet.strategy}")
    words = "; ".join(filter(None, about))
    summary = sheet.summary
    if summary.rounds_per_decision is not None:
        rounds = decimal_text(summary.rounds_per_decision, 2)
        words += f"; decided after {rounds} rounds on average"
    svg = charts.funnel(
        f"House win of {sheet.wager} as a share of the wagers, by rounds",
        float(summary.house_edge),
        float(summary.standard_deviation.value),
        ROUNDS,
        {percent: float(z) for percent, z in BANDS.items()},
    )
    return (
        f'<article id="{anchor_of(sheet.wager)}"><h3>{escape(sheet.wager)} '
        f'<span class="edge">{edge_text(summary.house_edge)}</span></h3>'
        f'<p class="about">{escape(words)}{"; " if words else ""}'
        f'<span class="cite">{cite_of(sheet.cite, sheet.basis)}</span></p>'
        f"{_outcomes(sheet)}"
        f'<div class="pair">{figure_of("Net result, in units", _distribution(sheet))}'
        f"{figure_of('House win as a share of the wagers: 90, 95, 99 %', svg)}</div>"
        f"{_bands(sheet)}</article>"
    )


def _outcomes(sheet: WagerSheet) -> str:
    rows = []
    varies = any(outcome.staked != 1 for outcome in sheet.outcomes)
    for outcome in sheet.outcomes:
        rows.append(
            (
                outcome.outcome,
                _pays(outcome, sheet),
                counted_text(outcome.combinations),
                decimal_text(outcome.probability, 8),
                short_text(outcome.staked, 4) if varies else "",
                signed_text(outcome.net) + (" on average" if outcome.square is not None else ""),
                decimal_text(outcome.probability * outcome.net, 8).replace("-", MINUS),
            )
        )
    counted = "combinations" if not sheet.endless else "of the common denominator"
    average = decimal_text(sheet.summary.average_wager, 4) if varies else ""
    total = ("total", "", counted_text(sheet.combinations), "1", average,
             "", decimal_text(-sheet.summary.house_edge, 8).replace("-", MINUS))  # fmt: skip
    headings = ("outcome", "pays", counted, "probability", "staked", "net", "return")
    return table_of(f"Pay table of {sheet.wager}", headings, rows, text=2, total=total)


def _pays(outcome: Outcome, sheet: WagerSheet) -> str:
    """Returns the odds of every row that pays, and on how much if it is not one unit."""
    parts = []
    for paid in outcome.paid:
        row = sheet.pays[paid.row]
        units = "" if paid.units == 1 else f" on {short_text(paid.units, 3)}"
        name = f"{(row.table or row.row).replace('_', ' ')} " if sheet.composite() else ""
        parts.append(f"{name}{row.odds}{units}")
    charge = -outcome.other
    if outcome.paid and charge > 0 and charge < 1:
        parts.append(f"less {short_text(charge, 4)}")
    return ", ".join(parts)


def _distribution(sheet: WagerSheet) -> str:
    """Results that were not told apart are among the others."""
    chances: dict[Fraction, Fraction] = {}
    for outcome in sheet.outcomes:
        if outcome.square is None:
            chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + outcome.probability
    kept = sorted(chances, key=lambda net: -chances[net])[: BARS_MAX - 1]
    if len(chances) == BARS_MAX:
        kept = list(chances)
    rows = [
        (
            signed_text(net),
            float(chances[net]),
            percent_text(chances[net], 3),
            "gain" if net > 0 else "loss" if net < 0 else "even",
        )
        for net in sorted(kept, reverse=True)
    ]
    left = 1 - sum((chances[net] for net in kept), Fraction(0))
    if left:
        told_apart = all(outcome.square is None for outcome in sheet.outcomes)
        more = len(chances) - len(kept) if told_apart else 0
        name = f"{more} others" if more else "others"
        rows.append((name, float(left), percent_text(left, 3), ""))
    label = f"Probability of each net result of {sheet.wager}"
    return charts.bars(label, rows, room=240)


def _bands(sheet: WagerSheet) -> str:
    rows = []
    for band in sheet.summary.bands:
        within = [" to ".join(map(units_text, band.within[str(percent)])) for percent in BANDS]
        rows.append(
            (
                f"{band.rounds:,}",
                units_text(band.expected),
                units_text(band.standard_deviation),
                *within,
            )
        )
    headings = ("rounds", "expected", "SD", *(f"{percent} %" for percent in BANDS))
    caption = "House win in units after so many rounds (normal approximation)"
    return table_of(caption, headings, rows)


def _relations(par: Par) -> str:
    found = []
    for relation in par.relations:
        more = f"; {relation.left_out} further wagers left out" if relation.left_out else ""
        both: tuple[tuple[str, Sequence[Sequence[Fraction | Rounded]]], ...] = (
            ("Correlation", relation.correlation),
            ("Covariance", relation.covariance),
        )
        for what, matrix in both:
            rows = [
                (name, *(_shade(value, what == "Correlation") for value in values))
                for name, values in zip(relation.wagers, matrix, strict=True)
            ]
            caption = f"{what} of wagers settled by the same rounds{more}"
            found.append(table_of(caption, ("", *relation.wagers), rows, css="matrix"))
    return "".join(found)


def _shade(value: Fraction | Rounded, shaded: bool) -> Markup:
    found = value.value if isinstance(value, Rounded) else value
    text = decimal_text(found, 3).replace("-", MINUS)
    if not shaded:
        return Markup(text)
    step = min(4, int(abs(found) * 5))
    css = f"{'p' if found > 0 else 'm'}{step}" if step else "z"
    return Markup(f'<span class="shade {css}">{text}</span>')


def _strategy(par: Par) -> str:
    rows = [(c.wager, c.situation, c.do, percent_text(c.probability, 3)) for c in par.strategy]
    headings: tuple[str, ...] = ("wager", "situation", "do", "how often")
    drawn = "".join(f'<div class="scroll">{svg_of(chart)}</div>' for chart in par.charts)
    found = drawn + table_of(f"Strategy: {par.identity.strategy}", headings, rows, text=3)
    if par.strategies:
        costs = [
            (
                c.wager,
                c.strategy,
                edge_text(c.house_edge),
                exact_text(c.house_edge),
                edge_text(c.cost),
            )
            for c in par.strategies
        ]
        headings = ("wager", "strategy", "house edge", "exactly", "cost")
        found += table_of("What simpler ways to play cost", headings, costs, text=2)
    return found


def _sensitivity(par: Par) -> str:
    base = {sheet.wager: sheet.summary.house_edge for sheet in par.sheets}
    found, spans = [], []
    for option in par.sensitivity:
        if not option.effect:
            continue
        names = _moved(option.variants, base)
        rows, used = [], []
        for number, variant in enumerate(option.variants):
            if variant.in_use:
                used.append(number)
            rows.append(
                (
                    value_text(variant.value),
                    _state(variant),
                    *(_varied(variant, name, base) for name in names),
                )
            )
        caption = f"{option.option}: {option.label} ({option.cite}); permitted: {option.allowed}"
        found.append(
            table_of(caption, ("value", "", *names), rows, text=2, marked=used, css="matrix")
        )
        spans += list(_spans(option.option, option.variants, names, base))
    chart = ""
    if spans:
        label = "House edge from least to greatest, by option and wager"
        chart = figure_of(f"{label}; the dot is what is in use", charts.ranges(label, spans[:40]))
    none = [
        (
            option.option,
            option.label,
            ", ".join(
                value_text(v.value) for v in option.variants if not v.refused and not v.in_use
            ),
            cite_of(option.cite, option.basis),
        )
        for option in par.sensitivity
        if not option.effect
    ]
    rest = ""
    if none:
        headings = ("option", "", "values tried", "citation")
        rest = table_of("Options without effect on the odds", headings, none, text=4)
    return chart + "".join(found) + rest


def _moved(variants: Sequence[Any], base: dict[str, Fraction]) -> list[str]:
    """The wagers whose edge some value changes, or that only some values offer."""
    names = dict.fromkeys(wager for variant in variants for wager in variant.edges)
    return [
        name
        for name in names
        if any(
            variant.edges.get(name) != base.get(name) for variant in variants if not variant.refused
        )
    ]


def _state(variant: Any) -> str:
    if variant.refused:
        return str(variant.refused)
    return "in use" if variant.in_use else ""


def _varied(variant: Any, name: str, base: dict[str, Fraction]) -> str | Markup:
    if name not in variant.edges:
        return "" if variant.refused else "not offered"
    edge = variant.edges[name]
    shown = edge_text(edge)
    return Markup(f"<strong>{shown}</strong>") if edge != base.get(name) else shown


def _spans(
    option: str, variants: Sequence[Any], names: Sequence[str], base: dict[str, Fraction]
) -> Iterator[tuple[str, float, float, float]]:
    for name in names:
        edges = [variant.edges[name] for variant in variants if name in variant.edges]
        if name in base and len(set(edges)) > 1:
            yield f"{option}: {name}", float(min(edges)), float(max(edges)), float(base[name])


def _citations(par: Par) -> str:
    """Rows of one pay table that stand in the same place are told together."""
    rows: list[tuple[Any, ...]] = []
    for _, same in groupby(par.citations, key=_place):
        cited = list(same)
        first = cited[0]
        name, what = first.name, Markup(escape(first.what))
        if first.kind == "pay table row":
            name = first.name.partition(": ")[0]
            lines = (f"{c.name.partition(': ')[2]}: {c.what}" for c in cited)
            what = Markup("<br>".join(map(escape, lines)))
        kind = first.kind.removesuffix(" row")
        act = "; ".join(filter(None, (first.act, first.source)))
        rows.append((name, kind, what, cite_of(first.cite, first.basis), act, first.note))
    headings = ("name", "kind", "what", "citation", "act, and where it was published", "note")
    return table_of("Where every fact stands", headings, rows, text=6, css="quiet")


def _place(cited: Cited) -> tuple[str, ...]:
    table = cited.name.partition(": ")[0] if cited.kind == "pay table row" else cited.name
    return (cited.kind, table, cited.cite, cited.basis, cited.act, cited.note)


def _unverified(par: Par) -> str:
    identity = par.identity
    parts = [f"<p>{escape(identity.checked)}</p>"]
    if par.unverified:
        listed = "".join(f"<li>{escape(what)}</li>" for what in par.unverified)
        parts.append(
            "<p>General knowledge that no text we have confirms:</p>"
            f'<ul class="columns">{listed}</ul>'
        )
    if par.doubts:
        listed = "".join(f"<li>{escape(what)}</li>" for what in par.doubts)
        parts.append(f"<p>Doubts, and the reading taken:</p><ul>{listed}</ul>")
    return "".join(parts)


TERMS = """<dl class="terms">
<dt>House edge</dt><dd>The house's expectation per unit of the initial wager. Below zero it is
the player's.</dd>
<dt>Element of risk</dt><dd>The house's expectation per unit of all that is wagered.</dd>
<dt>Hits, pushes</dt><dd>How often the net result of the round is above zero, or zero.</dd>
<dt>SD</dt><dd>Standard deviation of the net result of one round, in units of the initial wager;
the variance is its square.</dd>
<dt>N0</dt><dd>The rounds after which the expected result equals one standard deviation:
variance divided by the square of the house edge.</dd>
<dt>Bands</dt><dd>Expected win plus or minus 1.645, 1.960 or 2.576 standard deviations. The normal
approximation is rough for few rounds and for wagers that win seldom.</dd>
<dt>Rounds</dt><dd>A wager that may take several rounds counts once, when it is decided: its SD,
N0 and bands are per decision.</dd>
<dt>Common denominator</dt><dd>For a wager that may take any number of rounds there is no number
of combinations; its probabilities are counted in their common denominator.</dd>
<dt>Pays</dt><dd>To 1: on top of the stake, which is returned.</dd>
</dl>"""
