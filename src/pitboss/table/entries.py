"""What can stand on a tape, and its text: one line an entry, the actor first."""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import CARD_TEXT, parse_card
from pitboss.equipment.dice import dice_text
from pitboss.errors import BadInput
from pitboss.money import Cents, format_dollars, parse_dollars

ENTRY_LENGTH_MAX = 200
DEALER = 0


class Wagered(msgspec.Struct, frozen=True, gc=False):
    """`p1 wager straight 17 5.00`. `accepted` marks a wager outside the posted limits that
    the dealer took all the same: it stands (8.2). `coupon` is the amount of a match play coupon
    that lies with the chips (`... 5.00 coupon 5.00`); `spoken`: a verbal wager accompanied by
    cash (`... 5.00 spoken`)."""

    seat: int
    kind: str
    cents: int
    spot: str = ""
    accepted: bool = False
    coupon: int = 0
    spoken: bool = False


class Reduced(msgspec.Struct, frozen=True, gc=False):
    """`p1 remove place-to-win 6`, or `p1 reduce place-to-win 6 to 6.00`."""

    seat: int
    kind: str
    cents: int
    spot: str = ""


class Called(msgspec.Struct, frozen=True, gc=False):
    """`p1 call place-to-win 6 on`: the player's word on a wager that may be on or off."""

    seat: int
    kind: str
    on: bool
    spot: str = ""


class Closed(msgspec.Struct, frozen=True, gc=False):
    """`d close`: no further entries of the kind that was open."""


class Drew(msgspec.Struct, frozen=True, gc=False):
    """`d draw 4s`."""

    card: int


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """`d roll 4 3`."""

    faces: tuple[int, ...]


class Spun(msgspec.Struct, frozen=True, gc=False):
    """`d spin 17`."""

    pocket: str


class Chose(msgspec.Struct, frozen=True, gc=False):
    """`p1 fold`; the dealer's own choices are written `d choose ...`."""

    seat: int
    what: str


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A number that somebody sets: `p3 cut 40`, `d insert-cutting-card 78`."""

    seat: int
    what: str
    number: int


class Did(msgspec.Struct, frozen=True, gc=False):
    """By hand only: an act of the dealer's own, `d announce Raises closed`."""

    act: str


class Found(msgspec.Struct, frozen=True, gc=False):
    """An irregularity, before the entry it interrupts: `! card-found-face-up 9c`."""

    name: str
    card: int = -1
    seat: int = 0
    detail: str = ""


Entry = Wagered | Reduced | Called | Closed | Drew | Rolled | Spun | Chose | Placed | Did | Found

# A player's line that begins with one of these is not a decision (but `call` alone is one).
PLAYER_VERBS = frozenset({"wager", "remove", "reduce", "call", "cut"})
PLACED = frozenset({"cut", "insert-cutting-card"})


def seat_text(seat: int) -> str:
    return f"p{seat}" if seat else "d"


def parse_seat(text: str) -> int:
    if text == "d":
        return DEALER
    digits = text[1:]
    # isdigit() alone takes superscripts and the digits of every other script.
    is_number = digits.isdigit() and digits.isascii() and digits[0] != "0"
    if text[0:1] == "p" and len(text) in (2, 3) and is_number:
        return int(digits)
    raise BadInput(f"{text[:20]!r} is not an actor: expected p1, p2, ... or d, or ! ")


def wager_name(kind: str, spot: str) -> str:
    return f"{kind} {spot}" if spot else kind


def entry_text(entry: Entry) -> str:
    """The entry as one line. `parse_entry` reads it back to an equal entry."""
    match entry:
        case Wagered(seat, kind, cents, spot, accepted, coupon, spoken):
            end = f" coupon {format_dollars(coupon)}" if coupon else ""
            end += " spoken" if spoken else ""
            end += " accepted" if accepted else ""
            return f"p{seat} wager {wager_name(kind, spot)} {format_dollars(cents)}{end}"
        case Reduced(seat, kind, cents, spot):
            if cents == 0:
                return f"p{seat} remove {wager_name(kind, spot)}"
            return f"p{seat} reduce {wager_name(kind, spot)} to {format_dollars(cents)}"
        case Called(seat, kind, on, spot):
            return f"p{seat} call {wager_name(kind, spot)} {'on' if on else 'off'}"
        case Closed():
            return "d close"
        case Drew(card):
            return f"d draw {CARD_TEXT[card]}"
        case Rolled(faces):
            return f"d roll {dice_text(faces)}"
        case Spun(pocket):
            return f"d spin {pocket}"
        case Chose(seat, what):
            return f"p{seat} {what}" if seat else f"d choose {what}"
        case Placed(seat, what, number):
            return f"{seat_text(seat)} {what} {number}"
        case Did(act):
            return f"d {act}"
        case Found(name, card, seat, detail):
            words = [name]
            if seat:
                words.append(f"p{seat}")
            if card >= 0:
                words.append(CARD_TEXT[card])
            if detail:
                words.append(detail)
            return "! " + " ".join(words)
    raise AssertionError(entry)


def parse_entry(text: str) -> Entry:
    """Read one line of a tape. Spaces are folded; nothing else is forgiven."""
    if len(text) > ENTRY_LENGTH_MAX:
        raise BadInput(f"an entry of {len(text)} characters: at most {ENTRY_LENGTH_MAX}")
    words = text.split()
    if not "".join(words).isprintable():
        raise BadInput(f"{text!r} has a character that cannot be printed")
    if len(words) < 2:
        raise BadInput(f"{text!r} is not an entry: expected an actor and what it does")
    if words[0] == "!":
        return _parse_found(words[1:])
    seat = parse_seat(words[0])
    if seat == DEALER:
        return _parse_dealer(words[1:])
    return _parse_player(seat, words[1:])


def _parse_found(words: list[str]) -> Found:
    name, rest = words[0], words[1:]
    seat = 0
    if rest and rest[0][0] == "p" and rest[0][1:].isdigit() and rest[0].isascii():
        seat = parse_seat(rest.pop(0))
    card = -1
    if rest and rest[0] in _CARDS:
        card = parse_card(rest.pop(0))
    return Found(name, card, seat, " ".join(rest))


def _parse_dealer(words: list[str]) -> Entry:
    verb, rest = words[0], words[1:]
    if verb == "close" and not rest:
        return Closed()
    if verb == "draw" and len(rest) == 1:
        return Drew(parse_card(rest[0]))
    if verb == "roll" and rest:
        if any(len(face) != 1 or face not in "123456" for face in rest):
            raise BadInput(f"{' '.join(rest)[:20]!r} is not a roll of dice such as 4 3")
        return Rolled(tuple(map(int, rest)))
    if verb == "spin" and len(rest) == 1:
        return Spun(rest[0])
    if verb == "choose" and rest:
        return Chose(DEALER, " ".join(rest))
    if verb in PLACED:
        return Placed(DEALER, verb, _whole_number(rest))
    return Did(" ".join(words))


def _parse_player(seat: int, words: list[str]) -> Entry:
    verb, rest = words[0], words[1:]
    if verb == "wager":
        accepted = bool(rest) and rest[-1] == "accepted"
        if accepted:
            rest = rest[:-1]
        spoken = bool(rest) and rest[-1] == "spoken"
        if spoken:
            rest = rest[:-1]
        coupon = 0
        if len(rest) > 3 and rest[-2] == "coupon":
            coupon = parse_dollars(rest[-1])
            rest = rest[:-2]
        if len(rest) < 2:
            raise BadInput(f"'p{seat} wager' needs a kind of wager and an amount such as 10.00")
        cents = parse_dollars(rest[-1])
        return Wagered(seat, rest[0], cents, " ".join(rest[1:-1]), accepted, coupon, spoken)
    if verb == "remove" and rest:
        return Reduced(seat, rest[0], Cents(0), " ".join(rest[1:]))
    if verb == "reduce":
        if len(rest) < 3 or rest[-2] != "to":
            raise BadInput(f"expected 'p{seat} reduce WAGER to AMOUNT'")
        return Reduced(seat, rest[0], parse_dollars(rest[-1]), " ".join(rest[1:-2]))
    if verb == "call" and rest:
        if len(rest) < 2 or rest[-1] not in ("on", "off"):
            raise BadInput(f"expected 'p{seat} call WAGER on' or '... off'")
        return Called(seat, rest[0], rest[-1] == "on", " ".join(rest[1:-1]))
    if verb in PLACED:
        return Placed(seat, verb, _whole_number(rest))
    return Chose(seat, " ".join(words))


def _whole_number(words: list[str]) -> int:
    if len(words) != 1 or not words[0].isdigit() or not words[0].isascii() or len(words[0]) > 9:
        raise BadInput(f"{' '.join(words)[:20]!r} is not a whole number")
    return int(words[0])


_CARDS = frozenset(CARD_TEXT)


def same_words(text: str, other: str) -> bool:
    """By hand it is the words that count: the regulation prints a dash before "tie hand"."""
    return _words(text) == _words(other)


def _words(text: str) -> list[str]:
    return text.lower().translate(_PUNCTUATION).split()


_PUNCTUATION = str.maketrans(dict.fromkeys(',.:;\u2013\u2014"', " "))
