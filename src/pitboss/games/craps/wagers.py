"""1.5 Buy and lay bets: what they are charged. The rest is in games/dice."""

from __future__ import annotations

from pitboss.families.dice.wagers import paying_row
from pitboss.games.craps.rules import CrapsRules
from pitboss.table.layout import Wager


def vigorish(rules: CrapsRules, wager: Wager) -> int:
    """1.5: the charge on a buy or lay wager as it stands, never above its percentage: a part
    of a cent is dropped."""
    if wager.kind == "buy":
        return wager.cents * rules.buy_tenths // 1000
    base = wager.cents
    if rules.lay_base == "possible win":
        base = paying_row(rules, "lay", int(wager.spot), 0)[0].win(wager.cents)
    return base * rules.lay_tenths // 1000
