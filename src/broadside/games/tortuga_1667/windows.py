"""The table of contents: which chapter a step, an answer or a question belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import marooning, reveals, stars, start, turns, votes
from .cards import FD, JR
from .steps import (
    ACTING,
    ATLANTIS_WINDOW,
    CARD_ENDS,
    CROWS_PICK,
    FD_CHEST,
    FORCED_PICK,
    FORCER_PICK,
    FOUNTAIN_WINDOW,
    JR_CHEST,
    LETTER_CHOICE,
    NEXT_TURN,
    PLACING_PAWN,
    POWDER_BOAT,
    TAKING_CHEST,
    VOTE_ENDS,
    VOTING,
)

if TYPE_CHECKING:
    from .table import Table


def advance(t: Table, step: int) -> None:
    """Do the step on top of the agenda, or open its window."""
    if step <= JR_CHEST:
        advance_setup(t, step)
    elif step <= FORCER_PICK:
        advance_turn(t, step)
    elif step <= VOTE_ENDS:
        advance_vote(t, step)
    elif step == FOUNTAIN_WINDOW:
        marooning.ask(t)
    else:
        advance_card(t, step)


def advance_setup(t: Table, step: int) -> None:
    """Pawns and the captains' chests."""
    if step == PLACING_PAWN:
        start.draw_pawn(t)
    else:
        start.ask_chest(t, FD if step == FD_CHEST else JR)


def advance_turn(t: Table, step: int) -> None:
    """Turns and actions."""
    if step == NEXT_TURN:
        turns.begin(t)
    elif step == ATLANTIS_WINDOW:
        turns.ask_atlantis(t)
    elif step == ACTING:
        turns.act(t)
    else:
        turns.ask_forced(t, step)


def advance_vote(t: Table, step: int) -> None:
    """Votes and their spoils."""
    if step == VOTING:
        votes.ask(t)
    elif step == TAKING_CHEST:
        votes.ask_for_chest(t)
    else:
        votes.end(t)


def advance_card(t: Table, step: int) -> None:
    """Event cards."""
    if step == LETTER_CHOICE:
        reveals.ask_letter(t)
    elif step == CROWS_PICK:
        stars.ask_gift(t)
    elif step == POWDER_BOAT:
        stars.ask_boat(t)
    elif step == CARD_ENDS:
        reveals.end(t)
    else:
        reveals.ask_target(t, step)


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Do what a seat has decided."""
    step = t.agenda[-1]
    if step == VOTING:
        votes.answer(t, seat, action)
        return
    t.taken()
    if step <= JR_CHEST:
        answer_setup(t, seat, action, step)
    elif step == ATLANTIS_WINDOW:
        turns.answer_atlantis(t, seat, action)
    elif step == ACTING:
        turns.answer(t, seat, action)
    elif step == FORCED_PICK or step == FORCER_PICK:
        turns.answer_forced(t, action)
    elif step == TAKING_CHEST:
        votes.answer_chest(t, action)
    elif step == FOUNTAIN_WINDOW:
        marooning.answer(t, action)
    else:
        answer_card(t, seat, action, step)


def answer_setup(t: Table, seat: Seat, action: Action, step: int) -> None:
    """Pawns and the captains' chests."""
    if step == PLACING_PAWN:
        start.place_pawn(t, seat, action.first)
    else:
        start.answer_chest(t, seat, action)


def answer_card(t: Table, seat: Seat, action: Action, step: int) -> None:
    """Event cards."""
    if step == LETTER_CHOICE:
        reveals.answer_letter(t, seat, action)
    elif step == CROWS_PICK:
        stars.give(t, action)
    elif step == POWDER_BOAT:
        stars.explode(t, action)
    else:
        reveals.answer_target(t, step, action.first)


def gifts(t: Table) -> list[Action]:
    """What may be given of the open vote deck."""
    return stars.gifts(t)


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """What a seat is asked, by which rule, and what the clock answers for it."""
    if step <= JR_CHEST:
        return start.prompt(t, step)
    if step <= FORCER_PICK:
        return turns.prompt(t, seat, step)
    if step <= VOTE_ENDS:
        return votes.prompt(t, seat, step)
    if step == FOUNTAIN_WINDOW:
        return marooning.prompt()
    if step == CROWS_PICK:
        return stars.gift_prompt(t)
    return stars.boat_prompt(t) if step == POWDER_BOAT else reveals.prompt(t, step)
