"""2A.15 Irregularities, which were read: (a) to (i), (k) and (l), as the games of twenty-one have
them. (f), too few cards, is a part of drawing a card."""

from __future__ import annotations

from pitboss.games.blackjack_switch.rules import CITES
from pitboss.games.twenty_one.irregular import irregularities

IRREGULARITIES = irregularities(CITES, basis="read")
