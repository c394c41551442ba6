"""What is printed in the box: the client has it in its sources, nobody sends it."""

from __future__ import annotations

from typing import TypedDict

from .cards import (
    BOTTOM_NAMES,
    BOX,
    BRITISH,
    CHARACTER_NAMES,
    COLOUR_NAMES,
    DUTCH,
    EVENT_KIND,
    EVENT_NAMES,
    FRENCH,
    NATION_NAMES,
    SEATS_MIN,
    STAR_NAMES,
    TEAMS,
    TOP_NAMES,
    VOTE_KIND,
)
from .verbs import SPACE


class VoteCardView(TypedDict):
    """One kind of Vote card, and how many there are."""

    card: str
    top: str
    flag: str
    bottom: str
    symbols: int
    count: int


class EventCardView(TypedDict):
    """One kind of event card, and how many there are."""

    card: str
    count: int
    star: bool


class TeamView(TypedDict):
    """How many of each nation play with so many seats."""

    seats: int
    british: int
    french: int
    dutch: int


class StaticView(TypedDict):
    """What never changes; written into the client's sources, not sent."""

    votes: list[VoteCardView]
    events: list[EventCardView]
    teams: list[TeamView]
    characters: list[str]
    colours: list[str]
    spaces: list[str]


def static_view() -> StaticView:
    """The cards, the teams and the characters.  T67-C3 T67-C4 T67-C5 T67-C6"""
    votes: list[VoteCardView] = []
    for kind, card in enumerate(BOX.votes):
        votes.append(
            {
                "card": card.name,
                "top": TOP_NAMES[card.top],
                "flag": NATION_NAMES[card.flag],
                "bottom": BOTTOM_NAMES[card.bottom],
                "symbols": card.symbols,
                "count": VOTE_KIND.count(kind),
            }
        )
    events: list[EventCardView] = []
    for kind, name in enumerate(EVENT_NAMES):
        events.append({"card": name, "count": EVENT_KIND.count(kind), "star": name in STAR_NAMES})
    return {
        "votes": votes,
        "events": events,
        "teams": [view_team(seats) for seats in range(SEATS_MIN, len(TEAMS))],
        "characters": CHARACTER_NAMES[:],
        "colours": COLOUR_NAMES[:],
        "spaces": SPACE.values[:],
    }


def view_team(seats: int) -> TeamView:
    """How many of each nation play.  T67-C3"""
    team = TEAMS[seats]
    return {"seats": seats, "british": team[BRITISH], "french": team[FRENCH], "dutch": team[DUTCH]}
