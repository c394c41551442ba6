"""Knowledge: one mask per card decides what is shown, told and dealt anew."""

from __future__ import annotations

from mypy_extensions import i64

from .event import EVERYTHING, Seat
from .rng import Rng


def or_none(number: int) -> int | None:
    """A seat, a ship or the like as a view tells it: None for none, which is below zero."""
    return number if number >= 0 else None


def is_known(knows: list[int], card: int, seat: Seat, everyone: int) -> bool:
    """Whether a viewpoint knows where this card is.

    A spectator knows what lies open. A card that lies face down is marked SEATS_ONLY: though every
    seat may know it, it stays face down for spectators.
    """
    mask = knows[card]
    if mask == everyone or seat == EVERYTHING:
        return True
    return seat >= 0 and mask >> seat & 1 == 1


def seen(knows: list[int], zone: list[int], seat: Seat, everyone: int) -> list[int]:
    """The cards of a zone that a viewpoint knows, in order, then one -1 for each it does not."""
    known = [card for card in zone if is_known(knows, card, seat, everyone)]
    known.sort()
    return known + [-1] * (len(zone) - len(known))


def redeal(knows: list[int], zones: list[list[int]], seat: Seat, rng: Rng) -> None:
    """Deal the cards which a seat does not know anew over their places, in these zones.

    The hidden cards are sorted before they are shuffled: the result depends on what the seat knows
    and on `rng`, never on the truth. A mask belongs to the place, so it moves to the new card.
    """
    hidden: list[int] = []
    masks: list[int] = []
    for zone in zones:
        for card in zone:
            mask: i64 = knows[card]
            if not mask >> seat & 1:
                hidden.append(card)
                masks.append(int(mask))
    hidden.sort()
    rng.shuffle(hidden)
    place: i64 = 0
    for zone in zones:
        for i in range(len(zone)):
            mask = knows[zone[i]]
            if not mask >> seat & 1:
                zone[i] = hidden[place]
                place += 1
    for i in range(len(hidden)):
        knows[hidden[i]] = masks[i]


def dealt_anew(
    knows: list[int], rows: list[tuple[int, ...]], seat: Seat, rng: Rng, first: int = 0
) -> list[tuple[int, ...]]:
    """Rows of cards with those dealt anew which a seat does not know; `first` and a card make the
    number of its piece. The masks move to the new cards.
    """
    zones = [[first + card for card in row] for row in rows]
    redeal(knows, zones, seat, rng)
    return [tuple([piece - first for piece in zone]) for zone in zones]
