"""The way of one act: through few modules, in one direction, and `legal` is asked once."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import broadside.server
from broadside.server.app import Application
from broadside.wire.messages import OpenTable, SeatWish, TakeSeat
from tests.server import brawl
from broadside.server.table import host
from tests.server.harness import House, settle
from tests.server.windows import brawling, sit_down

if TYPE_CHECKING:
    from types import FrameType

    import pytest

    from broadside.kernel.action import Action

SERVER = str(Path(broadside.server.__file__).parent)
MODULES_MAX = 8


class Wire:
    """A client at the end of a socket, as the application sees it."""

    def __init__(self, application: Application, table: str) -> None:
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[bytes] = []
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "headers": [],
            "client": ("192.0.2.7", 1),
            "state": {"write_text": self.frames.append},
        }
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(application(scope, self.to_server.get, self.ignore))

    async def ignore(self, _message: Any) -> None:
        """Nobody looks at what is not written directly."""

    def say(self, text: str) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": text})


def test_an_act_passes_few_modules() -> None:
    """From its frame to the frames that everybody gets: at most eight of ours, no kernel counted."""

    async def case() -> None:
        house = House()
        application = Application(house.tables, None)
        wishes = [SeatWish("open")] * 4
        shell = await house.open_table(OpenTable("jolly-roger", wishes, {}, 120))
        wires = []
        for seat in range(4):
            taken = await house.ask(shell, host.sit, seat, TakeSeat(f"P{seat}"))
            wires.append(Wire(application, shell.name))
            wires[-1].say(f'{{"type": "hello", "credential": "{taken.credential}"}}')
            await settle()
        seat = shell._table.deciders()[0]
        action = shell._table.legal(seat)[0].text
        question = shell._table.question(seat)
        seen: Counter[str] = Counter()
        counts = [len(wire.frames) for wire in wires]

        def trace(frame: FrameType, event: str, _argument: object) -> None:
            is_told = all(len(w.frames) > before for w, before in zip(wires, counts, strict=True))
            if event == "call" and not is_told:
                name = frame.f_code.co_filename
                if name.startswith(SERVER):
                    seen[name.removeprefix(SERVER)] += 1

        sys.setprofile(trace)
        wires[seat].say(
            f'{{"type": "act", "id": "a", "action": "{action}", "question": {question}}}'
        )
        await settle()
        sys.setprofile(None)
        assert b'"ack":"a"' in wires[seat].frames[-1]
        assert len(seen) <= MODULES_MAX, seen
        for wire in wires:
            wire.task.cancel()
        await asyncio.gather(*(wire.task for wire in wires), return_exceptions=True)
        await house.tables.close()

    asyncio.run(case())


def test_legal_is_asked_once_for_each_seat_and_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three people act in open windows; what the game itself asks, or a copy is asked, is apart."""
    asked: Counter[tuple[str, int]] = Counter()
    legal = brawl.Table.legal

    def count(state: brawl.Table, seat: int) -> list[Action]:
        if state.log is not None and sys._getframe(1).f_code.co_filename.startswith(SERVER):
            asked[f"{len(state.log)} {state.write()}", seat] += 1
        return legal(state, seat)

    async def case() -> None:
        async with brawling() as running:
            anne, mary, jack, _ = await sit_down(running, "ppp")
            monkeypatch.setattr(brawl.Table, "legal", count)
            await anne.act("toast")
            await mary.act("punch")
            await jack.act("decline")
            await running.clock.advance(10)

    asyncio.run(case())
    assert len(asked) > 5
    assert max(asked.values()) == 1, asked
