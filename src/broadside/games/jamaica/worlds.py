"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.sight import dealt_anew
from broadside.kernel.window import VOTE

from .board import LAIRS
from .cards import CURSED, DECK, FIRST_TREASURE, NO_CARD, POWER, RICHES, TREASURE_KIND
from .rounds import CHOOSING_CARDS

if TYPE_CHECKING:
    from .table import Table

ANYTHING: Final = POWER
NO_POWER: Final = RICHES
ONLY_CURSED: Final = CURSED
"""What can lie face down in a place: cards of this kind, or of one behind it."""


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal anew what a seat cannot know: others' hands and laid cards, piles, treasures.

    Others who are choosing cards have yet to choose, whether they have or not.  JAM-Q27
    """
    world = t.clone()
    redeal_treasures(world, seat, rng)
    for owner in range(t.seats):
        redeal_cards(world, owner, seat, rng)
    if t.window == VOTE and t.waiting:
        world.waiting = t.everyone if t.is_asked(seat) else t.everyone & ~(1 << seat)
    world.look_again()
    world.rng = rng.spawn()
    return world


def redeal_cards(world: Table, owner: Seat, seat: Seat, rng: Rng) -> None:
    """Deal an owner's unknown cards anew over hand, laid card and pile."""
    hand, pile, laid = world.hands[owner], world.piles[owner], world.laid[owner]
    hidden: tuple[int, ...] = ()
    if laid != NO_CARD and owner != seat and not world.revealed >> owner & 1:
        if len(world.agenda) > 0 and world.agenda[-1] is CHOOSING_CARDS:
            hand += (laid,)
            world.laid[owner] = NO_CARD
        else:
            hidden = (laid,)
    if hidden and world.exposed[owner]:
        dealt = deal_around_exposed(world, owner, rng)
    else:
        dealt = dealt_anew(world.knows, [hand, hidden, pile], seat, rng, owner * DECK)
    cards = list(dealt[0])
    if owner != seat:
        cards.sort()  # in which order others drew their cards is theirs to know
    world.hands[owner] = tuple(cards)
    if hidden:
        world.laid[owner] = dealt[1][0]
    world.piles[owner] = dealt[2]


def deal_around_exposed(world: Table, owner: Seat, rng: Rng) -> list[tuple[int, ...]]:
    """A hand, a laid card and a pile: what everybody knew of the hand is still there, or laid.

    JAM-Q31
    """
    exposed = sorted(world.exposed[owner])  # their order tells nothing
    others = [*world.hands[owner], world.laid[owner], *world.piles[owner]]
    others = [card for card in others if card not in exposed]
    others.sort()
    rng.shuffle(others)
    near = exposed + others[: len(world.hands[owner]) + 1 - len(exposed)]
    pile = others[len(near) - len(exposed) :]
    rng.shuffle(near)
    for card in near:
        world.knows[owner * DECK + card] = 1 << owner
    for card in pile:
        world.knows[owner * DECK + card] = 0
    return [tuple(near[1:]), (near[0],), tuple(pile)]


def redeal_treasures(world: Table, seat: Seat, rng: Rng) -> None:
    """Deal the unknown treasures anew; what can lie where narrows it down.

    A back that a player held is no power, one that was given is cursed; only what the ghost drew
    may be anything. The strictest places choose first, so all worlds are equally likely.
    JAM-Q19
    """
    hidden = list(world.treasure_pile + world.removed)
    world.lair_cards = world.lair_cards[:]
    masks = [0] * len(LAIRS)
    places: list[list[int]] = [[], [], []]
    for lair in range(len(LAIRS)):
        card = world.lair_cards[lair]
        if card != NO_CARD and not world.knows[FIRST_TREASURE + card] >> seat & 1:
            hidden.append(card)
            is_seen = world.held[lair] & world.everyone
            rule = ONLY_CURSED if world.given >> lair & 1 else NO_POWER if is_seen else ANYTHING
            places[rule].append(lair)
            masks[lair] = world.knows[FIRST_TREASURE + card]
    hidden.sort()
    for rule in (ONLY_CURSED, NO_POWER, ANYTHING):
        for lair in places[rule]:
            fitting = [card for card in hidden if TREASURE_KIND[card] >= rule]
            card = fitting[int(rng.below(len(fitting)))]
            hidden.remove(card)
            world.lair_cards[lair] = card
            world.knows[FIRST_TREASURE + card] = masks[lair]
    rng.shuffle(hidden)
    for card in hidden:
        world.knows[FIRST_TREASURE + card] = 0
    pile = len(world.treasure_pile)
    world.treasure_pile = tuple(hidden[:pile])
    world.removed = tuple(hidden[pile:])
