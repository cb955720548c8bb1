"""The mathematics of subchapter 12, Pokette."""
