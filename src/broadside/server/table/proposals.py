"""Proposals: what happens only if all people at the table agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel import replay as kernel_replay
from broadside.kernel.undo import can_take_back
from broadside.replays.fairness import CLOSING
from broadside.server.table.decision import Outcome, check_playing
from broadside.server.table.records import Answered, Lapsed, Proposed, TempoSet, Undone
from broadside.server.table.times import check_clock, is_by_days
from broadside.service.refusal import Refusal
from broadside.wire.messages import DAY_S

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table
    from broadside.wire.messages import Answer, Propose

LAPSE_S: Final = 120
"""So long a live table waits for answers; one by days waits for a day."""


def propose(scene: Scene, seat: int, message: Propose) -> Outcome:
    """A person proposes something; raises `Refusal`."""
    table = scene.table
    check_playing(table)
    if table.agreements.open is not None:
        raise Refusal(409, "proposal_open", "Answer the proposal that is open first.")
    if message.what == "undo":
        keep = _check_undo(table, seat)
        return Outcome([Proposed(scene.now, seat, message.id, "undo", None, keep)])
    check_clock(message.clock_s)
    if message.clock_s == table.times.clock_s:
        raise Refusal(409, "same_tempo", "The table has this tempo already.")
    return Outcome([Proposed(scene.now, seat, message.id, "tempo", message.clock_s)])


def _check_undo(table: Table, seat: int) -> int:
    """The number of actions that an undo for this seat would keep."""
    if table.times.is_counting and table.seating.active != [seat]:
        reason = "A countdown runs, and would be over before all have answered."
        raise Refusal(409, "undo_countdown", reason)
    own = [place for place, decider in enumerate(table.decided_by) if decider == seat]
    if not own:
        raise Refusal(409, "undo_nothing", f"Seat {seat} has not decided anything yet.")
    keep = own[-1]
    if (seat, keep) in table.agreements.declined:
        raise Refusal(409, "undo_declined", "The table has said no to this already.")
    if not _can_go_back(table, keep):
        raise Refusal(409, "undo_revealed", "Something was revealed or rolled since.")
    return keep


def _can_go_back(table: Table, keep: int) -> bool:
    """Whether nothing was revealed or rolled since the first `keep` actions."""
    later = table.actions[keep:]
    if CLOSING in later:  # all know by now that nobody played any more
        return False
    state = table.dealt()
    for seat, action in table.actions[:keep]:
        kernel_replay.repeat(state, seat, action)
    return can_take_back(state, later)


def answer(scene: Scene, seat: int, message: Answer) -> Outcome:
    """A person says yes or no; raises `Refusal`."""
    agreements = scene.table.agreements
    is_over = scene.table.playing is None
    if agreements.open is None or agreements.number != message.proposal or is_over:
        raise Refusal(409, "no_proposal", "This proposal is not open any more.")
    return Outcome([Answered(scene.now, seat, message.id, message.yes)])


def due(scene: Scene) -> int | None:
    """When the open proposal is settled: at once if all agree, else when it lapses."""
    open_ = scene.table.agreements.open
    if open_ is None or scene.table.playing is None:
        return None
    if scene.table.agreements.is_agreed(scene.table.seating.active):
        return scene.now
    waits_s = DAY_S if is_by_days(scene.table.times.clock_s) else LAPSE_S
    return open_.at_ms + waits_s * 1000


def settle(scene: Scene) -> list[Record]:
    """Do what was agreed, or let the proposal lapse."""
    table, open_ = scene.table, scene.table.agreements.open
    assert open_ is not None
    if not table.agreements.is_agreed(table.seating.active):
        return [Lapsed(scene.now)]
    if open_.what == "tempo":
        return [TempoSet(scene.now, open_.clock_s)]
    if _can_go_back(table, open_.keep):  # a seat may have answered under seal meanwhile
        return [Undone(scene.now, len(table.actions) - open_.keep)]
    return [Lapsed(scene.now)]
