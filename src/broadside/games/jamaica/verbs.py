"""Everything a seat can ever do in Jamaica."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain, Verb

from .board import LAIRS, SPACES
from .cards import ACTION_NAMES, POWER_NAMES, POWERS, SEATS_MAX, SLOTS, TOKENS_MAX

POWDER_MAX: Final[int] = SLOTS * TOKENS_MAX
GHOST_TARGET: Final = SEATS_MAX
"""In actions the ghost ship stands behind all seats."""
ANY_TREASURE: Final = POWERS + len(LAIRS)

DIE: Final = Domain("number", [str(value) for value in range(1, 7)])
CARD: Final = Domain("card", ACTION_NAMES)
SPACE: Final = Domain("space", [str(space) for space in range(SPACES)])
TARGET: Final = Domain("ship", [str(seat) for seat in range(SEATS_MAX)] + ["ghost"], is_seat=True)
POWDER: Final = Domain("number", [str(count) for count in range(POWDER_MAX + 1)])
HOLD: Final = Domain("hold", [str(slot + 1) for slot in range(SLOTS)])
TOKENS: Final = Domain("number", [str(count) for count in range(TOKENS_MAX + 1)])
TREASURE: Final = Domain(
    "spoils_treasure", POWER_NAMES + [f"lair_{space}" for space in LAIRS] + ["any"]
)
LAIR_CARD: Final = Domain("spoils_treasure", [f"lair_{space}" for space in LAIRS])
DIRECTION: Final[Domain] = Domain("direction", ["forward", "backward"])

ACTIONS: Final[ActionTable] = ActionTable()
PLACE_DICE: Final[Verb] = ACTIONS.add_verb("place_dice", [DIE, DIE])
CHOOSE: Final[Verb] = ACTIONS.add_verb("choose", [CARD])
SAIL: Final[Verb] = ACTIONS.add_verb("sail", [SPACE])
RETREAT: Final[Verb] = ACTIONS.add_verb("retreat", [SPACE])
STEER: Final[Verb] = ACTIONS.add_verb("steer", [DIRECTION])
ATTACK: Final[Verb] = ACTIONS.add_verb("attack", [TARGET])
POWDER_UP: Final[Verb] = ACTIONS.add_verb("gunpowder", [POWDER])
KEEP: Final[Verb] = ACTIONS.add_verb("keep", [])
REROLL: Final[Verb] = ACTIONS.add_verb("reroll", [])
SPEND: Final[Verb] = ACTIONS.add_verb("spend", [HOLD, TOKENS])
QUICK_PAY: Final[Verb] = ACTIONS.add_verb("quick_pay", [])
STOW: Final[Verb] = ACTIONS.add_verb("stow", [HOLD])
JETTISON: Final[Verb] = ACTIONS.add_verb("jettison", [HOLD])
DECLINE: Final[Verb] = ACTIONS.add_verb("decline", [])
GIVE: Final[Verb] = ACTIONS.add_verb("give", [LAIR_CARD])
TAKE_HOLD: Final[Verb] = ACTIONS.add_verb("take_hold", [HOLD])
TAKE_TREASURE: Final[Verb] = ACTIONS.add_verb("take_treasure", [TREASURE])

SABRE_CHOICES: Final[list[Action]] = [KEEP.of(), REROLL.of()]
