"""What is printed in the box, for clients."""

from __future__ import annotations

from typing import Any

from broadside.kernel.shape import Shape

from . import cards, verbs


class VoteCardView(Shape):
    """One kind of Vote card, and how many there are.  T67-C4"""

    def __init__(self, kind: int) -> None:
        card = cards.BOX.votes[kind]
        self.card: str = card.name
        self.top: str = cards.TOP_NAMES[card.top]
        self.flag: str = cards.NATION_NAMES[card.flag]
        self.bottom: str = cards.BOTTOM_NAMES[card.bottom]
        self.symbols: int = card.symbols
        self.count: int = cards.VOTE_KIND.count(kind)


class EventCardView(Shape):
    """One kind of event card, and how many there are.  T67-C5"""

    def __init__(self, kind: int) -> None:
        self.card: str = cards.EVENT_NAMES[kind]
        self.count: int = cards.EVENT_KIND.count(kind)
        self.star: bool = kind in cards.STAR_KINDS


class TeamView(Shape):
    """How many of each nation play with so many seats.  T67-C3"""

    def __init__(self, seats: int) -> None:
        self.seats: int = seats
        self.british: int = cards.TEAMS[seats][cards.BRITISH]
        self.french: int = cards.TEAMS[seats][cards.FRENCH]
        self.dutch: int = cards.TEAMS[seats][cards.DUTCH]


class StaticView(Shape):
    """What never changes at a table; clients ask for it once."""

    def __init__(self) -> None:
        self.votes: list[VoteCardView] = [VoteCardView(kind) for kind in range(cards.VOTE_KINDS)]
        self.events: list[EventCardView] = [EventCardView(k) for k in range(cards.EVENT_KINDS)]
        self.teams: list[TeamView] = [
            TeamView(seats) for seats in range(cards.SEATS_MIN, cards.SEATS_MAX + 1)
        ]
        self.characters: list[str] = cards.CHARACTER_NAMES[:]  # T67-C6
        self.colours: list[str] = cards.COLOUR_NAMES[:]
        self.spaces: list[str] = verbs.SPACE.values[:]


def static_view() -> dict[str, Any]:
    """The cards, the teams and the characters."""
    return StaticView().json()
