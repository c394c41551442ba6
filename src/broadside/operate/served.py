"""A running server, as those who operate it see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from broadside.service.clock import Clock
    from broadside.service.limits import Limits
    from broadside.service.meters import Meters
    from broadside.service.settings import Settings
    from broadside.store.interface import Store
    from broadside.workers.pool import Thinkers


class House(Protocol):
    """What all tables of the server share."""

    @property
    def store(self) -> Store:
        """Where tables are kept."""

    @property
    def thinkers(self) -> Thinkers:
        """Who thinks for the bots."""

    @property
    def clock(self) -> Clock:
        """The server's time."""

    @property
    def settings(self) -> Settings:
        """What the operator wants."""

    @property
    def limits(self) -> Limits:
        """Who may do how much, and who may not come in at all."""

    @property
    def meters(self) -> Meters:
        """What the server counts of its own work."""


class Shell(Protocol):
    """A table in memory."""

    name: str

    async def look(self, look: Callable[[Any], Any]) -> Any:
        """Look at the table when nothing of it is on its way to the store."""


class Tables(Protocol):
    """The tables of the server."""

    let_go: Callable[[str, str], Awaitable[None]]
    """Asks the server at an address to stop a table."""

    @property
    def house(self) -> House:
        """What they share."""

    def loaded(self) -> Sequence[Shell]:
        """The tables that are in memory."""

    async def stop(self, name: str) -> None:
        """Stop a table that is in memory."""


class Served(NamedTuple):
    """All of a server."""

    tables: Tables
    connections: Callable[[], dict[str, int]]
    """How many connections there are of each kind."""
