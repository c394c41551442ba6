"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng

from . import openings
from .cards import NO_CARD, PIECE_NAMES, TYPES
from .steps import IS_OPEN, IS_SEALED, REACT, TAKE
from .verbs import FIRST_PRIZE_ITEM, ITEM_NAMES

if TYPE_CHECKING:
    from .table import Table


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal anew what a seat cannot know: hands, decks, hidden prizes, destinations.

    Nor does it know who else is ready, or what others have sealed: these have yet to decide.
    JR-T3 JR-T6
    """
    world = t.clone()
    offer_masks = [t.knows[piece] if piece != NO_CARD else 0 for piece in t.offer_pieces]
    forget_answers(world, seat)
    redeal_crew(world, seat, rng)
    redeal_prizes(world, seat, rng)
    for type_ in range(TYPES):
        redeal_destinations(world, type_, seat, rng)
    for giver in range(t.seats):
        if t.offer_pieces[giver] != NO_CARD and not offer_masks[giver] >> seat & 1:
            find_offered(world, giver, offer_masks[giver])
    world.rng = rng.spawn()
    return world


def forget_answers(world: Table, seat: Seat) -> None:
    """Others may be ready or not, and may have sealed anything or nothing."""
    if world.is_over():
        return
    step = world.agenda[-1]
    own = 1 << seat
    if IS_SEALED[step]:
        for other in range(world.seats):
            if other != seat:
                world.sealed[other] = ()
        world.waiting = world.sealed_asked & ~own | world.waiting & own
        return
    if IS_OPEN[step]:
        world.done &= own
        world.pending = world.everyone & ~own | world.pending & own
    if world.asks_all and (IS_OPEN[step] or step == REACT):
        world.waiting = openings.might_be_asked(world, step) & ~own | world.waiting & own
        world.rests = world.waiting == 0
        if step == REACT:
            forget_below(world, own)


def forget_below(world: Table, own: int) -> None:
    """Nor does a seat know who has declined to cancel a card, or said done before it was played.

    Who has cancelled one lies on it for all to see.  JR-T3 JR-T6
    """
    for place in range(len(world.react_asked)):
        seen = 1 << world.play_seats[place + 1] if place + 1 < len(world.play_seats) else 0
        world.react_asked[place] &= own | seen
    world.done &= own
    world.pending = world.everyone & ~world.done


def redeal(world: Table, zones: list[list[int]], seat: Seat, rng: Rng, is_pile: list[bool]) -> None:
    """Deal the unknown cards of these zones anew; a mask of knowers stays where it is.

    Within a zone that is no pile the masks are sorted first: in which order unknown cards lie there
    must not matter.
    """
    hidden: list[int] = []
    for zone in zones:
        hidden += [card for card in zone if not world.knows[card] >> seat & 1]
    masks: list[list[int]] = []
    for zone in zones:
        masks.append([world.knows[card] for card in zone if not world.knows[card] >> seat & 1])
    hidden.sort()
    rng.shuffle(hidden)
    known = world.knows[:]
    place = 0
    for number, zone in enumerate(zones):
        if not is_pile[number]:
            masks[number].sort()
        taken = 0
        for i in range(len(zone)):
            if not known[zone[i]] >> seat & 1:
                zone[i] = hidden[place]
                world.knows[hidden[place]] = masks[number][taken]
                place += 1
                taken += 1
        if not is_pile[number]:
            zone.sort()


def redeal_crew(world: Table, seat: Seat, rng: Rng) -> None:
    """The crew deck and the hands."""
    zones = [list(world.crew_deck)]
    for owner in range(world.seats):
        zones.append(list(world.hands[owner]))
    redeal(world, zones, seat, rng, [True] + [False] * world.seats)
    world.crew_deck = tuple(zones[0])
    for owner in range(world.seats):
        world.hands[owner] = tuple(zones[1 + owner])


def redeal_prizes(world: Table, seat: Seat, rng: Rng) -> None:
    """The prize deck; hidden prizes too, laid out, open or buried.  JR-O2"""
    zones = [list(world.prize_deck)]
    if not world.is_hidden:
        redeal(world, zones, seat, rng, [True])
        world.prize_deck = tuple(zones[0])
        return
    zones.append(list(world.laid))
    backs = [world.sealed[owner] for owner in range(world.seats)]
    is_taking = len(world.agenda) > 0 and world.agenda[-1] == TAKE
    for owner in range(world.seats):
        sealed = backs[owner] if is_taking else ()
        zones.append([prize for prize in world.prizes[owner] if prize not in sealed])
        zones.append(list(world.buried[owner]))
        zones.append(list(sealed))
    redeal(world, zones, seat, rng, [True] + [False] * (len(zones) - 1))
    world.prize_deck = tuple(zones[0])
    world.laid = tuple(zones[1])
    for owner in range(world.seats):
        first = 2 + 3 * owner
        prizes = zones[first] + zones[first + 2]
        prizes.sort()
        world.prizes[owner] = tuple(prizes)
        world.buried[owner] = tuple(zones[first + 1])
        if is_taking:
            world.sealed[owner] = tuple(zones[first + 2])


def redeal_destinations(world: Table, type_: int, seat: Seat, rng: Rng) -> None:
    """One stack, and the chosen card while it lies face down.  JR-V1"""
    zones = [list(world.stacks[type_]), []]
    is_hidden = world.chosen != NO_CARD and not world.is_shown and world.type_chosen() == type_
    if is_hidden:
        zones[1].append(world.chosen)
    redeal(world, zones, seat, rng, [True, True])
    world.stacks[type_] = tuple(zones[0])
    if is_hidden:
        world.chosen = zones[1][0]


def find_offered(world: Table, giver: Seat, mask: int) -> None:
    """What was offered in secret is some card that the same seats know.  JR-T9"""
    is_card = world.offer_items[giver] < FIRST_PRIZE_ITEM
    for piece in world.hands[giver] if is_card else world.prizes[giver]:
        if world.knows[piece] == mask:
            world.offer_pieces[giver] = piece
            world.offer_items[giver] = ITEM_NAMES.index(PIECE_NAMES[piece])
            break
