"""A turn: split five cards, pick a set, play every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Denial, Prompt

from . import captains, scoring, specials
from .cards import (
    FACE_BIT,
    FACE_NAMES,
    FACE_OF,
    KRAKEN,
    PIRATE_FACES,
    RED,
    SHIP_NAMES,
    SKELETON,
    TORTUGA,
    VALUES,
)
from .events import FLAG_PASSED, REINFORCED, SET_PICKED, SETS_SPLIT
from .verbs import (
    ALL_POSITIONS,
    BOARD,
    BOARD_PLAYS,
    CREW,
    CREW_PLAYS,
    KRAKEN_PLAYS,
    PARROT_PLAYS,
    PICKS,
    PLACE_PARROT,
    SKELETON_PLAYS,
    SPLITS,
    TORTUGA_PLAY,
    SetPlays,
    division_mask,
    set_plays,
)

if TYPE_CHECKING:
    from .table import Table

# Agenda steps. The top of the stack is what the table is doing now.
SPLITTING: Final = 0
PICKING: Final = 1
PICKER_PLAYS: Final = 2
SPLITTER_PLAYS: Final = 3
TURN_ENDS: Final = 4
STEP_NAMES: Final = ["splitting", "picking", "picker_plays", "splitter_plays", "turn_ends"]
TURN_AGENDA: Final = [TURN_ENDS, SPLITTER_PLAYS, PICKER_PLAYS, PICKING, SPLITTING]

NO_SET: Final = -1
PAIR_DIVISION: Final = 1
"""The division that puts the first two cards drawn together: the clock's split."""


# ------------------------------------------------------------ the course of a turn


def begin(t: Table) -> None:
    """Five cards are laid out, whatever they are; then split, pick and play.

    JNR-F1 JNR-R16
    """
    t.turn += 1
    t.agenda = TURN_AGENDA[:]
    t.lay_out()


def advance(t: Table, step: int) -> None:
    """Open the window of a step, or leave the step when its set is played out.  JNR-F4"""
    if step == SPLITTING:
        t.open_turn(t.splitter)
    elif step == PICKING:
        t.open_turn(t.picker())
    elif step == TURN_ENDS:
        end(t)
    else:
        seat = t.picker() if step == PICKER_PLAYS else t.splitter
        if t.cards_left(seat):
            t.open_turn(seat)
        else:
            t.agenda.pop()


def end(t: Table) -> None:
    """The flag passes, unless the pile was used up and the game is over.  JNR-F6 JNR-E1"""
    t.agenda.pop()
    if t.drawn == len(t.pile):
        t.taken()
        if t.log is not None:
            scoring.announce(t)
        return
    t.splitter = t.picker()
    t.tell(FLAG_PASSED, t.splitter)
    begin(t)


def split(t: Table, seat: Seat, division: int) -> None:
    """The splitter divides the five cards; set A holds the first of them.  JNR-F2 JNR-R17"""
    t.set_a = division_mask(division)
    t.tell(SETS_SPLIT, seat, division)
    t.agenda.pop()
    t.taken()


def pick(t: Table, seat: Seat, chosen: int) -> None:
    """The picker takes one set, the other belongs to the splitter.  JNR-F3"""
    t.picked = chosen
    t.tell(SET_PICKED, seat, chosen)
    t.agenda.pop()
    t.taken()


def played(t: Table, seat: Seat) -> None:
    """A card is resolved: the same seat goes on until its set is empty.  JNR-F4 JNR-F5"""
    if not t.cards_left(seat):
        t.agenda.pop()
        t.taken()


# -------------------------------------------------------- the ways to play a card


def reinforce(t: Table, seat: Seat, face: int) -> None:
    """A pirate joins the end of the own crew on the ship of its colour.  JNR-F7 JNR-F12"""
    ship = face // VALUES
    card = t.take_from_set(seat, face)
    t.add_to_crew(seat, ship, card)
    t.tell(REINFORCED, seat, ship, card)
    captains.check(t, ship)
    played(t, seat)


def place_parrot(t: Table, seat: Seat, face: int, ship: int) -> None:
    """Any card joins the end of the own crew on any ship face down, as strength 1.

    Its own colour's ship is no exception.  JNR-F8 JNR-R2
    """
    t.add_parrot(seat, ship, t.take_from_set(seat, face))
    captains.check(t, ship)
    played(t, seat)


def board(t: Table, seat: Seat, face: int) -> None:
    """A pirate goes under the chest; crews and captains stay.  JNR-F10 JNR-F11"""
    t.add_to_chest(seat, face // VALUES, t.take_from_set(seat, face))
    played(t, seat)


def can_board(t: Table, seat: Seat, face: int) -> bool:
    """The own captain stands on the ship of the pirate's colour, by whatever crew, right now.

    No special can board: it has neither colour nor gold.  JNR-F10 JNR-R7 JNR-R11 JNR-R15
    """
    return face < PIRATE_FACES and t.captains[face // VALUES] == seat


# --------------------------------------------------------------- what may be done


def plays_of_set(t: Table, seat: Seat) -> SetPlays:
    """What the cards a seat must still play can do; copies of a face are one option."""
    left: i64 = t.cards_left(seat)
    faces = 0
    position = 0
    while left:
        if left & 1:
            faces |= FACE_BIT[t.laid[position]]
        left >>= 1
        position += 1
    return set_plays(faces)


def options(t: Table, seat: Seat, step: int) -> list[Action]:
    """The legal actions of the seat that is asked, ordered by code.  JNR-F2 JNR-F3"""
    if step == SPLITTING:
        return SPLITS[:]
    if step == PICKING:
        return PICKS[:]
    return plays(t, seat)


def plays(t: Table, seat: Seat) -> list[Action]:
    """All plays of a set: open, as a parrot, or through a ship one dominates.

    A pirate may always reinforce its colour, a skeleton any ship, and any card may always be a
    parrot.  JNR-F7 JNR-F8 JNR-F10 JNR-X1
    """
    cards = plays_of_set(t, seat)
    found = cards.always[:]
    for face in cards.faces:
        if can_board(t, seat, face):
            found.append(BOARD_PLAYS[face])
        elif face == KRAKEN:
            specials.add_kraken_plays(t, seat, found)
        elif face == TORTUGA:
            found.append(TORTUGA_PLAY)
    return found


def needs_other_card(t: Table, seat: Seat, action: Action) -> bool:
    """Whether an action plays a card that is not in the seat's set, while it plays its set."""
    if t.agenda[-1] in (SPLITTING, PICKING):
        return False
    if action.verb in (CREW, PLACE_PARROT, BOARD):
        return action.first not in plays_of_set(t, seat).faces
    face = specials.face_of(action)
    return face >= 0 and face not in plays_of_set(t, seat).faces


def denials(t: Table, seat: Seat) -> list[Denial]:
    """What the cards of the set cannot do now, and why.  JNR-F10"""
    found: list[Denial] = []
    for face in plays_of_set(t, seat).faces:
        if face < PIRATE_FACES and not can_board(t, seat, face):
            ship = SHIP_NAMES[face // VALUES]
            reason = f"{FACE_NAMES[face]} cannot board: your captain is not on the {ship} ship"
            found.append(Denial(BOARD_PLAYS[face], "board_needs_captain", reason, "JNR-F10"))
        elif face == KRAKEN:
            found += specials.kraken_denials(t, seat)
    return found


# ------------------------------------------------------------ what the clock does


def question(t: Table, seat: Seat, step: int) -> Prompt:
    """What the seat is asked, and the answer if it gives none."""
    if step == SPLITTING:
        return Prompt("split", "JNR-F2", SPLITS[PAIR_DIVISION])
    if step == PICKING:
        return Prompt("pick", "JNR-F3", larger_set(t))
    return Prompt("play", "JNR-F4", default_play(t, seat))


def larger_set(t: Table) -> Action:
    """The pick of the set with more cards; they are never equal."""
    in_a = 0
    for position in range(5):
        in_a += t.set_a >> position & 1
    return PICKS[0] if in_a * 2 > 5 else PICKS[1]


def default_play(t: Table, seat: Seat) -> Action:
    """The first remaining card in draw order, in its most obvious use."""
    left = t.cards_left(seat) & ALL_POSITIONS
    position = 0
    while not left >> position & 1:
        position += 1
    face = FACE_OF[t.laid[position]]
    if face < PIRATE_FACES:
        return BOARD_PLAYS[face] if can_board(t, seat, face) else CREW_PLAYS[face]
    if face == SKELETON:
        return SKELETON_PLAYS[RED]
    if face == KRAKEN:
        target = specials.richest_target(t, seat)
        return KRAKEN_PLAYS[target] if target >= 0 else PARROT_PLAYS[KRAKEN][RED]
    if specials.has_pirate_parrot(t, seat):
        return TORTUGA_PLAY
    return PARROT_PLAYS[TORTUGA][RED]
