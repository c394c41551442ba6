"""The movers of cards: the only ones that change hands, decks, sides and prizes."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.event import SEATS_ONLY, Seat
from broadside.kernel.rows import ALONE, changed, including, without

from . import events
from .cards import CREW, FIRST_PRIZE, KIND_OF, NO_CARD, NOBODY, SEATS_MAX
from .verbs import NO_PROMISE
from .zones import EMPTY, NONE_YET, Zones

CLOCKWISE: Final[list[list[list[Seat]]]] = [
    [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    for seats in range(SEATS_MAX + 1)
]
"""By the number of seats and by who comes first; nobody changes these lists."""


class Movers(Zones):
    """Everything that may happen to a card; each move also writes the log.

    Hand cards and hidden prizes lie face down, and are marked so.
    """

    def hand_limit(self) -> int:
        """The most cards a hand may hold.  JR-S1"""
        return 7 if self.seats <= 5 else 6 if self.seats <= 7 else 5

    def add_to_hand(self, seat: Seat, card: int) -> None:
        """Put a card into a hand, in its place."""
        hand = including(self.hands[seat], card)
        self.hands[seat] = hand
        if len(hand) > self.hand_limit():
            self.is_overfull = True

    def take_from_hand(self, seat: Seat, card: int) -> None:
        """Offers of hand cards lapse: nobody shall see which card went.  JR-Q51"""
        self.hands[seat] = without(self.hands[seat], card)
        if 0 <= self.offer_pieces[seat] < CREW:
            self.end_offer(seat, events.OFFER_LAPSED)

    def draw_card(self, seat: Seat) -> None:
        """Draw the top crew card; an empty deck is at once made anew.  JR-R2"""
        if not self.crew_deck:
            self.shuffle_discard()
        if not self.crew_deck:
            self.tell(events.DRAW_LOST, seat)
            return
        card = self.crew_deck[-1]
        self.crew_deck = self.crew_deck[:-1]
        self.add_to_hand(seat, card)
        self.knows[card] = 1 << seat | SEATS_ONLY
        self.tell_to(1 << seat, events.CARD_DRAWN, seat, card)
        if not self.crew_deck:
            self.shuffle_discard()

    def shuffle_discard(self) -> None:
        """Make the crew discard into a new deck.  JR-R2"""
        if self.crew_discard:
            self.crew_deck = self.shuffled(list(self.crew_discard))
            self.crew_discard = ()
            self.tell(events.DECK_SHUFFLED, len(self.crew_deck))

    def shuffled(self, pieces: list[int]) -> tuple[int, ...]:
        """Pieces in a random order that nobody knows."""
        self.rng.shuffle(pieces)
        for piece in pieces:
            self.knows[piece] = 0
        return tuple(pieces)

    def discard_card(self, seat: Seat, card: int) -> None:
        """A hand card goes face up on the crew discard."""
        self.play_card(seat, card)
        self.drop(card)
        self.tell(events.CARD_DISCARDED, seat, card)

    def play_card(self, seat: Seat, card: int) -> None:
        """A hand card is played face up."""
        self.take_from_hand(seat, card)
        self.knows[card] = self.everyone

    def stack_play(self, seat: Seat, card: int, action: Action) -> None:
        """It counts when nobody cancels it."""
        self.play_cards += ALONE[card]
        self.play_seats += ALONE[seat]
        self.play_codes += (action.code,)
        self.react_asked += (0,)

    def settle_play(self) -> int:
        """The card on top counts or is cancelled: it leaves the stack, and is returned."""
        card = self.play_cards[-1]
        self.play_cards = self.play_cards[:-1]
        self.play_seats = self.play_seats[:-1]
        self.play_codes = self.play_codes[:-1]
        self.react_asked = self.react_asked[:-1]
        return card

    def drop(self, card: int) -> None:
        """A card that lies open goes to the crew discard."""
        self.crew_discard += ALONE[card]

    def cancel_play(self, by: Seat) -> None:
        """The card on top is discarded without effect."""
        owner = self.play_seats[-1]
        card = self.settle_play()
        self.drop(card)
        self.tell(events.CARD_CANCELLED, by, owner, card)

    def steal_card(self, thief: Seat, victim: Seat) -> None:
        """A random hand card changes hands; only the two know which.

        It lies face down: though every seat may come to know it, a spectator does not.
        JR-X10 JR-Q55
        """
        hand = self.hands[victim]
        card = hand[int(self.rng.below(len(hand)))]
        both = 1 << thief | 1 << victim | SEATS_ONLY
        self.lose_track(hand, both)
        self.move_card(victim, thief, card, both)
        self.tell_to(both, events.CARD_STOLEN, thief, victim, card)

    def gift_card(self, giver: Seat, receiver: Seat, card: int, is_open: bool) -> None:
        """A hand card is given away, shown to all or only to the receiver.  JR-B1 JR-O6 JR-Q13"""
        both = 1 << giver | 1 << receiver | SEATS_ONLY
        if not is_open:
            self.lose_track(self.hands[giver], both)
        self.move_card(giver, receiver, card, self.everyone if is_open else both)
        self.tell_to(self.knows[card], events.CARD_GIFTED, giver, receiver, card)

    def lose_track(self, zone: tuple[int, ...], knowers: int) -> None:
        """One of these cards goes, and only some see which: the others know none of them."""
        for card in zone:
            self.knows[card] &= knowers

    def move_card(self, giver: Seat, receiver: Seat, card: int, knowers: int) -> None:
        """A card goes from hand to hand."""
        self.take_from_hand(giver, card)
        self.add_to_hand(receiver, card)
        self.knows[card] = knowers

    def muster_card(self, seat: Seat, card: int) -> None:
        """A card lies before a seat for the attack, and is not taken back.  JR-Q7"""
        self.mustered += ALONE[card]
        self.musterers += ALONE[seat]

    def discard_mustered(self) -> None:
        """All mustered cards go to the crew discard.  JR-A6"""
        self.crew_discard += self.mustered
        self.mustered = ()
        self.musterers = ()

    def lay_for_side(self, seat: Seat, card: int, side: int) -> None:
        """A card lies on a side of the mutiny and binds its seat.  JR-M3"""
        self.lying = changed(self.lying, seat, self.lying[seat] + ALONE[card])
        if self.sides[seat] != side:
            self.sides = changed(self.sides, seat, side)

    def clear_sides(self, spent: int) -> list[int]:
        """Take up all cards of the mutiny; the spent kinds are discarded, the rest is returned."""
        kept: list[int] = []
        for seat in self.clockwise(self.captain):
            for card in self.lying[seat]:
                if spent >> KIND_OF[card] & 1:
                    self.drop(card)
                    self.tell(events.CARD_DISCARDED, seat, card)
                else:
                    kept.append(card)
        self.lying = EMPTY[self.seats]
        return kept

    def deal_crew(self, cards: list[int], first: Seat) -> None:
        """Shuffle these cards and deal them face down, in turn.  JR-M10"""
        cards.sort()
        self.rng.shuffle(cards)
        self.tell(events.CREW_SHUFFLED, len(cards))
        seat = first
        for card in cards:
            self.add_to_hand(seat, card)
            self.knows[card] = 1 << seat | SEATS_ONLY
            self.tell_to(1 << seat, events.CARD_DEALT, seat, card)
            seat = self.left_of(seat)

    def take_from_prizes(self, seat: Seat, prize: int) -> None:
        """Take an unburied prize from a seat; its offers of prizes lapse.  JR-Q51"""
        self.prizes[seat] = without(self.prizes[seat], prize)
        if self.offer_pieces[seat] >= FIRST_PRIZE:
            self.end_offer(seat, events.OFFER_LAPSED)

    def lay_prize(self) -> None:
        """Lay the top prize out for sharing, face up or hidden.  JR-D1 JR-O2"""
        prize = self.take_top_prize(self.prize_knowers(0))
        self.laid = including(self.laid, prize)
        self.tell_to(self.knows[prize], events.PRIZE_LAID, prize)

    def prize_knowers(self, seats: int) -> int:
        """Who sees a prize that lies unburied: everybody, but of hidden ones these seats.  JR-O2"""
        return seats | SEATS_ONLY if self.is_hidden else self.everyone

    def take_top_prize(self, knowers: int) -> int:
        """Take the top card off the prize deck; some see it."""
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.knows[prize] = knowers
        return prize

    def look_at_laid(self, seat: Seat) -> None:
        """One seat takes the hidden prizes that are laid out; others lose track of them.  JR-O2"""
        if self.is_hidden:
            for prize in self.laid:
                self.knows[prize] = 1 << seat | SEATS_ONLY

    def seize_prizes(self, seat: Seat) -> None:
        """Lay all unburied prizes of a seat out for sharing.  JR-M9"""
        for prize in self.prizes[seat]:
            self.laid = including(self.laid, prize)
            if self.is_hidden:
                self.knows[prize] = SEATS_ONLY  # among the others nobody can follow it
            self.tell_to(self.knows[prize], events.PRIZE_SEIZED, seat, prize)
        self.prizes[seat] = ()

    def pick_prize(self, seat: Seat, prize: int) -> None:
        """A seat picks a prize that is laid out.  JR-D2"""
        self.laid = without(self.laid, prize)
        self.prizes[seat] = including(self.prizes[seat], prize)
        self.tell_to(self.knows[prize], events.PRIZE_PICKED, seat, prize)

    def give_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """The Quartermaster gives a prize that is laid out.  JR-D3"""
        self.laid = without(self.laid, prize)
        self.prizes[receiver] = including(self.prizes[receiver], prize)
        self.knows[prize] |= 1 << receiver
        self.tell_to(self.knows[prize], events.PRIZE_GIVEN, giver, receiver, prize)

    def take_prize(self, taker: Seat, owner: Seat, prize: int) -> None:
        """A prize is taken from a seat.  JR-X2"""
        self.move_prize(owner, taker, prize)
        self.tell_to(self.knows[prize], events.PRIZE_TAKEN, taker, owner, prize)

    def gift_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize is given away.  JR-B1 JR-Q43"""
        self.move_prize(giver, receiver, prize)
        self.tell_to(self.knows[prize], events.PRIZE_GIFTED, giver, receiver, prize)

    def move_prize(self, owner: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize changes its owner; of hidden ones others do not see which.  JR-O2"""
        if self.is_hidden:
            both = 1 << owner | 1 << receiver | SEATS_ONLY
            self.lose_track(self.prizes[owner], both)
            self.knows[prize] |= 1 << receiver
        self.take_from_prizes(owner, prize)
        self.prizes[receiver] = including(self.prizes[receiver], prize)

    def discard_prize(self, seat: Seat, prize: int, kind: int) -> None:
        """An unburied prize goes face up out of the game; `kind` is how it is told.  JR-P2 JR-P3"""
        self.take_from_prizes(seat, prize)
        self.prize_discard += ALONE[prize]
        self.knows[prize] = self.everyone
        self.tell(kind, seat, prize)

    def draw_prize(self, seat: Seat) -> None:
        """Draw the top prize, if there is one; it lies open, or hidden.  JR-P3 JR-O2"""
        if self.prize_deck:
            prize = self.take_top_prize(self.prize_knowers(1 << seat))
            self.prizes[seat] = including(self.prizes[seat], prize)
            self.tell_to(self.knows[prize], events.PRIZE_DRAWN, seat, prize)

    def bury_prizes(self, seat: Seat, prizes: tuple[int, ...]) -> None:
        """Turn unburied prizes face down; how many is told, not which.  JR-I3 JR-Q53"""
        buried = self.buried[seat]
        for prize in prizes:
            self.take_from_prizes(seat, prize)
            buried = including(buried, prize)
        self.buried = changed(self.buried, seat, buried)
        if self.is_hidden:
            for other in self.prizes[seat] + buried:
                self.knows[other] = 1 << seat | SEATS_ONLY
        self.tell(events.PRIZES_BURIED, seat, len(prizes))

    def dig_up(self, digger: Seat, owner: Seat) -> None:
        """A random buried prize of a seat lies unburied before another one.  JR-X11"""
        buried = self.buried[owner]
        prize = buried[int(self.rng.below(len(buried)))]
        knowers = self.prize_knowers(1 << digger | 1 << owner)
        if self.is_hidden:
            self.lose_track(buried, knowers)
        self.buried = changed(self.buried, owner, without(buried, prize))
        self.prizes[digger] = including(self.prizes[digger], prize)
        self.knows[prize] = knowers
        self.tell_to(knowers, events.PRIZE_DUG_UP, digger, owner, prize)

    def show_prize(self, seat: Seat, to: Seat, prize: int) -> None:
        """The owner shows a hidden prize to another seat.  JR-O2"""
        self.knows[prize] |= 1 << to
        self.tell_to(1 << seat | 1 << to, events.PRIZE_SHOWN, seat, to, prize)

    def turn_up_prize(self) -> int:
        """Turn up the top prize for somebody's Jewels, and drop it.  JR-E2"""
        prize = self.take_top_prize(self.everyone)
        self.prize_discard += ALONE[prize]
        self.tell(events.PRIZE_TURNED_UP, prize)
        return prize

    def show_all_prizes(self) -> None:
        """At the end every prize is open."""
        for seat in range(self.seats):
            for prize in self.prizes[seat] + self.buried[seat]:
                if self.knows[prize] != self.everyone:
                    self.knows[prize] = self.everyone
                    self.tell(events.PRIZE_REVEALED, seat, prize)

    def choose_destination(self, type_: int) -> None:
        """Lay the top card of a stack face down, unseen.  JR-V1"""
        self.chosen = self.stacks[type_][-1]
        self.stacks = changed(self.stacks, type_, self.stacks[type_][:-1])
        self.is_shown = False

    def show_destination(self) -> None:
        """Turn the chosen destination up."""
        if not self.is_shown:
            self.is_shown = True
            self.knows[self.chosen] = self.everyone
            self.tell(events.DESTINATION_SHOWN, self.chosen)

    def return_destination(self) -> None:
        """The chosen destination goes back on top of its stack.  JR-M11 JR-Q14"""
        type_ = KIND_OF[self.chosen]
        self.stacks = changed(self.stacks, type_, self.stacks[type_] + (self.chosen,))
        self.chosen = NO_CARD
        self.is_shown = False
        self.tell(events.DESTINATION_RETURNED, type_)

    def discard_destination(self) -> None:
        """The chosen destination goes to the discard, which counts rounds.  JR-V2"""
        self.knows[self.chosen] = self.everyone
        self.destination_discard += (self.chosen,)
        self.tell(events.DESTINATION_DISCARDED, self.chosen)
        self.chosen = NO_CARD
        self.is_shown = False

    # Offers, one of each seat at most; and how seats follow each other.

    def make_offer(self, seat: Seat, to: Seat, item: int, piece: int, in_return: int) -> None:
        """Put an offer on the table; its receiver sees what it is.  JR-T9 JR-Q43 JR-Q51"""
        self.offer_items = changed(self.offer_items, seat, item)
        self.offer_pieces = changed(self.offer_pieces, seat, piece)
        self.offer_tos = changed(self.offer_tos, seat, to)
        self.offer_returns = changed(self.offer_returns, seat, in_return)
        if piece != NO_CARD:
            self.knows[piece] |= 1 << to

    def end_offer(self, seat: Seat, kind: int) -> None:
        """An offer is off the table; `kind` is how it is told."""
        to = self.offer_tos[seat]
        self.make_offer(seat, NOBODY, 0, NO_CARD, NO_PROMISE)
        self.tell(kind, seat, to)

    def renew_offers(self) -> None:
        """A new window: old offers have lapsed, and everybody may make new ones.  JR-T9"""
        if self.offers_made is not NONE_YET[self.seats]:
            for seat in self.clockwise(self.captain):
                if self.offer_tos[seat] != NOBODY:
                    self.end_offer(seat, events.OFFER_LAPSED)
            self.offers_made = NONE_YET[self.seats]
        self.offers_window = self.window_no

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, beginning with one."""
        return CLOCKWISE[self.seats][first]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return seat + 1 if seat + 1 < self.seats else 0
