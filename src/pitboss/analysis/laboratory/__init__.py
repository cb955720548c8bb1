"""What a test laboratory asks of a game beyond its edges: see `desk.py` for the whole of it."""
