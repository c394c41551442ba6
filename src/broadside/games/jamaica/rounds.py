"""The round: roll, place the dice, choose cards, act one after the other, refill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import loading, scoring
from .cards import (
    BACKWARD_SYMBOL,
    EVENING_OF,
    FORWARD_SYMBOL,
    HAND,
    MAP,
    MAP_HAND,
    MORNING_OF,
    NO_CARD,
    NOBODY,
)
from .events import (
    ACTION_BEGAN,
    CARDS_LAID,
    DICE_PLACED,
    DICE_ROLLED,
    EVENING,
    MORNING,
    ROUND_BEGAN,
)
from .steps import (
    CHOOSING_CARDS,
    EVENING_ACTION,
    GHOST_EVENING,
    GHOST_MORNING,
    MORNING_ACTION,
    NEXT_TURN,
    PLACING_DICE,
    ROUND_AGENDA,
    SAILING,
)
from .verbs import BACKWARD, CHOICES, FORWARD, placing

if TYPE_CHECKING:
    from .table import Table

SIDES: Final = 6


def advance(t: Table, step: int) -> None:
    """Open the window of a step of the round, or do it."""
    if step == PLACING_DICE:
        ask_captain(t)
    elif step == CHOOSING_CARDS:
        ask_for_cards(t)
    elif step == NEXT_TURN:
        begin_turn(t)
    elif step == MORNING_ACTION:
        t.agenda.pop()
        act(t, MORNING_OF[t.laid[t.turn_seat()]], t.morning, MORNING)
    elif step == EVENING_ACTION:
        t.agenda.pop()
        act(t, EVENING_OF[t.laid[t.turn_seat()]], t.evening, EVENING)
    else:
        end(t)


# ------------------------------------------------------------------------ the dice


def begin(t: Table) -> None:
    """The Captain rolls both action dice, for everybody to see.  JAM-R1 JAM-D1"""
    t.round += 1
    t.turns = 0
    t.revealed = 0
    t.morning = 0
    t.evening = 0
    t.agenda = ROUND_AGENDA[:]
    t.first_die = 1 + int(t.rng.below(SIDES))
    t.second_die = 1 + int(t.rng.below(SIDES))
    t.tell(ROUND_BEGAN, t.round, t.captain)
    t.tell(DICE_ROLLED, t.captain, t.first_die, t.second_die)


def ask_captain(t: Table) -> None:
    """The Captain puts one die on morning, one on evening; doubles place themselves.  JAM-R1"""
    low, high = min(t.first_die, t.second_die), max(t.first_die, t.second_die)
    if low == high:
        place_dice(t, low, high)
    else:
        t.ask(t.captain, [placing(low, high), placing(high, low)])


def place_dice(t: Table, morning: int, evening: int) -> None:
    """The values hold for all seats this round.  JAM-R1"""
    t.agenda.pop()
    t.morning = morning
    t.evening = evening
    t.tell(DICE_PLACED, t.captain, morning, evening)


# ----------------------------------------------------------------------- the cards


def ask_for_cards(t: Table) -> None:
    """Every seat lays one card face down, all at once; then the cards are played.  JAM-R2"""
    missing = 0
    for seat in range(t.seats):
        if t.laid[seat] == NO_CARD:
            missing |= 1 << seat
    if missing:
        t.open_vote(missing)
    else:
        close_choice(t)


def close_choice(t: Table) -> None:
    """All have chosen. With `reveal=together` all cards are shown now.  JAM-R3"""
    t.agenda.pop()
    t.tell(CARDS_LAID, t.round)
    for seat in range(t.seats):
        if t.is_together:
            t.reveal_card((t.captain + seat) % t.seats)
        else:
            t.hide_laid(seat)


# ----------------------------------------------------------------------- the turns


def begin_turn(t: Table) -> None:
    """The Captain first, then clockwise, each reveals its card on its own turn only.

    Behind all seats comes the ghost ship, where there is one.  JAM-R3 JAM-G2
    """
    if t.turns == t.seats:
        t.agenda.pop()
        if t.has_ghost():
            t.agenda.append(GHOST_EVENING)
            t.agenda.append(GHOST_MORNING)
        return
    t.turns += 1
    seat = t.turn_seat()
    if not t.revealed >> seat & 1:
        t.reveal_card(seat)
    t.agenda.append(EVENING_ACTION)
    t.agenda.append(MORNING_ACTION)


def act(t: Table, symbol: int, die: int, time: int) -> None:
    """Do what a symbol says with a die, entirely, before anything else.  JAM-R3 JAM-R4"""
    seat = t.turn_seat()
    t.tell(ACTION_BEGAN, seat, time, symbol, die)
    if symbol == FORWARD_SYMBOL or symbol == BACKWARD_SYMBOL:
        t.mover = seat
        t.steps = die
        t.direction = FORWARD if symbol == FORWARD_SYMBOL else BACKWARD
        t.agenda.append(SAILING)
    else:
        loading.load(t, seat, symbol, die)  # no arrival: no battle, no fee  JAM-B1 JAM-F3


# ---------------------------------------------------------------- the end of a round


def end(t: Table) -> None:
    """The game ends with the round in which a ship finished, or with the last one allowed.

    Else the hands are refilled and the left neighbour becomes Captain.  JAM-R5 JAM-E2 JAM-Q22
    """
    t.agenda.pop()
    t.mover = NOBODY
    t.steps = 0
    t.direction = FORWARD
    for seat in range(t.seats):
        t.discard_laid(seat)
    t.revealed = 0
    if scoring.has_finisher(t) or t.round == t.rounds_max:
        scoring.end(t)
        return
    for place in range(t.seats):
        refill(t, (t.captain + place) % t.seats)
    t.captain = (t.captain + 1) % t.seats
    begin(t)


def refill(t: Table, seat: Seat) -> None:
    """Draw up to three cards, four with Morgan's Map; an empty pile is made anew first.

    Who has more already just does not draw.  JAM-R5 JAM-T2 JAM-Q15
    """
    size = MAP_HAND if t.powers[MAP] == seat else HAND
    while len(t.hands[seat]) < size:
        if not t.piles[seat]:
            t.shuffle_discards(seat)
        t.draw_card(seat)
    t.work_out(seat)


# ------------------------------------------------------------------- what is asked


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """The questions of the round: the higher die on morning, the oldest card."""
    if step == PLACING_DICE:
        low, high = min(t.first_die, t.second_die), max(t.first_die, t.second_die)
        return Prompt("place_dice", "JAM-R1", placing(high, low))
    return Prompt("choose_card", "JAM-R2", oldest_card(t, seat))


def oldest_card(t: Table, seat: Seat) -> Action:
    """The hand is kept in the order in which it was drawn."""
    return CHOICES[t.hands[seat][0]]
