"""The store: append-only entries, the ledger, accounts; SQLite or PostgreSQL."""
