"""What the studies of several games of one kind share."""
