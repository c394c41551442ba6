"""What every adapter needs: a game that was chosen, its tables, masks and rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from broadside.adapters.layout import layout_of
from broadside.games import registry
from broadside.research import address_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from broadside.kernel.event import Seat
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State


class Setup:
    """A game with its number of seats and its options; raises an error for what does not go.

    `edition` is a file with the numbers of a box.

    >>> setup = Setup("jolly-and-roger", None, {"deck": "intro"})
    >>> setup.seats, len(setup.actions)
    (2, 159)
    """

    def __init__(
        self,
        name: str,
        seats: int | None,
        options: Mapping[str, object],
        edition: str | Path = "",
    ) -> None:
        self.game = registry.find(address_of(name, edition))
        self.seats = self.game.seats[0] if seats is None else self.game.check_seats(seats)
        self.options = self.game.complete(dict(options))
        self.game.check(self.seats, self.options)
        self.layout = layout_of(self.game, self.seats)
        self.actions = self.game.actions.actions

    def deal(self, rng: Rng, records: bool = False) -> State:
        """A new table; it keeps its story if it `records`."""
        table = self.game.deal(self.seats, self.options, rng)
        if not records:
            table.log = None
        return table

    def mask(self, table: State, seat: Seat) -> NDArray[np.int8]:
        """A 1 for each action that a seat may take now; all 0 for one that is not asked."""
        mask = np.zeros(len(self.actions), dtype=np.int8)
        mask[[action.code for action in table.legal(seat)]] = 1
        return mask


def utilities(table: State) -> list[float]:
    """What a finished game is worth to each seat, 0 in all; 0 for everybody before the end.

    Who wins alone gets as many points as there are others, each of whom loses one; winners share.
    """
    result = table.result()
    if result is None:
        return [0.0] * table.seats
    return [table.seats * part - 1.0 for part in result]
