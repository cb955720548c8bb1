"""Automated craps' rules, read from the law of the day."""

from __future__ import annotations

from pitboss.families.dice.rules import Cites, LineRules, with_fire_table, words
from pitboss.law.regulation import Law

# Doubt: the number of players is not known; as many as at craps are taken.
SEATS = 16
CITES = Cites(
    horn="1A.6",
    craps_eleven="1A.6",
    removal="1A.4",
    dont_removal="1A.4",
    calls="1A.4",
    more_odds="1A.2",
    excess="1A.2",
    points="1A.1",
)


class AutomatedCrapsRules(LineRules, frozen=True):
    dice: int


def automated_craps_rules(law: Law) -> AutomatedCrapsRules:
    return AutomatedCrapsRules(
        law=with_fire_table(law),
        cites=CITES,
        odds_times=law.number("odds_times"),
        excess=True,
        horn_high_area=False,
        off_on_come_out=words(law, "off_on_come_out"),
        replaced_at_come_out=False,
        lost_under={},
        dice=law.number("dice"),
    )
