"""Shapes: the parts of a view, each declared by the lines that fill it."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from .event import View
from .pickling import attributes

NAMES: Final[dict[type, list[str]]] = {}
"""What the shapes of each class show, in order."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Shape:
    """A part of a view. Whatever `__init__` sets is shown, in that order.

    There every line names a field, its type and its value: `self.turn: int = t.turn`. Each sets its
    field always, never under an `if`: the first part of a class tells what all of them show. The
    client's types and the layouts of observations are made from these lines (`tools/shapes.py`).
    """

    def json(self) -> View:
        """The part as it is sent."""
        names = NAMES.get(type(self))
        if names is None:
            names = NAMES[type(self)] = attributes(self)
        shown: View = {}
        for name in names:
            value: Any = getattr(self, name)
            if isinstance(value, Shape):
                value = value.json()
            elif isinstance(value, list) and value and isinstance(value[0], Shape):
                value = [part.json() for part in value]
            shown[name] = value
        return shown
