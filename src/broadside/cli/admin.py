"""`broadside admin`: what an operator wants of a server that runs on this machine."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadside.cli.files import place_of_data
from broadside.cli.output import print_json, print_rows
from broadside.cli.parser import Commands, add_json
from broadside.cli.store import add_place
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse

    from broadside.operate.admin import Kind

WANTS: Final = {
    "tables": "the tables that are in memory, and how many are connected",
    "people": "everybody who is connected, with seat and address",
    "close": "stop a table and erase it for good, with its log and its result",
    "ban": "let nobody in from an address or a network, and end the connections from there",
    "unban": "let an address or a network in again",
    "bans": "the addresses that are banned",
}
NAMES: Final = {"close": "TABLE", "ban": "ADDRESS", "unban": "ADDRESS"}
MEANT: Final = {
    "TABLE": "the name of a table, the last part of its link",
    "ADDRESS": "an address, or a network such as 203.0.113.0/24",
}
FOR_GOOD: Final = ("close",)
"""What cannot be taken back is done only if somebody says that it is meant."""
EVERY_SERVER: Final = ("tables", "people")
"""Each server knows its own; all else is told to one, and the others hear of it."""


def add(commands: Commands) -> None:
    """Describe the command."""
    example = "broadside admin people\nbroadside admin ban 203.0.113.7"
    parser = commands.add("admin", "look after a server that runs on this machine", example, run)
    wants = Commands(parser)
    for want, text in WANTS.items():
        name = NAMES.get(want, "")
        known = wants.add(want, text, f"broadside admin {want} {name}".rstrip(), run)
        known.set_defaults(want=want)
        if name:
            known.add_argument("what", metavar=name, help=MEANT[name])
        if want in FOR_GOOD:
            known.add_argument("--yes", action="store_true", help="do not ask whether it is meant")
        add_place(known)
        known.add_argument(
            "--socket", type=Path, metavar="PATH", help="the socket of one server (default: found)"
        )
        add_json(known)


def run(args: argparse.Namespace) -> int:
    """Give the order, and print what came of it."""
    if args.want in FOR_GOOD and not (args.yes or is_meant(args.what)):
        raise BroadsideError(f"nothing was done; say --yes to erase table {args.what}")
    sockets = [args.socket] if args.socket else sockets_of(place_of_data(args))
    rows: list[dict[str, Any]] = []
    has_answered = False
    for path in sockets:
        found = ask(path, args.want, getattr(args, "what", ""))
        if found is None:
            continue  # a server that was killed has left its socket
        rows += found
        has_answered = True
        if args.want not in EVERY_SERVER:
            break
    if not has_answered:
        where = ", ".join(map(str, sockets)) or "this machine"
        raise BroadsideError(
            f"no server answers at {where}; is it running, and is it yours?"
            " --data names its folder, --socket its socket"
        )
    if args.json:
        print_json(rows)
    else:
        print_rows([readable(row) for row in rows])
    return 0


def is_meant(table: str) -> bool:
    """Whether somebody who is there says so."""
    if not sys.stdin.isatty():
        return False
    print(
        f"Table {table} will be erased for good, with its log and its result. Erase it? [y/N] ",
        end="",
        file=sys.stderr,
        flush=True,
    )
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def sockets_of(place: str) -> list[Path]:
    """The sockets of all servers of this machine that keep their tables there."""
    from broadside.operate.admin import SOCKET, UnwantedError, sockets_of_database
    from broadside.store.choose import is_database

    if not is_database(place):
        return [Path(place) / SOCKET]
    try:
        return sockets_of_database(place)
    except (UnwantedError, ValueError) as error:
        raise BroadsideError(str(error)) from None


def ask(path: Path, want: Kind, what: str) -> list[dict[str, Any]] | None:
    """What a server answers; None if none listens."""
    from broadside.operate.admin import order

    try:
        report = order(path, want, what)
    except (OSError, AttributeError):  # there may be no such sockets on this system
        return None
    if report.reason:
        raise BroadsideError(report.reason.rstrip("."))
    return report.rows


def readable(row: dict[str, Any]) -> dict[str, str]:
    """A row for people."""
    told = {name: "-" if value in (None, "") else str(value) for name, value in row.items()}
    if "changed_ms" in row:
        del told["changed_ms"]
        moment = time.localtime(row["changed_ms"] / 1000)
        told["changed"] = time.strftime("%Y-%m-%d %H:%M", moment)
    return told
