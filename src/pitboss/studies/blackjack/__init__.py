"""The mathematics of subchapter 2, Blackjack."""
