"""Blackjack's rules and what its table remembers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.equipment.cards import JOKER
from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.errors import NotPermitted
from pitboss.families.twenty_one.play import Cites, whole_section
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import Charge, Odds, format_dollars
from pitboss.table.game import Rules

NONE, FACE_DOWN, CARD_READER, FACE_UP = "none", "face down", "card reader", "face up"
SHOE, HAND, DOUBLE_SHOE, CONTINUOUS = "shoe", "hand", "double shoe", "continuous shuffler"

# Wagers whose pay table depends on the decks or on a ledger that the licensee chooses or gives.
BY_LEDGER = ("match_the_dealer", "twenty_point_bonus", "optional_bonus")
SIDES = LEFT, RIGHT = "left", "right"

# 2.25: the licensee's table, best row first, and the options that give its odds.
OPTIONAL_BONUS_ROWS = ("identical pair", "suited blackjack", "blackjack", "pair", "suited")


class BlackjackRules(Rules, frozen=True):
    """`hands_max` and `aces_hands_max`: hands to which a box may come by splitting, and by
    splitting aces; `double_totals`: counts on which a player may double, () for any;
    `ties_lose` and `blackjack_beats_blackjack` are 2.6(k)1. Amounts are in cents."""

    decks: int
    boxes: int
    dealing: str
    bart_carter_shuffle: bool
    bart_carter_discards: int
    hole_card: str
    blackjack: Row
    win: Row
    insurance: Row
    even_money_pays: Row | None
    even_money: bool
    surrender: bool
    surrender_charge: Charge
    early_surrender: bool
    soft_17_draws: bool
    hands_max: int
    aces_hands_max: int
    double_totals: tuple[int, ...]
    ties_lose: bool
    blackjack_beats_blackjack: bool
    five_card_21: Row | None
    insurance_offered: bool
    insurance_at_turn: bool
    insurance_percent: int
    insurance_rounds_up: bool
    multiple_action: bool
    people_on_a_box: int
    several_boxes: bool
    bars_who_sat_out: bool
    cut_at_least: int
    cutting_card: int
    additional_wager_stake: int
    sevens_any_of_three: bool
    progressive_stake: int
    meter_reset: int
    rate_of_progression: int
    bonus_awards: dict[int, tuple[int, int]]
    bonus_award: Row | None
    over_under: Paytable | None
    same_suit: Paytable | None
    sevens: Paytable | None
    progressive: Paytable | None
    progressive_meter: Paytable | None
    streak: Paytable | None
    match_the_dealer: Paytable | None
    twenty_point_bonus: Paytable | None
    optional_bonus: Paytable | None
    in_between: Paytable | None
    red_side: str
    cites: Cites
    bart_carter_cite: str
    continuous_shuffler_cite: str


class BlackjackState(msgspec.Struct, frozen=True):
    """`burned`: the last card burned, which a player may ask to see; `begun`: a shoe has been
    cut before at this table; `box`: the box on which the cutting card came out, 0 for the
    dealer's hand or a shuffle at will. `side`: which side of a double shoe the table's shoe is,
    and `other_side` the cards of the other. `reader_out`: the card reader has failed.
    `sat_out`: seats that may not wager until the next shuffle.
    `streaks`: by seat, the winning rounds in a row. `meter` and what follows: the progressive
    meter's reading in cents, how often it was paid, what the last round added and paid."""

    burned: Annotated[int, msgspec.Meta(ge=-1, le=JOKER)] = -1
    begun: bool = False
    cutter: Annotated[int, msgspec.Meta(ge=0)] = 0
    box: Annotated[int, msgspec.Meta(ge=0)] = 0
    side: str = ""
    other_side: Shoe | None = None
    reader_out: bool = False
    sat_out: tuple[int, ...] = ()
    streaks: dict[str, int] = {}
    meter: int = 0
    payments: int = 0
    contributed: int = 0
    paid: int = 0


def blackjack_rules(law: Law) -> BlackjackRules:
    face_up = law.word("hole_card") == FACE_UP
    law = _with_tables(law, face_up)
    hands_max = _hands_max(law)
    kind = str(law.options.get("additional_wager", "none"))
    decks = law.number("decks")
    return BlackjackRules(
        law=law,
        decks=decks,
        boxes=law.number("boxes"),
        dealing=law.word("dealing"),
        bart_carter_shuffle=law.flag("bart_carter_shuffle"),
        bart_carter_discards=_number(law.values, "bart_carter_discards"),
        hole_card=law.word("hole_card"),
        blackjack=law.paytable("blackjack")["blackjack"],
        win=law.paytable("win")["win"],
        insurance=law.paytable("insurance")["ten-value card"],
        even_money_pays=_only_row(law, "even_money", law.flag("even_money")),
        even_money=law.flag("even_money"),
        surrender=law.flag("surrender"),
        surrender_charge=Charge(law.number("surrender_percent"), cite="2.8"),
        early_surrender=bool(law.values["early_surrender"]),
        soft_17_draws=law.options.get("soft_17", "stand") == "draw",
        hands_max=hands_max,
        aces_hands_max=2 if law.flag("aces_once") else hands_max,
        double_totals=(9, 10, 11) if face_up else (),
        ties_lose=face_up,
        blackjack_beats_blackjack=face_up,
        five_card_21=_only_row(law, "five_card_21", law.flag("five_card_21")),
        insurance_offered=not face_up,
        insurance_at_turn=law.flag("insurance_at_turn"),
        insurance_percent=law.number("insurance_percent"),
        insurance_rounds_up=bool(law.values["insurance_rounds_up"]),
        multiple_action=law.flag("multiple_action"),
        people_on_a_box=law.number("people_on_a_box"),
        several_boxes=law.flag("several_betting_areas"),
        bars_who_sat_out=law.flag("bars_who_sat_out"),
        cut_at_least=law.number("cut_at_least"),
        cutting_card=full_shoe(decks).quarter,
        additional_wager_stake=100 * _number(law.options, "additional_wager_stake"),
        sevens_any_of_three=law.options.get("sevens_read", "") == "any of three",
        progressive_stake=_number(law.values, "progressive_wager"),
        meter_reset=100 * _number(law.options, "meter_reset"),
        rate_of_progression=_number(law.options, "rate_of_progression"),
        bonus_awards=_bonus_awards(law, decks),
        bonus_award=_only_row(law, "bonus", law.flag("bonus_wager")),
        over_under=_table(law, "over_under", kind == "over-under 13"),
        same_suit=_table(law, "same_suit", kind == "same suit"),
        sevens=_table(law, "sevens", kind == "sevens"),
        progressive=_table(law, "progressive", law.flag("progressive")),
        progressive_meter=_table(law, "progressive_meter", law.flag("progressive")),
        streak=_table(law, "streak", law.flag("streak")),
        match_the_dealer=_table(law, "match_the_dealer", law.flag("match_the_dealer")),
        twenty_point_bonus=_table(law, "twenty_point_bonus", law.flag("twenty_point_bonus")),
        optional_bonus=_table(law, "optional_bonus", law.flag("optional_bonus")),
        in_between=_table(law, "in_between", law.flag("in_between")),
        red_side=str(law.options.get("red_side", "")),
        cites=_cites(law),
        bart_carter_cite=_paragraphs(law)["bart_carter"],
        continuous_shuffler_cite=str(law.values.get("continuous_shuffler_section", "")),
    )


def _number(named: Mapping[str, object], key: str) -> int:
    """A number that the day, or the licensee, may not have: then 0."""
    value = named.get(key, 0)
    return value if isinstance(value, int) else 0


def _only_row(law: Law, name: str, offered: bool) -> Row | None:
    return law.paytables[name].rows[0][1] if offered else None


def _table(law: Law, name: str, offered: bool) -> Paytable | None:
    return law.paytables[name] if offered else None


def _paragraphs(law: Law) -> dict[str, str]:
    """Where 2.6 says what: its paragraphs were relettered in 1982 and in 1991."""
    named = law.values["paragraphs"]
    assert isinstance(named, list)
    pairs = (str(item).split() for item in named)
    return {name: f"2.6{letter}" for name, letter in pairs}


def _cites(law: Law) -> Cites:
    """Sections of which no text was available to us are cited whole."""
    found = _paragraphs(law)
    return Cites(
        opening="2.4",
        shuffle="2.5(a)",
        offer_cut="2.5",
        cut="2.5",
        insert="2.5",
        burn=found["burn"],
        cutting_card=found["cutting_card"],
        deal="2.6A" if law.word("dealing") == HAND else found["deal"],
        totals=found["totals"],
        decisions=found["totals"],
        additional=found["decisions"],
        dealers_card=found["dealers_card"],
        pick_up=found["pick_up"],
        hole_card="2.6(k)" if law.options.get("hole_card") == FACE_UP else found["hole_card"],
        wagers="2.3(a)",
        win="2.3(e)",
        push="2.3(b)",
        loses="2.3(b)",
        surrender="2.8",
        insurance="2.9(b)",
        insurance_pays="2.9(c)",
        insurance_loses="2.9(d)",
        double="2.10(a)",
        double_returned="2.10(b)",
        split="2.11(a)",
        split_card="2.11(b)",
        split_total="2.11(c)",
        split_returned="2.11(d)",
        dealer_draws="2.12(b)",
        no_effect="2.12",
        consent="2.13",
        caller="2.13",
        others_double="2.13",
        actions="2.18",
        **whole_section("2.15"),
    )


def _hands_max(law: Law) -> int:
    """2.11(c)1: one split, so two hands; 2.11(e): more where the licensee permits it."""
    if not law.flag("resplit"):
        return 2
    seven = law.number("boxes") == 7
    return law.number("hands_at_seven_boxes" if seven else "hands_at_six_boxes")


def _with_tables(law: Law, face_up: bool) -> Law:
    """The pay tables that the options choose, under the names by which wagers know them, and
    main wagers of which a half is a whole number of cents, for a surrender."""
    tables = dict(law.paytables)
    if face_up:
        tables["blackjack"] = tables["blackjack/hole card face up"]
    elif (pays := law.word("blackjack_pays")) != "3 to 2":
        # Odds that no text states may be supposed.
        stated = tables.get(f"blackjack/{pays}")
        tables["blackjack"] = stated or tables["blackjack"].supposing("blackjack", Odds.parse(pays))
    if law.flag("match_the_dealer"):
        tables["match_the_dealer"] = tables[f"match_the_dealer/{law.number('decks')}"]
    if law.flag("twenty_point_bonus"):
        ledger = law.word("twenty_point_bonus_ledger")
        tables["twenty_point_bonus"] = tables[f"twenty_point_bonus/{ledger}"]
    if law.flag("optional_bonus"):
        tables["optional_bonus"] = _filed_optional_bonus(law)
    wagers = dict(law.wagers)
    if law.flag("surrender"):
        for name in ("initial", "behind"):
            if name in wagers:
                wagers[name] = replace(wagers[name], cent_step=2, step_cite="2.8")
    return replace(law, paytables=tables, wagers=wagers, unverified=_in_doubt(law, tables))


def _in_doubt(law: Law, tables: Mapping[str, Paytable]) -> tuple[str, ...]:
    """Of what no text confirms, that which is in use: most of the wagers are optional."""
    paying = {kind.pays for kind in law.wagers.values()} | {"win"}
    paying |= {name for name in ("five_card_21", *BY_LEDGER) if law.flag(name)}
    if law.flag("progressive"):
        paying.add("progressive_meter")
    in_use = {f"pay table {tables[name].name}" for name in paying if name}
    in_use |= {f"option {name}" for name, chosen in law.options.items() if chosen is not False}
    if law.word("blackjack_pays") == "3 to 2":
        in_use.discard("option blackjack_pays")
    optional = ("pay table ", "option ")
    return tuple(t for t in law.unverified if t in in_use or not t.startswith(optional))


def _filed_optional_bonus(law: Law) -> Paytable:
    """2.25: the odds that the licensee gives; a row without any is not paid."""
    rows = []
    for row in OPTIONAL_BONUS_ROWS:
        filed = law.options[f"optional_bonus_{row.replace(' ', '_')}"]
        if filed is not False:
            rows.append((row, Odds(int(filed))))
    if not rows:
        raise NotPermitted(
            "optional_bonus: the licensee must give odds for at least one row of its table",
            cite=law.cite("2.25"),
        )
    return Paytable(
        "optional_bonus",
        tuple(rows),
        cite="2.25",
        basis="unverified",
        label="Optional bonus, by the licensee's table",
    )


def _bonus_awards(law: Law, decks: int) -> dict[int, tuple[int, int]]:
    """2.20(j): least and greatest award by stake, in cents, for the stakes that are offered."""
    if not law.flag("bonus_wager"):
        return {}
    stated = law.values["bonus_awards"]
    assert isinstance(stated, list)
    numbers = [100 * int(number) for number in stated]
    awards: dict[int, tuple[int, int]] = {}
    for stake, least, most in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        mean = law.options[f"bonus_mean_award_{stake // 100}"]
        if mean is not False:
            _check_advantage(law, decks, stake, int(mean))
            awards[stake] = (least, most)
    if not awards:
        raise NotPermitted(
            "bonus_wager: the licensee must give the mean award on a wager of $1 or $5",
            cite=law.cite("2.20(k)"),
        )
    return awards


def _check_advantage(law: Law, decks: int, stake: int, mean_award: int) -> None:
    """2.20(k): a house advantage not below zero and not above 30 percent, both allowed. The
    wager wins on a blackjack, and its stake goes back with the award."""
    most = law.number("bonus_advantage_at_most")
    cards = 52 * decks
    # Of `total` equally likely cents staked, `given` come back.
    given = 2 * 4 * decks * 16 * decks * (stake + mean_award)
    total = cards * (cards - 1) * stake
    if not (100 - most) * total <= 100 * given <= 100 * total:
        permyriad = 10_000 * (total - given) // total
        raise NotPermitted(
            f"bonus_wager: a mean award of {format_dollars(mean_award)} on "
            f"{format_dollars(stake)} is a house advantage of {format_dollars(permyriad)} "
            f"percent, not from 0 to {most}",
            cite=law.cite("2.20(k)"),
        )
