"""Voyage: the Captain chooses a destination, and the ship goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import attack, island, port, scoring
from .cards import FORT, ISLAND, MERCHANT, NO_CARD, PORT, SETTLEMENT, TYPES
from .events import DESTINATION_CHOSEN, NO_DESTINATION
from .questions import CHOOSE_DESTINATION, QUESTIONS
from .steps import VOYAGE_ENDS
from .verbs import SAILS

if TYPE_CHECKING:
    from .table import Table

USUAL_ORDER: Final = [MERCHANT, SETTLEMENT, PORT, FORT, ISLAND]


def advance(t: Table) -> None:
    """Ask the Captain where to go; without any destination the game ends.  JR-V1 JR-Q34"""
    types = choices(t)
    if not types:
        t.tell(NO_DESTINATION)
        scoring.finish(t)
    elif len(types) == 1:
        choose(t, t.captain, types[0])
    else:
        t.ask(t.captain)


def choices(t: Table) -> list[int]:
    """The types with a card left; an island that was missed is barred.  JR-V1 JR-I2 JR-O4"""
    types = [type_ for type_ in range(TYPES) if t.stacks[type_]]
    if t.barred_round == t.round and ISLAND in types:
        if len(types) > 1 or t.is_rechoosing:
            types.remove(ISLAND)
    return types


def options(t: Table) -> list[Action]:
    """The legal types."""
    return [SAILS[type_] for type_ in choices(t)]


def choose(t: Table, seat: Seat, type_: int) -> None:
    """The top card of a stack is laid face down, unseen.  JR-V1"""
    t.pop()
    t.choose_destination(type_)
    t.tell(DESTINATION_CHOSEN, seat, type_)


def begin(t: Table) -> None:
    """The voyage itself: an attack, a port or an island."""
    t.pop()
    t.push(VOYAGE_ENDS)
    type_ = t.type_chosen()
    if type_ == PORT:
        port.reach(t)
    elif type_ == ISLAND:
        island.approach(t)
    else:
        attack.begin(t)


def end(t: Table) -> None:
    """The destination goes to its discard.  JR-V2"""
    t.pop()
    if t.chosen != NO_CARD:
        t.discard_destination()


def prompt(t: Table) -> Prompt:
    """Where to go: the first of the usual order."""
    types = choices(t)
    best = types[0]
    for type_ in USUAL_ORDER:
        if type_ in types:
            best = type_
            break
    return Prompt(QUESTIONS[CHOOSE_DESTINATION], "JR-V1", SAILS[best])
