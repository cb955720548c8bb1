"""The regulation's facts as data: acts, dated values, options, pay tables, citations."""
