"""What an operator may ask of a running server, over a socket in a folder of this machine.

Never over the network: who may open the socket is who may read the server's data. A client writes
an order as a line of JSON, and gets an answer as another one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from broadside.operate.erasing import erase
from broadside.service.bans import MARK, network_name
from broadside.service.marks import CLOSED
from broadside.service.refusal import Refusal
from broadside.store.interface import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.operate.served import Tables

SOCKET: Final = "admin.sock"
FOLDER_MODE: Final = 0o700
OWNER_ONLY: Final = 0o177
"""Takes from a new socket all rights of others."""
ROOT: Final = 0
LINE_BYTES_MAX: Final = 4096
ANSWER_S: Final = 30.0
CLOSE_POLICY: Final = 1008

Kind = Literal["tables", "people", "close", "ban", "unban", "bans"]
Row = dict[str, Any]
logger = logging.getLogger(__name__)


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """What is wanted, and of which table or address."""

    order: Kind
    what: str = ""


class Report(msgspec.Struct):
    """What came of it; a reason says why nothing did."""

    rows: list[Row] = []
    reason: str = ""


class UnwantedError(Exception):
    """The order cannot be carried out; the message says why."""


_order = msgspec.json.Decoder(Order)
_report = msgspec.json.Decoder(Report)


def runtime_folder() -> Path:
    """Where the sockets of servers are that keep their tables in a database."""
    if own := os.environ.get("RUNTIME_DIRECTORY"):  # systemd made it for the service
        return Path(own)
    if users := os.environ.get("XDG_RUNTIME_DIR"):
        return Path(users) / "broadside"
    owner = getattr(os, "getuid", lambda: 0)()
    return Path(tempfile.gettempdir()) / f"broadside-{owner}"


def socket_of_process(database: str) -> Path:
    """Where this process has its socket if it keeps its tables in that database."""
    return runtime_folder() / f"{_mark_of(database)}-{os.getpid()}.sock"


def sockets_of_database(database: str) -> list[Path]:
    """The sockets of this user's servers on this machine that keep their tables there.

    In a folder for all, another user could have made ours first, to be told our orders.
    """
    folder = runtime_folder()
    found = sorted(folder.glob(f"{_mark_of(database)}-*.sock"))
    if found and not _is_own(folder):
        raise UnwantedError(f"{folder} belongs to somebody else")
    return found


def _mark_of(database: str) -> str:
    """A short name for a database, whoever asks for it with whichever password."""
    parts = urlsplit(database)
    place = f"{parts.netloc.rpartition('@')[2]}{parts.path}?{parts.query}"
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def _is_own(folder: Path) -> bool:
    """Whether a folder is this user's, and no other user has put a link in its place."""
    if not hasattr(os, "getuid"):
        return True
    own = os.getuid()
    return folder.stat().st_uid == own and folder.lstat().st_uid in (own, ROOT)


class Admin:
    """Carries out the orders of an operator."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._server: asyncio.Server | None = None
        self._path: Path | None = None
        self._orders: dict[Kind, Callable[[str], Awaitable[list[Row]]]] = {
            "tables": self._list_tables,
            "people": self._list_people,
            "close": self._close_table,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._list_bans,
        }

    # --------------------------------------------------------------------- listening

    async def listen(self, path: Path) -> None:
        """Open the socket. A server without one serves all the same: its log says so."""
        if not hasattr(socket, "AF_UNIX") or not hasattr(asyncio, "start_unix_server"):
            return  # Windows
        try:
            listener = _bind(path)
        except (OSError, UnwantedError) as error:
            logger.warning("no_admin_socket reason=%s", error)
            return
        self._path = path
        self._server = await asyncio.start_unix_server(
            self._talk, sock=listener, limit=LINE_BYTES_MAX
        )

    async def close(self) -> None:
        """Take nothing more."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                assert self._path is not None
                self._path.unlink()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                report = await self.obey(await reader.readline())
            writer.write(msgspec.json.encode(report) + b"\n")
            await writer.drain()
        writer.close()

    # --------------------------------------------------------------------- obeying

    async def obey(self, line: bytes) -> Report:
        """Carry out an order."""
        try:
            wanted = _order.decode(line)
            rows = await self._orders[wanted.order](wanted.what)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return Report(reason=f"This is no order: {error}.")
        except (UnwantedError, StoreError) as error:
            return Report(reason=str(error))
        if wanted.order in ("close", "ban", "unban"):
            logger.info("admin order=%s what=%s", wanted.order, wanted.what)
        return Report(rows)

    async def _list_tables(self, _what: str) -> list[Row]:
        """The tables in memory; all others wait in the store."""
        return await _look_at_all(self._tables, _told_of_table)

    async def _list_people(self, _what: str) -> list[Row]:
        """Everybody who is connected."""
        found = await _look_at_all(self._tables, _told_of_people)
        return [row for rows in found for row in rows]

    async def _close_table(self, what: str) -> list[Row]:
        if not await erase(self._tables, what):
            raise UnwantedError(f"There is no table {what[:80]}.")
        await self._tables.house.store.mark(CLOSED + what, b"")
        return [{"table": what}]

    async def _ban(self, what: str) -> list[Row]:
        try:
            name = network_name(what)
        except ValueError as error:
            raise UnwantedError(f"{what[:80]!r} cannot be banned: {error}.") from None
        await self._tables.house.store.mark(MARK + name, b"")
        await read_bans(self._tables)
        return [{"address": name, "cut": await cut_banned(self._tables)}]

    async def _unban(self, what: str) -> list[Row]:
        store, name = self._tables.house.store, ""
        with suppress(ValueError):
            name = network_name(what)
        if not name or await store.marked(MARK + name) is None:
            raise UnwantedError(f"{what[:80]!r} is not banned.")
        await store.mark(MARK + name, None)
        await read_bans(self._tables)
        return [{"address": name}]

    async def _list_bans(self, _what: str) -> list[Row]:
        await read_bans(self._tables)
        return [{"address": name} for name in self._tables.house.limits.bans.names()]


async def read_bans(tables: Tables) -> bool:
    """Take the list as it is kept: another server may have been told more; whether it is new."""
    kept = await tables.house.store.marks(MARK)
    return tables.house.limits.bans.put(key.removeprefix(MARK) for key in kept)


async def cut_banned(tables: Tables) -> int:
    """End the connections of everybody who is banned; how many there were."""
    bans = tables.house.limits.bans

    def cut(scene: Any) -> int:
        found = [one for one in scene.presence.listeners if bans.refuses(one.address)]
        for listener in found:
            listener.close(CLOSE_POLICY)
        return len(found)

    return sum(await _look_at_all(tables, cut)) if bans.names() else 0


async def _look_at_all(tables: Tables, look: Callable[[Any], Any]) -> list[Any]:
    """What a look at each table in memory gives; one that ends just now is passed over."""
    found = []
    for shell in tables.loaded():
        with suppress(Refusal):
            found.append(await shell.look(look))
    return found


def _told_of_table(scene: Any) -> Row:
    """A table without anything that only its players may know."""
    table, presence = scene.table, scene.presence
    return {
        "table": table.name,
        "game": table.game.name,
        "state": table.status,
        "records": table.seq + 1,
        "seats": len(table.chairs),
        "connected": len(presence.listeners),
        "changed_ms": table.at_ms,
    }


def _told_of_people(scene: Any) -> list[Row]:
    chairs = scene.table.chairs
    return [
        {
            "table": scene.table.name,
            "seat": one.seat,
            "name": "" if one.seat is None else chairs[one.seat].title(),
            "address": one.address,
        }
        for one in scene.presence.listeners
    ]


def _bind(path: Path) -> socket.socket:
    """A socket that only its owner may open; what a dead server left there is taken away."""
    path.parent.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    if not _is_own(path.parent):
        raise UnwantedError(f"{path.parent} belongs to somebody else")
    for other in path.parent.glob("*.sock"):
        if other == path or _is_of_the_dead(other):
            other.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(OWNER_ONLY)
    try:
        listener.bind(str(path))
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


def _is_of_the_dead(path: Path) -> bool:
    """Whether a socket was left by a process that is gone."""
    process = path.stem.rpartition("-")[2]
    if not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass  # it is somebody else's by now
    return False


def order(path: Path, kind: Kind, what: str = "") -> Report:
    """Give an order to the server whose socket this is; raises `OSError` if none listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(ANSWER_S)
        line.connect(str(path))
        line.sendall(msgspec.json.encode(Order(kind, what)) + b"\n")
        answer = b""
        while part := line.recv(65_536):
            answer += part
    try:
        return _report.decode(answer)
    except msgspec.MsgspecError:
        return Report(reason="The server did not answer.")
