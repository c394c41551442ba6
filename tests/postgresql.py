"""A PostgreSQL server of the tests' own: it starts when a test needs it, and ends with them."""

from __future__ import annotations

import atexit
import ctypes
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest

from tools import postgresql

PR_SET_PDEATHSIG = 1
START_S = 30.0
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # the machine itself does not fail in these tests
    "shared_buffers": "32MB",
    "max_connections": "200",
    "autovacuum": "off",
    "logging_collector": "off",
}
_schemas = itertools.count()


class PostgresServer:
    """One server in a folder of its own. Root lends it another user: it refuses to run as root."""

    def __init__(self, programs: Path, *, durable: bool = False) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="broadside-postgresql-"))
        self._user = None if os.geteuid() else _other_user()
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self.port = free_port()
        self._settings = {**SETTINGS, "port": str(self.port)}
        if durable:
            self._settings["fsync"] = "on"
        self._process: subprocess.Popen[bytes] | None = None
        self._run(
            "initdb",
            "-D",
            self._data,
            "-A",
            "trust",
            "-U",
            "broadside",
            "--no-sync",
            "-E",
            "UTF8",
            "--no-locale",
        )
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *args],
            capture_output=True,
            user=self._user,
            cwd=self._folder,
            env=_environment(),
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = [
            part for key, value in self._settings.items() for part in ("-c", f"{key}={value}")
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", self._data, *options],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd=self._folder,
                env=_environment(),
                preexec_fn=_end_with_parent,  # noqa: PLW1509  one call of the system, no more
            )
        until = time.monotonic() + START_S
        ready = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        if not Path(ready[0]).exists():
            ready = [
                sys.executable,
                "-c",
                f"import socket; socket.create_connection(('127.0.0.1', {self.port}), 1)",
            ]
        while subprocess.run(ready, capture_output=True, env=_environment()).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.05)

    def stop(self, *, at_once: bool = False) -> None:
        """End it; at once means without a word, as when its machine fails."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
            self._process.wait(30)
            self._process = None

    def close(self) -> None:
        """End it, and remove everything."""
        self.stop(at_once=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_url(self) -> str:
        """The address of an empty schema, where a test is alone."""
        schema = f"test_{next(_schemas)}"
        self.execute(f"CREATE SCHEMA {schema}")
        return f"{self.url}?search_path={schema}"

    @property
    def url(self) -> str:
        """The address of the database."""
        return f"postgresql://broadside@127.0.0.1:{self.port}/postgres"

    def execute(self, *statements: str) -> None:
        """Run statements as an administrator would."""
        args = [part for statement in statements for part in ("-c", statement)]
        self._run("psql", "-q", "-d", self.url, *args)


@cache
def shared_server() -> PostgresServer:
    """The server that all tests of this process share; skips the test if there is none."""
    server = PostgresServer(programs())
    atexit.register(server.close)
    return server


def programs() -> Path:
    """The folder of PostgreSQL's programs; skips the test if there is none."""
    folder = postgresql.find()
    if folder is None:
        assert not postgresql.is_required(), postgresql.MISSING
        pytest.skip(postgresql.MISSING)
    return folder


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _other_user() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": "/nonexistent"}


def _end_with_parent() -> None:
    """In the new process: end when the tests do, however they end."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
