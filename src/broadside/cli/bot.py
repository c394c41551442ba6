"""`broadside bot`: a bot that thinks on worlds takes a seat at a table of any server."""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from broadside.cli.parser import Commands, whole
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from broadside.arena.match import Player
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

TOO_OFTEN: Final = 429
NAME: Final = "Polly"
ANSWER_S: Final = 30.0
COME_BACK_S: Final = 60.0
"""So long the bot tries to come back to its table."""
TRY_AGAIN_S: Final = 0.3
BUSY: Final = 500
SENT_AWAY: Final = 4000
"""From this code on a socket is closed for good."""


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

    table = Table(args.link)
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


def is_sent_away(error: Exception) -> bool:
    """Whether the server has closed for good: the table is gone, or the seat is another's."""
    from websockets.exceptions import ConnectionClosed

    closed = isinstance(error, ConnectionClosed) and error.rcvd is not None
    return closed and error.rcvd.code >= SENT_AWAY  # type: ignore[attr-defined]


class NotThereError(BroadsideError):
    """No server answers, or it cannot just now."""


class Table:
    """A table on a server, over HTTP."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        name = parts.path.rpartition("/")[2]
        if parts.scheme not in ("http", "https") or not name:
            raise BroadsideError(f"{link}: not the link of a table, such as http://host/table/abc")
        self.api = f"{parts.scheme}://{parts.netloc}/api/tables/{name}"
        self.socket = f"ws{self.api.removeprefix('http')}/socket"
        self.seat = 0
        self.credential = ""

    def sit(self, info: dict[str, Any], wish: int | None, name: str) -> None:
        """Take the seat that is wished for, or the first one that is open."""
        free = [seat["seat"] for seat in info["seats"] if seat["kind"] == "open"]
        if not free:
            raise BroadsideError(f"{self.api}: no seat is open there")
        wanted = free[0] if wish is None else wish
        taken = self.ask(f"/seats/{wanted}", {"name": name, "salt": secrets.token_hex(8)})
        self.seat, self.credential = taken["seat"], taken["credential"]

    def world(self) -> dict[str, Any]:
        """A world that the seat cannot tell from the table."""
        found: dict[str, Any] = self.ask(f"/seats/{self.seat}/world")
        return found

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the server; waits a while where it is asked too often."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.credential}"} if self.credential else {}
        request = urllib.request.Request(self.api + path, data, headers)  # noqa: S310 (http only)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == TOO_OFTEN:
                time.sleep(float(error.headers.get("Retry-After", "1")))
                return self.ask(path, body)
            kind = NotThereError if error.code >= BUSY else BroadsideError
            raise kind(f"{self.api}{path}: {_reason(error)}") from None
        except OSError as error:
            raise NotThereError(f"{self.api}: no server answers there: {error}") from None


class NetworkSeat:
    """A seat that a bot plays: it hears what the table tells, and says what the bot thinks."""

    def __init__(self, table: Table, player: Player) -> None:
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


def _reason(error: urllib.error.HTTPError) -> str:
    """What the server says against a request."""
    try:
        return str(json.load(error)["reason"])
    except (ValueError, KeyError):
        return str(error)
