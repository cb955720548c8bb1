"""Exact figures for every wager of a game on a day under the licensee's options: house edge,
chances, variance, element of risk, and the strategy that attains them.

--strategy names a simpler way to play (an unknown name is answered with those there are).
--policy reads your own from a TOML file, situations and actions as the strategy lists them:

  [policy]
  "The spread is 7" = "raise"      # as much as is allowed; "raise 1/2" is half of it
  otherwise = "no wager"           # optional: every situation that is not named

Wagers that are put down together are one result as well, per unit of all of them:

  pitboss odds three-card-poker --wager "ante + pair-plus"
  pitboss odds minibaccarat --wager "banker 20.00 + dragon-7 5.00"

At pai gow and pai gow poker, --hand lists the settings of a hand, and --house-way reads a casino's
own way to set hands: its edge, and the hands that it sets worse than it could.

  pitboss odds pai-gow --hand "6-6 4-2 5-4 1-1"
  pitboss odds pai-gow-poker --hand "Jk As Kd Kh 8c 5d 2s" --house-way way.toml

--solve asks which value gives an edge; --hypothetical prices rules that no text permits:

  pitboss odds three-card-poker --wager pair-plus --solve "odds.pair_plus.flush=5%"
  pitboss odds three-card-poker --hypothetical --option "odds.pair_plus.flush=3 to 1"

Of poker it says what the house's rake costs a seat in an hour, and how often a jackpot falls:

  pitboss odds poker --pots pots.csv --hands 30 --seats 9
  pitboss odds poker --option jackpot="bad beat" --seats 9 --hand "8c 8d 8h 8s 2c"
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE, revenue
from pitboss.cli.asked import (
    add_cache,
    add_json,
    add_studied,
    cache_asked,
    compiler_there,
    find_subject,
    print_json,
    read_all_options,
    read_day,
)
from pitboss.errors import BadInput, file_errors
from pitboss.table.system import need_table

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.exact.edges import Chart, Edges, WagerEdge

ROWS_SHOWN = 40
# A longer fraction is for files, not for a screen.
EXACT_SHOWN = 120


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    add_studied(parser)
    parser.add_argument(
        "--amount",
        metavar="DOLLARS",
        help="the edge of a wager of this amount; also as --wager 'banker 6.00'",
    )
    parser.add_argument(
        "--hand",
        metavar="CARDS",
        help="the worth of each action with this hand, or of every setting of it (pai gow); the "
        "least hand of a jackpot",
    )
    parser.add_argument(
        "--shown", metavar="CARDS", help="for --hand and --by-hand: what the dealer shows"
    )
    parser.add_argument(
        "--by-hand",
        action="store_true",
        help="the worth of each action, hand by hand, or of a wager that lies on, by its point",
    )
    parser.add_argument(
        "--house-way", metavar="FILE", help="the house way of a casino's own (TOML), and its cost"
    )
    parser.add_argument(
        "--chart", metavar="FILE", help="write the strategy as a chart, .png or .svg, as well"
    )
    parser.add_argument(
        "--meter", metavar="AMOUNT", help="what a progressive meter shows: the edge at that"
    )
    parser.add_argument(
        "--edge-only", action="store_true", help="the house edges and nothing else, sooner"
    )
    parser.add_argument(
        "--published", action="store_true", help="published edges of the game beside our own"
    )
    parser.add_argument(
        "--solve",
        metavar="NAME=EDGE",
        help="which value of a row, option or fact gives that edge: odds.spread.1=3%%, decks=0.5%%",
    )
    revenue.add_arguments(parser)
    add_cache(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_subject(asked.game)
    day, options = read_day(asked.day), read_all_options(asked)
    if game.key == revenue.GAME:
        return revenue.run(need_table(game, "odds"), day, options, asked)
    revenue.refuse_elsewhere(asked)
    costs = None
    if asked.house_way is not None or asked.hand is not None:
        from pitboss.analysis.exact.edges import need_study
        from pitboss.cli import settings

        if asked.house_way is not None:
            options |= settings.own_way(game, asked.house_way, options)
        if asked.hand is not None and need_study(game).hand_odds is not None:
            return settings.run_hand(game, day, options, asked)
    if asked.hand is not None or asked.by_hand:
        from pitboss.cli import worths

        return worths.run(game, day, options, asked)
    if asked.shown is not None:
        raise BadInput("--shown goes with --hand or --by-hand")
    from pitboss.analysis.exact.amounts import read_amount
    from pitboss.analysis.exact.recall import recalled_edges

    amount = read_amount(asked.amount) if asked.amount is not None else 0
    if amount and asked.policy is not None:
        raise BadInput("--amount goes with a strategy of the game's, not with --policy")
    if asked.published:
        from pitboss.cli import published

        return published.run(game, day, options, asked)
    if asked.solve is not None:
        from pitboss.cli import solving

        return solving.run(game, day, options, asked, progress)
    if asked.edge_only:
        from pitboss.cli import edge_only

        return edge_only.run(game, day, options, asked, amount)
    with cache_asked(asked), progress(game.key) as tell:
        if asked.house_way is not None:
            costs = settings.costs_of(game, day, options, tell)
        if asked.policy is not None:
            from pitboss.analysis.policy import odds_by, read_policy

            policy = read_policy(read_file(asked.policy), game=game.key, where=asked.policy[:200])
            odds = odds_by(
                policy, need_table(game, "--policy"), day, options, wager=asked.wager, progress=tell
            )
        else:
            odds = recalled_edges(
                game.key,
                day,
                options,
                wager=asked.wager,
                strategy=asked.strategy,
                amount=amount,
                progress=tell,
            )
            told = all(each.distribution.told_apart() for each in odds.wagers)
            if not (told or amount) and compiler_there():
                from pitboss.analysis.simulation.estimates import add_estimates

                add_estimates(odds, day, options, asked.strategy)
    # A wager that was named has figures, but they would mislead.
    odds.wagers = [each for each in odds.wagers if each.wager not in odds.missing]
    if asked.meter is not None:
        from pitboss.cli import meters

        meters.with_meter(odds, asked.meter)
    if asked.chart is not None:
        write_chart(asked.chart, odds)
    if asked.json:
        found = odds.as_json()
        print_json("odds", found if costs is None else found | {"house_way": costs.as_json()})
    else:
        from pitboss.cli.screen import screen

        show(screen(), odds)
        if costs is not None:
            settings.show_costs(screen(), costs)
    return DONE


def write_chart(name: str, odds: Edges) -> None:
    """The first chart of the strategy as a picture, or its lines where it is no chart."""
    from pitboss.report.drawn_chart import drawn

    kind = name.rpartition(".")[2].lower()
    if kind not in ("png", "svg"):
        raise BadInput(f"--chart {name[:200]}: expected a name that ends in .png or .svg")
    data = drawn(odds, kind)
    with file_errors(name[:200]), open(name, "wb") as file:
        file.write(data)


def read_file(name: str) -> bytes:
    from pitboss.analysis.policy import POLICY_BYTES_MAX

    with file_errors(name[:200]), open(name, "rb") as file:
        return file.read(POLICY_BYTES_MAX + 1)


@contextmanager
def progress(game: str) -> Iterator[Callable[[str], None] | None]:
    """A spinner on standard error that says what is being worked out, with a bar and the time
    that is left where the part that is done is known, for a person to see; nothing where there is
    no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    clock = Clock(game)
    with Console(stderr=True, markup=False).status(game) as status:
        yield lambda what: status.update(clock.line(what))


class Clock:
    """How far a long calculation is, and about how long it takes yet."""

    BAR = 20
    # Before so many seconds there is nothing to tell.
    PATIENCE = 2.0

    def __init__(self, game: str, now: Callable[[], float] = time.monotonic) -> None:
        self.game, self.now = game, now
        self.what, self.since = "", now()

    def line(self, what: str) -> str:
        """The line for what is being worked out, such as `initial: decisions, 40%`."""
        name, _, part = what.rpartition(", ")
        known = part.endswith("%") and part[:-1].isdigit()
        if (name if known else what) != self.what:
            self.what, self.since = name if known else what, self.now()
        if not known:
            return f"{self.game}: {what}"
        done = min(100, int(part[:-1]))
        filled = self.BAR * done // 100
        bar = "━" * filled + "╌" * (self.BAR - filled)
        gone = self.now() - self.since
        left = f", about {gone * (100 - done) / done:.0f} s left" if done else ""
        return f"{self.game}: {name} {bar} {done}%" + (left if gone >= self.PATIENCE else "")


# -- for people -------------------------------------------------------------------------------


def show(screen: Console, odds: Edges) -> None:
    from rich.text import Text

    from pitboss.cli.meters import show_missing, show_progressive
    from pitboss.cli.screen import print_unlawful

    law = odds.rules.law
    chapter = f"N.J.A.C. {law.citations.chapter}-{law.subchapter}"
    kind = "simulated" if simulated(odds) else "exact"
    screen.print(Text.assemble((law.title, "bold"), f" on {law.day}: {chapter}, {kind} odds"))
    print_unlawful(screen, law)
    if law.options:
        chosen = ", ".join(f"{name} = {value_text(v)}" for name, v in law.options.items())
        screen.print(Text(chosen, style="dim"))
    if odds.wagers:
        _show_wagers(screen, odds)
    show_missing(screen, odds)
    if odds.progressive is not None:
        show_progressive(screen, odds.progressive, odds.meter)
    if len(odds.wagers) == 1 or any("+" in each.wager for each in odds.wagers):
        _show_rows(screen, odds.wagers[0])
    for chart in odds.charts:
        _show_chart(screen, chart)
    _show_strategy(screen, odds)
    _show_caveats(screen, odds)


def simulated(odds: Edges) -> int:
    """The number of rounds that were simulated; 0 where figures are exact."""
    return max((wager.simulated for wager in odds.wagers), default=0)


def value_text(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return "the licensee's own"
    return str(value).lower() if isinstance(value, bool) else str(value)


# From this width on all figures of a wager stand in one line.
WIDE = 110
EXACTLY = {"exactly": "House edge, exactly", "standard error": "Error"}


def _show_wagers(screen: Console, odds: Edges) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    figures = [_figures(odds, wager) for wager in odds.wagers]
    exactly = "standard error" if simulated(odds) else "exactly"
    first: tuple[str, ...] = ("house edge", exactly, "win", "push", "lose")
    second: tuple[str, ...] = ("SD", "element\nof risk", "average\nwager")
    if any(wager.rounds is not None for wager in odds.wagers):
        second += ("rounds",)
    heading = "Wagers, per unit of the initial wager"
    room = screen.width - max(len(cells["wager"].plain) for cells in figures) - 4
    parts = [(heading, (*first, *second))]
    if screen.width < WIDE or any(len(cells[exactly].plain) > room - 70 for cells in figures):
        parts = [
            (heading, tuple(name for name in first if name != exactly)),
            ("Spread and cost", second),
            (EXACTLY[exactly], (exactly,)),
        ]
    for title, columns in parts:
        table = headed_table(screen, title, ("wager", *columns), ("wager", "exactly"))
        table.columns[0].no_wrap = True
        for cells in figures:
            row = [cells[column] for column in columns]
            if columns == (exactly,) and len(row[0].plain) > room:
                row = [Text(f"{len(row[0].plain) - 1} digits: --json", style="dim")]
            table.add_row(cells["wager"], *row)
        screen.print(table)
    for text in dict.fromkeys(_notes(odds)):
        screen.print(Text(text, style="dim"))


def _figures(odds: Edges, wager: WagerEdge) -> dict[str, Any]:
    """The cells of one wager, by the name of their column."""
    from rich.text import Text

    from pitboss.analysis.exact.figures import decimal_text, percent_text, root

    found = wager.distribution
    edge = found.house_edge()
    doubt = {"read": "", "inferred": " *", "unverified": " **"}[wager.basis]
    exactly = Text(_exactly(wager, edge), style="dim")
    return {
        "wager": Text.assemble((wager.wager, "cyan"), (doubt, "yellow")),
        "house edge": Text(percent_text(edge), style="bold green" if edge < 0 else "bold"),
        "exactly": exactly,
        "standard error": exactly,
        "win": _chance(wager, 1),
        "push": _chance(wager, 0),
        "lose": _chance(wager, -1),
        "SD": decimal_text(root(found.variance()), 4),
        "element\nof risk": percent_text(found.element_of_risk()),
        "average\nwager": decimal_text(found.average_wager(), 4),
        "rounds": decimal_text(wager.rounds, 2) if wager.rounds is not None else "",
    }


def _chance(wager: WagerEdge, sign: int) -> str:
    """How often the net result has the sign; marked where it is simulated, and nothing where it is
    not known."""
    from pitboss.analysis.exact.figures import percent_text

    found, guess = wager.distribution, wager.estimate
    if found.told_apart():
        return percent_text(found.probability(sign), 2)
    if guess is None:
        return "-"
    return f"~{100 * {1: guess.win, 0: guess.push, -1: guess.lose}[sign]:.2f} %"


def _exactly(wager: WagerEdge, edge: Fraction) -> str:
    error = wager.stderr()
    if error is not None:
        return f"± {100 * error:.4f} %"
    text = str(edge)
    return text if len(text) <= EXACT_SHOWN else f"{len(text) - 1} digits: --json"


def _notes(odds: Edges) -> Iterator[str]:
    for wager in odds.wagers:
        if note := wager.notes():
            several = sum(other.notes() == note for other in odds.wagers) > 1
            yield f"  {note}" if several else f"  {wager.wager}: {note}"
    if any(wager.rounds is not None for wager in odds.wagers):
        yield "  rounds: how many it takes on average until the wager is decided"
    if any(wager.distribution.house_edge() < 0 for wager in odds.wagers):
        yield "  a negative house edge is the player's"


def _show_rows(screen: Console, wager: WagerEdge) -> None:
    """The pay table, where one wager was asked for."""
    from rich.text import Text

    from pitboss.analysis.exact.figures import decimal_text, short_text
    from pitboss.cli.screen import headed_table

    rows = wager.distribution.rows()
    counted = any(row["combinations"] is not None for row in rows)
    last = "combinations" if counted else "rounds" if wager.simulated else "exactly"
    columns = ("outcome", "odds", "net", "probability", last)
    table = headed_table(screen, f"Outcomes of {wager.wager}", columns, ("outcome",))
    for row in rows[:ROWS_SHOWN]:
        chance = Fraction(row["probability"]["exact"])
        last = f"{row['combinations']:,}" if counted else row["probability"]["exact"]
        if len(last) > screen.width // 3:
            last = f"{len(last)} digits: --json"
        if wager.simulated:
            last = f"{int(chance * wager.simulated):,}"
        name = f"{row['row']}: {row['detail']}" if row["detail"] else row["row"]
        net = short_text(Fraction(row["net"]["exact"]))
        table.add_row(Text(name), row["odds"], net, decimal_text(chance, 8), last)
    screen.print(table)
    if len(rows) > ROWS_SHOWN:
        screen.print(Text(f"  and {len(rows) - ROWS_SHOWN} more: --json lists them", style="dim"))


# How the actions of a chart stand out, by the first letter.
CHART_STYLES = {
    "H": "white",
    "S": "bold red",
    "D": "bold green",
    "P": "bold cyan",
    "R": "bold magenta",
}


def _show_chart(screen: Console, chart: Chart) -> None:
    """A strategy as a grid of letters, with what they stand for."""
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    table = headed_table(screen, chart.title, ("", *chart.columns), ("",))
    for name, letters in chart.rows:
        cells = [Text(letter, style=CHART_STYLES.get(letter[:1], "")) for letter in letters]
        table.add_row(Text(name), *cells)
    screen.print(table)
    legend = ", ".join(f"{letter} {words}" for letter, words in chart.legend)
    screen.print(Text(f"  {legend}", style="dim"))


def _show_strategy(screen: Console, odds: Edges) -> None:
    from rich.text import Text

    from pitboss.analysis.exact.figures import percent_text
    from pitboss.cli.screen import headed_table

    if not odds.strategy:
        return
    named = next((wager.strategy for wager in odds.wagers if wager.strategy), "")
    wagers = {choice.wager for choice in odds.strategy}
    columns: tuple[str, ...] = ("wager", "situation", "do", "how often")
    left = columns[:3]
    if len(wagers) == 1:
        columns = columns[1:]
    table = headed_table(screen, f"Strategy: {named}", columns, left)
    for choice in odds.strategy:
        cells: list[Any] = [
            Text(choice.wager, style="cyan"),
            Text(choice.situation),
            Text(choice.do, style="bold"),
            percent_text(choice.probability, 2),
        ]
        table.add_row(*cells[len(cells) - len(columns) :])
    screen.print(table)


def _show_caveats(screen: Console, odds: Edges) -> None:
    from rich.text import Text

    law = odds.rules.law
    bases = {wager.basis for wager in odds.wagers}
    screen.print()
    if "inferred" in bases:
        screen.print(Text("  * inferred from a text of the regulation", style="yellow"))
    if "unverified" in bases:
        screen.print(Text("  ** not verified: no text we have confirms it", style="yellow"))
    if law.unverified:
        heading = "Not verified: general knowledge that no text we have confirms"
        screen.print(Text(heading, style="yellow"))
        screen.print(Text("  " + ", ".join(law.unverified), overflow="fold"))
    if not law.house_rules and (law.day > law.verified_until or not law.readings):
        screen.print(Text(law.checked(), style="yellow"))
    seconds = f"{odds.seconds:.2f} s"
    method = f"exact, in {seconds}; fractions: --json"
    if rounds := simulated(odds):
        method = f"simulated, {rounds:,} rounds, in {seconds}; more: pitboss simulate {law.game}"
    screen.print(Text(f"rules {law.hash[:16]}; {method}", style="dim"))
