"""What is known of the dealer's second card before the players' turns: insurance, and the card
reader device."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.families.twenty_one.hands import is_ace, is_ten_value
from pitboss.families.twenty_one.insurance import insurance_of, settle_insurance, take_insurance
from pitboss.families.twenty_one.irregular import reader_in_use
from pitboss.families.twenty_one.play import Phase, Play, Stake
from pitboss.families.twenty_one.settlement import dealers_second_card
from pitboss.law.paytable import Row
from pitboss.table.dealer import Dealer

# Whether the dealer has a blackjack: found by the reader, excluded, or not to be known yet.
FOUND, EXCLUDED, UNKNOWN = "found", "excluded", "unknown"


def insure_and_read(
    dealer: Dealer,
    play: Play,
    *,
    odds: Row,
    percent: int,
    insured: Callable[[Stake], int] | None = None,
) -> str:
    """Insurance while the dealer shows an ace, then the card reader device; gives what is known
    of the dealer's second card, by which insurance is settled at once."""
    if is_ace(play.dealers.cards[0]):
        dealer.phase = Phase.INSURANCE
        take_insurance(dealer, play, play.boxes, percent=percent, insured=insured)
    known = read_hole_card(dealer, play)
    if known != UNKNOWN:
        settle_insurance(dealer, play, ten_value=known == FOUND, odds=odds)
    return known


def read_hole_card(dealer: Dealer, play: Play) -> str:
    """With an ace or a ten-value card up the hole card goes into the reader, if one is in use;
    a blackjack is turned up at once. A first card of 2 to 9 excludes it without that."""
    up = play.dealers.cards[0]
    if not is_ace(up) and not is_ten_value(up):
        return EXCLUDED
    if not reader_in_use(dealer):
        return UNKNOWN
    dealer.phase = Phase.READING
    cite = play.cites.hole_card
    dealer.act("insert the hole card into the card reader device", cite=cite)
    if not reader_in_use(dealer):
        return UNKNOWN
    if not play.dealers.blackjack:
        return EXCLUDED
    show_hole_card(dealer, play)
    dealer.announce("Dealer: blackjack", cite=cite)
    return FOUND


def show_hole_card(dealer: Dealer, play: Play) -> None:
    dealer.reveal(play.dealers.cards[1], "dealer's hole card", cite=play.cites.dealers_card)


def second_card_matters(dealer: Dealer, play: Play) -> bool:
    """Whether a hand or an insurance wager is still undecided."""
    stakes = (stake for box in play.boxes for stake in box.stakes)
    return bool(play.hands()) or any(insurance_of(dealer, stake) for stake in stakes)


def second_card(dealer: Dealer, play: Play, known: str, *, insurance: Row) -> bool:
    """The hole card is turned, or where there is none the card is taken from the shoe now, and
    insurance settled that had to wait; gives whether the dealer has a blackjack."""
    if len(play.dealers.cards) > 1:
        show_hole_card(dealer, play)
    else:
        dealers_second_card(dealer, play)
    if known == UNKNOWN:
        settle_insurance(dealer, play, ten_value=play.dealers.blackjack, odds=insurance)
    return play.dealers.blackjack


def turns_begin(dealer: Dealer, play: Play) -> None:
    """The phase tells irregularities whether the hole card had to be read."""
    up = play.dealers.cards[0]
    low = not (is_ace(up) or is_ten_value(up))
    dealer.phase = Phase.TURNS_AGAINST_LOW if low else Phase.TURNS
