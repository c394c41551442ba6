"""Secrets: what nobody may know is in no frame, whoever looks and however often."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from broadside.wire.messages import Update
from tests.server.harness import Client, house, play

if TYPE_CHECKING:
    from collections.abc import Iterator


async def play_hidden(clients: list[Client]) -> None:
    """One step that hides a card if possible: a parrot, or a card under the chest."""
    asked = next(client for client in clients if client.update.prompt is not None)
    hiding = [a for a in asked.update.legal if a.startswith(("board", "parrot"))]
    if hiding:
        await asked.act(hiding[len(hiding) // 2])
    else:
        await play([asked], 1)


def turns_of(events: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every event with the turn that it happened in."""
    turn = 0
    for event in events:
        turn = event["turn"] if event["kind"] == "turn_began" else turn
        yield turn, event


def test_a_closed_memory_is_closed() -> None:
    """Once a turn is over, only its owner is told the face of a parrot or of a card in a chest."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", memory="closed", first_splitter="seat0")
            credentials: list[str | None] = [await server.sit(table, seat) for seat in range(2)]
            credentials.append(None)
            clients = [await server.join(table.name, c) for c in credentials]
            hidden_seen = 0
            for _ in range(40):
                await play_hidden(clients)
                for credential in credentials:
                    fresh = await server.join(table.name, credential)
                    hidden_seen += check_update(fresh.update, fresh.seat)
                    await fresh.leave()
                for client in clients:
                    hidden_seen += check_update(client.update, client.seat)
            assert hidden_seen > 100

    asyncio.run(case())


def check_update(update: Update, seat: int | None) -> int:
    """Check that an update shows no face that only others may know; count what it hides."""
    hidden = 0
    for turn, event in turns_of(update.events):
        is_secret = event["kind"] in ("parrot_placed", "boarded", "parrot_stayed")
        # What the latest play did is told to all, also if that play ended its turn.
        is_past = 0 < turn < update.view["turn"] and event["seq"] < update.seq
        if is_secret and is_past:
            assert ("card" in event) == (event["seat"] == seat), event
            hidden += event["seat"] != seat
    for owner, chest in enumerate(update.view["chests"]):
        assert (chest["cards"] is not None) == (chest["gold"] is not None) == (owner == seat)
    for ship in update.view["ships"]:
        for owner, crew in enumerate(ship["crews"]):
            for card in crew:
                assert (card["card"] is not None) == (card["face_up"] or owner == seat)
                hidden += card["card"] is None
    return hidden


def test_everything_is_told_when_it_is_over() -> None:
    """After the end the story is complete for everybody."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair(memory="closed")
            for _ in range(10):
                await play_hidden(clients)
            await play(clients)
            watcher = await server.join(clients[0].table.name)
            placed = [e for e in watcher.events() if e["kind"] == "parrot_placed"]
            assert placed
            assert all("card" in event for event in placed)

    asyncio.run(case())


def test_no_frame_holds_seed_credential_or_pile() -> None:
    """Until the end nobody is told the seed; credentials and the pile are told to nobody ever."""

    async def case() -> None:
        async with house() as server:
            table = await server.open("pp", first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            clients = [await server.join(table.name, c) for c in credentials]
            clients.append(await server.join(table.name))
            await play(clients, 40)
            seed, chairs = clients[0].table.opened.seed, clients[0].table.chairs
            for client in clients:
                text = "".join(client.frames)
                assert seed not in text
                assert not any(c in text for c in credentials)
                assert not any(chair.credential_hash in text for chair in chairs)
                for update in client.all(Update):
                    assert not update.view.get("pile_cards")
                    assert not update.view.get("box_cards")

    asyncio.run(case())


def test_events_of_a_seat_are_its_own() -> None:
    """What a spectator is told is never more than what a seat is told."""

    async def case() -> None:
        async with house() as server:
            clients = await server.pair(memory="closed")
            watcher = await server.join(clients[0].table.name)
            for _ in range(25):
                await play_hidden(clients)
            for seen, told in zip(watcher.events(), clients[0].events(), strict=True):
                assert json.dumps(seen) == json.dumps(told) or len(seen) < len(told)

    asyncio.run(case())
