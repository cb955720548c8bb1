"""What a simulation came to, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from pitboss.analysis.exact.figures import BANDS
from pitboss.analysis.simulation.sessions import ENDS, RUIN
from pitboss.analysis.simulation.simulate import CONFIDENCE
from pitboss.cli.screen import print_unlawful
from pitboss.money import format_dollars
from pitboss.report.session_chart import text_chart

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.simulation.advantage import Advantage
    from pitboss.analysis.simulation.audit import Audited, Replayed
    from pitboss.analysis.simulation.convergence import Course
    from pitboss.analysis.simulation.sessions import Sessions
    from pitboss.analysis.simulation.simulate import Simulation, WagerFigures

ROWS_SHOWN = 40


def show(screen: Console, result: Simulation) -> None:
    law = result.rules.law
    chapter = f"N.J.A.C. {law.citations.chapter}-{law.subchapter}"
    screen.print(Text.assemble((law.title, "bold"), f" on {law.day}: {chapter}, simulated"))
    print_unlawful(screen, law)
    if result.partial:
        words = f"PARTIAL: {result.why}; the figures are those of the rounds that were finished."
        screen.print(Text(words, style="bold red", overflow="fold"))
    if not result.wagers:
        return
    screen.print()
    for part in wager_tables(result.wagers, screen.width):
        screen.print(part)
    if len(result.wagers) == 1:
        screen.print()
        screen.print(row_table(result.wagers[0]))
    for wager in result.wagers:
        if wager.advantage is not None:
            screen.print()
            screen.print(advantage_table(wager.advantage))
    screen.print()
    for wager in result.wagers:
        if wager.from_full_shoes is not None:
            screen.print(Text(cutting_card_text(wager), overflow="fold"))
    if result.unchecked:
        screen.print(Text(f"Not checked: {result.unchecked}", style="yellow", overflow="fold"))
    if law.unverified:
        screen.print(
            Text(f"Not verified: {', '.join(law.unverified)}", style="yellow", overflow="fold")
        )
    each = " each" if len(result.wagers) > 1 else ""
    rate = result.rounds_in_all / result.seconds / 1e6 if result.seconds else 0.0
    parts = [f"{result.rounds:,} rounds{each}", f"seed {result.seed}"]
    if result.strategy:
        parts.append(f"strategy {result.strategy}")
    if result.fresh:
        parts.append("every round from a full shoe")
    parts += [f"{name} {text}" for name, text in result.settings.items()]
    parts.append(f"{result.workers} worker{'s' if result.workers > 1 else ''}")
    parts.append(
        f"{result.seconds:.2f} s, {rate:.1f} million rounds a second "
        f"(and {result.preparing:.2f} s to prepare)"
    )
    parts.append(f"rules {law.hash[:16]}")
    screen.print(Text("; ".join(parts), style="dim", overflow="fold"))


def cutting_card_text(wager: WagerFigures) -> str:
    """What the exact edge was compared with, and what the cutting card does to the edge."""
    assert wager.from_full_shoes is not None
    effect, error = wager.cutting_card()
    away = wager.distance() or 0.0
    return (
        f"{wager.wager}: the exact edge is that of a round from a full shoe. {wager.rounds:,} such "
        f"rounds came to {_percent(float(-wager.from_full_shoes.mean()))}, {away:+.2f} standard "
        f"errors away; dealing to the cutting card adds {100 * effect:+.4f} % "
        f"± {100 * error:.4f} (standard error)."
    )


def show_course(screen: Console, course: Course, result: Simulation) -> None:
    from pitboss.report.convergence_chart import text_chart as course_chart

    exact = next((w.exact_edge for w in result.wagers if w.wager == course.wager), None)
    screen.print()
    screen.print(Text(f"How the edge of {course.wager} comes to rest", style="bold"))
    for line in course_chart(course, exact):
        screen.print(Text(line, no_wrap=True))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, column in enumerate(columns):
        justify: Any = "right" if number else "left"
        # Words may go on in the next line; a number never breaks.
        table.add_column(column, justify=justify, overflow="fold", no_wrap=number > 0)
    return table


def _percent(value: float | None, places: int = 4) -> str:
    return "" if value is None else f"{100 * value:.{places}f} %"


# From this width on all figures of a wager stand in one line.
WIDE = 110


def wager_tables(wagers: list[WagerFigures], width: int) -> list[Table]:
    """All figures in one table, or in two where that would be too wide."""
    checked = any(wager.exact_edge is not None for wager in wagers)
    columns = ["wager", "house edge", f"± ({CONFIDENCE} %)", "win", "push", "lose", "SD",
               "average wager"]  # fmt: skip
    if checked:
        columns += ["exact edge", "away"]
    rows = list(_wager_rows(wagers, checked))
    places = list(range(len(columns)))
    parts = [places] if width >= WIDE else [places[:6], [0, *places[6:]]]
    tables = []
    for part in parts:
        table = _table(*(columns[place] for place in part))
        for row in rows:
            table.add_row(*(row[place] for place in part))
        tables.append(table)
    return tables


def _wager_rows(wagers: list[WagerFigures], checked: bool) -> Iterator[list[Any]]:
    for wager in wagers:
        figures = wager.as_json()
        stderr = wager.stderr()
        half = float(BANDS[CONFIDENCE]) * stderr if stderr is not None else None
        cells: list[Any] = [
            Text(wager.wager, style="cyan"),
            Text(_percent(figures["house_edge"]), style="bold"),
            _percent(half),
            *(_percent(figures[name], 2) for name in ("win", "push", "lose")),
            "" if figures["standard_deviation"] is None else f"{figures['standard_deviation']:.4f}",
            f"{figures['average_wager']:.4f}",
        ]
        if checked:
            away = wager.distance()
            cells.append(_percent(float(wager.exact_edge)) if wager.exact_edge is not None else "")
            cells.append("" if away is None else f"{away:+.2f} s.e.")
        yield cells


def row_table(wager: WagerFigures) -> Table:
    table = _table("outcome", "odds", "net", "rounds", "frequency")
    for row, odds, net, times in wager.counts[:ROWS_SHOWN]:
        share = f"{times / wager.rounds:.8f}"
        table.add_row(Text(row), odds, str(net), f"{times:,}", share)
    return table


def advantage_table(found: Advantage) -> Table:
    """Figures of a player by a count, each with its standard error."""
    table = _table("the player's advantage", "", "standard error")
    rows = [
        ("expectation of 100 rounds, in units", found.expectation, 100.0),
        ("standard deviation of 100 rounds", found.deviation, 10.0),
        ("N0, rounds", found.n0, 1.0),
        ("SCORE", found.score, 1.0),
    ]
    if found.bankroll is not None:
        rows.append((f"risk of ruin of {found.bankroll} units", found.ruin, 1.0))
    for name, figure, times in rows:
        if figure is not None:
            value, error = figure.value * times, figure.error * times
            table.add_row(name, f"{value:,.4g}", f"{error:,.2g}")
    return table


def show_audit(screen: Console, result: Audited) -> None:
    rate = result.rounds / result.seconds / 1e6 if result.seconds else 0.0
    if result.partial:
        screen.print(
            Text("PARTIAL: interrupted; the file ends with its last whole block.", style="bold red")
        )
    screen.print(
        Text(
            f"{result.file}: {result.rounds:,} rounds in {result.blocks:,} blocks, "
            f"{result.bytes:,} bytes; {rate:.1f} million rounds a second",
            overflow="fold",
        )
    )
    screen.print(Text(f"last hash {result.head}", style="bold"))
    if result.wagers:
        screen.print()
        for part in wager_tables(result.wagers, screen.width):
            screen.print(part)


def show_replay(screen: Console, found: Replayed) -> None:
    style = "bold green" if found.status == "clean" else "bold red"
    word, _, rest = found.message.partition(":")
    screen.print(Text.assemble((word, style), f":{rest}", overflow="fold"))
    parts = [f"{found.game}, {found.wager}, rules of {found.day}", f"{found.seconds:.2f} s"]
    if found.head:
        parts.append(f"last hash {found.head}")
    screen.print(Text("  " + "; ".join(parts), style="dim", overflow="fold"))


def show_sessions(screen: Console, result: Sessions) -> None:
    law, terms = result.rules.law, result.terms
    figures = result.as_json()
    screen.print(
        Text.assemble(
            (law.title, "bold"),
            f" on {law.day}: {figures['sessions']:,} sessions of "
            f"{result.wager}, {format_dollars(terms.wager)} a round",
        )
    )
    print_unlawful(screen, law)
    if result.partial:
        screen.print(
            Text("PARTIAL: interrupted; the sessions that were finished.", style="bold red")
        )
    start = [f"bankroll {format_dollars(terms.bankroll)}"]
    if terms.goal is not None:
        start.append(f"leaves with {format_dollars(terms.goal)}")
    if terms.stop_loss is not None:
        start.append(f"or after a loss of {format_dollars(terms.stop_loss)}")
    start.append(f"or after {terms.rounds:,} rounds")
    screen.print(Text(", ".join(start), style="dim"))
    screen.print()
    table = _table("a session ends", "how often", f"± ({CONFIDENCE} %)")
    names = {
        "rounds": "when the rounds are over",
        "goal": "at the goal",
        "stop-loss": "at the stop-loss",
        "ruin": "in ruin",
    }
    for end, name in enumerate(ENDS):
        share = figures["ends"][name]
        style = "bold" if end == RUIN else ""
        half = float(BANDS[CONFIDENCE]) * share["stderr"]
        table.add_row(
            Text(names[name], style=style), _percent(share["probability"], 3), _percent(half, 3)
        )
    screen.print(table)
    screen.print()
    final, length = figures["final_bankroll"], figures["duration"]
    table = _table("", "mean", *final["quantiles"])
    table.add_row(
        "final bankroll",
        format_dollars(round(final["mean"])),
        *map(format_dollars, final["quantiles"].values()),
    )
    table.add_row(
        "rounds played",
        f"{length['mean']:,.1f}",
        *(f"{rounds:,}" for rounds in length["quantiles"].values()),
    )
    screen.print(table)
    screen.print()
    for line in text_chart(result):
        screen.print(Text(line, no_wrap=True))
    rounds = f"{figures['rounds_in_all']:,} rounds in {result.seconds:.2f} s"
    edge = f"house edge {_percent(float(result.house_edge))} (exact)"
    screen.print(Text(f"{edge}; seed {result.seed}; {rounds}; rules {law.hash[:16]}", style="dim"))
