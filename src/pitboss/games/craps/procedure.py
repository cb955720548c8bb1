"""N.J.A.C. 19:47-1 (13:69F-1), Craps and Mini-craps: the sections that state a procedure, in
order. A round is one roll; what lies on the layout, the point and the shooter stay with the
table."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from pitboss.games.craps import hands, wagers
from pitboss.games.craps.rules import CrapsRules, CrapsState
from pitboss.money import Odds
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.shuffling import clockwise_from

ACCEPT, DECLINE = "accept the dice", "decline the dice"
MAKE, PASS = "make a line wager", "pass the dice"
RETURNED = 4
SUMS = (
    "", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
    "Twelve",
)  # fmt: skip
FIRE_AT_LEAST = 4


def roll_of_the_dice(dealer: Dealer, rules: CrapsRules) -> None:
    """One roll, from the wagers before it to what follows it: 1.3, 1.8, 1.10, 1.11."""
    wagers.check_standing(dealer)
    if not dice_are_taken(dealer, rules):
        return
    wagers.show_on_and_off(dealer, rules)
    take_the_wagers(dealer, rules, cite="1.3(a)")
    if not line_wager_of_the_shooter(dealer, rules):
        return
    first, second = throw_of_the_dice(dealer, rules)
    call_and_settle(dealer, rules, first, second)
    after_the_roll(dealer, rules, first + second)


# -- 1.3 Making and removal of wagers; 1.5 buy and lay bets; 1.6 supplemental wagers ----------


def take_the_wagers(
    dealer: Dealer, rules: CrapsRules, *, cite: str, what: str = "", late: bool = False
) -> None:
    """1.3(a) to (e): wagers are made, removed, reduced and called until the dice are thrown;
    a late one, while they are in the air, is only made."""
    dealer.take_wagers(
        *wagers.KINDS,
        cite=cite,
        bounds=partial(wagers.bounds_of, dealer, rules),
        reduce=_not_now if late else partial(wagers.why_not_reduce, dealer, rules),
        call=None if late else partial(wagers.why_not_call, dealer, rules),
        made=partial(_made, dealer, rules),
        removed=partial(_removed, dealer),
        called=partial(_called, dealer),
        cite_of=wagers.removed_under,
        what=what or "wagers before the throw",
    )


def _not_now(wager: Wager, cents: int) -> str:
    return "the dice have left the shooter's hand"


def _made(dealer: Dealer, rules: CrapsRules, wager: Wager) -> None:
    # 1.2(a)20 Without an area for it a horn high is broken down.
    if wager.kind == "horn-high" and not rules.horn_high_area:
        wagers.break_down(dealer, wager)
    # 1.3(e) Inactive on a come out roll unless called on.
    elif wager.kind in rules.off_on_come_out and not dealer.state.point:
        wager.on = wagers.called_name(wager) in dealer.state.called_on
    # 1.5(a), (b) The vigorish is paid when the wager is made, and on what is added to it.
    if wager.kind in ("buy", "lay"):
        cite = "1.5(a)" if wager.kind == "buy" else "1.5(b)"
        due = max(wagers.vigorish(rules, wager) - wager.charged, 0)
        dealer.charge(wager.seat, due, cite=cite, wager=wager)
    # 1.6(f) As much above the limit as the payment needs.
    elif wager.kind in wagers.SUPPLEMENTAL and wagers.needs_excess(dealer, rules, wager):
        dealer.note(f"{wager.name}: above the limit, as its payment needs", cite="1.6(f)")


def _removed(dealer: Dealer, wager: Wager, taken: int) -> None:
    # 1.3(d) A don't wager once removed or reduced is not replaced or increased.
    wagers.note_taken_down(dealer, wager, taken)
    if not wager.cents:
        wagers.remember_call(dealer, wager, on=False)


def _called(dealer: Dealer, wager: Wager) -> None:
    # 1.3(e) The dealer confirms the call by the button on the wager.
    wagers.remember_call(dealer, wager, on=wager.on)
    verb = "place an On button on" if wager.on else "take the On button from"
    dealer.act(f"{verb} {wagers.called_name(wager)}", cite="1.3(e)")


# -- 1.7 Dice; retention; selection -------------------------------------------------------------


def open_the_table(dealer: Dealer, rules: CrapsRules) -> None:
    """1.7 Dice; retention; selection."""
    # (a) The stickman has charge of a set of dice.
    dealer.act(f"place a set of at least {rules.dice_set} dice at the table", cite="1.7(a)")

    # (b) Offered to the player at the boxman's left, then clockwise until one accepts.
    shooter = offer_the_dice(dealer, sorted(dealer.table.seats), offer="1.7(b)", select="1.7(c)")
    if not shooter:
        return dealer.note("nobody accepts the dice: the game does not begin", cite="1.7(b)")
    dealer.remember(CrapsState(shooter=shooter))
    dealer.next_procedure = "round"


def offer_the_dice(dealer: Dealer, order: list[int], *, offer: str, select: str) -> int:
    """To each player in turn; the first who accepts selects two of the dice. Gives his seat,
    or 0 if nobody accepts."""
    for seat in order:
        if dealer.choose(seat, (ACCEPT, DECLINE), cite=offer, what="the dice") == ACCEPT:
            dealer.note("the shooter selects two of the dice", cite=select, seat=seat)
            dealer.act("return the other dice to the dice cup", cite=select)
            return seat
    return 0


# -- 1.8 Throw of the dice ----------------------------------------------------------------------


def shooter_of(dealer: Dealer) -> int:
    """The seat that has the dice, or 0 where a player has them who is not of this record."""
    shooter: int = dealer.state.shooter
    return shooter if shooter in dealer.table.seats else 0


def line_wager_of_the_shooter(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.8 and 1.11(b): before a come out roll the shooter makes a pass or don't pass wager.
    Gives whether somebody throws.

    Doubt: a shooter who takes the dice over while a point stands cannot make such a wager
    (1.2(a)1, 2); we let him throw without one."""
    dealer.phase = "line wager"
    while True:
        shooter = shooter_of(dealer)
        if dealer.state.point or not shooter or wagers.has_line_wager(dealer, shooter):
            if dealer.state.off:
                dealer.remember(replace(dealer.state, off=False))
            return True
        # 1.11(b) The point was made, come or don't come wagers remain, nobody has a line wager.
        if rules.throw_without_line_wager and throws_only_for_come_wagers(dealer):
            if dealer.state.off or not others_make_a_line_wager(dealer, rules):
                place_the_marker_off(dealer)
                return True
            continue
        what = "the shooter has no pass or don't pass wager"
        if dealer.choose(shooter, (MAKE, PASS), cite="1.8", what=what) == MAKE:
            take_the_wagers(dealer, rules, cite="1.8", what=what)
        elif not new_shooter_accepts(dealer, rules):
            dealer.remember(replace(dealer.state, relinquished=True))
            dealer.note("nobody throws without a pass or don't pass wager", cite="1.8")
            return False


def throw_of_the_dice(dealer: Dealer, rules: CrapsRules) -> tuple[int, int]:
    """1.8: both dice leave the hand at once, towards the far end of the table. An invalid
    roll (1.9) or a void one (1.10(a)) stands on the tape before the valid one."""
    dealer.phase = "throw"
    first, second = dealer.roll(2, cite="1.8")
    return first, second


# -- 1.10 Point throw; settlement of wagers -----------------------------------------------------


def call_and_settle(dealer: Dealer, rules: CrapsRules, first: int, second: int) -> None:
    """1.10 Point throw; settlement of wagers."""
    dealer.phase = "settlement"
    total = first + second
    # (a) The stickman at once calls out the sum of the uppermost sides.
    dealer.announce(SUMS[total], cite="1.10(a)")

    # (b) He brings the dice to the center of the table; then all wagers decided by the throw
    # are settled.
    dealer.act("bring the dice to the center of the table with the stick", cite="1.10(b)")
    # Doubt: no order is stated. Losing wagers are collected first, as is the custom.
    decided = [
        (wager, wagers.number_of(wager, dealer.state), verdict(dealer, wager, first, second))
        for wager in dealer.in_order()
    ]
    for wager, number, happens in decided:
        if happens == hands.LOSES:
            dealer.collect(wager, cite=wagers.lost_under(rules, wager))
        elif happens == hands.WINS and wager.kind in ("horn", "horn-high", "craps-eleven"):
            cents = wagers.losing_cents(wager, number, total)
            cite = wagers.odds_of(rules, wager.kind, number, total)[1]
            dealer.collect(wager, cite=cite, cents=cents)
    for wager, _, happens in decided:
        if happens == hands.VOID:
            cite = wagers.lost_under(rules, wager)
            dealer.give_back(wager, cite=cite, result="void")
        elif happens == RETURNED:
            dealer.give_back(wager, cite="1.3(e)", result="returned")
    # Doubt: a wager is paid and goes back to the player with its winnings; he may make it
    # again. The text knows one decision for each wager.
    for wager, number, happens in decided:
        if happens == hands.WINS:
            odds, cite = odds_won(dealer, rules, wager, number, total)
            dealer.pay(wager, odds, cite=cite)
        elif happens == hands.MOVES:
            establish_point(dealer, wager, total)


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
    dealer: Dealer, rules: CrapsRules, wager: Wager, number: int, total: int
) -> tuple[Odds, str]:
    """The odds of a winning wager and where they are stated (1.4, 1.5, 1.6, 1.12)."""
    if wager.kind == "fire":
        number = len(dealer.state.fire_points)
    return wagers.odds_of(rules, wager.kind, number, total)


def establish_point(dealer: Dealer, wager: Wager, total: int) -> None:
    """A come or don't come wager moves to its come point; a line wager stays where it is."""
    wager.point = total
    if wager.kind in ("come", "dont-come"):
        wager.spot = str(total)
        text = f"move {wager.kind} to the come point {total}"
        cite = "1.2(a)3" if wager.kind == "come" else "1.2(a)4"
        dealer.note(text, cite=cite, seat=wager.seat)


# -- 1.11 Continuation of shooter as such; selection of new shooter -----------------------------


def after_the_roll(dealer: Dealer, rules: CrapsRules, total: int) -> None:
    """1.1 and 1.11(a): what the throw makes of the point and of the shooter."""
    before: CrapsState = dealer.state
    state = replace(before, fresh=False)
    if before.off:
        # 1.11(b) A throw that decides come and don't come wagers only sets no point.
        line_decided = False
        state = replace(state, off=bool(come_numbers(dealer)))
    elif before.point == 0 and hands.is_point(total):
        line_decided = False
        dealer.note(f"the come out point is {total}", cite="1.1")
        state = replace(state, point=total, point_made=False)
    elif before.point == 0:
        line_decided = True
        state = replace(state, point_made=False)
    elif total == before.point:
        line_decided = True
        dealer.note(f"the come out point {total} is made", cite="1.1")
        state = replace(mark_for_fire(dealer, rules, state), point=0, point_made=True)
    elif total == 7:
        # (a)1 A loser 7: the shooter passes the dice.
        line_decided = True
        dealer.note("loser 7: the shooter passes the dice", cite="1.11(a)1")
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
    if not state.relinquished:
        # 1.10(b) After settlement the stickman passes the dice to the shooter.
        dealer.act("pass the dice to the shooter with the stick", cite="1.10(b)")


def mark_for_fire(dealer: Dealer, rules: CrapsRules, state: CrapsState) -> CrapsState:
    """1.12: a point made that has no fire marker yet gets one.

    Doubt: nothing of 1.12 was read but its title; wagers are settled at the loser 7."""
    on_the_layout = any(wager.kind == "fire" for wager in dealer.wagers)
    if not on_the_layout or state.point in state.fire_points:
        return state
    dealer.act(f"place a fire marker on {state.point}", cite="1.12")
    return replace(state, fire_points=tuple(sorted((*state.fire_points, state.point))))


def dice_are_taken(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.11(c), (d): dice that were relinquished are offered, first to the player at the last
    shooter's left, then clockwise. Gives whether there is a shooter.

    Doubt: the last shooter himself is asked last; where he is the only player he keeps them."""
    if not dealer.state.relinquished:
        return True
    shooter, seats = shooter_of(dealer), dealer.table.seats
    if shooter and len(seats) > 1:
        order = [*left_of(shooter, seats), shooter]
        shooter = offer_the_dice(dealer, order, offer=rules.offer, select=rules.select)
        if not shooter:
            dealer.note("nobody accepts the dice", cite=rules.offer)
            return False
    new_shooter(dealer, shooter)
    return True


def left_of(shooter: int, seats: tuple[int, ...]) -> list[int]:
    """The other players in turn, clockwise from the shooter's left."""
    return [seat for seat in clockwise_from(shooter + 1, seats) if seat != shooter]


def new_shooter_accepts(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.11(c), (d): the dice are relinquished and offered to the other players at once."""
    order = left_of(shooter_of(dealer), dealer.table.seats)
    shooter = offer_the_dice(dealer, order, offer=rules.offer, select=rules.select)
    if shooter:
        new_shooter(dealer, shooter)
    return bool(shooter)


def new_shooter(dealer: Dealer, shooter: int) -> None:
    """Doubt: a fire wager outlives the shooter it was made on if he passes the dice, until a
    loser 7; so new ones are taken only when none lies there."""
    state = dealer.state
    fire = any(wager.kind == "fire" for wager in dealer.wagers)
    fresh = state.fresh or not (state.point or fire)
    points = () if fresh else state.fire_points
    state = replace(state, shooter=shooter, relinquished=False, point_made=False, off=False)
    dealer.remember(replace(state, fresh=fresh, fire_points=points))


def come_numbers(dealer: Dealer) -> list[Wager]:
    """The come and don't come wagers that have a come point."""
    return [w for w in dealer.wagers if w.kind in ("come", "dont-come") and w.spot]


def throws_only_for_come_wagers(dealer: Dealer) -> bool:
    """1.11(b): the shooter made his point, come or don't come wagers remain, and nobody has a
    pass or don't pass wager."""
    lines = any(wager.kind in ("pass", "dont-pass") for wager in dealer.wagers)
    return bool(dealer.state.point_made and come_numbers(dealer) and not lines)


def others_make_a_line_wager(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.11(b): the dice are offered to the others; who accepts makes a line wager."""
    for seat in left_of(shooter_of(dealer), dealer.table.seats):
        accepted = offer_the_dice(dealer, [seat], offer="1.11(b)", select=rules.select)
        if accepted and not wagers.has_line_wager(dealer, seat):
            what = "the shooter has no pass or don't pass wager"
            take_the_wagers(dealer, rules, cite="1.8", what=what)
        if accepted and wagers.has_line_wager(dealer, seat):
            new_shooter(dealer, seat)
            return True
    return False


def place_the_marker_off(dealer: Dealer) -> None:
    """1.11(b): the old shooter throws, only to decide the come and don't come wagers.

    Doubt: each such roll is a come out roll for 1.3(e), and sets no come out point."""
    if not dealer.state.off:
        text = "place the On/Off marker on the don't pass line, Off, in front of the shooter"
        dealer.act(text, cite="1.11(b)")
        dealer.remember(replace(dealer.state, off=True))
