"""The mathematics of subchapter 27, Four-Card Poker."""
