"""The casino above the tables, as files: its submission, what is wrong with it, notices, guides,
petitions. Nothing here runs a table; the store and the server do."""
