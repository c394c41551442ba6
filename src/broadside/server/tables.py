"""All tables of this server: opened, found again in the log, forgotten when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from broadside.server import records
from broadside.server.afterwards import rematch_opened, what_if_opened
from broadside.server.delay import Delay
from broadside.server.directory import Directory, random_name
from broadside.server.fold import BrokenTableError
from broadside.server.ledger import Ledger
from broadside.server.limits import Limits
from broadside.server.messages import TakeSeat
from broadside.server.notices import Notices
from broadside.server.opening import Opener
from broadside.server.refusal import Refusal
from broadside.server.results import Results
from broadside.server.seats import hash_credential, new_credential
from broadside.server.table import Table
from broadside.store.log import Conflict, StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence

    from broadside.kernel.game import Game
    from broadside.server.clock import Clock
    from broadside.server.http_messages import WhatIf
    from broadside.server.messages import OpenTable, SeatTaken, TableInfo
    from broadside.server.records import Opened
    from broadside.server.settings import Settings
    from broadside.server.thinking import Thinkers
    from broadside.store.log import Log

NO_TABLE: Final = "~"
"""So begin the names of streams that are not tables."""
NAME_LENGTH: Final = 12  # 59 bits: a link cannot be guessed
LONG_LOG: Final = 5_000
"""How many bytes of a log, about fifty records, are played through before anybody notices."""

logger = logging.getLogger(__name__)


class Tables:
    """The tables, and what they share."""

    def __init__(
        self,
        games: Mapping[str, Game],
        bots: Sequence[str],
        log: Log,
        thinkers: Thinkers,
        clock: Clock,
        settings: Settings,
    ) -> None:
        self.games = games
        self.bots = bots
        self.log = log
        self.thinkers = thinkers
        self.clock = clock
        self.settings = settings
        self.directory = Directory()
        self.limits = Limits(clock, settings)
        self.opener = Opener(games, bots, settings)
        self.results = Results(log)
        self.notices = Notices(settings)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None

    async def open(self, wish: OpenTable) -> tuple[Table, str]:
        """Open a table; give it and the host's credential. Raises `Refusal` for a wrong wish."""
        host = new_credential()
        opened = self.opener.opened(
            wish,
            at_ms=self.clock.wall_ms(),
            code=self.directory.new_code(),
            host_hash=hash_credential(host),
        )
        name = self.new_name()
        return await self._open(name, opened), host

    async def open_rematch(self, name: str, last: Ledger) -> Table:
        """Open the next table of the same people under a name they know, unless it is open."""
        opened = rematch_opened(last, self.clock.wall_ms(), self.directory.new_code())
        with suppress(Conflict):
            await self._open(name, opened)
        return await self.find(name)

    async def what_if(self, ledger: Ledger, wish: WhatIf) -> SeatTaken:
        """Open a table that goes on from a moment of a finished game, and sit down there."""
        host = new_credential()
        now, code = self.clock.wall_ms(), self.directory.new_code()
        opened = what_if_opened(ledger, wish, now, code, hash_credential(host))
        table = await self._open(self.new_name(), opened)
        return await table.host.sit(wish.seat, TakeSeat(wish.name, wish.salt, host=host))

    def new_name(self) -> str:
        """Draw the name of a table."""
        return random_name(NAME_LENGTH)

    async def _open(self, name: str, opened: Opened) -> Table:
        first = records.encode(opened)
        Ledger(name, self.games, first)  # else nobody could ever load the table
        await self.log.append(name, 0, first)
        logger.info("opened table=%s game=%s", name, opened.game)
        return await self.find(name)

    async def public(self) -> list[TableInfo]:
        """The public tables that wait or play: those with people first, then the newest."""
        infos: list[TableInfo] = []
        listed = self.directory.public(self.clock.wall_ms())
        for name in listed[: self.settings.public_tables_max]:
            with suppress(Refusal, StoreError):
                infos.append((await self.find(name)).info())
        return sorted(infos, key=lambda info: -len(info_people(info)))

    async def find(self, name: str) -> Table:
        """The table of that name, from memory or from the log; raises `Refusal`."""
        if name.startswith(NO_TABLE):
            raise Refusal(404, "unknown_table", "There is no such table.")
        table = self._tables.get(name)
        if table is not None:
            return table
        if name not in self._loading:  # whoever asks while it is loaded waits for the same one
            loading = asyncio.create_task(self._find_in_log(name))
            loading.add_done_callback(_look_at)
            self._loading[name] = loading
        return await asyncio.shield(self._loading[name])

    async def load(self, name: str) -> tuple[Ledger, Delay | None]:
        """Play a table's log through; also as spectators see it, if they see it later."""
        stored = await self.log.read(name)
        if not stored:
            raise Refusal(404, "unknown_table", "There is no such table.")
        if sum(map(len, stored)) < LONG_LOG:
            return self._fold(name, stored)
        # A long game takes a while to play through, and other tables shall not wait for it.
        return await asyncio.to_thread(self._fold, name, stored)

    def _fold(self, name: str, stored: list[bytes]) -> tuple[Ledger, Delay | None]:
        ledger = Ledger(name, self.games, stored[0])
        delay_s, delay = ledger.opened.spectator_delay_s, None
        if delay_s:
            delay = Delay(name, self.games, stored[0], self.clock, delay_s)
        for data in stored[1:]:
            record = ledger.take(data)
            if delay is not None:
                delay.add(record, data)
        if delay is not None:
            delay.release()
        return ledger, delay

    def forget(self, table: Table) -> None:
        """The table leaves memory; by now another one may have taken its place there."""
        if self._tables.get(table.ledger.table) is table:
            del self._tables[table.ledger.table]

    async def start(self) -> None:
        """Go on with every table that is not over for everybody; the others wait in the log."""
        self._sweeper = asyncio.create_task(self._sweep())
        await self.results.load()
        known = await self.log.tables()
        unfinished = dict.fromkeys(await self.log.tables(unfinished=True))
        for name in [*unfinished, *self.results.untold(self.clock.wall_ms())]:
            await self._try(name, self.find(name))
        finished = [name for name in known if name not in unfinished]
        self._counting = asyncio.create_task(self._count_results(finished))

    async def _count_results(self, finished: list[str]) -> None:
        """Note the results that an ended server could not note any more."""
        for name in finished:
            if not self.results.has(name) and not name.startswith(NO_TABLE):
                await self._try(name, self._count_result(name))

    async def _count_result(self, name: str) -> None:
        table = await self.find(name)  # whoever wants to be forgotten meanwhile changes this one
        await self.results.add(table.ledger, self.clock.wall_ms())

    async def _try(self, name: str, doing: Awaitable[object]) -> None:
        """Do something for one table; whatever is wrong with it, the others go on."""
        try:
            await doing
        except (Refusal, StoreError) as error:
            logger.error("not_revived table=%s reason=%s", name, error)  # noqa: TRY400
        except Exception:
            logger.exception("not_revived table=%s", name)

    async def close(self) -> None:
        """Stop all tables. The log has everything."""
        for task in (self._sweeper, self._counting):
            if task is not None:
                task.cancel()
        await asyncio.gather(*(table.close() for table in list(self._tables.values())))

    async def _sweep(self) -> None:
        """Now and then, let tables leave memory that nobody needs there."""
        while True:
            await self.clock.sleep(self.settings.idle_s)
            since = self.clock.now() - self.settings.idle_s
            for table in list(self._tables.values()):
                if table.is_idle(since):
                    await table.close()

    async def _find_in_log(self, name: str) -> Table:
        try:
            table = Table(self, *await self.load(name))
        except BrokenTableError as error:
            logger.error("broken table=%s reason=%s", name, error)  # noqa: TRY400
            raise Refusal(500, "broken_table", str(error)) from error
        except (Refusal, StoreError):
            raise
        except Exception as error:
            logger.exception("broken table=%s", name)
            reason = f"Table {name} cannot be played through."
            raise Refusal(500, "broken_table", reason) from error
        finally:
            del self._loading[name]
        self._tables[name] = table
        table.wake()
        return table


def info_people(info: TableInfo) -> list[int]:
    """The seats that people are connected for."""
    return [seat.seat for seat in info.seats if seat.kind == "person" and seat.online]


def _look_at(loading: asyncio.Task[Table]) -> None:
    """Take note of how loading ended, as everybody who waited for it may have left."""
    if not loading.cancelled():
        loading.exception()
