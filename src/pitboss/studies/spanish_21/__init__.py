"""The mathematics of subchapter 19, Spanish 21."""
