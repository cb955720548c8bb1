"""The mathematics of subchapter 24, Boston 5 Stud Poker."""
