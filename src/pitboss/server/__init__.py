"""The table server: an HTTP API over the store, an event stream, and the pages on top."""
