"""All tables of a load: those in play, and spares that take the places of finished ones."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from broadside.arena.load import boardgameio_seat, broadside_seat, echo_seat
from broadside.arena.load.websocket import ConnectionEnded
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.arena.load.addresses import Address, Addresses
    from broadside.arena.load.job import Load, Speech
    from broadside.arena.load.seat import Crowd, Table

AT_ONCE: Final = 16
"""So many tables are opened at the same time."""

OPENERS: Final[dict[Speech, Callable[[Crowd, Load, Address], Awaitable[Table]]]] = {
    "broadside": broadside_seat.open_table,
    "echo": echo_seat.open_table,
    "boardgameio": boardgameio_seat.open_table,
}


class Tables:
    """Keeps the number of tables in play constant."""

    def __init__(self, crowd: Crowd, load: Load, speech: Speech, addresses: Addresses) -> None:
        self.all: list[Table] = []
        self.ended = 0
        self.opened_late = 0
        self._crowd = crowd
        self._load = load
        self._open = OPENERS[speech]
        self._addresses = addresses
        self._spares: list[Table] = []
        self._opening: set[asyncio.Task[None]] = set()
        crowd.on_end = self._replace

    async def open(self, count: int, tell: Callable[[int], None]) -> None:
        """Open so many tables and their clients; they do not play yet."""
        turns = asyncio.Semaphore(AT_ONCE)
        done = 0

        async def open_one() -> None:
            nonlocal done
            async with turns:
                self._keep(await self._open(self._crowd, self._load, self._addresses.next()))
            done += 1
            tell(done)

        await asyncio.gather(*(open_one() for _ in range(count)))
        self.check()

    def start(self) -> None:
        """Let the wanted number of tables play, now or again."""
        self._crowd.is_playing = True
        active = [table for table in self.all if table.is_active and not table.is_over]
        for table in active:
            table.start()
        for _ in range(self._load.tables - len(active)):
            self._start_spare()

    def check(self) -> None:
        """Raise an error if a connection has ended that should not have."""
        if self._crowd.lost:
            raise ConnectionEnded(self._crowd.lost[0])

    def close(self) -> None:
        """End all connections."""
        for task in self._opening:
            task.cancel()
        for table in self.all:
            for seat in table.seats:
                if seat.socket is not None:
                    seat.socket.close()

    def _keep(self, table: Table) -> None:
        self.all.append(table)
        self._spares.append(table)

    def _replace(self, table: Table) -> None:
        """A game is over: another table takes its place."""
        if table.is_active:
            self.ended += 1
            if self._crowd.is_playing:
                self._start_spare()

    def _start_spare(self) -> None:
        if self._spares:
            self._spares.pop(0).start()
            return
        self.opened_late += 1
        task = asyncio.get_running_loop().create_task(self._open_late())
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open_late(self) -> None:
        try:
            self._keep(await self._open(self._crowd, self._load, self._addresses.next()))
        except (OSError, BroadsideError, asyncio.IncompleteReadError) as error:
            self._crowd.lost.append(f"a table could not be opened: {error}")
            return
        if self._crowd.is_playing:
            self._spares.pop(0).start()
