"""The mathematics of subchapter 17, Double Down Stud."""
