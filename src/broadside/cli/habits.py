"""`broadside arena --habits`: what do bots give away to somebody who has seen them play often?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.arena.match import answer, deal_match, derived_rng
from broadside.cli import beliefs
from broadside.cli.output import console, print_json
from broadside.cli.train import progress
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from broadside.arena.simulate import Cast
    from broadside.arena.tournament import Contest
    from broadside.bots.habits import Habits

TELLING: Final = 12
"""So many habits are told, those that say most."""


class Telling(TypedDict):
    """A deed that tells of a side, or of friends: how often it was seen, and whose it was."""

    deed: str
    seen: int
    of: str
    share: float


class HabitReport(TypedDict):
    """What is known of the secrets, as Brier scores: the smaller, the more is given away.

    `blind` takes no account of deeds, `assumed` is how bots read them, `learned` somebody who has
    seen the bots in `watched` games, and their secrets afterwards.
    """

    game: str
    seats: int
    bots: list[str]
    watched: int
    asked: int
    blind: float
    assumed: float
    learned: float
    telling: list[Telling]


def measure(contest: Contest, cast: Cast, games: int) -> HabitReport:
    """Watch the bots in the first half of the games, and guess their secrets in the second."""
    from broadside.bots.habits import Habits
    from broadside.bots.search.calibration import Reliability

    habits, assumed, learned = Habits(), Reliability(), Reliability()
    watched = max(1, games // 2)
    with progress("games", games) as tell:
        for index in range(games):
            if index < watched:
                watch(habits, contest, cast, index)
            else:
                beliefs.one_game(assumed, contest, cast, index)
                beliefs.one_game(learned, contest, cast, index, habits)
            tell(index + 1)
    if not habits.seen:
        raise BroadsideError(f"the game {contest.game} keeps no record of deeds to learn from")
    total = max(1, assumed.total())
    return {
        "game": contest.game,
        "seats": contest.seats,
        "bots": list(contest.names()),
        "watched": watched,
        "asked": games - watched,
        "blind": round(assumed.base_squares / total, 4),
        "assumed": round(assumed.squares / total, 4),
        "learned": round(learned.squares / max(1, learned.total()), 4),
        "telling": most_telling(habits),
    }


def watch(habits: Habits, contest: Contest, cast: Cast, index: int) -> None:
    """See one game to its end, where everybody's secrets are known."""
    game, players = cast(contest.game, contest.names())
    seated = (players * contest.seats)[: contest.seats]
    table = deal_match(game, contest.options, contest.seats, contest.seed, index)
    rng = derived_rng(contest.seed, index, "habits")
    for _ in range(game.decisions_max(contest.seats)):
        if not table.waiting:
            break
        seat = table.deciders()[0]
        answer(table, seat, seated[seat], rng)
    habits.learn(game.advice(), table)


def most_telling(habits: Habits) -> list[Telling]:
    """The deeds that say most of a side, the most telling first."""
    found: list[tuple[float, Telling]] = []
    for key, times in habits.seen.items():
        what, _, held = key.rpartition(" ")
        if held in habits.usual and what in habits.seen:
            is_pair = held in ("friends", "strangers")
            share = times / habits.seen[what]
            said = times * habits.score(what, held, is_pair)
            found.append(
                (said, {"deed": what, "seen": times, "of": held, "share": round(share, 4)})
            )
    found.sort(key=lambda one: -one[0])
    return [told for _, told in found[:TELLING]]


def tell(found: HabitReport, *, as_json: bool) -> None:
    """Print what is given away."""
    if as_json:
        print_json(found)
        return
    out = console()
    out.print(f"[bold]{found['game']}[/bold], {found['seats']} seats: {', '.join(found['bots'])}")
    for one in found["telling"]:
        out.print(f"{one['deed']:28} {one['share']:4.0%} {one['of']} ({one['seen']:,} times)")
    out.print(
        f"Brier scores: {found['blind']:.4f} for somebody who takes no account of deeds,"
        f" {found['assumed']:.4f} as bots read them,"
        f" {found['learned']:.4f} for one who has watched {found['watched']:,} games."
    )
