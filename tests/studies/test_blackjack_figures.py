"""Single figures of blackjack: held to the whole game, and to what was published."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.studies import blackjack_figures as figures
from tests.studies.published_blackjack import BLACKJACK

from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.exact.shoes import one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    blackjack_value,
    choose_first,
    first_chance,
    payments,
    play_best,
)
from pitboss.studies.families.twenty_one.exact.strategy import start_row, two_card_hands
from pitboss.studies.families.twenty_one.table_rules import (
    CARD_READER,
    LATE_SURRENDER,
    NO_HOLE_CARD,
    TableRules,
)

SIX = TableRules(decks=6, hole_card=CARD_READER, hands_max=4)


def test_the_edge_by_cards_and_by_totals() -> None:
    """E. Farmer's value; by totals, what was worked out elsewhere to about 1e-5."""
    assert f"{float(figures.house_edge(SIX)):.8f}" == "0.00402870"
    by_totals = figures.house_edge(SIX, by_totals=True)
    assert abs(float(by_totals) - float(BLACKJACK["bj.6d_s17_das_spl4.td.edge"])) < 5e-5


@pytest.mark.parametrize("soft_17_draws", [False, True])
@pytest.mark.parametrize("decks", [6, 8])
def test_the_dealer_ends_as_was_published(decks: int, soft_17_draws: bool) -> None:
    found = figures.dealer_results(TableRules(decks=decks, soft_17_draws=soft_17_draws))
    assert sum(found.values()) == 1
    rules = f"bj.dealer.{decks}d_{'h17' if soft_17_draws else 's17'}"
    names = {"over 21": "bust", "21": "21nb"}
    checked = 0
    for name, chance in found.items():
        published = BLACKJACK.get(f"{rules}.{names.get(name, name)}.prob")
        if published is not None:
            assert abs(float(chance) - float(published)) < 1e-12
            checked += 1
    assert checked >= 4


def test_the_dealer_by_the_card_that_is_shown() -> None:
    """All cards together are the whole; a 5 and a 6 go over 21 most often."""
    one = TableRules(decks=1)
    whole = figures.dealer_results(one)
    by_card = {value: figures.dealer_results(one, shown=value) for value in range(1, 11)}
    for name, chance in whole.items():
        parts = [by_card[value][name] * (4 if value < 10 else 16) for value in by_card]
        assert sum(parts, Fraction(0)) / 52 == chance
    over = {value: found["over 21"] for value, found in by_card.items()}
    assert set(sorted(over, key=lambda value: over[value])[-2:]) == {5, 6}
    assert "blackjack" not in figures.dealer_results(one, shown=1, looked=True)
    gone = figures.dealer_results(one, shown=1, gone=[10] * 16)
    assert gone["blackjack"] == 0


def test_values_of_hands_add_up_to_the_round() -> None:
    """Without a card reader and with surrender, so that everything has its price: against an
    ace, the best value of each hand is what the best strategy comes to."""
    parameters = TableRules(decks=1, hole_card=NO_HOLE_CARD, surrender=LATE_SURRENDER)
    (start,) = (each for each in one_card_starts(shoe_of(1)) if each.cards == (1,))
    total = Fraction(0)
    for _, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if (low, high) == (1, 10):
            total += chance * blackjack_value(parameters, start)
        else:
            values = figures.hand_values(parameters, (low, high), 1, looked=False)
            total += chance * max(each for each in values if each is not None)
    strategy, index = figures.best_strategy(parameters), start_row(start.cards)
    found, splits = play_best(parameters, start, strategy, index, payments(parameters))
    value, _ = choose_first(parameters, start, strategy, index, found.best, splits)
    assert abs(float(total) - value) < 1e-10


# The expected values of hands that are known to all who write about blackjack: six decks, the
# dealer stands on soft 17 and has looked.
KNOWN = [
    ((10, 6), 10, "draw", -0.534676), ((8, 8), 10, "split", -0.474894),
    ((1, 7), 9, "draw", -0.098469), ((9, 9), 7, "stand", 0.399576),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "shown", "best", "worth"), KNOWN)
def test_values_of_hands(hand: tuple[int, ...], shown: int, best: str, worth: float) -> None:
    found = figures.hand_values(SIX, hand, shown)
    assert found.best == best
    assert abs(float(getattr(found, best)) - worth) < 1e-6


def test_what_removing_a_card_does() -> None:
    """P. Griffin's effects for one deck, in percent: tens and aces cost, fives gain most."""
    parameters = TableRules(decks=1, hole_card=CARD_READER, hands_max=4)
    found = figures.effects_of_removal(parameters)
    griffin = {1: -0.61, 2: 0.38, 3: 0.44, 4: 0.55, 5: 0.69, 6: 0.46, 7: 0.28, 8: 0.00,
               9: -0.18, 10: -0.51}  # fmt: skip
    for value, percent in griffin.items():
        assert abs(100 * float(found[value]) - percent) < 0.06, value


def test_insurance_by_the_cards_that_are_seen() -> None:
    assert figures.insurance_value(SIX) == -Fraction(BLACKJACK["bj.insurance.6d.edge"])
    two_tens = Fraction(BLACKJACK["bj.insurance.6d_player_two_tens.edge"])
    assert figures.insurance_value(SIX, (10, 10)) == -two_tens


def test_what_cannot_be_is_refused() -> None:
    for cards, shown in (((10, 10, 5), 6), ((1, 10), 6), ((7,), 6), ((11, 2), 6)):
        with pytest.raises(BadInput):
            figures.hand_values(SIX, cards, shown)
    with pytest.raises(BadInput, match="left"):
        figures.dealer_results(TableRules(decks=1), gone=[2] * 5)
