"""The process of the server that is measured: on a core of its own, killed without warning."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from broadside.kernel.errors import BroadsideError

READY: Final = re.compile(rb"http://[\w.:\[\]]+/?")
"""What a server prints when it is ready holds its address."""
TAIL_LINES: Final = 5
START_S: Final = 120.0
CAN_PIN: Final = hasattr(os, "sched_setaffinity")
PROC: Final = Path("/proc")


class Cores:
    """Which cores the server runs on, and which everything else; empty where none can be chosen."""

    def __init__(self) -> None:
        cores = sorted(os.sched_getaffinity(0)) if CAN_PIN else []
        is_enough = len(cores) > 1
        self.server = cores[-1:] if is_enough else []
        self.load = cores[:-1] if is_enough else []

    def pin(self, cores: list[int]) -> None:
        """Run this process, and what it starts from now on, on these cores."""
        if cores:
            os.sched_setaffinity(0, cores)


class ServerProcess:
    """One server, from its start to its end."""

    def __init__(
        self, command: list[str], log: Path, environment: dict[str, str], cores: Cores
    ) -> None:
        """Start it and wait until it tells its address."""
        self._log = log
        with log.open("ab") as errors:
            # A process starts on the core where its parent runs.
            cores.pin(cores.server)
            self._process = subprocess.Popen(  # noqa: S603  (the command of a server to measure)
                command, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
            cores.pin(cores.load)
        try:
            link = urlsplit(self._wait_for_link())
        except BaseException:
            self.kill()
            raise
        self.host = link.hostname or ""
        self.port = link.port or 0

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End it as a crash would: what it has not stored by now is gone."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def why_ended(self) -> str:
        """What it told before it ended by itself; empty if it is still there."""
        code = self._process.poll()
        if code is None:
            return ""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        told = "\n".join(lines[-TAIL_LINES:]) or "it said nothing"
        return f"the server ended with exit code {code}: {told}"

    def _wait_for_link(self) -> str:
        assert self._process.stdout is not None
        too_late = threading.Timer(START_S, self._process.kill)
        too_late.start()
        try:
            for line in self._process.stdout:
                found = READY.search(line)
                if found is not None:
                    return found.group().decode()
        finally:
            too_late.cancel()
        self._process.wait()
        raise BroadsideError(self.why_ended())


def processor_s(pid: int) -> float | None:
    """The processor's time that a process has taken; None where the system does not tell."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name, in brackets, may hold anything; the times are the 12th and 13th field after it.
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> float | None:
    """The memory that a process has in use; None where the system does not tell."""
    try:
        pages = int((PROC / str(pid) / "statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024
