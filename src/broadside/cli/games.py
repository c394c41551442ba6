"""`broadside games`: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from broadside.cli.output import complain, console, print_json
from broadside.cli.parser import Commands, add_json

if TYPE_CHECKING:
    import argparse

    from broadside.kernel.game import Game, Option


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "games",
        "list the games with their seats and options",
        "broadside games --json\nbroadside games --schema jamaica",
        run,
    )
    parser.add_argument(
        "--schema",
        metavar="GAME",
        help="print the JSON Schema of a game's views, events and actions instead",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    from broadside.games import registry

    if args.schema is not None:
        from broadside.service.game_schema import schema_of

        print_json(schema_of(registry.find(args.schema)))
        return 0
    for fault in registry.FAULTS:
        complain(f"broadside games: not usable: {fault}")
    if args.json:
        print_json([describe(game) for game in registry.GAMES])
        return 0
    out = console()
    for game in registry.GAMES:
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low} seats" if low == high else f"{low} to {high} seats"
        out.print(f"[bold]{game.name}[/bold]  {seats}, rules version {game.version}")
        for option in game.options:
            default = str(option.check(option.default))
            out.print(f"  {option.name}: {option.allowed()} (default {default})", markup=False)
    return 0


def describe(game: Game) -> dict[str, object]:
    """A game for scripts."""
    from broadside.service.game_schema import verbs_of

    return {
        "name": game.name,
        "seats": [game.seats[0], game.seats[-1]],
        "version": game.version,
        "options": {option.name: describe_option(option) for option in game.options},
        "verbs": [msgspec.to_builtins(verb) for verb in verbs_of(game)],
    }


def describe_option(option: Option) -> dict[str, object]:
    """An option for scripts: what may be chosen, and what is chosen if nobody does."""
    described: dict[str, object] = {"kind": option.kind, "default": option.default}
    if option.kind in ("choice", "list"):
        described["values"] = option.values
    if option.kind == "number":
        described["low"] = option.low
        described["high"] = option.high
    return described
