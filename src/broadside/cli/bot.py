"""`broadside bot`: a bot that thinks on worlds takes a seat at a table of any server."""

from __future__ import annotations

import json
import secrets
import time
from typing import TYPE_CHECKING, Any, Final

from broadside.cli.parser import Commands, whole
from broadside.console.remote_table import NotThereError, RemoteTable, is_sent_away
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from broadside.arena.match import Player
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

NAME: Final = "Polly"
COME_BACK_S: Final = 60.0
"""So long the bot tries to come back to its table."""
TRY_AGAIN_S: Final = 0.3


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "bot",
        "seat a bot at a table of any server",
        "broadside bot http://127.0.0.1:8667/table/abcdef my_bot.py:MyBot --name Polly\n"
        "broadside bot http://127.0.0.1:8667/table/abcdef captain",
        run,
    )
    parser.add_argument("link", metavar="LINK", help="the link of a table with an open seat")
    parser.add_argument(
        "bot", metavar="BOT", help="path.py:Class of your own, or one of Broadside's bots"
    )
    parser.add_argument("--name", default=NAME, help=f"how it is called there (default: {NAME})")
    parser.add_argument(
        "--seat", type=whole(0, 99), metavar="N", help="default: the first that is open"
    )
    parser.add_argument(
        "--think", type=whole(1), metavar="MS", help="how long a searching bot of ours thinks"
    )


def run(args: argparse.Namespace) -> int:
    """Sit down, play to the end, and tell how it went."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    from broadside.cli.thinking import player
    from broadside.games import registry

    table = BotTable(args.link)
    info = table.ask("")
    game = registry.find(info["game"])
    thinker = player(args.bot, game, args.think, clock=time.perf_counter)  # people may wait
    table.sit(info, args.seat, args.name)
    print(f"{args.name} sits on seat {table.seat}.", flush=True)
    seat = NetworkSeat(table, thinker)
    result, lost_at = None, time.monotonic()
    while result is None:
        try:
            with connect(table.socket, max_size=None) as socket:
                seat.begin(lambda message: socket.send(json.dumps(message)))
                while result is None:
                    result = seat.hear(json.loads(socket.recv()))
                    lost_at = time.monotonic()
        except (WebSocketException, OSError, NotThereError) as error:
            # A server that is restarted, or whose tables another takes over, is back soon.
            if time.monotonic() - lost_at > COME_BACK_S or is_sent_away(error):
                raise BroadsideError(f"the connection to {table.socket} is lost: {error}") from None
            time.sleep(TRY_AGAIN_S)
    print(f"{args.name} has {result[table.seat]:g} of the victory.")
    return 0


class BotTable(RemoteTable):
    """A table whose worlds a bot thinks about."""

    def world(self) -> dict[str, Any]:
        """A world that the seat cannot tell from the table."""
        found: dict[str, Any] = self.ask(f"/seats/{self.seat}/world")
        return found


class NetworkSeat:
    """A seat that a bot plays: it hears what the table tells, and says what the bot thinks."""

    def __init__(self, table: BotTable, player: Player) -> None:
        self._table = table
        self._player = player
        self._send: Callable[[dict[str, Any]], None] = print
        self._answered: tuple[object, ...] = ()
        self._heard_asides: list[str] = []
        self._seen = -1
        self._sent = 0

    def begin(self, send: Callable[[dict[str, Any]], None]) -> None:
        """Say hello on a new connection; what was not acknowledged is decided again."""
        self._send = send
        self._answered = ()
        self._heard_asides = []
        send({"type": "hello", "credential": self._table.credential})

    def hear(self, message: dict[str, Any]) -> list[float] | None:
        """Take a message of the server; gives everybody's part of the victory at the end."""
        if message["type"] == "refused":
            self._answered = ()  # the table went on meanwhile: the next update tells how
        if message["type"] != "update":
            return None
        if message["result"] is not None:
            return list(message["result"])
        self._seen = message["seq"]
        if message["legal"]:
            self._decide(message["question"])
        elif message["asides"] and message["asides"] != self._heard_asides:
            self._answer()
        self._heard_asides = message["asides"]
        return None

    def _decide(self, question: int) -> None:
        """Answer a question once; an offer made first is followed by the same question again."""
        from broadside.arena.match import checked, decided

        if self._answered == (question, "choice"):
            return
        drawn = self._table.world()
        if drawn["question"] != question:  # another update is on its way
            return
        world, seat, rng = self._read(drawn)
        if self._answered == (question, "offer"):
            action = checked(world, seat, self._player, self._player.choose(world, seat, rng))
        else:
            action = decided(world, seat, self._player, rng)
        is_choice = action in world.legal(seat)
        self._answered = (question, "choice" if is_choice else "offer")
        self._act(action.text, question if is_choice else None)

    def _answer(self) -> None:
        """Answer an offer, if the bot cares."""
        from broadside.arena.match import checked

        world, seat, rng = self._read(self._table.world())
        answer = self._player.answer(world, seat, rng)
        if answer is not None:
            self._act(checked(world, seat, self._player, answer).text, None)

    def _read(self, drawn: dict[str, Any]) -> tuple[State, int, Rng]:
        from broadside.games import registry
        from broadside.kernel.rng import FastRng

        world = registry.find(drawn["game"]).read(drawn["world"])
        return world, self._table.seat, FastRng(secrets.randbits(30))

    def _act(self, action: str, question: int | None) -> None:
        self._sent += 1
        what = {"action": action, "question": question, "seen": self._seen}
        self._send({"type": "act", "id": f"act {self._sent}", **what})
