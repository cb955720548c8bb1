"""The words of decisions: what a procedure asks a player is what the data file of its subchapter
lists, so that `pitboss rules` tells all of it and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from pitboss import registry
from pitboss.families.twenty_one.irregular import EXPOSED
from pitboss.table.entries import Entry
from pitboss.table.prompts import Prompt
from pitboss.table.shuffling import ACCEPT, REFUSE
from pitboss.testing import Fuzzer, deal

TAPES = 60
# The offer of the cut is the same in many subchapters, and is not listed in all of them.
CUT = {ACCEPT, REFUSE}
# An amount or cards after the word: `double 10.00`, `set Kh 8d`; in a data file `set CARD CARD`.
CARRIED = re.compile(
    r"( [0-9]+\.[0-9]{2}| [2-9TJQKA][shdc]| Jk| [1-6]-[1-6]| CARD| TILE| AMOUNT)+$"
)


@pytest.mark.parametrize("key", list(registry.OURS))
def test_what_is_asked_of_a_player_is_listed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.find(key)
    answered = Fuzzer.answer

    def answer(self: Fuzzer, prompt: Prompt) -> Entry:
        words = [CARRIED.sub("", choice) for choice in prompt.choices]
        if prompt.kind == "decision" and prompt.seat and set(words) != CUT:
            listed = [
                {CARRIED.sub("", choice) for choice in decision.choices}
                for decision in prompt.dealer.rules.law.decisions.values()
            ]
            if EXPOSED in prompt.what:
                # A card that lies exposed is accepted or refused, or comes with what else the turn
                # permits.
                decisions = prompt.dealer.rules.law.decisions
                listed.append({*decisions["exposed-card"].choices, *decisions["turn"].choices})
            assert any(set(words) <= choices for choices in listed), f"{words} {prompt.cite}"
        return answered(self, prompt)

    monkeypatch.setattr(Fuzzer, "answer", answer)
    for number in range(TAPES):
        for _ in deal(game, random.Random(f"decisions {key} {number}"), irregular=0.1):
            pass
