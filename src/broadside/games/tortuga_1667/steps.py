"""The steps of the agenda: what a table can be doing. The top of the stack is what it does now."""

from __future__ import annotations

from typing import Final

# The start, in start.py
PLACING_PAWN: Final = 0
FD_CHEST: Final = 1
JR_CHEST: Final = 2
# The turn, in turns.py
NEXT_TURN: Final = 3
ATLANTIS_WINDOW: Final = 4
ACTING: Final = 5
FORCED_PICK: Final = 6
FORCER_PICK: Final = 7
# Votes, in votes.py
VOTING: Final = 8
TAKING_CHEST: Final = 9
VOTE_ENDS: Final = 10
# Events, in reveals.py and stars.py
LETTER_CHOICE: Final = 11
PISTOL_TARGET: Final = 12
MAP_TARGET: Final = 13
FEVER_TARGET: Final = 14
CROWS_TARGET: Final = 15
CROWS_PICK: Final = 16
POWDER_BOAT: Final = 17
CARD_ENDS: Final = 18
# Marooning, in marooning.py
FOUNTAIN_WINDOW: Final = 19

STEP_NAMES: Final = [
    "placing_pawn",
    "fd_chest",
    "jr_chest",
    "next_turn",
    "atlantis_window",
    "acting",
    "forced_pick",
    "forcer_pick",
    "voting",
    "taking_chest",
    "vote_ends",
    "letter_choice",
    "pistol_target",
    "map_target",
    "fever_target",
    "crows_target",
    "crows_pick",
    "powder_boat",
    "card_ends",
    "fountain_window",
]

CARD_STEPS: Final = [
    LETTER_CHOICE,
    PISTOL_TARGET,
    MAP_TARGET,
    FEVER_TARGET,
    CROWS_TARGET,
    CROWS_PICK,
    POWDER_BOAT,
    FOUNTAIN_WINDOW,
]


def waiting_agendas() -> list[list[int]]:
    """Every agenda that a table can have while it waits for somebody."""
    found = [[NEXT_TURN, PLACING_PAWN], [NEXT_TURN, JR_CHEST, FD_CHEST], [NEXT_TURN, JR_CHEST]]
    turn = [NEXT_TURN, ACTING]
    found += [turn, turn + [ATLANTIS_WINDOW], turn + [FORCED_PICK], turn + [FORCER_PICK]]
    found.append(turn + [FOUNTAIN_WINDOW])
    for step in (VOTING, TAKING_CHEST, FOUNTAIN_WINDOW):
        found.append(turn + [VOTE_ENDS, step])
    for step in CARD_STEPS:
        found.append(turn + [CARD_ENDS, step])
    return found


WAITING_AGENDAS: Final[list[list[int]]] = waiting_agendas()
