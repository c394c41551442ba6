"""The steps of the agenda: what a table can be doing. The top of the stack is what it does now."""

from __future__ import annotations

from typing import Final

# The round: rounds.py
PLACING_DICE: Final = 0
CHOOSING_CARDS: Final = 1
NEXT_TURN: Final = 2
MORNING_ACTION: Final = 3
EVENING_ACTION: Final = 4
ROUND_ENDS: Final = 5
# A ship under way: movement.py, fees.py, retreat.py, loading.py
SAILING: Final = 6
TARGETING: Final = 7
LANDING: Final = 8
FREE_LANDING: Final = 9
PAYING: Final = 10
RETREATING: Final = 11
STOWING: Final = 12
# A battle: battle.py, spoils.py
ATTACKING: Final = 13
ATTACK_HOLDS: Final = 14
ATTACK_ROLL: Final = 15
ATTACK_SABRE: Final = 16
DEFENDING: Final = 17
DEFENCE_HOLDS: Final = 18
DEFENCE_ROLL: Final = 19
DEFENCE_SABRE: Final = 20
BATTLE_ENDS: Final = 21
SPOILS: Final = 22
# The ghost ship: ghost.py
GHOST_MORNING: Final = 23
GHOST_EVENING: Final = 24
STEERING: Final = 25

STEP_NAMES: Final = [
    "placing_dice",
    "choosing_cards",
    "next_turn",
    "morning_action",
    "evening_action",
    "round_ends",
    "sailing",
    "targeting",
    "landing",
    "free_landing",
    "paying",
    "retreating",
    "stowing",
    "attacking",
    "attack_holds",
    "attack_roll",
    "attack_sabre",
    "defending",
    "defence_holds",
    "defence_roll",
    "defence_sabre",
    "battle_ends",
    "spoils",
    "ghost_morning",
    "ghost_evening",
    "steering",
]

ROUND_AGENDA: Final = [ROUND_ENDS, NEXT_TURN, CHOOSING_CARDS, PLACING_DICE]
BATTLE_AGENDA: Final = [BATTLE_ENDS, DEFENCE_SABRE, DEFENDING, ATTACK_SABRE, ATTACKING]


def battle_tails() -> list[list[int]]:
    """What may lie on a landing while its battle waits for somebody."""
    return [
        [TARGETING],
        BATTLE_AGENDA,
        BATTLE_AGENDA[:-1] + [ATTACK_ROLL, ATTACK_HOLDS],
        BATTLE_AGENDA[:-1],
        BATTLE_AGENDA[:-2],
        BATTLE_AGENDA[:-3] + [DEFENCE_ROLL, DEFENCE_HOLDS],
        BATTLE_AGENDA[:-3],
        [SPOILS],
        [STOWING],
    ]


def waiting_agendas() -> list[list[int]]:
    """Every agenda that a table can have while it waits for somebody."""
    found = [ROUND_AGENDA, ROUND_AGENDA[:-1]]
    under_way: list[list[int]] = [[SAILING], [PAYING], [RETREATING]]
    for landing in (LANDING, FREE_LANDING):
        for tail in battle_tails():
            under_way.append([landing] + tail)
    turn = [ROUND_ENDS, NEXT_TURN]
    for start in (turn, turn + [EVENING_ACTION]):
        for tail in under_way + [[STOWING]]:
            found.append(start + tail)
    for start in ([ROUND_ENDS], [ROUND_ENDS, GHOST_EVENING]):
        for tail in under_way + [[STEERING]]:
            found.append(start + tail)
    return found


WAITING_AGENDAS: Final[list[list[int]]] = waiting_agendas()


def is_ghost_agenda(agenda: list[int]) -> bool:
    """Whether the ghost ship is under way: no further turn is on the agenda."""
    return len(agenda) > 1 and agenda[1] != NEXT_TURN
