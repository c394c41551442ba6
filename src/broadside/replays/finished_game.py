"""A finished game from its file: its moments again, the chart of its scores, what was hidden."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING
from broadside.replays import fairness
from broadside.wire.http_messages import Chart, Hidden, Moment, Moments, SeatBeliefs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from broadside.kernel.game import Game
    from broadside.kernel.state import State
    from broadside.replays.fairness import ReplayFile, Step


def moments(
    file: ReplayFile, games: Mapping[str, Game], eyes: int, first: int, count: int
) -> Moments:
    """Some moments of the game, as somebody sees them."""
    steps = islice(fairness.steps(file, games), first, first + count)
    return Moments(_total(file), [_moment(eyes, first + at, step) for at, step in enumerate(steps)])


def _total(file: ReplayFile) -> int:
    """How many moments there are: one before the first action, and one after each."""
    return 1 + sum(len(part.actions) for part in file.before) + len(file.actions)


def _moment(eyes: int, number: int, step: Step) -> Moment:
    seat, action, state, news = step
    return Moment(
        number=number,
        seat=seat,
        action=action if eyes in (seat, EVERYTHING) else None,
        events=state.seen_events(eyes, news),
        view=state.view(eyes),
        waiting=state.seen_waiting(eyes),
        scores=state.scores() if eyes == EVERYTHING else None,
        result=state.result(),
    )


def chart(file: ReplayFile, games: Mapping[str, Game]) -> Chart:
    """Everybody's score at each moment of the game, or every side's."""
    sides = sorted({side for side in _sides(fairness.play_through(file, games)) if side})
    states = (step.state for step in fairness.steps(file, games))
    if not sides:
        return Chart([state.scores() for state in states], [])
    return Chart([_side_scores(state, sides) for state in states], sides)


def _sides(state: State) -> list[str]:
    """Whom each seat plays for."""
    return [state.side(seat) for seat in range(state.seats)]


def _side_scores(state: State, sides: list[str]) -> list[int]:
    """The score of each side; who plays for it may change, but somebody always does."""
    found = {state.side(seat): score for seat, score in enumerate(state.scores())}
    return [found[side] for side in sides]


def hidden(file: ReplayFile, games: Mapping[str, Game], bots: Iterable[int]) -> Hidden:
    """What nobody, or not everybody, could see of the game, and what its bots believed."""
    steps = islice(fairness.steps(file, games), _total(file) - 2, None)
    game = games[file.game].of_record(file.edition, file.edition_text)
    believed = _beliefs(file, game, next(steps).state, bots)
    state = next(steps).state
    view, sides = state.view(EVERYTHING), _sides(state)
    return Hidden(view, sides, believed) if any(sides) else Hidden(view, [], [])


def _beliefs(file: ReplayFile, game: Game, state: State, bots: Iterable[int]) -> list[SeatBeliefs]:
    """What each bot believed before the last action, which turned everything up.

    Each is asked about a world that its seat cannot tell from the true one.
    """
    advice = game.advice()
    found: list[SeatBeliefs] = []
    for seat in bots:
        rng = fairness.bot_rng(file.seed, len(file.actions), seat)
        held = advice.beliefs(state.determinize(seat, rng), seat)
        if held is not None:
            found.append(SeatBeliefs(seat, held))
    return found
