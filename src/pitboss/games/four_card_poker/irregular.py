"""27.12 Irregularities, and what else may interrupt a procedure: a recut or an idle table (27.5),
a change of cards (27.4), a deck that does not count 52 (27.7). The text of these sections was not
available to us: they follow 20.12."""

from __future__ import annotations

from pitboss.families.one_deck_poker.irregular import irregularities
from pitboss.games.four_card_poker.rules import CITES

IRREGULARITIES = irregularities(CITES, exposed="dealer-card-exposed", basis="unverified")
