"""Who sees what, and the worlds a seat cannot tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, Seat, View
from broadside.kernel.rng import Rng
from broadside.kernel.sight import dealt_anew, seen

from .verbs import CARD_NAMES, COURSE_NAMES, SIDE_NAMES

if TYPE_CHECKING:
    from .table import Table


def names(cards: list[int]) -> list[str | None]:
    """Cards by name; null for one that is not known."""
    return [CARD_NAMES[card] if card >= 0 else None for card in cards]


def view(t: Table, seat: Seat) -> View:
    """The table as a viewpoint may see it."""

    def shown(rows: list[tuple[int, ...]]) -> list[list[str | None]]:
        return [names(seen(t.knows, list(row), seat, t.everyone)) for row in rows]

    def side(owner: Seat) -> str | None:
        is_shown = seat in (owner, EVERYTHING) and t.sides[owner] >= 0
        return SIDE_NAMES[t.sides[owner]] if is_shown else None

    return {
        "round": t.round,
        "step": t.agenda[-1].name if t.agenda else "over",
        "captain": t.captain,
        "mutineer": t.mutineer if t.mutineer >= 0 else None,
        "course": COURSE_NAMES[t.course],
        "gold": t.gold[:],
        "waiting": t.deciders(),
        "offer": [t.giver, t.receiver, *names([t.bribe])] if t.giver >= 0 else [],
        "bribers": [other for other in range(t.seats) if t.bribers >> other & 1],
        "deck": len(t.deck),
        "deck_cards": names(list(t.deck)) if seat == EVERYTHING else None,
        "hands": shown(t.hands),
        "sealed": shown(t.sealed),
        "sides": [side(owner) for owner in range(t.seats)],
    }


def deal_anew(world: Table, seat: Seat, rng: Rng) -> None:
    """Deal what a seat cannot know anew: cards, sealed sides, and the future."""
    rows = dealt_anew(world.knows, [world.deck, *world.hands, *world.sealed], seat, rng)
    world.deck, hands = rows[0], rows[1:]
    world.hands, world.sealed = hands[: world.seats], hands[world.seats :]
    for other in range(world.seats):
        if other != seat and world.sides[other] >= 0:
            world.sides[other] = int(rng.below(len(SIDE_NAMES)))
    world.rng = rng.spawn()
