"""What a throw does to a wager at craps: integers in, integers out.

A wager is told by its family and by its number: the point of a pass, don't pass, come or
don't come wager (0 while it has none), the number of a place wager or hardway, the total of a
wager on one total."""

from __future__ import annotations

from pitboss.compiled import compiled

# What a throw does to a wager.
LOSES = -1
STANDS = 0
WINS = 1
VOID = 2
MOVES = 3

# The families of wagers: those that one rule decides.
LINE = 0
DONT = 1
TO_WIN = 2
TO_LOSE = 3
HARDWAY = 4
FIELD = 5
ANY_SEVEN = 6
ANY_CRAPS = 7
ONE_TOTAL = 8
CRAPS_ELEVEN = 9
HORN = 10
HORN_HIGH = 11


@compiled
def is_point(total: int) -> bool:
    """1.1: a come out point or come point is a total of 4, 5, 6, 8, 9 or 10."""
    return 4 <= total <= 10 and total != 7


@compiled
def is_craps(total: int) -> bool:
    return total == 2 or total == 3 or total == 12


@compiled
def is_horn(total: int) -> bool:
    return total == 2 or total == 3 or total == 11 or total == 12


@compiled
def line(total: int, point: int) -> int:
    """1.2(a)1 and 3: pass and come."""
    if point == 0:
        if total == 7 or total == 11:
            return WINS
        if is_craps(total):
            return LOSES
        return MOVES
    return to_win(total, point)


@compiled
def dont(total: int, point: int) -> int:
    """1.2(a)2 and 4: don't pass and don't come; void on a first roll of 12."""
    if point == 0:
        if total == 7 or total == 11:
            return LOSES
        if total == 12:
            return VOID
        if is_craps(total):
            return WINS
        return MOVES
    return to_lose(total, point)


@compiled
def to_win(total: int, number: int) -> int:
    """1.2(a)5: the number before 7."""
    if total == number:
        return WINS
    return LOSES if total == 7 else STANDS


@compiled
def to_lose(total: int, number: int) -> int:
    """1.2(a)6: 7 before the number."""
    if total == number:
        return LOSES
    return WINS if total == 7 else STANDS


@compiled
def hardway(first: int, second: int, number: int) -> int:
    """1.2(a)7 to 10: the number as a pair, before it comes any other way and before 7."""
    total = first + second
    if total == number:
        return WINS if first == second else LOSES
    return LOSES if total == 7 else STANDS


@compiled
def field(total: int) -> int:
    """1.2(a)11: 5, 6, 7 and 8 lose."""
    return LOSES if 5 <= total <= 8 else WINS


@compiled
def decide(family: int, number: int, first: int, second: int) -> int:
    """What a throw does to an active wager of this family on this number."""
    total = first + second
    if family == LINE:
        return line(total, number)
    if family == DONT:
        return dont(total, number)
    if family == TO_WIN:
        return to_win(total, number)
    if family == TO_LOSE:
        return to_lose(total, number)
    if family == HARDWAY:
        return hardway(first, second, number)
    if family == FIELD:
        return field(total)
    if family == ANY_SEVEN:
        return WINS if total == 7 else LOSES
    if family == ANY_CRAPS:
        return WINS if is_craps(total) else LOSES
    if family == ONE_TOTAL:
        return WINS if total == number else LOSES
    if family == CRAPS_ELEVEN:
        return WINS if is_horn(total) else LOSES
    # Horn and horn high: the same totals win.
    return WINS if is_horn(total) else LOSES


@compiled
def parts(family: int) -> int:
    """1.2(a)20, 1.4(c), (d): how many equal parts a wager is made of."""
    if family == HORN_HIGH:
        return 5
    if family == HORN:
        return 4
    return 2 if family == CRAPS_ELEVEN else 1


@compiled
def winning_parts(family: int, number: int, total: int) -> int:
    """Of a wager that wins, how many of its parts do: the high number of a horn high has two."""
    return 2 if family == HORN_HIGH and total == number else 1
