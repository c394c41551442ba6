"""Sending notices out of the house: mail by SMTP, and webhooks. Both run as errands, in threads.

A webhook's address comes from whoever opens a table, so it is not trusted: https only, and never
an address inside the operator's own network.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import smtplib
import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from broadside.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTER: Final = r"[^@\s,;:<>()\[\]\\\".]"
MAIL_ADDRESS: Final = re.compile(rf"(?:{_LETTER}|\.){{1,64}}@{_LETTER}+(?:\.{_LETTER}+)*")
"""Nothing that would end an address in a mail's head, or that mail programs cannot read."""
SMTP_PORTS: Final = {"smtp": 587, "smtps": 465}
HTTPS_PORT: Final = 443
TIMEOUT_S: Final = 15.0
"""How long a mail server may be silent, and how long a webhook may take in all."""
NOT_PUBLIC: Final = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # for protocols, not for hosts
        "::/96",  # IPv4 inside of IPv6, as it once was
        "::ffff:0:0/96",  # and as it is
        "64:ff9b::/96",  # translated to IPv4, perhaps to the operator's own
        "64:ff9b:1::/48",
        "2001::/32",  # tunnels to IPv4
        "2002::/16",
        "fec0::/10",  # private, though forgotten
    )
]
"""What Python takes for public, or does in some versions, though it may lead inside."""


def check_mail(address: str) -> str:
    """An address that mail can go to; raises `Refusal`."""
    is_plain = MAIL_ADDRESS.fullmatch(address) and address.isprintable()
    if not is_plain or not _can_be_written_to(address):
        raise Refusal(400, "bad_mail", "This is not an address for mail.")
    return address


def _can_be_written_to(address: str) -> bool:
    """Whether a mail to this address can be made, and goes there and nowhere else."""
    try:
        message = new_mail("broadside@example.org", address, "", "")
        message.as_bytes(policy=SMTP.clone(utf8=True))
        found = [one.addr_spec for one in message["To"].addresses]
    except Exception:  # noqa: BLE001
        return False  # the parser of addresses stumbles in many ways
    return found == [address]


def new_mail(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A mail as it is handed in."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"  # nobody's absence shall be answered to us
    # Seven bits and short lines, which every server on the way understands.
    message.set_content(text, cte="quoted-printable")
    return message


def check_smtp(url: str) -> None:
    """Raise `ValueError` with what is wrong with the operator's SMTP address."""
    parts = urlsplit(url)
    if parts.scheme not in SMTP_PORTS or not parts.hostname:
        raise ValueError("mail is handed in at smtp://USER:PASSWORD@HOST:PORT, or smtps://…")


def send_mail(smtp: str, sender: str, to: str, subject: str, text: str) -> None:
    """Hand a mail in; raises `OSError` or `smtplib.SMTPException`."""
    message = new_mail(sender, to, subject, text)
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
        if not is_public(str(address).partition("%")[0]):
            raise OSError(f"{host} is inside a private network")
    return str(found[0])


def is_public(text: str) -> bool:
    """Whether an address is on the public network, and nowhere else by a detour."""
    address = ipaddress.ip_address(text)
    is_detour = any(address in network for network in NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not is_detour


class CheckedConnection(http.client.HTTPSConnection):
    """A connection to the very address that was checked, so that nobody can exchange it."""

    is_cut = False

    def connect(self) -> None:
        """Connect, and make sure that the host is who it says."""
        plain = socket.create_connection((public_address(self.host), HTTPS_PORT), TIMEOUT_S)
        self.sock = ssl.create_default_context().wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        if self.is_cut:
            raise TimeoutError(f"{self.host} took too long")
        self.sock.do_handshake()

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Cut the line when the time is over: a socket's own begins anew with every byte."""
        timer = threading.Timer(TIMEOUT_S, self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _cut(self) -> None:
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def post_hook(url: str, body: dict[str, object]) -> None:
    """Post to a webhook; raises `OSError` or `http.client.HTTPException`. Follows no redirect."""
    parts = urlsplit(url)
    connection = CheckedConnection(parts.hostname or "", HTTPS_PORT, timeout=TIMEOUT_S)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        headers = {"Content-Type": "application/json", "User-Agent": "Broadside"}
        with connection.limited():
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
        if response.status >= http.client.BAD_REQUEST:
            raise http.client.HTTPException(f"the webhook answered {response.status}")
    finally:
        connection.close()
