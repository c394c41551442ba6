"""Attack: the crew plays its cards, officers help, and the totals decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.rows import changed
from broadside.kernel.step import Denial, Step

from . import cards, events, plays, sharing
from .cards import FIRST_CHARACTER, MULTI_KINDS, SKILLED_CHARACTERS, SKILLS
from .limits import fewest_crew
from .openings import FromCaptainsLeft, OpenWindow
from .questions import QuartermastersQuestion, no_card, only_normal
from .verbs import ALLOT, MUSTER, PASS, PLAY, PLAY_OFFICER, REVEAL, UP

if TYPE_CHECKING:
    from .table import Table

NORMAL_CARDS: Final[list[Action]] = MUSTER.actions[:FIRST_CHARACTER]
"""By the kind of the card that is mustered."""
NO_SKILLS: Final = [0] * cards.SKILLS
NONE_ALLOTTED: Final[list[int]] = NO_SKILLS * max(1, len(MULTI_KINDS))
"""By multi kind and skill. Nobody changes these lists."""
MULTI_SKILLS: Final[list[list[int]]] = [cards.SKILLS_OF_KIND[kind] for kind in MULTI_KINDS]
NAMES_KIND: Final[bool] = len(MULTI_KINDS) > 1


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
        add_skilled(t, t.acting_quartermaster(), found)
        return found or PASS.actions

    def tells(self, t: Table) -> bool:
        """A live table asks him in any case: who has none passes.  JR-Q28 JR-T7 JR-O8"""
        return t.asks_all and len(t.hands[t.acting_quartermaster()]) > 0

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Whoever has a normal card plays one.  JR-A1"""
        if action.verb is PASS:
            reason = "the first card is the Quartermaster's: play a normal one"
            return self.deny(action, "first_card_due", reason)
        return no_card(action, "JR-A1") if has_skill(action.first) else only_normal(action)

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
        is_skilled = SKILLED_CHARACTERS != 0 and t.characters(seat) & SKILLED_CHARACTERS != 0
        return has_normal or is_skilled or can_reveal(t, seat) or super().can_play(t, seat)

    def add_first(self, t: Table, seat: Seat, found: list[Action]) -> None:
        """Normal cards; the Quartermaster may end it.  JR-A2 JR-A3 JR-Q38"""
        add_skilled(t, seat, found)
        if can_reveal(t, seat):
            found.append(REVEAL.of())

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """Normal cards only; the Quartermaster reveals when all were heard.  JR-A2 JR-A3"""
        if action.verb is MUSTER:
            if not has_skill(action.first):
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
    """The Quartermaster assigns each multi card to a skill, after the officers.  JR-A4 JR-Q30

    Where there are several kinds of them, one kind after the other.
    """

    def options(self, t: Table) -> list[Action]:
        """Every way to share the multi cards out, if any; the rest is for sabres.  JR-A4"""
        place = next_multi(t)
        found: list[Action] = []
        if place == cards.NO_CARD:
            return found
        count, shown = cards.count_in(t.mustered, MULTI_KINDS[place]), MULTI_SKILLS[place]
        for nav in range(count + 1 if shown[cards.NAV] else 1):
            for cannons in range(count - nav + 1 if shown[cards.CANNONS] else 1):
                if shown[cards.SABRES] or nav + cannons == count:
                    plain = ALLOT.of(nav, cannons) if not NAMES_KIND else None
                    found.append(plain or ALLOT.of(place, nav, cannons))
        return found

    def denial(self, t: Table, seat: Seat, action: Action) -> Denial | None:
        """No card is allotted twice.  JR-A4"""
        reason = "exactly the multi cards that were mustered must be allotted"
        return self.deny(action, "multi_cards_exactly", reason)

    def default(self, t: Table, seat: Seat) -> Action:
        """In a way that wins, else all to navigation; of several kinds, what lacks least."""
        best, least = t.choices[-1], cards.COUNT_MAX * cards.CREW if NAMES_KIND else 0
        for action in t.choices:
            given = allotted_by(t, action)
            lacking = 0
            for skill in range(SKILLS):
                lacking += max(0, face(t).required[skill] - total_with(t, skill, given))
            if lacking <= least:
                best, least = action, lacking
        return best

    def choose(self, t: Table, seat: Seat, action: Action) -> None:
        """So many for navigation and cannons, the rest for sabres.  JR-A4"""
        place = next_multi(t)
        t.allotted = allotted_by(t, action)
        nav, cannons, sabres = t.allotted[SKILLS * place : SKILLS * (place + 1)]
        card = t.piece_of_kind(t.mustered, MULTI_KINDS[place])
        t.tell_to(t.everyone, events.ALLOTTED, seat, nav, cannons, sabres, card)
        t.pop()
        if NAMES_KIND and next_multi(t) != cards.NO_CARD:
            t.push(self)


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
        t.allotted = NONE_ALLOTTED
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


def has_skill(kind: int) -> bool:
    """Whether a card can be mustered: normal ones, and characters that show a skill.  JR-A2"""
    return kind < FIRST_CHARACTER or SKILLED_CHARACTERS >> kind & 1 == 1


def add_skilled(t: Table, seat: Seat, found: list[Action]) -> None:
    """Add the ways to muster a card from a hand.  JR-A1 JR-A2"""
    t.add_cards(seat, NORMAL_CARDS, found)
    if SKILLED_CHARACTERS:
        for kind in bits(int(t.characters(seat)) & SKILLED_CHARACTERS):
            found.append(MUSTER.of(kind))


def multi_cards(t: Table) -> int:
    """How many mustered cards show several skills."""
    return sum([cards.count_in(t.mustered, kind) for kind in MULTI_KINDS])


def multi_value() -> int:
    """What each of them adds to one skill, at best."""
    return max([0] + [max(cards.SKILLS_OF_KIND[kind]) for kind in MULTI_KINDS])


def next_multi(t: Table) -> int:
    """Which multi kind is to be allotted next, by its place; NO_CARD if none is.  JR-A4"""
    for place in range(len(MULTI_KINDS)):
        if cards.count_in(t.mustered, MULTI_KINDS[place]):
            if sum(t.allotted[SKILLS * place : SKILLS * (place + 1)]) == 0:
                return place
    return cards.NO_CARD


def allotted_by(t: Table, action: Action) -> list[int]:
    """What is allotted when this is done, by multi kind and skill.  JR-A4"""
    place = next_multi(t)
    nav, cannons = action.args[-2], action.args[-1]
    sabres = cards.count_in(t.mustered, MULTI_KINDS[place]) - nav - cannons
    given = t.allotted[:]
    given[SKILLS * place : SKILLS * (place + 1)] = [nav, cannons, sabres]
    return given


def single_total(t: Table, skill: int) -> int:
    """What single skills and officers add up to.  JR-A5"""
    total = t.officers[skill]
    for card in t.mustered:
        total += cards.SINGLE_SKILLS[cards.KIND_OF[card]][skill]
    return total


def total(t: Table, skill: int) -> int:
    """Values, allotted cards and officers, at least 0.  JR-A5"""
    return total_with(t, skill, t.allotted)


def total_with(t: Table, skill: int, allotted: list[int]) -> int:
    """What it would be with these cards allotted."""
    found = single_total(t, skill)
    for place in range(len(MULTI_KINDS)):
        found += allotted[SKILLS * place + skill] * MULTI_SKILLS[place][skill]
    return max(0, found)
