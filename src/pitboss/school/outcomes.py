"""Items about how a round came out: payoffs, and the reading of hands, rolls and spins."""

from __future__ import annotations

import random
from collections.abc import Callable

from pitboss.draw.chips import DENOMINATIONS
from pitboss.equipment.cards import CARD_TEXT
from pitboss.money import format_dollars
from pitboss.school.items import Item, cited, plain_answer
from pitboss.school.scene import Asked, Scene, deal_scene
from pitboss.table.entries import seat_text
from pitboss.table.layout import Event, Line
from pitboss.testing import Dealt

CHANCE = ("draw", "move", "roll", "spin", "choice")
READ = ("win", "lose", "push")
HOUSE_WAY = " of the house way"
DEALERS_HAND, DEALERS_LOW_HAND = "dealer's hand", "dealer's low hand"


def chips_of(cents: int) -> list[str]:
    """The fewest chips that make up an amount, as `2x25.00`; what is less than a chip is coin."""
    found: list[str] = []
    for value, _ in DENOMINATIONS:
        count, cents = divmod(cents, value)
        if count:
            found.append(f"{count}x{format_dollars(value)}")
    return [*found, f"1x{format_dollars(cents)}"] if cents else found


def payoff_item(asked: Asked) -> Item | None:
    """How much a winning wager is paid: at first from its odds; then with the chips; at last from
    what was dealt alone."""
    scene = deal_scene(asked, by_hand=False)
    won = _lines(scene, lambda line: line.result == "win" and bool(line.odds) and line.pays > 0)
    if not won:
        return None
    dealt, line = asked.rng.choice(won)
    wager = f"{seat_text(line.seat)} {line.wager} of {format_dollars(line.stake)}"
    paid, chips = format_dollars(line.pays), chips_of(line.pays)
    situation = scene.head(dealt.before)
    if asked.difficulty < 3:
        row = f"by {line.row} of the table {line.table}"
        by = f"at {line.odds}" if asked.difficulty == 1 else row
        situation.append(f"{wager} wins {by}")
    else:
        situation += [*_layout(dealt), *_dealt_lines(dealt, line.seat), f"{wager} wins"]
    question, accepted = "What is paid on top of the wager, in dollars?", [paid]
    if asked.difficulty > 1:
        values = ", ".join(format_dollars(value) for value, _ in reversed(DENOMINATIONS))
        question = (
            f"What is paid, and in which chips (the fewest of {values}; less than a chip is one "
            "coin)? Such as 40.00 = 1x25.00 3x5.00"
        )
        accepted = [f"{paid} = {' '.join(chips)}"]
    place = cited(scene.rules.law, line.cite)
    return Item(
        game=asked.game.key,
        kind="payoff",
        day=str(scene.rules.law.day),
        difficulty=asked.difficulty,
        situation=situation,
        question=question,
        answer=accepted[0],
        accepted=[plain_answer(text, any_order=True) for text in accepted],
        any_order=True,
        why=f"{format_dollars(line.stake)} at {line.odds} wins {paid}: {' '.join(chips)}",
        cite=place.cite,
        section=place.section,
        known=place.known,
    )


def hand_item(asked: Asked) -> Item | None:
    """What became of a wager, read from what was dealt, rolled or spun; or how the house way sets
    the dealer's hand."""
    scene = deal_scene(asked, by_hand=False)
    ways = [
        (dealt, event)
        for dealt in scene.dealt
        for event in dealt.receipt.events
        if event.act == "act" and event.what.endswith(HOUSE_WAY)
    ]
    if ways and asked.rng.random() < 0.5:
        return _house_way_item(asked, scene, *asked.rng.choice(ways))
    lines = _lines(scene, lambda line: line.result in READ and line.stake > 0)
    if not lines:
        return None
    # A result by chance, then a line that has it: most wagers lose.
    result = asked.rng.choice(sorted({line.result for _, line in lines}))
    dealt, line = asked.rng.choice([(d, each) for d, each in lines if each.result == result])
    wager = f"{seat_text(line.seat)} {line.wager} of {format_dollars(line.stake)}"
    question, answer = f"{wager}: does it win, lose or push?", line.result
    rows = [row for row, _ in scene.rules.law.paytables[line.table]] if line.row else []
    if asked.difficulty > 1 and len(rows) > 1:
        question = f"{wager} wins: by which row of the table {line.table}? {', '.join(rows)}"
        answer = line.row
    place = cited(scene.rules.law, line.cite)
    return Item(
        game=asked.game.key,
        kind="hand",
        day=str(scene.rules.law.day),
        difficulty=asked.difficulty,
        question=question,
        answer=answer,
        situation=[*scene.head(dealt.before), *_layout(dealt), *_dealt_lines(dealt, line.seat)],
        accepted=[plain_answer(answer)],
        why=_why(line),
        cite=place.cite,
        section=place.section,
        known=place.known,
    )


def _why(line: Line) -> str:
    if line.row:
        return f"{line.result}: {line.row} of the table {line.table}, {line.odds}"
    return f"{line.wager}: {line.result}"


def _house_way_item(asked: Asked, scene: Scene, dealt: Dealt, way: Event) -> Item | None:
    events = dealt.receipt.events
    low = [
        CARD_TEXT[event.card]
        for event in events
        if event.act == "move" and event.what == f"{DEALERS_HAND} to {DEALERS_LOW_HAND}"
    ]
    held = [CARD_TEXT[e.card] for e in events if e.act == "draw" and e.what == DEALERS_HAND]
    if not low or not held:
        return None
    random.Random(" ".join(held)).shuffle(held)
    place = cited(scene.rules.law, way.cite)
    return Item(
        game=asked.game.key,
        kind="hand",
        day=str(scene.rules.law.day),
        difficulty=asked.difficulty,
        situation=[*scene.head(dealt.before), f"the dealer's hand: {' '.join(held)}"],
        question="Which two go into the low hand by the house way?",
        answer=" ".join(low),
        accepted=[plain_answer(" ".join(low), any_order=True)],
        any_order=True,
        why=way.what,
        cite=place.cite,
        section=place.section,
        known=place.known,
    )


def _lines(scene: Scene, wanted: Callable[[Line], bool]) -> list[tuple[Dealt, Line]]:
    return [(dealt, line) for dealt in scene.dealt for line in dealt.receipt.lines if wanted(line)]


def _layout(dealt: Dealt) -> list[str]:
    """The wagers of this round, as they were made."""
    return [
        f"{seat_text(event.seat)} wagers {event.what} {format_dollars(event.cents)}"
        for event in dealt.receipt.events
        if event.act == "wager"
    ]


def _dealt_lines(dealt: Dealt, seat: int) -> list[str]:
    """What chance brought and the patrons chose: cards by where they lie at the end, without
    those that nobody looks at."""
    cards: dict[str, list[str]] = {}
    lines: list[str] = []
    for event in dealt.receipt.events:
        if event.act == "draw":
            cards.setdefault(event.what, []).append(CARD_TEXT[event.card])
        elif event.act == "move":
            origin, _, goal = event.what.partition(" to ")
            card = CARD_TEXT[event.card]
            if card in cards.get(origin, ()):
                cards[origin].remove(card)
            cards.setdefault(goal, []).append(card)
        elif event.act in ("roll", "spin"):
            lines.append(f"{event.act} {event.what}")
        elif event.act == "choice" and event.seat in (0, seat):
            lines.append(f"{seat_text(event.seat)} {event.what}")
    hands = [
        f"{where}: {' '.join(held)}"
        for where, held in cards.items()
        if held and not where.startswith("discards")
    ]
    return [*hands, *lines]
