"""Sending notices out of the house: mail by SMTP, and webhooks. Both run in threads of their own.

A webhook's address comes from whoever opens a table, so it is not trusted: https only, and never
an address inside the operator's own network.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import re
import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from broadside.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

_LETTER: Final = r"[^@\s,;:<>()\[\]\\\".]"
MAIL_ADDRESS: Final = re.compile(rf"(?:{_LETTER}|\.){{1,64}}@{_LETTER}+(?:\.{_LETTER}+)*")
"""Nothing that would end an address in a mail's head, or that mail programs cannot read."""
SMTP_PORTS: Final = {"smtp": 587, "smtps": 465}
HTTPS_PORT: Final = 443
TIMEOUT_S: Final = 15.0


async def apart(send: Callable[[], None]) -> None:
    """Send in a thread that nothing else needs and a server that ends does not wait for."""
    loop = asyncio.get_running_loop()
    sent: asyncio.Future[None] = loop.create_future()

    def settle(error: Exception | None) -> None:
        if sent.done():
            return
        if error is None:
            sent.set_result(None)
        else:
            sent.set_exception(error)

    def run() -> None:
        failure: Exception | None = None
        try:
            send()
        except Exception as error:  # noqa: BLE001
            failure = error
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(settle, failure)

    threading.Thread(target=run, name="broadside-post", daemon=True).start()
    await sent


def check_mail(address: str) -> str:
    """An address that mail can go to; raises `Refusal`."""
    if not MAIL_ADDRESS.fullmatch(address):
        raise Refusal(400, "bad_mail", "This is not an address for mail.")
    return address


def check_smtp(url: str) -> None:
    """Raise `ValueError` with what is wrong with the operator's SMTP address."""
    parts = urlsplit(url)
    if parts.scheme not in SMTP_PORTS or not parts.hostname:
        raise ValueError("mail is handed in at smtp://USER:PASSWORD@HOST:PORT, or smtps://…")


def send_mail(smtp: str, sender: str, to: str, subject: str, text: str) -> None:
    """Hand a mail in; raises `OSError` or `smtplib.SMTPException`."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"  # nobody's absence shall be answered to us
    # Seven bits and short lines, which every server on the way understands.
    message.set_content(text, cte="quoted-printable")
    parts = urlsplit(smtp)
    host, port = parts.hostname or "", parts.port or SMTP_PORTS[parts.scheme]
    context = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=context)
        if parts.scheme == "smtps"
        else smtplib.SMTP(host, port, timeout=TIMEOUT_S)
    ) as server:
        if parts.scheme == "smtp":
            server.ehlo()  # only now is it known what the server can do
            if server.has_extn("starttls"):
                server.starttls(context=context)
            elif parts.username:
                raise smtplib.SMTPNotSupportedError("no password goes over an open line")
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(message)


def check_hook(url: str) -> str:
    """An address that a webhook may have; raises `Refusal`. Its host is looked up when used."""
    try:
        parts = urlsplit(url)
        is_right = parts.scheme == "https" and parts.hostname and parts.port in (None, HTTPS_PORT)
    except ValueError:
        is_right = False
    if not is_right or not url.isascii() or not url.isprintable() or " " in url:
        raise Refusal(400, "bad_webhook", "A webhook is an address that begins with https://.")
    return url


def public_address(host: str) -> str:
    """An address of a host on the public network; raises `OSError` if one of them is not."""
    found = [entry[4][0] for entry in socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)]
    for address in found:
        if not ipaddress.ip_address(str(address).partition("%")[0]).is_global:
            raise OSError(f"{host} is inside a private network")
    return str(found[0])


class CheckedConnection(http.client.HTTPSConnection):
    """A connection to the very address that was checked, so that nobody can exchange it."""

    def connect(self) -> None:
        """Connect, and make sure that the host is who it says."""
        plain = socket.create_connection((public_address(self.host), HTTPS_PORT), TIMEOUT_S)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def post_hook(url: str, body: dict[str, object]) -> None:
    """Post to a webhook; raises `OSError` or `http.client.HTTPException`. Follows no redirect."""
    parts = urlsplit(url)
    connection = CheckedConnection(parts.hostname or "", HTTPS_PORT, timeout=TIMEOUT_S)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        headers = {"Content-Type": "application/json", "User-Agent": "Broadside"}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        if response.status >= http.client.BAD_REQUEST:
            raise http.client.HTTPException(f"the webhook answered {response.status}")
    finally:
        connection.close()
