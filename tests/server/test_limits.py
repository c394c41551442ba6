"""Limits: whoever asks too often is told so, and when to come again; others notice nothing."""

from __future__ import annotations

import httpx
import pytest
from starlette.requests import HTTPConnection

from broadside.server.limits import KEYS_MAX, Doorkeeper
from broadside.server.wire.messages import Problem
from broadside.server.http.openapi import OPERATIONS, document
from broadside.server.refusal import Refusal
from broadside.server.http.requests import address_of
from broadside.server.settings import Settings
from tests.server.harness import NAME, FakeClock
from tests.server.live import running
from tests.server.test_live import Site, on_site

OPEN = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "open"}]}
NARROW = Settings(changes_per_s=0.01, changes_burst=5)
FEW_ORDERS = Settings(orders_per_s=0.01, orders_burst=3)


def lets_in(keeper: Doorkeeper, key: str) -> bool:
    """Whether a doorkeeper has no objection."""
    try:
        keeper.check(key, "Wait.")
    except Refusal:
        return False
    return True


def test_each_has_a_limit_of_its_own() -> None:
    """And a crowd fills no memory."""
    keeper = Doorkeeper(FakeClock(), 1, 2)
    assert [lets_in(keeper, "a") for _ in range(3)] == [True, True, False]
    assert lets_in(keeper, "b")
    for number in range(KEYS_MAX + 10):
        lets_in(keeper, str(number))
    assert len(keeper._buckets) == KEYS_MAX


def test_who_waits_as_long_as_told_is_let_in() -> None:
    """Not a second sooner."""
    clock = FakeClock()
    keeper = Doorkeeper(clock, 0.1, 1)
    keeper.check("a", "Wait.")
    with pytest.raises(Refusal) as refusal:
        keeper.check("a", "Wait.")
    assert (refusal.value.status, refusal.value.code) == (429, "too_fast")
    assert (refusal.value.reason, refusal.value.retry_s) == ("Wait.", 10)
    clock._now += 9
    assert not lets_in(keeper, "a")
    clock._now += 1
    assert lets_in(keeper, "a")


@pytest.mark.parametrize(
    ("method", "path"),
    [(op.method, op.path) for op in OPERATIONS if op.method != "get"],
)
def test_whatever_changes_something_is_limited(method: str, path: str) -> None:
    """Every endpoint, with a code, a sentence and the time to wait; looking is free."""
    filled = path.format(table="nowhere", seat="0")
    with running(settings=NARROW) as address, httpx.Client(base_url=address) as client:
        answers = [client.request(method, filled, json={}) for _ in range(6)]
        assert [answer.status_code == 429 for answer in answers] == [False] * 5 + [True]
        assert answers[-1].json()["code"] == "too_fast"
        assert 90 <= int(answers[-1].headers["Retry-After"]) <= 100
        assert "Content-Security-Policy" in answers[-1].headers
        assert set(answers[-1].json()) == set(Problem.__struct_fields__)
        assert client.get("/api/games").status_code == 200
    assert "429" in document()["paths"][path][method]["responses"]


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("192.168.0.17", "192.168.0.17"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("::ffff:192.168.0.17", "192.168.0.17"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_limit(address: str, household: str) -> None:
    """Whoever has a network of IPv6 addresses has no more than others."""
    request = HTTPConnection({"type": "http", "client": (address, 1), "headers": []})
    assert address_of(request) == household


def test_a_host_gone_wild_does_not_lock_the_house_out() -> None:
    """The limit of a credential is narrower than that of an address, which others share."""
    with running(settings=FEW_ORDERS) as address, httpx.Client(base_url=address) as client:
        opened = client.post("/api/tables", json=OPEN).json()
        path = f"/api/tables/{opened['table']}/host"
        right = {"Authorization": f"Bearer {opened['host']}"}
        commands = [{"do": "lock", "on": bool(number % 2)} for number in range(5)]
        answers = [client.post(path, json=command, headers=right) for command in commands]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
        assert client.post("/api/tables", json=OPEN).status_code == 201


def test_another_line_gives_nobody_more_words() -> None:
    """A person's limit is one, however often the person connects."""

    async def case(site: Site) -> None:
        for number in range(3):
            async with site.join(0) as anne:
                await anne.send(type="say", id=f"{number}", text="Arr!")
                kind = "refused" if number == 2 else "ack"
                assert (await anne.wait_for(kind))["id"] == f"{number}"

    on_site(case, settings=Settings(says_per_s=0.001, says_burst=2))
