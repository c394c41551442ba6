"""Every operation of the server in one table: routes, limits and OpenAPI are made of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from broadside.replays.fairness import ReplayFile
from broadside.server.http import finished_games as finished
from broadside.server.http import lobby, my_tables, personal_data
from broadside.server.http.requests import Call, body_of
from broadside.service.game_schema import components_of
from broadside.service.openapi import Operation, document
from broadside.service.reading import decode
from broadside.service.responses import answer
from broadside.wire import http_messages as http
from broadside.wire import messages as wire

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from broadside.kernel.game import Game
    from broadside.server.tables import Tables

GAME: Final = "/api/games/{game}"
TABLE: Final = "/api/tables/{table}"
SEAT: Final = f"{TABLE}/seats/{{seat}}"
EDITION: Final = ("edition", "the digest of an edition; the game's own if left out")
LANGUAGE: Final = ("language", "en, de or pl; en if left out")
MOMENTS: Final = (
    ("eyes", "all (if left out), spectator, or a seat's number"),
    ("first", "the first moment wanted; 0 is the deal"),
    ("count", "how many moments; at most 50"),
)
SEATS: Final = "the seat's"
HOSTS: Final = "the host's or the host's seat's"


async def openapi(call: Call) -> dict[str, Any]:
    """This document."""
    return described_with(tuple(call.tables.house.games.values()))


# fmt: off
OPERATIONS: Final = (
    Operation("get", "/healthz", lobby.health, wire.Health),
    Operation("get", "/readyz", lobby.readiness, wire.Health),
    Operation("get", "/api/openapi.json", openapi, dict[str, Any]),
    Operation("get", "/api/games", lobby.games, list[wire.GameInfo]),
    Operation("get", f"{GAME}/actions", lobby.actions, list[http.VerbInfo]),
    Operation("get", f"{GAME}/schema", lobby.schema, dict[str, Any]),
    Operation("get", f"{GAME}/rules", lobby.rules, wire.RulesText, query=(LANGUAGE,)),
    Operation("get", f"{GAME}/guided", lobby.guide_texts, wire.GuideTexts, query=(LANGUAGE,)),
    Operation("post", f"{GAME}/guided", lobby.open_guided, wire.SeatTaken,
              http.StartGuided, 201, "open"),
    Operation("get", f"{GAME}/puzzles", lobby.puzzle_set, http.PuzzleSet),
    Operation("get", f"{GAME}/puzzles/{{number}}", lobby.puzzle, http.PuzzleInfo, cost="heavy"),
    Operation("get", f"{GAME}/words", lobby.words, http.GameWords),
    Operation("get", f"{GAME}/box", lobby.box, http.BoxInfo, query=(EDITION,)),
    Operation("post", f"{GAME}/box", lobby.check, http.BoxChecked, http.BoxText, cost="heavy"),
    Operation("get", "/api/address", lobby.address, http.AddressInfo),
    Operation("get", "/api/tables", lobby.public_tables, list[wire.TableInfo]),
    Operation("post", "/api/tables", lobby.open_table, wire.TableOpened, wire.OpenTable, 201,
              "open"),
    Operation("get", "/api/codes/{code}", lobby.code, wire.TableInfo, cost="code"),
    Operation("get", TABLE, lobby.table, wire.TableInfo, has_delay=True),
    Operation("get", f"{TABLE}/box", lobby.table_box, http.BoxInfo),
    Operation("get", f"{TABLE}/invitation.svg", lobby.invitation, str, media_type="image/svg+xml"),
    Operation("post", SEAT, lobby.take_seat, wire.SeatTaken, wire.TakeSeat, 201, "change"),
    Operation("delete", SEAT, lobby.stand_up, wire.TableInfo, cost="change", shows=SEATS),
    Operation("get", f"{SEAT}/world", my_tables.world, http.SeatWorld, shows=SEATS),
    Operation("post", f"{TABLE}/host", lobby.host_command, wire.TableInfo, http.HostCommand,
              cost="change", shows=HOSTS),
    Operation("post", f"{TABLE}/helm", lobby.helm, wire.TableInfo, cost="change", shows=SEATS),
    Operation("get", f"{TABLE}/replay", finished.replay, ReplayFile, cost="heavy", has_delay=True),
    Operation("get", f"{TABLE}/moments", finished.moments, http.Moments, cost="heavy",
              query=MOMENTS, has_delay=True),
    Operation("get", f"{TABLE}/chart", finished.chart, http.Chart, cost="heavy", has_delay=True),
    Operation("get", f"{TABLE}/hidden", finished.hidden, http.Hidden, cost="heavy", has_delay=True),
    Operation("post", f"{SEAT}/analysis", finished.begin_lesson, http.Analysis, None, 200,
              "heavy", has_delay=True),
    Operation("get", f"{SEAT}/analysis", finished.lesson, http.Analysis, has_delay=True),
    Operation("post", f"{TABLE}/rematch", finished.next_table, http.Rematch, None, 201,
              "change", shows=SEATS),
    Operation("post", f"{TABLE}/what-if", finished.what_if, wire.SeatTaken, http.WhatIf,
              201, "heavy", has_delay=True),
    Operation("post", "/api/mine", my_tables.mine, list[http.MyTable], http.MySeats, cost="change"),
    Operation("post", "/api/mine/export", personal_data.export, list[http.MyData], http.MySeats,
              cost="heavy"),
    Operation("post", "/api/mine/delete", personal_data.delete, http.Deleted, http.MySeats,
              cost="change"),
    Operation("post", "/api/names/keep", my_tables.keep_name, http.NameKept, http.NameKey,
              cost="open"),
    Operation("post", "/api/names/card", my_tables.name_card, str, http.NameKey, cost="change",
              media_type="image/svg+xml"),
    Operation("post", "/api/names/give-up", my_tables.give_name_up, http.NameKept, http.NameKey,
              cost="change"),
    Operation("get", "/api/players/{name:path}", my_tables.player, http.PlayerInfo, cost="heavy"),
    Operation("get", "/api/notices", my_tables.notices, http.NoticeInfo),
    Operation("post", "/api/confirm/{token}", my_tables.confirm, http.NoticeInfo, cost="change"),
)
# fmt: on


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document of all operations."""
    return document(OPERATIONS)


@cache
def described_with(games: tuple[Game, ...]) -> dict[str, Any]:
    """The same with the views, events and actions of these games among its schemas."""
    plain = described()
    schemas = plain["components"]["schemas"] | components_of(games)
    return plain | {"components": plain["components"] | {"schemas": schemas}}


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
        call = Call(request, tables)
        tables.house.limits.check(operation.cost, call.address, call.shown)
        call.body = None if decoder is None else decode(decoder, await body_of(request))
        told = await operation.handler(call)
        return told if isinstance(told, Response) else answer(told, operation.status)

    return endpoint
