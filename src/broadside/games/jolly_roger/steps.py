"""The steps of the agenda: what a table can be doing. The top of the stack is what it does now."""

from __future__ import annotations

from typing import Final

# The round: rounds.py, appointment.py, punishment.py
ROUND_ENDS: Final = 0
APPOINT: Final = 1
CALL_1: Final = 2
DESTINATION: Final = 3
CALL_2: Final = 4
VOYAGE: Final = 5
VOYAGE_ENDS: Final = 6
PUNISH: Final = 7
CALL_3: Final = 8
VICTIM: Final = 9
# An attack: attack.py
LOOKOUT: Final = 10
FIRST: Final = 11
MUSTER: Final = 12
REVEAL: Final = 13
REVEALED: Final = 14
ALLOT: Final = 15
ATTACK_ENDS: Final = 16
# Sharing prizes: sharing.py, carpenter.py
PRIZE: Final = 17
PICK: Final = 18
GIVE: Final = 19
AFTERMATH: Final = 20
OFFER: Final = 21
TAKE: Final = 22
# A port and an island: port.py, island.py, guard.py
PORT: Final = 23
SELL: Final = 24
MAP: Final = 25
LANDING: Final = 26
GUARD: Final = 27
GUARD_ASKED: Final = 28
BURY: Final = 29
DIGGING: Final = 30
# A mutiny: mutiny.py
MUTINY: Final = 31
FORCED: Final = 32
MUTINY_ENDS: Final = 33
SEIZE: Final = 34
REDEAL: Final = 35
AFTER_MUTINY: Final = 36
# What may interrupt: reactions.py, limits.py
REACT: Final = 37
DISCARD: Final = 38

STEP_NAMES: Final = [
    "round_ends",
    "appoint",
    "call_1",
    "destination",
    "call_2",
    "voyage",
    "voyage_ends",
    "punish",
    "call_3",
    "victim",
    "lookout",
    "first",
    "muster",
    "reveal",
    "revealed",
    "allot",
    "attack_ends",
    "prize",
    "pick",
    "give",
    "aftermath",
    "offer",
    "take",
    "port",
    "sell",
    "map",
    "landing",
    "guard",
    "guard_asked",
    "bury",
    "digging",
    "mutiny",
    "forced",
    "mutiny_ends",
    "seize",
    "redeal",
    "after_mutiny",
    "react",
    "discard",
]

OPEN_STEPS: Final = [
    CALL_1,
    CALL_2,
    CALL_3,
    LOOKOUT,
    MUSTER,
    REVEALED,
    PRIZE,
    AFTERMATH,
    PORT,
    MAP,
    LANDING,
    DIGGING,
    MUTINY,
]
"""The open windows.  JR-T2"""
SEALED_STEPS: Final = [OFFER, BURY, DISCARD]
"""Where several decide in secret.  JR-T1"""
GIFT_STEPS: Final = [*OPEN_STEPS, APPOINT, DESTINATION, PUNISH, VICTIM, GIVE]
"""Where gifts may be offered.  JR-T9"""
CALL_STEPS: Final = [CALL_1, CALL_2, CALL_3]


def marked(steps: list[int]) -> list[bool]:
    """For every step whether it is one of these."""
    return [step in steps for step in range(len(STEP_NAMES))]


IS_OPEN: Final[list[bool]] = marked(OPEN_STEPS)
IS_SEALED: Final[list[bool]] = marked(SEALED_STEPS)
IS_FOR_GIFTS: Final[list[bool]] = marked(GIFT_STEPS)
IS_CALL: Final[list[bool]] = marked(CALL_STEPS)
