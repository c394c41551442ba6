"""Guided games: what the bots do while the pupil follows the course, and what is asked next.

The course is one list of actions in order. A seat whose action is not yet due waits, even if it is
asked: so what the pupil sees is always the same. As soon as a seat has done something else, the
course is left: the bots think for themselves, and the guide falls silent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.wire.messages import Guide

if TYPE_CHECKING:
    from broadside.server.table.state import Table


def next_move(table: Table) -> tuple[int, str] | None:
    """The seat whose action is due, and the action; None off the course, and after its end."""
    course = table.opened.course
    if course is None:
        return None
    done = _done(table)
    if len(done) >= len(course.moves) or done != course.moves[: len(done)]:
        return None
    return course.moves[len(done)]


def guide(table: Table, seat: int | None) -> Guide | None:
    """Where the guided game stands, for its pupil; None for all others, and off the course."""
    course = table.opened.course
    if course is None or seat != course.pupil:
        return None
    done = _done(table)[: len(course.moves)]
    if done != course.moves[: len(done)]:
        return None
    mine = [who for who, _ in done].count(seat)
    step, names = course.steps[mine], list(dict.fromkeys(course.steps))
    due = next_move(table)
    action = due[1] if due is not None and due[0] == seat else None
    return Guide(step, names.index(step), len(names), action)


def _done(table: Table) -> list[tuple[int, str]]:
    """What the seats have done so far; a window that closes is nobody's action."""
    return [move for move in table.actions if move[0] >= 0]
