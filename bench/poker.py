"""Hands of no-limit hold 'em through the procedure, beside pokerkit: six seats, play by chance
among the same choices (fold, check or call, the least raise, all in)."""

from __future__ import annotations

import random
import warnings
from datetime import date

from msgspec.structs import replace

from bench.measure import Ratio, Skipped, alternate, per_second
from pitboss import registry
from pitboss.law.schema import Value
from pitboss.table.entries import Chose, Closed, Entry
from pitboss.table.game import Limits
from pitboss.table.layout import Wager
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

SEATS, STACK, SMALL, BIG = 6, 20_000, 100, 200
HANDS, PEER_HANDS = 1_000, 80


class ByChance:
    """Cards and choices by chance; the stacks lie there already."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.equipment = RandomEquipment(rng)

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "decision":
            return Chose(prompt.seat, self.rng.choice(prompt.choices))
        return Closed() if prompt.kind == "wagers" else self.equipment.answer(prompt)


def ours() -> int:
    game = registry.find("poker")
    options: dict[str, Value] = {
        "rake_percent": 0,
        "losing_hands_shown": True,
        "blinds": "1.00/2.00",
    }
    rules = game.rules(date(2024, 10, 1), options)
    stacks = tuple(Wager(seat, "stack", STACK) for seat in range(1, SEATS + 1))
    table = replace(game.open_table(rules, SEATS, limits=Limits(chip=1)), standing=stacks)
    rng = random.Random(1)
    for _ in range(HANDS):
        receipt = run(game, rules, table, LiveTape(ByChance(rng)))
        total = sum(wager.cents for wager in receipt.after.standing)
        assert total == SEATS * STACK, "chips are lost"
    return HANDS


def theirs() -> int:
    import pokerkit

    rng = random.Random(1)
    automations = tuple(pokerkit.Automation)
    for _ in range(PEER_HANDS):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            automations, True, 0, (SMALL, BIG), BIG, (STACK,) * SEATS, SEATS
        )
        while state.status:
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            choices: list[int | None] = [-1, 0, *(() if least is None else (least, most))]
            chosen = rng.choice(choices)
            if chosen == -1 and state.can_fold():
                state.fold()
            elif chosen is None or chosen <= 0:
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(chosen)
        assert sum(state.stacks) == SEATS * STACK
    return PEER_HANDS


def results() -> list[Ratio | Skipped]:
    name = "no-limit hold 'em, six seats: hands a second through the procedure"
    try:
        import pokerkit  # noqa: F401
    except ImportError:
        return [Skipped(name, "pokerkit is not installed")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, peer = alternate(ours, theirs)
    return [Ratio(name, per_second(found), f"pokerkit {per_second(peer)}", found / peer, 5)]
