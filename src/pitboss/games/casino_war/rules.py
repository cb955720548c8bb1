"""Casino war's rules and what its table remembers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import Charge, Odds
from pitboss.table.game import Rules


class CasinoWarRules(Rules, frozen=True):
    decks: int
    initial: Row
    war: Row
    war_tie: Row
    tie: Row
    surrender: Charge
    burn_before_war: int
    burn_dealer: int
    automated_shuffler: bool
    cut_at_least: int


class CasinoWarState(msgspec.Struct, frozen=True):
    """`begun`: a shoe has been cut before at this table."""

    begun: bool = False


def casino_war_rules(law: Law) -> CasinoWarRules:
    law = _with_tied_war(_with_whole_halves(law))
    return CasinoWarRules(
        law=law,
        decks=law.number("decks"),
        initial=law.paytable("initial")["win"],
        war=law.paytable("war")["win"],
        war_tie=law.paytable("war")["tie hand"],
        tie=law.paytable("tie")["tie hand"],
        surrender=Charge(law.number("surrender_percent"), cite="22.8"),
        burn_before_war=law.number("burn_before_war"),
        burn_dealer=law.number("burn_dealer"),
        automated_shuffler=law.flag("automated_shuffler"),
        cut_at_least=law.number("cut_at_least"),
    )


def _with_tied_war(law: Law) -> Law:
    """The war's pay table, and as its last row the licensee's odds for a tied war."""
    table = law.paytable("war")
    rows = (*table.rows, ("tie hand", Odds.parse(law.word("war_tie_odds"))))
    table = Paytable(table.name, rows, cite=table.cite, basis=table.basis, label=table.label)
    return replace(law, paytables=law.paytables | {"war": table})


def _with_whole_halves(law: Law) -> Law:
    """Initial wagers of which a half is a whole number of cents, for a surrender."""
    initial = replace(law.wagers["initial"], cent_step=2, step_cite="22.8")
    return replace(law, wagers=law.wagers | {"initial": initial})
