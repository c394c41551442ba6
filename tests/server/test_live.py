"""Sockets of a real server: whole games, and everything that a bad client may send."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from broadside.replays import fairness
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.store.sqlite import SqliteStore
from tests.server.harness import GAMES, NAME, QUICK
from tests.server.live import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from broadside.store.interface import Store


class Wire:
    """A client of the real socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.why = ""
        """The words with which the server closed."""

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def answer(self, update: dict[str, Any]) -> None:
        """Play the default if this seat is asked."""
        if update["prompt"] is not None:
            action = update["prompt"]["default"] or update["legal"][0]
            await self.act(update, f"after {update['seq']}", action)

    async def act(self, update: dict[str, Any], message: str, action: str) -> None:
        """Answer what an update asks."""
        await self.send(type="act", id=message, action=action, question=update["question"])

    async def acked(self, message: str) -> int:
        """Wait for the acknowledgement of a message; give its number."""
        while True:
            found = await self.wait_for("ack", "update")
            if message in (found.get("id"), found.get("ack")):
                return int(found["seq"])

    async def wait_for(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        async with asyncio.timeout(30):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                self.received.append(message)
                if message["type"] in kinds:
                    return message

    async def wait_for_end(self) -> int | None:
        """The code with which the server closes; everything before is kept."""
        async with asyncio.timeout(30):
            try:
                while True:
                    self.received.append(json.loads(await self.socket.recv()))
            except ConnectionClosed as closed:
                self.why = closed.rcvd.reason if closed.rcvd else ""
                return closed.rcvd.code if closed.rcvd else None


class Site:
    """A running server with a table of two people, seat 0 to begin."""

    def __init__(self, address: str, seats: list[dict[str, str]]) -> None:
        self.address = address
        with httpx.Client(base_url=address) as client:
            wish = {"game": NAME, "seats": seats, "options": {"first_splitter": "seat0"}}
            self.table = client.post("/api/tables", json=wish).json()["table"]
            self.credentials: list[str] = []
            for seat, kind in enumerate(seats):
                if kind["kind"] == "open":
                    path = f"/api/tables/{self.table}/seats/{seat}"
                    taken = client.post(path, json={"name": f"Player {seat}"}).json()
                    self.credentials.append(taken["credential"])

    @asynccontextmanager
    async def dial(self, table: str | None = None) -> AsyncIterator[Wire]:
        """Connect, and say nothing yet."""
        address = self.address.replace("http", "ws")
        url = f"{address}/api/tables/{table or self.table}/socket"
        async with connect(url, compression=None, max_size=None) as socket:
            yield Wire(socket)

    @asynccontextmanager
    async def join(self, seat: int | None = None, since: int = -1) -> AsyncIterator[Wire]:
        """Connect and say hello."""
        async with self.dial() as wire:
            credential = None if seat is None else self.credentials[seat]
            await wire.send(type="hello", credential=credential, since=since)
            await wire.wait_for("welcome")
            yield wire


def on_site(
    case: Callable[[Site], Awaitable[None]],
    seats: str = "pp",
    store: Store | None = None,
    settings: Settings = QUICK,
) -> None:
    """Run a case against a running server."""
    kinds = [{"kind": "open"} if s == "p" else {"kind": "bot", "bot": "greedy"} for s in seats]
    with running(store=store, settings=settings) as address:
        asyncio.run(run_case(case, Site(address, kinds)))


async def run_case(case: Callable[[Site], Awaitable[None]], site: Site) -> None:
    """A coroutine for `asyncio.run`."""
    await case(site)


async def play_to_the_end(wire: Wire) -> dict[str, Any]:
    """Answer every question with the default; give the last update."""
    while True:
        update = await wire.wait_for("update")
        if update["result"] is not None:
            return update
        await wire.answer(update)


def test_two_people_play_over_the_wire(tmp_path: Path) -> None:
    """A whole game on the real store; the seed is published, the replay verifies."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne, site.join(1) as mary, site.join() as watcher:
            ends = await asyncio.gather(play_to_the_end(anne), play_to_the_end(mary))
            assert ends[0]["result"] == ends[1]["result"]
            while (await watcher.wait_for("update"))["result"] is None:
                pass
            seats = [one for one in watcher.received if one["type"] == "seats"]
            assert seats[-1]["table"]["status"] == "over"
            assert seats[-1]["table"]["fairness"]["seed"]
        async with httpx.AsyncClient(base_url=site.address) as client:
            replay = (await client.get(f"/api/tables/{site.table}/replay")).text
        assert fairness.verify(fairness.replay_file(replay), GAMES).ok

    on_site(case, store=SqliteStore(tmp_path / "broadside.sqlite"))


def test_a_person_against_a_bot_over_the_wire() -> None:
    """The bot answers by itself."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne:
            await play_to_the_end(anne)

    on_site(case, "pb")


def test_a_reload_in_the_middle() -> None:
    """The socket breaks without a word; the next one continues with what is missing."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne, site.join(1) as mary:
            last = await mary.wait_for("update")
            mary.socket.transport.abort()
            await anne.act(await anne.wait_for("update"), "1", "split 12")
            await anne.acked("1")
        async with site.join(1, since=last["seq"]) as mary:
            update = await mary.wait_for("update")
            assert [event["kind"] for event in update["events"]] == ["split"]
            await mary.act(update, "1", "pick A")
            assert await mary.acked("1") == update["seq"] + 1

    on_site(case)


MALFORMED: list[str | bytes] = [
    b"\xff\xfe\x00",
    b"",
    "",
    "null",
    "[]",
    "{",
    "nonsense",
    "[" * 5000,
    '{"type": "dance"}',
    '{"type": "act"}',
    '{"type": "act", "id": 1, "action": "split 12"}',
    '{"type": "act", "id": "", "action": "split 12"}',
    '{"type": "act", "id": "1", "action": null}',
    '{"type": "act", "id": "1", "action": "split 12", "seat": 1}',
    '{"type": "act", "id": "' + "x" * 65 + '", "action": "split 12"}',
    '{"type": "act", "id": "1", "action": "' + "x" * 201 + '"}',
    '{"type": "say", "id": "1", "phrase": "arr"}',
    '{"type": "say", "id": "1", "text": "' + "x" * 401 + '"}',
    '{"type": "say", "id": "1", "text": "\\ud800"}',
    '{"type": "hello", "since": "yesterday"}',
    '{"type": "welcome", "seat": 0}',
]


def test_malformed_messages_change_nothing() -> None:
    """Each is refused with a sentence; the connection stays, and the next message works."""
    store = MemoryStore()

    async def case(site: Site) -> None:
        before = await store.read(site.table)
        async with site.join(0) as anne:
            update = await anne.wait_for("update")
            for text in MALFORMED:
                await anne.socket.send(text)
                refused = await anne.wait_for("refused")
                assert refused["code"] == "malformed", text
                assert refused["reason"]
            assert await store.read(site.table) == before
            await anne.act(update, "1", "split 12")
            assert await anne.acked("1") > update["seq"]

    on_site(case, store=store)


def test_refusals_over_the_wire() -> None:
    """The id of the message, a code, a sentence, the rule; nothing is stored."""
    store = MemoryStore()

    async def case(site: Site) -> None:
        before = await store.read(site.table)
        async with site.join(0) as anne, site.join(1) as mary, site.join() as watcher:
            await mary.send(type="act", id="a", action="split 12")
            refused = await mary.wait_for("refused")
            assert (refused["id"], refused["code"], refused["rule"]) == (
                "a",
                "not_your_turn",
                "JNR-F2",
            )
            update = await anne.wait_for("update")
            for action, code in (("pick A", "not_now"), ("dance", "unknown_action")):
                await anne.act(update, "b", action)
                assert (await anne.wait_for("refused"))["code"] == code
            await anne.send(type="act", id="b", action="split 12")
            assert (await anne.wait_for("refused"))["code"] == "no_question"
            await anne.act({"question": update["question"] + 1}, "b", "split 12")
            assert (await anne.wait_for("refused"))["code"] == "too_late"
            await anne.send(type="say", id="d", text=" \t ")
            assert (await anne.wait_for("refused"))["code"] == "empty"
            await anne.send(type="hello")
            assert (await anne.wait_for("refused"))["code"] == "hello_again"
            await watcher.send(type="act", id="e", action="split 12")
            assert (await watcher.wait_for("refused"))["code"] == "spectator"
        assert await store.read(site.table) == before

    on_site(case, store=store)


@pytest.mark.parametrize("size", [8193, 60_000, 100_000, 3_000_000])
def test_an_oversized_message_ends_the_connection(size: int) -> None:
    """A little too much is answered, far too much is cut off; the table does not notice."""
    store = MemoryStore()

    async def case(site: Site) -> None:
        before = await store.read(site.table)
        async with site.join(0) as anne, site.join(1) as mary:
            with suppress(ConnectionClosed):  # perhaps before all of it was sent
                await anne.send(type="say", id="1", text="x" * size)
            code = await anne.wait_for_end()
            if size < 65_000:
                assert code == 1009
                assert anne.received[-1]["code"] == "too_large"
                assert "8192" in anne.received[-1]["reason"]
            await mary.wait_for("seats")
        assert await store.read(site.table) == before

    on_site(case, store=store)


def test_too_many_messages_end_the_connection() -> None:
    """A flood is answered as far as it is allowed; the end says why."""

    async def case(site: Site) -> None:
        async with site.join() as flood:
            for _ in range(30):
                await flood.socket.send("nonsense")
            assert await flood.wait_for_end() == 1008
            assert "Too many messages" in flood.why
            answers = [one for one in flood.received if one["type"] == "refused"]
            assert len(answers) < 2 * 10  # two frames are allowed for each message

    on_site(case, settings=Settings(messages_per_s=0.001, messages_burst=10))


def test_too_much_talk_is_refused_alone() -> None:
    """The connection stays: one may still act."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne:
            update = await anne.wait_for("update")
            for number in range(3):
                await anne.send(type="say", id=f"{number}", text="Arr!")
            refused = await anne.wait_for("refused")
            assert (refused["code"], refused["details"]) == ("too_fast", {"what": "say", "n": 1000})
            await anne.act(update, "a", "split 12")
            await anne.acked("a")

    on_site(case, settings=Settings(says_per_s=0.001, says_burst=2))


def test_what_is_stored_is_not_refused_when_it_is_repeated() -> None:
    """The line was lost before the acknowledgement came, and the person has said enough."""

    async def case(site: Site) -> None:
        stored = [{"type": "say", "id": "s", "text": "Arr!"}, {"type": "away", "id": "a"}]
        async with site.join(0) as anne:
            for message in stored:
                await anne.send(**message)
                await anne.acked(message["id"])
        async with site.join(0) as anne:
            await anne.send(type="say", id="t", text="Arr!")
            assert (await anne.wait_for("refused"))["code"] == "too_fast"
            for message in stored:
                await anne.send(**message)
                await anne.acked(message["id"])

    on_site(case, settings=Settings(says_per_s=0.001, says_burst=2))


def test_hello_comes_first() -> None:
    """Whoever begins otherwise is told, and may still say it."""

    async def case(site: Site) -> None:
        async with site.dial() as wire:
            await wire.send(type="act", id="1", action="split 12")
            assert (await wire.wait_for("refused"))["code"] == "hello_expected"
            await wire.send(type="hello")
            assert (await wire.wait_for("welcome"))["seat"] is None

    on_site(case)


def test_who_says_nothing_is_sent_away() -> None:
    """A socket without a hello is nobody's."""

    async def case(site: Site) -> None:
        async with site.dial() as wire:
            assert await wire.wait_for_end() == 1008
            assert wire.received[-1]["code"] == "hello_expected"

    on_site(case, settings=Settings(hello_s=0.05))


def test_a_wrong_credential_and_a_wrong_table() -> None:
    """Refused with a code, then closed with one that a client can tell apart."""

    async def case(site: Site) -> None:
        async with site.dial() as wire:
            await wire.send(type="hello", credential="guess")
            assert await wire.wait_for_end() == 4403
            assert wire.received[-1]["code"] == "bad_credential"
        async with site.dial("nowhere") as wire:
            assert await wire.wait_for_end() == 4404
            assert wire.received[-1]["code"] == "unknown_table"

    on_site(case)


def test_chat_over_the_wire() -> None:
    """Tidied, escaped by nobody here, heard by all."""

    async def case(site: Site) -> None:
        async with site.join(0) as anne, site.join() as watcher:
            await anne.send(type="say", id="1", text="  <script>alert('ż')</script>\n ahoj ")
            said = await watcher.wait_for("said")
            assert (said["seat"], said["name"]) == (0, "Player 0")
            assert said["text"] == "<script>alert('ż')</script> ahoj"

    on_site(case)


def test_a_client_that_does_not_read_is_dropped() -> None:
    """Its outbox fills; the table plays on, and the client may come back."""

    async def case(site: Site) -> None:
        address = site.address.removeprefix("http://").split(":")
        async with site.join(0) as anne, site.join(1) as mary:
            reader, writer = await asyncio.open_connection(address[0], int(address[1]), limit=1024)
            writer.write(
                f"GET /api/tables/{site.table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            hello = b'{"type": "hello"}'
            writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
            await writer.drain()
            update = await anne.wait_for("update")
            for number in range(3000):
                await anne.send(type="say", id=f"{number}", text="x" * 400)
                await anne.acked(f"{number}")
                await mary.wait_for("said")
            writer.close()
            await anne.act(update, "a", "split 12")
            await mary.wait_for("update")

    generous = Settings(says_per_s=1e6, says_burst=10**6, messages_per_s=1e6, messages_burst=10**6)
    on_site(case, settings=generous)


def test_the_server_ends_gently() -> None:
    """Everybody who is connected is told to come again."""
    codes: list[int | None] = []

    def session() -> None:
        with running() as address:
            site = Site(address, [{"kind": "open"}] * 2)

            async def stay() -> None:
                async with site.join(0) as anne:
                    ready.set()
                    codes.append(await anne.wait_for_end())

            thread = threading.Thread(target=lambda: asyncio.run(stay()))
            thread.start()
            assert ready.wait(10)
        thread.join()

    ready = threading.Event()
    session()
    assert codes == [1012]
