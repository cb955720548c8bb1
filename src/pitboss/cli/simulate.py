"""Monte Carlo on all cores. The same seed gives the same figures for any number of workers, and
any simulated round can be dealt again and explained.

  pitboss simulate craps --wager pass --rounds 1000000000 --check
  pitboss simulate red-dog --rounds 1000000 --show 4711 | pitboss settle -
  pitboss simulate red-dog --rounds 50000000 --audit rounds.audit
  pitboss simulate red-dog --replay rounds.audit
  pitboss simulate baccarat-punto-banco --wager banker --bankroll 1000.00 --bet 10.00 \\
      --goal 1500.00 --stop-loss 500.00 --session-rounds 500

  pitboss simulate blackjack --count hi-lo --ramp "-20:1 1:2 2:4 3:8" --units 1000

A bankroll makes it sessions: how often they end at the goal, at the stop-loss, in ruin.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli import DONE, INTERRUPTED, NO
from pitboss.cli.asked import (
    add_json,
    add_studied,
    find_subject,
    need_compiler,
    print_json,
    read_all_options,
    read_day,
)
from pitboss.errors import BadInput, file_errors
from pitboss.money import parse_dollars

if TYPE_CHECKING:
    from pitboss.analysis.simulation.convergence import Course, Forecast
    from pitboss.analysis.simulation.simulate import Progress, Simulation
    from pitboss.analysis.study import Decide

ROUNDS = 10_000_000
# The most rounds that --target-error takes where --rounds does not say.
ROUNDS_TO_TARGET = 10**10
SESSIONS = 100_000
SESSION_ROUNDS = 500
UNITS_MAX = 10**9
SESSION_ONLY = ("bet", "goal", "stop_loss", "session_rounds", "sessions")
# From so many rounds it is foretold how many an error takes, and how long.
TRIAL_ROUNDS = 1 << 20
# What a game's study may take beside its rules; a game that does not says so.
SETTINGS = {
    "seats": ("N", "how many boxes are played"),
    "seat": ("N", "the box that is studied, from the dealer's left (default: 1)"),
    "penetration": ("PERCENT", "how much of the shoe is dealt before a shuffle"),
    "count": ("COUNT", "count cards: hi-lo, say, or the tags of a count, such as '5+1 T-1'"),
    "ramp": ("RAMP", "units to wager by the count: '-1:1 2:4' is 1 from -1 on, 4 from 2 on"),
    "plays": ("PLAYS", "plays by the count: '16 v T: stand from 0; insurance from 3'"),
    "meter": ("AMOUNT", "what a progressive meter shows when it is won"),
    "awards": ("AWARDS", "a device's awards with their weights: '5:60 50:39 1000:1'"),
}
ROUNDS_ONLY = (
    "rounds", "target_error", "resume", "cluster", "processes", "check", "fresh", "show", "audit",
    "units", *SETTINGS,
)  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    parser.add_argument(
        "--rounds", metavar="N", help=f"how many rounds of each wager (default: {ROUNDS:,})"
    )
    parser.add_argument("--seed", metavar="S", default="1", help="0 to 2^64 - 1 (default: 1)")
    add_studied(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", help="how many at a time (default: every core)")
    where.add_argument(
        "--cluster", metavar="ADDRESS", help="run on a Dask scheduler, such as tcp://host:8786"
    )
    parser.add_argument(
        "--processes", action="store_true", help="workers are processes instead of threads"
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="shuffle all cards before every round, in place of dealing to the cutting card; "
        "games that are shuffled for every round are so in any case",
    )
    parser.add_argument(
        "--to-error",
        "--target-error",
        metavar="E",
        dest="target_error",
        help="stop when the first wager's standard error is below E; says first how many rounds "
        "that takes, and how long",
    )
    parser.add_argument(
        "--check", action="store_true", help="also the exact edge, and how far it is away"
    )
    parser.add_argument(
        "--chart",
        metavar="FILE",
        help="how the edge comes to rest, as SVG; of sessions, the bankroll over the rounds",
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="keep finished chunks in FILE, and go on from there"
    )
    parser.add_argument(
        "--show", metavar="ROUND", help="deal that round again: a record for 'pitboss settle'"
    )
    parser.add_argument("--audit", metavar="FILE", help="put every round on record, hash-chained")
    parser.add_argument("--replay", metavar="FILE", help="check such a file, round by round")
    parser.add_argument(
        "--last-hash",
        metavar="HASH",
        default="",
        help="for --replay: the last hash, as it was kept apart",
    )
    parser.add_argument(
        "--from-seed", action="store_true", help="for --replay: draw all rounds again from the seed"
    )
    group = parser.add_argument_group("how a game is dealt and wagered on, where it takes that")
    for name, (metavar, text) in SETTINGS.items():
        group.add_argument(f"--{name}", metavar=metavar, help=text)
    group.add_argument("--units", metavar="N", help="a bankroll in units: its risk of ruin")
    _session_arguments(parser)
    add_json(parser)


def _session_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("sessions")
    group.add_argument("--bankroll", metavar="AMOUNT", help="what a session starts with")
    group.add_argument("--bet", metavar="AMOUNT", help="the initial wager of every round")
    group.add_argument("--goal", metavar="AMOUNT", help="the bankroll to leave with")
    group.add_argument("--stop-loss", metavar="AMOUNT", help="the loss to leave at")
    group.add_argument("--session-rounds", metavar="N", help=f"at most (default: {SESSION_ROUNDS})")
    group.add_argument("--sessions", metavar="N", help=f"how many (default: {SESSIONS:,})")


def run(asked: argparse.Namespace) -> int:
    game = find_subject(asked.game)
    need_compiler("simulation")
    _check_together(asked)
    if asked.replay is not None:
        return _replay(asked, game.key)
    if asked.bankroll is not None:
        return _sessions(asked, game.key)
    if asked.show is not None:
        return _show_round(asked, game.key)
    if asked.audit is not None:
        return _audit(asked, game.key)
    return _simulate(asked, game.key)


def _check_together(asked: argparse.Namespace) -> None:
    """Options that make no sense with one another are refused, not ignored."""
    given = {name for name, value in vars(asked).items() if value}
    session = given & set(SESSION_ONLY)
    if asked.bankroll is None and session:
        raise BadInput(f"{_option(min(session))} is for sessions: --bankroll makes it one")
    if asked.bankroll is not None:
        other = given & {*ROUNDS_ONLY, "replay"}
        if other:
            raise BadInput(f"{_option(min(other))} does not go with --bankroll")
        if asked.bet is None:
            raise BadInput("--bankroll needs --bet, the initial wager of every round")
    if given >= {"hypothetical"} and given & {"show", "audit"}:
        raise BadInput("--hypothetical: a round is put on record only under lawful rules")
    ways = [name for name in ("show", "audit", "replay") if name in given]
    if len(ways) > 1:
        raise BadInput(f"{_option(ways[0])} does not go with {_option(ways[1])}")
    if "audit" in ways and given & {"units", *SETTINGS}:
        raise BadInput(f"--audit takes none of {', '.join(map(_option, SETTINGS))}")
    if "audit" in ways and given & {"policy", "cluster", "resume", "target_error", "processes"}:
        raise BadInput("--audit takes none of --policy, --cluster, --resume, --target-error")
    if "replay" not in ways and given & {"last_hash", "from_seed"}:
        raise BadInput("--last-hash and --from-seed are for --replay")
    if "replay" in ways and given & {*ROUNDS_ONLY, "policy", "strategy", "wager", "options"}:
        raise BadInput("--replay takes what was simulated from the file itself")


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3}){1,6}")
_POWER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,12}))?[eE]\+?([0-9]{1,2})")


def read_count(text: str, what: str, least: int, most: int) -> int:
    """A number of rounds or sessions: `1000000`, `1,000,000` or `1e6`."""
    if _GROUPED.fullmatch(text):
        text = text.replace(",", "")
    elif found := _POWER.fullmatch(text):
        number = Fraction(f"{found[1]}.{found[2] or 0}") * 10 ** int(found[3])
        text = str(number)
    return read_number(text, what, least, most)


def read_number(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,60}", text):
        raise BadInput(f"{what} {text[:20]!r}: expected a whole number")
    number = int(text)
    if not least <= number <= most:
        raise BadInput(f"{what} {text[:32]}: expected {least} to {most}")
    return number


def _common(asked: argparse.Namespace, key: str) -> dict[str, Any]:
    """What all kinds of simulation take, checked."""
    from pitboss.analysis.simulation.simulate import SEED_MAX

    return {
        "key": key,
        "day": read_day(asked.day),
        "options": read_all_options(asked),
        "wager": asked.wager,
        "strategy": asked.strategy,
        "seed": read_number(asked.seed, "seed", 0, SEED_MAX),
        "decide": None,
    }


def _settings(asked: argparse.Namespace) -> dict[str, str]:
    return {name: text for name in SETTINGS if (text := getattr(asked, name)) is not None}


def _rounds(asked: argparse.Namespace) -> int:
    from pitboss.analysis.simulation.simulate import ROUNDS_MAX

    if asked.rounds is not None:
        return read_count(asked.rounds, "rounds", 1, ROUNDS_MAX)
    return ROUNDS if asked.target_error is None else ROUNDS_TO_TARGET


def _workers(asked: argparse.Namespace) -> int:
    from pitboss.analysis.simulation.simulate import WORKERS_MAX, cores

    if asked.workers is None:
        return cores()
    return read_number(asked.workers, "workers", 1, WORKERS_MAX)


def _policy(asked: argparse.Namespace, common: dict[str, Any]) -> None:
    """The user's own table of decisions, where there is one, checked against the game."""
    if asked.policy is None:
        return
    from pitboss import registry
    from pitboss.analysis.exact.edges import need_study
    from pitboss.analysis.policy import decide_by, odds_by, read_policy
    from pitboss.cli.odds import read_file
    from pitboss.table.system import need_table

    game = registry.find_subject(common["key"])
    policy = read_policy(read_file(asked.policy), game=game.key, where=asked.policy[:200])
    odds_by(
        policy,
        need_table(game, "--policy"),
        common["day"],
        common["options"],
        wager=common["wager"],
    )
    rules = game.rules(common["day"], common["options"])
    decide: Decide = decide_by(policy, need_study(game), rules)
    common["decide"], common["strategy"] = decide, policy.name


# -- what is asked for ------------------------------------------------------------------------


def _simulate(asked: argparse.Namespace, key: str) -> int:
    from pitboss.analysis.simulation.convergence import Course
    from pitboss.analysis.simulation.simulate import simulate

    common = _common(asked, key)
    course = Course() if asked.chart is not None else None
    target = _target(asked.target_error)
    rounds, workers = _rounds(asked), _workers(asked)
    _policy(asked, common)
    with ExitStack() as stack:
        executor = None
        if asked.cluster is not None:
            from pitboss.analysis.simulation.cluster import connected

            executor = stack.enter_context(connected(asked.cluster))
            workers = executor.workers
        foretold = None
        if target is not None:
            foretold = _foretell(asked, common, target, workers)
            print(f"pitboss: {foretold.in_words()}", file=sys.stderr)
        tell = stack.enter_context(watched())
        result = simulate(
            **common,
            rounds=rounds,
            workers=workers,
            fresh=asked.fresh,
            target_error=target,
            check=asked.check,
            executor=executor,
            processes=asked.processes,
            resume=asked.resume,
            tell=tell,
            settings=_settings(asked),
            bankroll=_units(asked),
            course=course,
        )
    if course is not None and course.points:
        _write_course(asked.chart, course, result)
    if asked.json:
        answer = result.as_json()
        if foretold is not None:
            answer["foretold"] = {"rounds": foretold.rounds, "trial": foretold.trial}
        if course is not None:
            answer["course"] = msgspec.to_builtins(course.points)
        print_json("simulate", answer)
    else:
        from pitboss.cli.screen import screen
        from pitboss.cli.simulated import show, show_course

        show(screen(), result)
        if course is not None and course.points:
            show_course(screen(), course, result)
    if not result.partial:
        return DONE
    return INTERRUPTED if result.why == "interrupted" else NO


def _foretell(
    asked: argparse.Namespace, common: dict[str, Any], target: float, workers: int
) -> Forecast:
    """How many rounds the error takes, and how long here, from a short trial."""
    from pitboss.analysis.simulation.convergence import forecast
    from pitboss.analysis.simulation.simulate import simulate

    if target <= 0:
        raise BadInput(f"target error {target}: expected a number above 0 such as 0.0001")
    trial = simulate(
        **common, rounds=TRIAL_ROUNDS, workers=1, fresh=asked.fresh, settings=_settings(asked)
    )
    first = trial.wagers[0]
    seconds = trial.seconds / max(1, len(trial.wagers)) / workers
    return forecast(float(first.variance() or 0), target, first.rounds, seconds)


def _write_course(name: str, course: Course, result: Simulation) -> None:
    from pitboss.report.convergence_chart import svg_chart

    exact = next((w.exact_edge for w in result.wagers if w.wager == course.wager), None)
    with file_errors(name[:200]), open(name, "w", encoding="utf-8") as file:
        file.write(svg_chart(course, exact, result.rules.law, result.seed))


def _units(asked: argparse.Namespace) -> Fraction | None:
    if asked.units is None:
        return None
    return Fraction(read_number(asked.units, "units", 1, UNITS_MAX))


def _target(text: str | None) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{0,9}(\.[0-9]{0,18})?([eE]-?[0-9]{1,2})?", text) or not text:
        raise BadInput(f"target error {text[:20]!r}: expected a number such as 0.0001")
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"target error {text[:20]!r}: expected a number such as 0.0001") from None


def _show_round(asked: argparse.Namespace, key: str) -> int:
    from pitboss.analysis.simulation.redeal import redeal
    from pitboss.records.record import read_record, write_record
    from pitboss.records.settle import settle

    common = _common(asked, key)
    rounds = _rounds(asked)
    number = read_number(asked.show, "round", 1, rounds)
    _policy(asked, common)
    found = redeal(
        **common, rounds=rounds, round=number, fresh=asked.fresh, settings=_settings(asked)
    )
    comment = (
        f"round {number} of {rounds}, seed {found.seed}: {found.wager}"
        f"{f', {asked.strategy}' if asked.strategy else ''}"
    )
    more = {"table": found.state} if found.state else {}
    text = write_record(found.game, found.day, found.options, found.tape, {-1: comment}, more=more)
    if asked.json:
        settled = settle(read_record(text, today=found.day))
        answer = {"round": number, "rounds": rounds, "seed": found.seed, "wager": found.wager,
                  "record": text, "settled": settled.as_json()}  # fmt: skip
        print_json("simulate-round", answer)
    else:
        sys.stdout.write(text)
    return DONE


def _audit(asked: argparse.Namespace, key: str) -> int:
    from pitboss.analysis.simulation.audit import write_audit

    common = _common(asked, key)
    del common["decide"]
    rounds = _rounds(asked)
    with watched() as tell:
        result = write_audit(asked.audit, **common, rounds=rounds, fresh=asked.fresh, tell=tell)
    if asked.json:
        print_json("simulate-audit", result.as_json())
    else:
        from pitboss.cli.screen import screen
        from pitboss.cli.simulated import show_audit

        show_audit(screen(), result)
    return INTERRUPTED if result.partial else DONE


def _replay(asked: argparse.Namespace, key: str) -> int:
    from pitboss.analysis.simulation.audit import replay

    with watched() as tell:
        found = replay(
            asked.replay, head=asked.last_hash, from_seed=asked.from_seed, game=key, tell=tell
        )
    if asked.json:
        print_json("simulate-replay", found.as_json())
    else:
        from pitboss.cli.screen import screen
        from pitboss.cli.simulated import show_replay

        show_replay(screen(), found)
    return NO if found.status == "altered" else DONE


def _sessions(asked: argparse.Namespace, key: str) -> int:
    from pitboss.analysis.simulation.sessions import (
        SESSION_ROUNDS_MAX,
        SESSIONS_MAX,
        Terms,
        play_all,
    )
    from pitboss.report.session_chart import svg_chart

    common = _common(asked, key)
    terms = Terms(
        bankroll=_amount(asked.bankroll, "bankroll"),
        wager=_amount(asked.bet, "bet"),
        rounds=read_number(
            asked.session_rounds or str(SESSION_ROUNDS), "session rounds", 1, SESSION_ROUNDS_MAX
        ),
        goal=_amount(asked.goal, "goal") if asked.goal is not None else None,
        stop_loss=_amount(asked.stop_loss, "stop-loss") if asked.stop_loss is not None else None,
    )
    sessions = read_count(asked.sessions or str(SESSIONS), "sessions", 1, SESSIONS_MAX)
    workers = _workers(asked)
    _policy(asked, common)
    with watched("sessions") as tell:
        result = play_all(**common, terms=terms, sessions=sessions, workers=workers, tell=tell)
    if asked.chart is not None:
        with file_errors(asked.chart[:200]), open(asked.chart, "w", encoding="utf-8") as file:
            file.write(svg_chart(result))
    if asked.json:
        print_json("simulate-sessions", result.as_json())
    else:
        from pitboss.cli.screen import screen
        from pitboss.cli.simulated import show_sessions

        show_sessions(screen(), result)
    return INTERRUPTED if result.partial else DONE


def _amount(text: str, what: str) -> int:
    try:
        return parse_dollars(text)
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from None


# -- while it runs ----------------------------------------------------------------------------


@contextmanager
def watched(unit: str = "rounds") -> Iterator[Callable[[Progress], None] | None]:
    """A bar on standard error with the edge so far, for a person to see; nothing where there
    is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=30),
        TaskProgressColumn(), TimeRemainingColumn(compact=True), TextColumn("{task.fields[words]}"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, words="")

        def tell(now: Progress_) -> None:
            if now.preparing:
                words = "preparing; what is compiled the first time is kept"
                bar.update(task, description=now.wager, total=None, words=words)
                return
            words = f"{now.rounds:,} {unit}"
            if now.house_edge is not None:
                words += f", edge {100 * now.house_edge:.4f} %"
                if now.stderr is not None:
                    words += f" ± {196 * now.stderr:.4f}"
            bar.update(task, description=now.wager, total=now.of, completed=now.rounds, words=words)

        yield tell


if TYPE_CHECKING:
    Progress_ = Progress
