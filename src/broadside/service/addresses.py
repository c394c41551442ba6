"""Under which addresses this server is found, by itself and by others."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadside.service.settings import Settings

EVERY_ADDRESS: Final = ("", "0.0.0.0", "::")  # noqa: S104
# Nobody is asked anything: connecting a datagram socket only chooses the way out.
SOMEWHERE_OUTSIDE: Final = ("192.0.2.1", 9)
HOUSEHOLD_BITS: Final = 64
"""So many bits of an IPv6 address name the household; the rest it chooses itself."""


def household(host: str) -> str:
    """Who counts as one: an IPv4 address, or all IPv6 addresses of one household."""
    try:
        at = IPv6Address(host)
    except ValueError:
        return host
    if at.is_loopback:
        return host
    return str(at.ipv4_mapped or IPv6Network((at, HOUSEHOLD_BITS), strict=False))


def networks(text: str) -> list[IPv4Network | IPv6Network]:
    """The addresses and networks in a list with commas; raises `ValueError` for what is none."""
    return [ip_network(one.strip()) for one in text.split(",") if one.strip()]


def is_in(host: str, among: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        at = ip_address(host)
    except ValueError:
        return False
    if isinstance(at, IPv6Address) and at.ipv4_mapped:
        at = at.ipv4_mapped
    return any(at in network for network in among)


LOOPBACK: Final = networks("127.0.0.0/8,::1")
"""The server's own machine, as it calls itself."""


def is_loopback(host: str) -> bool:
    """Whether somebody is on the server's own machine, or behind a web server there."""
    return is_in(host, LOOPBACK)


def link(host: str, port: int) -> str:
    """The address to open in a browser on this machine."""
    shown = "127.0.0.1" if host in EVERY_ADDRESS else host
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/"


def network_links(host: str, port: int) -> list[str]:
    """The addresses for others in the network, likeliest first, where it listens to them."""
    if host not in EVERY_ADDRESS:
        return []
    return [f"http://{at}:{port}/" for at in network_addresses()]


def network_addresses() -> list[str]:
    """Where other machines of the network may find this one."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE_OUTSIDE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [at for at in dict.fromkeys(found) if not at.startswith("127.")]


def link_for_others(settings: Settings, asked: str) -> str:
    """Where to invite people: as the operator says, else where the page itself was found.

    Whoever opened the page by a name that means another machine everywhere else is helped out.
    """
    is_here = settings.own_link and _is_only_here(asked)
    return (settings.link or (settings.own_link if is_here else asked)).rstrip("/")


def _is_only_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        at = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    if isinstance(at, IPv6Address) and at.ipv4_mapped is not None:
        at = at.ipv4_mapped
    return at.is_loopback or at.is_unspecified
