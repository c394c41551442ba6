"""The Carpenter: others offer a prize in secret, or the officers must give one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import sharing
from .cards import NOBODY
from .events import NOTHING_TAKEN
from .questions import PRESENT_PRIZE, QUESTIONS, TAKE_PRIZE
from .steps import OFFER, TAKE
from .verbs import BLIND_TAKES, DECLINING, PRESENTS, taking

if TYPE_CHECKING:
    from .table import Table


def begin(t: Table, seat: Seat) -> None:
    """Others offer, then the Carpenter's player takes.  JR-X2 JR-Q11"""
    t.carpenter = seat
    t.push(TAKE)
    t.push(OFFER)


def advance_offers(t: Table) -> None:
    """All others with unburied prizes are asked in secret.  JR-X2"""
    if not t.is_opened():
        mask = 0
        for seat in range(t.seats):
            if seat != t.carpenter and t.prizes[seat]:
                mask |= 1 << seat
        if mask:
            t.ask_sealed(mask)
            return
    t.pop()


def offer_options(t: Table, seat: Seat) -> list[Action]:
    """Decline, or one of the own prizes.  JR-X2"""
    return [DECLINING] + [PRESENTS[kind] for kind in t.prize_kinds(t.prizes[seat])]


def present(t: Table, seat: Seat, action: Action) -> None:
    """A secret answer: a prize or nothing."""
    if action is not DECLINING:
        t.sealed[seat] = (t.prize_of_kind(t.prizes[seat], action.first),)
    t.answered(seat)


def has_offers(t: Table) -> bool:
    """Whether anybody offered a prize."""
    for seat in range(t.seats):
        if t.sealed[seat]:
            return True
    return False


def sources(t: Table) -> list[Seat]:
    """From whom a prize may be taken: who offered one; else Captain and Quartermaster.

    JR-X2 JR-Q41
    """
    if has_offers(t):
        return [seat for seat in range(t.seats) if t.sealed[seat]]
    found: list[Seat] = []
    for seat in range(t.seats):
        is_officer = seat == t.captain or seat == t.acting_quartermaster()
        if is_officer and seat != t.carpenter and t.prizes[seat]:
            found.append(seat)
    return found


def advance_take(t: Table) -> None:
    """Take one, if there is any to take.  JR-X2 JR-Q41 JR-T7"""
    choices = take_options(t)
    if not choices:
        t.tell(NOTHING_TAKEN, t.carpenter)
        end(t)
    elif len(choices) == 1 and not t.asks_all:
        take(t, t.carpenter, choices[0])
    else:
        t.ask(t.carpenter)


def take_options(t: Table) -> list[Action]:
    """One of the offers, or any unburied prize of an officer; hidden ones by their back.

    JR-X2 JR-O2 JR-Q43
    """
    seats = sources(t)
    if t.is_hidden:
        return [BLIND_TAKES[seat] for seat in seats]
    is_offered = has_offers(t)
    found: list[Action] = []
    for kind in range(len(PRESENTS)):
        for seat in seats:
            zone = t.sealed[seat] if is_offered else t.prizes[seat]
            if kind in t.prize_kinds(zone):
                found.append(taking(kind, seat))
    return found


def take(t: Table, taker: Seat, action: Action) -> None:
    """The prize is his to keep.  JR-X2"""
    owner = action.first if t.is_hidden else action.second
    if has_offers(t):
        prize = t.sealed[owner][0]
    elif t.is_hidden:
        prize = t.prizes[owner][int(t.rng.below(len(t.prizes[owner])))]  # JR-O2
    else:
        prize = t.prize_of_kind(t.prizes[owner], action.first)
    t.take_prize(taker, owner, prize)
    end(t)


def end(t: Table) -> None:
    """Offers that were not taken stay secret."""
    t.pop()
    t.taken()
    t.carpenter = NOBODY
    for seat in range(t.seats):
        t.sealed[seat] = ()


def offer_prompt() -> Prompt:
    """What to offer: nothing."""
    return Prompt(QUESTIONS[PRESENT_PRIZE], "JR-X2", DECLINING)


def take_prompt(t: Table) -> Prompt:
    """Which to take: the best."""
    choices = take_options(t)
    best = choices[0]
    if not t.is_hidden:
        kind = sharing.best_of([action.first for action in choices])
        for action in choices:
            if action.first == kind:
                best = action
                break
    return Prompt(QUESTIONS[TAKE_PRIZE], "JR-X2", best)
