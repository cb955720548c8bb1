"""Acts of the dealer's as words: what is wanted, what is nearly right, and how one may be named."""

from __future__ import annotations

from pitboss.errors import BadInput
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.prompts import Prompt

MONEY_VERBS = ("pay", "collect", "return", "charge")
WHAT_KIND = {
    "draw": "a card comes out of the shoe",
    "roll": "the dice are rolled",
    "spin": "the wheel is spun",
    "wagers": "the wagers are closed",
    "number": "a number is set",
    "decision": "a decision is made",
}


def begins(act: str, typed: str) -> bool:
    """Whether a physical act was named by how it begins, in two words or more. What is
    announced or paid must be said in full."""
    if act.split()[0] in ("announce", *MONEY_VERBS):
        return False
    return len(typed.split()) >= 2 and act.lower().startswith(typed.lower())


def expected(prompt: Prompt) -> str:
    """The act that the prompt wants, as the dealer would type it."""
    if prompt.kind == "act":
        return prompt.what
    if prompt.kind == "wagers":
        return "close"
    if prompt.kind == "decision":
        return prompt.choices[0]
    if prompt.kind == "number":
        return str(prompt.at_least)
    return prompt.kind


def near_misses(act: str) -> list[str]:
    """The same payment wrong: collected instead of paid, or the wrong amount."""
    verb, _, rest = act.partition(" ")
    name, _, amount = rest.rpartition(" ")
    if verb not in ("pay", "collect", "return") or not name:
        return []
    try:
        cents = parse_dollars(amount)
    except BadInput:
        return []  # what is collected is cards or tiles
    other = "collect" if verb == "pay" else "pay"
    return [f"{verb} {name} {format_dollars(cents * 2)}", f"{other} {rest}"]
