"""Who wagers on which box: the seated player, and others behind whose wagers lie in line with the
caller's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import msgspec

from pitboss.families.twenty_one.play import Box, Cites, Stake, box_of
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

BEHIND = "behind"
CONSENT, REFUSE = "consent", "refuse consent"


class Main(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers that make a box. `kinds`: the seated player's, by the area where each lies (""
    where there is only one); all of them are required, and equal. `added`: a wager made later
    that shares the fate of the first. `side`: wagers that need the main ones, each with the
    paragraph that says so. `people`: how many may wager on one box; `several_boxes`: whether
    one player may wager on more than one, by the paragraph `one_box`; `boxes`: how many the
    layout has; `barred`: who may not wager until the next shuffle."""

    kinds: Mapping[str, str]
    one_box: str
    people: int
    several_boxes: bool
    side: Mapping[str, str] = {}
    added: str = ""
    called: str = "initial wager"
    boxes: int = 7
    barred: tuple[int, ...] = ()


class MainWagers(Window, kw_only=True):
    """Before the first card: main wagers, side wagers beside them, and wagers behind on other
    players' boxes, to which the first person on that box must consent. `agreed`: who may wager
    on which box."""

    cites: Cites
    main: Main
    agreed: list[tuple[int, int]] = msgspec.field(default_factory=list)

    @classmethod
    def on_boxes(cls, dealer: Dealer, cites: Cites, main: Main) -> Self:
        offered = dealer.rules.law.wagers
        kinds = (*main.kinds.values(), *main.side, BEHIND)
        kinds = tuple(kind for kind in kinds if kind in offered)
        return cls(dealer, kinds, cite=cites.wagers, required=True, cites=cites, main=main)

    def beside(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        """The amounts of a side wager, as the game has them."""
        return bounds

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        dealer, cites, main = self.dealer, self.cites, self.main
        if kind.key in main.side:
            if not has_main(dealer, seat, main):
                return Refusal(f"p{seat} has no {main.called}", main.side[kind.key])
            return self.beside(seat, kind, spot, bounds)
        if kind.key == BEHIND and box_number(spot) == seat:
            return Refusal(f"p{seat} cannot wager behind on that box", cites.caller)
        number = box_number(spot) if kind.key == BEHIND else seat
        refusal = _why_not_on(dealer, cites, main, seat, number)
        if refusal is not None:
            return refusal
        # Where a place has several areas, the wagers on them are equal.
        for other in _on_areas(dealer, main, seat, number):
            if other is not None and (other.kind, other.spot) != (kind.key, spot):
                return Bounds(other.cents, other.cents, bounds.step, cites.wagers)
        return bounds

    def made(self, wager: Wager) -> None:
        if wager.kind != BEHIND:
            return
        dealer, cite, number = self.dealer, self.cites.consent, box_number(wager.spot)
        first = people_on(dealer, self.main, number)[0]
        if first == wager.seat or (wager.seat, number) in self.agreed:
            return
        what = f"p{wager.seat} on the box of p{number}"
        if dealer.choose(first, (CONSENT, REFUSE), cite=cite, what=what) == CONSENT:
            self.agreed.append((wager.seat, number))
        else:
            dealer.withdraw(wager, cite=cite)

    def why_not_close(self) -> Refusal | None:
        return _incomplete(self.dealer, self.cites, self.main)


def box_number(spot: str) -> int:
    """A spot behind is the number of the box, and its area where it has several."""
    return int(spot.partition(" ")[0])


def has_main(dealer: Dealer, seat: int, main: Main) -> bool:
    return all(dealer.find(seat, kind) for kind in main.kinds.values())


def on_box(wager: Wager, main: Main) -> int:
    """The box on which a wager lies, 0 for one that lies on none."""
    if wager.kind == BEHIND:
        return box_number(wager.spot)
    return wager.seat if wager.kind in main.kinds.values() else 0


def people_on(dealer: Dealer, main: Main, number: int) -> list[int]:
    """Those who wager on the box, in the order in which they came."""
    return list(dict.fromkeys(w.seat for w in dealer.wagers if on_box(w, main) == number))


def _why_not_on(dealer: Dealer, cites: Cites, main: Main, seat: int, number: int) -> Refusal | None:
    """Why this person may not wager on this box."""
    if seat in main.barred:
        return Refusal(f"p{seat} sat out a round: not before the next shuffle", cites.wagers)
    boxes = [on_box(wager, main) for wager in dealer.wagers if wager.seat == seat]
    if not main.several_boxes and any(box not in (0, number) for box in boxes):
        return Refusal(f"p{seat} wagers on another box", main.one_box)
    people = people_on(dealer, main, number)
    if seat == number:
        return None
    if number > main.boxes:
        return Refusal(f"the layout has {main.boxes} boxes", cites.wagers)
    if not people and number in dealer.table.seats:
        return Refusal(f"p{number} has no wager on that box", cites.consent)
    if seat not in people and len(people) >= main.people:
        return Refusal(f"{main.people} people wager on that box already", cites.consent)
    return None


def _incomplete(dealer: Dealer, cites: Cites, main: Main) -> Refusal | None:
    for wager in dealer.wagers:
        seat = wager.seat
        if wager.round_made != dealer.table.round:
            continue  # left from an earlier round, it needs nothing
        if wager.kind in main.side and not has_main(dealer, seat, main):
            text = f"p{seat} has a {wager.kind} wager and no {main.called}"
            return Refusal(text, main.side[wager.kind])
        number = on_box(wager, main)
        if number and None in _on_areas(dealer, main, seat, number):
            return Refusal(f"p{seat} must have two equal wagers", cites.wagers)
    return None


def _on_areas(dealer: Dealer, main: Main, seat: int, number: int) -> list[Wager | None]:
    """What the person has on each area of a box."""
    if seat == number:
        return [dealer.find(seat, kind) for kind in main.kinds.values()]
    return [dealer.find(seat, BEHIND, f"{number} {area}".strip()) for area in main.kinds]


def boxes_on(dealer: Dealer, main: Main) -> list[Box]:
    """Every box with a wager, from the dealer's left; a box has one hand for each area. The
    seated player calls the decisions, or where there is none the person with the highest
    wager; that wager lies nearest the dealer."""
    numbers = dict.fromkeys(on_box(wager, main) for wager in dealer.wagers)
    boxes = []
    for number in sorted(number for number in numbers if number):
        people = people_on(dealer, main, number)
        caller = number if number in people else _highest(dealer, main, number, people)
        people.sort(key=lambda seat: seat != caller)
        for index, area in enumerate(main.kinds):
            stakes = [_stake(dealer, main, number, index, seat) for seat in people]
            boxes.append(box_of(number, caller, stakes, area))
    return boxes


def _highest(dealer: Dealer, main: Main, number: int, people: list[int]) -> int:
    """Among equals the one who came first.

    Doubt: equal wagers are not provided for."""

    def wagered(seat: int) -> int:
        return sum(w.cents for w in dealer.wagers_of(seat) if on_box(w, main) == number)

    return max(people, key=wagered)


def _stake(
    dealer: Dealer, main: Main, number: int, index: int, seat: int
) -> tuple[Stake, list[Wager]]:
    """One person's stake on one area of a box, with the wagers that lie there."""
    wager = _on_areas(dealer, main, seat, number)[index]
    assert wager is not None, "wagering closes when all are there"
    if seat == number:
        stake = Stake(seat, 0, "", list(main.kinds)[index])
    else:
        stake = Stake(seat, 0, BEHIND, wager.spot)
    wagers = [wager]
    added = dealer.find(seat, stake.name(main.added), stake.spot) if main.added else None
    if added is not None:
        wagers.append(added)
    stake.cents = sum(each.cents for each in wagers)
    return stake, wagers
