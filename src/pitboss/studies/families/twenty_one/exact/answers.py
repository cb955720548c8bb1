"""What a strategy does at a table, prompt by prompt."""

from __future__ import annotations

from pitboss.studies.families.twenty_one.exact.compositions import compositions
from pitboss.studies.families.twenty_one.exact.seen import hands_seen
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row
from pitboss.studies.families.twenty_one.exact.words import DRAW, SPLIT, STAND
from pitboss.studies.families.twenty_one.table_rules import FACE_UP, HOLE_CARDS
from pitboss.table.entries import Chose, Closed, Did, Entry, Placed, Wagered
from pitboss.table.prompts import Prompt

DOUBLE = "double"


def answer(strategy: Strategy, prompt: Prompt) -> Entry:
    """What the strategy does at a prompt; in what it does not know about, nothing or the first
    choice."""
    match prompt.kind:
        case "number":
            return Placed(prompt.seat, prompt.what, prompt.at_least)
        case "act":
            return Did(prompt.what)
        case "wagers":
            return insurance(strategy, prompt)
    place, _, points = prompt.what.rpartition(": ")
    seen = hands_seen(prompt)
    if not points or place not in seen:
        return Chose(prompt.seat, prompt.choices[0])
    hand = tuple(seen[place])
    shown = seen["dealer's hand"]
    if prompt.dealer.rules.hole_card == HOLE_CARDS[FACE_UP]:
        shown = shown + seen["dealer's hole card"]
    start = start_row(tuple(shown))
    return Chose(prompt.seat, decision(strategy, start, hand, prompt.choices))


def decision(
    strategy: Strategy, start: int, hand: tuple[int, ...], choices: tuple[str, ...]
) -> str:
    """One of the choices. A double is made in full: the choice has its amount, or not."""
    row = compositions().index(*hand)
    double = next((each for each in choices if each.partition(" ")[0] == DOUBLE), "")
    if "surrender" in choices and strategy.surrenders[start, row]:
        return "surrender"
    if SPLIT in choices and strategy.splits[start, hand[0] - 1]:
        return SPLIT
    if double and strategy.doubles[start, row]:
        return double
    return DRAW if DRAW in choices and strategy.draws[start, row] else STAND


def insurance(strategy: Strategy, prompt: Prompt) -> Entry:
    """Insurance in full with the hands that are insured."""
    if prompt.what == "insurance" and not prompt.made:
        for offer in prompt.answers():
            hand = hands_seen(prompt).get(f"hand of {offer.get('seat', '')}")
            wanted = hand and strategy.insures[compositions().index(*hand)]
            if offer.get("wager") == "insurance" and wanted:
                seat = int(offer["seat"][1:])
                return Wagered(seat, "insurance", offer["at_most"], offer["spot"])
    return Closed()
