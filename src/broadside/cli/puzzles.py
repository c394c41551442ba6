"""`broadside puzzles`: positions with one clearly best move that the bosun misses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from broadside.cli.analyse import sentence
from broadside.cli.output import print_json
from broadside.cli.parser import Commands, whole
from broadside.cli.simulate import read_options
from broadside.cli.train import progress
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.cli.thinking import Considered
    from broadside.kernel.game import Game
    from broadside.kernel.state import State

FIRST_LOOK: Final = 160
"""Look-aheads that find out whether a position may be a puzzle."""
CLEAR: Final = 0.06
"""The best move must be so much better than the second best…"""
MISSED: Final = 0.1
"""…and so much better than the bosun's."""
LIKELY: Final = 0.7
"""The first look must find so much of these gaps."""
GAMES_MAX: Final = 100_000
SPREAD: Final = 0.95
"""A position that is nearly won or lost is no puzzle."""


class Puzzle(TypedDict):
    """A position as its seat knows it; the solution and how much it is worth."""

    game: str
    version: int
    seats: int
    seat: int
    question: str
    world: str
    solution: str
    usual: str
    chances: list[Considered]
    explanation: str


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
        type=whole(FIRST_LOOK, 1_000_000),
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
    parser.add_argument("--save", metavar="FILE", help="default: print them")


def run(args: argparse.Namespace) -> int:
    """Look for puzzles, and write them."""
    import json

    from broadside.games import registry

    game = registry.find(args.game)
    options = game.complete(read_options(args.option))
    seats = game.check_seats(args.seats or game.seats[0])
    game.check(seats, options)
    found: list[Puzzle] = []
    with progress("puzzles", args.count) as tell:
        for index in range(GAMES_MAX):
            found += one_game(game, seats, args, index)
            tell(min(len(found), args.count))
            if len(found) >= args.count:
                break
    found = found[: args.count]
    if not args.save:
        print_json(found)
        return 0
    try:
        text = json.dumps(found, indent=1, ensure_ascii=False)
        Path(args.save).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BroadsideError(f"cannot write {args.save}: {error.strerror}") from None
    print(f"{len(found)} puzzles written to {args.save}")
    return 0


def one_game(game: Game, seats: int, args: argparse.Namespace, index: int) -> list[Puzzle]:
    """The first puzzle of a game between bosuns, if it has any: no two of a kind."""
    from broadside.arena.match import derived_rng
    from broadside.bots.levels import bot

    bosun = bot("bosun", game)
    options = game.complete(read_options(args.option))
    table = game.deal(seats, options, derived_rng(args.seed, "puzzle", index))
    rng = derived_rng(args.seed, "players", index)
    skip = int(rng.below(30))  # so that not all puzzles are openings
    left = game.decisions_max(seats)
    while table.waiting and left > 0:
        left -= 1
        seat = table.deciders()[0]
        world = table.determinize(seat, rng)
        usual = bosun.choose(world, seat, rng)
        if skip == 0:
            found = puzzle(game, world, seat, usual.text, args.look_aheads, int(rng.below(10**6)))
            if found is not None:
                return [found]
        else:
            skip -= 1
        table.play(seat, usual)
    return []


def puzzle(
    game: Game, world: State, seat: int, usual: str, look_aheads: int, seed: int
) -> Puzzle | None:
    """The position as a puzzle, if it is one."""
    from broadside.cli.thinking import consider, judge

    text = world.write()
    first = consider(game.name, text, seat, seed, look_aheads=FIRST_LOOK)
    if not is_puzzle(first, usual, LIKELY):
        return None
    chances = consider(game.name, text, seat, seed + 1, look_aheads=look_aheads)
    if not is_puzzle(chances, usual, 1.0) or chances[0]["action"] != first[0]["action"]:
        return None
    judged = judge(game.name, text, seat, usual, seed + 2, look_aheads=look_aheads)
    if judged["best"] != chances[0]["action"] or not judged["is_mistake"]:
        return None
    return {
        "game": game.name,
        "version": game.version,
        "seats": world.seats,
        "seat": seat,
        "question": world.prompt(seat).question,
        "world": text,
        "solution": judged["best"],
        "usual": usual,
        "chances": chances[:6],
        "explanation": sentence(judged),
    }


def is_puzzle(chances: list[Considered], usual: str, part: float) -> bool:
    """Whether one move is clearly best, another one usual, and the game not yet decided."""
    if len(chances) < 3 or chances[0]["action"] == usual or chances[0]["chance"] > SPREAD:
        return False
    best = chances[0]["chance"]
    others = [one["chance"] for one in chances if one["action"] == usual]
    return (
        bool(others)
        and best - chances[1]["chance"] >= part * CLEAR
        and best - others[0] >= part * MISSED
    )
