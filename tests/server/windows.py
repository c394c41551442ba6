"""Tables with open windows, and witnesses who note every frame with its time."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from broadside.bots.simple import GreedyBot
from broadside.kernel.rng import FastRng
from broadside.server.table.decision import Message
from broadside.wire.messages import Act, Hold, OpenTable, SeatWish
from broadside.workers.pool import Question, Thinkers

from .brawl import Brawl
from .harness import Client, FakeClock, House, house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from broadside.server.table.shell import Shell
    from broadside.wire.messages import ClientMessage

BRAWL = Brawl()


class GreedyThinkers(Thinkers):
    """Bots that think at once, without processes; or after a while."""

    def __init__(self, clock: FakeClock, after_s: float = 0) -> None:
        self.clock = clock
        self.after_s = after_s
        self.asked: list[tuple[int, bool]] = []
        self.says: str | Exception | None = None

    async def think(self, question: Question, *, table: str = "") -> str:
        seat, rng = question.seat, FastRng(question.seed)
        self.asked.append((seat, question.is_aside))
        if self.after_s:
            await self.clock.sleep(self.after_s)
        if isinstance(self.says, Exception):
            raise self.says
        if self.says is not None:
            return self.says
        player, state = GreedyBot(BRAWL.advice()), BRAWL.read(question.world)
        if question.is_aside:
            answer = player.answer(state, seat, rng)
            return "" if answer is None else answer.text
        return player.choose(state, seat, rng).text


class Witness(Client):
    """A client that knows when it was sent what."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.timed: list[tuple[float, str]] = []
        """Every frame, and the second at which it was sent."""
        self.credential: str | None = None

    def send(self, frames: list[bytes]) -> None:
        now = self.shell._house.clock.now_ms() / 1000
        self.timed += [(now, frame.decode()) for frame in frames]
        super().send(frames)

    async def join(self, credential: str | None = None, since: int = -1) -> None:
        """Say hello, perhaps with a seat's credential."""
        self.credential = credential
        await super().join(credential, since)

    async def hold(self, *, on: bool = True, message: str | None = None) -> None:
        """Hold, or let go; raises `Refusal`."""
        await self.post(Hold(message or f"h{next(self._ids)}", on))

    @property
    def window(self) -> int:
        """The number of the open window."""
        return int(self.update.view["window"])


@asynccontextmanager
async def brawling(**parts: Any) -> AsyncIterator[House]:
    """A server that has the game of Brawl only."""
    clock = parts.setdefault("clock", FakeClock())
    parts.setdefault("thinkers", GreedyThinkers(clock))
    async with house(games={"brawl": BRAWL}, **parts) as running:
        yield running


async def sit_down(
    running: House, seats: str, clock_s: int | None = 120, **options: str | int | bool
) -> list[Witness]:
    """Open a brawl (`p` person, `b` bot); give the people, then one who watches."""
    wishes = [SeatWish("open") if s == "p" else SeatWish("bot", "greedy") for s in seats]
    shell = await running.open_table(OpenTable("brawl", wishes, options, clock_s, **running.wish))
    people = [seat for seat, kind in enumerate(seats) if kind == "p"]
    witnesses = [Witness(shell) for _ in people]
    for seat, witness in zip(people, witnesses, strict=True):
        await witness.join(await running.sit(shell, seat, f"P{seat}"))
    witnesses.append(Witness(shell))
    await witnesses[-1].join()
    return witnesses


def put(client: Client, message: ClientMessage) -> None:
    """Send a message, and let nothing happen yet."""
    client.shell.put(Message(client, message))


def to_answer(client: Witness, text: str, message: str) -> Act:
    """An answer to what the client is asked."""
    return Act(message, text, client.update.question)
