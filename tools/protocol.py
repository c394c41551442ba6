"""Write the page about the socket's messages from the messages themselves.

    python -m tools.protocol            writes docs/protocol.md
    python -m tools.protocol --check    says whether the page is what it would be

so that somebody can write another client, or a bot, in any language.
"""

from __future__ import annotations

import inspect
import sys
import typing
from typing import Any

import msgspec
from msgspec import inspect as kinds

from broadside.server.http.endpoints import OPERATIONS
from broadside.server.socket import connection as sockets
from broadside.wire import messages
from tools.specifications import ROOT
from tools.wire_types import Writer

PAGE = ROOT / "docs" / "protocol.md"

INTRODUCTION = f"""# Protocol

Made by `python -m tools.protocol` from `src/broadside/wire/messages.py`. Do not edit.

HTTP opens, finds and fills tables, and shows finished games: a running server describes it in
OpenAPI at `/api/openapi.json`. Playing goes over a WebSocket at `/api/tables/{{table}}/socket`.
A complete client in fewer than 60 lines is [examples/network_bot.py](../examples/network_bot.py).

## How a conversation goes

1. Every frame is one JSON object whose `type` names it. A client's frame has at most
   {messages.MESSAGE_BYTES_MAX} bytes.
2. The client says `hello`, with the seat's credential, or without one to watch. The server answers
   `welcome`, then what was said, then an `update` if the game has begun.
3. An `update` is everything: the view to draw, the events since the last one, and for who is asked
   the question with all legal actions. To play, send one of them back as `act`, with the number of
   the `question` that it answers. An answer to a question that is past is refused.
4. Every other message of a client carries an `id` of its own choice. It is answered at once: by an
   `update` whose `ack` is that id, or by an `ack`, when it is stored for good; or by `refused` with
   that id, and then nothing has changed. No answer came? Send the same message with the same id
   again: it counts once. `hint` is answered by `hints` instead.
5. After a lost connection, say `hello` with `since`: the `seq` of the last update. The server tells
   what is missing. After `rewound`, forget all events: the update that follows has them all.
6. Numbers count what this viewpoint can know of; they grow, but need not be the same for two seats.
7. Names and what people say are plain text, whatever they look like. Never read them as markup.
8. New fields and new types of messages may come: pass over what you do not know.

A closed connection has a code: {sockets.CLOSE_TOO_BIG} too large, {sockets.CLOSE_POLICY} too many
messages, no hello, or an address that the operator has banned (HTTP answers 403 `banned` there),
1012 and {sockets.CLOSE_AGAIN} come again in a moment, and
{sockets.CLOSE_REFUSED} plus what HTTP would have answered, such as 4403 for a wrong credential.
"""


def page() -> str:
    """The whole page."""
    writer = Writer()
    parts = [INTRODUCTION, "## From client to server\n"]
    parts += [message(writer, struct) for struct in members(messages.ClientMessage)]
    parts.append("## From server to client\n")
    parts += [message(writer, struct) for struct in members(messages.ServerMessage)]
    parts.append("## What they are made of\n")
    told = {*members(messages.ClientMessage), *members(messages.ServerMessage)}
    while writer.pending:
        struct = writer.pending.pop(0)
        if struct not in told:
            told.add(struct)
            parts.append(message(writer, struct))
    parts += ["## HTTP\n", *endpoints()]
    return "\n".join(parts)


def members(union: Any) -> list[type[msgspec.Struct]]:
    """The structs of a union, in order."""
    return list(typing.get_args(union))


def message(writer: Writer, struct: type) -> str:
    """One message: its name, what it is for, its fields."""
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    title = f"`{info.tag}`" if info.tag is not None else struct.__name__
    lines = [f"### {title}\n", inspect.getdoc(struct) or "", ""]
    if info.fields:
        is_from_client = info.forbid_unknown_fields  # the server leaves nothing out
        heads = ["field", "type", *(["if left out"] if is_from_client else [])]
        lines += [row(heads), row(["---"] * len(heads))]
        lines += [row(field(writer, one, is_from_client)) for one in info.fields]
        lines.append("")
    return "\n".join(lines)


def row(cells: list[str]) -> str:
    """One line of a table."""
    return f"| {' | '.join(cells)} |"


def field(writer: Writer, one: kinds.Field, is_from_client: bool) -> list[str]:
    """The cells of a field."""
    shown = writer.text(one.type).replace("|", "\\|")
    cells = [f"`{one.encode_name}`", f"`{shown}`{limits_of(one.type)}"]
    if is_from_client:
        cells.append("must be there" if one.required else f"`{default(one)}`")
    return cells


def default(one: kinds.Field) -> str:
    """What stands for a field that a client leaves out, as JSON."""
    value = one.default if one.default is not msgspec.NODEFAULT else one.default_factory()
    return msgspec.json.encode(value).decode()


def limits_of(kind: kinds.Type) -> str:
    """How long a text, or how large a number, may be."""
    for one in getattr(kind, "types", (kind,)):
        if isinstance(one, kinds.StrType) and one.max_length is not None:
            return f", at most {one.max_length} characters"
        if isinstance(one, kinds.IntType) and (one.le is not None or one.lt is not None):
            most = one.le if one.le is not None else (one.lt or 0) - 1
            return f", {one.ge} to {most}"
    return ""


def endpoints() -> list[str]:
    """All addresses, with what they are for."""
    rows = ["| method | address | what it does |", "| --- | --- | --- |"]
    for operation in OPERATIONS:
        needs = f"; needs {operation.shows} credential" if operation.shows else ""
        needs += "; a seat's credential spares the delay" if operation.has_delay else ""
        method, path = operation.method.upper(), operation.path.replace(":path}", "}")
        rows.append(f"| {method} | `{path}` | {operation.summary}{needs} |")
    rows.append("\nA credential is shown in the header: `Authorization: Bearer CREDENTIAL`.")
    rows.append("Where spectators see a table later, so does everybody who shows none.\n")
    return rows


def main() -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(made, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == made:
        print("protocol: docs/protocol.md tells what the messages are")
        return 0
    print("protocol: docs/protocol.md is old; run python -m tools.protocol", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
