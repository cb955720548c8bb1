"""N.J.A.C. 19:47-6 (13:69F-6), Red Dog: the sections that state a procedure, in order."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.cards import RANK_NAMES
from pitboss.equipment.shoe import full_shoe
from pitboss.games.red_dog.hands import falls_between, spread_between, value
from pitboss.games.red_dog.rules import RedDogRules
from pitboss.table.dealer import Dealer
from pitboss.table.layout import NOBODY, Wager
from pitboss.table.shuffling import clockwise_from, insert_about_a_quarter_from_the_back, offer_cut
from pitboss.table.window import Window


def open_the_table(dealer: Dealer, rules: RedDogRules) -> None:
    """6.2 Opening of the table for gaming."""
    # (a) The dealer sorts and inspects the cards; the floorperson verifies the inspection.
    dealer.act("sort and inspect the cards", cite="6.2(a)")
    dealer.act("the floorperson verifies the inspection", cite="6.2(a)")
    # (b) Spread face up by deck, suit and sequence for the first player.
    dealer.act("spread the cards face up by deck, suit and sequence", cite="6.2(b)")
    # (c) After the player's inspection: face down, washed, stacked.
    dealer.act("turn the cards face down, wash and stack them", cite="6.2(c)")
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: RedDogRules) -> None:
    """6.3 Shuffle and cut of the cards, and 6.4(a), the burn card."""
    dealer.new_shoe(full_shoe(rules.decks))
    dealer.next_procedure = "round"
    if rules.continuous_shuffler:
        # 6.9 An approved device takes the place of 6.3 and 6.4.
        return dealer.act("place the cards in the continuous shuffler", cite="6.9")

    # (a) Before play, after each shoe, and after any round at the licensee's discretion.
    dealer.act("shuffle the cards", cite="6.3(a)")

    # (b) Offered first to the player farthest to the dealer's right, or when the game is
    # just beginning to the first player at the table; then clockwise; else the dealer cuts.
    seats = dealer.table.seats
    first = max(seats) if dealer.state.begun else seats[0]
    cutter = offer_cut(
        dealer,
        clockwise_from(first, seats),
        offer="6.3(b)",
        cut="6.3(c)",
        margin=rules.cut_at_least,
    )
    dealer.remember(replace(dealer.state, begun=True, cutter=cutter))

    # (c) The cutting card goes in about one quarter of the way from the back.
    # Doubt: "approximately": we allow from a fifth to three tenths of the stack.
    insert_about_a_quarter_from_the_back(dealer, cite="6.3(c)")

    # 6.4(a) The first card of a full set is burned, face down.
    burn_card(dealer)


def burn_card(dealer: Dealer) -> None:
    """6.4(a): one card, face down, to the discard rack."""
    burned = dealer.burn("discard rack", cite="6.4(a)", seen=NOBODY)
    dealer.remember(replace(dealer.state, burned=burned))


def play_a_round(dealer: Dealer, rules: RedDogRules) -> None:
    """6.5: a round, and (j), (k): what follows it."""
    round_of_play(dealer, rules)
    conclude(dealer, rules)


def round_of_play(dealer: Dealer, rules: RedDogRules) -> None:
    """6.5 Procedures for each round of play; wagers; payouts."""
    # (a) All wagers are made before the first card is dealt.
    dealer.take_wagers("original", cite="6.5(a)", required=True)

    # (c) First card face up at the dealer's left, second at the dealer's right.
    left = dealer.draw("left box", cite="6.5(c)")
    right = dealer.draw("right box", cite="6.5(c)")
    spread = spread_between(left, right)

    # (e) Consecutive values: all wagers are void.
    if spread == 0:
        dealer.announce("The cards are consecutive: tie hand", cite="6.5(e)")
        return dealer.return_all(cite="6.5(e)")

    # (f) A pair: a third card at once; three of a kind wins, anything else is a tie.
    if spread < 0:
        dealer.announce("We have a pair", cite="6.5(f)")
        middle = dealer.draw("middle box", cite="6.5(f)")
        if value(middle) == value(left):
            dealer.announce("Three of a kind", cite="6.5(f)1")
            return dealer.pay_all(rules.three_of_a_kind, cite="6.5(f)1")
        dealer.announce("No three of a kind: tie hand", cite="6.5(f)2")
        return dealer.return_all(cite="6.5(f)2")

    # (g), (h) Otherwise the spread is announced and marked, and each player may raise, by no
    # more than the original wager, before the third card.
    dealer.announce(f"The spread is {spread}", cite="6.5(g)")
    dealer.act(f"place the marker on spread {spread}", cite="6.5(g)")
    Raises(dealer, ("raise",), at_most="original", cite="6.5(h)", ban="6.5(d)").take_wagers()

    # (i) Raises close; the third card wins if it falls between the first two.
    dealer.announce("Raises closed", cite="6.5(i)")
    middle = dealer.draw("middle box", cite="6.5(i)")
    dealer.announce(RANK_NAMES[middle >> 2].capitalize(), cite="6.5(i)")
    if falls_between(left, middle, right):
        return dealer.pay_all(rules.spread[spread], cite="6.5(i)2")
    return dealer.collect_all(cite="6.5(i)1")


class Raises(Window):
    """6.5(d): once the first card is out nobody removes or alters a wager until it is decided,
    a raise included."""

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        return f"{wager.name} may not be removed or altered until it is decided"

    def cite_of(self, act: str, wager: Wager) -> str:
        return "6.5(d)"


def conclude(dealer: Dealer, rules: RedDogRules) -> None:
    """6.5(j), (k): the cards are picked up; a reshuffle if the cutting card was reached."""
    dealer.act("pick up the cards in order and place them in the discard rack", cite="6.5(j)")
    if rules.continuous_shuffler:
        dealer.new_shoe(full_shoe(rules.decks))
    elif dealer.cutting_card_reached:
        dealer.note("the cutting card is reached: reshuffle", cite="6.5(k)")
        dealer.next_procedure = "shuffle"
