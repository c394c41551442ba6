"""How a server takes part in a cluster: what it passes on, and what is passed on to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from broadside.cluster.inner_door import InnerDoor
from broadside.cluster.pass_on import PassOn, let_go

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp

    from broadside.service.bans import Bans
    from broadside.store.interface import Store


class Tables(Protocol):
    """The tables of a server, as far as others are concerned."""

    let_go: Callable[[str, str], Awaitable[None]]
    """Asks the server at an address to stop a table."""

    async def owner(self, name: str) -> str | None:
        """Where another server has a table, if one does."""

    async def stop(self, name: str) -> None:
        """Stop a table, for another server to have it."""


def join_cluster(
    app: ASGIApp,
    tables: Tables,
    store: Store,
    port: int,
    front: Callable[[ASGIApp], ASGIApp],
    bans: Bans,
) -> ASGIApp:
    """The application behind its front door, and with an inner one at this port.

    What other servers pass on has been through their front doors already.
    """

    def secret() -> str:
        return store.secret

    async def ask_to_let_go(address: str, name: str) -> None:
        await let_go(address, secret(), name)

    tables.let_go = ask_to_let_go
    outside = front(PassOn(app, tables.owner, store.others, secret))
    return InnerDoor(app, outside, port=port, secret=secret, let_go=tables.stop, bans=bans)
