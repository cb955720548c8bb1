"""The mathematics of subchapter 18, Let It Ride Poker."""
