"""check_game(): the conformance suite for any game, ours or a third party's.

It deals random legal tapes under random days, options and seats, with irregularities put in
wherever they can happen, and checks at every prefix what docs/guarantees.md promises."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import msgspec

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import Illegal, NotInForce, NotPermitted
from pitboss.law.citation import section_of
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.money import format_dollars
from pitboss.table.conservation import unconserved
from pitboss.table.entries import (
    Called,
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Reduced,
    Rolled,
    Spun,
    Wagered,
    entry_text,
    parse_entry,
)
from pitboss.table.game import Game, Limits, Rules, Table
from pitboss.table.layout import LIMIT_REACHED, Event, Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape
from pitboss.table.view import view

LAST_DAY = date(2026, 1, 1)
PROCEDURES_A_TAPE = 4
# With more options than this, few random choices of all of them at once are permitted.
OPTIONS_AT_ONCE = 20
# How often a licensee pays odds of its own, and then how many of the rows that it may change.
ODDS_OF_ITS_OWN = 0.5
ROW_CHANGED = 0.4


class Broken(AssertionError):
    """A guarantee that does not hold, with the tape that shows it."""


class Dealt(msgspec.Struct):
    """One procedure as it was dealt."""

    rules: Rules
    before: Table
    entries: list[Entry]
    receipt: Receipt
    by_hand: bool


class Fuzzer:
    """Random legal play that now and then inserts an irregularity that can happen here."""

    def __init__(self, rng: random.Random, irregular: float) -> None:
        self.rng = rng
        self.players = RandomPlayers(rng)
        self.irregular = irregular
        self.inserted = 0

    def answer(self, prompt: Prompt) -> Entry:
        if self.inserted < 6 and self.rng.random() < self.irregular:
            found = random_irregularity(prompt, self.rng)
            if found is not None:
                self.inserted += 1
                return found
        if prompt.kind == "act" and len(prompt.choices) > 1:
            # Where the text gives no order, any is taken.
            return Did(self.rng.choice(prompt.choices))
        entry = self.players.answer(prompt)
        return self._manner(prompt, entry) if type(entry) is Wagered else entry

    def _manner(self, prompt: Prompt, entry: Wagered) -> Wagered:
        """Now and then a wager is spoken, or has a match play coupon with it."""
        dealer = prompt.dealer
        manner = dealer.rules.law.manner
        if manner is None or self.rng.random() > 0.2:
            return entry
        if manner.spoken and self.rng.random() < 0.5:
            return msgspec.structs.replace(entry, spoken=True)
        there = dealer.find(entry.seat, entry.kind, entry.spot)
        if manner.permits_coupon(entry.kind) and there is None:
            return msgspec.structs.replace(entry, coupon=entry.cents)
        return entry


def random_irregularity(prompt: Prompt, rng: random.Random) -> Found | None:
    """An irregularity that can have happened just before the prompt, if there is one."""
    dealer = prompt.dealer
    possible = [i for i in dealer.game.irregularities.values() if i.may(dealer, prompt)]
    if not possible:
        return None
    chosen = rng.choice(possible)
    card = -1
    if "card" in chosen.takes:
        left = [card for card, count in enumerate(dealer.counts) if count]
        if not left:
            return None
        card = rng.choice(left)
    seat = 0
    if "seat" in chosen.takes:
        seats = chosen.whose(dealer)
        if not seats:
            return None
        seat = rng.choice(seats)
    detail = rng.choice(chosen.details) if chosen.details else ""
    if chosen.shows and rng.random() < 0.5:
        shown = " ".join(rng.choices("123456", k=prompt.at_most or 2))
        if chosen.shows == "wheel":
            shown = rng.choice(prompt.choices or ("1",))
        detail = f"{detail} showing {shown}".strip()
    return Found(chosen.name, card, seat, detail)


def check_game(
    game: Game, *, tapes: int = 200, seed: int = 0, irregular: float = 0.05, first: int = 0
) -> int:
    """Deal `tapes` random tapes and check them. Returns the number of procedures dealt; raises
    Broken with the tape at the first guarantee that does not hold."""
    dealt = 0
    for number in range(first, first + tapes):
        rng = random.Random(f"{game.key} {seed} {number}")
        for one in deal(game, rng, irregular=irregular):
            dealt += 1
            try:
                _check_dealt(game, one, rng)
            except Broken:
                raise
            except Exception as error:
                raise Broken(
                    _broken_round(game, one, f"{type(error).__name__}: {error}")
                ) from error
    return dealt


def deal(game: Game, rng: random.Random, *, irregular: float = 0.05) -> Iterator[Dealt]:
    """A few procedures in a row at one table, under a random day and random options."""
    rules = _random_rules(game, rng)
    most = game.seats_max if game.seats_of is None else game.seats_of(rules)
    seats = rng.randint(1, min(most, 4))
    limits = Limits({"": (500, 50_000)}) if rng.random() < 0.3 else Limits()
    table = game.open_table(rules, seats, limits=limits, closed=rng.random() < 0.3)
    by_hand = rng.random() < 0.2
    for _ in range(PROCEDURES_A_TAPE):
        tape = LiveTape(Fuzzer(rng, irregular))
        try:
            receipt = run(game, rules, table, tape, by_hand=by_hand)
        except Exception as error:
            lines = "\n".join(entry_text(entry) for entry in tape.entries)
            raise Broken(
                f"{game.key} {rules.law.day} {rules.law.options} next={table.next}: "
                f"{type(error).__name__}: {error}\n{lines}"
            ) from error
        yield Dealt(rules, table, tape.entries, receipt, by_hand)
        table = receipt.after


def _random_rules(game: Game, rng: random.Random) -> Any:
    day, options = random_choices(game, rng)
    return game.rules(day, options)


def random_choices(game: Game, rng: random.Random) -> tuple[date, dict[str, Value]]:
    """A day near an act or anywhere, and what a licensee may choose on it, drawn at random among
    what is permitted: options, and odds of its own in rows of the pay tables."""
    regulation = game.regulation
    while True:
        if rng.random() < 0.5:
            day = rng.choice(regulation.boundaries()) - timedelta(days=rng.randint(0, 1))
        else:
            span = (LAST_DAY - regulation.adopted).days
            day = regulation.adopted + timedelta(days=rng.randint(0, span))
        options: dict[str, Value] = {}
        for name, dated in regulation.options.items():
            option = dated.at(day)
            if option is None or rng.random() < 0.4:
                continue
            if option.range is not None:
                most = option.range.at_most or option.range.at_least + 7
                options[name] = rng.randint(option.range.at_least, most)
            else:
                options[name] = rng.choice(option.values)
        try:
            if len(regulation.options) > OPTIONS_AT_ONCE:
                options = _permitted(game, rng, day, options)
            if rng.random() < ODDS_OF_ITS_OWN:
                options |= changed_rows(regulation.resolve(day, options), rng)
            game.rules(day, options)
        except (NotPermitted, NotInForce):
            continue
        return day, options


def changed_rows(law: Law, rng: random.Random) -> dict[str, Value]:
    """Other odds for some rows of the pay tables in which the licensee may choose them, as the
    options that choose them."""
    chosen: dict[str, Value] = {}
    for name, table in law.paytables.items():
        if not table.minimum and table.basis != "unverified":
            continue
        for row, odds in table.rows:
            if rng.random() < ROW_CHANGED:
                more = rng.randint(1, 3)
                numerator = odds.numerator + more * odds.denominator
                chosen[f"odds.{name}.{row}"] = f"{numerator} to {odds.denominator}"
    return chosen


def _permitted(
    game: Game, rng: random.Random, day: date, wanted: dict[str, Value]
) -> dict[str, Value]:
    """Of the options wanted, in a random order, each one that the others before it permit: else
    only days on which there was little to choose would be dealt."""
    chosen: dict[str, Value] = {}
    names = list(wanted)
    rng.shuffle(names)
    # Twice, because an option may need another one that comes later in this order.
    for name in names + names:
        trial = {**chosen, name: wanted[name]}
        try:
            game.rules(day, trial)
        except (NotPermitted, NotInForce):
            continue
        chosen = trial
    return chosen


def _broken_round(game: Game, one: Dealt, reason: str) -> str:
    """Returns what was broken, with the tape that shows it."""
    law = one.rules.law
    head = f"{game.key} {law.day} {law.options} {one.before.next} by_hand={one.by_hand}"
    return f"{reason}\n{head}\n" + "\n".join(entry_text(entry) for entry in one.entries)


def _check_dealt(game: Game, one: Dealt, rng: random.Random) -> None:
    def must(holds: bool, guarantee: str) -> None:
        if not holds:
            raise Broken(_broken_round(game, one, guarantee))

    entries = one.entries
    again = play(game, one.rules, one.before, entries, by_hand=one.by_hand)
    must(isinstance(again, Receipt), "the same tape does not end the round")
    assert isinstance(again, Receipt)
    must(again.digest() == one.receipt.digest(), "same tape, same receipt")
    for entry in entries:
        must(parse_entry(entry_text(entry)) == entry, f"{entry_text(entry)} is read differently")
    text = game.table_to_json(again.after)
    must(game.table_from_json(text) == again.after, "the table does not survive serialisation")
    _check_law(game, one, again.events, again.lines, must)
    _check_conserved(game, one, again, must)
    states: list[Waiting] = []
    for length in range(len(entries)):
        waiting = play(game, one.rules, one.before, entries[:length], by_hand=one.by_hand)
        must(isinstance(waiting, Waiting), f"the round ends early, after {length} entries")
        assert isinstance(waiting, Waiting)
        states.append(waiting)
        _check_conserved(game, one, waiting, must)
    if states:
        length = rng.randrange(len(states))
        _check_prompt(game, one, length, states[length].prompt, rng, must)
        _check_secrets(game, one, states, rng, must)


def _check_law(game: Game, one: Dealt, events: list[Event], lines: list[Line], must: Any) -> None:
    """No uncited act, and nothing paid but by a row of a pay table in force."""
    day = one.rules.law.day
    for cite in {event.cite for event in events} | {line.cite for line in lines}:
        letters = one.rules.law.citations.letters(cite)
        in_force = game.regulation.section_in_force(section_of(letters), day)
        must(in_force, f"{cite} is cited, but not in force on {day}")
    tables = one.rules.law.paytables
    limited = {(event.seat, event.what) for event in events if event.act == "note"}
    for line in lines:
        must(line.result in ("win", "lose", "push", "void", "returned"), f"result {line.result}")
        if line.result != "win" or not (line.stake or line.odds):
            # An award states an amount and no odds: no table pays it.
            must(not (line.table or line.row or line.odds), f"{line} names odds, and has none")
            continue
        row = dict(tables[line.table]).get(line.row) if line.table in tables else None
        stated = row is not None and (row.table, row.text) == (line.table, line.odds)
        must(stated, f"{line} is paid by no row of the day")
        assert row is not None
        cut = (line.seat, f"{line.wager}: {LIMIT_REACHED}") in limited
        exact = line.pays < row.win(line.stake) if cut else line.pays == row.win(line.stake)
        must(exact, f"{line} is not what its row pays")
    paid = [(e.seat, e.what, e.cents, e.table, e.row) for e in events if e.act == "pay"]
    won = [(x.seat, x.wager, x.pays, x.table, x.row) for x in lines if x.result == "win"]
    must(paid == won, "a payment is not on the line of its wager")


def _check_conserved(game: Game, one: Dealt, outcome: Receipt | Waiting, must: Any) -> None:
    """Money and cards are conserved at every prefix, and at the end."""
    why = unconserved(game, one.rules, one.before, outcome)
    must(not why, why)


def _check_prompt(
    game: Game, one: Dealt, length: int, prompt: Prompt, rng: random.Random, must: Any
) -> None:
    """Every legal value is accepted (a sample of them), and its neighbours are refused."""
    answers = prompt.answers()
    must(bool(answers), "a prompt with no legal answer")
    prefix = one.entries[:length]

    def accepted(entry: Entry) -> bool:
        try:
            play(game, one.rules, one.before, [*prefix, entry], by_hand=one.by_hand)
        except Illegal as illegal:
            must(illegal.entry == length + 1, f"the refusal names entry {illegal.entry}")
            must(illegal.prompt is not None, "the refusal does not say what was expected")
            return False
        return True

    for answer in rng.sample(answers, min(5, len(answers))):
        for entry in _legal_entries(answer, rng):
            if not isinstance(entry, Closed):
                must(accepted(entry), f"legal, but refused: {entry_text(entry)}")
    legal = set(prompt.legal())
    for entry in _illegal_entries(prompt, answers, rng):
        if entry_text(entry) not in legal:
            must(not accepted(entry), f"not legal, but accepted: {entry_text(entry)}")


def _legal_entries(answer: dict[str, Any], rng: random.Random) -> Iterator[Entry]:
    text = answer["entry"]
    if "wager" in answer:
        low, high, step = answer["at_least"], answer["at_most"], answer["step"]
        middle = low + step * rng.randint(0, (high - low) // step)
        for cents in {low, high, middle}:
            yield Wagered(int(answer["seat"][1:]), answer["wager"], cents, answer["spot"])
    elif "amount" in answer:
        low, high, step = answer["at_least"], answer["at_most"], answer["step"]
        for cents in {low, high, low + step * rng.randint(0, (high - low) // step)}:
            yield parse_entry(f"{text} {format_dollars(cents)}")
    elif "cards" in answer:
        yield parse_entry(text.replace("CARD", rng.choice(answer["cards"])))
    elif "dice" in answer:
        faces = " ".join(str(rng.randint(1, 6)) for _ in range(answer["dice"]))
        yield parse_entry(text.replace("FACES", faces))
    elif "at_least" in answer:
        for number in (answer["at_least"], answer["at_most"]):
            yield parse_entry(text.replace("NUMBER", str(number)))
    else:
        yield parse_entry(text)


def _illegal_entries(
    prompt: Prompt, answers: list[dict[str, Any]], rng: random.Random
) -> Iterator[Entry]:
    """Neighbours of what is legal, and entries of every other kind."""
    dealer, kind = prompt.dealer, prompt.kind
    yield Chose(1, "sing")
    yield Chose(29, "play")
    yield Wagered(29, "pass", 500)
    yield Wagered(1, "no-such-wager", 500)
    yield Found("no-such-irregularity")
    yield Did("dance")
    if kind == "draw":
        absent = [card for card, count in enumerate(dealer.counts) if not count]
        if absent:
            yield Drew(rng.choice(absent))
    else:
        yield Drew(rng.randrange(52))
    if kind != "roll":
        yield Rolled((3, 4))
    yield Rolled((1,) * 7)
    yield Spun("99")
    if kind != "number":
        yield Placed(0, "cut", 20)
    for answer in rng.sample(answers, min(3, len(answers))):
        if "wager" in answer:
            seat, name, spot = int(answer["seat"][1:]), answer["wager"], answer["spot"]
            for cents in (answer["at_least"] - 1, answer["at_most"] + 1):
                yield Wagered(seat, name, cents, spot)
            if answer["step"] > 1 and answer["at_most"] > answer["at_least"]:
                yield Wagered(seat, name, answer["at_least"] + 1, spot)
            yield Wagered(seat, name, answer["at_least"], "nowhere")
        elif "amount" in answer:
            for cents in (answer["at_least"] - 1, answer["at_most"] + 1):
                yield parse_entry(f"{answer['entry']} {format_dollars(max(cents, 0))}")
        elif "at_least" in answer:
            for number in (answer["at_least"] - 1, answer["at_most"] + 1):
                if number >= 0:
                    yield Placed(prompt.seat, prompt.what, number)
    if kind != "wagers":
        yield Closed()
        yield Reduced(1, "pass", 0)
        yield Called(1, "pass", True)
        yield Wagered(1, next(iter(dealer.rules.law.wagers)), 1000)


def _check_words(one: Dealt, waiting: Waiting, must: Any) -> None:
    """No card that a seat may not see is in the words of an event, such as a choice. (A card
    that is found lies face up: with several decks, a hidden one may be its like.)"""
    for seat in (*one.before.seats, -1):
        shown = view(waiting.events, seat)
        seen = {event.card for event in shown}
        drawn = {event.card for event in waiting.events if event.act == "draw"}
        for card in drawn - seen:
            named = any(
                CARD_TEXT[card] in event.what.split()
                for event in shown
                if event.act != "irregularity"
            )
            must(not named, f"seat {seat} is told of {CARD_TEXT[card]}, which it may not see")


def _check_secrets(
    game: Game, one: Dealt, states: list[Waiting], rng: random.Random, must: Any
) -> None:
    """Change a hidden card on the tape: nobody who may not see it sees a difference. Nor does
    what others are told name it."""
    _check_words(one, rng.choice(states), must)
    final = states[-1].events
    hidden = [e for e in final if e.act == "draw" and e.seen >= 0]
    draws = [i for i, entry in enumerate(one.entries) if isinstance(entry, Drew)]
    shown = [e for e in final if e.act == "draw"]
    if not hidden or len(draws) < len(shown):
        return
    chosen = rng.choice(hidden)
    index = draws[[id(e) for e in shown].index(id(chosen))]
    used = {e.card for e in one.entries if isinstance(e, Drew | Found)}
    counts = states[index].prompt.dealer.counts
    others = [c for c, left in enumerate(counts) if left and c not in used]
    if not others:
        return
    swapped = list(one.entries)
    swapped[index] = Drew(rng.choice(others))
    blind = [s for s in (*one.before.seats, -1) if s < 0 or not chosen.seen >> s & 1]
    for length in range(index + 1, len(states)):
        waiting = states[length]
        if any(e.act == "reveal" and e.card == chosen.card for e in waiting.events):
            return
        try:
            other = play(game, one.rules, one.before, swapped[:length], by_hand=one.by_hand)
        except Illegal:
            return
        if not isinstance(other, Waiting) or any(e.act == "reveal" for e in other.events):
            return
        for seat in blind:
            same = view(waiting.events, seat) == view(other.events, seat)
            must(same, f"seat {seat} can tell that {CARD_TEXT[chosen.card]} was not another card")
