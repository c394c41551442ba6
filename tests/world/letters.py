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
        self.welcome_at: float | None = None
        """When the hello was answered."""
        self.junk_refused = 0
        """How often the server could not say which message it refuses."""

    @functools.cached_property
    def arrivals(self) -> list[tuple[float, str]]:
        """When which message has reached the server; for whoever asks after the end."""
        return [(at, name) for at, name in self._arrived if name]

    @functools.cached_property
    def junk_arrivals(self) -> list[float]:
        """When something has reached the server that is no message, after the hello."""
        return [at for at, name in self._arrived[1:] if not name]

    @functools.cached_property
    def _arrived(self) -> list[tuple[float, str]]:
        return [(at, _name(frame)) for at, frame in self.connection.arrivals]


def _name(frame: str | bytes) -> str:
    """The id of a message, as people write messages; empty for the hello, and for junk."""
    if isinstance(frame, str) and frame.startswith('{"type": '):
        return str(json.loads(frame).get("id", ""))
    return ""
