"""`broadside store copy`, `backup` and `restore`: everything that a server keeps."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from broadside.cli.files import data_folder, place_of_data
from broadside.cli.output import error_console
from broadside.cli.parser import Commands, Parser
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

    from broadside.operate.copying import Copied
    from broadside.store.interface import Store

T = TypeVar("T")


def add(commands: Commands) -> None:
    """Describe the commands."""
    parser = commands.add(
        "store",
        "move all tables between a folder and a PostgreSQL database",
        "broadside store copy ./tables postgresql://broadside@db/broadside",
        run_copy,
    )
    copying = Commands(parser).add(
        "copy",
        "copy everything from one store into another, and compare both; while no server runs",
        "broadside store copy ./tables postgresql://broadside@db/broadside",
        run_copy,
    )
    place = "a data folder, or postgresql://USER:PASSWORD@HOST/NAME"
    copying.add_argument("source", metavar="FROM", help=place)
    copying.add_argument("target", metavar="TO", help=place)
    add_backup(commands)


def add_backup(commands: Commands) -> None:
    """Describe what writes and reads backups."""
    backup = commands.add(
        "backup",
        "write everything that a server keeps into one file, while it runs",
        "broadside backup tables-2026-11-17.sqlite --data ./tables",
        run_backup,
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")
    add_place(backup)
    restore = commands.add(
        "restore",
        "put a backup into an empty folder or database, while no server runs",
        "broadside restore tables-2026-11-17.sqlite --data ./tables",
        run_restore,
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="what broadside backup wrote")
    add_place(restore)


def add_place(parser: Parser) -> None:
    """Describe where tables are kept, as `serve` does."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=f"the data folder (default: {data_folder()})".replace("%", "%%"),
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        default="",
        help="the PostgreSQL database in its place (default: the variable BROADSIDE_STORE)",
    )


def run_copy(args: argparse.Namespace) -> int:
    """Copy, and tell what was copied."""
    from broadside.operate.copying import copy

    with stores_at(args.source, args.target) as (source, target):

        async def work(tell: Callable[[int], None]) -> Copied:
            async with opened(source), opened(target):
                return await copy(source, target, tell)

        report(finish(work))
    return 0


def run_backup(args: argparse.Namespace) -> int:
    """Write the file."""
    from broadside.operate.backup import back_up

    place = place_of_data(args)
    copied = finish(lambda tell: back_up(place, args.file, tell))
    if copied is not None:
        report(copied)
    print(f"{args.file} has {args.file.stat().st_size:,} bytes.")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Read the file."""
    from broadside.operate.backup import restore

    with stores_at(place_of_data(args)) as (target,):

        async def work(tell: Callable[[int], None]) -> Copied:
            async with opened(target):
                if await target.opened_after(-1, 1):
                    raise BroadsideError("there are tables already; restore into an empty place")
                return await restore(args.file, target, tell)

        report(finish(work))
    return 0


@contextmanager
def stores_at(*places: str) -> Iterator[list[Store]]:
    """The stores at some places, closed in the end; raises an error that tells."""
    from broadside.store.choose import choose_store
    from broadside.store.interface import StoreError

    found: list[Store] = []
    try:
        for place in places:
            found.append(choose_store(place))  # noqa: PERF401  what is open must be closed
        yield found
    except StoreError as error:
        raise BroadsideError(str(error)) from None
    finally:
        for store in found:
            asyncio.run(store.close())


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[None]:
    """Open a store that no server uses, and close it in the end."""
    await store.open()
    try:
        if await store.others():
            raise BroadsideError("a server uses the database now; stop all of them first")
        yield
    finally:
        await store.close()


def finish(work: Callable[[Callable[[int], None]], Coroutine[Any, Any, T]]) -> T:
    """Do it, and show how far it is."""
    from broadside.store.interface import StoreError

    with error_console().status("copying") as status:
        try:
            return asyncio.run(work(lambda tables: status.update(f"{tables:,} tables")))
        except StoreError as error:
            raise BroadsideError(str(error)) from None


def report(copied: Copied) -> None:
    """Tell what was copied."""
    print(
        f"{copied.tables:,} tables with {copied.records:,} records and {copied.results:,} results."
        f" Both sides are the same: {copied.digest[:16]}."
    )
