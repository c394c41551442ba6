"""The decisions of a recorded game, as the seats met them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from broadside.kernel.rng import FastRng
from broadside.replays import fairness

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from broadside.kernel.game import Game
    from broadside.replays.fairness import ReplayFile

WORLD_STEP = 7919
"""Seeds of the worlds of one game lie so far apart."""


class Decision(NamedTuple):
    """What a seat was asked, in a world that it could not tell from the table, and what it did.

    The number is that of the moment after it, as `broadside replay` and the page count them.
    """

    number: int
    question: str
    world: str
    view: dict[str, Any]
    action: str


def decisions(
    file: ReplayFile, games: Mapping[str, Game], seat: int, seed: int
) -> Iterator[Decision]:
    """Every decision of a seat that had an alternative."""
    before = None
    for number, (actor, text, state, _) in enumerate(fairness.steps(file, games)):
        if actor == seat and before is not None and text is not None:
            action, legal = before.action_table().find(text), before.legal(seat)
            if action in legal and len(legal) > 1:
                world = before.determinize(seat, FastRng(seed + WORLD_STEP * number))
                question = before.prompt(seat).question
                yield Decision(number, question, world.write(), before.view(seat), text)
        before = state.clone()
