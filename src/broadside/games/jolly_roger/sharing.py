"""Sharing prizes: the picks of Cook and Captain, the Quartermaster's gifts, then the Carpenter.

The Carpenter has others offer him a prize in secret, or the officers must give one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import mask_of
from broadside.kernel.rows import changed, least_of
from broadside.kernel.step import Denial, Step

from . import promises
from .cards import BEST_FIRST, CARPENTER, COOK, NOBODY, PRIZE_KINDS, PRIZE_NAMES, kinds_in
from .events import NOTHING_TAKEN
from .openings import OpenWindow
from .punishment import is_officer
from .questions import QuartermastersQuestion, Question, Sealed, no_prize
from .verbs import DECLINE, GIVE, PICK, PLAY, PRESENT, TAKE, TAKE_FROM
from .zones import NONE_YET

if TYPE_CHECKING:
    from .table import Table


class BeforeSharing(OpenWindow):
    """Prizes are laid out; the Cook may pick before the Captain.  JR-X3"""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """One Cook is enough.  JR-X3 JR-Q31"""
        if t.cook == NOBODY:
            return None
        return self.deny(action, "not_this_window", f"the Cook of seat {t.cook} picks already")

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """The Cook's player picks first.  JR-X3"""
        t.cook = seat


class Picking(Question):
    """The Cook's player, then the Captain, picks a prize.  JR-D2"""

    def chooser(self, t: Table) -> Seat:
        """Who picks next; nobody when both have.  JR-D2"""
        if t.picks_left == 2:
            return t.cook
        return t.captain if t.picks_left == 1 else NOBODY

    def options(self, t: Table) -> list[Action]:
        """Any of the prizes, one card each while there are any.  JR-D2"""
        return [PICK.of(kind) for kind in kinds_in(t.laid)] if t.picks_left else []

    def advance(self, t: Table) -> None:
        """First the Cook, if there is one.  JR-D2 JR-Q21 JR-X3"""
        if t.picks_left == 2 and t.cook == NOBODY:
            t.picks_left = 1
        if t.picks_left:
            t.look_at_laid(self.chooser(t))
        super().advance(t)

    def tells(self, t: Table) -> bool:
        """Others shall not see that hidden prizes are all of a kind.  JR-O2"""
        return t.is_hidden and t.asks_all

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """What is laid out is picked.  JR-D1"""
        return not_laid_out(action)

    def default(self, t: Table, seat: Seat) -> Action:
        """The best.  JR-D2"""
        return PICK.of(best_of(kinds_in(t.laid)))

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """Picks count as shares, unless the table plays them as extra.  JR-D2 JR-O5 JR-Q20"""
        t.pick_prize(seat, t.piece_of_kind(t.laid, action.first))
        if not t.is_extra_pick:
            t.shares = changed(t.shares, seat, t.shares[seat] + 1)
        t.picks_left -= 1


class Giving(QuartermastersQuestion):
    """The Quartermaster gives out the rest, one by one.  JR-D3"""

    def options(self, t: Table) -> list[Action]:
        """Any prize to any seat that has the fewest.  JR-D3"""
        seats = fewest(t) if t.laid else []
        found: list[Action] = []
        for kind in kinds_in(t.laid):
            found += [GIVE.of(kind, seat) for seat in seats]
        return found

    def advance(self, t: Table) -> None:
        """Give, until nothing is left.  JR-D3"""
        t.look_at_laid(t.acting_quartermaster())
        super().advance(t)

    def leave_out(self, t: Table) -> None:
        """Nothing is left."""
        t.pop()
        promises.prizes_given(t, t.acting_quartermaster())

    def tells(self, t: Table) -> bool:
        """Others shall not see that hidden prizes are all of a kind.  JR-O2"""
        return t.is_hidden and t.asks_all

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Prizes that are not laid out, and seats that have more than others.  JR-D3"""
        if action.first not in kinds_in(t.laid):
            return not_laid_out(action)
        seats = " and ".join([str(other) for other in fewest(t)])
        reason = f"nobody gets more before all have as many: only seat {seats} may receive"
        return self.deny(action, "not_among_fewest", reason)

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """Any prize to anybody."""
        found: list[Action] = []
        for kind in kinds_in(t.laid):
            found += [GIVE.of(kind, other) for other in range(t.seats)]
        return found

    def default(self, t: Table, seat: Seat) -> Action:
        """The best to himself if he may, else to the next one clockwise."""
        seats = fewest(t)
        best = seat
        while best not in seats:
            best = t.left_of(best)
        return GIVE.of(best_of(kinds_in(t.laid)), best)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """A prize goes to a seat; number counts, not value.  JR-D3"""
        kind, to = action.first, action.second
        t.give_prize(seat, to, t.piece_of_kind(t.laid, kind))
        t.shares = changed(t.shares, to, t.shares[to] + 1)
        rank = len(BEST_FIRST) - BEST_FIRST.index(kind)
        t.best_given = changed(t.best_given, to, max(t.best_given[to], rank))


class Aftermath(OpenWindow):
    """After a sharing the Carpenter may act.  JR-X2"""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Another seat must have an unburied prize.  JR-X2"""
        if others_with_prizes(t, seat):
            return None
        return self.deny(action, "no_open_prize", "no other seat has an open prize")

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """Others offer, then the Carpenter's player takes.  JR-X2 JR-Q11"""
        t.carpenter = seat
        t.push(TAKING)
        t.push(PRESENTING)


class Presenting(Sealed):
    """All others with unburied prizes are asked in secret.  JR-X2"""

    def asked(self, t: Table) -> int:
        """All of them.  JR-X2"""
        return mask_of(others_with_prizes(t, t.carpenter))

    def legal(self, t: Table, seat: Seat) -> list[Action]:
        """Decline, or one of the own prizes.  JR-X2"""
        return DECLINE.actions + [PRESENT.of(kind) for kind in kinds_in(t.prizes[seat])]

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Own prizes are offered.  JR-X2"""
        return no_prize(action, "JR-X2")

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """A secret answer: a prize or nothing."""
        if action.verb is not DECLINE:
            prize = t.piece_of_kind(t.prizes[seat], action.first)
            t.sealed = changed(t.sealed, seat, (prize,))
        t.answered(seat)


class Taking(Question):
    """The Carpenter's player takes one, and keeps it.  JR-X2"""

    def chooser(self, t: Table) -> Seat:
        """The Carpenter's player."""
        return t.carpenter

    def options(self, t: Table) -> list[Action]:
        """An offer, or an officer's open prize; hidden ones by their back.  JR-X2 JR-O2 JR-Q43"""
        seats = sources(t)
        if t.is_hidden:
            return [TAKE_FROM.of(seat) for seat in seats]
        zones = t.sealed if has_offers(t) else t.prizes
        found: list[Action] = []
        for kind in range(PRIZE_KINDS):
            found += [TAKE.of(kind, seat) for seat in seats if kind in kinds_in(zones[seat])]
        return found

    def leave_out(self, t: Table) -> None:
        """There is nothing to take.  JR-X2 JR-Q41"""
        t.tell(NOTHING_TAKEN, t.carpenter)
        self.end(t)

    def tells(self, t: Table) -> bool:
        """A live table asks for any answer.  JR-T7"""
        return t.asks_all

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Offers are taken, else what officers have; by name or by the back.  JR-X2 JR-O2"""
        if (action.verb is TAKE) == t.is_hidden:
            reason = "prizes are hidden here: name a seat" if t.is_hidden else "name the prize"
        elif has_offers(t):
            reason = "take one of the prizes that you were offered"
        else:
            reason = "nothing was offered: take an open prize of Captain or Quartermaster"
        return self.deny(action, "prize_not_there", reason)

    def default(self, t: Table, seat: Seat) -> Action:
        """The best."""
        if t.is_hidden:
            return t.choices[0]
        best = best_of([action.first for action in t.choices])
        return next(action for action in t.choices if action.first == best)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The prize is his to keep.  JR-X2"""
        owner = action.first if t.is_hidden else action.second
        if has_offers(t):
            prize = t.sealed[owner][0]
        elif t.is_hidden:
            prize = t.prizes[owner][int(t.rng.below(len(t.prizes[owner])))]  # JR-O2
        else:
            prize = t.piece_of_kind(t.prizes[owner], action.first)
        t.take_prize(seat, owner, prize)
        self.end(t)

    def end(self, t: Table) -> None:
        """Offers that were not taken stay secret."""
        t.pop()
        t.carpenter = NOBODY
        t.unseal()


BEFORE_SHARING: Final = BeforeSharing("prize", "JR-X3", [PLAY.of(COOK)])
PICKING: Final = Picking("pick", "pick_prize", "JR-D2", [PICK])
GIVING: Final = Giving("give", "give_prize", "JR-D3", [GIVE], takes_gifts=True)
AFTERMATH: Final = Aftermath("aftermath", "JR-X2", [PLAY.of(CARPENTER)])
PRESENTING: Final = Presenting("offer", "present_prize", "JR-X2", [DECLINE, PRESENT])
TAKING: Final = Taking("take", "take_prize", "JR-X2", [TAKE, TAKE_FROM])
SHARING: Final[list[Step[Any]]] = [AFTERMATH, GIVING, PICKING, BEFORE_SHARING]


def begin(t: Table, is_seized: bool) -> None:
    """Share what is laid out; with nothing to share all of this is skipped.  JR-D1 JR-D4"""
    if not t.laid:
        return
    t.cook = NOBODY
    t.picks_left = 2
    t.is_seized = is_seized
    t.shares = NONE_YET[t.seats]
    t.best_given = NONE_YET[t.seats]
    t.plan(SHARING)


def not_laid_out(action: Action) -> Denial:
    """The prize is not there to be shared."""
    reason = f"{PRIZE_NAMES[action.first]} is not laid out"
    return Denial(action, "not_laid_out", reason, "JR-D1")


def best_of(kinds: list[int]) -> int:
    """The best of some kinds of prizes.  JR-D2"""
    return min(kinds, key=BEST_FIRST.index)


def fewest(t: Table) -> list[Seat]:
    """The seats with the fewest cards from this sharing.  JR-D3 JR-Q4 JR-Q5"""
    least = least_of(t.shares)
    return [seat for seat in range(t.seats) if t.shares[seat] == least]


def others_with_prizes(t: Table, seat: Seat) -> list[Seat]:
    """Who else has an unburied prize."""
    return [other for other in range(t.seats) if other != seat and t.prizes[other]]


def has_offers(t: Table) -> bool:
    """Whether anybody offered the Carpenter a prize."""
    return max([len(offered) for offered in t.sealed]) > 0


def sources(t: Table) -> list[Seat]:
    """From whom he may take one: who offered one; else the officers.  JR-X2 JR-Q41"""
    if has_offers(t):
        return [seat for seat in range(t.seats) if t.sealed[seat]]
    return [seat for seat in others_with_prizes(t, t.carpenter) if is_officer(t, seat)]
