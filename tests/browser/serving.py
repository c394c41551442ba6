"""The server as a user starts it: a process of its own, with a port and a folder."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

READY_S: Final = 30.0
LOOK_S: Final = 0.02
BOT_BEAT_S: Final = "0.02"
"""Bots answer soon, so that whole games take seconds."""
COUNTDOWN: Final = "0.05"
"""Open windows close soon for the same reason."""
LOG_LINES_SHOWN: Final = 60


class Server:
    """`broadside serve` in a process that can be killed and started again."""

    def __init__(
        self,
        data: Path,
        *options: str,
        countdown: str = COUNTDOWN,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._environment = environment
        self._data = data
        self._options = options
        self._countdown = countdown
        self._output = data / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0
        data.mkdir(parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        """Where browsers find it."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it answers; from the second time on at the same port."""
        command = [sys.executable, "-m", "broadside", "serve", "--no-open", *self._options]
        command += ["--port", str(self._port), "--data", str(self._data)]
        command += ["--bot-beat", BOT_BEAT_S, "--countdown", self._countdown]
        told_before = len(self.log())
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self._environment,
            )
        deadline = time.monotonic() + READY_S
        while not self._is_ready(told_before):
            assert self._process.poll() is None, f"the server ended:\n{self.log()}"
            assert time.monotonic() < deadline, f"the server is not ready:\n{self.log()}"
            time.sleep(LOOK_S)

    def kill(self) -> None:
        """End it as a power cut would: at once, without a chance to tidy up."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """End it as a user would."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(READY_S)
        finally:
            self._process.kill()
            self._process.wait()
            self._process = None

    def log(self) -> str:
        """Everything that it has printed."""
        return self._output.read_text(encoding="utf-8") if self._output.exists() else ""

    def last_words(self) -> str:
        """The end of its log."""
        return "\n".join(self.log().splitlines()[-LOG_LINES_SHOWN:])

    def _is_ready(self, told_before: int) -> bool:
        """Whether it has told its link, and answers there."""
        link = re.search(r"ready: http://127\.0\.0\.1:(\d+)/", self.log()[told_before:])
        if link is None:
            return False
        self._port = int(link[1])
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=READY_S) as answer:
                return bool(answer.status == 200)
        except urllib.error.URLError:
            return False
