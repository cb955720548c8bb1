"""The casino above the tables: its money, its days and shifts, its tournaments."""
