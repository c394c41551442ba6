"""HTTP: which games there are, opening a table, sitting down, fetching a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from broadside.kernel.game import LANGUAGES
from broadside.server.fairness import write_replay
from broadside.server.messages import (
    GameInfo,
    Health,
    OpenTable,
    OptionInfo,
    TakeSeat,
)
from broadside.server.openapi import document
from broadside.server.reading import decode, tidy
from broadside.server.refusal import Refusal
from broadside.server.rules import rules_text

if TYPE_CHECKING:
    from starlette.requests import Request

    from broadside.kernel.game import Game, Option
    from broadside.server.tables import Tables

BODY_BYTES_MAX: Final = 16_384

_open_table = msgspec.json.Decoder(OpenTable)
_take_seat = msgspec.json.Decoder(TakeSeat)


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
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/tables/{table}", self.table, methods=["GET"]),
            Route("/api/tables/{table}/seats/{seat}", self.take_seat, methods=["POST"]),
            Route("/api/tables/{table}/replay", self.replay, methods=["GET"]),
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

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        table = await self._tables.open(decode(_open_table, await _body(request)))
        return answer(table.info(), status=201)

    async def table(self, request: Request) -> Response:
        """Tell about a table."""
        table = await self._tables.find(request.path_params["table"])
        return answer(table.info())

    async def take_seat(self, request: Request) -> Response:
        """Take a seat."""
        wish = decode(_take_seat, await _body(request))
        wish.name = tidy(wish.name)
        if not wish.name:
            raise Refusal(400, "bad_name", "A name needs at least one visible character.")
        seat = request.path_params["seat"]
        table = await self._tables.find(request.path_params["table"])
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
            raise Refusal(
                404, "unknown_seat", f"There is no seat {seat[:20]!r}; seats are numbers."
            )
        return answer(await table.sit(int(seat), wish), status=201)

    async def replay(self, request: Request) -> Response:
        """Give the finished game as a file."""
        table = await self._tables.find(request.path_params["table"])
        if table.ledger.status != "over":
            raise Refusal(409, "not_over", "The replay is published when the game is over.")
        name = f"{table.ledger.game.name}-{table.ledger.table}.json"
        return Response(
            write_replay(table.ledger.replay_file()),
            media_type="application/json",
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "no-store",
            },
        )


def answer(body: Any, status: int = 200) -> Response:
    """A response in JSON. Nothing of it may be kept: a table changes all the time."""
    return Response(
        msgspec.json.encode(body),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


async def _body(request: Request) -> bytes:
    """Read a request's body, but not more than anybody needs."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES_MAX:
            reason = f"A request has at most {BODY_BYTES_MAX} bytes."
            raise Refusal(413, "too_large", reason)
    return body


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
