"""Addresses that the operator does not want here."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.service.addresses import household, is_in, is_loopback, networks
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

MARK: Final = "bans"
"""Under this note a store keeps the list."""
OWN: Final = networks("127.0.0.0/8, ::1/128")


class Bans:
    """The addresses and networks from which nobody is let in."""

    def __init__(self) -> None:
        self._networks: dict[str, IPv4Network | IPv6Network] = {}

    def names(self) -> list[str]:
        """All of them, in order."""
        return sorted(self._networks)

    def add(self, text: str) -> str:
        """Ban an address or a network; give its name. Raises `ValueError` that says what is wrong.

        Of an IPv6 address the whole household is banned: it chooses the rest itself.
        """
        network = _network(text)
        if any(network.overlaps(own) for own in OWN if own.version == network.version):
            raise ValueError(f"{network} is this machine itself, or holds it")
        self._networks[str(network)] = network
        return str(network)

    def remove(self, text: str) -> bool:
        """Let an address or a network in again; whether it was banned."""
        return self._networks.pop(str(_network(text)), None) is not None

    def refuses(self, host: str) -> bool:
        """Whether an address is banned."""
        if not self._networks or is_loopback(host):
            return False
        try:
            at = ip_address(host.partition("/")[0])  # of a household its first address
        except ValueError:
            return False
        mapped = getattr(at, "ipv4_mapped", None)
        return is_in(str(mapped or at), self._networks.values())

    def write(self) -> bytes:
        """The list as it is kept."""
        return msgspec.json.encode(self.names())

    def read(self, kept: bytes | None) -> None:
        """Take the list that was kept in the place of this one."""
        names = msgspec.json.decode(kept, type=list[str]) if kept else []
        self._networks = {name: networks(name)[0] for name in names}


def banned() -> Refusal:
    """What somebody hears who is banned."""
    reason = "The operator of this server lets nobody in from your address."
    return Refusal(403, "banned", reason)


def _network(text: str) -> IPv4Network | IPv6Network:
    """The network that is meant; raises `ValueError`."""
    found = networks(household(text.strip()))
    if len(found) != 1:
        raise ValueError("give one address, or one network such as 203.0.113.0/24")
    return found[0]
