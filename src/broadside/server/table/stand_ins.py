"""Stand-ins: a bot slides into the seat of a person who left, and hands it back on return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.server.table.decision import Outcome, check_playing
from broadside.server.table.records import Returned, StoodIn
from broadside.server.table.times import is_by_days
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record, Why
    from broadside.wire.messages import Away, Back

TIMEOUTS_MAX: Final = 2
"""A person whose clock ran out so often in a row is not there any more."""


# ---------------------------------------------------------------------------- by request


def away(scene: Scene, seat: int, message: Away) -> Outcome:
    """A person asks to be stood in for; raises `Refusal`."""
    return Outcome([stood_in(scene, seat, "asked", message.id)])


def back(scene: Scene, seat: int, message: Back) -> Outcome:
    """A person wants the seat back; raises `Refusal`."""
    check_playing(scene.table)
    if scene.table.chairs[seat].stand_in is None:
        raise Refusal(409, "not_stood_in", f"No bot plays for seat {seat}.")
    return Outcome([Returned(scene.now, seat, message.id)])


def stood_in(
    scene: Scene, seat: int, why: Why, message: str = "", by: int | None = None
) -> StoodIn:
    """The record of a bot that slides in, perhaps because another seat wants it; or `Refusal`."""
    check_playing(scene.table)
    if scene.table.chairs[seat].stand_in is not None:
        raise Refusal(409, "stood_in", f"A bot plays for seat {seat} already.")
    return StoodIn(scene.now, seat, scene.table.opened.stand_in, why, message, by)


# ------------------------------------------------------- who left, and who has no time


def due(scene: Scene) -> int | None:
    """When the next person who is awaited will have been away for too long."""
    if scene.table.playing is None:
        return None
    if _timed_out(scene):
        return scene.now
    return min(_leaving(scene).values(), default=None)


def settle(scene: Scene) -> list[Record]:
    """Let bots slide into the seats of those who left, or whose clock ran out too often."""
    late = [seat for seat, moment in _leaving(scene).items() if moment <= scene.now]
    gone: list[tuple[int, Why]] = [(seat, "time") for seat in _timed_out(scene)]
    gone += [(seat, "left") for seat in late if (seat, "time") not in gone]
    return [stood_in(scene, seat, why) for seat, why in gone]


def _leaving(scene: Scene) -> dict[int, int]:
    """When each absent person counts as gone: some time after others were there to wait.

    It asks who seems to be awaited, not who is: else a bot in a seat would tell that the seat had
    not answered under seal.
    """
    table, presence = scene.table, scene.presence
    if presence.deserted_ms is not None or is_by_days(table.times.clock_s):
        return {}
    dues: dict[int, int] = {}
    for seat in table.people(sorted(table.times.awaited.keys() - presence.online)):
        away = presence.away_since_ms(table.chairs[seat].credential_hash)
        if away is not None and has_company(scene, seat):
            dues[seat] = max(away, presence.met_ms) + round(scene.settings.leave_s * 1000)
    return dues


def _timed_out(scene: Scene) -> list[int]:
    """Whose clock ran out too often; a seat that answered under seal must not be told apart yet."""
    table = scene.table
    if max(table.times.timeouts) < TIMEOUTS_MAX:
        return []
    # A bot in the seat of who has answered under seal would tell that the clock had.
    sealed = table.times.awaited.keys() - {*table.deciders()}
    return [
        seat
        for seat in table.seating.active
        if table.times.timeouts[seat] >= TIMEOUTS_MAX
        and seat not in sealed
        and has_company(scene, seat)
    ]


def has_company(scene: Scene, seat: int) -> bool:
    """Whether another person waits; who plays alone with bots may close the lid.

    Where people are connected while they play, all who are count, stood in for or not.
    """
    table = scene.table
    is_days = is_by_days(table.times.clock_s)
    others = table.seating.active if is_days else scene.presence.online
    return bool({*others} - {seat})
