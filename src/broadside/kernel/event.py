"""Events: facts in the past tense, and who may know which part of them."""

from __future__ import annotations

from typing import Final

from .action import Domain

Json = object
View = dict[str, Json]
Seat = int

SPECTATOR: Final = -1
"""The viewpoint of somebody who watches and holds no seat."""

EVERYTHING: Final = -2
"""The viewpoint from which nothing is hidden: replays of finished games only."""

SEATS_ONLY: Final = 1 << 20
"""Added to the knowers of a card or an event: a secret of seats, even if it is all of them."""

FOREVER: Final = -1
"""The epoch of an event that does not fade: its secret part is its knowers' for ever."""

OVER: Final = 1 << 30
"""The epoch after the end, when everything may be told."""


class Field:
    """A named value of an event: a number, or an index into a domain."""

    def __init__(self, name: str, domain: Domain | None = None) -> None:
        self.name = name
        self.domain = domain

    def json(self, value: int) -> Json:
        """The value as a client reads it; seats stay numbers."""
        if self.domain is None or self.domain.is_seat:
            return value
        return self.domain.values[value]


class EventKind:
    """One kind of event: its public fields, then its secret ones, then perhaps a list.

    A list that is hidden is told as an empty one to those who may not know it.
    """

    def __init__(
        self,
        name: str,
        public: list[Field],
        secret: list[Field],
        items: Field | None,
        hides_items: bool,
    ) -> None:
        self.name = name
        self.public = public
        self.secret = secret
        self.items = items
        self.hides_items = hides_items


class EventTable:
    """All kinds of events of a game."""

    def __init__(self) -> None:
        self.kinds: list[EventKind] = []

    def add(
        self,
        name: str,
        public: list[Field],
        secret: list[Field] | None = None,
        items: Field | None = None,
        hides_items: bool = False,
    ) -> int:
        """Add a kind of event; return its number."""
        self.kinds.append(EventKind(name, public, secret or [], items, hides_items))
        return len(self.kinds) - 1


class Event:
    """One fact of the log: what everyone may know, and what `knowers` may.

    Values are small integers in the order of the kind's fields; words are made only when somebody
    looks. A fading event tells its secret part to everyone as long as its epoch lasts.
    """

    def __init__(
        self, kind: EventKind, values: list[int], items: list[int], knowers: int, epoch: int
    ) -> None:
        self.kind = kind
        self.values = values
        self.items = items
        self.knowers = knowers
        self.epoch = epoch

    def is_open_to(self, seat: Seat, everyone: int, epoch: int) -> bool:
        """Whether the secret part is told to a viewpoint at that epoch."""
        if self.knowers == everyone or seat == EVERYTHING:
            return True
        if self.epoch != FOREVER and (self.epoch == epoch or epoch == OVER):
            return True
        return seat >= 0 and self.knowers >> seat & 1 == 1

    def seen(self, seat: Seat, everyone: int, epoch: int) -> View:
        """The event as it is told to a viewpoint at that epoch."""
        shown: View = {"kind": self.kind.name}
        place = 0
        for field in self.kind.public:
            shown[field.name] = field.json(self.values[place])
            place += 1
        is_open = self.is_open_to(seat, everyone, epoch)
        if self.kind.items is not None:
            told = self.items if is_open or not self.kind.hides_items else []
            shown[self.kind.items.name] = [self.kind.items.json(item) for item in told]
        if is_open:
            for field in self.kind.secret:
                shown[field.name] = field.json(self.values[place])
                place += 1
        return shown
