"""The mathematics of subchapter 26, Double Attack Blackjack."""
