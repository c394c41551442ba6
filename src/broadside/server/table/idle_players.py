"""Idle players: a table without a clock does not wait for ever for a person who is there, but idle.

A person who keeps it waiting for long is *late*, and any other person at the table may let a bot
play for the late one, who has the seat back at once by acting or saying so. Nobody is relieved
unless another person wants it: at a table without a clock people may have all the time they like.

It looks at who seems to be awaited and since when, as everybody sees it, so that nobody learns from
it who has answered under seal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.table.decision import Outcome
from broadside.server.table.stand_ins import has_company, stood_in
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.wire.messages import Relieve


def late(scene: Scene) -> frozenset[int]:
    """The seats that keep the table waiting."""
    return frozenset(seat for seat, moment in _dues(scene).items() if moment <= scene.now)


def due(scene: Scene) -> int | None:
    """When the next seat becomes late."""
    return min((moment for moment in _dues(scene).values() if moment > scene.now), default=None)


def _dues(scene: Scene) -> dict[int, int]:
    """When everybody for whom others wait becomes late."""
    table, times, presence = scene.table, scene.table.times, scene.presence
    if times.question_s is not None or table.playing is None or presence.deserted_ms is not None:
        return {}
    dues: dict[int, int] = {}
    for seat in table.people(times.awaited):
        here = presence.here_since_ms(table.chairs[seat].credential_hash)
        if here is not None and has_company(scene, seat):
            since = max(here, times.awaited[seat].at_ms, times.back_ms[seat])
            dues[seat] = since + round(scene.settings.idle_player_s * 1000)
    return dues


def relieve(scene: Scene, by: int, message: Relieve) -> Outcome:
    """A person lets a bot play for a late one; raises `Refusal`."""
    if message.seat >= len(scene.table.chairs):
        raise Refusal(404, "unknown_seat", f"There is no seat {message.seat} at this table.")
    record = stood_in(scene, message.seat, "idle", message.id, by)
    if by == message.seat or message.seat not in late(scene):
        raise Refusal(409, "not_late", f"Nobody has waited long for seat {message.seat}.")
    return Outcome([record])
