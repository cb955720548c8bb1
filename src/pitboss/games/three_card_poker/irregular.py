"""20.12 Irregularities, and what else may interrupt a procedure: a recut (20.5(d)), an idle table
(20.5(e)), a change of cards (20.4(e)), a deck that does not count 52 (20.7(e), (f))."""

from __future__ import annotations

from pitboss.families.one_deck_poker.irregular import irregularities
from pitboss.games.three_card_poker.rules import CITES
from pitboss.table.disputes import dispute_under

IRREGULARITIES = (*irregularities(CITES, exposed="dealer-card-exposed"), dispute_under("20.10(d)"))
