"""What the poker table games of one deck have in common: opening, shuffle and cut, dealing, the
stub, and most of what can go wrong. Each game passes in where its subchapter says so."""
