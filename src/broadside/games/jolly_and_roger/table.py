"""The table: what lies where, and the few movers that may change it."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from broadside.kernel.book import Book
from broadside.kernel.event import FOREVER, OVER, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.rows import ALONE
from broadside.kernel.state import State

from . import captains, cards, events, scoring, sight, verbs
from .book import BOOK
from .turn import NO_SET

STRENGTH_BITS: Final = 8
STRENGTH_MASK: Final = 255
"""No crew is as strong as that: all cards of the box together are 116 at most."""
ALL_SHIPS: Final = 15


def crew_place(seat: i64, ship: i64) -> i64:
    """Where a seat's crew on a ship stands in the list of crews."""
    return seat * cards.SHIPS + ship


def packed_faces(row: tuple[int, ...]) -> i64:
    """The faces of some cards in one number, the first one lowest."""
    found: i64 = 0
    shift: i64 = 0
    for card in row:
        face: i64 = cards.FACE_OF[card]
        found |= face << shift
        shift += cards.FACE_BITS
    return found


@final
class Table(State):
    """One game of Jolly & Roger. Seat 0 is Jolly, seat 1 is Roger.

    Four ships with two crews each, two chests, and a captain for every ship.  JNR-S3 JNR-S2
    """

    def clone(self) -> Table:
        """An independent copy."""
        twin = Table(cards.SEATS)
        self.copy_into(twin)
        twin.copy_zones(self)
        return twin

    def copy_zones(self, other: Table) -> None:
        """Become like another table. Every field is declared by the line that copies it.

        Tuples are shared, for they are only replaced.
        """
        # Options.
        self.deck: int = other.deck
        self.first_splitter: int = other.first_splitter
        self.is_closed: bool = other.is_closed
        self.turns: int = other.turns
        self.has_parrots: bool = other.has_parrots
        # The turn: the five cards, which are still to be played, which are set A, what was picked.
        self.turn: int = other.turn
        self.splitter: int = other.splitter
        self.laid: tuple[int, ...] = other.laid
        self.left: i64 = other.left
        self.set_a: i64 = other.set_a
        self.picked: int = other.picked
        # What is asked for all the time, in one number each: the faces of the five cards, FACE_BITS
        # for each, and the positions of the cards that each seat must still play.
        self.faces: i64 = other.faces
        self.to_play: i64 = other.to_play
        # The pile, top first, and the cards that are out of the game.
        self.pile: tuple[int, ...] = other.pile
        self.box: tuple[int, ...] = other.box
        self.removed: tuple[int, ...] = other.removed
        # By seat, and by ship: crews from first to last card; in one number each their strengths,
        # STRENGTH_BITS for each crew, and where the seat's captains stand, a bit for each ship.
        self.crews: list[tuple[int, ...]] = other.crews[:]
        self.strengths: i64 = other.strengths
        self.ruled: i64 = other.ruled
        # By seat.
        self.chests: list[tuple[int, ...]] = other.chests[:]
        # Whether no copy has the same list of who knows what.
        self.owns_knows: bool = False

    def knows_for_copy(self) -> list[int]:
        """Who knows what, shared until one of the tables lays out its next cards."""
        self.owns_knows = False
        return self.knows

    # Movers: the only code that touches a zone, a crew or a mask. Each tells the log.

    def lay_out(self) -> None:
        """Lay the next cards of the pile face up. In `closed` people must remember them.

        In the pocket edition they lie in ascending order: fewer tables look different.  JNR-R20
        """
        deck = cards.BOX.decks[self.deck]
        self.laid = self.pile[: deck.cards_per_turn]
        self.pile = self.pile[deck.cards_per_turn :]
        if not self.has_parrots:
            self.laid = tuple(sorted(self.laid))
        self.faces = packed_faces(self.laid)
        self.left = (1 << deck.cards_per_turn) - 1
        self.set_a = 0
        self.picked = NO_SET
        self.to_play = 0
        if not self.owns_knows:
            self.knows = self.knows[:]
            self.owns_knows = True
        for card in self.laid:
            self.knows[card] = self.everyone
        if self.log is not None:
            values = [self.turn, self.splitter]
            knowers = 0 if self.is_closed else self.everyone
            self.record(events.TURN_BEGAN, values, list(self.laid), knowers, self.turn)  # JNR-R13

    def pick_set(self, chosen: int) -> None:
        """The picker takes a set, the other one is the splitter's: what each must still play."""
        self.picked = chosen
        first: i64 = self.left & self.set_a
        second: i64 = self.left & ~self.set_a
        if (self.picked == verbs.SET_A) == (self.splitter == 0):
            first, second = second, first
        self.to_play = first | second << cards.CARDS_PER_TURN

    def take_from_set(self, seat: i64, face: i64) -> i64:
        """Take the first remaining card of that face out of a seat's set."""
        mask = self.cards_left(seat)
        faces = self.faces
        position: i64 = 0
        while not mask & 1 or faces & cards.FACE_MASK != face:
            assert mask, "no card of that face is left"
            mask >>= 1
            faces >>= cards.FACE_BITS
            position += 1
        bit: i64 = 1
        self.left ^= bit << position
        self.to_play ^= bit << seat * cards.CARDS_PER_TURN + position
        return self.laid[position]

    def add_to_crew(self, seat: i64, ship: i64, entry: i64) -> None:
        """Add a card, or a card + PARROT, as the last of a crew."""
        place = crew_place(seat, ship)
        self.crews[place] = self.crews[place] + ALONE[entry]
        self.change_strength(place, cards.STRENGTH[entry])

    def change_strength(self, place: i64, by: i64) -> None:
        """A crew has become stronger or weaker."""
        self.strengths += by << place * STRENGTH_BITS

    def add_parrot(self, seat: i64, ship: i64, card: i64) -> None:
        """Add a card face down as the last of a crew."""
        self.add_to_crew(seat, ship, card + cards.PARROT)
        if self.log is not None:
            self.tell_owner(events.PARROT_PLACED, [int(seat), int(ship), int(card)], seat)

    def add_to_chest(self, seat: i64, ship: i64, card: i64) -> None:
        """Put a card under a chest; it was played through that ship."""
        self.chests[seat] = self.chests[seat] + ALONE[card]
        if self.log is not None:
            self.tell_owner(events.BOARDED, [int(seat), int(ship), int(card)], seat)

    def take_last(self, seat: Seat, ship: int, by: Seat) -> None:
        """Remove the last card of a crew from the game, seen or unseen as it lay."""
        place = crew_place(seat, ship)
        entry = self.crews[place][-1]
        self.crews[place] = self.crews[place][:-1]
        self.change_strength(place, -cards.STRENGTH[entry])
        self.removed += ALONE[entry]
        if self.log is not None:
            is_open = entry < cards.PARROT
            values = [by, ship, seat, 1 if is_open else 0, entry % cards.PARROT]
            # In `closed` nobody looks at an eaten parrot until all is told at the end.
            knowers = self.everyone if is_open or not self.is_closed else 0  # JNR-R14
            self.record(events.KRAKEN_TOOK, values, [], knowers, OVER)  # JNR-R19

    def move_captain(self, seat: i64, ship: i64) -> None:
        """Put a captain on a ship, or take him off."""
        bit: i64 = 1
        self.ruled ^= bit << crew_place(seat, ship)

    def turn_up(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over for good; it counts what its face says from now on."""
        place = crew_place(seat, ship)
        crew = self.crews[place]
        card = crew[place_in_crew] - cards.PARROT
        self.crews[place] = crew[:place_in_crew] + ALONE[card] + crew[place_in_crew + 1 :]
        self.change_strength(place, cards.STRENGTH[card] - 1)
        self.tell(events.PARROT_TURNED, seat, ship, place_in_crew, card)

    def show_and_turn_back(self, seat: Seat, ship: int, place_in_crew: int) -> None:
        """Turn a parrot over and back again: it stays a parrot, but was seen once more."""
        if self.log is not None:
            card = self.crews[crew_place(seat, ship)][place_in_crew] - cards.PARROT
            self.tell_owner(events.PARROT_STAYED, [seat, ship, place_in_crew, card], seat)

    def remove(self, card: i64) -> None:
        """Put a special card that has done its work into the box, open."""
        self.removed += ALONE[card]

    def tell_owner(self, kind: int, values: list[int], owner: i64) -> None:
        """Record a fact about a card that everybody saw, and that `closed` lets people forget."""
        if self.is_closed:
            self.record(kind, values, [], 1 << int(owner), self.turn)
        else:
            self.record(kind, values, [], self.everyone, FOREVER)

    # Questions about the table.

    def picker(self) -> Seat:
        """The seat without the flag."""
        return 1 - self.splitter

    def cards_left(self, seat: i64) -> i64:
        """The positions of the cards a seat must still play."""
        return self.to_play >> seat * cards.CARDS_PER_TURN & verbs.ALL_POSITIONS

    def strength(self, seat: i64, ship: i64) -> i64:
        """The strength of a seat's crew on a ship."""
        return self.strengths >> crew_place(seat, ship) * STRENGTH_BITS & STRENGTH_MASK

    def lead(self, seat: i64, ship: i64) -> int:
        """How much stronger a seat's crew is than the other's; below zero how much weaker."""
        return int(self.strength(seat, ship) - self.strength(1 - seat, ship))

    def ships_ruled(self, seat: i64) -> i64:
        """The ships where a seat's captains stand, as a mask."""
        return self.ruled >> seat * cards.SHIPS & ALL_SHIPS

    def chest_gold(self, seat: Seat) -> int:
        """The gold under a seat's chest."""
        gold = 0
        for card in self.chests[seat]:
            gold += cards.gold_of(card)
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
        return cast("View", sight.view(self, seat))

    def determinize(self, seat: Seat, rng: Rng) -> Table:
        """A world this seat cannot tell from ours."""
        return sight.determinize(self, seat, rng)

    def winners(self) -> list[Seat]:
        """The pirate king, or both if nothing settles a tie."""
        return scoring.winners(self)

    def scores(self) -> list[int]:
        """Gold under the chests and of the captured ships, as it stands."""
        return [scoring.score(self, seat) for seat in range(cards.SEATS)]

    def all_pieces(self) -> list[int]:
        """The cards of the deck."""
        return cards.BOX.decks[self.deck].cards[:]

    def derive(self) -> None:
        """Turns follow from the deck, strengths and captains from the crews.  JNR-S3"""
        self.owns_knows = False
        self.turns = cards.BOX.decks[self.deck].turns
        self.has_parrots = cards.BOX.decks[self.deck].parrots
        self.faces = packed_faces(self.laid)
        self.pick_set(self.picked)
        self.strengths = 0
        self.ruled = 0
        for place in range(len(self.crews)):
            for entry in self.crews[place]:
                self.change_strength(place, cards.STRENGTH[entry])
        for ship in range(cards.SHIPS):
            captains.check(self, ship)
