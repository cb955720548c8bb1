"""19.15 Irregularities. Its text was not available to us: what follows is that of blackjack
switch, 2A.15, and what a ten among the cards must mean."""

from __future__ import annotations

from pitboss.families.twenty_one.irregular import irregularities
from pitboss.families.twenty_one.no_tens import ten_found
from pitboss.games.spanish_21.rules import CITES

IRREGULARITIES = (*irregularities(CITES), ten_found(CITES))
