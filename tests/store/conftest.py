"""The stores that the contract's tests run on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .contract import OPENERS, Case, Run


@pytest.fixture(params=list(OPENERS))
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Run a case on a new store of each kind in turn, then close it."""

    async def inside(case: Case) -> None:
        store = OPENERS[request.param](tmp_path)
        await store.open()
        try:
            await case(store)
        finally:
            await store.close()

    return lambda case: asyncio.run(inside(case))
