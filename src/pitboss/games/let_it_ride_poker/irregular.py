"""18.12 Irregularities, and what else may interrupt a procedure: a recut (18.5(d)), an idle table
(18.5(e)), a change of cards (18.4(e)), a deck that does not count 52 (18.7(e), (f))."""

from __future__ import annotations

from pitboss.families.one_deck_poker.irregular import irregularities
from pitboss.games.let_it_ride_poker.rules import CITES
from pitboss.table.disputes import dispute_under

IRREGULARITIES = (*irregularities(CITES, other="community"), dispute_under("18.10(j)"))
