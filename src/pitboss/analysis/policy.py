"""A user's own policy: a TOML file that says what to do in each situation.

    game = "red-dog"                 # optional; must be the game asked for
    name = "raise on eight"          # optional; how the policy is called in what is printed

    [policy]
    "The spread is 7" = "no wager"
    "The spread is 8" = "raise"      # as much as the rules allow at that moment
    "The spread is 9" = "raise 1/2"  # that fraction of it
    otherwise = "no wager"           # optional: all situations that are not named

Situations and actions are written as `pitboss odds GAME` lists them for the best strategy. A
policy that leaves a situation out, names one that never arises, or does what the rules do not
permit is refused, with the section where there is one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.edges import OPTIMAL, Edges, exact_edges, need_study
from pitboss.analysis.exact.explore import NO_WAGER, situation_of
from pitboss.analysis.study import Decide, Study
from pitboss.errors import BadInput, Illegal
from pitboss.law.hypothetical import as_chosen
from pitboss.table.entries import Chose, Closed, Did, Entry, Placed, Wagered
from pitboss.table.game import Game, Rules
from pitboss.table.prompts import Prompt

POLICY_BYTES_MAX = 1 << 20
OTHERWISE = "otherwise"
FIELDS = ("game", "name", "policy")


class Policy(msgspec.Struct, frozen=True):
    """`actions` by situation, as the file has them. `otherwise` stands for all others."""

    name: str
    actions: dict[str, str]
    otherwise: str = ""


def read_policy(data: bytes, *, game: str, where: str = "policy") -> Policy:
    """Read a policy file; `where` is how messages call it."""
    if len(data) > POLICY_BYTES_MAX:
        raise BadInput(f"{where}: {len(data)} bytes; at most {POLICY_BYTES_MAX} are read")
    try:
        fields = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{where}: not TOML: {error}") from None
    for field in fields:
        if field not in FIELDS and not field.startswith("_"):
            known = ", ".join(FIELDS)
            raise BadInput(f"{where}: no field {field[:40]!r}; the fields are {known}")
    if fields.get("game", game) != game:
        raise BadInput(f"{where}: for {str(fields['game'])[:40]!r}, but {game} was asked for")
    table = fields.get("policy")
    if not isinstance(table, dict) or not table:
        raise BadInput(f'{where}: expected [policy] with lines such as "SITUATION" = "ACTION"')
    for situation, action in table.items():
        if not isinstance(action, str) or not action.strip():
            words = f"{situation[:60]!r} = {str(action)[:40]!r}"
            raise BadInput(f"{where}: {words}: expected an action in quotation marks")
    actions = {situation: " ".join(action.split()) for situation, action in table.items()}
    name = fields.get("name", "user's own")
    if not isinstance(name, str) or not name.strip() or len(name) > 80:
        raise BadInput(f"{where}: name: expected a few words")
    return Policy(name, actions, actions.pop(OTHERWISE, ""))


class ByTable:
    """Decides by a policy's table, and notes which situations were met."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.met: dict[str, None] = {}
        self.missing: dict[str, str] = {}

    def __call__(self, prompt: Prompt) -> Entry:
        match prompt.kind:
            case "number":
                return Placed(prompt.seat, prompt.what, prompt.at_least)
            case "act":
                return Did(prompt.what)
        if prompt.made:
            return Closed()
        situation = situation_of(prompt)
        self.met[situation] = None
        action = self.policy.actions.get(situation, self.policy.otherwise)
        if not action:
            # Go on, so that all that is missing can be told at once.
            self.missing[situation] = ", ".join(possible(prompt))
            return _first(prompt)
        return entry_for(prompt, action, situation)

    def check(self, known: set[str]) -> None:
        """After all has been explored: nothing was missing, and nothing is there in vain.
        `known` has further situations, which may arise under another policy."""
        if not self.met:
            raise BadInput("policy: this game asks the player for no decision")
        if self.missing:
            words = "; ".join(f"{name!r}: {choices}" for name, choices in self.missing.items())
            raise BadInput(f"policy: no action for {len(self.missing)} situation(s): {words}")
        for situation in self.policy.actions:
            if situation not in self.met and situation not in known:
                names = ", ".join(map(repr, self.met))
                raise BadInput(
                    f"policy: {situation[:60]!r} never arises; the situations are {names}"
                )


def possible(prompt: Prompt) -> list[str]:
    """The actions that are legal at a prompt, in words."""
    if prompt.kind == "decision":
        return list(prompt.choices)
    found = [NO_WAGER]
    found += [
        f"{answer['wager']} {answer['spot']}".strip()
        for answer in prompt.answers()
        if "wager" in answer
    ]
    return found


def _first(prompt: Prompt) -> Entry:
    return Chose(prompt.seat, prompt.choices[0]) if prompt.kind == "decision" else Closed()


def entry_for(prompt: Prompt, action: str, situation: str) -> Entry:
    """The entry that an action means at this prompt, or the reason why it is refused."""
    if prompt.kind == "decision":
        if action in prompt.choices:
            return Chose(prompt.seat, action)
        raise _refused(prompt, action, situation)
    if action == NO_WAGER:
        return Closed()
    name, share = _share(action)
    for answer in prompt.answers():
        if "wager" not in answer or f"{answer['wager']} {answer['spot']}".strip() != name:
            continue
        most, step = answer["at_most"], answer["step"]
        cents = most * share
        if cents.denominator != 1 or cents % step or not answer["at_least"] <= cents <= most:
            raise _refused(prompt, action, situation)
        return Wagered(int(answer["seat"][1:]), answer["wager"], int(cents), answer["spot"])
    raise _refused(prompt, action, situation)


def _share(action: str) -> tuple[str, Fraction]:
    """`raise 1/2` is half of what may be raised; `raise` is all of it."""
    name, _, last = action.rpartition(" ")
    above, mark, below = last.partition("/")
    whole = all(part.isascii() and part.isdigit() and len(part) < 8 for part in (above, below))
    if name and mark and whole and int(below):
        return name, Fraction(int(above), int(below))
    return action, Fraction(1)


def _refused(prompt: Prompt, action: str, situation: str) -> BadInput:
    legal = ", ".join(possible(prompt))
    return BadInput(
        f"policy: {situation!r} = {action[:40]!r}: not permitted; expected {legal}"
        + ("" if prompt.kind == "decision" else " (or a part of a wager, such as 1/2)"),
        cite=prompt.citation(),
    )


def decide_by(policy: Policy, study: Study, rules: Rules) -> Decide:
    """The policy as decisions. Where the game has an analysis of its own, it also reads the
    table in its own way, and knows by itself what is missing."""
    if study.exact is None:
        return ByTable(policy)
    if study.policy is None:
        raise BadInput(f"{rules.law.game} takes no policy of your own")
    table = dict(policy.actions)
    if policy.otherwise:
        table[OTHERWISE] = policy.otherwise
    return study.policy(rules, table)


def odds_by(
    policy: Policy,
    game: Game,
    day: date,
    options: Mapping[str, Any],
    *,
    wager: str = "",
    progress: Callable[[str], None] | None = None,
) -> Edges:
    """The exact odds of a game for a player who follows the policy."""
    decide = decide_by(policy, need_study(game), game.rules(day, options))
    asked: dict[str, Any] = {"wager": wager, "progress": progress}
    try:
        odds = exact_edges(
            game.key, day, as_chosen(options), strategy=policy.name, decide=decide, **asked
        )
    except Illegal as error:
        raise BadInput(f"policy: {error.got}: {error.reason}", cite=error.cite) from None
    if isinstance(decide, ByTable):
        known: set[str] = set()
        if decide.met and not decide.met.keys() >= policy.actions.keys():
            best = exact_edges(game.key, day, as_chosen(options), strategy=OPTIMAL, **asked)
            known = {choice.situation for choice in best.strategy}
        decide.check(known)
    return odds
