"""24.12 Irregularities, and what else may interrupt a procedure: an idle table (24.4), a change of
cards (24.3), a deck that does not count 52 (24.7). The text of these sections was not available to
us: they follow 20.12."""

from __future__ import annotations

from pitboss.families.one_deck_poker.irregular import irregularities
from pitboss.games.boston_5_stud_poker.rules import CITES

IRREGULARITIES = irregularities(CITES, exposed="dealer-card-exposed", basis="unverified")
