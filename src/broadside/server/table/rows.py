"""The row of a table: what lists show of it, and when it must be loaded, without loading it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.server.table import proposals, start, thinking_time
from broadside.store.interface import TableRow

if TYPE_CHECKING:
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.scene import Scene
    from broadside.server.table.state import Table
    from broadside.store.interface import State
    from broadside.wire.messages import TableInfo


def row(scene: Scene, seen: TableInfo, delayed: Delayed | None) -> TableRow:
    """The row of a table as it stands; `seen` is what outsiders may know of it."""
    table = scene.table
    state: State = "over"
    if table.status in ("waiting", "playing"):
        state = "waiting" if table.status == "waiting" else "playing"
    return TableRow(
        state,
        wake_ms(scene, delayed),
        table.opened.code if state == "waiting" else "",
        _listed_ms(table) if seen.status in ("waiting", "playing") else None,
        msgspec.json.encode(seen),
    )


def wake_ms(scene: Scene, delayed: Delayed | None) -> int | None:
    """When the table must be loaded though nobody comes.

    A table with a clock pauses without its people, and a table of bots without one who watches:
    these need not be loaded.
    """
    table = scene.table
    if table.playing is not None and table.times.has_live_clock and table.active_people():
        return None
    if table.status == "waiting":
        is_ready = table.seating.is_full and table.seating.has_people
        return scene.now if is_ready else start.expires_ms(scene)
    if table.playing is None:
        return None if delayed is None else delayed.due()
    if not table.seating.has_people:
        return None
    if table.playing.rests or any(table.chairs[seat].player for seat in table.deciders()):
        return scene.now
    moments = [thinking_time.due(scene), proposals.due(scene)]
    return min((moment for moment in moments if moment is not None), default=None)


def _listed_ms(table: Table) -> int | None:
    """From when on a public table is listed: a rematch tells that the game before it is over."""
    if not table.seating.is_public:
        return None
    is_rematch = bool(table.opened.reserved)
    return table.opened.at_ms + (1000 * table.opened.spectator_delay_s if is_rematch else 0)
