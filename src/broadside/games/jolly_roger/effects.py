"""What a card does that nobody cancelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat

from . import attack, carpenter, guard, island, mutiny
from .cards import COOK, LOOKOUT, OLD_SAILOR, STOWAWAY, SURGEON
from .events import QUARTERMASTER_REPLACED
from .verbs import (
    BOATSWAIN,
    CALL,
    CALL_CUTTHROAT,
    CALL_SEA_DOG,
    CAPTAINS_SIDE,
    CREW,
    CUTTHROAT,
    ENLIST,
    MUSTER,
    MUTINEERS_SIDE,
    OFFICER_UP_DOWN,
    PLAY,
    SEA_DOG,
    SECOND_MATE,
    SMART_LAD,
)

if TYPE_CHECKING:
    from .table import Table

STOWAWAY_CARDS = 2


def resolve(t: Table, seat: Seat, action: Action) -> None:
    """The card on top counts now. Used for effect it is discarded.  JR-X0"""
    card = t.settle_play()
    verb = action.verb
    if verb == MUSTER:
        t.muster_card(seat, card)
    elif (verb >= CALL and verb <= CUTTHROAT) or verb == ENLIST:
        resolve_in_mutiny(t, seat, card, action)
    elif verb == PLAY and action.first == OLD_SAILOR:
        island.arrive(t, seat, card)
    else:
        t.drop(card)
        use(t, seat, action)


def resolve_in_mutiny(t: Table, seat: Seat, card: int, action: Action) -> None:
    """Crew for a side, or Sea Dog and Cutthroat for effect.  JR-M2 JR-M3 JR-X8"""
    verb = action.verb
    if verb == CALL:
        mutiny.join(t, seat, card, MUTINEERS_SIDE)
    elif verb == CREW:
        mutiny.join(t, seat, card, action.second)
    elif verb == ENLIST:
        mutiny.join(t, seat, card, t.forced_side)
    elif verb == CALL_SEA_DOG:
        mutiny.set_dog(t, seat, card, MUTINEERS_SIDE, action.first)
    elif verb == SEA_DOG:
        mutiny.set_dog(t, seat, card, action.first, action.second)
    else:
        t.drop(card)
        mutiny.cut(t, seat, CAPTAINS_SIDE if verb == CALL_CUTTHROAT else action.first)


def use(t: Table, seat: Seat, action: Action) -> None:
    """A character acts."""
    verb = action.verb
    if verb == OFFICER_UP_DOWN:
        attack.help_with(t, seat, action.first, action.second)
    elif verb == BOATSWAIN:
        guard.name(t, action.first, seat)
    elif verb == SMART_LAD:
        t.dig_up(seat, action.first)  # JR-X11
    elif verb == SECOND_MATE:
        rob(t, seat, action.first, action.second)
    elif action.first == LOOKOUT:
        t.show_destination()  # JR-X6
    elif action.first == COOK:
        t.cook = seat  # JR-X3
    elif action.first == STOWAWAY:
        for _ in range(STOWAWAY_CARDS):  # JR-X12
            t.draw_card(seat)
    elif action.first == SURGEON:
        become_quartermaster(t, seat)
    else:
        carpenter.begin(t, seat)


def rob(t: Table, seat: Seat, first: Seat, second: Seat) -> None:
    """The Second Mate takes a random hand card from each.  JR-X10"""
    if t.hands[first]:
        t.steal_card(seat, first)
    if second != first and t.hands[second]:
        t.steal_card(seat, second)


def become_quartermaster(t: Table, seat: Seat) -> None:
    """The Surgeon is Quartermaster until the next appointment; nobody draws.  JR-X13 JR-Q23"""
    former = t.quartermaster
    t.quartermaster = seat
    t.tell(QUARTERMASTER_REPLACED, seat, former)
