"""The mathematics of subchapter 6, Red Dog."""
