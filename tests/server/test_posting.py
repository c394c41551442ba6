"""Mail and webhooks, through real lines to real servers, and what goes wrong with those."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import logging
import smtplib
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING

import pytest

from broadside.server import posting
from broadside.server.wire.messages import Notify, OpenTable, SeatWish, TakeSeat
from broadside.server.refusal import Refusal
from broadside.server.settings import Settings
from tests.server.harness import NAME, Client, House, house, settle
from tests.server.post_office import HookServer, MailServer, lead_to, trust

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DAY = 86_400
HOOK = "https://hooks.example.org/x?y=1"
LINK = "https://games.example.org/a-rather-long-path/in-which/broadside/lives/behind-a-proxy/"
JURGEN, ZOLW = "Jürgen Groß 🏴‍☠️", "Żółw <!channel>"
UNHEARD = 9
"""The port of a service that nobody runs any more."""


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ssl.SSLContext]:
    """What a server shows that this process trusts."""
    yield trust(tmp_path, monkeypatch)
    left = [thread for thread in threading.enumerate() if thread.name == "broadside-errand"]
    for thread in left:
        thread.join(10)


# ------------------------------------------------------------------------------- mail


def send(port: int, text: str = "Ahoj", host: str = "127.0.0.1", scheme: str = "smtp") -> None:
    """Hand a mail in at a server of ours."""
    url = f"{scheme}://{host}:{port}"
    posting.send_mail(url, "Broadside <b@example.org>", "a@example.org", "Twoja kolej", text)


@pytest.mark.parametrize("text", ["Ahoy\n", "Żółć, grüß dich 🏴‍☠️\n", "x" * 3000 + "\n", ".\n.\n"])
def test_a_mail_arrives_as_it_was_written(text: str) -> None:
    """In seven bits and short lines, with all that a mail must have."""
    server = MailServer()
    send(server.port, text)
    server.close()
    mail = server.mail
    assert server.text == text
    assert (mail["From"], mail["To"]) == ("Broadside <b@example.org>", "a@example.org")
    assert (mail["Subject"], mail["Auto-Submitted"]) == ("Twoja kolej", "auto-generated")
    assert abs(mail["Date"].datetime.timestamp() - time.time()) < 60
    assert mail["Message-ID"].endswith("@example.org>")
    assert server.mails[0].isascii()
    assert max(map(len, server.mails[0].split(b"\r\n"))) <= 78
    envelope = [line.partition(b" size")[0] for line in server.lines]
    assert b"mail FROM:<b@example.org>" in envelope
    assert b"rcpt TO:<a@example.org>" in envelope


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_password_goes_over_a_closed_line(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    """The server proves who it is; then it is told the password, however it is written."""
    server = MailServer(("AUTH", "235 welcome"), context=context, is_open=scheme == "smtp")
    lead_to(monkeypatch, server.port)
    send(server.port, host="anne:p%40ss@mail.example.org", scheme=scheme)
    server.close()
    assert server.text == "Ahoj\n"
    assert b"AUTH PLAIN AGFubmUAcEBzcw==" in server.lines  # anne, p@ss


def test_a_server_that_cannot_prove_itself_gets_nothing(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate is for another name."""
    server = MailServer(context=context)
    lead_to(monkeypatch, server.port)
    with pytest.raises(ssl.SSLCertVerificationError):
        send(server.port)
    server.close()
    assert server.mails == []


def test_no_password_over_an_open_line() -> None:
    """A server that cannot encrypt is not told one, and gets no mail."""
    server = MailServer()
    with pytest.raises(smtplib.SMTPNotSupportedError):
        send(server.port, host="anne:secret@127.0.0.1")
    server.close()
    assert not any(line.upper().startswith((b"AUTH", b"MAIL")) for line in server.lines)


@pytest.mark.parametrize("url", ["mail.example.org", "http://host", "smtp://", ""])
def test_an_smtp_address_that_is_none(url: str) -> None:
    """The operator is told how it should look."""
    with pytest.raises(ValueError, match="smtp://USER"):
        posting.check_smtp(url)


@pytest.mark.parametrize(
    "mail",
    ["büb@[", "._:@'?ż?[", "():@-ü(", "(]']).@_a", "a@.b", "a@b..c", "a@b.", "a\0@b", "a@b\x7f"],
)
def test_addresses_that_no_mail_can_have(mail: str) -> None:
    """They would break the mail's head, or leave it without a receiver."""
    with pytest.raises(Refusal) as refusal:
        posting.check_mail(mail)
    assert refusal.value.code == "bad_mail"


# --------------------------------------------------------------------------- webhooks


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


def test_a_webhook_is_called(context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the path and the question it came with, and who calls."""
    server = HookServer(context)
    lead_to(monkeypatch, server.port)
    posting.post_hook(HOOK, {"name": ZOLW})
    server.close()
    ((path, headers, body),) = server.posts
    assert (path, body) == ("/x?y=1", {"name": ZOLW})
    assert (headers["Host"], headers["User-Agent"]) == ("hooks.example.org", "Broadside")
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("status", [302, 404, 500])
def test_what_a_webhook_answers(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Nobody is followed elsewhere; an error of its server is one of ours."""
    server = HookServer(context, status)
    lead_to(monkeypatch, server.port)
    if status == 302:
        posting.post_hook(HOOK, {})
    else:
        with pytest.raises(http.client.HTTPException, match=str(status)):
            posting.post_hook(HOOK, {})
    server.close()
    assert len(server.posts) == 1


def test_a_webhook_that_is_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot prove to be the host is told nothing."""
    server = HookServer(trust(tmp_path, monkeypatch))
    monkeypatch.delenv("SSL_CERT_FILE")
    lead_to(monkeypatch, server.port)
    with pytest.raises(ssl.SSLCertVerificationError):
        posting.post_hook(HOOK, {})
    server.close()
    assert server.posts == []


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


# ---------------------------------------------------------------- from table to reader


async def couple(server: House) -> list[Client]:
    """Two people with letters from everywhere at a table by days, the first to begin."""
    wish = OpenTable(NAME, [SeatWish("open")] * 2, {"first_splitter": "seat0"}, DAY)
    wish.webhook = HOOK
    table, _ = await server.tables.open(wish)
    clients = []
    for seat, (name, language) in enumerate(((JURGEN, "de"), (ZOLW, "pl"))):
        taken = await table.host.sit(seat, TakeSeat(name))
        clients.append(await server.join(table.ledger.table, taken.credential))
        notify = Notify("n", f"p{seat}@example.org", language)  # type: ignore[arg-type]
        await table.notices.notify(clients[-1].connection, notify)
    return clients


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens in a thread."""
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def settings(smtp: str) -> Settings:
    """A server that sends everything, by this mail server."""
    return Settings(bot_beat_s=0, smtp=smtp, mail_from="b@example.org", webhooks=True, link=LINK)


def test_a_turn_is_told_by_mail_and_webhook(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the reader's language, every letter as it is, and with a link that can be followed."""
    mails, hooks = MailServer(), HookServer(context)
    lead_to(monkeypatch, hooks.port)

    async def case() -> None:
        async with house(settings=settings(f"smtp://127.0.0.1:{mails.port}")) as server:
            first, second = await couple(server)
            await second.leave()
            await until(lambda: len(hooks.posts) == 1)
            await first.act("split 12")
            await until(lambda: bool(mails.mails) and len(hooks.posts) == 2)
            link = f"{LINK}table/{first.table.ledger.table}"
            assert f"Ahoj, {ZOLW}!\n\nStół czeka na ciebie: {link}\n" in mails.text
            assert mails.mail["Subject"] == "Twoja kolej przy stole"
            assert [body["name"] for _, _, body in hooks.posts] == [JURGEN, ZOLW]
            body = hooks.posts[1][2]
            assert (body["seat"], body["link"]) == (1, link)
            assert body["text"] == f"Żółw &lt;!channel&gt;: {link}"
            assert (body["content"], body["allowed_mentions"]) == (f"{ZOLW}: {link}", {"parse": []})

    asyncio.run(case())
    mails.close()
    hooks.close()


@pytest.mark.parametrize(
    "reply",
    [("CONNECT", "421 busy"), ("RCPT", "550 nobody"), ("MESSAGE", "552 full"), ("DATA", "451 no")],
)
def test_a_mail_that_is_refused(reply: tuple[str, str], caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, without the address; the game goes on."""
    mails = MailServer(reply)
    asyncio.run(goes_on(f"smtp://127.0.0.1:{mails.port}", caplog))
    mails.close()


def test_a_mail_server_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody listens."""
    asyncio.run(goes_on(f"smtp://127.0.0.1:{UNHEARD}", caplog))


def test_a_mail_server_that_says_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not waited for."""
    monkeypatch.setattr(posting, "TIMEOUT_S", 0.2)
    mails = MailServer(("CONNECT", ""))
    asyncio.run(goes_on(f"smtp://127.0.0.1:{mails.port}", caplog))
    mails.close()


async def goes_on(smtp: str, caplog: pytest.LogCaptureFixture) -> None:
    """A turn is told in vain, and the table plays on."""
    async with house(settings=settings(smtp)) as server:
        server.tables.notices.post_hook = lambda *_: None
        first, second = await couple(server)
        await second.leave()
        with caplog.at_level(logging.WARNING, "broadside"):
            await first.act("split 12")
            assert first.table.ledger.actions == [(0, "split 12")]
            await until(lambda: "not_noticed" in caplog.text)
        assert "kind=mail" in caplog.text
        assert "example.org" not in caplog.text
        again = await server.join(first.table.ledger.table)
        assert again.update.waiting == [1]


def test_slow_servers_hold_up_nothing_else(context: ssl.SSLContext) -> None:
    """A line that hangs keeps neither other threads busy nor the server from ending."""
    mails = MailServer(("CONNECT", ""))

    async def case() -> None:
        async with house(settings=settings(f"smtp://127.0.0.1:{mails.port}")) as server:
            server.tables.notices.post_hook = lambda *_: None
            first, second = await couple(server)
            await second.leave()
            await first.act("split 12")
            await settle()
            waiting = [t for t in threading.enumerate() if t.name == "broadside-errand"]
            assert waiting
            assert all(thread.daemon for thread in waiting)
            assert await asyncio.to_thread(lambda: "free") == "free"

    began = time.monotonic()
    asyncio.run(case())
    assert time.monotonic() - began < 5
    mails.close()
