"""The messages of people: what became of each of them, as far as one can know."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from .network import Connection

STORED: Final = "stored"
REFUSED: Final = "refused"
ADVISED: Final = "advised"


class Letter:
    """One message with its id; it may be sent several times, over several connections."""

    def __init__(self, message: dict[str, Any], table: str, seat: int | None) -> None:
        self.message = message
        self.table = table
        self.seat = seat
        self.text = json.dumps(message)
        self.sent_at = 0.0

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.message["id"])


class Answer(NamedTuple):
    """One answer to a message: how, and with which number or for which reason."""

    at: float
    id: str
    kind: str
    detail: str


class Postbox:
    """What went through one connection of a tab, beside what the table tells everybody."""

    def __init__(self, owner: str, connection: Connection) -> None:
        self.owner = owner
        self.connection = connection
        self.answers: list[Answer] = []
        self.junk_sent = 0
        self.junk_refused = 0

    @functools.cached_property
    def arrivals(self) -> list[tuple[float, str]]:
        """When which message has reached the server; for whoever asks after the end."""
        found: list[tuple[float, str]] = []
        for at, frame in self.connection.arrivals:
            if isinstance(frame, str) and frame.startswith('{"type": '):
                message = json.loads(frame)
                if "id" in message:
                    found.append((at, str(message["id"])))
        return found
