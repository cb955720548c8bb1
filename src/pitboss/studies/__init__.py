"""What the mathematics of a game needs beyond its procedure, a folder a game."""
