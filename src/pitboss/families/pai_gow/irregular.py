"""Irregularities of the two pai gow games (10.9, 11.11), as far as they are alike. No text of these
sections was available to us beyond their titles."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from pitboss.families.pai_gow.bank import bank_of
from pitboss.families.pai_gow.hands import HandIsDead, place_of
from pitboss.families.pai_gow.rules import MAIN, BankedRules, Phase
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import DEALER, Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

PLAY, VOID = "play", "void"
# 11.13: a wager that is settled before any card is dealt.
ON_THE_DRAW = "additional"


def rules_of(dealer: Dealer) -> BankedRules:
    rules: BankedRules = dealer.rules
    return rules


def void_round(dealer: Dealer, reason: str, *, cite: str, then: str = "shuffle") -> NoReturn:
    """All hands are void, a wager that was surrendered included, but not a wager on the draw of the
    starting position, which was settled before. The same player banks again, because no round was
    completed."""
    dealer.phase = Phase.VOID
    dealer.note(reason, cite=cite)
    for line in dealer.lines:
        if line.result == "lose" and not line.wager.startswith(ON_THE_DRAW):
            dealer.hand_back(line, cite=cite)
    dealer.return_all(cite=cite)
    dealer.act(f"collect all {rules_of(dealer).pieces}", cite=cite)
    dealer.remember(replace(dealer.state, chips_due=bool(bank_of(dealer))))
    dealer.next_procedure = then
    raise RoundConcluded


def no_roll(dealer: Dealer, found: Found) -> None:
    """A die that does not lie flat on the floor of the shaker, or has left it."""
    cite = rules_of(dealer).cites.irregular
    dealer.announce("No roll", cite=cite)
    dealer.act("cover the shaker and shake it again", cite=cite)


def player_exposed(dealer: Dealer, found: Found) -> None:
    """The player may, without looking at the rest, play the hand or have it void."""
    rules, seat = rules_of(dealer), found.seat
    cite = rules.cites.irregular
    if seat == bank_of(dealer):
        void_round(dealer, f"the hand of the bank, p{seat}, was exposed", cite=cite)
    if dealer.find(seat, MAIN) is None:
        return dealer.note(f"p{seat} has no hand in play", cite=cite, seat=seat)
    if _has_set(dealer, seat):
        return dealer.note(f"p{seat} has set the hands, which are played", cite=cite, seat=seat)
    if dealer.choose(seat, (PLAY, VOID), cite=cite, what="the exposed hand") == PLAY:
        return None
    for wager in dealer.wagers_of(seat):
        dealer.give_back(wager, cite=cite, result="void")
    dealer.act(f"take in the {rules.pieces} of p{seat}", cite=cite)
    if dealer.interrupted.kind == "decision" and dealer.interrupted.seat == seat:
        raise HandIsDead
    return None


def _has_set(dealer: Dealer, seat: int) -> bool:
    return any(
        e.act == "choice" and e.seat == seat and e.cite == rules_of(dealer).cites.completion
        for e in dealer.events
    )


def dealer_exposed(dealer: Dealer, found: Found) -> None:
    cite = rules_of(dealer).cites.irregular
    void_round(dealer, "the dealer's hand was exposed before the players had set theirs", cite=cite)


def dealer_set_otherwise(dealer: Dealer, found: Found) -> None:
    """A dealer who set otherwise than the house way sets anew, and the round is completed."""
    cite = rules_of(dealer).cites.irregular
    dealer.act("set the hand again by the house way", cite=cite)


# -- when each can have happened ------------------------------------------------------------------


def rolling(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll"


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not dealer.wagers


def before_the_deal_is_over(dealer: Dealer, prompt: Prompt) -> bool:
    return dealer.phase is Phase.DEALING and prompt.kind == "draw"


def all_is_dealt(dealer: Dealer, prompt: Prompt) -> bool:
    """The players look at what they have, and set it."""
    return dealer.phase is Phase.SETTING and prompt.kind == "decision" and not _is_void(prompt)


def hands_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    """From the first card or tile until all players have set."""
    dealing = before_the_deal_is_over(dealer, prompt)
    return all_is_dealt(dealer, prompt) or (
        dealing and any(event.act == "draw" and "hand" in event.what for event in dealer.events)
    )


def _is_void(prompt: Prompt) -> bool:
    """Whether a player is asked about a hand that was exposed already."""
    return VOID in prompt.choices


def dealer_has_cards(dealer: Dealer, prompt: Prompt) -> bool:
    return hands_are_out(dealer, prompt) and any(
        event.act in ("draw", "deliver") and event.what.endswith(place_of(DEALER))
        for event in dealer.events
    )


def house_way_applied(dealer: Dealer, prompt: Prompt) -> bool:
    """The dealer has set a hand by the house way, and nothing was decided by it yet."""
    return prompt.kind == "act" and dealer.phase is Phase.COMPARING


def common(cite: str, thing: str) -> tuple[Irregularity, ...]:
    """What both subchapters have, each under its own section; `thing` is a tile or a card."""
    return (
        Irregularity(
            "no-roll",
            cite,
            no_roll,
            rolling,
            shows="dice",
            basis="unverified",
            label="a die does not lie flat on the floor of the shaker, or has left it",
        ),
        Irregularity(
            f"player-{thing}-exposed",
            cite,
            player_exposed,
            hands_are_out,
            ("seat",),
            label=f"the dealer exposes a {thing} of a player",
            basis="unverified",
        ),
        Irregularity(
            f"dealer-{thing}-exposed",
            cite,
            dealer_exposed,
            dealer_has_cards,
            label=f"a {thing} of the dealer is exposed before the players have set",
            basis="unverified",
        ),
        Irregularity(
            "house-way-not-followed",
            cite,
            dealer_set_otherwise,
            house_way_applied,
            label="the dealer has set otherwise than the house way",
            basis="unverified",
            among_acts=True,
        ),
    )
