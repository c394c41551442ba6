"""The pace of a table: when an open window closes by itself, and how long a question may take.

An open window asks many seats at once and has one countdown, the same for everybody whoever holds
what. It begins anew with everything that all can see, and with nothing else: a pass is secret. When
it is over, every seat that is still asked gets its default, all in one record, so that neither the
order nor the time of what is told depends on who was still asked. A seat may hold the countdown
until the window's clock is over. No window closes before its least time, though all have answered.

Tables without a clock, or by days, have no countdowns: there every window waits for all answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.kernel.event import SPECTATOR
from broadside.server.messages import Countdown
from broadside.server.records import Closed, Held
from broadside.server.refusal import Refusal

if TYPE_CHECKING:
    from broadside.kernel.action import Action
    from broadside.kernel.state import State
    from broadside.server.clock import Clock
    from broadside.server.ledger import Ledger
    from broadside.server.messages import Hold
    from broadside.server.settings import Settings

BEAT_MS: Final = 1500
"""No window closes before, unless it is shorter by itself: silence must tell nothing."""
LIFT_S: Final = 10
"""After a play there is at least so much time on the window's clock."""
ANSWERS_PER_SEAT: Final = 2
"""Nobody is asked more often in one window that closes by itself; our mistake otherwise."""


class Opening(NamedTuple):
    """A window as it was opened, or opened again by what everybody could see."""

    window: int
    plays: int
    deals: int


class Pace:
    """The countdown of one table."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._clock = clock
        self._settings = settings
        self._opening: Opening | None = None
        self._total_s = 0.0
        self._due = 0.0
        self._least_due = 0.0
        self._held: list[int] = []
        self._clocks: dict[int, tuple[float, float]] = {}
        """When the clock of each window is over, and how long it is."""

    @property
    def is_counting(self) -> bool:
        """Whether there is a countdown now."""
        return self._opening is not None

    @property
    def least_due(self) -> float:
        """Before this moment the window does not close."""
        return self._least_due

    def opening(self, ledger: Ledger) -> Opening | None:
        """The window that counts down now, as it was opened last; None if there is none."""
        state = ledger.state
        if state is None or not ledger.is_counting:
            return None
        return Opening(state.window_id(), ledger.plays, ledger.deals)

    def clock_s(self, ledger: Ledger) -> int | None:
        """How long a question may take: what the game says, or what the table says.

        A time on which the rules insist runs at every table; it never lengthens the table's own.
        """
        state, table_s = ledger.state, ledger.times.clock_s
        if state is None:
            return table_s
        insisted = state.hourglass_s()
        if insisted:
            return insisted if table_s is None else min(insisted, table_s)
        return (state.clock_s() or table_s) if ledger.times.has_live_clock else table_s

    def has_reserve(self, ledger: Ledger) -> bool:
        """Whether a seat may think longer if it has time in reserve, on which no rule insists."""
        return ledger.state is None or not ledger.state.hourglass_s()

    def beat_s(self, state: State) -> float:
        """The least time of the open window."""
        return min(BEAT_MS / 1000 * self._settings.pace, self.countdown_s(state))

    def countdown_s(self, state: State) -> float:
        """How long the open window counts down."""
        return state.countdown_ms() / 1000 * self._settings.pace

    # ------------------------------------------------------------------- counting

    def look(self, ledger: Ledger) -> None:
        """See whether there is a countdown now, and whether it must begin anew."""
        opening = self.opening(ledger)
        if opening is None:
            self._opening = None
            self._held = []
            return
        held = ledger.holds.of(opening.window)
        if opening != self._opening:
            self._begin(ledger, opening)
        elif self._held and not held:
            self._count()
        self._held = held

    def begin_anew(self) -> None:
        """Forget what was counted: the table was taken back, or has another clock."""
        self._opening, self._held, self._clocks = None, [], {}

    def _begin(self, ledger: Ledger, opening: Opening) -> None:
        state, now, last = ledger.state, self._clock.now(), self._opening
        assert state is not None
        is_aside = last is not None and last[:2] == opening[:2]
        due, clock_s = self._clocks.get(opening.window, (0.0, 0.0))
        if not due:
            clock_s = float(self.clock_s(ledger) or 0)
            due = now + clock_s
        elif not is_aside:
            due = max(due, now + min(LIFT_S, clock_s))
        self._clocks[opening.window] = due, clock_s
        self._opening = opening
        self._total_s = self.countdown_s(state)
        self._least_due = now + self.beat_s(state)
        self._count()

    def _count(self) -> None:
        """Let the countdown run from its full length, but not beyond the window's clock."""
        assert self._opening is not None
        clock_due, _ = self._clocks[self._opening.window]
        self._due = min(self._clock.now() + self._total_s, clock_due)

    def next_due(self) -> float | None:
        """When the window closes by itself."""
        if self._opening is None:
            return None
        return self._clocks[self._opening.window][0] if self._held else self._due

    def is_over(self) -> bool:
        """Whether the window must close now."""
        due = self.next_due()
        return due is not None and due <= self._clock.now()

    def is_early(self, ledger: Ledger, seat: int, text: str | None) -> bool:
        """Whether this is a silent answer before the least time of the window is over.

        A play may come at any time: delayed, it would tell that all others have answered.
        """
        state = ledger.state
        if state is None or not self.is_counting or self._clock.now() >= self._least_due:
            return False
        return state.is_asked(seat) and is_silent(state, seat, text)

    # -------------------------------------------------------------------- telling

    def countdown(self) -> Countdown | None:
        """The countdown as everybody is told of it."""
        due = self.next_due()
        if due is None or self._opening is None:
            return None
        total_s = self._clocks[self._opening.window][1] if self._held else self._total_s
        left_s = max(0.0, due - self._clock.now())
        return Countdown(
            self._opening.window, round(left_s * 1000), round(total_s * 1000), self._held
        )

    def holds_left(self, ledger: Ledger, seat: int | None) -> int:
        """How often a seat may still hold."""
        if seat is None:
            return 0
        return max(0, self._settings.holds_per_seat - ledger.holds.used[seat])

    # ------------------------------------------------------------------ proposing

    def propose_hold(self, ledger: Ledger, seat: int, hold: Hold) -> Held:
        """Propose that a seat holds, or lets go; raises `Refusal`."""
        opening = self.opening(ledger)
        if opening is None:
            raise Refusal(409, "nothing_to_hold", "No countdown is running.")
        is_holding = seat in ledger.holds.of(opening.window)
        if hold.on and is_holding:
            raise Refusal(409, "held_already", f"Seat {seat} holds already.")
        if hold.on and not self.holds_left(ledger, seat):
            count = self._settings.holds_per_seat
            raise Refusal(409, "holds_used_up", f"Each seat may hold {count} times in a game.")
        if not hold.on and not is_holding:
            raise Refusal(409, "not_held", f"Seat {seat} does not hold.")
        return Held(self._clock.wall_ms(), seat, hold.id, opening.window, hold.on)

    def propose_closing(self, ledger: Ledger, opening: Opening) -> Closed:
        """Propose to close the window; raises `Refusal` if it is not the same any more."""
        if self.opening(ledger) != opening or ledger.state is None:
            raise Refusal(409, "too_late", "The window has closed, or somebody played.")
        return Closed(self._clock.wall_ms(), defaults(ledger.state))


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


def defaults(state: State) -> list[tuple[int, str]]:
    """What everybody who is still asked in this window gets."""
    trial, window = state.clone(), state.window_id()
    answers: list[tuple[int, str]] = []
    while trial.waiting and trial.countdown_ms() and trial.window_id() == window:
        seat = trial.deciders()[0]
        action = trial.prompt(seat).default
        answers.append((seat, action.text))
        assert len(answers) <= ANSWERS_PER_SEAT * state.seats
        trial.apply(seat, action)
    return answers
