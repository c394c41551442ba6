"""Refusals: what a player might try, and why it is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Denial

from .board import LAIRS
from .cards import ACTION_NAMES, BETH, GOOD_NAMES, POWERS, SLOTS
from .steps import (
    ATTACK_HOLDS,
    ATTACKING,
    CHOOSING_CARDS,
    DEFENCE_HOLDS,
    DEFENDING,
    PAYING,
    PLACING_DICE,
    RETREATING,
    SAILING,
    SPOILS,
    STOWING,
    TARGETING,
)
from .verbs import (
    ANY_TREASURE,
    ATTACK,
    CHOOSE,
    GIVE,
    GIVES,
    HOLD_TAKES,
    JETTISON,
    JETTISONS,
    PLACE_DICE,
    POWDER_UP,
    RETREAT,
    SAIL,
    SPEND,
    STOW,
    STOWS,
    TAKE_HOLD,
    TAKE_TREASURE,
    TREASURE_TAKES,
)

if TYPE_CHECKING:
    from .table import Table

REFUSALS: Final = [
    "dice_as_rolled",
    "card_not_in_hand",
    "exact_steps",
    "first_payable_space",
    "no_ship_there",
    "too_little_gunpowder",
    "pay_exactly",
    "hold_not_empty",
    "hold_is_empty",
    "holds_are_alike",
    "jettison_same_kind",
    "jettison_needless",
    "hold_not_owned",
    "loot_cannot_be_loaded",
    "treasure_not_there",
    "beth_stays_with_ghost",
    "treasure_picked_blindly",
    "only_cursed_are_given",
]


def denied(t: Table, seat: Seat) -> list[Denial]:
    """What lies before a seat and cannot be used now, each with its reason."""
    found: list[Denial] = []
    for action in tempting(t, seat):
        if action not in t.legal(seat):
            why = denial(t, action)
            if why is not None:
                found.append(why)
    return found


def tempting(t: Table, seat: Seat) -> list[Action]:
    """The actions that the things on the table suggest: holds and treasures."""
    step = t.agenda[-1]
    if step == STOWING:
        ways = JETTISONS if t.choices[0].verb == JETTISON else STOWS
        return [ways[slot] for slot in range(t.slots(t.load_ship))]
    if step == SPOILS:
        loser = t.loser()
        found: list[Action] = []
        if t.winner == seat:
            found += [GIVES[lair] for lair in range(len(LAIRS)) if t.holders[lair] == seat]
        for slot in range(SLOTS):
            if t.good_in(loser, slot):
                found.append(HOLD_TAKES[slot])
        if t.is_ghost(loser):
            found.append(TREASURE_TAKES[BETH])
        return found
    return []


def denial(t: Table, action: Action) -> Denial | None:
    """Why an action does not answer the question that its verb belongs to; None for others."""
    step, verb = t.agenda[-1], action.verb
    if step <= CHOOSING_CARDS:
        return deny_in_round(t, step, action)
    if step == SPOILS:
        return deny_spoils(t, action)
    if step == STOWING and (verb == STOW or verb == JETTISON):
        return deny_loading(t, action)
    return deny_under_way(t, step, action)


def deny_in_round(t: Table, step: int, action: Action) -> Denial | None:
    """Other dice than those rolled; a card that is not in the hand.  JAM-R1 JAM-R2"""
    if step == PLACING_DICE and action.verb == PLACE_DICE:
        reason = f"the dice show {t.first_die} and {t.second_die}: place one on each time of day"
        return Denial(action, "dice_as_rolled", reason, "JAM-R1")
    if step == CHOOSING_CARDS and action.verb == CHOOSE:
        reason = f"{ACTION_NAMES[action.first]} is not in your hand"
        return Denial(action, "card_not_in_hand", reason, "JAM-R2")
    return None


def deny_under_way(t: Table, step: int, action: Action) -> Denial | None:
    """Wrong spaces, ships and amounts.  JAM-M1 JAM-H2 JAM-B1 JAM-B2 JAM-F2"""
    verb = action.verb
    if step == SAILING and verb == SAIL:
        reason = f"space {action.first} is not exactly {t.steps} steps away"
        return Denial(action, "exact_steps", reason, "JAM-M1")
    if step == RETREATING and verb == RETREAT:
        reason = f"space {action.first} is not the first one on a way back that stops you"
        return Denial(action, "first_payable_space", reason, "JAM-H2")
    if step == TARGETING and verb == ATTACK:
        reason = f"{action.text}: that ship is not on your space"
        return Denial(action, "no_ship_there", reason, "JAM-B1")
    if (step == ATTACKING or step == DEFENDING) and verb == POWDER_UP:
        reason = f"you have less than {action.first} gunpowder"
        rule = "JAM-B2" if step == ATTACKING else "JAM-B4"
        return Denial(action, "too_little_gunpowder", reason, rule)
    if step in (PAYING, ATTACK_HOLDS, DEFENCE_HOLDS) and verb == SPEND:
        reason = f"exactly {t.spend_left} {GOOD_NAMES[t.spend_good]} must be spent, hold by hold"
        return Denial(action, "pay_exactly", reason, "JAM-F2")
    return None


def deny_loading(t: Table, action: Action) -> Denial:
    """Loaded and missing holds, and what must not go over board.  JAM-L1 JAM-L2"""
    slot = action.first
    if slot >= t.slots(t.load_ship):
        return Denial(action, "hold_not_owned", "the ship has no 6th Hold", "JAM-T5")
    good = t.good_in(t.load_ship, slot)
    if action.verb == STOW:
        if good:
            reason = f"hold {slot + 1} has {GOOD_NAMES[good]}: goods go into an empty hold"
            return Denial(action, "hold_not_empty", reason, "JAM-L1")
        reason = "empty holds are all alike: take the first one"
        return Denial(action, "holds_are_alike", reason, "JAM-L1")
    if good == 0:
        return Denial(action, "hold_is_empty", f"hold {slot + 1} is empty", "JAM-L2")
    if good == t.load_good:
        reason = f"hold {slot + 1} has {GOOD_NAMES[good]}, the kind you are loading"
        return Denial(action, "jettison_same_kind", reason, "JAM-L2")
    reason = "with an empty hold nothing goes over board"
    return Denial(action, "jettison_needless", reason, "JAM-L2")


def deny_spoils(t: Table, action: Action) -> Denial | None:
    """Holds that cannot be loaded, treasures that cannot be taken or given.

    JAM-B6 JAM-Q11 JAM-Q13
    """
    verb = action.verb
    loser = t.loser()
    if verb == GIVE:
        if t.holders[action.first] != t.winner:
            reason = f"the treasure of lair {LAIRS[action.first]} is not aboard your ship"
            return Denial(action, "treasure_not_there", reason, "JAM-B6")
        reason = "only a cursed treasure can be given"
        return Denial(action, "only_cursed_are_given", reason, "JAM-Q13")
    if verb == TAKE_HOLD:
        good = t.good_in(loser, action.first)
        if good == 0:
            reason = f"the loser's hold {action.first + 1} is empty"
            return Denial(action, "hold_is_empty", reason, "JAM-B6")
        reason = f"every hold has {GOOD_NAMES[good]} already: more of it cannot be loaded"
        return Denial(action, "loot_cannot_be_loaded", reason, "JAM-Q11")
    return deny_treasure(t, loser, action) if verb == TAKE_TREASURE else None


def deny_treasure(t: Table, loser: int, action: Action) -> Denial:
    """Treasures that are not there, and Lady Beth.  JAM-G7 JAM-Q12"""
    if action.first == BETH and t.is_ghost(loser):
        reason = "Lady Beth stays with the ghost ship for good"
        return Denial(action, "beth_stays_with_ghost", reason, "JAM-G1")
    if POWERS <= action.first < ANY_TREASURE and t.is_random_pick:
        lair = action.first - POWERS
        if t.holders[lair] == loser and not t.face_up >> lair & 1:
            reason = "face-down treasures are picked blindly here: take any"
            return Denial(action, "treasure_picked_blindly", reason, "JAM-Q12")
    reason = f"{action.text}: the loser has no such treasure"
    return Denial(action, "treasure_not_there", reason, "JAM-B6")
