"""The mathematics of poker (subchapter 14): equity, what a rake costs, how often a jackpot falls."""
