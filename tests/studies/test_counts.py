"""Cards counted: effects of removal, counts and what they win, against published figures and each a
second way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from math import sqrt

import numpy as np
import pytest

from pitboss.analysis.exact.automaton import Automaton, compile_cards
from pitboss.analysis.exact.edges import exact_edges, rules_for_study
from pitboss.analysis.exposure.countable import deal_automaton
from pitboss.analysis.exposure.counting import (
    Bound,
    Counted,
    Counts,
    countables,
    counted_at,
    expose_counts,
    with_bound,
)
from pitboss.analysis.exposure.removal import best_tags, correlation, effects_of
from pitboss.analysis.simulation.counted import CountedShoes
from pitboss.analysis.simulation.counts import COUNT_MOST, COUNTS, EveryCount, read_count
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.study import study_of
from pitboss.errors import BadInput
from pitboss.registry import find
from pitboss.studies.blackjack.counted import main_wager, studied
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of, without
from pitboss.studies.families.twenty_one.exact.solve import evaluate, solve

DAY = date(2026, 11, 18)
# E. Jacobson's counts of side wagers at baccarat.
DRAGON = "4-1 5-1 6-1 7-1 8+2 9+2"
PANDA = "A+1 2+1 3-2 4-2 5-2 6-1 7-1 8-2 9+4 T+1"


@cache
def minibaccarat() -> Automaton:
    game = find("minibaccarat")
    study = study_of(game)
    assert study is not None
    rules = rules_for_study(game, study, DAY, {})
    scenario = study.scenarios(rules)[0]
    return compile_cards(game, rules, study.of(scenario), scenario, None)


def counts_of(key: str, wager: str, **more: object) -> Counts:
    small = {"shoes": 400, "situations": 80, **more}
    return expose_counts(key, DAY, wager=wager, **small)  # type: ignore[arg-type]


# -- published --------------------------------------------------------------------------------


def burned(wager: str, count: str, trigger: int, shoes: int) -> tuple[float, float]:
    """Units won by shoe with a cutting card at 14, where the first card is turned up and as many
    cards as it counts, ten for a picture, are burned unseen; and the standard error. Cards nobody
    sees might as well lie behind the cutting card."""
    cuts = [14 + 1 + value for value in range(1, 11)]
    wagers = minibaccarat().wagers
    number = wagers.index(wager)
    found = deal_automaton(minibaccarat(), number, read_count(count), cuts, shoes, 1)
    weights = [1 / 13] * 9 + [4 / 13]
    won = [float(each.won[trigger + COUNT_MOST :].sum()) / shoes for each in found]
    error = sqrt(float(found[0].squares[trigger + COUNT_MOST :].sum())) / shoes
    return float(np.dot(weights, won)), error


@pytest.mark.parametrize(
    ("wager", "count", "trigger", "published"),
    [("dragon-7", DRAGON, 4, 0.597), ("panda-8", PANDA, 11, 0.237)],
)
def test_jacobsons_counts_of_side_wagers(
    wager: str, count: str, trigger: int, published: float
) -> None:
    """E. Jacobson, "Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat" (888 casino):
    eight decks, cutting card at 14, 100 million shoes: 0.597 and 0.237 units a shoe."""
    units, error = burned(wager, count, trigger, 300_000)
    assert error < 0.04
    assert abs(units - published) < 3 * error


def test_insurance_is_even_where_a_third_are_tens() -> None:
    """The one count that is exact: tens -9 and all others +4, which is -2 and +1 about a third."""
    found = counts_of("blackjack", "insurance").wagers[0]
    assert found.correlation == pytest.approx(1)
    assert found.count.name.startswith("2+4 ")
    assert " T-9 " in found.count.name


# -- effects of removal -----------------------------------------------------------------------


def test_effects_of_removal_add_up_to_nothing() -> None:
    """With a fixed strategy a card that is not known to be gone changes nothing: the effects of all
    cards of a shoe add up to exactly 0."""
    game = find("minibaccarat")
    study = study_of(game)
    assert study is not None
    rules = rules_for_study(game, study, DAY, {})
    for scenario in study.scenarios(rules):
        for each in countables(game, study, rules, scenario):
            _, effects = effects_of(each)
            assert sum(effect.cards * effect.change for effect in effects) == 0
            assert sum(effect.cards for effect in effects) == 8 * 52


@pytest.mark.parametrize(
    ("key", "wager"),
    [
        ("minibaccarat", "dragon-7"),
        ("minibaccarat", "player-pair"),
        ("red-dog", "original"),
        ("casino-war", "tie"),
        ("baccarat-chemin-de-fer", "bank"),
        ("double-attack-blackjack", "bust-it"),
        ("blackjack-switch", "match"),
        ("spanish-21", "match-the-dealer"),
    ],
)
def test_a_full_shoe_is_worth_its_exact_edge(key: str, wager: str) -> None:
    (found,) = counts_of(key, wager).wagers
    (exact,) = [w for w in exact_edges(key, DAY, wager=wager).wagers if w.wager == wager]
    assert -found.worth == exact.distribution.house_edge()
    assert found.by_cut[0].rounds > found.by_cut[-1].rounds


def test_the_effects_on_blackjack() -> None:
    """Six decks. With the strategy for a full shoe the effects add up to exactly 0; with the best
    one for what is left each is a little more than that."""
    table = studied(find("blackjack").rules(DAY, {"decks": 6}))
    full = shoe_of(6)
    strategy = solve(table, full).strategy
    worth = evaluate(table, strategy, full)
    fixed = [evaluate(table, strategy, without(full, value)) - worth for value in range(1, 11)]
    assert 24 * sum(fixed[:9]) + 96 * fixed[9] == 0
    found = main_wager(find("blackjack").rules(DAY, {"decks": 6}))
    best = {effect.name: effect.change for effect in effects_of(found)[1]}
    assert 0.001248 < best["5"] < 0.001249
    assert -0.000829 < best["T J Q K"] < -0.000828
    assert all(one <= two for one, two in zip(fixed[1:9], list(best.values())[:8], strict=True))


def test_best_tags_balance_and_fit() -> None:
    for wager in minibaccarat().wagers:
        (found,) = counts_of("minibaccarat", wager).wagers
        tags = [int(found.count.tags[effect.ranks[0]]) for effect in found.effects]
        assert tags == best_tags(found.effects)
        assert sum(e.cards * t for e, t in zip(found.effects, tags, strict=True)) == 0
        assert found.correlation == correlation(found.effects, tags) > 0.95


# -- the kernel -------------------------------------------------------------------------------


def walked(automaton: Automaton, cards: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Rounds of one shoe, card by card: where each begins, and its outcome."""
    at, found = 0, []
    while at < limit:
        start, node = at, 0
        while node >= 0:
            node = automaton.next[node][cards[at]]
            at += 1
        found.append((start, -1 - node))
    return found


def test_the_kernel_counts_as_a_program_that_plays_card_by_card() -> None:
    """The same distribution of true counts at the beginning of rounds, of rounds and outcomes."""
    automaton, count = minibaccarat(), COUNTS["hi-lo"]
    source = np.random.Generator(np.random.PCG64(5))
    tags = {kind: count.whole_tags()[card >> 2] for card, kind in enumerate(automaton.classes)}
    whole = np.repeat(np.arange(10), [8 * weight for weight in automaton.weights])
    shoes, limit = 1_500, 416 - 14
    by_bucket = np.zeros(2 * COUNT_MOST + 1)
    ties = 0
    for _ in range(shoes):
        cards = source.permutation(whole)
        running = np.concatenate(([0], np.cumsum([tags[int(card)] for card in cards])))
        for start, outcome in walked(automaton, cards.tolist(), limit):
            true = int(running[start]) * 52 // (416 - start)
            by_bucket[min(max(true, -COUNT_MOST), COUNT_MOST) + COUNT_MOST] += 1
            ties += automaton.outcomes[outcome][automaton.wagers.index("tie")].net > 0
    dealt = CountedShoes(automaton, EveryCount(count, decks=8), [limit]).run(9, shoes=64 * 500)
    mine = dealt[0].sum(axis=1) / (64 * 500)
    theirs = by_bucket / shoes
    assert abs(mine.sum() - theirs.sum()) < 0.2
    # A shoe has so many rounds at a count, give or take: neighbouring rounds are alike.
    error = np.sqrt(theirs * 12 / shoes) + 1e-9
    near = theirs > 1
    assert (abs(mine - theirs) < 5 * error)[near].all()
    tie = [float(c[automaton.wagers.index("tie")].net > 0) for c in automaton.outcomes]
    share = float((dealt[0].sum(axis=0) * tie).sum() / dealt.sum())
    assert abs(share - ties / by_bucket.sum()) < 5 * sqrt(0.09 / by_bucket.sum())


def test_a_shoe_cut_further_back_has_the_same_rounds_and_more() -> None:
    one = deal_automaton(minibaccarat(), 8, read_count(DRAGON), [104], 640, 3)[0]
    both = deal_automaton(minibaccarat(), 8, read_count(DRAGON), [14, 104], 640, 3)
    assert one.rounds.sum() == pytest.approx(both[1].rounds.sum(), rel=0.02)
    assert (both[0].rounds >= both[1].rounds).all()


@pytest.mark.parametrize(
    ("key", "wager", "ramp"),
    [
        ("minibaccarat", "dragon-7", "4:1"),
        ("red-dog", "original", "-20:1"),
        ("casino-war", "tie", "-20:2"),
        ("baccarat-punto-banco", "banker", "-20:1"),
        ("baccarat-chemin-de-fer", "bank", "-20:1"),
        ("spanish-21", "initial", "-20:1 2:4"),
        ("double-attack-blackjack", "initial", "-20:1 2:4"),
        ("blackjack-switch", "first and second", "-20:1 2:4"),
        ("blackjack", "initial", "-20:1 2:4"),
    ],
)
def test_every_game_dealt_from_a_shoe_takes_a_count(key: str, wager: str, ramp: str) -> None:
    """At one unit whatever the count, counting changes nothing; a ramp changes the wager."""
    plain = simulate(key, DAY, wager=wager, rounds=200_000, seed=4).wagers[0]
    settings = {"count": "hi-lo", "ramp": ramp}
    counted = simulate(key, DAY, wager=wager, rounds=200_000, seed=4, settings=settings).wagers[0]
    times = 2 if ramp == "-20:2" else 1
    edges = [float(-each.mean()) for each in (counted, plain)]
    if len(ramp.split()) == 1 and ramp.startswith("-20"):
        error = plain.stderr()
        assert error is not None
        assert abs(edges[0] / times - edges[1]) < 8 * error
    else:
        wagers = [each.distribution.average_wager() for each in (counted, plain)]
        assert wagers[0] != wagers[1]


def test_what_cannot_be_counted_says_so() -> None:
    with pytest.raises(BadInput, match="nothing to count"):
        counts_of("three-card-poker", "")
    with pytest.raises(BadInput, match="simulated"):
        counts_of("fast-action-holdem", "")
    with pytest.raises(BadInput, match="one tag"):
        counts_of("minibaccarat", "tie", count="T+1 K-1")
    with pytest.raises(BadInput, match="nothing to count"):
        simulate("minibaccarat", DAY, rounds=10, fresh=True, settings={"count": "hi-lo"})


# -- what is told -----------------------------------------------------------------------------


def test_the_highest_wager_keeps_the_loss_below_what_was_asked() -> None:
    (found,) = counts_of("minibaccarat", "dragon-7", shoes=20_000, situations=400).wagers
    for each in found.by_cut:
        limit = each.limit(10_000)
        if limit is None:
            assert not each.units
            continue
        most = max(each.units, each.bound.units if each.bound is not None else 0)
        assert limit * most <= 10_000 < (limit + 1) * most
    assert Counted(14, 80.0, None, 0, 0, 0, 0, 0).limit(100) is None


def test_a_trigger_is_where_most_is_won() -> None:
    dealt = deal_automaton(minibaccarat(), 8, read_count(DRAGON), [14], 40_000, 3)[0]
    found = counted_at(14, dealt)
    assert found.trigger is not None
    here = float(dealt.won[found.trigger + COUNT_MOST :].sum())
    others = [float(dealt.won[bucket:].sum()) for bucket in range(2 * COUNT_MOST + 1)]
    assert here == max(others)
    assert found.units == pytest.approx(here / 40_000)


def test_what_lies_below_the_count_is_no_bound() -> None:
    counted = Counted(14, 80.0, 2, 0.1, 0.08, 0.001, 0.617, 0.01)
    assert with_bound(counted, Bound(0.1, 0.03, 0.276, 0.02)).bound is None
    assert with_bound(counted, Bound(0.1, 0.08, 0.6, 0.02)).bound is not None
