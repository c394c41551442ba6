"""All tables of this server: opened, found, woken at their moment, forgotten when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.lessons.teacher import Teacher
from broadside.server import opening
from broadside.server.failures import closed
from broadside.server.table import host, records
from broadside.server.table.decision import Request, Scene
from broadside.server.table.delayed import Delayed
from broadside.server.table.presence import Presence
from broadside.server.table.rows import row
from broadside.server.table.shell import Shell
from broadside.server.table.state import BrokenTableError, Table, load
from broadside.server.table.viewpoints import info
from broadside.service.credentials import hash_credential, new_credential
from broadside.service.marks import CLOSED
from broadside.service.refusal import Refusal
from broadside.store.interface import Conflict, Fenced, OwnedElsewhere, StoreError
from broadside.wire.messages import CODE_LENGTH, TableInfo, TakeSeat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.server.house import House
    from broadside.server.table.records import Opened
    from broadside.wire.http_messages import WhatIf
    from broadside.wire.messages import OpenTable, SeatTaken

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for another
NAME_LENGTH: Final = 12  # 59 bits: a link cannot be guessed
LONG_LOG: Final = 5_000
"""How many bytes of a log, about fifty records, are played through before anybody notices."""
BRING_TRIES: Final = 5
"""So often a table is asked for that others ask for, too."""
DUE_AT_ONCE: Final = 100
"""So many tables are woken before others have their turn."""

_summary = msgspec.json.Decoder(TableInfo)
logger = logging.getLogger(__name__)


def random_name(length: int) -> str:
    """Letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class Tables:
    """The tables that are in memory, and the way to all others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.teacher = Teacher(house.games, house.thinkers, house.limits, house.settings)
        self.let_go: Callable[[str, str], Awaitable[None]] = _nobody_else
        """Asks the server at an address to stop a table, where there are other servers."""
        self._shells: dict[str, Shell] = {}
        self._loading: dict[str, asyncio.Task[Shell]] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._losing: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        """Set when a table may want to be woken earlier than was known."""

    # ----------------------------------------------------------------------- opening

    async def open(self, wish: OpenTable, address: str = "") -> tuple[TableInfo, str]:
        """Open a table; tell of it and give the host's credential. Raises `Refusal`.

        An address may have only so many open where no people sit.
        """
        credential, name = new_credential(), random_name(NAME_LENGTH)
        opened = opening.new_table(self.house, wish)
        opened.host_hash = hash_credential(credential)
        if all(seat.kind == "bot" for seat in opened.seats):
            self.house.limits.bot_tables.add(address, name)
        try:
            return await self._open(name, opened), credential
        except BaseException:
            self.house.limits.bot_tables.remove(name)
            raise

    async def open_rematch(self, name: str, last: Table) -> None:
        """Open the next table of the same people under a name they know, unless it is open.

        Nor is one opened again that the operator has closed.
        """
        store = self.house.store
        if await store.row(name) is None and await store.marked(CLOSED + name) is None:
            with suppress(Conflict, Fenced):  # another of the same people was quicker
                await self._open(name, opening.rematch(last))

    async def what_if(self, table: Table, wish: WhatIf) -> SeatTaken:
        """Open a table that goes on from a moment of a finished game, and sit down there."""
        opened = await asyncio.to_thread(opening.what_if, self.house, table, wish)
        return await self._open_and_sit(opened, wish.seat, TakeSeat(wish.name, wish.salt))

    async def open_guided(self, game: str, name: str) -> SeatTaken:
        """Open a guided first game, and sit down there. Without a salt: the deal is a known one."""
        opened = opening.guided_game(self.house, self.house.game(game))
        assert opened.course is not None
        return await self._open_and_sit(opened, opened.course.pupil, TakeSeat(name))

    async def _open_and_sit(self, opened: Opened, seat: int, wish: TakeSeat) -> SeatTaken:
        """Open a table for one person, who sits down at once and is the host."""
        name, wish.host = random_name(NAME_LENGTH), new_credential()
        opened.host_hash = hash_credential(wish.host)
        await self._open(name, opened)
        shell = await self.find(name)
        taken: SeatTaken = await shell.ask(Request(lambda scene: host.sit(scene, seat, wish)))
        return taken

    async def _new_code(self) -> str:
        """Draw a short code that no waiting table has."""
        while True:
            code = random_name(CODE_LENGTH)
            if await self.house.store.find_code(code) is None:
                return code

    async def _open(self, name: str, opened: Opened) -> TableInfo:
        """Store the first record of a table. Nobody is there yet: it is loaded when one comes."""
        house = self.house
        opened.at_ms, opened.code = house.clock.now_ms(), await self._new_code()
        table, presence = Table(name, house.games, opened), Presence(opened.at_ms)
        scene = Scene(table, presence, opened.at_ms, house.settings, house.crew)
        seen = info(table, frozenset())
        epoch = await house.store.lease(name)
        first = records.encode(opened)
        await house.store.append(name, epoch, 0, [first], row(scene, seen, None))
        with suppress(StoreError):  # whichever server is asked for the table first shall have it
            await house.store.release(name, epoch)
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
        except OwnedElsewhere as error:
            raise closed() from error
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

    async def owner(self, name: str) -> str | None:
        """Where another server has a table, if one does; else it is here, or may be."""
        if name in self._shells or name in self._loading:
            return None
        return await self.house.store.owner(name)

    async def bring(self, name: str) -> Shell:
        """The table of that name, though another server has it: that one is asked to stop it."""
        for _ in range(BRING_TRIES):
            address = await self.owner(name)
            if address is None:
                break
            await self.let_go(address, name)
        return await self.find(name)

    async def stop(self, name: str) -> None:
        """Stop a table, for another server to have it."""
        if name in self._shells:
            await self._shells[name].close()

    def loaded(self) -> list[Shell]:
        """The tables that are in memory."""
        return list(self._shells.values())

    async def public(self) -> list[TableInfo]:
        """The newest public tables that wait or play; those with people here first."""
        house, now = self.house, self.house.clock.now_ms()
        limit = house.settings.public_tables_max
        infos: list[TableInfo] = []
        for name, found in await house.store.listed(now, limit):
            is_due = found.wake_ms is not None and found.wake_ms <= now  # its row is out of date
            with suppress(Refusal, StoreError):
                is_loaded = name in self._shells or (is_due and await self.owner(name) is None)
                infos.append(await self.info(name) if is_loaded else _summary.decode(found.summary))
        open_ones = [one for one in infos if one.status in ("waiting", "playing")]
        return sorted(open_ones, key=TableInfo.busyness)

    async def info(self, name: str, seat: int | None = None) -> TableInfo:
        """The table as a seat may see it; without one, or if it is elsewhere, as outsiders do."""
        found = None if await self.owner(name) is None else await self.house.store.row(name)
        if found is not None:
            return _summary.decode(found.summary)
        shell = await self.find(name)
        told: TableInfo = await shell.look(lambda scene: shell.info(scene, seat))
        return told

    # ------------------------------------------------------------------------ keeping

    async def start(self) -> None:
        """Wake tables at their moments from now on; all others wait in the store."""
        self.house.store.on_lost(self._lose)
        self._keeping = [asyncio.create_task(self._wake()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop all tables. The log has everything."""
        for task in self._keeping:
            task.cancel()
        await self.teacher.close()
        await asyncio.gather(*(shell.close() for shell in list(self._shells.values())))

    def _lose(self) -> None:
        """Other servers own all tables by now, or will soon: stop them, clients come again."""
        for shell in list(self._shells.values()):
            self._losing.add(losing := asyncio.create_task(shell.close()))
            losing.add_done_callback(self._losing.discard)

    def _forget(self, shell: Shell) -> None:
        """The table leaves memory; by now another one may have taken its place there."""
        self.house.limits.bot_tables.remove(shell.name)
        if self._shells.get(shell.name) is shell:
            del self._shells[shell.name]
        self._news.set()

    async def _wake(self) -> None:
        """Load each table whose moment has come."""
        clock, retry_s = self.house.clock, self.house.settings.retry_s
        while True:
            self._news.clear()
            now = clock.now_ms()
            try:
                is_done = await self._wake_due(now)
                wait_s = await self._until_next_s(now) if is_done else retry_s
            except StoreError as error:
                logger.error("not_woken reason=%s", error)  # noqa: TRY400
                wait_s = retry_s
            alarm = clock.call_at(clock.now_ms() + round(wait_s * 1000), self._news.set)
            await self._news.wait()
            alarm.cancel()

    async def _wake_due(self, now: int) -> bool:
        """Load what is due; what is in memory has its own alarm. Whether all could be loaded."""
        woken: set[str] = set()
        is_done = True
        while True:
            known = len(woken) + len(self._shells)  # their rows may still say that they are due
            names = await self.house.store.due(now, known + DUE_AT_ONCE)
            fresh = [name for name in names if name not in woken and name not in self._shells]
            if not fresh:
                return is_done
            for name in fresh:
                woken.add(name)
                try:
                    await self.find(name)
                except (Refusal, StoreError, Fenced) as error:  # the others go on
                    logger.error("not_woken table=%s reason=%s", name, error)  # noqa: TRY400
                    is_done = False

    async def _until_next_s(self, now: int) -> float:
        """How long to wait for the next moment of a table, when all before now are loaded."""
        next_ms = await self.house.store.next_wake_ms(now)
        look_again_s = self.house.store.look_again_s
        if next_ms is None:
            return look_again_s
        wait_s = (next_ms - self.house.clock.now_ms()) / 1000
        return min(look_again_s, max(self.house.settings.retry_s, wait_s))

    async def _sweep(self) -> None:
        """Now and then, let tables leave memory that nobody needs there."""
        idle_s = self.house.settings.idle_s
        while True:
            await self.house.clock.sleep(idle_s)
            for shell in list(self._shells.values()):
                if shell.is_idle():
                    await shell.close()


async def _nobody_else(address: str, name: str) -> None:
    raise AssertionError(f"nobody at {address} has {name}")


def _look_at(loading: asyncio.Task[Shell]) -> None:
    """Take note of how loading ended, as everybody who waited for it may have left."""
    if not loading.cancelled():
        loading.exception()
