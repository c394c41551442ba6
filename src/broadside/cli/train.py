"""`broadside train`: learn an evaluation of a game from games that bots play for it."""

from __future__ import annotations

import json
import math
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from broadside.cli.edition import add_edition, game_named, other_edition
from broadside.cli.output import error_console
from broadside.cli.parser import Commands, whole
from broadside.kernel.errors import BroadsideError
from broadside.kernel.evaluation import WEIGHTS_FILE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from broadside.bots.learning import Fit, Sample
    from broadside.kernel.advice import Advice
    from broadside.kernel.game import Game

GAMES_MAX: Final = 1_000_000
EPOCHS: Final = 5
TESTED: Final = 5
"""One game in so many is not learned from, but foretold."""
DIGITS: Final = 4


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "train",
        "learn from bots' games how good a table is, for bots that search",
        "broadside train jamaica --games 4000\n"
        "broadside train jolly-roger --seats 6 --games 2000 --rounds 3 --save weights.json",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument(
        "--games",
        type=whole(20, GAMES_MAX),
        default=4000,
        metavar="N",
        help="games of the first round, in which bosuns play (default: 4000)",
    )
    parser.add_argument(
        "--rounds",
        type=whole(1, 10),
        default=2,
        metavar="N",
        help="in later rounds, of a quarter as many games each, bots play that look ahead with"
        " what was learned before (default: 2)",
    )
    parser.add_argument(
        "--look-aheads",
        type=whole(2, 100_000),
        default=24,
        metavar="N",
        help="for each of their decisions (default: 24)",
    )
    parser.add_argument(
        "--seats", type=whole(1, 99), metavar="N", help="default: all numbers in turns"
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="same seed, same weights (default: 1)"
    )
    add_edition(parser)
    parser.add_argument(
        "--save", default=WEIGHTS_FILE, metavar="FILE", help=f"default: {WEIGHTS_FILE}"
    )


def run(args: argparse.Namespace) -> int:
    """Train, and write the weights."""
    from broadside.bots.learning import Fit

    game = game_named(args.game, args.edition)
    advice = game.advice()
    names = advice.feature_names()
    if not names:
        raise BroadsideError(f"{game.name} has no features to learn from")
    seats = [game.check_seats(args.seats)] if args.seats else list(game.seats)
    advice.learned = None
    samples: list[Sample] = []
    fit = Fit(names)
    rounds: list[dict[str, object]] = []
    for number in range(args.rounds):
        count = args.games if number == 0 else -(-args.games // 4)
        samples += play(game, advice, args, seats, number, count)
        fit, surprise, blind = learn(names, samples, args.seed)
        advice.learned = fit.evaluation
        rounds.append(
            {"games": count, "samples": len(samples), "surprise": surprise, "blind": blind}
        )
        print(
            f"round {number + 1}: {len(samples):,} tables;"
            f" surprise {surprise:.4f} (knowing nothing: {blind:.4f})",
            flush=True,
        )
    write(Path(args.save), provenance(args, game, seats, rounds), fit)
    print(f"written to {args.save}")
    return 0


def play(
    game: Game,
    advice: Advice,
    args: argparse.Namespace,
    seats: Sequence[int],
    number: int,
    count: int,
) -> list[Sample]:
    """The tables of one round of games."""
    from broadside.arena.match import derived_rng
    from broadside.bots.search.bot import SearchBot
    from broadside.bots.search.budget import Budget
    from broadside.bots.self_play import learn_from_game
    from broadside.bots.simple import Bot, GreedyBot

    player: Bot = GreedyBot(advice)
    if number:
        player = SearchBot("pupil", advice, Budget(args.look_aheads))
    options = game.complete({})
    found: list[Sample] = []
    with progress(f"round {number + 1}", count) as tell:
        for index in range(count):
            rng = derived_rng(args.seed, "train", number, index)
            at = seats[index % len(seats)]
            found += learn_from_game(game, options, at, player, advice, rng)
            tell(index + 1)
    return found


def learn(names: list[str], samples: list[Sample], seed: int) -> tuple[Fit, float, float]:
    """Weights, how badly they foretell what they were not shown, and how badly one can."""
    from broadside.bots.learning import Fit
    from broadside.kernel.rng import FastRng

    # Tables of one game resemble each other: a stretch of games is put aside, not single tables.
    aside = len(samples) // TESTED
    fit, rng = Fit(names), FastRng(seed + 1)
    for _ in range(EPOCHS):
        fit.learn(samples[aside:], rng)
    blind = sum(math.log(len(sample.rows)) for sample in samples[:aside]) / max(aside, 1)
    return fit, round(fit.surprise(samples[:aside]), DIGITS), round(blind, DIGITS)


def provenance(
    args: argparse.Namespace, game: Game, seats: Sequence[int], rounds: list[dict[str, object]]
) -> dict[str, object]:
    """Where the weights come from: enough to make them again."""
    chosen = f" --seats {args.seats}" if args.seats else ""
    chosen += f" --edition {args.edition}" if args.edition else ""
    edition = other_edition(game)
    return {
        "game": game.name,
        "version": game.version,
        **({"edition": edition} if edition else {}),
        "command": f"broadside train {game.name} --games {args.games} --rounds {args.rounds}"
        f" --look-aheads {args.look_aheads} --seed {args.seed}{chosen}",
        "date": datetime.now(UTC).date().isoformat(),
        "seats": list(seats),
        "rounds": rounds,
    }


def write(path: Path, origin: dict[str, object], fit: Fit) -> None:
    """Write the weights with where they come from."""
    evaluation = fit.evaluation
    weights = {
        name: round(weight, DIGITS)
        for name, weight in zip(evaluation.names, evaluation.weights, strict=True)
    }
    text = json.dumps({**origin, "weights": weights}, indent=2, ensure_ascii=False)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {path}: {error.strerror}") from None


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that shows how many games are done; nothing where nobody would see it move."""
    out = error_console()
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)
