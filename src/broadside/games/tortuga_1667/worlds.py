"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import redeal

from . import loyalties, peeking
from .cards import (
    ARMADA_CARD,
    EVENT_KIND,
    EVENT_KINDS,
    FIRST_LOYALTY,
    NO_CARD,
    VOTE_CARDS,
)

if TYPE_CHECKING:
    from .table import Table


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal anew what a seat cannot know: loyalties, hands, sealed votes, both decks, the row."""
    world = t.clone()
    redeal_loyalties(world, seat, rng)
    redeal_votes(world, seat, rng)
    redeal_events(world, seat, rng)
    world.rng = rng.spawn()
    return world


def redeal_loyalties(world: Table, seat: Seat, rng: Rng) -> None:
    """Others' Loyalty cards, as the numbers of the nations allow."""
    cards = [FIRST_LOYALTY + card for card in world.loyalties]
    redeal(world.knows, [cards], seat, rng)
    world.loyalties = [card - FIRST_LOYALTY for card in cards]
    for card in cards:
        world.knows[card] &= 1 << seat  # what others have worked out is theirs to know
    loyalties.learn(world)


def redeal_votes(world: Table, seat: Seat, rng: Rng) -> None:
    """Others' hands and sealed votes, and the vote deck."""
    zones = [by_knowers(world, hand) for hand in world.hands]
    zones += [list(laid) for laid in world.laid]
    deck = list(world.vote_deck)
    zones.append(deck)
    redeal(world.knows, zones, seat, rng)
    for owner in range(world.seats):
        zones[owner].sort()
        zones[world.seats + owner].sort()
        world.hands[owner] = tuple(zones[owner])
        world.laid[owner] = tuple(zones[world.seats + owner])
    if world.searched >= 0:
        deck.sort()  # an open deck is a sorted pool
    world.vote_deck = tuple(deck)


def by_knowers(world: Table, hand: tuple[int, ...]) -> list[int]:
    """A hand ordered by who knows its cards: a sorted one would tell which is which."""
    keys = [world.knows[card] * VOTE_CARDS + card for card in hand]
    keys.sort()
    return [key % VOTE_CARDS for key in keys]


def redeal_events(world: Table, seat: Seat, rng: Rng) -> None:
    """The row, the event deck and what a short deck has lost.

    What was shown once, what the seat has seen before the last shuffle, and the Armada are in play
    for certain.
    """
    notes = remembered(world, seat)
    free: list[int] = []
    certain: list[int] = []
    lost = [card for card in world.removed if peeking.is_hidden(world, seat, card)]
    for card in sorted(peeking.unknown(world, seat)):
        if world.shown >> card & 1 or card == ARMADA_CARD:
            certain.append(card)
        elif notes[EVENT_KIND[card]] > 0:
            notes[EVENT_KIND[card]] -= 1
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


def deal_places(world: Table, seat: Seat, cards: list[int]) -> None:
    """Deal cards to the places of the row and the deck that a seat does not know."""
    row, deck = world.row[:], list(world.event_deck)
    place = 0
    for zone in (row, deck):
        for i in range(len(zone)):
            if zone[i] != NO_CARD and peeking.is_hidden(world, seat, zone[i]):
                zone[i] = cards[place]
                place += 1
    world.row = row
    world.event_deck = tuple(deck)


def remembered(world: Table, seat: Seat) -> list[int]:
    """How many events of each kind must still lie somewhere in the row, for all a seat has seen.

    Cards of a kind look alike: one that was revealed since, or found again, may be the one seen.
    """
    counts = [0] * EVENT_KINDS
    for slot in range(len(world.old_row)):
        card = world.old_row[slot]
        if world.old_peeks[slot] >> seat & 1:
            counts[EVENT_KIND[card]] += 1
        if world.shown >> card & 1:
            counts[EVENT_KIND[card]] -= 1
    if world.old_row:
        for card in world.row:
            if card != NO_CARD and not peeking.is_hidden(world, seat, card):
                counts[EVENT_KIND[card]] -= 1
    return [max(0, count) for count in counts]


def redeal_old_row(world: Table, seat: Seat, rng: Rng) -> None:
    """What others have seen before the last shuffle: any of the cards that this seat had not."""
    cards = [card for card in world.old_row if world.shown >> card & 1]
    cards += [card for card in world.row if card != NO_CARD and len(world.old_row) > 0]
    cards.sort()
    for slot in range(len(world.old_row)):
        if world.old_peeks[slot] >> seat & 1:
            kind = EVENT_KIND[world.old_row[slot]]
            for card in cards:
                if EVENT_KIND[card] == kind:
                    world.old_row[slot] = card
                    cards.remove(card)
                    break
    rng.shuffle(cards)
    for slot in range(len(world.old_row)):
        if not world.old_peeks[slot] >> seat & 1:
            world.old_row[slot] = cards.pop()
