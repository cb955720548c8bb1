"""The mathematics of subchapter 11, Pai Gow Poker."""
