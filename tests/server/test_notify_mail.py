"""Mail handed in over real lines to a real mail server, and what goes wrong with that."""

from __future__ import annotations

import asyncio
import ssl
import time
from typing import TYPE_CHECKING

import aiosmtplib
import pytest

from broadside.notify import mail
from broadside.service.refusal import Refusal
from tests.server.post_office import MailServer, lay_line, trust

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = 9
"""The port of a service that nobody runs any more."""


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """What a server shows that this process trusts."""
    return trust(tmp_path, monkeypatch)


def send(port: int, text: str = "Ahoj", host: str = "127.0.0.1", scheme: str = "smtp") -> None:
    """Hand a mail in at a server of ours."""
    message = mail.new_mail("Broadside <b@example.org>", "a@example.org", "Twoja kolej", text)
    asyncio.run(mail.send_mail(f"{scheme}://{host}:{port}", message))


@pytest.mark.parametrize("text", ["Ahoy\n", "Żółć, grüß dich 🏴‍☠️\n", "x" * 3000 + "\n", ".\n.\n"])
def test_a_mail_arrives_as_it_was_written(text: str) -> None:
    """In seven bits and short lines, with all that a mail must have."""
    server = MailServer()
    send(server.port, text)
    server.close()
    got = server.mail
    assert server.text == text
    assert (got["From"], got["To"]) == ("Broadside <b@example.org>", "a@example.org")
    assert (got["Subject"], got["Auto-Submitted"]) == ("Twoja kolej", "auto-generated")
    assert abs(got["Date"].datetime.timestamp() - time.time()) < 60
    assert got["Message-ID"].endswith("@example.org>")
    assert server.mails[0].isascii()
    assert max(map(len, server.mails[0].split(b"\r\n"))) <= 78
    envelope = [line.upper().partition(b" SIZE")[0] for line in server.lines]
    assert b"EHLO EXAMPLE.ORG" in envelope
    assert b"MAIL FROM:<B@EXAMPLE.ORG>" in envelope
    assert b"RCPT TO:<A@EXAMPLE.ORG>" in envelope


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_password_goes_over_a_closed_line(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    """The server proves who it is; then it is told the password, however it is written."""
    server = MailServer(("AUTH", "235 welcome"), context=context, is_open=scheme == "smtp")
    lay_line(monkeypatch, server.port)
    send(server.port, host="anne:p%40ss@mail.example.org", scheme=scheme)
    server.close()
    assert server.text == "Ahoj\n"
    assert b"AUTH PLAIN AGFubmUAcEBzcw==" in server.lines  # anne, p@ss


def test_a_line_is_closed_if_it_can_be(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also without a password."""
    server = MailServer(context=context)
    lay_line(monkeypatch, server.port)
    send(server.port, host="mail.example.org")
    server.close()
    assert b"STARTTLS" in server.lines
    assert server.text == "Ahoj\n"


def test_a_server_that_cannot_prove_itself_gets_nothing(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate is for another name."""
    server = MailServer(context=context)
    lay_line(monkeypatch, server.port)
    with pytest.raises((ssl.SSLCertVerificationError, aiosmtplib.SMTPException)):
        send(server.port)
    server.close()
    assert server.mails == []


def test_no_password_over_an_open_line() -> None:
    """A server that cannot encrypt is not told one, and gets no mail."""
    server = MailServer()
    with pytest.raises(aiosmtplib.SMTPException):
        send(server.port, host="anne:secret@127.0.0.1")
    server.close()
    assert not any(line.upper().startswith((b"AUTH", b"MAIL")) for line in server.lines)


@pytest.mark.parametrize(
    "reply",
    [("CONNECT", "421 busy"), ("RCPT", "550 nobody"), ("MESSAGE", "552 full"), ("DATA", "451 no")],
)
def test_a_mail_that_is_refused(reply: tuple[str, str]) -> None:
    """By the server, at any step."""
    server = MailServer(reply)
    with pytest.raises(aiosmtplib.SMTPException):
        send(server.port)
    server.close()


def test_a_mail_server_that_is_not_there() -> None:
    """Nobody listens."""
    with pytest.raises((OSError, aiosmtplib.SMTPException)):
        send(NOBODY)


@pytest.mark.parametrize("step", ["CONNECT", "EHLO", "MESSAGE"])
def test_a_mail_server_that_says_nothing(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """It is not waited for, however long it keeps the line."""
    monkeypatch.setattr(mail, "TIMEOUT_S", 0.3)
    server = MailServer((step, ""))
    began = time.monotonic()
    with pytest.raises((TimeoutError, aiosmtplib.SMTPException)):
        send(server.port)
    assert time.monotonic() - began < 5
    server.close()


@pytest.mark.parametrize("url", ["mail.example.org", "http://host", "smtp://", ""])
def test_an_smtp_address_that_is_none(url: str) -> None:
    """The operator is told how it should look."""
    with pytest.raises(ValueError, match="smtp://USER"):
        mail.check_smtp(url)


@pytest.mark.parametrize(
    "address",
    [
        *("x", "a@b@c", "a b@c", "a@b\nBcc: all@example.org", "<a@b>", "a@b,c@d", "@b", "a@"),
        *("büb@[", "._:@'?ż?[", "():@-ü(", "(]']).@_a", "a@.b", "a@b..c", "a@b.", "a\0@b"),
        "a@b\x7f",
    ],
)
def test_addresses_that_no_mail_can_have(address: str) -> None:
    """They would break the mail's head, or leave it without a receiver."""
    with pytest.raises(Refusal) as refusal:
        mail.check_mail(address)
    assert refusal.value.code == "bad_mail"


@pytest.mark.parametrize("address", ["a@example.org", "Anne.O'Malley+x@mail.example.org", "ü@ż.pl"])
def test_addresses_that_mail_can_have(address: str) -> None:
    """As people have them."""
    assert mail.check_mail(address) == address
