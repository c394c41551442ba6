"""What is said once: legality and its reason, and all that a table holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.pickling import attributes
from broadside.kernel.step import Step

if TYPE_CHECKING:
    from broadside.kernel.state import State

    from .cases import Play

NOT_CLONED = {"log", "news", "news_epoch", "rng"}
"""A clone records nothing, and has a generator of its own."""


def copied_attributes(table: State) -> list[str]:
    """The names of all that a table holds and a clone must have."""
    return [name for name in attributes(table) if name not in NOT_CLONED]


def l3_what_is_not_legal_is_denied(play: Play) -> None:
    """L3: Legality and its reason are one statement: of all actions that answer a question by their
    verb, those are denied that are not legal, and no other.
    """
    for table in play.positions():
        step = table.agenda[-1] if table.agenda else None
        if not isinstance(step, Step):
            continue
        for seat in table.deciders():
            answers = [action for verb in step.verbs for action in verb.actions]
            allowed = [each for each in answers if step.refused(table, seat, each) is None]
            assert sorted([action.code for action in allowed]) == [
                action.code for action in table.legal(seat)
            ]
