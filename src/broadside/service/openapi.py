"""Operations over HTTP, and the OpenAPI document that is made of them and of their messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from broadside.service.limits import Cost
from broadside.wire.messages import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

REF_TEMPLATE: Final = "#/components/schemas/{name}"
PROBLEMS: Final = {
    400: "The request is wrong; the reason says what would be right",
    403: "The credential does not allow this",
    404: "There is no such thing",
    409: "Not as things stand now",
    413: "The request is too large",
    429: "Too often; wait as many seconds as Retry-After says",
    503: "The server cannot store or find this now",
}


class Operation(Struct, frozen=True):
    """One operation: its address, who handles it, what it takes, answers and costs."""

    method: str
    path: str
    handler: Callable[[Any], Awaitable[Any]]
    """Its docstring says what the operation does."""
    response: Any
    request: Any = None
    status: int = 200
    cost: Cost = "read"
    """Which limit counts for it."""
    query: tuple[tuple[str, str], ...] = ()
    shows: str = ""
    """Whose credential the Authorization header shows, if it must."""
    has_delay: bool = False
    """Whether a seat's credential, if it is shown, spares the delay of spectators."""
    media_type: str = "application/json"

    @property
    def summary(self) -> str:
        """What it does, as its handler says."""
        return (self.handler.__doc__ or "").partition("\n")[0].rstrip(".")

    def problems(self) -> list[int]:
        """What may go wrong."""
        found, fields = {429}, getattr(self.request, "__struct_fields__", ())
        found |= {400, 413} if self.request is not None else set()
        found |= {400} if self.query else set()
        found |= {403} if self.shows or "host" in fields else set()
        found |= {404, 503} if "{" in self.path else set()
        is_named = "name" in fields  # somebody may keep it
        found |= {409} if "{table}/" in self.path or is_named else set()
        found |= {503} if self.cost != "read" else set()
        return sorted(found)


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole document."""
    types = [op.response for op in operations] + [op.request for op in operations if op.request]
    _, components = msgspec.json.schema_components([*types, Problem], ref_template=REF_TEMPLATE)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = operation.path.replace(":path}", "}")
        paths.setdefault(path, {})[operation.method] = _describe(operation)
    about = "Pirate table games. Playing goes over a WebSocket at /api/tables/{table}/socket."
    security = {"credential": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Broadside", "version": "1", "description": about},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": security},
    }


def _describe(operation: Operation) -> dict[str, Any]:
    summary = operation.summary
    right = _content(summary, operation.response, operation.media_type)
    wrong = {str(code): _content(PROBLEMS[code], Problem) for code in operation.problems()}
    described: dict[str, Any] = {
        "summary": summary,
        "parameters": _parameters(operation),
        "responses": {str(operation.status): right, **wrong},
    }
    if operation.shows:
        described["description"] = f"Show {operation.shows} credential."
        described["security"] = [{"credential": []}]
    elif operation.has_delay:
        described["description"] = "A seat's credential, if shown, spares the spectators' delay."
        described["security"] = [{}, {"credential": []}]
    if operation.request is not None:
        body = _content(summary, operation.request)
        described["requestBody"] = {"required": True, "content": body["content"]}
    return described


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    text = {"type": "string"}
    parameters: list[dict[str, Any]] = [
        {"name": part[1:-1].partition(":")[0], "in": "path", "required": True, "schema": text}
        for part in operation.path.split("/")
        if part.startswith("{")
    ]
    for name, meaning in operation.query:
        parameters.append({"name": name, "in": "query", "description": meaning, "schema": text})
    return parameters


def _content(description: str, kind: Any, media_type: str = "application/json") -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF_TEMPLATE)
    return {"description": description, "content": {media_type: {"schema": schema}}}
