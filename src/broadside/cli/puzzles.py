"""`broadside puzzles`: positions with one clearly best move that the bosun misses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.cli.edition import add_edition, game_named, other_edition
from broadside.cli.parser import Commands, whole
from broadside.cli.simulate import read_options
from broadside.cli.train import progress
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.cli.thinking import Considered, Judgement
    from broadside.kernel.game import Game
    from broadside.kernel.state import State
    from broadside.replays.puzzles.collection import Puzzle

LOOKS: Final = ((48, 0.5), (160, 0.7))
"""Look-aheads that find out whether a position may be a puzzle, and how much of the gaps below they
must find: most positions are none, and a short look tells."""
LEAST_CHOICES: Final = 3
CLEAR: Final = 0.06
"""The best move must be so much better than the second best…"""
MISSED: Final = 0.1
"""…and so much better than the bosun's."""
GAMES_MAX: Final = 100_000
SEEDS: Final = 1_000_000_000
CHANCES: Final = 6
"""So many actions are kept with their chances."""
SPREAD: Final = 0.95
"""A position that is nearly won or lost is no puzzle."""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "puzzles",
        "find positions with one clearly best move that the bosun misses",
        "broadside puzzles jolly-and-roger --count 50 --save puzzles.json",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument(
        "--count", type=whole(1, 1000), default=50, metavar="N", help="how many (default: 50)"
    )
    parser.add_argument(
        "--seats", type=whole(1, 99), metavar="N", help="default: the fewest the game allows"
    )
    parser.add_argument(
        "--look-aheads",
        type=whole(LOOKS[-1][0], 1_000_000),
        default=3000,
        metavar="N",
        help="for the solution (default: 3000)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="same seed, same puzzles (default: 1)"
    )
    add_edition(parser)
    parser.add_argument("--save", metavar="FILE", help="default: print them")


def run(args: argparse.Namespace) -> int:
    """Look for puzzles, and write them."""
    from broadside.replays.puzzles.collection import written

    game = game_named(args.game, args.edition)
    options = game.complete(read_options(args.option))
    seats = game.check_seats(args.seats or game.seats[0])
    game.check(seats, options)
    found: list[Puzzle] = []
    with progress("puzzles", args.count) as tell:
        for index in range(GAMES_MAX):
            more = one_game(game, seats, args, index)
            found += more
            tell(len(found))
            if more and args.save:
                save(args.save, found)  # who stops the search keeps what it has found
            if len(found) == args.count:
                break
    if args.save:
        print(f"{len(found)} puzzles written to {args.save}")
    else:
        print(written(found), end="")
    return 0


def save(path: str, found: list[Puzzle]) -> None:
    """Write the puzzles; raises an error that says why it cannot be."""
    from broadside.replays.puzzles.collection import written

    try:
        Path(path).write_text(written(found), encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {path}: {error.strerror}") from None


def one_game(game: Game, seats: int, args: argparse.Namespace, index: int) -> list[Puzzle]:
    """The first puzzle of a game between bosuns, if it has any: no two of a kind."""
    import msgspec

    from broadside.arena.match import derived_rng
    from broadside.bots.levels import bot
    from broadside.kernel.rng import FastRng
    from broadside.replays.puzzles.collection import Puzzle

    bosun = bot("bosun", game)
    options = game.complete(read_options(args.option))
    rng = derived_rng(args.seed, "puzzle", index)
    seed = int(rng.below(SEEDS))
    table = game.deal(seats, options, FastRng(seed))
    skip = int(rng.below(30))  # so that not all puzzles are openings
    actions: list[tuple[int, str]] = []
    while table.waiting and len(actions) < game.decisions_max(seats):
        seat = table.deciders()[0]
        world = table.determinize(seat, rng)
        usual = bosun.choose(world, seat, rng)
        if len(actions) >= skip:
            chosen = 1 + int(rng.below(10**6))
            found = solved(game, world, seat, usual.text, args.look_aheads, chosen)
            if found is not None:
                chances, judgement = found
                puzzle = {
                    "game": game.name,
                    "version": game.version,
                    "seats": seats,
                    "options": options,
                    "seed": seed,
                    "actions": actions,
                    "seat": seat,
                    "chances": chances[:CHANCES],
                    "judgement": judgement,
                    "edition": other_edition(game),
                }
                return [msgspec.convert(puzzle, Puzzle)]
        actions.append((seat, usual.text))
        table.play(seat, usual)
    return []


def solved(
    game: Game, world: State, seat: int, usual: str, look_aheads: int, seed: int
) -> tuple[list[Considered], Judgement] | None:
    """What a captain thinks of a position, if it is a puzzle."""
    from broadside.cli.thinking import consider, judge

    if len(game.advice().sensible(world, seat)) < LEAST_CHOICES:
        return None
    text = world.write()
    best = ""
    for number, (looks, part) in enumerate((*LOOKS, (look_aheads, 1.0))):
        chances = consider(game.address(), text, seat, seed + number, look_aheads=looks)
        if not is_puzzle(chances, usual, part) or best not in ("", chances[0]["action"]):
            return None
        best = chances[0]["action"]
    judged = judge(game.address(), text, seat, usual, seed - 1, look_aheads=look_aheads)
    if judged["best"] != best or not judged["is_mistake"]:
        return None
    return chances, judged


def is_puzzle(chances: list[Considered], usual: str, part: float) -> bool:
    """Whether one move is clearly best, another one usual, and the game not yet decided."""
    if len(chances) < LEAST_CHOICES or chances[0]["action"] == usual:
        return False
    best = chances[0]["chance"]
    if best > SPREAD:
        return False
    others = [one["chance"] for one in chances if one["action"] == usual]
    return (
        bool(others)
        and best - max(one["chance"] for one in chances[1:]) >= part * CLEAR
        and best - others[0] >= part * MISSED
    )
