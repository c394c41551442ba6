"""Finished games: their moments again, and what follows from them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from broadside.replays.fairness import write_replay
from broadside.server import afterwards
from broadside.server.table import host, rematch
from broadside.server.tables import NAME_LENGTH, random_name
from broadside.wire.http_messages import Rematch

if TYPE_CHECKING:
    from broadside.server.http.requests import Call
    from broadside.server.table.state import Table

MOMENTS_MAX: Final = 50
NUMBER_MAX: Final = 1_000_000


async def replay(call: Call) -> Response:
    """Give the finished game as a file, with its seed."""
    table = await _finished(call)
    name = f"{table.game.name}-{table.name}.json"
    return Response(
        await asyncio.to_thread(write_replay, afterwards.replay_file(table)),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )


async def moments(call: Call) -> Any:
    """Give the finished game step by step."""
    table = await _finished(call)
    eyes = afterwards.viewpoint(call.query("eyes", "all"), len(table.chairs))
    first = call.number("first", 0, NUMBER_MAX)
    count = call.number("count", MOMENTS_MAX, MOMENTS_MAX)
    # A long game takes a while to play through, and other tables shall not wait for it.
    return await asyncio.to_thread(afterwards.moments, table, eyes, first, count)


async def chart(call: Call) -> Any:
    """Give the scores of the finished game over time."""
    return await asyncio.to_thread(afterwards.chart, await _finished(call))


async def hidden(call: Call) -> Any:
    """Give what was hidden in the finished game: all cards, and what bots believed."""
    return await asyncio.to_thread(afterwards.hidden, await _finished(call))


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
    place = afterwards.rematch_seat(last, seat)
    told = await call.tables.info(last.rematch, place)
    return Rematch(last.rematch, place, told)


async def _finished(call: Call) -> Table:
    """The finished game in the address, if it is over for the one who asks."""
    table: Table = await call.look(lambda shell, scene, seat: shell.seen_by(scene, seat))
    afterwards.check_over(table)
    return table
