"""The end: gold, Jewels, and who has most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.rows import changed

from . import promises
from .cards import GOLD_OF_KIND, JEWELS, KIND_OF, PRISONER, RUM, count_in
from .events import BY_RUM, GAME_ENDED, JEWELS_VALUED, NO_TIE, SHARED

if TYPE_CHECKING:
    from .table import Table


def finish(t: Table) -> None:
    """The game is over: Jewels are valued, all prizes are shown.  JR-E1"""
    t.agenda = []
    t.ids = []
    t.taken()
    t.show_all_prizes()
    for seat in t.clockwise(t.captain):
        for _ in range(owned(t, seat, JEWELS)):
            value_jewels(t, seat)
    promises.end_game(t)
    if t.log is not None:
        t.tell(GAME_ENDED, max(t.scores()), tie_break(t))


def value_jewels(t: Table, seat: Seat) -> None:
    """Turn up the top prize and add its gold; without prizes Jewels are worth 1.

    A Prisoner or other Jewels count 1, there is no chain.  JR-E2 JR-Q33
    """
    gold = 1
    if t.prize_deck:
        kind = KIND_OF[t.turn_up_prize()]
        gold = 1 if kind == JEWELS or kind == PRISONER else GOLD_OF_KIND[kind]
    t.jewels_gold = changed(t.jewels_gold, seat, t.jewels_gold[seat] + gold)
    t.tell(JEWELS_VALUED, seat, gold)


def owned(t: Table, seat: Seat, kind: int) -> int:
    """How many prizes of a kind a seat has, buried or not."""
    return count_in(t.prizes[seat] + t.buried[seat], kind)


def printed_gold(t: Table, seat: Seat) -> int:
    """The gold on all prizes of a seat; Jewels are valued apart.  JR-E2"""
    gold = 0
    for prize in t.prizes[seat] + t.buried[seat]:
        kind = KIND_OF[prize]
        if kind != JEWELS:
            gold += GOLD_OF_KIND[kind]
    return gold


def score(t: Table, seat: Seat) -> int:
    """All the gold of a seat.  JR-E2"""
    return printed_gold(t, seat) + t.jewels_gold[seat]


def richest(t: Table) -> list[Seat]:
    """Who has most gold."""
    scores = t.scores()
    most = max(scores)
    return [seat for seat in range(t.seats) if scores[seat] == most]


def ranking(t: Table) -> list[Seat]:
    """All seats by their gold, then by their Rum.  JR-E3"""
    ranks = [(-score(t, seat), -owned(t, seat, RUM), seat) for seat in range(t.seats)]
    return [seat for _, _, seat in sorted(ranks)]


def winners(t: Table) -> list[Seat]:
    """Most gold, then most Rum; if this names nobody alone, all with most gold.  JR-E3"""
    seats = richest(t)
    most = max([owned(t, seat, RUM) for seat in seats])
    drinkers = [seat for seat in seats if owned(t, seat, RUM) == most]
    return drinkers if len(drinkers) == 1 else seats


def tie_break(t: Table) -> int:
    """What decided.  JR-E3"""
    if len(winners(t)) > 1:
        return SHARED
    return BY_RUM if len(richest(t)) > 1 else NO_TIE
