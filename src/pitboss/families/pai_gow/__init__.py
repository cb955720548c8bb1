"""What pai gow (subchapter 10) and pai gow poker (subchapter 11) share."""
