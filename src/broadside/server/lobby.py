"""HTTP: which games there are, opening and finding a table, sitting down, hosting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from broadside.kernel.game import LANGUAGES
from broadside.server.addresses import link_for_others
from broadside.server.host import checked_name
from broadside.server.http_messages import AddressInfo, HostCommand
from broadside.server.invitation import qr_svg
from broadside.server.messages import GameInfo, Health, OpenTable, OptionInfo, TableOpened, TakeSeat
from broadside.server.openapi import document
from broadside.server.reading import decode
from broadside.server.refusal import Refusal
from broadside.server.requests import (
    address_of,
    answer,
    body_of,
    credential_of,
    seat_of,
    shown_by,
)
from broadside.server.rules import rules_text

if TYPE_CHECKING:
    from starlette.requests import Request

    from broadside.kernel.game import Game, Option
    from broadside.server.table import Table
    from broadside.server.tables import Tables

LINK_LENGTH_MAX: Final = 400
"""Longer ones do not fit into a QR code that a phone can read."""

_open_table = msgspec.json.Decoder(OpenTable)
_take_seat = msgspec.json.Decoder(TakeSeat)
_host_command: msgspec.json.Decoder[HostCommand] = msgspec.json.Decoder(HostCommand)


class Lobby:
    """The endpoints. `openapi.py` describes each of them; a test compares the two."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def routes(self) -> list[Route]:
        """Every endpoint with its address."""
        return [
            Route("/healthz", self.health, methods=["GET"]),
            Route("/api/openapi.json", self.openapi, methods=["GET"]),
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games/{game}/rules", self.rules, methods=["GET"]),
            Route("/api/tables", self.public_tables, methods=["GET"]),
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/address", self.address, methods=["GET"]),
            Route("/api/codes/{code}", self.code, methods=["GET"]),
            Route("/api/tables/{table}", self.table, methods=["GET"]),
            Route("/api/tables/{table}/invitation.svg", self.invitation, methods=["GET"]),
            Route("/api/tables/{table}/seats/{seat}", self.take_seat, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat}", self.stand_up, methods=["DELETE"]),
            Route("/api/tables/{table}/host", self.host, methods=["POST"]),
            Route("/api/tables/{table}/helm", self.helm, methods=["POST"]),
        ]

    async def health(self, _request: Request) -> Response:
        """Answer when ready: the server takes no requests before."""
        return answer(Health("ready"))

    async def openapi(self, _request: Request) -> Response:
        """Describe all endpoints."""
        return answer(document())

    async def games(self, _request: Request) -> Response:
        """List the games."""
        return answer([_game_info(g, list(self._tables.bots)) for g in self._tables.games.values()])

    async def rules(self, request: Request) -> Response:
        """Give the rules of a game in one language."""
        name = request.path_params["game"]
        game = self._tables.games.get(name)
        if game is None:
            known = ", ".join(self._tables.games)
            raise Refusal(404, "unknown_game", f"There is no game {name[:40]!r}; there is {known}.")
        language = request.query_params.get("language", "en")
        if language not in LANGUAGES:
            reason = f"There are no rules in {language[:20]!r}, only in {', '.join(LANGUAGES)}."
            raise Refusal(404, "unknown_language", reason)
        return answer(rules_text(game, language))

    async def public_tables(self, _request: Request) -> Response:
        """List the tables that are open to everybody."""
        return answer(await self._tables.public())

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        wish = decode(_open_table, await body_of(request))
        table, host = await self._tables.open(wish)
        return answer(TableOpened(table.ledger.table, host, table.info()), status=201)

    async def address(self, request: Request) -> Response:
        """Tell where to invite people."""
        link = link_for_others(self._tables.settings, str(request.base_url))
        return answer(AddressInfo(link.rstrip("/")))

    async def code(self, request: Request) -> Response:
        """Tell about the waiting table that a short code leads to."""
        self._tables.limits.check("code", address_of(request))
        name = self._tables.directory.find(request.path_params["code"])
        if name is None:
            raise Refusal(404, "unknown_code", "No table waits under this code.")
        return answer((await self._tables.find(name)).info())

    async def table(self, request: Request) -> Response:
        """Tell about a table."""
        return answer((await self._find(request)).info(shown_by(request)))

    async def invitation(self, request: Request) -> Response:
        """Draw the link to a table."""
        table = await self._find(request)
        address = link_for_others(self._tables.settings, str(request.base_url))
        link = f"{address.rstrip('/')}/table/{table.ledger.table}"
        if len(link) > LINK_LENGTH_MAX:
            raise Refusal(400, "malformed", f"A link has at most {LINK_LENGTH_MAX} characters.")
        headers = {"Cache-Control": "no-store"}
        return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)

    async def take_seat(self, request: Request) -> Response:
        """Take a seat."""
        wish = decode(_take_seat, await body_of(request))
        wish.name = checked_name(wish.name)
        table = await self._find(request)
        return answer(await table.host.sit(seat_of(request), wish), status=201)

    async def stand_up(self, request: Request) -> Response:
        """Give a seat back before the start."""
        table = await self._find(request)
        return answer(await table.host.stand_up(seat_of(request), credential_of(request)))

    async def host(self, request: Request) -> Response:
        """Do what the host of a table wants."""
        command = decode(_host_command, await body_of(request))
        table = await self._find(request)
        return answer(await table.host.command(credential_of(request), command))

    async def helm(self, request: Request) -> Response:
        """Become the host of a table whose host has left."""
        table = await self._find(request)
        return answer(await table.host.take_helm(credential_of(request)))

    async def _find(self, request: Request) -> Table:
        """The table in a request's address."""
        return await self._tables.find(request.path_params["table"])


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
