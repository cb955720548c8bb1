"""Records of rounds: the text form, settlement, journals that cannot be altered unnoticed."""
