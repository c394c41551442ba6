"""Pirate Port: new crew, trades and sales."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import openings
from .cards import BOX, FIRST_DESTINATION, JEWELS, NOBODY, PRISONER
from .events import PORT_REACHED, PRIZE_SOLD, PRIZE_TRADED
from .questions import QUESTIONS, SELL_PRIZE
from .steps import PORT, SELL
from .verbs import SALES, STOPPING

if TYPE_CHECKING:
    from .table import Table


def reach(t: Table) -> None:
    """Turn the card up; that many crew cards for each, in rounds from the Quartermaster's left.

    JR-P1
    """
    t.show_destination()
    cards = BOX.destinations[t.chosen - FIRST_DESTINATION].crew
    t.tell(PORT_REACHED, cards)
    for _ in range(cards):
        for seat in t.clockwise(t.left_of(t.acting_quartermaster())):
            t.draw_card(seat)
    t.traded = 0
    t.sellers_left = t.seats
    t.push(SELL)
    t.push(PORT)


def trade(t: Table, seat: Seat, kind: int) -> None:
    """Discard an unburied prize face up to draw a crew card.

    With the Captain's Gold everybody draws when the Captain trades.  JR-P2 JR-Q2 JR-O3
    """
    openings.played(t, seat)
    t.traded |= 1 << seat
    t.discard_prize(seat, t.prize_of_kind(t.prizes[seat], kind), PRIZE_TRADED)
    if t.is_captains_gold and seat == t.captain:
        for other in t.clockwise(seat):
            t.draw_card(other)
    else:
        t.draw_card(seat)


# ----------------------------------------------------------------------------- sales


def seller(t: Table) -> Seat:
    """Whose turn it is to sell, from the Captain clockwise.  JR-P3"""
    if t.sellers_left == 0:
        return NOBODY
    return (t.captain + t.seats - t.sellers_left) % t.seats


def sellable(t: Table, seat: Seat) -> list[int]:
    """Jewels and Prisoners, while there are prizes to draw.  JR-P3"""
    if not t.prize_deck:
        return []
    kinds = t.prize_kinds(t.prizes[seat])
    return [kind for kind in kinds if kind == JEWELS or kind == PRISONER]


def advance_sell(t: Table) -> None:
    """Ask each seat in turn that can sell; hidden prizes might be anything.  JR-P3 JR-O2"""
    while t.sellers_left > 0:
        seat = seller(t)
        might_sell = t.is_hidden and t.asks_all and t.prizes[seat] and t.prize_deck
        if might_sell or sellable(t, seat):
            t.ask(seat)
            return
        t.sellers_left -= 1
    t.pop()
    t.traded = 0


def sell_options(t: Table, seat: Seat) -> list[Action]:
    """Any of them, or stop.  JR-P3"""
    return [STOPPING] + [SALES[kind] for kind in sellable(t, seat)]


def sell(t: Table, seat: Seat, kind: int) -> None:
    """A Prisoner brings two prizes, Jewels one; they may be sold at once.  JR-P3"""
    t.discard_prize(seat, t.prize_of_kind(t.prizes[seat], kind), PRIZE_SOLD)
    for _ in range(2 if kind == PRISONER else 1):
        t.draw_prize(seat)
    t.taken()


def stop(t: Table) -> None:
    """The next one may sell."""
    t.sellers_left -= 1
    t.taken()


def sell_prompt(t: Table, seat: Seat) -> Prompt:
    """Whether to sell: yes."""
    kinds = sellable(t, seat)
    return Prompt(QUESTIONS[SELL_PRIZE], "JR-P3", SALES[kinds[-1]] if kinds else STOPPING)
