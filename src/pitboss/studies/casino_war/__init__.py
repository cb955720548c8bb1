"""The mathematics of subchapter 22, Casino War."""
