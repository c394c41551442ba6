"""Previews: what a play would change, before one commits."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from broadside.kernel.event import Seat
from broadside.kernel.sight import or_none

from . import captains, cards, verbs
from .turn import Playing

if TYPE_CHECKING:
    from .table import Table


class PreviewView(TypedDict):
    """A ship and the own chest as a play would leave them; Tortuga may change several ships.

    `play` is the action, without the card if it becomes a parrot: there all do the same. `gain` is
    what the own crew there or the own chest would gain.
    """

    play: str
    ship: str
    gain: int
    strength: list[int]
    captain: int | None
    chest: int


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """All plays of the seat that plays; each is carried out on a copy, as it would be here."""
    step = t.agenda[-1] if t.is_asked(seat) else None
    if not isinstance(step, Playing):
        return []
    found: list[PreviewView] = []
    chest = t.chest_gold(seat)
    parrot = -1
    for action in t.legal(seat):
        play = action.text
        if action.verb == verbs.PLACE_PARROT:
            parrot = action.first if parrot < 0 else parrot
            if action.first != parrot:
                continue
            play = verbs.PARROT_ON[action.second]
        after = t.clone()
        step.answer(after, seat, action)
        boarded = action.first // cards.VALUES if action.verb == verbs.BOARD else -1
        gold = chest if boarded < 0 else after.chest_gold(seat)
        for ship in range(cards.SHIPS):
            if ship == boarded or after.lead(seat, ship) != t.lead(seat, ship):
                crew = int(after.strength(seat, ship) - t.strength(seat, ship))
                found.append(
                    {
                        "play": play,
                        "ship": cards.SHIP_NAMES[ship],
                        "gain": crew + gold - chest,
                        "strength": [int(after.strength(one, ship)) for one in range(cards.SEATS)],
                        "captain": or_none(int(captains.captain(after, ship))),
                        "chest": gold,
                    }
                )
    return found
