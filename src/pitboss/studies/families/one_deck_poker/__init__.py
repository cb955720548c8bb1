"""The mathematics of poker games that are dealt from one deck."""
