"""Tools that make parts of the repository: pages and tables."""
