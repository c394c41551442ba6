"""What is said once: legality and its reason, and all that a table holds."""

from __future__ import annotations

from broadside.kernel.state import State
from broadside.kernel.step import Step

from .cases import Play

NOT_COPIED = {"log", "news", "news_epoch", "rng"}
"""A copy records nothing, and has a generator of its own."""


def attributes(table: State) -> list[str]:
    """The names of all that a table holds and a copy must have, compiled or not."""
    names = getattr(type(table), "__mypyc_attrs__", None) or vars(table)
    return [name for name in names if name not in NOT_COPIED]


def l3_what_is_not_legal_is_denied(play: Play) -> None:
    """L3: Legality and its reason are one statement: of all actions that answer a question by their
    verb, those are denied that are not legal, and no other.
    """
    actions = play.case.game.actions
    for table in play.positions():
        step = table.agenda[-1] if table.agenda else None
        if not isinstance(step, Step):
            continue
        for seat in table.deciders():
            answers = [action for verb in step.verbs for action in actions.of_verb(verb)]
            allowed = [each for each in answers if step.denial(table, seat, each) is None]
            assert sorted([action.code for action in allowed]) == [
                action.code for action in table.legal(seat)
            ]
