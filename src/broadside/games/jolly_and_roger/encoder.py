"""What a seat sees as a row of numbers, quickly: as the layout of the game's observations has it.

Crews and chests come again and again: the bytes of each are made once.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.encoding import NOT_THERE, Encoder, as_byte
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import captains, cards, sight, verbs
from .table import Table

PHASES: Final = ["over", "pick", "play", "split"]
"""In the order of the layout."""
REMOVED_SHOWN: Final = 8
KEPT: Final = 20_000
"""No more pieces of a kind are kept at a time: a long training must not fill the memory."""
SIZE: Final = 366


class Pool:
    """How many unseen cards there are of each face, with the box that counts among them."""

    def __init__(self, box: tuple[int, ...], counts: bytes) -> None:
        self.box = box
        self.counts = counts


class JollyAndRogerEncoder(Encoder):
    """Writes observations of Jolly & Roger."""

    def __init__(self) -> None:
        super().__init__(SIZE)
        self.ships: dict[int, bytes] = {}
        self.crews: dict[tuple[int, ...], bytes] = {}
        self.hidden_crews: dict[tuple[int, ...], bytes] = {}
        self.chests: dict[tuple[int, ...], bytes] = {}
        self.pools: dict[tuple[int, ...], Pool] = {}

    def write(self, table: State, seat: Seat, out: list[bytes]) -> None:
        """The seat, and what it sees, in the order of the view."""
        assert isinstance(table, Table)
        out.append(bytes(start(table, seat)))
        first = self.crews if sight.shows_faces(table, 0, seat) else self.hidden_crews
        second = self.crews if sight.shows_faces(table, 1, seat) else self.hidden_crews
        for ship in range(cards.SHIPS):
            out.append(self.ship(table, ship))
            out.append(self.crew(table.crews[ship], first))
            out.append(self.crew(table.crews[cards.SHIPS + ship], second))
        for owner in range(cards.SEATS):
            out.append(self.chest(table, owner, seat))
        out.append(bytes([captains.supply(table, owner) for owner in range(cards.SEATS)]))
        out.append(self.pool(table))

    def ship(self, t: Table, ship: int) -> bytes:
        """A ship without its crews; there are not many ways it can be."""
        captain = int(captains.captain(t, ship))
        first, second = int(t.strength(0, ship)), int(t.strength(1, ship))
        key = ((captain + 1) * cards.SHIPS + ship) << 16 | first << 8 | second
        found = self.ships.get(key)
        if found is None:
            head = captain if captain >= 0 else NOT_THERE
            found = bytes([ship, cards.SHIP_GOLD[ship], head, first, second])
            self.ships[key] = found
        return found

    def crew(self, crew: tuple[int, ...], kept: dict[tuple[int, ...], bytes]) -> bytes:
        """A crew: how many cards, of which faces, the last one."""
        found = kept.get(crew)
        if found is None:
            found = crew_bytes(crew, kept is self.crews)
            keep(kept, crew, found)
        return found

    def chest(self, t: Table, owner: Seat, seat: Seat) -> bytes:
        """A chest: what is in it for those who may look."""
        held = t.chests[owner]
        if not sight.shows_faces(t, owner, seat):
            return bytes([len(held)] + [NOT_THERE] * (cards.PIRATE_FACES + 3))
        found = self.chests.get(held)
        if found is None:
            counts = [0] * (cards.PIRATE_FACES + 1)
            for card in held:
                counts[min(cards.FACE_OF[card], cards.PIRATE_FACES)] += 1
            gold = as_byte(t.chest_gold(owner))
            found = bytes([len(held), len(held)] + counts + [gold])
            keep(self.chests, held, found)
        return found

    def pool(self, t: Table) -> bytes:
        """The unseen cards; pile and box stay as they are for a whole turn."""
        known = self.pools.get(t.pile)
        if known is not None and known.box == t.box:
            return known.counts
        if len(self.pools) >= KEPT:
            self.pools.clear()
        found = bytes(cards.count_faces(t.pile + t.box))
        self.pools[t.pile] = Pool(t.box, found)
        return found


def keep(kept: dict[tuple[int, ...], bytes], key: tuple[int, ...], found: bytes) -> None:
    """Remember the bytes of a piece; forget all of them when they are too many."""
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = found


def start(t: Table, seat: Seat) -> list[int]:
    """The numbers before the ships: the turn, what is out of the game, the five cards."""
    phase = PHASES.index(sight.phase(t))
    found: list[int] = [seat, t.turn, t.turns, phase, t.splitter, t.picker(), len(t.pile)]
    found.append(len(t.box))
    gone = t.removed[:REMOVED_SHOWN]
    for entry in gone:
        is_hidden = sight.is_hidden(t, entry, all_open=False)
        found.append(NOT_THERE if is_hidden else cards.FACE_OF[entry % cards.PARROT])
    found += [NOT_THERE] * (REMOVED_SHOWN - len(gone))
    for position in range(cards.CARDS_PER_TURN):
        if position >= len(t.laid):
            found += [NOT_THERE, NOT_THERE, NOT_THERE]
            continue
        found.append(cards.FACE_OF[t.laid[position]])
        found.append(NOT_THERE if not t.set_a else 0 if t.set_a >> position & 1 else 1)
        found.append(0 if t.left >> position & 1 else 1)
    return found + [as_byte(sight.set_owner(t, chosen)) for chosen in (verbs.SET_A, verbs.SET_B)]


def crew_bytes(crew: tuple[int, ...], is_open: bool) -> bytes:
    """A crew as its owner sees it, or somebody who does not look under parrots."""
    counts = [0] * (cards.FACES + 1)
    open_cards = 0
    strength = 0
    for entry in crew:
        counts[
            cards.FACE_OF[entry % cards.PARROT] if is_open or entry < cards.PARROT else cards.FACES
        ] += 1
        open_cards += 1 if entry < cards.PARROT else 0
        strength += cards.STRENGTH[entry]
    last: list[int] = [NOT_THERE, NOT_THERE, NOT_THERE]
    if crew:
        top = crew[-1]
        face = cards.FACE_OF[top % cards.PARROT] if is_open or top < cards.PARROT else NOT_THERE
        last = [face, 1 if top < cards.PARROT else 0, cards.STRENGTH[top]]
    return bytes([len(crew)] + counts + [open_cards, strength] + last)
