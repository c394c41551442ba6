"""Limits: whoever asks too often is told so, and when to come again; others notice nothing."""

from __future__ import annotations

import httpx
import pytest
from starlette.requests import HTTPConnection

from broadside.server import addresses
from broadside.server.limits import KEYS_MAX, LOOPBACK_FACTOR, BotTables, Cost, Doorkeeper, Limits
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
def test_whatever_changes_something_is_limited(
    method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every endpoint, with a code, a sentence and the time to wait; looking is free."""
    monkeypatch.setattr(addresses, "LOOPBACK", [])
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
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_limit(address: str, household: str) -> None:
    """Whoever has a network of IPv6 addresses has no more than others."""
    request = HTTPConnection({"type": "http", "client": (address, 1), "headers": []})
    assert address_of(request) == household


COSTS: dict[Cost, str] = {
    "read": "reads",
    "heavy": "heavy",
    "change": "changes",
    "open": "opens",
    "code": "codes",
}


def allowed(limits: Limits, cost: Cost, address: str, most: int = 100) -> int:
    """How often an address may do something at once."""
    for count in range(most):
        try:
            limits.check(cost, address)
        except Refusal:
            return count
    return most


@pytest.mark.parametrize("cost", list(COSTS))
def test_each_cost_has_a_limit_of_its_own(cost: Cost) -> None:
    """For each address; the others stay as they are, and time gives some of it back."""
    clock = FakeClock()
    few = {f"{COSTS[cost]}_burst": 3, f"{COSTS[cost]}_per_s": 0.5}
    limits = Limits(clock, Settings(**few))  # type: ignore[arg-type]
    assert allowed(limits, cost, "192.0.2.1") == 3
    assert allowed(limits, cost, "192.0.2.2") == 3
    for other in COSTS:
        if other != cost:
            limits.check(other, "192.0.2.1")
    with pytest.raises(Refusal) as refusal:
        limits.check(cost, "192.0.2.1")
    assert (refusal.value.status, refusal.value.code, refusal.value.retry_s) == (429, "too_fast", 2)
    clock._now += 2
    assert allowed(limits, cost, "192.0.2.1") == 1


def test_what_costs_more_is_allowed_less() -> None:
    """As the server comes: a table of ten may look at its result, each of them at five things."""
    limits = Limits(FakeClock(), Settings())
    counts = {cost: allowed(limits, cost, "192.0.2.1", 5000) for cost in COSTS}
    assert counts["read"] > counts["change"] > counts["heavy"] > counts["open"] > counts["code"]
    assert counts["heavy"] >= 50


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1"])
def test_the_own_machine_may_do_more(address: str) -> None:
    """Everybody may be behind it; only codes are not guessed faster."""
    limits = Limits(FakeClock(), Settings(opens_burst=3, codes_burst=3))
    assert allowed(limits, "open", address) == 3 * LOOPBACK_FACTOR
    assert allowed(limits, "code", address) == 3


def test_a_credential_has_a_limit_from_wherever_it_is_shown() -> None:
    """Of changes; who looks is one of many."""
    limits = Limits(FakeClock(), Settings(orders_burst=3))
    for number in range(3):
        limits.check("change", f"192.0.2.{number}", "hash")
        limits.check("read", f"192.0.2.{number}", "hash")
    with pytest.raises(Refusal):
        limits.check("change", "192.0.2.77", "hash")
    limits.check("read", "192.0.2.77", "hash")
    limits.check("change", "192.0.2.77", "another")


def test_so_many_tables_without_people_at_once() -> None:
    """One that ends makes room; one that was never counted makes none."""
    tables = BotTables(2)
    for name in ("a", "b"):
        tables.add("192.0.2.1", name)
    for name in ("c", "d"):
        tables.remove(name)
        with pytest.raises(Refusal) as refusal:
            tables.add("192.0.2.1", name)
        assert (refusal.value.status, refusal.value.code) == (429, "too_many_tables")
        assert "2 tables" in refusal.value.reason
    tables.add("192.0.2.2", "c")
    tables.remove("a")
    tables.remove("a")
    tables.add("192.0.2.1", "d")
    with pytest.raises(Refusal):
        tables.add("192.0.2.1", "e")
    for number in range(2 * LOOPBACK_FACTOR):
        tables.add("127.0.0.1", f"own {number}")
    assert sum(tables._counts.values()) == len(tables._openers)


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
