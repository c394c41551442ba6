"""HTTP: my tables, what is stored about me, and being forgotten; statistics by name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.routing import Route

from broadside.server.http_messages import Deleted, MyData, MySeats, MyTable, NoticeInfo
from broadside.server.reading import decode
from broadside.server.refusal import Refusal
from broadside.server.requests import answer, body_of
from broadside.server.seats import hash_credential, holder

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from broadside.server.table import Table
    from broadside.server.tables import Tables

_my_seats = msgspec.json.Decoder(MySeats)


class Mine:
    """The endpoints for who has the right to seats. `openapi.py` describes each of them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def routes(self) -> list[Route]:
        """Every endpoint with its address."""
        return [
            Route("/api/mine", self.mine, methods=["POST"]),
            Route("/api/mine/export", self.export, methods=["POST"]),
            Route("/api/mine/delete", self.delete, methods=["POST"]),
            Route("/api/players/{name:path}", self.player, methods=["GET"]),
            Route("/api/notices", self.notices, methods=["GET"]),
        ]

    async def mine(self, request: Request) -> Response:
        """List my tables, those that wait for me first."""
        found = [
            my_table(table, seat)
            for table, shown in await self._tables_of(request)
            if (seat := holder(table.ledger.chairs, shown)) is not None
        ]
        return answer(sorted(found, key=_urgency))

    async def export(self, request: Request) -> Response:
        """Give everything that is stored about me, also where I have stood up."""
        exported = []
        for table, shown in await self._tables_of(request):
            records = await table.data.export(shown)
            if records:
                name, game = table.ledger.table, table.ledger.game.name
                exported.append(MyData(name, game, records, self._result(table, shown)))
        return answer(exported)

    def _result(self, table: Table, shown: str) -> dict[str, Any] | None:
        """How a game ended for somebody."""
        entry = self._tables.results.of(table.ledger.table)
        seat = holder(table.ledger.chairs, shown)
        if entry is None or seat is None:
            return None
        name, share = entry.seats[seat].name, entry.result[seat]
        return {"at_ms": entry.at_ms, "name": name, "share": share, "score": entry.scores[seat]}

    async def delete(self, request: Request) -> Response:
        """Forget my names, words and addresses; the games stay, and stay verifiable."""
        deleted = Deleted(0, 0)
        for table, shown in await self._tables_of(request):
            seat = holder(table.ledger.chairs, shown)
            if seat is not None:
                deleted.results += await self._tables.results.erase(table.ledger.table, seat)
            deleted.tables += await table.data.erase(shown)
        return answer(deleted)

    async def player(self, request: Request) -> Response:
        """Tell what finished games tell about a name."""
        now_ms = self._tables.clock.wall_ms()
        return answer(self._tables.results.player(request.path_params["name"], now_ms))

    async def notices(self, _request: Request) -> Response:
        """Tell which notices there are."""
        settings = self._tables.settings
        return answer(NoticeInfo(mail=bool(settings.smtp), webhooks=settings.webhooks))

    async def _tables_of(self, request: Request) -> list[tuple[Table, str]]:
        """The tables that a request names, each with the hash of the credential shown for it."""
        found: dict[tuple[str, str], Table] = {}
        for mine in decode(_my_seats, await body_of(request)).seats:
            with suppress(Refusal):
                table = await self._tables.find(mine.table)
                found[mine.table, hash_credential(mine.credential)] = table
        return [(table, shown) for (_, shown), table in found.items()]


def my_table(table: Table, seat: int) -> MyTable:
    """One of my tables."""
    state, shown = table.ledger.state, table.ledger.chairs[seat].credential_hash
    is_asked = state is not None and state.is_asked(seat)
    return MyTable(table.info(shown), seat, is_asked, table.left_ms(seat) if is_asked else None)


def _urgency(mine: MyTable) -> tuple[int, float]:
    """Who waits for me comes first, and of those who has least time."""
    order = {"playing": 1, "waiting": 2, "over": 3}
    left_ms = float("inf") if mine.left_ms is None else mine.left_ms
    return 0 if mine.is_asked else order[mine.table.status], left_ms
