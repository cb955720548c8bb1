"""2A.15 Irregularities, which were read: (a) to (i), (k) and (l), as the games of twenty-one have
them. (f), too few cards, is a part of drawing a card."""

from __future__ import annotations

from pitboss.families.twenty_one.irregular import irregularities
from pitboss.games.blackjack_switch.rules import CITES

IRREGULARITIES = irregularities(CITES, basis="read")
