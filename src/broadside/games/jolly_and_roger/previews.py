"""Previews: what a play would change, before one commits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.sight import or_none

from . import captains, cards, verbs
from .turn import NO_SET

if TYPE_CHECKING:
    from .table import Table


class PreviewView(TypedDict):
    """A ship and the own chest as a play would leave them; Tortuga may change several ships.

    `play` is the action, of a parrot without its card; `gain` what the own crew or chest gains.
    """

    play: str
    ship: str
    gain: int
    strength: list[int]
    captain: int | None
    chest: int


PARROT_ON: Final = [f"parrot {ship}" for ship in cards.SHIP_NAMES]


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """All plays of the seat that plays, if they change anything; a card adds what it counts."""
    found: list[PreviewView] = []
    if not t.is_asked(seat) or t.picked == NO_SET:
        return found
    chest, parrot = t.chest_gold(seat), -1
    for action in t.legal(seat):
        verb = action.verb
        if verb is verbs.CALL_KRAKEN or verb is verbs.CALL_TORTUGA:
            found += tried(t, seat, action, chest)
            continue
        play, ship = action.text, action.first // cards.VALUES
        gain = cards.face_strength(verbs.FACE_PLAYED[action.code])
        if verb is verbs.PLACE_PARROT:
            if parrot >= 0 and action.first != parrot:
                continue
            parrot = action.first
            play, ship, gain = PARROT_ON[action.second], action.second, cards.PARROT_STRENGTH
        elif verb is verbs.RAISE_SKELETON:
            ship = action.first
        loot = gain if verb is verbs.BOARD else 0
        found.append(preview(t, seat, play, ship, gain, gain - loot, chest + loot))
    return found


def tried(t: Table, seat: Seat, action: Action, chest: int) -> list[PreviewView]:
    """A kraken or Tortuga, carried out on a copy: the ships where crews are not as they were."""
    after = t.clone()
    t.agenda[-1].answer(after, seat, action)
    found: list[PreviewView] = []
    for ship in range(cards.SHIPS):
        gain = int(after.strength(seat, ship) - t.strength(seat, ship))
        if after.lead(seat, ship) != t.lead(seat, ship):
            found.append(preview(after, seat, action.text, ship, gain, 0, chest))
    return found


def preview(
    t: Table, seat: Seat, play: str, ship: int, gain: int, joins: i64, chest: int
) -> PreviewView:
    """A ship where so much joins the own crew."""
    jolly, roger = t.strength(0, ship), t.strength(1, ship)
    if seat == 0:
        jolly += joins
    else:
        roger += joins
    return {
        "play": play,
        "ship": cards.SHIP_NAMES[ship],
        "gain": gain,
        "strength": [int(jolly), int(roger)],
        "captain": or_none(int(captains.stronger(jolly, roger))),
        "chest": chest,
    }
