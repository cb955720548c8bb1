"""Rankings of hands that several games share."""
