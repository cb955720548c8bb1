"""What a poker table costs its players, and how often its jackpot falls: `pitboss odds poker`."""

from __future__ import annotations

import argparse
import time
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.cli import DONE
from pitboss.cli.asked import need_compiler, print_json, read_whole
from pitboss.errors import BadInput, file_errors
from pitboss.money import format_dollars

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.games.poker.rules import PokerRules
    from pitboss.studies.poker.rake import Cost, Pots
    from pitboss.table.game import Game

GAME = "poker"
HANDS_MAX, SEATS_MAX = 1000, 11
FILE_BYTES_MAX = 1 << 22
TIME = "time"
ONLY = ("pots", "hands", "seats", "cards")
PLAYING = {
    "any": "any hole cards play, or none",
    "both": "both hole cards must play",
    "pair": "both hole cards must play, a pair for four of a kind",
}


class Charge(NamedTuple):
    """Cents a hand and for a seat in an hour; what is not by the hand has none a hand."""

    what: str
    a_hand: Fraction | None
    a_seat: Fraction


class Fund(NamedTuple):
    """A jackpot: the least hand that wins it, which hole cards must play, how likely a round is to
    win it, and in cents what it then pays and holds."""

    least: str
    cards: str
    chance: Fraction
    payout: Fraction
    held: Fraction


class Found(NamedTuple):
    rules: PokerRules
    charges: tuple[Charge, ...]
    cost: Cost | None
    pots: Pots | None
    fund: Fund | None
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("poker, whose players play against each other")
    group.add_argument(
        "--pots", metavar="FILE", help="how large pots are: lines such as 37.50,120 (a pot, times)"
    )
    group.add_argument("--hands", metavar="N", help="how many hands are dealt in an hour")
    group.add_argument("--seats", metavar="N", help="how many players are dealt in")
    group.add_argument(
        "--cards",
        metavar="RULE",
        help="which hole cards must play for a jackpot: any (the default), both, or pair: both, "
        "with a pair in the hand for four of a kind",
    )


def refuse_elsewhere(asked: argparse.Namespace) -> None:
    """What is about a poker table is not asked of another game."""
    for name in ONLY:
        if getattr(asked, name) is not None:
            raise BadInput(f"--{name} is for {GAME}, and not for {asked.game[:40]}")


def run(game: Game, day: date, options: dict[str, Any], asked: argparse.Namespace) -> int:
    for name in ("strategy", "policy", "chart", "wager", "house_way"):
        if getattr(asked, name):
            raise BadInput(f"--{name.replace('_', '-')}: {GAME} is not played against the house")
    started = time.perf_counter()
    rules = game.rules(day, options)
    hands = None if asked.hands is None else read_whole(asked.hands, "--hands", 1, HANDS_MAX)
    most = min(SEATS_MAX, rules.seats)
    seats = None if asked.seats is None else read_whole(asked.seats, "--seats", 2, most)
    charges, cost, pots = _charges(rules, asked.pots, hands, seats)
    fund = _fund(rules, asked, seats)
    if not charges and fund is None:
        raise BadInput(
            "the players of poker play against each other, and the house takes a rake: for what it "
            "costs say --pots FILE, --hands N and --seats N, for a jackpot --option jackpot='bad "
            "beat' and --seats N",
            cite=rules.law.cite("14.14"),
        )
    found = Found(rules, charges, cost, pots, fund, time.perf_counter() - started)
    if asked.json:
        print_json("revenue", _as_json(found, hands, seats))
    else:
        from pitboss.cli.screen import screen

        _show(screen(), found, hands, seats)
    return DONE


def _charges(
    rules: PokerRules, name: str | None, hands: int | None, seats: int | None
) -> tuple[tuple[Charge, ...], Cost | None, Pots | None]:
    """What is taken, where enough is said to know it."""
    from pitboss.studies.poker.rake import MINUTES, read_pots, seat_hour, study_rake

    charges: list[Charge] = []
    if rules.revenue.method == TIME:
        times = Fraction(MINUTES, rules.law.number("time_charge_minutes"))
        charges.append(Charge("charge for time", None, times * rules.revenue.charge))
    if name is None:
        return tuple(charges), None, None
    if hands is None or seats is None:
        raise BadInput("--pots: expected --hands N, an hour, and --seats N as well")
    with file_errors(name[:200]), open(name, encoding="utf-8-sig") as file:
        pots = read_pots(file.read(FILE_BYTES_MAX), name[:200])
    revenue, jackpot = rules.revenue, rules.jackpot
    cost = study_rake(revenue.of_pot, revenue.most, jackpot.contribution, pots)
    if revenue.method != TIME:
        charges.append(Charge("rake", cost.rake, seat_hour(cost.rake, hands, seats)))
    if jackpot.contribution:
        share = seat_hour(cost.contribution, hands, seats)
        charges.append(Charge("jackpot contribution", cost.contribution, share))
    return tuple(charges), cost, pots


def _fund(rules: PokerRules, asked: argparse.Namespace, seats: int | None) -> Fund | None:
    """The jackpot of the table, where it has one and hold 'em is dealt."""
    from pitboss.games.poker.rules import BAD_BEAT, NO_JACKPOT

    jackpot = rules.jackpot
    if jackpot.kind == NO_JACKPOT:
        for name in ("cards", "hand"):
            if getattr(asked, name) is not None:
                raise BadInput(f"--{name} is about a jackpot: --option jackpot='bad beat'")
        return None
    if rules.kind.name != "hold-em":
        if asked.cards is not None or asked.hand is not None:
            raise BadInput(f"the jackpot's chances are counted at hold-em, not {rules.kind.name}")
        return None
    if seats is None:
        return None
    need_compiler("a jackpot's chance")
    from pitboss.equipment.cards import parse_cards
    from pitboss.hands.poker import CATEGORY_SHIFT, FIVE_CARD_CATEGORIES
    from pitboss.studies.poker import jackpot as study

    least = jackpot.category << CATEGORY_SHIFT
    if asked.hand is not None:
        least = study.least_value(parse_cards(asked.hand))
    cards = asked.cards or study.ANY
    counted = study.study_jackpot(least, cards, seats)
    beaten = jackpot.kind == BAD_BEAT
    chance = counted.bad_beat(seats) if beaten else counted.high_hand(seats)
    if not chance:
        raise BadInput(f"no hand can win that jackpot with {seats} players")
    return Fund(
        FIVE_CARD_CATEGORIES[jackpot.category] if asked.hand is None else asked.hand,
        cards,
        chance,
        study.mean_payout(jackpot.contribution, chance),
        study.mean_fund(jackpot.contribution, chance, jackpot.percent),
    )


def _as_json(found: Found, hands: int | None, seats: int | None) -> dict[str, Any]:
    law, cost, fund = found.rules.law, found.cost, found.fund
    return {
        "game": law.game,
        "day": str(law.day),
        "options": dict(law.options),
        "cite": law.cite("14.14"),
        "hands_an_hour": hands,
        "seats": seats,
        "charges": [
            {
                "charge": charge.what,
                "cents_a_hand": None if charge.a_hand is None else exact(charge.a_hand),
                "cents_a_seat_an_hour": exact(charge.a_seat),
            }
            for charge in found.charges
        ],
        "pots": None
        if cost is None or found.pots is None
        else {
            "number": found.pots.number,
            "mean_cents": exact(cost.pot),
            "part_taken": exact(cost.of_pot),
            "at_most": exact(cost.at_most),
        },
        "jackpot": None
        if fund is None
        else {
            "least": fund.least,
            "cards": fund.cards,
            "chance": exact(fund.chance),
            "mean_payout_cents": exact(fund.payout),
            "mean_fund_cents": exact(fund.held),
            "cite": law.cite("14.19(a)"),
        },
        "unverified": list(law.unverified),
        "seconds": found.seconds,
    }


def _dollars(cents: Fraction, places: int = 2) -> str:
    return decimal_text(cents / 100, places, comma=True)


def _show(page: Console, found: Found, hands: int | None, seats: int | None) -> None:
    from rich.text import Text

    law = found.rules.law
    chapter = f"N.J.A.C. {law.citations.chapter}-{law.subchapter}"
    page.print(Text.assemble((law.title, "bold"), f" on {law.day}: {chapter}"))
    if law.options:
        chosen = ", ".join(f"{name} = {value}" for name, value in law.options.items())
        page.print(Text(chosen, style="dim"))
    if found.charges:
        _show_charges(page, found, hands, seats)
    if found.fund is not None:
        _show_fund(page, found, hands, seats)
    if law.unverified:
        heading = "Not verified: general knowledge that no text we have confirms"
        page.print(Text(heading, style="yellow"))
        page.print(Text("  " + ", ".join(law.unverified), overflow="fold"))
    page.print(Text(f"exact, in {found.seconds:.2f} s; fractions: --json", style="dim"))


def _show_charges(page: Console, found: Found, hands: int | None, seats: int | None) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    heading = f"What is taken ({found.rules.law.cite('14.14')}), in dollars"
    columns = ("", "a hand", "an hour", "a seat an hour")
    table = headed_table(page, heading, columns, ("",))
    for charge in found.charges:
        hourly = charge.a_seat * seats if seats else None
        table.add_row(
            Text(charge.what),
            "-" if charge.a_hand is None else _dollars(charge.a_hand, 4),
            "-" if hourly is None else _dollars(hourly),
            _dollars(charge.a_seat),
        )
    page.print(table)
    if found.cost is None or found.pots is None:
        return
    said = f"  {found.pots.number:,} pots of {_dollars(found.cost.pot)} on average"
    page.print(Text(f"{said}; {hands} hands an hour, {seats} seats", style="dim"))
    if found.rules.revenue.method != TIME:
        part = percent_text(found.cost.of_pot)
        page.print(Text(f"  the rake is {part} of what is wagered", style="dim"))
    if found.rules.revenue.most:
        most = format_dollars(found.rules.revenue.most)
        said = f"  the most, {most}, is taken of {percent_text(found.cost.at_most, 2)} of the pots"
        page.print(Text(said, style="dim"))


def _show_fund(page: Console, found: Found, hands: int | None, seats: int | None) -> None:
    from rich.text import Text

    from pitboss.games.poker.rules import BAD_BEAT

    fund = found.fund
    assert fund is not None
    kind = found.rules.jackpot.kind
    page.print()
    page.print(Text(f"{kind.capitalize()} ({found.rules.law.cite('14.19(a)')})", style="bold"))
    beaten = " beaten" if kind == BAD_BEAT else ""
    page.print(Text(f"  {fund.least} or better{beaten}; {PLAYING[fund.cards]}"))
    often = decimal_text(1 / fund.chance, 1, comma=True)
    page.print(Text(f"  one round in {often}, if all {seats} players go to the showdown"))
    if hands:
        page.print(Text(f"  once in {decimal_text(1 / fund.chance / hands, 1, comma=True)} hours"))
    page.print(Text(f"  the fund pays {_dollars(fund.payout)} on average, where it breaks even"))
    page.print(Text(f"  and holds {_dollars(fund.held)} when it is won", style="dim"))
