"""Who sees what, and the worlds a seat cannot tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import dealt_anew

from . import captains, scoring
from .cards import (
    CARD_NAMES,
    FACE_NAMES,
    FACE_OF,
    FACES,
    PARROT,
    SEATS,
    SHIP_GOLD,
    SHIP_NAMES,
    SHIPS,
    STRENGTH,
)
from .events import NO_TIE, TIE_BREAK
from .turn import NO_SET, PICKING, SPLITTING
from .verbs import SET_A, SET_B

if TYPE_CHECKING:
    from .table import Table


class RemovedView(TypedDict):
    """A card out of the game; null if it went unseen."""

    card: str | None


class LaidView(TypedDict):
    """One of the five cards of this turn."""

    card: str
    set: str | None
    played: bool


class OwnersView(TypedDict):
    """Whose the two sets are, once they are picked."""

    A: int | None
    B: int | None


class CrewCardView(TypedDict):
    """A card in a crew; null for a parrot whose face is not shown."""

    card: str | None
    face_up: bool
    strength: int


class ShipView(TypedDict):
    """One ship with both crews, from first to last card."""

    ship: str
    gold: int
    captain: int | None
    strength: list[int]
    crews: list[list[CrewCardView]]


class ChestView(TypedDict):
    """A treasure chest; cards and gold are null while they are hidden."""

    count: int
    cards: list[str] | None
    gold: int | None


class ScoreView(TypedDict):
    """The final score, and what settled a tie."""

    chest: list[int]
    ships: list[int]
    total: list[int]
    winners: list[int]
    tie_break: str | None


class TableView(TypedDict):
    """The whole table as one viewpoint sees it."""

    turn: int
    turns: int
    phase: str
    splitter: int
    picker: int
    actor: int | None
    pile: int
    box: int
    removed: list[RemovedView]
    laid: list[LaidView]
    owners: OwnersView
    ships: list[ShipView]
    chests: list[ChestView]
    supply: list[int]
    unseen: dict[str, int]
    score: ScoreView | None
    pile_cards: list[str] | None
    box_cards: list[str] | None


def view(t: Table, seat: Seat) -> TableView:
    """Everything but the pile and the set-up box; those only in a finished game's replay.

    JNR-S5 JNR-H1
    """
    all_open = seat == EVERYTHING
    asked = t.deciders()
    return {
        "turn": t.turn,
        "turns": t.turns,
        "phase": phase(t),
        "splitter": t.splitter,
        "picker": t.picker(),
        "actor": asked[0] if asked else None,
        "pile": len(t.pile),
        "box": len(t.box),
        "removed": [view_removed(t, entry, all_open) for entry in t.removed],
        "laid": [view_laid(t, position) for position in range(len(t.laid))],
        "owners": view_owners(t),
        "ships": [view_ship(t, ship, seat) for ship in range(SHIPS)],
        "chests": [view_chest(t, owner, seat) for owner in range(SEATS)],
        "supply": [captains.supply(t, owner) for owner in range(SEATS)],
        "unseen": unseen(t),
        "score": view_score(t) if t.is_over() else None,
        "pile_cards": names(t.pile) if all_open else None,
        "box_cards": names(t.box) if all_open else None,
    }


def names(cards: tuple[int, ...]) -> list[str]:
    """The names of some cards, in order."""
    return [CARD_NAMES[card] for card in cards]


def phase(t: Table) -> str:
    """What the table is doing: split, pick, play or over."""
    if not t.agenda:
        return "over"
    if t.agenda[-1] is SPLITTING:
        return "split"
    return "pick" if t.agenda[-1] is PICKING else "play"


def shows_faces(t: Table, owner: Seat, seat: Seat) -> bool:
    """Whether a viewpoint may look under an owner's parrots and chest again.

    Everybody saw these cards; `closed` asks people to remember. It is a matter of display, for bots
    keep the history, and ends with the game.  JNR-R13 JNR-R19 JNR-H3
    """
    return not t.is_closed or seat in (owner, EVERYTHING) or t.is_over()


def view_removed(t: Table, entry: int, all_open: bool) -> RemovedView:
    """A card out of the game; one eaten face down stays unseen in `closed`.  JNR-R14"""
    is_hidden = entry >= PARROT and t.is_closed and not all_open and not t.is_over()
    return {"card": None if is_hidden else CARD_NAMES[entry % PARROT]}


def view_laid(t: Table, position: int) -> LaidView:
    """One of the five cards: both sets stay face up, played or not.  JNR-F3"""
    in_a = t.set_a >> position & 1
    return {
        "card": CARD_NAMES[t.laid[position]],
        "set": None if not t.set_a else "A" if in_a else "B",
        "played": not t.left >> position & 1,
    }


def view_owners(t: Table) -> OwnersView:
    """Whose the two sets are."""
    if t.picked == NO_SET:
        return {"A": None, "B": None}
    return {
        "A": t.picker() if t.picked == SET_A else t.splitter,
        "B": t.picker() if t.picked == SET_B else t.splitter,
    }


def view_ship(t: Table, ship: int, seat: Seat) -> ShipView:
    """One ship; they lie in ascending gold order, a side for each seat.  JNR-S3"""
    captain = captains.captain(t, ship)
    return {
        "ship": SHIP_NAMES[ship],
        "gold": SHIP_GOLD[ship],
        "captain": captain if captain >= 0 else None,
        "strength": [int(t.strength(owner, ship)) for owner in range(SEATS)],
        "crews": [view_crew(t, ship, owner, seat) for owner in range(SEATS)],
    }


def view_crew(t: Table, ship: int, owner: Seat, seat: Seat) -> list[CrewCardView]:
    """A crew from first to last card."""
    cards: list[CrewCardView] = []
    for entry in t.crews[owner * SHIPS + ship]:
        is_open = entry < PARROT or shows_faces(t, owner, seat)
        cards.append(
            {
                "card": CARD_NAMES[entry % PARROT] if is_open else None,
                "face_up": entry < PARROT,
                "strength": STRENGTH[entry],
            }
        )
    return cards


def view_chest(t: Table, owner: Seat, seat: Seat) -> ChestView:
    """A chest: its number of cards, and what is in it for those who may look."""
    is_open = shows_faces(t, owner, seat)
    return {
        "count": len(t.chests[owner]),
        "cards": names(t.chests[owner]) if is_open else None,
        "gold": t.chest_gold(owner) if is_open else None,
    }


def view_score(t: Table) -> ScoreView:
    """The final score sheet."""
    tie = scoring.tie_break(t)
    return {
        "chest": [t.chest_gold(seat) for seat in range(SEATS)],
        "ships": [scoring.ships_gold(t, seat) for seat in range(SEATS)],
        "total": [scoring.score(t, seat) for seat in range(SEATS)],
        "winners": scoring.winners(t),
        "tie_break": None if tie == NO_TIE else TIE_BREAK.values[tie],
    }


def unseen(t: Table) -> dict[str, int]:
    """The pool nobody has seen, pile and set-up box together, as numbers per face.  JNR-H1"""
    counts = [0] * FACES
    for card in t.pile + t.box:
        counts[FACE_OF[card]] += 1
    return {FACE_NAMES[face]: counts[face] for face in range(FACES) if counts[face]}


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Shuffle the unseen pool, deal the pile from it, the rest is the set-up box.

    What everybody saw once stays as it is, hidden from view or not.  JNR-H2 JNR-H3
    """
    world = t.clone()
    world.knows = t.knows[:]
    dealt = dealt_anew(world.knows, [t.pile, t.box], seat, rng)
    world.pile, world.box = dealt[0], dealt[1]
    world.rng = rng.spawn()
    return world
