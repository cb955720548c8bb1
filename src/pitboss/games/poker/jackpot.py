"""14.19 Bad beat and high hand payouts: a fund of the players' own, fed from the pots."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.poker.play import Play
from pitboss.games.poker.rules import BAD_BEAT, NO_JACKPOT, PokerState
from pitboss.hands.poker import category
from pitboss.money import format_dollars


def pay_jackpot(play: Play, values: dict[int, tuple[int, ...]], fund: int) -> None:
    """What was taken of the pot goes to the fund; a hand that qualifies is paid out of it.

    Doubt: how a bad beat is divided was not read. Taken is: half to the hand that loses, a quarter
    to the one that wins, a quarter to the others who were dealt in (to the loser, if there are
    none), in whole cents, what is over to the loser; a high hand is paid alone, equal ones
    equally."""
    rules, dealer = play.rules, play.dealer
    if rules.jackpot.kind == NO_JACKPOT:
        return
    state: PokerState = dealer.state
    dealer.remember(replace(state, meter=state.meter + fund))
    parts = jackpot_shares(play, values)
    if not parts:
        return
    paid = sum(parts.values())
    state = dealer.state
    dealer.remember(replace(state, meter=state.meter - paid, payments=state.payments + len(parts)))
    dealer.announce(f"{rules.jackpot.kind.capitalize()} jackpot", cite="14.19(a)")
    for seat, cents in parts.items():
        dealer.award(seat, f"{rules.jackpot.kind} jackpot", cents, cite="14.19(a)")
    shown = format_dollars(dealer.state.meter)
    dealer.note(f"the fund of the jackpot is {shown}", cite="14.19(b)")


def jackpot_shares(play: Play, values: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """Who is paid how much of the fund after these hands were shown."""
    jackpot = play.rules.jackpot
    if not play.rules.kind.five_card_high:
        return {}
    high = {
        seat: value[0] for seat, value in values.items() if category(value[0]) >= jackpot.category
    }
    whole = play.dealer.state.meter * jackpot.percent // 100
    if not high or not whole:
        return {}
    best = max(value[0] for value in values.values())
    if jackpot.kind != BAD_BEAT:
        winners = [seat for seat, value in high.items() if value == best]
        return {seat: whole // len(winners) for seat in winners if whole // len(winners)}
    beaten = [seat for seat, value in high.items() if value < best]
    if not beaten:
        return {}
    loser = max(beaten, key=lambda seat: high[seat])
    winner = next(seat for seat, value in values.items() if value[0] == best)
    others = [seat for seat in play.order if seat not in (loser, winner)]
    parts = {winner: whole // 4} | {seat: whole // 4 // len(others) for seat in others}
    parts = {seat: cents for seat, cents in parts.items() if cents}
    return {loser: whole - sum(parts.values())} | parts
