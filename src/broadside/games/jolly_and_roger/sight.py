"""Who sees what, and the worlds a seat cannot tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import dealt_anew, or_none

from . import captains, cards, events, scoring, verbs
from .previews import PreviewView, previews
from .turn import NO_SET, PICKING, SPLITTING

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
    captured: list[int]
    supply: list[int]
    unseen: dict[str, int]
    previews: list[PreviewView]
    score: ScoreView | None
    pile_cards: list[str] | None
    box_cards: list[str] | None


# What lies in a row looks the same at every table: a view has copies of these, which are made in
# less time than the parts would be.
CREW_CARDS: Final[list[CrewCardView]] = [
    {
        "card": cards.CARD_NAMES[entry % cards.PARROT]
        if entry % cards.PARROT < cards.CARDS
        else None,
        "face_up": entry < cards.PARROT,
        "strength": cards.STRENGTH[entry],
    }
    for entry in range(cards.PARROT + cards.CARDS)
]
"""By entry, for those who see its face."""
UNSEEN_PARROT: Final[CrewCardView] = {
    "card": None,
    "face_up": False,
    "strength": cards.PARROT_STRENGTH,
}
LAID_CARDS: Final[list[LaidView]] = [
    {"card": name, "set": division, "played": played}
    for name in cards.CARD_NAMES
    for division in (None, "A", "B")
    for played in (False, True)
]
"""By card, by set (none, A or B), and by whether it was played."""


LAST_POOL: Final[list[tuple[tuple[int, ...], tuple[int, ...], dict[str, int]]]] = [((), (), {})]
"""Everybody at a table is shown the same pool: the pile, the box, and how many there are."""


def view(t: Table, seat: Seat) -> TableView:
    """Everything but the pile and the set-up box; those only in a finished game's replay.

    JNR-S5 JNR-H1
    """
    all_open = seat == EVERYTHING
    shown = [shows_faces(t, owner, seat) for owner in range(cards.SEATS)]
    return {
        "turn": t.turn,
        "turns": t.turns,
        "phase": phase(t),
        "splitter": t.splitter,
        "picker": t.picker(),
        "actor": t.deciders()[0] if t.waiting else None,
        "pile": len(t.pile),
        "box": len(t.box),
        "removed": [
            {
                "card": None
                if is_hidden(t, entry, all_open)
                else cards.CARD_NAMES[entry % cards.PARROT]
            }
            for entry in t.removed
        ],
        "laid": [view_laid(t, position) for position in range(len(t.laid))],
        "owners": {
            "A": or_none(set_owner(t, verbs.SET_A)),
            "B": or_none(set_owner(t, verbs.SET_B)),
        },
        "ships": [view_ship(t, ship, shown) for ship in range(cards.SHIPS)],
        "chests": [view_chest(t, owner, shown[owner]) for owner in range(cards.SEATS)],
        "captured": [scoring.ships_gold(t, owner) for owner in range(cards.SEATS)],
        "supply": [captains.supply(t, owner) for owner in range(cards.SEATS)],
        "unseen": unseen(t),
        "previews": previews(t, seat),
        "score": view_score(t) if t.is_over() else None,
        "pile_cards": names(t.pile) if all_open else None,
        "box_cards": names(t.box) if all_open else None,
    }


def names(row: tuple[int, ...]) -> list[str]:
    """The names of some cards, in order."""
    return [cards.CARD_NAMES[card] for card in row]


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


def is_hidden(t: Table, entry: int, all_open: bool) -> bool:
    """Whether a card out of the game is unseen: in `closed` one eaten face down is.  JNR-R14"""
    return entry >= cards.PARROT and t.is_closed and not all_open and not t.is_over()


def view_laid(t: Table, position: int) -> LaidView:
    """One of the five cards: both sets stay face up, played or not.  JNR-F3"""
    division = 0 if not t.set_a else 1 if t.set_a >> position & 1 else 2
    played = 0 if t.left >> position & 1 else 1
    return LAID_CARDS[(t.laid[position] * 3 + division) * 2 + played].copy()


def set_owner(t: Table, chosen: int) -> Seat:
    """Whose a set is; nobody's until one is picked."""
    if t.picked == NO_SET:
        return captains.NOBODY
    return t.picker() if t.picked == chosen else t.splitter


def view_ship(t: Table, ship: int, shown: list[bool]) -> ShipView:
    """One ship; they lie in ascending gold order, a side for each seat.  JNR-S3

    `shown` says by owner whether the faces of the parrots are.
    """
    return {
        "ship": cards.SHIP_NAMES[ship],
        "gold": cards.SHIP_GOLD[ship],
        "captain": or_none(int(captains.captain(t, ship))),
        "strength": [int(t.strength(owner, ship)) for owner in range(cards.SEATS)],
        "crews": [view_crew(t, ship, owner, shown[owner]) for owner in range(cards.SEATS)],
    }


def view_crew(t: Table, ship: int, owner: Seat, is_shown: bool) -> list[CrewCardView]:
    """A crew from first to last card."""
    crew = t.crews[owner * cards.SHIPS + ship]
    if is_shown:
        return [CREW_CARDS[entry].copy() for entry in crew]
    return [(CREW_CARDS[entry] if entry < cards.PARROT else UNSEEN_PARROT).copy() for entry in crew]


def view_chest(t: Table, owner: Seat, is_shown: bool) -> ChestView:
    """A chest: its number of cards, and what is in it for those who may look."""
    return {
        "count": len(t.chests[owner]),
        "cards": names(t.chests[owner]) if is_shown else None,
        "gold": t.chest_gold(owner) if is_shown else None,
    }


def view_score(t: Table) -> ScoreView:
    """The final score sheet."""
    tie = scoring.tie_break(t)
    return {
        "chest": [t.chest_gold(seat) for seat in range(cards.SEATS)],
        "ships": [scoring.ships_gold(t, seat) for seat in range(cards.SEATS)],
        "total": [scoring.score(t, seat) for seat in range(cards.SEATS)],
        "winners": scoring.winners(t),
        "tie_break": None if tie == events.NO_TIE else events.TIE_BREAK.values[tie],
    }


def unseen(t: Table) -> dict[str, int]:
    """The pool nobody has seen, pile and set-up box together, as numbers per face.  JNR-H1"""
    pile, box, pool = LAST_POOL[0]
    if pile is not t.pile or box is not t.box:
        counts = cards.count_faces(t.pile + t.box)
        pool = {cards.FACE_NAMES[face]: n for face, n in enumerate(counts) if n}
        LAST_POOL[0] = (t.pile, t.box, pool)
    return pool.copy()


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Shuffle the unseen pool, deal the pile from it, the rest is the set-up box.

    What everybody saw once stays as it is, hidden from view or not.  JNR-H2 JNR-H3
    """
    world = t.clone()
    # What is dealt anew nobody knows, before and after: the masks, which both tables share, stay.
    dealt = dealt_anew(world.knows, [t.pile, t.box], seat, rng)
    world.pile, world.box = dealt[0], dealt[1]
    world.rng = rng.spawn()
    return world
