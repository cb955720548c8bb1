"""The button and the blinds from round to round, who is dealt in, and who owes blinds: 14.7 and
14.10(c), (d), of which no text was available to us."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.games.poker.rules import Owed, PokerRules, PokerState
from pitboss.table.dealer import Dealer
from pitboss.table.entries import seat_text
from pitboss.table.pots import STACK

POST, WAIT = "post", "wait"


def next_seat(seat: int, seats: Sequence[int]) -> int:
    """The next of these seats clockwise."""
    later = [each for each in seats if each > seat]
    return min(later) if later else min(seats)


def players(dealer: Dealer) -> list[int]:
    """The seats with chips in play, by number: whoever calls the stack off sits out."""
    return sorted(
        {each.seat for each in dealer.wagers if each.kind == STACK and each.on} - {*dealer.departed}
    )


def place_button(state: PokerState, rules: PokerRules, seats: Sequence[int]) -> PokerState:
    """Where button and blinds are for a round that these seats could play.

    The big blind goes to the next player each round. A dead button follows: the small blind is
    where the big blind was, the button where the small blind was, and both may be before an empty
    seat. A moving button goes to the next player, and the blinds after it. With two players the
    button has the small blind."""
    if not state.dealt:
        button = state.button or max(seats)
        return _from_button(state, button, seats)
    if not rules.dead_button or len(seats) == 2 or not state.big:
        button = next_seat(state.button, seats)
        if len(seats) == 2 and state.big:
            # Nobody has the big blind twice in a row.
            big = next_seat(state.big, seats)
            button = next(seat for seat in seats if seat != big)
        return _from_button(state, button, seats)
    small = state.big if state.big in seats else 0
    button = state.small or state.button
    return replace(state, button=button, small=small, big=next_seat(state.big, seats), dealt=False)


def _from_button(state: PokerState, button: int, seats: Sequence[int]) -> PokerState:
    if len(seats) == 2 and button in seats:
        small = button
    else:
        small = next_seat(button, seats)
    return replace(state, button=button, small=small, big=next_seat(small, seats), dealt=False)


def missed_blinds(state: PokerState, rules: PokerRules, seats: Sequence[int]) -> dict[str, Owed]:
    """What each person owes now: whoever sat out when the big blind passed owes it, and the small
    one after it; whoever is new owes the big blind, once a round was dealt at this table."""
    owes = dict(state.owes)
    if not rules.post_or_wait or not state.known:
        return {}
    for seat in seats:
        if seat not in state.known:
            owes.setdefault(seat_text(seat), "new")
    return owes


def passed_by(state: PokerState, last_big: int, sitting_out: Sequence[int]) -> dict[str, Owed]:
    """The blinds that passed those who sit out, between the last big blind and this one."""
    owes = dict(state.owes)
    for seat in sitting_out:
        name = seat_text(seat)
        if last_big and _between(last_big, seat, state.big):
            owes[name] = "big" if owes.get(name) != "both" else "both"
        elif owes.get(name) == "big" and seat == state.button:
            owes[name] = "both"
    return owes


def _between(first: int, seat: int, last: int) -> bool:
    """Whether the seat lies clockwise after the first and before the last."""
    if first < last:
        return first < seat < last
    return seat > first or seat < last


def dealt_in(dealer: Dealer, rules: PokerRules) -> list[int]:
    """The seats that play this round: who owes blinds posts them or waits for the big blind, which
    is asked before the first card. Button and blinds are remembered as they stand."""
    able = players(dealer)
    state: PokerState = dealer.state
    if not rules.kind.button:
        return able
    owes = missed_blinds(state, rules, able)
    ready = [seat for seat in able if seat_text(seat) not in owes]
    if len(ready) < rules.players_at_least:
        # With too few others there is no game to wait for: all begin anew.
        owes, ready = {}, able
    placed = place_button(state, rules, ready)
    playing = list(ready)
    for seat in able:
        name = seat_text(seat)
        if name not in owes or seat in (placed.small, placed.button):
            continue
        trial = place_button(state, rules, sorted({*ready, seat}))
        if trial.big == seat:
            placed = trial
            playing.append(seat)
            del owes[name]
        elif dealer.choose(seat, (POST, WAIT), cite="14.7", what="blinds owed") == POST:
            playing.append(seat)
    sitting_out = [each.seat for each in dealer.wagers if each.kind == STACK and not each.on]
    placed = replace(placed, owes=owes)
    owes = passed_by(placed, state.big if state.dealt else 0, sitting_out)
    dealer.remember(replace(placed, owes=owes, known=tuple(sorted({*able, *sitting_out}))))
    return sorted(playing)
