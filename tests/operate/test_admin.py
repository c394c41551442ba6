"""Orders of an operator, erasing of old tables, and what the log says."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from broadside.cli.admin import sockets_of
from broadside.cli.entry import main
from broadside.cluster.inner_address import HEADER, Asker, header
from broadside.cluster.inner_door import InnerDoor
from broadside.kernel.errors import BroadsideError
from broadside.network.front_door import FrontDoor
from broadside.operate import attendant
from broadside.operate.admin import SOCKET, Admin, Report, order, socket_of_process
from broadside.operate.attendant import Attendant
from broadside.operate.erasing import DAY_MS, erase_old
from broadside.operate.served import Served
from broadside.service.bans import MARK, Bans, network_name
from broadside.service.logs import JsonLines
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from tests.server.harness import QUICK, House, house, play, refused, settle


async def obey(admin: Admin, kind: str, what: str = "") -> Report:
    """Give an order as the command does."""
    return await admin.obey(json.dumps({"order": kind, "what": what}).encode())


def test_tables_and_people_are_told_without_secrets() -> None:
    """Names, seats and addresses; no credential, no seed, no card."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            admin = Admin(server.tables)
            (table,) = (await obey(admin, "tables")).rows
            assert table["table"] == clients[0].shell.name
            assert (table["state"], table["seats"], table["connected"]) == ("playing", 2, 2)
            people = (await obey(admin, "people")).rows
            assert [(one["seat"], one["name"]) for one in people] == [
                (0, "Player 0"),
                (1, "Player 1"),
            ]
            (opened, *_) = await server.stored(table["table"])
            told = repr([table, people])
            assert opened.seed not in told  # type: ignore[union-attr]
            assert not any(one.credential_hash in told for one in clients)

    asyncio.run(case())


def test_a_closed_table_is_gone() -> None:
    """From memory and from the store; its people are told to come again, and find nothing."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            name = clients[0].shell.name
            await play(clients, 3)
            admin = Admin(server.tables)
            assert (await obey(admin, "close", name)).rows == [{"table": name}]
            assert server.tables.loaded() == []
            assert await server.store.read(name) == []
            assert await server.store.row(name) is None
            refusal = await refused(lambda: server.tables.find(name))
            assert refusal.code == "unknown_table"
            assert "no table" in (await obey(admin, "close", name)).reason
            again = await server.pair()
            await play(again, 3)

    asyncio.run(case())


def test_bans_are_kept_and_cut_connections() -> None:
    """Also those of a server that hears of it later; nobody can ban the machine itself."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair()
            clients[0].address = "203.0.113.7"
            clients[1].address = "2001:db8:1:2::/64"
            admin = Admin(server.tables)
            (told,) = (await obey(admin, "ban", "203.0.113.7")).rows
            assert told == {"address": "203.0.113.7/32", "cut": 1}
            assert clients[0].closed == 1008
            await clients[0].leave()
            (told,) = (await obey(admin, "ban", "2001:db8:1:2::77")).rows
            assert told == {"address": "2001:db8:1:2::/64", "cut": 1}
            for wrong in ("127.0.0.1", "0.0.0.0/0", "::1", "nobody", "", "1.2.3.4, 1.2.3.5"):
                assert "cannot be banned" in (await obey(admin, "ban", wrong)).reason
            other = House(store=server.store)
            attendant = Attendant(Served(other.tables, dict), None)
            await attendant.start()
            names = ["2001:db8:1:2::/64", "203.0.113.7/32"]
            assert other.tables.house.limits.bans.names() == names
            await attendant.close()
            await obey(admin, "unban", "203.0.113.7")
            assert "not banned" in (await obey(admin, "unban", "203.0.113.7")).reason
            assert (await obey(admin, "bans")).rows == [{"address": "2001:db8:1:2::/64"}]

    asyncio.run(case())


def test_another_server_hears_of_a_ban(monkeypatch: pytest.MonkeyPatch) -> None:
    """Soon, where servers share a store; and cuts whom it has let in."""
    monkeypatch.setattr(attendant, "LOOK_S", 0.01)

    async def case() -> None:
        store = MemoryStore()
        store.secret = "shared"
        async with house(store=store) as server, house(store=store) as other:
            (client, _) = await other.pair()
            client.address = "203.0.113.7"
            attending = Attendant(Served(other.tables, dict), None)
            await attending.start()
            await obey(Admin(server.tables), "ban", "203.0.113.0/24")
            async with asyncio.timeout(20):
                while client.closed is None:  # noqa: ASYNC110  nobody tells a test
                    await asyncio.sleep(0.01)
            assert client.closed == 1008
            await attending.close()

    asyncio.run(case())


class Slow(MemoryStore):
    """A store whose answers to what is kept take a while: others come in between."""

    async def marked(self, key: str) -> bytes | None:
        found = await super().marked(key)
        await settle()
        return found

    async def marks(self, prefix: str = "") -> dict[str, bytes]:
        found = await super().marks(prefix)
        await settle()
        return found


def test_a_ban_keeps_what_another_server_was_told() -> None:
    """Also in the same instant: no order undoes another, whichever server is told."""

    async def case() -> None:
        store = Slow()
        async with house(store=store) as server, house(store=store) as other:
            admins = [Admin(each.tables) for each in (server, other, other)]
            names = [f"203.0.113.{n}/32" for n in (7, 8, 9)]
            orders = [obey(admin, "ban", name) for admin, name in zip(admins, names, strict=True)]
            await asyncio.gather(*orders)
            for admin in admins:
                assert (await obey(admin, "bans")).rows == [{"address": name} for name in names]
            await asyncio.gather(
                obey(admins[0], "unban", "203.0.113.7"), obey(admins[1], "ban", "203.0.113.6")
            )
            left = ["203.0.113.6/32", *names[1:]]
            assert sorted(await store.marks(MARK)) == [MARK + name for name in left]

    asyncio.run(case())


def test_a_table_that_ends_meanwhile_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no reason to tell nothing of the others, or to let somebody stay who is banned."""

    async def case() -> None:
        async with house() as server:
            gone, (client, _) = await server.open(), await server.pair()
            shells = server.tables.loaded()
            await gone.close()
            monkeypatch.setattr(server.tables, "loaded", lambda: shells)
            admin = Admin(server.tables)
            assert [row["table"] for row in (await obey(admin, "tables")).rows] == [
                client.shell.name
            ]
            assert len((await obey(admin, "people")).rows) == 2
            assert (await obey(admin, "ban", client.address)).rows[0]["cut"] == 2

    asyncio.run(case())


def test_a_fault_does_not_end_the_attendance(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and the list of bans is kept all the same."""
    monkeypatch.setattr(attendant, "LOOK_S", 0.01)
    faults = [ValueError("first"), ValueError("second")]

    async def cut(_tables: Any) -> int:
        if faults:
            raise faults.pop()
        return 0

    async def case() -> None:
        store = MemoryStore()
        store.secret = "shared"
        async with house(store=store) as server:
            await store.mark(MARK + "no network", b"")
            attending = Attendant(Served(server.tables, dict), None)
            await attending.start()
            await store.mark(MARK + "no network", None)
            monkeypatch.setattr(attendant, "cut_banned", cut)
            bans = server.tables.house.limits.bans
            async with asyncio.timeout(20):
                for n in range(1, 4):
                    await store.mark(f"{MARK}203.0.113.{n}/32", b"")
                    while not bans.refuses(f"203.0.113.{n}"):  # noqa: ASYNC110  nobody tells a test
                        await asyncio.sleep(0.01)
            await attending.close()

    asyncio.run(case())
    assert [one.message for one in caplog.records] == ["bans_not_read"] * 3


def test_looking_keeps_no_table_in_memory() -> None:
    """An operator may look every minute."""

    async def case() -> None:
        async with house() as server:
            await server.open()
            admin = Admin(server.tables)
            for _ in range(9):
                await server.clock.advance(QUICK.idle_s / 3)
                await obey(admin, "tables")
            assert server.tables.loaded() == []

    asyncio.run(case())


@pytest.mark.parametrize("line", [b"", b"{}", b"\xff", b'{"order": "shell"}', b"[" * 5000])
def test_what_is_no_order_is_refused(line: bytes) -> None:
    """And nothing happens."""

    async def case() -> None:
        async with house() as server:
            assert (await Admin(server.tables).obey(line)).reason

    asyncio.run(case())


@pytest.mark.parametrize(
    ("host", "is_refused"),
    [
        ("203.0.113.7", True),
        ("::ffff:203.0.113.9", True),
        ("203.0.114.7", False),
        ("2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:3::1", False),
        ("127.0.0.1", False),
        ("", False),
        ("testclient", False),
    ],
)
@pytest.mark.parametrize("is_inner", [False, True])
def test_each_door_turns_away_who_is_banned(host: str, is_refused: bool, is_inner: bool) -> None:
    """Requests with 403, sockets with 1008; all others come in. Also what others pass on."""
    bans = Bans()
    bans.put(map(network_name, ("203.0.113.0/24", "2001:db8:1:2::5")))
    told: list[Any] = []

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        told.append("in")

    async def send(message: Any) -> None:
        told.append(message.get("status") or message.get("code"))

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def let_go(_table: str) -> None:
        told.append("let go")

    door: Any = FrontDoor(app, 10, bans)
    if is_inner:
        door = InnerDoor(app, app, port=9, secret=lambda: "key", let_go=let_go, bans=bans)
    passed_on = (HEADER, header("key", Asker(host, 1, "http")).encode())
    for kind in ("http", "websocket"):
        scope: dict[str, Any] = {
            "type": kind,
            "method": "GET",
            "path": "/",
            "client": ("10.0.0.2" if is_inner else host, 1),
            "server": ("10.0.0.1", 9),
            "headers": [passed_on] if is_inner else [],
        }
        asyncio.run(door(scope, receive, send))
    wanted = [403, None, None, 1008] if is_refused else ["in", "in"]
    assert told == wanted


# -------------------------------------------------------------------------- retention


def test_old_tables_are_forgotten() -> None:
    """Those that are over for long, also if they expired; what plays or waits is never touched."""

    async def case() -> None:
        store = MemoryStore()
        async with house(store=store, settings=Settings(expire_s=60.0, keep_days=2.0)) as server:
            finished = await server.pair()
            await play(finished)
            playing = await server.pair()
            waiting = await server.open("pp")
            old = finished[0].shell.name
            assert await erase_old(server.tables, 1) == 0
            await server.clock.advance(2 * DAY_MS / 1000)
            fresh = await server.pair()
            await play(fresh)
            assert await erase_old(server.tables, 1) >= 1
            left = [name for _, name in await store.opened_after(-1, 9)]
            assert old not in left
            assert playing[0].shell.name in left
            assert fresh[0].shell.name in left
            assert await store.result(old) is None
            row = await store.row(waiting.name)
            assert row is None or row.state == "over"
            await server.clock.advance(2 * DAY_MS / 1000)
            await erase_old(server.tables, 1)
            assert [name for _, name in await store.opened_after(-1, 9)] == [playing[0].shell.name]

    asyncio.run(case())


# -------------------------------------------------------------------------------- logs


def test_a_line_of_the_log_is_one_object() -> None:
    """With the event and its values by name; also with a traceback."""
    record = logging.LogRecord(
        "broadside.x", logging.INFO, "", 1, "opened table=%s game=%s n=%d", ("a b", "x", 3), None
    )
    told = json.loads(JsonLines().format(record))
    assert told["event"] == "opened"
    assert (told["table"], told["game"], told["n"]) == ("a b", "x", 3)
    assert told["level"] == "info"
    assert told["time"].endswith("+00:00")
    try:
        int("two\nlines")
    except ValueError:
        failed = logging.LogRecord("x", logging.ERROR, "", 1, "odd %s", ("x",), sys.exc_info())
    line = JsonLines().format(failed)
    assert "\n" not in line
    assert json.loads(line)["event"] == "odd x"
    assert "two" in json.loads(line)["error"]


@pytest.mark.parametrize("text", ["Application startup failed. Exiting.", "Traceback:\n  here"])
def test_a_line_without_values_is_told_whole(text: str) -> None:
    """As uvicorn logs."""
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, text, (), None)
    assert json.loads(JsonLines().format(record))["event"] == text


# ------------------------------------------------------------------------- as commands


def test_the_commands_on_a_real_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers at their address only, orders over the socket only, a log without secrets."""
    log, data = tmp_path / "log", str(tmp_path / "d")
    with log.open("wb") as errors:
        server = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "broadside", "serve", "--no-open", "--port", "0"),
                *("--data", data, "--metrics", "127.0.0.1:0", "--log", "json", "--keep", "30"),
            ],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "BROADSIDE_STORE": ""},
        )
    try:
        assert server.stdout is not None
        link = re.search(rb"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert link is not None, log.read_text()
        base = link[0].decode()
        wish = {"game": "jolly-and-roger", "seats": [{"kind": "open"}, {"kind": "open"}]}
        opened = json.load(ask(f"{base}/api/tables", wish))
        table, credential = opened["table"], opened["host"]
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        address = next(line["address"] for line in lines if line["event"] == "metrics")
        told = ask(f"http://{address}/metrics").read().decode()
        assert 'broadside_tables{state="waiting"} 1' in told
        with pytest.raises(urllib.error.HTTPError):
            ask(f"http://{address}/api/games")
        assert "broadside_tables" not in page(f"{base}/metrics")
        assert credential not in log.read_text()
        assert stat.S_IMODE((tmp_path / "d" / SOCKET).stat().st_mode) == 0o600
        ask(f"{base}/api/tables/{table}").read()
        run(capsys, "tables", "--data", data, shows=table)
        run(capsys, "ban", "203.0.113.9", "--data", data, shows="203.0.113.9/32")
        run(capsys, "bans", "--data", data, "--json", shows='"203.0.113.9/32"')
        assert main(["admin", "close", table, "--data", data]) == 2
        assert "--yes" in capsys.readouterr().err
        assert json.load(ask(f"{base}/api/tables/{table}"))["table"] == table
        run(capsys, "close", table, "--yes", "--data", data, shows=table)
        assert main(["admin", "close", table, "--yes", "--data", data]) == 2
        with pytest.raises(urllib.error.HTTPError):
            ask(f"{base}/api/tables/{table}")
    finally:
        server.terminate()
        server.wait(20)
        assert server.stdout is not None
        server.stdout.close()
    assert not (tmp_path / "d" / SOCKET).exists()
    capsys.readouterr()
    assert main(["admin", "people", "--data", data]) == 2
    assert "no server answers" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "is_done"),
    [("y\n", True), ("Yes\n", True), ("\n", False), ("no\n", False), ("", False)],
)
def test_a_table_is_erased_only_if_that_is_meant(
    typed: str,
    is_done: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who is there is asked; with a script's input nothing is done."""
    orders: list[str] = []

    def give(_path: Path, kind: str, what: str) -> Report:
        orders.append(f"{kind} {what}")
        return Report([{"table": what}])

    monkeypatch.setattr("broadside.operate.admin.order", give)
    words = ["admin", "close", "abc", "--data", str(tmp_path)]
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(words) == 2
    assert orders == []
    monkeypatch.setattr("sys.stdin", Person(typed))
    assert main(words) == (0 if is_done else 2)
    assert "for good" in capsys.readouterr().err
    assert orders == (["close abc"] if is_done else [])


class Person(io.StringIO):
    """Somebody at a terminal."""

    def isatty(self) -> bool:
        return True


def ask(address: str, wish: object = None) -> Any:
    """Ask over HTTP; raises `HTTPError`."""
    data = None if wish is None else json.dumps(wish).encode()
    head = {"Content-Type": "application/json"}
    for _ in range(50):
        try:
            return urllib.request.urlopen(urllib.request.Request(address, data, head), timeout=20)
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


def page(address: str) -> str:
    """What a page shows, or what is said in its place."""
    try:
        return str(ask(address).read().decode())
    except urllib.error.HTTPError as error:
        return error.read().decode()


def run(capsys: pytest.CaptureFixture[str], *words: str, shows: str) -> None:
    """Run a command of an operator, which must succeed."""
    capsys.readouterr()
    code = main(["admin", *words])
    told = capsys.readouterr()
    assert code == 0, told.err
    assert shows in told.out


def test_a_socket_of_a_dead_server_is_taken_over(tmp_path: Path) -> None:
    """It is a file that nobody listens at; so are those of others that were killed."""
    path = tmp_path / SOCKET
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    dead, alive = tmp_path / f"ab-{gone.pid}.sock", tmp_path / f"ab-{os.getpid()}.sock"
    for each in (path, dead, alive):
        each.touch()

    async def case() -> None:
        async with house() as server:
            admin = Admin(server.tables)
            await admin.listen(path)
            assert await asyncio.to_thread(order, path, "bans") == Report()
            await admin.close()

    asyncio.run(case())
    assert [each.exists() for each in (path, dead, alive)] == [False, False, True]


def test_only_the_servers_of_a_database_are_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the password; not those of another database, nor those in somebody's trap."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    path = socket_of_process("postgresql://anne:secret@db/one")
    path.touch()
    assert path.parent == tmp_path
    assert sockets_of("postgresql://ben@db/one") == [path]
    assert sockets_of("postgresql://anne:secret@db/two") == []
    assert sockets_of("postgresql://anne:secret@db/one?search_path=x") == []
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(BroadsideError, match="belongs to somebody else"):
        sockets_of("postgresql://db/one")
