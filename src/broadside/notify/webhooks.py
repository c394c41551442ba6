"""Webhooks: addresses that are told whose turn it is.

They come from whoever opens a table, so they are not trusted: https only, never an address inside
the operator's own network, no redirects, and one limit of time for all of it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

import h11

from broadside.service.refusal import Refusal

HTTPS_PORT: Final = 443
TIMEOUT_S: Final = 15.0
READ_BYTES: Final = 65_536
BAD_REQUEST: Final = 400
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


class WebhookError(Exception):
    """A webhook did not take what it was told."""


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


def is_public(text: str) -> bool:
    """Whether an address is on the public network, and nowhere else by a detour."""
    address = ipaddress.ip_address(text)
    is_detour = any(address in network for network in NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not is_detour


async def public_address(host: str) -> str:
    """An address of a host on the public network; raises `OSError` if one of them is not."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        if not is_public(address.partition("%")[0]):
            raise OSError(f"{host} is inside a private network")
    return addresses[0]


async def post_hook(url: str, body: dict[str, object]) -> None:
    """Tell a webhook; raises `OSError`, `h11.ProtocolError` or `WebhookError`."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    async with asyncio.timeout(TIMEOUT_S):
        # To the very address that was checked, so that nobody can exchange it.
        reader, writer = await asyncio.open_connection(
            await public_address(host),
            HTTPS_PORT,
            ssl=await asyncio.to_thread(ssl.create_default_context),
            server_hostname=host,
        )
        try:
            status = await _post(reader, writer, host, target, json.dumps(body).encode())
        finally:
            writer.transport.abort()
    if status >= BAD_REQUEST:
        raise WebhookError(f"the webhook answered {status}")


async def _post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, target: str, body: bytes
) -> int:
    """Post a body, and give the status of the answer."""
    talk = h11.Connection(h11.CLIENT)
    headers = [
        ("Host", host),
        ("User-Agent", "Broadside"),
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    request = h11.Request(method="POST", target=target, headers=headers)
    for event in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(event) or b"")
    await writer.drain()
    while not isinstance(answer := talk.next_event(), h11.Response):
        if answer is h11.NEED_DATA:
            talk.receive_data(await reader.read(READ_BYTES))
    return answer.status_code
