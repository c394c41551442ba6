"""`broadside serve`: tables for browsers."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from broadside.cli.files import data_folder, place_of_data
from broadside.cli.output import complain
from broadside.cli.parser import Commands, factor, seconds, whole
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.kernel.game import Game
    from broadside.service.settings import Settings

HOST: Final = "127.0.0.1"
PORT: Final = 8667
PORT_MAX: Final = 65_535
BOT_BEAT_MAX: Final = 60.0
COUNTDOWN_MIN: Final = 0.01
COUNTDOWN_MAX: Final = 5.0
WAIT_MIN: Final = 1.0
LEAVE_MAX: Final = 3600.0
IDLE_MAX: Final = 86_400.0
EXPIRE_MAX: Final = 31_536_000.0
KEEP_MIN: Final = 0.01
KEEP_MAX: Final = 36_500.0


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "serve",
        "serve tables to browsers, on this machine or to the whole house",
        "broadside serve\nbroadside serve --host 0.0.0.0 --port 8080 --data ./tables --no-open\n"
        "broadside serve --store postgresql://broadside@db/broadside --inner 10.0.0.5:9000",
        run,
    )
    parser.add_argument(
        "--host", default=HOST, help=f"default: {HOST}; 0.0.0.0 lets other machines join"
    )
    parser.add_argument(
        "--port", type=whole(0, 65535), default=PORT, help=f"default: {PORT}; 0 takes any free one"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help=f"the folder where tables are kept (default: {data_folder()})".replace("%", "%%"),
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        default="",
        help="keep tables in a PostgreSQL database, postgresql://USER:PASSWORD@HOST/NAME, which any"
        " number of servers may share; the variable BROADSIDE_STORE keeps the password hidden",
    )
    parser.add_argument(
        "--inner",
        type=inner_address,
        metavar="HOST:PORT",
        default=("127.0.0.1", 0),
        help="with --store: the address of this machine where the other servers of the database"
        " pass on what concerns the tables of this one; never open it to the outside"
        " (default: 127.0.0.1 and any free port, for servers on one machine)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="",
        help="the address of the web server in front of this one, which says who asks"
        " (X-Forwarded-For); several with commas, networks as 10.0.0.0/8 (default: none)",
    )
    parser.add_argument(
        "--bot-beat",
        type=seconds(0, BOT_BEAT_MAX),
        metavar="SECONDS",
        help="bots answer on this beat, so that people can follow; 0: at once (default: 0.6)",
    )
    parser.add_argument(
        "--countdown",
        type=factor(COUNTDOWN_MIN, COUNTDOWN_MAX),
        metavar="FACTOR",
        help="open windows count down so many times as long as the game says, and bots act in them"
        " accordingly; 0.5: twice as fast (default: 1)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=PATH.py:CLASS",
        help="offer a bot of your own under this name; may be given several times",
    )
    parser.add_argument(
        "--edition",
        action="append",
        default=[],
        metavar="FILE",
        help="offer the numbers of another box beside a game's own; may be given several times",
    )
    add_operating(parser)
    add_waiting(parser)
    add_notices(parser)


def inner_address(text: str) -> tuple[str, int]:
    """Read an address at which other servers reach this one."""
    host, colon, port = text.rpartition(":")
    host = host.strip("[]")
    is_port = port.isascii() and port.isdigit() and int(port) <= PORT_MAX
    if not (colon and host and is_port) or host in ("0.0.0.0", "::"):  # noqa: S104
        raise argparse.ArgumentTypeError(
            f"{text[:80]!r} is not the address of one machine and a port, such as 10.0.0.5:9000"
        )
    return host, int(port)


def add_operating(parser: argparse.ArgumentParser) -> None:
    """Describe what is for whoever operates a service."""
    parser.add_argument(
        "--metrics",
        type=inner_address,
        metavar="HOST:PORT",
        help="tell Prometheus how the server does, at http://HOST:PORT/metrics and nowhere else;"
        " never open it to the outside (default: nowhere)",
    )
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default="text",
        help="how each line of the log is written (default: text)",
    )
    parser.add_argument(
        "--keep",
        type=factor(KEEP_MIN, KEEP_MAX),
        metavar="DAYS",
        help="forget tables that have been over for so many days, with their results"
        " (default: they are kept)",
    )


def add_waiting(parser: argparse.ArgumentParser) -> None:
    """Describe how long people wait for each other."""
    parser.add_argument(
        "--leave",
        type=seconds(WAIT_MIN, LEAVE_MAX),
        metavar="SECONDS",
        help="who is gone from a live table for so long is stood in for by a bot, and a host by"
        " whoever takes the helm (default: 60)",
    )
    parser.add_argument(
        "--idle",
        type=seconds(WAIT_MIN, IDLE_MAX),
        metavar="SECONDS",
        help="who is there, but keeps a live table without a clock waiting for so long, may be"
        " stood in for if one of the others wants it (default: 180)",
    )
    parser.add_argument(
        "--expire",
        type=seconds(WAIT_MIN, EXPIRE_MAX),
        metavar="SECONDS",
        help="a table that waits for people for so long while nobody looks is closed"
        " (default: 604800, a week)",
    )


def add_notices(parser: argparse.ArgumentParser) -> None:
    """Describe what an operator may set up for tables by days."""
    parser.add_argument(
        "--smtp",
        metavar="URL",
        default=os.environ.get("BROADSIDE_SMTP", ""),
        help="send mail for tables by days: smtp://USER:PASSWORD@HOST:PORT or smtps://…;"
        " the variable BROADSIDE_SMTP keeps the password out of sight",
    )
    parser.add_argument("--mail-from", metavar="ADDRESS", help="the sender of these mails")
    parser.add_argument(
        "--webhooks",
        action="store_true",
        help="let tables by days tell a webhook whose turn it is; https, public addresses only",
    )
    parser.add_argument(
        "--link",
        metavar="URL",
        help="the address under which people reach this server, for notices and invitations",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until somebody ends it."""
    from broadside.cli.thinking import advise, crew, judge_decision, think
    from broadside.games import registry
    from broadside.server.serve import ServeError, serve
    from broadside.workers.pool import Brain

    own = own_bots_of(args.bot)
    for fault in registry.FAULTS:
        complain(f"broadside serve: this game is left out: {fault}")
    data = place_of_data(args)
    kept = place_of(data)
    try:
        serve(
            {game.name: game for game in registry.GAMES},
            crew(own),
            Brain(partial(think, own=own), advise, judge_decision),
            host=args.host,
            port=args.port,
            data=data,
            inner=args.inner,
            static=static_folder(),
            ready=announcer(args.host, kept, opens=not args.no_open),
            settings=settings_of(args),
            metrics=args.metrics,
            log=args.log,
            editions=editions_of(args.edition),
        )
    except ServeError as error:
        raise BroadsideError(str(error)) from None
    return 0


def editions_of(files: list[str]) -> dict[str, Game]:
    """The games of other editions by digest; raises an error that tells line and reason."""
    from broadside.cli.edition import game_of_file

    found: dict[str, Game] = {}
    for file in files:
        game = game_of_file(file)
        edition = game.own_edition()
        assert edition is not None
        found[edition.digest] = game
    return found


def place_of(data: str) -> str:
    """Where tables are kept, without a password."""
    from broadside.store.choose import is_database

    if not is_database(data):
        return data
    parts = urlsplit(data)
    return f"PostgreSQL at {parts.hostname or 'this machine'}{parts.path}"


def own_bots_of(wishes: list[str]) -> dict[str, str]:
    """The operator's own bots by name, each of which can be made; raises an error that tells."""
    from broadside.bots.levels import BOTS, SEARCHING
    from broadside.cli.own_bots import check_own, is_own, whole_name
    from broadside.wire.messages import NAME_LENGTH_MAX

    found: dict[str, str] = {}
    for wish in wishes:
        name, _, path = wish.partition("=")
        if not 0 < len(name) <= NAME_LENGTH_MAX or not is_own(path):
            raise BroadsideError(
                f"--bot {wish}: write NAME=path.py:Class, NAME=path.onnx or NAME=http://address;"
                f" a name has up to {NAME_LENGTH_MAX} characters"
            )
        if name in BOTS or name in SEARCHING or name in found:
            raise BroadsideError(
                f"--bot {wish}: there is a bot {name} already; choose another name"
            )
        found[name] = whole_name(path)
        check_own(found[name])
    return found


def settings_of(args: argparse.Namespace) -> Settings:
    """What the operator wants; raises an error for what cannot be."""
    from broadside.notify.mail import check_smtp
    from broadside.service.addresses import networks
    from broadside.service.settings import Settings

    wanted: dict[str, Any] = {"webhooks": args.webhooks, "link": args.link or ""}
    try:
        networks(args.proxy)
    except ValueError as error:
        raise BroadsideError(
            f"--proxy: {error}; give its address, such as 127.0.0.1 or ::1"
        ) from None
    wanted["proxy"] = args.proxy
    if args.link is not None and not is_link(args.link):
        raise BroadsideError(
            f"--link {args.link[:80]}: give the whole address, such as https://play.example.org"
        )
    given = {
        "bot_beat_s": args.bot_beat,
        "countdown_factor": args.countdown,
        "leave_s": args.leave,
        "idle_player_s": args.idle,
        "expire_s": args.expire,
        "keep_days": args.keep,
    }
    wanted |= {name: value for name, value in given.items() if value is not None}
    if args.smtp:
        try:
            check_smtp(args.smtp)
        except ValueError as error:
            raise BroadsideError(f"--smtp: {error}") from None
        if not args.mail_from:
            raise BroadsideError("--smtp needs --mail-from, the sender of the mails")
        wanted |= {"smtp": args.smtp, "mail_from": args.mail_from}
    return Settings(**wanted)


def is_link(text: str) -> bool:
    """Whether a text is an address that a browser opens."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def static_folder() -> Path:
    """Where the built web client lies in an install."""
    return Path(__file__).parent.parent / "server" / "static"


def announcer(host: str, data: str, *, opens: bool) -> Callable[[str], None]:
    """Tells the link once the server is ready, and opens it in a browser if there may be one."""
    from broadside.service.addresses import network_links

    def announce(link: str) -> None:
        links = network_links(host, urlsplit(link).port or 0)
        lines = [f"Broadside is ready: {link}"]
        lines += [f"In this network:    {each}" for each in links]
        lines += [picture(links[0])] if links and shows_blocks() else []
        lines.append(f"Tables are kept in {data}. Ctrl-C ends.")
        print("\n".join(lines), flush=True)
        if opens and has_display():
            webbrowser.open(link)

    return announce


def picture(link: str) -> str:
    """The link as a QR code, for the phones in the room."""
    from broadside.service.qr_codes import qr_text

    return qr_text(link)


def shows_blocks() -> bool:
    """Whether somebody reads along, in a terminal that can show a QR code."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def has_display() -> bool:
    """Whether a browser could show anything; elsewhere one in the terminal would take it over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
