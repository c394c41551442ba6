"""The end: place on the track, gold aboard, treasures, and who wins a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import FOREVER, Seat

from . import treasures
from .board import NO_WHITE_NUMBER, PORT_ROYAL, WHITE
from .cards import GOLD
from .events import BY_POSITION, GAME_OVER, NO_TIE, SCORED, SHARED, TREASURES_SHOWN

if TYPE_CHECKING:
    from .table import Table

BEHIND_THE_LINE: Final = -5


def has_finisher(t: Table) -> bool:
    """Whether a player has finished; the ghost is no player.  JAM-E2 JAM-G8"""
    for seat in range(t.seats):
        if t.is_finished(seat):
            return True
    return False


def place(t: Table, ship: int) -> int:
    """The finish, the white number of the space, or -5 before the red line.

    So have ships still at the start or behind it.  JAM-E3 JAM-Q4 JAM-Q23
    """
    space, lap = t.spaces[ship], t.laps[ship]
    if space == PORT_ROYAL:
        return WHITE[PORT_ROYAL] if lap >= 1 else BEHIND_THE_LINE
    if lap != 0 or WHITE[space] == NO_WHITE_NUMBER:
        return BEHIND_THE_LINE
    return WHITE[space]


def score(t: Table, seat: Seat) -> int:
    """Place, gold in holds and treasures; food and gunpowder count nothing.  JAM-E3 JAM-T6"""
    return place(t, seat) + t.stock(seat, GOLD) + treasures.value(t, seat)


def leaders(t: Table) -> list[Seat]:
    """The seats with the highest score."""
    scores = [score(t, seat) for seat in range(t.seats)]
    best = max(scores)
    return [seat for seat in range(t.seats) if scores[seat] == best]


def winners(t: Table) -> list[Seat]:
    """The highest score wins; of several the ship farther ahead; else they share.  JAM-E4"""
    tied = leaders(t)
    farthest = max([t.position(seat) for seat in tied])
    return [seat for seat in tied if t.position(seat) == farthest]


def tie_break(t: Table) -> int:
    """What settled a tie, if there was one.  JAM-E4"""
    if len(leaders(t)) == 1:
        return NO_TIE
    return BY_POSITION if len(winners(t)) == 1 else SHARED


def end(t: Table) -> None:
    """All treasures are shown and everything is counted.  JAM-E3"""
    t.show_treasures()
    if t.log is None:
        return
    for ship in range(t.ships):
        cards = [card for lair, card in enumerate(t.lair_cards) if t.holders[lair] == ship]
        if cards:
            t.record(TREASURES_SHOWN, [ship], cards, t.everyone, FOREVER)
    for seat in range(t.seats):
        gold, value = t.stock(seat, GOLD), treasures.value(t, seat)
        values = [seat, place(t, seat), gold, value, score(t, seat)]
        t.record(SCORED, values, [], t.everyone, FOREVER)
    t.record(GAME_OVER, [tie_break(t)], winners(t), t.everyone, FOREVER)
