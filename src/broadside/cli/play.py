"""`broadside play`: a game against bots, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.cli.parser import Commands, whole
from broadside.cli.simulate import read_options
from broadside.cli.terminal import add_person, language_of, name_of, play_at
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.console.client import Client
    from broadside.console.remote_table import RemoteTable
    from broadside.kernel.game import Game

HOST: Final = "127.0.0.1"
USUAL_BOT: Final = "bosun"
USUAL_SEATS: Final = 4
OPEN: Final = "open"
PACES: Final = ("calm", "brisk", "at_once")


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "play",
        "play a game against bots, in this terminal",
        "broadside play jamaica\nbroadside play tortuga-1667 --seats 5 --bots captain\n"
        "broadside play jolly-roger --seats 4 --bots bosun,bosun,open --host 0.0.0.0",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="see broadside games")
    parser.add_argument(
        "--seats",
        type=whole(2, 99),
        metavar="N",
        help=f"how many play, you included (default: {USUAL_SEATS}, or as many as the game takes)",
    )
    parser.add_argument(
        "--bots",
        default=USUAL_BOT,
        metavar="LEVEL[,LEVEL…]",
        help="who has the other seats: one level for all of them, or one for each; open is a seat"
        f" that somebody takes by the link (default: {USUAL_BOT})",
    )
    parser.add_argument(
        "--pace", choices=PACES, default="brisk", help="how the bots act (default: brisk)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule to play by, as the lobby offers it; may be given several times",
    )
    parser.add_argument(
        "--host", default=HOST, help=f"default: {HOST}; 0.0.0.0 lets other machines join"
    )
    parser.add_argument(
        "--guided", action="store_true", help="learn the game in five minutes: a guide leads you"
    )
    add_person(parser)


def run(args: argparse.Namespace) -> int:
    """Open a table on a server of its own, and play there."""
    from broadside.cli.own_server import own_server
    from broadside.console.client import meet
    from broadside.console.remote_table import RemoteTable, ask
    from broadside.games import registry

    wish = table_wish(args, registry.find(args.game))
    with own_server(args.host) as link:
        server = link.rstrip("/")
        offered = next(one for one in ask(f"{server}/api/games") if one["name"] == wish["game"])
        # Without a clock everybody else is a bot: what suits one person among them.
        suited = "alone" if wish["clock_s"] is None else "default"
        usual = {name: option[suited] for name, option in offered["options"].items()}
        name = name_of(args.name)
        if args.guided:
            client = guided(server, wish["game"], name, language_of(args.language))
            return play_at(client, plain=args.plain, is_own=True)
        opened = ask(f"{server}/api/tables", {**wish, "options": usual | wish["options"]})
        remote = RemoteTable(f"{server}/table/{opened['table']}")
        remote.sit(remote.ask(""), 0, name, opened["host"])
        client = meet(remote, language_of(args.language), name, None)
        if any(seat["kind"] == OPEN for seat in wish["seats"][1:]):
            client.session.say("note", "console.invite", link=invitation(server, remote))
        return play_at(client, plain=args.plain, is_own=True)


def guided(server: str, game: str, name: str, language: str) -> Client:
    """Sit down at the guided first game of a game."""
    from broadside.console.client import meet
    from broadside.console.guide import Guide
    from broadside.console.remote_table import RemoteTable, ask

    taken = ask(f"{server}/api/games/{game}/guided", {"name": name})
    remote = RemoteTable(f"{server}/table/{taken['table']}")
    remote.seat, remote.credential = taken["seat"], taken["credential"]
    client = meet(remote, language, name, None)
    steps = ask(f"{server}/api/games/{game}/guided?language={language}")["steps"]
    client.session.guide = Guide(steps)
    return client


def invitation(server: str, remote: RemoteTable) -> str:
    """The link for others, as they reach this machine."""
    from broadside.console.remote_table import ask

    address: str = ask(f"{server}/api/address")["link"]
    return f"{address.rstrip('/')}/table/{remote.link.rpartition('/')[2]}"


def table_wish(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The table that is asked for."""
    seats = args.seats or max(min(USUAL_SEATS, game.seats[-1]), game.seats[0])
    wishes = read_options(args.option)
    options = game.complete(wishes)
    game.check(seats, options)
    others = others_of(args.bots, seats - 1)
    is_alone = all(seat["kind"] == "bot" for seat in others)
    return {
        "game": game.name,
        "seats": [{"kind": OPEN}, *others],
        "options": {name: options[name] for name in wishes},
        # Alone against bots the table waits: no clock, and hints are at hand.
        "clock_s": None if is_alone else 120,
        "hints": is_alone,
        "pace": args.pace,
    }


def others_of(wish: str, count: int) -> list[dict[str, Any]]:
    """Who has the other seats."""
    from broadside.bots.levels import BOTS

    names = wish.split(",")
    names = names * count if len(names) == 1 else names
    if len(names) != count:
        raise BroadsideError(
            f"--bots {wish}: {len(names)} for {count} other seats; give one or {count}"
        )
    unknown = [name for name in names if name not in BOTS and name != OPEN]
    if unknown:
        raise BroadsideError(
            f"--bots: there is no {unknown[0]!r}; there is {', '.join(BOTS)}, {OPEN}"
        )
    return [{"kind": OPEN} if name == OPEN else {"kind": "bot", "bot": name} for name in names]
