"""Ranks: who is Captain, First Mate, Cabin Boy, Governor, and what they may do in their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import cards, deeds, events, verbs

if TYPE_CHECKING:
    from .table import Table

CAPTAIN: Final = 1
FIRST_MATE: Final = 2
CABIN_BOY: Final = 4
GOVERNOR: Final = 8
RANK_NAMES: Final = ["captain", "first_mate", "cabin_boy", "governor"]
"""By the bits of a mask."""


def ranks_of(t: Table, seat: Seat) -> int:
    """The ranks of a seat, as a mask.

    The first on a ship is its Captain, the second its First Mate, and the last, whatever the
    number, its Cabin Boy; alone he is the Captain as well. The first on Tortuga is the Governor.
    T67-P1
    """
    place = t.places[seat]
    if not is_ship(place):
        return GOVERNOR if place == cards.TO and t.lines[cards.TO][0] == seat else 0
    line = t.lines[place]
    found = CAPTAIN if line[0] == seat else FIRST_MATE if line[1] == seat else 0
    return found | CABIN_BOY if line[-1] == seat else found


def is_ship(place: int) -> bool:
    """Whether a place is one of the two ships."""
    return place == cards.FD or place == cards.JR


def has_room(t: Table, ship: int) -> bool:
    """Never more than five pawns on a ship.  T67-P2 T67-R8"""
    return len(t.lines[ship]) < cards.SHIP_LINE_MAX


def is_exploded(t: Table, boat: int) -> bool:
    """Whether a rowboat is closed for good."""
    return t.exploded >> (boat - cards.BOATS[0]) & 1 == 1


def albatrosses(t: Table, place: int) -> int:
    """How many Albatrosses the pawns of a place have in all."""
    count = 0
    for seat in t.lines[place]:
        for card in t.kept[seat]:
            if cards.EVENT_KIND[card] == cards.ALBATROSS:
                count += 1
    return count


# ----------------------------------------------------------------------------- orders


def add_orders(t: Table, seat: Seat, found: list[Action]) -> None:
    """What a seat may do by its rank.  T67-P1"""
    ranks = ranks_of(t, seat)
    place = t.places[seat]
    if ranks & CAPTAIN:
        found.append(verbs.ATTACK.of())  # even alone, even with nothing to take  T67-A6 T67-R4
        for other in range(t.seats):
            if other != seat and t.places[other] == place:
                found.append(verbs.MAROON.of(other))  # T67-A7
    elif ranks & FIRST_MATE:
        found.append(verbs.MUTINY.of())  # T67-A8
    elif ranks & GOVERNOR:
        found.append(verbs.BRAWL.of())  # even alone  T67-A10
    if ranks & CABIN_BOY:
        british, french = cards.hold_of(place, cards.BRITISH), cards.hold_of(place, cards.FRENCH)
        if t.chests[french]:
            found.append(verbs.SMUGGLE.of(british - cards.FIRST_HOLD))  # T67-A9
        if t.chests[british]:
            found.append(verbs.SMUGGLE.of(french - cards.FIRST_HOLD))  # T67-A9


def tempting_orders(t: Table, seat: Seat) -> list[Action]:
    """The ranks on the board, the others aboard, and the holds of the own ship."""
    found = [verbs.ATTACK.of(), verbs.MUTINY.of(), verbs.BRAWL.of()]
    ship = t.places[seat]
    if is_ship(ship):
        found += [verbs.MAROON.of(other) for other in t.lines[ship] if other != seat]
        found += verbs.SMUGGLE.actions[2 * ship : 2 * ship + 2]
    return found


def smuggle(t: Table, seat: Seat, hold: int) -> None:
    """One chest from one hold of the own ship to the other.  T67-A9"""
    ship = t.places[seat]
    source = cards.hold_of(ship, cards.BRITISH) + cards.hold_of(ship, cards.FRENCH) - hold
    t.move_chest(source, hold)
    t.tell(events.SMUGGLED, seat, source, hold)
    deeds.note(t, deeds.SMUGGLED, seat, y=hold)


def denial_by_rank(t: Table, seat: Seat, action: Action) -> Denial:
    """Why an order is not this seat's to give.  T67-A6 T67-A7 T67-A8 T67-A10"""
    verb = action.verb
    if verb == verbs.SMUGGLE:
        return denial_to_smuggle(t, seat, action)
    if verb == verbs.MUTINY:
        reason = "only the First Mate, second on a ship, calls for a mutiny"
        return Denial(action, "not_first_mate", reason, "T67-A8")
    if verb == verbs.BRAWL:
        reason = "only the Governor, first on Tortuga, starts a brawl"
        return Denial(action, "not_governor", reason, "T67-A10")
    rule = "T67-A7" if verb == verbs.MAROON else "T67-A6"
    if not ranks_of(t, seat) & CAPTAIN:
        reason = "only the Captain, first on a ship, does this"
        return Denial(action, "not_captain", reason, rule)
    if action.first == seat:
        return Denial(action, "not_yourself", "maroon another one", rule)
    return Denial(action, "not_aboard", "this pawn is not on your ship", rule)


def denial_to_smuggle(t: Table, seat: Seat, action: Action) -> Denial:
    """Not the Cabin Boy, not his ship, nothing to move.  T67-A9"""
    if not ranks_of(t, seat) & CABIN_BOY:
        reason = "only the Cabin Boy, the last in a ship's line, smuggles"
        return Denial(action, "not_cabin_boy", reason, "T67-A9")
    hold = cards.FIRST_HOLD + action.first
    if action.first // 2 != t.places[seat]:
        reason = f"{cards.TREASURY_NAMES[hold]} is not a hold of your ship"
        return Denial(action, "not_your_hold", reason, "T67-A9")
    return Denial(action, "hold_is_empty", "the other hold has no chest", "T67-A9")
