"""Journals of tables, which cannot be altered unnoticed: written, replayed, stepped through."""
