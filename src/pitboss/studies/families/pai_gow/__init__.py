"""What the studies of pai gow and of pai gow poker share: ways to set a hand at a table, what a
round comes to, and records of rounds with a throw of three dice."""
