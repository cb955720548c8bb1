"""The engine: rounds through the procedures, re-runs from tapes, start-up."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from bench.measure import Ratio, alternate, per_second, seconds, usual_seconds
from pitboss import registry
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, seal
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import Players
from pitboss.table.tape import LiveTape


def red_dog_rounds(rounds: int, *, sealed: bool = False) -> Any:
    """One seat, random legal play, live tape, receipt with citations; with `sealed`, every
    receipt is hashed onto the one before."""
    game = registry.find("red-dog")
    rules = game.rules(date(1999, 6, 1), {"decks": 6})
    fresh = game.open_table(rules, 1)
    rng = random.Random(1)
    close, put_more = Closed(), Wagered(1, "raise", 1000)

    def decide(prompt: Prompt) -> Entry:
        return close if prompt.made or rng.random() < 0.5 else put_more

    source = Players(rng, {(1, "original", ""): 1000}, decide)

    def work() -> int:
        table, previous = fresh, b""
        for _ in range(rounds):
            receipt = run(game, rules, table, LiveTape(source))
            if sealed:
                previous = seal(receipt, previous)
            table = receipt.after if receipt.after.next == "round" else fresh
        return rounds

    return work


def gymnasium_rounds(rounds: int) -> Any:
    import gymnasium

    environment = gymnasium.make("Blackjack-v1")
    environment.reset(seed=1)
    environment.action_space.seed(1)

    def work() -> int:
        done = 0
        while done < rounds:
            _, _, ended, cut, _ = environment.step(environment.action_space.sample())
            if ended or cut:
                environment.reset()
                done += 1
        return rounds

    return work


def three_card_poker_at_the_last_prompt() -> Any:
    """A seven-seat round, re-run from its tape where its last decision is asked."""
    game = registry.find("three-card-poker")
    rules = game.rules(date(1999, 1, 4))
    table = game.open_table(rules, 7)
    tape: list[Entry] = []
    for seat in range(1, 8):
        tape += [Wagered(seat, "ante", 1000), Wagered(seat, "pair-plus", 500)]
    tape.append(Closed())
    deck = random.Random(7).sample(range(52), 24)
    tape += [Drew(card) for card in deck]
    tape += [Chose(seat, "play") for seat in range(1, 7)]
    state = play(game, rules, table, tape)
    assert isinstance(state, Waiting)
    assert state.prompt.seat == 7
    assert isinstance(play(game, rules, table, [*tape, Chose(7, "fold")]), Receipt)

    def work() -> int:
        for _ in range(40):
            play(game, rules, table, tape)
        return 40

    return work


def command(*words: str, turns: int = 9) -> float:
    """The usual time of a command, its modules compiled and its caches filled."""
    pitboss = str(Path(sys.executable).parent / "pitboss")
    # Where compiled modules are not kept, every start would compile them again.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def work() -> None:
        subprocess.run(
            [pitboss, *words],
            check=True,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    work()
    return usual_seconds(work, turns)


def par_sheet(what: str, bar: float, *more: str) -> Ratio:
    """The PAR sheet with the most options, sensitivity to all of them included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "par.json"
        asked = ("par", "minibaccarat", "--day", "2013-05-01", "-o", str(file), "--no-cache")
        taken = command(*asked, *more, turns=2)
        assert json.loads(file.read_bytes())["sensitivity"], "no sensitivity in the PAR sheet"
    return Ratio(
        f"pitboss par minibaccarat, {what}, all cores (seconds)",
        f"{taken:.1f} s",
        f"{bar:g} s",
        taken / bar,
        1,
        None,
        more=False,
    )


def results() -> Iterator[Ratio]:
    # Short turns: some of them meet a quiet moment of the machine.
    ours, peer = alternate(red_dog_rounds(100), gymnasium_rounds(40), 160)
    yield Ratio(
        "red dog round through the engine / Gymnasium Blackjack-v1 round",
        per_second(ours),
        per_second(peer),
        ours / peer,
        4,
        10,
    )
    rerun, one = alternate(three_card_poker_at_the_last_prompt(), red_dog_rounds(100), 80)
    yield Ratio(
        "seven-seat three card poker re-run at its last prompt / red dog round (time)",
        f"{1e6 / rerun:.0f} µs",
        f"{1e6 / one:.1f} µs",
        one / rerun,
        40,
        None,
        more=False,
    )
    sealed, _ = alternate(red_dog_rounds(100, sealed=True), red_dog_rounds(20), 200)
    yield Ratio(
        "audited red dog rounds through the procedure (a second)",
        per_second(sealed),
        "40 k/s",
        sealed / 40_000,
        1,
    )
    python = seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    games = command("games")
    yield Ratio(
        "pitboss games / python3 -c pass (time)",
        f"{games * 1e3:.0f} ms",
        f"{python * 1e3:.0f} ms",
        games / python,
        20,
        8,
        more=False,
    )
    for words, bar in ((("rules", "craps"), 0.3), (("odds", "craps", "--no-cache"), 1.5)):
        taken = command(*words)
        yield Ratio(
            f"pitboss {' '.join(words)} (seconds)",
            f"{taken:.2f} s",
            f"{bar} s",
            taken / bar,
            1,
            None,
            more=False,
        )
    yield par_sheet("exact figures", 8.0, "--simulated", "0")
    # With what counting and cards that are seen are worth, simulated.
    yield par_sheet("whole", 15.0)
