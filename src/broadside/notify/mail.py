"""Mail: which addresses it can go to, how it is made, and how it is handed in."""

from __future__ import annotations

import asyncio
import re
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

from broadside.service.refusal import Refusal

_LETTER: Final = r"[^@\s,;:<>()\[\]\\\".]"
MAIL_ADDRESS: Final = re.compile(rf"(?:{_LETTER}|\.){{1,64}}@{_LETTER}+(?:\.{_LETTER}+)*")
"""Nothing that would end an address in a mail's head, or that mail programs cannot read."""
SMTP_PORTS: Final = {"smtp": 587, "smtps": 465}
TIMEOUT_S: Final = 30.0
"""How long handing in one mail may take in all."""


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


def check_smtp(url: str) -> None:
    """Raise `ValueError` with what is wrong with the operator's SMTP address."""
    parts = urlsplit(url)
    if parts.scheme not in SMTP_PORTS or not parts.hostname:
        raise ValueError("mail is handed in at smtp://USER:PASSWORD@HOST:PORT, or smtps://…")


def new_mail(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A mail as it is handed in."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=_domain(sender))
    message["Auto-Submitted"] = "auto-generated"  # nobody's absence shall be answered to us
    # Seven bits and short lines, which every server on the way understands.
    message.set_content(text, cte="quoted-printable")
    return message


async def send_mail(smtp: str, message: EmailMessage) -> None:
    """Hand a mail in; raises `OSError` or `aiosmtplib.SMTPException`."""
    parts = urlsplit(smtp)
    is_closed = parts.scheme == "smtps"
    # A server that needs a password must encrypt; one that needs none may.
    start_tls = None if is_closed or not parts.username else True
    async with asyncio.timeout(TIMEOUT_S):
        await aiosmtplib.send(
            message,
            hostname=parts.hostname,
            port=parts.port or SMTP_PORTS[parts.scheme],
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password or "") if parts.username else None,
            local_hostname=_domain(message["From"]),
            timeout=TIMEOUT_S,
            use_tls=is_closed,
            start_tls=start_tls,
            tls_context=await asyncio.to_thread(ssl.create_default_context),
        )


def _domain(sender: str) -> str:
    return parseaddr(sender)[1].rpartition("@")[2]
