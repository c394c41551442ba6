"""Event cards: revealing one or forcing somebody to, what it does, what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action, Verb
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Step

from . import cards, deeds, events, marooning, ranks, scoring, stars, verbs
from .targets import RevealersChoice, SandChoice, Target

if TYPE_CHECKING:
    from .table import Table


def reveal(t: Table, seat: Seat, slot: int) -> None:
    """Turn over a card of the row: this seat is its revealer.  T67-A2"""
    t.quiet = -1
    kind = cards.EVENT_KIND[t.row[slot]]
    t.turn_over(seat, slot)
    if kind == cards.ARMADA:
        scoring.reveal_armada(t)
    else:
        t.agenda.append(CARD_ENDS)
        resolve(t, seat, kind)


def resolve(t: Table, seat: Seat, kind: int) -> None:
    """Do what the card says: it is mandatory.  T67-D3 T67-A2"""
    if kind == cards.LETTER:
        if letter_options(t):
            t.agenda.append(LETTER_CHOICE)
        else:
            keep(t, seat)  # no target  T67-E1
    elif kind == cards.PISTOL:
        t.agenda.append(PISTOL_TARGET)
    elif kind == cards.ALBATROSS:
        keep(t, seat)  # T67-E3
        marooning.check_albatrosses(t, seat)
    elif kind == cards.BLACK_SPOT:
        marooning.threaten(t, seat, events.BY_BLACK_SPOT)  # T67-E4
    elif kind == cards.ATLANTIS or kind == cards.EL_DORADO or kind == cards.FOUNTAIN:
        t.agenda.append(MAP_TARGET)
    else:
        stars.resolve(t, seat, kind)


def keep(t: Table, seat: Seat) -> None:
    """The revealer lays the card face-up before him."""
    t.tell(events.CARD_KEPT, seat, cards.FIRST_EVENT + t.open_card)
    if cards.EVENT_KIND[t.open_card] == cards.LETTER and seat == t.active:
        t.fresh += 1  # never in the turn of keeping  T67-E1
    t.keep_open_card(seat)


class CardEnds(Step["Table"]):
    """A card has been resolved."""

    def advance(self, t: Table) -> None:
        """Discard it unless it was kept, and refill its slot from the event deck.  T67-A2 T67-W4"""
        t.agenda.pop()
        slot = t.open_slot
        t.discard_open_card()
        if t.event_deck:
            t.refill(slot)
            if not t.event_deck and not t.is_race:  # the Armada has filled a slot  T67-D1 T67-X4
                t.shuffle_row()


def force(t: Table, seat: Seat, other: Seat, first: int, second: int) -> None:
    """Point at two slots and name another player.  T67-A3"""
    t.forced = other
    t.first_slot = first
    t.second_slot = second
    t.tell(events.FORCED, seat, other, first + 1, second + 1)
    deeds.note(t, deeds.FORCED, seat, other)
    t.agenda.append(FORCED_PICK)


class Pick(SandChoice):
    """One of two slots; knowing one of them is allowed.  T67-A3 T67-R17 T67-R29"""

    def __init__(self, name: str, verbs: list[Verb], is_forcer: bool) -> None:
        super().__init__(name, ["forced_pick"], "T67-A3", verbs)
        self.is_forcer = is_forcer

    def can_hesitate(self, t: Table) -> bool:
        """Under the sand timer a slow one leaves it to the forcing player.  T67-R29"""
        return t.has_timer and not self.is_forcer

    def chooser(self, t: Table) -> Seat:
        """The forced player, or after him the forcing one."""
        return t.active if self.is_forcer else t.forced

    def options(self, t: Table) -> list[Action]:
        """Both slots."""
        both = [verbs.PICK.of(t.first_slot), verbs.PICK.of(t.second_slot)]
        return both + [verbs.HESITATE.of()] if self.can_hesitate(t) else both

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Other slots, and a hesitation without a timer."""
        if action.verb == verbs.HESITATE:
            reason = "there is no sand timer at this table: take your time"
            return Denial(action, "no_sand_timer", reason, "T67-O3")
        reason = f"pick slot {t.first_slot + 1} or {t.second_slot + 1}"
        return Denial(action, "not_one_of_two", reason, "T67-A3")

    def default(self, t: Table, seat: Seat) -> Action:
        """The lower slot; under the sand timer the forcing seat is asked first.  T67-R29 T67-W3"""
        return verbs.HESITATE.of() if self.can_hesitate(t) else verbs.PICK.of(t.first_slot)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The picked card is turned over by the forced player, its revealer.  T67-A3 T67-R29"""
        t.agenda.pop()
        if action is verbs.HESITATE.of():
            t.tell(events.HESITATED, t.forced, t.active)
            t.agenda.append(FORCER_PICK)
            return
        revealer = t.forced
        t.forced = cards.NOBODY
        t.first_slot = 0
        t.second_slot = 0
        reveal(t, revealer, action.first)


FORCED_PICK: Final = Pick("forced_pick", [verbs.PICK, verbs.HESITATE], is_forcer=False)
FORCER_PICK: Final = Pick("forcer_pick", [verbs.PICK], is_forcer=True)


# ------------------------------------------------------------------- Letter of Marque


def letter_options(t: Table) -> list[Action]:
    """Any player on Tortuga or in a rowboat, to either ship with room.  T67-E1 T67-R8 T67-R21"""
    found: list[Action] = []
    for seat in range(t.seats):
        if not ranks.is_ship(t.places[seat]):
            for ship in cards.SHIPS:
                if ranks.has_room(t, ship):
                    found.append(verbs.LETTER_FOR.of(seat, ship))
    return found


def move_by_letter(t: Table, seat: Seat, other: Seat, ship: int) -> None:
    """Move a player to the back of a ship; nobody needs to consent.  T67-E1 T67-R21"""
    t.tell(events.LETTER_USED, seat, other, t.places[other], ship)
    deeds.note(t, deeds.LETTERED, seat, other)
    t.move_pawn(other, ship)
    marooning.check_albatrosses(t, seat)


def denial_of_letter(t: Table, action: Action) -> Denial:
    """Pawns on ships, and full ships.  T67-E1"""
    if ranks.is_ship(t.places[action.first]):
        reason = "a Letter moves somebody from Tortuga or from a rowboat"
        return Denial(action, "no_letter_target", reason, "T67-E1")
    return Denial(action, "ship_full", "five pawns are aboard already", "T67-P2")


class LetterChoice(RevealersChoice):
    """The revealer uses the Letter now or keeps it.  T67-E1"""

    def options(self, t: Table) -> list[Action]:
        """Everybody whom it can move, or none."""
        return letter_options(t) + [verbs.KEEP.of()]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Whom it cannot move, or where."""
        return denial_of_letter(t, action)

    def default(self, t: Table, seat: Seat) -> Action:
        """It is kept."""
        return verbs.KEEP.of()

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Reveal-and-use and reveal-and-keep are one action each.  T67-E1"""
        t.agenda.pop()
        if action is verbs.KEEP.of():
            keep(t, seat)
        else:
            move_by_letter(t, seat, action.first, action.second)


# --------------------------------------------------------------- pistols and maps


class PistolTarget(Target):
    """Another player, anywhere, is marooned."""

    def strike(self, t: Table, seat: Seat, other: Seat) -> None:
        """Wherever he is.  T67-E2"""
        marooning.threaten(t, other, events.BY_PISTOL)


class MapTarget(Target):
    """A treasure map goes to another player."""

    def strike(self, t: Table, seat: Seat, other: Seat) -> None:
        """El Dorado's owner draws a Vote card at once.  T67-E5 T67-E6"""
        kind = cards.EVENT_KIND[t.open_card]
        t.tell(events.MAP_GIVEN, seat, other, cards.FIRST_EVENT + t.open_card)
        deeds.note(t, deeds.GAVE_MAP, seat, other)
        t.keep_open_card(other)
        if kind == cards.EL_DORADO:
            t.draw_vote(other)
        elif kind == cards.ATLANTIS:
            t.is_holding = False


LETTER_CHOICE: Final = LetterChoice(
    "letter_choice", ["letter"], "T67-E1", [verbs.LETTER_FOR, verbs.KEEP]
)
PISTOL_TARGET: Final = PistolTarget("pistol_target", "pistol", "T67-E2")
MAP_TARGET: Final = MapTarget("map_target", "map_to", "T67-E5")
CARD_ENDS: Final = CardEnds("card_ends")
