"""What is printed in the box, for clients."""

from __future__ import annotations

from broadside.kernel.event import View
from broadside.kernel.shape import Shape

from . import cards
from .book import BOOK
from .openings import OpenWindow
from .verbs import PROMISE_NAMES, RETURNS, SIDE_NAMES


class SkillsView(Shape):
    """A number for each skill."""

    def __init__(self, values: list[int]) -> None:
        self.nav: int = values[cards.NAV]
        self.cannons: int = values[cards.CANNONS]
        self.sabres: int = values[cards.SABRES]


class RangesView(Shape):
    """The lowest and the highest number for each skill."""

    def __init__(self, values: list[list[int]]) -> None:
        self.nav: list[int] = values[cards.NAV]
        self.cannons: list[int] = values[cards.CANNONS]
        self.sabres: list[int] = values[cards.SABRES]


class CrewKindView(Shape):
    """One kind of crew card; `character`: a special one, `multi`: one of its skills counts."""

    def __init__(self, kind: cards.CrewKind) -> None:
        self.card: str = kind.name
        self.copies: int = kind.copies
        self.crew: int = kind.crew
        self.skills: SkillsView = SkillsView(kind.skills)
        self.character: bool = kind.name in cards.CHARACTER_NAMES
        self.multi: bool = cards.is_multi(kind)


class DestinationView(Shape):
    """One destination card; `prizes` of an attack, `crew` cards per seat of a port."""

    def __init__(self, card: cards.Destination) -> None:
        self.destination: str = card.name
        self.type: str = cards.TYPE_NAMES[card.type]
        self.required: SkillsView = SkillsView(card.required)
        self.prizes: int = card.prizes
        self.crew: int = card.crew


class PrizeKindView(Shape):
    """One kind of prize."""

    def __init__(self, kind: int) -> None:
        self.prize: str = cards.PRIZE_NAMES[kind]
        self.copies: int = cards.BOX.prizes[kind]
        self.gold: int = cards.GOLD_OF_KIND[kind]


class TypeView(Shape):
    """What the backs of a type of destination show; ranges are null for ports and islands."""

    def __init__(self, type_: int) -> None:
        is_attack = type_ < cards.PORT
        self.type: str = cards.TYPE_NAMES[type_]
        self.ranges: RangesView | None = RangesView(cards.spans(type_)) if is_attack else None
        self.prizes: list[int] | None = cards.prize_span(type_) if is_attack else None


class StaticView(Shape):
    """What never changes at a table; clients ask for it once."""

    def __init__(self) -> None:
        open_windows = [step.name for step in BOOK.steps if isinstance(step, OpenWindow)]
        self.crew: list[CrewKindView] = [CrewKindView(kind) for kind in cards.BOX.kinds]
        self.destinations: list[DestinationView] = [
            DestinationView(card) for card in cards.BOX.destinations
        ]
        self.types: list[TypeView] = [TypeView(type_) for type_ in range(cards.TYPES)]
        self.prizes: list[PrizeKindView] = [PrizeKindView(i) for i in range(cards.PRIZE_KINDS)]
        self.promises: list[str] = PROMISE_NAMES[1:RETURNS]
        self.sides: list[str] = SIDE_NAMES[:]
        self.windows: list[str] = BOOK.step_names[:]
        self.open_windows: list[str] = open_windows
        self.rounds: int = cards.ROUNDS


def static_view() -> View:
    """The cards, and what the backs of the destinations show."""
    return StaticView().json()
