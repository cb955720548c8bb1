"""The screen: Rich, and how cards, dice, stops and money look on it. Imported only when
something is printed for a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from pitboss.cli.plain import colours
from pitboss.equipment.cards import CARD_TEXT, JOKER
from pitboss.equipment.tiles import is_tile, tile_spots
from pitboss.law.regulation import Law
from pitboss.money import format_dollars

# Without a terminal there is no width to keep to; Rich would take 80 and fold citations.
PLAIN_WIDTH = 120
SUITS = "♣♦♥♠"
# On either background: red suits red, black suits in the terminal's own colour.
SUIT_STYLES = ("bold", "bold red", "bold red", "bold")
HIDDEN = "░░"
PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
RESULT_STYLES = {"win": "bold green", "lose": "red"}


class Screen(Console):
    def on_broken_pipe(self) -> None:
        """Rich would exit with 1, which is our word for no."""
        raise BrokenPipeError


def screen() -> Console:
    """Standard output as a console, of the width of the terminal if there is one."""
    plain = not sys.stdout.isatty() and not os.environ.get("COLUMNS")
    return Screen(
        highlight=False,
        emoji=False,
        markup=False,
        no_color=None if colours() else True,
        color_system="auto" if colours() else None,
        width=PLAIN_WIDTH if plain else None,
    )


def card(number: int) -> Text:
    """`A♠`, in the colour of its suit, or a tile, `4-2`, with ones and fours red; -1 is one whose
    face is not seen."""
    if number < 0:
        return Text(HIDDEN, style="dim")
    if number == JOKER:
        return Text("Jk", style="bold magenta")
    if is_tile(number):
        high, low = tile_spots(number)
        return Text.assemble((str(high), _spots(high)), "-", (str(low), _spots(low)))
    rank = CARD_TEXT[number][0]
    return Text(("10" if rank == "T" else rank) + SUITS[number & 3], style=SUIT_STYLES[number & 3])


def _spots(number: int) -> str:
    return "bold red" if number in (1, 4) else "bold"


def card_boxes(label: str, cards: Sequence[int]) -> list[Text]:
    """A hand as four lines: its name, and its cards drawn."""
    lines = [Text(label, style="dim"), Text(), Text(), Text()]
    for number in cards:
        face = card(number)
        face.pad_left(3 - len(face.plain))
        lines[1].append("┌────┐")
        lines[2].append("│").append_text(face).append(" │")
        lines[3].append("└────┘")
    width = max(len(line.plain) for line in lines)
    for line in lines:
        line.pad_right(width - len(line.plain))
    return lines


def side_by_side(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """Blocks of lines next to one another, as many to a row as fit."""
    rows: list[list[list[Text]]] = [[]]
    used = 0
    for block in blocks:
        wide = len(block[0].plain) + 2
        if rows[-1] and used + wide > width:
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += wide
    return [
        Text("  ").join(block[number] for block in row)
        for row in rows
        if row
        for number in range(len(row[0]))
    ]


def dice_boxes(faces: Sequence[int]) -> list[Text]:
    """A roll as five lines."""
    lines = [Text() for _ in range(5)]
    for face in faces:
        drawn = ("╭───────╮", *(f"│{pips}│" for pips in PIPS[face]), "╰───────╯")
        for line, part in zip(lines, drawn, strict=True):
            line.append(part + " ")
    return lines


def pocket(stop: str) -> Text:
    """Where the wheel stopped, on the colour of a roulette pocket if it is one."""
    from pitboss.equipment.wheels import colour
    from pitboss.errors import BadInput

    try:
        word = colour(stop)
    except BadInput:
        return Text(f" {stop} ", style="bold reverse")
    shade = {
        "red": "bold white on red",
        "black": "bold white on black",
        "green": "bold white on green",
    }[word]
    return Text.assemble((f" {stop} ", shade), f" {word}")


def signed(cents: int) -> Text:
    """A gain or a loss, with its sign and colour."""
    if not cents:
        return Text("even", style="dim")
    style = "bold green" if cents > 0 else "red"
    return Text(f"{'+' if cents > 0 else ''}{format_dollars(cents)}", style=style)


def print_unlawful(screen: Console, law: Law) -> None:
    """What these rules suppose against the text, where they do."""
    if law.unlawful:
        screen.print(Text("NOT LAWFUL: these rules are supposed, and may not be dealt", "bold red"))
        for each in law.unlawful:
            screen.print(Text(f"  {each.in_words()}", style="red"))


def headed_table(
    screen: Console, heading: str, columns: tuple[str, ...], left: tuple[str, ...]
) -> Table:
    """A table under its heading; columns in `left` hold words, all others numbers."""
    screen.print()
    screen.print(Text(heading, style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        justify: JustifyMethod = "left" if column in left else "right"
        # Words may go on in the next line; a number never breaks.
        table.add_column(column, justify=justify, no_wrap=column not in left)
    return table
