"""The next table of the same people: announced once, whoever asks for it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.table.decision import Outcome
from broadside.server.table.records import Rematched
from broadside.server.table.seating import seat_of
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene
    from broadside.server.table.state import Table


def announce(scene: Scene, credential: str, name: str) -> Outcome:
    """Write down which table is next, unless it is known; the answer is the caller's seat.

    Who holds no seat is refused first: others must not learn whether the game is over.
    """
    seat = seat_of(scene.table.chairs, credential)
    if scene.table.status != "over":
        raise Refusal(409, "not_over", "This is possible when the game is over.")
    announced = [] if scene.table.rematch else [Rematched(scene.now, name)]
    return Outcome([*announced], lambda _scene: seat)


def rematch_seat(table: Table, seat: int) -> int:
    """Where a seat of this table will be at the next one.

    Everybody moves one seat, so that another one begins, unless the game itself sees to that.
    """
    assert table.state is not None
    if table.game.rematch(table.opened.options, table.state) != table.opened.options:
        return seat
    return (seat - 1) % len(table.chairs)
