"""Notices of tables by days: to whom, when, how often; and that nothing waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.client
import logging
import re
import smtplib
import socket
import threading
import time
from typing import Any

import pytest

from broadside.server import posting
from broadside.server.errands import WAITING_MAX, Errands
from broadside.server.messages import Ack, Notify, OpenTable, SeatWish, TakeSeat, Update, Welcome
from broadside.server.refusal import Refusal
from broadside.server.settings import Settings
from broadside.store.memory import MemoryLog
from tests.server.harness import NAME, Client, House, SilentThinkers, house, refused, settle
from tests.server.test_sealed_clock import sit_down

DAY = 86_400
POSTING = Settings(
    bot_beat_s=0, smtp="smtp://mail", mail_from="b@example.org", webhooks=True, link="https://b/"
)
HOOK = "https://hooks.example.org/x?y=1"


class Post:
    """Keeps what would have been sent."""

    def __init__(self, server: House) -> None:
        self.mails: list[tuple[str, str, str]] = []
        self.hooks: list[tuple[str, dict[str, object]]] = []
        server.tables.notices.send_mail = self.send_mail
        server.tables.notices.post_hook = self.post_hook

    def send_mail(self, _smtp: str, _sender: str, to: str, subject: str, text: str) -> None:
        self.mails.append((to, subject, text))

    def post_hook(self, url: str, body: dict[str, object]) -> None:
        self.hooks.append((url, body))


async def wait_for_threads() -> None:
    """Notices are sent in threads, which no simulated clock moves."""
    for _ in range(20):
        await asyncio.sleep(0.002)
        await settle()


async def couple(server: House, clock_s: int | None = DAY, hook: str | None = HOOK) -> list[Client]:
    """Two people at a table by days who both want mail, seat 0 to begin."""
    wish = OpenTable(NAME, [SeatWish("open")] * 2, {"first_splitter": "seat0"}, clock_s)
    wish.webhook = hook
    table, _ = await server.tables.open(wish)
    clients = []
    for seat, language in enumerate(("de", "pl")):
        taken = await table.host.sit(seat, TakeSeat(f"P{seat}"))
        clients.append(await server.join(table.ledger.table, taken.credential))
        notify = Notify("n", f"p{seat}@example.org", language)  # type: ignore[arg-type]
        await table.notices.notify(clients[-1].connection, notify)
    return clients


def test_who_is_asked_is_told_once() -> None:
    """By mail if not at the table, in the own language; the webhook in any case."""

    async def case() -> None:
        async with house(settings=POSTING) as server:
            post = Post(server)
            anne, mary = await couple(server)
            await mary.leave()
            await wait_for_threads()
            post.hooks.clear()
            await anne.act("split 12")
            await anne.say("Your turn")
            await wait_for_threads()
            name = anne.table.ledger.table
            ((to, subject, text),) = post.mails
            assert (to, subject) == ("p1@example.org", "Twoja kolej przy stole")
            assert f"https://b/table/{name}" in text
            ((url, body),) = post.hooks
            assert (url, body["seat"], body["name"], body["game"]) == (HOOK, 1, "P1", NAME)

    asyncio.run(case())


def test_live_tables_send_nothing() -> None:
    """Everybody is there."""

    async def case() -> None:
        async with house(settings=POSTING) as server:
            post = Post(server)
            anne, mary = await couple(server, 60)
            await mary.leave()
            await anne.act("split 12")
            await wait_for_threads()
            assert (post.mails, post.hooks) == ([], [])

    asyncio.run(case())


def test_a_restart_tells_nobody_twice() -> None:
    """Who was asked before it was told before it."""

    async def case() -> None:
        log = MemoryLog()
        async with house(log=log, settings=POSTING) as server:
            Post(server)
            anne, _ = await couple(server)
        async with house(log=log, settings=POSTING) as server:
            post = Post(server)
            await server.tables.find(anne.table.ledger.table)
            await wait_for_threads()
            assert (post.mails, post.hooks) == ([], [])

    asyncio.run(case())


@pytest.mark.parametrize("kind", [OSError, IndexError])
def test_a_notice_that_cannot_be_sent(
    caplog: pytest.LogCaptureFixture, kind: type[Exception]
) -> None:
    """The table goes on; the log names the table, but neither address nor password."""

    def fail(*_: Any) -> None:
        raise kind("p1@example.org: no route to smtp://user:password@host")

    async def case() -> None:
        async with house(settings=POSTING) as server:
            server.tables.notices.send_mail = fail
            server.tables.notices.post_hook = fail
            anne, mary = await couple(server)
            await mary.leave()
            with caplog.at_level(logging.WARNING, "broadside"):
                await anne.act("split 12")
                await wait_for_threads()
            assert "not_noticed" in caplog.text
            assert anne.table.ledger.table in caplog.text
            assert "example.org" not in caplog.text
            assert "password" not in caplog.text

    asyncio.run(case())


def test_an_address_is_ones_own_affair() -> None:
    """Told to its own seat only; others can neither read it nor count it."""

    async def case() -> None:
        async with house(settings=POSTING) as server:
            Post(server)
            anne, mary = await couple(server, hook=None)
            watcher = await server.join(anne.table.ledger.table)
            ledger = anne.table.ledger
            before = ledger.number(1, ledger.seq), ledger.number(None, ledger.seq)
            await anne.table.notices.notify(anne.connection, Notify("m", "new@example.org"))
            await anne.table.notices.notify(anne.connection, Notify("m", "new@example.org"))
            assert [ack.id for ack in anne.all(Ack)] == ["n", "m", "m"]
            updates = len(mary.all(Update)), len(watcher.all(Update))
            await anne.act("split 12")
            assert (mary.update.seq, watcher.update.seq) == (before[0] + 1, before[1] + 1)
            assert (len(mary.all(Update)), len(watcher.all(Update))) == (
                updates[0] + 1,
                updates[1] + 1,
            )
            for client in (mary, watcher):
                client.read()
                assert "new@example.org" not in "".join(client.frames)
                assert "p0@example.org" not in "".join(client.frames)
            assert watcher.last(Welcome).mail is None

    asyncio.run(case())


def test_the_own_address_is_told_on_return() -> None:
    """And an empty one ends the mails."""

    async def case() -> None:
        log = MemoryLog()
        async with house(log=log, settings=POSTING) as server:
            Post(server)
            table = await server.open("pp", DAY)
            credential = await server.sit(table, 0)
            anne = await server.join(table.ledger.table, credential)
            await table.notices.notify(anne.connection, Notify("a", "a@example.org"))
        async with house(log=log, settings=POSTING) as server:
            back = await server.join(table.ledger.table, credential)
            assert back.last(Welcome).mail == "a@example.org"
            await back.table.notices.notify(back.connection, Notify("b", None))
            again = await server.join(table.ledger.table, credential)
            assert again.last(Welcome).mail is None

    asyncio.run(case())


def test_a_sealed_answer_is_not_heard_by_the_webhook() -> None:
    """All who choose are named at once, and nobody again when somebody has chosen."""

    async def case() -> None:
        async with house(settings=POSTING, thinkers=SilentThinkers()) as server:
            post = Post(server)
            me, other = await sit_down(server)
            me.table.ledger.opened.webhook = HOOK
            me.table.ledger.times.clock_s = DAY
            me.table.go_on()
            await wait_for_threads()
            assert sorted(str(body["name"]) for _, body in post.hooks) == ["P0", "P1"]
            post.hooks.clear()
            await other.act(other.update.legal[0])
            await wait_for_threads()
            assert post.hooks == []

    asyncio.run(case())


@pytest.mark.parametrize(
    "mail",
    [
        "x",
        "a@b@c",
        "a b@c",
        "a@b\nBcc: all@example.org",
        "<a@b>",
        "a@b,c@d",
        "@b",
        "a@",
        "a[@b",
        "(a@b",
        "a:@b",
        "a@[b",
        "a\0@b",
        "a@b\x7f",
    ],
)
def test_addresses_that_are_none(mail: str) -> None:
    """Nothing gets into a mail's head that does not belong there."""

    async def case() -> None:
        async with house(settings=POSTING) as server:
            anne, _ = await server.pair()
            ask = functools.partial(anne.table.notices.notify, anne.connection, Notify("x", mail))
            assert (await refused(ask)).code == "bad_mail"

    asyncio.run(case())


def test_what_the_operator_has_not_set_up() -> None:
    """No mail, no webhooks."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            notify = Notify("x", "a@example.org")
            ask = functools.partial(anne.table.notices.notify, anne.connection, notify)
            assert (await refused(ask)).code == "no_mail"
            server.wish = {"webhook": HOOK}
            assert (await refused(server.open)).code == "no_webhooks"

    asyncio.run(case())


# ------------------------------------------------------------------------------ posting


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/x",
        "https://",
        "https://host:8443/x",
        "https://host:x/",
        "ftp://host/x",
        "https://host/a b",
        "https://host/\n",
        "https://hóst/",
        "//host/x",
        "javascript:alert(1)",
    ],
)
def test_webhooks_that_are_refused(url: str) -> None:
    """https to the usual port, and nothing that confuses."""
    with pytest.raises(Refusal) as refusal:
        posting.check_hook(url)
    assert refusal.value.code == "bad_webhook"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "192.0.0.8",
        "224.0.0.1",
        "0.0.0.0",
        "::1",
        "fe80::1",
        "fec0::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:93.184.215.14",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "2001::1",
        "2002:a00:1::1",
        "ff0e::1",
    ],
)
def test_private_addresses_are_not_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Also if only one of several is private, and whatever the name looks like."""
    found = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(OSError, match="private network"):
        posting.post_hook("https://innocent.example.org/x", {})


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700:4700::1111"])
def test_public_addresses(address: str) -> None:
    """The rest of the world can be called."""
    assert posting.is_public(address)


class FakeConnection:
    """Stands for a connection to a webhook."""

    limited = contextlib.nullcontext
    asked: tuple[str, str, str]
    status = 204

    def __init__(self, host: str, _port: int, timeout: float) -> None:
        assert (host, timeout > 0) == ("hooks.example.org", True)

    def request(self, method: str, path: str, body: str, headers: dict[str, str]) -> None:
        assert headers["Content-Type"] == "application/json"
        FakeConnection.asked = method, path, body

    def getresponse(self) -> FakeConnection:
        return self

    def close(self) -> None:
        """Nothing is open."""


def test_a_webhook_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the path and the question it came with; an error of its server is one of ours."""
    monkeypatch.setattr(posting, "CheckedConnection", FakeConnection)
    posting.post_hook(HOOK, {"table": "abc"})
    assert FakeConnection.asked == ("POST", "/x?y=1", '{"table": "abc"}')
    monkeypatch.setattr(FakeConnection, "status", 500)
    with pytest.raises(http.client.HTTPException, match="500"):
        posting.post_hook(HOOK, {})


class Drip:
    """A server that lets the same bytes fall one by one, after a beginning."""

    def __init__(self, beginning: bytes) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._beginning = beginning
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection, self._listener, contextlib.suppress(OSError):
            connection.recv(9999)
            connection.sendall(self._beginning)
            for _ in range(200):
                time.sleep(0.05)
                connection.sendall(b"a")


class OpenLine(posting.CheckedConnection):
    """A connection without TLS, for tests."""

    def connect(self) -> None:
        self.sock = socket.create_connection(("127.0.0.1", posting.HTTPS_PORT), 1)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_webhook_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch, is_open: bool) -> None:
    """One limit for the whole call, be it slow when greeting or when answering."""
    drip = Drip(b"HTTP/1.1 200 OK\r\nX: " if is_open else b"\x16\x03\x03\x40\x00")
    monkeypatch.setattr(posting, "TIMEOUT_S", 0.5)
    monkeypatch.setattr(posting, "HTTPS_PORT", drip.port)
    monkeypatch.setattr(posting, "public_address", lambda _: "127.0.0.1")
    if is_open:
        monkeypatch.setattr(posting, "CheckedConnection", OpenLine)
    began = time.monotonic()
    with contextlib.suppress(OSError, http.client.HTTPException):
        posting.post_hook("https://localhost/x", {})
    assert 0.4 < time.monotonic() - began < 5


def test_slow_webhooks_hold_up_nobody_else() -> None:
    """They have a few threads of their own: mails go out, and others find their threads free."""

    async def case() -> None:
        stop, begun = threading.Event(), []

        def wait(*_: Any) -> None:
            begun.append(1)
            stop.wait(60)

        async with house(settings=POSTING) as server:
            post = Post(server)
            notices = server.tables.notices
            notices.post_hook = wait
            calls = [
                asyncio.create_task(notices.hook(HOOK, "t", NAME, 0, "Anne")) for _ in range(40)
            ]
            await wait_for_threads()
            assert len(begun) == 4
            await asyncio.wait_for(asyncio.to_thread(time.monotonic), 5)
            await asyncio.wait_for(notices.mail("a@example.org", "en", "Anne", "t"), 5)
            assert len(post.mails) == 1
            for call in calls:
                call.cancel()
            await wait_for_threads()
            assert len(begun) == 4
            stop.set()
            await wait_for_threads()
            await notices.hook(HOOK, "t", NAME, 0, "Anne")
            assert len(begun) == 5

    asyncio.run(case())


def test_errands_do_not_pile_up() -> None:
    """Beyond a number nothing more waits: the notice is dropped, and that is logged."""

    async def case() -> None:
        stop = threading.Event()

        def wait() -> None:
            stop.wait(60)

        errands = Errands(1)
        waiting = [asyncio.create_task(errands.run(wait))]
        await asyncio.sleep(0)
        waiting += [asyncio.create_task(errands.run(lambda: None)) for _ in range(WAITING_MAX)]
        await asyncio.sleep(0)
        with pytest.raises(OSError, match="too many"):
            await errands.run(lambda: None)
        stop.set()
        await asyncio.gather(*waiting)

    asyncio.run(case())


@pytest.mark.parametrize("name", ["@everyone", "<!channel>", "Tom & <@U024>"])
def test_a_name_calls_nobody(name: str) -> None:
    """In a chat a webhook's line is text; the name itself is told as it is."""

    async def case() -> None:
        async with house(settings=POSTING) as server:
            post = Post(server)
            await server.tables.notices.hook(HOOK, "t", NAME, 0, name)
            ((_, body),) = post.hooks
            assert body["name"] == name
            assert body["allowed_mentions"] == {"parse": []}
            assert not re.search(r"[<>]|@\w|&(?!amp;|lt;|gt;)", str(body["text"]))
            assert not re.search(r"@\w", str(body["content"]))

    asyncio.run(case())


class MailServer:
    """The smallest server that takes one mail."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.lines: list[str] = []
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection, connection.makefile("rw", newline="\r\n") as wire:
            self._say(wire, "220 ready")
            is_mail = False
            for line in wire:
                self.lines.append(line.rstrip("\r\n"))
                if is_mail and self.lines[-1] != ".":
                    continue
                is_mail = self.lines[-1].upper() == "DATA"
                is_last = self.lines[-1].upper() == "QUIT"
                self._say(wire, "354 go on" if is_mail else "221 bye" if is_last else "250 fine")
                if is_last:
                    return

    def _say(self, wire: Any, text: str) -> None:
        wire.write(text + "\r\n")
        wire.flush()

    def close(self) -> None:
        """Wait until the mail is in."""
        self._thread.join(10)
        self._listener.close()


def test_a_mail_is_handed_in() -> None:
    """To the operator's server, with sender, receiver, subject and text."""
    server = MailServer()
    url = f"smtp://127.0.0.1:{server.port}"
    posting.send_mail(url, "b@example.org", "a@example.org", "Twoja kolej", "Ahoj żeglarzu")
    server.close()
    assert "mail FROM:<b@example.org>" in [line.partition(" size")[0] for line in server.lines]
    assert "rcpt TO:<a@example.org>" in server.lines
    assert "Subject: Twoja kolej" in server.lines


def test_no_password_over_an_open_line() -> None:
    """A server that cannot encrypt is not told one, and gets no mail."""
    server = MailServer()
    url = f"smtp://anne:secret@127.0.0.1:{server.port}"
    with pytest.raises(smtplib.SMTPNotSupportedError):
        posting.send_mail(url, "b@example.org", "a@example.org", "Ahoy", "Your turn")
    server.close()
    assert not any(line.upper().startswith(("AUTH", "MAIL")) for line in server.lines)


@pytest.mark.parametrize("url", ["mail.example.org", "http://host", "smtp://", ""])
def test_an_smtp_address_that_is_none(url: str) -> None:
    """The operator is told how it should look."""
    with pytest.raises(ValueError, match="smtp://USER"):
        posting.check_smtp(url)
