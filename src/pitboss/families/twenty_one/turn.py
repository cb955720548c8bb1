"""A player's turn at the games of twenty-one: draw, stand, double down, split."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd, lcm

import msgspec

from pitboss.families.twenty_one.hands import TWENTY_ONE, card_value
from pitboss.families.twenty_one.irregular import EXPOSED, Exposed, Missed
from pitboss.families.twenty_one.play import Box, Hand, Laid, Phase, Play
from pitboss.families.twenty_one.settlement import give_back, settle_bust
from pitboss.families.twenty_one.shoe import draw
from pitboss.law.regulation import Law
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.prompts import Amounts, Bounds

DRAW, STAND, DOUBLE, SPLIT = "draw", "stand", "double", "split"
NO_DOUBLE, STAY = "no double", "stay"
ACCEPT, REFUSE = "accept the card", "refuse the card"
LATER, DEAD = "card later", "dead hand"


class Turn(msgspec.Struct, frozen=True):
    """What a game's own rules say. `choices`: what the caller may do with the hand, in words of
    the regulation (`double` without an amount), () if nothing; `other`: what follows from a
    word that is not draw, stand, double or split; `doubled`: what follows a doubled hand's
    card, and `done` what follows when a hand is finished, if anything does."""

    choices: Callable[[Box, Hand], tuple[str, ...]]
    other: Callable[[Box, Hand, str], None]
    doubled: Callable[[Box, Hand], None] | None = None
    done: Callable[[Box, Hand], None] | None = None


def words_of(law: Law, offered: Mapping[str, bool]) -> tuple[str, ...]:
    """Of the decisions that the law lists for a turn, those that are offered, in this order."""
    listed = law.decisions["turn"].choices
    return tuple(word for word, may in offered.items() if may and word in listed)


def play_box(dealer: Dealer, play: Play, box: Box, turn: Turn) -> None:
    """Every hand of the box, that nearest the dealer's left first: a hand is finished before
    the next one gets a card."""
    position = 0
    while position < len(box.hands):
        hand = box.hands[position]
        # Whoever refused an exposed card gets none at all, not even a split hand's second.
        if len(hand.cards) == 1 and box.number not in play.refused:
            card_to_split_hand(dealer, play, box, hand)
        play_hand(dealer, play, box, hand, turn)
        position += 1


def play_hand(dealer: Dealer, play: Play, box: Box, hand: Hand, turn: Turn) -> None:
    while hand.laid and not hand.finished:
        choices = turn.choices(box, hand)
        if not choices or box.number in play.refused:
            hand.finished = True
        elif play.exposed >= 0 and DRAW in choices:
            offer_exposed(dealer, play, box, hand, choices, turn)
        else:
            decide(dealer, play, box, hand, choices, turn)
    if turn.done is not None and hand.laid:
        turn.done(box, hand)


def decide(
    dealer: Dealer, play: Play, box: Box, hand: Hand, choices: tuple[str, ...], turn: Turn
) -> None:
    try:
        choice = ask(dealer, play, box, hand, choices)
    except Exposed as exposed:
        play.exposed = exposed.card
        return
    follow(dealer, play, box, hand, choice, turn)


def follow(dealer: Dealer, play: Play, box: Box, hand: Hand, choice: str, turn: Turn) -> None:
    """What the caller has decided is done."""
    word, _, amount = choice.partition(" ")
    if word == DRAW:
        hit(dealer, play, box, hand)
    elif word == STAND:
        hand.finished = True
    elif word == DOUBLE:
        double(dealer, play, box, hand, parse_dollars(amount), turn)
    elif word == SPLIT:
        split(dealer, play, box, hand)
    else:
        turn.other(box, hand, choice)


def ask(dealer: Dealer, play: Play, box: Box, hand: Hand, choices: tuple[str, ...]) -> str:
    """The caller's decision on the hand. A double is written with its amount."""
    amounts = None
    if DOUBLE in choices:
        amounts = up_to(dealer, hand.laid[0], play.cites.double)
        full = format_dollars(amounts.bounds.at_most)
        choices = tuple(f"{DOUBLE} {full}" if word == DOUBLE else word for word in choices)
    cites, what = play.cites, f"{box.place(hand)}: {hand.points}"
    cite = cites.decisions
    if hand.split and len(hand.cards) == 2:
        cite = cites.split_total or cite
    if play.exposed >= 0:
        cite, what = cites.exposed, f"{box.place(hand)}, {EXPOSED}"
    return dealer.choose(box.caller, choices, cite=cite, what=what, amounts=amounts)


def up_to(dealer: Dealer, laid: Laid, cite: str) -> Amounts:
    """A double of any amount up to the original wager, in chips where it is made of them, and
    in steps that can be paid."""
    stake = laid.stake
    most = stake.cents
    kind = dealer.rules.law.wagers[stake.name(DOUBLE)]
    step = lcm(gcd(most, dealer.table.limits.chip), dealer.payable_step(kind, stake.spot))
    return Amounts(DOUBLE, Bounds(step, most, step, cite))


def announce_total(dealer: Dealer, box: Box, hand: Hand, *, cite: str) -> None:
    number = f", hand {hand.number}" if len(box.hands) > 1 else ""
    dealer.announce(f"{box.name}{number}: {hand.points}", cite=cite)


def take_card(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    """One more card, face up, and the new total; a hand over 21 is lost at once."""
    cite = play.cites.additional or play.cites.decisions
    card = draw(dealer, play, box.place(hand), cite=cite, seat=box.number)
    _add(play, box, hand, card)
    announce_total(dealer, box, hand, cite=cite)
    if hand.over:
        settle_bust(dealer, play, hand)
    elif hand.points == TWENTY_ONE or hand.doubled:
        hand.finished = True


def _add(play: Play, box: Box, hand: Hand, card: int) -> None:
    hand.add(card)
    if play.after_card is not None:
        play.after_card(box, card)


def hit(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    try:
        take_card(dealer, play, box, hand)
    except Missed:
        not_dealt(dealer, play, box, hand)


def double(dealer: Dealer, play: Play, box: Box, hand: Hand, cents: int, turn: Turn) -> None:
    """The caller's additional wager; others on the box may double theirs or not; one card."""
    mine, *others = hand.laid
    _add_double(dealer, mine, hand, cents, play.cites.double)
    for laid in others:
        cite = _by(play, laid, play.cites.others_double)
        amounts = up_to(dealer, laid, cite)
        full = f"{DOUBLE} {format_dollars(amounts.bounds.at_most)}"
        choice = dealer.choose(
            laid.stake.owner,
            (full, NO_DOUBLE),
            cite=cite,
            what=f"double of {laid.wagers[0].name}",
            amounts=amounts,
        )
        word, _, amount = choice.partition(" ")
        if word == DOUBLE:
            _add_double(dealer, laid, hand, parse_dollars(amount), cite)
    hand.doubled = True
    dealer.note("the card is placed sideways", cite=play.cites.double, seat=box.number)
    hit(dealer, play, box, hand)
    _after_double(play, box, hand, turn)


def _by(play: Play, laid: Laid, on_a_shared_box: str) -> str:
    """Where a stake beside the caller's has its own say: another person's on the box, or one
    against another hand of the dealer."""
    return play.cites.actions if laid.stake.action > 1 else on_a_shared_box


def _after_double(play: Play, box: Box, hand: Hand, turn: Turn) -> None:
    """What a game lets follow a doubled hand's card, once that is there."""
    still_due = any(hand is late for _, late in play.late)
    if turn.doubled is not None and hand.doubled and hand.laid and not still_due:
        turn.doubled(box, hand)


def _add_double(dealer: Dealer, laid: Laid, hand: Hand, cents: int, cite: str) -> None:
    stake = laid.stake
    wager = dealer.place_wager(
        stake.owner, stake.name(DOUBLE), cents, cite=cite, spot=stake.place(hand.number)
    )
    laid.wagers.append(wager)


def is_pair(hand: Hand) -> bool:
    """Two cards identical in value: a king and a ten are."""
    return len(hand.cards) == 2 and card_value(hand.cards[0]) == card_value(hand.cards[1])


def split(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    """Two hands of one card each, a wager equal to the original on the new one; the first is
    dealt its second card at once, the other when the first is finished."""
    first, second = hand.cards
    place = box.place(hand)
    number = max(other.number for other in box.hands) + 1
    new = Hand(number, split=True)
    new.add(second)
    new.laid = [_follow(dealer, play, laid, new) for laid in hand.laid[:1]]
    for laid in hand.laid[1:]:
        # Doubt: the others on a box may match and follow both hands; else they stay.
        choice = dealer.choose(
            laid.stake.owner,
            (SPLIT, STAY),
            cite=_by(play, laid, play.cites.caller),
            what=f"split of {laid.wagers[0].name}",
        )
        if choice == SPLIT:
            new.laid.append(_follow(dealer, play, laid, new))
    box.hands.insert(box.hands.index(hand) + 1, new)
    for card, to in ((second, box.place(new)), (first, box.place(hand))):
        if to != place:
            dealer.move(card, place, to, cite=play.cites.split, seat=box.number)
    hand.cards, hand.count, hand.split = [], 0, True
    hand.add(first)
    card_to_split_hand(dealer, play, box, hand)


def _follow(dealer: Dealer, play: Play, laid: Laid, new: Hand) -> Laid:
    stake = laid.stake
    wager = dealer.place_wager(
        stake.owner,
        stake.name(SPLIT),
        stake.cents,
        cite=play.cites.split,
        spot=stake.place(new.number),
    )
    return Laid(stake, [wager])


def card_to_split_hand(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    phase, dealer.phase = dealer.phase, Phase.SPLIT_CARD
    cites = play.cites
    cite = cites.split_card or cites.split
    card = draw(dealer, play, box.place(hand), cite=cite, seat=box.number)
    dealer.phase = phase
    _add(play, box, hand, card)
    announce_total(dealer, box, hand, cite=cites.split_total or cites.decisions)


# -- irregularities of a turn -----------------------------------------------------------------


def offer_exposed(
    dealer: Dealer, play: Play, box: Box, hand: Hand, choices: tuple[str, ...], turn: Turn
) -> None:
    """A card drawn in error and shown is dealt as though it were the next card: it is accepted as
    a hit, or comes with whatever else the player may do; whoever refuses it gets no more cards in
    this round."""
    others = tuple(word for word in choices if word != DRAW)
    choice = ask(dealer, play, box, hand, (ACCEPT, REFUSE, *others))
    if choice == ACCEPT:
        take_card(dealer, play, box, hand)
    elif choice == REFUSE:
        play.refused.append(box.number)
    else:
        follow(dealer, play, box, hand, choice, turn)


def choose_before_a_turn(
    dealer: Dealer, play: Play, seat: int, choices: tuple[str, ...], *, cite: str, what: str
) -> str:
    """A decision that comes before the turn itself, in which a card may be exposed as well."""
    while True:
        told = f"{what}, {EXPOSED}" if play.exposed >= 0 else what
        try:
            return dealer.choose(seat, choices, cite=cite, what=told)
        except Exposed as exposed:
            play.exposed = exposed.card


def not_dealt(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    """A requested card was not dealt: it follows when all others are done, or the hand is dead
    and the wager returned."""
    cite = play.cites.not_dealt
    if dealer.choose(box.caller, (LATER, DEAD), cite=cite, what="card not dealt") == LATER:
        hand.finished = True
        play.late.append((box, hand))
    else:
        give_back(dealer, hand, cite=cite, result="returned")


def late_hits(dealer: Dealer, play: Play, turn: Turn) -> None:
    """The cards that were requested and not dealt, before the dealer's second card is shown."""
    late, play.late = play.late, []
    for box, hand in late:
        dealer.phase = Phase.LATE_HITS
        hand.finished = False
        take_card(dealer, play, box, hand)
        _after_double(play, box, hand, turn)
        play_hand(dealer, play, box, hand, turn)
