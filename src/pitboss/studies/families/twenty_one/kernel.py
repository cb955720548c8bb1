"""The kernel of twenty-one: whole rounds of any number of boxes from a true shoe, by tables.

Most boxes are only drawn to or doubled: two look-ups (kernel_tables.py), and no branch that
depends on the cards. What is marked (a split, a surrender, insurance) is played card by card, and
so is everything where a script of decisions is given: then the kernel settles what a procedure
was told to do, which is how the two are compared.

Cards are drawn from the shoe by Fisher and Yates, ahead of their use: `drawn` cards of the shoe
are in their order, `at` of them have been dealt. Of a double shoe the second side lies behind the
first."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import (
    NO_CARDS,
    SIX_SEVEN_EIGHT_ROW,
    THREE_SEVENS_ROW,
    many_cards_row,
    point_count,
    suited_row,
    with_value,
)

from .kernel_tables import (
    ACE,
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_IDLE,
    DEALER_MORE,
    DOUBLE,
    DOUBLED,
    DRAW,
    ENDS,
    EVEN_MONEY,
    FINAL_BITS,
    FINALS,
    INSURE_MARK,
    NEEDS_HAND,
    NEEDS_NOTHING,
    NEEDS_SECOND_CARD,
    NODE_MASK,
    RESCUED,
    SPECIAL_21,
    SPLIT,
    SPLIT_MARK,
    STAND,
    SURRENDER,
    SURRENDERED,
    TEN,
    VALUE_MASK,
    WALK_MORE,
)

HANDS_MAX = 4
# No hand takes more cards: so many are drawn ahead.
A_HAND = 24
# Hands of the dealer in one round.
ACTIONS_MAX = 3
# Places of `box`: how each hand ended, how many there are, whether it is insured, and where the
# first card of each hand that is not finished lies, the last hand's first; where the cards lie
# that came to it after its first two; whether a side wager on it waits for the dealer's second
# card, and whether one is on sevens.
BOX_HANDS, BOX_INSURED, BOX_FIRSTS = HANDS_MAX, HANDS_MAX + 1, HANDS_MAX + 2
BOX_FROM, BOX_TO, BOX_WAITS, BOX_SEVENS = range(BOX_FIRSTS + HANDS_MAX, BOX_FIRSTS + HANDS_MAX + 4)
BOX_SIZE = BOX_SEVENS + 1
# Places of `stake`, one person's wager on a box: which box, which of the dealer's hands decides
# it, the wager, its insurance, whether it was paid even money, what lies on each hand, and on each
# hand that is not finished, in the order of the box's first cards. Stakes lie one behind another.
STAKE_BOX, STAKE_ACTION, STAKE_CENTS, STAKE_INSURED, STAKE_EVEN, STAKE_ON = range(6)
STAKE_PENDING = STAKE_ON + HANDS_MAX
STAKE_SIZE = STAKE_PENDING + HANDS_MAX
SEVEN = 6
# Three cards as a set of bits by their values less one: 6, 7 and 8; 7 alone.
SIX_SEVEN_EIGHT, THREE_SEVENS = 0b11100000, 0b01000000
SPADES = 3


@compiled
def swap(shoe: Any, place: Any, chosen: Any) -> None:
    card = shoe[chosen]
    shoe[chosen] = shoe[place]
    shoe[place] = card


@compiled
def draw_until(shoe: Any, size: int, drawn: int, until: int, state: Any) -> Any:
    """Cards of the shoe up to `until` (or the last), each chosen among those not drawn before;
    four cards a random word. Return how many are drawn, and the generator on."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    part = np.uint64(0xFFFF)
    bits = np.uint64(16)
    until = min(until, size)
    while drawn < until:
        state += golden
        word = mix(state)
        left = np.uint64(size - drawn)
        one = (word & part) * left
        two = (word >> bits & part) * (left - np.uint64(1))
        three = (word >> np.uint64(32) & part) * (left - np.uint64(2))
        four = (word >> np.uint64(48)) * (left - np.uint64(3))
        rest = min(min(one & part, two & part), min(three & part, four & part))
        if rest >= left and drawn + 4 <= size:
            place = np.uint64(drawn)
            swap(shoe, place, place + (one >> bits))
            swap(shoe, place + np.uint64(1), place + np.uint64(1) + (two >> bits))
            swap(shoe, place + np.uint64(2), place + np.uint64(2) + (three >> bits))
            swap(shoe, place + np.uint64(3), place + np.uint64(3) + (four >> bits))
            drawn += 4
            continue
        for _ in range(min(4, size - drawn)):
            left = np.uint64(size - drawn)
            product = (word & part) * left
            word >>= bits
            # Exact: a product among the few that favour some cards is drawn again.
            while (product & part) < left and (product & part) < np.uint64(65536) % left:
                state += golden
                product = (mix(state) & part) * left
            swap(shoe, np.uint64(drawn), np.uint64(drawn) + (product >> bits))
            drawn += 1
    return drawn, state


@compiled
def value_at(shoe: Any, at: Any) -> Any:
    """The value less one of a card of the shoe."""
    return np.int64(shoe[np.uint64(at)] & VALUE_MASK)


@compiled
def suited_21_end(bonus: Any, shoe: Any, first: int, second: int, third: int, end: int) -> Any:
    """How a hand of the three cards at these places ends, if it is 6-7-8 or 7-7-7; else `end`."""
    one, two, three = np.int64(shoe[first]), np.int64(shoe[second]), np.int64(shoe[third])
    values = 1 << (one & VALUE_MASK) | 1 << (two & VALUE_MASK) | 1 << (three & VALUE_MASK)
    if values not in (SIX_SEVEN_EIGHT, THREE_SEVENS):
        return end
    row = SIX_SEVEN_EIGHT_ROW if values == SIX_SEVEN_EIGHT else THREE_SEVENS_ROW
    suit = one >> 4 & 3
    one_suit = two >> 4 & 3 == suit and three >> 4 & 3 == suit
    return np.int64(bonus[suited_row(row, one_suit, suit == SPADES)])


@compiled
def add_doubles(stakes: Any, seat: int, place: int, script: Any, line: int) -> int:
    """What everybody on the hand adds to double. Return the script's next line."""
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] == seat and stakes[at + place]:
            stakes[at + place] += script[line]
            line += 1
    return line


@compiled
def split_stakes(stakes: Any, seat: int, place: int, script: Any, line: int) -> int:
    """Everybody on the hand stays on it; the caller, and whoever follows, has as much on the new
    one, which comes behind it. Return the script's next line."""
    caller = True
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] != seat:
            continue
        stakes[at + place + 1] = stakes[at + place]
        if not stakes[at + place]:
            continue
        follows = 1
        if not caller:
            follows = script[line]
            line += 1
        caller = False
        stakes[at + place] = stakes[at + STAKE_CENTS] * follows
    return line


@compiled
def hand_by_script(
    tables: Any,
    figures: Any,
    shoe: Any,
    at: int,
    first: int,
    second: int,
    shown: int,
    move: int,
    stakes: Any,
    seat: int,
    pending: int,
    script: Any,
    line: int,
) -> Any:
    """One hand of the cards at two places, whose first decision is `move`, decided on by the
    script. Return at, the line of the script that comes next, and how the hand ended."""
    hand = with_value(NO_CARDS, value_at(shoe, first) + 1)
    hand = with_value(hand, value_at(shoe, second) + 1)
    # A doubled 21 may be rescued from a blackjack that is not excluded.
    most = 21 if figures.rescues and not figures.looks and shown in (ACE, TEN) else 20
    cards = 2
    third = at
    doubled = 0
    while move in (DRAW, DOUBLE):
        if move == DOUBLE and stakes is not None:
            line = add_doubles(stakes, seat, pending, script, line)
        hand = with_value(hand, value_at(shoe, at) + 1)
        at += 1
        cards += 1
        if move == DOUBLE:
            doubled = DOUBLED
        most_asked = most if doubled else 20
        if point_count(hand) > most_asked or (doubled and not figures.after_double):
            move = STAND
            break
        move = script[line]
        line += 1
    final: Any = point_count(hand)
    if final > 21:
        final = BUST
    elif move == SURRENDER:
        final = RESCUED if figures.rescues else SURRENDERED
    elif final == 21 and cards == figures.special_21_cards:
        final = SPECIAL_21
    elif final == 21 and figures.bonuses and not doubled:
        if cards == 3:
            final = suited_21_end(tables.bonus, shoe, first, second, third, final)
        elif cards >= 5:
            final = np.int64(tables.bonus[many_cards_row(cards)])
    return at, line, final | doubled


@compiled
def walk_hand(walk: Any, shoe: Any, at: Any, node: Any) -> Any:
    """A hand by the table, from a node of it. Return at, and how the hand ended."""
    entry = np.int64(walk[node * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)])
    while entry >= WALK_MORE:
        at += 2
        node = entry - WALK_MORE
        entry = np.int64(walk[node * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)])
    return at + (entry >> FINAL_BITS), entry & (FINALS - 1)


@compiled
def play_box(
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    at: int,
    state: Any,
    book: int,
    shown: int,
    first_at: Any,
    second_at: Any,
    script: Any,
    line: int,
    box: Any,
) -> Any:
    """A box with one wager on it."""
    return play_shared_box(
        tables,
        figures,
        shoe,
        size,
        drawn,
        at,
        state,
        book,
        shown,
        first_at,
        second_at,
        script,
        line,
        box,
        None,
        0,
    )


@compiled
def play_shared_box(
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    at: int,
    state: Any,
    book: int,
    shown: int,
    first_at: Any,
    second_at: Any,
    script: Any,
    line: int,
    box: Any,
    stakes: Any,
    seat: int,
) -> Any:
    """A box of the first cards at two places, card by card, with its splits, into `box`: how each
    hand ended, how many there are; and what everybody has on them, into `stakes`. Insurance has
    been decided. Return drawn, at, the generator, and the script's next line."""
    scripted = script.shape[0] > 0
    first, second = value_at(shoe, first_at), value_at(shoe, second_at)
    box[BOX_FIRSTS] = first_at
    entry: Any = tables.opening[((book * figures.shown + shown) * 10 + first) * 10 + second]
    hands, hand = 1, 0
    while hand < hands:
        drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
        # How many hands come behind this one says where its first card is noted.
        behind = BOX_FIRSTS + hands - 1 - hand
        pending = STAKE_PENDING + hands - 1 - hand
        first_at = box[behind]
        if hands > 1:
            second_at = at
            second = value_at(shoe, at)
            at += 1
            most = figures.aces_hands_max if first == ACE else figures.hands_max
            may = 1 if hands < most else 0
            place = (((book * 2 + may) * figures.shown + shown) * 10 + first) * 10 + second
            entry = tables.after_split[place]
        # A script answers where a decision is asked: not where the cards have ended the hand.
        asked = hands == 1 and entry & NODE_MASK != BLACKJACK and entry & NODE_MASK != EVEN_MONEY
        if hands > 1:
            asked = best_of(first, second) < 21
            if first == ACE and figures.aces_one_card:
                asked = asked and (
                    figures.aces_asked or (second == ACE and hands < figures.aces_hands_max)
                )
        if scripted and asked:
            move = script[line]
            line += 1
            if move == SPLIT:
                entry = SPLIT_MARK
            elif move == SURRENDER:
                entry = SURRENDERED
            else:
                at, line, final = hand_by_script(
                    tables,
                    figures,
                    shoe,
                    at,
                    first_at,
                    second_at,
                    shown,
                    move,
                    stakes,
                    seat,
                    pending,
                    script,
                    line,
                )
                box[hand] = final
                if stakes is not None:
                    leave_on(stakes, seat, hand, pending)
                hand += 1
                continue
        if entry & SPLIT_MARK:
            box[behind] = second_at
            box[behind + 1] = first_at
            if stakes is not None:
                line = split_stakes(stakes, seat, pending, script, line)
            hands += 1
            continue
        third = at
        at, final = walk_hand(tables.walk, shoe, at, entry & NODE_MASK)
        if figures.bonuses and at == third + 1 and final < DOUBLED:
            final = suited_21_end(tables.bonus, shoe, first_at, second_at, third, final)
        box[hand] = final
        if stakes is not None:
            leave_on(stakes, seat, hand, pending)
        hand += 1
    box[BOX_HANDS] = hands
    return drawn, at, state, line


@compiled
def leave_on(stakes: Any, seat: int, hand: int, pending: int) -> None:
    """A hand is finished: what lies on it stays there."""
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] == seat:
            stakes[at + STAKE_ON + hand] = stakes[at + pending]


@compiled
def best_of(first: int, second: int) -> int:
    """The total of two values less one."""
    return point_count(with_value(with_value(NO_CARDS, first + 1), second + 1))


@compiled
def play_dealer(table: Any, shoe: Any, at: Any, node: Any) -> Any:
    """The dealer's hand by the table. Return at, and how it ended."""
    place = node * 1000 + value_at(shoe, at) * 100 + value_at(shoe, at + 1) * 10
    entry = np.int64(table[place + value_at(shoe, at + 2)])
    while entry >= DEALER_MORE:
        at += 3
        place = (entry - DEALER_MORE) * 1000 + value_at(shoe, at) * 100
        place += value_at(shoe, at + 1) * 10
        entry = np.int64(table[place + value_at(shoe, at + 2)])
    return at + (entry >> 3), entry & (ENDS - 1)


@compiled
def settle_box(tables: Any, figures: Any, box: Any, end: Any) -> Any:
    """What the hands of a box come to, in 1 / scale of its wager."""
    hands = box[BOX_HANDS]
    if hands == 1:
        return tables.net[box[0] * ENDS + end]
    if end != DEALER_BLACKJACK:
        net = 0
        for hand in range(hands):
            net += tables.net[box[hand] * ENDS + end]
        return net
    # The original wager alone is collected; what was lost over 21 or by a rescue stays lost.
    lost = 0
    for hand in range(hands):
        if box[hand] & (DOUBLED - 1) == BUST:
            lost += figures.scale * (2 if box[hand] & DOUBLED else 1)
        elif box[hand] & (DOUBLED - 1) == RESCUED:
            lost += figures.scale
    return -max(lost, figures.scale)


@compiled
def settle_insurance(figures: Any, box: Any, end: Any) -> Any:
    """What a box's insurance comes to."""
    if not box[BOX_INSURED] or box[0] == EVEN_MONEY:
        return 0
    return figures.insurance_win if end == DEALER_BLACKJACK else figures.insurance_lose


@compiled
def staked_halves(box: Any) -> Any:
    """All that a box has staked, in halves of its wager."""
    halves = 2 * box[BOX_HANDS] + box[BOX_INSURED]
    for hand in range(box[BOX_HANDS]):
        if box[hand] & DOUBLED:
            halves += 2
    return halves


@compiled
def insure(script: Any, line: int, box: Any, stakes: Any, seat: int) -> int:
    """Insurance of a box as it was told: whether it is, or how much of every stake. Return the
    script's next line."""
    box[BOX_INSURED] = 0
    if stakes is None:
        box[BOX_INSURED] = script[line]
        return line + 1
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] == seat:
            stakes[at + STAKE_INSURED] = script[line]
            line += 1
    return line


@compiled
def lay_stakes(stakes: Any) -> None:
    """Before the first card: every stake is on the first hand of its box."""
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        for place in range(STAKE_INSURED, STAKE_SIZE):
            stakes[at + place] = 0
        stakes[at + STAKE_ON] = stakes[at + STAKE_PENDING] = stakes[at + STAKE_CENTS]


@compiled
def pay_even_money(stakes: Any, seat: int) -> None:
    """A box's blackjack is paid at once to everybody who has insured it for half."""
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] == seat:
            half = stakes[at + STAKE_INSURED] * 2 == stakes[at + STAKE_CENTS]
            stakes[at + STAKE_EVEN] = 1 if half else 0


@compiled
def needs_of_stakes(tables: Any, boxes: Any, stakes: Any, tall: int, action: int) -> Any:
    """What stakes that are undecided need of this hand of the dealer."""
    need: Any = NEEDS_NOTHING
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_ACTION] != action or stakes[at + STAKE_EVEN]:
            continue
        box = boxes[stakes[at + STAKE_BOX]]
        if stakes[at + STAKE_INSURED]:
            need |= NEEDS_SECOND_CARD
        for hand in range(box[BOX_HANDS]):
            if stakes[at + STAKE_ON + hand]:
                need |= np.int64(tables.need[box[hand] * 2 + tall])
    return need


@compiled
def third_cards_to_sevens(
    shoe: Any, start: int, at: int, seats: int, script: Any, line: int, boxes: Any
) -> int:
    """The dealer's blackjack has ended the round: a third card is offered to two sevens with a
    wager on them. Return the place behind it."""
    scripted = script.shape[0] > 0
    for seat in range(seats):
        box = boxes[seat]
        first, second = value_at(shoe, start + seat), value_at(shoe, start + seats + 1 + seat)
        if box[BOX_SEVENS] and first == SEVEN and second == SEVEN:
            takes = True
            if scripted:
                takes = script[line] == DRAW
                line += 1
            if takes:
                box[BOX_FROM] = at
                at += 1
                box[BOX_TO] = at
    return at


@compiled
def dealers_first(tables: Any, figures: Any, shoe: Any, start: int, seats: int) -> Any:
    """The dealer's first card, the node of the cards the dealer has, the row of what is shown,
    and the place behind everybody's first cards."""
    at = start + 2 * seats + 1
    up = value_at(shoe, start + (0 if figures.up_first else seats))
    node: Any = up
    shown = up
    if figures.hole:
        place = up * 10 + value_at(shoe, at)
        at += 1
        node = np.int64(tables.second[place])
        if figures.face_up:
            shown = np.int64(tables.shown_of[place])
    return up, node, shown, at


@compiled
def play_marked_box(
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    at: int,
    state: Any,
    book: int,
    shown: int,
    first_at: Any,
    second_at: Any,
    script: Any,
    line: int,
    box: Any,
    stakes: Any,
    seat: int,
    over: bool,
) -> Any:
    """A box with a blackjack, one that the dealer's blackjack ends, or one that is played card by
    card. Return drawn, at, the generator and the line of the script."""
    cards = best_of(value_at(shoe, first_at), value_at(shoe, second_at))
    if cards == 21:
        even = figures.even_money and box[BOX_INSURED]
        box[0] = EVEN_MONEY if even else BLACKJACK
        box[BOX_HANDS] = 1
        if stakes is not None and figures.even_money:
            pay_even_money(stakes, seat)
    elif over:
        box[0] = cards
        box[BOX_HANDS] = 1
    else:
        drawn, at, state, line = play_shared_box(
            tables,
            figures,
            shoe,
            size,
            drawn,
            at,
            state,
            book,
            shown,
            first_at,
            second_at,
            script,
            line,
            box,
            stakes,
            seat,
        )
    box[BOX_TO] = at
    return drawn, at, state, line


@compiled
def needs_of_box(tables: Any, box: Any, tall: int) -> Any:
    """Which of the dealer's cards the one wager on a box needs."""
    need: Any = NEEDS_NOTHING
    if box[BOX_INSURED] and box[0] != EVEN_MONEY:
        need |= NEEDS_SECOND_CARD
    for hand in range(box[BOX_HANDS]):
        need |= np.int64(tables.need[box[hand] * 2 + tall])
    return need


@compiled
def complete_dealer(
    tables: Any, figures: Any, shoe: Any, at: Any, up: Any, node: Any, hole: bool, need: Any
) -> Any:
    """The dealer's hand, as far as anybody needs it. Return at, and how it ended."""
    if need == NEEDS_HAND:
        return play_dealer(tables.dealer, shoe, at, node)
    if need == NEEDS_SECOND_CARD:
        if not hole:
            node = np.int64(tables.second[up * 10 + value_at(shoe, at)])
            at += 1
        if node == figures.blackjack_node:
            return at, DEALER_BLACKJACK
    return at, DEALER_IDLE


@compiled
def play_round(
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    start: int,
    state: Any,
    seats: int,
    book: int,
    script: Any,
    boxes: Any,
    stakes: Any,
    ends: Any,
) -> Any:
    """One round of `seats` boxes from card number `start` on, into `boxes`. Without `stakes`
    (None) every box has one wager, which is doubled in full and follows every split. Return drawn,
    the place behind the last card, the generator, and how the dealer's last hand ended, and puts
    into `ends` how each hand of the dealer did."""
    scripted = script.shape[0] > 0
    if stakes is not None:
        lay_stakes(stakes)
    line = 0
    up, node, shown, at = dealers_first(tables, figures, shoe, start, seats)
    tall = 1 if up in (ACE, TEN) else 0
    over = figures.looks and node == figures.blackjack_node
    need: Any = NEEDS_NOTHING
    insuring = scripted and figures.may_insure and up == ACE
    if insuring and not figures.insures_at_turn:
        for seat in range(seats):
            line = insure(script, line, boxes[seat], stakes, seat)
    for seat in range(seats):
        box = boxes[seat]
        first_at = start + figures.up_first + seat
        second_at = start + seats + 1 + seat
        pair = value_at(shoe, first_at) * 10 + value_at(shoe, second_at)
        entry = np.int64(tables.opening[(book * figures.shown + shown) * 100 + pair])
        box[BOX_FROM] = at
        if box[BOX_WAITS]:
            need |= NEEDS_SECOND_CARD
        if entry <= NODE_MASK and not over:
            drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
            at, box[0] = walk_hand(tables.walk, shoe, at, entry)
            box[BOX_HANDS] = 1
            box[BOX_INSURED] = 0
            box[BOX_TO] = at
            need |= np.int64(tables.need[box[0] * 2 + tall])
            continue
        if not scripted:
            box[BOX_INSURED] = 1 if entry & INSURE_MARK else 0
        elif insuring and figures.insures_at_turn:
            line = insure(script, line, box, stakes, seat)
        drawn, at, state, line = play_marked_box(
            tables,
            figures,
            shoe,
            size,
            drawn,
            at,
            state,
            book,
            shown,
            first_at,
            second_at,
            script,
            line,
            box,
            stakes,
            seat,
            over,
        )
        if stakes is None:
            need |= needs_of_box(tables, box, tall)
    if stakes is not None:
        need |= needs_of_stakes(tables, boxes, stakes, tall, 1)
    drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
    end: Any = DEALER_BLACKJACK
    if over:
        at = third_cards_to_sevens(shoe, start, at, seats, script, line, boxes)
    else:
        at, end = complete_dealer(tables, figures, shoe, at, up, node, figures.hole, need)
    ends[0] = end
    for action in range(2, figures.actions + 1):
        # Each from the first card on: what is behind it is discarded.
        if stakes is not None:
            need = needs_of_stakes(tables, boxes, stakes, tall, action)
        drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
        at, end = complete_dealer(tables, figures, shoe, at, up, up, False, need)
        ends[action - 1] = end
    return drawn, at, state, end
