"""What information is worth: cards seen before their time, and cards counted."""
