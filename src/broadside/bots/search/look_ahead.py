"""One look ahead: everybody goes on as the game's advice thinks, then the table is valued."""

from __future__ import annotations

from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.masks import lowest
from broadside.kernel.rng import Rng
from broadside.kernel.state import State


class LookAhead:
    """Where look-aheads from one decision end, and what they are worth to its seat."""

    def __init__(self, advice: Advice, world: State, seat: Seat, is_patient: bool = False) -> None:
        self.advice = advice
        self.seat = seat
        more = advice.stages_patient if is_patient else 0
        self.last_stage = advice.stage(world) + advice.stages_ahead + more
        self.decisions = advice.decisions_ahead * (1 + more)

    def worth(self, world: State, chance: Rng) -> float:
        """Go on in this world; the seat's chance of victory where the look-ahead ends."""
        self.go(world, chance)
        return hope(self.advice, world, self.seat)

    def go(self, world: State, chance: Rng) -> None:
        """Go on in this world until the look-ahead ends."""
        advice = self.advice
        left = self.decisions
        while world.waiting and left > 0 and advice.stage(world) <= self.last_stage:
            mover = lowest(world.waiting)
            world.apply(mover, advice.reply(world, mover, chance))
            left -= 1


def hope(advice: Advice, world: State, seat: Seat) -> float:
    """A seat's chance that its side wins; its side's part of the victory if the game is over."""
    result = world.result()
    if result is None:
        return advice.chances(world)[seat]
    side = world.side(seat)
    if side == "":
        return result[seat]
    part = 0.0
    for other in range(world.seats):
        if world.side(other) == side:
            part += result[other]
    return part
