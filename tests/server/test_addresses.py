"""Where people are invited to."""

from __future__ import annotations

import httpx
import pytest

from broadside.service import addresses
from broadside.service.addresses import link, link_for_others, network_links
from broadside.service.settings import Settings
from tests.server.live import running

NETWORK = "http://192.168.0.17:8667/"


@pytest.mark.parametrize(
    "asked",
    [
        "http://127.0.0.1:8667/",
        "http://localhost/",
        "http://tables.localhost/",
        "http://0.0.0.0:8667/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
    ],
)
def test_a_page_of_the_servers_own_machine_invites_into_the_network(asked: str) -> None:
    """Its own address would lead every friend to the friend's own machine."""
    assert link_for_others(Settings(own_link=NETWORK), asked) == NETWORK.rstrip("/")


def test_any_other_page_invites_to_where_it_is() -> None:
    """Whoever came that way knows that it works."""
    asked = "http://laptop.local:8667/"
    assert link_for_others(Settings(own_link=NETWORK), asked) == asked.rstrip("/")
    assert link_for_others(Settings(), "http://127.0.0.1/") == "http://127.0.0.1"


def test_the_operator_knows_best() -> None:
    """What `--link` says holds for everybody, and the picture shows the same."""
    settings = Settings(link="https://games.example.org/", own_link=NETWORK)
    with running(settings=settings) as address:
        told = httpx.get(f"{address}/api/address").json()
    assert told == {"link": "https://games.example.org"}


def test_only_who_listens_to_the_network_is_found_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server for this machine alone has nothing to offer to others."""
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.168.0.17", "10.0.0.3"])
    assert network_links("127.0.0.1", 8667) == []
    assert network_links("0.0.0.0", 8667) == [NETWORK, "http://10.0.0.3:8667/"]
    assert link("0.0.0.0", 8667) == "http://127.0.0.1:8667/"
    assert link("::1", 80) == "http://[::1]:80/"
