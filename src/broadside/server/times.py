"""Time to think, as the records tell it: since when a seat is asked, what its reserve has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.messages import DAY_S

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadside.server.records import Acted, Opened


class Times:
    """The clocks of a table after the records so far. They outlive the server."""

    def __init__(self, opened: Opened) -> None:
        self.clock_s = opened.clock_s
        self.reserve_ms = [opened.reserve_s * 1000] * len(opened.seats)
        self.timeouts = [0] * len(opened.seats)
        """How often in a row the clock answered for a person."""
        self.asked_ms: dict[int, int] = {}
        """When each seat was asked that is asked, or seems to be."""
        self.awaited_ms: dict[int, int] = {}
        """When each seat was asked as everybody sees it: what is sealed changes nothing."""
        self.begun = 0
        """How often everybody's time has begun anew."""

    @property
    def is_live(self) -> bool:
        """Whether everybody is supposed to be there."""
        return self.clock_s is not None and self.clock_s < DAY_S

    def acted(self, record: Acted, *, is_person: bool) -> None:
        """A seat decided; `is_person` tells that no bot plays for it."""
        seat = record.seat
        self.reserve_ms[seat] = max(0, self.reserve_ms[seat] - record.reserve_ms)
        if is_person:
            self.timeouts[seat] = self.timeouts[seat] + 1 if record.by == "clock" else 0

    def ask(self, seats: Iterable[int], at_ms: int, anew: Iterable[int] = ()) -> None:
        """These seats are asked, or seem to be; the time of those in `anew` begins now."""
        self.asked_ms = _asked(self.asked_ms, seats, at_ms, anew)

    def wait(self, seats: Iterable[int], at_ms: int, anew: Iterable[int] = ()) -> None:
        """These seats seem to be asked; everybody saw that those in `anew` have answered."""
        self.awaited_ms = _asked(self.awaited_ms, seats, at_ms, anew)

    def begin_anew(self, seats: Iterable[int], at_ms: int) -> None:
        """The time of all these seats, which are asked or seem to be, begins now."""
        self.asked_ms = dict.fromkeys(seats, at_ms)
        self.awaited_ms = dict.fromkeys(self.asked_ms, at_ms)
        self.begun += 1

    def returned(self, seat: int) -> None:
        """The person is back: what was missed counts no more."""
        self.timeouts[seat] = 0


def _asked(
    before: dict[int, int], seats: Iterable[int], at_ms: int, anew: Iterable[int]
) -> dict[int, int]:
    """Since when these seats are asked; those in `anew` since now."""
    known = {seat: ms for seat, ms in before.items() if seat not in set(anew)}
    return {seat: known.get(seat, at_ms) for seat in seats}
