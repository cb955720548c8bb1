"""A game as the table sees it: its procedures, irregularities and typed rules.

One instance per game, registered under the entry point group `pitboss.games`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput, DataError, NotPermitted
from pitboss.law.citation import section_of
from pitboss.law.regulation import Law, Regulation, load
from pitboss.law.schema import Basis, Value
from pitboss.money import CENTS_MAX
from pitboss.table.layout import Wager

if TYPE_CHECKING:
    from pitboss.table.dealer import Dealer
    from pitboss.table.entries import Found
    from pitboss.table.prompts import Prompt

SEATS_MAX = 30
SHOWING = " showing "
DIE_FACES = frozenset("123456")


class Rules(msgspec.Struct, frozen=True):
    """What a procedure receives: the law of the day. Each game adds its own typed fields."""

    law: Law


class Nothing(msgspec.Struct, frozen=True):
    """The state of a game that remembers nothing from round to round."""


class Limits(msgspec.Struct, frozen=True):
    """Posted minimum and maximum (8.2) by kind of wager; the kind "" is for all others.
    `chip` is the smallest chip: a wager that must be paid exactly is paid in it."""

    by_kind: dict[str, tuple[int, int]] = {}
    chip: int = 100

    def of(self, kind: str) -> tuple[int, int]:
        """The least and the most that may be wagered on this kind."""
        return self.by_kind.get(kind) or self.by_kind.get("", (1, CENTS_MAX))


class Table(msgspec.Struct, frozen=True):
    """What outlives a round. A procedure maps a table to a table."""

    seats: tuple[int, ...]
    state: Any
    shoe: Shoe | None = None
    standing: tuple[Wager, ...] = ()
    limits: Limits = Limits()
    round: int = 0
    next: str = "round"
    areas: dict[int, int] = {}

    def eyes(self, seat: int) -> int:
        """The set of those who see a card dealt face down to this betting area: its player,
        at every area where that player wagers."""
        player = self.areas.get(seat, seat)
        seen = 1 << player
        for area, owner in self.areas.items():
            if owner == player:
                seen |= 1 << area
        return seen


def table_fields(table: Table) -> dict[str, Any]:
    """The table as plain data. Wagers without a coupon are written as they were before there were
    coupons, so that what is kept reads the same."""
    plain: dict[str, Any] = msgspec.to_builtins(table, str_keys=True)
    for wager in plain["standing"]:
        if not wager["coupon"]:
            del wager["coupon"]
    return plain


class Irregularity(msgspec.Struct, frozen=True):
    """A paragraph of the section on irregularities: what happened, what follows.

    `takes` says what the entry carries beside its name: any of "card", "seat", "detail".
    `details` are the words allowed where it takes a detail. `may` says whether it can have
    happened just before the prompt that is pending. `among_acts`: it comes to light while the
    dealer does what nobody is asked about, so a record has it there and not at the next prompt.
    `shows`: what was thrown or spun in vain may be told, as `showing 4 3` (dice) or `showing 17`
    (wheel). `seats`: those that it can name, where that is not everybody at the table."""

    name: str
    cite: str
    handle: Callable[[Dealer, Found], None]
    may: Callable[[Dealer, Prompt], bool]
    takes: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    label: str = ""
    basis: Basis = "read"
    among_acts: bool = False
    shows: Literal["", "dice", "wheel"] = ""
    seats: Callable[[Dealer], tuple[int, ...]] | None = None

    def whose(self, dealer: Dealer) -> tuple[int, ...]:
        """The seats that it can name now."""
        return dealer.table.seats if self.seats is None else self.seats(dealer)

    def why_not(self, dealer: Dealer, prompt: Prompt, found: Found) -> str:
        """Why this cannot have been found just before that prompt, or an empty string."""
        if (found.card >= 0) != ("card" in self.takes):
            return f"{self.name} {'needs a card' if 'card' in self.takes else 'takes no card'}"
        takes_seat = "seat" in self.takes
        if bool(found.seat) != takes_seat or (takes_seat and found.seat not in dealer.table.seats):
            wanted = "needs a seat at the table" if takes_seat else "takes no seat"
            return f"{self.name} {wanted}"
        cause, shown = cause_and_showing(found.detail)
        if (self.details or cause) and cause not in self.details:
            return f"{self.name} takes {', '.join(self.details) or 'nothing more'}"
        if takes_seat and self.seats is not None and found.seat not in self.seats(dealer):
            named = ", ".join(f"p{seat}" for seat in self.seats(dealer)) or "nobody"
            return f"{self.name} cannot be about p{found.seat} now, only about {named}"
        if shown and not self._may_show(prompt, shown):
            may = {"": "nothing", "dice": "dice such as 4 3", "wheel": "a stop of the wheel"}
            return f"{self.name} shows {may[self.shows]}, not {shown[:20]}"
        if found.card >= 0 and not dealer.counts[found.card]:
            return f"{CARD_TEXT[found.card]} is not in the shoe"
        return "" if self.may(dealer, prompt) else f"{self.name} cannot happen at this point"

    def _may_show(self, prompt: Prompt, shown: str) -> bool:
        """Whether this can have been thrown or spun where it came to nothing."""
        if self.shows == "wheel":
            return shown in prompt.choices if prompt.kind == "spin" else len(shown) < 3
        faces = shown.split(" ")
        as_many = prompt.kind != "roll" or len(faces) == prompt.at_most
        return self.shows == "dice" and as_many and all(face in DIE_FACES for face in faces)

    def written(self) -> str:
        """How it stands on a tape, with words for what it carries."""
        words = ["!", self.name, *(take.upper() for take in self.takes if take != "detail")]
        return " ".join([*words, "|".join(self.details)] if self.details else words)


def cause_and_showing(detail: str) -> tuple[str, str]:
    """The detail of an irregularity without what was thrown or spun in vain, and that."""
    cause, mark, shown = f" {detail}".partition(SHOWING)
    return (cause.strip(), shown) if mark else (detail, "")


Procedure = Callable[["Dealer", Any], None]


class TableStakes(msgspec.Struct, frozen=True):
    """A game whose players keep chips on the table, a wager of the kind `chips` that stands from
    round to round and goes with whoever leaves (the procedure `leave`).

    `unanswered`: what is taken for a player who does not act in time, the first of these that is
    open. `ready`: whether with these wagers on the layout a round would be dealt. `by_the_clock`:
    the procedure that time brings, and every how many minutes (0: never) under these rules. `sort`:
    what is played, and for how much, in words: who waits for a seat waits for that."""

    chips: str
    unanswered: tuple[str, ...]
    ready: Callable[[Sequence[Wager], Any], bool]
    by_the_clock: Callable[[Any], tuple[str, int]]
    sort: Callable[[Any], str]


class Game:
    """`procedures` by name: "opening", "shuffle", "round" and whatever else the game has; the
    table says which is next. `prepare` gives shoe and state of a table ready for a round."""

    def __init__(
        self,
        key: str,
        *,
        data: Traversable,
        rules: Callable[[Law], Any],
        procedures: Mapping[str, Procedure],
        prepare: Callable[[Any], tuple[Shoe | None, Any]],
        irregularities: tuple[Irregularity, ...] = (),
        state: type = Nothing,
        seats_max: int = 7,
        seats_of: Callable[[Any], int] | None = None,
        first_procedure: str = "",
        standing: bool = False,
        several_areas: str = "",
        shared_meter: str = "",
        personal: Mapping[str, bool] | None = None,
        owed: str = "",
        stakes: TableStakes | None = None,
    ) -> None:
        self.key = key
        self.data = data
        self._rules = rules
        self.procedures = dict(procedures)
        self.prepare = prepare
        self.irregularities = {found.name: found for found in irregularities}
        self.state = state
        self.seats_max = seats_max
        # How many seats a table under these rules has, where an option makes it fewer.
        self.seats_of = seats_of
        self.first_procedure = first_procedure or (
            "opening" if "opening" in self.procedures else "round"
        )
        # Wagers may outlive the round (craps): the layout need not be empty at its end.
        self.standing = standing
        # The section under which a player may wager on more than one betting area, which the
        # option `several_betting_areas` permits or not; "" where the game has no such rule.
        self.several_areas = several_areas
        # The section of a progressive meter that several tables may share; "" where there is
        # none. The state then has `meter`, its reading in cents, and `payments`, how many
        # shares of it were ever paid.
        self.shared_meter = shared_meter
        # Fields of the state that are about the person at a seat, not about the place: tuples of
        # seats, or dictionaries by `p1`. Whoever gives the seat up leaves nothing there; the value
        # says whether it goes with the person to another seat. What must be settled before
        # somebody goes (vigorish that is owed) is a procedure of its own, `leave`, which is run
        # with the seats of those who leave and no others.
        self.personal = dict(personal or {})
        # The field of the state that says what each seat owes, by `p1`; "" where nothing is owed.
        self.owed = owed
        # How players wager against each other with the chips on the table, and the house only
        # deals; None where it is the other side. The state then has `meter`.
        self.stakes = stakes

        self._check(irregularities)

    def _check(self, irregularities: tuple[Irregularity, ...]) -> None:
        """The mistakes that are easily made with a new game, told before anything is dealt."""
        named = ", ".join(self.procedures)
        if "round" not in self.procedures:
            raise DataError(f"{self.key}: no procedure is named 'round'; there are: {named}")
        if self.first_procedure not in self.procedures:
            raise DataError(
                f"{self.key}: first_procedure is {self.first_procedure!r}, which is no procedure "
                f"of the game; there are: {named}"
            )
        if len(self.irregularities) < len(irregularities):
            raise DataError(f"{self.key}: two irregularities have one name")
        for irregularity in irregularities:
            try:
                section_of(irregularity.cite)
            except ValueError as error:
                raise DataError(f"{self.key}, {irregularity.name}: {error}") from None
        if not issubclass(self.state, msgspec.Struct) or not self.state.__struct_config__.frozen:
            raise DataError(f"{self.key}: its state, {self.state.__name__}, is not a frozen Struct")

    @cached_property
    def regulation(self) -> Regulation:
        return load(self.data)

    def goes_along(self, wager: Wager) -> bool:
        """Whether a wager that stands goes with its player, whenever that one leaves."""
        return self.stakes is not None and wager.kind == self.stakes.chips

    def debts(self, state: Any) -> dict[str, int]:
        """What each seat owes, in cents, as the state remembers it."""
        return getattr(state, self.owed) if self.owed else {}

    def remembered(self, state: Any, seat: int) -> dict[str, Any]:
        """What is remembered of the person at that seat and goes with them."""
        found: dict[str, Any] = {}
        for name in (name for name, follows in self.personal.items() if follows):
            kept = getattr(state, name)
            if isinstance(kept, dict):
                if f"p{seat}" in kept:
                    found[name] = kept[f"p{seat}"]
            elif seat in kept:
                found[name] = True
        return found

    def remember(self, state: Any, seat: int, memory: Mapping[str, Any]) -> Any:
        """The state in which this alone is remembered of the person at that seat."""
        fields: dict[str, Any] = {}
        for name in self.personal:
            kept = getattr(state, name)
            if isinstance(kept, dict):
                rest = {where: what for where, what in kept.items() if where != f"p{seat}"}
                fields[name] = rest | ({f"p{seat}": memory[name]} if name in memory else {})
            else:
                others = tuple(other for other in kept if other != seat)
                fields[name] = tuple(sorted((*others, seat))) if name in memory else others
        return msgspec.structs.replace(state, **fields)

    def rules(self, day: date, options: Mapping[str, Value] | None = None) -> Any:
        """The typed rules of this game on that day under the licensee's options."""
        law = self.regulation.resolve(day, options)
        if not law.unlawful:
            return self._rules(law)
        try:
            return self._rules(law)
        except (ArithmeticError, AssertionError, LookupError, ValueError, DataError) as error:
            names = ", ".join(each.name for each in law.unlawful)
            raise BadInput(f"{names}: such rules make no sense to {self.key}: {error}") from None

    def open_table(
        self,
        rules: Rules,
        seats: int | tuple[int, ...],
        *,
        limits: Limits | None = None,
        closed: bool = False,
        areas: Mapping[int, int] | None = None,
    ) -> Table:
        """A table ready for its first round, or (`closed`) one that must first be opened.
        `areas` maps a betting area to the seat of the player who wagers on it as well."""
        taken = tuple(range(1, seats + 1)) if isinstance(seats, int) else seats
        most = self.seats_max if self.seats_of is None else self.seats_of(rules)
        if not taken or len(set(taken)) != len(taken) or not 1 <= min(taken) <= max(taken):
            raise BadInput(f"seats {taken}: expected seats from 1 to {most}")
        if max(taken) > most:
            raise BadInput(f"p{max(taken)}: the table has {most} seats")
        if areas:
            self._check_areas(rules.law, areas)
        shoe, state = self.prepare(rules)
        return Table(
            seats=taken,
            state=state,
            shoe=shoe,
            limits=limits or Limits(),
            areas=dict(areas or {}),
            next=self.first_procedure if closed else "round",
        )

    def _check_areas(self, law: Law, areas: Mapping[int, int]) -> None:
        permitted = law.options.get("several_betting_areas")
        if not self.several_areas or permitted is False or permitted is None:
            raise NotPermitted(
                "a player may wager on one betting area only",
                cite=law.cite(self.several_areas) if self.several_areas else "",
            )
        if permitted == "adjacent" and any(abs(a - p) != 1 for a, p in areas.items()):
            raise NotPermitted(
                "a player's two betting areas must be adjacent", cite=law.cite(self.several_areas)
            )
        players = list(areas.values())
        if permitted == "adjacent" and (
            len(set(players)) < len(players) or not areas.keys().isdisjoint(players)
        ):
            raise NotPermitted(
                "a player may wager at two betting areas, no more",
                cite=law.cite(self.several_areas),
            )

    def table_to_json(self, table: Table) -> bytes:
        # Only text keys can be put in order: betting areas are numbers.
        plain = table_fields(table)
        return msgspec.json.encode(plain, order="deterministic")

    def table_from_json(self, text: bytes | str) -> Table:
        """Read back what `table_to_json` wrote."""
        table = msgspec.json.decode(text, type=Table)
        state: Any = msgspec.convert(table.state, self.state, str_keys=True)
        return msgspec.structs.replace(table, state=state)
