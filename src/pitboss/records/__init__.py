"""Round records: how they are read and written, and how they are settled."""
