"""The table: entries, prompts, tape, layout, dealer, receipts, views, sources."""
