"""Play every game many times at random, with all numbers of seats, and write the reports of it.

    python -m tools.census build/census --games 100000

plays so many games of each, of Jolly & Roger ten times as many. A run that was stopped goes on
where it was. The pages are written to docs/reports; a game that does not end is an error.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadside.arena.results import read_results
from broadside.cli.entry import main as broadside
from broadside.games import registry

if TYPE_CHECKING:
    from broadside.kernel.game import Game

REPORTS: Final = Path(__file__).resolve().parent.parent / "docs" / "reports"
TEN_TIMES: Final = "jolly-and-roger"


def play(game: Game, games: int, folder: Path, more: list[str]) -> list[Path]:
    """Play a game with all its numbers of seats, as often with each; the files of the results."""
    found: list[Path] = []
    for seats in game.seats:
        found.append(folder / f"{game.name}-{seats}.parquet")
        words = ["simulate", game.name, "--seats", str(seats), "--bots", "random"]
        words += ["--games", str(games // len(game.seats)), "--out", str(found[-1]), *more]
        if broadside(words) != 0:
            raise SystemExit(1)
    return found


def check(files: list[Path]) -> None:
    """Every game has come to its end."""
    for path in files:
        endless = [row["number"] for row in read_results(path) if not row["finished"]]
        if endless:
            raise SystemExit(f"{path}: these games did not end: {endless[:20]}")


def main() -> int:
    """Play, check, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the results are kept")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, help="default: one per core")
    args = parser.parse_args()
    more = [] if args.workers is None else ["--workers", str(args.workers)]
    args.folder.mkdir(parents=True, exist_ok=True)
    for game in registry.GAMES:
        games = args.games * (10 if game.name == TEN_TIMES else 1)
        files = play(game, games, args.folder, more)
        check(files)
        page = REPORTS / f"{game.name}.html"
        if broadside(["report", *(str(path) for path in files), "--html", str(page)]) != 0:
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
