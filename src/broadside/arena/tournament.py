"""Tournaments: the same deals for everybody, every bot in every seat, until the answer is clear.

A deal is played once for each way to seat the bots: rotated through all seats, so that neither
good cards nor good seats favour a bot. Deals can be kept in a file, and a later tournament of the
same plan goes on from there.
"""

from __future__ import annotations

import json
import time
from collections import deque
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from broadside.arena.match import deal_match, play_match
from broadside.arena.simulate import AHEAD, Cast, pool
from broadside.arena.statistics import lasting_radius, mean, spread
from broadside.kernel.errors import BroadsideError
from broadside.workers.processes import interrupts_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from broadside.kernel.game import Game, Options

FORMAT: Final = 1


@dataclass(frozen=True)
class Contest:
    """What is to be measured. Options are complete.

    As many bots as seats sit down in this order, and rotate. Fewer bots fill the seats in turns, of
    more bots all groups of the right size play. With `sides`, pairs of a side and a bot, the cards
    that were dealt decide who sits where.
    """

    game: str
    options: Options
    seats: int
    bots: tuple[str, ...]
    seed: int
    think_ms: int | None = None
    look_aheads: int | None = None
    sides: tuple[tuple[str, str], ...] = ()

    def names(self) -> tuple[str, ...]:
        """The bots that take part, each once."""
        return tuple(dict.fromkeys(self.bots))

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who sits where, in all the ways in which a deal is played."""
        if len(self.bots) > self.seats:
            groups = [tuple(group) for group in combinations(self.bots, self.seats)]
        else:
            groups = [(self.bots * self.seats)[: self.seats]]
        seatings = [group[by:] + group[:by] for group in groups for by in range(self.seats)]
        return list(dict.fromkeys(seatings))


@dataclass(frozen=True)
class Bout:
    """One match of a deal: who sat where, what each seat won, and how long the bots took."""

    seated: tuple[str, ...]
    parts: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: int
    seconds: float
    sides: tuple[str, ...] = ()

    def winning_side(self) -> str:
        """The side that won alone; nothing in a game without sides, or if several won."""
        won = {side for side, part in zip(self.sides, self.parts, strict=False) if part}
        return won.pop() if len(won) == 1 else ""


@dataclass(frozen=True)
class Deal:
    """All matches of one deal."""

    index: int
    matches: tuple[Bout, ...]

    def share(self, name: str) -> float:
        """What a seat of a bot won, in the mean."""
        won = [
            part
            for match in self.matches
            for seated, part in zip(match.seated, match.parts, strict=True)
            if seated == name
        ]
        return mean(won)


# ------------------------------------------------------------------------------- playing


def play_deal(contest: Contest, cast: Cast, index: int) -> Deal:
    """Play one deal in all its line-ups; runs in a worker process."""
    game, players = cast(contest.game, contest.names())
    by_name = dict(zip(contest.names(), players, strict=True))
    bouts: list[Bout] = []
    for seated in seatings(contest, game, index):
        start_s = time.perf_counter()
        outcome = play_match(
            game, contest.options, [by_name[name] for name in seated], contest.seed, index
        )
        seconds = time.perf_counter() - start_s
        if outcome.result is not None:
            parts, scores = tuple(outcome.result), tuple(outcome.scores)
            sides = tuple(outcome.sides)
            bouts.append(Bout(seated, parts, scores, outcome.decisions, round(seconds, 3), sides))
    return Deal(index, tuple(bouts))


def seatings(contest: Contest, game: Game, index: int) -> list[tuple[str, ...]]:
    """The line-ups of one deal; by sides there is one, as the cards have it."""
    if not contest.sides:
        return contest.line_ups()
    dealt = deal_match(game, contest.options, contest.seats, contest.seed, index)
    by_side = dict(contest.sides)
    return [tuple(by_side[dealt.side(seat)] for seat in range(contest.seats))]


def deals(contest: Contest, cast: Cast, indexes: Sequence[int], workers: int) -> Iterator[Deal]:
    """Play these deals, and give them in their order."""
    if workers == 1:
        for index in indexes:
            yield play_deal(contest, cast, index)
        return
    with pool(workers) as executor:
        waiting: deque[Future[Deal]] = deque()
        for index in indexes:
            if len(waiting) == workers * AHEAD:
                yield waiting.popleft().result()
            with interrupts_held():
                waiting.append(executor.submit(play_deal, contest, cast, index))
        while waiting:
            yield waiting.popleft().result()


def hold(
    contest: Contest,
    cast: Cast,
    limit: int,
    workers: int = 1,
    notes: Notes | None = None,
    tell: Callable[[list[Deal]], None] | None = None,
    *,
    whole: bool = False,
) -> list[Deal]:
    """Play up to `limit` deals, fewer if the answer is clear; `tell` hears of every deal.

    A `whole` tournament goes on, as one does who wants to know how much better a bot is.
    """
    played = notes.deals[:limit] if notes is not None else []
    left = range(len(played), limit)
    if left and (whole or not is_clear(contest, played)):
        for deal in deals(contest, cast, left, workers):
            played.append(deal)
            if notes is not None:
                notes.add(deal)
            if tell is not None:
                tell(played)
            if not whole and is_clear(contest, played):
                break
    return played


def is_clear(contest: Contest, played: Sequence[Deal]) -> bool:
    """Whether every two bots are told apart beyond doubt, however often one has looked."""
    pairs = list(combinations(contest.names(), 2))
    return bool(pairs) and all(apart(played, one, two) for one, two in pairs)


def apart(played: Sequence[Deal], one: str, two: str) -> bool:
    """Whether one of two bots is better for certain."""
    gaps = [deal.share(one) - deal.share(two) for deal in played if deal.matches]
    return abs(mean(gaps)) > lasting_radius(len(gaps), spread(gaps, -1.0, 1.0))


# --------------------------------------------------------------------------------- notes


class Notes:
    """A file that keeps the deals of one contest: its plan in the first line, then a deal each."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.deals: list[Deal] = []
        plan = {"format": FORMAT, **json.loads(json.dumps(asdict(contest)))}
        if path.exists():
            self._read(plan)
        else:
            self._write(json.dumps(plan))

    def add(self, deal: Deal) -> None:
        """Keep one more deal."""
        self._write(json.dumps(asdict(deal)))

    def _write(self, line: str) -> None:
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise BroadsideError(f"cannot write {self.path}: {error.strerror}") from None

    def _read(self, plan: dict[str, object]) -> None:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            found = json.loads(lines[0]) if lines else {}
            self.deals = [read_deal(line) for line in lines[1:]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BroadsideError(f"{self.path} holds no tournament: {error}") from None
        if found != plan:
            other = [name for name in plan if found.get(name) != plan[name]]
            raise BroadsideError(
                f"{self.path} holds another tournament: {', '.join(other)} differ;"
                " name another file, or remove this one"
            )


def read_deal(line: str) -> Deal:
    """A deal as it was kept."""
    found = json.loads(line)
    bouts = tuple(
        Bout(
            tuple(bout["seated"]),
            tuple(bout["parts"]),
            tuple(bout["scores"]),
            bout["decisions"],
            bout["seconds"],
            tuple(bout["sides"]),
        )
        for bout in found["matches"]
    )
    return Deal(found["index"], bouts)
