"""The mathematics of subchapter 10, Pai Gow."""
