"""Thinking time: what the clock answers for a person whose time is over.

A seat's time begins when it is asked and does not change while others act, nor by letting a bot
play for a while. At a table by days it goes on while the server is away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.replays import fairness
from broadside.server.table.records import Acted

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record


def due(scene: Scene) -> int | None:
    """When the next person runs out of time."""
    return min(_ends(scene).values(), default=None) if scene.table.times.runs else None


def settle(scene: Scene) -> list[Record]:
    """Answer for the first person whose time is up."""
    late = [seat for seat, end in _ends(scene).items() if end <= scene.now]
    return [clock_answer(scene, seat) for seat in late[:1]]


def _ends(scene: Scene) -> dict[int, int]:
    """When the time of each person is over who is asked and plays without a bot."""
    table = scene.table
    return {
        seat: table.times.end_ms(seat, since)
        for seat, since in table.times.asked.items()
        if table.chairs[seat].player is None
    }


def clock_answer(scene: Scene, seat: int) -> Acted:
    """What the clock answers for a seat; chance comes from the table's own secret seed."""
    table, state = scene.table, scene.table.state
    assert state is not None
    action = state.clock_answer(seat, fairness.clock_rng(table.opened.seed, table.seq, seat))
    reserve_ms = table.times.reserve_used_ms(seat, scene.now)
    return Acted(scene.now, seat, action.text, "", "clock", reserve_ms)
