"""The mathematics of subchapter 16, Caribbean Stud Poker."""
