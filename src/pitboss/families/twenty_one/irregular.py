"""Irregularities at the games of twenty-one, as 2A.15 has them: handlers, and when each can
happen. What a handler cannot do by itself it raises, and the procedure knows where it was."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from pitboss.families.twenty_one.play import IrregularCites, Phase
from pitboss.law.schema import Basis
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

FIRST_TWO = (Phase.FIRST_CARDS, Phase.SECOND_CARDS)
TURNS = (Phase.TURNS, Phase.TURNS_AGAINST_LOW)
FACE_UP = "card-found-face-up"
# What a prompt says while a card lies exposed.
EXPOSED = "exposed card"
# Wagers on the hands themselves, and what is added to them: a void round takes back that they were
# lost. Side wagers that were decided before stay decided.
ON_HANDS = ("initial", "first", "second", "behind", "double", "split")
CAN_TELL, CANNOT_TELL = "value could be told", "value could not be told"


class Missed(Exception):  # an irregularity of the deal
    """The card that was due was not dealt."""


class Exposed(Exception):  # an irregularity of a player's turn
    """A card was drawn in error and shown."""

    def __init__(self, card: int) -> None:
        self.card = card


def void_round(dealer: Dealer, cite: str) -> NoReturn:
    """The wagers on all hands go back, those of hands included that were lost already, and the
    cards are reshuffled. A wager made in an earlier round stays.

    Doubt: whether a void round also undoes what was paid before it, or a side wager that the
    first cards decided: it does not."""
    return_undecided(dealer, cite)
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def return_undecided(dealer: Dealer, cite: str, *, result: str = "void") -> None:
    """All wagers of this round go back, with what was collected on hands that were lost."""
    for line in dealer.lines:
        kind = line.wager.partition(" ")[0]
        if line.result == "lose" and kind.startswith(ON_HANDS):
            dealer.hand_back(line, cite=cite, result=result)
    for wager in dealer.in_order():
        if wager.round_made == dealer.table.round:
            dealer.give_back(wager, cite=cite, result=result)


def face_up(dealer: Dealer, found: Found) -> None:
    """Not used, to the discard rack; with more than one, the round is void."""
    cite = _cite(dealer, found)
    dealer.discard(found.card, cite=cite)
    told = [event.what for event in dealer.events if event.act == "irregularity"]
    between_rounds = dealer.procedure == "round" and dealer.opening
    if not between_rounds and len([what for what in told if what.startswith(FACE_UP)]) > 1:
        dealer.note("more than one card face up: the round is void", cite=cite)
        void_round(dealer, cite)


def unseen(dealer: Dealer, found: Found) -> None:
    """Drawn in error, its face not shown: it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite=_cite(dealer, found))


def exposed(dealer: Dealer, found: Found) -> None:
    """Drawn in error and shown: the procedure offers it as the next card."""
    dealer.discard(found.card, cite=_cite(dealer, found), place="layout")
    raise Exposed(found.card)


def missed(dealer: Dealer, found: Found) -> None:
    """The card that was due was not dealt: the procedure knows whose it was."""
    raise Missed


def overdrawn(dealer: Dealer, found: Found) -> None:
    """The dealer draws on a count on which no card is due: the card is burned."""
    dealer.discard(found.card, cite=_cite(dealer, found))


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    """It jams, or stops in mid-cycle."""
    cite = _cite(dealer, found)
    dealer.act("reshuffle the cards by the approved procedure", cite=cite)


def wrongly_read(dealer: Dealer, found: Found) -> None:
    """The hole card went into the reader although the first card is a 2 to 9."""
    cite = _cite(dealer, found)
    dealer.act("notify a casino supervisor", cite=cite)
    if found.detail == CAN_TELL:
        dealer.note("all hands are dead", cite=cite)
        return_undecided(dealer, cite, result="returned")
        raise RoundConcluded


def reader_fails(dealer: Dealer, found: Found) -> None:
    """From now on the game goes on by the procedure for no reader."""
    dealer.act("put the card reader device out of use", cite=_cite(dealer, found))
    dealer.remember(replace(dealer.state, reader_out=True))


def _cite(dealer: Dealer, found: Found) -> str:
    """The paragraph that the game gives for this irregularity."""
    return dealer.game.irregularities[found.name].cite


def irregularities(
    cites: IrregularCites, *, basis: Basis = "unverified"
) -> tuple[Irregularity, ...]:
    """The table of irregularities, each with the paragraph to cite."""
    return (
        Irregularity(FACE_UP, cites.face_up, face_up, before_a_card, ("card",), basis=basis),
        Irregularity("card-drawn-in-error", cites.unseen, unseen, before_a_card, basis=basis),
        Irregularity("card-exposed", cites.exposed, exposed, at_a_turn, ("card",), basis=basis),
        Irregularity(
            "dealer-draws-too-many",
            cites.overdrawn,
            overdrawn,
            dealer_is_done,
            ("card",),
            basis=basis,
        ),
        Irregularity(
            "dealers-card-missed", cites.dealer_missed, missed, before_dealers_card, basis=basis
        ),
        Irregularity("card-not-dealt", cites.missed, missed, before_an_initial_card, basis=basis),
        Irregularity("hit-not-dealt", cites.not_dealt, missed, before_a_hit, basis=basis),
        Irregularity(
            "shuffler-fails", cites.shuffler_fails, shuffler_fails, device_at_work, basis=basis
        ),
        Irregularity(
            "hole-card-wrongly-read",
            cites.wrongly_read,
            wrongly_read,
            may_be_wrongly_read,
            (),
            (CAN_TELL, CANNOT_TELL),
            basis=basis,
        ),
        Irregularity(
            "card-reader-fails", cites.reader_fails, reader_fails, before_reading, basis=basis
        ),
    )


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """Another card must be left for the one that is due."""
    return prompt.kind == "draw" and dealer.remaining > 1


def at_a_turn(dealer: Dealer, prompt: Prompt) -> bool:
    """Once the first cards are dealt: where a player decides, and none has been exposed already,
    or before the dealer's next card."""
    if not dealer.remaining:
        return False
    if prompt.kind == "draw":
        return dealer.phase is Phase.DEALERS_HAND and prompt.what == "dealer's hand"
    deciding = prompt.kind == "decision" and prompt.seat > 0 and EXPOSED not in prompt.what
    before_the_turn = "switch" in prompt.choices or "surrender first" in prompt.choices
    return deciding and dealer.phase in TURNS and ("draw" in prompt.choices or before_the_turn)


def before_an_initial_card(dealer: Dealer, prompt: Prompt) -> bool:
    dealing = prompt.kind == "draw" and dealer.phase in FIRST_TWO
    return dealing and prompt.what.startswith("hand ")


def before_dealers_card(dealer: Dealer, prompt: Prompt) -> bool:
    dealing = prompt.kind == "draw" and dealer.phase in FIRST_TWO
    return dealing and prompt.what.startswith("dealer's ")


def before_a_hit(dealer: Dealer, prompt: Prompt) -> bool:
    hit = prompt.kind == "draw" and dealer.phase in TURNS
    return hit and prompt.what.startswith("hand ")


def dealer_is_done(dealer: Dealer, prompt: Prompt) -> bool:
    """The dealer stands: wagers are being settled, or the next ones made."""
    if dealer.remaining < 2:
        return False
    settling = prompt.kind == "act" and dealer.phase is Phase.DEALERS_HAND
    return settling or (between_rounds(dealer, prompt) and dealer.table.round > 0)


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not prompt.made


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    return dealer.phase is Phase.DEVICE and prompt.kind != "draw"


def reader_in_use(dealer: Dealer) -> bool:
    """Games that have a card reader know it by these names."""
    return dealer.rules.hole_card == "card reader" and not dealer.state.reader_out


def may_be_wrongly_read(dealer: Dealer, prompt: Prompt) -> bool:
    at_turn = prompt.kind == "decision" and dealer.phase is Phase.TURNS_AGAINST_LOW
    return at_turn and reader_in_use(dealer)


def before_reading(dealer: Dealer, prompt: Prompt) -> bool:
    phases = (*FIRST_TWO, Phase.INSURANCE, Phase.READING)
    return dealer.phase in phases and reader_in_use(dealer)
