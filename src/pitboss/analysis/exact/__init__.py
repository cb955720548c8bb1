"""House edges as fractions: search of procedures, chains, automata."""
