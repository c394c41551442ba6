"""`broadside edition`: the numbers of a printed box, written and checked; `--edition` elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from broadside.cli.output import print_json
from broadside.cli.parser import Commands, add_json
from broadside.kernel.edition import TEXT_MAX, parse
from broadside.kernel.errors import BadData, BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.kernel.edition import Edition
    from broadside.kernel.game import Game
    from broadside.replays.fairness import ReplayFile


def add(commands: Commands) -> None:
    """Describe the commands."""
    example = "broadside edition new jolly-roger > my-box.toml\nbroadside edition check my-box.toml"
    parser = commands.add(
        "edition", "write and check the numbers of a box that you own", example, run_new
    )
    kinds = Commands(parser)
    new = kinds.add(
        "new",
        "write a game's own numbers, for you to correct",
        "broadside edition new jolly-roger --out my-box.toml",
        run_new,
    )
    new.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    new.add_argument("--out", type=Path, metavar="FILE", help="a file that is not there yet")
    check = kinds.add(
        "check",
        "say whether a file's numbers make a game; if not, in which line and why",
        "broadside edition check my-box.toml",
        run_check,
    )
    check.add_argument("file", metavar="FILE", help="an edition; - reads standard input")
    add_json(check)


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Let a command play with the numbers of a box."""
    parser.add_argument(
        "--edition",
        metavar="FILE",
        default="",
        help="play with the numbers in this file; `broadside edition new` writes one",
    )


def run_new(args: argparse.Namespace) -> int:
    """Write the template."""
    from broadside.games import registry

    edition = registry.find(args.game).own_edition()
    if edition is None:
        raise BroadsideError(f"{args.game} has no editions")
    if args.out is None:
        sys.stdout.write(edition.text)
        return 0
    try:
        with args.out.open("x", encoding="utf-8") as file:
            file.write(edition.text)
    except OSError as error:
        raise BroadsideError(f"cannot write {args.out}: {error.strerror}") from None
    print(f"{args.out}: change name, numbers and sources, then broadside edition check {args.out}")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say what is wrong, if anything; the exit code is 0 for an edition that can be played."""
    try:
        game = game_of_file(args.file)
    except BadData as error:
        if args.json:
            print_json({"file": args.file, "ok": False, "reason": str(error)})
        else:
            print(error)
        return 1
    edition = game.own_edition()
    assert edition is not None
    if args.json:
        told = {"game": game.name, "digest": edition.digest, "sources": edition.sources()}
        print_json({"file": args.file, "ok": True} | told)
    else:
        print(f"{edition.name['en']}: an edition of {game.name}, {edition.short()}")
        for group in edition.groups:
            print(f"  {group.name}: {len(group.rows)} rows, {group.source}")
    return 0


def read_edition(name: str) -> Edition:
    """The edition in a file, `-` for standard input; raises an error with line and reason."""
    try:
        if name == "-":
            text = sys.stdin.read(TEXT_MAX + 1)
        else:
            with Path(name).open(encoding="utf-8") as file:
                text = file.read(TEXT_MAX + 1)
    except OSError as error:
        raise BroadsideError(f"cannot read {name}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadData(f"{name}, line 1: this is not text in UTF-8") from None
    return parse(text, name)


def game_of_file(name: str) -> Game:
    """The game of an edition's file."""
    from broadside.games import registry

    edition = read_edition(name)
    return registry.find(edition.game).with_edition(edition)


def game_named(name: str, edition: str) -> Game:
    """The game of that name, with the numbers of a file if there is one."""
    from broadside.games import registry

    game = registry.find(name)
    return game.with_edition(read_edition(edition)) if edition else game


def other_edition(game: Game) -> str:
    """The digest of a game's edition; none for the game's own."""
    edition = game.own_edition()
    return "" if edition is None or game.address() == game.name else edition.digest


def games_for(file: ReplayFile, edition: str) -> dict[str, Game]:
    """The games that can play a replay file; raises an error that says which edition it needs."""
    from broadside.games import registry

    if not edition:
        return {game.name: game for game in registry.GAMES}
    game = game_named(file.game, edition)
    own = game.own_edition()
    assert own is not None
    if file.edition and own.digest != file.edition:
        raise BroadsideError(
            f"{edition} is the edition {own.short()}; this game needs {file.edition[:12]}"
        )
    return {game.name: game}
