"""N.J.A.C. 19:47-4 (13:69F-4), Baccarat-Chemin de Fer: the sections that state a procedure, in
order. No text of them was available to us: this is the classic game under their titles.

The bank is a seat's: what is collected from one side is paid to the other, and the house is left
with the vigorish alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.shoe import full_shoe
from pitboss.families.baccarat import settlement, shoe
from pitboss.families.baccarat.rules import Phase
from pitboss.families.baccarat.seats import clockwise_from, counter_clockwise_after
from pitboss.families.baccarat.shoe import BANKERS_HAND, PLAYERS_HAND, draw
from pitboss.games.baccarat_chemin_de_fer.bank import Bank
from pitboss.games.baccarat_chemin_de_fer.hands import WORDS, banker_may, player_may
from pitboss.games.baccarat_chemin_de_fer.rules import CheminDeFerRules
from pitboss.hands.baccarat import NO_CARD, card_value, is_natural, point_count
from pitboss.table.dealer import Dealer
from pitboss.table.layout import EVERYONE, Wager

ACCEPT, DECLINE = "accept the shoe", "decline the shoe"
KEEP, PASS = "keep the shoe", "pass the shoe"


def open_the_table(dealer: Dealer, rules: CheminDeFerRules) -> None:
    """4.3 Opening of table for gaming."""
    dealer.act("sort and inspect the cards", cite="4.3")
    dealer.act("spread the cards face up in columns by deck, suit and sequence", cite="4.3")
    dealer.act("turn the cards face down, wash and stack them", cite="4.3")
    dealer.remember(replace(dealer.state, begun=False, banker=0, lost=False, bank=0, suivi=0))
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, rules: CheminDeFerRules) -> None:
    """4.4 Shuffle and cut of the cards."""
    dealer.new_shoe(full_shoe(rules.decks))
    dealer.remember(replace(dealer.state, kept_card=-1))
    dealer.act("shuffle the cards", cite="4.4")
    # As in subchapter 3: to the highest numbered position, on a reshuffle to the banker, then
    # clockwise; else the dealer cuts. Cutting cards, and the burn.
    state, seats = dealer.state, dealer.table.seats
    first = state.banker if state.begun and state.banker in seats else max(seats)
    shoe.cut_and_build(dealer, rules, clockwise_from(first, seats))
    dealer.remember(replace(dealer.state, begun=True))
    dealer.next_procedure = "banker"


def select_banker(dealer: Dealer, rules: CheminDeFerRules) -> None:
    """4.5 Selection of banker; 4.11 Continuation of banker as such, selection of new banker."""
    state, seats = dealer.state, dealer.table.seats
    if state.banker not in seats:
        # 4.5 The shoe goes to seat one first, then counter-clockwise.
        return _offer(dealer, sorted(seats), cite="4.5")
    if state.lost:
        # 4.11 A banker who has lost must pass the shoe.
        dealer.note(f"p{state.banker} lost, and passes the shoe", cite="4.11", seat=state.banker)
        return pass_the_shoe(dealer)
    if dealer.choose(state.banker, (KEEP, PASS), cite="4.11", what="the shoe") == PASS:
        return pass_the_shoe(dealer)
    dealer.next_procedure = "round"


def pass_the_shoe(dealer: Dealer) -> None:
    """4.11: to the right of the banker, and on counter-clockwise.

    Doubt: if nobody else takes it, it is offered to the one who passed it."""
    _offer(dealer, counter_clockwise_after(dealer.state.banker, dealer.table.seats), cite="4.11")


def _offer(dealer: Dealer, order: Sequence[int], *, cite: str) -> None:
    """Who accepts is the banker, and begins a bank of its own."""
    dealer.remember(replace(dealer.state, banker=0, lost=False, bank=0))
    for seat in order:
        if dealer.choose(seat, (ACCEPT, DECLINE), cite=cite, what="the shoe") == ACCEPT:
            dealer.note(f"p{seat} is the banker", cite=cite, seat=seat)
            dealer.remember(replace(dealer.state, banker=seat))
            dealer.next_procedure = "round"
            return
    dealer.note("nobody accepts the shoe", cite=cite)
    dealer.next_procedure = "banker"


def play_a_round(dealer: Dealer, rules: CheminDeFerRules) -> None:
    """4.6 to 4.10: a round. A table that is set up for a single round has no banker yet: the
    one who places the bank is the banker."""
    bank = Bank(dealer, rules.wagers, cite="4.6", required=True)
    bank.take_wagers()
    placed = bank.wager()
    assert placed is not None, "nothing can be wagered without a bank"
    dealer.phase = Phase.DEALING
    dealer.remember(replace(dealer.state, banker=placed.seat, lost=False))
    if not cover(dealer, rules, bank, placed):
        dealer.next_procedure = "banker"
        return
    dealer.bank_with(placed, *rules.wagers)
    hands = deal_hands(dealer, rules, bank, placed.seat)
    settlement.announce_result(dealer, hands, cite="4.10")
    settle(dealer, rules, bank, placed, hands)
    shoe.end_of_hand(dealer, rules)
    if dealer.next_procedure == "round":
        dealer.next_procedure = "banker"


def cover(dealer: Dealer, rules: CheminDeFerRules, bank: Bank, placed: Wager) -> bool:
    """4.7: what is not covered is not at risk. Returns whether there is a hand to deal."""
    uncovered = bank.uncovered(placed)
    if not bank.against() or (uncovered and not rules.in_part):
        dealer.note("the bank is not covered: no hand is dealt", cite="4.7")
        dealer.return_all(cite="4.7", result="returned")
        return False
    if uncovered:
        dealer.give_back(placed, cite="4.7", result="returned", cents=uncovered)
    return True


def deal_hands(
    dealer: Dealer, rules: CheminDeFerRules, bank: Bank, banker_seat: int
) -> settlement.Hands:
    """4.8 The persons who control the hands, and the first two cards of each."""
    dealer.announce("No More Bets", cite="4.8")
    player_seat = bank.player()
    dealer.note(f"p{player_seat} plays the Player's Hand", cite="4.8", seat=player_seat)
    dealer.note(f"p{banker_seat} plays the Banker's Hand", cite="4.8", seat=banker_seat)

    # The banker deals: first and third card to the Player's Hand, second and fourth to its own.
    # Face up, where nobody has anything to decide.
    theirs = own = EVERYONE
    if rules.optional_cells:
        theirs, own = dealer.table.eyes(player_seat), dealer.table.eyes(banker_seat)
    first = next_card(dealer, rules, PLAYERS_HAND, cite="4.8", seen=theirs)
    second = next_card(dealer, rules, BANKERS_HAND, cite="4.8", seen=own)
    third = next_card(dealer, rules, PLAYERS_HAND, cite="4.8", seen=theirs)
    fourth = next_card(dealer, rules, BANKERS_HAND, cite="4.8", seen=own)

    # A natural is shown at once, the other hand as well: no more cards.
    players, bankers = (first, third), (second, fourth)
    if is_natural(point_count(*players)) or is_natural(point_count(*bankers)):
        dealer.phase = Phase.BOTH_STAYED
        dealer.note("a natural: no more cards", cite="4.8")
        _turn(dealer, rules, players, bankers)
        return settlement.hands_of(players, bankers)
    hands = additional_cards(dealer, rules, (player_seat, banker_seat), players, bankers)
    _turn(dealer, rules, players, bankers)
    return hands


def additional_cards(
    dealer: Dealer,
    rules: CheminDeFerRules,
    seats: tuple[int, int],
    players: tuple[int, ...],
    bankers: tuple[int, ...],
) -> settlement.Hands:
    """4.9 Procedure for dealing of additional cards."""
    optional = rules.optional_cells
    player, banker = point_count(*players), point_count(*bankers)

    # The Player's Hand: 0 to 4 draws, with 5 its player chooses, 6 and 7 stay.
    dealer.phase = Phase.THIRD_CARDS
    drawn = NO_CARD
    if _draws(dealer, rules, seats[0], player_may(player, optional), PLAYERS_HAND):
        dealer.announce(f"Card for the {PLAYERS_HAND}", cite="4.9")
        card = next_card(dealer, rules, PLAYERS_HAND, cite="4.9")
        drawn = card_value(card)
        players += (card,)
    else:
        dealer.announce(f"{PLAYERS_HAND} stays", cite="4.9")
        dealer.phase = Phase.PLAYER_STAYED

    # The Banker's Hand: the table of subchapter 3, but for the two cells left to the banker.
    if _draws(dealer, rules, seats[1], banker_may(banker, drawn, optional), BANKERS_HAND):
        dealer.announce(f"Card for the {BANKERS_HAND}", cite="4.9")
        bankers += (next_card(dealer, rules, BANKERS_HAND, cite="4.9"),)
        dealer.phase = Phase.RESULT
    else:
        dealer.announce(f"{BANKERS_HAND} stays", cite="4.9")
        dealer.phase = Phase.BOTH_STAYED if drawn == NO_CARD else Phase.RESULT
    return settlement.hands_of(players, bankers)


def _draws(dealer: Dealer, rules: CheminDeFerRules, seat: int, may: int, hand: str) -> bool:
    """Whether the one who controls the hand draws; without choices nobody is asked."""
    if not rules.optional_cells:
        return WORDS[may] == ("draw",)
    return dealer.choose(seat, WORDS[may], cite="4.9", what=hand) == "draw"


def next_card(
    dealer: Dealer, rules: CheminDeFerRules, place: str, *, cite: str, seen: int = EVERYONE
) -> int:
    """The next card from the shoe, or the one that lies there because it was seen too early."""
    kept = dealer.state.kept_card
    if kept < 0:
        return draw(dealer, rules, place, cite=cite, seen=seen)
    dealer.remember(replace(dealer.state, kept_card=-1))
    dealer.reveal(kept, place, cite="4.12")
    return int(kept)


def _turn(
    dealer: Dealer, rules: CheminDeFerRules, players: tuple[int, ...], bankers: tuple[int, ...]
) -> None:
    """The cards that were dealt face down are turned."""
    if not rules.optional_cells:
        return
    for card in players[:2]:
        dealer.reveal(card, PLAYERS_HAND, cite="4.8")
    for card in bankers[:2]:
        dealer.reveal(card, BANKERS_HAND, cite="4.8")


def settle(
    dealer: Dealer, rules: CheminDeFerRules, bank: Bank, placed: Wager, hands: settlement.Hands
) -> None:
    """4.10 Payment and collection of wagers; payout odds; vigorish."""
    against = bank.against()
    stays, suivi = bank.after(placed), 0
    if hands.player == hands.banker:
        # A tie: nothing moves, and there is no vigorish.
        for wager in (*against, placed):
            dealer.give_back(wager, cite="4.10", result="void")
    elif hands.player > hands.banker:
        # The bank loses, and out of it the wagers against it are paid.
        stays = 0
        dealer.collect(placed, cite="4.10")
        for wager in against:
            dealer.pay(wager, rules.tables[wager.kind].rows[0][1], cite="4.10")
    else:
        # The bank wins what was wagered against it, and pays vigorish on that at once.
        assert rules.vigorish is not None
        suivi = next((wager.seat for wager in against if wager.kind == "banco"), 0)
        for wager in against:
            dealer.collect(wager, cite="4.10")
        line = dealer.pay(placed, rules.tables["bank"].rows[0][1], cite="4.10")
        dealer.charge(placed.seat, rules.vigorish.of(line.pays), cite="4.10", line=line)
        stays = bank.after(placed, line)
    dealer.close_bank(None, cite="4.10")
    dealer.remember(
        replace(
            dealer.state,
            lost=hands.player > hands.banker,
            bank=stays,
            suivi=suivi,
            both_stayed=dealer.phase is Phase.BOTH_STAYED,
        )
    )
