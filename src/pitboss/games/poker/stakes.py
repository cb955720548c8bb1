"""What a house that keeps poker tables asks of the game between rounds: whether a round would be
dealt, what is taken for a player who does not act, and what time brings."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.poker.betting import CHECK, FOLD, FORCED_BET
from pitboss.games.poker.blinds import NO_STRADDLE
from pitboss.games.poker.draw import STAND_PAT
from pitboss.games.poker.positions import WAIT
from pitboss.games.poker.rules import FIXED_LIMIT, SPREAD_LIMIT, PokerRules
from pitboss.games.poker.showdown import SHOW
from pitboss.table.game import TableStakes
from pitboss.table.layout import Wager
from pitboss.table.pots import STACK

# Whoever does not act is checked or folded. A hand is shown: to muck it could give a pot away that
# it has won.
UNANSWERED = (CHECK, FOLD, FORCED_BET, WAIT, NO_STRADDLE, STAND_PAT, SHOW)


def ready(wagers: Sequence[Wager], rules: PokerRules) -> bool:
    """Whether enough players have chips in play for a round."""
    playing = {each.seat for each in wagers if each.kind == STACK and each.on}
    return len(playing) >= rules.players_at_least


def by_the_clock(rules: PokerRules) -> tuple[str, int]:
    """14.14: a charge for time, where the house is paid so."""
    charged = rules.revenue.method == "time"
    return "time", rules.law.number("time_charge_minutes") if charged else 0


def sort(rules: PokerRules) -> str:
    """14.18: the type of table for which somebody waits, such as `hold-em, no limit 1.00/2.00`."""
    by_bets = rules.limit in (FIXED_LIMIT, SPREAD_LIMIT) or not any(rules.blinds)
    options = rules.law.options
    return f"{rules.kind.name}, {rules.limit} {options['bets' if by_bets else 'blinds']}"


STAKES = TableStakes(STACK, UNANSWERED, ready, by_the_clock, sort)
