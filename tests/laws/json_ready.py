"""Views are values: ready for JSON, and no part of the table."""

from __future__ import annotations

import json

from broadside.kernel.event import EVERYTHING, Json

from .cases import Play


def views_are_json(play: Play) -> None:
    """Views and events are ready for JSON, and nobody can change the table through them."""
    for table in play.positions(every=7):
        for seat in [EVERYTHING, *play.viewpoints()]:
            view = table.view(seat)
            assert json.loads(json.dumps(view)) == view
            text = json.dumps(view)
            spoil(view)
            assert json.dumps(table.view(seat)) == text, "a view is a part of the table"
    for seat in play.viewpoints():
        events = table.seen_events(seat)
        assert json.loads(json.dumps(events)) == events


def spoil(view: Json) -> None:
    """Overwrite everything in a view."""
    if isinstance(view, dict):
        for value in view.values():
            spoil(value)
        view.clear()
    elif isinstance(view, list):
        for value in view:
            spoil(value)
        view.clear()
