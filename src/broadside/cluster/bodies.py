"""Bodies of requests and answers that are looked at before somebody else reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Send

BODY_BYTES_MAX: Final = 65_536
"""More than any operation takes: what is longer is refused by whoever reads it."""


async def read_body(receive: Receive) -> bytes:
    """The body of a request, or so much of it that it is too long for any operation."""
    body = b""
    while len(body) <= BODY_BYTES_MAX:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body"):
            break
    return body


def replayed(body: bytes, receive: Receive | None) -> Receive:
    """Gives a body that was read once more, and then what comes next."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> dict[str, object]:
        if left:
            return left.pop()
        return {"type": "http.disconnect"} if receive is None else dict(await receive())

    return again


class Kept:
    """An answer of the application that is looked at before it is passed on."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self.status = 0
        self.body = b""

    async def send(self, message: Message) -> None:
        """Take a part of it."""
        self._messages.append(message)
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    async def pass_on(self, send: Send) -> None:
        """Send it after all."""
        for message in self._messages:
            await send(message)
