"""The drawing decisions of chemin de fer as a game of two persons, solved exactly.

The Player's Hand decides once, with a count of 5: to draw or to stay. The Banker's Hand decides
wherever the rules leave it a choice, knowing its own count and the Player's third card (or that
there is none). Each hand is known to its own side alone. Kemeny and Snell (1957) solved this game
for cards drawn with replacement, even money, and a banker free with every count; the rules of the
table leave the banker two cells, cards come out of a shoe, and the banker pays vigorish, so that
the two sides' interests are no longer quite opposite.

The banker's cells are separate: given how often the Player's Hand draws with 5, each has its own
best answer, which changes at one frequency. An equilibrium therefore has that frequency at 0, at
1, or where one of the banker's cells is indifferent. Fractions throughout."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

from pitboss.hands.baccarat import NO_CARD, banker_draws, is_natural, player_draws

# The banker's count, and the value of the Player's third card or NO_CARD.
Cell = tuple[int, int]
FIVE = 5
# How a Player's Hand came to where it is: by the rules, or by the choice with 5.
FORCED, DREW, STAYED = range(3)
# Cards of each point value among thirteen.
OF_VALUE = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)

CELLS: tuple[Cell, ...] = tuple(
    (banker, third) for banker in range(8) for third in (*range(10), NO_CARD)
)


class Tally(msgspec.Struct):
    """Ways in which the Player's Hand wins and loses, by FORCED, DREW and STAYED."""

    wins: list[int]
    losses: list[int]


class Ways(msgspec.Struct):
    """All deals: those decided by a natural, and the others by the banker's cell and by what
    the Banker's Hand does there (0 stays, 1 draws). `on_five` is how many ask the Player's Hand
    with 5, `met` how many come to a cell, by FORCED, DREW and STAYED."""

    total: int
    naturals: tuple[int, int]
    cells: dict[Cell, tuple[Tally, Tally]]
    on_five: int
    met: dict[Cell, list[int]]


class Equilibrium(msgspec.Struct, frozen=True):
    """`draws_on_five` is how often the Player's Hand draws with 5; `banker` how often the
    Banker's Hand draws in each of its free cells. `player` is what a unit wagered against the
    banker expects, `bank` what a unit of the bank that is covered expects, vigorish paid."""

    draws_on_five: Fraction
    banker: dict[Cell, Fraction]
    player: Fraction
    bank: Fraction


class Shoe:
    """Values left in a shoe of so many decks; 0 decks is a shoe in which every card is put
    back."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.left = [4 * (decks or 1) * number for number in OF_VALUE]
        self.total = sum(self.left)

    def ways(self, *values: int) -> int:
        """Returns in how many ways these values are drawn in this order."""
        found = 1
        for place, value in enumerate(values):
            before = values[:place].count(value) if self.decks else 0
            found *= max(self.left[value] - before, 0)
        return found

    def all(self, cards: int) -> int:
        found = 1
        for place in range(cards):
            found *= self.total - (place if self.decks else 0)
        return found


@cache
def ways(decks: int) -> Ways:
    """Returns all deals of six cards, each weighted by what it leaves to the shoe; 0 decks is with
    replacement."""
    shoe = Shoe(decks)
    found = Ways(
        shoe.all(6),
        (0, 0),
        {cell: (_tally(), _tally()) for cell in CELLS},
        0,
        {cell: [0, 0, 0] for cell in CELLS},
    )
    for a in range(10):
        for b in range(a, 10):
            for c in range(10):
                for d in range(c, 10):
                    times = (1 + (a != b)) * (1 + (c != d))
                    four = times * shoe.ways(a, b, c, d)
                    if four:
                        _add(found, shoe, (a, b, c, d), times)
    return found


def _tally() -> Tally:
    return Tally([0, 0, 0], [0, 0, 0])


def _add(found: Ways, shoe: Shoe, four: tuple[int, int, int, int], times: int) -> None:
    """The deals that begin with these values: two of the Player's Hand, two of the Banker's."""
    player, banker = (four[0] + four[1]) % 10, (four[2] + four[3]) % 10
    if is_natural(player) or is_natural(banker):
        all_ways = times * shoe.ways(*four) * _rest(shoe, 4)
        won, lost = found.naturals
        found.naturals = (won + all_ways * (player > banker), lost + all_ways * (player < banker))
        return
    if player == FIVE:
        found.on_five += times * shoe.ways(*four) * _rest(shoe, 4)
    if not player_draws(player) or player == FIVE:
        part = STAYED if player == FIVE else FORCED
        _banker(found, shoe, four, times, player, (banker, NO_CARD), part)
    if player_draws(player):
        part = DREW if player == FIVE else FORCED
        for third in range(10):
            if shoe.ways(*four, third):
                after = (player + third) % 10
                _banker(found, shoe, (*four, third), times, after, (banker, third), part)


def _banker(
    found: Ways, shoe: Shoe, drawn: tuple[int, ...], times: int, player: int, cell: Cell, part: int
) -> None:
    """Both things that the Banker's Hand may do in this cell."""
    stays, draws = found.cells[cell]
    rest = len(drawn)
    here = times * shoe.ways(*drawn) * _rest(shoe, rest)
    found.met[cell][part] += here
    _count(stays, part, player, cell[0], here)
    for card in range(10):
        number = times * shoe.ways(*drawn, card) * _rest(shoe, rest + 1)
        _count(draws, part, player, (cell[0] + card) % 10, number)


def _count(tally: Tally, part: int, player: int, banker: int, number: int) -> None:
    if player > banker:
        tally.wins[part] += number
    elif player < banker:
        tally.losses[part] += number


def _rest(shoe: Shoe, drawn: int) -> int:
    """Returns in how many ways the cards up to the sixth that are not drawn may lie."""
    return shoe.all(6) // shoe.all(drawn)


class Drawing:
    """The game under rules: `decks` (0: with replacement), the cells in which the banker is
    free, whether the Player's Hand is free with 5, and the share of its winnings that the
    bank pays as vigorish."""

    def __init__(
        self,
        decks: int,
        free: Callable[[Cell], bool],
        *,
        five_is_free: bool = True,
        vigorish: Fraction = Fraction(0),
    ) -> None:
        self.ways = ways(decks)
        self.free = [cell for cell in CELLS if free(cell)]
        self.five_is_free = five_is_free
        self.vigorish = vigorish

    def player_wins_and_loses(
        self, draws_on_five: Fraction, banker: dict[Cell, Fraction]
    ) -> tuple[Fraction, Fraction]:
        """Returns how often the Player's Hand wins, and loses, if the sides draw so often."""
        parts = (Fraction(1), draws_on_five, 1 - draws_on_five)
        wins, losses = map(Fraction, self.ways.naturals)
        for cell, tallies in self.ways.cells.items():
            draws = banker.get(cell, Fraction(banker_draws(*cell)))
            for tally, share in zip(tallies, (1 - draws, draws), strict=True):
                if share:
                    wins += share * sum(map(_times, parts, tally.wins))
                    losses += share * sum(map(_times, parts, tally.losses))
        return wins / self.ways.total, losses / self.ways.total

    def player_expects(self, draws_on_five: Fraction, banker: dict[Cell, Fraction]) -> Fraction:
        wins, losses = self.player_wins_and_loses(draws_on_five, banker)
        return wins - losses

    def bank_expects(self, draws_on_five: Fraction, banker: dict[Cell, Fraction]) -> Fraction:
        wins, losses = self.player_wins_and_loses(draws_on_five, banker)
        return (1 - self.vigorish) * losses - wins

    def gain(self, cell: Cell, draws_on_five: Fraction) -> Fraction:
        """Returns what the bank gains if it draws in this cell instead of staying, in ways."""
        stays, draws = self.bank_wins(cell, draws_on_five)
        return draws - stays

    def bank_wins(self, cell: Cell, draws_on_five: Fraction) -> tuple[Fraction, Fraction]:
        """Returns what the bank wins in this cell if it stays, and if it draws, in ways."""
        parts = (Fraction(1), draws_on_five, 1 - draws_on_five)

        def worth(tally: Tally) -> Fraction:
            lost = sum(map(_times, parts, tally.losses))
            return (1 - self.vigorish) * lost - sum(map(_times, parts, tally.wins))

        stays, draws = self.ways.cells[cell]
        return worth(stays), worth(draws)

    def player_wins_with_five(self, banker: dict[Cell, Fraction]) -> tuple[Fraction, Fraction]:
        """Returns what the Player's Hand wins with 5 if it stays, and if it draws, in ways."""
        found = {STAYED: Fraction(0), DREW: Fraction(0)}
        for cell, tallies in self.ways.cells.items():
            draws = banker.get(cell, Fraction(banker_draws(*cell)))
            for tally, share in zip(tallies, (1 - draws, draws), strict=True):
                for part in found:
                    found[part] += share * (tally.wins[part] - tally.losses[part])
        return found[STAYED], found[DREW]

    def answers(self, draws_on_five: Fraction) -> dict[Cell, Fraction]:
        """Returns the banker's best answer in each free cell, where one is best."""
        gains = {cell: self.gain(cell, draws_on_five) for cell in self.free}
        return {cell: Fraction(gain > 0) for cell, gain in gains.items() if gain}

    def best_answer(self, draws_on_five: Fraction) -> dict[Cell, Fraction]:
        """Returns one best answer of the banker; drawing, where drawing and staying are equal."""
        return dict.fromkeys(self.free, Fraction(1)) | self.answers(draws_on_five)

    def five_gains(self, banker: dict[Cell, Fraction]) -> Fraction:
        """Returns what the Player's Hand gains by drawing with 5 instead of staying."""
        one, none = Fraction(1), Fraction(0)
        return self.player_expects(one, banker) - self.player_expects(none, banker)

    def frequencies(self) -> list[Fraction]:
        """Returns the only frequencies of drawing with 5 that an equilibrium can have, the best
        known first: where a cell of the banker's turns, and always or never."""
        turns = set()
        for cell in self.free:
            stay, draw = self.gain(cell, Fraction(0)), self.gain(cell, Fraction(1))
            if stay * draw < 0:
                turns.add(stay / (stay - draw))
        return [Fraction(1), Fraction(0), *sorted(turns)]

    def equilibrium(self) -> Equilibrium:
        if not self.five_is_free:
            always = Fraction(1)
            return self._at(always, self.best_answer(always))
        for often in self.frequencies():
            found = self._banker_at(often)
            if found is not None:
                return self._at(often, found)
        raise AssertionError("every finite game has an equilibrium")

    def _banker_at(self, often: Fraction) -> dict[Cell, Fraction] | None:
        """Returns best answers to this frequency to which it is a best answer itself, if there
        are."""
        fixed = self.answers(often)
        turning = [cell for cell in self.free if cell not in fixed]
        for index, cell in enumerate(turning):
            # The cells that are indifferent turn one by one, from staying to drawing.
            others = dict.fromkeys(turning[:index], Fraction(1))
            others |= dict.fromkeys(turning[index + 1 :], Fraction(0))
            staying = self.five_gains(fixed | others | {cell: Fraction(0)})
            drawing = self.five_gains(fixed | others | {cell: Fraction(1)})
            share = staying / (staying - drawing) if staying != drawing else Fraction(0)
            if often in (0, 1):
                share = Fraction(drawing > staying if often else drawing < staying)
            gains = staying + share * (drawing - staying)
            if 0 <= share <= 1 and _holds(often, gains):
                return fixed | others | {cell: share}
        return fixed if not turning and _holds(often, self.five_gains(fixed)) else None

    def _at(self, often: Fraction, banker: dict[Cell, Fraction]) -> Equilibrium:
        wins, losses = self.player_wins_and_loses(often, banker)
        bank = (1 - self.vigorish) * losses - wins
        return Equilibrium(often, dict(sorted(banker.items())), wins - losses, bank)


def _holds(often: Fraction, gains: Fraction) -> bool:
    """Returns whether drawing so often is best where drawing gains so much more than staying."""
    if often == 1:
        return gains >= 0
    return gains <= 0 if often == 0 else gains == 0


def _times(share: Fraction, number: int) -> Fraction:
    return share * number
