"""2.17 to 2.26: the wagers beside the hand, when each is decided and what it is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from pitboss.families.twenty_one.hands import is_ace
from pitboss.families.twenty_one.play import Box, Play
from pitboss.games.blackjack import hands
from pitboss.games.blackjack.rules import OPTIONAL_BONUS_ROWS, BlackjackRules
from pitboss.games.blackjack.wagers import BONUS, STREAK
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import seat_text
from pitboss.table.layout import Wager
from pitboss.table.prompts import Amounts, Bounds

# The row that first cards are: the player's two, the dealer's, and whether the dealer has a
# blackjack.
RowOf = Callable[[int, int, int, bool], int]

# Wagers that the first cards decide. What pays them is said in the data file.
ROW_OF: dict[str, RowOf] = {
    "over-13": lambda first, second, up, blackjack: hands.over_13_row(first, second),
    "under-13": lambda first, second, up, blackjack: hands.under_13_row(first, second),
    "same-suit": lambda first, second, up, blackjack: hands.same_suit_row(first, second),
    "match-the-dealer": lambda first, second, up, blackjack: hands.match_row(first, second, up),
    "in-between": lambda first, second, up, blackjack: hands.in_between_row(first, second, up),
    "twenty-point-bonus": (
        lambda first, second, up, blackjack: hands.twenty_point_row(first, second, blackjack)
    ),
}
WAITS, NOT_HERE = -2, -3
# 2.17(d), (e): the first three cards; 2.19: four aces are the most.
SEVENS_CARDS, ACES = 3, 4
AWARD = "award"


class Watch(msgspec.Struct, eq=False):
    """The cards that have come to each box, in order, while a wager depends on them."""

    dealer: Dealer
    rules: BlackjackRules
    cards: dict[int, list[int]] = {}

    def after_card(self, box: Box, card: int) -> None:
        """A third or later card: what waited for it is decided."""
        if box.number in self.cards:
            self.cards[box.number].append(card)
            _decide_waiting(self, box, over=False)

    def turn_over(self, box: Box) -> None:
        """No more cards will come: what still waits is decided by those that came."""
        if box.number in self.cards:
            _decide_waiting(self, box, over=True)
            del self.cards[box.number]


def settle_first_cards(dealer: Dealer, rules: BlackjackRules, play: Play) -> Watch:
    """2.17(d), (e) and 2.19 to 2.26: losers right after the second card to each player, then
    winners. What depends on later cards waits, in the watch that is given back."""
    watch = Watch(dealer, rules)
    up = play.dealers.cards[0]
    decided: list[tuple[Wager, int]] = []
    for box in play.boxes[::-1]:
        first, second = box.hands[0].cards
        for wager in dealer.wagers_of(box.number):
            row = _row_now(rules, wager, first, second, up)
            if row == WAITS:
                watch.cards[box.number] = [first, second]
            else:
                decided.append((wager, row))
    for wager, row in decided:
        if row == hands.LOSES:
            dealer.collect(wager, cite=_loses_under(rules, wager))
    for wager, row in decided:
        if row >= 0:
            _pay_row(dealer, rules, wager, row)
    _settle_bonus(dealer, rules, play)
    return watch


def _row_now(rules: BlackjackRules, wager: Wager, first: int, second: int, up: int) -> int:
    """The row of the wager's table after two cards; LOSES, WAITS, or NOT_HERE for a wager that
    is not one of these."""
    if wager.kind in ROW_OF:
        row = ROW_OF[wager.kind](first, second, up, False)
        # Two queens of hearts pay more with a blackjack of the dealer.
        return WAITS if wager.kind == "twenty-point-bonus" and row == 1 else row
    match wager.kind:
        case "optional-bonus":
            assert rules.optional_bonus is not None
            filed = [name for name, _ in rules.optional_bonus.rows]
            return filed_row(filed, hands.optional_bonus_bits(first, second))
        case "sevens":
            return _sevens_after_two(rules, first, second)
        case "progressive":
            return (
                WAITS if is_ace(first) and is_ace(second) else progressive_row_of([first, second])
            )
    return NOT_HERE


def filed_row(filed: Sequence[str], bits: int) -> int:
    """2.25: of the rows that the licensee has filed, the first one that the two cards are."""
    for index, name in enumerate(OPTIONAL_BONUS_ROWS):
        if bits >> index & 1 and name in filed:
            return filed.index(name)
    return hands.LOSES


def _sevens_after_two(rules: BlackjackRules, first: int, second: int) -> int:
    if rules.sevens_any_of_three:
        return WAITS
    if not hands.is_seven(first):
        return hands.LOSES
    return WAITS if hands.is_seven(second) else hands.sevens_row(1, False)


def sevens_row_of(rules: BlackjackRules, cards: list[int]) -> int:
    """The sevens among the first three cards: those from the first card on, or all."""
    sevens = []
    for card in cards[:SEVENS_CARDS]:
        if hands.is_seven(card):
            sevens.append(card)
        elif not rules.sevens_any_of_three:
            break
    return hands.sevens_row(len(sevens), _one_suit(sevens))


def progressive_row_of(cards: list[int]) -> int:
    """2.19: aces in sequence from the player's first card."""
    aces = []
    for card in cards[:ACES]:
        if not is_ace(card):
            break
        aces.append(card)
    return hands.progressive_row(len(aces), _one_suit(aces))


def _one_suit(cards: list[int]) -> bool:
    return all(card & 3 == cards[0] & 3 for card in cards)


def _decide_waiting(watch: Watch, box: Box, *, over: bool) -> None:
    """A sevens or progressive wager that waited for cards."""
    dealer, rules, cards = watch.dealer, watch.rules, watch.cards[box.number]
    for wager in dealer.wagers_of(box.number):
        if wager.kind == "sevens" and (over or len(cards) >= SEVENS_CARDS):
            _settle_row(dealer, rules, wager, sevens_row_of(rules, cards))
        elif wager.kind == "progressive" and (over or len(cards) >= ACES or not is_ace(cards[-1])):
            _settle_row(dealer, rules, wager, progressive_row_of(cards))


def _settle_row(dealer: Dealer, rules: BlackjackRules, wager: Wager, row: int) -> None:
    if row == hands.LOSES:
        dealer.collect(wager, cite=_loses_under(rules, wager))
    else:
        _pay_row(dealer, rules, wager, row)


def _loses_under(rules: BlackjackRules, wager: Wager) -> str:
    cite = rules.law.wagers[wager.kind].cite
    return "2.17(d)" if cite.startswith("2.17") else cite


def _pay_row(dealer: Dealer, rules: BlackjackRules, wager: Wager, row: int) -> None:
    if wager.kind == "progressive" and row == 0:
        return _pay_meter(dealer, rules, wager)
    # The meter's row stands in a table of its own, before the others.
    index = row - 1 if wager.kind == "progressive" else row
    table = rules.law.paytable(rules.law.wagers[wager.kind].pays.partition(":")[0])
    dealer.pay(wager, table.rows[index][1], cite=table.cite)


def offer_third_card_to_sevens(dealer: Dealer, rules: BlackjackRules, play: Play) -> list[Box]:
    """2.6(j)3, (k)6: the dealer has a blackjack; whoever holds two sevens and wagered on them
    is offered a third card, from the dealer's left. Returns those who take it."""
    cite = "2.6(k)6" if rules.ties_lose else "2.6(j)3"
    taking = []
    for box in play.boxes:
        sevens = all(hands.is_seven(card) for card in box.hands[0].cards)
        if sevens and dealer.find(box.number, "sevens"):
            choice = dealer.choose(
                box.caller, ("draw", "stand"), cite=cite, what="a third card for the sevens wager"
            )
            if choice == "draw":
                taking.append(box)
    return taking


# -- 2.24, the two queens of hearts ------------------------------------------------------------


def queens_wait(dealer: Dealer) -> bool:
    return any(wager.kind == "twenty-point-bonus" for wager in dealer.wagers)


def settle_queens(dealer: Dealer, rules: BlackjackRules, *, dealer_blackjack: bool) -> None:
    for wager in dealer.in_order()[::-1]:
        if wager.kind == "twenty-point-bonus":
            _pay_row(dealer, rules, wager, 0 if dealer_blackjack else 1)


# -- 2.20, the bonus wager ---------------------------------------------------------------------


def _settle_bonus(dealer: Dealer, rules: BlackjackRules, play: Play) -> None:
    """2.20(i), (j): it wins on a blackjack, whatever the dealer has, the award that the device
    shows.

    Doubt: the stake goes back besides."""
    for box in play.boxes[::-1]:
        for wager in dealer.wagers_of(box.number):
            if wager.kind != BONUS:
                continue
            if not box.hands[0].blackjack:
                dealer.collect(wager, cite="2.20")
                continue
            award = _award(dealer, rules, wager)
            dealer.give_back(wager, cite="2.20", result="returned")
            assert rules.bonus_award is not None
            dealer.bonus(box.number, "bonus award", award, rules.bonus_award, cite="2.20(j)")


def _award(dealer: Dealer, rules: BlackjackRules, wager: Wager) -> int:
    least, most = rules.bonus_awards[wager.cents]
    usual = tuple(f"{AWARD} {format_dollars(cents)}" for cents in (least, most))
    shown = dealer.choose(
        0,
        usual,
        cite="2.20(j)",
        what=f"award of p{wager.seat}",
        amounts=Amounts(AWARD, Bounds(least, most, 1, "2.20(j)")),
    )
    return parse_dollars(shown.removeprefix(AWARD + " "))


# -- 2.19, the progressive meter ---------------------------------------------------------------


def add_to_meter(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.19: a fixed part of each progressive wager goes to the meter."""
    wagers = [wager for wager in dealer.wagers if wager.kind == "progressive"]
    added = len(wagers) * rules.rate_of_progression
    state = dealer.state
    dealer.remember(replace(state, meter=state.meter + added, contributed=added, paid=0))
    if wagers:
        shown = format_dollars(dealer.state.meter)
        dealer.note(f"the progressive meter shows {shown}", cite="2.19")


def _pay_meter(dealer: Dealer, rules: BlackjackRules, wager: Wager) -> None:
    """Four aces of one suit: what the meter shows; it begins anew at the reset amount.

    Doubt: of two in one round the first one decided takes it all."""
    state, table = dealer.state, rules.progressive_meter
    assert table is not None
    dealer.give_back(wager, cite=table.cite, result="returned")
    line = dealer.bonus(
        wager.seat, "progressive meter", state.meter, table.rows[0][1], cite=table.cite
    )
    dealer.remember(
        replace(
            state,
            meter=rules.meter_reset,
            paid=state.paid + line.pays,
            payments=state.payments + 1,
        )
    )


# -- 2.22, the streak wager --------------------------------------------------------------------


def settle_streaks(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.22: a round counts by its net result over all hands of the box; a round that breaks
    even neither counts nor breaks the run."""
    table = rules.streak
    if table is None:
        return
    streaks = dict(dealer.state.streaks)
    for seat in dealer.players_with_wagers(reverse=True):
        net = _net_of_hands(dealer, seat)
        name = seat_text(seat)
        mine = [wager for wager in dealer.wagers_of(seat) if wager.kind == STREAK]
        if net > 0:
            streaks[name] = streaks.get(name, 0) + 1
            dealer.act(f"move the marker of {name} to {streaks[name]}", cite=table.cite)
            for wager in mine:
                if wager.spot == f"{streaks[name]}":
                    dealer.pay(wager, table[wager.spot], cite=table.cite)
        elif net < 0:
            for wager in mine:
                dealer.collect(wager, cite=table.cite)
        if not any(wager.kind == STREAK for wager in dealer.wagers_of(seat)):
            streaks.pop(name, None)
    dealer.remember(replace(dealer.state, streaks=streaks))


def _net_of_hands(dealer: Dealer, seat: int) -> int:
    """What the seat's own box won or lost in this round, insurance and the like left out."""
    net = 0
    for line in dealer.lines:
        word = line.wager.split()[0]
        if line.seat == seat and word in ("initial", "double", "split"):
            net += line.pays if line.result == "win" else -line.stake * (line.result == "lose")
    return net
