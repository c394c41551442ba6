"""Everything a seat can ever do in Jolly & Roger."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from broadside.kernel.action import Action, ActionTable, Domain, Verb
from broadside.kernel.masks import bits

from . import cards

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
    return "".join([str(i + 1) for i in range(cards.CARDS_PER_TURN) if mask >> i & 1])


SET_NAMES: Final = ["A", "B"]

DIVISION: Final = Domain("division", [division_name(division) for division in range(DIVISIONS)])
SET: Final = Domain("set", SET_NAMES)
PIRATE: Final = Domain("card", cards.FACE_NAMES[: cards.PIRATE_FACES])
CARD: Final = Domain("card", cards.FACE_NAMES)
SHIP: Final = Domain("ship", cards.SHIP_NAMES)
SHIP_OR_NONE: Final = Domain("ship", cards.SHIP_NAMES + ["none"])

ACTIONS: Final = ActionTable()
SPLIT: Final[Verb] = ACTIONS.add_verb("split", [DIVISION])
PICK: Final[Verb] = ACTIONS.add_verb("pick", [SET])
CREW: Final[Verb] = ACTIONS.add_verb("crew", [PIRATE])
RAISE_SKELETON: Final[Verb] = ACTIONS.add_verb("skeleton", [SHIP])
PLACE_PARROT: Final[Verb] = ACTIONS.add_verb("parrot", [CARD, SHIP])
BOARD: Final[Verb] = ACTIONS.add_verb("board", [PIRATE])
CALL_KRAKEN: Final[Verb] = ACTIONS.add_verb("kraken", [SHIP_OR_NONE])
CALL_TORTUGA: Final[Verb] = ACTIONS.add_verb("tortuga", [])

SPLITS: Final[list[Action]] = SPLIT.actions
POCKET_SPLITS: Final[list[Action]] = SPLITS[: (1 << cards.POCKET_CARDS_PER_TURN - 1) - 1]
"""The divisions of so many cards: the others name cards that are not there.  JNR-R20"""
PICKS: Final[list[Action]] = PICK.actions
CREW_PLAYS: Final[list[Action]] = CREW.actions
SKELETON_PLAYS: Final[list[Action]] = RAISE_SKELETON.actions
PARROT_PLAYS: Final[list[list[Action]]] = [
    [PLACE_PARROT.of(face, ship) for ship in range(cards.SHIPS)] for face in range(cards.FACES)
]
BOARD_PLAYS: Final[list[Action]] = BOARD.actions
KRAKEN_PLAYS: Final[list[Action]] = CALL_KRAKEN.actions
TORTUGA_PLAY: Final[Action] = CALL_TORTUGA.of()

SPECIALS: Final = {
    RAISE_SKELETON: cards.SKELETON,
    CALL_KRAKEN: cards.KRAKEN,
    CALL_TORTUGA: cards.TORTUGA,
}
FACE_PLAYED: Final[list[int]] = [
    SPECIALS.get(action.verb, action.first) for action in ACTIONS.actions
]
"""By the code of a play: the face of its card."""
PLAYS: Final = [CREW, RAISE_SKELETON, PLACE_PARROT, BOARD, CALL_KRAKEN, CALL_TORTUGA]


class SetPlays:
    """A set by the mask of its faces: what it can always do, and all plays it was seen to have.

    Which of these it is depends on what lies on the table: see `turn.Playing`.
    """

    def __init__(self, mask: int) -> None:
        faces = bits(mask)
        self.mask: i64 = mask
        self.faces = faces
        self.always: list[Action] = [
            CREW_PLAYS[face] for face in faces if face < cards.PIRATE_FACES
        ]
        if cards.SKELETON in faces:
            self.always += SKELETON_PLAYS
        for face in faces:
            self.always += PARROT_PLAYS[face]
        self.has_kraken = cards.KRAKEN in faces
        colours = 0
        for face in faces:
            if face < cards.PIRATE_FACES:
                colours |= 1 << face // cards.VALUES
        self.colours: i64 = colours
        boards = 1 << (2 * cards.SHIPS if self.has_kraken else cards.SHIPS)
        self.plays: list[list[Action]] = [NOT_MADE] * boards


NOT_MADE: Final[list[Action]] = []
"""Stands for a list of plays that nobody has asked for yet."""
SETS_KEPT: Final[i64] = 1 << 14
"""No more sets are kept at a time: there are 10,902 of one to four different faces."""
SPREAD: Final[i64] = 2654435761
SPREAD_SHIFT: Final[i64] = 18
"""Times the one, shifted by the other: masks that resemble each other come to different places."""
SETS_MET: Final[list[SetPlays]] = [SetPlays(0)] * int(SETS_KEPT)
"""By place. A set that comes to a taken place takes it over."""


def set_plays(mask: i64) -> SetPlays:
    """The plays of a set by the mask of its faces: made once, for sets come again and again.

    A dictionary would make an object of each mask, which costs more than all the rest.
    """
    place: i64 = mask * SPREAD >> SPREAD_SHIFT & (SETS_KEPT - 1)
    known = SETS_MET[place]
    if known.mask != mask:
        known = SetPlays(mask)
        SETS_MET[place] = known
    return known
