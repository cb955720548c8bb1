"""The mathematics of poker (subchapter 14): equity, rakes, jackpots."""
