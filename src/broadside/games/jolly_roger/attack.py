"""Attack: the crew plays its cards, officers help, and the totals decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.step import Denial, Step

from . import cards, events, plays, sharing
from .cards import FIRST_CHARACTER
from .limits import fewest_crew
from .openings import FromCaptainsLeft, OpenWindow
from .questions import QuartermastersQuestion, no_card, only_normal
from .verbs import ALLOT, MUSTER, PASS, PLAY, PLAY_OFFICER, REVEAL, UP
from .zones import changed

if TYPE_CHECKING:
    from .table import Table

NORMAL_CARDS: Final[list[Action]] = MUSTER.actions[:FIRST_CHARACTER]
"""By the kind of the card that is mustered."""
NO_SKILLS: Final = [0] * cards.SKILLS
"""Nobody changes this list."""


class Lookout(FromCaptainsLeft):
    """The Lookout turns the destination up before anybody musters.  JR-X6"""

    def own_denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """While it lies face down.  JR-X6"""
        if not t.is_shown:
            return None
        return self.deny(action, "not_this_window", "the destination lies face up already")

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """Turn it up.  JR-X6"""
        t.show_destination()


class FirstCard(QuartermastersQuestion):
    """The Quartermaster must play one normal card; without one the duty is waived.  JR-A1"""

    def options(self, t: Table) -> list[Action]:
        """Any normal card; only who has none passes.  JR-A1"""
        found: list[Action] = []
        t.add_cards(t.acting_quartermaster(), NORMAL_CARDS, found)
        return found or PASS.actions

    def tells(self, t: Table) -> bool:
        """A live table asks him in any case: who has none passes.  JR-Q28 JR-T7 JR-O8"""
        return t.asks_all and len(t.hands[t.acting_quartermaster()]) > 0

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Whoever has a normal card plays one.  JR-A1"""
        if action.verb is PASS:
            reason = "the first card is the Quartermaster's: play a normal one"
            return self.deny(action, "first_card_due", reason)
        return only_normal(action) if action.first >= FIRST_CHARACTER else no_card(action, "JR-A1")

    def default(self, t: Table, seat: Seat) -> Action:
        """A card with the fewest crew members."""
        return fewest_crew(t.choices)

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """The duty is met when the card is played, cancelled or not.  JR-A1 JR-Q28 JR-Q37"""
        t.pop()
        if action.verb is PASS:
            t.tell(events.FIRST_WAIVED, seat)
        else:
            plays.begin(t, seat, action)


class Mustering(OpenWindow):
    """Anybody may play normal cards for the attack.  JR-A2"""

    def first_asked(self, t: Table) -> Seat:
        """The Quartermaster's left.  JR-T5"""
        return t.left_of(t.acting_quartermaster())

    def might_play(self, t: Table, seat: Seat) -> bool:
        """Everybody with a card, and the Quartermaster, who reveals."""
        return len(t.hands[seat]) > 0 or seat == t.acting_quartermaster()

    def can_play(self, t: Table, seat: Seat) -> bool:
        """Any normal card; the Quartermaster may have nothing else to do than reveal."""
        hand = t.hands[seat]
        has_normal = len(hand) > 0 and hand[0] < cards.NORMAL_CARDS
        return has_normal or can_reveal(t, seat) or super().can_play(t, seat)

    def add_first(self, t: Table, seat: Seat, found: list[Action]) -> None:
        """Normal cards; the Quartermaster may end it.  JR-A2 JR-A3 JR-Q38"""
        t.add_cards(seat, NORMAL_CARDS, found)
        if can_reveal(t, seat):
            found.append(REVEAL.of())

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Normal cards only; the Quartermaster reveals when all were heard.  JR-A2 JR-A3"""
        if action.verb is MUSTER:
            if action.first >= FIRST_CHARACTER:
                return only_normal(action)
            return None if t.holds(seat, action.first) else no_card(action, "JR-A2")
        if action.verb is not REVEAL:
            return super().denial(t, seat, action)
        if seat != t.acting_quartermaster():
            reason = "only the Quartermaster reveals the destination"
            return self.deny(action, "only_quartermaster_reveals", reason, "JR-A3")
        if can_reveal(t, seat):
            return None
        reason = "everybody else must have acted or passed once"
        return self.deny(action, "reveal_too_early", reason, "JR-A3")

    def tempting(self, t: Table, seat: Seat) -> list[Action]:
        """The Quartermaster wants to reveal."""
        return REVEAL.actions if seat == t.acting_quartermaster() else []

    def play(self, t: Table, seat: Seat, action: Action) -> None:
        """A card is played, or the Quartermaster ends the mustering.  JR-A2 JR-A3"""
        if action.verb is REVEAL:
            t.tell(events.REVEALED_BY, seat)
            t.pop()
            t.taken()
        else:
            super().play(t, seat, action)

    def resolve(self, t: Table, seat: Seat, card: int, action: Action) -> None:
        """A mustered card lies before its seat."""
        if action.verb is MUSTER:
            t.muster_card(seat, card)
        else:
            super().resolve(t, seat, card, action)


class TurningUp(Step["Table"]):
    """The end of the mustering."""

    def advance(self, t: Table) -> None:
        """The destination is turned up.  JR-A3"""
        t.pop()
        t.show_destination()


class Revealed(FromCaptainsLeft):
    """Officers may still help, or harm.  JR-X5"""

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """An officer adds 1 to the total of his skill, or takes 1 away.  JR-X5 JR-A4"""
        more = 1 if action.second == UP else -1
        t.officers = changed(t.officers, action.first, t.officers[action.first] + more)
        t.tell(events.OFFICER_HELPED, seat, action.first, action.second)


class Allotting(QuartermastersQuestion):
    """The Quartermaster assigns each multi card to a skill, after the officers.  JR-A4 JR-Q30"""

    def options(self, t: Table) -> list[Action]:
        """Every way to share the multi cards out, if any; the rest is for sabres.  JR-A4"""
        count = multi_cards(t)
        found: list[Action] = []
        if count:
            for nav in range(count + 1):
                found += [ALLOT.of(nav, cannons) for cannons in range(count - nav + 1)]
        return found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """No card is allotted twice.  JR-A4"""
        reason = "exactly the multi cards that were mustered must be allotted"
        return self.deny(action, "multi_cards_exactly", reason)

    def default(self, t: Table, seat: Seat) -> Action:
        """In a way that wins, else all to navigation."""
        count, value, need = multi_cards(t), multi_value(), face(t).required
        counts: list[int] = []
        for skill in range(cards.SKILLS):
            lacking = max(0, need[skill] - single_total(t, skill))
            counts.append((lacking + value - 1) // value)
        if sum(counts) > count:
            return ALLOT.of(count, 0)
        return ALLOT.of(count - counts[cards.CANNONS] - counts[cards.SABRES], counts[cards.CANNONS])

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """So many for navigation and cannons, the rest for sabres.  JR-A4"""
        nav, cannons = action.first, action.second
        sabres = multi_cards(t) - nav - cannons
        t.allotted = [nav, cannons, sabres]
        t.tell(events.ALLOTTED, seat, nav, cannons, sabres)
        t.pop()


class AttackEnds(Step["Table"]):
    """The attack is decided."""

    def advance(self, t: Table) -> None:
        """All three totals must be reached; then there are prizes to share.  JR-A5 JR-A6"""
        t.pop()
        nav, cannons = total(t, cards.NAV), total(t, cards.CANNONS)
        sabres = total(t, cards.SABRES)
        card = face(t)
        need = card.required
        t.discard_mustered()
        t.officers = NO_SKILLS
        t.allotted = NO_SKILLS
        if nav < need[cards.NAV] or cannons < need[cards.CANNONS] or sabres < need[cards.SABRES]:
            t.tell(events.ATTACK_FAILED, nav, cannons, sabres)
            return
        prizes = min(card.prizes, len(t.prize_deck))  # JR-D1
        t.tell(events.ATTACK_WON, nav, cannons, sabres, prizes)
        for _ in range(prizes):
            t.lay_prize()
        sharing.begin(t, False)


LOOKOUT: Final = Lookout("lookout", "JR-X6", [PLAY.of(cards.LOOKOUT)])
FIRST_CARD: Final = FirstCard("first", "play_first_card", "JR-A1", [PASS, MUSTER])
MUSTERING: Final = Mustering(
    "muster", "JR-A2", verbs=[MUSTER, REVEAL], question="muster_or_pass", is_busy=True
)
TURNING_UP: Final = TurningUp("reveal")
REVEALED: Final = Revealed("revealed", "JR-X5", PLAY_OFFICER.actions)
ALLOTTING: Final = Allotting("allot", "allot_skills", "JR-A4", [ALLOT])
ATTACK_ENDS: Final = AttackEnds("attack_ends")
ATTACK: Final[list[Step[Any]]] = [
    *[ATTACK_ENDS, ALLOTTING, REVEALED, TURNING_UP, MUSTERING, FIRST_CARD, LOOKOUT],
]
"""The steps of an attack; the last one comes first."""


def can_reveal(t: Table, seat: Seat) -> bool:
    """The Quartermaster, once every other seat has acted or been ready.

    An empty hand has been ready for good, though it be filled by a gift.  JR-A3 JR-Q29 JR-Q50
    """
    return seat == t.acting_quartermaster() and t.heard | 1 << seat == t.everyone


def face(t: Table) -> cards.Destination:
    """The chosen destination card."""
    return cards.BOX.destinations[t.chosen - cards.FIRST_DESTINATION]


def multi_cards(t: Table) -> int:
    """How many mustered cards show all skills."""
    return cards.count_in(t.mustered, cards.MULTI_KIND)


def multi_value() -> int:
    """What each of them adds to one skill."""
    return cards.SKILLS_OF_KIND[cards.MULTI_KIND][cards.NAV] if cards.MULTI_KIND >= 0 else 0


def single_total(t: Table, skill: int) -> int:
    """What single skills and officers add up to.  JR-A5"""
    total = t.officers[skill]
    for card in t.mustered:
        kind = cards.KIND_OF[card]
        if kind != cards.MULTI_KIND:
            total += cards.SKILLS_OF_KIND[kind][skill]
    return total


def total(t: Table, skill: int) -> int:
    """Values, allotted cards and officers, at least 0.  JR-A5"""
    return max(0, single_total(t, skill) + t.allotted[skill] * multi_value())
