"""The face of plain lines: for pipes, for screen readers, and for terminals that can do no more."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import TextIO

    from broadside.console.client import Client
    from broadside.console.session import Line

TYPED_AHEAD_MAX: Final = 100
"""So many lines may wait for their question; whoever writes more must wait."""
MARKS: Final = {
    "log": "  ",
    "heading": "\n== ",
    "board": "| ",
    "question": "\n? ",
    "choice": "    ",
    "chat": "<> ",
    "trouble": "! ",
    "note": "- ",
    "result": "\n*** ",
    "waiting": ". ",
}
"""With what a line of each kind begins: ears and programs tell them apart by it."""


def printable(text: str) -> str:
    """A text without anything that steers a terminal: names and talk may be anybody's."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def marked(line: Line) -> str:
    """A line with its mark."""
    return f"{MARKS.get(line.kind, '')}{printable(line.text)}"


class Reader:
    """Reads lines in a thread of its own, for a terminal cannot be waited for in a loop."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._room = threading.Semaphore(TYPED_AHEAD_MAX)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True).start()

    async def line(self) -> str | None:
        """The next line; None at the end."""
        line = await self._lines.get()
        self._room.release()
        return line

    def _read(self) -> None:
        try:
            for line in self._source:
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (RuntimeError, ValueError, OSError):
            pass  # nobody waits any more


class Plain:
    """Prints what happens, and takes lines."""

    def __init__(self, client: Client, source: TextIO, *, is_terminal: bool) -> None:
        self._client = client
        self._source = source
        self._is_terminal = is_terminal
        self._held: deque[str] = deque()
        """Answers that came before their question; only a pipe writes such."""
        self._is_at_end = False
        self._news = asyncio.Event()
        self._room = asyncio.Event()

    async def run(self) -> None:
        """Play until the game is over or the person leaves."""
        client = self._client
        client.changed = self._news.set
        self._print()
        talking = asyncio.create_task(client.stay_connected())
        reading = asyncio.create_task(self._read())
        showing = asyncio.create_task(self._show())
        tasks = {talking, reading, showing}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            self._print()
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _show(self) -> None:
        """Print what is new, and give the answers that wait for it."""
        while not (self._client.typist.is_leaving or self._client.session.is_over):
            await self._news.wait()
            self._news.clear()
            self._print()
            self._answer_held()
            self._print()
            if self._is_at_end and not self._held:
                return

    async def _read(self) -> None:
        reader = Reader(self._source)
        while True:
            line = await reader.line()
            if line is None:
                self._is_at_end = True
                self._news.set()
                await asyncio.Event().wait()
            elif self._is_terminal or not self._client.typist.is_answer(line):
                self._client.type(line, guarded=self._is_terminal)
            else:
                self._held.append(line)
                self._news.set()
            while len(self._held) >= TYPED_AHEAD_MAX:
                self._room.clear()
                await self._room.wait()

    def _answer_held(self) -> None:
        session = self._client.session
        while self._held and session.is_waited_for:
            self._client.type(self._held.popleft(), guarded=False)
            self._room.set()

    def _print(self) -> None:
        session = self._client.session
        lines, session.lines = session.lines, []
        for line in lines:
            print(marked(line))
        sys.stdout.flush()
