"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import redeal

from .cards import ARMADA_CARD, FIRST_EVENT, FIRST_LOYALTY, NO_CARD, VOTE_CARDS

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
    """Others' Loyalty cards, as C3 allows."""
    cards = [FIRST_LOYALTY + card for card in world.loyalties]
    redeal(world.knows, [cards], seat, rng)
    world.loyalties = [card - FIRST_LOYALTY for card in cards]


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
    memory = [card for card in own_notes(world, seat) if card in world.row]
    free: list[int] = []
    certain: list[int] = []
    for card in unknown_events(world, seat):
        if world.shown >> card & 1 or card in memory or card == ARMADA_CARD:
            certain.append(card)
        else:
            free.append(card)
    count = 0 if world.is_over() else len(world.removed)  # they were shown at the end
    free += world.removed[:count]
    free.sort()
    rng.shuffle(free)
    removed = free[:count]
    removed.sort()
    in_play = certain + free[count:]
    in_play.sort()
    rng.shuffle(in_play)
    deal_places(world, seat, in_play)
    if count:
        for card in removed:
            world.knows[FIRST_EVENT + card] = 0
        world.removed = tuple(removed)
    redeal_old_row(world, seat, rng, memory)


def is_hidden(world: Table, seat: Seat, card: int) -> bool:
    """Whether a seat does not know where an event card lies."""
    return not world.knows[FIRST_EVENT + card] >> seat & 1


def unknown_events(world: Table, seat: Seat) -> list[int]:
    """The cards of the row and the deck whose place a seat does not know."""
    cards = [card for card in world.row if card != NO_CARD] + list(world.event_deck)
    return [card for card in cards if is_hidden(world, seat, card)]


def deal_places(world: Table, seat: Seat, cards: list[int]) -> None:
    """Deal cards to the places of the row and the deck that a seat does not know.

    Who else has looked there belongs to the place.
    """
    row, deck = world.row, list(world.event_deck)
    masks: list[int] = []
    place = 0
    for zone in (row, deck):
        for i in range(len(zone)):
            if zone[i] != NO_CARD and is_hidden(world, seat, zone[i]):
                masks.append(world.knows[FIRST_EVENT + zone[i]])
                zone[i] = -2 - place
                place += 1
    for zone in (row, deck):
        for i in range(len(zone)):
            if zone[i] < NO_CARD:
                place = -2 - zone[i]
                zone[i] = cards[place]
                world.knows[FIRST_EVENT + cards[place]] = masks[place]
    world.event_deck = tuple(deck)


def own_notes(world: Table, seat: Seat) -> list[int]:
    """What a seat has seen in the row before its last shuffle."""
    found: list[int] = []
    for slot in range(len(world.old_row)):
        if world.old_peeks[slot] >> seat & 1:
            found.append(world.old_row[slot])
    return found


def redeal_old_row(world: Table, seat: Seat, rng: Rng, memory: list[int]) -> None:
    """What others have seen before the last shuffle: any of the cards that this seat had not."""
    if not world.old_row:
        return
    mine = own_notes(world, seat)
    gone = [card for card in world.old_row if world.shown >> card & 1 and card not in mine]
    rest = [card for card in world.row if card != NO_CARD and card not in memory]
    cards = gone + rest
    cards.sort()
    rng.shuffle(cards)
    for slot in range(len(world.old_row)):
        if not world.old_peeks[slot] >> seat & 1:
            world.old_row[slot] = cards.pop()
