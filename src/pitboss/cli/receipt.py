"""A receipt for a person: the story of the round with a section on every line, the settlement
lines, the net, what stands on the layout, and what of it all is not verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.screen import RESULT_STYLES, card, signed
from pitboss.law.schema import KNOWN_AS
from pitboss.money import format_dollars
from pitboss.table.entries import seat_text
from pitboss.table.receipt import line_basis

if TYPE_CHECKING:
    from pitboss.law.regulation import Law
    from pitboss.table.layout import Event, Line, Wager

SAID = {
    "wager": "wagers", "remove": "takes back", "call": "calls", "choice": "chooses",
    "number": "sets", "charge": "is charged",
}  # fmt: skip


def event_line(event: Event, *, hidden: bool = False) -> Text:
    """What happened, as one line without its section."""
    who = seat_text(event.seat) if event.seat else ""
    money = format_dollars(event.cents) if event.cents else ""
    match event.act:
        case "announce":
            return Text(f'"{event.what}"', style="italic")
        case "act":
            return Text(event.what)
        case "note":
            return Text(f"{who} {event.what}".strip(), style="italic")
        case "irregularity":
            return Text(f"! {event.what}", style="bold yellow")
        case "draw" | "reveal" | "discard":
            verb = {"draw": "", "reveal": "shows ", "discard": "discards "}[event.act]
            face = card(-1 if hidden else event.card)
            if event.act == "reveal":
                return Text.assemble(verb, face, f", {event.what}")
            to = (
                f" to the {event.what}"
                if not who or who in event.what
                else f" to {who}, {event.what}"
            )
            return Text.assemble(verb, face, to if event.act == "draw" else "")
        case "move":
            return Text.assemble("moves ", card(event.card), f", {event.what}")
        case "roll":
            return Text.assemble("the dice: ", (event.what, "bold"))
        case "spin":
            return Text.assemble("the wheel: ", (event.what, "bold"))
        case "pay":
            return Text.assemble("pays ", who, f" {event.what} ", (money, "bold green"))
        case "collect":
            return Text.assemble("collects ", who, f" {event.what} ", (money, "red"))
        case "return":
            return Text(f"returns {who} {event.what} {money}")
    verb = SAID.get(event.act, event.act)
    what = event.what.partition(" ")[0] if hidden else event.what
    return Text(" ".join(word for word in (who or "the dealer", verb, what, money) if word))


def may_see(event: Event, eyes: int | None) -> bool:
    """Whether a set of seats (as bits; None sees all) may see all of the event."""
    return eyes is None or event.seen < 0 or bool(event.seen & eyes)


def story(screen: Console, events: Iterable[Event], law: Law, *, eyes: int | None = None) -> None:
    """The events in order, each with its section, as the seats in `eyes` see them."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(overflow="fold")
    grid.add_column(no_wrap=True, style="dim")
    for event in events:
        grid.add_row(
            Text("  ").append_text(event_line(event, hidden=not may_see(event, eyes))),
            Text.assemble(law.cite(event.cite), (_in_doubt(event.cite, law), "yellow")),
        )
    screen.print(grid)


def _in_doubt(cite: str, law: Law) -> str:
    """The story says only where nobody has read the paragraph; the settlement says more."""
    unverified = bool(cite) and law.known(cite).basis == "unverified"
    return f" {KNOWN_AS['unverified']}" if unverified else ""


def settlement(screen: Console, lines: Sequence[Line], law: Law) -> None:
    """One row a line: what was staked, what came of it, at which odds, and where that stands."""
    if not lines:
        screen.print(Text("  no wager was settled", style="dim"))
        return
    charged = any(line.commission for line in lines)
    names = ["seat", "wager", "stake", "result", "odds", "pays"] + ["vigorish"] * charged
    rows = [_cells(line, charged=charged) for line in lines]
    widths = [
        max(len(cell.plain) for cell in column)
        for column in zip([Text(name) for name in names], *rows, strict=True)
    ]
    cites = [
        Text.assemble(
            (law.cite(line.cite), "dim"), (f" {KNOWN_AS[line_basis(line, law)]}".rstrip(), "yellow")
        )
        for line in lines
    ]
    # Where a row and its citation do not fit into a line, the citation has one of its own.
    whole = 2 + sum(widths) + 2 * len(widths) + max(len(cite.plain) for cite in cites)
    beside = whole <= screen.width
    heading = _row([Text(name) for name in names], widths)
    heading.stylize("dim")
    screen.print(heading.append("  citation", "dim") if beside else heading)
    for row, cite in zip(rows, cites, strict=True):
        line_text = _row(row, widths)
        if beside:
            screen.print(line_text.append("  ").append_text(cite))
        else:
            screen.print(line_text)
            screen.print(Text("        ").append_text(cite))


# Columns of figures, which stand at the right.
FIGURES = (2, 5, 6)


def _cells(line: Line, *, charged: bool) -> list[Text]:
    cells = [
        Text(seat_text(line.seat)),
        Text(line.wager),
        Text(format_dollars(line.stake) if line.stake else ""),
        Text(line.result, style=RESULT_STYLES.get(line.result, "")),
        Text(line.odds),
        Text(format_dollars(line.pays) if line.result == "win" else ""),
    ]
    if charged:
        cells.append(Text(format_dollars(line.commission) if line.commission else ""))
    return cells


def _row(cells: Sequence[Text], widths: Sequence[int]) -> Text:
    """The cells as a line, each as wide as its column."""
    padded = []
    for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        cell.align("right" if index in FIGURES else "left", width)
        padded.append(cell)
    return Text("  ").append_text(Text("  ").join(padded))


def net(screen: Console, seats: Mapping[int, int], *, word: str = "net") -> None:
    line = Text(f"  {word}")
    for seat, cents in seats.items():
        line.append(f"   {seat_text(seat)} ").append_text(signed(cents))
    screen.print(line)


def standing(screen: Console, wagers: Sequence[Wager]) -> None:
    """What stays on the layout."""
    if not wagers:
        return
    screen.print(Text("  on the layout", style="dim"))
    for wager in sorted(wagers, key=lambda wager: wager.seat):
        point = f", on {wager.point}" if wager.point else ""
        off = "" if wager.on else ", off"
        who = seat_text(wager.seat)
        screen.print(Text(f"    {who} {wager.name} {format_dollars(wager.cents)}{point}{off}"))


def owed(screen: Console, debts: Mapping[int, int]) -> None:
    for seat, cents in debts.items():
        if not cents:
            continue
        who, money = seat_text(seat), format_dollars(cents)
        screen.print(Text(f"  {who} owes {money} of vigorish", style="yellow"))


def caveats(screen: Console, law: Law) -> None:
    """What a user must be told is not read in a text of the regulation."""
    if law.unverified:
        line = Text("Not verified (general knowledge, no text we have confirms it): ", "yellow")
        screen.print(line.append(", ".join(law.unverified), "dim"))
    if law.day > law.verified_until:
        line = Text("Checked against texts up to ", "yellow")
        line.append(f"{law.verified_until}; later changes are not known to us.")
        screen.print(line)


def heading(screen: Console, law: Law, what: str) -> None:
    cite = law.citations.whole(law.subchapter)
    screen.print(Text.assemble((law.title, "bold"), f", {what}  ", (f"{law.day}  {cite}", "dim")))


def show_prompt(screen: Console, prompt: dict[str, Any]) -> None:
    """Where a record waits: who, for what, and what would be legal."""
    who = prompt["seat"] or "any seat"
    what = f" ({prompt['what']})" if prompt["what"] else ""
    line = Text.assemble(
        ("Waiting", "bold yellow"), f" for {who}: {prompt['kind']}{what}  ", (prompt["cite"], "dim")
    )
    screen.print(line)
    shown = prompt["legal"][:24]
    for line in shown:
        screen.print(Text(f"  {line}", overflow="fold"))
    if len(prompt["legal"]) > len(shown):
        screen.print(Text(f"  ... {len(prompt['legal'])} answers in all (--json)", style="dim"))
    for line in prompt["irregularities"]:
        screen.print(Text(f"  {line}", style="dim"))
