"""Outlook: what places, chests and events are worth to a seat, given what it believes."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat

from . import cards, peeking, scoring
from .belief import Beliefs
from .table import Table

CAPTAIN_WORTH: Final = 1.0
CABIN_BOY_WORTH: Final = 0.8
GOVERNOR_WORTH: Final = 0.6
FIRST_MATE_WORTH: Final = 0.4
ISLAND_WORTH: Final = -0.1
BOAT_WORTH: Final = 0.05
PLACE_WEIGHT: Final = 0.45
CARD_WORTH: Final = 0.12
VICTORY: Final = 30.0
DUTCH_SHARE: Final = 0.4
"""How much the Dutch player cares for whoever is behind."""
BURN: Final = 0.22
BURN_MAX: Final = 3.0
LAST_EVENTS: Final = 7.0
EVENT_WORTHS: Final = {
    cards.LETTER: 0.45,
    cards.PISTOL: 0.45,
    cards.EL_DORADO: 0.15,
    cards.FOUNTAIN: 0.15,
    cards.CROWS_NEST: 0.1,
    cards.CABIN_FEVER: 0.1,
    cards.PIRATE_CODE: -0.2,
}
"""What revealing an event is worth to a friend."""


class Outlook:
    """One seat's judgement of one table."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.t = t
        self.seat = seat
        self.nation = t.nation(seat)
        self.beliefs = Beliefs(t, seat)
        self.events_left = t.row_count() + len(t.event_deck)
        self.urgency = 1.0 + 1.2 / max(1.0, float(self.events_left))
        self.friends: list[float] = [self.friendship(other) for other in range(t.seats)]

    def friendship(self, other: Seat) -> float:
        """From -1, an enemy for certain, to 1, a friend or oneself."""
        if other == self.seat:
            return 1.0
        lean = self.beliefs.of(other, cards.BRITISH) - self.beliefs.of(other, cards.FRENCH)
        if self.nation != cards.DUTCH:
            return lean if self.nation == cards.BRITISH else -lean
        lead = scoring.lead(self.t)
        return -0.1 if lead == 0 else DUTCH_SHARE * (lean if lead < 0 else -lean)

    # ------------------------------------------------------------------------- chests

    def lead_worth(self, lead: int) -> float:
        """What it is worth that the British are so many chests ahead."""
        if self.nation == cards.DUTCH:
            return self.urgency * (1.0 - abs(lead)) if lead else self.urgency * 1.5
        mine = float(lead if self.nation == cards.BRITISH else -lead)
        return self.urgency * (mine + (0.6 if mine > 0 else -0.6 if mine < 0 else 0.0))

    def shift(self, british: int, french: int) -> float:
        """What it is worth that nations gain so many chests."""
        lead = scoring.lead(self.t)
        return self.lead_worth(lead + british - french) - self.lead_worth(lead)

    def advantage(self) -> float:
        """How glad this seat would be if the game ended now: 1, 0 or -1."""
        leader = scoring.leader(self.t)
        if leader == cards.NOBODY:
            return 1.0 if self.nation == cards.DUTCH else -0.9 if self.t.seats % 2 else 0.0
        return 1.0 if leader == self.nation else -1.0

    # -------------------------------------------------------------------------- places

    def places(self, t: Table) -> float:
        """What it is worth where everybody stands."""
        total = 0.0
        for seat in range(t.seats):
            total += self.friends[seat] * (rank_worth(t, seat) + CARD_WORTH * len(t.hands[seat]))
        return total

    def value(self, t: Table) -> float:
        """What a table is worth."""
        if t.is_over():
            return VICTORY if self.seat in scoring.winners(t) else -VICTORY
        return self.lead_worth(scoring.lead(t)) + self.places(t)

    # -------------------------------------------------------------------------- events

    def burn(self) -> float:
        """Leaders burn events, trailers delay; the more the fewer are left."""
        t = self.t
        lead = scoring.lead(t)
        if t.is_race:
            return 0.0
        pace = BURN * (1.0 + LAST_EVENTS / max(1.0, float(self.events_left)))
        if self.nation == cards.DUTCH:
            return pace if lead == 0 else -pace
        mine = float(lead if self.nation == cards.BRITISH else -lead)
        if mine == 0.0:
            return -0.5 * pace
        return pace * max(-BURN_MAX, min(BURN_MAX, mine))

    def armada_chance(self, slot: int) -> float:
        """How likely the Armada lies in a slot, for all this seat knows."""
        t = self.t
        if t.event_deck or t.is_race:
            return 0.0
        unknown = [card for card in peeking.unknown(t, self.seat) if card in t.row]
        if t.row[slot] not in unknown:
            return 1.0 if t.row[slot] == cards.ARMADA_CARD else 0.0
        return 1.0 / len(unknown) if cards.ARMADA_CARD in unknown else 0.0

    def slot_worth(self, slot: int, revealer: Seat) -> float:
        """What it is worth that somebody reveals a slot."""
        t = self.t
        card = t.row[slot]
        armada = self.armada_chance(slot)
        worth = self.burn() * (1.0 - armada) + armada * VICTORY * self.advantage()
        if peeking.is_hidden(t, self.seat, card):  # most are no good for their revealer
            rank = rank_worth(t, revealer)
            worth += (1.0 - armada) * (-self.friends[revealer] * (0.08 + 0.15 * rank))
        elif card != cards.ARMADA_CARD:
            worth += self.event_worth(cards.EVENT_KIND[card], revealer)
        return worth

    def event_worth(self, kind: int, revealer: Seat) -> float:
        """What it is worth that somebody reveals a certain event."""
        friend = self.friends[revealer]
        rank = rank_worth(self.t, revealer)
        if kind == cards.BLACK_SPOT:
            return -friend * (rank + 0.15)
        if kind == cards.ALBATROSS:
            return -friend * (0.3 + 0.3 * self.t.kept_count(revealer, cards.ALBATROSS))
        if kind in EVENT_WORTHS:
            worth = friend * EVENT_WORTHS[kind]
            return worth - self.advantage() * 0.3 if kind == cards.CABIN_FEVER else worth
        return self.place_event_worth(kind, revealer, friend, rank)

    def place_event_worth(self, kind: int, revealer: Seat, friend: float, rank: float) -> float:
        """Events that strike the revealer's place."""
        t = self.t
        place = t.places[revealer]
        if kind == cards.STORMY_SEAS:
            return self.storm_worth(place)
        if kind == cards.FACADE:
            other = t.right_of(revealer)
            gain = rank_worth(t, other) - rank
            return friend * gain - self.friends[other] * gain
        if place in cards.BOATS:
            return 0.0
        total = 0.0
        for seat in t.lines[place]:
            if kind == cards.SCURVY:
                total -= 0.45 * self.friends[seat]
            elif kind == cards.EIGHT_BELLS:
                total += self.friends[seat] * (0.2 - rank_worth(t, seat))
        return total

    def storm_worth(self, place: int) -> float:
        """A ship's chests go to the Galleon, the island's are shared."""
        t = self.t
        if place in cards.BOATS:
            return 0.0
        share = 1 if place == cards.TO else 0
        first = cards.TO_BRITISH if share else cards.hold_of(place, cards.BRITISH)
        return self.shift(share - t.chests[first], share - t.chests[first + 1])


def rank_worth(t: Table, seat: Seat) -> float:
    """What a place in line is worth."""
    place = t.places[seat]
    if place == cards.NOBODY:
        return 0.0
    if place in cards.BOATS:
        return PLACE_WEIGHT * BOAT_WORTH
    line = t.lines[place]
    if place == cards.TO:
        return PLACE_WEIGHT * (GOVERNOR_WORTH if line[0] == seat else ISLAND_WORTH)
    worth = 0.0
    if line[0] == seat:
        worth += CAPTAIN_WORTH
    elif line[1] == seat:
        worth += FIRST_MATE_WORTH
    if line[-1] == seat:
        worth += CABIN_BOY_WORTH
    return PLACE_WEIGHT * worth
