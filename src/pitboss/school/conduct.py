"""Items about how a round is conducted: the next act, irregularities, errors, wagers."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import Illegal, PitbossError
from pitboss.school.acts import expected, near_misses
from pitboss.school.items import Cited, Item, cited, cited_in_full, plain_answer, section_answers
from pitboss.school.scene import (
    Asked,
    Scene,
    awaited,
    deal_scene,
    last_events,
    layout_text,
    reached,
)
from pitboss.table.entries import Did, Drew, Entry, Found, Rolled, Spun, Wagered, entry_text
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_text
from pitboss.table.round import Waiting
from pitboss.testing import Dealt, random_irregularity

CHOICES = 4
CONSEQUENCES_SHOWN = 6
TRIES = 12


def _item(
    asked: Asked,
    scene: Scene,
    kind: str,
    place: Cited,
    situation: list[str],
    question: str,
    answer: str,
    accepted: list[str],
    why: str,
    choices: list[str] | None = None,
) -> Item:
    return Item(
        game=asked.game.key,
        kind=kind,
        day=str(scene.rules.law.day),
        difficulty=asked.difficulty,
        situation=situation,
        question=question,
        choices=choices or [],
        answer=answer,
        accepted=list(dict.fromkeys(plain_answer(text) for text in accepted)),
        why=why,
        cite=place.cite,
        section=place.section,
        known=place.known,
    )


def accepts(scene: Scene, dealt: Dealt, entries: list[Entry]) -> bool:
    """Whether the procedure takes these entries."""
    try:
        reached(scene, dealt, entries)
    except PitbossError:
        return False
    return True


def act_item(asked: Asked) -> Item | None:
    """The next act at a point of a round: among several; the hardest, in words of one's own."""
    scene = deal_scene(asked, by_hand=True)
    points = [
        (dealt, length)
        for dealt in scene.dealt
        for length, entry in enumerate(dealt.entries)
        if isinstance(entry, Did | Drew | Rolled | Spun)
    ]
    if not points:
        return None
    # Cards are drawn over and over: an act is asked for as often as all of chance is.
    acts = [point for point in points if isinstance(point[0].entries[point[1]], Did)]
    dealt, length = asked.rng.choice(acts if acts and asked.rng.random() < 0.8 else points)
    prefix = dealt.entries[:length]
    waiting = reached(scene, dealt, prefix)
    assert isinstance(waiting, Waiting)
    prompt = waiting.prompt
    right = expected(prompt)
    accepted = [right, *prompt.choices] if prompt.kind == "act" else [right]
    others = _other_acts(scene, right)
    asked.rng.shuffle(others)
    wrong = [
        act
        for act in dict.fromkeys(near_misses(right) + others)
        if not accepts(scene, dealt, [*prefix, Did(act)])
    ][: CHOICES - 1]
    if not wrong:
        return None
    situation = [*scene.head(dealt.before), *last_events(waiting.events)]
    question, choices, answer = "What does the dealer do next?", [], right
    if asked.difficulty < 3:
        choices = [right, *wrong]
        asked.rng.shuffle(choices)
        answer = str(choices.index(right) + 1)
        accepted.append(answer)
    announced = [act for act in accepted if act.startswith("announce ")]
    accepted += [act.replace("announce", "say", 1) for act in announced]
    place = cited(scene.rules.law, prompt.cite)
    return _item(asked, scene, "act", place, situation, question, answer, accepted, right, choices)


def _other_acts(scene: Scene, right: str) -> list[str]:
    acts = [each.act for dealt in scene.dealt for each in dealt.entries if isinstance(each, Did)]
    return [act for act in dict.fromkeys(acts) if act != right]


def irregularity_item(asked: Asked) -> Item | None:
    """What follows an irregularity, among what would follow others, and under which section."""
    scene = deal_scene(asked, by_hand=False, troubled=True)
    points = [
        (dealt, length, entry)
        for dealt in scene.dealt
        for length, entry in enumerate(dealt.entries)
        if isinstance(entry, Found)
    ]
    if not points:
        return None
    dealt, length, found = asked.rng.choice(points)
    prefix = dealt.entries[:length]
    before = reached(scene, dealt, prefix)
    if not isinstance(before, Waiting):
        return None
    right = _consequence(before, reached(scene, dealt, [*prefix, found]))
    others = {f"nothing follows; then: {awaited(before.prompt)}"}
    others |= set(_other_consequences(asked, scene, dealt, prefix, before, found.name))
    for elsewhere, place, other in points:
        start = reached(scene, elsewhere, elsewhere.entries[:place])
        if other.name != found.name and isinstance(start, Waiting):
            then = reached(scene, elsewhere, elsewhere.entries[: place + 1])
            others.add(_consequence(start, then))
    wrong = sorted(others - {right})
    if not wrong:
        return None
    choices = [right, *asked.rng.sample(wrong, min(len(wrong), CHOICES - 1))]
    asked.rng.shuffle(choices)
    number = str(choices.index(right) + 1)
    known = scene.game.irregularities[found.name]
    cite = cited(scene.rules.law, known.cite)
    question, answer, accepted = "What follows?", number, [number]
    if asked.difficulty > 1:
        exact = asked.difficulty == 3
        question = f"What follows, and under which {'paragraph' if exact else 'section'}?"
        question += " Such as 2 19:47-2.15"
        answer = f"{number} {cite.cite.removeprefix('N.J.A.C. ')}"
        accepted = [f"{number} {way}" for way in section_answers(cite, paragraph=exact)]
    situation = [
        *scene.head(dealt.before),
        *last_events(before.events),
        f"irregularity: {_named(found)}",
    ]
    return _item(
        asked, scene, "irregularity", cite, situation, question, answer, accepted, right, choices
    )


def _named(found: Found) -> str:
    name, _, rest = entry_text(found).removeprefix("! ").partition(" ")
    return f"{name.replace('-', ' ')} {rest}".strip()


def _consequence(before: Waiting, after: Waiting | Receipt) -> str:
    """What the procedure did of itself between the irregularity and the next entry."""
    fresh = [e for e in after.events[len(before.events) :] if e.act != "irregularity"]
    told = [event_text(event) for event in fresh]
    if len(told) > CONSEQUENCES_SHOWN:
        told = [*told[:CONSEQUENCES_SHOWN], "..."]
    then = "the round is over" if isinstance(after, Receipt) else f"then: {awaited(after.prompt)}"
    return "; ".join([*(told or ["nothing follows"]), then])


def _other_consequences(
    asked: Asked, scene: Scene, dealt: Dealt, prefix: list[Entry], before: Waiting, name: str
) -> Iterator[str]:
    """What other irregularities would bring here."""
    for _ in range(TRIES):
        other = random_irregularity(before.prompt, asked.rng)
        if other is None or other.name == name:
            continue
        if accepts(scene, dealt, [*prefix, other]):
            yield _consequence(before, reached(scene, dealt, [*prefix, other]))


def wager_item(asked: Asked) -> Item | None:
    """Whether a wager is taken here: amount, limits, day and phase of the round."""
    scene = deal_scene(asked, by_hand=False)
    dealt = asked.rng.choice(scene.dealt)
    if not dealt.entries:
        return None
    lengths = range(len(dealt.entries))
    opened = [n for n in lengths if isinstance(dealt.entries[n], Wagered)]
    often = opened and asked.rng.random() < 0.75
    length = asked.rng.choice(opened if often else list(lengths))
    prefix = dealt.entries[:length]
    waiting = reached(scene, dealt, prefix)
    assert isinstance(waiting, Waiting)
    taken = asked.rng.random() < 0.5
    for _ in range(TRIES):
        entry = _proposal(asked, scene, waiting.prompt, spoiled=not taken)
        if entry is None:
            continue
        try:
            reached(scene, dealt, [*prefix, entry])
        except Illegal as illegal:
            if taken or not illegal.cite:
                continue
            reason, place = illegal.reason, cited_in_full(scene.rules.law, illegal.cite)
        else:
            if not taken:
                continue
            reason, place = "it is taken", cited(scene.rules.law, waiting.prompt.cite)
        return _wager_item(asked, scene, dealt, waiting, entry, taken, reason, place)
    return None


def _wager_item(
    asked: Asked,
    scene: Scene,
    dealt: Dealt,
    waiting: Waiting,
    entry: Wagered,
    taken: bool,
    reason: str,
    place: Cited,
) -> Item:
    answer, accepted = ("yes", ["yes"]) if taken else ("no", ["no"])
    question = f"{entry_text(entry)}: is it acceptable, yes or no?"
    if asked.difficulty > 1:
        exact = asked.difficulty == 3
        question += f" If not, by which {'paragraph' if exact else 'section'}? Such as no 19:47-8.2"
        if not taken:
            answer = f"no {place.cite.removeprefix('N.J.A.C. ')}"
            accepted = [f"no {way}" for way in section_answers(place, paragraph=exact)]
    situation = [*scene.head(dealt.before), *last_events(waiting.events)]
    if waiting.wagers:
        situation.append(f"on the layout now: {layout_text(waiting.wagers)}")
    return _item(asked, scene, "wager", place, situation, question, answer, accepted, reason)


def _proposal(asked: Asked, scene: Scene, prompt: Prompt, *, spoiled: bool) -> Wagered | None:
    """A wager that is offered here, or one spoiled: its amount, or a kind of another phase or
    another day."""
    rng = asked.rng
    offered = [a for a in prompt.answers() if "wager" in a] if prompt.kind == "wagers" else []
    if spoiled and (not offered or rng.random() < 0.4):
        kind = rng.choice(sorted(scene.game.regulation.wagers))
        spots = [a["spot"] for a in offered if a["wager"] == kind] or [""]
        seat = rng.choice(prompt.dealer.table.seats)
        return Wagered(seat, kind, 500 * rng.randint(1, 20), rng.choice(spots))
    if not offered:
        return None
    chosen = rng.choice(offered)
    low, high, step = chosen["at_least"], chosen["at_most"], chosen["step"]
    cents = low + step * rng.randint(0, min((high - low) // step, 40))
    if spoiled:
        cents = rng.choice((low - step, high + step, cents + 1, low - 100, high + 2500))
    return (
        Wagered(int(chosen["seat"][1:]), chosen["wager"], cents, chosen["spot"])
        if cents > 0
        else None
    )


def error_item(asked: Asked) -> Item | None:
    """A recorded round in which one payoff or act is wrong: which line?"""
    scene = deal_scene(asked, by_hand=True)
    # Errors of money first: they are what cameras are watched for.
    paying = [each for each in scene.dealt if any(map(_is_money, each.entries))]
    dealt = asked.rng.choice(paying or scene.dealt)
    acts = [n for n, entry in enumerate(dealt.entries) if isinstance(entry, Did)]
    asked.rng.shuffle(acts)
    acts.sort(key=lambda n: not _is_money(dealt.entries[n]))
    for place in acts[:TRIES]:
        for wrong in _wrong_acts(asked, scene, dealt, place):
            altered: list[Entry] = [*dealt.entries]
            altered[place] = Did(wrong)
            try:
                reached(scene, dealt, altered)
            except Illegal as illegal:
                if illegal.entry == place + 1 and illegal.prompt is not None:
                    return _error_item(asked, scene, dealt, altered, illegal)
    return None


def _is_money(entry: Entry) -> bool:
    return isinstance(entry, Did) and bool(near_misses(entry.act))


def _wrong_acts(asked: Asked, scene: Scene, dealt: Dealt, place: int) -> list[str]:
    entry = dealt.entries[place]
    assert isinstance(entry, Did)
    wrong = near_misses(entry.act)
    asked.rng.shuffle(wrong)
    others = _other_acts(scene, entry.act)
    asked.rng.shuffle(others)
    return wrong + others[:3]


def _error_item(
    asked: Asked, scene: Scene, dealt: Dealt, altered: list[Entry], illegal: Illegal
) -> Item:
    assert illegal.prompt is not None
    lines = [f"{number:3} {entry_text(entry)}" for number, entry in enumerate(altered, 1)]
    right = expected(illegal.prompt)
    place = cited(scene.rules.law, illegal.prompt.cite)
    question = "One line is not what the procedure wants: which number?"
    answer, accepted = str(illegal.entry), [str(illegal.entry)]
    if asked.difficulty == 3:
        question = "One line is not what the procedure wants: which number, and which section?"
        question += " Such as 7 19:47-2.6"
        answer = f"{answer} {place.cite.removeprefix('N.J.A.C. ')}"
        accepted = [f"{illegal.entry} {way}" for way in section_answers(place, paragraph=False)]
    why = f"line {illegal.entry} should be: {right}"
    return _item(
        asked,
        scene,
        "error",
        place,
        [*scene.head(dealt.before), *lines],
        question,
        answer,
        accepted,
        why,
    )
