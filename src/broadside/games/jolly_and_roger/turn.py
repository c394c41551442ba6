"""A turn: split five cards, pick a set, play every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits, lowest
from broadside.kernel.step import Denial, Step

from . import captains, cards, events, scoring, specials, verbs

if TYPE_CHECKING:
    from .table import Table

NO_SET: Final = -1
PAIR_DIVISION: Final = 1
"""The division that puts the first two cards drawn together: the clock's split."""


class Splitting(Step["Table"]):
    """The splitter divides the five cards into two sets, in any way.  JNR-F2"""

    def advance(self, t: Table) -> None:
        """Ask the splitter."""
        t.open_turn(t.splitter)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Every division.  JNR-F2"""
        return verbs.SPLITS if t.has_parrots else verbs.POCKET_SPLITS

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Only cards that lie there are divided.  JNR-R20"""
        reason = f"{action.text}: only {len(t.laid)} cards lie there"
        return Denial(action, "no_such_card", reason, "JNR-R20")

    def default(self, t: Table, seat: Seat) -> Action:
        """The first two cards together."""
        return verbs.SPLITS[PAIR_DIVISION]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """The splitter divides the five cards; set A holds the first of them.  JNR-F2 JNR-R17"""
        t.set_a = verbs.division_mask(action.first)
        t.tell(events.SETS_SPLIT, seat, action.first)
        leave(t)
        t.taken()


class Picking(Step["Table"]):
    """The picker takes one of the two sets."""

    def advance(self, t: Table) -> None:
        """Ask the picker."""
        t.open_turn(t.picker())

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Either set.  JNR-F3"""
        return verbs.PICKS

    def default(self, t: Table, seat: Seat) -> Action:
        """The set with more cards; they are never equal."""
        return verbs.PICKS[verbs.SET_A if len(bits(t.set_a)) * 2 > len(t.laid) else verbs.SET_B]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """The picker takes one set, the other belongs to the splitter.  JNR-F3"""
        t.pick_set(action.first)
        t.tell(events.SET_PICKED, seat, action.first)
        leave(t)
        t.taken()


class Playing(Step["Table"]):
    """A seat plays every card of its set, in any order: the picker first, then the splitter."""

    def __init__(self, name: str, is_picker: bool) -> None:
        super().__init__(name, ["play"], "JNR-F4", verbs.PLAYS)
        self.is_picker = is_picker

    def advance(self, t: Table) -> None:
        """Ask the seat, or leave the step when its set is played out.  JNR-F4"""
        seat = t.picker() if self.is_picker else t.splitter
        if t.cards_left(seat):
            t.open_turn(seat)
        else:
            leave(t)

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """All plays of a set: open, as a parrot, or through a ship one dominates.

        They depend on the faces, the captains of their colours and what a kraken can reach, and
        sets come again and again: each list is made once.  JNR-F7 JNR-F8 JNR-F10 JNR-X1
        """
        own = plays_of_set(t, seat)
        board = t.ships_ruled(seat) & own.colours  # JNR-R7 JNR-R15
        if own.has_kraken:
            board |= specials.targets(t, seat) << cards.SHIPS
        if not t.has_parrots:
            return [play for play in all_plays(t, seat, own) if play.verb != verbs.PLACE_PARROT]
        known = own.plays[board]
        if not known:
            known = all_plays(t, seat, own)
            own.plays[board] = known
        return known

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A card is played that lies in the set; a pirate boards where the own captain is.

        A pirate may always reinforce its colour, a skeleton any ship, and any card may always be a
        parrot.  JNR-F4 JNR-F7 JNR-F8 JNR-F10 JNR-X1
        """
        face = verbs.FACE_PLAYED[action.code]
        if face not in plays_of_set(t, seat).faces:
            reason = f"{action.text}: that card is not in your set"
            return Denial(action, "card_not_in_set", reason, "JNR-F4")
        if action.verb == verbs.PLACE_PARROT and not t.has_parrots:
            reason = f"{action.text}: the pocket edition has no parrots"
            return Denial(action, "no_parrots", reason, "JNR-R20")
        if action.verb == verbs.BOARD and not can_board(t, seat, face):
            ship = cards.SHIP_NAMES[face // cards.VALUES]
            reason = (
                f"{cards.FACE_NAMES[face]} cannot board: your captain is not on the {ship} ship"
            )
            return Denial(action, "board_needs_captain", reason, "JNR-F10")
        if action.verb == verbs.CALL_KRAKEN:
            return specials.kraken_denial(t, seat, action)
        return None

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Every pirate might board, a kraken might reach every ship."""
        found: list[Action] = []
        for face in plays_of_set(t, seat).faces:
            if face < cards.PIRATE_FACES:
                found.append(verbs.BOARD_PLAYS[face])
            elif face == cards.KRAKEN:
                found += verbs.KRAKEN_PLAYS[: verbs.NO_SHIP]
        return found

    def default(self, t: Table, seat: Seat) -> Action:
        """The first remaining card in draw order, in its most obvious use."""
        face = cards.FACE_OF[t.laid[lowest(t.cards_left(seat))]]
        if face < cards.PIRATE_FACES:
            return verbs.BOARD_PLAYS[face] if can_board(t, seat, face) else verbs.CREW_PLAYS[face]
        if face == cards.SKELETON:
            return verbs.SKELETON_PLAYS[cards.RED]
        if face == cards.KRAKEN:
            target = specials.richest_target(t, seat)
            return (
                verbs.KRAKEN_PLAYS[target]
                if target >= 0
                else verbs.PARROT_PLAYS[cards.KRAKEN][cards.RED]
            )
        if specials.has_pirate_parrot(t, seat):
            return verbs.TORTUGA_PLAY
        return verbs.PARROT_PLAYS[cards.TORTUGA][cards.RED]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Play a card; the same seat goes on until its set is empty.  JNR-F4 JNR-F5"""
        verb = action.verb
        card = t.take_from_set(seat, verbs.FACE_PLAYED[action.code])
        if verb == verbs.PLACE_PARROT:
            # Any card on any ship, as strength 1; its own colour's ship is no exception.
            t.add_parrot(seat, action.second, card)  # JNR-F8 JNR-R2
            captains.check(t, action.second)
        elif verb == verbs.CREW:
            join_crew(t, seat, action.first // cards.VALUES, card, events.REINFORCED)  # JNR-F7
        elif verb == verbs.BOARD:
            # Under the chest; crews and captains stay.
            t.add_to_chest(seat, action.first // cards.VALUES, card)  # JNR-F10 JNR-F11
        elif verb == verbs.RAISE_SKELETON:
            join_crew(t, seat, action.first, card, events.SKELETON_RAISED)  # JNR-X1
        elif verb == verbs.CALL_KRAKEN:
            specials.call_kraken(t, seat, action.first, card)
        else:
            specials.call_tortuga(t, seat, card)
        if not t.cards_left(seat):
            leave(t)
            t.taken()


class TurnEnds(Step["Table"]):
    """The flag passes, or the game is over."""

    def advance(self, t: Table) -> None:
        """The flag passes, unless the pile was used up and the game is over.  JNR-F6 JNR-E1"""
        if not t.pile:
            leave(t)
            if t.log is not None:
                scoring.announce(t)
            return
        t.splitter = t.picker()
        t.tell(events.FLAG_PASSED, t.splitter)
        begin(t)


SPLITTING: Final = Splitting("splitting", ["split"], "JNR-F2", [verbs.SPLIT])
PICKING: Final = Picking("picking", ["pick"], "JNR-F3", [verbs.PICK])
PICKER_PLAYS: Final = Playing("picker_plays", is_picker=True)
SPLITTER_PLAYS: Final = Playing("splitter_plays", is_picker=False)
TURN_ENDS: Final = TurnEnds("turn_ends")
COURSE: Final[list[Any]] = [TURN_ENDS, SPLITTER_PLAYS, PICKER_PLAYS, PICKING, SPLITTING]
"""The steps of a turn, the last one first."""
AGENDAS: Final[list[list[Any]]] = [COURSE[:steps] for steps in range(len(COURSE) + 1)]
"""What is left of a turn, by the number of steps. Tables share these lists: nobody changes one."""


def begin(t: Table) -> None:
    """Five cards are laid out, whatever they are; then split, pick and play.  JNR-F1 JNR-R16"""
    t.turn += 1
    t.agenda = COURSE
    t.lay_out()


def leave(t: Table) -> None:
    """The step on top is done: another list is quicker than a shorter one."""
    t.agenda = AGENDAS[len(t.agenda) - 1]


def join_crew(t: Table, seat: i64, ship: i64, card: i64, event: int) -> None:
    """A pirate joins the end of the own crew on the ship of its colour, a skeleton on any ship.

    JNR-F7 JNR-F12 JNR-X1
    """
    t.add_to_crew(seat, ship, card)
    if t.log is not None:
        t.tell(event, int(seat), int(ship), int(card))
    captains.check(t, ship)


# --------------------------------------------------------------- what may be done


def can_board(t: Table, seat: Seat, face: int) -> bool:
    """The own captain stands on the ship of the pirate's colour, by whatever crew, right now.

    No special can board: it has neither colour nor gold.  JNR-F10 JNR-R7 JNR-R11 JNR-R15
    """
    return face < cards.PIRATE_FACES and t.ships_ruled(seat) >> face // cards.VALUES & 1 == 1


def plays_of_set(t: Table, seat: Seat) -> verbs.SetPlays:
    """What the cards a seat must still play can do; copies of a face are one option."""
    left = t.cards_left(seat)
    faces = t.faces
    found: i64 = 0
    bit: i64 = 1
    while left:
        if left & 1:
            found |= bit << (faces & cards.FACE_MASK)
        left >>= 1
        faces >>= cards.FACE_BITS
    return verbs.set_plays(found)


def all_plays(t: Table, seat: Seat, own: verbs.SetPlays) -> list[Action]:
    """What the cards of a set can always do, then what the table lets them do now."""
    found = own.always[:]
    for face in own.faces:
        if can_board(t, seat, face):
            found.append(verbs.BOARD_PLAYS[face])
        elif face == cards.KRAKEN:
            for play in verbs.KRAKEN_PLAYS:  # always for nothing, too  JNR-X2 JNR-R4
                if play.first == verbs.NO_SHIP or specials.is_target(t, seat, play.first):
                    found.append(play)
        elif face == cards.TORTUGA:
            found.append(verbs.TORTUGA_PLAY)
    return found
