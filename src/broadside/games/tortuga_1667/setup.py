"""Set-up: loyalties, Vote cards, events, pawns and chests."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import FOREVER, Seat
from broadside.kernel.game import Options
from broadside.kernel.rng import Rng

from . import loyalties, peeking, scoring, start
from .cards import (
    ALBATROSS,
    ARMADA_CARD,
    BRITISH,
    CHEST,
    CHESTS,
    EVENT_KIND,
    FD,
    FIRST_EVENT,
    FRENCH,
    HAND,
    ISLAND_CHESTS,
    JR,
    LOYALTY_MODES,
    NOBODY,
    SG,
    SHIPS,
    SMALL,
    SMALL_STARS,
    STAR_KINDS,
    STAR_NAMES,
    TO_BRITISH,
    TO_FRENCH,
    VOTE_CARDS,
    hold_of,
)
from .events import EVENTS_REMOVED, PAWN_PLACED, STARS_CHOSEN
from .steps import FD_CHEST, JR_CHEST, NEXT_TURN, PLACING_PAWN
from .table import Table
from .verbs import SPACES

START_CHESTS: Final = 2


def deal(seats: int, options: Options, rng: Rng) -> Table:
    """A table for its first decision."""
    t = Table(seats)
    t.log = []
    t.rng = rng
    t.set_out()
    choose_options(t, options)
    t.knows[CHEST] = t.everyone
    stars = choose_stars(t, options)
    loyalties.deal(t)
    deal_votes(t)
    lay_events(t, stars, int(options["short_deck"]))
    t.agenda = [NEXT_TURN]
    if options["instant_intrigue"] is True:
        set_intrigue(t)
    else:
        line_up(t)
        lay_chests(t)
    t.run()
    return t


def choose_options(t: Table, options: Options) -> None:
    """Note how this table is played.  T67-O3 T67-O4 T67-O5 T67-O7"""
    t.loyalty_mode = LOYALTY_MODES.index(str(options["loyalty_mode"]))
    t.is_mad = options["madness"] is True
    t.has_timer = options["sand_timer"] is True
    t.is_guarded = options["stall_guard"] is True
    t.is_capped = options["race_cap"] is True


# ------------------------------------------------------------------------------ cards


def star_choice(seats: int, options: Options) -> list[int]:
    """The kinds of stars that may be chosen: with few players two are left out.  T67-S4"""
    return SMALL_STARS if seats <= SMALL and options["small_drop"] is True else STAR_KINDS


def choose_stars(t: Table, options: Options) -> list[int]:
    """Three stars or more, by agreement or by chance; in madness all of them.

    T67-S4 T67-O1 T67-O5
    """
    stars = star_choice(t.seats, options)[:]
    picked = str(options["star_pick"])
    if picked:
        stars = [STAR_KINDS[STAR_NAMES.index(name)] for name in picked.split(",")]
    elif not t.is_mad:
        t.rng.shuffle(stars)
        stars = stars[: int(options["star_count"])]
    stars.sort()
    if t.log is not None:
        items = [STAR_KINDS.index(kind) for kind in stars]
        t.record(STARS_CHOSEN, [], items, t.everyone, FOREVER)
    return stars


def deal_votes(t: Table) -> None:
    """Three Vote cards to each seat, the rest is the vote deck.  T67-S3"""
    cards = list(range(VOTE_CARDS))
    t.rng.shuffle(cards)
    t.vote_deck = tuple(cards)
    for seat in range(t.seats):
        for _ in range(HAND):
            t.draw_vote(seat)


def lay_events(t: Table, stars: list[int], short: int) -> None:
    """The events in a random order, the Armada underneath, five of them in the row.

    With two or three players all Albatrosses are out. A short deck loses some unseen, never the
    Armada.  T67-S4 T67-S5 T67-O2
    """
    cards: list[int] = []
    out: list[int] = []
    for card in range(ARMADA_CARD):
        kind = EVENT_KIND[card]
        is_out = t.seats <= SMALL if kind == ALBATROSS else kind in STAR_KINDS and kind not in stars
        if is_out:
            out.append(card)
            t.knows[FIRST_EVENT + card] = t.everyone
        else:
            cards.append(card)
    t.out = tuple(out)
    t.rng.shuffle(cards)
    t.event_deck = (ARMADA_CARD,) + tuple(cards)
    scoring.lay_row(t)
    if short:
        t.removed = tuple(sorted(t.event_deck[1 : 1 + short]))
        t.event_deck = (ARMADA_CARD,) + t.event_deck[1 + short :]
        peeking.learn(t)
        t.tell(EVENTS_REMOVED, short)


# ------------------------------------------------------------------- pawns and chests


def line_up(t: Table) -> None:
    """Pawns drawn at random, alternately to the Flying Dutchman and the Jolly Roger.

    T67-S6 T67-S1
    """
    pawns = list(range(t.seats))
    t.rng.shuffle(pawns)
    for place in range(t.seats):
        put_pawn(t, pawns[place], SHIPS[place % 2])


def put_pawn(t: Table, seat: Seat, place: int) -> None:
    """Put a pawn at the back of a line."""
    t.move_pawn(seat, place)
    t.tell(PAWN_PLACED, seat, place, len(t.lines[place]))


def lay_chests(t: Table) -> None:
    """Four chests on the Galleon, one in each area, one for each captain.  T67-S7"""
    t.chests[SG] = CHESTS - START_CHESTS - ISLAND_CHESTS
    t.chests[TO_BRITISH] = 1
    t.chests[TO_FRENCH] = 1
    t.to_stow = START_CHESTS
    t.agenda.append(JR_CHEST)
    t.agenda.append(FD_CHEST)
    start.set_start(t)


def set_intrigue(t: Table) -> None:
    """Chests aboard both ships, and pawns that are placed freely.  T67-O6"""
    t.chests[hold_of(FD, BRITISH)] = (CHESTS - ISLAND_CHESTS) // 2
    t.chests[hold_of(JR, FRENCH)] = (CHESTS - ISLAND_CHESTS) // 2
    t.chests[TO_BRITISH] = 1
    t.chests[TO_FRENCH] = 1
    t.spaces = [NOBODY] * SPACES
    t.agenda.append(PLACING_PAWN)
