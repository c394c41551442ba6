"""Everything a seat can ever do in Jolly & Roger."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain

from .cards import (
    CARDS_PER_TURN,
    FACE_NAMES,
    FACES,
    KRAKEN,
    PIRATE_FACES,
    SHIP_NAMES,
    SHIPS,
    SKELETON,
    TORTUGA,
    VALUES,
)

DIVISIONS: Final = 15
NO_SHIP: Final = 4
SET_A: Final = 0
SET_B: Final = 1
ALL_POSITIONS: Final = 31


def division_mask(division: int) -> int:
    """The positions of set A as a mask: the first card, and any of the others but not all."""
    return division << 1 | 1


def division_name(division: int) -> str:
    """The positions of set A as digits in draw order, such as 125."""
    mask = division_mask(division)
    return "".join([str(i + 1) for i in range(CARDS_PER_TURN) if mask >> i & 1])


DIVISION_NAMES: Final = [division_name(division) for division in range(DIVISIONS)]
SET_NAMES: Final = ["A", "B"]

DIVISION: Final = Domain("division", DIVISION_NAMES)
SET: Final = Domain("set", SET_NAMES)
PIRATE: Final = Domain("card", FACE_NAMES[:PIRATE_FACES])
CARD: Final = Domain("card", FACE_NAMES)
SHIP: Final = Domain("ship", SHIP_NAMES)
SHIP_OR_NONE: Final = Domain("ship", SHIP_NAMES + ["none"])

SPLIT: Final = 0
PICK: Final = 1
CREW: Final = 2
RAISE_SKELETON: Final = 3
PLACE_PARROT: Final = 4
BOARD: Final = 5
CALL_KRAKEN: Final = 6
CALL_TORTUGA: Final = 7

ACTIONS: Final = ActionTable()
ACTIONS.add_verb("split", [DIVISION])
ACTIONS.add_verb("pick", [SET])
ACTIONS.add_verb("crew", [PIRATE])
ACTIONS.add_verb("skeleton", [SHIP])
ACTIONS.add_verb("parrot", [CARD, SHIP])
ACTIONS.add_verb("board", [PIRATE])
ACTIONS.add_verb("kraken", [SHIP_OR_NONE])
ACTIONS.add_verb("tortuga", [])

SPLITS: Final[list[Action]] = [ACTIONS.pick(SPLIT, i) for i in range(DIVISIONS)]
PICKS: Final[list[Action]] = [ACTIONS.pick(PICK, i) for i in range(2)]
CREW_PLAYS: Final[list[Action]] = [ACTIONS.pick(CREW, face) for face in range(PIRATE_FACES)]
SKELETON_PLAYS: Final[list[Action]] = [ACTIONS.pick(RAISE_SKELETON, ship) for ship in range(SHIPS)]
PARROT_PLAYS: Final[list[list[Action]]] = [
    [ACTIONS.pick(PLACE_PARROT, face * SHIPS + ship) for ship in range(SHIPS)]
    for face in range(FACES)
]
BOARD_PLAYS: Final[list[Action]] = [ACTIONS.pick(BOARD, face) for face in range(PIRATE_FACES)]
KRAKEN_PLAYS: Final[list[Action]] = [ACTIONS.pick(CALL_KRAKEN, ship) for ship in range(SHIPS + 1)]
TORTUGA_PLAY: Final[Action] = ACTIONS.pick(CALL_TORTUGA)


def face_played(action: Action) -> int:
    """The face of the card that an action plays, or -1."""
    if action.verb in (CREW, PLACE_PARROT, BOARD):
        return action.first
    if action.verb == RAISE_SKELETON:
        return SKELETON
    if action.verb == CALL_KRAKEN:
        return KRAKEN
    return TORTUGA if action.verb == CALL_TORTUGA else -1


FACE_PLAYED: Final[list[int]] = [face_played(action) for action in ACTIONS.actions]
PLAYS: Final = [CREW, RAISE_SKELETON, PLACE_PARROT, BOARD, CALL_KRAKEN, CALL_TORTUGA]


class SetPlays:
    """A set by its faces: what it can always do, and the lists of all plays it was seen to have.

    Which of these it is depends on what lies on the table: see `turn.Playing`.
    """

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.always: list[Action] = [CREW_PLAYS[face] for face in faces if face < PIRATE_FACES]
        if SKELETON in faces:
            self.always += SKELETON_PLAYS
        for face in faces:
            self.always += PARROT_PLAYS[face]
        self.has_kraken = KRAKEN in faces
        self.colours = 0
        for face in faces:
            if face < PIRATE_FACES:
                self.colours |= 1 << face // VALUES
        boards = 1 << (2 * SHIPS if self.has_kraken else SHIPS)
        self.plays: list[list[Action]] = [NOT_MADE] * boards


NOT_MADE: Final[list[Action]] = []
"""Stands for a list of plays that nobody has asked for yet."""
SETS_KEPT: Final = 10_000
"""No more sets are kept at a time: a long simulation must not fill the memory."""
SETS_MET: Final[dict[int, SetPlays]] = {}


def set_plays(mask: int) -> SetPlays:
    """The plays of a set by the mask of its faces: made once, for sets come again and again."""
    known = SETS_MET.get(mask)
    if known is None:
        if len(SETS_MET) == SETS_KEPT:
            SETS_MET.clear()
        known = SetPlays([face for face in range(FACES) if mask >> face & 1])
        SETS_MET[mask] = known
    return known
