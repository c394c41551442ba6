"""What a decision about a table looks at, what it is asked, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.server.table.presence import Listener, Presence, Think
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table
    from broadside.service.crew import Crew
    from broadside.service.settings import Settings
    from broadside.wire.messages import ClientMessage, Hello, ServerMessage
    from broadside.workers.pool import Question


class Scene:
    """A table at a moment: its records, who is there, what time it is, how the house is run."""

    def __init__(
        self, table: Table, presence: Presence, now: int, settings: Settings, crew: Crew
    ) -> None:
        self.table = table
        self.presence = presence
        self.now = now
        self.settings = settings
        self.crew = crew


# ------------------------------------------------------------------------------- inputs


class Join:
    """A connection says hello."""

    def __init__(self, listener: Listener, hello: Hello) -> None:
        self.listener = listener
        self.hello = hello


class Leave:
    """A connection has ended."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener


class Message:
    """A connection sends something; `too_fast` is why it is refused, unless it is a repeat."""

    def __init__(
        self, listener: Listener, message: ClientMessage, too_fast: Refusal | None = None
    ) -> None:
        self.listener = listener
        self.message = message
        self.message_id: str | None = getattr(message, "id", None)
        self.too_fast = too_fast


class Request:
    """An operation over HTTP wants something of the table."""

    def __init__(self, decide: Callable[[Scene], Outcome]) -> None:
        self.decide = decide


class Thinking(NamedTuple):
    """What a bot has thought."""

    about: Think
    text: str | None


class Rewrite(NamedTuple):
    """A person wants to be forgotten: some records of the log get others in their place."""

    change: Callable[[list[bytes]], list[tuple[int, bytes]]]


class Alarm:
    """The table was loaded, or the moment has come that it wanted to be woken at."""


Input = Join | Leave | Message | Request | Thinking | Rewrite | Alarm


# ------------------------------------------------------------------------------ outcome


class Outcome:
    """What a decision leads to: records to store, answers to send afterwards, jobs for others."""

    def __init__(
        self,
        records: list[Record] | None = None,
        answer: Callable[[Scene], Any] | None = None,
    ) -> None:
        self.records: list[Record] = [] if records is None else records
        self.answer = answer
        """What a request is answered, once everything is stored."""
        self.ack: tuple[Listener, str, int] | None = None
        """Whose message is stored, under which id, for which seat."""
        self.reply: tuple[Listener, ServerMessage] | None = None
        self.joined: tuple[Listener, int] | None = None
        """Who is to be welcomed, and the number of what was seen last."""
        self.thoughts: list[Think] = []
        """What bots shall think about."""
        self.advice: Question | None = None
        """About what the sender of the message wants a hint."""
        self.wants_mail = False
        """Whether the sender has named an address, which must be asked if it agrees."""
        self.notices: list[int] = []
        """The seats of those who shall hear that the table waits for them."""
        self.wake_ms: int | None = None
        """When the table wants to be woken next."""


def check_playing(table: Table) -> None:
    """Make sure that a game is under way; raises `Refusal`."""
    if table.state is None:
        raise Refusal(409, "not_started", "The table waits for players to sit down.")
    if table.status == "over":
        raise Refusal(409, "game_over", "The game is over.")
