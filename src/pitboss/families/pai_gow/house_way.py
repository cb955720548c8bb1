"""How the house sets a hand (10.7, 11.9): the licensee's own file, an ordered table of rules.

The first rule that applies sets the hand. A rule applies where the hand is as `hand` says and at
least one setting is as the rule says; of those settings the rule takes the one with the best low
hand (`choose = "best low"`, the better high hand where low hands are equal) or the best high hand.
`house_way_tiles` and `house_way_cards` have the words that such a file may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Literal

import msgspec

from pitboss.equipment.cards import JOKER, cards_text
from pitboss.errors import BadInput
from pitboss.families.pai_gow import house_way_cards, house_way_tiles
from pitboss.families.pai_gow.house_way_cards import CardRule
from pitboss.families.pai_gow.house_way_tiles import TileRule
from pitboss.hands import pai_gow, tiles
from pitboss.law import house_ways

Kind = Literal["tiles", "cards"]
SetTiles = tuple[tuple[int, int], tuple[int, int], str]
SetCards = tuple[tuple[int, ...], tuple[int, int], str]
SECTIONS: dict[str, str] = {"tiles": tiles.SETTING_SECTION, "cards": pai_gow.SETTING_SECTION}
DEFAULT: dict[str, str] = {"tiles": "a", "cards": "common"}


class WayFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written. `source` says where the way is from."""

    title: str
    kind: Kind
    rule: list[dict[str, object]]
    source: str = ""


class HouseWay(msgspec.Struct, frozen=True):
    """A house way that was read. `program` is what the compiled form of a way for cards takes."""

    name: str
    title: str
    kind: Kind
    source: str
    text: str
    rules: tuple[TileRule | CardRule, ...]
    program: tuple[int, ...] = ()

    def set_tiles(self, four: Sequence[int], zero_is_copy: bool = False) -> SetTiles:
        """The high hand, the low hand, and the name of the rule that sets them so."""
        self._need("tiles", four, tiles.TILES, 4)
        chosen = house_way_tiles.set_hand(self._tile_rules(), sorted(four), zero_is_copy)
        if chosen is None:
            raise self._unset(tiles.tiles_text(sorted(four)))
        return chosen

    def set_cards(self, seven: Sequence[int], lowest_wheel: bool = False) -> SetCards:
        """The high hand, the low hand, and the name of the rule that sets them so."""
        self._need("cards", seven, JOKER + 1, pai_gow.CARDS)
        cards = pai_gow.in_order(seven)
        chosen = house_way_cards.set_hand(self.program, cards, lowest_wheel)
        if chosen < 0:
            raise self.fault(chosen, cards)
        rule, setting = divmod(chosen, pai_gow.SETTINGS)
        high, low = list(pai_gow.settings(cards))[setting]
        return high, low, self.rules[rule].name

    def check(self) -> None:
        """Raise BadInput unless every hand is set, and lawfully. This looks at every hand of
        tiles, and at one hand of every kind of cards, which takes half a minute: a study's check
        is the same, compiled."""
        if self.kind == "tiles":
            for four in combinations(range(tiles.TILES), 4):
                self.set_tiles(four)
        else:
            for seven in pai_gow.kinds_of_hands():
                self.set_cards(seven)

    def fault(self, code: int, seven: Sequence[int]) -> BadInput:
        """What the compiled form means by a number below zero: no rule applies, or the rule sets
        a foul."""
        hand = cards_text(pai_gow.in_order(seven))
        if code == house_way_cards.UNSET:
            return self._unset(hand)
        rule, setting = divmod(house_way_cards.FOUL - code, pai_gow.SETTINGS)
        high, low = list(pai_gow.settings(pai_gow.in_order(seven)))[setting]
        return BadInput(
            f"{self.called()}: rule {rule + 1} ({self.rules[rule].name}) sets a foul: "
            f"{cards_text(high)} high, {cards_text(low)} low; the high hand must not be the lower",
            cite=SECTIONS[self.kind],
        )

    def called(self) -> str:
        return f"house way {self.name}"

    def _unset(self, hand: str) -> BadInput:
        return BadInput(
            f"{self.called()}: no rule sets {hand}; expected a last rule without conditions",
            cite=SECTIONS[self.kind],
        )

    def _tile_rules(self) -> tuple[TileRule, ...]:
        return tuple(rule for rule in self.rules if isinstance(rule, TileRule))

    def _need(self, kind: Kind, hand: Sequence[int], below: int, count: int) -> None:
        if self.kind != kind:
            raise BadInput(f"{self.called()} sets {self.kind}, not {kind}", cite=SECTIONS[kind])
        if all(0 <= each < below for each in hand) and len(set(hand)) == len(hand) == count:
            return
        text = tiles.tiles_text if kind == "tiles" else cards_text
        shown = text([each for each in hand if 0 <= each < below][:8])
        raise BadInput(f"a hand is {count} different {kind}, not {shown}", cite=SECTIONS[kind])


def load(name_or_text: str, kind: Kind, *, where: str = "") -> HouseWay:
    """The shipped way of that name (`a`, `b`; `common`), or the way that a text with at least one
    line end says. `where` is how messages call a licensee's own. `check` is not yet done."""
    if "\n" not in name_or_text:
        return _shipped(name_or_text, kind)
    return _read(name_or_text, kind, where or "of the licensee's own")


@cache
def _shipped(name: str, kind: Kind) -> HouseWay:
    return _read(house_ways.text_of(kind, name), kind, name)


def _read(text: str, kind: Kind, name: str) -> HouseWay:
    where = f"house way {name}"
    try:
        file = msgspec.convert(house_ways.table_of(text, where), WayFile)
    except msgspec.ValidationError as error:
        raise BadInput(f"{where}: {error}", cite=SECTIONS[kind]) from None
    if file.kind != kind:
        raise BadInput(f"{where} sets {file.kind}; {kind} were expected", cite=SECTIONS[kind])
    if not file.rule:
        raise BadInput(f"{where}: it has no [[rule]]", cite=SECTIONS[kind])
    reader: Callable[[dict[str, object]], TileRule | CardRule] = (
        house_way_tiles.read_rule if kind == "tiles" else house_way_cards.read_rule
    )
    rules = []
    for number, fields in enumerate(file.rule, 1):
        try:
            rules.append(reader(fields))
        except (BadInput, msgspec.ValidationError) as error:
            named = f" ({str(fields['name'])[:60]})" if "name" in fields else ""
            raise BadInput(f"{where}: rule {number}{named}: {error}", cite=SECTIONS[kind]) from None
    program = tuple(
        number for rule in rules if isinstance(rule, CardRule) for number in rule.numbers()
    )
    return HouseWay(name, file.title, kind, file.source, text, tuple(rules), program)
