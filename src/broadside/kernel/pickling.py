"""Tables in plain facts, so that `pickle` and `copy.deepcopy` can copy them, compiled or not.

Steps, actions and kinds of events exist once for all tables of a game and are compared by identity:
a table's facts name them, and the copy finds its own ones by these names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .event import Event
from .rng import read_rng

if TYPE_CHECKING:
    from .state import State

Facts = dict[str, Any]
Events = list[tuple[int, list[int], list[int], int, int]]


def attributes(thing: object) -> list[str]:
    """The names of all that a table holds, also if its game is interpreted and its kernel not."""
    compiled: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", ())
    interpreted: dict[str, object] = getattr(thing, "__dict__", {})
    return [name for name in dict.fromkeys([*compiled, *interpreted]) if name != "__dict__"]


def facts(t: State) -> Facts:
    """All that a table holds, in numbers, words, lists and tuples."""
    found: Facts = {name: getattr(t, name) for name in attributes(t)}
    found["agenda"] = [getattr(step, "name", step) for step in t.agenda]
    found["choices"] = [action.code for action in t.choices]
    found["rng"] = t.rng.write()
    found["log"] = None if t.log is None else events(t, t.log)
    return found


def events(t: State, log: list[Event]) -> Events:
    """The events of a log, each with the number of its kind."""
    places = {kind.name: place for place, kind in enumerate(t.event_table().kinds)}
    return [(places[e.kind.name], e.values, e.items, e.knowers, e.epoch) for e in log]


def revive(table: type[State], found: Facts) -> State:
    """The table that has these facts; called by `pickle` and `copy`."""
    t = table(found["seats"])
    for name, value in found.items():
        if name not in ("agenda", "choices", "rng", "log"):
            setattr(t, name, value)
    actions = t.action_table().actions
    t.agenda = [step_of(t, word) for word in found["agenda"]]
    t.choices = [actions[code] for code in found["choices"]]
    t.rng = read_rng(found["rng"].split())
    t.log = None if found["log"] is None else revived_log(t, found["log"])
    return t


def step_of(t: State, word: str | int) -> Any:
    """The step of that name; two games still have numbers for their steps."""
    if isinstance(word, int):
        return word
    book = t.book()
    return book.steps[book.step_names.index(word)]


def revived_log(t: State, found: Events) -> list[Event]:
    """The log of these events."""
    kinds = t.event_table().kinds
    log: list[Event] = []
    for kind, values, items, knowers, epoch in found:
        log.append(Event(kinds[kind], values, items, knowers, epoch))
    return log
