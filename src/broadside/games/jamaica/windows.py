"""The table of contents: which chapter a step, an answer or a question belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import battle, fees, ghost, loading, movement, retreat, rounds, spending, spoils
from .steps import (
    ATTACK_HOLDS,
    DEFENCE_HOLDS,
    FREE_LANDING,
    LANDING,
    PAYING,
    RETREATING,
    ROUND_ENDS,
    SAILING,
    SPOILS,
    STEERING,
    STOWING,
    TARGETING,
)
from .verbs import (
    ATTACK,
    CHOOSE,
    GHOST_TARGET,
    JETTISON,
    PLACE_DICE,
    POWDER_UP,
    QUICK_PAY,
    REROLL,
    RETREAT,
    SAIL,
)

if TYPE_CHECKING:
    from .table import Table


def advance(t: Table, step: int) -> None:
    """Do the step on top of the agenda, or open its window."""
    if step <= ROUND_ENDS:
        rounds.advance(t, step)
    elif step <= STOWING:
        go_on(t, step)
    elif step <= SPOILS:
        battle.advance(t, step)
    else:
        ghost.advance(t, step)


def go_on(t: Table, step: int) -> None:
    """A ship under way: it sails, meets others, lands, pays, retreats, loads.  JAM-M2"""
    if step == SAILING:
        movement.advance(t)
    elif step == TARGETING:
        battle.find_target(t)
    elif step == LANDING:
        fees.land(t)
    elif step == FREE_LANDING:
        fees.land_free(t)
    elif step == PAYING:
        spending.advance(t, step)
    elif step == RETREATING:
        retreat.advance(t)
    else:
        loading.advance(t)


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Do what a seat has decided."""
    verb = action.verb
    if verb == CHOOSE:
        t.answered(seat)
        t.lay_card(seat, action.first)
        return
    t.taken()
    if verb <= ATTACK:
        answer_under_way(t, action)
    elif verb == POWDER_UP:
        battle.spend_powder(t, action.first)
    elif verb <= REROLL:
        battle.answer_sabre(t, action)
    elif verb <= QUICK_PAY:
        spending.answer(t, seat, action)
    elif verb <= JETTISON:
        loading.answer(t, action)
    else:
        spoils.answer(t, action)


def answer_under_way(t: Table, action: Action) -> None:
    """The dice, a lane, a way back, a direction, an opponent."""
    verb = action.verb
    if verb == PLACE_DICE:
        rounds.place_dice(t, action.first + 1, action.second + 1)
    elif verb == SAIL:
        movement.sail(t, action.first)
    elif verb == RETREAT:
        retreat.go_back(t, action.first)
    elif verb == ATTACK:
        battle.begin(t, t.seats if action.first == GHOST_TARGET else action.first)
    else:
        ghost.steer(t, action.first)


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """What a seat is asked, by which rule, and what the clock answers for it."""
    if step <= ROUND_ENDS:
        return rounds.prompt(t, seat, step)
    if step == PAYING or step == ATTACK_HOLDS or step == DEFENCE_HOLDS:
        return spending.prompt(t, step)
    if step <= STOWING:
        return prompt_under_way(t, step)
    if step == SPOILS:
        return spoils.prompt(t)
    return ghost.prompt() if step == STEERING else battle.prompt(step)


def prompt_under_way(t: Table, step: int) -> Prompt:
    """The questions to a ship under way."""
    if step == SAILING:
        return movement.prompt(t)
    if step == TARGETING:
        return battle.target_prompt(t)
    return retreat.prompt(t) if step == RETREATING else loading.prompt(t)


def ask_again(t: Table) -> None:
    """Work out anew what the seat that is asked may do: it may depend on what it alone knows."""
    if t.agenda[-1] == SPOILS:
        t.choices = spoils.options(t)
