"""What blackjack, blackjack switch, Spanish 21 and double attack blackjack have in common:
functions that are told which paragraph to cite."""
