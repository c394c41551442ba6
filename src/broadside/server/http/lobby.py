"""Which games there are; opening and finding a table, sitting down, hosting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response

from broadside.kernel.game import LANGUAGES
from broadside.server.http.invitation import qr_svg
from broadside.server.http.rules import rules_text
from broadside.server.table import host
from broadside.service.addresses import link_for_others
from broadside.service.refusal import Refusal
from broadside.service.responses import address_of
from broadside.wire.http_messages import AddressInfo
from broadside.wire.messages import GameInfo, Health, OptionInfo, TableOpened

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.kernel.game import Game, Option
    from broadside.server.http.requests import Call
    from broadside.server.table.scene import Outcome, Scene

LINK_LENGTH_MAX: Final = 400
"""Longer ones do not fit into a QR code that a phone can read."""


async def health(_call: Call) -> Health:
    """Answer when ready: the server takes no requests before."""
    return Health("ready")


async def games(call: Call) -> list[GameInfo]:
    """List the games."""
    house = call.tables.house
    return [_game_info(game, list(house.bots)) for game in house.games.values()]


async def rules(call: Call) -> Any:
    """Give the rules of a game in one language."""
    name, known = call.path["game"], call.tables.house.games
    game = known.get(name)
    if game is None:
        reason = f"There is no game {name[:40]!r}; there is {', '.join(known)}."
        raise Refusal(404, "unknown_game", reason)
    language = call.query("language", "en")
    if language not in LANGUAGES:
        reason = f"There are no rules in {language[:20]!r}, only in {', '.join(LANGUAGES)}."
        raise Refusal(404, "unknown_language", reason)
    return rules_text(game, language)


async def public_tables(call: Call) -> Any:
    """List the tables that are open to everybody."""
    return await call.tables.public()


async def open_table(call: Call) -> TableOpened:
    """Open a table."""
    told, credential = await call.tables.open(call.body, address_of(call.request))
    return TableOpened(told.table, credential, told)


async def address(call: Call) -> AddressInfo:
    """Tell where to invite people."""
    link = link_for_others(call.tables.house.settings, str(call.request.base_url))
    return AddressInfo(link.rstrip("/"))


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
    shell = await call.table()
    base = link_for_others(call.tables.house.settings, str(call.request.base_url))
    link = f"{base.rstrip('/')}/table/{shell.name}"
    if len(link) > LINK_LENGTH_MAX:
        raise Refusal(400, "malformed", f"A link has at most {LINK_LENGTH_MAX} characters.")
    headers = {"Cache-Control": "no-store"}
    return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)


async def take_seat(call: Call) -> Any:
    """Take a seat."""
    wish, seat = call.body, call.seat()
    wish.name = host.checked_name(wish.name)
    return await call.ask(lambda scene: host.sit(scene, seat, wish))


async def stand_up(call: Call) -> Any:
    """Give a seat back before the start."""
    credential, seat = call.credential(), call.seat()
    return await _changed(call, lambda scene: host.stand_up(scene, seat, credential))


async def host_command(call: Call) -> Any:
    """Do what the host of a table wants."""
    credential = call.credential()
    return await _changed(call, lambda scene: host.command(scene, credential, call.body))


async def helm(call: Call) -> Any:
    """Become the host of a table whose host has left."""
    credential = call.credential()
    return await _changed(call, lambda scene: host.take_helm(scene, credential))


async def _changed(call: Call, decide: Callable[[Scene], Outcome]) -> Any:
    """Change something, and tell how the table stands afterwards."""
    await call.ask(decide)
    return await table(call)


def _game_info(game: Game, bots: list[str]) -> GameInfo:
    return GameInfo(
        name=game.name,
        version=game.version,
        seats=(game.seats[0], game.seats[-1]),
        options={option.name: _option_info(option) for option in game.options},
        verbs={verb.name: [d.name for d in verb.domains] for verb in game.actions.verbs},
        bots=bots,
    )


def _option_info(option: Option) -> OptionInfo:
    shown = {name: getattr(option, name) for name in OptionInfo.__struct_fields__}
    return msgspec.convert({**shown, "default": option.live}, OptionInfo)
