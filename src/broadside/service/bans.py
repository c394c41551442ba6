"""Addresses that the operator does not want here."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from broadside.service.addresses import household, is_in, is_loopback, networks
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Network, IPv6Network

MARK: Final = "ban "
"""Plus the name of a network: a note of its own, so that two servers can be told at once."""
OWN: Final = networks("127.0.0.0/8, ::1/128")


class Bans:
    """The addresses and networks from which nobody is let in."""

    def __init__(self) -> None:
        self._networks: dict[str, IPv4Network | IPv6Network] = {}

    def names(self) -> list[str]:
        """All of them, in order."""
        return sorted(self._networks)

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

    def put(self, names: Iterable[str]) -> bool:
        """Have these networks banned and no others; whether that is a change."""
        wanted = {name: networks(name)[0] for name in names}
        is_changed = wanted.keys() != self._networks.keys()
        self._networks = wanted
        return is_changed


def banned() -> Refusal:
    """What somebody hears who is banned."""
    reason = "The operator of this server lets nobody in from your address."
    return Refusal(403, "banned", reason)


def network_name(text: str) -> str:
    """The name of the network that is meant; raises `ValueError` that says what is wrong.

    Of an IPv6 address it is the whole household, which chooses the rest itself.
    """
    found = networks(household(text.strip()))
    if len(found) != 1:
        raise ValueError("give one address, or one network such as 203.0.113.0/24")
    network = found[0]
    if any(network.overlaps(own) for own in OWN if own.version == network.version):
        raise ValueError(f"{network} is this machine itself, or holds it")
    return str(network)
