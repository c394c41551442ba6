"""What all server tests share: every table is dealt from a seed that the test decides."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from broadside.replays import fairness
from broadside.service import addresses


@pytest.fixture(autouse=True)
def seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw secret seeds from the test's name: the same cards in every run."""
    numbers = itertools.count()

    def draw() -> str:
        return hashlib.sha256(f"{request.node.name} {next(numbers)}".encode()).hexdigest()

    monkeypatch.setattr(fairness, "new_seed", draw)


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every table from the same seed."""
    monkeypatch.setattr(fairness, "new_seed", lambda: "7" * 64)


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 127.0.0.1, 127.0.0.2 … be addresses like all others."""
    monkeypatch.setattr(addresses, "LOOPBACK", [])
