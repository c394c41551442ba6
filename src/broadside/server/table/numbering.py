"""Numbers of records as each viewpoint counts them, so that no number betrays a secret.

A sealed record changes nothing that anybody but its seat can see. If others counted it, the gap in
their numbers would tell that somebody has answered. So a seat counts the public records and its
own sealed ones; a spectator counts the public ones.
"""

from __future__ import annotations

from bisect import bisect_right


class Numbering:
    """Which records are sealed, and what that makes of everybody's numbers."""

    def __init__(self, seats: int) -> None:
        self._sealed: list[int] = []
        self._sealed_by: list[list[int]] = [[] for _ in range(seats)]

    def seal(self, seq: int, seat: int) -> None:
        """Record `seq` is known to this seat only."""
        self._sealed.append(seq)
        self._sealed_by[seat].append(seq)

    def swap(self, first: int, second: int) -> None:
        """Two people change places, and keep what they count."""
        sealed = self._sealed_by
        sealed[first], sealed[second] = sealed[second], sealed[first]

    def number(self, seat: int | None, seq: int) -> int:
        """How many records up to `seq` a seat, or a spectator, can know of. It grows with `seq`."""
        if not self._sealed:
            return seq
        own = 0 if seat is None else bisect_right(self._sealed_by[seat], seq)
        return seq - bisect_right(self._sealed, seq) + own
