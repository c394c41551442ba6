"""Pirate Port: new crew, trades and sales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial

from . import attack
from .cards import JEWELS, PRISONER, kinds_in
from .events import PORT_REACHED, PRIZE_SOLD, PRIZE_TRADED
from .openings import OpenWindow, played
from .questions import Question, no_prize
from .verbs import SELL, STOP, TRADE

if TYPE_CHECKING:
    from .table import Table


class Trading(OpenWindow):
    """Each seat may once discard an unburied prize to draw a crew card.  JR-P2"""

    def might_play(self, t: Table, seat: Seat) -> bool:
        """Who can trade, prizes being there for all to see; or who might hold a character."""
        return can_trade(t, seat) or super().might_play(t, seat)

    def can_play(self, t: Table, seat: Seat) -> bool:
        """Trade, or play a character."""
        return can_trade(t, seat) or super().can_play(t, seat)

    def add_first(self, t: Table, seat: Seat, found: list[Action]) -> None:
        """Any of the own prizes.  JR-P2"""
        if can_trade(t, seat):
            found += [TRADE.of(kind) for kind in kinds_in(t.prizes[seat])]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """One trade per seat, if a card can be drawn.  JR-P2"""
        if action.verb is not TRADE:
            return super().denial(t, seat, action)
        if t.traded >> seat & 1:
            return self.deny(action, "traded_already", "each may trade once in a port")
        if action.first not in kinds_in(t.prizes[seat]):
            return no_prize(action, "JR-P2")
        if can_trade(t, seat):
            return None
        return self.deny(action, "nothing_to_draw", "no crew cards are left to draw")

    def play(self, t: Table, seat: Seat, action: Action) -> None:
        """With the Captain's Gold everybody draws when the Captain trades.  JR-P2 JR-Q2 JR-O3"""
        if action.verb is not TRADE:
            super().play(t, seat, action)
            return
        played(t, seat)
        t.traded |= 1 << seat
        t.discard_prize(seat, t.piece_of_kind(t.prizes[seat], action.first), PRIZE_TRADED)
        if t.is_captains_gold and seat == t.captain:
            for other in t.clockwise(seat):
                t.draw_card(other)
        else:
            t.draw_card(seat)


class Selling(Question):
    """Seat by seat, Jewels and Prisoners are sold for new prizes.  JR-P3"""

    def chooser(self, t: Table) -> Seat:
        """Whose turn it is to sell, from the Captain clockwise.  JR-P3"""
        return (t.captain + t.seats - t.sellers_left) % t.seats

    def options(self, t: Table) -> list[Action]:
        """Any of them, or stop.  JR-P3"""
        found = STOP.actions[:]
        if t.prize_deck:
            for kind in kinds_in(t.prizes[self.chooser(t)]):
                if kind == JEWELS or kind == PRISONER:
                    found.append(SELL.of(kind))
        return found

    def advance(self, t: Table) -> None:
        """Ask each seat in turn that can sell; hidden prizes might be anything.  JR-P3 JR-O2"""
        while t.sellers_left > 0:
            seat = self.chooser(t)
            if t.prizes[seat] and t.prize_deck:
                options = self.options(t)
                if len(options) > 1 or (t.is_hidden and t.asks_all):
                    self.ask(t, options)
                    return
            t.sellers_left -= 1
        t.pop()
        t.traded = 0

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Only Jewels and Prisoners are sold, and only for prizes that are left.  JR-P3"""
        if action.first not in kinds_in(t.prizes[seat]):
            return no_prize(action, "JR-P3")
        return self.deny(action, "cannot_be_sold", "only Jewels and Prisoners can be sold")

    def default(self, t: Table, seat: Seat) -> Action:
        """Sell."""
        return t.choices[-1]

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """A Prisoner brings two prizes, Jewels one; they may be sold at once.  JR-P3"""
        if action.verb is STOP:
            t.sellers_left -= 1
            return
        t.discard_prize(seat, t.piece_of_kind(t.prizes[seat], action.first), PRIZE_SOLD)
        for _ in range(2 if action.first == PRISONER else 1):
            t.draw_prize(seat)


TRADING: Final = Trading("port", "JR-P2", verbs=[TRADE], question="trade_or_pass")
SELLING: Final = Selling("sell", "sell_prize", "JR-P3", [STOP, SELL])


def reach(t: Table) -> None:
    """Everybody draws, in rounds from the Quartermaster's left.  JR-P1"""
    t.show_destination()
    cards = attack.face(t).crew
    t.tell(PORT_REACHED, cards)
    for _ in range(cards):
        for seat in t.clockwise(t.left_of(t.acting_quartermaster())):
            t.draw_card(seat)
    t.traded = 0
    t.sellers_left = t.seats
    t.push(SELLING)
    t.push(TRADING)


def can_trade(t: Table, seat: Seat) -> bool:
    """Each seat once per port, an unburied prize for a crew card that can be drawn.  JR-P2"""
    has_crew = len(t.crew_deck) > 0 or len(t.crew_discard) > 0
    return has_crew and len(t.prizes[seat]) > 0 and not t.traded >> seat & 1
