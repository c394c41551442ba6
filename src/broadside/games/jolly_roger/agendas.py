"""Agendas that a table can have: which step may lie on which."""

from __future__ import annotations

from typing import Final

from .steps import (
    AFTER_MUTINY,
    AFTERMATH,
    ALLOT,
    APPOINT,
    ATTACK_ENDS,
    BURY,
    CALL_1,
    CALL_2,
    CALL_3,
    DESTINATION,
    DIGGING,
    DISCARD,
    FIRST,
    FORCED,
    GIVE,
    GUARD,
    GUARD_ASKED,
    IS_OPEN,
    LANDING,
    LOOKOUT,
    MAP,
    MUSTER,
    MUTINY,
    MUTINY_ENDS,
    OFFER,
    PICK,
    PORT,
    PRIZE,
    PUNISH,
    REACT,
    REDEAL,
    REVEAL,
    REVEALED,
    ROUND_ENDS,
    SEIZE,
    SELL,
    STEP_NAMES,
    TAKE,
    VICTIM,
    VOYAGE,
    VOYAGE_ENDS,
)

AUTOMATIC: Final = [
    ROUND_ENDS,
    VOYAGE,
    VOYAGE_ENDS,
    REVEAL,
    ATTACK_ENDS,
    MUTINY_ENDS,
    SEIZE,
    REDEAL,
    AFTER_MUTINY,
]
"""Steps that wait for nobody."""


def follow_ups() -> list[list[int]]:
    """For every step those that may lie on it."""
    found: list[list[int]] = [[] for _ in STEP_NAMES]
    found[ROUND_ENDS] = [VICTIM, CALL_3, AFTER_MUTINY]
    found[VICTIM] = [CALL_3, AFTER_MUTINY]
    found[CALL_3] = [PUNISH]
    found[PUNISH] = [VOYAGE, VOYAGE_ENDS]
    found[VOYAGE] = [CALL_2, AFTER_MUTINY]
    found[CALL_2] = [DESTINATION]
    found[DESTINATION] = [CALL_1, AFTER_MUTINY]
    found[CALL_1] = [APPOINT]
    found[APPOINT] = [MUTINY_ENDS]
    found[VOYAGE_ENDS] = [ATTACK_ENDS, AFTERMATH, SELL, MAP, DIGGING]
    found[ATTACK_ENDS] = [ALLOT]
    found[ALLOT] = [REVEALED]
    found[REVEALED] = [REVEAL]
    found[REVEAL] = [MUSTER]
    found[MUSTER] = [FIRST]
    found[FIRST] = [LOOKOUT]
    found[AFTERMATH] = [GIVE, TAKE]
    found[GIVE] = [PICK]
    found[PICK] = [PRIZE]
    found[TAKE] = [OFFER]
    found[SELL] = [PORT]
    found[DIGGING] = [BURY]
    found[BURY] = [LANDING]
    found[LANDING] = [GUARD]
    found[GUARD] = [GUARD_ASKED]
    found[AFTER_MUTINY] = [REDEAL]
    found[REDEAL] = [SEIZE, AFTERMATH]
    found[SEIZE] = [APPOINT]
    found[MUTINY_ENDS] = [MUTINY]
    found[MUTINY] = [FORCED]
    for step in range(len(STEP_NAMES)):
        if IS_OPEN[step]:
            found[step] = [*found[step], REACT]
        if step not in (REACT, DISCARD):
            found[step] = [*found[step], DISCARD]
    found[REACT] = [REACT]
    return found


FOLLOW_UPS: Final[list[list[int]]] = follow_ups()


def fault(agenda: list[int]) -> int:
    """The place of the first step that cannot lie where it does; the length if all can."""
    if not agenda or agenda[0] != ROUND_ENDS:
        return 0
    for place in range(1, len(agenda)):
        below, step = agenda[place - 1], agenda[place]
        if step not in FOLLOW_UPS[below]:
            return place
        if step == MUTINY_ENDS and agenda[place - 2] != SEIZE:
            return place
    return len(agenda) - 1 if agenda[-1] in AUTOMATIC else len(agenda)


def called_in(agenda: list[int]) -> int:
    """In which window the mutiny was called that the agenda tells of."""
    below = agenda[agenda.index(AFTER_MUTINY) - 1]
    if below == VOYAGE:
        return CALL_2
    return CALL_1 if below == DESTINATION else CALL_3
