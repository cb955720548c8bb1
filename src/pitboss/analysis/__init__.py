"""Exact edges, best strategies, simulation."""
