"""What people were told on the way, beside what the log says: a view for each number.

The end of a run is compared with a fresh server. This looks at the middle: every update carries the
number of the records that its viewpoint can know of, and whoever plays the log finds a moment with
this number at which the viewpoint sees the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from . import adapter
from .letters import STORED
from .plan import GAMES

if TYPE_CHECKING:
    from .world import World

    Frame = dict[str, Any]
    Told = dict[int | None, dict[int, list[tuple[str, Frame]]]]
    """Who was told what, by seat and number."""

LASTING: Final = ("view", "waiting", "prompt", "legal", "asides", "denied", "result", "question")
"""What an update tells that does not change by itself."""
EVERY: Final = 4
"""Of so many numbers one is looked at: a view for every number takes longer than the game."""


def is_looked_at(update: Frame) -> bool:
    """Whether a view with this number will be compared."""
    return bool(update["seq"] % EVERY == 0)


def check_replays(world: World) -> None:
    """Play each log once, and compare what was told with what it says at each number."""
    for table in world.party.tables:
        told: Told = {}
        for tab in world.tabs():
            for seat, update in tab.looked_at if tab.table == table else []:
                told.setdefault(seat, {}).setdefault(update["seq"], []).append((tab.name, update))
        try:
            _check_table(world, table, told)
        except adapter.BrokenTableError as error:
            world.find("broken log", str(error))


def _check_table(world: World, table: str, told: Told) -> None:
    replay: adapter.Replay | None = None
    for replay in adapter.replays(table, GAMES, world.house.disk):
        for seat, numbers in told.items():
            number = replay.number(seat)
            if numbers.get(number):
                world.outcome.facts["views replayed"] += 1
                sight = replay.sight(seat)
                numbers[number] = [one for one in numbers[number] if _differs(one[1], sight)]
    for numbers in told.values():
        for name, update in (one for ones in numbers.values() for one in ones):
            seen = {key: update[key] for key in LASTING}
            world.find(
                "replayed view", f"{name}, number {update['seq']}: the log never says {seen}"
            )
    if replay is not None:
        _check_numbers(world, table, replay.acknowledged())


def _differs(update: Frame, sight: Frame) -> bool:
    return any(update[key] != sight[key] for key in LASTING)


def _check_numbers(world: World, table: str, true: dict[tuple[int, str], int]) -> None:
    """What was acknowledged has the number in the log with which it was acknowledged."""
    for tab in world.tabs():
        letters = tab.person.letters
        for answer in (answer for box in tab.postboxes for answer in box.answers):
            letter = letters.get(answer.id)
            if answer.kind != STORED or letter is None or letter.table != table:
                continue
            number = None if letter.seat is None else true.get((letter.seat, answer.id))
            if number is not None and str(number) != answer.detail:
                text = f"{tab.name}: {answer.id} was acknowledged as {answer.detail}"
                world.find("misnumbered", f"{text}, but is {number}")
