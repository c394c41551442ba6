"""Early acts: each is tried or refused, never both."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from broadside.server.connection import Connection
from broadside.server.early import EarlyActs
from broadside.server.messages import Act

if TYPE_CHECKING:
    from broadside.server.table import Table


class RewindingTable:
    """A table that is taken back by the first act that is tried again."""

    def __init__(self) -> None:
        self.early = EarlyActs(cast("Table", self))
        self.acted: list[str] = []

    async def act(self, _connection: Connection, act: Act) -> None:
        self.acted.append(act.id)
        self.early.forget()


def test_what_was_refused_meanwhile_is_not_tried() -> None:
    """The first act takes the table back; the second one was refused then, and that is all."""
    table = RewindingTable()
    lines = [Connection(), Connection()]
    for seat, line in enumerate(lines):
        table.early._acts[seat] = line, Act(f"a{seat}", "pass")

    asyncio.run(table.early._try_again())

    assert table.acted == ["a0"]
    assert [line.outbox.qsize() for line in lines] == [0, 1]
