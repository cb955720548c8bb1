"""The course of a round, drawn: its steps from top to bottom, with arrows beside them where the
procedure skips or goes back."""

from __future__ import annotations

from html import escape

from pitboss.analysis.laboratory.flow import Flow, Move
from pitboss.svg import line, picture, tag, text

WIDTH, LEFT, BOX, HEIGHT, STEP, TOP = 760, 190, 380, 34, 58, 46
# An arrow is drawn if at least so many of the rounds that left its step went that way.
SHARE_LEAST = 0.005
LANE = 14


def flow_svg(flow: Flow, label: str) -> str:
    """Returns the chart as SVG, styled by the page."""
    height = TOP + STEP * (len(flow.steps) + 1) + HEIGHT
    parts = [_end("a round begins", TOP - 34), _end("the round is over", _y(len(flow.steps)))]
    for number, step in enumerate(flow.steps):
        y = _y(number)
        parts.append(_shape(step.kind, y))
        parts.append(text(LEFT + BOX / 2, y + 15, step.what, class_="name", text_anchor="middle"))
        reached = "" if step.share > 0.995 else f", in {100 * step.share:.0f} % of rounds"
        words = f"{step.cite}{reached}"
        parts.append(text(LEFT + BOX / 2, y + 28, words, class_="tick", text_anchor="middle"))
    lanes = {True: 0, False: 0}
    # The longest arrows are outermost, so that they cross the fewest others.
    for move in sorted(flow.moves, key=lambda move: abs(_target(move, flow) - move.start)):
        if move.share < SHARE_LEAST or move.start == move.to:
            continue
        to = _target(move, flow)
        if to == move.start + 1:
            parts.append(_down(move.start, move.share))
        else:
            right = to > move.start
            parts.append(_beside(move.start, to, move.share, lanes[right] % 12, right=right))
            lanes[right] += 1
    return picture(WIDTH, height, "".join(parts), label=escape(label))


def _target(move: Move, flow: Flow) -> int:
    return len(flow.steps) if move.to == -2 else move.to


def _y(number: int) -> float:
    return TOP + STEP * number


def _end(words: str, y: float) -> str:
    box = tag("rect", x=LEFT + 90, y=y, width=BOX - 180, height=26, rx=13, class_="step end")
    return box + text(LEFT + BOX / 2, y + 17, words, class_="name", text_anchor="middle")


def _shape(kind: str, y: float) -> str:
    corner = {"chance": 17, "decision": 0, "wager": 6, "money": 6}.get(kind, 3)
    return tag("rect", x=LEFT, y=y, width=BOX, height=HEIGHT, rx=corner, class_=f"step {kind}")


def _share(share: float) -> str:
    return "" if share > 0.995 else f"{100 * share:.0f} %" if share >= 0.01 else "< 1 %"


def _down(start: int, share: float) -> str:
    x, above = LEFT + BOX / 2, _y(start) + HEIGHT if start >= 0 else TOP - 8
    below = _y(start + 1)
    return (
        line(x, above, x, below - 5, class_="arrow")
        + tag("path", d=f"M{x - 4} {below - 6} L{x} {below} L{x + 4} {below - 6} Z", class_="head")
        + text(x + 8, (above + below) / 2 + 4, _share(share), class_="tick")
    )


def _beside(start: int, to: int, share: float, lane: int, *, right: bool) -> str:
    """Returns an arrow that skips steps, on the right, or goes back, on the left."""
    sign, edge = (1, LEFT + BOX) if right else (-1, LEFT)
    x = edge + sign * (18 + LANE * lane)
    above = _y(start) + (HEIGHT - 8 if right else 8) if start >= 0 else TOP - 20
    below = _y(to) + (8 if right else HEIGHT - 8)
    inner = edge - (0 if start >= 0 else sign * 90)
    course = f"M{inner} {above} H{x} V{below} H{edge + sign * 5}"
    tip = edge + sign * 6
    head = f"M{tip} {below - 4} L{edge} {below} L{tip} {below + 4} Z"
    at, anchor = (x + 3, "start") if right else (x - 3, "end")
    return (
        tag("path", d=course, class_="arrow", fill="none")
        + tag("path", d=head, class_="head")
        + text(at, above - 2, _share(share), class_="tick", text_anchor=anchor)
    )
