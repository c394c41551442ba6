"""Lines of the log from games that bots have just played, as the client says them.

    python -m tools.log_lines --seed 7 --count 50 --language pl

For reading: the lines come from all games, from every kind of seat, in English, German and Polish.
`--wordings` shows each wording once instead, with the key of its text.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import broadside
from broadside.games import registry
from broadside.kernel.event import SPECTATOR
from tools.translations import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
NAMES: Final = ("Anna", "Ben", "Chiara", "Dirk", "Ewa", "Filip", "Grace", "Hanka", "Igor", "Jola")
BOTS: Final = ("greedy", "random")
UNUSUAL: Final[dict[str, dict[str, Any]]] = {
    "jolly-roger": {"bot_bribes": True},
    "jolly-and-roger": {"deck": "advanced"},
}
"""What brings more into a log than the usual options do."""
GAMES: Final = 3
"""So many games of each kind are played."""
Line = dict[str, Any]


def parser() -> argparse.ArgumentParser:
    """The options."""
    found = argparse.ArgumentParser("python -m tools.log_lines", description=__doc__)
    found.formatter_class = argparse.RawDescriptionHelpFormatter
    found.add_argument("--seed", type=int, default=1, help="which games and lines (1)")
    found.add_argument("--count", type=int, default=50, help="how many lines of a language (50)")
    found.add_argument("--language", choices=LANGUAGES, action="append", help="default: all three")
    found.add_argument("--game", choices=broadside.games(), help="default: all games")
    found.add_argument("--wordings", action="store_true", help="every wording once")
    return found


def play_games(name: str, seed: int, count: int = GAMES) -> Iterator[dict[str, Any]]:
    """Games of one kind, each as one seat or a spectator hears of it."""
    chance = random.Random(f"{name} {seed}")
    tables = registry.find(name).seats
    for place in range(count):
        seats = chance.choice(tables)
        unusual = UNUSUAL.get(name, {}) if place % 2 else {}
        bots = [chance.choice(BOTS) for _ in range(seats)]
        played = broadside.play(name, bots, seed * count + place, **unusual)
        viewpoint = chance.choice([*range(seats), SPECTATOR])
        events: list[dict[str, Any]] = []
        for step, (_, table) in enumerate(played.steps()):
            told = table.seen_events(viewpoint, len(events))
            events += [{**event, "seq": step} for event in told]
        yield {
            "game": name,
            "options": played.options,
            "seat": None if viewpoint == SPECTATOR else viewpoint,
            "names": chance.sample(NAMES, seats),
            "events": events,
        }


def spoken(games: list[dict[str, Any]]) -> list[Line]:
    """Every line of these games, by the client itself: its game, key, and text by language."""
    from build_support.client import install_modules, npm, write_wire_types

    write_wire_types()
    install_modules()
    with tempfile.TemporaryDirectory() as folder:
        heard, said = Path(folder, "games.json"), Path(folder, "lines.json")
        heard.write_text(json.dumps(games), encoding="utf-8")
        os.environ |= {"LOG_LINES_OF": str(heard), "LOG_LINES_TO": str(said)}
        quiet = ("--reporter", "json", "--outputFile", str(Path(folder, "report.json")))
        npm("exec", "--", "vitest", "run", "--config", "dev/loglines.config.ts", *quiet)
        lines: list[Line] = json.loads(said.read_text(encoding="utf-8"))
    return lines


def main() -> None:
    """Play, speak, choose, print."""
    wish = parser().parse_args()
    names = [wish.game] if wish.game else broadside.games()
    lines = spoken([game for name in names for game in play_games(name, wish.seed)])
    chance = random.Random(wish.seed)
    if wish.wordings:
        chosen = list({(line["game"], line["key"]): line for line in lines}.values())
    else:
        chosen = chance.sample(lines, min(wish.count, len(lines)))
    for language in wish.language or LANGUAGES:
        print(f"\n{language}: {len(chosen)} of {len(lines)} lines")
        for line in chosen:
            key = f"  [{line['key']}]" if wish.wordings else ""
            print(f"{line['game']:16} {line[language]}{key}")


if __name__ == "__main__":
    main()
