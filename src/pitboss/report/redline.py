"""A difference of two days as a page: one act a block, before and after side by side. One file,
nothing loaded from elsewhere, no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pitboss.law.redline import Block, Sentence, blocks
from pitboss.law.schema import KNOWN_AS
from pitboss.report.frame import framed


def page_of(answers: Sequence[Mapping[str, Any]]) -> str:
    """The whole page, of one game or of several."""
    days = f"{answers[0]['from']} to {answers[0]['to']}" if answers else "no act is known to us"
    title = answers[0]["title"] if len(answers) == 1 else "Rules of the Games"
    body = "".join(map(_game, answers))
    return framed(
        "What changed", title, f"<p>{days}</p>", body, title=f"{title}: what changed, {days}"
    )


def _game(answer: Mapping[str, Any]) -> str:
    acts = "".join(map(_act, blocks(answer)))
    gaps = "".join(
        f"<li>{'after ' + gap['read_until'] if gap['read_until'] else 'at any time'}: "
        f"{escape(', '.join(gap['sections']))}</li>"
        for gap in answer["not_known"]
    )
    unknown = f"<p>Changes that no text of ours tells would not be known:</p><ul>{gaps}</ul>"
    key = escape(answer["game"], quote=True)
    return (
        f'<section id="{key}" aria-labelledby="{key}-h"><h2 id="{key}-h">'
        f"{escape(answer['title'])}</h2>{acts or '<p>No act between these days.</p>'}"
        f"{unknown if gaps else ''}</section>"
    )


def _act(block: Block) -> str:
    doubt = f" <em>{KNOWN_AS[block.basis]}</em>" if KNOWN_AS[block.basis] else ""
    rows = "".join(map(_row, block.sentences))
    table = (
        '<div class="scroll"><table><thead><tr><th scope="col">What</th><th scope="col">Before'
        f'</th><th scope="col">After</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    moved = f"<p>{escape(block.moved)}</p>" if block.moved else ""
    same = "" if rows or moved else "<p>No difference in what pitboss executes.</p>"
    return (
        f"<h3>{block.day}: {escape(block.what)}{doubt}</h3><p>{escape(block.source)}</p>"
        f"{table if rows else ''}{moved}{same}"
    )


def _row(sentence: Sentence) -> str:
    known = f"<br><em>{KNOWN_AS[sentence.basis]}</em>" if KNOWN_AS[sentence.basis] else ""
    before = f"<del>{escape(sentence.before)}</del>" if sentence.before else ""
    after = f"<ins>{escape(sentence.after)}</ins>" if sentence.after else ""
    if sentence.change == "added":
        before = "not there"
    if sentence.change == "removed":
        after = "no longer there"
    return (
        f"<tr><td>{escape(sentence.subject)}<br><small>{escape(sentence.cite)}</small>{known}</td>"
        f"<td>{before}</td><td>{after}</td></tr>"
    )
