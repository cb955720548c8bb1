"""What baccarat-punto banco and minibaccarat have in the same words: functions that both call,
with the citations of the subchapter passed in."""
