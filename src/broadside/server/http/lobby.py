"""Which games there are; opening and finding a table, sitting down, hosting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from broadside.lessons import guided, puzzles
from broadside.replays.puzzles.collection import puzzles as puzzles_of
from broadside.server.table import host
from broadside.service.addresses import link_for_others
from broadside.service.boxes import box_of, check_box
from broadside.service.game_info import game_info
from broadside.service.game_rules import rules_text
from broadside.service.game_schema import schema_of, verbs_of
from broadside.service.game_words import game_words
from broadside.service.reading import whole_number
from broadside.service.refusal import Refusal
from broadside.wire.http_messages import AddressInfo, PuzzleInfo, PuzzleSet, Rename
from broadside.wire.messages import Health, Language, TableOpened

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response

    from broadside.kernel.game import Game
    from broadside.server.http.requests import Call
    from broadside.server.table.decision import Outcome, Scene
    from broadside.wire.http_messages import BoxChecked, BoxInfo, GameWords, VerbInfo
    from broadside.wire.messages import GameInfo

PUZZLE_MAX: Final = 999_999


async def health(_call: Call) -> Health:
    """Answer as long as the process works; `readyz` tells whether it can do anything."""
    return Health("ready")


async def readiness(call: Call) -> Health:
    """Tell whether to send people here: not while the store does not answer."""
    if not call.tables.house.store.is_ready():
        raise Refusal(503, "not_ready", "This server takes no tables just now.", retry_s=1)
    return Health("ready")


async def games(call: Call) -> list[GameInfo]:
    """List the games."""
    house = call.tables.house
    others = house.editions.values()
    return [
        game_info(game, house.crew.offered(name), len(puzzles_of(name, game.version)), others)
        for name, game in house.games.items()
    ]


async def box(call: Call) -> BoxInfo:
    """Tell what is printed on the pieces of a game, in an edition that is offered."""
    return box_of(call.tables.house.game(call.path["game"], edition=call.query("edition", "")))


async def check(call: Call) -> BoxChecked:
    """Tell whether a text is an edition of a game; if not, in which line and why."""
    return await asyncio.to_thread(check_box, _game(call), call.body.text)


async def table_box(call: Call) -> Any:
    """Tell what is printed on the pieces with which a table plays."""
    return await call.look(lambda _shell, scene, _seat: box_of(scene.table.game))


async def words(call: Call) -> GameWords:
    """Give the texts and names of a game, for a client that does not know it."""
    return game_words(_game(call))


async def actions(call: Call) -> list[VerbInfo]:
    """List the verbs of a game, with the codes of their actions and all values of arguments."""
    return verbs_of(_game(call))


async def schema(call: Call) -> dict[str, Any]:
    """Give the JSON Schema of a game's views, events and actions."""
    return schema_of(_game(call))


async def rules(call: Call) -> Any:
    """Give the rules of a game in one language."""
    return rules_text(_game(call), _language(call))


async def guide_texts(call: Call) -> Any:
    """Give what the guided first game of a game says, in one language."""
    return guided.texts(_game(call), _language(call))


async def open_guided(call: Call) -> Any:
    """Open the guided first game of a game, and sit down there."""
    name = host.checked_name(call.body.name)
    await call.tables.house.names.check(name, call.body.key)
    return await call.tables.open_guided(_game(call).name, name)


def _language(call: Call) -> Language:
    """The language that is asked for; raises `Refusal`."""
    wanted = call.query("language", "en")
    if wanted not in get_args(Language):
        reason = f"There are no texts in {wanted[:20]!r}, only in {', '.join(get_args(Language))}."
        raise Refusal(404, "unknown_language", reason)
    return cast("Language", wanted)


def _game(call: Call) -> Game:
    """The game of the path."""
    return call.tables.house.game(call.path["game"])


async def puzzle_set(call: Call) -> PuzzleSet:
    """Tell how many puzzles a game has, and which is today's."""
    return puzzles.collection(_game(call), call.tables.house.clock.now_ms())


async def puzzle(call: Call) -> PuzzleInfo:
    """Give a puzzle with its solution."""
    number, game = whole_number(call.path["number"], PUZZLE_MAX), _game(call)
    # Its game is played through up to the position, and other tables shall not wait for it.
    return await asyncio.to_thread(puzzles.puzzle_info, game, -1 if number is None else number)


async def public_tables(call: Call) -> Any:
    """List the tables that are open to everybody."""
    return await call.tables.public()


async def open_table(call: Call) -> TableOpened:
    """Open a table."""
    told, credential = await call.tables.open(call.body, call.address)
    return TableOpened(told.table, credential, told)


async def address(call: Call) -> AddressInfo:
    """Tell where to invite people."""
    return AddressInfo(link_for_others(call.tables.house.settings, str(call.request.base_url)))


async def code(call: Call) -> Any:
    """Tell about the waiting table that a short code leads to."""
    name = await call.tables.house.store.find_code(call.path["code"].strip().lower())
    if name is None:
        raise Refusal(404, "unknown_code", "No table waits under this code.")
    return await call.tables.info(name)


async def table(call: Call) -> Any:
    """Tell about a table."""
    return await call.look(lambda shell, scene, seat: shell.info(scene, seat))


async def invitation(call: Call) -> Response:
    """Draw the link to a table."""
    return call.picture(f"table/{(await call.table()).name}")


async def take_seat(call: Call) -> Any:
    """Take a seat."""
    wish, seat = call.body, call.seat()
    wish.name = host.checked_name(wish.name)
    await call.tables.house.names.check(wish.name, wish.key)
    return await call.ask(lambda scene: host.sit(scene, seat, wish))


async def stand_up(call: Call) -> Any:
    """Give a seat back before the start."""
    credential, seat = call.credential(), call.seat()
    return await _changed(call, lambda scene: host.stand_up(scene, seat, credential))


async def host_command(call: Call) -> Any:
    """Do what the host of a table wants."""
    credential = call.credential()
    if isinstance(call.body, Rename):
        await call.tables.house.names.check(call.body.name, None)
    return await _changed(call, lambda scene: host.command(scene, credential, call.body))


async def helm(call: Call) -> Any:
    """Become the host of a table whose host has left."""
    credential = call.credential()
    return await _changed(call, lambda scene: host.take_helm(scene, credential))


async def _changed(call: Call, decide: Callable[[Scene], Outcome]) -> Any:
    """Change something, and tell how the table stands afterwards."""
    await call.ask(decide)
    return await table(call)
