"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import Self

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.event import FOREVER, EventTable, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt, State

from . import notation, rules, sight
from .events import (
    DECK_SHUFFLED,
    DRAWN,
    EVENTS,
    PAID,
    REVEALED,
    SEALED,
)
from .verbs import (
    ABSTAIN,
    ACTIONS,
    BACK,
    CALL_MUTINY,
    CARDS,
    OFFER,
    PASS,
    PORT,
    SET_COURSE,
    crew_of,
)

NO_SIDE = -1


class Table(State):
    """One game of Parley; `rules.deal` fills it."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.sealed: list[list[int]] = [[] for _ in range(seats)]
        self.sides: list[int] = [NO_SIDE] * seats
        self.knows = [0] * CARDS
        self.gold: list[int] = [0] * seats
        self.captain = 0
        self.mutineer = -1
        self.course = PORT
        self.round = 0
        self.bribers = 0
        """Mask of the seats that have made their one offer of this round."""
        self.offer: list[int] = []
        """Giver, receiver, card of the offer on the table."""
        self.paused = 0
        """Who was asked before the offer."""

    def clone(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.seats)
        self.copy_into(twin)
        twin.deck = self.deck[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.sealed = [zone[:] for zone in self.sealed]
        twin.sides = self.sides[:]
        twin.gold = self.gold[:]
        twin.captain = self.captain
        twin.mutineer = self.mutineer
        twin.course = self.course
        twin.round = self.round
        twin.bribers = self.bribers
        twin.offer = self.offer[:]
        twin.paused = self.paused
        return twin

    # Movers: the only code that touches a zone or a mask. Each tells the log.

    def draw(self, seat: Seat) -> None:
        """Draw the top card, if there is one."""
        if self.deck:
            card = self.deck.pop()
            self.hands[seat].append(card)
            self.knows[card] = 1 << seat
            self.record(DRAWN, [seat, card], [], 1 << seat, FOREVER)

    def show(self, card: int) -> None:
        """Everyone knows where this card is."""
        self.knows[card] = self.everyone

    def seal(self, seat: Seat, side: int, card: int) -> None:
        """Lay a card face down for a side."""
        self.hands[seat].remove(card)
        self.sealed[seat].append(card)
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
            self.deck.append(card)
            crew += crew_of(card)
        self.sealed[seat] = []
        self.sides[seat] = NO_SIDE
        return crew

    def give(self, giver: Seat, receiver: Seat, card: int) -> None:
        """Hand a card over that everybody has seen."""
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)

    def shuffle_deck(self) -> None:
        """Nobody knows any more where these cards are."""
        for card in self.deck:
            self.knows[card] = 0
        self.rng.shuffle(self.deck)
        self.tell(DECK_SHUFFLED, len(self.deck))

    def pay(self, seat: Seat, gold: int) -> None:
        """Gold from the bank."""
        self.gold[seat] += gold
        self.tell(PAID, seat, gold)

    # Questions about the table.

    def zones(self) -> list[list[int]]:
        """Every place where cards lie."""
        return [self.deck, *self.hands, *self.sealed]

    def clockwise(self) -> list[Seat]:
        """All seats, the captain first: no seat's number may matter."""
        return [(self.captain + step) % self.seats for step in range(self.seats)]

    # The protocol.

    def action_table(self) -> ActionTable:
        """All actions of Parley."""
        return ACTIONS

    def event_table(self) -> EventTable:
        """All kinds of events of Parley."""
        return EVENTS

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code."""
        return rules.options(self, seat, self.agenda[-1]) if self.is_asked(seat) else []

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        assert self.is_asked(seat)
        return rules.question(self, seat, self.agenda[-1])

    def denied(self, seat: Seat) -> list[Denial]:
        """The bribes of a seat that has made its offer already."""
        return rules.denials(self, seat) if self.is_asked(seat) else []

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action, then go on until somebody must decide."""
        verb = action.verb
        if verb == SET_COURSE:
            rules.set_course(self, seat, action.first)
        elif verb == CALL_MUTINY:
            rules.call_mutiny(self, seat, action.first)
        elif verb == PASS:
            self.answered(seat)
        elif verb == ABSTAIN:
            rules.abstain(self, seat)
        elif verb == BACK:
            rules.back(self, seat, action.first, action.second)
        elif verb == OFFER:
            rules.make_offer(self, seat, action.second, action.first)
        else:
            rules.settle_offer(self, action)
        self.run()

    def advance(self) -> None:
        """Do the next thing that needs no decision, or open the next window."""
        rules.advance(self, self.agenda.pop())

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return sight.view(self, seat)

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        """A world this seat cannot tell from ours."""
        world = self.clone()
        sight.deal_anew(world, seat, rng)
        return world

    def result(self) -> list[float] | None:
        """Most gold wins; equals share."""
        if self.agenda:
            return None
        best = max(self.gold)
        return [(gold == best) / self.gold.count(best) for gold in self.gold]

    def scores(self) -> list[int]:
        """The gold as it stands."""
        return self.gold[:]

    def write(self) -> str:
        """The complete table as text."""
        return notation.write(self)

    def pieces(self) -> list[int]:
        """Every card, wherever it lies."""
        return sorted([card for zone in self.zones() for card in zone])

    def turned(self, by: int) -> Self:
        """The same table with everybody moved `by` seats clockwise."""
        twin = self.clone()
        for seat in range(self.seats):
            moved = (seat + by) % self.seats
            twin.hands[moved] = self.hands[seat][:]
            twin.sealed[moved] = self.sealed[seat][:]
            twin.sides[moved] = self.sides[seat]
            twin.gold[moved] = self.gold[seat]
        twin.captain = (self.captain + by) % self.seats
        twin.mutineer = (self.mutineer + by) % self.seats if self.mutineer >= 0 else -1
        twin.offer = [(seat + by) % self.seats for seat in self.offer[:2]] + self.offer[2:]
        twin.knows = [self.turn_mask(mask, by) for mask in self.knows]
        twin.waiting = self.turn_mask(self.waiting, by)
        twin.paused = self.turn_mask(self.paused, by)
        twin.bribers = self.turn_mask(self.bribers, by)
        return twin

    def turn_mask(self, mask: int, by: int) -> int:
        """A mask of seats, moved `by` seats clockwise."""
        by %= self.seats
        return (mask << by | mask >> (self.seats - by)) & self.everyone
