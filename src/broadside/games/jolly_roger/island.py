"""Treasure Island: only with a map, and only gold and rum can be buried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from .cards import GOLD_1, GOLD_2, GOLD_3, NO_CARD, RUM, prize_kind
from .events import ISLAND_MISSED, ISLAND_REACHED
from .questions import BURY_PRIZES, QUESTIONS
from .steps import BURY, CALL_2, CALL_3, DESTINATION, DIGGING, LANDING, MAP, PUNISH, VICTIM, VOYAGE
from .verbs import BURIALS, STOPPING

if TYPE_CHECKING:
    from .table import Table


def approach(t: Table) -> None:
    """Somebody must know the way.  JR-I1"""
    t.push(MAP)


def arrive(t: Table, seat: Seat, card: int) -> None:
    """The first uncancelled Old Sailor reaches the island and closes the window.  JR-I1 JR-X7"""
    t.pop()
    t.map_card = card
    t.show_destination()
    t.guards = 0
    t.tell(ISLAND_REACHED, seat)
    for step in (DIGGING, BURY, LANDING):
        t.push(step)


def miss(t: Table) -> None:
    """Nobody has a map: the round ends at once, or another destination is chosen.

    JR-I2 JR-O4 JR-Q1 JR-Q34
    """
    t.tell(ISLAND_MISSED)
    if t.is_rechoosing:
        t.pop()
        t.return_destination()
        t.barred_round = t.round
        t.push(VOYAGE)
        t.push(CALL_2)
        t.push(DESTINATION)
        return
    t.barred_round = t.round + 1
    leave_out(t, PUNISH)
    leave_out(t, VICTIM)
    if not t.is_last_round():
        leave_out(t, CALL_3)


def leave_out(t: Table, step: int) -> None:
    """Take a step off the agenda which will not come in this round."""
    place = t.agenda.index(step)
    t.agenda.pop(place)
    t.ids.pop(place)


# --------------------------------------------------------------------------- burying


def can_bury(kind: int) -> bool:
    """Gold and rum; Prisoners and Jewels cannot be buried.  JR-I3 JR-Q6"""
    return kind == GOLD_1 or kind == GOLD_2 or kind == GOLD_3 or kind == RUM


def buriable(t: Table, seat: Seat) -> list[int]:
    """The kinds of unburied prizes that a seat has not chosen yet and might bury.  JR-I3"""
    found: list[int] = []
    for prize in t.prizes[seat]:
        kind = prize_kind(prize)
        if can_bury(kind) and kind not in found and prize not in t.sealed[seat]:
            found.append(kind)
    return found


def advance_bury(t: Table) -> None:
    """All but the guards choose in secret what they turn face down.  JR-I3 JR-X1"""
    if not t.is_opened():
        for seat in range(t.seats):
            t.sealed[seat] = ()
        mask = 0
        for seat in range(t.seats):
            might = t.is_hidden and t.asks_all and len(t.prizes[seat]) > 0
            if not t.guards >> seat & 1 and (might or buriable(t, seat)):
                mask |= 1 << seat
        if mask:
            t.ask_sealed(mask)
            return
    t.pop()
    for seat in t.clockwise(t.captain):
        for prize in t.sealed[seat]:
            t.bury_prize(seat, prize)
        t.sealed[seat] = ()


def bury_options(t: Table, seat: Seat) -> list[Action]:
    """One more card, or stop.  JR-I3"""
    return [STOPPING] + [BURIALS[kind] for kind in buriable(t, seat)]


def bury(t: Table, seat: Seat, kind: int) -> None:
    """Choose one more card; who has nothing left to bury has finished."""
    for prize in t.prizes[seat]:
        if prize_kind(prize) == kind and prize not in t.sealed[seat]:
            t.sealed[seat] += (prize,)
            break
    if not buriable(t, seat):
        t.answered(seat)


def bury_prompt(t: Table, seat: Seat) -> Prompt:
    """What to bury: all gold."""
    kinds = [kind for kind in buriable(t, seat) if kind != RUM]
    return Prompt(QUESTIONS[BURY_PRIZES], "JR-I3", BURIALS[kinds[-1]] if kinds else STOPPING)


def leave(t: Table) -> None:
    """The Old Sailor goes to the crew discard.  JR-I4"""
    t.drop(t.map_card)
    t.map_card = NO_CARD
    t.guards = 0
