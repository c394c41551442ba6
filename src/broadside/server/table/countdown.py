"""Countdowns: when an open window closes.

A counted window asks many seats at once and has one countdown, the same for everybody whatever they
hold. It begins anew with what all can see, and with nothing else: a pass is secret. One record
closes the window, and nothing else does; every seat that is still asked is answered for in that
record, so that neither the order nor the time of what is told depends on who was still asked. When
all have answered, it closes on the next beat after its least time. A seat may hold the countdown
until the window's clock is over.

Tables without a clock, or by days, have no countdowns: there a window closes with the last answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import SPECTATOR
from broadside.replays import fairness
from broadside.server.table.decision import Outcome
from broadside.server.table.records import Closed, Held
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.kernel.action import Action
    from broadside.kernel.state import State
    from broadside.server.table.decision import Scene
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table
    from broadside.server.table.times import OpenWindow
    from broadside.service.settings import Settings
    from broadside.wire.messages import Hold

LEAST_MS: Final = 1500
"""No window closes before, unless it is shorter by itself: silence must tell nothing."""
BEAT_MS: Final = 500
"""On such beats a window closes whose seats have all answered, never with the last answer."""
ANSWERS_PER_SEAT: Final = 2
"""No seat is asked more often in one counted window; our mistake otherwise."""


def least_ms(state: State, settings: Settings) -> int:
    """The least time of the open window."""
    return round(min(LEAST_MS, state.countdown_ms()) * settings.countdown_factor)


def due(scene: Scene) -> int | None:
    """When the open window closes by itself."""
    table, state = scene.table, scene.table.playing
    if state is None or table.times.paused_ms is not None:
        return None
    window = table.times.open
    if window is None:
        return scene.now if state.rests else None
    end = window.end_ms(scene.settings.countdown_factor)
    if window.rested_ms is None:
        return end
    return min(end, _beat_ms(state, window, window.rested_ms, scene.settings))


def _beat_ms(state: State, window: OpenWindow, rested_ms: int, settings: Settings) -> int:
    """The first beat after all have answered, but not before the window's least time."""
    first = window.began_ms + least_ms(state, settings)
    beat = max(1, round(BEAT_MS * settings.countdown_factor))
    return first + max(0, (rested_ms - first) // beat + 1) * beat


def settle(scene: Scene) -> list[Record]:
    """Close the window."""
    state = scene.table.playing
    assert state is not None
    return [Closed(scene.now, _answers(scene.table, state))]


def _answers(table: Table, state: State) -> list[tuple[int, str]]:
    """What every seat that is still asked is answered for with."""
    trial = state.clone()
    answers: list[tuple[int, str]] = []
    while not trial.rests:
        seat = trial.deciders()[0]
        rng = fairness.clock_rng(table.opened.seed, table.seq, seat)
        action = trial.clock_answer(seat, rng)
        answers.append((seat, action.text))
        assert len(answers) <= ANSWERS_PER_SEAT * state.seats
        trial.apply(seat, action)
    return answers


# ------------------------------------------------------------------------------- holding


def hold(scene: Scene, seat: int, message: Hold) -> Outcome:
    """A seat stops the countdown, or lets it run again; raises `Refusal`."""
    table, window = scene.table, scene.table.times.open
    if window is None or table.times.paused_ms is not None:
        raise Refusal(409, "nothing_to_hold", "No countdown is running.")
    number, most = window.opening.window, scene.settings.holds_per_seat
    is_holding = seat in table.holds.holding.get(number, [])
    if message.on and is_holding:
        raise Refusal(409, "held_already", f"Seat {seat} holds already.")
    if message.on and table.holds.used[seat] >= most:
        raise Refusal(409, "holds_used_up", f"Each seat may hold {most} times in a game.")
    if not message.on and not is_holding:
        raise Refusal(409, "not_held", f"Seat {seat} does not hold.")
    return Outcome([Held(scene.now, seat, message.id, number, message.on)])


def is_silent(state: State, seat: int, text: str | None) -> bool:
    """Whether what all see of an answer is the same as of the default, which does nothing."""
    default = state.prompt(seat).default
    if text is None or text == default.text:
        return True
    action = state.action_table().by_text.get(text)
    if action is None or action not in state.legal(seat):
        return False
    return _seen_after(state, seat, action) == _seen_after(state, seat, default)


def _seen_after(state: State, seat: int, action: Action) -> tuple[object, object]:
    trial = state.clone()
    trial.log = []
    trial.apply(seat, action)
    return trial.view(SPECTATOR), trial.seen_events(SPECTATOR)
