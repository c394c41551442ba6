"""The simulated pool of bots: each thought takes a while, and some come to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .adapter import NoThoughtError, Question, Rated, Thinkers
from .chance import chance
from .faults import DYING_BOTS, HANGING_BOTS, NONSENSE_BOTS, SLOW_BOTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.kernel.game import Game

    from .faults import Faults
    from .loop import SimulatedLoop
    from .scheduler import Scheduler

BOTS: Final = "bots"
USUAL_S: Final = 0.2
SLOW_S: Final = 8.0
NONSENSE: Final = ["", "fly", "pass pass", "split 99999", "\x00", "🏴" * 50]


class SimulatedThinkers(Thinkers):
    """Bots that play anything legal, by chance; often what the clock would play."""

    def __init__(
        self,
        scheduler: Scheduler,
        faults: Faults,
        games: Mapping[str, Game],
        seed: int,
        limit_s: float,
    ) -> None:
        self._scheduler = scheduler
        self._faults = faults
        self._games = games
        self._seed = seed
        self._limit_s = limit_s
        self.loop: SimulatedLoop | None = None
        self.is_steady = False
        """Whether every thought takes the same time, and follows from the question alone."""

    async def think(self, question: Question, *, table: str = "") -> str:
        """Answer after a while."""
        seat = question.seat
        if self._faults.strikes(HANGING_BOTS):
            await self._wait(self._limit_s)
            raise NoThoughtError(f"{question.bot} took longer than {self._limit_s:g} s")
        random = chance(self._seed, "thought", seat, question.seed)
        is_slow = self._faults.strikes(SLOW_BOTS)
        if not self.is_steady:
            await self._wait(random.random() * (SLOW_S if is_slow else USUAL_S))
        if self._faults.strikes(DYING_BOTS):
            raise NoThoughtError(f"{question.bot} ended its worker process")
        if self._faults.strikes(NONSENSE_BOTS):
            return random.choice(NONSENSE)
        state = self._games[question.game].read(question.world)
        if question.is_aside:
            asides = [action.text for action in state.asides(seat)]
            return random.choice([*asides[:20], "", ""])
        if self.is_steady or random.random() < 0.5:
            return state.prompt(seat).default.text
        return random.choice(state.legal(seat)).text

    async def advise(self, question: Question, *, table: str = "") -> Rated:
        """Rate what a seat may do, at random."""
        if self._faults.strikes(DYING_BOTS):
            raise NoThoughtError("the adviser ended its worker process")
        await self._wait(USUAL_S)
        legal = self._games[question.game].read(question.world).legal(question.seat)
        return [(action.text, float(-place)) for place, action in enumerate(legal)]

    async def _wait(self, seconds: float) -> None:
        assert self.loop is not None
        done: Any = self.loop.create_future()
        event = self._scheduler.after(
            seconds, BOTS, lambda: None if done.done() else done.set_result(None)
        )
        try:
            await done
        finally:
            self._scheduler.call_off(event)
