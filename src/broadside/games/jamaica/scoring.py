"""The end: place on the track, gold aboard, treasures, and who wins a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import FOREVER, Seat

from . import events
from .board import NO_WHITE_NUMBER, PORT_ROYAL, WHITE
from .cards import GOLD

if TYPE_CHECKING:
    from .table import Table

BEHIND_THE_LINE: Final = -5


def has_finisher(t: Table) -> bool:
    """Whether a player has finished; the ghost is no player.  JAM-E2 JAM-G8"""
    return any(t.is_finished(seat) for seat in range(t.seats))


def place(t: Table, ship: int) -> int:
    """The finish, the white number of the space, or -5 before the red line.

    So have ships still at the start or behind it.  JAM-E3 JAM-Q4 JAM-Q23
    """
    space, lap = t.space(ship), t.lap(ship)
    if space == PORT_ROYAL:
        return WHITE[PORT_ROYAL] if lap >= 1 else BEHIND_THE_LINE
    is_on_lap = lap == 0 and WHITE[space] != NO_WHITE_NUMBER
    return WHITE[space] if is_on_lap else BEHIND_THE_LINE


def score(t: Table, seat: Seat) -> int:
    """Place, gold in holds and treasures; food and gunpowder count nothing.  JAM-E3 JAM-T6"""
    return place(t, seat) + t.stock(seat, GOLD) + t.riches(seat)


def leaders(t: Table) -> list[Seat]:
    """The seats with the highest score."""
    scores = [score(t, seat) for seat in range(t.seats)]
    best = max(scores)
    return [seat for seat in range(t.seats) if scores[seat] == best]


def ranking(t: Table) -> list[Seat]:
    """All seats by their score, then by their place on the track.  JAM-E4"""
    ranks = [(-score(t, seat), -t.position(seat), seat) for seat in range(t.seats)]
    return [seat for _, _, seat in sorted(ranks)]


def winners(t: Table) -> list[Seat]:
    """The highest score wins; of several the ship farther ahead; else they share.  JAM-E4"""
    tied = leaders(t)
    farthest = max([t.position(seat) for seat in tied])
    return [seat for seat in tied if t.position(seat) == farthest]


def tie_break(t: Table) -> int:
    """What settled a tie, if there was one.  JAM-E4"""
    if len(leaders(t)) == 1:
        return events.NO_TIE
    return events.BY_POSITION if len(winners(t)) == 1 else events.SHARED


def end(t: Table) -> None:
    """All treasures are shown and everything is counted.  JAM-E3"""
    t.show_treasures()
    if t.log is None:
        return
    for ship in range(t.ships):
        cards = [t.lair_cards[lair] for lair in t.lairs_of(ship)]
        if cards:
            t.record(events.TREASURES_SHOWN, [ship], cards, t.everyone, FOREVER)
    for seat in range(t.seats):
        values = [seat, place(t, seat), t.stock(seat, GOLD), t.riches(seat), score(t, seat)]
        t.record(events.SCORED, values, [], t.everyone, FOREVER)
    t.record(events.GAME_OVER, [tie_break(t)], winners(t), t.everyone, FOREVER)
