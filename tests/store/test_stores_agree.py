"""Any story told to two stores: they answer the same, whatever is asked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path

import pytest

from broadside.store.interface import (
    Conflict,
    Fenced,
    GameResult,
    PlayerResult,
    Store,
    StoreError,
    TableRow,
)

from .contract import OPENERS

TABLES = ["a", "b", "c", "d"]
KEYS = ["anne", "ben", "chloë"]
STEPS = 150
FAR_AWAY_SEEDS = 3  # so many of the stories are told to a database, where each question takes long


def random_row(chance: random.Random) -> TableRow:
    """Any row; moments and codes meet often."""
    return TableRow(
        chance.choice(["waiting", "playing", "over"]),
        chance.choice([None, None, 1, 2, 3]),
        chance.choice(["", "", "K7QM", "ABCD"]),
        chance.choice([None, None, 1, 2, 3]),
        chance.randbytes(chance.randrange(4)),
    )


def random_result(chance: random.Random) -> GameResult:
    """Any result; some have two players on one seat, which no store can keep."""
    players = tuple(
        PlayerResult(chance.choice(KEYS), chance.randrange(6), chance.random(), 7)
        for _ in range(chance.randrange(4))
    )
    return GameResult("jamaica", chance.randrange(4), chance.randrange(4), b"", players)


async def change(store: Store, epoch: int, chance: random.Random) -> None:
    """One change of any kind, right or wrong."""
    table, seq = chance.choice(TABLES), chance.randrange(8)
    kind = chance.randrange(10)
    if kind < 7:
        records = [chance.randbytes(2) for _ in range(chance.randrange(3))]
        row = random_row(chance) if chance.random() < 0.6 else None
        result = random_result(chance) if chance.random() < 0.3 else None
        if chance.random() < 0.8:
            seq = len(await store.read(table))
        await store.append(table, epoch, seq, records, row, result)
    elif kind == 7:
        await store.rewrite(table, epoch, seq, b"rewritten")
    elif kind == 8:
        await store.rewrite_result(table, random_result(chance))
    else:
        await store.mark(chance.choice(KEYS), chance.choice([None, b"noted"]))


async def tell(store: Store, seed: int) -> list[object]:
    """Tell a story to a store; what it answered."""
    chance, answers = random.Random(seed), list[object]()
    epochs = {table: await store.lease(table) for table in TABLES}
    assert set(epochs.values()) == {1}  # a new store gives the same to all
    for _ in range(STEPS):
        try:
            await change(store, 1, chance)
            answers.append("done")
        except (Conflict, Fenced, StoreError) as error:
            answers.append(type(error))
        answers.append(await ask_everything(store, chance.randrange(5)))
    await store.close()
    return answers


async def ask_everything(store: Store, now_ms: int) -> list[object]:
    """The answers to all questions."""
    questions: list[Awaitable[object]] = [
        store.listed(now_ms, 3),
        store.due(now_ms, 3),
        store.next_wake_ms(now_ms),
        store.count(),
        *(store.find_code(code) for code in ("", "K7QM", "ABCD")),
        *(store.marked(key) for key in KEYS),
        *(store.results_of(key, now_ms) for key in KEYS),
    ]
    for table in TABLES:
        questions += [store.read(table, 1), store.row(table), store.result(table)]
    return await asyncio.gather(*questions)


@pytest.mark.parametrize("seed", range(12))
def test_all_stores_answer_the_same(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind is told the story of a seed."""
    # On a busy machine a lease of three seconds may end within a story, and this one has no end.
    monkeypatch.setattr("broadside.store.postgresql.leases.LEASE_S", 60.0)
    stories = []
    for name, opener in OPENERS.items():
        if name == "postgresql" and seed >= FAR_AWAY_SEEDS:
            continue
        (tmp_path / name).mkdir()

        async def inside(store_of: Path) -> list[object]:
            store = opener(store_of)  # noqa: B023  it ends within this turn
            await store.open()
            return await tell(store, seed)

        stories.append(asyncio.run(inside(tmp_path / name)))
    assert {"done", Conflict, StoreError} <= {a for a in stories[0] if not isinstance(a, list)}
    for story in stories[1:]:
        assert story == stories[0]
