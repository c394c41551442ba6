"""What only the store in memory shows: a lease for each table, shared by servers of one test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from broadside.store.interface import Fenced
from broadside.store.memory import MemoryStore

from .contract import WAITING, opened


def test_a_second_lease_fences_the_first() -> None:
    """Of that table only; the new owner goes on where the old one was."""

    async def case() -> None:
        store = MemoryStore()
        first, other = await opened(store, "a"), await opened(store, "b")
        second = await store.lease("a")
        assert second > first
        with pytest.raises(Fenced):
            await store.append("a", first, 1, [b"late"])
        with pytest.raises(Fenced):
            await store.rewrite("a", first, 0, b"late")
        await store.release("a", first)  # which is over: the second lease goes on
        await store.append("a", second, 1, [b"one"])
        await store.append("b", other, 1, [b"one"])
        assert await store.read("a") == [b"opened", b"one"]

    asyncio.run(case())


def test_an_append_under_way_is_fenced_by_a_lease_before_it() -> None:
    """The order of the calls decides, not the order of the answers."""

    async def case() -> None:
        store = MemoryStore()
        first = await opened(store, "a")
        before = asyncio.ensure_future(store.append("a", first, 1, [b"in time"]))
        await store.lease("a")
        after = asyncio.ensure_future(store.append("a", first, 2, [b"late"]))
        await before
        with pytest.raises(Fenced):
            await after
        assert await store.read("a") == [b"opened", b"in time"]

    asyncio.run(case())


def test_a_released_epoch_is_over() -> None:
    """A server that goes on after giving a table back is found out."""

    async def case() -> None:
        store = MemoryStore()
        epoch = await opened(store, "a")
        await store.release("a", epoch)
        with pytest.raises(Fenced):
            await store.append("a", epoch, 1, [b"late"])
        assert await store.lease("a") > epoch

    asyncio.run(case())


def test_every_call_lets_other_tasks_run() -> None:
    """As a store on a disk does: tests shall meet what comes in between."""

    async def case() -> None:
        store = MemoryStore()
        epoch = await opened(store, "a")
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: store.lease("b"),
            lambda: store.append("a", epoch, 1, [b"one"]),
            lambda: store.append("a", epoch, 2, [], WAITING),
            lambda: store.read("a"),
            lambda: store.row("a"),
            lambda: store.due(1, 1),
            lambda: store.rewrite("a", epoch, 0, b"zero"),
            lambda: store.mark("key", b"value"),
        ]
        for call in calls:
            others_ran = asyncio.Event()
            asyncio.get_running_loop().call_soon(others_ran.set)
            await call()
            assert others_ran.is_set()

    asyncio.run(case())
