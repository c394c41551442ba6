"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from broadside.kernel.action import Action, ActionTable
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import FOREVER, OVER, EventTable, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import Denial, Prompt, State

from . import captains, notation, scoring, sight, specials, turn
from .cards import CARDS_PER_TURN, FACE_OF, PARROT, SEATS, SHIPS, STRENGTH, gold_of
from .events import (
    BOARDED,
    EVENTS,
    KRAKEN_TOOK,
    PARROT_PLACED,
    PARROT_STAYED,
    PARROT_TURNED,
    TURN_BEGAN,
)
from .turn import NO_SET, PICKING, SPLITTING
from .verbs import (
    ACTIONS,
    ALL_POSITIONS,
    BOARD,
    CALL_KRAKEN,
    CREW,
    PICK,
    PLACE_PARROT,
    RAISE_SKELETON,
    SPLIT,
)


@final
class Table(State):
    """One game of Jolly & Roger. Seat 0 is Jolly, seat 1 is Roger."""

    def __init__(self) -> None:
        super().__init__(SEATS)
        self.deck = 0
        self.first_splitter = 0
        self.is_closed = False
        self.turn = 0
        self.turns = 0
        self.splitter = 0
        self.pile: tuple[int, ...] = ()
        self.drawn = 0
        self.box: tuple[int, ...] = ()
        self.removed: tuple[int, ...] = ()
        self.laid: tuple[int, ...] = ()
        self.left = 0
        self.set_a = 0
        self.picked = NO_SET
        self.crews: list[tuple[int, ...]] = []
        self.strengths: list[int] = []
        self.captains: list[int] = []
        self.chests: list[tuple[int, ...]] = []

    def set_out(self) -> None:
        """Four ships with two empty crews each and no captain, two empty chests.  JNR-S3 JNR-S2"""
        self.crews = [()] * (SHIPS * SEATS)
        self.strengths = [0] * (SHIPS * SEATS)
        self.captains = [captains.NOBODY] * SHIPS
        self.chests = [()] * SEATS

    def clone(self) -> Table:
        """An independent copy. Tuples are shared: nobody can change them."""
        twin = Table()
        self.copy_into(twin)
        twin.deck = self.deck
        twin.first_splitter = self.first_splitter
        twin.is_closed = self.is_closed
        twin.turn = self.turn
        twin.turns = self.turns
        twin.splitter = self.splitter
        twin.pile = self.pile
        twin.drawn = self.drawn
        twin.box = self.box
        twin.removed = self.removed
        twin.laid = self.laid
        twin.left = self.left
        twin.set_a = self.set_a
        twin.picked = self.picked
        twin.crews = self.crews[:]
        twin.strengths = self.strengths[:]
        twin.captains = self.captains[:]
        twin.chests = self.chests[:]
        return twin

    # Movers: the only code that touches a zone, a crew or a mask. Each tells the log.

    def lay_out(self) -> None:
        """Lay the next five cards of the pile face up."""
        first = self.drawn
        self.laid = self.pile[first : first + CARDS_PER_TURN]
        self.drawn = first + CARDS_PER_TURN
        self.left = ALL_POSITIONS
        self.set_a = 0
        self.picked = NO_SET
        for card in self.laid:
            self.knows[card] = self.everyone
        if self.log is not None:
            cards = list(self.laid)
            self.record(TURN_BEGAN, [self.turn, self.splitter], cards, self.everyone, FOREVER)

    def take_from_set(self, seat: Seat, face: int) -> int:
        """Take the first remaining card of that face out of a seat's set."""
        mask: i64 = self.cards_left(seat)
        for position in range(CARDS_PER_TURN):
            if mask & 1 and FACE_OF[self.laid[position]] == face:
                self.left &= ~(1 << position)
                return self.laid[position]
            mask >>= 1
        raise AssertionError(f"seat {seat} has no card of face {face}")

    def add_to_crew(self, seat: Seat, ship: int, entry: int) -> None:
        """Add a card, or a card + PARROT, as the last of a crew."""
        place = ship * SEATS + seat
        self.crews[place] += (entry,)
        self.strengths[place] += STRENGTH[entry]

    def add_parrot(self, seat: Seat, ship: int, card: int) -> None:
        """Add a card face down as the last of a crew."""
        self.add_to_crew(seat, ship, card + PARROT)
        if self.log is not None:
            self.tell_owner(PARROT_PLACED, [seat, ship, card], seat, self.turn)

    def add_to_chest(self, seat: Seat, ship: int, card: int) -> None:
        """Put a card under a chest; it was played through that ship."""
        self.chests[seat] += (card,)
        if self.log is not None:
            self.tell_owner(BOARDED, [seat, ship, card], seat, self.turn)

    def take_last(self, seat: Seat, ship: int, by: Seat) -> None:
        """Remove the last card of a crew from the game, seen or unseen as it lay."""
        place = ship * SEATS + seat
        entry = self.crews[place][-1]
        self.crews[place] = self.crews[place][:-1]
        self.strengths[place] -= STRENGTH[entry]
        self.removed += (entry,)
        if self.log is not None:
            is_open = entry < PARROT
            values = [by, ship, seat, 1 if is_open else 0, entry % PARROT]
            # In `closed` nobody looks at an eaten parrot until all is told at the end.
            knowers = self.everyone if is_open or not self.is_closed else 0  # JNR-R14
            self.record(KRAKEN_TOOK, values, [], knowers, OVER)  # JNR-R19

    def turn_up(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over for good; it counts what its face says from now on."""
        place = ship * SEATS + seat
        crew = self.crews[place]
        card = crew[place_in_crew] - PARROT
        self.crews[place] = crew[:place_in_crew] + (card,) + crew[place_in_crew + 1 :]
        self.strengths[place] += STRENGTH[card] - 1
        self.tell(PARROT_TURNED, seat, ship, place_in_crew, card)

    def show_and_turn_back(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over and back again: it stays a parrot, but was seen once more."""
        if self.log is not None:
            card = self.crews[ship * SEATS + seat][place_in_crew] - PARROT
            self.tell_owner(PARROT_STAYED, [seat, ship, place_in_crew, card], seat, self.turn)

    def remove(self, card: int) -> None:
        """Put a special card that has done its work into the box, open."""
        self.removed += (card,)

    def tell_owner(self, kind: int, values: list[int], owner: Seat, epoch: int) -> None:
        """Record a fact about a card that everybody saw, and that `closed` lets people forget."""
        if self.is_closed:
            self.record(kind, values, [], 1 << owner, epoch)
        else:
            self.record(kind, values, [], self.everyone, FOREVER)

    # Questions about the table.

    def picker(self) -> Seat:
        """The seat without the flag."""
        return 1 - self.splitter

    def set_mask(self, seat: Seat) -> int:
        """The positions of the set that belongs to a seat, played cards included."""
        has_a = (self.picked == 0) == (seat != self.splitter)
        return self.set_a if has_a else ALL_POSITIONS & ~self.set_a

    def cards_left(self, seat: Seat) -> int:
        """The positions of the cards a seat must still play."""
        return self.left & self.set_mask(seat)

    def chest_gold(self, seat: Seat) -> int:
        """The gold under a seat's chest."""
        gold = 0
        for card in self.chests[seat]:
            gold += gold_of(card)
        return gold

    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return not self.agenda

    # The protocol.

    def action_table(self) -> ActionTable:
        """All actions of Jolly & Roger."""
        return ACTIONS

    def event_table(self) -> EventTable:
        """All kinds of events of Jolly & Roger."""
        return EVENTS

    def epoch(self) -> int:
        """The turn: what was played face down is common talk until it ends."""
        return OVER if self.is_over() else self.turn

    def legal(self, seat: Seat) -> list[Action]:
        """Everything this seat may do now, ordered by code."""
        if not self.is_asked(seat):
            return []
        return turn.options(self, seat, self.agenda[-1])

    def prompt(self, seat: Seat) -> Prompt:
        """The question this seat is asked now."""
        assert self.is_asked(seat)
        return turn.question(self, seat, self.agenda[-1])

    def denied(self, seat: Seat) -> list[Denial]:
        """What this seat might try with its cards and may not, each with its reason."""
        if not self.is_asked(seat) or self.agenda[-1] in (SPLITTING, PICKING):
            return []
        return turn.denials(self, seat)

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        """Why this seat may not do this now."""
        if self.is_asked(seat) and turn.needs_other_card(self, seat, action):
            reason = f"{action.text}: that card is not in your set"
            return IllegalAction("card_not_in_set", reason, "JNR-F4")
        return super().refusal(seat, action)

    def apply(self, seat: Seat, action: Action) -> None:
        """Do a legal action, then go on until somebody must decide."""
        verb = action.verb
        if verb == PLACE_PARROT:
            turn.place_parrot(self, seat, action.first, action.second)
        elif verb == CREW:
            turn.reinforce(self, seat, action.first)
        elif verb == BOARD:
            turn.board(self, seat, action.first)
        elif verb == SPLIT:
            turn.split(self, seat, action.first)
        elif verb == PICK:
            turn.pick(self, seat, action.first)
        elif verb == RAISE_SKELETON:
            specials.raise_skeleton(self, seat, action.first)
        elif verb == CALL_KRAKEN:
            specials.call_kraken(self, seat, action.first)
        else:
            specials.call_tortuga(self, seat)
        self.run()

    def advance(self) -> None:
        """Open the next window of the turn, or end the turn."""
        turn.advance(self, self.agenda[-1])

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return dict(sight.view(self, seat))

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return sight.determinize(self, seat, rng)

    def result(self) -> list[float] | None:
        """Each seat's part of the victory, once the game is over."""
        return scoring.result(self) if self.is_over() else None

    def scores(self) -> list[int]:
        """Gold under the chests and of the captured ships, as it stands."""
        return [scoring.score(self, seat) for seat in range(SEATS)]

    def write(self) -> str:
        """The complete table as text."""
        return notation.write(self)

    def pieces(self) -> list[int]:
        """Every card, wherever it lies, in ascending order."""
        cards = list(self.pile[self.drawn :]) + list(self.box)
        cards += [self.laid[i] for i in range(len(self.laid)) if self.left >> i & 1]
        for crew in self.crews:
            cards += [entry % PARROT for entry in crew]
        for chest in self.chests:
            cards += list(chest)
        cards += [entry % PARROT for entry in self.removed]
        cards.sort()
        return cards

    def turned(self, by: int) -> Table:
        """The same table with both players in each other's seats, if `by` is odd."""
        twin = self.clone()
        if by % 2 == 1:
            twin.splitter = 1 - self.splitter
            twin.waiting = (self.waiting >> 1 & 1) | (self.waiting & 1) << 1
            for ship in range(SHIPS):
                for seat in range(SEATS):
                    place, other = ship * SEATS + seat, ship * SEATS + 1 - seat
                    twin.crews[place] = self.crews[other]
                    twin.strengths[place] = self.strengths[other]
                twin.captains[ship] = captains.captain(twin, ship)
            twin.chests = [self.chests[1], self.chests[0]]
        return twin
