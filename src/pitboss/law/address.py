"""An address for every paragraph, in three spellings, each made from the others and none stored:

- the citation, `N.J.A.C. 19:47-6.5(i)2`
- the path, `/us-nj/njac/19:47/6.5/i/2@1999-06-01`
- the identifier of Akoma Ntoso, `sec_6.5__para_i__point_2`

A paragraph has a letter, a point under it a number, an indent under that a roman number; so the
place of a step says how it is written, and a path needs no brackets."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from pitboss.errors import BadInput
from pitboss.law.citation import EDITIONS, edition_on

_CHAPTERS = tuple(edition.chapter for edition in EDITIONS)
_CHAPTER = "|".join(map(re.escape, _CHAPTERS))
_SECTION = r"\d+[AB]?(?:\.\d+[A-Z]?)?"
_STEPS = r"(?:\([a-z]{1,4}\)(?:\d+(?:[ivx]+)?)?)?"
_CITATION = re.compile(rf"(?:N\.J\.A\.C\. )?(?:({_CHAPTER})-)?({_SECTION})({_STEPS})")
_PATH = re.compile(
    rf"/us-nj/njac/({_CHAPTER})/({_SECTION})((?:/[a-z]{{1,4}}(?:/\d+(?:/[ivx]+)?)?)?)"
    r"(?:@(\d{4}-\d\d-\d\d))?"
)
_EID = re.compile(
    rf"sec_({_SECTION})((?:__para_[a-z]{{1,4}}(?:__point_\d+(?:__indent_[ivx]+)?)?)?)"
)
_STEP = re.compile(r"[a-z]+|\d+")
_KINDS = ("para", "point", "indent")


class Address(NamedTuple):
    """A section (`6.5`) or a whole subchapter (`6`) of a chapter; `steps` lead to a paragraph of
    it. With a day, it is the text as it stood on that day."""

    chapter: str
    section: str
    steps: tuple[str, ...] = ()
    day: date | None = None

    @property
    def key(self) -> str:
        """The paragraph as data and code cite it: `6.5(i)2`."""
        return self.section + "".join(
            f"({step})" if depth == 0 else step for depth, step in enumerate(self.steps)
        )

    @property
    def citation(self) -> str:
        return f"N.J.A.C. {self.chapter}-{self.key}"

    @property
    def path(self) -> str:
        steps = "".join(f"/{step}" for step in self.steps)
        on = f"@{self.day.isoformat()}" if self.day is not None else ""
        return f"/us-nj/njac/{self.chapter}/{self.section}{steps}{on}"

    @property
    def eid(self) -> str:
        kinds = zip(_KINDS, self.steps, strict=False)
        return f"sec_{self.section}" + "".join(f"__{kind}_{step}" for kind, step in kinds)


def parse_address(text: str, *, day: date | None = None) -> Address:
    """Read any of the three spellings, or the bare key of a paragraph. What does not name a
    chapter is of the one in force on `day`; a path may carry a day of its own."""
    if found := _PATH.fullmatch(text):
        chapter, section, steps, on = found.groups()
        return _checked(chapter, section, steps, _day(on) if on else day)
    if found := _EID.fullmatch(text):
        steps = re.sub(r"__(?:para|point|indent)_", " ", found[2])
        return _checked("", found[1], steps, day)
    if found := _CITATION.fullmatch(text):
        chapter, section, steps = found.groups()
        return _checked(chapter or "", section, steps, day)
    raise BadInput(
        f"{text[:60]!r} is not an address such as 6.5(i)2, N.J.A.C. 19:47-6.5(i)2, "
        "/us-nj/njac/19:47/6.5/i/2 or sec_6.5__para_i__point_2"
    )


def _checked(chapter: str, section: str, steps: str, day: date | None) -> Address:
    """The address, if its chapter is that of its day."""
    if day is not None:
        in_force = edition_on(day).chapter
        if chapter and chapter != in_force:
            raise BadInput(
                f"N.J.A.C. {chapter}-{section} on {day}: the chapter of that day is {in_force}"
            )
        chapter = in_force
    return Address(chapter or _CHAPTERS[-1], section, tuple(_STEP.findall(steps)), day)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a day such as 1999-06-01") from None
