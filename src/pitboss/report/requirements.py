"""What regulators and laboratories ask of a table game's report, who asks it, and where the report
has it. What it does not have is named as such, with the command that gives it or the reason."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.analysis.laboratory.protection import BACKS, FIRST, SEEN, SHARES
from pitboss.analysis.par import Par

NEW_JERSEY, MARYLAND, MASSACHUSETTS = "N.J.A.C. 13:69F-8.4(d)", "COMAR 36.05.03", "205 CMR 147.04"
NEVADA, LABORATORIES, PRACTICE = (
    "Nev. Gaming Reg. 14.230",
    "test laboratories",
    "published analyses",
)

NOT_COUNTED = "nothing to count, or --simulated 0 was asked"
NO_METER = "no wager is paid from a meter under these rules"


class Requirement(NamedTuple):
    """`section` is the part of the report that has it; `otherwise`, why it may not be there."""

    number: int
    item: str
    asked_by: str
    section: str
    otherwise: str = ""

    def met(self, sections: set[str]) -> bool:
        return self.section in sections


REQUIREMENTS = (
    Requirement(1, "true odds, payout odds and house advantage of every wager",
                f"{NEW_JERSEY}3iii; {MARYLAND}.20A(3); {MASSACHUSETTS}(3)(e)4", "true-odds"),
    Requirement(2, "draft rules in the format of the chapter, dealing procedure, examples",
                f"{NEW_JERSEY}3ii; {MASSACHUSETTS}(3)(e)2; {NEVADA}(2)", "draft",
                "pitboss petition GAME -o folder/"),
    Requirement(3, "procedures for every misdeal and failure of equipment",
                f"{MASSACHUSETTS}(3)(e)3", "irregularities"),
    Requirement(4, "hits and probability of every prize in every state", LABORATORIES,
                "pay-tables"),
    Requirement(5, "workbook with live formulas, source and version", LABORATORIES, "identity",
                "pitboss par GAME -o sheet.xlsx"),
    Requirement(6, "simulation beside the exact figures: rounds, mean, SD, z, chi-square",
                LABORATORIES, "simulation", "this game has no kernel, or --simulated 0 was asked"),
    Requirement(7, "flow chart of the game", LABORATORIES, "flow"),
    Requirement(8, "limits of payouts, and what they cost", LABORATORIES, "limits",
                "these rules limit no payout and round no charge"),
    Requirement(9, "progressive: base, reset, increment, limit, hidden rate, unreasonable "
                "contribution; in-, display, hits, wins, overflow and reserve meters",
                f"N.J.A.C. 13:69E-1.39A(a), (b); {MARYLAND}.24", "progressive", NO_METER),
    Requirement(10, "progressive: break-even meter, expected meter when hit", LABORATORIES,
                "progressive", NO_METER),
    Requirement(11, "SD, hit frequency, element of risk, average wager, N0", PRACTICE, "summary"),
    Requirement(12, "most likely result, skewness, desirability index", PRACTICE, "shape"),
    Requirement(13, "exact distribution after n rounds", f"{MARYLAND}.25; {PRACTICE}", "after"),
    Requirement(14, "the band in which an actual win lies with 95 %", f"{MARYLAND}.25B(2)", "after",
                "pitboss hold"),
    Requirement(15, "cost of simpler strategies", PRACTICE, "strategy",
                "nothing is decided at this game, or it has no simpler strategy with a name"),
    Requirement(16, "effect of removal of every rank", PRACTICE, "counting",
                NOT_COUNTED),
    Requirement(17, "counting: best tags, trigger, how often, units by depth", PRACTICE, "counting",
                NOT_COUNTED),
    Requirement(18, "bound of perfect counting", PRACTICE, "counting",
                NOT_COUNTED),
    Requirement(19, "a dealer's or community card that is seen", f"{NEW_JERSEY}, (e); {PRACTICE}",
                f"exposed: {SEEN}", "no card is hidden, or it is not worked out for this game"),
    Requirement(20, "collusion: cards of other hands known", PRACTICE, f"exposed: {SHARES}",
                "nobody else has a hand that is hidden"),
    Requirement(21, "backs of cards that tell two classes apart", PRACTICE, f"exposed: {BACKS}",
                "no card is face down when something is decided"),
    Requirement(22, "an own card known in advance", PRACTICE, f"exposed: {FIRST}",
                "not worked out for this game"),
    Requirement(23, "safe limits: cutting card and largest wager", PRACTICE, "counting",
                NOT_COUNTED),
    Requirement(24, "what errors of dealers cost", PRACTICE, "errors"),
    Requirement(25, "pace, and theoretical win an hour by seats", PRACTICE, "pace",
                "no pace by seats for a game of standing wagers or of patrons' banks"),
    Requirement(26, "match play, free bets, envy: what they cost", PRACTICE, "coupons"),
    Requirement(27, "citations, hash of the rules, version, what is not verified", "pitboss",
                "citations"),
)  # fmt: skip


def index_of(sections: set[str], par: Par) -> list[tuple[str, str, str, str]]:
    """Returns a line for each requirement: number, what, who asks, and where it is met."""
    reasons: dict[str, str] = {}
    if par.laboratory is not None:
        reasons = dict(par.laboratory.protection.reasons)
    lines = []
    for asked in REQUIREMENTS:
        where = asked.section
        if not asked.met(sections):
            kind = where.removeprefix("exposed: ")
            missing = reasons.get(kind, asked.otherwise.replace("GAME", par.identity.game))
            where = f"not here: {missing}"
        lines.append((str(asked.number), asked.item, asked.asked_by, where))
    return lines
