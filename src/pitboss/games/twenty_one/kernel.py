"""The kernel of twenty-one: whole rounds of any number of boxes from a true shoe, by tables.

Most boxes are only drawn to or doubled: two look-ups (kernel_tables.py), and no branch that
depends on the cards. What is marked (a split, a surrender, insurance) is played card by card, and
so is everything where a script of decisions is given: then the kernel settles what a procedure
was told to do, which is how the two are compared.

Cards are drawn from the shoe by Fisher and Yates, ahead of their use: `drawn` cards of the shoe
are in their order, `at` of them have been dealt. Of a double shoe the second side lies behind the
first."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled
from pitboss.games.twenty_one.kernel_tables import (
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
    FINALS,
    FIVE_CARDS_ROW,
    INSURE_MARK,
    MOST_CARDS_TOLD_APART,
    NEEDS_HAND,
    NEEDS_NOTHING,
    NEEDS_SECOND_CARD,
    NODE_MASK,
    RESCUED,
    SIX_SEVEN_EIGHT_ROW,
    SPECIAL_21,
    SPLIT,
    SPLIT_MARK,
    STAND,
    SURRENDER,
    SURRENDERED,
    TEN,
    THREE_SEVENS_ROW,
    VALUE_MASK,
    WALK_MORE,
)
from pitboss.odds.kernels import mix
from pitboss.odds.tracing import SHUFFLED, TAIL

HANDS_MAX = 4
# Cards that are drawn ahead: first cards and two more of a box, and those of the dealer, which
# are looked up before it is known whether they are used. No hand takes more than A_HAND.
AHEAD_A_BOX, AHEAD = 4, 8
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
# Diamonds and hearts.
RED_SUITS = (1, 2)
# Places of `told`: where the kernel says why it stopped, and how the dealer's hands ended.
TOLD_FAILED, TOLD_ENDS = 0, 1
TOLD_SIZE = TOLD_ENDS + ACTIONS_MAX
# Reasons to stop.
RAN_OUT, TOO_LONG = 1, 2
# What decides a side wager: first cards, the first cards that come to the box whenever they come,
# first cards and an award that is drawn, or rounds won in a row.
FIRST_CARDS, WATCHED, AWARDED, STREAK = range(4)
# A row of first cards that waits for the dealer's second card.
WAITS_MARK = 128
# Cards that are watched, and what each may be: none, of four suits of the rank, another.
WATCHED_MOST, WATCHED_KINDS = 4, 6

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Side(NamedTuple):
    """A side wager. `table` has the row of first cards, or of watched cards; `kinds` what each
    card is among the watched ones; `weights`, rising, how the awards are shared out; `length`
    the rounds of a streak; `waits`: some rows wait for the dealer's second card; `sevens`: two
    sevens take a third card even where the dealer has a blackjack."""

    kind: int
    table: Bytes
    kinds: Bytes
    weights: Numbers
    length: int
    waits: int
    sevens: int


@compiled
def swap(shoe: Any, place: Any, chosen: Any) -> None:
    card = shoe[chosen]
    shoe[chosen] = shoe[place]
    shoe[place] = card


@compiled
def draw_until(shoe: Any, size: int, drawn: int, until: int, state: Any) -> Any:
    """Cards of the shoe up to `until` (or the last), each chosen among those not drawn before;
    four cards a random word. Gives how many are drawn, and the generator on."""
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
def with_card(total: int, aces: int, value: int) -> Any:
    """Hard total and whether there is an ace, with one more card (value less one)."""
    return total + value + 1, aces | (value == ACE)


@compiled
def best_total(total: int, aces: int) -> int:
    return total + 10 if aces and total <= 11 else total


@compiled
def suited_21_end(bonus: Any, shoe: Any, first: int, second: int, third: int, end: int) -> Any:
    """How a hand of the three cards at these places ends, if it is 6-7-8 or 7-7-7; else `end`."""
    one, two, three = np.int64(shoe[first]), np.int64(shoe[second]), np.int64(shoe[third])
    values = 1 << (one & VALUE_MASK) | 1 << (two & VALUE_MASK) | 1 << (three & VALUE_MASK)
    if values not in (SIX_SEVEN_EIGHT, THREE_SEVENS):
        return end
    row = SIX_SEVEN_EIGHT_ROW if values == SIX_SEVEN_EIGHT else THREE_SEVENS_ROW
    suit = one >> 4 & 3
    if two >> 4 & 3 == suit and three >> 4 & 3 == suit:
        row += 2 if suit == SPADES else 1
    return np.int64(bonus[row])


@compiled
def add_doubles(stakes: Any, seat: int, place: int, script: Any, line: int) -> int:
    """What everybody on the hand adds to double. Gives the script's next line."""
    for at in range(0, stakes.shape[0], STAKE_SIZE):
        if stakes[at + STAKE_BOX] == seat and stakes[at + place]:
            stakes[at + place] += script[line]
            line += 1
    return line


@compiled
def split_stakes(stakes: Any, seat: int, place: int, script: Any, line: int) -> int:
    """Everybody on the hand stays on it; the caller, and whoever follows, has as much on the new
    one, which comes behind it. Gives the script's next line."""
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
    tables: Any, facts: Any, shoe: Any, at: int, first: int, second: int, shown: int, move: int,
    stakes: Any, seat: int, pending: int, script: Any, line: int,
) -> Any:  # fmt: skip
    """One hand of the cards at two places, whose first decision is `move`, decided on by the
    script. Gives at, the line of the script that comes next, and how the hand ended."""
    total, aces = with_card(0, 0, value_at(shoe, first))
    total, aces = with_card(total, aces, value_at(shoe, second))
    # A doubled 21 may be rescued from a blackjack that is not excluded.
    most = 21 if facts.rescues and not facts.looks and shown in (ACE, TEN) else 20
    cards = 2
    third = at
    doubled = 0
    while move in (DRAW, DOUBLE):
        if move == DOUBLE and stakes is not None:
            line = add_doubles(stakes, seat, pending, script, line)
        total, aces = with_card(total, aces, value_at(shoe, at))
        at += 1
        cards += 1
        if move == DOUBLE:
            doubled = DOUBLED
        most_asked = most if doubled else 20
        if best_total(total, aces) > most_asked or (doubled and not facts.after_double):
            move = STAND
            break
        move = script[line]
        line += 1
    final: Any = best_total(total, aces)
    if final > 21:
        final = BUST
    elif move == SURRENDER:
        final = RESCUED if facts.rescues else SURRENDERED
    elif final == 21 and cards == facts.special_21_cards:
        final = SPECIAL_21
    elif final == 21 and facts.bonuses and not doubled:
        if cards == 3:
            final = suited_21_end(tables.bonus, shoe, first, second, third, final)
        elif cards >= 5:
            row = FIVE_CARDS_ROW + min(cards, MOST_CARDS_TOLD_APART) - 5
            final = np.int64(tables.bonus[row])
    return at, line, final | doubled


@compiled
def walk_hand(walk: Any, shoe: Any, at: Any, node: Any) -> Any:
    """A hand by the table, from a node of it. Gives at, and how the hand ended."""
    entry = np.int64(walk[node * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)])
    while entry >= WALK_MORE:
        at += 2
        node = entry - WALK_MORE
        entry = np.int64(walk[node * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)])
    return at + (entry >> 6), entry & (FINALS - 1)


@compiled
def play_box(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, at: int, state: Any, book: int,
    shown: int, first_at: Any, second_at: Any, script: Any, line: int, box: Any,
) -> Any:  # fmt: skip
    """A box with one wager on it."""
    return play_shared_box(
        tables, facts, shoe, size, drawn, at, state, book, shown, first_at, second_at, script,
        line, box, None, 0,
    )  # fmt: skip


@compiled
def play_shared_box(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, at: int, state: Any, book: int,
    shown: int, first_at: Any, second_at: Any, script: Any, line: int, box: Any, stakes: Any,
    seat: int,
) -> Any:  # fmt: skip
    """A box of the first cards at two places, card by card, with its splits, into `box`: how each
    hand ended, how many there are; and what everybody has on them, into `stakes`. Insurance has
    been decided. Gives drawn, at, the generator, and the script's next line."""
    scripted = script.shape[0] > 0
    first, second = value_at(shoe, first_at), value_at(shoe, second_at)
    box[BOX_FIRSTS] = first_at
    entry: Any = tables.opening[((book * facts.shown + shown) * 10 + first) * 10 + second]
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
            most = facts.aces_hands_max if first == ACE else facts.hands_max
            may = 1 if hands < most else 0
            place = (((book * 2 + may) * facts.shown + shown) * 10 + first) * 10 + second
            entry = tables.after_split[place]
        # A script answers where a decision is asked: not where the cards have ended the hand.
        asked = hands == 1 and entry & NODE_MASK != BLACKJACK and entry & NODE_MASK != EVEN_MONEY
        if hands > 1:
            asked = best_of(first, second) < 21
            if first == ACE and facts.aces_one_card:
                asked = asked and (
                    facts.aces_asked or (second == ACE and hands < facts.aces_hands_max)
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
                    tables, facts, shoe, at, first_at, second_at, shown, move, stakes, seat,
                    pending, script, line,
                )  # fmt: skip
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
        if facts.bonuses and at == third + 1 and final < DOUBLED:
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
    total, aces = with_card(0, 0, first)
    total, aces = with_card(total, aces, second)
    return best_total(total, aces)


@compiled
def play_dealer(table: Any, shoe: Any, at: Any, node: Any) -> Any:
    """The dealer's hand by the table. Gives at, and how it ended."""
    place = node * 1000 + value_at(shoe, at) * 100 + value_at(shoe, at + 1) * 10
    entry = np.int64(table[place + value_at(shoe, at + 2)])
    while entry >= DEALER_MORE:
        at += 3
        place = (entry - DEALER_MORE) * 1000 + value_at(shoe, at) * 100
        place += value_at(shoe, at + 1) * 10
        entry = np.int64(table[place + value_at(shoe, at + 2)])
    return at + (entry >> 3), entry & (ENDS - 1)


@compiled
def settle_box(tables: Any, facts: Any, box: Any, end: Any) -> Any:
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
            lost += facts.scale * (2 if box[hand] & DOUBLED else 1)
        elif box[hand] & (DOUBLED - 1) == RESCUED:
            lost += facts.scale
    return -max(lost, facts.scale)


@compiled
def settle_insurance(facts: Any, box: Any, end: Any) -> Any:
    """What a box's insurance comes to."""
    if not box[BOX_INSURED] or box[0] == EVEN_MONEY:
        return 0
    return facts.insurance_win if end == DEALER_BLACKJACK else facts.insurance_lose


@compiled
def settle_on_hand(tables: Any, facts: Any, box: Any, stake: Any, hand: int, end: Any) -> Any:
    """What one stake on one hand comes to, in its own money; where the dealer has a blackjack,
    hands are settled together, unless they were decided before."""
    how: Any = EVEN_MONEY if stake[STAKE_EVEN] else box[hand] & (DOUBLED - 1)
    return tables.net[how * ENDS + end] * stake[STAKE_ON + hand] // facts.scale


@compiled
def settle_stake(tables: Any, facts: Any, box: Any, stake: Any, end: Any) -> Any:
    """What one person's stake on a box comes to, in its own money."""
    net = 0
    lost = 0
    undecided = False
    for hand in range(box[BOX_HANDS]):
        how = box[hand] & (DOUBLED - 1)
        if not stake[STAKE_ON + hand]:
            continue
        if end != DEALER_BLACKJACK or how in (BLACKJACK, SURRENDERED):
            net += settle_on_hand(tables, facts, box, stake, hand, end)
        elif how == BUST:
            lost += stake[STAKE_ON + hand]
        elif how == RESCUED:
            lost += stake[STAKE_CENTS]
        else:
            undecided = True
    # The original wager alone is collected; what was lost over 21 or by a rescue stays lost.
    return net - (max(lost, stake[STAKE_CENTS]) if undecided else lost)


@compiled
def settle_stakes_insurance(facts: Any, stake: Any, end: Any) -> Any:
    """What a stake's insurance comes to, in its own money."""
    if stake[STAKE_EVEN]:
        return 0
    # For half a wager of one unit.
    half = facts.insurance_win if end == DEALER_BLACKJACK else facts.insurance_lose
    return stake[STAKE_INSURED] * 2 * half // facts.scale


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
    """Insurance of a box as it was told: whether it is, or how much of every stake. Gives the
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
    wager on them. Gives the place behind it."""
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
def play_round(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, start: int, state: Any, seats: int,
    book: int, script: Any, boxes: Any, stakes: Any, ends: Any,
) -> Any:  # fmt: skip
    """One round of `seats` boxes from card number `start` on, into `boxes`. Without `stakes`
    (None) every box has one wager, which is doubled in full and follows every split. Gives drawn,
    the place behind the last card, the generator, and how the dealer's last hand ended, and puts
    into `ends` how each hand of the dealer did."""
    scripted = script.shape[0] > 0
    if stakes is not None:
        lay_stakes(stakes)
    line = 0
    at = start + 2 * seats + 1
    up = value_at(shoe, start + (0 if facts.up_first else seats))
    node: Any = up
    shown = up
    if facts.hole:
        hole = value_at(shoe, at)
        at += 1
        node = np.int64(tables.second[up * 10 + hole])
        if facts.face_up:
            shown = np.int64(tables.shown_of[up * 10 + hole])
    tall = 1 if up in (ACE, TEN) else 0
    over = facts.looks and node == facts.blackjack_node
    need: Any = NEEDS_NOTHING
    insuring = scripted and facts.may_insure and up == ACE
    if insuring and not facts.insures_at_turn:
        for seat in range(seats):
            line = insure(script, line, boxes[seat], stakes, seat)
    for seat in range(seats):
        box = boxes[seat]
        first_at = start + facts.up_first + seat
        second_at = start + seats + 1 + seat
        first, second = value_at(shoe, first_at), value_at(shoe, second_at)
        entry = np.int64(tables.opening[((book * facts.shown + shown) * 10 + first) * 10 + second])
        box[BOX_FROM] = at
        if box[BOX_WAITS]:
            need |= NEEDS_SECOND_CARD
        if entry <= NODE_MASK and not over:
            drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
            at, final = walk_hand(tables.walk, shoe, at, entry)
            box[0] = final
            box[BOX_HANDS] = 1
            box[BOX_INSURED] = 0
            box[BOX_TO] = at
            need |= np.int64(tables.need[final * 2 + tall])
            continue
        if not scripted:
            box[BOX_INSURED] = 1 if entry & INSURE_MARK else 0
        elif insuring and facts.insures_at_turn:
            line = insure(script, line, box, stakes, seat)
        if best_of(first, second) == 21:
            even = facts.even_money and box[BOX_INSURED]
            box[0] = EVEN_MONEY if even else BLACKJACK
            box[BOX_HANDS] = 1
            if stakes is not None and facts.even_money:
                pay_even_money(stakes, seat)
        elif over:
            box[0] = best_of(first, second)
            box[BOX_HANDS] = 1
        else:
            drawn, at, state, line = play_shared_box(
                tables, facts, shoe, size, drawn, at, state, book, shown, first_at, second_at,
                script, line, box, stakes, seat,
            )  # fmt: skip
        box[BOX_TO] = at
        if stakes is not None:
            continue
        if box[BOX_INSURED] and box[0] != EVEN_MONEY:
            need |= NEEDS_SECOND_CARD
        for hand in range(box[BOX_HANDS]):
            need |= np.int64(tables.need[box[hand] * 2 + tall])
    end: Any = DEALER_IDLE
    if stakes is not None:
        need |= needs_of_stakes(tables, boxes, stakes, tall, 1)
    drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
    if over:
        end = DEALER_BLACKJACK
        at = third_cards_to_sevens(shoe, start, at, seats, script, line, boxes)
    elif need == NEEDS_HAND:
        at, end = play_dealer(tables.dealer, shoe, at, node)
    elif need == NEEDS_SECOND_CARD:
        if not facts.hole:
            node = np.int64(tables.second[up * 10 + value_at(shoe, at)])
            at += 1
        if node == facts.blackjack_node:
            end = DEALER_BLACKJACK
    ends[0] = end
    for action in range(2, facts.actions + 1):
        # Each from the first card on: what is behind it is discarded.
        end = DEALER_IDLE
        if stakes is not None:
            need = needs_of_stakes(tables, boxes, stakes, tall, action)
        drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
        if need == NEEDS_HAND:
            at, end = play_dealer(tables.dealer, shoe, at, up)
        elif need == NEEDS_SECOND_CARD:
            node = np.int64(tables.second[up * 10 + value_at(shoe, at)])
            at += 1
            if node == facts.blackjack_node:
                end = DEALER_BLACKJACK
        ends[action - 1] = end
    return drawn, at, state, end


@compiled
def true_count(running: Any, per: int, left: Any, divides: int, most: int) -> Any:
    """The count as a bucket of the ramp: -most to most is 0 to 2 * most. `running` is in 1 / per;
    where the count is a true count, it is divided by the decks left, and rounded down."""
    count = running * 52 // (per * max(left, 1)) if divides else running // per
    return min(max(count, -most), most) + most


@compiled
def level_by_count(count: Any, levels: Any, running: Any, left: Any) -> Any:
    """The level of the wager by the count before the round."""
    return levels[true_count(running, count.per, left, count.divides, count.most)]


@compiled
def book_by_count(
    count: Any, tags: Any, books: Any, running: Any, shoe: Any, size: int, start: Any, seats: int
) -> Any:
    """The book of plays by the count when the first cards are on the table."""
    dealt = start + 2 * seats + 1
    for place in range(start, dealt):
        running += tags[shoe[place]]
    return books[true_count(running, count.per, size - dealt, count.divides, count.most)]


@compiled
def named_side(shoe: Any, at: Any) -> Any:
    """The side of the double shoe that a determinant card names by its colour."""
    suit = shoe[np.uint64(at)] >> 4 & 3
    return 0 if suit in RED_SUITS else 1


@compiled
def uniform(state: Any, below: Any) -> Any:
    """A number below another, each as likely, and the generator on."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    many = np.uint64(below)
    # As many of the numbers at the top as do not share out evenly are drawn again.
    uneven = (np.uint64(0) - many) % many
    while True:
        state += golden
        word = mix(state)
        if word >= uneven:
            return np.int64(word % many), state


@compiled
def note_round(
    out: Any, number: int, shoe: Any, start: Any, at: Any, shuffled: int, outcome: Any
) -> bool:
    """A round as a record; False if it has too little room."""
    room = out.shape[1] - TAIL
    if at - start > room:
        return False
    for place in range(room):
        out[number, place] = shoe[start + place] if start + place < at else 255
    out[number, room] = (at - start) | shuffled
    out[number, room + 1] = outcome & 255
    out[number, room + 2] = outcome >> 8
    return True


@compiled
def note_burned(out: Any, number: int, card: Any) -> bool:
    """A determinant card that was burned comes first in the record; False if it has no room."""
    room = out.shape[1] - TAIL
    if out[number, room - 1] != 255:
        return False
    for place in range(room - 1, 0, -1):
        out[number, place] = out[number, place - 1]
    out[number, 0] = card
    out[number, room] += 1
    return True


@compiled
def rounds_kernel(
    tables: Any, facts: Any, shoe: Any, size: int, cut_at: int, seats: int, seat: int,
    count: Any, tags: Any, levels: Any, books: Any, side: Any, key: Any, rounds: int, least: int,
    nets: int, stakes: int, boxes: Any, counts: Any, out: Any, told: Any, double_shoe: Any,
) -> None:  # fmt: skip
    """`rounds` rounds; the outcomes of box `seat` are counted, by level of its wager, row of its
    side wager, stake and net. All cards are shuffled after a round that ends at card `cut_at` or
    behind it. The first rounds go to `out`, as records (odds/tracing).

    `tags` (by symbol), `levels` and `books` (by count) belong to a count; without one, `tags` is
    empty, and `levels`, if there are any, go by the dealer's first card. `side` is None where
    there is no side wager, and so is `double_shoe` where there is one shoe: what belongs to them
    is then not compiled at all. A streak is counted when it is decided: `rounds` are streaks.

    A double shoe has two sides, each shuffled when its own cutting card is out. The determinant
    card is drawn from the side of the last round; wagers are made before it, by the count of both
    sides together, and plays go by the count of the side in use."""
    opening, walk, dealer = tables.opening, tables.walk, tables.dealer
    second_node, shown_of, need_of = tables.second, tables.shown_of, tables.need
    counting = tags.shape[0] > 0
    attacking = levels.shape[0] > 0
    several = facts.actions > 1
    state = np.uint64(key)
    none = told[:0]
    block = min(size, cut_at + AHEAD_A_BOX * seats + AHEAD)
    at: Any = 0
    level = book = row = 0
    mine: Any = 0
    running: Any = count.start
    shuffled = SHUFFLED
    drawn, state = draw_until(shoe, size, 0, block, state)
    # The other side of a double shoe: where its cards begin, and how far they are.
    bottom, other_bottom = 0, size
    whole, other_running = size, running
    other_at: Any = size
    other_drawn = size
    if double_shoe is not None:
        other_drawn, state = draw_until(shoe, 2 * size, size, size + block, state)
    run = number = 0
    while number < rounds:
        begun = at
        if double_shoe is not None:
            if counting:
                left = size - at + other_bottom + whole - other_at
                level = level_by_count(count, levels, running + other_running, left)
            if named_side(shoe, at) != (1 if bottom else 0):
                # The determinant card is burned, and the round dealt from the other side.
                if counting:
                    running += tags[shoe[np.uint64(at)]]
                at, other_at = other_at, at + 1
                drawn, other_drawn = other_drawn, drawn
                running, other_running = other_running, running
                bottom, other_bottom = other_bottom, bottom
                size, cut_at = bottom + whole, cut_at + bottom - other_bottom
        start = at
        up = value_at(shoe, start + (0 if facts.up_first else seats))
        at = start + 2 * seats + 1
        node = up
        shown = up
        simple = True
        if facts.hole:
            place = up * 10 + value_at(shoe, at)
            at += 1
            node = np.int64(second_node[place])
            if facts.face_up:
                shown = np.int64(shown_of[place])
            simple = not facts.looks or node != facts.blackjack_node
        if counting:
            if double_shoe is None:
                level = level_by_count(count, levels, running, size - start)
            book = book_by_count(count, tags, books, running, shoe, size, start, seats)
        elif attacking:
            level = levels[up]
        if side is not None:
            boxes[seat, BOX_WAITS] = side_waits(side, shoe, start, seats, seat)
            simple = simple and not boxes[seat, BOX_WAITS] and side.kind != WATCHED
        tall = 1 if up in (ACE, TEN) else 0
        need: Any = NEEDS_NOTHING
        base = (book * facts.shown + shown) * 10
        for each in range(seats):
            first = value_at(shoe, start + facts.up_first + each)
            second = value_at(shoe, start + seats + 1 + each)
            entry = np.int64(opening[(base + first) * 10 + second])
            if entry > NODE_MASK:
                simple = False
                break
            found = np.int64(walk[entry * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)])
            while found >= WALK_MORE:
                at += 2
                entry = found - WALK_MORE
                found = np.int64(
                    walk[entry * 100 + value_at(shoe, at) * 10 + value_at(shoe, at + 1)]
                )
            at += found >> 6
            final = found & (FINALS - 1)
            if each == seat:
                mine = final
            need |= np.int64(need_of[final * 2 + tall])
        # The dealer's cards are looked up whether or not they are asked for: that is faster than
        # to ask first, which cannot be foretold.
        asked = need & 1
        place = node * 1000 + value_at(shoe, at) * 100 + value_at(shoe, at + 1) * 10
        found = np.int64(dealer[place + value_at(shoe, at + 2)])
        while found >= DEALER_MORE and asked:
            at += 3
            place = (found - DEALER_MORE) * 1000 + value_at(shoe, at) * 100
            place += value_at(shoe, at + 1) * 10
            found = np.int64(dealer[place + value_at(shoe, at + 2)])
        at += (found >> 3) * asked
        end: Any = (found | (asked - 1)) & DEALER_IDLE
        # Cards that were not drawn yet have been looked at: the round is played with care.
        if simple and need != NEEDS_SECOND_CARD and at <= drawn and not several:
            net = tables.net[mine * ENDS + end]
            halves = 2 + (mine >> 4 & 2)
        else:
            drawn, at, state, end = play_round(
                tables, facts, shoe, size, drawn, start, state, seats, book, none, boxes, None,
                told[TOLD_ENDS:],
            )  # fmt: skip
            if at > size:
                told[TOLD_FAILED] = RAN_OUT
                return
            box = boxes[seat]
            net = settle_box(tables, facts, box, end) + settle_insurance(facts, box, end)
            halves = staked_halves(box)
        if side is not None:
            # An odd half is insurance, which is no part of the hand.
            apart = settle_insurance(facts, boxes[seat], end) if halves & 1 else 0
            run = streak_after(run, net - apart)
            row, state = row_of_side(side, shoe, start, seats, seat, boxes[seat], end, run, state)
        if row >= 0:
            outcome = ((level * count.sides + row) * stakes + halves) * nets + net - least
            counts[outcome] += 1
            if number < out.shape[0] and not (
                note_round(out, number, shoe, start, at, shuffled, outcome)
                and (begun == start or note_burned(out, number, shoe[np.uint64(begun)]))
            ):
                told[TOLD_FAILED] = TOO_LONG
                return
            number += 1
            run = 0
        if counting:
            for place in range(start, at):
                running += tags[shoe[np.uint64(place)]]
        shuffled = 0
        if at >= cut_at:
            at = bottom
            running = count.start
            shuffled = SHUFFLED
            drawn, state = draw_until(shoe, size, bottom, bottom + block, state)
        if double_shoe is not None and other_at >= cut_at + other_bottom - bottom:
            other_at = other_bottom
            other_running = count.start
            other_drawn, state = draw_until(
                shoe, other_bottom + whole, other_bottom, other_bottom + block, state
            )


@compiled
def side_row(sides: Any, shoe: Any, start: int, seats: int, seat: int, end: Any) -> Any:
    """The row of a side wager on a box's first two cards and the dealer's up card; the rows
    where the dealer has a blackjack come behind those where not."""
    place = dense(np.int64(shoe[start + seat])) * 52
    place = (place + dense(np.int64(shoe[start + seats + 1 + seat]))) * 52
    place += dense(np.int64(shoe[start + seats]))
    if end == DEALER_BLACKJACK:
        place += 52 * 52 * 52
    return np.int64(sides[place])


@compiled
def side_waits(side: Any, shoe: Any, start: int, seats: int, seat: int) -> Any:
    """Whether the side wager waits for the dealer's second card."""
    if not side.waits:
        return 0
    return 1 if side_row(side.table, shoe, start, seats, seat, DEALER_IDLE) & WAITS_MARK else 0


@compiled
def watched_row(side: Any, shoe: Any, start: int, seats: int, seat: int, box: Any) -> Any:
    """The row of a side wager on the cards that come to a box, in their order."""
    place: Any = 0
    later = box[BOX_FROM]
    for number in range(WATCHED_MOST):
        at: Any = start + seat if number == 0 else start + seats + 1 + seat
        if number > 1:
            at = later + number - 2
        kind: Any = 0
        if number < 2 or at < box[BOX_TO]:
            kind = np.int64(side.kinds[dense(np.int64(shoe[at]))])
        place = place * WATCHED_KINDS + kind
    return np.int64(side.table[place])


@compiled
def streak_after(run: int, net: Any) -> Any:
    """Rounds won in a row, after one that came to `net`: -1 for a loss; a round that breaks even
    does not count."""
    return run + 1 if net > 0 else run if net == 0 else -1


@compiled
def row_of_side(
    side: Any, shoe: Any, start: int, seats: int, seat: int, box: Any, end: Any, run: int,
    state: Any,
) -> Any:  # fmt: skip
    """The row of the side wager, -1 if it is not decided yet; and the generator on."""
    row: Any = 0
    if side.kind == STREAK:
        row = 0 if run < 0 else 1 if run == side.length else -1
    elif side.kind == WATCHED:
        row = watched_row(side, shoe, start, seats, seat, box)
    else:
        row = side_row(side.table, shoe, start, seats, seat, end) & (WAITS_MARK - 1)
    if side.kind == AWARDED and row:
        drawn, state = uniform(state, side.weights[-1])
        while side.weights[row - 1] <= drawn:
            row += 1
    return row, state


@compiled
def dense(symbol: Any) -> Any:
    """A card's symbol as a number below 52: thirteen ranks from the ace, then the suit."""
    return ((symbol & VALUE_MASK) + (symbol >> 6)) * 4 + (symbol >> 4 & 3)


@compiled
def derive_kernel(
    tables: Any, facts: Any, records: Any, room: int, seats: int, seat: int, least: int,
    nets: int, stakes: int, levels: Any, boxes: Any, ends: Any, shoe: Any, none: Any,
) -> int:  # fmt: skip
    """The first record whose outcome does not follow from its cards, or -1. Every round is
    played card by card here."""
    for number in range(records.shape[0]):
        cards: Any = records[number, room] & (SHUFFLED - 1)
        if cards > room:
            return number
        for place in range(shoe.shape[0]):
            shoe[place] = records[number, place] if place < cards else 0
        _, at, _, end = play_round(
            tables, facts, shoe, cards, cards, 0, np.uint64(0), seats, 0, none, boxes, None, ends
        )
        box = boxes[seat]
        net = settle_box(tables, facts, box, end) + settle_insurance(facts, box, end)
        level = 0
        if levels.shape[0] > 0:
            level = levels[value_at(shoe, 0 if facts.up_first else seats)]
        outcome = (level * stakes + staked_halves(box)) * nets + net - least
        stated = np.int64(records[number, room + 1]) | np.int64(records[number, room + 2]) << 8
        if at != cards or outcome != stated:
            return number
    return -1
