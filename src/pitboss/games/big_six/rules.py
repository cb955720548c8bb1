"""Big six's rules: the sections of the wheel, the odds, and what a clapper between two
numbers means."""

from __future__ import annotations

from pitboss.equipment.wheels import big_six_sections
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

PREVIOUS_NUMBER = "previous number"


class BigSixRules(Rules, frozen=True):
    """`sections` names every section, so that each is as likely as any other; `odds` is None
    while they are not known; `revolutions` 0 and `clapper` "" before the text had them."""

    sections: tuple[str, ...]
    odds: Paytable | None
    revolutions: int
    clapper: str


def big_six_rules(law: Law) -> BigSixRules:
    return BigSixRules(
        law=law,
        sections=big_six_sections(law.word("stops")),
        odds=law.paytables.get("payout"),
        revolutions=law.number("revolutions") if "revolutions" in law.values else 0,
        clapper=str(law.options.get("clapper", "")),
    )
