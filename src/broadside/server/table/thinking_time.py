"""Thinking time: how long each person may think, and what the clock answers when it is over.

A seat's time begins when it is asked and does not change while others act, nor by letting a bot
play for a while. At a table by days it goes on while the server is away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server import fairness
from broadside.server.table.records import Acted
from broadside.server.wire.messages import Clock

if TYPE_CHECKING:
    from broadside.server.table.records import Record
    from broadside.server.table.scene import Scene
    from broadside.server.table.state import Table
    from broadside.server.table.times import Since


def due(scene: Scene) -> int | None:
    """When the next person runs out of time."""
    table = scene.table
    if not _runs(table):
        return None
    return min((_end_ms(table, *asked) for asked in _asked_people(table)), default=None)


def settle(scene: Scene) -> list[Record]:
    """Answer for the first person whose time is up."""
    table, state = scene.table, scene.table.playing
    for seat, since in _asked_people(table):
        if state is not None and _end_ms(table, seat, since) <= scene.now:
            return [answer(scene, seat)]
    return []


def answer(scene: Scene, seat: int) -> Acted:
    """What the clock answers for a seat; chance comes from the table's own secret seed."""
    table, state = scene.table, scene.table.state
    assert state is not None
    rng = fairness.clock_rng(table.opened.seed, table.seq, seat)
    action = state.clock_answer(seat, rng)
    reserve_ms = reserve_used_ms(table, seat, scene.now)
    return Acted(scene.now, seat, action.text, "", "clock", reserve_ms)


def reserve_used_ms(table: Table, seat: int, now: int) -> int:
    """What the present decision has taken of a seat's reserve so far."""
    since, total_s = table.times.asked.get(seat), table.clock_s
    if since is None or total_s is None or not _runs(table) or table.chairs[seat].player:
        return 0
    over_ms = now - since.at_ms - total_s * 1000
    return max(0, min(over_ms, _reserve_ms(table, seat)))


def left_ms(table: Table, seat: int | None, now: int) -> int | None:
    """The time left for a seat, or for the one that has least if this seat is not asked."""
    clock = clock_for(table, seat, now)
    return None if clock is None else clock.left_ms


def clock_for(table: Table, seat: int | None, now: int) -> Clock | None:
    """The clock that a seat, or a spectator, is shown: its own, or that of who has least."""
    total_s = table.clock_s
    if total_s is None or not _runs(table):
        return None
    own = dict(_asked_people(table)).get(-1 if seat is None else seat)
    if own is not None and seat is not None:
        return _clock(table, seat, own, total_s, now)
    awaited = table.times.awaited
    shown = [
        _clock(table, one, awaited[one], total_s, now)
        for one in table.people(table.awaited())
        if one in awaited
    ]
    return min(shown, key=lambda clock: clock.left_ms + clock.reserve_ms, default=None)


def _clock(table: Table, seat: int, since: Since, total_s: int, now: int) -> Clock:
    own_ms = since.at_ms + total_s * 1000 - now
    reserve_ms = _reserve_ms(table, seat)
    return Clock(max(0, own_ms), total_s * 1000, max(0, min(reserve_ms, own_ms + reserve_ms)))


def _runs(table: Table) -> bool:
    """Whether clocks of single seats run now: not in a pause, nor while a window counts down."""
    if table.playing is None or table.times.paused_ms is not None or table.is_counting:
        return False
    return table.clock_s is not None


def _asked_people(table: Table) -> list[tuple[int, Since]]:
    """The people who are asked and play themselves, and since when."""
    return [
        (seat, since)
        for seat, since in table.times.asked.items()
        if table.chairs[seat].player is None
    ]


def _end_ms(table: Table, seat: int, since: Since) -> int:
    return since.at_ms + (table.clock_s or 0) * 1000 + _reserve_ms(table, seat)


def _reserve_ms(table: Table, seat: int) -> int:
    """The extra time that a seat may take; none where the rules insist on a time."""
    has_reserve = table.state is None or not table.state.hourglass_s()
    return table.times.reserve_ms[seat] if has_reserve else 0
