"""Time at a table as the records tell it: since when who is asked, what counts down, what rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.service.refusal import Refusal
from broadside.wire.messages import CLOCK_LIVE_MAX_S, DAY_S, Clock, Countdown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from broadside.server.table.records import Acted, Held, Opened
    from broadside.server.table.seating import Seating

LIFT_MS: Final = 10_000
"""After a play there is at least so much time on a window's clock."""


class Since(NamedTuple):
    """What a seat is asked, and since when."""

    question: int
    at_ms: int


class Opening(NamedTuple):
    """A window as it was opened, or opened again by what everybody could see."""

    window: int
    plays: int
    deals: int


class OpenWindow:
    """The window that counts down now."""

    def __init__(
        self, opening: Opening, at_ms: int, countdown_ms: int, clock_end_ms: int, clock_ms: int
    ) -> None:
        self.opening = opening
        self.began_ms = at_ms
        self.countdown_ms = countdown_ms
        """How long the game lets it count down."""
        self.counted_ms = at_ms
        """Since when its countdown runs: since it began, or since the last seat let go of it."""
        self.clock_end_ms = clock_end_ms
        self.clock_ms = clock_ms
        """No countdown and no hold outlasts the window's own clock."""
        self.is_held = False
        self.rested_ms: int | None = None
        """Since when all seats have answered."""

    def end_ms(self, factor: float) -> int:
        """When the countdown is over, or the window's clock if it is held."""
        if self.is_held:
            return self.clock_end_ms
        return min(self.counted_ms + round(self.countdown_ms * factor), self.clock_end_ms)

    def info(self, now: int, factor: float, held: list[int]) -> Countdown:
        """The countdown as everybody is told of it."""
        total_ms = self.clock_ms if self.is_held else round(self.countdown_ms * factor)
        left_ms = max(0, self.end_ms(factor) - now)
        return Countdown(self.opening.window, left_ms, total_ms, held)

    def shift(self, gap_ms: int) -> None:
        """Go on later: nothing counted meanwhile."""
        self.began_ms += gap_ms
        self.counted_ms += gap_ms
        self.clock_end_ms += gap_ms
        if self.rested_ms is not None:
            self.rested_ms += gap_ms


class Holds:
    """Who has stopped the countdown of which window, and how often.

    Anybody may hold, whatever it holds in hand, so that a hold tells nothing; all see who does.
    """

    def __init__(self, seats: int) -> None:
        self.used = [0] * seats
        """How often each seat has held."""
        self.holding: dict[int, list[int]] = {}
        """The seats that hold each window now."""

    def take(self, record: Held) -> None:
        """A seat holds, or lets go."""
        if record.on:
            self.used[record.seat] += 1
            self.holding[record.window] = sorted(
                {*self.holding.get(record.window, []), record.seat}
            )
        else:
            self.end(record.window, record.seat)

    def end(self, window: int, seat: int) -> None:
        """A seat lets go, perhaps by playing: it has thought enough."""
        self.holding[window] = [other for other in self.holding.get(window, []) if other != seat]

    def end_all(self) -> None:
        """The game was taken back: no window is held."""
        self.holding = {}


class Times:
    """The clocks of a table after its records so far. They outlive the server."""

    def __init__(self, opened: Opened, seating: Seating) -> None:
        self._seating = seating
        self.clock_s = opened.clock_s
        """What the table gives for each question; None for as long as one likes."""
        self.question_s: int | None = None
        """What there is for the question that is asked now."""
        self.has_reserve = True
        """Whether a seat may take extra time for it: not where the rules insist on a time."""
        self.is_counting = False
        """Whether the open window counts down: then there are no clocks of single seats."""
        self.reserve_ms = [opened.reserve_s * 1000] * len(opened.seats)
        self.timeouts = [0] * len(opened.seats)
        """How often in a row the clock answered for a person."""
        self.back_ms = [0] * len(opened.seats)
        """When each person took the seat back from a bot last."""
        self.asked: dict[int, Since] = {}
        """What each seat is asked."""
        self.awaited: dict[int, Since] = {}
        """The same as everybody sees it: what is sealed changes nothing."""
        self.open: OpenWindow | None = None
        self._window_clocks: dict[int, tuple[int, int]] = {}
        """When the clock of each window ends, and how long it is; one may lie below another."""
        self.paused_ms: int | None = None
        self.was_restarted = False
        """Whether the pause began because the server had been away."""

    @property
    def has_live_clock(self) -> bool:
        """Whether all people are supposed to be there, and have so many seconds."""
        return self.clock_s is not None and not is_by_days(self.clock_s)

    # ------------------------------------------------------------------ who is asked

    def acted(self, record: Acted, *, is_person: bool) -> None:
        """A seat decided; `is_person` tells that no bot plays for it."""
        seat = record.seat
        self.reserve_ms[seat] = max(0, self.reserve_ms[seat] - record.reserve_ms)
        if is_person:
            self.timeouts[seat] = self.timeouts[seat] + 1 if record.by == "clock" else 0

    def ask(self, questions: Mapping[int, int], at_ms: int) -> None:
        """These seats are asked these questions; for a new one the time begins now."""
        self.asked = _since(self.asked, questions, at_ms)

    def wait(self, seats: Iterable[int], window: int, at_ms: int, anew: Collection[int]) -> None:
        """These seats seem to be asked in a window; all saw that those in `anew` have answered."""
        before = {seat: since for seat, since in self.awaited.items() if seat not in anew}
        self.awaited = _since(before, dict.fromkeys(seats, window), at_ms)

    def begin_anew(self, at_ms: int) -> None:
        """Let the time of all who are asked, or seem to be, begin now."""
        self.asked = {seat: Since(since.question, at_ms) for seat, since in self.asked.items()}
        self.awaited = {seat: Since(since.question, at_ms) for seat, since in self.awaited.items()}
        self.open = None
        self._window_clocks = {}

    def returned(self, seat: int, at_ms: int) -> None:
        """The person is back: what was missed counts no more. The time to think is the same."""
        self.timeouts[seat] = 0
        self.back_ms[seat] = at_ms

    # ------------------------------------------------------------- clocks of single seats

    @property
    def runs(self) -> bool:
        """Whether clocks of single seats run now: not in a pause, nor while a window counts."""
        return self.question_s is not None and self.paused_ms is None and not self.is_counting

    def end_ms(self, seat: int, since: Since) -> int:
        """When the time of a seat is over that is asked since then."""
        return since.at_ms + (self.question_s or 0) * 1000 + self._reserve_of(seat)

    def reserve_used_ms(self, seat: int, now: int) -> int:
        """What the present decision has taken of a seat's reserve so far."""
        since = self.asked.get(seat)
        if since is None or not self.runs or self._seating.chairs[seat].player is not None:
            return 0
        over_ms = now - since.at_ms - (self.question_s or 0) * 1000
        return max(0, min(over_ms, self._reserve_of(seat)))

    def clock_for(self, seat: int | None, now: int) -> Clock | None:
        """The clock that a seat, or a spectator, is shown: its own, or that of who has least."""
        if not self.runs:
            return None
        chairs = self._seating.chairs
        own = None if seat is None else self.asked.get(seat)
        if own is not None and seat is not None and chairs[seat].player is None:
            return self._clock(seat, own, now)
        shown = [
            self._clock(one, since, now)
            for one, since in self.awaited.items()
            if chairs[one].player is None
        ]
        return min(shown, key=lambda clock: clock.left_ms + clock.reserve_ms, default=None)

    def _clock(self, seat: int, since: Since, now: int) -> Clock:
        total_ms, reserve_ms = (self.question_s or 0) * 1000, self._reserve_of(seat)
        own_ms = since.at_ms + total_ms - now
        return Clock(max(0, own_ms), total_ms, max(0, min(reserve_ms, own_ms + reserve_ms)))

    def _reserve_of(self, seat: int) -> int:
        return self.reserve_ms[seat] if self.has_reserve else 0

    # ------------------------------------------------------------------ open windows

    def window(
        self, opening: Opening, countdown_ms: int, clock_s: int, at_ms: int, *, is_held: bool
    ) -> OpenWindow:
        """This window counts down now; what all could see begins its countdown anew."""
        last = self.open
        if last is None or last.opening != opening:
            last = self._begin(opening, countdown_ms, clock_s * 1000, at_ms)
        elif last.is_held and not is_held:
            last.counted_ms = at_ms
        last.is_held = is_held
        return last

    def _begin(self, opening: Opening, countdown_ms: int, clock_ms: int, at_ms: int) -> OpenWindow:
        """Begin a countdown; the window's clock goes on, but a play lifts it."""
        last = self.open
        is_aside = last is not None and last.opening[:2] == opening[:2]
        end_ms, length_ms = self._window_clocks.get(opening.window, (0, 0))
        if not end_ms:
            end_ms, length_ms = at_ms + clock_ms, clock_ms
        elif not is_aside:
            end_ms = max(end_ms, at_ms + min(LIFT_MS, length_ms))
        self._window_clocks[opening.window] = end_ms, length_ms
        self.open = OpenWindow(opening, at_ms, countdown_ms, end_ms, length_ms)
        return self.open

    # ------------------------------------------------------------------------ pauses

    def pause(self, at_ms: int, *, restarted: bool) -> None:
        """All clocks stop."""
        self.paused_ms = at_ms
        self.was_restarted = restarted

    def resume(self, gap_ms: int) -> None:
        """All clocks go on where they stopped."""
        self.paused_ms = None
        self.asked = _later(self.asked, gap_ms)
        self.awaited = _later(self.awaited, gap_ms)
        self._window_clocks = {
            window: (end_ms + gap_ms, length_ms)
            for window, (end_ms, length_ms) in self._window_clocks.items()
        }
        if self.open is not None:
            self.open.shift(gap_ms)


def earliest(moments: Iterable[int | None]) -> int | None:
    """The first of some moments, of which each may be never: None."""
    return min((moment for moment in moments if moment is not None), default=None)


def is_by_days(clock_s: int | None) -> bool:
    """Whether this clock means a table by days; every other table is live."""
    return clock_s is not None and clock_s >= DAY_S


def check_clock(clock_s: int | None) -> None:
    """Make sure that a clock is either live or by days."""
    if clock_s is not None and clock_s > CLOCK_LIVE_MAX_S and not is_by_days(clock_s):
        reason = (
            f"A decision has up to {CLOCK_LIVE_MAX_S} seconds at a live table,"
            f" and {DAY_S} or more at one by days; {clock_s} is neither."
        )
        raise Refusal(400, "bad_clock", reason)


def _since(
    before: Mapping[int, Since], questions: Mapping[int, int], at_ms: int
) -> dict[int, Since]:
    """Since when each seat is asked its question: since before if it was, else since now."""
    asked: dict[int, Since] = {}
    for seat, question in questions.items():
        since = before.get(seat)
        is_same = since is not None and since.question == question
        asked[seat] = since if since and is_same else Since(question, at_ms)
    return asked


def _later(dues: Mapping[int, Since], gap_ms: int) -> dict[int, Since]:
    return {seat: Since(since.question, since.at_ms + gap_ms) for seat, since in dues.items()}
