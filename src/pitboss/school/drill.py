"""Items in order: which kinds a game has, and the item of a number under a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from datetime import date

from pitboss.errors import BadInput, NotInForce
from pitboss.law.citation import EDITIONS, is_part_of, section_of
from pitboss.school.conduct import act_item, error_item, irregularity_item, wager_item
from pitboss.school.items import KINDS, Item
from pitboss.school.outcomes import hand_item, payoff_item
from pitboss.school.scene import HARDEST, Asked
from pitboss.table.game import Game

MAKERS: dict[str, Callable[[Asked], Item | None]] = {
    "payoff": payoff_item,
    "hand": hand_item,
    "act": act_item,
    "irregularity": irregularity_item,
    "wager": wager_item,
    "error": error_item,
}
assert MAKERS.keys() == KINDS.keys()
# A scene in which nothing of the kind happened is dealt anew, so often; one of a section, oftener.
SCENES_MOST, SCENES_ABOUT, SCENES_OF_A_SECTION = 60, 200, 400


class NoItem(BadInput):
    """A game that has nothing of what is asked."""


class Syllabus:
    """What is drilled: games, kinds, a day, a difficulty, perhaps one section, perhaps situations
    in which every word of `about` comes up. The same syllabus, seed and number always give the
    same item."""

    def __init__(
        self,
        games: Sequence[Game],
        kinds: Sequence[str],
        day: date,
        difficulty: int,
        seed: int,
        section: str = "",
        about: str = "",
    ) -> None:
        for kind in kinds:
            if kind not in KINDS:
                raise BadInput(f"no kind {kind[:20]!r}; the kinds are {', '.join(KINDS)}")
        if not 1 <= difficulty <= HARDEST:
            raise BadInput(f"difficulty {difficulty}: expected 1 to {HARDEST}")
        self.games, self.kinds, self.day = list(games), list(kinds), day
        self.difficulty, self.seed = difficulty, seed
        chapter, _, self.section = section.rpartition("-")
        # What another chapter says is cited here and there; of this one we know the contents.
        ours = {edition.chapter for edition in EDITIONS}
        self.foreign = bool(chapter) and chapter.split()[-1] not in ours
        self.about = about.lower().split()
        # The kinds of which a game had no item.
        self.lacking: set[tuple[str, str]] = set()
        for game in games:
            try:
                game.rules(day)
            except NotInForce as error:
                if difficulty < HARDEST:
                    raise BadInput(f"{game.key}: {error}") from None

    def item(self, number: int) -> Item:
        """The item of that number: games and kinds take turns."""
        game = self.games[number % len(self.games)]
        turn = number // len(self.games) % len(self.kinds)
        refused: BadInput | None = None
        for kind in self.kinds[turn:] + self.kinds[:turn]:
            if (game.key, kind) in self.lacking:
                continue
            try:
                return self.item_of(game, kind, number, self.section)
            except NoItem as error:
                self.lacking.add((game.key, kind))
                refused = error
        if len(self.kinds) == 1 and refused is not None:
            raise refused
        raise NoItem(f"{game.key} has no item{_of(self.section)}{_with(self.about)}")

    def item_of(self, game: Game, kind: str, number: int, section: str = "") -> Item:
        """An item of that game and kind, and of that section where one is named."""
        if section and not self.foreign and not has_section(game, section):
            raise NoItem(f"{game.key} has no section {section[:40]}")
        rng = random.Random(f"{self.seed} {number} {game.key} {kind} {self.difficulty} {section}")
        asked = Asked(game, self.day, self.difficulty, rng)
        most = SCENES_ABOUT if self.about else SCENES_MOST
        for _ in range(SCENES_OF_A_SECTION if section else most):
            item = MAKERS[kind](asked)
            if item is None or (section and not is_of(item, section)):
                continue
            if is_about(item, self.about):
                return item
        raise NoItem(f"{game.key} has no item of the kind {kind}{_of(section)}{_with(self.about)}")


def has_section(game: Game, section: str) -> bool:
    """Whether the paragraph stands in a section of the game's subchapter, or of subchapter 8."""
    try:
        return section_of(section) in game.regulation.contents
    except ValueError:
        return False


def _of(section: str) -> str:
    return f" of section {section[:40]}" if section else ""


def _with(about: Sequence[str]) -> str:
    return f" with {' '.join(about)[:60]!r}" if about else ""


def is_about(item: Item, about: Sequence[str]) -> bool:
    """Whether every one of these words comes up in the situation, the question or what follows."""
    words = " ".join((*item.situation, item.question, item.why)).lower()
    return all(re.search(rf"\b{re.escape(word)}\b", words) for word in about)


def is_of(item: Item, section: str) -> bool:
    """Whether the item's paragraph is, or stands under, that one."""
    return is_part_of(item.cite.rpartition("-")[2], section)
