"""PHH, the open format of poker hand histories (a TOML file a hand), read as a record and written
from one.

PHH says less than a tape and more than one: it has no burned cards, may leave hole cards unknown,
and does not say what the house takes; but it names players and places. What it leaves out is
filled with cards that it does not name, nothing is raked, and what it says beyond the hand is kept
with the record. Players are numbered from the left of the button, the button last, in both."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT, DECK, parse_card
from pitboss.errors import BadInput, Illegal
from pitboss.law.schema import Value
from pitboss.money import format_dollars, parse_dollars
from pitboss.records.record import Record
from pitboss.records.settle import Settlement
from pitboss.table.entries import Chose, Closed, Drew, Entry, Wagered
from pitboss.table.game import Limits
from pitboss.table.layout import Event, Wager
from pitboss.table.pots import STACK
from pitboss.table.prompts import Prompt
from pitboss.table.round import Waiting, proceed
from pitboss.table.tape import Awaiting, LiveTape

GAME = "poker"
UNKNOWN = "??"
FIXED, POT, NONE = "fixed limit", "pot limit", "no limit"
# The variants that are kinds of 14.8, with their betting structure.
VARIANTS: dict[str, tuple[str, str]] = {
    "NT": ("hold-em", NONE),
    "FT": ("hold-em", FIXED),
    "PO": ("omaha", POT),
    "FO/8": ("omaha-8", FIXED),
    "F7S": ("seven-card-stud", FIXED),
    "F7S/8": ("seven-card-stud-8", FIXED),
    "FR": ("seven-card-stud-low", FIXED),
    "FB": ("badugi", FIXED),
}
STUD = frozenset({"F7S", "F7S/8", "FR"})
# Fields that the record says itself; all others go with it.
SAID = frozenset(
    "variant antes blinds_or_straddles bring_in small_bet big_bet min_bet starting_stacks actions "
    "year month day ante_trimming_status finishing_stacks".split()
)
# A card that was turned up in the deal is an irregularity, and no showdown.
EXPOSED = "14.15(l)"
ACTIONS_MAX = 2_000
PLAYERS_MAX = 11


class Action(msgspec.Struct):
    """A line of `actions`: who, what, and the rest; `line` is its line in the file."""

    line: int
    text: str
    who: str
    verb: str
    rest: list[str]

    def wrong(self, why: str) -> BadInput:
        return BadInput(f"line {self.line}, {self.text!r}: {why}")


def is_phh(name: str, fields: Mapping[str, Any]) -> bool:
    """Whether a file is a hand history: by its name, or by its fields."""
    return name.endswith(".phh") or ("variant" in fields and "actions" in fields)


# -- read -----------------------------------------------------------------------------------------


def read_phh(text: str, *, today: date) -> Record:
    """The hand as a record: its tape is what the procedure made of the actions. A file that says
    what cannot be is refused, with the line."""
    try:
        fields = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"the hand history cannot be read: {error}") from None
    variant = fields.get("variant")
    if variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise BadInput(
            f"{_place(text, 'variant')}: {str(variant)[:20]!r} is no kind of poker that 14.8 "
            f"permits here; expected {known}"
        )
    actions = _actions(text, fields.get("actions"))
    stacks = _amounts(text, fields, "starting_stacks")
    if not 2 <= len(stacks) <= PLAYERS_MAX:
        raise BadInput(f"{_place(text, 'starting_stacks')}: expected 2 to {PLAYERS_MAX} players")
    options = _options(text, fields, str(variant), len(stacks))
    source = HandHistory(actions, stacks)
    day = _day(text, fields, today)
    game = registry.find(GAME)
    rules = game.rules(day, options)
    limits = Limits(chip=1)
    table = game.open_table(rules, len(stacks), limits=limits)
    tape = LiveTape(source)
    try:
        outcome = proceed(game, rules, table, tape)
    except Illegal as illegal:
        raise source.told_wrong(illegal) from None
    source.check_end(isinstance(outcome, Waiting))
    if not isinstance(outcome, Waiting):
        _check_stacks(text, fields, {w.seat: w.cents for w in outcome.after.standing}, stacks)
    return Record(
        game=GAME,
        day=day,
        options=options,
        seats=table.seats,
        tape=tape.entries,
        script=None,
        commentary=source.commentary,
        limits=limits,
        extra={f"_{name}": value for name, value in fields.items() if name not in SAID},
    )


def _place(text: str, field: str) -> str:
    """The field with its line in the file, for people."""
    found = re.search(rf"^[ \t]*{field}[ \t]*=", text, re.MULTILINE)
    return field if found is None else f"line {text.count(chr(10), 0, found.start()) + 1}, {field}"


_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*|[\[\]]")


def _actions(text: str, actions: Any) -> list[Action]:
    """The lines of `actions`, each with its place in the file."""
    if not isinstance(actions, list) or not all(isinstance(each, str) for each in actions):
        raise BadInput(f"{_place(text, 'actions')}: expected a list of strings such as 'p1 cc'")
    if len(actions) > ACTIONS_MAX:
        raise BadInput(f"actions: {len(actions)} of them, at most {ACTIONS_MAX}")
    start = re.search(r"^[ \t]*actions[ \t]*=[ \t]*\[", text, re.MULTILINE)
    tokens = _STRING.finditer(text, start.end()) if start is not None else iter(())
    lines = [text.count("\n", 0, token.start()) + 1 for token in tokens if token[0][0] in "\"'"]
    found = []
    for number, action in enumerate(actions):
        words = action.partition("#")[0].split()
        line = lines[number] if number < len(lines) else 0
        if len(words) < 2:
            if action.strip().startswith("#"):
                continue
            raise BadInput(f"line {line}, {action[:40]!r}: expected who does what, such as 'p1 cc'")
        found.append(Action(line, action, words[0], words[1], words[2:]))
    return found


def _amount(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadInput(f"{where}: {str(value)[:20]!r} is not an amount")
    try:
        return parse_dollars(str(value))
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _amounts(text: str, fields: Mapping[str, Any], name: str) -> list[int]:
    values, where = fields.get(name), _place(text, name)
    if not isinstance(values, list):
        raise BadInput(f"{where}: expected a list of amounts")
    return [_amount(value, where) for value in values]


def _options(text: str, fields: Mapping[str, Any], variant: str, players: int) -> dict[str, Value]:
    """The licensee's options under which the hand was dealt."""
    kind, limit = VARIANTS[variant]
    options: dict[str, Value] = {"kind": kind, "limit": limit, "rake_percent": 0}
    antes = _amounts(text, fields, "antes")
    if len(set(antes)) > 1:
        raise BadInput(f"{_place(text, 'antes')}: an ante is the same for all (14.7)")
    if antes and antes[0]:
        options["ante"] = format_dollars(antes[0])
    if limit == FIXED:
        bets = [_amount(fields.get(name), _place(text, name)) for name in ("small_bet", "big_bet")]
        options["bets"] = "/".join(map(format_dollars, bets))
    if variant in STUD:
        bring_in = _amount(fields.get("bring_in"), _place(text, "bring_in"))
        return options | {"forced_bet": format_dollars(bring_in), "forced_bet_tie": "suit"}
    posted = _amounts(text, fields, "blinds_or_straddles")
    where = _place(text, "blinds_or_straddles")
    if len(posted) != players or players < 2 or not 0 < posted[0] <= posted[1]:
        raise BadInput(f"{where}: expected an amount for each player, the blinds first (14.10(b))")
    options["blinds"] = "/".join(map(format_dollars, posted[:2]))
    if any(posted[2:]):
        if posted[2] != 2 * posted[1] or any(posted[3:]):
            raise BadInput(f"{where}: a straddle is twice the big blind, by the next player (14.7)")
        options["straddle"] = True
    return options


def _day(text: str, fields: Mapping[str, Any], today: date) -> date:
    """The day of the hand, where the file has all of it."""
    if not all(name in fields for name in ("year", "month", "day")):
        return today
    try:
        return date(fields["year"], fields["month"], fields["day"])
    except (TypeError, ValueError):
        raise BadInput(f"{_place(text, 'day')}: year, month and day are no day") from None


def _check_stacks(
    text: str, fields: Mapping[str, Any], after: Mapping[int, int], before: Sequence[int]
) -> None:
    """Where the file says how the stacks ended, and nothing was taken of them, it must be so."""
    if "finishing_stacks" not in fields:
        return
    said = _amounts(text, fields, "finishing_stacks")
    ours = [after.get(seat, 0) for seat in range(1, len(before) + 1)]
    if sum(said) == sum(before) and said != ours:
        shown = ", ".join(map(format_dollars, ours))
        raise BadInput(f"{_place(text, 'finishing_stacks')}: the actions lead to {shown} (14.6)")


class HandHistory:
    """Answers prompts from the actions of a hand history. `last` is the action that was taken last;
    `commentary` says of which entries the file knows nothing."""

    def __init__(self, actions: Sequence[Action], stacks: Sequence[int]) -> None:
        self.stacks = stacks
        self.wagered = 0
        self.last: Action | None = None
        self.commentary: dict[int, str] = {}
        self.entries = 0
        self.board: list[int] = []
        self.hole: dict[int, list[int]] = {seat: [] for seat in range(1, len(stacks) + 1)}
        self.shown: dict[int, Action] = {}
        self.taken: list[Action] = []
        for action in actions:
            self._sort_out(action)
        self.taken.reverse()

    # -- the actions ----------------------------------------------------------------------------

    def _sort_out(self, action: Action) -> None:
        """Puts an action where it will be asked for."""
        rest = action.rest
        if action.who == "d" and action.verb == "dh" and len(rest) == 2:
            self.hole[self._seat(action, rest[0])] += _cards(action, rest[1])
        elif action.who == "d" and action.verb == "db" and len(rest) == 1:
            self.board += _cards(action, rest[0])
        elif action.verb == "sm":
            seat = self._seat(action, action.who)
            self.shown.setdefault(seat, action)
            if rest:
                self._know(seat, _cards(action, rest[0]))
        elif action.verb in ("f", "cc", "cbr", "pb", "sd"):
            self._seat(action, action.who)
            self.taken.append(action)
        else:
            raise action.wrong("expected d dh, d db, or a player's f, cc, cbr, pb, sd or sm")

    def _know(self, seat: int, cards: Sequence[int]) -> None:
        """Hole cards that were unknown when they were dealt, and are shown later."""
        held = self.hole[seat]
        fresh = [card for card in cards if card >= 0 and card not in held]
        for at, card in enumerate(held):
            if card < 0 and fresh:
                held[at] = fresh.pop(0)

    def _seat(self, action: Action, who: str) -> int:
        digits = who[1:]
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 3
        if who[:1] == "p" and is_number and int(digits) in self.hole:
            return int(digits)
        raise action.wrong(f"there is no player {who[:10]!r}")

    # -- the prompts ----------------------------------------------------------------------------

    def answer(self, prompt: Prompt) -> Entry:
        entry = self._answer(prompt)
        self.entries += 1
        return entry

    def _answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "wagers":
            if self.wagered < len(self.stacks):
                self.wagered += 1
                return Wagered(self.wagered, STACK, self.stacks[self.wagered - 1])
            return Closed()
        if prompt.kind == "draw":
            return Drew(self._card(prompt))
        if prompt.what == "before the cards":
            return Chose(prompt.seat, "straddle")
        if prompt.what == "showdown":
            shown = self.shown.get(prompt.seat)
            return Chose(prompt.seat, "muck" if shown is not None and not shown.rest else "show")
        return Chose(prompt.seat, self._decision(prompt))

    def _card(self, prompt: Prompt) -> int:
        """The next card for this place, as the file has it, or one that it does not name."""
        play = prompt.dealer.hands
        queue: list[int] = []
        if prompt.what == "board":
            queue = self.board
        elif prompt.what != "burn":
            queue = self.hole[play.dealing]
        # Nor does the file know of cards to a position that has folded (14.15(e)).
        told = prompt.what != "burn" and (not play.dealing or play.hands[play.dealing].live)
        if told and not queue:
            raise Awaiting(prompt)
        card = queue.pop(0) if queue else -1
        if card >= 0:
            return card
        self.commentary[self.entries] = "not told by the hand history"
        counts = prompt.dealer.counts
        named = {*self.board, *(held for cards in self.hole.values() for held in cards)}
        left = [card for card in DECK if counts[card]]
        filler = next((card for card in left if card not in named), None)
        if filler is None:
            raise BadInput("the hand history names all cards, and leaves none to be burned (14.6)")
        return int(filler)

    def _decision(self, prompt: Prompt) -> str:
        while self.taken and self._is_nothing(self.taken[-1], prompt):
            self.taken.pop()
        if not self.taken:
            raise Awaiting(prompt)
        action = self.last = self.taken.pop()
        if self._seat(action, action.who) != prompt.seat:
            raise action.wrong(f"it is the turn of p{prompt.seat} ({prompt.citation()})")
        return self._choice(action, prompt.choices)

    def _is_nothing(self, action: Action, prompt: Prompt) -> bool:
        """A check of somebody who has nobody left to bet against, which is not asked for here; or
        a forced bet of all that a player has, which is no choice."""
        other = action.who != f"p{prompt.seat}"
        if action.verb == "pb":
            return "forced bet" not in prompt.choices
        return other and action.verb == "cc" and self._checks_alone(action, prompt)

    def _checks_alone(self, action: Action, prompt: Prompt) -> bool:
        play = prompt.dealer.hands
        able = [seat for seat in play.live() if play.chips.stack(seat)]
        return able == [self._seat(action, action.who)] or prompt.what == "the draw"

    def _choice(self, action: Action, choices: Sequence[str]) -> str:
        match action.verb:
            case "f":
                return "fold"
            case "pb":
                return "forced bet"
            case "cc":
                return "check" if "check" in choices else "call"
            case "sd":
                thrown = [CARD_TEXT[card] for card in _cards(action, "".join(action.rest))]
                if not thrown:
                    return "stand pat"
                same = (c for c in choices if c.startswith("discard"))
                wanted = sorted(thrown)
                found = next((c for c in same if sorted(c.split()[1:]) == wanted), "")
                return found or " ".join(["discard", *thrown])
        if len(action.rest) != 1:
            raise action.wrong("expected an amount")
        cents = _amount(action.rest[0], f"line {action.line}, {action.text!r}")
        words = [c.rpartition(" ")[0] for c in choices if c[-1].isdigit()]
        return f"{words[0] if words else 'raise to'} {format_dollars(cents)}"

    # -- what cannot be -------------------------------------------------------------------------

    def told_wrong(self, illegal: Illegal) -> BadInput:
        reason = f"{illegal.reason}{f' ({illegal.cite})' if illegal.cite else ''}"
        if self.last is None or illegal.got.startswith("d "):
            return BadInput(f"{illegal.got}: {reason}")
        return self.last.wrong(reason)

    def check_end(self, waiting: bool) -> None:
        """Actions that are left when the round is over were never asked for."""
        left = [action for action in self.taken if action.verb != "cc"]
        if left and not waiting:
            raise left[-1].wrong("the round is over: nothing more is expected")


def _cards(action: Action, text: str) -> list[int]:
    """Cards written together, `AsKd`; -1 for one that is not known, `??`."""
    if len(text) % 2:
        raise action.wrong(f"{text[:20]!r} is not cards such as AsKd")
    parts = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return [-1 if part == UNKNOWN else int(parse_card(part)) for part in parts]
    except BadInput as error:
        raise action.wrong(str(error)) from None


# -- written --------------------------------------------------------------------------------------


def phh_text(settled: Settlement, extra: Mapping[str, Any] | None = None) -> str:
    """The one hand of a settled record as a hand history. What PHH cannot say is refused."""
    rules: Any = settled.rules
    if settled.game.key != GAME or len(settled.receipts) != 1 or not settled.settled:
        raise BadInput("PHH holds one finished hand of poker; this record is something else")
    receipt = settled.receipts[0]
    kind, limit = rules.kind.name, rules.limit
    variant = next((code for code, said in VARIANTS.items() if said == (kind, limit)), "")
    if not variant:
        raise BadInput(f"PHH has no variant for {kind} in {limit}; it has {', '.join(VARIANTS)}")
    return "\n".join(_Writer(settled, receipt.events).lines(variant, extra or {})) + "\n"


class _Writer:
    """Writes the events of a hand as PHH has them: `order` are the seats from the button's left."""

    def __init__(self, settled: Settlement, events: Sequence[Event]) -> None:
        self.settled = settled
        self.events = events
        dealt = [e.seat for e in events if e.act == "draw" and e.what in ("hand", "up-cards")]
        self.order = list(dict.fromkeys(dealt))
        if not self.order:
            raise BadInput("no hand was dealt: PHH has nothing to say")
        self.held: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.dealt: dict[int, str] = {}
        self.actions: list[str] = []
        self.folded: set[int] = set()
        self.board = ""

    def player(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def lines(self, variant: str, extra: Mapping[str, Any]) -> Iterator[str]:
        rules: Any = self.settled.rules
        day, ante = rules.law.day, rules.ante
        self._write_actions()
        yield f'variant = "{variant}"'
        yield f"antes = {_list([ante] * len(self.order))}"
        if variant in STUD:
            yield f"bring_in = {_plain(rules.forced_bet)}"
        else:
            posted = list(rules.blinds) + [0] * (len(self.order) - 2)
            if any(event.what == "straddle" and event.act == "wager" for event in self.events):
                posted[2] = 2 * rules.blinds[1]
            yield f"blinds_or_straddles = {_list(posted)}"
        if rules.limit == FIXED:
            yield f"small_bet = {_plain(rules.bets[0])}"
            yield f"big_bet = {_plain(rules.bets[1])}"
        else:
            yield f"min_bet = {_plain(rules.unit(0))}"
        yield f"starting_stacks = {_list(self._stacks(before=True))}"
        yield "actions = ["
        yield from (f'  "{action}",' for action in self.actions)
        yield "]"
        yield f"finishing_stacks = {_list(self._stacks(before=False))}"
        yield f"year = {day.year}"
        yield f"month = {day.month}"
        yield f"day = {day.day}"
        for name, value in extra.items():
            if name.startswith("_") and isinstance(value, str | int) and name[1:].isidentifier():
                said = f'"{value}"' if isinstance(value, str) else str(value).lower()
                yield f"{name[1:]} = {said}"

    def _stacks(self, *, before: bool) -> list[int]:
        """What each player had on the table when the cards were dealt, and after."""
        stacks: dict[int, int] = {}
        standing: tuple[Wager, ...] = (
            self.settled.before.standing if before else self.settled.after.standing
        )
        for wager in standing:
            stacks[wager.seat] = stacks.get(wager.seat, 0) + wager.cents
        if before:
            for event in self.events:
                if event.act == "wager" and event.what == STACK:
                    stacks[event.seat] = stacks.get(event.seat, 0) + event.cents
        return [stacks.get(seat, 0) for seat in self.order]

    def _write_actions(self) -> None:
        asked = ""
        for event in self.events:
            if event.act == "irregularity" or event.what in ("missed small blind", "posted blind"):
                raise BadInput(f"PHH cannot say {event.what!r}")
            if event.seat in self.folded:
                continue  # a position that still gets cards (14.15(e)), of which PHH knows nothing
            if event.act == "draw" and event.what in ("hand", "up-cards"):
                text = CARD_TEXT[event.card]
                self.held[event.seat].append(text)
                self.dealt[event.seat] = self.dealt.get(event.seat, "") + text
            elif event.act == "draw" and event.what == "burn":
                self._flush()  # the next street begins
            elif event.act == "draw" and event.what == "board":
                self.board += CARD_TEXT[event.card]
            elif event.act == "choice":
                asked = event.what
                self._write_choice(event)
            elif event.act == "reveal" and event.what == "hand" and event.cite != EXPOSED:
                self._show(event.seat)
            elif event.act == "wager" and event.what == "forced bet" and not asked:
                # Nobody was asked: it was all that the player had.
                self._flush()
                self.actions.append(f"{self.player(event.seat)} pb")
        self._flush()

    def _write_choice(self, event: Event) -> None:
        word, _, rest = event.what.partition(" ")
        if word in ("straddle", "no", "post", "wait"):
            return
        who = self.player(event.seat)
        if word in ("discard", "stand"):
            # Everybody discards, and then the cards are dealt.
            thrown = rest.split() if word == "discard" else []
            held = self.held[event.seat]
            self.held[event.seat] = [card for card in held if card not in thrown]
            if not self.actions or " sd" not in self.actions[-1]:
                self._flush()
            self.actions.append(" ".join([who, "sd", "".join(thrown)]).strip())
            return
        self._flush()
        if word == "show":
            return  # the cards themselves follow
        told = {"fold": "f", "check": "cc", "call": "cc", "forced": "pb", "muck": "sm"}.get(word)
        if told is None:
            told = f"cbr {_plain(parse_dollars(rest.rpartition(' ')[2] or rest))}"
        self.actions.append(f"{who} {told}")
        if told == "f":
            self.folded.add(event.seat)

    def _show(self, seat: int) -> None:
        shown = f"{self.player(seat)} sm {''.join(self.held[seat])}"
        if shown not in self.actions:
            self._flush()
            self.actions.append(shown)

    def _flush(self) -> None:
        """The cards that came since the last decision, a line a player, and the board."""
        for seat in self.order:
            if seat in self.dealt:
                self.actions.append(f"d dh {self.player(seat)} {self.dealt[seat]}")
        self.dealt = {}
        counts = (6, 2, 2) if not any(" db " in action for action in self.actions) else (2, 2)
        for count in counts:
            if self.board:
                self.actions.append(f"d db {self.board[:count]}")
                self.board = self.board[count:]


def _plain(cents: int) -> str:
    """An amount as PHH writes it: whole dollars without decimals."""
    return str(cents // 100) if not cents % 100 else format_dollars(cents)


def _list(amounts: Sequence[int]) -> str:
    return f"[{', '.join(map(_plain, amounts))}]"
