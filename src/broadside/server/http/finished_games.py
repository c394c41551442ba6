"""Finished games: their moments again, and what follows from them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from broadside.kernel.event import EVERYTHING, SPECTATOR
from broadside.replays import finished_game
from broadside.replays.fairness import seal_replay
from broadside.server.table import host, rematch
from broadside.server.table.results import replay_file
from broadside.server.tables import NAME_LENGTH, random_name
from broadside.service.reading import whole_number
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import Analysis, Rematch

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.server.http.requests import Call
    from broadside.server.table.state import Table

MOMENTS_MAX: Final = 50
NUMBER_MAX: Final = 1_000_000


async def replay(call: Call) -> Response:
    """Give the finished game as a file, with its seed."""
    table = await _finished(call)
    name = f"{table.game.name}-{table.name}.json"
    return Response(
        await _from_file(call, seal_replay, table),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )


async def moments(call: Call) -> Any:
    """Give the finished game step by step."""
    table = await _finished(call)
    eyes = _viewpoint(call.query("eyes", "all"), len(table.chairs))
    first = call.number("first", 0, NUMBER_MAX)
    count = call.number("count", MOMENTS_MAX, MOMENTS_MAX)
    return await _from_file(call, finished_game.moments, table, eyes, first, count)


async def chart(call: Call) -> Any:
    """Give the scores of the finished game over time."""
    return await _from_file(call, finished_game.chart, await _finished(call))


async def hidden(call: Call) -> Any:
    """Give what was hidden in the finished game: all cards, and what bots believed."""
    table = await _finished(call)
    bots = [chair.seat for chair in table.chairs if chair.player is not None]
    return await _from_file(call, finished_game.hidden, table, bots)


async def begin_lesson(call: Call) -> Analysis:
    """Have a captain look at every decision of a seat in the finished game, unless it has."""
    table = await _finished(call)
    file = replay_file(table)
    return call.tables.teacher.begin(table.name, call.seat(), file, call.address)


async def lesson(call: Call) -> Analysis:
    """Tell what the captain has found so far."""
    table = await _finished(call)
    return call.tables.teacher.find(table.name, call.seat())


async def what_if(call: Call) -> Any:
    """Go on from a moment of the finished game, against bots, at a table of its own."""
    call.body.name = host.checked_name(call.body.name)
    return await call.tables.what_if(await _finished(call), call.body)


async def next_table(call: Call) -> Rematch:
    """Open the next table of the same people, or find it."""
    credential, name = call.credential(), random_name(NAME_LENGTH)
    seat = await call.ask(lambda scene: rematch.announce(scene, credential, name))
    last: Table = await (await call.table()).look(lambda scene: scene.table)
    assert last.rematch is not None
    # It may be that the server ended between announcing the table and opening it.
    await call.tables.open_rematch(last.rematch, last)
    place = rematch.rematch_seat(last, seat)
    told = await call.tables.info(last.rematch, place)
    return Rematch(last.rematch, place, told)


def _viewpoint(eyes: str, seats: int) -> int:
    """Whose eyes these are: a seat's, a spectator's, or those that see everything."""
    if eyes in ("all", "spectator"):
        return EVERYTHING if eyes == "all" else SPECTATOR
    seat = whole_number(eyes, seats - 1)
    if seat is not None:
        return seat
    reason = f"Eyes are all, spectator, or a seat from 0 to {seats - 1}; not {eyes[:20]!r}."
    raise Refusal(400, "bad_eyes", reason)


async def _from_file(call: Call, make: Callable[..., Any], table: Table, *more: Any) -> Any:
    """Make something of a game's file. A long one takes a while, and no table shall wait for it."""
    games = call.tables.house.games
    return await asyncio.to_thread(make, replay_file(table), games, *more)


async def _finished(call: Call) -> Table:
    """The finished game in the address, if it is over for the one who asks."""
    table: Table = await call.look(lambda shell, scene, seat: shell.seen_by(scene, seat))
    if table.status != "over":
        raise Refusal(409, "not_over", "This is published when the game is over.")
    return table
