"""What a decision about a table looks at, what it is asked, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from broadside.server.table.presence import Listener, Presence
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table
    from broadside.service.settings import Settings
    from broadside.wire.messages import ClientMessage, Hello, ServerMessage


class Scene(NamedTuple):
    """A table at a moment: its records, who is there, what time it is, how the house is run."""

    table: Table
    presence: Presence
    now: int
    settings: Settings
    bots: Sequence[str]


# ------------------------------------------------------------------------------- inputs


class Join(NamedTuple):
    """A connection says hello."""

    listener: Listener
    hello: Hello


class Leave(NamedTuple):
    """A connection has ended."""

    listener: Listener


class Message(NamedTuple):
    """A connection sends something; `too_fast` is why it is refused, unless it is a repeat."""

    listener: Listener
    message: ClientMessage
    too_fast: Refusal | None = None


class Request(NamedTuple):
    """An operation over HTTP wants something of the table."""

    decide: Callable[[Scene], Outcome]


class Thinking(NamedTuple):
    """A bot has thought: about a decision of its seat, or about its offers."""

    seat: int
    decision: tuple[object, ...]
    text: str | None
    is_aside: bool


class Rewrite(NamedTuple):
    """A person wants to be forgotten: some records of the log get others in their place."""

    change: Callable[[list[bytes]], list[tuple[int, bytes]]]


class Loaded(NamedTuple):
    """The table was loaded from its log."""


class Alarm(NamedTuple):
    """The moment has come that the table wanted to be woken at."""


Input = Join | Leave | Message | Request | Thinking | Rewrite | Loaded | Alarm


# ------------------------------------------------------------------------------ outcome


class Think(NamedTuple):
    """A bot shall think about a world."""

    seat: int
    decision: tuple[object, ...]
    bot: str
    world: str
    seed: int
    is_aside: bool


class Advise(NamedTuple):
    """A hint is wanted by the connection whose message this is."""

    message: str
    seat: int
    worlds: list[str]


class YourTurn(NamedTuple):
    """A person who is not there shall hear that the table waits."""

    seat: int


class Confirm(NamedTuple):
    """A person wants mail: the address must be confirmed, unless it has been."""

    seat: int


Job = Think | Advise | YourTurn | Confirm


@dataclass(slots=True)
class Outcome:
    """What a decision leads to: records to store, answers to send afterwards, jobs to begin."""

    records: list[Record] = field(default_factory=list)
    ack: tuple[Listener, str, int] | None = None
    """Whose message is stored, under which id, for which seat."""
    reply: tuple[Listener, ServerMessage] | None = None
    joined: tuple[Listener, int] | None = None
    """Who is to be welcomed, and the number of what was seen last."""
    answer: Callable[[Scene], Any] | None = None
    """What a request is answered, once everything is stored."""
    jobs: list[Job] = field(default_factory=list)
    wake_ms: int | None = None
    """When the table wants to be woken next."""


def check_playing(table: Table) -> None:
    """Make sure that a game is under way; raises `Refusal`."""
    if table.state is None:
        raise Refusal(409, "not_started", "The table waits for players to sit down.")
    if table.status == "over":
        raise Refusal(409, "game_over", "The game is over.")
