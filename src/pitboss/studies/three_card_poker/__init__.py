"""The mathematics of subchapter 20, Three Card Poker."""
