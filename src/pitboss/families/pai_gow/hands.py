"""Hands on the table: dealt, set face down, turned over, compared (10.7, 11.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pitboss.equipment.cards import cards_text
from pitboss.families.pai_gow.bank import bank_of, player_at
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.rules import MAIN, BankedRules, Phase
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import NOBODY

SET, SURRENDER, HOUSE_WAY = "set low", "surrender", "house-way"

# Cards or tiles by seat; under 0 the dealer's.
Hands = dict[int, list[int]]


class SetHand(msgspec.Struct, frozen=True):
    """A hand that is set: its cards or tiles, and the two keys by which it is compared. `foul`: the
    low hand is higher than the high hand. `rule`: the number of the rule of the house way that set
    it, 0 if none did."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    high_key: int
    low_key: int
    foul: bool = False
    rule: int = 0

    @property
    def text(self) -> str:
        return f"high hand {cards_text(self.high)}, low hand {cards_text(self.low)}"


class Setter(msgspec.Struct, frozen=True):
    """How a game sets hands: `with_low` makes a hand of all its cards and the low ones among them,
    `house_way` as the house does; `lows` are the ways to choose the low hand."""

    with_low: Callable[[Sequence[int], Sequence[int]], SetHand]
    house_way: Callable[[Sequence[int]], SetHand]
    lows: Callable[[Sequence[int]], list[tuple[int, ...]]]


def number_of(way: HouseWay, rule: str) -> int:
    """The number of a rule in the licensee's file, counted from one."""
    return [each.name for each in way.rules].index(rule) + 1


class HandIsDead(Exception):  # the hand that is being set leaves the round
    """Raised by an irregularity while a player is asked about that hand."""


def place_of(seat: int) -> str:
    return f"hand of p{seat}" if seat else "dealer's hand"


class Dealt(msgspec.Struct):
    """The hands of a round. `seen`: who looks at the cards of each place when they come; players
    in `later` have a first hand to set before they look at this one."""

    hands: Hands
    seen: dict[int, int]
    later: tuple[int, ...]


def places_in_play(dealer: Dealer) -> list[int]:
    """The places whose cards are played: those with a wager, the bank's, and the dealer's; but not
    the dealer's where the dealer is half of a co-bank, which plays the hand of a player."""
    return sorted({w.seat for w in dealer.wagers if w.kind == MAIN} | {bank_of(dealer)})


def order_of_setting(dealer: Dealer) -> list[int]:
    """The hands counterclockwise; of a player who has two, the one with the larger wager first."""
    own: dict[int, list[int]] = {}
    for seat in places_in_play(dealer):
        if seat:
            own.setdefault(player_at(dealer, seat), []).append(seat)
    ordered: list[int] = []
    for seats in own.values():
        ordered += sorted(seats, key=lambda seat: (-dealer.staked(seat, MAIN), seat))
    return ordered


def to_be_dealt(dealer: Dealer) -> Dealt:
    """Who plays, and who may look at what. The second of two hands waits until the first is set;
    those of the dealer, and of a co-bank, nobody looks at."""
    order = order_of_setting(dealer)
    players = [player_at(dealer, seat) for seat in order]
    later = tuple(seat for at, seat in enumerate(order) if players[at] in players[:at])
    hands: Hands = {seat: [] for seat in places_in_play(dealer)}
    hidden = (DEALER, *later, *((bank_of(dealer),) if dealer.state.co_bank else ()))
    seen = {seat: NOBODY if seat in hidden else dealer.table.eyes(seat) for seat in hands}
    return Dealt(hands, seen, later)


# -- setting --------------------------------------------------------------------------------------


def set_the_hands(
    dealer: Dealer, rules: BankedRules, setter: Setter, dealt: Dealt
) -> dict[int, SetHand]:
    """Each player sets a high and a low hand, face down; or asks how the house would set them, and
    does so; or gives the wager up. Once they are set, nobody touches them."""
    dealer.phase = Phase.SETTING
    done: dict[int, SetHand] = {}
    for seat in order_of_setting(dealer):
        is_bank = seat == bank_of(dealer)
        if is_bank and dealer.state.co_bank:
            continue  # the dealer sets it by the house way
        if not is_bank and dealer.find(seat, MAIN) is None:
            continue  # the hand is void
        cards = dealt.hands[seat]
        if seat in dealt.later:
            for card in cards:
                dealer.reveal(
                    card,
                    place_of(seat),
                    cite=rules.cites.areas,
                    seat=seat,
                    seen=dealer.table.eyes(seat),
                )
        try:
            choice = _choice(dealer, rules, setter, seat, cards)
        except HandIsDead:
            continue
        if choice == SURRENDER:
            _surrender(dealer, rules, seat)
        elif choice == HOUSE_WAY:
            done[seat] = setter.house_way(cards)
        else:
            lows = {_named(low): low for low in setter.lows(cards)}
            done[seat] = setter.with_low(cards, lows[choice])
    return done


def _choice(
    dealer: Dealer, rules: BankedRules, setter: Setter, seat: int, cards: Sequence[int]
) -> str:
    """What the player does with the hand. A bank has no wager to give up."""
    lows = dict.fromkeys(_named(low) for low in setter.lows(cards))
    surrender = () if seat == bank_of(dealer) else (SURRENDER,)
    return dealer.choose(
        seat,
        (*lows, *surrender, HOUSE_WAY),
        cite=rules.cites.completion,
        what=place_of(seat),
        seen=dealer.table.eyes(seat),
    )


def _named(low: Sequence[int]) -> str:
    return f"{SET} {cards_text(low)}"


def _surrender(dealer: Dealer, rules: BankedRules, seat: int) -> None:
    """The whole wager is collected, and the hand taken in unexposed; so side wagers on its cards
    are given up as well."""
    for wager in dealer.wagers_of(seat):
        dealer.collect(wager, cite=rules.cites.completion)
    dealer.act(
        f"take in the {rules.pieces} of p{seat} without exposing them", cite=rules.cites.completion
    )


# -- turning over ---------------------------------------------------------------------------------


def turn_over(dealer: Dealer, seat: int, hand: SetHand, *, cite: str) -> None:
    """From now on everybody sees the hand, the high hand and the low hand apart."""
    _show(dealer, seat, (*hand.high, *hand.low), cite=cite)
    _lay_apart(dealer, seat, hand, cite=cite)


def _show(dealer: Dealer, seat: int, cards: Sequence[int], *, cite: str) -> None:
    for card in cards:
        dealer.reveal(card, place_of(seat), cite=cite, seat=seat)


def _lay_apart(dealer: Dealer, seat: int, hand: SetHand, *, cite: str) -> None:
    for name, cards in (("low", hand.low), ("high", hand.high)):
        place = f"{name} {place_of(seat)}" if seat else f"dealer's {name} hand"
        for card in cards:
            dealer.move(card, place_of(seat), place, cite=cite, seat=seat)


def turn_over_by_house_way(
    dealer: Dealer, rules: BankedRules, setter: Setter, seat: int, cards: Sequence[int]
) -> SetHand:
    """The dealer's hand, or a co-bank's, is turned over and set by the house way."""
    cite = rules.cites.completion
    whose = "the dealer" if seat == DEALER else f"the co-bank, p{seat}"
    dealer.act(f"turn over the {rules.pieces} of {whose}", cite=cite)
    _show(dealer, seat, cards, cite=cite)
    hand = setter.house_way(cards)
    dealer.act(f"set {hand.text} by rule {hand.rule} of the house way", cite=cite)
    dealer.phase = Phase.COMPARING
    _lay_apart(dealer, seat, hand, cite=cite)
    return hand


# -- comparing ------------------------------------------------------------------------------------


def hand_to_beat(rules: BankedRules, hand: SetHand) -> tuple[int, int]:
    """The keys of the dealer's or the bank's hands; a foul of the bank loses both.

    Doubt: no text that we have says what a bank's foul does. It loses, as a player's does."""
    if not hand.foul:
        return hand.high_key, hand.low_key
    return (-1, -1) if rules.foul_loses else (hand.low_key, hand.high_key)


def result_of(
    dealer: Dealer, rules: BankedRules, seat: int, hand: SetHand, against: tuple[int, int]
) -> str:
    """Both hands higher win; neither loses, a copy being no higher; else it is a push."""
    cite = rules.cites.completion
    keys = (hand.high_key, hand.low_key)
    if hand.foul:
        if rules.foul_loses:
            dealer.note("a foul: the low hand is higher than the high hand", cite=cite, seat=seat)
            return "loses"
        dealer.act(f"exchange the high hand and the low hand of p{seat}", cite=cite)
        keys = (hand.low_key, hand.high_key)
    for name, own, theirs in zip(("high", "low"), keys, against, strict=True):
        if own == theirs:
            dealer.note(f"the {name} hand is a copy hand", cite=rules.cites.copy, seat=seat)
    won = sum(own > theirs for own, theirs in zip(keys, against, strict=True))
    return ("loses", "pushes", "wins")[won]
