"""Spanish 21 without approximation, by the analysis that blackjack uses.

What is different: decks of 48 cards; a player's 21 always wins, and more than its wager by the
number of its cards or as 6-7-8 and 7-7-7; a hand may be doubled with any number of cards; after
doubling, the doubled part may be taken back and the other forfeited (rescue); split aces are
played as any hand. Split hands are played as hands that were not split.

Decisions depend on the values of cards, never on their suits. So the suits of a hand's cards of
one rank are as likely to be any of those in the shoe, whatever has become of all other cards: a
6-7-8 or 7-7-7 is of one suit with a chance that does not depend on anything else.

The super bonus, 19.5(g), is an amount of money and not odds: it is no part of these values. See
`super_bonus_chance`. Decisions are found in floating point, as blackjack's are; one that is wrong
by rounding costs less than its ERROR. Values are exact fractions of the strategy that was found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm, perm, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.equipment.cards import DECK
from pitboss.families.twenty_one.hands import FIVE_CARDS_ROW, SIX_SEVEN_EIGHT_ROW, THREE_SEVENS_ROW
from pitboss.families.twenty_one.no_tens import TEN_RANK, shoe_without_tens
from pitboss.games.spanish_21.hands import SOFT_17_DRAWS, match_row
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.exact.best import HandsAgainst, hands_against
from pitboss.studies.families.twenty_one.exact.by_value import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.compositions import (
    TOTAL_MAX,
    VALUES,
    Ints,
    compositions,
)
from pitboss.studies.families.twenty_one.exact.dealer import LANES, Floats
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, WAYS, Payments
from pitboss.studies.families.twenty_one.exact.rows import first_rows
from pitboss.studies.families.twenty_one.exact.shoes import Start, chance_of
from pitboss.studies.families.twenty_one.exact.solve import (
    against_blackjack,
    choose_first,
    parts_of,
    payments,
    program_of,
    split_worth,
    starts_of,
)
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    may_double,
    nothing,
    start_row,
)
from pitboss.studies.families.twenty_one.side_wagers import Rows, rows_of_deals
from pitboss.studies.families.twenty_one.table_rules import (
    DOUBLE_RESCUES,
    HOLE_CARDS,
    LATE_SURRENDER,
    NO_SURRENDER,
    TableRules,
)

Bools = npt.NDArray[np.bool_]

SPADES, SIX, SEVEN, EIGHT, ACE_RANK = 3, 4, 5, 6, 12

# Numbers of sixes, sevens and eights, by suit; and how many of each rank a hand has.
BySuit = tuple[tuple[int, ...], ...]
Uses = tuple[int, int, int]
SIX_SEVEN_EIGHT, THREE_SEVENS = (1, 1, 1), (0, 3, 0)


class Suits(NamedTuple):
    """The chances that cards of three ranks, or three cards of one, are of mixed suits, of one
    suit other than spades, and all spades."""

    mixed: Fraction
    one_suit: Fraction
    spades: Fraction


class SpanishGame(NamedTuple):
    """A table's rules, and the cards in its shoe: by value, and its sixes, sevens and eights by
    suit; with the chances of the suits of hands that these make."""

    rules: TableRules
    cards: tuple[int, ...]
    by_suit: BySuit
    six_seven_eight: Suits
    three_sevens: Suits

    @property
    def shoe(self) -> Ints:
        return np.array(self.cards, dtype=np.int64)


class Bonus(NamedTuple):
    """Hands of 21 that pay more: which, and the rows of `bonus_21` with the chance of each.
    `uses` are the ranks whose suits decide, if any."""

    hands: Bools
    rows: tuple[tuple[int, Fraction], ...]
    uses: Uses = (0, 0, 0)


def table_rules(rules: Spanish21Rules) -> TableRules:
    return TableRules(
        decks=rules.decks,
        without=(TEN_RANK,),
        hole_card=HOLE_CARDS.index(rules.hole_card),
        soft_17_draws=SOFT_17_DRAWS,
        win=rules.win.fraction,
        blackjack=rules.blackjack.fraction,
        insurance=rules.insurance.fraction,
        bonuses=tuple(odds.fraction for _, odds in rules.bonus_21.rows),
        twenty_one_wins=True,
        blackjack_beats_blackjack=True,
        surrender=LATE_SURRENDER if rules.surrender else NO_SURRENDER,
        surrender_keeps=1 - Fraction(rules.surrender_charge.percent, 100),
        hands_max=rules.hands_max,
        aces_hands_max=rules.hands_max,
        aces_one_card=False,
        doubles_later=True,
        after_double=DOUBLE_RESCUES,
    )


def game_of(rules: Spanish21Rules, counts: Sequence[int] | None = None) -> SpanishGame:
    """The rules with a full shoe, or with one of these cards."""
    counts = shoe_without_tens(rules.decks).counts if counts is None else counts
    by_suit = tuple(
        tuple(counts[4 * rank + suit] for suit in range(4)) for rank in (SIX, SEVEN, EIGHT)
    )
    return SpanishGame(
        table_rules(rules),
        by_value(counts),
        by_suit,
        suits_of(by_suit, SIX_SEVEN_EIGHT),
        suits_of(by_suit, THREE_SEVENS),
    )


def by_value(counts: Sequence[int]) -> tuple[int, ...]:
    """A shoe of cards by value, the ace first."""
    found = [0] * VALUES
    for card in range(52):
        rank = card >> 2
        value = 1 if rank == ACE_RANK else min(rank + 2, VALUES)
        found[value - 1] += counts[card]
    return tuple(found)


def suits_of(by_suit: BySuit, uses: Uses) -> Suits:
    """Return the chances of the suits of a hand that has so many cards of each rank."""
    alike = [all_of_suits(by_suit, (uses, suit)) for suit in range(4)]
    whole = sum(alike, Fraction(0))
    return Suits(1 - whole, whole - alike[SPADES], alike[SPADES])


def all_of_suits(by_suit: BySuit, *hands: tuple[Uses, int]) -> Fraction:
    """The chance that each of the hands is of its suit."""
    chance = Fraction(1)
    for rank, numbers in enumerate(by_suit):
        wanted = [0] * 4
        for uses, suit in hands:
            wanted[suit] += uses[rank]
        ways = prod(map(perm, numbers, wanted))
        if not ways:
            return Fraction(0)
        chance *= Fraction(ways, perm(sum(numbers), sum(wanted)))
    return chance


def rules_against(game: SpanishGame, start: Start) -> TableRules:
    """Where a dealer's blackjack is possible and not looked for, pairs are split once only: what
    the hands have lost before it is found has to be known of all of them together, and more
    than two that draw from an ace on would take too long."""
    if game.rules.dealer_looks or start.makes < 0:
        return game.rules
    hands = min(game.rules.hands_max, 2)
    return game.rules._replace(hands_max=hands, aces_hands_max=hands)


def splits_once(game: SpanishGame) -> Bools | None:
    """The starts against which `rules_against` permits no second split."""
    return None if game.rules.dealer_looks else np.isin(np.arange(VALUES), (0, VALUES - 1))


# -- payments --------------------------------------------------------------------------------


def bonuses(game: SpanishGame) -> list[Bonus]:
    """19.5(f), in the order of the table's rows."""
    table = compositions()
    whole = Fraction(1)
    full = table.total == TOTAL_MAX
    rows = np.arange(len(table.cards))
    by_cards = [full & (table.cards == 5), full & (table.cards == 6), full & (table.cards >= 7)]
    found = [Bonus(hands, ((FIVE_CARDS_ROW + n, whole),)) for n, hands in enumerate(by_cards)]
    for cards, row, suits, uses in (
        ((6, 7, 8), SIX_SEVEN_EIGHT_ROW, game.six_seven_eight, SIX_SEVEN_EIGHT),
        ((7, 7, 7), THREE_SEVENS_ROW, game.three_sevens, THREE_SEVENS),
    ):
        found.append(Bonus(rows == table.row_of(*cards), tuple(enumerate(suits, row)), uses))
    return found


@cache
def paid_by(game: SpanishGame) -> Payments:
    """What final hands gain, on average over suits; no hand is rescued."""
    plain = payments(game.rules)
    means = [
        sum(game.rules.bonuses[row] * chance for row, chance in each.rows) for each in bonuses(game)
    ]
    unit = lcm(plain.unit, *(Fraction(mean).denominator for mean in means))
    once = plain.once * (unit // plain.unit)
    twice = 2 * once
    for each, mean in zip(bonuses(game), means, strict=True):
        once[each.hands] = int((1 + mean) * unit)
    return Payments(once, twice, unit)


def with_rescue(paid: Payments, rescues: Bools) -> Payments:
    """Of doubled hands that are rescued one of the two wagers comes back, whatever the dealer
    has."""
    twice = paid.twice.copy()
    twice[rescues] = paid.unit
    return Payments(paid.once, twice, paid.unit)


# -- the best strategy -----------------------------------------------------------------------


class Limits(NamedTuple):
    """What a player never does, of what the rules permit. `double_cards`: hands of more cards
    are not doubled."""

    double_cards: int = TOTAL_MAX
    rescue: bool = True
    split: bool = True
    surrender: bool = True


FREE = Limits()


@lru_cache(maxsize=32)
def solve(game: SpanishGame, limits: Limits = FREE) -> Strategy:
    """The best strategy off the top of the shoe within the limits, decided by one's own cards
    and the dealer's."""
    strategy = nothing(game.rules)
    strategy.rescues = np.zeros_like(strategy.doubles)
    strategy.splits_once = splits_once(game)
    for start in starts_of(game.rules, game.shoe):
        if start.is_blackjack:
            continue
        index, rules = start_row(start.cards), rules_against(game, start)
        if not limits.surrender:
            rules = rules._replace(surrender=NO_SURRENDER)
        gains = _play(game, start, strategy, index, limits)
        splits = np.full(VALUES, -np.inf)
        if limits.split:
            paid = with_rescue(paid_by(game), strategy.rescues[index])
            actions = strategy.split_actions(index, rules)
            splits = split_worth(rules, start, paid, *actions)
        choose_first(rules, start, strategy, index, gains, splits)
    return strategy


def _play(
    game: SpanishGame, start: Start, strategy: Strategy, index: int, limits: Limits
) -> Floats:
    """Notes in the strategy what is best with every hand, but for splitting and surrender; what
    that gains."""
    table = compositions()
    dealer = hands_against(program_of(game.rules, start), start)
    plain = paid_by(game)
    assert strategy.rescues is not None
    if limits.rescue:
        strategy.rescues[index] = _rescues(dealer, plain)
    paid = with_rescue(plain, strategy.rescues[index])
    doubles = may_double(game.rules) & (table.cards <= limits.double_cards)
    wagers = paid.once / paid.unit, paid.twice / paid.unit
    stand, draw, double = dealer.gains(wagers, doubles, looks=game.rules.dealer_looks)
    draw[table.total == TOTAL_MAX] = -np.inf
    strategy.draws[index] = draw > stand
    best = np.maximum(stand, draw)
    strategy.doubles[index] = double > best
    found: Floats = np.maximum(best, double)
    return found


def _rescues(dealer: HandsAgainst, paid: Payments) -> Bools:
    """Doubled hands that are worth less than the wager that a rescue gives back. A dealer's
    blackjack takes one wager either way."""
    table, start = compositions(), dealer.start
    hands = np.flatnonzero(
        (table.cards >= 3) & (table.total < TOTAL_MAX) & (table.counts <= start.shoe).all(axis=1)
    )
    rows = dealer.place[hands]
    chances = dealer.out[rows // LANES, :, rows % LANES]
    none = np.ones(len(hands))
    if start.makes >= 0:
        left = np.maximum(start.shoe.sum() - table.cards[hands], 1)
        none -= (start.shoe[start.makes] - table.counts[hands, start.makes]) / left
    twice = paid.twice[hands] / paid.unit
    over = none - chances.sum(axis=1)
    gained = (chances * twice[:, :-1]).sum(axis=1) + over * twice[:, -1]
    found = np.zeros(len(table.cards), dtype=bool)
    found[hands] = gained < none
    return found


# -- the worth of a strategy -----------------------------------------------------------------


def evaluate(game: SpanishGame, strategy: Strategy) -> Fraction:
    """What the strategy is worth to the player per unit of the initial wager, exactly."""
    total = Fraction(0)
    for start in starts_of(game.rules, game.shoe):
        if start.is_blackjack:
            total += start.chance * against_blackjack(game.rules, start)
        else:
            total += start.chance * worth_against(game, start, strategy)
    return total


def worth_against(game: SpanishGame, start: Start, strategy: Strategy) -> Fraction:
    index = start_row(start.cards)
    assert strategy.rescues is not None
    paid = with_rescue(paid_by(game), strategy.rescues[index])
    parts = parts_of(rules_against(game, start), start, strategy, index)
    # The wager added by doubling is counted in the same units as what it gains.
    times = parts.times.copy()
    times[DOUBLED] *= paid.unit
    one = program_of(game.rules, start)
    (gained,) = sum_exactly(
        one, start.shoe, parts.rows, [Sum(times, paid.once, paid.twice)], start.makes
    )
    lost = Fraction(0)
    if not game.rules.dealer_looks:
        lost = doubles_to_blackjack(start, strategy, index, least=3).over
    return parts.known - lost + gained / paid.unit


class ToBlackjack(NamedTuple):
    """The chances that a hand that is not split is doubled, and that it then goes over 21, while
    the dealer's second card makes a blackjack."""

    doubled: Fraction
    over: Fraction


def doubles_to_blackjack(
    start: Start, strategy: Strategy, index: int, *, least: int = 2
) -> ToBlackjack:
    """Return the chances of hands that are doubled with `least` cards or more."""
    doubled = over = Fraction(0)
    if start.makes < 0:
        return ToBlackjack(doubled, over)
    table = compositions()
    listed = first_rows(start.shoe, strategy.actions(index))
    for row in np.flatnonzero(listed.ways[:WAYS][DOUBLED]).tolist():
        hand = int(listed.rows[0, row])
        if table.cards[hand] < least:
            continue
        times = int(listed.ways[DOUBLED, row])
        counts = table.counts[hand].tolist()
        held = [v for v in range(1, VALUES + 1) for _ in range(counts[v - 1])]
        held.append(start.makes + 1)
        doubled += times * chance_of(start.shoe, *held)
        over += times * sum(
            chance_of(start.shoe, *held, v)
            for v in range(1, VALUES + 1)
            if table.child[hand, v - 1] < 0
        )
    return ToBlackjack(doubled, over)


# -- beside the main wager -------------------------------------------------------------------


def match_the_dealer(decks: int) -> Rows:
    """19.6: the chances of the rows of the match-the-dealer table; NO_ROW for a loss."""
    return rows_of_deals(decks, [card for card in DECK if card >> 2 != TEN_RANK], 3, match_row)


def super_bonus_chance(game: SpanishGame) -> Fraction:
    """19.5(g): of three sevens of one suit against a seven, for a player who draws to two sevens
    and neither doubles nor splits them."""
    return chance_of(game.shoe, 7, 7, 7, 7) * (1 - game.three_sevens.mixed)
