"""11.13 to 11.23: the wagers beside the one against the dealer or the bank. All are against the
house, in a round with a bank as well."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.families.pai_gow.bank import BankedWagers, player_at
from pitboss.families.pai_gow.hands import Hands
from pitboss.games.pai_gow_poker.hands import majority, three_card_row
from pitboss.games.pai_gow_poker.rules import PaiGowPokerRules
from pitboss.hands.pai_gow_bonus import (
    BONUS_ROWS,
    IMPERIAL_BANKER_ROWS,
    IMPERIAL_PLAYER_ROWS,
    INSURANCE_ROWS,
    bonus_row,
    imperial_banker_row,
    imperial_player_row,
    insurance_row,
    is_queen_high,
)
from pitboss.hands.poker import pai_gow_high_value
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import PayoutLimit, Wager
from pitboss.table.prompts import Bounds, Refusal

ADDITIONAL, IMPERIAL, PROGRESSIVE = "additional", "imperial", "progressive"
# Wagers that have a claim to an envy bonus.
ENVIOUS = ("bonus", "dynasty")
FIRST_CARDS = 3


class PaiGowPokerWagers(BankedWagers):
    """11.7: the wager against the dealer or the bank, and the side wagers that go with it."""

    def of_side(self, seat: int, kind: WagerKind, bounds: Bounds) -> Bounds | Refusal:
        found = super().of_side(seat, kind, bounds)
        if kind.key != PROGRESSIVE or isinstance(found, Refusal):
            return found
        cents = self.dealer.rules.progressive_wager
        return Bounds(cents, cents, 1, kind.cite)


def settle_additional(dealer: Dealer, rules: PaiGowPokerRules, number: int) -> None:
    """11.13: determined and paid before any card is dealt to any player."""
    for wager in [wager for wager in dealer.in_order() if wager.kind == ADDITIONAL]:
        table = rules.law.paytables[ADDITIONAL]
        if number in table and table[number].key == wager.spot:
            dealer.pay(wager, table[number], cite="11.13")
        else:
            dealer.collect(wager, cite="11.13")


def best(seven: Sequence[int], rules: PaiGowPokerRules) -> int:
    """The best five of seven cards, however they are set."""
    return pai_gow_high_value(seven, not rules.lowest_wheel)


def settle_beside(
    dealer: Dealer, rules: PaiGowPokerRules, seat: int, seven: Sequence[int], banks: Sequence[int]
) -> None:
    """The side wagers of one hand, once it is turned over; `banks` are the dealer's or the bank's
    seven cards."""
    for wager in dealer.wagers_of(seat):
        if wager.kind == IMPERIAL:
            settle_imperial(dealer, rules, wager, seven, banks)
        elif wager.kind in rules.side_wagers:
            row = row_of(rules, wager, seven, banks)
            cite = rules.law.paytables[_table(rules, wager.kind)].cite
            if row is not None:
                dealer.pay(wager, row, cite=cite)
            else:
                dealer.collect(wager, cite=cite)


def _table(rules: PaiGowPokerRules, kind: str) -> str:
    return rules.law.wagers[kind].pays.partition(":")[0]


def row_of(
    rules: PaiGowPokerRules, wager: Wager, seven: Sequence[int], banks: Sequence[int]
) -> Row | None:
    """The row by which a side wager is paid, or none."""
    value = best(seven, rules)
    table = rules.law.paytables[_table(rules, wager.kind)]
    match wager.kind:
        case "bonus" | "dynasty" | "seven-card-bonus" | "progressive":
            name = _named(BONUS_ROWS, bonus_row(seven, value))
        case "insurance" | "protection":
            name = _named(INSURANCE_ROWS, insurance_row(value))
        case "queens-dragon":
            name = "queen high" if is_queen_high(best(banks, rules)) else ""
        case "three-card-bonus":
            name = three_card_row(seven[:FIRST_CARDS])
        case _:
            colour = majority(seven)
            name = colour if colour == wager.spot else ""
    return table[name] if name in table else None


def _named(rows: Sequence[str], row: int) -> str:
    return rows[row] if row >= 0 else ""


def settle_imperial(
    dealer: Dealer,
    rules: PaiGowPokerRules,
    wager: Wager,
    seven: Sequence[int],
    banks: Sequence[int],
) -> None:
    """11.20: the highest hand of each column is paid, of both where both are there."""
    tables = rules.law.paytables
    own = _named(IMPERIAL_PLAYER_ROWS, imperial_player_row(best(seven, rules)))
    theirs = _named(IMPERIAL_BANKER_ROWS, imperial_banker_row(best(banks, rules)))
    rows = [
        tables[name][row]
        for name, row in (("imperial_player", own), ("imperial_banker", theirs))
        if row in tables[name]
    ]
    if not rows:
        dealer.collect(wager, cite="11.20")
        return
    stake, limit = wager.cents, limit_of(dealer, rules)
    dealer.pay(wager, rows[0], cite="11.20", limit=limit)
    for row in rows[1:]:
        name = "imperial, banker hand bonus"
        dealer.bonus(wager.seat, name, stake, row, cite="11.20", limit=limit)


def limit_of(dealer: Dealer, rules: PaiGowPokerRules) -> PayoutLimit | None:
    """11.20(d): on what one player is paid in a round, and not lower than what could be won at the
    minimum wager."""
    if not rules.imperial_limit:
        return None
    least, _ = dealer.table.limits.of(IMPERIAL)
    tables = rules.law.paytables
    most = sum(
        max(row.win(least) for _, row in tables[name])
        for name in ("imperial_player", "imperial_banker")
    )
    return PayoutLimit(max(rules.imperial_limit, most), "11.20(d)")


def pay_envy(
    dealer: Dealer, rules: PaiGowPokerRules, claims: Sequence[Wager], hands: Hands
) -> None:
    """11.15, 11.22: for each premium hand of another player, a fixed sum to whoever made a bonus
    wager that is large enough, whether or not that one won."""
    for claim in claims:
        if claim.seat not in hands:
            continue  # given up, or void
        cite = "11.15" if claim.kind == "bonus" else "11.22"
        for seat, seven in sorted(hands.items()):
            if not seat or player_at(dealer, seat) == player_at(dealer, claim.seat):
                continue
            row = bonus_row(seven, best(seven, rules))
            if 0 <= row < len(rules.envy):
                name = f"envy, {BONUS_ROWS[row]} of p{seat}"
                dealer.award(claim.seat, name, rules.envy[row], cite=cite)


def envy_claims(dealer: Dealer, rules: PaiGowPokerRules) -> list[Wager]:
    """The bonus wagers that have a claim, from the dealer's right, as they were made."""
    return [
        Wager(wager.seat, wager.kind, wager.cents)
        for wager in dealer.in_order()
        if wager.kind in ENVIOUS and wager.cents >= rules.envy_wager
    ]
