"""HTTP: finished games, and what follows from them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from broadside.server import afterwards
from broadside.server.fairness import write_replay
from broadside.server.host import checked_name
from broadside.server.http_messages import WhatIf
from broadside.server.reading import decode
from broadside.server.requests import answer, body_of, credential_of, number_of, shown_by

if TYPE_CHECKING:
    from starlette.requests import Request

    from broadside.server.ledger import Ledger
    from broadside.server.tables import Tables

MOMENTS_MAX: Final = 50
NUMBER_MAX: Final = 1_000_000

_what_if = msgspec.json.Decoder(WhatIf)


class Archive:
    """The endpoints for finished games. `openapi.py` describes each of them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def routes(self) -> list[Route]:
        """Every endpoint with its address."""
        return [
            Route("/api/tables/{table}/replay", self.replay, methods=["GET"]),
            Route("/api/tables/{table}/moments", self.moments, methods=["GET"]),
            Route("/api/tables/{table}/chart", self.chart, methods=["GET"]),
            Route("/api/tables/{table}/hidden", self.hidden, methods=["GET"]),
            Route("/api/tables/{table}/rematch", self.rematch, methods=["POST"]),
            Route("/api/tables/{table}/what-if", self.what_if, methods=["POST"]),
        ]

    async def replay(self, request: Request) -> Response:
        """Give the finished game as a file."""
        ledger = await self._finished(request)
        name = f"{ledger.game.name}-{ledger.table}.json"
        return Response(
            write_replay(ledger.replay_file()),
            media_type="application/json",
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "no-store",
            },
        )

    async def moments(self, request: Request) -> Response:
        """Give some moments of the finished game."""
        ledger = await self._finished(request)
        eyes = afterwards.viewpoint(request.query_params.get("eyes", "all"), len(ledger.chairs))
        first = number_of(request, "first", 0, NUMBER_MAX)
        count = number_of(request, "count", MOMENTS_MAX, MOMENTS_MAX)
        # A long game takes a while to play through, and other tables shall not wait for it.
        return answer(await asyncio.to_thread(afterwards.moments, ledger, eyes, first, count))

    async def chart(self, request: Request) -> Response:
        """Give the scores over time."""
        ledger = await self._finished(request)
        return answer(await asyncio.to_thread(afterwards.chart, ledger))

    async def hidden(self, request: Request) -> Response:
        """Give what was hidden."""
        ledger = await self._finished(request)
        return answer(await asyncio.to_thread(afterwards.hidden, ledger))

    async def rematch(self, request: Request) -> Response:
        """Open the next table of the same people, or find it."""
        table = await self._tables.find(request.path_params["table"])
        return answer(await table.sequel.rematch(credential_of(request)), status=201)

    async def what_if(self, request: Request) -> Response:
        """Open a table that goes on from a moment of this game."""
        wish = decode(_what_if, await body_of(request))
        wish.name = checked_name(wish.name)
        ledger = await self._finished(request)
        return answer(await self._tables.what_if(ledger, wish), status=201)

    async def _finished(self, request: Request) -> Ledger:
        """The finished game in a request's address, if it is over for whoever asks."""
        table = await self._tables.find(request.path_params["table"])
        ledger = table.ledger_for(shown_by(request))
        afterwards.check_over(ledger)
        return ledger
