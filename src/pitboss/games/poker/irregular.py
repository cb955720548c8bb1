"""14.15 General operating rules for all types of poker; handling of irregularities. 14.16 Conduct
of players. Paragraphs (e) to (o) of 14.15 were read in the edition of 1996; (e) and (l) are carried
out where cards are dealt and folded (`play`, `betting`, `stud`)."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.poker.betting import BET, CALL, CHECK, COMPLETE, FOLD, RAISE
from pitboss.games.poker.play import HAND, Phase, Play, play_of
from pitboss.games.poker.room import to_be_notified
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.pots import Chips
from pitboss.table.prompts import Prompt

STATEMENTS = (FOLD, CHECK, CALL, BET, "raise")


def the_round(dealer: Dealer) -> Play:
    play = play_of(dealer)
    assert play is not None, "no cards are out"
    return play


# -- misdeals and dead rounds ---------------------------------------------------------------------


def misdeal(dealer: Dealer, cite: str) -> None:
    """(f): all cards go back to the dealer for a reshuffle; the round is dealt anew.

    Doubt: that chips in the pot go back follows from that; the text does not say so."""
    the_round(dealer).chips.refund_all(cite=cite)
    dealer.announce("Misdeal", cite=cite)
    dealer.act("collect all cards for a reshuffle", cite="14.15(f)")
    raise RoundConcluded


def not_shuffled_and_cut(dealer: Dealer, found: Found) -> None:
    """(f)1: at whatever time it is found."""
    misdeal(dealer, "14.15(f)1")


def wrong_starting_position(dealer: Dealer, found: Found) -> None:
    """(f)2: a misdeal before two players have wagered of their own will; later play goes on."""
    if too_late(dealer):
        return dealer.note("two players have wagered: play goes on", cite="14.15(f)2")
    misdeal(dealer, "14.15(f)2")


def several_cards_face_up(dealer: Dealer, found: Found) -> None:
    """(f)3: more than one card face up in the deck."""
    misdeal(dealer, "14.15(f)3")


def player_not_dealt_in(dealer: Dealer, found: Found) -> None:
    """(f)4: an eligible player was passed over; as (f)2."""
    if too_late(dealer):
        return dealer.note("two players have wagered: play goes on", cite="14.15(f)4")
    misdeal(dealer, "14.15(f)4")


def too_late(dealer: Dealer) -> bool:
    play = the_round(dealer)
    return play.voluntary() >= play.rules.voluntary_wagers


def missing_or_additional_cards(dealer: Dealer, found: Found) -> None:
    """(h): the round is dead, all chips in the pot go back, and the deck is replaced."""
    the_round(dealer).chips.refund_all(cite="14.15(h)")
    dealer.announce("The round is dead", cite="14.15(h)")
    dealer.act("replace the deck", cite="14.15(h)")
    raise RoundConcluded


# -- single cards ---------------------------------------------------------------------------------


def cards_to_ineligible_player(dealer: Dealer, found: Found) -> None:
    """(g): only the cards that were dealt to that player are discarded."""
    dealer.discard(found.card, cite="14.15(g)")


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """(i): it is not used, and goes to the discards."""
    dealer.discard(found.card, cite="14.15(i)")


def hole_card_turned_up(dealer: Dealer, found: Found) -> None:
    """(l): the hole card that is now dealt at stud lies face up."""
    play = the_round(dealer)
    play.hands[play.dealing].turned_up += 1
    dealer.note("a hole card is turned face up", cite="14.15(l)", seat=play.dealing)


def card_off_the_table(dealer: Dealer, found: Found) -> None:
    """(m): it is examined, discarded and not used."""
    dealer.act("examine the card", cite="14.15(m)")
    dealer.discard(found.card, cite="14.15(m)")


def card_exposed(dealer: Dealer, found: Found) -> None:
    """(n): a face-down card that was turned up is exchanged for the top card of the deck."""
    dealer.discard(found.card, cite="14.15(n)")
    dealer.act("exchange the exposed card for the top card of the deck", cite="14.15(n)")


# -- hands ----------------------------------------------------------------------------------------


def unprotected_hand_fouled(dealer: Dealer, found: Found) -> None:
    """(j): no redress for a player who did not protect the hand."""
    dealer.note("the hand was not protected: no redress", cite="14.15(j)", seat=found.seat)
    out_of_the_round(dealer, found.seat)


def protected_hand_among_discards(dealer: Dealer, found: Found) -> None:
    """(j)2: every effort is made to reconstruct it, and the round is completed."""
    dealer.act(f"reconstruct the hand of p{found.seat}", cite="14.15(j)2")


def protected_hand_collected(dealer: Dealer, found: Found) -> None:
    """(j)3: the victim of the error has all back from the pot that he or she put in."""
    the_round(dealer).chips.refund(found.seat, cite="14.15(j)3")
    out_of_the_round(dealer, found.seat)


def player_left(dealer: Dealer, found: Found) -> None:
    """(j)4: whoever leaves without comment has no interest in the pot; the cards are discarded."""
    dealer.act(f"collect and discard the cards of p{found.seat}", cite="14.15(j)4")
    out_of_the_round(dealer, found.seat)


def out_of_the_round(dealer: Dealer, seat: int) -> None:
    """The hand contends no more. If it is that player's turn, there is nothing left but to fold;
    where one hand is left, the round goes to its end."""
    the_round(dealer).kill(seat)
    prompt = dealer.interrupted
    if prompt.kind == "decision" and prompt.seat == seat:
        narrow(prompt, (FOLD,) if FOLD in prompt.choices else prompt.choices[:1])


# -- words and gestures ---------------------------------------------------------------------------


def statement(dealer: Dealer, found: Found) -> None:
    """(k): a clearly audible statement to the dealer binds the player whose turn it is."""
    prompt = dealer.interrupted
    words = {"raise": (RAISE, COMPLETE), BET: (BET,)}.get(found.detail, (found.detail,))
    kept = tuple(each for each in prompt.choices if each.startswith(words))
    if not kept:
        reason = f"p{prompt.seat} cannot {found.detail} now: the statement binds to nothing"
        return dealer.note(reason, cite="14.15(k)")
    the_round(dealer).hands[prompt.seat].bound = found.detail
    if found.detail in (FOLD, CHECK, CALL):
        prompt.amounts = None
    dealer.note(f"{found.detail} is binding", cite="14.15(k)", seat=prompt.seat)
    prompt.choices = kept


def act_out_of_turn(dealer: Dealer, found: Found) -> None:
    """(k): only the player whose turn it is to act is bound."""
    text = f"{found.detail} out of turn does not bind: it is the turn of p{dealer.interrupted.seat}"
    dealer.note(text, cite="14.15(k)", seat=found.seat)


def hand_thrown_away(dealer: Dealer, found: Found) -> None:
    """(k)1: facing a wager, the hand goes face down to the discards or the pot, or up-cards at
    stud are turned down: folded. (k)2: whoever owes a wager by a statement still places it."""
    play, prompt = the_round(dealer), dealer.interrupted
    hand = play.hands[prompt.seat]
    if hand.bound in (CALL, BET, "raise"):
        hand.thrown = True
        return dealer.note("the wager is still owed", cite="14.15(k)2", seat=prompt.seat)
    cite = "14.15(k)1ii" if found.detail == "up-cards turned down" else "14.15(k)1i"
    dealer.note("the hand is folded", cite=cite, seat=prompt.seat)
    narrow(prompt, (FOLD,))


def string_bet(dealer: Dealer, found: Found) -> None:
    """14.7: an amount that is neither announced nor put in with one motion is no raise."""
    dealer.note("a string bet is not accepted", cite="14.7", seat=dealer.interrupted.seat)
    narrow(dealer.interrupted, (CALL,))


def oversized_chip(dealer: Dealer, found: Found) -> None:
    """14.7: a single chip above the bet, put in without a word, is a call."""
    dealer.note("a single oversized chip is a call", cite="14.7", seat=dealer.interrupted.seat)
    narrow(dealer.interrupted, (CALL,))


def narrow(prompt: Prompt, choices: tuple[str, ...]) -> None:
    prompt.choices = choices
    prompt.amounts = None


# -- people ---------------------------------------------------------------------------------------


def dispute(dealer: Dealer, found: Found) -> None:
    """The decision of the poker shift supervisor is final."""
    dealer.act("call the poker shift supervisor, whose decision is final", cite="14.15")


def player_made_to_leave(dealer: Dealer, found: Found) -> None:
    """14.16(b): whoever plays for another, or tells others what helps them, is made to leave, and
    the regulator is told. The hand is dead, the chips on the table go with the player.

    Doubt: what the player put in stays in the pot; the text does not say."""
    dealer.act(f"require p{found.seat} to leave the game", cite="14.16(b)")
    for whom in to_be_notified(dealer.rules.law.day.year):
        dealer.act(f"notify the {whom}", cite="14.16(b)")
    play = the_round(dealer)
    chips: Chips = play.chips
    out_of_the_round(dealer, found.seat)
    chips.cash_out(found.seat, cite="14.16(b)")
    dealer.depart(found.seat)
    dealer.remember(
        replace(dealer.state, known=tuple(s for s in dealer.state.known if s != found.seat))
    )


# -- when it can have happened --------------------------------------------------------------------


def cards_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    return play_of(dealer) is not None and dealer.phase is not Phase.SHOWDOWN


def at_any_time(dealer: Dealer, prompt: Prompt) -> bool:
    """Also while hands are shown, as long as nothing was taken of the pot or paid."""
    return play_of(dealer) is not None and prompt.kind != "act"


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """A card is next, and enough are left for one of them to be discarded."""
    return prompt.kind == "draw" and play_of(dealer) is not None and spare_cards(dealer)


def spare_cards(dealer: Dealer) -> bool:
    return dealer.remaining > 2 * len(the_round(dealer).order) + 4


def before_a_hole_card_of_stud(dealer: Dealer, prompt: Prompt) -> bool:
    """The first or second hole card of seven-card stud is dealt."""
    play = play_of(dealer)
    if play is None or prompt.kind != "draw" or prompt.what != HAND:
        return False
    hand = play.hands[play.dealing]
    return play.rules.kind.cite == "14.9" and not hand.up and len(hand.down) < 2


def before_a_hole_card_with_a_board(dealer: Dealer, prompt: Prompt) -> bool:
    play = play_of(dealer)
    dealt = before_a_card(dealer, prompt) and prompt.what == HAND
    return dealt and play is not None and play.rules.kind.cite in ("14.10", "14.11")


def at_a_turn(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "decision" and dealer.phase is Phase.BETTING


def at_a_free_turn(dealer: Dealer, prompt: Prompt) -> bool:
    """A turn at which nothing binds the player yet."""
    return at_a_turn(dealer, prompt) and len(prompt.choices) > 1


def facing_a_bet(dealer: Dealer, prompt: Prompt) -> bool:
    return at_a_free_turn(dealer, prompt) and CALL in prompt.choices


def hand_can_be_thrown(dealer: Dealer, prompt: Prompt) -> bool:
    play = play_of(dealer)
    if play is None or not at_a_turn(dealer, prompt):
        return False
    hand = play.hands[prompt.seat]
    return not hand.thrown and hand.live and (FOLD in prompt.choices or bool(hand.bound))


def not_at_stud(dealer: Dealer, prompt: Prompt) -> bool:
    """(j)1: hole cards at stud count as protected."""
    play = play_of(dealer)
    return play is not None and play.rules.kind.button and several_left(dealer, prompt)


def with_a_hand(dealer: Dealer) -> tuple[int, ...]:
    """The seats whose hands contend for the pot."""
    play = play_of(dealer)
    return tuple(play.live()) if play is not None else ()


def out_of_turn(dealer: Dealer) -> tuple[int, ...]:
    """Those who contend, and whose turn it is not."""
    play = play_of(dealer)
    return tuple(seat for seat in play.live() if seat != play.turn) if play is not None else ()


def several_left(dealer: Dealer, prompt: Prompt) -> bool:
    """Cards are dealt, and more than two hands contend or it is somebody's turn."""
    play = play_of(dealer)
    return play is not None and at_a_turn(dealer, prompt) and len(play.live()) > 2


IRREGULARITIES = (
    Irregularity("not-shuffled-and-cut", "14.15(f)1", not_shuffled_and_cut, at_any_time,
                 label="the cards were not shuffled and cut as required"),
    Irregularity("wrong-starting-position", "14.15(f)2", wrong_starting_position, at_any_time,
                 label="dealt from a wrong starting position"),
    Irregularity("several-cards-face-up", "14.15(f)3", several_cards_face_up, cards_are_out,
                 label="more than one card is face up in the deck"),
    Irregularity("player-not-dealt-in", "14.15(f)4", player_not_dealt_in, at_any_time,
                 label="an eligible seated player was not dealt in"),
    Irregularity("cards-to-ineligible-player", "14.15(g)", cards_to_ineligible_player,
                 before_a_card, ("card",), label="a card was dealt to an ineligible player"),
    Irregularity("missing-or-additional-cards", "14.15(h)", missing_or_additional_cards,
                 at_any_time, label="cards are missing, or there are additional ones"),
    Irregularity("card-found-face-up", "14.15(i)", card_found_face_up, before_a_card, ("card",),
                 label="one card is face up in the deck"),
    Irregularity("unprotected-hand-fouled", "14.15(j)", unprotected_hand_fouled, not_at_stud,
                 ("seat",), label="a hand that was not protected is fouled or collected",
                 seats=with_a_hand),
    Irregularity("protected-hand-among-discards", "14.15(j)2", protected_hand_among_discards,
                 at_a_turn, ("seat",), label="a protected hand comes into contact with discards",
                 seats=with_a_hand),
    Irregularity("protected-hand-collected", "14.15(j)3", protected_hand_collected, several_left,
                 ("seat",), seats=with_a_hand,
                 label="a protected hand is collected or fouled, its player not at fault"),
    Irregularity("player-left-the-table", "14.15(j)4", player_left, several_left, ("seat",),
                 seats=with_a_hand,
                 label="a player leaves without comment, the hand unprotected"),
    Irregularity("statement", "14.15(k)", statement, at_a_free_turn, ("detail",), STATEMENTS,
                 label="the player whose turn it is says clearly what will be done"),
    Irregularity("act-out-of-turn", "14.15(k)", act_out_of_turn, at_a_turn, ("seat", "detail"),
                 STATEMENTS, label="another player acts or speaks out of turn", seats=out_of_turn),
    Irregularity("hand-thrown-away", "14.15(k)1", hand_thrown_away, hand_can_be_thrown, ("detail",),
                 ("towards the discards", "up-cards turned down"),
                 label="the player whose turn it is throws the hand away"),
    Irregularity("hole-card-turned-up", "14.15(l)", hole_card_turned_up,
                 before_a_hole_card_of_stud, label="the hole card that is dealt lies face up"),
    Irregularity("card-off-the-table", "14.15(m)", card_off_the_table, before_a_card, ("card",),
                 label="a card is dealt off the table"),
    Irregularity("card-exposed", "14.15(n)", card_exposed, before_a_hole_card_with_a_board,
                 ("card",), label="the hole card that was dealt is turned face up"),
    Irregularity("string-bet", "14.7", string_bet, facing_a_bet, basis="unverified",
                 label="chips are put in with more than one motion, unannounced"),
    Irregularity("oversized-chip", "14.7", oversized_chip, facing_a_bet, basis="unverified",
                 label="a single chip above the bet is put in without a word"),
    Irregularity("dispute", "14.15", dispute, at_a_turn, basis="unverified",
                 label="a dispute: the poker shift supervisor decides"),
    Irregularity("player-made-to-leave", "14.16(b)", player_made_to_leave, several_left, ("seat",),
                 label="a player plays for another, or informs others", seats=out_of_turn),
)  # fmt: skip
