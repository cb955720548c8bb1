"""The mathematics of subchapter 9, Sic Bo."""
