"""The bots at a table: a seat that is asked and played by a bot thinks, and plays its thought.

A bot thinks about a world that its seat cannot tell from the table, in another process. What comes
of it, and when it is played, depends on nothing that the seat cannot know.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from broadside.kernel.errors import BroadsideError
from broadside.kernel.window import TURN
from broadside.replays import fairness
from broadside.server.table.countdown import is_silent, least_ms
from broadside.server.table.guided_game import next_move
from broadside.server.table.presence import Think, Thought
from broadside.server.table.records import Acted
from broadside.server.table.thinking_time import clock_answer
from broadside.server.table.times import earliest
from broadside.server.table.worlds import draw
from broadside.workers.pool import Question

if TYPE_CHECKING:
    from broadside.server.table.decision import Scene, Thinking
    from broadside.server.table.records import Record
    from broadside.wire.messages import Pace

FIRST_PLAYS: Final = (0.2, 0.6)
"""Within which part of an open window's countdown bots play: people shall have a chance, too."""
LATER_PLAYS: Final = (0.1, 0.5)
"""Within which part of its least time they do so after a play. Cards have nothing to do with it."""
PACES: Final[dict[Pace, float]] = {"calm": 2.5, "brisk": 1.0, "at_once": 0.0}
"""How many beats a bot waits before it acts where nothing counts down."""
LATER_THOUGHTS: Final = (0.75, 0.95)
"""The same for bots that search."""
WINDOW_THOUGHT: Final = 0.7
"""How much of the least time these may think about an open window."""

logger = logging.getLogger(__name__)


# ------------------------------------------------------------------------------ thinking


def wanted(scene: Scene) -> list[Think]:
    """What bots have to think about from now on; what is no longer asked is forgotten.

    While people answer whether something is taken back, or none is there, bots wait.
    """
    presence, table = scene.presence, scene.table
    if not table.seating.has_bots and not presence.thoughts and not presence.answers:
        return []
    asked = [] if _must_wait(scene) else table.deciders()
    for seat, thought in list(presence.thoughts.items()):
        if seat not in asked or thought.decision != _decision(scene, seat):
            del presence.thoughts[seat]
    jobs: list[Think] = []
    due = next_move(table)
    for seat in asked:
        bot = table.chairs[seat].player
        has_turn = due is None or due[0] == seat  # by the course of a guided game
        if bot is not None and seat not in presence.thoughts and has_turn:
            jobs += _begin(scene, seat, bot)
    return jobs + _answers_wanted(scene)


def _must_wait(scene: Scene) -> bool:
    """Whether bots wait: for people, or for somebody who watches a table of bots."""
    table = scene.table
    if table.playing is None or table.times.paused_ms is not None or table.agreements.is_undo:
        return True
    return not table.seating.has_people and not scene.presence.listeners


def _decision(scene: Scene, seat: int) -> tuple[object, ...]:
    """Who takes which decision of a seat; a play in an open window makes it another one."""
    table, state = scene.table, scene.table.state
    assert state is not None
    window = state.window_id()
    plays = table.plays if window else 0
    return table.chairs[seat].player, table.decisions[seat], table.undos, window, plays


def _begin(scene: Scene, seat: int, bot: str) -> list[Think]:
    """Let a bot think; a course, or what has only one answer, needs no thought."""
    table = scene.table
    thought = scene.presence.thoughts[seat] = Thought(_decision(scene, seat), scene.now)
    legal = table.legal(seat)
    due = next_move(table)
    if due is not None or len(legal) == 1:
        thought.is_ready(due[1] if due is not None else legal[0].text, scene.now)
        return []
    return _think(scene, seat, bot, thought, is_aside=False)


def _think(scene: Scene, seat: int, bot: str, thought: Thought, *, is_aside: bool) -> list[Think]:
    table = scene.table
    if bot not in scene.crew:  # the operator has taken it away since
        thought.is_ready(None, scene.now)
        return []
    world, rng = draw(table, seat, "bot")
    seed, think_ms = int(rng.below(1 << 30)), _think_ms(scene, bot)
    temper = table.chairs[seat].temper
    asked = Question(table.game.address(), world, seat, bot, seed, is_aside, think_ms, temper)
    return [Think(thought.decision, asked)]


def _think_ms(scene: Scene, bot: str | None) -> int:
    """How long a bot may think: in an open window it must have its answer before the least time."""
    usual, state = scene.crew.think_ms(bot), scene.table.state
    if state is None or not state.countdown_ms():
        return usual
    return min(usual, round(least_ms(state, scene.settings) * WINDOW_THOUGHT))


def thought(scene: Scene, thinking: Thinking) -> None:
    """A bot has its answer. It is played when its moment comes."""
    found = scene.presence.thought(thinking.about)
    if found is not None and found.ready_ms is None:
        found.is_ready(thinking.text, scene.now)


# ------------------------------------------------------------------------------- playing


def due(scene: Scene) -> int | None:
    """When the next bot plays what it has thought."""
    presence = scene.presence
    if not presence.thoughts and not presence.answers:
        return None
    thoughts = [*presence.thoughts.items(), *presence.answers.items()]
    return earliest([_moment_ms(scene, seat, thought) for seat, thought in thoughts])


def settle(scene: Scene) -> list[Record]:
    """Play the first thought whose moment has come."""
    presence = scene.presence
    for thoughts, play in ((presence.answers, _play_answer), (presence.thoughts, _play)):
        for seat, thought in thoughts.items():
            moment = _moment_ms(scene, seat, thought)
            if moment is not None and moment <= scene.now:
                del thoughts[seat]
                return play(scene, seat, thought)
    return []


def _play(scene: Scene, seat: int, thought: Thought) -> list[Record]:
    """What the bot wants if it is possible now, else what the clock would answer."""
    if _must_wait(scene) or _decision(scene, seat) != thought.decision:
        return []
    try:
        action = scene.table.check(seat, thought.text or "")
    except BroadsideError as error:
        logger.warning("bot_refused table=%s reason=%s", scene.table.name, error)
        default = clock_answer(scene, seat)
        return [Acted(scene.now, seat, default.action, "", "bot")]
    return [Acted(scene.now, seat, action.text, "", "bot")]


def _moment_ms(scene: Scene, seat: int, thought: Thought) -> int | None:
    """When a bot plays: thoughts of one level take the same time. None while it thinks."""
    if thought.ready_ms is None:
        return None
    first, beat = _pace(scene, seat, thought.text)
    late = thought.ready_ms - thought.began_ms - first
    if late <= 0 or beat <= 0:
        return thought.began_ms + first + max(0, late)
    return thought.began_ms + first - late // -beat * beat


def _pace(scene: Scene, seat: int, text: str | None) -> tuple[int, int]:
    """After how long a bot acts, and how much later if it is not ready by then.

    Only plays can be seen. A bot that passes does so soon, so that nobody need wait for it.
    """
    table, state, settings = scene.table, scene.table.state, scene.settings
    think_ms = _think_ms(scene, table.chairs[seat].player)
    beat = round(settings.bot_beat_s * 1000 * PACES[table.opened.pace])
    if state is not None and next_move(table) is not None:  # by a course nobody thinks
        is_turn = state.current_window().kind == TURN
        return beat if is_turn or not is_silent(state, seat, text) else 0, beat
    if state is None or not state.countdown_ms():
        return beat * max(1, -(-think_ms // beat)) if beat else 0, beat
    window, beat = state.window_id(), least_ms(state, settings)
    span, (first, last) = beat, LATER_THOUGHTS if think_ms else LATER_PLAYS
    is_first = scene.presence.first_plays.setdefault(window, table.plays) == table.plays
    if is_first and state.is_asked(seat) and not is_silent(state, seat, text) and _is_race(scene):
        span, (first, last) = round(state.countdown_ms() * settings.countdown_factor), FIRST_PLAYS
    occasion = f"{window} {table.plays} {table.deals} {table.undos}"
    drawn = fairness.moment(table.opened.seed, occasion, seat)
    return round(span * (first + (last - first) * drawn)), beat


def _is_race(scene: Scene) -> bool:
    """Whether a person may want to play first; with several, none may learn who has passed."""
    people, state = scene.table.seating.active, scene.table.state
    return len(people) != 1 or state is None or state.is_asked(people[0])


# -------------------------------------------------------------------------------- offers


def _answers_wanted(scene: Scene) -> list[Think]:
    """Let every bot think once about each offer that it was made."""
    presence, table = scene.presence, scene.table
    nudged = [] if table.state is None or _must_wait(scene) else table.state.nudged()
    presence.offered = {s: texts for s, texts in presence.offered.items() if s in nudged}
    presence.answers = {s: thought for s, thought in presence.answers.items() if s in nudged}
    jobs: list[Think] = []
    for seat in nudged:
        bot = table.chairs[seat].player
        if bot is None:
            continue
        texts = {one.text for one in table.asides(seat) if not one.verb.composed}
        if not texts <= presence.offered.get(seat, set()):
            thought = presence.answers[seat] = Thought((bot, table.deals, table.seq), scene.now)
            jobs += _think(scene, seat, bot, thought, is_aside=True)
        presence.offered[seat] = texts
    return jobs


def _play_answer(scene: Scene, seat: int, thought: Thought) -> list[Record]:
    """What the bot answers, unless the offer has lapsed, or the text is no answer."""
    table = scene.table
    if not thought.text or _must_wait(scene) or table.chairs[seat].player != thought.decision[0]:
        return []
    action = table.game.actions.by_text.get(thought.text)
    if action is None or action not in table.asides(seat):
        return []
    scene.presence.offered.pop(seat, None)  # another offer may have its turn now
    return [Acted(scene.now, seat, action.text, "", "bot")]
