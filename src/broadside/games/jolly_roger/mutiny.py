"""Mutiny: the crew takes sides, the losers lose their prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Step

from . import calls, cards, plays, promises, punishment, rounds, sharing, verbs, voyage
from .events import CAPTAIN_REPLACED, MUTINY_CALLED, MUTINY_ENDED, NO_SIDE, SIDE_JOINED, THROAT_CUT
from .limits import fewest_crew
from .openings import OpenWindow
from .questions import Question, no_card
from .zones import NEUTRAL

if TYPE_CHECKING:
    from .table import Table

SPENT: Final[int] = (
    cards.kinds_of([cards.CANNON_FODDER]) | cards.CUTTHROAT_KIND | cards.SEA_DOG_KIND
)
"""The kinds of crew cards that are discarded after a mutiny, however used.  JR-M10"""
SIDES_OPEN: Final = [[verbs.CAPTAINS_SIDE], [verbs.MUTINEERS_SIDE], verbs.BOTH_SIDES]
"""The sides that one may play for, by the side that one is bound to."""
JOINS: Final[list[list[Action]]] = [
    [verbs.JOIN_SIDE.of(kind, side) for kind in range(cards.KINDS)] for side in verbs.BOTH_SIDES
]
"""The ways to play a card as crew, by the side and by its kind."""


class Mutiny(OpenWindow):
    """Everybody may play cards for a side.  JR-M3"""

    def first_asked(self, t: Table) -> Seat:
        """The mutineer's left.  JR-T5"""
        return t.left_of(t.mutineer)

    def advance(self, t: Table) -> None:
        """A Cutthroat ends it at once.  JR-M5"""
        if t.loser == NO_SIDE:
            super().advance(t)
        else:
            self.close(t)

    def takes_any(self, t: Table, seat: Seat) -> bool:
        """Any card counts."""
        return True

    def add_last(self, t: Table, seat: Seat, kinds: i64, found: list[Action]) -> None:
        """Any card for one's side; Sea Dog and Cutthroat for effect as well.

        A neutral seat chooses its side with its first card.  JR-M3 JR-X0 JR-X4 JR-X8 JR-X9
        """
        own = t.side_of(seat)
        if own == NO_SIDE:
            t.add_cards(seat, JOINS[verbs.CAPTAINS_SIDE], found, JOINS[verbs.MUTINEERS_SIDE])
        else:
            t.add_cards(seat, JOINS[own], found)
        dog: i64 = cards.SEA_DOG_KIND
        if kinds & dog:
            others = neutrals(t, seat)
            for side in SIDES_OPEN[own]:
                found += [verbs.SET_SEA_DOG.of(side, other) for other in others]
        throat: i64 = cards.CUTTHROAT_KIND
        if kinds & throat:
            for side in verbs.BOTH_SIDES:
                if seat != t.leader(side):
                    found.append(verbs.CUT_THROAT.of(side))

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Nobody changes sides; the Sea Dog needs a neutral seat.  JR-M3 JR-X4 JR-X9"""
        if action.verb not in (verbs.JOIN_SIDE, verbs.SET_SEA_DOG, verbs.CUT_THROAT):
            return super().denial(t, seat, action)
        if not t.holds(seat, verbs.KIND_PLAYED[action.code]):
            return no_card(action, "JR-M3")
        _, side, target = plays.use_of(t, action)
        if action.verb is verbs.CUT_THROAT:
            if seat != t.leader(side):
                return None
            return self.deny(action, "cutthroat_not_yourself", "you cannot name yourself", "JR-X4")
        if t.side_of(seat) not in (NO_SIDE, side):
            if seat == t.captain or seat == t.mutineer:
                reason = "leaders play for their own side only"
                return self.deny(action, "leader_of_other_side", reason)
            reason = "your first card bound you to the other side"
            return self.deny(action, "bound_to_other_side", reason)
        if target == cards.NOBODY or target in neutrals(t, seat):
            return None
        return not_neutral(action)

    def resolve(self, t: Table, seat: Seat, card: int, action: Action) -> None:
        """Crew for a side, or Sea Dog and Cutthroat for effect; the Sea Dog counts, too, and makes
        a neutral seat play a card for the same side at once.  JR-M2 JR-M3 JR-X8 JR-X9
        """
        _use, side, target = plays.use_of(t, action)
        if side == NO_SIDE or verbs.IS_THROAT_CUT[action.verb.number]:
            super().resolve(t, seat, card, action)
            return
        join(t, seat, card, side)
        if target != cards.NOBODY and t.hands[target] and t.side_of(target) == NO_SIDE:
            t.forced = target
            t.forced_side = side
            t.push(FORCED)

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """The Cutthroat: a leader's side loses at once; it binds nobody.  JR-X4 JR-M5 JR-Q27"""
        t.loser = plays.use_of(t, action)[1]
        t.tell(THROAT_CUT, seat, t.loser)


class Forced(Question):
    """The Sea Dog's target must play one card.  JR-X9"""

    def chooser(self, t: Table) -> Seat:
        """The target."""
        return t.forced

    def options(self, t: Table) -> list[Action]:
        """Any hand card.  JR-X9"""
        found: list[Action] = []
        t.add_cards(t.forced, verbs.ENLIST.actions, found)
        return found

    def tells(self, t: Table) -> bool:
        """A single kind plays itself only in a simulation.  JR-X9 JR-T7"""
        return t.asks_all

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """A card of the hand.  JR-X9"""
        return no_card(action, "JR-X9")

    def default(self, t: Table, seat: Seat) -> Action:
        """One with the fewest crew members."""
        return fewest_crew(t.choices)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The forced card is played as plain crew.  JR-X9"""
        t.pop()
        t.forced = cards.NOBODY
        plays.begin(t, seat, action)


class MutinyEnds(Step["Table"]):
    """The mutiny is decided."""

    def advance(self, t: Table) -> None:
        """The losers pay for it, and a beaten Captain is replaced.  JR-M5 JR-M6 JR-M7 JR-Q24"""
        t.pop()
        captains, mutineers = t.crew_on(verbs.CAPTAINS_SIDE), t.crew_on(verbs.MUTINEERS_SIDE)
        if t.loser == NO_SIDE:
            t.loser = 1 - leading(captains, mutineers)
        promises.mutiny_ended(t)
        sides = t.sides[:]
        for side in verbs.BOTH_SIDES:
            sides[t.leader(side)] = side
        t.sides = sides
        t.tell(MUTINY_ENDED, 1 - t.loser, captains, mutineers)
        if t.loser == verbs.CAPTAINS_SIDE:
            t.tell(CAPTAIN_REPLACED, t.mutineer, t.captain)
            t.captain = t.mutineer
            if t.quartermaster == t.captain:
                t.quartermaster = cards.NOBODY  # until he appoints one
        t.mutineer = cards.NOBODY


class Seizing(Step["Table"]):
    """What the losers lose."""

    def advance(self, t: Table) -> None:
        """All their unburied prizes are shared among all.  JR-M6 JR-M9 JR-Q4"""
        t.pop()
        for seat in t.clockwise(t.captain):
            if t.sides[seat] == t.loser:
                t.seize_prizes(seat)
        sharing.begin(t, True)


class Redealing(Step["Table"]):
    """What becomes of the cards."""

    def advance(self, t: Table) -> None:
        """Some characters are spent, all other cards dealt anew.  JR-M10 JR-Q15 JR-Q27"""
        t.pop()
        left = t.clear_sides(SPENT)
        if left:
            t.deal_crew(left, t.left_of(t.acting_quartermaster()))
        t.sides = NEUTRAL[t.seats]
        t.loser = NO_SIDE


class AfterMutiny(Step["Table"]):
    """How the round goes on."""

    def advance(self, t: Table) -> None:
        """Before the voyage one chooses anew, after it the round ends.  JR-M11 JR-Q14 JR-Q22"""
        t.pop()
        if t.called_in == calls.THIRD:
            t.skips_appointment = True
            if t.agenda[-1] is punishment.NAMING:
                t.pop()
        elif t.called_in == calls.SECOND:
            if t.chosen != cards.NO_CARD:
                t.return_destination()
            t.push(calls.CALL_2)
            t.push(voyage.CHOOSING)


MUTINY: Final = Mutiny(
    "mutiny",
    "JR-M3",
    verbs=[verbs.JOIN_SIDE, verbs.SET_SEA_DOG, verbs.CUT_THROAT],
    question="join_or_pass",
    is_busy=True,
)
FORCED: Final = Forced("forced", "play_forced_card", "JR-X9", [verbs.ENLIST])
MUTINY_ENDS: Final = MutinyEnds("mutiny_ends")
SEIZING: Final = Seizing("seize")
REDEALING: Final = Redealing("redeal")
AFTER_MUTINY: Final = AfterMutiny("after_mutiny")
AFTERWARDS: Final[list[Step[Any]]] = [AFTER_MUTINY, REDEALING, SEIZING]
"""What comes when there is a Quartermaster again."""


def begin(t: Table, seat: Seat, action: Action, call: int) -> None:
    """Whoever calls is First Mutineer.  JR-M1 JR-M2 JR-Q15 JR-Q25"""
    t.called_in = call
    t.pop()
    t.is_mutiny_used = True
    t.mutineer = seat
    t.loser = NO_SIDE
    t.sides = NEUTRAL[t.seats]
    t.tell(MUTINY_CALLED, seat, t.captain)
    promises.mutiny_called(t, seat)
    t.plan(AFTERWARDS)
    t.push(rounds.APPOINTING)
    t.push(MUTINY_ENDS)
    t.push(MUTINY)
    plays.begin(t, seat, action)


def neutrals(t: Table, seat: Seat) -> list[Seat]:
    """Other seats with a hand card that are neutral, or will be.  JR-X9"""
    found = t.others_with_cards(seat)
    return [other for other in found if t.side_of(other) == NO_SIDE and other != t.captain]


def not_neutral(action: Action) -> Denial:
    """The Sea Dog has nobody to force."""
    reason = "the Sea Dog needs another neutral seat with a hand card"
    return Denial(action, "no_neutral_seat", reason, "JR-X9")


def leading(captains: int, mutineers: int) -> int:
    """The side that wins with so much crew: more wins, a tie is the Captain's.  JR-M5 JR-M6"""
    return verbs.MUTINEERS_SIDE if mutineers > captains else verbs.CAPTAINS_SIDE


def join(t: Table, seat: Seat, card: int, side: int) -> None:
    """An uncancelled card counts for a side and binds its seat.  JR-M3 JR-M4 JR-Q26"""
    t.lay_for_side(seat, card, side)
    if t.log is not None:
        strengths = [t.crew_on(each) for each in verbs.BOTH_SIDES]
        t.tell_to(t.everyone, SIDE_JOINED, seat, card, side, strengths[0], strengths[1])
