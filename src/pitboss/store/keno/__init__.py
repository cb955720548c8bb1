"""The keno system: what it keeps, what is done at it, and how all of it is checked again."""
