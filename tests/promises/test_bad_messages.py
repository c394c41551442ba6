"""Bad messages on sockets and over HTTP: each is refused, none is a mistake of ours, play goes on.

Sessions reach deep: a message is bad in the middle of a game, by somebody who sits there, and most
are good ones in which something was changed. `BAD_MESSAGES=1000000` is the long form; in pieces:
`BAD_MESSAGES=50000` with `TORTURE_SEED=0`, `1` and so on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from broadside.server.http.endpoints import OPERATIONS
from broadside.service.settings import Settings
from tests.server.harness import NAME
from tests.server.live import running

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

COUNT = int(os.environ.get("BAD_MESSAGES", "1000000"))
SEED = int(os.environ.get("TORTURE_SEED", "0"))
SHORT = 1_500
HTTP_PART = 5
"""One of so many messages goes over HTTP."""
BURST = 40
"""After so many bad messages a good one must be answered."""
GENEROUS = Settings(
    messages_per_s=1e9,
    messages_burst=1 << 30,
    says_per_s=1e9,
    says_burst=1 << 30,
    hints_per_s=1e9,
    hints_burst=1 << 30,
    orders_per_s=1e9,
    orders_burst=1 << 30,
    opens_per_s=1e9,
    opens_burst=1 << 30,
    codes_per_s=1e9,
    codes_burst=1 << 30,
    reads_per_s=1e9,
    reads_burst=1 << 30,
    heavy_per_s=1e9,
    heavy_burst=1 << 30,
    changes_per_s=1e9,
    changes_burst=1 << 30,
    bot_beat_s=0.01,
)
ODD: list[Any] = [
    None, True, -1, 0, 1 << 70, 1.5, 1e999, "", "x" * 3000, "\x00", "\ud800", "Ż", [], {}, [[]],
    {"type": "act"}, "split 12", "1", [1] * 500,
]  # fmt: skip
LIKELY: list[Any] = [
    0, 1, 2, -1, 999_999, True, False, "undo", "pause", "thanks", "xx", "split 1", "split 999",
    "pass", "A" * 300, "a@b.c", "pl",
]  # fmt: skip
"""What is of the right kind where it stands, and mostly wrong there."""
GOOD: list[dict[str, Any]] = [
    {"type": "act", "id": "a", "action": "split 12", "question": 0},
    {"type": "say", "id": "b", "text": "Ahoy"},
    {"type": "say", "id": "c", "text": "", "phrase": "thanks"},
    {"type": "hello", "credential": "x", "since": 3},
    {"type": "hold", "id": "d", "window": 1, "on": True},
    {"type": "propose", "id": "e", "what": "undo"},
    {"type": "answer", "id": "f", "proposal": 1, "yes": False},
    {"type": "hint", "id": "g"},
    {"type": "notice", "id": "h", "mail": "a@b", "language": "en"},
    {"type": "stand_in", "id": "i", "seat": 0},
]


class Fuzz:
    """Makes bad messages of good ones."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.number = 0

    def message(self) -> str | bytes:
        """One that is bad in one way or in many."""
        chance = self.chance
        value = dict(chance.choice(GOOD))
        self.number += 1
        if "id" in value:
            value["id"] = f"bad {self.number}"
        kind = chance.randrange(11)
        if kind > 7:  # such a message can be read: the table must refuse it
            name = chance.choice([name for name in value if name not in ("type", "id")] or ["seat"])
            likes = [odd for odd in LIKELY if type(odd) is type(value.get(name, 0))]
            value[name] = chance.choice(likes)
        elif kind < 3:
            for _ in range(chance.randrange(1, 4)):
                value[chance.choice([*value, "more", "seat"])] = chance.choice(ODD)
        elif kind == 3:
            value.pop(chance.choice(list(value)))
        text = json.dumps(value)
        if kind == 4:
            text = text[: chance.randrange(len(text))]
        elif kind == 5:
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice('{}[]",:\\0eu\x07') + text[place + 1 :]
        elif kind == 6:
            text = "[" * chance.randrange(1, 3000)
        elif kind == 7:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        return text

    def request(self, table: str, credential: str) -> tuple[str, str, dict[str, str], bytes]:
        """A request whose address there is, mostly, with a body that it should not have."""
        chance = self.chance
        operation = chance.choice(OPERATIONS)
        path = operation.path
        for gap, value in (("{table}", table), ("{game}", NAME), ("{seat}", "0")):
            path = path.replace(gap, value if chance.random() < 0.9 else "%00..")
        path = path.replace("{code}", "abcde").replace("{", "%7B").replace("}", "%7D")
        if chance.random() < 0.3:
            path += chance.choice(
                [
                    "?first=-1",
                    "?count=99999999999999999999",
                    "?eyes=%ff",
                    "?language=xx",
                    "?" + "a=1&" * 300,
                ]
            )
        headers = {"Content-Type": "application/json"}
        if chance.random() < 0.7:
            headers["Authorization"] = (
                f"Bearer {credential}" if chance.random() < 0.7 else "Bearer \x7f"
            )
        good = {
            "name": "Anne",
            "salt": "s",
            "seat": 0,
            "moment": 1,
            "game": NAME,
            "seats": [{"kind": "open"}],
            "what": "lock",
            "on": True,
            "key": "k",
            "seats_": [],
        }
        for _ in range(chance.randrange(4)):
            good[chance.choice(list(good))] = chance.choice(ODD)
        body = json.dumps(good).encode()
        if chance.random() < 0.2:
            body = body[: chance.randrange(len(body))] + bytes([chance.randrange(256)])
        return operation.method, path, headers, body


async def session(address: str, seed: int, count: int) -> int:
    """Be bad at a table of one's own; how many bad messages were taken."""
    fuzz, sent = Fuzz(seed), 0
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        while sent < count:
            bots = [{"kind": "open"}, {"kind": "bot", "bot": "random"}]
            opened = (await client.post("/api/tables", json={"game": NAME, "seats": bots})).json()
            table = opened["table"]
            wish = {"name": "Anne", "salt": "s"}
            taken = (await client.post(f"/api/tables/{table}/seats/0", json=wish)).json()
            sent += await at_table(address, table, taken["credential"], fuzz, client, count - sent)
    return sent


async def at_table(
    address: str, table: str, credential: str, fuzz: Fuzz, client: httpx.AsyncClient, count: int
) -> int:
    """Play a game to its end, or be bad so often; each line that is cut is dialled again."""
    sent = 0
    url = f"{address.replace('http', 'ws')}/api/tables/{table}/socket"
    while sent < count:
        async with connect(url, compression=None, max_size=None) as line:
            try:
                await line.send(json.dumps({"type": "hello", "credential": credential}))
                update = await heard(line, "update")
                while sent < count:
                    if update["result"] is not None:
                        return sent
                    for _ in range(BURST):
                        await line.send(fuzz.message())
                    sent += BURST
                    for _ in range(BURST // HTTP_PART):
                        await request(client, fuzz.request(table, credential))
                        sent += 1
                    update = await act(line, update, fuzz)
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else 1006
                assert code in {1003, 1007, 1008, 1009, 4400, 4403}, code
    return sent


async def request(
    client: httpx.AsyncClient, wanted: tuple[str, str, dict[str, str], bytes]
) -> None:
    method, path, headers, body = wanted
    response = await client.request(method, path, headers=headers, content=body)
    assert response.status_code < 500, (method, path, response.text[:300])


async def act(line: ClientConnection, update: dict[str, Any], fuzz: Fuzz) -> dict[str, Any]:
    """Do something that is legal, after everything that was not; the table as it stands then."""
    mark = f"good {fuzz.number}"
    legal = update["legal"]
    if legal:
        action = fuzz.chance.choice(legal)
        order = {"type": "act", "id": mark, "action": action, "question": update["question"]}
        await line.send(json.dumps(order))
    async with asyncio.timeout(60):
        while True:
            message = json.loads(await line.recv())
            assert message.get("code") != "internal", message
            if message["type"] == "update":
                update = message
                if not legal and not update["legal"] and update["result"] is None:
                    continue
                if not legal or update["ack"] == mark or update["result"] is not None:
                    return update
            elif message["type"] == "refused" and message["id"] == mark:
                return update
            elif message["type"] == "ack" and message["id"] == mark:
                return await heard(line, "update")


async def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while True:
            message: dict[str, Any] = json.loads(await line.recv())
            if message["type"] == kind:
                return message


def be_bad(count: int, sessions: int, caplog: pytest.LogCaptureFixture) -> None:
    """Be bad in several sessions at once; the server's log may tell of no fault."""

    async def case(address: str) -> None:
        each = count // sessions
        seeds = range(SEED * sessions, (SEED + 1) * sessions)
        taken = await asyncio.gather(*(session(address, seed, each) for seed in seeds))
        assert sum(taken) >= each * sessions

    with running(settings=GENEROUS) as address:
        asyncio.run(case(address))
    faults = [record.getMessage() for record in caplog.records if record.exc_info]
    assert faults == []


def test_bad_messages_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    """Some thousand of them."""
    be_bad(SHORT, 4, caplog)


@pytest.mark.torture
def test_very_many_bad_messages_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    """As many as were promised."""
    be_bad(COUNT, 8, caplog)
    print(f"seed {SEED}: {COUNT} bad messages")
