"""Stepping through a round, forwards and back, as any seat: nobody sees what is hidden."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.chain import Broken
from pitboss.errors import BadInput, Illegal
from pitboss.log.journal import Journal
from pitboss.log.steps import FACE_DOWN, Steps, steps
from pitboss.records.record import read_record
from pitboss.records.settle import settle
from pitboss.table.entries import Drew, Found, entry_text, parse_entry
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play
from pitboss.table.view import BYSTANDER, view
from pitboss.testing import Dealt, deal
from tests.log.journals import write_journal

TODAY = date(2010, 1, 1)


def _dealt(key: str, count: int, irregular: float = 0.05) -> list[Dealt]:
    game = registry.find(key)
    return [
        one
        for number in range(count)
        for one in deal(game, random.Random(f"steps {number}"), irregular=irregular)
    ]


@pytest.mark.parametrize("key", list(registry.OURS))
def test_each_step_is_what_the_seat_saw_after_so_many_entries(key: str) -> None:
    game = registry.find(key)
    for one in _dealt(key, 8):
        for seat in (0, one.before.seats[-1], BYSTANDER):
            all_steps = Steps(
                game, one.rules, one.before, one.entries, seat=seat, by_hand=one.by_hand
            )
            assert len(all_steps) == len(one.entries) + 1
            for number, step in enumerate(all_steps):
                state = play(game, one.rules, one.before, one.entries[:number], by_hand=one.by_hand)
                assert list(step.events) == view(state.events, seat)
                assert step.finished == isinstance(state, Receipt)
                assert step.number == number
                assert len(step.events) - step.fresh == (
                    len(all_steps[number - 1].events) if number else 0
                )
                if isinstance(state, Waiting):
                    _check_prompt(step.prompt, state, seat)
                else:
                    assert step.prompt is None
            backwards = [all_steps[-1 - back] for back in range(len(all_steps))]
            assert backwards == list(reversed(all_steps))
            msgspec.json.encode([all_steps.step_json(n) for n in range(len(all_steps))])


def _check_prompt(prompt: dict[str, Any] | None, state: Waiting, seat: int) -> None:
    mine = state.prompt.seat == seat and seat >= 0
    if state.prompt.seat >= 0:
        assert (prompt is not None) == mine
    if prompt is not None:
        assert seat != BYSTANDER
        assert not any("cards" in answer for answer in prompt["answers"])
        if state.prompt.kind != "draw":
            legal = state.prompt.answers()
            assert all(answer in legal for answer in prompt["answers"])
        if seat:
            assert all(answer["entry"].startswith(f"p{seat} ") for answer in prompt["answers"])


@pytest.mark.parametrize(
    ("key", "least"), [("red-dog", 5), ("minibaccarat", 50), ("three-card-poker", 100)]
)
def test_a_hidden_card_could_be_any_card(key: str, least: int) -> None:
    """Change a hidden card: up to where it is turned, every step of every seat that may not
    see it is the same in every field, to the letter."""
    game, compared = registry.find(key), 0
    rng = random.Random("hidden")
    for one in _dealt(key, 30, irregular=0.02):
        draws = [index for index, entry in enumerate(one.entries) if isinstance(entry, Drew)]
        states = [
            play(game, one.rules, one.before, one.entries[:n], by_hand=one.by_hand)
            for n in range(len(one.entries) + 1)
        ]
        used = {entry.card for entry in one.entries if isinstance(entry, Drew | Found)}
        for index in draws:
            entry = one.entries[index]
            assert isinstance(entry, Drew)
            fresh = states[index + 1].events[len(states[index].events) :]
            event = next(event for event in fresh if event.act == "draw")
            if event.seen < 0:
                continue
            waiting = states[index]
            assert isinstance(waiting, Waiting)
            counts = waiting.prompt.dealer.counts
            others = [c for c, left in enumerate(counts) if left and c not in used]
            if not others:
                continue
            swapped = [*one.entries[:index], Drew(rng.choice(others)), *one.entries[index + 1 :]]
            blind = [s for s in (*one.before.seats, BYSTANDER) if s < 0 or not event.seen >> s & 1]
            compared += _same_until_shown(one, swapped, index, entry.card, blind)
    assert compared >= least


def _same_until_shown(
    one: Dealt, swapped: list[Any], index: int, card: int, blind: list[int]
) -> int:
    game, compared = registry.find(one.receipt.game), 0
    for length in range(index + 1, len(one.entries)):
        state = play(game, one.rules, one.before, one.entries[:length], by_hand=one.by_hand)
        if any(event.act == "reveal" for event in state.events):
            break
        try:
            for seat in blind:
                had, has = (
                    Steps(game, one.rules, one.before, tape, seat=seat, by_hand=one.by_hand)
                    for tape in (one.entries[:length], swapped[:length])
                )
                if has[-1].finished or any(e.act == "reveal" for e in has[-1].events):
                    return compared
                for number in range(length + 1):
                    assert had.step_json(number) == has.step_json(number)
                assert had[index + 1].entry == FACE_DOWN
                compared += 1
        except Illegal:
            break
    return compared


RECORD = """
game = "three-card-poker"
day = 1999-01-04
wagers = { p1 = { ante = "10.00" }, p2 = { ante = "25.00" } }
shoe = "8s Kd Jc 8d 4h 9s 3c 2h 2d"
decisions = { p1 = ["play"], p2 = ["fold"] }
"""


def test_stepping_through_a_record() -> None:
    record = read_record(RECORD, today=TODAY)
    tape = [entry_text(entry) for entry in settle(record).tape]
    mine, all_seen = steps(record, seat=1), steps(record, seat=0)
    shown = [step.entry for step in mine][1:]
    assert [a for a, b in zip(shown, tape, strict=True) if a != b] == [FACE_DOWN] * 6
    assert mine[-1].finished
    assert mine.step_json(len(mine) - 1)["net"] == settle(record).as_json()["net"]
    asked = [step for step in mine if step.prompt and step.prompt["kind"] == "decision"]
    assert [step.waiting_for for step in asked] == ["p1"]
    assert [a["entry"] for a in asked[0].prompt["answers"]] == ["p1 play", "p1 fold"]  # type: ignore[index]
    drawing = [step.prompt for step in all_seen if step.prompt and step.prompt["kind"] == "draw"]
    assert [prompt["answers"] for prompt in drawing] == [[{"entry": "d draw CARD"}]] * 9
    with pytest.raises(BadInput):
        steps(record, seat=3)
    with pytest.raises(BadInput, match="no procedure 2"):
        steps(record, seat=1, number=2)


def test_stepping_through_a_record_that_waits() -> None:
    record = read_record(
        'game = "red-dog"\ntape = ["p1 wager original 10.00", "d close"]', today=TODAY
    )
    mine = steps(record, seat=1)
    assert len(mine) == 3
    assert mine[0].prompt is not None
    assert mine[0].prompt["kind"] == "wagers"
    assert mine[-1].waiting_for == "d"
    assert not mine[-1].finished
    assert mine[1:] == [mine[1], mine[2]]
    with pytest.raises(IndexError):
        mine[3]


def test_stepping_through_several_rolls() -> None:
    record = read_record(
        'game = "craps"\nday = 2010-01-01\nwagers = [{ p1 = { pass = "10.00" } }, {}, {}]\n'
        'dice = ["4 2", "5 3", "3 3"]',
        today=TODAY,
    )
    rounds = settle(record).receipts
    for number, receipt in enumerate(rounds, 1):
        one = steps(record, seat=1, number=number)
        assert list(one[-1].events) == receipt.events
        assert one[-1].finished
    with pytest.raises(BadInput):
        steps(record, seat=1, number=len(rounds) + 1)


def test_stepping_through_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    write_journal(path, "three-card-poker", rounds=5)
    with Journal(path) as journal:
        blocks = list(journal.blocks())
    for block in blocks:
        one = steps(path, seat=2, number=block.number)
        assert len(one) == len(block.entries) + 1
        assert one[-1].finished
        assert block.end is not None
        assert one.receipt is not None
        assert one.receipt.digest() == block.end.digest
        for step, text in zip(one[1:], block.entries, strict=True):
            assert step.entry in (text, FACE_DOWN)
    with pytest.raises(BadInput, match="no procedure"):
        steps(path, seat=1, number=len(blocks) + 1)
    raw = path.read_bytes()
    path.write_bytes(raw[:2000] + b"x" + raw[2001:])
    with pytest.raises(Broken):
        steps(path, seat=1, number=len(blocks))


def test_the_burned_card_is_nobodys_to_see() -> None:
    game = registry.find("red-dog")
    rules = game.rules(TODAY, {})
    table = msgspec.structs.replace(game.open_table(rules, 2), next="shuffle")
    tape = [
        parse_entry(text)
        for text in ("p1 accept the cut", "p1 cut 100", "d insert-cutting-card 78", "d draw 9c")
    ]
    for seat in (0, 1, 2, BYSTANDER):
        all_steps = Steps(game, rules, table, tape, seat=seat)
        assert all_steps[-1].entry == FACE_DOWN
        assert b"9c" not in msgspec.json.encode([all_steps.step_json(n) for n in range(5)])


def test_entries_after_the_end_are_refused() -> None:
    game = registry.find("red-dog")
    rules = game.rules(TODAY, {})
    table = game.open_table(rules, 1)
    tape = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 5s", "d draw 6s"]
    with pytest.raises(Illegal, match="over"):
        Steps(game, rules, table, [parse_entry(text) for text in tape], seat=1)
