"""Treasure Island: only with a map; gold and rum can be buried, but not by who guards the ship.

The guard is named by the Boatswain, and may bribe a substitute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits, mask_of
from broadside.kernel.step import Denial, Step

from . import calls, events, gifts, punishment, verbs, voyage
from .cards import GOLD_1, GOLD_2, GOLD_3, NO_CARD, NOBODY, OLD_SAILOR, PIECE_NAMES, RUM, kinds_in
from .openings import OpenWindow
from .questions import Question, Sealed, no_prize
from .verbs import BURY, PLAY, STOP

if TYPE_CHECKING:
    from .table import Table

BURIABLE: Final = [GOLD_1, GOLD_2, GOLD_3, RUM]
"""Prisoners and Jewels cannot be buried."""


class Map(OpenWindow):
    """Somebody must know the way.  JR-I1"""

    def resolve(self, t: Table, seat: Seat, card: int, action: Action) -> None:
        """The first uncancelled Old Sailor reaches the island: the window closes.  JR-I1 JR-X7"""
        if action is not PLAY.of(OLD_SAILOR):
            super().resolve(t, seat, card, action)
            return
        t.pop()
        t.map_card = card
        t.show_destination()
        t.guards = 0
        t.tell(events.ISLAND_REACHED, seat)
        t.plan(ASHORE)

    def close(self, t: Table) -> None:
        """No map: the round ends, or another destination is chosen.  JR-I2 JR-O4 JR-Q1 JR-Q34"""
        t.pop()
        t.tell(events.ISLAND_MISSED)
        if t.is_rechoosing:
            t.pop()
            t.return_destination()
            t.barred_round = t.round
            t.plan([voyage.SAILING, calls.CALL_2, voyage.CHOOSING])
            return
        t.barred_round = t.round + 1
        t.leave_out(punishment.ORDERING)
        t.leave_out(punishment.NAMING)
        if not t.is_last_round():
            t.leave_out(calls.CALL_3)


class Burying(Sealed):
    """All but the guards choose in secret what they turn face down.  JR-I3 JR-X1"""

    def asked(self, t: Table) -> int:
        """Who can bury something; hidden prizes might be anything.  JR-I3 JR-X1"""
        seats: list[Seat] = []
        for seat in range(t.seats):
            might = t.is_hidden and t.asks_all and len(t.prizes[seat]) > 0
            if might or len(self.legal(t, seat)) > 1:
                seats.append(seat)
        return mask_of(seats) & ~t.guards

    def finish(self, t: Table) -> None:
        """The chosen prizes are turned face down.  JR-I3"""
        t.pop()
        for seat in t.clockwise(t.captain):
            if t.sealed[seat]:
                t.bury_prizes(seat, t.sealed[seat])
        t.unseal()

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """One more card that can be buried and is not chosen yet, or stop.  JR-I3 JR-Q6"""
        left = self.unchosen(t, seat, t.prizes[seat], BURY.actions)
        return STOP.actions + [action for action in left if action.first in BURIABLE]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Gold and rum that lie there, each card once.  JR-I3"""
        if action.first not in kinds_in(t.prizes[seat]):
            return no_prize(action, "JR-I3")
        reason = "it was chosen already"
        if action.first not in BURIABLE:
            reason = "only gold and rum can be buried"
        return self.deny(action, "cannot_be_buried", reason)

    def default(self, t: Table, seat: Seat) -> Action:
        """All gold."""
        gold = [action for action in self.legal(t, seat) if action is not BURY.of(RUM)]
        return gold[-1]

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """Choose one more card; who has nothing left to bury has finished."""
        if action.verb is not STOP:
            self.seal(t, seat, t.prizes[seat], action.first)
        if action.verb is STOP or len(self.legal(t, seat)) == 1:
            t.answered(seat)


class Digging(OpenWindow):
    """The Smart Lad digs up what others have buried.  JR-X11"""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Somebody else who has buried something.  JR-X11"""
        if action.first == seat:
            return self.deny(action, "not_yourself", "name another seat")
        if t.buried[action.first]:
            return None
        return self.deny(action, "nothing_buried", f"seat {action.first} has nothing buried")

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """A random buried prize changes its owner.  JR-X11"""
        t.dig_up(seat, action.first)

    def close(self, t: Table) -> None:
        """The Old Sailor goes to the crew discard.  JR-I4"""
        t.pop()
        t.drop(t.map_card)
        t.map_card = NO_CARD
        t.guards = 0


class Landing(OpenWindow):
    """The Boatswain makes somebody else guard the ship.  JR-X1"""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Somebody else who is no guard yet.  JR-X1"""
        if action.first == seat:
            return self.deny(action, "not_yourself", "name another seat")
        if t.guards >> action.first & 1:
            return self.deny(action, "guard_already", "that seat stands guard already")
        return None

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """That seat is guard and buries nothing now; it may bribe a substitute.  JR-X1"""
        t.guards |= 1 << action.first
        t.guard = action.first
        t.guard_asked = 0
        t.tell(events.GUARD_NAMED, action.first, seat)
        t.push(GUARDING)


class Guarding(Question):
    """The guard stands, or offers something to somebody who takes over; several things together,
    if he puts some aside before.

    Also where bribes are off: the card itself allows it.  JR-X1 JR-Q42 JR-Q15
    """

    def chooser(self, t: Table) -> Seat:
        """The guard."""
        return t.guard

    def options(self, t: Table) -> list[Action]:
        """Stand, or offer a hand card, an unburied prize or a promise to somebody.

        Or put it aside: the last thing is named with the offer.  JR-X1
        """
        found = verbs.STAND.actions[:]
        seats = targets(t)
        things = spare_items(t) if seats else []
        for item in things:
            found += [verbs.OFFER.of(item, seat) for seat in seats]
        return found + [verbs.ADD.of(item) for item in things]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """What he has, to somebody not asked yet, for nothing in return.  JR-X1"""
        if action.verb is verbs.OFFER:
            if t.guard_asked >> action.second & 1:
                return self.deny(action, "asked_already", f"seat {action.second} was asked already")
            if t.guards >> action.second & 1:
                return self.deny(action, "guard_already", "a guard cannot take over")
            if action.args[2] != verbs.NO_PROMISE:
                reason = "a substitute is asked to stand guard, nothing else"
                return self.deny(action, "not_this_window", reason)
        if action.first in spare_items(t):
            return None
        return self.deny(action, "card_not_in_hand", "you have no such thing to offer")

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Stand, put something aside, or offer all that was put together to somebody.

        The offer on the table is the last thing of it.  JR-X1
        """
        if action.verb is verbs.STAND:
            end_bribe(t)
            return
        t.bribe += (action.first,)
        if action.verb is verbs.OFFER:
            t.guard_asked |= 1 << action.second
            if t.offer_tos[seat] != NOBODY:
                t.end_offer(seat, events.OFFER_LAPSED)
            pieces = bribe_pieces(t)
            for place, item in enumerate(t.bribe):
                gifts.put_offer(t, seat, action.second, item, pieces[place], verbs.NO_PROMISE)
            t.push(GUARD_ASKED)


class GuardAsked(Question):
    """Whoever was offered something accepts or declines.  JR-X1"""

    def chooser(self, t: Table) -> Seat:
        """Who was asked."""
        return t.offer_tos[t.guard]

    def options(self, t: Table) -> list[Action]:
        """Accept or decline.  JR-X1"""
        return [verbs.ACCEPT_OFFER.of(t.guard), verbs.DECLINE_OFFER.of(t.guard)]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """The guard offers, nobody else.  JR-X1"""
        return self.deny(action, "no_such_offer", "the guard has offered you something")

    def default(self, t: Table, seat: Seat) -> Action:
        """Decline."""
        return verbs.DECLINE_OFFER.of(t.guard)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Who accepts gets all of it and is guard; he cannot pass it on.  JR-X1"""
        t.pop()
        giver, things = t.guard, t.bribe
        pieces = bribe_pieces(t)
        if action.verb is not verbs.ACCEPT_OFFER:
            t.end_offer(giver, events.OFFER_DECLINED)
            t.bribe = ()
            return
        t.end_offer(giver, events.OFFER_ACCEPTED)
        t.guards = t.guards & ~(1 << giver) | 1 << seat
        t.tell(events.GUARD_REPLACED, seat, giver)
        end_bribe(t)
        for place in range(len(things)):
            gifts.hand_over(t, giver, seat, things[place], pieces[place])


MAP: Final = Map("map", "JR-I1", [PLAY.of(OLD_SAILOR)])
BURYING: Final = Burying("bury", "bury_prizes", "JR-I3", [STOP, BURY])
DIGGING: Final = Digging("digging", "JR-X11", verbs.PLAY_SMART_LAD.actions)
LANDING: Final = Landing("landing", "JR-X1", verbs.PLAY_BOATSWAIN.actions)
GUARDING: Final = Guarding(
    "guard", "guard_or_bribe", "JR-X1", [verbs.STAND, verbs.OFFER, verbs.ADD]
)
GUARD_ASKED: Final = GuardAsked(
    "guard_asked", "take_the_guard", "JR-X1", [verbs.ACCEPT_OFFER, verbs.DECLINE_OFFER]
)
ASHORE: Final[list[Step[Any]]] = [DIGGING, BURYING, LANDING]


def targets(t: Table) -> list[Seat]:
    """Whom the guard may still ask: each once, and no guard.  JR-X1"""
    return bits(t.everyone & ~(t.guards | t.guard_asked))


def end_bribe(t: Table) -> None:
    """It is settled who stands guard."""
    t.pop()
    t.guard = NOBODY
    t.guard_asked = 0
    t.bribe = ()


def spare_items(t: Table) -> list[int]:
    """What the guard has to offer and has not put aside yet; a promise is made once.  JR-X1"""
    found: list[int] = []
    for item in gifts.items(t, t.guard):
        copies = 1
        if item < verbs.FIRST_PROMISE_ITEM:
            names = [PIECE_NAMES[piece] for piece in t.hands[t.guard] + t.prizes[t.guard]]
            copies = names.count(verbs.ITEM_NAMES[item])
        if t.bribe.count(item) < copies:
            found.append(item)
    return found


def bribe_pieces(t: Table) -> list[int]:
    """The card or prize that each thing of the bribe means; a promise may mean one, too."""
    found: list[int] = []
    taken: list[int] = []
    for item in t.bribe:
        best = gifts.piece_of(t, t.guard, item)
        if item < verbs.FIRST_PROMISE_ITEM:
            for one in t.hands[t.guard] + t.prizes[t.guard]:
                if best in taken and one not in taken and PIECE_NAMES[one] == PIECE_NAMES[best]:
                    best = one
            taken.append(best)
        found.append(best)
    return found
