"""16.13 Irregularities, and what else may interrupt a procedure: a recut or an idle table (16.4),
a change of cards (16.3), a deck that does not count 52 (16.7). The text of these sections was not
available to us: they follow 18.12 and 20.12, which say the same of their games."""

from __future__ import annotations

from pitboss.families.one_deck_poker.irregular import irregularities
from pitboss.games.caribbean_stud_poker.rules import CITES

IRREGULARITIES = irregularities(CITES, exposed="dealer-hole-card-exposed", basis="unverified")
