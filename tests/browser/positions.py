"""Positions of random games, in which every verb can be said once, as messages for a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.games.registry import find
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from broadside.kernel.action import Action
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

GAMES_MAX: Final = 60
ASIDE_ONE_IN: Final = 6


class Position:
    """A table as somebody sees it who may do something there for the first time."""

    def __init__(self, seat: int, wanted: set[str], update: dict[str, Any]) -> None:
        self.seat = seat
        self.wanted = wanted
        self.update = update


def listed_verbs(game: Game) -> set[str]:
    """The verbs whose actions are listed for a client."""
    return {verb.name for verb in game.actions.verbs if not verb.composed}


def positions(name: str, seats: int, *unusual: str) -> list[Position]:
    """Play games until every verb has been possible, each second one with unusual options on."""
    game = find(name)
    missing = listed_verbs(game)
    found: list[Position] = []
    for seed in range(GAMES_MAX):
        rng = FastRng(seed)
        switched = dict.fromkeys(unusual, True) if seed % 2 else {}
        state = game.deal(seats, {**game.live_options(), **switched}, rng)
        while state.result() is None and missing:
            found += [one for seat in range(seats) if (one := _look(game, state, seat, missing))]
            _go_on(state, rng)
        if not missing:
            return found
    raise AssertionError(f"{name}: never possible: {sorted(missing)}")


def _go_on(state: State, rng: FastRng) -> None:
    """Let somebody do something; now and then something that nobody waits for."""
    seat = rng.below(state.seats)
    asides = state.asides(seat)
    if asides and rng.below(ASIDE_ONE_IN) == 0:
        state.play(seat, asides[rng.below(len(asides))])
        return
    deciders = state.deciders()
    seat = deciders[rng.below(len(deciders))]
    legal = state.legal(seat)
    state.play(seat, legal[rng.below(len(legal))])


def _look(game: Game, state: State, seat: int, missing: set[str]) -> Position | None:
    """What a seat may do, if some of it is missing still."""
    is_asked = state.is_asked(seat)
    legal = _listed(game, state.legal(seat)) if is_asked else []
    asides = _listed(game, state.asides(seat))
    wanted = {action.split()[0] for action in legal + asides} & missing
    if not wanted:
        return None
    missing -= wanted
    prompt = state.prompt(seat) if is_asked else None
    denied = state.denied(seat) if is_asked else []
    return Position(
        seat,
        wanted,
        {
            "type": "update",
            "events": [],
            "view": state.view(seat),
            "waiting": state.seen_waiting(seat),
            "prompt": prompt
            and {
                "question": prompt.question,
                "rule": prompt.rule,
                "default": None if prompt.is_random else prompt.default.text,
            },
            "legal": legal,
            "asides": asides,
            "denied": [
                {"action": one.action.text, "code": one.code, "reason": one.reason}
                | {"rule": one.rule}
                for one in denied
            ],
            "clock": None,
            "countdown": None,
            "holds_left": 0,
            "result": None,
            "question": 1 if is_asked else None,
            "ack": None,
        },
    )


def _listed(game: Game, actions: list[Action]) -> list[str]:
    """The texts of actions, without composed ones."""
    return [one.text for one in actions if not one.verb.composed]
