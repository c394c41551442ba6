"""The OpenAPI document, made from the messages themselves."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from broadside.server.fairness import ReplayFile
from broadside.server.http_messages import (
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
from broadside.server.messages import (
    GameInfo,
    Health,
    OpenTable,
    Problem,
    RulesText,
    SeatTaken,
    TableInfo,
    TableOpened,
    TakeSeat,
)

REF_TEMPLATE: Final = "#/components/schemas/{name}"


class Operation(Struct, frozen=True):
    """One endpoint: what it takes, what it answers, what may go wrong."""

    method: str
    path: str
    summary: str
    response: Any
    status: int = 200
    request: Any = None
    query: tuple[tuple[str, str], ...] = ()
    problems: tuple[int, ...] = ()
    credential: str = ""
    """Whose credential the Authorization header shows, if it must."""
    has_delay: bool = False
    """Whether a seat's credential, if it is shown, spares the delay of spectators."""
    media_type: str = "application/json"


OPERATIONS: Final = (
    Operation("get", "/healthz", "Whether the server is ready", Health),
    Operation("get", "/api/openapi.json", "This document", dict[str, Any]),
    Operation("get", "/api/games", "All games", list[GameInfo]),
    Operation(
        "get",
        "/api/games/{game}/rules",
        "The rules of a game",
        RulesText,
        query=(("language", "en, de or pl; en if left out"),),
        problems=(404,),
    ),
    Operation("get", "/api/tables", "The public tables that wait or play", list[TableInfo]),
    Operation(
        "post",
        "/api/tables",
        "Open a table",
        TableOpened,
        status=201,
        request=OpenTable,
        problems=(400, 413, 503),
    ),
    Operation(
        "get",
        "/api/codes/{code}",
        "The table that waits under a short code",
        TableInfo,
        problems=(404, 429, 503),
    ),
    Operation(
        "get", "/api/tables/{table}", "A table", TableInfo, problems=(404, 503), has_delay=True
    ),
    Operation(
        "get",
        "/api/tables/{table}/invitation.svg",
        "The link to a table as a QR code",
        str,
        problems=(404, 503),
        media_type="image/svg+xml",
    ),
    Operation(
        "post",
        "/api/tables/{table}/seats/{seat}",
        "Take a seat",
        SeatTaken,
        status=201,
        request=TakeSeat,
        problems=(400, 403, 404, 409, 413, 503),
    ),
    Operation(
        "delete",
        "/api/tables/{table}/seats/{seat}",
        "Stand up before the start",
        TableInfo,
        problems=(403, 404, 409, 503),
        credential="the seat's",
    ),
    Operation(
        "post",
        "/api/tables/{table}/host",
        "What a host may do",
        TableInfo,
        request=HostCommand,
        problems=(400, 403, 404, 409, 413, 503),
        credential="the host's or the host's seat's",
    ),
    Operation(
        "post",
        "/api/tables/{table}/helm",
        "Become the host after the host has left",
        TableInfo,
        problems=(403, 404, 409, 503),
        credential="the seat's",
    ),
    Operation(
        "get",
        "/api/tables/{table}/replay",
        "The finished game, with its seed",
        ReplayFile,
        problems=(404, 409, 503),
        has_delay=True,
    ),
    Operation(
        "get",
        "/api/tables/{table}/moments",
        "The finished game, step by step",
        Moments,
        query=(
            ("eyes", "all (if left out), spectator, or a seat's number"),
            ("first", "the first moment wanted; 0 is the deal"),
            ("count", "how many moments; at most 50"),
        ),
        problems=(400, 404, 409, 503),
        has_delay=True,
    ),
    Operation(
        "get",
        "/api/tables/{table}/chart",
        "The scores of the finished game over time",
        Chart,
        problems=(404, 409, 503),
        has_delay=True,
    ),
    Operation(
        "get",
        "/api/tables/{table}/hidden",
        "What was hidden in the finished game: all cards, and what bots believed",
        Hidden,
        problems=(404, 409, 503),
        has_delay=True,
    ),
    Operation(
        "post",
        "/api/tables/{table}/rematch",
        "The next table of the same people",
        Rematch,
        status=201,
        problems=(403, 404, 409, 503),
        credential="the seat's",
    ),
    Operation(
        "post",
        "/api/tables/{table}/what-if",
        "Go on from a moment of the finished game, against bots",
        SeatTaken,
        status=201,
        request=WhatIf,
        problems=(400, 404, 409, 413, 503),
        has_delay=True,
    ),
    Operation(
        "post",
        "/api/mine",
        "My tables, those that wait for me first",
        list[MyTable],
        request=MySeats,
        problems=(400, 413, 503),
    ),
    Operation(
        "post",
        "/api/mine/export",
        "Everything that is stored about my seats",
        list[MyData],
        request=MySeats,
        problems=(400, 413, 503),
    ),
    Operation(
        "post",
        "/api/mine/delete",
        "Forget my names, words and addresses",
        Deleted,
        request=MySeats,
        problems=(400, 413, 503),
    ),
    Operation("get", "/api/players/{name}", "What finished games tell about a name", PlayerInfo),
    Operation("get", "/api/address", "Where to invite people to", AddressInfo),
    Operation("get", "/api/notices", "Which notices there are", NoticeInfo),
)

PROBLEMS: Final = {
    400: "The request is wrong; the reason says what would be right",
    403: "The credential does not allow this",
    404: "There is no such thing",
    409: "Not as things stand now",
    413: "The request is too large",
    429: "Too often; wait as many seconds as Retry-After says",
    503: "The server cannot store or find this now",
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    types = [op.response for op in OPERATIONS] + [op.request for op in OPERATIONS if op.request]
    _, components = msgspec.json.schema_components([*types, Problem], ref_template=REF_TEMPLATE)
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _describe(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Broadside",
            "version": "1",
            "description": "Pirate table games. Playing itself goes over a WebSocket at"
            " /api/tables/{table}/socket.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"credential": {"type": "http", "scheme": "bearer"}},
        },
    }


def _describe(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": _parameters(operation),
        "responses": {
            str(operation.status): _content(
                operation.summary, operation.response, operation.media_type
            ),
            **{str(code): _content(PROBLEMS[code], Problem) for code in _problems(operation)},
        },
    }
    if operation.credential:
        described["description"] = f"Show {operation.credential} credential."
        described["security"] = [{"credential": []}]
    elif operation.has_delay:
        described["description"] = "A seat's credential, if shown, spares the spectators' delay."
        described["security"] = [{}, {"credential": []}]
    if operation.request is not None:
        body = _content(operation.summary, operation.request)
        described["requestBody"] = {"required": True, "content": body["content"]}
    return described


def _problems(operation: Operation) -> list[int]:
    """What may go wrong; whatever changes something may come too often."""
    too_often = set() if operation.method == "get" else {429}
    return sorted({*operation.problems, *too_often})


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = [
        {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
        for part in operation.path.split("/")
        if part.startswith("{")
    ]
    parameters += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in operation.query
    ]
    return parameters


def _content(description: str, kind: Any, media_type: str = "application/json") -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF_TEMPLATE)
    return {"description": description, "content": {media_type: {"schema": schema}}}
