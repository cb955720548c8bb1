"""The mathematics of keno."""
