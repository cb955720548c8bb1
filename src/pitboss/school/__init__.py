"""The dealer school: items of six kinds from the games themselves, marking, repetition, exams."""
