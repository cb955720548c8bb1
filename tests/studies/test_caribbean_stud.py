"""Caribbean stud poker's figures: published ones, small decks walked through the procedure, the
kernel held to the procedure, and the progressive meter."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import Edges, exact_edges, need_study, strategy_of
from pitboss.analysis.policy import odds_by, read_policy
from pitboss.analysis.simulation.plan import Plan, key_of, run_chunk
from pitboss.analysis.simulation.simulate import plan_for
from pitboss.equipment.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games.caribbean_stud_poker.hands import ROWS, hand_row, qualifies
from pitboss.hands.poker import five_card_value
from pitboss.studies.caribbean_stud_poker.study import deals, game, rows
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.game import Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "caribbean-stud-poker"
DAY = date(1999, 6, 1)
GAME = registry.find(KEY)
RULES = GAME.rules(DAY)
STUDY = need_study(GAME)
DEALS = 19_933_230_517_200


@cache
def ante(strategy: str = "optimal", wager: str = "ante") -> Distribution:
    (found,) = exact_edges(KEY, DAY, wager=wager, strategy=strategy).wagers
    return found.distribution


# -- published --------------------------------------------------------------------------------

PUBLISHED = [
    ("cs.perfect.edge", "optimal", "edge", "142031221/2718662100"),
    ("cs.perfect.element_of_risk", "optimal", "risk", "86781076031/3396139966890"),
    ("cs.ak_j83.element_of_risk", "A-K-J-8-3 or better", "risk", "5887307781/226782654890"),
    ("cs.ak_j83.raise_prob", "A-K-J-8-3 or better", "bets", "1335/2548"),
    ("cs.pair.edge", "pair or better", "edge", "18171201691/332220508620"),
    ("cs.pair.total_loss", "pair or better", "loss", "1090272101460"),
    ("cs.pair.element_of_risk", "pair or better", "risk", "18171201691/663658708350"),
    ("cs.pair.raise_prob", "pair or better", "bets", "1271/2548"),
    ("cs.ak.edge", "ace-king or better", "edge", "484017181/8518474580"),
    ("cs.ak.total_loss", "ace-king or better", "loss", "1132600203540"),
    ("cs.blind.edge", "always bet", "edge", "18390890767/110740169540"),
    ("cs.blind.total_loss", "always bet", "loss", "3310360338060"),
    ("cs.blind.raise_prob", "always bet", "bets", "1"),
]


@pytest.mark.parametrize(
    ("strategy", "figure", "expected"), [pytest.param(*row[1:], id=row[0]) for row in PUBLISHED]
)
def test_published_figures(strategy: str, figure: str, expected: str) -> None:
    found = ante(strategy)
    figures: dict[str, Any] = {
        "edge": found.house_edge,
        "risk": found.element_of_risk,
        "loss": lambda: found.house_edge() * DEALS,
        "bets": lambda: sum(p for cell, p in found.cells.items() if cell.staked > 1),
    }
    got = figures[figure]()
    assert got == Fraction(expected)


def test_every_deal_is_counted() -> None:
    assert ante().combinations() == DEALS == 2_598_960 * 47 * 163_185


def test_the_dealer_qualifies_in_205_of_364() -> None:
    """cs.dealer_qualifies.prob, and the rules file: 1,463,700 hands, 167,280 of them ace-king."""
    by_row = rows()
    assert sum(by_row[1:]) == 1_463_700
    assert by_row[1] == 167_280
    assert Fraction(sum(by_row[1:]), 2_598_960) == Fraction(205, 364)


def progressive(meter_cents: int, amounts: tuple[int, int, int]) -> Distribution:
    """The progressive wager alone; amounts for a flush, a full house, four of a kind."""
    options: dict[str, Any] = {"rate_of_progression": 0}
    for row, amount in zip(("flush", "full house", "four of a kind"), amounts, strict=True):
        options[f"odds.progressive.{row}"] = f"{amount} to 1"
    name = f"progressive {meter_cents // 100}.{meter_cents % 100:02d}"
    (found,) = exact_edges(KEY, DAY, options, wager=name).wagers
    return found.distribution


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        pytest.param((50, 75, 100), "14965/64974", id="cs.progressive.50_75_100.fixed_return"),
        pytest.param((100, 250, 500), "21985/32487", id="cs.progressive.100_250_500.fixed_return"),
        pytest.param((75, 100, 500), "17825/43316", id="cs.progressive.75_100_500.fixed_return"),
    ],
)
def test_return_of_the_fixed_amounts(amounts: tuple[int, int, int], expected: str) -> None:
    assert 1 + progressive(0, amounts).mean() == Fraction(expected)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        pytest.param((50, 100, 500), "4142900/19", id="cs.progressive.50_100_500.breakeven"),
        pytest.param((75, 100, 500), "3823650/19", id="cs.progressive.75_100_500.breakeven"),
        pytest.param((50, 100, 300), "4454900/19", id="cs.progressive.50_100_300.breakeven"),
    ],
)
def test_meter_at_which_the_wager_is_fair(amounts: tuple[int, int, int], expected: str) -> None:
    """The mean is linear in the meter, as long as a tenth of it is whole cents."""
    low, high = progressive(0, amounts).mean(), progressive(100_000_000, amounts).mean()
    assert -low * 1_000_000 / (high - low) == Fraction(expected)


def test_the_payout_limit_costs_a_high_ante() -> None:
    """At 100.00 a straight flush and a royal flush are cut to 5,000.00, no other hand."""
    high = ante(wager="ante 100.00")
    cut = {cell.row: cell.net for cell in high.cells if cell.net == 50}
    assert set(cut) == {"win, straight flush", "win, royal flush"}
    assert high.house_edge() > ante().house_edge()
    assert ante(wager="ante 20.00").house_edge() == ante().house_edge()


def test_the_best_strategy_is_at_least_as_good_as_every_named_one() -> None:
    for name in STUDY.strategies:
        assert ante().mean() >= ante(name).mean()


# -- small decks ------------------------------------------------------------------------------


def settled(player: tuple[int, ...], dealer: tuple[int, ...], choice: str) -> Fraction:
    tape: list[Entry] = [Wagered(1, "ante", 2000), Closed()]
    for mine, others in zip(player, dealer, strict=True):
        tape += [Drew(mine), Drew(others)]
    tape.append(Chose(1, choice))
    receipt = play(GAME, RULES, GAME.open_table(RULES, 1), tape)
    assert isinstance(receipt, Receipt)
    return Fraction(receipt.net()[1], 2000)


@pytest.mark.parametrize(
    "deck",
    ["As Ad Ks Kd Qs Js Ts 9s 2c 2d 3h", "Ac Kc 4c 5c 6d 7d 8h Jh Qs 2s 3d",
     "Ac Kc Qc Jc Tc Kd Qd Jd Td 9d Ah"],
)  # fmt: skip
def test_exact_is_the_expectimax_of_the_procedure(deck: str) -> None:
    cards = parse_cards(deck)
    scenario = STUDY.scenarios(RULES)[0]
    found = game.exact(RULES, scenario, None, deals(tuple(cards))).joint.distribution("ante")
    total, number = Fraction(0), 0
    for player in combinations(sorted(cards), 5):
        rest = [card for card in cards if card not in player]
        for shown in rest:
            others = list(combinations([card for card in rest if card != shown], 4))
            fold = settled(player, (*others[0], shown), "fold")
            bet = sum(settled(player, (*other, shown), "bet") for other in others)
            total += max(bet, fold * len(others))
            number += len(others)
    assert found.mean() == total / number
    assert found.total == number


# -- kernel -----------------------------------------------------------------------------------


def plan(strategy: str = "optimal", options: Any = None, wager: int = 0) -> tuple[Plan, Any, Any]:
    rules = GAME.rules(DAY, options)
    scenario = STUDY.scenarios(rules)[wager]
    return plan_for(GAME, rules, STUDY, scenario, strategy_of(STUDY, strategy)), rules, scenario


@pytest.mark.parametrize("strategy", ["optimal", "A-K-J-8-3 or better", "always bet"])
def test_the_kernel_settles_as_the_procedure_does(strategy: str) -> None:
    made, rules, scenario = plan(strategy)
    prove_kernel(GAME, rules, scenario, made, key_of(16, 0))


def test_a_wrong_record_is_found() -> None:
    made, _, _ = plan("always bet")
    assert made.tracer is not None
    records = made.tracer.trace(key_of(16, 1), 50)
    records[20, -2] ^= 1
    assert made.tracer.derive(records) == 20


@pytest.mark.parametrize("strategy", ["optimal", "pair or better"])
def test_simulation_agrees_with_the_exact_figures(strategy: str) -> None:
    made, _, _ = plan(strategy)
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    mean = sum(n * made.outcomes[k][0].net for k, n in enumerate(counts)) / rounds
    error = float(ante(strategy).variance() / rounds) ** 0.5
    assert abs(float(mean - ante(strategy).mean())) < 4 * error


def test_simulated_progressive_agrees_row_by_row() -> None:
    made, _, _ = plan(options={"meter_reset": 10_000}, wager=1)
    rounds = 4_000_000
    counts = run_chunk(made, 7, 0, rounds).tolist()
    for row, number in enumerate(rows()):
        expected = rounds * number / 2_598_960
        seen = sum(counts[row * 5 : row * 5 + 5])
        assert abs(seen - expected) < 5 * max(expected, 1) ** 0.5, ROWS[row]


def test_progressive_cells_are_what_the_procedure_pays() -> None:
    """Every hand that wins the progressive, and some that do not, at some meters."""
    made, rules, _ = plan(options={"meter_reset": 10_000, "rate_of_progression": 73}, wager=1)
    hands = {
        "royal flush": "As Ks Qs Js Ts", "straight flush": "9s 8s 7s 6s 5s",
        "four of a kind": "9s 9h 9d 9c 5s", "full house": "9s 9h 9d 5c 5s",
        "flush": "As Ks 9s 4s 2s", "straight": "9s 8h 7s 6s 5s", "pair": "Ks Kh 7s 6s 5s",
    }  # fmt: skip
    for name, text in hands.items():
        row = hand_row(five_card_value(parse_cards(text)))
        assert ROWS[row] == name
        tape: list[Entry] = [Wagered(1, "ante", 1000), Wagered(1, "progressive", 100), Closed()]
        for mine, other in zip(parse_cards(text), parse_cards("Kd Qd Jh 2c 3c"), strict=True):
            tape += [Drew(mine), Drew(other)]
        receipt = play(GAME, rules, GAME.open_table(rules, 1), [*tape, Chose(1, "bet")])
        assert isinstance(receipt, Receipt)
        # The dealer does not qualify: the ante wins 10.00 beside it.
        net = Fraction(receipt.net()[1] - 1000, 100)
        assert net == made.outcomes[row * 5][0].net, name


# -- a user's own policy ----------------------------------------------------------------------


def test_a_policy_in_steps() -> None:
    text = b'[policy]\n"A-K-J-8-3 or better" = "bet"\n"anything lower" = "fold"\n'
    policy = read_policy(text, game=KEY, where="test")
    found: Edges = odds_by(policy, GAME, DAY, {}, wager="ante")
    assert found.wagers[0].distribution.mean() == ante("A-K-J-8-3 or better").mean()
    for wrong in ('"A-K-J or better" = "bet"', '"pair or better" = "raise"', '"pair" = "bet"'):
        policy = read_policy(f"[policy]\n{wrong}\n".encode(), game=KEY, where="test")
        with pytest.raises(BadInput):
            odds_by(policy, GAME, DAY, {}, wager="ante")


def test_qualifying_hands_in_words() -> None:
    assert qualifies(five_card_value(parse_cards("As Kd 4h 3c 2s")))
    assert not qualifies(five_card_value(parse_cards("As Qd Jh Tc 9s")))


# -- the meter --------------------------------------------------------

METER = GAME.rules(DAY, {"meter_reset": 1_000, "rate_of_progression": 75})
NOTHING = "2c 4d 6h 8s Tc"


def round_at(table: Table, hand: str) -> Table:
    tape: list[Entry] = [Wagered(1, "ante", 1000), Wagered(1, "progressive", 100), Closed()]
    for mine, other in zip(parse_cards(hand), parse_cards("Kd Qd Jh 2d 3d"), strict=True):
        tape += [Drew(mine), Drew(other)]
    receipt = play(GAME, METER, table, [*tape, Chose(1, "bet")])
    assert isinstance(receipt, Receipt)
    return receipt.after


def test_the_meter_survives_a_restart() -> None:
    table = GAME.open_table(METER, 1)
    after = round_at(table, NOTHING)
    restored = GAME.table_from_json(GAME.table_to_json(after))
    assert restored == after
    assert restored.state.meter == 100_075


def test_random_rounds_conserve_the_meter() -> None:
    """What the meter shows is what was added less what was paid, resets apart."""
    rng = random.Random(16)
    table = GAME.open_table(METER, 1)
    reading = table.state.meter
    for _ in range(300):
        cards = rng.sample(range(52), 10)
        tape: list[Entry] = [Wagered(1, "ante", 1000), Wagered(1, "progressive", 100), Closed()]
        tape += [Drew(card) for card in cards]
        receipt = play(GAME, METER, table, [*tape, Chose(1, rng.choice(("bet", "fold")))])
        assert isinstance(receipt, Receipt)
        state = receipt.after.state
        if not state.paid:
            reading += state.contributed
            assert state.meter == reading
        reading = state.meter
        shoe, _ = GAME.prepare(METER)
        table = msgspec.structs.replace(receipt.after, shoe=shoe, next="round")
