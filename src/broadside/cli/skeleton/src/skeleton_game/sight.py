"""Who sees what, and the worlds a seat cannot tell apart.

The client draws any view: `seats` is a list with a part for each seat, `question` is what the table
waits for; everything else lies in the middle. A null is a card face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.sight import dealt_anew, seen

from .cards import CARD_NAMES
from .tricks import PLAY_A_CARD

if TYPE_CHECKING:
    from .table import Table


def view(t: Table, seat: Seat) -> View:
    """Everything but the deck and the hands of others."""
    scores = t.scores()
    return {
        "question": None if t.is_over() else PLAY_A_CARD,
        "leader": t.leader,
        "deck": len(t.deck),
        "trick": [CARD_NAMES[card] for card in t.trick],
        "seats": [
            {"hand": shown(t, owner, seat), "tricks": scores[owner]} for owner in range(t.seats)
        ],
    }


def shown(t: Table, owner: Seat, seat: Seat) -> list[str | None]:
    """A hand as a viewpoint sees it."""
    cards = seen(t.knows, list(t.hands[owner]), seat, t.everyone)
    return [CARD_NAMES[card] if card >= 0 else None for card in cards]


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal what a seat does not know anew: the hands of others, the deck, and the future."""
    world = t.clone()
    *world.hands, world.deck = dealt_anew(world.knows, [*t.hands, t.deck], seat, rng)
    world.rng = rng.spawn()
    return world
