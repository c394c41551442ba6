"""What the console says of games that bots have just played, for the client's tests to compare.

    python -m tools.console_words

Both clients put the same texts together from the same events, views and actions. The lines of the
console go to build/console_words.json, beside what they were made of; `web/tests/console.test.ts`
holds those of the web client against them.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, Final

import broadside
from broadside import texts
from broadside.console.games import game_of
from broadside.console.speech import Voice
from broadside.console.story import story
from broadside.console.telling import Telling
from broadside.games import registry
from broadside.service.game_words import game_words
from tools.specifications import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadside.console.games.any_game import AnyGame
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

WRITTEN: Final = ROOT / "build" / "console_words.json"
NAMES: Final = ("Anna", "Ben", "Chiara", "Dirk", "Ewa", "Filip", "Grace", "Hanka", "Igor", "Jola")
BOTS: Final = ("greedy", "random")
GAMES: Final = 3
"""So many games of each kind are played."""
MOMENTS: Final = 25
"""So many moments of each have their actions compared."""
ACTIONS: Final = 12
"""So many actions of each kind at one moment."""


def played(game: Game, number: int) -> dict[str, Any]:
    """A game as one seat hears of it, with what it could do and what is said of both."""
    chance = random.Random(f"{game.name} {number}")
    seats = chance.choice(game.seats)
    seat = chance.randrange(seats)
    bots = [chance.choice(BOTS) for _ in range(seats)]
    options = {"bot_bribes": True} if game.name == "jolly-roger" else {}
    match = broadside.play(game.name, bots, number, **options)
    events: list[dict[str, Any]] = []
    moments: list[dict[str, Any]] = []
    for step, (_, state) in enumerate(match.steps()):
        events += [{**event, "seq": step} for event in state.seen_events(seat, len(events))]
        if seat in state.deciders():
            moments.append(moment(state, seat))
    words = game_words(game)
    speaker = game_of(game.name, {"domains": {}, "seats": [], "verbs": {}, "events": {}})
    table = table_of(game, seats)
    moments = chance.sample(moments, min(MOMENTS, len(moments)))
    said = {
        language: dict(
            spoken(
                speaker,
                Telling(Voice(language, words.texts[language], texts.read(language)), table, seat),
                events,
                moments,
            )
        )
        for language in texts.LANGUAGES
    }
    return {"table": table, "seat": seat, "events": events, "moments": moments, "said": said}


def moment(state: State, seat: int) -> dict[str, Any]:
    """What a seat sees and might do, some of every verb."""
    verbs: dict[str, list[str]] = {}
    named = [action.text for action in state.legal(seat)]
    named += [action.text for action in state.asides(seat)]
    named += [denied.action.text for denied in state.denied(seat)]
    for text in named:
        verbs.setdefault(text.partition(" ")[0], []).append(text)
    view = json.loads(json.dumps(state.view(seat)))
    return {"view": view, "actions": [one for found in verbs.values() for one in found[:ACTIONS]]}


def table_of(game: Game, seats: int) -> dict[str, Any]:
    """A table where people sit."""
    return {
        "game": game.name,
        "options": {},
        "seats": [
            {"seat": seat, "kind": "person", "name": NAMES[seat], "bot": None, "reserved_for": None}
            for seat in range(seats)
        ],
    }


def spoken(
    game: AnyGame,
    telling: Telling,
    events: list[dict[str, Any]],
    moments: list[dict[str, Any]],
) -> Iterator[tuple[str, list[str]]]:
    """The log; and of all moments the actions, where the game stands, and what is asked."""
    yield "log", [told.text for told in story(events, 0, game, telling)]
    yield (
        "actions",
        [
            game.action_text(action, one["view"], telling)
            for one in moments
            for action in one["actions"]
        ],
    )
    yield "progress", [game.progress(one["view"], telling) for one in moments]
    yield "questions", [str(game.question(one["view"])) for one in moments]


def main() -> None:
    """Play, speak and write."""
    games = [played(game, number) for game in registry.GAMES for number in range(GAMES)]
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(json.dumps(games), encoding="utf-8")
    lines = sum(len(said) for game in games for said in game["said"]["en"].values())
    print(f"console words: {lines} lines of {len(games)} games in {WRITTEN.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
