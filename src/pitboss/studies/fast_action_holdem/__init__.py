"""The mathematics of subchapter 21, Fast action hold'em."""
