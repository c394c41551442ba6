"""All tables of this server: opened, found, woken at their moment, forgotten when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.server import afterwards
from broadside.server.credentials import hash_credential, new_credential
from broadside.server.opening import Opener
from broadside.server.table import host, records
from broadside.server.table.delayed import Delayed
from broadside.server.table.presence import Presence
from broadside.server.table.rows import row
from broadside.server.table.scene import Request, Scene
from broadside.server.table.shell import Shell
from broadside.server.table.state import BrokenTableError, Table, load
from broadside.server.table.viewpoints import info
from broadside.service.refusal import Refusal
from broadside.store.interface import Conflict, Fenced, StoreError
from broadside.wire.messages import CODE_LENGTH, TableInfo, TakeSeat

if TYPE_CHECKING:
    from broadside.server.house import House
    from broadside.server.table.records import Opened
    from broadside.wire.http_messages import WhatIf
    from broadside.wire.messages import OpenTable, SeatTaken

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for another
NAME_LENGTH: Final = 12  # 59 bits: a link cannot be guessed
LONG_LOG: Final = 5_000
"""How many bytes of a log, about fifty records, are played through before anybody notices."""
DUE_AT_ONCE: Final = 100
"""So many tables are woken before others have their turn."""
LOOK_AGAIN_S: Final = 60.0
"""The store is asked at least so often which tables are due."""

_summary = msgspec.json.Decoder(TableInfo)
logger = logging.getLogger(__name__)


def random_name(length: int) -> str:
    """Letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class Tables:
    """The tables that are in memory, and the way to all others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.opener = Opener(house.games, house.bots, house.settings)
        self._shells: dict[str, Shell] = {}
        self._loading: dict[str, asyncio.Task[Shell]] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()
        """Set when a table may want to be woken earlier than was known."""

    # ----------------------------------------------------------------------- opening

    async def open(self, wish: OpenTable, address: str = "") -> tuple[TableInfo, str]:
        """Open a table; tell of it and give the host's credential. Raises `Refusal`.

        An address may have only so many open where no people sit.
        """
        credential, name = new_credential(), random_name(NAME_LENGTH)
        opened = self.opener.opened(
            wish,
            at_ms=self.house.clock.now_ms(),
            code=await self.new_code(),
            host_hash=hash_credential(credential),
        )
        if all(seat.kind == "bot" for seat in opened.seats):
            self.house.limits.bot_tables.add(address, name)
        return await self._open(name, opened), credential

    async def open_rematch(self, name: str, last: Table) -> None:
        """Open the next table of the same people under a name they know, unless it is open."""
        if await self.house.store.row(name) is None:
            now, code = self.house.clock.now_ms(), await self.new_code()
            with suppress(Conflict, Fenced):  # another of the same people was quicker
                await self._open(name, afterwards.rematch_opened(last, now, code))

    async def what_if(self, table: Table, wish: WhatIf) -> SeatTaken:
        """Open a table that goes on from a moment of a finished game, and sit down there."""
        credential = new_credential()
        now, code = self.house.clock.now_ms(), await self.new_code()
        opened = await asyncio.to_thread(
            afterwards.what_if_opened, table, wish, now, code, hash_credential(credential)
        )
        name = random_name(NAME_LENGTH)
        await self._open(name, opened)
        shell = await self.find(name)
        seat = TakeSeat(wish.name, wish.salt, host=credential)
        taken: SeatTaken = await shell.ask(Request(lambda scene: host.sit(scene, wish.seat, seat)))
        return taken

    async def new_code(self) -> str:
        """Draw a short code that no waiting table has."""
        while True:
            code = random_name(CODE_LENGTH)
            if await self.house.store.find_code(code) is None:
                return code

    async def _open(self, name: str, opened: Opened) -> TableInfo:
        """Store the first record of a table. Nobody is there yet: it is loaded when one comes."""
        house = self.house
        table = Table(name, house.games, opened)
        presence = Presence(opened.at_ms)
        scene = Scene(table, presence, opened.at_ms, house.settings, house.bots)
        seen = info(table, frozenset())
        epoch = await house.store.lease(name)
        first = records.encode(opened)
        await house.store.append(name, epoch, 0, [first], row(scene, seen, None))
        logger.info("opened table=%s game=%s", name, opened.game)
        self._news.set()
        return seen

    # ----------------------------------------------------------------------- finding

    async def find(self, name: str) -> Shell:
        """The table of that name, from memory or from the log; raises `Refusal`."""
        shell = self._shells.get(name)
        if shell is not None:
            return shell
        if name not in self._loading:  # who asks while it is loaded waits for the same one
            loading = asyncio.create_task(self._find_in_log(name))
            loading.add_done_callback(_look_at)
            self._loading[name] = loading
        return await asyncio.shield(self._loading[name])

    async def _find_in_log(self, name: str) -> Shell:
        try:
            epoch = await self.house.store.lease(name)
            table, delayed = await self._load(name)
        finally:
            del self._loading[name]
        shell = Shell(self.house, table, delayed, epoch, self._load, self._forget)
        self._shells[name] = shell
        return shell

    async def _load(self, name: str) -> tuple[Table, Delayed | None]:
        """Play a table's log through; also as spectators see it, if they see it later."""
        stored = await self.house.store.read(name)
        if not stored:
            raise Refusal(404, "unknown_table", "There is no such table.")
        try:
            if sum(map(len, stored)) < LONG_LOG:
                return self._fold(name, stored)
            # A long game takes a while to play through, and other tables shall not wait for it.
            return await asyncio.to_thread(self._fold, name, stored)
        except BrokenTableError as error:
            logger.error("broken table=%s reason=%s", name, error)  # noqa: TRY400
            raise Refusal(500, "broken_table", str(error)) from error
        except Exception as error:
            logger.exception("broken table=%s", name)
            reason = f"Table {name} cannot be played through."
            raise Refusal(500, "broken_table", reason) from error

    def _fold(self, name: str, stored: list[bytes]) -> tuple[Table, Delayed | None]:
        table = load(name, self.house.games, stored)
        if not table.opened.spectator_delay_s:
            return table, None
        delayed = Delayed(name, self.house.games, table.opened)
        delayed.add([records.decode(data) for data in stored[1:]])
        delayed.release(self.house.clock.now_ms())
        return table, delayed

    async def public(self) -> list[TableInfo]:
        """The public tables that wait or play: those with people first, then the newest."""
        house, now = self.house, self.house.clock.now_ms()
        limit = house.settings.public_tables_max
        infos: list[TableInfo] = []
        for name, found in await house.store.listed(now, limit):
            is_due = found.wake_ms is not None and found.wake_ms <= now  # its row is out of date
            with suppress(Refusal, StoreError):
                is_loaded = name in self._shells or is_due
                infos.append(await self.info(name) if is_loaded else _told(found.summary))
        open_ones = [one for one in infos if one.status in ("waiting", "playing")]
        return sorted(open_ones, key=lambda one: -people_online(one))

    async def info(self, name: str, seat: int | None = None) -> TableInfo:
        """The table as a seat or an outsider may see it."""
        shell = await self.find(name)
        told: TableInfo = await shell.look(lambda scene: shell.info(scene, seat))
        return told

    # ------------------------------------------------------------------------ keeping

    async def start(self) -> None:
        """Wake tables at their moments from now on; all others wait in the store."""
        self._keeping = [asyncio.create_task(self._wake()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop all tables. The log has everything."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*(shell.close() for shell in list(self._shells.values())))

    def _forget(self, shell: Shell) -> None:
        """The table leaves memory; by now another one may have taken its place there."""
        self.house.limits.bot_tables.remove(shell.name)
        if self._shells.get(shell.name) is shell:
            del self._shells[shell.name]
        self._news.set()

    async def _wake(self) -> None:
        """Load each table whose moment has come."""
        while True:
            self._news.clear()
            try:
                await self._wake_due()
                wait_s = await self._until_next_s()
            except StoreError as error:
                logger.error("not_woken reason=%s", error)  # noqa: TRY400
                wait_s = self.house.settings.retry_s
            clock = self.house.clock
            alarm = clock.call_at(clock.now_ms() + round(wait_s * 1000), self._news.set)
            await self._news.wait()
            alarm.cancel()

    async def _wake_due(self) -> None:
        """Load what is due; what is in memory already has its own alarm."""
        woken: set[str] = set()
        while True:
            known = len(woken) + len(self._shells)  # their rows may still say that they are due
            names = await self.house.store.due(self.house.clock.now_ms(), known + DUE_AT_ONCE)
            fresh = [name for name in names if name not in woken and name not in self._shells]
            if not fresh:
                return
            for name in fresh:
                woken.add(name)
                await self._try_to_wake(name)

    async def _try_to_wake(self, name: str) -> None:
        """Load one table; whatever is wrong with it, the others go on."""
        try:
            await self.find(name)
        except (Refusal, StoreError, Fenced) as error:
            logger.error("not_woken table=%s reason=%s", name, error)  # noqa: TRY400

    async def _until_next_s(self) -> float:
        next_ms = await self.house.store.next_wake_ms()
        if next_ms is None:
            return LOOK_AGAIN_S
        wait_s = (next_ms - self.house.clock.now_ms()) / 1000
        return min(LOOK_AGAIN_S, max(self.house.settings.retry_s, wait_s))

    async def _sweep(self) -> None:
        """Now and then, let tables leave memory that nobody needs there."""
        idle_s = self.house.settings.idle_s
        while True:
            await self.house.clock.sleep(idle_s)
            for shell in list(self._shells.values()):
                if shell.is_idle():
                    await shell.close()


def people_online(told: TableInfo) -> int:
    """How many people are connected."""
    return sum(seat.kind == "person" and seat.online for seat in told.seats)


def _told(summary: bytes) -> TableInfo:
    """What a row shows."""
    return _summary.decode(summary)


def _look_at(loading: asyncio.Task[Shell]) -> None:
    """Take note of how loading ended, as everybody who waited for it may have left."""
    if not loading.cancelled():
        loading.exception()
