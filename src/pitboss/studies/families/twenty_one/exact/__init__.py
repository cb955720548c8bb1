"""Exact analysis of the games of twenty-one: what a hand is worth when cards are not put back.

The state is a composition: how many cards of each value (ace 1, tens 10) a hand has. There are
3,083 of them that do not exceed 21; all else follows from which cards have left the shoe."""
