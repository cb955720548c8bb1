"""The mathematics of subchapter 2A, Blackjack Switch."""
