"""Everything a seat can ever do in Jamaica."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain

from .board import LAIRS, SPACES
from .cards import ACTION_NAMES, DECK, POWER_NAMES, POWERS, SEATS_MAX, SLOTS, TOKENS_MAX

POWDER_MAX: Final = SLOTS * TOKENS_MAX
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
DIRECTION: Final = Domain("direction", ["forward", "backward"])

FORWARD: Final = 0
BACKWARD: Final = 1

PLACE_DICE: Final = 0
CHOOSE: Final = 1
SAIL: Final = 2
RETREAT: Final = 3
STEER: Final = 4
ATTACK: Final = 5
POWDER_UP: Final = 6
KEEP: Final = 7
REROLL: Final = 8
SPEND: Final = 9
QUICK_PAY: Final = 10
STOW: Final = 11
JETTISON: Final = 12
DECLINE: Final = 13
GIVE: Final = 14
TAKE_HOLD: Final = 15
TAKE_TREASURE: Final = 16

ACTIONS: Final = ActionTable()
ACTIONS.add_verb("place_dice", [DIE, DIE])
ACTIONS.add_verb("choose", [CARD])
ACTIONS.add_verb("sail", [SPACE])
ACTIONS.add_verb("retreat", [SPACE])
ACTIONS.add_verb("steer", [DIRECTION])
ACTIONS.add_verb("attack", [TARGET])
ACTIONS.add_verb("gunpowder", [POWDER])
ACTIONS.add_verb("keep", [])
ACTIONS.add_verb("reroll", [])
ACTIONS.add_verb("spend", [HOLD, TOKENS])
ACTIONS.add_verb("quick_pay", [])
ACTIONS.add_verb("stow", [HOLD])
ACTIONS.add_verb("jettison", [HOLD])
ACTIONS.add_verb("decline", [])
ACTIONS.add_verb("give", [LAIR_CARD])
ACTIONS.add_verb("take_hold", [HOLD])
ACTIONS.add_verb("take_treasure", [TREASURE])


def all_of(verb: int, count: int) -> list[Action]:
    """The actions of a verb, by their place in the product of its domains."""
    return [ACTIONS.pick(verb, offset) for offset in range(count)]


PLACINGS: Final[list[Action]] = all_of(PLACE_DICE, 36)
CHOICES: Final[list[Action]] = all_of(CHOOSE, DECK)
SAILS: Final[list[Action]] = all_of(SAIL, SPACES)
RETREATS: Final[list[Action]] = all_of(RETREAT, SPACES)
STEERS: Final[list[Action]] = all_of(STEER, 2)
ATTACKS: Final[list[Action]] = all_of(ATTACK, SEATS_MAX + 1)
POWDERS: Final[list[Action]] = all_of(POWDER_UP, POWDER_MAX + 1)
KEEP_DIE: Final[Action] = ACTIONS.pick(KEEP)
REROLL_DIE: Final[Action] = ACTIONS.pick(REROLL)
SABRE_CHOICES: Final[list[Action]] = [KEEP_DIE, REROLL_DIE]
SPENDS: Final[list[Action]] = all_of(SPEND, SLOTS * (TOKENS_MAX + 1))
PAY_QUICKLY: Final[Action] = ACTIONS.pick(QUICK_PAY)
STOWS: Final[list[Action]] = all_of(STOW, SLOTS)
JETTISONS: Final[list[Action]] = all_of(JETTISON, SLOTS)
NOTHING: Final[Action] = ACTIONS.pick(DECLINE)
GIVES: Final[list[Action]] = all_of(GIVE, len(LAIRS))
HOLD_TAKES: Final[list[Action]] = all_of(TAKE_HOLD, SLOTS)
TREASURE_TAKES: Final[list[Action]] = all_of(TAKE_TREASURE, ANY_TREASURE + 1)


def placing(morning: int, evening: int) -> Action:
    """The action that puts these values on morning and evening."""
    return PLACINGS[(morning - 1) * 6 + evening - 1]


def spending(slot: int, tokens: int) -> Action:
    """The action that takes so many tokens out of a hold."""
    return SPENDS[slot * (TOKENS_MAX + 1) + tokens]
