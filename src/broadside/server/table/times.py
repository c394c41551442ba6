"""Time at a table as the records tell it: since when who is asked, what counts down, what rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.server.wire.messages import DAY_S, Clock, Countdown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from broadside.server.settings import Settings
    from broadside.server.table.records import Acted, Opened
    from broadside.server.table.state import Table

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

    def __init__(self, opening: Opening, at_ms: int, clock_end_ms: int, clock_ms: int) -> None:
        self.opening = opening
        self.began_ms = at_ms
        self.counted_ms = at_ms
        """Since when its countdown runs: since it began, or since the last seat let go of it."""
        self.clock_end_ms = clock_end_ms
        self.clock_ms = clock_ms
        """No countdown and no hold outlasts the window's own clock."""
        self.is_held = False
        self.rested_ms: int | None = None
        """Since when all seats have answered."""

    def shift(self, gap_ms: int) -> None:
        """Go on later: nothing counted meanwhile."""
        self.began_ms += gap_ms
        self.counted_ms += gap_ms
        self.clock_end_ms += gap_ms
        if self.rested_ms is not None:
            self.rested_ms += gap_ms


class Times:
    """The clocks of a table after its records so far. They outlive the server."""

    def __init__(self, opened: Opened) -> None:
        self.clock_s = opened.clock_s
        self.reserve_ms = [opened.reserve_s * 1000] * len(opened.seats)
        self.timeouts = [0] * len(opened.seats)
        """How often in a row the clock answered for a person."""
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
        before = self.asked
        self.asked = {}
        for seat, question in questions.items():
            since = before.get(seat)
            is_same = since is not None and since.question == question
            self.asked[seat] = since if since and is_same else Since(question, at_ms)

    def wait(self, seats: Iterable[int], window: int, at_ms: int, anew: Collection[int]) -> None:
        """These seats seem to be asked in a window; all saw that those in `anew` have answered."""
        before = self.awaited
        self.awaited = {}
        for seat in seats:
            since = before.get(seat)
            is_same = since is not None and since.question == window and seat not in anew
            self.awaited[seat] = since if since and is_same else Since(window, at_ms)

    def begin_anew(self, at_ms: int) -> None:
        """Let the time of all who are asked, or seem to be, begin now."""
        self.asked = {seat: Since(since.question, at_ms) for seat, since in self.asked.items()}
        self.awaited = {seat: Since(since.question, at_ms) for seat, since in self.awaited.items()}
        self.open = None
        self._window_clocks = {}

    def returned(self, seat: int) -> None:
        """The person is back: what was missed counts no more."""
        self.timeouts[seat] = 0

    # ------------------------------------------------------------------ open windows

    def window(self, opening: Opening, clock_s: int, at_ms: int, *, is_held: bool) -> OpenWindow:
        """This window counts down now; what all could see begins its countdown anew."""
        last = self.open
        if last is None or last.opening != opening:
            last = self._begin(opening, clock_s * 1000, at_ms)
        elif last.is_held and not is_held:
            last.counted_ms = at_ms
        last.is_held = is_held
        return last

    def _begin(self, opening: Opening, clock_ms: int, at_ms: int) -> OpenWindow:
        """Begin a countdown; the window's clock goes on, but a play lifts it."""
        last = self.open
        is_aside = last is not None and last.opening[:2] == opening[:2]
        end_ms, length_ms = self._window_clocks.get(opening.window, (0, 0))
        if not end_ms:
            end_ms, length_ms = at_ms + clock_ms, clock_ms
        elif not is_aside:
            end_ms = max(end_ms, at_ms + min(LIFT_MS, length_ms))
        self._window_clocks[opening.window] = end_ms, length_ms
        self.open = OpenWindow(opening, at_ms, end_ms, length_ms)
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


# ------------------------------------------------------------------ what is shown of it


def runs(table: Table) -> bool:
    """Whether clocks of single seats run now: not in a pause, nor while a window counts down."""
    is_stopped = table.times.paused_ms is not None or table.is_counting
    return table.playing is not None and table.clock_s is not None and not is_stopped


def end_ms(table: Table, seat: int, since: Since) -> int:
    """When the time of a seat is over that is asked since then."""
    return since.at_ms + (table.clock_s or 0) * 1000 + _reserve_ms(table, seat)


def reserve_used_ms(table: Table, seat: int, now: int) -> int:
    """What the present decision has taken of a seat's reserve so far."""
    since = table.times.asked.get(seat)
    if since is None or not runs(table) or table.chairs[seat].player is not None:
        return 0
    over_ms = now - since.at_ms - (table.clock_s or 0) * 1000
    return max(0, min(over_ms, _reserve_ms(table, seat)))


def clock_for(table: Table, seat: int | None, now: int) -> Clock | None:
    """The clock that a seat, or a spectator, is shown: its own, or that of who has least."""
    if not runs(table):
        return None
    own = None if seat is None else table.times.asked.get(seat)
    if own is not None and seat is not None and table.chairs[seat].player is None:
        return _clock(table, seat, own, now)
    awaited = [one for one in table.times.awaited.items() if table.chairs[one[0]].player is None]
    shown = [_clock(table, one, since, now) for one, since in awaited]
    return min(shown, key=lambda clock: clock.left_ms + clock.reserve_ms, default=None)


def _clock(table: Table, seat: int, since: Since, now: int) -> Clock:
    total_ms, reserve_ms = (table.clock_s or 0) * 1000, _reserve_ms(table, seat)
    own_ms = since.at_ms + total_ms - now
    return Clock(max(0, own_ms), total_ms, max(0, min(reserve_ms, own_ms + reserve_ms)))


def _reserve_ms(table: Table, seat: int) -> int:
    """The extra time that a seat may take; none where the rules insist on a time."""
    has_reserve = table.state is None or not table.state.hourglass_s()
    return table.times.reserve_ms[seat] if has_reserve else 0


def window_end_ms(table: Table, window: OpenWindow, settings: Settings) -> int:
    """When the countdown is over, or the window's clock if it is held."""
    if window.is_held:
        return window.clock_end_ms
    return min(window.counted_ms + countdown_ms(table, settings), window.clock_end_ms)


def countdown_ms(table: Table, settings: Settings) -> int:
    """How long the open window counts down."""
    return (
        0 if table.state is None else round(table.state.countdown_ms() * settings.countdown_factor)
    )


def countdown_for(table: Table, now: int, settings: Settings) -> Countdown | None:
    """The countdown as everybody is told of it."""
    window = table.times.open
    if window is None or table.playing is None or table.times.paused_ms is not None:
        return None
    number = window.opening.window
    total_ms = window.clock_ms if window.is_held else countdown_ms(table, settings)
    left_ms = max(0, window_end_ms(table, window, settings) - now)
    return Countdown(number, left_ms, total_ms, table.holds.holding.get(number, []))


def is_by_days(clock_s: int | None) -> bool:
    """Whether this clock means a table by days; every other table is live."""
    return clock_s is not None and clock_s >= DAY_S


def _later(dues: Mapping[int, Since], gap_ms: int) -> dict[int, Since]:
    return {seat: Since(since.question, since.at_ms + gap_ms) for seat, since in dues.items()}
