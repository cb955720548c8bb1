"""Physical things and their text forms: cards, shoe, dice, wheels."""
