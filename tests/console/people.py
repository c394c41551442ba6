"""People at a terminal: a process that a test reads and writes, line by line."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S = 120.0


def open_table(address: str, game: str, seats: list[str], **more: Any) -> str:
    """Open a table, `open` or a bot in each seat; give its link."""
    wish = [{"kind": "open"} if one == "open" else {"kind": "bot", "bot": one} for one in seats]
    body = {"game": game, "seats": wish, "clock_s": None, "pace": "at_once", **more}
    opened = httpx.post(f"{address}/api/tables", json=body)
    assert opened.status_code < httpx.codes.BAD_REQUEST, opened.text
    return f"{address}/table/{opened.json()['table']}"


class Person:
    """Somebody with plain lines."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "LANG": "C"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "broadside", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env=environment,
        )
        self.heard: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._threads = [threading.Thread(target=self._read)]
        self._threads[0].start()

    def leave(self) -> None:
        """Go without a word."""
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line(self) -> str | None:
        """The next line; None at the end."""
        line = self._lines.get(timeout=PATIENCE_S)
        if line is not None:
            self.heard.append(line)
        return line

    def wait_for(self, is_it: str | Callable[[str], bool]) -> str:
        """Read on up to a line with these words."""
        while (line := self.line()) is not None:
            if (is_it in line) if isinstance(is_it, str) else is_it(line):
                return line
        raise AssertionError(f"{is_it} never came:\n" + "\n".join(self.heard[-30:]))

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def play_on(self, answers: Iterator[str]) -> list[str]:
        """Write answers ahead, as a pipe does, to the end of the game; give all that was said."""
        self._threads.append(threading.Thread(target=self._write, args=(answers,)))
        self._threads[-1].start()
        while self.line() is not None:
            pass
        return self.heard

    def _write(self, answers: Iterator[str]) -> None:
        with suppress(OSError, ValueError):  # the game is over, and nobody reads on
            for answer in answers:
                self.type(answer)


@contextmanager
def person(*arguments: str) -> Iterator[Person]:
    """Somebody who is gone when the test is over."""
    somebody = Person(*arguments)
    try:
        yield somebody
    finally:
        somebody.leave()
