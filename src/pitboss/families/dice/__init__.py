"""What craps and automated craps have in common, and mini-dice in part: functions that they
call, with the citations of the subchapter passed in. Paragraphs named here are those of craps."""
