"""Every operation of the server in one table: routes, limits and OpenAPI are made of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from broadside.server.fairness import ReplayFile
from broadside.server.http import finished_games, lobby, my_tables, personal_data
from broadside.server.http.openapi import Operation, document
from broadside.server.http.requests import Call, address_of, answer, body_of, shown_by
from broadside.server.reading import decode
from broadside.server.wire.http_messages import (
    AddressInfo,
    Chart,
    Deleted,
    Hidden,
    HostCommand,
    Moments,
    MyData,
    MySeats,
    MyTable,
    NoticeInfo,
    PlayerInfo,
    Rematch,
    WhatIf,
)
from broadside.server.wire.messages import (
    GameInfo,
    Health,
    OpenTable,
    RulesText,
    SeatTaken,
    TableInfo,
    TableOpened,
    TakeSeat,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from broadside.server.tables import Tables


async def openapi(_call: Call) -> dict[str, Any]:
    """Describe all operations."""
    return described()


OPERATIONS: Final = (
    Operation("get", "/api/openapi.json", "This document", openapi, dict[str, Any]),
    Operation("get", "/healthz", "Whether the server is ready", lobby.health, Health),
    Operation("get", "/api/games", "All games", lobby.games, list[GameInfo]),
    Operation(
        "get",
        "/api/games/{game}/rules",
        "The rules of a game",
        lobby.rules,
        RulesText,
        query=(("language", "en, de or pl; en if left out"),),
        problems=(404,),
    ),
    Operation(
        "get",
        "/api/tables",
        "The public tables that wait or play",
        lobby.public_tables,
        list[TableInfo],
    ),
    Operation(
        "post",
        "/api/tables",
        "Open a table",
        lobby.open_table,
        TableOpened,
        status=201,
        request=OpenTable,
        problems=(400, 413, 503),
        cost="open",
    ),
    Operation(
        "get",
        "/api/codes/{code}",
        "The table that waits under a short code",
        lobby.code,
        TableInfo,
        problems=(404, 429, 503),
        cost="code",
    ),
    Operation(
        "get",
        "/api/tables/{table}",
        "A table",
        lobby.table,
        TableInfo,
        problems=(404, 503),
        has_delay=True,
    ),
    Operation(
        "get",
        "/api/tables/{table}/invitation.svg",
        "The link to a table as a QR code",
        lobby.invitation,
        str,
        problems=(404, 503),
        media_type="image/svg+xml",
    ),
    Operation(
        "post",
        "/api/tables/{table}/seats/{seat}",
        "Take a seat",
        lobby.take_seat,
        SeatTaken,
        status=201,
        request=TakeSeat,
        problems=(400, 403, 404, 409, 413, 503),
        cost="change",
    ),
    Operation(
        "delete",
        "/api/tables/{table}/seats/{seat}",
        "Stand up before the start",
        lobby.stand_up,
        TableInfo,
        problems=(403, 404, 409, 503),
        credential="the seat's",
        cost="change",
    ),
    Operation(
        "post",
        "/api/tables/{table}/host",
        "What a host may do",
        lobby.host_command,
        TableInfo,
        request=HostCommand,
        problems=(400, 403, 404, 409, 413, 503),
        credential="the host's or the host's seat's",
        cost="change",
    ),
    Operation(
        "post",
        "/api/tables/{table}/helm",
        "Become the host after the host has left",
        lobby.helm,
        TableInfo,
        problems=(403, 404, 409, 503),
        credential="the seat's",
        cost="change",
    ),
    Operation(
        "get",
        "/api/tables/{table}/replay",
        "The finished game, with its seed",
        finished_games.replay,
        ReplayFile,
        problems=(404, 409, 503),
        has_delay=True,
        cost="heavy",
    ),
    Operation(
        "get",
        "/api/tables/{table}/moments",
        "The finished game, step by step",
        finished_games.moments,
        Moments,
        query=(
            ("eyes", "all (if left out), spectator, or a seat's number"),
            ("first", "the first moment wanted; 0 is the deal"),
            ("count", "how many moments; at most 50"),
        ),
        problems=(400, 404, 409, 503),
        has_delay=True,
        cost="heavy",
    ),
    Operation(
        "get",
        "/api/tables/{table}/chart",
        "The scores of the finished game over time",
        finished_games.chart,
        Chart,
        problems=(404, 409, 503),
        has_delay=True,
        cost="heavy",
    ),
    Operation(
        "get",
        "/api/tables/{table}/hidden",
        "What was hidden in the finished game: all cards, and what bots believed",
        finished_games.hidden,
        Hidden,
        problems=(404, 409, 503),
        has_delay=True,
        cost="heavy",
    ),
    Operation(
        "post",
        "/api/tables/{table}/rematch",
        "The next table of the same people",
        finished_games.next_table,
        Rematch,
        status=201,
        problems=(403, 404, 409, 503),
        credential="the seat's",
        cost="change",
    ),
    Operation(
        "post",
        "/api/tables/{table}/what-if",
        "Go on from a moment of the finished game, against bots",
        finished_games.what_if,
        SeatTaken,
        status=201,
        request=WhatIf,
        problems=(400, 404, 409, 413, 503),
        has_delay=True,
        cost="open",
    ),
    Operation(
        "post",
        "/api/mine",
        "My tables, those that wait for me first",
        my_tables.mine,
        list[MyTable],
        request=MySeats,
        problems=(400, 413, 503),
        cost="change",
    ),
    Operation(
        "post",
        "/api/mine/export",
        "Everything that is stored about my seats",
        personal_data.export,
        list[MyData],
        request=MySeats,
        problems=(400, 413, 503),
        cost="heavy",
    ),
    Operation(
        "post",
        "/api/mine/delete",
        "Forget my names, words and addresses",
        personal_data.delete,
        Deleted,
        request=MySeats,
        problems=(400, 413, 503),
        cost="change",
    ),
    Operation(
        "get",
        "/api/players/{name:path}",
        "What finished games tell about a name",
        my_tables.player,
        PlayerInfo,
        cost="heavy",
    ),
    Operation("get", "/api/address", "Where to invite people to", lobby.address, AddressInfo),
    Operation("get", "/api/notices", "Which notices there are", my_tables.notices, NoticeInfo),
    Operation(
        "post",
        "/api/confirm/{token}",
        "Confirm a mail address",
        my_tables.confirm,
        NoticeInfo,
        problems=(404,),
        cost="change",
    ),
)


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document of all operations."""
    return document(OPERATIONS)


def routes(tables: Tables) -> list[Route]:
    """The route of every operation."""
    return [
        Route(operation.path, _endpoint(operation, tables), methods=[operation.method.upper()])
        for operation in OPERATIONS
    ]


def _endpoint(operation: Operation, tables: Tables) -> Callable[[Request], Awaitable[Response]]:
    """Check the limit, read the body, and answer."""
    decoder = None if operation.request is None else msgspec.json.Decoder(operation.request)

    async def endpoint(request: Request) -> Response:
        tables.house.limits.check(operation.cost, address_of(request), shown_by(request))
        body = None if decoder is None else decode(decoder, await body_of(request))
        told = await operation.handler(Call(request, tables, body))
        return told if isinstance(told, Response) else answer(told, operation.status)

    return endpoint
