"""Random shoes of blackjack with random legal play under random rules, through the procedure and
through the kernel: what the tests and the soak compare.

All options of a random day are drawn. Players wager on their own boxes, behind on others' and on
boxes where nobody sits, on several hands of the dealer and on everything beside the hand; they
insure, double for any amount, and follow a split or not. What every wager comes to is compared, to
the cent."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from tests.studies.scripted_rounds import MOVES, Person, ScriptedRound

from pitboss import registry
from pitboss.analysis.exact.explore import line_net
from pitboss.compiled import jit
from pitboss.errors import NotInForce, NotPermitted
from pitboss.law.schema import Value
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.blackjack.kernel_sides import side_rows
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.twenty_one.kernel import (
    BOX_HANDS,
    STAKE_BOX,
    STAKE_EVEN,
    STAKE_INSURED,
    STAKE_ON,
    settle_box,
)
from pitboss.studies.families.twenty_one.kernel_rounds import (
    named_side,
    row_of_side,
    side_waits,
    streak_after,
)
from pitboss.studies.families.twenty_one.kernel_run import SideRows
from pitboss.studies.families.twenty_one.kernel_tables import SYMBOLS
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

DAYS = [
    date(1979, 6, 1), date(1985, 6, 1), date(1995, 6, 1), date(1997, 6, 1), date(2005, 6, 1),
    *[date(2015, 6, 1)] * 5,
]  # fmt: skip
# Rules are drawn anew for so many shoes, and a shoe has so many rounds at most.
SHOES_A_CHOICE, ROUNDS_MAX = 10, 3
BOTH: list[Value] = [False, True]
# Every option of the regulation: those that stand alone first, then those that need another.
OPTIONS: dict[str, list[Value]] = {
    "decks": [1, 2, 4, 5, 6, 6, 8, 8],
    "boxes": [5, 6, 7],
    "dealing": ["shoe", "double shoe", "continuous shuffler", "hand"],
    "bart_carter_shuffle": BOTH,
    "hole_card": ["none", "none", "face down", "card reader", "face up"],
    "soft_17": ["stand", "draw"],
    "blackjack_pays": ["3 to 2", "6 to 5"],
    "even_money": BOTH,
    "surrender": BOTH,
    "insurance_at_turn": BOTH,
    "resplit": BOTH,
    "five_card_21": BOTH,
    "bars_who_sat_out": BOTH,
    "several_players_on_a_box": BOTH,
    "several_betting_areas": BOTH,
    "additional_wager": ["none", "over-under 13", "same suit", "sevens"],
    "multiple_action": BOTH,
    "progressive": BOTH,
    "bonus_wager": BOTH,
    "streak": BOTH,
    "match_the_dealer": BOTH,
    "twenty_point_bonus": BOTH,
    "optional_bonus": BOTH,
    "in_between": BOTH,
}
NEEDY: dict[str, list[Value]] = {
    "red_side": ["left", "right"],
    "aces_once": BOTH,
    "additional_wager_stake": [1, 5],
    "sevens_read": ["first card", "any of three"],
    "twenty_point_bonus_ledger": ["200-25-10-4", "125-19-9-4"],
}
# What the licensee must give, by the option that asks for it.
GIVEN: dict[str, dict[str, list[Value]]] = {
    "progressive": {"meter_reset": [500, 1000], "rate_of_progression": [10, 25]},
    "bonus_wager": {"bonus_mean_award_1": [1400], "bonus_mean_award_5": [7000]},
    "optional_bonus": {
        f"optional_bonus_{row}": [2, 25] if row == "suited" else [False, 4, 60]
        for row in ("identical_pair", "suited_blackjack", "blackjack", "pair", "suited")
    },
}
# Awards with those means.
AWARDS = {"bonus 1": ((500, 1), (2300, 1)), "bonus 5": ((5000, 1), (9000, 1))}
BEHIND, MULTIPLE, INSURANCE, STREAK = "behind", "multiple-action", "insurance", "streak"
SPOTS = {MULTIPLE: ("2", "3"), STREAK: ("2", "3", "4", "5"), "bonus": ("1", "5")}
BESIDE = (
    "over-13", "under-13", "same-suit", "sevens", "progressive", "bonus", STREAK,
    "match-the-dealer", "twenty-point-bonus", "optional-bonus", "in-between",
)  # fmt: skip

# Whose wager: seat, kind and spot.
Key = tuple[int, str, str]


def random_rules(rng: random.Random) -> Any:
    """Rules of a random day under random options that it permits, option by option."""
    game, day = registry.find("blackjack"), rng.choice(DAYS)
    options: dict[str, Value] = {}
    rules = game.rules(day, options)
    names = list(OPTIONS)
    rng.shuffle(names)
    for name in (*names, *NEEDY):
        more = {name: rng.choice((OPTIONS | NEEDY)[name])}
        for given, values in GIVEN.get(name, {}).items() if more[name] else ():
            more[given] = rng.choice(values)
        if more[name] == "hand":
            more["decks"] = rng.choice((1, 2))
        try:
            rules, options = game.rules(day, options | more), options | more
        except (NotInForce, NotPermitted):
            continue
    return rules


@lru_cache(maxsize=8)
def rules_number(number: int) -> Any:
    return random_rules(random.Random(f"blackjack rules {number}"))


@lru_cache(maxsize=256)
def steps(law_hash: str) -> dict[str, tuple[int, int]]:
    """Least amount and step by kind of wager, as prompts tell them."""
    return {}


class Players:
    """Random legal play of one round by all who sit at a table."""

    def __init__(self, rng: random.Random, rules: Any, few: list[int], roles: Roles) -> None:
        self.rng, self.rules, self.few, self.roles = rng, rules, few, roles
        self.equipment = RandomEquipment(rng)
        self.cards: list[int] = []
        # Wagers in the order in which they were made, and the script of all decisions.
        self.wagers: dict[Key, int] = {}
        self.script: list[int] = []
        self.awards: dict[int, int] = {}
        self.side = ""
        self.windows = 0
        self.planned: list[Key] | None = None
        self.insured: list[Wagered] | None = None

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "draw":
            left = [c for c, n in enumerate(prompt.dealer.counts) if n and c >> 2 in self.few]
            card = self.rng.choice(left) if left else self.equipment.card(prompt)
            self.cards.append(card)
            return Drew(card)
        if prompt.kind == "decision":
            return Chose(prompt.seat, self._choice(prompt))
        assert prompt.kind == "wagers"
        return self._wager(prompt) if prompt.opening else self._insurance(prompt)

    # -- before the deal

    def _wager(self, prompt: Prompt) -> Entry:
        if self.planned is None:
            self.planned = list(self._plan(prompt))
        if not self.planned:
            return Closed()
        seat, kind, spot = key = self.planned.pop(0)
        self.wagers[key] = cents = self._amount(prompt, key)
        return Wagered(seat, kind, cents, spot)

    def _plan(self, prompt: Prompt) -> Iterator[Key]:
        rng, roles, offered = self.rng, self.roles, self.rules.law.wagers
        for seat in roles.own:
            yield seat, "initial", ""
        for seat, number in roles.behind:
            yield seat, BEHIND, str(number)
        running = {wager.seat for wager in prompt.dealer.wagers if wager.kind == STREAK}
        for seat in roles.own:
            for kind in (MULTIPLE, *BESIDE):
                if kind not in offered or (kind == STREAK and seat in running):
                    continue
                spots = SPOTS.get(kind, ("",))
                if kind == "bonus":
                    spots = (rng.choice(spots),)
                for spot in spots:
                    if rng.random() < 0.5:
                        yield seat, kind, spot

    def _amount(self, prompt: Prompt, key: Key) -> int:
        seat, kind, spot = key
        known = steps(self.rules.law.hash)
        if kind not in known or kind == "bonus":
            for found in prompt.answers():
                if (found.get("seat"), found.get("wager"), found.get("spot")) == (
                    f"p{seat}",
                    kind,
                    spot,
                ):
                    known[kind] = found["at_least"], found["step"]
        least, step = known[kind]
        if kind in ("bonus", "progressive", "over-13", "under-13", "same-suit", "sevens"):
            return least
        step = self.rng.choice((step, lcm(step, 100)))
        return -(-max(least, 500) // step) * step + step * self.rng.randint(0, 30)

    # -- later

    def _insurance(self, prompt: Prompt) -> Entry:
        """How much of each stake is insured: nothing, exactly half, or anything up to it."""
        if self.insured is None:
            boxes = self.roles.boxes(self.wagers)
            if self.rules.insurance_at_turn:
                boxes = boxes[self.windows :][:1]
            self.windows += 1
            bounds = {
                (int(found["seat"][1:]), found["wager"], found["spot"]): found
                for found in prompt.answers()
                if "wager" in found
            }
            self.insured = []
            for key in (key for box in boxes for key in box.stakes):
                seat, kind, spot = key
                name = INSURANCE if kind == "initial" else f"{INSURANCE}-{kind}"
                cents = self._insured(self.wagers[key], bounds.get((seat, name, spot)))
                self.script.append(cents)
                if cents:
                    self.insured.append(Wagered(seat, name, cents, spot))
        if self.insured:
            return self.insured.pop(0)
        self.insured = None
        return Closed()

    def _insured(self, wager: int, found: dict[str, Any] | None) -> int:
        if found is None or self.rng.random() < 0.5:
            return 0
        step, most = found["step"], found["at_most"]
        if wager // 2 % step == 0 and wager % 2 == 0 and self.rng.random() < 0.5:
            return wager // 2
        return step * self.rng.randint(1, most // step) if most >= step else 0

    def _choice(self, prompt: Prompt) -> str:
        rng, choices, script = self.rng, prompt.choices, self.script
        choice = rng.choice(choices)
        if "consent" in choices:
            # Whoever sits out may be barred from the next round.
            refuses = not self.rules.bars_who_sat_out and rng.random() < 0.2
            if refuses:
                del self.wagers[list(self.wagers)[-1]]
            return "refuse consent" if refuses else "consent"
        if "left" in choices:
            self.side = choice
        elif prompt.seat == 0:
            self.awards[int(prompt.what.rpartition("p")[2])] = parse_dollars(choice.split()[1])
        elif "stay" in choices:
            script.append(int(choice == "split"))
        else:
            return self._move(prompt, choice)
        return choice

    def _move(self, prompt: Prompt, choice: str) -> str:
        rng, choices = self.rng, prompt.choices
        if "split" in choices and rng.random() < 0.6:
            choice = "split"
        elif "draw" in choices and rng.random() < 0.3:
            choice = "draw"
        amounts = prompt.amounts
        word = choice.partition(" ")[0]
        if word == "double" and amounts is not None and rng.random() < 0.6:
            most = (amounts.bounds.at_most - amounts.bounds.at_least) // amounts.bounds.step
            cents = amounts.bounds.at_least + amounts.bounds.step * rng.randint(0, most)
            choice = f"double {format_dollars(cents)}"
        if "no double" not in choices:
            self.script.append(MOVES.index(word))
        if word == "double":
            self.script.append(parse_dollars(choice.partition(" ")[2]))
        elif "no double" in choices:
            self.script.append(0)
        return choice


class SharedBox(NamedTuple):
    """A box: its number, and the stakes on it, the caller's first."""

    number: int
    stakes: list[Key]


class Roles(NamedTuple):
    """Who has a box of their own, and who wagers behind on which."""

    own: list[int]
    behind: list[tuple[int, int]]

    def boxes(self, wagers: dict[Key, int]) -> list[SharedBox]:
        """Boxes from the left. The seated player calls, else whoever wagers most; then come the
        caller's wagers on further hands of the dealer, then the others."""
        people: dict[int, list[Key]] = defaultdict(list)
        for key in wagers:
            seat, kind, spot = key
            if kind in ("initial", BEHIND):
                people[seat if kind == "initial" else int(spot)].append(key)
        found = []
        for number, keys in sorted(people.items()):
            caller = max(keys, key=lambda key: (key[0] == number, wagers[key]))
            more = [key for key in wagers if key[:2] == (number, MULTIPLE)]
            rest = [key for key in keys if key != caller]
            found.append(SharedBox(number, [caller, *more, *rest]))
        return found


def random_roles(rng: random.Random, rules: Any) -> tuple[int, Roles]:
    """How many sit at the table, and what they do."""
    seats = rng.randint(1, 3 if rules.decks > 1 else 2)
    if BEHIND not in rules.law.wagers:
        return seats, Roles(list(range(1, seats + 1)), [])
    seats += 1
    own = [seat for seat in range(1, seats + 1) if seat == 1 or rng.random() < 0.5]
    behind = []
    people = dict.fromkeys(own, 1)
    for seat in range(1, seats + 1):
        if seat in own and not rules.several_boxes:
            continue
        # Boxes where somebody has wagered, or where nobody sits.
        boxes = [box for box in (*own, seats + 1) if box != seat and box <= rules.boxes]
        boxes = [box for box in boxes if people.get(box, 0) < rules.people_on_a_box]
        if boxes and rng.random() < 0.8:
            behind.append((seat, rng.choice(boxes)))
            people[behind[-1][1]] = people.get(behind[-1][1], 0) + 1
    return seats, Roles(own, behind)


# -- what the procedure settled ---------------------------------------------------------------


class Settled:
    """The lines of a round by wager: stakes by hand, insurance, and wagers beside the hand."""

    def __init__(self, lines: list[Line], wagers: dict[Key, int]) -> None:
        self.hands: dict[Key, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.insurance: dict[Key, int] = defaultdict(int)
        self.beside: dict[Key, int] = defaultdict(int)
        bonus = {seat: spot for seat, kind, spot in wagers if kind == "bonus"}
        for line in lines:
            word, *spots = line.wager.split()
            net = line_net(line)
            first, _, kind = word.partition("-")
            if line.wager == "bonus award":
                self.beside[line.seat, "bonus", bonus[line.seat]] += net
            elif line.wager == "progressive meter":
                self.beside[line.seat, "progressive", ""] += net
            elif first in ("double", "split"):
                hand = int(spots.pop())
                self.hands[line.seat, kind or "initial", " ".join(spots)][hand] += net
            elif first == INSURANCE:
                self.insurance[line.seat, kind or "initial", " ".join(spots)] += net
            elif word in ("initial", BEHIND, MULTIPLE):
                self.hands[line.seat, word, " ".join(spots)][1] += net
            else:
                self.beside[line.seat, word, " ".join(spots)] += net


# -- what the kernel makes of it --------------------------------------------------------------


@lru_cache(maxsize=256)
def _side(law_hash: str, name: str) -> SideRows:
    rules = _rules_by_hash[law_hash]
    return side_rows(rules, name, awards=AWARDS.get(name, ()))


_rules_by_hash: dict[str, Any] = {}


class Shoe:
    """One shoe: rounds at a table, by the procedure and by the kernel."""

    def __init__(self, number: int) -> None:
        self.rng = rng = random.Random(f"blackjack {number}")
        self.rules = rules_number(number // SHOES_A_CHOICE)
        _rules_by_hash[self.rules.law.hash] = self.rules
        self.game = registry.find("blackjack")
        self.seats, self.roles = random_roles(rng, self.rules)
        # Cards of few values, so that pairs are split again; aces and kings are often among them.
        self.few = [*rng.choice(((), (11, 12), (5, 12))), *rng.sample(range(11), 3)]
        if rng.random() < 0.5:
            self.few = list(range(13))
        self.table_rules = table_rules(self.rules)
        # What there was of interest in it.
        self.seen: set[str] = set()
        # Streak wagers that are on, with the rounds won.
        self.streaks: dict[Key, tuple[int, int]] = {}
        self.meter: int = self.rules.meter_reset

    def compare(self) -> str:
        """All rounds; a text if one of them differs."""
        table = self.game.open_table(self.rules, self.seats)
        for _ in range(self.rng.randint(1, ROUNDS_MAX)):
            players = Players(self.rng, self.rules, self.few, self.roles)
            receipt = run(self.game, self.rules, table, LiveTape(players))
            told = self.compare_round(players, list(receipt.lines))
            if told:
                law = self.rules.law
                return (
                    f"{told}: {law.day} {law.options} cards {players.cards} side {players.side!r} "
                    f"wagers {players.wagers} script {players.script}"
                )
            table = receipt.after
            left = table.shoe.remaining if table.shoe is not None else 0
            other = table.state.other_side
            left = min(left, other.remaining) if other is not None else left
            # Kernel rounds end with the shoe: too few cards are an irregularity, 2.15.
            if table.next != "round" or left < 26 * self.seats:
                break
        return ""

    def compare_round(self, players: Players, lines: list[Line]) -> str:
        boxes = self.roles.boxes(players.wagers)
        cards = self._dealt(players)
        people = [
            Person(place, players.wagers[key], int(key[2]) if key[1] == MULTIPLE else 1)
            for place, box in enumerate(boxes)
            for key in box.stakes
        ]
        told = self._told(players, cards, boxes, people)
        if told.used != len(cards):
            return f"{told.used} of {len(cards)} cards used"
        theirs = Settled(lines, players.wagers)
        keys = [key for box in boxes for key in box.stakes]
        nets = {}
        for number, key in enumerate(keys):
            came = told.person(number)
            by_hand = sorted(theirs.hands[key].values())
            if len(came.hands) < len(by_hand):
                by_hand = [sum(by_hand)]
            nets[key] = sum(came.hands)
            self._note(key, players, told, number)
            settled = by_hand, theirs.insurance[key]
            if (sorted(came.hands), came.insurance) != settled:
                return f"{key}: the kernel has {came}, the procedure {settled}"
            if not _whole_box_agrees(told, number, nets[key]):
                return f"{key}: the kernel's box does not come to {nets[key]}"
        return self._compare_beside(players, boxes, told, nets, theirs)

    def _note(self, key: Key, players: Players, told: ScriptedRound, number: int) -> None:
        """What is of interest about a stake."""
        kind = key[1] if key[1] != MULTIPLE else f"{MULTIPLE} {key[2]}"
        stake, box = told.stakes[number], told.boxes[told.stakes[number][STAKE_BOX]]
        on = stake[STAKE_ON : STAKE_ON + int(box[BOX_HANDS])].tolist()
        cents = players.wagers[key]
        self.seen |= {kind, f"{len(on)} hands"}
        found = {
            "doubled for less": any(cents < each < 2 * cents for each in on),
            "stays": 0 in on,
            "insured": stake[STAKE_INSURED],
            "even money": stake[STAKE_EVEN],
        }
        self.seen |= {f"{kind} {what}" for what, there in found.items() if there}
        if players.side:
            self.seen.add("burned" if told.used < len(players.cards) else "determinant card dealt")

    def _dealt(self, players: Players) -> list[int]:
        """The cards of the round; not a determinant card that was burned."""
        cards = players.cards
        if players.side:
            # The side for which red stands is the kernel's first.
            side = 0 if players.side == self.rules.red_side else 1
            symbols = np.array([SYMBOLS[card] for card in cards[:1]], dtype=np.uint8)
            return cards[1:] if named_side(symbols, 0) != side else cards
        return cards

    def _told(
        self, players: Players, cards: list[int], boxes: list[SharedBox], people: list[Person]
    ) -> ScriptedRound:
        seated = {box.number: place for place, box in enumerate(boxes)}
        symbols = np.array(SYMBOLS, dtype=np.uint8)[cards]
        waits, sevens = [], []
        for seat, kind, _ in players.wagers:
            if kind == "sevens":
                sevens.append(seated[seat])
            if kind == "twenty-point-bonus":
                side = _side(self.rules.law.hash, kind).side()
                if side_waits(side, symbols, 0, len(boxes), seated[seat]):
                    waits.append(seated[seat])
        rules = self.table_rules._replace(decks=1)
        return ScriptedRound(
            rules, cards, players.script, len(boxes), people, waits=waits, sevens=sevens
        )

    def _compare_beside(
        self,
        players: Players,
        boxes: list[SharedBox],
        told: ScriptedRound,
        nets: dict[Key, int],
        theirs: Settled,
    ) -> str:
        """The wagers beside the hand, box by box: the first one takes the progressive meter."""
        made = [key for key in players.wagers if key[1] == "progressive"]
        self.meter += self.rules.rate_of_progression * len(made)
        seated = {box.number: place for place, box in enumerate(boxes)}
        for key in players.wagers:
            if key[1] == STREAK:
                self.streaks[key] = players.wagers[key], 0
        mine: dict[Key, int] = {}
        for key in sorted(self.streaks):
            self._streak(key, nets.get((key[0], "initial", "")), mine)
        for seat, kind, spot in sorted(players.wagers):
            if kind in BESIDE and kind != STREAK:
                key = seat, kind, spot
                mine[key] = self._beside(players, told, seated[seat], key)
        if mine != theirs.beside:
            return f"beside the hand the kernel has {mine}, the procedure {dict(theirs.beside)}"
        return ""

    def _streak(self, key: Key, net: int | None, mine: dict[Key, int]) -> None:
        if net is None:
            return
        cents, won = self.streaks[key]
        rows = _side(self.rules.law.hash, f"{STREAK} {key[2]}")
        won = streak_after(won, net)
        row, _ = row_of_side(rows.side(), None, 0, 1, 0, None, 0, won, np.uint64(0))
        self.streaks[key] = cents, won
        if row >= 0:
            self.seen.add(f"streak {'wins' if row else 'loses'}")
            mine[key] = int(rows.cells[row].net * cents)
            del self.streaks[key]

    def _beside(self, players: Players, told: ScriptedRound, place: int, key: Key) -> int:
        cents = players.wagers[key]
        name = f"{key[1]} {key[2]}".strip()
        rows = _side(self.rules.law.hash, name)
        row, _ = jit(row_of_side)(
            rows.side(),
            told.shoe,
            0,
            told.seats,
            place,
            told.boxes[place],
            told.first_end(),
            0,
            np.uint64(0),
        )
        if key[1] == "bonus" and row:
            self.seen.add("bonus wins")
            return players.awards[key[0]]
        self.seen.add(f"{name} {'wins' if row else 'loses'}")
        won = int(rows.cells[row].net * cents)
        if key[1] == "progressive" and row == 1:
            self.seen.add("meter")
            won, self.meter = self.meter, self.rules.meter_reset
        return won


def _whole_box_agrees(told: ScriptedRound, number: int, net: int) -> bool:
    """A stake that was doubled in full and followed every split is the box of a simulation."""
    box = told.box_of(number)
    if box is None:
        return True
    cents, counted, end = box
    whole = settle_box(told.table.tables, told.figures, counted, end)
    return bool(whole * cents == net * told.table.shape.scale)


def compare_shoes(first: int, count: int) -> tuple[int, list[str]]:
    """How many of these shoes came to the same, and what was wrong with the others."""
    told = [Shoe(number).compare() for number in range(first, first + count)]
    failed = [text for text in told if text]
    return count - len(failed), failed
