"""The kernel of twenty-one: whole rounds of any number of boxes from a true shoe, by tables.

Most boxes are only drawn to or doubled: two look-ups (kernel_tables.py), and no branch that
depends on the cards. What is marked (a split, a surrender, insurance) is played card by card, and
so is everything where a script of decisions is given: then the kernel settles what a procedure
was told to do, which is how the two are compared.

Cards are drawn from the shoe by Fisher and Yates, ahead of their use: `drawn` cards of the shoe
are in their order, `at` of them have been dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

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
# Places of `box`: how each hand ended, how many there are, whether it is insured, and where the
# first card of each hand that is not finished lies, the last hand's first.
BOX_HANDS, BOX_INSURED, BOX_FIRSTS = HANDS_MAX, HANDS_MAX + 1, HANDS_MAX + 2
BOX_SIZE = BOX_FIRSTS + HANDS_MAX
# Three cards as a set of bits by their values less one: 6, 7 and 8; 7 alone.
SIX_SEVEN_EIGHT, THREE_SEVENS = 0b11100000, 0b01000000
SPADES = 3
# The place of `told` where the kernel says why it stopped.
TOLD_FAILED, TOLD_SIZE = 0, 1
# Reasons to stop.
RAN_OUT, TOO_LONG = 1, 2


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
def hand_by_script(
    tables: Any, facts: Any, shoe: Any, at: int, first: int, second: int, shown: int, move: int,
    script: Any, line: int,
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
    """A box of the first cards at two places, card by card, with its splits, into `box`: how each
    hand ended, how many there are. Insurance has been decided. Gives drawn, at, the generator,
    and the script's next line."""
    scripted = script.shape[0] > 0
    first, second = value_at(shoe, first_at), value_at(shoe, second_at)
    box[BOX_FIRSTS] = first_at
    entry: Any = tables.opening[((book * facts.shown + shown) * 10 + first) * 10 + second]
    hands, hand = 1, 0
    while hand < hands:
        drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
        # How many hands come behind this one says where its first card is noted.
        behind = BOX_FIRSTS + hands - 1 - hand
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
                    tables, facts, shoe, at, first_at, second_at, shown, move, script, line
                )
                box[hand] = final
                hand += 1
                continue
        if entry & SPLIT_MARK:
            box[behind] = second_at
            box[behind + 1] = first_at
            hands += 1
            continue
        third = at
        at, final = walk_hand(tables.walk, shoe, at, entry & NODE_MASK)
        if facts.bonuses and at == third + 1 and final < DOUBLED:
            final = suited_21_end(tables.bonus, shoe, first_at, second_at, third, final)
        box[hand] = final
        hand += 1
    box[BOX_HANDS] = hands
    return drawn, at, state, line


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
def staked_halves(box: Any) -> Any:
    """All that a box has staked, in halves of its wager."""
    halves = 2 * box[BOX_HANDS] + box[BOX_INSURED]
    for hand in range(box[BOX_HANDS]):
        if box[hand] & DOUBLED:
            halves += 2
    return halves


@compiled
def play_round(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, start: int, state: Any, seats: int,
    book: int, script: Any, boxes: Any,
) -> Any:  # fmt: skip
    """One round of `seats` boxes from card number `start` on, into `boxes`. Gives drawn, the
    place behind the last card, the generator, and how the dealer ended."""
    scripted = script.shape[0] > 0
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
    if scripted and facts.may_insure and up == ACE and not facts.insures_at_turn:
        for seat in range(seats):
            boxes[seat, BOX_INSURED] = script[line]
            line += 1
    for seat in range(seats):
        box = boxes[seat]
        first_at = start + facts.up_first + seat
        second_at = start + seats + 1 + seat
        first, second = value_at(shoe, first_at), value_at(shoe, second_at)
        entry = np.int64(tables.opening[((book * facts.shown + shown) * 10 + first) * 10 + second])
        if entry <= NODE_MASK and not over:
            drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
            at, final = walk_hand(tables.walk, shoe, at, entry)
            box[0] = final
            box[BOX_HANDS] = 1
            box[BOX_INSURED] = 0
            need |= np.int64(tables.need[final * 2 + tall])
            continue
        if not scripted:
            box[BOX_INSURED] = 1 if entry & INSURE_MARK else 0
        elif facts.may_insure and up == ACE and facts.insures_at_turn:
            box[BOX_INSURED] = script[line]
            line += 1
        blackjack = best_of(first, second) == 21
        if blackjack:
            even = facts.even_money and box[BOX_INSURED]
            box[0] = EVEN_MONEY if even else BLACKJACK
            box[BOX_HANDS] = 1
        elif over:
            box[0] = best_of(first, second)
            box[BOX_HANDS] = 1
        else:
            drawn, at, state, line = play_box(
                tables, facts, shoe, size, drawn, at, state, book, shown, first_at, second_at,
                script, line, box,
            )  # fmt: skip
        if box[BOX_INSURED] and box[0] != EVEN_MONEY:
            need |= NEEDS_SECOND_CARD
        for hand in range(box[BOX_HANDS]):
            need |= np.int64(tables.need[box[hand] * 2 + tall])
    end = DEALER_IDLE
    drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
    if over:
        end = DEALER_BLACKJACK
    elif need == NEEDS_HAND:
        at, end = play_dealer(tables.dealer, shoe, at, node)
    elif need == NEEDS_SECOND_CARD:
        if not facts.hole:
            node = np.int64(tables.second[up * 10 + value_at(shoe, at)])
            at += 1
        if node == facts.blackjack_node:
            end = DEALER_BLACKJACK
    return drawn, at, state, end


@compiled
def true_count(running: Any, per: int, size: int, at: Any, divides: int, most: int) -> Any:
    """The count as a bucket of the ramp: -most to most is 0 to 2 * most. `running` is in 1 / per;
    where the count is a true count, it is divided by the decks left, and rounded down."""
    left = max(size - at, 1)
    count = running * 52 // (per * left) if divides else running // per
    return min(max(count, -most), most) + most


@compiled
def by_count(
    count: Any, tags: Any, levels: Any, books: Any, running: Any, shoe: Any, size: int,
    start: Any, seats: int,
) -> Any:  # fmt: skip
    """The level of the wager by the count before the round, and the book of plays by the count
    when the first cards are on the table."""
    before = true_count(running, count.per, size, start, count.divides, count.most)
    dealt = start + 2 * seats + 1
    for place in range(start, dealt):
        running += tags[shoe[place]]
    after = true_count(running, count.per, size, dealt, count.divides, count.most)
    return levels[before], books[after]


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
def rounds_kernel(
    tables: Any, facts: Any, shoe: Any, size: int, cut_at: int, seats: int, seat: int,
    count: Any, tags: Any, levels: Any, books: Any, sides: Any, key: Any, rounds: int, least: int,
    nets: int, stakes: int, boxes: Any, counts: Any, out: Any, told: Any,
) -> None:  # fmt: skip
    """`rounds` rounds; the outcomes of box `seat` are counted, by level of its wager, row of its
    side wager, stake and net. All cards are shuffled after a round that ends at card `cut_at` or
    behind it. The first rounds go to `out`, as records (odds/tracing).

    `tags` (by symbol), `levels` and `books` (by count) belong to a count; without one, `tags` is
    empty, and `levels`, if there are any, go by the dealer's first card. `sides` has the row of
    every three first cards, if there is a side wager."""
    opening, walk, dealer = tables.opening, tables.walk, tables.dealer
    second_node, shown_of, need_of = tables.second, tables.shown_of, tables.need
    counting, siding = tags.shape[0] > 0, sides.shape[0] > 0
    attacking = levels.shape[0] > 0
    state = np.uint64(key)
    none = told[:0]
    block = min(size, cut_at + AHEAD_A_BOX * seats + AHEAD)
    at: Any = 0
    level = book = side = 0
    mine: Any = 0
    running: Any = count.start
    shuffled = SHUFFLED
    drawn, state = draw_until(shoe, size, 0, block, state)
    for number in range(rounds):
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
            level, book = by_count(count, tags, levels, books, running, shoe, size, start, seats)
        elif attacking:
            level = levels[up]
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
        if simple and need != NEEDS_SECOND_CARD and at <= drawn:
            net = tables.net[mine * ENDS + end]
            halves = 2 + (mine >> 4 & 2)
        else:
            drawn, at, state, end = play_round(
                tables, facts, shoe, size, drawn, start, state, seats, book, none, boxes
            )
            if at > size:
                told[TOLD_FAILED] = RAN_OUT
                return
            box = boxes[seat]
            net = settle_box(tables, facts, box, end) + settle_insurance(facts, box, end)
            halves = staked_halves(box)
        if siding:
            side = side_row(sides, shoe, start, seats, seat, end)
        outcome = ((level * count.sides + side) * stakes + halves) * nets + net - least
        counts[outcome] += 1
        if counting:
            for place in range(start, at):
                running += tags[shoe[np.uint64(place)]]
        if number < out.shape[0] and not note_round(
            out, number, shoe, start, at, shuffled, outcome
        ):
            told[TOLD_FAILED] = TOO_LONG
            return
        shuffled = 0
        if at >= cut_at:
            at = 0
            running = count.start
            shuffled = SHUFFLED
            drawn, state = draw_until(shoe, size, 0, block, state)


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
def dense(symbol: Any) -> Any:
    """A card's symbol as a number below 52: thirteen ranks from the ace, then the suit."""
    return ((symbol & VALUE_MASK) + (symbol >> 6)) * 4 + (symbol >> 4 & 3)


@compiled
def derive_kernel(
    tables: Any, facts: Any, records: Any, room: int, seats: int, seat: int, least: int,
    nets: int, stakes: int, levels: Any, boxes: Any, shoe: Any, none: Any,
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
            tables, facts, shoe, cards, cards, 0, np.uint64(0), seats, 0, none, boxes
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
