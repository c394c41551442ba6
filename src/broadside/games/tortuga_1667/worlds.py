"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import redeal

from . import cards, loyalties, peeking

if TYPE_CHECKING:
    from .table import Table


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal anew what a seat cannot know: loyalties, hands, sealed votes, both decks, the row."""
    world = t.clone()
    redeal_loyalties(world, seat, rng)
    redeal_votes(world, seat, rng)
    redeal_events(world, seat, rng)
    world.look_again()
    world.rng = rng.spawn()
    return world


def redeal_loyalties(world: Table, seat: Seat, rng: Rng) -> None:
    """Others' Loyalty cards, as the numbers of the nations allow."""
    dealt = [cards.FIRST_LOYALTY + card for card in world.loyalties]
    redeal(world.knows, [dealt], seat, rng)
    world.loyalties = [card - cards.FIRST_LOYALTY for card in dealt]
    for card in dealt:
        if world.knows[card] != world.everyone:
            world.knows[card] &= 1 << seat  # what others have worked out is theirs to know
    loyalties.learn(world)


def redeal_votes(world: Table, seat: Seat, rng: Rng) -> None:
    """Others' hands and sealed votes, and the vote deck."""
    lay_anew(world, seat, rng)
    zones = [by_knowers(world, hand) for hand in world.hands]
    zones += [list(laid) for laid in world.laid]
    deck = list(world.vote_deck)
    zones.append(deck)
    redeal(world.knows, zones, seat, rng)
    for zone in zones[:-1]:
        zone.sort()
    world.hands = [tuple(zone) for zone in zones[: world.seats]]
    world.laid = [tuple(zone) for zone in zones[world.seats : -1]]
    if world.searched >= 0:
        deck.sort()  # an open deck is a sorted pool
    world.vote_deck = tuple(deck)


def lay_anew(world: Table, seat: Seat, rng: Rng) -> None:
    """Whether another owner of El Dorado has laid one card or two, nobody knows.  T67-R39"""
    owner = world.keeper(cards.EL_DORADO)
    if owner == cards.NOBODY or owner == seat or not world.laid[owner]:
        return
    both = world.laid[owner] + world.hands[owner]
    if len(both) > 1:
        count = 1 + int(rng.below(2))
        world.laid[owner] = both[:count]
        world.hands[owner] = both[count:]


def by_knowers(world: Table, hand: tuple[int, ...]) -> list[int]:
    """A hand ordered by who knows its cards: a sorted one would tell which is which."""
    keys = [world.knows[card] * cards.VOTE_CARDS + card for card in hand]
    keys.sort()
    return [key % cards.VOTE_CARDS for key in keys]


def redeal_events(world: Table, seat: Seat, rng: Rng) -> None:
    """The row, the event deck and what a short deck has lost.

    What was shown once, what the seat has seen before the last shuffle or the race, and the Armada
    are in play for certain.
    """
    notes = peeking.remembered(world, seat)
    free: list[int] = []
    certain: list[int] = []
    lost = [card for card in world.removed if peeking.is_hidden(world, seat, card)]
    for card in sorted(peeking.unknown(world, seat)):
        if world.shown >> card & 1 or card == cards.ARMADA_CARD:
            certain.append(card)
        elif notes[cards.EVENT_KIND[card]] > 0:
            notes[cards.EVENT_KIND[card]] -= 1
            certain.append(card)
        else:
            free.append(card)
    rng.shuffle(free)
    in_play = certain + free[len(lost) :]
    in_play.sort()
    rng.shuffle(in_play)
    deal_places(world, seat, in_play)
    if lost:
        world.removed = tuple(sorted(free[: len(lost)]))
    peeking.learn(world)
    redeal_old_row(world, seat, rng)


def deal_places(world: Table, seat: Seat, dealt: list[int]) -> None:
    """Deal cards to the places of the row and the deck that a seat does not know."""
    row, deck = world.row[:], list(world.event_deck)
    place = 0
    for zone in (row, deck):
        for i in range(len(zone)):
            if zone[i] != cards.NO_CARD and peeking.is_hidden(world, seat, zone[i]):
                zone[i] = dealt[place]
                place += 1
    world.row = row
    world.event_deck = tuple(deck)


def redeal_old_row(world: Table, seat: Seat, rng: Rng) -> None:
    """What others have seen before the last shuffle: any of the cards that this seat had not.

    But never the Armada: everybody knows the slot where it came to lie.  T67-D1
    """
    if world.is_race:
        redeal_notes(world, seat, rng)
    if not world.has_last_events():
        return
    left = [card for card in world.old_row if world.shown >> card & 1]
    left += [card for card in world.row if card != cards.NO_CARD]
    left.remove(cards.ARMADA_CARD)
    left.sort()
    world.old_row = world.old_row[:]
    for slot in range(cards.ROW):
        if world.old_peeks[slot] >> seat & 1:
            world.old_row[slot] = take_kind(left, cards.EVENT_KIND[world.old_row[slot]])
    rng.shuffle(left)
    for slot in range(cards.ROW):
        if not world.old_peeks[slot] >> seat & 1 and world.old_row[slot] != cards.ARMADA_CARD:
            world.old_row[slot] = left.pop()


def redeal_notes(world: Table, seat: Seat, rng: Rng) -> None:
    """What the row still had when the race began; what others had seen of it is theirs to know."""
    left = peeking.new_in_race(world)
    seen = [slot for slot in range(cards.ROW) if world.old_peeks[slot] >> seat & 1]
    noted = sorted([cards.EVENT_KIND[world.old_row[slot]] for slot in seen])
    row = [take_kind(left, kind) for kind in noted]
    rng.shuffle(left)
    peeking.note_row(world, row + left, [1 << seat] * len(row) + [0] * len(left))


def take_kind(left: list[int], kind: int) -> int:
    """Take the first card of a kind out of some, which have one."""
    for card in left:
        if cards.EVENT_KIND[card] == kind:
            left.remove(card)
            return card
    raise AssertionError(f"no card of kind {kind} is left")
