"""The pause: a table with a clock waits while none of the people who sit there is connected.

Neither a clock nor a countdown runs then, and bots wait, too: a person who closes the lid, alone
with bots or last of all, finds the game as it was. What was running goes on when one of them is
back; after a longer absence, or if the server itself was away, it begins anew. A person who lets a
bot play and watches is there, too. Tables by days never pause: nobody is expected to be connected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.server.table.presence import MOMENT_MS
from broadside.server.table.records import Paused, Resumed
from broadside.server.table.times import is_by_days

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record

GRACE_MS: Final = 2000
"""A page that is loaded anew is back by then, and one whose person has just sat down is there."""


def due(scene: Scene) -> int | None:
    """When the table pauses, or goes on."""
    table, presence = scene.table, scene.presence
    if table.playing is None:
        return None
    if table.times.paused_ms is not None:
        return scene.now if not _must_wait(scene) else None
    if not _must_wait(scene) or presence.deserted_ms is None:
        return None
    if presence.is_found_deserted:
        return scene.now
    return max(presence.deserted_ms, table.started_ms) + GRACE_MS


def settle(scene: Scene) -> list[Record]:
    """Pause, or go on."""
    times = scene.table.times
    if times.paused_ms is None:
        return [Paused(scene.now, scene.presence.is_found_deserted)]
    is_long = scene.now - times.paused_ms >= MOMENT_MS
    return [Resumed(scene.now, is_long or times.was_restarted)]


def _must_wait(scene: Scene) -> bool:
    """Whether people play here with a clock, and none of them is connected."""
    times = scene.table.times
    has_clock = times.question_s is not None and not is_by_days(times.clock_s)
    is_deserted = scene.presence.deserted_ms is not None
    return has_clock and is_deserted and bool(scene.table.seating.active)
