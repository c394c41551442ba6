"""The log in words: every event that is worth a line, what belongs together at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from broadside.console.telling import happening, is_of_table

if TYPE_CHECKING:
    from broadside.console.games.any_game import AnyGame
    from broadside.console.speech import Sentence
    from broadside.console.telling import Event, Telling

HEADING: Final = re.compile(r"event\.(turn|round)_began")


class Told(NamedTuple):
    """A line of the log."""

    text: str
    is_heading: bool


def story(events: list[Event], begin: int, game: AnyGame, telling: Telling) -> list[Told]:
    """The lines of all events from a place on; those before it are only looked back at."""
    told: list[Told] = []
    place = begin
    while place < len(events):
        run = run_from(events, place)
        for sentence in sentences(run, events[:place], game, telling):
            is_heading = HEADING.match(sentence.key) is not None
            told.append(Told(telling.voice.say(sentence), is_heading))
        place += len(run)
    return told


def run_from(events: list[Event], place: int) -> list[Event]:
    """Neighbours of one kind that happened at once."""
    first = events[place]
    end = place + 1
    while end < len(events) and not is_of_table(first):
        if (events[end]["kind"], events[end].get("seq")) != (first["kind"], first.get("seq")):
            break
        end += 1
    return events[place:end]


def sentences(
    run: list[Event], past: list[Event], game: AnyGame, telling: Telling
) -> list[Sentence]:
    """What is said of a run of events."""
    if is_of_table(run[0]):
        line = happening(run[0], telling)
        return [] if line is None else [line]
    joined = game.joined_lines(run, telling) if len(run) > 1 else None
    if joined is not None:
        return joined
    before = [event for event in past if not is_of_table(event)]
    lines = (
        game.event_line(event, telling, before + run[:place])
        for place, event in enumerate(run)
        if not game.untold(event)
    )
    return [line for line in lines if line is not None]


def blocks_of(lines: list[str]) -> list[list[str]]:
    """Lines with what is indented below them."""
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and blocks:
            blocks[-1].append(line)
        elif line:
            blocks.append([line])
    return blocks
