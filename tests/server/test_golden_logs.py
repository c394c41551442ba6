"""Logs of tables as they were stored once: what is in them must be read for ever.

`python -m tests.server.test_golden_logs` writes them anew: only after the log's format was raised.
They are of a game of the tests, which no edition of a real game changes.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from broadside.kernel.event import SPECTATOR
from broadside.server.table import records
from broadside.server.table.state import BrokenTableError, load
from broadside.wire.messages import DAY_S

from .chance import KINDS_MAX
from .test_core import tell
from .windows import BRAWL

LOGS = Path(__file__).parent / "golden_logs"
SETUPS: list[tuple[str, int | None, bool]] = [
    ("ppp", 120, True),
    ("pbb", 60, True),
    ("pp", DAY_S, True),
    ("ppb", None, False),
]
SEEDS_MAX = 300


def write_all() -> None:
    """Tell stories, and keep the log of each that has a new kind of record, and how it ended."""
    LOGS.mkdir(exist_ok=True)
    missing = {*records.Record.__args__}
    for seed in range(SEEDS_MAX):
        chance = random.Random(seed)
        kinds = [chance.randrange(KINDS_MAX) for _ in range(160)]
        seats, clock_s, is_full = SETUPS[seed % len(SETUPS)]
        log = tell("brawl", seats, clock_s, seed, kinds, is_full=is_full).log
        found = {type(records.decode(line)) for line in log}
        if found & missing:
            missing -= found
            lines = [*log, msgspec.json.encode(ending(log))]
            (LOGS / f"{seed}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
        if not missing:
            return


def ending(log: list[bytes]) -> dict[str, object]:
    """How a table stands after its whole log."""
    table = load("golden", {"brawl": BRAWL}, log)
    return {
        "status": table.status,
        "seats": [chair.title() for chair in table.chairs],
        "view": None if table.state is None else table.state.view(SPECTATOR),
        "actions": len(table.actions),
        "sealed": len(table.sealed),
    }


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_stored_log_is_read_as_it_was(path: Path) -> None:
    """Every record is understood, written back to the letter, and leads to the same table."""
    *log, last = path.read_bytes().splitlines()
    assert [records.encode(records.decode(line)) for line in log] == log
    assert msgspec.json.decode(msgspec.json.encode(ending(log))) == msgspec.json.decode(last)


def test_the_logs_hold_every_kind_of_record() -> None:
    """Else a kind could change unseen."""
    found = {
        type(records.decode(line))
        for path in LOGS.glob("*.jsonl")
        for line in path.read_bytes().splitlines()[:-1]
    }
    assert {*records.Record.__args__} == found


def test_a_log_of_another_format_is_not_touched() -> None:
    """A newer server may have written it."""
    first = next(LOGS.glob("*.jsonl")).read_bytes().splitlines()[0]
    newer = first.replace(b'"format":1', b'"format":2')
    assert newer != first
    with pytest.raises(BrokenTableError, match="log format 2"):
        load("golden", {"brawl": BRAWL}, [newer])


if __name__ == "__main__":
    write_all()
