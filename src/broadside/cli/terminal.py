"""What `play` and `join` have in common: a name, a language, and which face the client has."""

from __future__ import annotations

import getpass
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from broadside.texts import LANGUAGES

if TYPE_CHECKING:
    from broadside.cli.parser import Parser
    from broadside.console.client import Client

EXTRA: Final = "pip install 'broadside[console]'"
NAME_MAX: Final = 24


def add_person(parser: Parser) -> None:
    """Describe who plays, and how the table is shown."""
    parser.add_argument("--name", default="", help="what you are called (default: your user name)")
    parser.add_argument(
        "--language", choices=LANGUAGES, help="default: the terminal's, as LANG says; else English"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="plain lines, for pipes and screen readers; also if the variable ACCESSIBLE is set,"
        " and where there is no terminal",
    )


def name_of(wish: str) -> str:
    """The name to sit down under."""
    try:
        return wish or getpass.getuser()[:NAME_MAX].capitalize()
    except (OSError, KeyError):  # a user whom the system has no name for
        return "Pirate"


def language_of(wish: str | None) -> str:
    """The language that is wished for, or the terminal's if it is spoken here."""
    said = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    return wish or (said[:2] if said[:2] in LANGUAGES else "en")


def is_plain(wish: bool) -> bool:
    """Whether to write plain lines."""
    has_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    is_dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    return wish or bool(os.environ.get("ACCESSIBLE")) or not has_terminal or is_dumb


def play_at(client: Client, *, plain: bool, is_own: bool) -> int:
    """Play until the person has enough: after a game another one with the same crew."""
    from broadside.console.client import meet

    while True:
        play_once(client, plain=plain, is_own=is_own)
        if not wants_more(client):
            return 0
        client = meet(client.remote.rematch(), client.voice.language, "", None)


def wants_more(client: Client) -> bool:
    """Ask whoever has played to the end at a terminal; a pipe has said everything it wants."""
    has_played = client.session.is_over and client.session.seat is not None
    if not (has_played and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    voice = client.voice
    try:
        said = input(f"{voice.t('rematch.call')}? {voice.t('console.yes_or_no')} ")
    except (EOFError, KeyboardInterrupt):
        return False
    return said.strip().casefold() in ("yes", *voice.t("command.yes").split(" "))


def play_once(client: Client, *, plain: bool, is_own: bool) -> None:
    """Play until the game is over or the person leaves; tell how to come back."""
    has_screen = find_spec("textual") is not None
    try:
        if is_plain(plain) or not has_screen:
            if not is_plain(plain):
                client.session.say("note", "console.full_screen", command=EXTRA)
            play_plainly(client)
        else:
            from broadside.console.screen import TableApp

            TableApp(client).run()
    finally:
        if client.ended is None and not client.session.is_over:
            key = "console.gone" if is_own else "console.come_back"
            command = f"broadside join {client.remote.seat_link}"
            print(client.voice.t(key, {"command": command}), flush=True)
    if client.ended is not None:
        raise client.ended


def play_plainly(client: Client) -> None:
    """Play by lines."""
    import asyncio

    from broadside.console.plain import Plain

    is_terminal = sys.stdin.isatty()
    if is_terminal:
        client.session.say("note", "console.type")

    async def run() -> None:
        await Plain(client, sys.stdin, is_terminal=is_terminal).run()

    asyncio.run(run())
