"""Reactions: after each crew card played face up a Traitor may cancel it, also a Traitor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt
from broadside.kernel.window import REACTION

from . import openings, plays
from .cards import FIRST_CHARACTER, TRAITOR
from .questions import QUESTIONS
from .questions import REACT as REACT_QUESTION
from .steps import REACT
from .verbs import DECLINING, TREASON

if TYPE_CHECKING:
    from .table import Table


def begin(t: Table, seat: Seat, action: Action) -> None:
    """Play the card of an action; before it counts, Traitors are asked.  JR-T6 JR-X0"""
    plays.lay(t, seat, action)
    t.push(REACT)
    t.taken()


def ask(t: Table) -> bool:
    """Ask the next Traitor; whether the window stays open.

    A simulation asks the holders from the player's left, the player last; a live table everybody
    at once who might have one for all that one can see.  JR-T6
    """
    asked = t.react_asked[-1]
    if t.asks_all:
        might = openings.might_be_asked(t, REACT)
        stays_open = openings.ask_all(t, might, ~asked, REACTION)
    else:
        mask = next_holder(t, asked)
        stays_open = mask != 0
        if stays_open:
            t.open_reaction(mask)
    if stays_open:
        t.number_window()
    return stays_open


def next_holder(t: Table, asked: int) -> int:
    """The next seat with a Traitor that was not asked about this card, as a mask.  JR-T6"""
    for seat in t.clockwise(t.left_of(t.play_seats[-1])):
        if not asked >> seat & 1 and t.holds(seat, FIRST_CHARACTER + TRAITOR):
            return 1 << seat
    return 0


def options(t: Table, seat: Seat) -> list[Action]:
    """Decline, or play a Traitor if there is one in the hand.  JR-X14"""
    has_traitor = t.holds(seat, FIRST_CHARACTER + TRAITOR)
    return [DECLINING, TREASON] if has_traitor else [DECLINING]


def decline(t: Table, seat: Seat) -> None:
    """Let the card be."""
    t.react_asked[-1] |= 1 << seat
    t.answered(seat)


def betray(t: Table, seat: Seat) -> None:
    """Play a Traitor, which may itself be cancelled.  JR-X14"""
    t.react_asked[-1] |= 1 << seat
    begin(t, seat, TREASON)


def cancel(t: Table, seat: Seat) -> None:
    """An uncancelled Traitor: it is discarded, and so is the card below, without effect.

    If that was a Traitor too, asking about the card below it goes on.  JR-X14 JR-T6 JR-Q12 JR-Q27
    """
    t.drop(t.settle_play())
    t.cancel_play(seat)
    t.pop()


def prompt() -> Prompt:
    """Whether to cancel: no."""
    return Prompt(QUESTIONS[REACT_QUESTION], "JR-T6", DECLINING)
