"""Play the golden games anew: `python -m tests.golden.record`.

Stories are written over: look at what changed. Records of finished games are the memory of a rules
version; only those that are missing are written.
"""

from __future__ import annotations

import json
from pathlib import Path

from broadside.kernel.replay import Record
from broadside.kernel.rng import FastRng, SealedRng
from broadside.kernel.state import State
from broadside.laws.policies import bribing, varied

from .plans import PLANS
from .story import Decisions, Plan, tell

FOLDER = Path(__file__).parent
RECORDS = FOLDER / "records"
ASIDES_EVERY = 12
"""One decision in so many is an offer or an answer, where there are any."""


def play_through(table: State, seed: int) -> Decisions:
    """Play a table to its end, every verb as often as the others; now and then an aside."""
    rng = FastRng(seed)
    decisions: Decisions = []
    while table.deciders():
        has_asides = len(table.asides(0)) > 0
        policy = bribing if has_asides and rng.below(ASIDES_EVERY) == 0 else varied
        seat, action = policy(table, rng)
        table.apply(seat, action)
        decisions.append((seat, action.text))
    return decisions


def key_of(plan: Plan) -> bytes:
    """The key of a live table."""
    return plan.seed.to_bytes(32, "big")


def record_of(plan: Plan) -> dict[str, object]:
    """A finished game as it is stored, with everything that must come out again."""
    table = plan.game.deal(plan.seats, plan.options, SealedRng(key_of(plan)))
    decisions = play_through(table, plan.seed)
    return {
        "game": plan.game.name,
        "version": plan.game.version,
        "seats": plan.seats,
        "options": plan.options,
        "key": key_of(plan).hex(),
        "actions": [f"{seat} {text}" for seat, text in decisions],
        "result": table.result(),
        "scores": table.scores(),
        "table": table.write().splitlines(),
    }


def read_record(path: Path) -> tuple[Record, SealedRng, dict[str, object]]:
    """A stored game: what to replay, with which chance, and what must come out."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    found = Record(stored["game"], stored["version"], stored["seats"], stored["options"])
    for line in stored["actions"]:
        seat, _, text = line.partition(" ")
        found.add(int(seat), text)
    return found, SealedRng(bytes.fromhex(stored["key"])), stored


def main() -> None:
    """Write every story, and the records that are missing."""
    for name, plan in PLANS.items():
        story = tell(plan, play_through(plan.deal(), plan.seed))
        (FOLDER / f"{name}.txt").write_text("\n".join(story) + "\n", encoding="utf-8")
        start = f"{plan.game.name}-v{plan.game.version}"
        path = RECORDS / f"{start}{name.removeprefix(plan.game.name)}.json"
        if not path.exists():
            path.write_text(json.dumps(record_of(plan), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
