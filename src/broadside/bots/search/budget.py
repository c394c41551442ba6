"""How long a search may go on: so many look-aheads, or until a watch that was handed in says stop.

The engine has no clock. Whoever wants an answer in time hands in a watch.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

UNLIMITED: Final = 1_000_000_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Watch:
    """Tells how much of the time for one decision is used up; subclasses have a clock."""

    def start(self) -> None:
        """A decision begins."""

    def used(self) -> float:
        """The part of the time that is over, from 0 on; 1 or more: stop now."""
        return 0.0


class Budget:
    """What one decision may cost: a number of look-aheads, the time of a watch, or both.

    With a number alone the same world and the same generator give the same answer.
    """

    def __init__(self, look_aheads: int = UNLIMITED, watch: Watch | None = None) -> None:
        assert look_aheads > 0
        self.look_aheads = look_aheads
        self.watch = watch
        self.done = 0

    def start(self) -> None:
        """A decision begins."""
        self.done = 0
        if self.watch is not None:
            self.watch.start()

    def used(self) -> float:
        """The part of the budget that is used up; 1 or more: stop now."""
        part = self.done / self.look_aheads
        if self.watch is None:
            return part
        return max(part, self.watch.used())

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.done >= self.look_aheads or self.is_late()

    def is_late(self) -> bool:
        """Whether the time of the watch is over."""
        return self.watch is not None and self.watch.used() >= 1.0
