"""Golden playthroughs: one readable text per game. `python -m tests.golden` writes them anew
from the tapes they hold; `python -m tests.golden deal` deals new tapes."""
