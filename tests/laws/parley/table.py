"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import Self

from broadside.kernel.book import Book
from broadside.kernel.event import FOREVER, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import sight
from .book import BOOK
from .events import DECK_SHUFFLED, DRAWN, PAID, REVEALED, SEALED
from .verbs import CARDS, crew_of

NO_SIDE = -1


class Table(State):
    """One game of Parley; `rules.deal` fills it. Rows of cards are tuples: they are replaced."""

    round: int
    captain: int
    course: int
    mutineer: int
    # The seats that have made their one offer of this round.
    bribers: int
    # The offer on the table, and who was asked before it.
    giver: int
    receiver: int
    bribe: int
    paused: int
    # By seat.
    gold: list[int]
    hands: list[tuple[int, ...]]
    sealed: list[tuple[int, ...]]
    sides: list[int]
    deck: tuple[int, ...]

    def clone(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.seats)
        self.copy_into(twin)
        twin.round = self.round
        twin.captain = self.captain
        twin.course = self.course
        twin.mutineer = self.mutineer
        twin.bribers = self.bribers
        twin.giver = self.giver
        twin.receiver = self.receiver
        twin.bribe = self.bribe
        twin.paused = self.paused
        twin.gold = self.gold[:]
        twin.hands = self.hands[:]
        twin.sealed = self.sealed[:]
        twin.sides = self.sides[:]
        twin.deck = self.deck
        return twin

    # Movers: the only code that touches a zone or a mask. Each tells the log.

    def draw(self, seat: Seat) -> None:
        """Draw the top card, if there is one."""
        if self.deck:
            card, self.deck = self.deck[-1], self.deck[:-1]
            self.hands[seat] += (card,)
            self.knows[card] = 1 << seat
            self.record(DRAWN, [seat, card], [], 1 << seat, FOREVER)

    def show(self, card: int) -> None:
        """Everyone knows where this card is."""
        self.knows[card] = self.everyone

    def seal(self, seat: Seat, side: int, card: int) -> None:
        """Lay a card face down for a side."""
        self.hands[seat] = without(self.hands[seat], card)
        self.sealed[seat] += (card,)
        self.sides[seat] = side
        # Others saw some of these cards, but not which one has just left the hand.
        for own in self.hands[seat] + self.sealed[seat]:
            self.knows[own] = 1 << seat
        self.record(SEALED, [seat, side, card], [], 1 << seat, FOREVER)

    def unseal(self, seat: Seat) -> int:
        """Show a seat's sealed card and put it on the deck; the crew it brought."""
        crew = 0
        for card in self.sealed[seat]:
            self.show(card)
            self.tell(REVEALED, seat, self.sides[seat], card)
            self.deck += (card,)
            crew += crew_of(card)
        self.sealed[seat] = ()
        self.sides[seat] = NO_SIDE
        return crew

    def give(self, giver: Seat, receiver: Seat, card: int) -> None:
        """Hand a card over that everybody has seen."""
        self.hands[giver] = without(self.hands[giver], card)
        self.hands[receiver] += (card,)

    def shuffle_deck(self) -> None:
        """Nobody knows any more where these cards are."""
        for card in self.deck:
            self.knows[card] = 0
        deck = list(self.deck)
        self.rng.shuffle(deck)
        self.deck = tuple(deck)
        self.tell(DECK_SHUFFLED, len(self.deck))

    def pay(self, seat: Seat, gold: int) -> None:
        """Gold from the bank."""
        self.gold[seat] += gold
        self.tell(PAID, seat, gold)

    # Questions about the table.

    def clockwise(self) -> list[Seat]:
        """All seats, the captain first: no seat's number may matter."""
        return [(self.captain + step) % self.seats for step in range(self.seats)]

    # The protocol.

    def book(self) -> Book:
        """The book of Parley."""
        return BOOK

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return sight.view(self, seat)

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world this seat cannot tell from ours."""
        world = self.clone()
        sight.deal_anew(world, seat, rng)
        return world

    def winners(self) -> list[Seat]:
        """Those with the most gold."""
        return [seat for seat in range(self.seats) if self.gold[seat] == max(self.gold)]

    def scores(self) -> list[int]:
        """The gold as it stands."""
        return self.gold[:]

    def all_pieces(self) -> list[int]:
        """Every card."""
        return list(range(CARDS))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards but one."""
    return tuple([other for other in cards if other != card])
