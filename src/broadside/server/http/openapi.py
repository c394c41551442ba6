"""The OpenAPI document, made from the operations and the messages themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from broadside.server.http.requests import Call
from broadside.server.limits import Cost
from broadside.server.wire.messages import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

REF_TEMPLATE: Final = "#/components/schemas/{name}"


class Operation(Struct, frozen=True):
    """One operation: its address, what it takes and answers, what it costs, what may go wrong."""

    method: str
    path: str
    summary: str
    handler: Callable[[Call], Awaitable[Any]]
    response: Any
    status: int = 200
    request: Any = None
    query: tuple[tuple[str, str], ...] = ()
    problems: tuple[int, ...] = ()
    cost: Cost = "read"
    """Which limit counts for it."""
    credential: str = ""
    """Whose credential the Authorization header shows, if it must."""
    has_delay: bool = False
    """Whether a seat's credential, if it is shown, spares the delay of spectators."""
    media_type: str = "application/json"


PROBLEMS: Final = {
    400: "The request is wrong; the reason says what would be right",
    403: "The credential does not allow this",
    404: "There is no such thing",
    409: "Not as things stand now",
    413: "The request is too large",
    429: "Too often; wait as many seconds as Retry-After says",
    503: "The server cannot store or find this now",
}


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole document."""
    types = [op.response for op in operations] + [op.request for op in operations if op.request]
    _, components = msgspec.json.schema_components([*types, Problem], ref_template=REF_TEMPLATE)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = operation.path.replace(":path}", "}")
        paths.setdefault(path, {})[operation.method] = _describe(operation)
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
    """What may go wrong; whatever costs something may come too often."""
    too_often = set() if operation.cost == "read" else {429}
    return sorted({*operation.problems, *too_often})


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = [
        {
            "name": part[1:-1].partition(":")[0],
            "in": "path",
            "required": True,
            "schema": {"type": "string"},
        }
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
