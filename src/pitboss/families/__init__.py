"""What several games of one kind share: law only, as in `games`."""
