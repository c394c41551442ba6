"""Limits: whoever asks too often is told so, and when to come again; others notice nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.requests import HTTPConnection

from broadside.server.http.endpoints import OPERATIONS, described
from broadside.service.limits import (
    KEYS_MAX,
    LOOPBACK_FACTOR,
    REASONS,
    BotTables,
    Cost,
    Doorkeeper,
    Limits,
)
from broadside.service.refusal import Refusal
from broadside.service.responses import address_of
from broadside.service.settings import Settings
from broadside.wire.messages import Problem
from tests.server.harness import NAME, FakeClock
from tests.server.live import running
from tests.server.test_live import Site, on_site

if TYPE_CHECKING:
    from broadside.service.openapi import Operation

OPEN = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "open"}]}
COSTS: dict[Cost, str] = {
    "read": "reads",
    "heavy": "heavy",
    "change": "changes",
    "open": "opens",
    "code": "codes",
}
"""How the settings call the limit of each cost."""
SOMEWHERE = {
    "table": "nowhere",
    "seat": "0",
    "game": NAME,
    "code": "zzzzz",
    "name": "Anne",
    "token": "nonsense",
    "number": "1",
}
FEW_ORDERS = Settings(orders_per_s=0.01, orders_burst=3)


def lets_in(keeper: Doorkeeper, key: str) -> bool:
    """Whether a doorkeeper has no objection."""
    try:
        keeper.check(key)
    except Refusal:
        return False
    return True


def test_each_has_a_limit_of_its_own() -> None:
    """And a crowd fills no memory."""
    keeper = Doorkeeper(FakeClock(), "read", 1, 2)
    assert [lets_in(keeper, "a") for _ in range(3)] == [True, True, False]
    assert lets_in(keeper, "b")
    for number in range(KEYS_MAX + 10):
        lets_in(keeper, str(number))
    assert len(keeper._buckets) == KEYS_MAX


def test_who_waits_as_long_as_told_is_let_in() -> None:
    """Not a second sooner."""
    clock = FakeClock()
    keeper = Doorkeeper(clock, "hint", 0.1, 1)
    keeper.check("a")
    with pytest.raises(Refusal) as refusal:
        keeper.check("a")
    assert (refusal.value.status, refusal.value.code) == (429, "too_fast")
    assert (refusal.value.reason, refusal.value.retry_s) == (REASONS["hint"], 10)
    assert refusal.value.details == {"what": "hint", "n": 10}
    clock._now_ms += 9000
    assert not lets_in(keeper, "a")
    clock._now_ms += 1000
    assert lets_in(keeper, "a")


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize(
    "operation", OPERATIONS, ids=[f"{one.method} {one.path}" for one in OPERATIONS]
)
def test_every_operation_is_limited_by_its_cost(operation: Operation) -> None:
    """With a code, a sentence and the time to wait; what costs otherwise is still allowed."""
    path = operation.path.replace(":path", "").format_map(SOMEWHERE)
    name = COSTS[operation.cost]
    settings = Settings(**{f"{name}_per_s": 0.01, f"{name}_burst": 5})  # type: ignore[arg-type]
    with running(settings=settings) as address, httpx.Client(base_url=address) as client:
        answers = [client.request(operation.method, path, json={}) for _ in range(6)]
        assert [answer.status_code == 429 for answer in answers] == [False] * 5 + [True]
        assert answers[-1].json()["code"] == "too_fast"
        assert 90 <= int(answers[-1].headers["Retry-After"]) <= 100
        assert "Content-Security-Policy" in answers[-1].headers
        assert set(answers[-1].json()) == set(Problem.__struct_fields__)
        other = "/api/codes/zzzzz" if operation.cost == "read" else "/api/games"
        assert client.get(other).status_code in (200, 404)
    told = described()["paths"][operation.path.replace(":path", "")][operation.method]
    assert "429" in told["responses"]


HEAVY = {
    "/api/games/{game}/box",
    "/api/games/{game}/puzzles/{number}",
    "/api/tables/{table}/seats/{seat}/analysis",
    "/api/tables/{table}/replay",
    "/api/tables/{table}/moments",
    "/api/tables/{table}/chart",
    "/api/tables/{table}/hidden",
    "/api/tables/{table}/what-if",
    "/api/mine/export",
    "/api/players/{name:path}",
}


def test_what_is_changed_or_costs_much_has_a_narrow_limit() -> None:
    """What is only looked at and made at once may be asked for most often."""
    costs = {(one.method, one.path): one.cost for one in OPERATIONS}
    assert {path for (_, path), cost in costs.items() if cost == "heavy"} == HEAVY
    assert not [
        path for (method, path), cost in costs.items() if method != "get" and cost == "read"
    ]
    assert costs["post", "/api/tables"] == "open"
    assert costs["get", "/api/codes/{code}"] == "code"


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
    clock._now_ms += 2000
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
                if number < 2:
                    await anne.acked(f"{number}")
                else:
                    assert (await anne.wait_for("refused"))["id"] == f"{number}"

    on_site(case, settings=Settings(says_per_s=0.001, says_burst=2))
