"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from broadside.kernel.book import Book
from broadside.kernel.event import FOREVER, OVER, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

from . import captains, scoring, sight
from .book import BOOK
from .cards import (
    BOX,
    CARDS,
    CARDS_PER_TURN,
    FACE_BITS,
    FACE_MASK,
    FACE_OF,
    PARROT,
    PIRATES,
    SEATS,
    SHIPS,
    STRENGTH,
    gold_of,
)
from .events import (
    BOARDED,
    KRAKEN_TOOK,
    PARROT_PLACED,
    PARROT_STAYED,
    PARROT_TURNED,
    TURN_BEGAN,
)
from .turn import NO_SET
from .verbs import ALL_POSITIONS, SET_A

STRENGTH_BITS: Final = 8
STRENGTH_MASK: Final = 255
"""No crew is as strong as that: all cards of the box together are 116 at most."""
ALL_SHIPS: Final = 15


def crew_place(seat: i64, ship: i64) -> i64:
    """Where a seat's crew on a ship stands in the list of crews."""
    return seat * SHIPS + ship


def packed_faces(cards: tuple[int, ...]) -> i64:
    """The faces of some cards in one number, the first one lowest."""
    found: i64 = 0
    for place in range(len(cards) - 1, -1, -1):
        found = found << FACE_BITS | FACE_OF[cards[place]]
    return found


@final
class Table(State):
    """One game of Jolly & Roger. Seat 0 is Jolly, seat 1 is Roger.

    Four ships with two crews each, two chests, and a captain for every ship.  JNR-S3 JNR-S2
    """

    # Options.
    deck: int
    first_splitter: int
    is_closed: bool
    turns: int
    # The turn: the five cards, which are still to be played, which are set A, what was picked.
    turn: int
    splitter: int
    laid: tuple[int, ...]
    left: i64
    set_a: i64
    picked: int
    # What is asked for all the time, in one number each: the faces of the five cards, FACE_BITS for
    # each, and the positions of the cards that each seat must still play.
    faces: i64
    to_play: i64
    # The pile, top first, and the cards that are out of the game.
    pile: tuple[int, ...]
    box: tuple[int, ...]
    removed: tuple[int, ...]
    # By seat, and by ship: crews from first to last card; in one number each their strengths,
    # STRENGTH_BITS for each crew, and where the seat's captains stand, a bit for each ship.
    crews: list[tuple[int, ...]]
    strengths: i64
    ruled: i64
    # By seat.
    chests: list[tuple[int, ...]]

    def clone(self) -> Table:
        """An independent copy. Tuples are shared, and who knows what: they are only replaced."""
        twin = Table(SEATS)
        twin.waiting = self.waiting
        twin.window = self.window
        twin.closes_apart = self.closes_apart
        twin.rests = self.rests
        twin.agenda = self.agenda[:]
        twin.knows = self.knows
        twin.rng = self.rng.clone()
        twin.deck = self.deck
        twin.first_splitter = self.first_splitter
        twin.is_closed = self.is_closed
        twin.turns = self.turns
        twin.turn = self.turn
        twin.splitter = self.splitter
        twin.laid = self.laid
        twin.left = self.left
        twin.set_a = self.set_a
        twin.picked = self.picked
        twin.faces = self.faces
        twin.to_play = self.to_play
        twin.pile = self.pile
        twin.box = self.box
        twin.removed = self.removed
        twin.crews = self.crews[:]
        twin.strengths = self.strengths
        twin.ruled = self.ruled
        twin.chests = self.chests[:]
        return twin

    # Movers: the only code that touches a zone, a crew or a mask. Each tells the log.

    def lay_out(self) -> None:
        """Lay the next five cards of the pile face up. In `closed` people must remember them."""
        self.laid = self.pile[:CARDS_PER_TURN]
        self.pile = self.pile[CARDS_PER_TURN:]
        self.faces = packed_faces(self.laid)
        self.left = ALL_POSITIONS
        self.set_a = 0
        self.picked = NO_SET
        self.to_play = 0
        knows = self.knows[:]
        for card in self.laid:
            knows[card] = self.everyone
        self.knows = knows
        if self.log is not None:
            values = [self.turn, self.splitter]
            knowers = 0 if self.is_closed else self.everyone
            self.record(TURN_BEGAN, values, list(self.laid), knowers, self.turn)  # JNR-R13

    def pick_set(self, chosen: int) -> None:
        """The picker takes a set, the other one belongs to the splitter."""
        self.picked = chosen
        self.share_out()

    def share_out(self) -> None:
        """Note which cards each seat must still play."""
        first: i64 = self.left & self.set_a
        second: i64 = self.left & ~self.set_a
        if (self.picked == SET_A) == (self.splitter == 0):
            first, second = second, first
        self.to_play = first | second << CARDS_PER_TURN

    def take_from_set(self, seat: i64, face: i64) -> int:
        """Take the first remaining card of that face out of a seat's set."""
        mask = self.cards_left(seat)
        faces = self.faces
        position: i64 = 0
        while not mask & 1 or faces & FACE_MASK != face:
            assert mask, "no card of that face is left"
            mask >>= 1
            faces >>= FACE_BITS
            position += 1
        bit: i64 = 1
        self.left ^= bit << position
        self.to_play ^= bit << seat * CARDS_PER_TURN + position
        return self.laid[position]

    def add_to_crew(self, seat: Seat, ship: int, entry: int) -> None:
        """Add a card, or a card + PARROT, as the last of a crew."""
        place = crew_place(seat, ship)
        self.crews[place] = self.crews[place] + (entry,)
        self.change_strength(place, STRENGTH[entry])

    def change_strength(self, place: i64, by: i64) -> None:
        """A crew has become stronger or weaker."""
        self.strengths += by << place * STRENGTH_BITS

    def add_parrot(self, seat: Seat, ship: int, card: int) -> None:
        """Add a card face down as the last of a crew."""
        self.add_to_crew(seat, ship, card + PARROT)
        if self.log is not None:
            self.tell_owner(PARROT_PLACED, [seat, ship, card], seat)

    def add_to_chest(self, seat: Seat, ship: int, card: int) -> None:
        """Put a card under a chest; it was played through that ship."""
        self.chests[seat] += (card,)
        if self.log is not None:
            self.tell_owner(BOARDED, [seat, ship, card], seat)

    def take_last(self, seat: Seat, ship: int, by: Seat) -> None:
        """Remove the last card of a crew from the game, seen or unseen as it lay."""
        place = crew_place(seat, ship)
        entry = self.crews[place][-1]
        self.crews[place] = self.crews[place][:-1]
        self.change_strength(place, -STRENGTH[entry])
        self.removed += (entry,)
        if self.log is not None:
            is_open = entry < PARROT
            values = [by, ship, seat, 1 if is_open else 0, entry % PARROT]
            # In `closed` nobody looks at an eaten parrot until all is told at the end.
            knowers = self.everyone if is_open or not self.is_closed else 0  # JNR-R14
            self.record(KRAKEN_TOOK, values, [], knowers, OVER)  # JNR-R19

    def move_captain(self, seat: i64, ship: i64) -> None:
        """Put a captain on a ship, or take him off."""
        bit: i64 = 1
        self.ruled ^= bit << crew_place(seat, ship)

    def turn_up(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over for good; it counts what its face says from now on."""
        place = crew_place(seat, ship)
        crew = self.crews[place]
        card = crew[place_in_crew] - PARROT
        self.crews[place] = crew[:place_in_crew] + (card,) + crew[place_in_crew + 1 :]
        self.change_strength(place, STRENGTH[card] - 1)
        self.tell(PARROT_TURNED, seat, ship, place_in_crew, card)

    def show_and_turn_back(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over and back again: it stays a parrot, but was seen once more."""
        if self.log is not None:
            card = self.crews[crew_place(seat, ship)][place_in_crew] - PARROT
            self.tell_owner(PARROT_STAYED, [seat, ship, place_in_crew, card], seat)

    def remove(self, card: int) -> None:
        """Put a special card that has done its work into the box, open."""
        self.removed += (card,)

    def tell_owner(self, kind: int, values: list[int], owner: Seat) -> None:
        """Record a fact about a card that everybody saw, and that `closed` lets people forget."""
        if self.is_closed:
            self.record(kind, values, [], 1 << owner, self.turn)
        else:
            self.record(kind, values, [], self.everyone, FOREVER)

    # Questions about the table.

    def picker(self) -> Seat:
        """The seat without the flag."""
        return 1 - self.splitter

    def cards_left(self, seat: i64) -> i64:
        """The positions of the cards a seat must still play."""
        return self.to_play >> seat * CARDS_PER_TURN & ALL_POSITIONS

    def strength(self, seat: i64, ship: i64) -> i64:
        """The strength of a seat's crew on a ship."""
        return self.strengths >> crew_place(seat, ship) * STRENGTH_BITS & STRENGTH_MASK

    def ships_ruled(self, seat: i64) -> i64:
        """The ships where a seat's captains stand, as a mask."""
        return self.ruled >> seat * SHIPS & ALL_SHIPS

    def chest_gold(self, seat: Seat) -> int:
        """The gold under a seat's chest."""
        gold = 0
        for card in self.chests[seat]:
            gold += gold_of(card)
        return gold

    # The protocol.

    def book(self) -> Book:
        """The book of Jolly & Roger."""
        return BOOK

    def epoch(self) -> int:
        """The turn: what was played face down is common talk until it ends."""
        return OVER if self.is_over() else self.turn

    def view(self, seat: Seat) -> View:
        """The table as a viewpoint may see it."""
        return dict(sight.view(self, seat))

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return sight.determinize(self, seat, rng)

    def winners(self) -> list[Seat]:
        """The pirate king, or both if nothing settles a tie."""
        return scoring.winners(self)

    def scores(self) -> list[int]:
        """Gold under the chests and of the captured ships, as it stands."""
        return [scoring.score(self, seat) for seat in range(SEATS)]

    def all_pieces(self) -> list[int]:
        """The cards of the deck."""
        return list(range(CARDS if BOX.decks[self.deck].specials else PIRATES))

    def derive(self) -> None:
        """The number of turns follows from the deck, strengths and captains from the crews.

        JNR-S3
        """
        self.turns = BOX.decks[self.deck].turns
        self.faces = packed_faces(self.laid)
        self.share_out()
        self.strengths = 0
        self.ruled = 0
        for place in range(len(self.crews)):
            self.change_strength(place, captains.strength(self.crews[place]))
        for ship in range(SHIPS):
            captains.check(self, ship)
