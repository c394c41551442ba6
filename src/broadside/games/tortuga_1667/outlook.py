"""Outlook: what places, chests and events are worth to a seat, given what it believes."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat

from . import scoring
from .belief import Beliefs
from .cards import (
    ALBATROSS,
    ARMADA_CARD,
    BLACK_SPOT,
    BOATS,
    BRITISH,
    CABIN_FEVER,
    CROWS_NEST,
    DUTCH,
    EIGHT_BELLS,
    EL_DORADO,
    EVENT_KIND,
    FACADE,
    FIRST_EVENT,
    FOUNTAIN,
    FRENCH,
    LETTER,
    NO_CARD,
    NOBODY,
    PIRATE_CODE,
    PISTOL,
    ROW,
    SCURVY,
    SHIPS,
    STORMY_SEAS,
    TO,
    TO_BRITISH,
    TO_FRENCH,
    hold_of,
)
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


class Outlook:
    """One seat's judgement of one table."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.t = t
        self.seat = seat
        self.nation = t.nation(seat)
        self.beliefs = Beliefs(t, seat)
        self.events_left = t.row_count() + len(t.event_deck)
        self.urgency = 1.0 + 1.2 / max(1.0, float(self.events_left))
        self.friends: list[float] = [0.0] * t.seats
        for other in range(t.seats):
            self.friends[other] = self.friendship(other)

    def friendship(self, other: Seat) -> float:
        """From -1, an enemy for certain, to 1, a friend or oneself."""
        if other == self.seat:
            return 1.0
        british, french = self.beliefs.of(other, BRITISH), self.beliefs.of(other, FRENCH)
        if self.nation == BRITISH:
            return british - french
        if self.nation == FRENCH:
            return french - british
        behind = scoring.total(self.t, FRENCH) - scoring.total(self.t, BRITISH)
        if behind == 0:
            return -0.1
        return DUTCH_SHARE * (british - french if behind > 0 else french - british)

    # ------------------------------------------------------------------------- chests

    def lead_worth(self, british: int, french: int) -> float:
        """What a count of chests is worth."""
        lead = british - french
        if self.nation == DUTCH:
            return self.urgency * (1.0 - abs(lead)) if lead else self.urgency * 1.5
        mine = float(lead if self.nation == BRITISH else -lead)
        return self.urgency * (mine + (0.6 if mine > 0 else -0.6 if mine < 0 else 0.0))

    def chests(self, t: Table) -> float:
        """What the chests of a table are worth."""
        return self.lead_worth(scoring.total(t, BRITISH), scoring.total(t, FRENCH))

    def shift(self, british: int, french: int) -> float:
        """What it is worth that nations gain so many chests."""
        t = self.t
        now = self.lead_worth(scoring.total(t, BRITISH), scoring.total(t, FRENCH))
        then = self.lead_worth(
            scoring.total(t, BRITISH) + british, scoring.total(t, FRENCH) + french
        )
        return then - now

    def advantage(self) -> float:
        """How glad this seat would be if the game ended now: 1, 0 or -1."""
        leader = scoring.leader(self.t)
        if leader == NOBODY:
            return 1.0 if self.nation == DUTCH else -0.9 if self.t.seats % 2 else 0.0
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
        return self.chests(t) + self.places(t)

    # -------------------------------------------------------------------------- events

    def burn(self) -> float:
        """Leaders burn events, trailers delay; the more the fewer are left."""
        t = self.t
        lead = scoring.total(t, BRITISH) - scoring.total(t, FRENCH)
        if t.is_race:
            return 0.0
        pace = BURN * (1.0 + LAST_EVENTS / max(1.0, float(self.events_left)))
        if self.nation == DUTCH:
            return pace if lead == 0 else -pace
        mine = float(lead if self.nation == BRITISH else -lead)
        if mine == 0.0:
            return -0.5 * pace
        return pace * max(-BURN_MAX, min(BURN_MAX, mine))

    def armada_chance(self, slot: int) -> float:
        """How likely the Armada lies in a slot, for all this seat knows."""
        t = self.t
        if t.event_deck or t.is_race:
            return 0.0
        unknown = 0
        for other in range(ROW):
            card = t.row[other]
            if card == NO_CARD:
                continue
            if t.knows[FIRST_EVENT + card] >> self.seat & 1:
                if card == ARMADA_CARD:
                    return 1.0 if other == slot else 0.0
            else:
                unknown += 1
        is_known = t.knows[FIRST_EVENT + t.row[slot]] >> self.seat & 1 == 1
        return 0.0 if is_known else 1.0 / unknown

    def slot_worth(self, slot: int, revealer: Seat) -> float:
        """What it is worth that somebody reveals a slot."""
        t = self.t
        card = t.row[slot]
        armada = self.armada_chance(slot)
        worth = self.burn() * (1.0 - armada) + armada * VICTORY * self.advantage()
        if t.knows[FIRST_EVENT + card] >> self.seat & 1:
            if card != ARMADA_CARD:
                worth += self.event_worth(EVENT_KIND[card], revealer)
        else:
            worth += (1.0 - armada) * self.unknown_worth(revealer)
        return worth

    def unknown_worth(self, revealer: Seat) -> float:
        """Most events are no good for their revealer."""
        return -self.friends[revealer] * (0.08 + 0.15 * rank_worth(self.t, revealer))

    def event_worth(self, kind: int, revealer: Seat) -> float:
        """What it is worth that somebody reveals a certain event."""
        friend = self.friends[revealer]
        rank = rank_worth(self.t, revealer)
        if kind == BLACK_SPOT:
            return -friend * (rank + 0.15)
        if kind == ALBATROSS:
            return -friend * (0.3 + 0.3 * self.t.kept_count(revealer, ALBATROSS))
        if kind == LETTER or kind == PISTOL:
            return friend * 0.45
        if kind == EL_DORADO or kind == FOUNTAIN:
            return friend * 0.15
        if kind == CROWS_NEST or kind == CABIN_FEVER:
            return friend * 0.1 - (self.advantage() * 0.3 if kind == CABIN_FEVER else 0.0)
        if kind == PIRATE_CODE:
            return -friend * 0.2
        return self.place_event_worth(kind, revealer, friend, rank)

    def place_event_worth(self, kind: int, revealer: Seat, friend: float, rank: float) -> float:
        """Events that strike the revealer's place."""
        t = self.t
        place = t.places[revealer]
        if kind == STORMY_SEAS:
            return self.storm_worth(place)
        if kind == FACADE:
            other = t.right_of(revealer)
            gain = rank_worth(t, other) - rank
            return friend * gain - self.friends[other] * gain
        if place in BOATS:
            return 0.0
        total = 0.0
        for seat in t.lines[place]:
            if kind == SCURVY:
                total -= 0.45 * self.friends[seat]
            elif kind == EIGHT_BELLS:
                total += self.friends[seat] * (0.2 - rank_worth(t, seat))
        return total

    def storm_worth(self, place: int) -> float:
        """A ship's chests go to the Galleon, the island's are shared."""
        t = self.t
        if place == TO:
            return self.shift(1 - t.chests[TO_BRITISH], 1 - t.chests[TO_FRENCH])
        if place not in SHIPS:
            return 0.0
        return self.shift(-t.chests[hold_of(place, BRITISH)], -t.chests[hold_of(place, FRENCH)])


def rank_worth(t: Table, seat: Seat) -> float:
    """What a place in line is worth."""
    place = t.places[seat]
    if place == NOBODY:
        return 0.0
    if place in BOATS:
        return PLACE_WEIGHT * BOAT_WORTH
    line = t.lines[place]
    if place == TO:
        return PLACE_WEIGHT * (GOVERNOR_WORTH if line[0] == seat else ISLAND_WORTH)
    worth = 0.0
    if line[0] == seat:
        worth += CAPTAIN_WORTH
    elif line[1] == seat:
        worth += FIRST_MATE_WORTH
    if line[-1] == seat:
        worth += CABIN_BOY_WORTH
    return PLACE_WEIGHT * worth
