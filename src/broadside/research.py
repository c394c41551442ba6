"""Games between bots, from Python: one with all its moves, or many as rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadside.arena import film
from broadside.arena.match import derived_rng, play_match
from broadside.arena.rows import LEVELS, rows_of_piece
from broadside.arena.simulate import Plan, cut, in_order
from broadside.bots import levels
from broadside.games import registry
from broadside.kernel import drawing
from broadside.kernel.edition import parse
from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.event import EVERYTHING
from broadside.replays import fairness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from broadside.arena.match import Player
    from broadside.kernel.action import Action
    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game, Options
    from broadside.kernel.state import State
    from broadside.replays.fairness import ReplayFile

    Bots = str | Player | Sequence[str | Player]

GAME_FORMAT: Final = "broadside-game"
GAME_VERSION: Final = 1


class Played:
    """A game that was played: what came out, and every decision on the way.

    A notebook shows it as a small player, with all cards open.
    """

    def __init__(self, game: Game, options: Options, bots: list[str], seed: int) -> None:
        self.game = game.name
        self.edition = "" if game.address() == game.name else game.address()
        self.options = options
        self.bots = bots
        self.seed = seed
        self.actions: list[tuple[int, str]] = []
        self.result: list[float] | None = None
        self.scores: list[int] = []

    def note(self, state: State, seat: Seat, action: Action) -> None:
        """A seat is about to do something."""
        del state
        self.actions.append((seat, action.text))

    def steps(self) -> Iterator[tuple[str, State]]:
        """What was done, and the table after it; first the deal. The table changes as one goes on.

        >>> import broadside
        >>> game = broadside.play("jolly-and-roger", ["greedy", "random"], seed=4)
        >>> [told for told, table in game.steps()][:3]
        ['the deal', 'seat 1: split 135', 'seat 0: pick A']
        """
        game = registry.find(self.edition or self.game)
        table = game.deal(len(self.bots), self.options, derived_rng(self.seed, 0, "table"))
        yield "the deal", table
        for seat, text in self.actions:
            table.play(seat, text)
            yield f"seat {seat}: {text}", table

    def table(self, decisions: int | None = None) -> State:
        """The table after so many decisions, or at the end."""
        *_, (_, table) = islice(self.steps(), None if decisions is None else decisions + 1)
        return table

    def as_dict(self) -> dict[str, Any]:
        """Everything about the game, ready for JSON."""
        return {name: value for name, value in vars(self).items() if value or name != "edition"}

    def save(self, path: str | Path) -> None:
        """Write the game to a file, which `broadside.load` reads."""
        told = {"format": GAME_FORMAT, "format_version": GAME_VERSION, **self.as_dict()}
        Path(path).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")

    def _repr_html_(self) -> str:
        """How a notebook shows a game: as a small player."""
        frames = (
            (told, drawing.boxes_of(table.title(), table.view(EVERYTHING)))
            for told, table in self.steps()
        )
        return film.player(frames)

    def __repr__(self) -> str:
        return f"<{self.game}: {', '.join(self.bots)}; result {self.result}>"


class Replayed(Played):
    """A finished game of a server, out of its replay file."""

    def __init__(self, file: ReplayFile) -> None:
        game = registry.find(file.game).of_record(file.edition, file.edition_text)
        super().__init__(game, game.complete(dict(file.options)), file.seats, 0)
        self.file = file
        self.actions = [move for segment in file.segments() for move in segment.actions]
        self.result, self.scores = file.result, file.scores

    def steps(self) -> Iterator[tuple[str, State]]:
        """What was done, and the table after it; first the deal. The table changes as one goes on.

        Where a window that everybody might act in was closed, nobody did it.
        """
        games = {self.game: registry.find(self.game)}
        for step in fairness.steps(self.file, games):
            who = "the window" if step.seat is None else f"seat {step.seat}"
            yield "the deal" if step.action is None else f"{who}: {step.action}", step.state

    def save(self, path: str | Path) -> None:
        """Write the replay file."""
        Path(path).write_bytes(
            fairness.seal_replay(self.file, {self.game: registry.find(self.game)})
        )


def load(path: str | Path) -> Played | State:
    """What a file holds; see `broadside.load`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BroadsideError(f"cannot read {path}: {error}") from None
    if not text.lstrip().startswith("{"):
        return registry.find((text.split() or [""])[0]).read(text)
    try:
        told = json.loads(text)
        if told.get("format") == fairness.REPLAY_FORMAT:
            return Replayed(fairness.replay_file(text))
        if (told["format"], told["format_version"]) != (GAME_FORMAT, GAME_VERSION):
            raise BadData(f"{path} is a file of another kind: {told['format']!r}")
        game = registry.find(told.get("edition") or told["game"])
        found = Played(game, game.complete(told["options"]), told["bots"], told["seed"])
        found.actions = [(seat, action) for seat, action in told["actions"]]
        found.result, found.scores = told["result"], told["scores"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(f"{path} holds no game: {error}") from None
    return found


def play(
    name: str,
    bots: Bots,
    seed: int = 0,
    *,
    seats: int | None = None,
    edition: Any = "",
    **options: object,
) -> Played:
    """Play one game; see `broadside.play`."""
    cast = Casting(address_of(name, edition), bots, seats, options)
    played = Played(cast.game, cast.options, cast.names, seed)
    players = [cast.players[each] for each in cast.names]
    outcome = play_match(cast.game, cast.options, players, seed, 0, played.note, aside=played.note)
    played.result, played.scores = outcome.result, outcome.scores
    return played


def simulate(
    name: str,
    bots: Bots,
    games: int = 1000,
    *,
    seed: int = 1,
    seats: int | None = None,
    rows: str = "seats",
    rotate: bool = False,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    edition: str | Path = "",
    **options: object,
) -> Iterator[dict[str, Any]]:
    """Play many games; see `broadside.simulate`."""
    if rows not in LEVELS:
        raise BroadsideError(f"there are no rows of {rows!r}; there are {', '.join(LEVELS)}")
    cast = Casting(address_of(name, edition), bots, seats, options)
    plan = Plan(cast.game.address(), cast.options, tuple(cast.names), games, seed, rotate)
    if workers > 1 and not cast.only_names:
        raise BroadsideError("bots that are objects cannot be sent to workers; name them instead")
    find = partial(rows_of_piece, plan, cast_names if cast.only_names else cast, rows)
    return told(plan, find, workers, progress)


def address_of(name: str, edition: str | Path) -> str:
    """What finds a game, with the numbers of a file if one is named."""
    if not edition:
        return name
    try:
        text = Path(edition).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BroadsideError(f"cannot read {edition}: {error}") from None
    return registry.find(name).with_edition(parse(text, str(edition))).address()


class Casting:
    """Who plays: a game, its options, a bot for each seat under a name of its own."""

    def __init__(
        self, name: str, bots: Bots, seats: int | None, options: Mapping[str, object]
    ) -> None:
        self.game = registry.find(name)
        given: list[str | Player] = list(bots) if isinstance(bots, Sequence) else [bots]
        if isinstance(bots, str):
            given = [bots]
        if len(given) == 1:
            given *= seats if seats is not None else self.game.seats[0]
        count = self.game.check_seats(len(given) if seats is None else seats)
        if count != len(given):
            raise BroadsideError(f"there are {len(given)} bots for {count} seats")
        self.options = self.game.complete(dict(options))
        self.game.check(count, self.options)
        self.only_names = all(isinstance(each, str) for each in given)
        self.players: dict[str, Player] = {}
        self.names = [self.enter(each) for each in given]

    def enter(self, bot: str | Player) -> str:
        """The name under which a bot plays: another one if another bot has it already."""
        if isinstance(bot, str):
            if bot not in self.players:
                self.players[bot] = levels.bot(bot, self.game)
            return bot
        name, number = bot.name, 2
        while self.players.get(name, bot) is not bot:
            name, number = f"{bot.name}-{number}", number + 1
        self.players[name] = bot
        return name

    def __call__(self, game: str, names: Sequence[str]) -> tuple[Game, list[Player]]:
        """The game, and the players of these names."""
        assert game == self.game.address()
        return self.game, [self.players[name] for name in names]


def cast_names(game: str, names: Sequence[str]) -> tuple[Game, list[Player]]:
    """The game, and bots of these names; in any process."""
    found = registry.find(game)
    return found, [levels.bot(name, found) for name in names]


def told(
    plan: Plan,
    find: Callable[[range], list[dict[str, Any]]],
    workers: int,
    progress: Callable[[int], None] | None,
) -> Iterator[dict[str, Any]]:
    """The rows as they come; `progress` hears how many games are done."""
    pieces = cut(plan.games)
    done = 0
    for piece, found in zip(pieces, in_order(find, pieces, workers), strict=True):
        yield from found
        done += len(piece)
        if progress is not None:
            progress(done)
