"""18.12 Irregularities, and what else may interrupt a procedure: a recut (18.5(d)), an idle table
(18.5(e)), a change of cards (18.4(e)), a deck that does not count 52 (18.7(e), (f))."""

from __future__ import annotations

from pitboss.games.let_it_ride_poker.rules import CITES
from pitboss.games.poker_table.irregular import irregularities

IRREGULARITIES = irregularities(CITES, other="community")
