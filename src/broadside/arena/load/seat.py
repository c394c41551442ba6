"""Clients: each holds one seat, plays whenever it is asked, and notes what became of its acts."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING, Final

from broadside.arena.load.websocket import ConnectionEnded

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.arena.load.websocket import Socket

MESSAGES_PER_S: Final = 38.0
MESSAGES_BURST: Final = 110
"""Servers end connections that send much faster than people could."""
THINK_FACTORS: Final = (0.5, 1.5)
"""A thought takes between so many times the wanted time, lest all tables march in step."""
SHOWN_S: Final = 30.0
AGAIN_S: Final = 0.05
"""When a client that was refused tries again, if nothing else happens at its table."""


class Act:
    """One act on its way: when it was sent, acknowledged, and told to the last client."""

    __slots__ = ("acked_s", "id", "is_refused", "sent_s", "told_s")

    def __init__(self, name: str, sent_s: float) -> None:
        self.id = name
        self.sent_s = sent_s
        self.acked_s = 0.0
        self.told_s = 0.0
        self.is_refused = False

    @property
    def is_pending(self) -> bool:
        """Whether the server has not answered yet."""
        return not self.acked_s and not self.is_refused


class Crowd:
    """What all clients of a load have in common: their acts, and whether they may go on."""

    def __init__(self, run: str, think_s: float) -> None:
        self.run = run
        self.think_s = think_s
        self.acts: list[Act] = []
        self.is_playing = False
        self.held_back = 0
        self.heard_s = 0.0
        self.lost: list[str] = []
        """Why connections ended that should not have."""
        self.on_end: Callable[[Table], None] = lambda _table: None

    def new_act(self) -> Act:
        """An act with an id that stands nowhere else, and ends where it ends."""
        act = Act(f"{self.run}.{len(self.acts)}.", perf_counter())
        self.acts.append(act)
        return act


class Table:
    """One table: its seats, and whether its game is over."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self.crowd = crowd
        self.name = name
        self.seats: list[Seat] = []
        self.is_active = False
        self.is_over = False

    def start(self) -> None:
        """Let the clients play: they have seen how the table stands."""
        self.is_active = True
        for seat in self.seats:
            seat.consider()

    def end(self) -> None:
        """The game is over."""
        if not self.is_over:
            self.is_over = True
            self.crowd.on_end(self)


class Seat(ABC):
    """A client of one seat. What a server says to it, and is told, is the subclass's business."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.socket: Socket | None = None
        self.seq = -1
        """The number of the last update."""
        self._shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending: Act | None = None
        self._crowd = table.crowd
        self._unseen: list[Act] = []
        """Acts of the table of which this seat was not told yet."""
        self._updates = 0
        self._answered_update = 0
        self._thought: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._messages_left = float(MESSAGES_BURST)
        self._counted_s = perf_counter()

    @abstractmethod
    def hear(self, payload: bytes) -> None:
        """Take a message of the server."""

    @abstractmethod
    def is_asked(self) -> bool:
        """Whether the last update asks this seat for something."""

    @abstractmethod
    def choose(self, act: Act) -> bytes:
        """The message that answers at random."""

    # ------------------------------------------------------------ playing

    def consider(self) -> None:
        """Answer, after a thought, if there is a question that was not answered yet."""
        if self.pending is not None or self._thought is not None:
            return
        if self._updates > self._answered_update and self._may_act():
            think_s = self._crowd.think_s
            if think_s:
                self._think(think_s * random.uniform(*THINK_FACTORS))
            else:
                self._act()

    def _may_act(self) -> bool:
        table = self.table
        return table.is_active and self._crowd.is_playing and not table.is_over and self.is_asked()

    def _think(self, think_s: float) -> None:
        self._thought = asyncio.get_running_loop().call_later(think_s, self._have_thought)

    def _have_thought(self) -> None:
        self._thought = None
        if self.pending is None and self._may_act():
            self._act()

    def _try_later(self) -> None:
        """Answer in a moment if nothing else happens at the table until then."""
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(AGAIN_S, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        if self.pending is None and self._thought is None and self._may_act():
            self._act()

    def _act(self) -> None:
        wait_s = self._rate_wait_s()
        if wait_s:
            self._crowd.held_back += 1
            self._think(wait_s)
            return
        act = self.pending = self._crowd.new_act()
        self._answered_update = self._updates
        for seat in self.table.seats:
            seat._unseen.append(act)  # noqa: SLF001  (another of its own kind)
        assert self.socket is not None
        self.socket.send(self.choose(act))

    def _rate_wait_s(self) -> float:
        """How long to wait before the next message; counts it if that is not needed."""
        now_s = perf_counter()
        earned = (now_s - self._counted_s) * MESSAGES_PER_S
        self._counted_s = now_s
        self._messages_left = min(MESSAGES_BURST, self._messages_left + earned)
        if self._messages_left < 1:
            return (1 - self._messages_left) / MESSAGES_PER_S
        self._messages_left -= 1
        return 0.0

    # ---------------------------------------------------------- listening

    async def wait_until_shown(self) -> None:
        """Wait for the first update; raises `ConnectionEnded` if it does not come."""
        try:
            async with asyncio.timeout(SHOWN_S):
                await self._shown
        except TimeoutError:
            why = self._crowd.lost[0] if self._crowd.lost else "nothing was said"
            raise ConnectionEnded(
                f"table {self.table.name} was not shown within {SHOWN_S:g} s: {why}"
            ) from None

    def acked(self, name: str) -> None:
        """The server has stored an act."""
        act = self.pending
        if act is not None and act.id == name:
            act.acked_s = self._crowd.heard_s = perf_counter()
            self.pending = None
            if self._updates > self._answered_update:
                # That update may be older than the answer; the next one is about to come.
                self._try_later()

    def refused(self, name: str | None) -> None:
        """The server did not take an act: the table has gone on meanwhile, or soon will."""
        act = self.pending
        if act is None or act.id != name:
            return
        act.is_refused = True
        self.pending = None
        self._try_later()
        self.consider()

    def updated(self, seq: int) -> None:
        """The server has told how the table stands."""
        now_s = self._crowd.heard_s = perf_counter()
        told, self.seq = seq - self.seq, seq
        self._updates += 1
        if self._unseen:
            self._see(told, now_s)
        if not self._shown.done():
            self._shown.set_result(None)

    def _see(self, told: int, now_s: float) -> None:
        """Note that this update tells of the last so many records of the table.

        Older acts that were acknowledged are no business of this seat: sealed answers of others. An
        acknowledgement that comes over another connection may be read after the update.
        """
        acked = [act for act in self._unseen if act.acked_s]
        pending = [act for act in self._unseen if act.is_pending]
        seen = acked[-told:] if told else []
        ahead = max(0, told - len(seen))
        for act in seen + pending[:ahead]:
            act.told_s = now_s
        self._unseen = pending[ahead:]
