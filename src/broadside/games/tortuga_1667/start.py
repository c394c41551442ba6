"""The start: everything is dealt, captains stow their chests, pawns may be placed freely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.game import Options
from broadside.kernel.rng import Rng
from broadside.kernel.step import Choice, Denial

from . import cards, deeds, events, loyalties, peeking, scoring, verbs
from .cards import BRITISH, FD, FIRST_HOLD, FRENCH, JR, NOBODY, SHIP_LINE_MAX, TO, TO_STOW, hold_of
from .targets import ActiveChoice
from .turns import NEXT_TURN

if TYPE_CHECKING:
    from .table import Table

START_CHESTS: Final = 2


def deal(t: Table, options: Options, rng: Rng) -> None:
    """Set a new table up for its first decision."""
    t.set_out()
    t.derive()
    t.log = []
    t.rng = rng
    choose_options(t, options)
    t.knows[cards.CHEST] = t.everyone
    stars = choose_stars(t, options)
    loyalties.deal(t)
    deal_votes(t)
    lay_events(t, stars, int(options["short_deck"]))
    t.share_island(1)
    t.agenda = [NEXT_TURN]
    if options["instant_intrigue"] is True:
        set_intrigue(t)
    else:
        line_up(t)
        lay_chests(t)
    t.run()


def choose_options(t: Table, options: Options) -> None:
    """Note how this table is played.  T67-O3 T67-O4 T67-O5 T67-O7"""
    t.loyalty_mode = cards.LOYALTY_MODES.index(str(options["loyalty_mode"]))
    t.is_mad = options["madness"] is True
    t.has_timer = options["sand_timer"] is True
    t.is_guarded = options["stall_guard"] is True
    t.is_capped = options["race_cap"] is True


# ------------------------------------------------------------------------------ cards


def star_choice(seats: int, options: Options) -> list[int]:
    """The kinds of stars that may be chosen: with few players two are left out, but in madness.

    T67-S4 T67-O5
    """
    is_small = seats <= cards.SMALL and options["small_drop"] is True
    return cards.SMALL_STARS if is_small and options["madness"] is not True else cards.STAR_KINDS


def choose_stars(t: Table, options: Options) -> list[int]:
    """Three stars or more, by agreement or chance; in madness all of them.  T67-S4 T67-O1 T67-O5"""
    stars = star_choice(t.seats, options)[:]
    picked = str(options["star_pick"])
    if picked:
        stars = [cards.STAR_KINDS[cards.STAR_NAMES.index(name)] for name in picked.split(",")]
    elif not t.is_mad:
        t.rng.shuffle(stars)
        stars = stars[: int(options["star_count"])]
    stars.sort()
    t.tell_list(events.STARS_CHOSEN, [cards.STAR_KINDS.index(kind) for kind in stars])
    return stars


def deal_votes(t: Table) -> None:
    """Three Vote cards to each seat, the rest is the vote deck.  T67-S3"""
    deck = list(range(cards.VOTE_CARDS))
    t.rng.shuffle(deck)
    t.vote_deck = tuple(deck)
    for seat in range(t.seats):
        for _ in range(cards.HAND):
            t.draw_vote(seat)


def lay_events(t: Table, stars: list[int], short: int) -> None:
    """The events in a random order, the Armada underneath, five of them in the row.

    With two or three players all Albatrosses are out. A short deck loses some unseen, never the
    Armada.  T67-S4 T67-S5 T67-O2
    """
    kinds_out = [kind for kind in cards.STAR_KINDS if kind not in stars]
    if t.seats <= cards.SMALL:
        kinds_out.append(cards.ALBATROSS)
    deck = [c for c in range(cards.ARMADA_CARD) if cards.EVENT_KIND[c] not in kinds_out]
    t.out = tuple([card for card in range(cards.ARMADA_CARD) if card not in deck])
    for card in t.out:
        t.knows[cards.FIRST_EVENT + card] = t.everyone
    t.rng.shuffle(deck)
    t.event_deck = (cards.ARMADA_CARD,) + tuple(deck)
    scoring.lay_row(t)
    if short:
        t.removed = tuple(sorted(t.event_deck[1 : 1 + short]))
        t.event_deck = (cards.ARMADA_CARD,) + t.event_deck[1 + short :]
        peeking.learn(t)
        t.tell(events.EVENTS_REMOVED, short)


# ------------------------------------------------------------------- pawns and chests


def line_up(t: Table) -> None:
    """Pawns at random, alternately to the Flying Dutchman and the Jolly Roger.  T67-S6 T67-S1"""
    pawns = list(range(t.seats))
    t.rng.shuffle(pawns)
    for place, seat in enumerate(pawns):
        t.move_pawn(seat, cards.SHIPS[place % 2])
        t.tell(events.PAWN_PLACED, seat, cards.SHIPS[place % 2], place // 2 + 1)


def lay_chests(t: Table) -> None:
    """Four chests on the Galleon, one in each area, one for each captain.  T67-S7"""
    t.chests[cards.SG] = cards.CHESTS - START_CHESTS - cards.ISLAND_CHESTS
    t.chests[cards.TO_STOW] = START_CHESTS
    t.agenda.append(JR_CHEST)
    t.agenda.append(FD_CHEST)
    set_start(t)


def set_intrigue(t: Table) -> None:
    """Chests aboard both ships, and pawns that are placed freely.  T67-O6"""
    t.chests[hold_of(FD, BRITISH)] = (cards.CHESTS - cards.ISLAND_CHESTS) // 2
    t.chests[hold_of(JR, FRENCH)] = (cards.CHESTS - cards.ISLAND_CHESTS) // 2
    t.spaces = (NOBODY,) * verbs.SPACES
    t.agenda.append(PLACING_PAWN)


def set_start(t: Table) -> None:
    """The captain of the Jolly Roger begins; else the Flying Dutchman's, else the Governor.

    T67-S8 T67-R23
    """
    t.active = t.right_of((t.lines[JR] or t.lines[FD] or t.lines[TO])[0])


class CaptainsChest(Choice["Table"]):
    """A captain puts his chest into either own hold, the Flying Dutchman's first.  T67-S7"""

    def __init__(self, name: str, ship: int) -> None:
        super().__init__(name, ["start_chest"], "T67-S7", [verbs.STOW])
        first = hold_of(ship, BRITISH) - FIRST_HOLD
        self.ship = ship
        self.holds: list[Action] = verbs.STOW.actions[first : first + 2]

    def chooser(self, t: Table) -> Seat:
        """The ship's captain."""
        return t.lines[self.ship][0]

    def options(self, t: Table) -> list[Action]:
        """The British hold, which is the clock's, and the French one."""
        return self.holds

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Other ships' holds."""
        return Denial(action, "not_your_hold", "stow it in a hold of your own ship", "T67-S7")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """A chest of the start is stowed."""
        t.agenda.pop()
        hold = FIRST_HOLD + action.first
        t.move_chest(TO_STOW, hold)
        t.tell(events.CHEST_STOWED, seat, hold)
        deeds.note(t, deeds.STOWED, seat, y=hold)


class PlacingPawn(ActiveChoice):
    """In an instant intrigue each player who is drawn picks a free space.  T67-O6"""

    def options(self, t: Table) -> list[Action]:
        """Every free space, on both ships and on Tortuga."""
        return [verbs.STAND.of(space) for space in range(verbs.SPACES) if t.spaces[space] == NOBODY]

    def advance(self, t: Table) -> None:
        """Draw a pawn; after the last one gaps close up.  T67-O6"""
        clockwise = [(max(t.active, 0) + step) % t.seats for step in range(t.seats)]
        unplaced = [seat for seat in clockwise if seat not in t.spaces]
        if not unplaced:
            close_up(t)
            return
        if t.active not in unplaced:
            t.active = unplaced[int(t.rng.below(len(unplaced)))]
        t.let_choose(t.active, self.options(t))

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Spaces that are taken."""
        reason = f"somebody stands on {verbs.SPACE.values[action.first]} already"
        return Denial(action, "space_taken", reason, "T67-O6")

    def default(self, t: Table, seat: Seat) -> Action:
        """The first free space of the emptier ship, the Flying Dutchman if they are alike."""
        lines = [t.spaces[:SHIP_LINE_MAX], t.spaces[SHIP_LINE_MAX : 2 * SHIP_LINE_MAX]]
        ship = FD if lines[FD].count(NOBODY) >= lines[JR].count(NOBODY) else JR
        return verbs.STAND.of(SHIP_LINE_MAX * ship + lines[ship].index(NOBODY))

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """A player has picked a space."""
        space = action.first
        t.spaces = t.spaces[:space] + (seat,) + t.spaces[space + 1 :]
        t.tell(events.PAWN_PLACED, seat, verbs.SPACE_PLACES[space], verbs.SPACE_RANKS[space])


PLACING_PAWN: Final = PlacingPawn("placing_pawn", ["place_pawn"], "T67-O6", [verbs.STAND])
FD_CHEST: Final = CaptainsChest("fd_chest", FD)
JR_CHEST: Final = CaptainsChest("jr_chest", JR)


def close_up(t: Table) -> None:
    """All pawns stand somewhere: gaps close up, the first turn begins."""
    t.agenda.pop()
    for space in range(verbs.SPACES):
        if t.spaces[space] != NOBODY:
            t.move_pawn(t.spaces[space], verbs.SPACE_PLACES[space])
    t.spaces = ()
    set_start(t)
