"""The start of a table, and the end of its waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.table.records import Expired, Started

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record


def due(scene: Scene) -> int | None:
    """When the table starts: at once when no seat is open; or when it has waited in vain."""
    if scene.table.status != "waiting":
        return None
    if _can_start(scene):
        return scene.now
    return None if scene.presence.listeners else expires_ms(scene)


def settle(scene: Scene) -> list[Record]:
    """Start, or give up."""
    return [Started(scene.now)] if _can_start(scene) else [Expired(scene.now)]


def expires_ms(scene: Scene) -> int:
    """When a table has waited long enough."""
    return scene.table.at_ms + round(scene.settings.expire_s * 1000)


def _can_start(scene: Scene) -> bool:
    """Whether every seat is taken; a table of bots waits for somebody who watches."""
    table = scene.table
    return table.seating.is_full and (table.seating.has_people or bool(scene.presence.listeners))
