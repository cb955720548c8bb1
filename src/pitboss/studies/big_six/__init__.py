"""The mathematics of subchapter 5, Roulette and Big Six Wheels: big six."""
