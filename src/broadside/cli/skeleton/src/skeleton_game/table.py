"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from broadside.kernel.book import Book
from broadside.kernel.event import FOREVER, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import sight
from .book import BOOK
from .cards import CARDS
from .events import DRAWN, PLAYED, TRICK_TAKEN


class Table(State):
    """One game. Rows of cards are tuples: they are replaced, never changed."""

    leader: int
    hands: list[tuple[int, ...]]
    won: list[tuple[int, ...]]
    trick: tuple[int, ...]
    deck: tuple[int, ...]

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(self.seats)
        self.copy_into(twin)
        twin.leader = self.leader
        twin.hands = self.hands[:]
        twin.won = self.won[:]
        twin.trick = self.trick
        twin.deck = self.deck
        return twin

    # Movers: the only code that moves a card or lets somebody know it. Each tells the log.

    def draw(self, seat: Seat) -> None:
        """The top card of the deck, seen by its new owner alone."""
        card, self.deck = self.deck[-1], self.deck[:-1]
        self.hands[seat] += (card,)
        self.knows[card] = 1 << seat
        self.record(DRAWN, [seat, card], [], 1 << seat, FOREVER)

    def lay_down(self, seat: Seat, card: int) -> None:
        """A card of a hand, for all to see."""
        self.hands[seat] = tuple([own for own in self.hands[seat] if own != card])
        self.trick += (card,)
        self.knows[card] = self.everyone
        self.tell(PLAYED, seat, card)

    def take_trick(self, seat: Seat) -> None:
        """All cards of the trick; whoever takes it leads."""
        self.won[seat] += self.trick
        self.trick = ()
        self.leader = seat
        self.tell(TRICK_TAKEN, seat)

    # Questions about the table.

    def next_seat(self) -> Seat:
        """Who plays the next card of the trick."""
        return (self.leader + len(self.trick)) % self.seats

    def clockwise(self) -> list[Seat]:
        """All seats, the leader first: no seat's number may matter."""
        return [(self.leader + step) % self.seats for step in range(self.seats)]

    # The protocol.

    def book(self) -> Book:
        """The book of the game."""
        return BOOK

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return sight.view(self, seat)

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return sight.determinize(self, seat, rng)

    def winners(self) -> list[Seat]:
        """Those with the most tricks.  SKL-E1"""
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def scores(self) -> list[int]:
        """The tricks of each seat."""
        return [len(cards) // self.seats for cards in self.won]

    def all_pieces(self) -> list[int]:
        """Every card."""
        return list(range(CARDS))
