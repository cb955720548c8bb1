"""`python -m tests.golden [deal] [GAME ...]`."""

from __future__ import annotations

import sys

from pitboss import registry
from tests.golden.playthrough import deal_anew, path_of, replayed


def main(words: list[str]) -> None:
    deal = "deal" in words
    for key in [word for word in words if word != "deal"] or list(registry.OURS):
        text = deal_anew(key) if deal or not path_of(key).exists() else replayed(key)
        path_of(key).write_text(text, encoding="utf-8")
        print(f"{path_of(key).name}: {text.count(chr(10))} lines")


main(sys.argv[1:])
