"""The movers of cards: the only ones that change hands, decks, sides and prizes."""

from __future__ import annotations

from broadside.kernel.action import Action
from broadside.kernel.event import FOREVER, Seat

from .cards import (
    KIND_OF,
    NOBODY,
)
from .events import (
    CARD_CANCELLED,
    CARD_DEALT,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_GIFTED,
    CARD_PLAYED,
    CARD_STOLEN,
    CREW_SHUFFLED,
    DECK_SHUFFLED,
    DRAW_LOST,
    OFFER_LAPSED,
    PRIZE_BURIED,
    PRIZE_DRAWN,
    PRIZE_DUG_UP,
    PRIZE_GIFTED,
    PRIZE_GIVEN,
    PRIZE_LAID,
    PRIZE_PICKED,
    PRIZE_REVEALED,
    PRIZE_SEIZED,
    PRIZE_SHOWN,
    PRIZE_TAKEN,
    PRIZE_TURNED_UP,
)
from .verbs import (
    FIRST_PRIZE_ITEM,
    FIRST_PROMISE_ITEM,
)
from .zones import Zones


class Movers(Zones):
    """Everything that may happen to a card; each move also writes the log."""

    def add_to_hand(self, seat: Seat, card: int) -> None:
        """Put a card into a hand, in its place."""
        self.hands[seat] = with_card(self.hands[seat], card)

    def take_from_hand(self, seat: Seat, card: int) -> None:
        """Take a card out of a hand. Offers of hand cards lapse: nobody shall see which it was.

        JR-Q51
        """
        self.hands[seat] = without_card(self.hands[seat], card)
        if self.offer_tos[seat] != NOBODY and self.offer_items[seat] < FIRST_PRIZE_ITEM:
            self.end_offer(seat, OFFER_LAPSED)

    def draw_card(self, seat: Seat) -> None:
        """Draw the top crew card; an empty deck is at once made anew.  JR-R2"""
        if not self.crew_deck:
            self.shuffle_discard()
        if not self.crew_deck:
            self.tell(DRAW_LOST, seat)
            return
        card = self.crew_deck[-1]
        self.crew_deck = self.crew_deck[:-1]
        self.add_to_hand(seat, card)
        self.knows[card] = 1 << seat
        if self.log is not None:
            self.record(CARD_DRAWN, [seat, card], [], 1 << seat, FOREVER)
        if not self.crew_deck:
            self.shuffle_discard()

    def shuffle_discard(self) -> None:
        """Make the crew discard into a new deck.  JR-R2"""
        if not self.crew_discard:
            return
        cards = list(self.crew_discard)
        self.rng.shuffle(cards)
        self.crew_discard = ()
        self.crew_deck = tuple(cards)
        for card in cards:
            self.knows[card] = 0
        self.tell(DECK_SHUFFLED, len(cards))

    def discard_card(self, seat: Seat, card: int) -> None:
        """A hand card goes face up on the crew discard."""
        self.take_from_hand(seat, card)
        self.knows[card] = self.everyone
        self.crew_discard += (card,)
        self.tell(CARD_DISCARDED, seat, card)

    def play_card(
        self, seat: Seat, card: int, action: Action, use: int, side: int, target: int
    ) -> None:
        """A hand card is played face up; it counts when nobody cancels it."""
        self.take_from_hand(seat, card)
        self.knows[card] = self.everyone
        self.play_cards += (card,)
        self.play_seats += (seat,)
        self.play_codes += (action.code,)
        self.react_asked.append(0)
        if self.log is not None:
            values = [seat, card, use, side, target]
            self.record(CARD_PLAYED, values, [], self.everyone, FOREVER)

    def settle_play(self) -> int:
        """The card on top counts or is cancelled: it leaves the stack, and is returned."""
        card = self.play_cards[-1]
        self.play_cards = self.play_cards[:-1]
        self.play_seats = self.play_seats[:-1]
        self.play_codes = self.play_codes[:-1]
        self.react_asked.pop()
        return card

    def drop(self, card: int) -> None:
        """A card that lies open goes to the crew discard."""
        self.crew_discard += (card,)

    def cancel_play(self, by: Seat) -> None:
        """The card on top is discarded without effect."""
        owner = self.play_seats[-1]
        card = self.settle_play()
        self.drop(card)
        self.tell(CARD_CANCELLED, by, owner, card)

    def steal_card(self, thief: Seat, victim: Seat) -> None:
        """A random hand card changes hands; only the two know which.  JR-X10"""
        hand = self.hands[victim]
        card = hand[int(self.rng.below(len(hand)))]
        both = 1 << thief | 1 << victim
        for other in hand:
            self.knows[other] &= both
        self.move_card(victim, thief, card, both)
        if self.log is not None:
            self.record(CARD_STOLEN, [thief, victim, card], [], both, FOREVER)

    def gift_card(self, giver: Seat, receiver: Seat, card: int) -> None:
        """A hand card is given away, shown to all or only to the receiver.  JR-B1 JR-O6 JR-Q13"""
        both = 1 << giver | 1 << receiver
        if not self.is_crew_open:
            for other in self.hands[giver]:
                self.knows[other] &= both
        self.move_card(giver, receiver, card, self.everyone if self.is_crew_open else both)
        if self.log is not None:
            values = [giver, receiver, card]
            self.record(CARD_GIFTED, values, [], self.knows[card], FOREVER)

    def move_card(self, giver: Seat, receiver: Seat, card: int, knowers: int) -> None:
        """A card goes from hand to hand."""
        self.take_from_hand(giver, card)
        self.add_to_hand(receiver, card)
        self.knows[card] = knowers

    def muster_card(self, seat: Seat, card: int) -> None:
        """A card lies before a seat for the attack, and is not taken back.  JR-Q7"""
        self.mustered += (card,)
        self.musterers += (seat,)

    def discard_mustered(self) -> None:
        """All mustered cards go to the crew discard.  JR-A6"""
        self.crew_discard += self.mustered
        self.mustered = ()
        self.musterers = ()

    def lay_for_side(self, seat: Seat, card: int, side: int) -> None:
        """A card lies on a side of the mutiny and binds its seat.  JR-M3"""
        self.lying[seat] += (card,)
        self.sides[seat] = side

    def clear_sides(self, is_spent: list[bool]) -> list[int]:
        """Take up all cards of the mutiny; the spent kinds are discarded, the rest is returned."""
        kept: list[int] = []
        for seat in self.clockwise(self.captain):
            for card in self.lying[seat]:
                if is_spent[KIND_OF[card]]:
                    self.drop(card)
                    self.tell(CARD_DISCARDED, seat, card)
                else:
                    kept.append(card)
            self.lying[seat] = ()
        return kept

    def deal_crew(self, cards: list[int], first: Seat) -> None:
        """Shuffle these cards and deal them face down, in turn.  JR-M10"""
        cards.sort()
        self.rng.shuffle(cards)
        self.tell(CREW_SHUFFLED, len(cards))
        seat = first
        for card in cards:
            self.add_to_hand(seat, card)
            self.knows[card] = 1 << seat
            if self.log is not None:
                self.record(CARD_DEALT, [seat, card], [], 1 << seat, FOREVER)
            seat = (seat + 1) % self.seats

    def take_from_prizes(self, seat: Seat, prize: int) -> None:
        """Take an unburied prize from a seat; its offers of prizes lapse.  JR-Q51"""
        self.prizes[seat] = without_card(self.prizes[seat], prize)
        item = self.offer_items[seat]
        if self.offer_tos[seat] != NOBODY and FIRST_PRIZE_ITEM <= item < FIRST_PROMISE_ITEM:
            self.end_offer(seat, OFFER_LAPSED)

    def lay_prize(self) -> None:
        """Lay the top prize out for sharing, face up or hidden.  JR-D1 JR-O2"""
        knowers = 0 if self.is_hidden else self.everyone
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.laid = with_card(self.laid, prize)
        self.knows[prize] = knowers
        if self.log is not None:
            self.record(PRIZE_LAID, [prize], [], knowers, FOREVER)

    def look_at_laid(self, seat: Seat) -> None:
        """One seat takes the hidden prizes that are laid out; others lose track of them.  JR-O2"""
        if self.is_hidden:
            for prize in self.laid:
                self.knows[prize] = 1 << seat

    def seize_prizes(self, seat: Seat) -> None:
        """Lay all unburied prizes of a seat out for sharing.  JR-M9"""
        for prize in self.prizes[seat]:
            self.laid = with_card(self.laid, prize)
            if self.is_hidden:
                self.knows[prize] = 0  # among the others nobody can follow it
            if self.log is not None:
                values = [seat, prize]
                self.record(PRIZE_SEIZED, values, [], self.knows[prize], FOREVER)
        self.prizes[seat] = ()

    def pick_prize(self, seat: Seat, prize: int) -> None:
        """A seat picks a prize that is laid out.  JR-D2"""
        self.laid = without_card(self.laid, prize)
        self.prizes[seat] = with_card(self.prizes[seat], prize)
        if self.log is not None:
            self.record(PRIZE_PICKED, [seat, prize], [], self.knows[prize], FOREVER)

    def give_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """The Quartermaster gives a prize that is laid out.  JR-D3"""
        self.laid = without_card(self.laid, prize)
        self.prizes[receiver] = with_card(self.prizes[receiver], prize)
        self.knows[prize] |= 1 << receiver
        if self.log is not None:
            values = [giver, receiver, prize]
            self.record(PRIZE_GIVEN, values, [], self.knows[prize], FOREVER)

    def take_prize(self, taker: Seat, owner: Seat, prize: int) -> None:
        """A prize is taken from a seat.  JR-X2"""
        self.move_prize(owner, taker, prize)
        if self.log is not None:
            values = [taker, owner, prize]
            self.record(PRIZE_TAKEN, values, [], self.knows[prize], FOREVER)

    def gift_prize(self, giver: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize is given away.  JR-B1 JR-Q43"""
        self.move_prize(giver, receiver, prize)
        if self.log is not None:
            values = [giver, receiver, prize]
            self.record(PRIZE_GIFTED, values, [], self.knows[prize], FOREVER)

    def move_prize(self, owner: Seat, receiver: Seat, prize: int) -> None:
        """An unburied prize changes its owner; of hidden ones others do not see which.  JR-O2"""
        if self.is_hidden:
            both = 1 << owner | 1 << receiver
            for other in self.prizes[owner]:
                self.knows[other] &= both
            self.knows[prize] |= 1 << receiver
        self.take_from_prizes(owner, prize)
        self.prizes[receiver] = with_card(self.prizes[receiver], prize)

    def discard_prize(self, seat: Seat, prize: int, kind: int) -> None:
        """An unburied prize goes face up out of the game; `kind` is how it is told.  JR-P2 JR-P3"""
        self.take_from_prizes(seat, prize)
        self.prize_discard += (prize,)
        self.knows[prize] = self.everyone
        self.tell(kind, seat, prize)

    def draw_prize(self, seat: Seat) -> None:
        """Draw the top prize, if there is one; it lies open, or hidden.  JR-P3 JR-O2"""
        if not self.prize_deck:
            return
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.prizes[seat] = with_card(self.prizes[seat], prize)
        self.knows[prize] = 1 << seat if self.is_hidden else self.everyone
        if self.log is not None:
            self.record(PRIZE_DRAWN, [seat, prize], [], self.knows[prize], FOREVER)

    def bury_prize(self, seat: Seat, prize: int) -> None:
        """Turn an unburied prize face down.  JR-I3"""
        self.take_from_prizes(seat, prize)
        self.buried[seat] = with_card(self.buried[seat], prize)
        if self.is_hidden:
            for other in self.prizes[seat] + self.buried[seat]:
                self.knows[other] = 1 << seat
        if self.log is not None:
            self.record(PRIZE_BURIED, [seat, prize], [], self.knows[prize], FOREVER)

    def dig_up(self, digger: Seat, owner: Seat) -> None:
        """A random buried prize of a seat lies unburied before another one.  JR-X11"""
        buried = self.buried[owner]
        prize = buried[int(self.rng.below(len(buried)))]
        both = 1 << digger | 1 << owner
        if self.is_hidden:
            for other in buried:
                self.knows[other] &= both
        self.buried[owner] = without_card(buried, prize)
        self.prizes[digger] = with_card(self.prizes[digger], prize)
        self.knows[prize] = both if self.is_hidden else self.everyone
        if self.log is not None:
            values = [digger, owner, prize]
            self.record(PRIZE_DUG_UP, values, [], self.knows[prize], FOREVER)

    def show_prize(self, seat: Seat, to: Seat, prize: int) -> None:
        """The owner shows a hidden prize to another seat.  JR-O2"""
        self.knows[prize] |= 1 << to
        if self.log is not None:
            both = 1 << seat | 1 << to
            self.record(PRIZE_SHOWN, [seat, to, prize], [], both, FOREVER)

    def turn_up_prize(self) -> int:
        """Turn up the top prize for somebody's Jewels, and drop it.  JR-E2"""
        prize = self.prize_deck[-1]
        self.prize_deck = self.prize_deck[:-1]
        self.prize_discard += (prize,)
        self.knows[prize] = self.everyone
        self.tell(PRIZE_TURNED_UP, prize)
        return prize

    def show_all_prizes(self) -> None:
        """At the end every prize is open."""
        for seat in range(self.seats):
            for prize in self.prizes[seat] + self.buried[seat]:
                if self.knows[prize] != self.everyone:
                    self.knows[prize] = self.everyone
                    self.tell(PRIZE_REVEALED, seat, prize)


def with_card(zone: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A zone with one more card, in ascending order."""
    place = len(zone)
    while place > 0 and zone[place - 1] > card:
        place -= 1
    return zone[:place] + (card,) + zone[place:]


def without_card(zone: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A zone with one card less."""
    place = zone.index(card)
    return zone[:place] + zone[place + 1 :]
