"""The front door: the names that a user of the library touches, all of them had by
`import pitboss`. Each takes days as `date` or as text, games by name, and plain values; each gives
the object that the rooms behind it work with. What a game needs that is not installed (numpy for
odds, say) is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss import registry
from pitboss.errors import BadInput, Illegal, NotInForce, NotPermitted, PitbossError, UnknownName
from pitboss.log.journal import Journal
from pitboss.money import Odds
from pitboss.table.entries import Entry, parse_entry
from pitboss.table.game import Game
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting

if TYPE_CHECKING:
    from pitboss.analysis.exact.edges import Edges
    from pitboss.analysis.par import Par
    from pitboss.analysis.simulation.simulate import Simulation
    from pitboss.law.schema import Value
    from pitboss.log.replay import JournalVerdict
    from pitboss.records.settle import Settlement

__all__ = [
    "BadInput", "Game", "Illegal", "Journal", "NotInForce", "NotPermitted", "Odds", "PitbossError",
    "Receipt", "UnknownName", "Waiting", "check_game", "find_game", "list_games", "odds", "par",
    "play", "rules", "settle", "simulate", "verify",
]  # fmt: skip

Day = date | str
Options = Mapping[str, "Value"]


def list_games() -> list[str]:
    """The names of all registered games, in the order of the subchapters.

    >>> import pitboss
    >>> pitboss.list_games()[:3]
    ['craps', 'automated-craps', 'blackjack']
    """
    return registry.keys()


def find_game(name: str) -> Game:
    """The game of that name, with its procedures, its irregularities and its regulation.

    >>> import pitboss
    >>> game = pitboss.find_game("red-dog")
    >>> list(game.procedures)
    ['opening', 'shuffle', 'round']
    >>> pitboss.find_game("whist")
    Traceback (most recent call last):
        ...
    pitboss.errors.UnknownName: no game 'whist'; the games are craps, ...
    """
    return registry.find(name)


def rules(game: str, day: Day, options: Options | None = None) -> Any:
    """The typed rules of a game on a day, under the licensee's options.

    >>> import pitboss
    >>> rules = pitboss.rules("red-dog", "1999-06-01", {"decks": 6})
    >>> rules.spread[2]
    Odds('4 to 1')
    >>> rules.law.cite("6.5(i)2")
    'N.J.A.C. 19:47-6.5(i)2'
    >>> pitboss.rules("red-dog", "1991-11-03")
    Traceback (most recent call last):
        ...
    pitboss.errors.NotInForce: red-dog was not authorised on 1991-11-03: ...
    """
    return registry.find(game).rules(_day(day), options)


def play(
    game: str,
    day: Day,
    tape: Sequence[str | Entry],
    options: Options | None = None,
    *,
    seats: int = 1,
    by_hand: bool = False,
) -> Waiting | Receipt:
    """A round after these entries at a new table: waiting, with a prompt that lists what is
    legal next, or finished, with a receipt. An entry that is not legal raises `Illegal`.

    >>> import pitboss
    >>> tape = ["p1 wager original 10.00", "d close", "d draw 4s", "d draw 7h"]
    >>> pitboss.play("red-dog", "1999-06-01", tape).prompt.legal()
    ['p1 wager raise 0.01..10.00 step 0.01', 'd close']
    >>> tape += ["p1 wager raise 10.00", "d close", "d draw 5c"]
    >>> pitboss.play("red-dog", "1999-06-01", tape).net()
    {1: 8000}
    """
    from pitboss.table import round as rounds

    played = registry.find(game)
    law = played.rules(_day(day), options)
    table = played.open_table(law, seats)
    entries = [parse_entry(entry) if isinstance(entry, str) else entry for entry in tape]
    return rounds.play(played, law, table, entries, by_hand=by_hand)


def settle(record: str | Path, *, today: Day | None = None) -> Settlement:
    """A written record, settled: its text, or the path of a file that holds it. A record
    without a day is one of `today`.

    >>> import pitboss
    >>> settled = pitboss.settle('''
    ... game = "three-card-poker"
    ... day = 1999-01-04
    ... wagers = { p1 = { ante = "10.00", pair-plus = "5.00" }, p2 = { ante = "25.00" } }
    ... shoe = "8s Kd Jc 8d 4h 9s 3c 2h 2d"
    ... decisions = { p1 = ["play"], p2 = ["fold"] }
    ... ''')
    >>> settled.net()
    {1: 1500, 2: -2500}
    """
    from pitboss.records.record import read_record
    from pitboss.records.settle import settle as settle_record

    text = record.read_text(encoding="utf-8") if isinstance(record, Path) else record
    return settle_record(read_record(text, today=_day(today or date.today())))


def odds(
    game: str, day: Day, options: Options | None = None, *, wager: str = "", strategy: str = ""
) -> Edges:
    """The exact house edge of every wager of a game (or of one), as fractions, with the strategy
    that attains it.

    >>> import pitboss
    >>> edges = pitboss.odds("craps", "1999-06-01", wager="pass")
    >>> edges.wagers[0].distribution.house_edge()
    Fraction(7, 495)
    """
    from pitboss.analysis.exact.edges import exact_edges

    return exact_edges(game, _day(day), dict(options or {}), wager=wager, strategy=strategy)


def simulate(
    game: str,
    day: Day,
    options: Options | None = None,
    *,
    rounds: int,
    seed: int = 1,
    wager: str = "",
    strategy: str = "",
    workers: int = 0,
    check: bool = False,
) -> Simulation:
    """The figures of `odds` estimated from so many rounds; the same seed gives the same rounds.

    >>> import pitboss
    >>> result = pitboss.simulate("red-dog", "1999-06-01", rounds=100_000, check=True)
    >>> abs(result.wagers[0].distance()) < 4  # standard errors from the exact edge
    True
    """
    from pitboss.analysis.simulation.simulate import simulate as run

    return run(
        game,
        _day(day),
        options,
        rounds=rounds,
        seed=seed,
        wager=wager,
        strategy=strategy,
        workers=workers,
        check=check,
    )


def par(
    game: str,
    day: Day,
    options: Options | None = None,
    *,
    wager: str = "",
    sensitivity: bool = True,
) -> Par:
    """A PAR sheet as data: every row of every pay table with its combinations. Without
    `sensitivity`, the effect of every other option is left out, which is most of the work.

    >>> import pitboss
    >>> sheet = pitboss.par("roulette", "1999-06-01", wager="straight 18", sensitivity=False)
    >>> [(row.odds, row.combinations) for row in sheet.sheets[0].pays]
    [('35 to 1', 1)]
    """
    from pitboss.analysis.par import par_of

    return par_of(registry.find(game), _day(day), options, wager=wager, sensitivity=sensitivity)


def verify(path: str | Path, *, last_hash: str = "") -> JournalVerdict:
    """Whether a journal is what was written: its chain of hashes, and every round replayed.
    With the last hash that somebody kept, a journal cut short is noticed as well.

    >>> import pitboss
    >>> pitboss.verify("no-such-night.jsonl")
    Traceback (most recent call last):
        ...
    pitboss.errors.BadInput: ...
    """
    from pitboss.log.replay import verify as verify_journal

    return verify_journal(path, last_hash=last_hash)


def check_game(game: str | Game, *, tapes: int = 200, seed: int = 0) -> int:
    """The conformance suite, for a game of ours or of one's own: random legal tapes under random
    days and options, with every guarantee checked at every prefix. Returns how many procedures
    were dealt; raises `pitboss.testing.Broken` with the tape at the first one that fails.

    >>> import pitboss
    >>> pitboss.check_game("big-six", tapes=10) >= 10
    True
    """
    from pitboss import testing

    checked = registry.find(game) if isinstance(game, str) else game
    return testing.check_game(checked, tapes=tapes, seed=seed)


def _day(day: Day) -> date:
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise BadInput(f"{day[:40]!r} is not a day such as 1999-06-01") from None
