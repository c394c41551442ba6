"""The row of a table: what lists show of it, and when it must be loaded, without loading it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.server.table.core import wake_ms
from broadside.store.interface import TableRow

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.state import Table
    from broadside.store.interface import State
    from broadside.wire.messages import TableInfo


def row(scene: Scene, seen: TableInfo, delayed: Delayed | None) -> TableRow:
    """The row of a table as it stands; `seen` is what outsiders may know of it.

    Who is connected is not kept: nobody is, where a row is all that is known of a table.
    """
    seen.host_online = False
    for seat in seen.seats:
        seat.online, seat.late = seat.kind == "bot", False
    table, status = scene.table, scene.table.status
    state: State = "over" if status == "expired" else status
    return TableRow(
        state,
        wake_ms(scene, delayed),
        table.opened.code if state == "waiting" else "",
        _listed_ms(table) if seen.status in ("waiting", "playing") else None,
        msgspec.json.encode(seen),
    )


def _listed_ms(table: Table) -> int | None:
    """From when on a public table is listed: a rematch tells that the game before it is over."""
    if not table.seating.is_public:
        return None
    is_rematch = bool(table.opened.reserved)
    return table.opened.at_ms + (1000 * table.opened.spectator_delay_s if is_rematch else 0)
