"""The next table of the same people: announced once, whoever asks for it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.server.credentials import hash_credential
from broadside.server.table.records import Rematched
from broadside.server.table.scene import Outcome
from broadside.server.table.seating import holder
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.table.scene import Scene


def announce(scene: Scene, credential: str, name: str) -> Outcome:
    """Write down which table is next, unless it is known; the answer is the caller's seat.

    Who holds no seat is refused first: others must not learn whether the game is over.
    """
    seat = holder(scene.table.chairs, hash_credential(credential))
    if seat is None:
        raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
    if scene.table.status != "over":
        raise Refusal(409, "not_over", "This is possible when the game is over.")
    outcome = Outcome() if scene.table.rematch else Outcome([Rematched(scene.now, name)])
    outcome.answer = lambda _scene: seat
    return outcome
