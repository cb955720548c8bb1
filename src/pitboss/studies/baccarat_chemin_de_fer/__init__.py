"""The mathematics of subchapter 4, Baccarat-Chemin de Fer."""
