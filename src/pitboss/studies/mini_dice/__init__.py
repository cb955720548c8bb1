"""The mathematics of subchapter 13, Mini-Dice."""
