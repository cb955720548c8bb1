"""What a throw decides, and what it makes of the point."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice import hands, wagers
from pitboss.families.dice.rules import LineRules, LineState
from pitboss.law.paytable import Row
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager

RETURNED = 4
SUMS = (
    "", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
    "Twelve",
)  # fmt: skip
FIRE_AT_LEAST = 4

# -- settlement --------------------------------------------------------------------------------


def settle(dealer: Dealer, rules: LineRules, first: int, second: int) -> None:
    """All wagers decided by the throw.

    Doubt: no order is stated, so by hand any will do. We collect losing wagers first, as is the
    custom. A wager is paid and goes back to the player with its winnings; he may make it again.
    The text knows one decision for each wager."""
    total = first + second
    decided = [
        (wager, wagers.number_of(wager, dealer.state), verdict(dealer, wager, first, second))
        for wager in dealer.in_order()
    ]
    with dealer.in_any_order():
        for wager, number, happens in decided:
            if happens == hands.LOSES:
                dealer.collect(wager, cite=wagers.lost_under(rules, wager))
            elif happens == hands.WINS and wager.kind in ("horn", "horn-high", "craps-eleven"):
                cents = wagers.losing_cents(wager, number, total)
                cite = wagers.paying_row(rules, wager.kind, number, total)[1]
                dealer.collect(wager, cite=cite, cents=cents)
        for wager, _, happens in decided:
            if happens == hands.VOID:
                cite = wagers.lost_under(rules, wager)
                dealer.give_back(wager, cite=cite, result="void")
            elif happens == RETURNED:
                dealer.give_back(wager, cite=rules.cites.calls, result="returned")
        for wager, number, happens in decided:
            if happens == hands.WINS:
                odds, cite = odds_won(dealer, rules, wager, number, total)
                dealer.pay(wager, odds, cite=cite)
            elif happens == hands.MOVES:
                establish_point(dealer, rules, wager, total)


def verdict(dealer: Dealer, wager: Wager, first: int, second: int) -> int:
    """What the throw does to a wager. Inactive wagers stand, except that come odds go back
    when their come wager is decided."""
    state = dealer.state
    if wager.kind == "fire":
        if not state.point or first + second != 7:
            return hands.STANDS
        return hands.WINS if len(state.fire_points) >= FIRE_AT_LEAST else hands.LOSES
    family = wagers.FAMILY[wager.kind]
    happens = hands.decide(family, wagers.number_of(wager, state), first, second)
    if wager.on or happens == hands.STANDS:
        return happens
    return RETURNED if wager.kind == "come-odds" else hands.STANDS


def odds_won(
    dealer: Dealer, rules: LineRules, wager: Wager, number: int, total: int
) -> tuple[Row, str]:
    """The odds of a winning wager and where they are stated (1.4, 1.5, 1.6, 1.12)."""
    if wager.kind == "fire":
        number = len(dealer.state.fire_points)
    return wagers.paying_row(rules, wager.kind, number, total)


def establish_point(dealer: Dealer, rules: LineRules, wager: Wager, total: int) -> None:
    """A come or don't come wager moves to its come point; a line wager stays where it is."""
    moves = wager.kind in ("come", "dont-come")
    dealer.move_to_point(wager, total, spot=str(total) if moves else "")
    if moves:
        text = f"move {wager.kind} to the come point {total}"
        dealer.note(text, cite=rules.law.wagers[wager.kind].cite, seat=wager.seat)


# -- the point ---------------------------------------------------------------------------------


def point_after(dealer: Dealer, rules: LineRules, total: int, *, passes: str, select: str) -> None:
    """What the throw makes of the point and of the shooter. `passes` is what a loser 7 means
    for him, under `select`."""
    before: LineState = dealer.state
    state = replace(before, fresh=False)
    if before.off:
        # 1.11(b) A throw that decides come and don't come wagers only sets no point.
        line_decided = False
        state = replace(state, off=bool(come_numbers(dealer)))
    elif before.point == 0 and hands.is_point(total):
        line_decided = False
        dealer.note(f"the come out point is {total}", cite=rules.cites.points)
        state = replace(state, point=total, point_made=False)
    elif before.point == 0:
        line_decided = True
        state = replace(state, point_made=False)
    elif total == before.point:
        line_decided = True
        dealer.note(f"the come out point {total} is made", cite=rules.cites.points)
        state = replace(mark_for_fire(dealer, rules, state), point=0, point_made=True)
    elif total == 7:
        line_decided = True
        dealer.note(f"loser 7: {passes}", cite=select)
        state = replace(state, point=0, fresh=True, relinquished=True, fire_points=())
    else:
        line_decided = False
    # The calls of 1.3(e) last while one come out roll follows another.
    on = tuple(wagers.called_name(w) for w in dealer.wagers if w.kind in rules.off_on_come_out)
    kept = () if before.point or state.point else before.called_on
    dealer.remember(
        replace(
            state,
            called_on=tuple(name for name in kept if name in on),
            taken_down=wagers.still_taken_down(state, total, line_decided=line_decided),
        )
    )
    wagers.show_on_and_off(dealer, rules)


def mark_for_fire(dealer: Dealer, rules: LineRules, state: LineState) -> LineState:
    """A point made that has no fire marker yet gets one.

    Doubt: nothing of 1.12 was read but its title; wagers are settled at the loser 7."""
    on_the_layout = any(wager.kind == "fire" for wager in dealer.wagers)
    if not on_the_layout or state.point in state.fire_points:
        return state
    dealer.act(f"place a fire marker on {state.point}", cite=rules.law.wagers["fire"].cite)
    return replace(state, fire_points=tuple(sorted((*state.fire_points, state.point))))


def come_numbers(dealer: Dealer) -> list[Wager]:
    """The come and don't come wagers that have a come point."""
    return [w for w in dealer.wagers if w.kind in ("come", "dont-come") and w.spot]
