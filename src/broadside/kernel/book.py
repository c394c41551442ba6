"""A book: what a game lists once, and what the kernel then does for it."""

from __future__ import annotations

from typing import Any

from .action import ActionTable
from .event import EventTable
from .fields import Field, Values
from .kinds import KNOWERS
from .step import Step


class Book:
    """A game's name, its actions, events, steps, fields and pieces.

    `pieces` are the names of all pieces by number: the index of a piece is that of its knowers.
    """

    def __init__(
        self,
        name: str,
        actions: ActionTable,
        events: EventTable,
        steps: list[Step[Any]],
        fields: list[Field],
        pieces: list[str],
        knows: Field | None = None,
    ) -> None:
        self.name = name
        self.actions = actions
        self.events = events
        self.steps = steps
        self.fields: list[Field] = [*fields, knows or Values("knows", KNOWERS, len(pieces))]
        self.pieces = pieces
        self.step_names: list[str] = [step.name for step in steps]
        # The digest of an edition that is not the game's own, and what makes its tables anew.
        self.edition = ""
        self.revive: Any = None
