"""Notices at tables by days: who is to hear that the table waits for them now.

They are told to who seems to be asked, as everybody at the table sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.table.scene import YourTurn
from broadside.server.table.times import is_by_days

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.server.table.scene import Scene
    from broadside.server.table.times import Since


def notices_for(scene: Scene, before: Mapping[int, Since]) -> list[YourTurn]:
    """The people who are asked now and were not before."""
    table = scene.table
    awaited = table.times.awaited
    if awaited is before or not is_by_days(table.times.clock_s) or table.playing is None:
        return []
    return [
        YourTurn(seat) for seat in table.people([*awaited]) if awaited[seat] != before.get(seat)
    ]
