"""The patron's gaming guide as a page: one file for the screen and for A4 paper, with pictures of
the layout and of hands; a game after the other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from html import escape
from typing import Any

from pitboss import registry
from pitboss.casino.guide import OTHER_WIN, BestPlay, Guide, PayTable
from pitboss.draw import pieces, style
from pitboss.draw.scene import Scene
from pitboss.draw.table import Drawing, table_svg
from pitboss.law.regulation import general
from pitboss.law.schema import KNOWN_AS
from pitboss.money import format_dollars
from pitboss.report.frame import framed, table_of
from pitboss.svg import picture, tag
from pitboss.svg import text as words
from pitboss.table.game import Game

PLACES_MAX = 6
CARD_WIDE, CARD_HIGH = 60.0, 84.0
CSS = """
svg.symbols{position:absolute}.game{break-before:page}.game:first-of-type{break-before:auto}
.game:only-of-type h2{display:none}
.game h2{font-size:1.6rem;border-bottom:3px solid var(--felt)}
.game h3{margin:18px 0 6px}
.felt-picture{max-width:660px;margin:0 auto 12px}
.examples svg{max-height:96px;width:auto;display:inline-block;margin:0 14px 8px 0}
ol.steps li{margin:0 0 5px}
.grid td,.grid th{padding:1px 4px;text-align:center;font-size:.72rem}
.small{font-size:.8rem;color:var(--soft)}
.pays{display:inline-block;vertical-align:top;margin:0 22px 8px 0}
.pays table{min-width:190px}
@media print{html{font-size:9.6px}.felt-picture svg{max-width:118mm;margin:0 auto}
.felt-picture{max-width:none}.examples svg{max-height:19mm}.game h3{margin:9px 0 3px}
ol.steps{margin:4px 0}table{font-size:8.6px}.grid td,.grid th{font-size:7.4px;padding:0 3px}
header{padding:0 0 4px}h1{font-size:1.6rem}.game h2{margin:6px 0}@page{margin:12mm}}
"""


def page_of(guides: Sequence[tuple[Guide, str]], *, licensee: str, day: date) -> str:
    """The whole page: each guide with the tables at which it holds ("": wherever it is offered)."""
    body = pieces.SYMBOLS + "".join(section_of(guide, tables) for guide, tables in guides)
    title = guides[0][0].title if len(guides) == 1 else "Rules of the Games"
    lead = f"<p>{escape(licensee)}; by the rules of {day}</p>"
    return framed("Gaming guide", title, lead, body + _foot(day), css=CSS + style())


def _foot(day: date) -> str:
    citations = general().citations_on(day)
    rules, guides = general().values["rules_on_request"], general().values["guides_approved"]
    text = "The complete rules of every game may be read on request"
    if rules.at(day) is not None:
        text += f" ({citations.full('8.5')}; {KNOWN_AS['unverified']})"
    if guides.at(day) is not None:
        text += ". A gaming guide is approved by the regulator before it is issued: this one is not"
    return f'<p class="small">{text}.</p>'


def section_of(guide: Guide, tables: str = "") -> str:
    """One game."""
    at = f"<p>At {escape(tables)}.</p>" if tables else ""
    steps = "".join(f"<li>{escape(step)}</li>" for step in guide.steps)
    parts = [
        f'<section class="game" id="{escape(guide.game, quote=True)}">'
        f"<h2>{escape(guide.title)}</h2>{at}<p>{escape(guide.summary)}</p>",
        _picture(guide),
        f'<h3>How it is played</h3><ol class="steps">{steps}</ol>{_examples(guide)}',
        f"<h3>Wagers</h3>{_wagers(guide)}",
        _all_paid(guide),
        f"<h3>What the house keeps</h3>{_edges(guide)}",
        _best(guide.figures.best),
        f"<h3>The options of the house</h3>{_options(guide)}",
        f'<p class="small">{escape(guide.cite)}. {escape(guide.checked)} Rules {guide.rules[:16]}.'
        f"{_unverified(guide)}</p></section>",
    ]
    return "".join(parts)


def _unverified(guide: Guide) -> str:
    count = len(guide.unverified)
    if not count:
        return ""
    are = "fact of these rules is" if count == 1 else "facts of these rules are"
    return f" {count} {are} not verified: {escape(', '.join(guide.unverified[:8]))}" + (
        ", ..." if count > 8 else "."
    )


def _doubt(basis: str) -> str:
    known = KNOWN_AS[basis] if basis == "unverified" else ""
    return f' <span class="doubt">{known}</span>' if known else ""


def _wagers(guide: Guide) -> str:
    limited = any(wager.limits for wager in guide.wagers)
    rows = []
    for wager in guide.wagers:
        row = [escape(wager.label), escape(wager.when), escape(wager.pays) + _doubt(wager.basis)]
        if limited:
            low, high = wager.limits or (0, 0)
            row.insert(2, f"${format_dollars(low)} to ${format_dollars(high)}" if high else "")
        rows.append(row)
    headings = ["Wager", "When", "Pays"]
    if limited:
        headings.insert(2, "Limits")
    return table_of(headings, rows)


def _all_paid(guide: Guide) -> str:
    """The pay tables; what is paid by one figure stands beside the wager."""
    shown = "".join(
        _paid(table)
        for table in guide.paytables
        if len(table.rows) > 1 or table.wagers == [OTHER_WIN]
    )
    said = "Odds are what is won on top of the wager, which the winner keeps."
    return f"<h3>What is paid</h3><p>{said}</p>{shown}"


def _paid(table: PayTable) -> str:
    rows = [[escape(row), escape(odds)] for row, odds in table.rows]
    name = ", ".join(table.wagers[:4]) + (", ..." if len(table.wagers) > 4 else "")
    return f'<div class="pays">{table_of((name, "pays"), rows)}</div>'


def _edges(guide: Guide) -> str:
    figures = guide.figures
    if not figures.edges:
        return (
            "<p>The figures of these rules take a while to work out. This command gives them: "
            f"<code>{escape(guide.command)}</code></p>"
        )
    rows = [
        [escape(name), edge, f'<span class="small">{escape(note)}</span>']
        for name, edge, note in figures.edges
    ]
    table = table_of(("Wager", "House edge", ""), rows)
    return f"<p>Of every amount wagered, on average: {escape(figures.how)}.</p>{table}"


def _best(best: BestPlay) -> str:
    if best.lines:
        rows = [[escape(situation), escape(do)] for situation, do in best.lines]
        return f"<h3>Best play</h3>{table_of(('With', 'Do'), rows)}"
    return "".join(map(_chart, best.charts))


def _chart(chart: dict[str, Any]) -> str:
    rows = [
        [f"<strong>{escape(name)}</strong>", *(escape(letter) for letter in letters)]
        for name, letters in chart["rows"]
    ]
    legend = "; ".join(f"{letter}: {meaning}" for letter, meaning in chart["legend"])
    return (
        f'<h3>Best play</h3><div class="grid">{table_of(("", *chart["columns"]), rows)}</div>'
        f'<p class="small">{escape(chart["title"])}. {escape(legend)}.</p>'
    )


def _options(guide: Guide) -> str:
    if not guide.options:
        return "<p>Nothing is left to choose.</p>"
    rows = [
        [escape(option.label), escape(option.value) + _doubt(option.basis), escape(option.cite)]
        for option in guide.options
    ]
    return table_of(("Choice", "Here", "Section"), rows)


# -- pictures -------------------------------------------------------------------------------------


def _picture(guide: Guide) -> str:
    return f'<figure class="felt-picture">{_drawn(guide)}</figure>'


def _drawn(guide: Guide) -> str:
    """The layout as it lies there before anybody wagers; of keno, the numbers."""
    if guide.game in registry.SYSTEMS:
        return _numbers()
    return table_svg(empty_table(registry.find(guide.game), guide))


def picture_of(guide: Guide) -> str:
    """The layout as a file of its own, with its style."""
    drawn = _drawn(guide)
    start = drawn.index(">") + 1
    return f"{drawn[:start]}{tag('style', style())}{pieces.SYMBOLS}{drawn[start:]}\n"


def empty_table(game: Game, guide: Guide) -> Drawing:
    law = game.rules(guide.day, guide.chosen).law
    return Drawing(
        law=law,
        layout=game.regulation.data.layout,
        has_cards=True,
        seats=min(game.seats_max, PLACES_MAX),
        names={"p1": "You"},
        you="p1",
        scene=Scene([], [], ""),
        wagers=(),
        answers=(),
    )


def _examples(guide: Guide) -> str:
    shown = "".join(_hand(cards.split()) for cards in guide.cards)
    if guide.dice:
        shown += _dice(guide.dice)
    return f'<div class="examples">{shown}</div>' if shown else ""


def _hand(cards: Sequence[str]) -> str:
    step = CARD_WIDE + 5
    drawn = "".join(pieces.card(card, 2 + number * step, 2) for number, card in enumerate(cards))
    label = ", ".join(pieces.card_name(card) for card in cards)
    return picture(len(cards) * step + 2, CARD_HIGH + 4, drawn, label=label)


def _dice(faces: Sequence[int]) -> str:
    drawn = "".join(pieces.die(face, 2 + 66 * number, 2, 60) for number, face in enumerate(faces))
    return picture(66 * len(faces) + 2, 64, drawn, label=f"dice: {', '.join(map(str, faces))}")


def _numbers() -> str:
    """The eighty numbers of a keno slip."""
    drawn = ""
    for number in range(80):
        x, y = 40.0 * (number % 10) + 4, 34.0 * (number // 10) + 4
        drawn += tag("rect", x=x, y=y, width=36, height=30, rx=4, class_="seat")
        drawn += words(x + 18, y + 20, str(number + 1), text_anchor="middle", class_="placard-pays")
    return picture(
        404,
        280,
        tag("rect", width=404, height=280, rx=8, class_="felt") + drawn,
        label="the numbers 1 to 80",
    )
