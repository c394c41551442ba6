"""`broadside bench cluster`: how much play several servers of one database bear together."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit, urlunsplit

from broadside.cli.bench_server import LOST, add_load, load_of
from broadside.cli.output import complain, error_console, print_json, print_rows
from broadside.cli.parser import Commands, add_json, whole
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Callable, Sequence

    from broadside.arena.load.job import Load
    from broadside.arena.load.server_process import ServerProcess

SERVERS: Final = 3
SERVERS_MAX: Final = 16
TELLING: Final = 10
"""Smaller figures are shown to the thousandth."""
METRICS: Final = re.compile(r"metrics address=(\S+)")
COMMITS: Final = re.compile(r"^broadside_store_commits_total (\d+)", re.MULTILINE)
CHANGES: Final = re.compile(r"^broadside_store_changes_total (\d+)", re.MULTILINE)


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "cluster",
        "fill one, two, three servers of one PostgreSQL database with tables whose clients play at"
        " random, and measure them; fails if an acknowledged act is lost",
        "broadside bench cluster --store postgresql://broadside@localhost/bench --seconds 10",
        run,
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        required=True,  # never the database of BROADSIDE_STORE, which people may be playing on
        help="the database; each measurement makes a schema of its own there, and drops it",
    )
    parser.add_argument(
        "--servers",
        type=whole(1, SERVERS_MAX),
        default=SERVERS,
        metavar="N",
        help=f"measure with one server, with two, and so on up to N (default: {SERVERS})",
    )
    add_load(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, then report."""
    from broadside.store.choose import is_database
    from broadside.store.interface import StoreError

    if not is_database(args.store):
        raise BroadsideError("--store: give the address of a database, postgresql://USER@HOST/NAME")
    load = load_of(args)
    rows: list[dict[str, Any]] = []
    with error_console().status("measuring") as status:
        for servers in range(1, args.servers + 1):

            def tell(stage: str, servers: int = servers) -> None:
                status.update(f"{servers} of {args.servers} servers: {stage}")

            try:
                rows.append(asyncio.run(measure(args.store, servers, load, tell)))
            except StoreError as error:
                raise BroadsideError(str(error).rstrip(".")) from None
    if args.json:
        print_json({"game": load.game, "tables": load.tables, "seats": load.seats, "runs": rows})
    else:
        print_rows([{name: shown(value) for name, value in row.items()} for row in rows])
    lost = sum(row["lost"] for row in rows)
    if lost:
        complain(f"{lost} acts are not as they were promised to be")
    return LOST if lost else 0


def shown(value: object) -> str:
    """A figure for people."""
    if value is None:
        return "-"
    return f"{value:,.{3 if value < TELLING else 1}f}" if isinstance(value, float) else str(value)


async def measure(
    url: str, servers: int, load: Load, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Measure so many servers on a fresh schema; what was found, as a row."""
    from broadside.arena.load.check import judge_log
    from broadside.arena.load.job import Job
    from broadside.arena.load.measure import Clients
    from broadside.operate.backup import back_up

    with tempfile.TemporaryDirectory(prefix="broadside-bench-") as folder:
        async with schema(url) as (own, connection):
            job = Job(
                speech="broadside",
                command=[],
                environment={},
                data=folder,
                run=secrets.token_hex(4),
                load=load,
            )
            with ExitStack() as ended:
                started = [start(own, Path(folder) / f"{n}.log", ended) for n in range(servers)]
                clients = Clients(job, started, tell)
                ended.callback(clients.tables.close)
                logs = [Path(folder) / f"{n}.log" for n in range(servers)]
                await clients.prepare()
                before = await looked(logs, connection)
                figures = await clients.run()
                after = await looked(logs, connection)
            tell("looking for what was lost")
            (Path(folder) / "kept").mkdir()
            await back_up(own, Path(folder) / "kept" / "all.sqlite", lambda _tables: None)
            judge_log(Path(folder) / "kept", clients.crowd, figures.faults)
    acts = figures.acts
    commits, changes, database_s = (
        None if one is None or other is None else one - other
        for one, other in zip(after, before, strict=True)
    )
    return {
        "servers": servers,
        "acts/s": figures.acts_per_second,
        "ack p50 ms": figures.ack_p50_ms,
        "ack p99 ms": figures.ack_p99_ms,
        "server us/act": figures.cpu_us_per_act,
        "database us/act": None if database_s is None or not acts else database_s / acts * 1e6,
        "round trips/act": None if not acts or commits is None else commits / acts,
        "changes/round trip": None if not commits or changes is None else changes / commits,
        "servers busy": figures.server_busy,
        "clients busy": figures.load_busy,
        "kB/table": figures.kb_per_table,
        "lost": figures.faults.total(),
    }


@asynccontextmanager
async def schema(url: str) -> AsyncIterator[tuple[str, Any]]:
    """A place of its own in a database, and a connection for questions; dropped in the end.

    Raises `StoreError`.
    """
    try:
        from broadside.store.postgresql.connections import ERRORS, connect, failed
    except ImportError:
        raise BroadsideError("PostgreSQL needs the package asyncpg") from None
    connection = await connect(url)
    name = f"broadside_bench_{secrets.token_hex(4)}"
    parts = urlsplit(url)
    query = f"{parts.query}&search_path={name}".lstrip("&")
    try:
        await connection.execute(f"CREATE SCHEMA {name}")
    except ERRORS as error:
        await connection.close()
        raise failed(url, "make a schema in", error) from None
    try:
        yield urlunsplit(parts._replace(query=query)), connection
    finally:
        await connection.execute(f"DROP SCHEMA {name} CASCADE")
        await connection.close()


def start(url: str, log: Path, ended: ExitStack) -> ServerProcess:
    """Start one more server; it is killed in the end."""
    from broadside.arena.load.server_process import Cores, ServerProcess

    command = [sys.executable, "-P", "-m", "broadside", "serve", "--no-open", "--port", "0"]
    nowhere = Cores()
    nowhere.server = nowhere.load = []  # there are more processes than cores: the system decides
    environment = {**os.environ, "BROADSIDE_STORE": url}
    server = ServerProcess([*command, "--metrics", "127.0.0.1:0"], log, environment, nowhere)
    ended.callback(server.kill)
    return server


async def looked(
    logs: Sequence[Path], connection: Any
) -> tuple[int | None, int | None, float | None]:
    """Round trips and changes of all servers so far, and the processor's time of the database."""
    texts = [await asyncio.to_thread(metrics, log) for log in logs]
    commits = sum(int(found) for text in texts for found in COMMITS.findall(text))
    changes = sum(int(found) for text in texts for found in CHANGES.findall(text))
    return commits, changes, await database_s(connection)


def metrics(log: Path) -> str:
    """What a server tells of itself, at the address that its log names."""
    for _ in range(50):
        found = METRICS.search(log.read_text(encoding="utf-8"))
        if found is not None:
            with urllib.request.urlopen(f"http://{found[1]}/metrics", timeout=10) as answer:
                return str(answer.read().decode())
        time.sleep(0.1)
    raise BroadsideError(f"{log} names no address for metrics")


async def database_s(connection: Any) -> float | None:
    """The processor's time of all processes of the database, if they run on this machine."""
    from broadside.arena.load.server_process import PROC, processor_s

    rows = await connection.fetch("SELECT pid FROM pg_stat_activity")
    found = []
    for (pid,) in rows:
        name = PROC / str(pid) / "comm"
        if not name.exists() or not name.read_text().startswith("postgres"):
            return None
        found.append(processor_s(pid) or 0.0)
    return sum(found)
