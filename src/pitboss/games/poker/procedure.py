"""N.J.A.C. 19:47-14 (13:69F-14), Poker: the sections that state a procedure, in order. The house
deals and takes no part in the play; which kind is dealt, the option `kind` says."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.games.poker.blinds import order_from_button
from pitboss.games.poker.chips import ChipsOnTheTable
from pitboss.games.poker.community import hold_em, omaha
from pitboss.games.poker.draw import badugi, five_card_draw
from pitboss.games.poker.play import Phase, Play
from pitboss.games.poker.positions import dealt_in, players
from pitboss.games.poker.rules import PokerRules
from pitboss.games.poker.stud import five_card_stud, mambo_stud, seven_card_stud
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.pots import Chips

PROCEDURES: dict[str, Callable[[Play], None]] = {
    "hold-em": hold_em,
    "omaha": omaha,
    "omaha-8": omaha,
    "seven-card-stud": seven_card_stud,
    "seven-card-stud-low": seven_card_stud,
    "seven-card-stud-high-low": seven_card_stud,
    "seven-card-stud-8": seven_card_stud,
    "five-card-draw": five_card_draw,
    "five-card-draw-low": five_card_draw,
    "five-card-stud": five_card_stud,
    "mambo-stud": mambo_stud,
    "badugi": badugi,
}


def open_the_table(dealer: Dealer, rules: PokerRules) -> None:
    """14.4 Opening of the table for gaming."""
    dealer.act("sort and inspect both decks", cite="14.4")
    # 14.5(d): the first two players inspect the cards.
    dealer.act("spread both decks face up for the first two players", cite="14.5(d)")
    dealer.act("turn the cards face down, wash and stack them", cite="14.4")
    dealer.remember(replace(dealer.state, begun=False))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: PokerRules) -> None:
    """14.5 Shuffle and cut of the cards."""
    dealer.new_shoe(full_shoe(1))
    # (a) Before play, unless the cards come shuffled, and after each round.
    if dealer.state.begun or not rules.pre_shuffled:
        how = "in the automated device" if rules.automated else "by hand"
        dealer.act(f"shuffle the deck {how} and place it in one stack", cite="14.5(a)")
    # (b) The dealer cuts with one hand: so many cards off the top on the cover card, the rest on
    # top of those.
    dealer.act("place the cover card in front of the deck", cite="14.5(b)")
    dealer.number(DEALER, "cut", rules.cut_at_least, dealer.remaining - 1, cite="14.5(b)")
    dealer.act("place the rest of the deck on top of the cards taken off", cite="14.5(b)")
    begun = dealer.state.begun
    dealer.remember(replace(dealer.state, begun=True))
    button_first = rules.kind.button and not begun and not dealer.state.button
    dealer.next_procedure = "button" if button_first and players(dealer) else "round"


def draw_for_the_button(dealer: Dealer, rules: PokerRules) -> None:
    """14.10(c): a card face up to each player, and the highest has the button."""
    seats = players(dealer)
    cards = {seat: dealer.draw("card for the button", cite="14.10(c)", seat=seat) for seat in seats}
    # Doubt: of equal ranks the suit decides, clubs lowest.
    button = max(seats, key=lambda seat: cards[seat])
    dealer.act(f"place the button before p{button}", cite="14.10(c)")
    dealer.remember(replace(dealer.state, button=button, dealt=False))
    dealer.next_procedure = "shuffle"


def play_a_round(dealer: Dealer, rules: PokerRules) -> None:
    """14.6 Poker overview; general dealing procedures: one round of the kind that is dealt."""
    # 14.7 Chips are put on the table between rounds; only these play.
    dealer.phase = Phase.CHIPS
    ChipsOnTheTable(dealer, ("stack",), "14.7", what="chips on the table").take_wagers()
    dealer.next_procedure = "shuffle" if dealer.remaining < len(dealer.counts) - 1 else "round"
    if len(players(dealer)) < rules.players_at_least:
        return dealer.note("fewer than two players: no round is dealt", cite="14.6")
    playing = dealt_in(dealer, rules)
    button = 0
    if rules.kind.button:
        button = dealer.state.button
        dealer.act(f"the button is before p{button}", cite="14.10(e)")
    play = Play(dealer, rules, order_from_button(button, playing), button)
    dealer.next_procedure = "shuffle"
    PROCEDURES[rules.kind.name](play)
    dealer.remember(replace(dealer.state, dealt=True))


def leave_the_table(dealer: Dealer, rules: PokerRules) -> None:
    """14.7: whoever leaves takes all chips off the table."""
    for wager in dealer.in_order():
        if wager.seat in dealer.table.seats:
            dealer.give_back(wager, cite="14.7", result="returned")


def charge_for_time(dealer: Dealer, rules: PokerRules) -> None:
    """14.14 Poker revenue: a charge for each seat by the half hour, where the house is paid so."""
    chips = Chips(dealer)
    if rules.revenue.method == "time":
        for seat in players(dealer):
            chips.charge(seat, rules.revenue.charge, "time charge", cite="14.14")
    dealer.next_procedure = "round"
