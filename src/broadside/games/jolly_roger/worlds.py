"""Worlds that a seat cannot tell apart: what it does not know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel import sight
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.rows import changed

from .cards import CREW, KIND_OF, NO_CARD, NOBODY, PIECE_NAMES, TYPES
from .openings import OpenWindow
from .plays import REACTING
from .questions import Sealed
from .sharing import TAKING
from .verbs import FIRST_LATER_ITEM, FIRST_PRIZE_ITEM, FIRST_PROMISE_ITEM, ITEM_NAMES, RETURNS
from .zones import EMPTY

if TYPE_CHECKING:
    from .table import Table


def determinize(t: Table, seat: Seat, rng: Rng) -> Table:
    """Deal anew what a seat cannot know: hands, decks, hidden prizes, destinations.

    Nor does it know who else is ready, or what others have sealed: these have yet to decide.
    JR-T3 JR-T6
    """
    world = t.clone()
    forget_answers(world, seat)
    redeal_crew(world, seat, rng)
    redeal_prizes(world, seat, rng)
    for type_ in range(TYPES):
        redeal_destinations(world, type_, seat, rng)
    forget_bribe(world, seat, rng)
    for giver in range(t.seats):
        if t.offer_tos[giver] not in (NOBODY, seat) and giver != seat:
            offer_anything(world, giver, seat, rng)
    world.look_again()
    world.rng = rng.spawn()
    return world


def forget_answers(world: Table, seat: Seat) -> None:
    """Others may be ready or not, and may have sealed anything or nothing."""
    if not world.agenda:
        return
    step = world.agenda[-1]
    own = 1 << seat
    if isinstance(step, Sealed):
        world.sealed = changed(EMPTY[world.seats], seat, world.sealed[seat])
        world.waiting = world.sealed_asked & ~own | world.waiting & own
        return
    if isinstance(step, OpenWindow):
        world.done &= own
        world.pending = world.everyone & ~own | world.pending & own
    elif step is not REACTING:
        return
    if world.asks_all:
        world.waiting = world.current_window().asked & ~own | world.waiting & own
        world.rests = world.waiting == 0
        if step is REACTING:
            forget_below(world, own)


def forget_below(world: Table, own: int) -> None:
    """Nor does a seat know who has declined to cancel a card, or said done before it was played.

    Who has cancelled one lies on it for all to see.  JR-T3 JR-T6
    """
    asked: list[int] = []
    for place, mask in enumerate(world.react_asked):
        seen = 1 << world.play_seats[place + 1] if place + 1 < len(world.play_seats) else 0
        asked.append(mask & (own | seen))
    world.react_asked = tuple(asked)
    world.done &= own
    world.pending = world.everyone & ~world.done


def redeal(world: Table, zones: list[list[int]], seat: Seat, rng: Rng, piles: int = 1) -> None:
    """Deal the unknown cards of these zones anew; a mask of knowers stays where it is.

    Behind the piles come zones without an order: how unknown cards lie there must not matter.
    """
    for zone in zones[piles:]:
        zone.sort(key=lambda card: world.knows[card])
    sight.redeal(world.knows, zones, seat, rng)
    for zone in zones[piles:]:
        zone.sort()


def redeal_crew(world: Table, seat: Seat, rng: Rng) -> None:
    """The crew deck and the hands."""
    zones = [list(zone) for zone in [world.crew_deck] + world.hands]
    redeal(world, zones, seat, rng)
    world.crew_deck = tuple(zones[0])
    world.hands = [tuple(zone) for zone in zones[1:]]


def redeal_prizes(world: Table, seat: Seat, rng: Rng) -> None:
    """The prize deck; hidden prizes too, laid out, open or buried.  JR-O2"""
    zones = [list(world.prize_deck)]
    if not world.is_hidden:
        redeal(world, zones, seat, rng)
        world.prize_deck = tuple(zones[0])
        return
    zones.append(list(world.laid))
    is_taking = len(world.agenda) > 0 and world.agenda[-1] is TAKING
    for owner in range(world.seats):
        sealed = world.sealed[owner] if is_taking else ()
        zones.append([prize for prize in world.prizes[owner] if prize not in sealed])
        zones.append(list(world.buried[owner]))
        zones.append(list(sealed))
    redeal(world, zones, seat, rng)
    world.prize_deck = tuple(zones[0])
    world.laid = tuple(zones[1])
    for owner in range(world.seats):
        first = 2 + 3 * owner
        prizes = zones[first] + zones[first + 2]
        prizes.sort()
        world.prizes[owner] = tuple(prizes)
        world.buried = changed(world.buried, owner, tuple(zones[first + 1]))
        if is_taking:
            world.sealed = changed(world.sealed, owner, tuple(zones[first + 2]))


def redeal_destinations(world: Table, type_: int, seat: Seat, rng: Rng) -> None:
    """One stack, and the chosen card while it lies face down.  JR-V1"""
    zones = [list(world.stacks[type_]), []]
    is_hidden = world.chosen != NO_CARD and not world.is_shown and world.type_chosen() == type_
    if is_hidden:
        zones[1].append(world.chosen)
    redeal(world, zones, seat, rng, piles=2)
    world.stacks = changed(world.stacks, type_, tuple(zones[0]))
    if is_hidden:
        world.chosen = zones[1][0]


def offer_anything(world: Table, giver: Seat, seat: Seat, rng: Rng) -> None:
    """What others offer each other is any card, prize or promise that the receiver can know of.

    Of a guard's bribe, what this seat can know itself stays: accepted, it is open at once.
    JR-T9 JR-Q51
    """
    to, item, piece = world.offer_tos[giver], world.offer_items[giver], world.offer_pieces[giver]
    if world.guard == giver and (piece == NO_CARD or world.knows[piece] >> seat & 1):
        return
    if piece == NO_CARD:
        item = FIRST_PROMISE_ITEM + int(rng.below(RETURNS - 1))
        world.offer_items = changed(world.offer_items, giver, item)
        return
    zone = world.hands[giver] if piece < CREW else world.prizes[giver]
    known = [one for one in zone if world.knows[one] >> to & 1]
    piece = known[int(rng.below(len(known)))]
    first = FIRST_LATER_ITEM if item >= FIRST_LATER_ITEM else 0
    item = first + ITEM_NAMES.index(PIECE_NAMES[piece])
    world.offer_pieces = changed(world.offer_pieces, giver, piece)
    world.offer_items = changed(world.offer_items, giver, item)


def forget_bribe(world: Table, seat: Seat, rng: Rng) -> None:
    """What the guard puts together others do not know: any hand card may be meant.  JR-X1"""
    guard = world.guard
    if not world.bribe or seat == guard or world.offer_tos[guard] == seat:
        return
    cards = list(world.hands[guard])
    rng.shuffle(cards)
    things: list[int] = []
    for item in world.bribe:
        kind = item - FIRST_LATER_ITEM if item >= FIRST_LATER_ITEM else item
        if kind < FIRST_PRIZE_ITEM and cards:
            item += KIND_OF[cards.pop()] - kind
        things.append(item)
    world.bribe = tuple(things)
