"""A session on a real server: its socket comes back by itself, and repeats what was not heard."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import TYPE_CHECKING, Any, Final

from broadside import texts
from broadside.console.box import open_box
from broadside.console.commands import Typist
from broadside.console.games import game_of
from broadside.console.refusals import refusal_text
from broadside.console.remote_table import RefusedError, ask, is_sent_away
from broadside.console.session import Session
from broadside.console.speech import Voice
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from broadside.console.remote_table import RemoteTable

FIRST_WAIT_S: Final = 0.4
LONGEST_WAIT_S: Final = 8.0


class Client:
    """What a person plays with, whatever face it has."""

    def __init__(self, remote: RemoteTable, voice: Voice, session: Session) -> None:
        self.remote = remote
        self.voice = voice
        self.session = session
        self.typist = Typist(session, self._order)
        self.changed: Callable[[], None] = lambda: None
        """What a face does when there is something new to show."""
        self.ended: BaseException | None = None
        self._socket: ClientConnection | None = None
        self._outbox: dict[str, dict[str, Any]] = {}
        """Sent or to be sent, not answered yet, in order."""
        self._has_news = asyncio.Event()

    def type(self, text: str, *, guarded: bool) -> None:
        """Take a line that was typed; `guarded` if the eye may be slower than the table."""
        self.typist.type(text, time.monotonic() if guarded else float("inf"))
        self._posted()
        self.changed()

    def _order(self, order: dict[str, Any]) -> None:
        """Do what only the host may do; the table tells everybody what came of it."""
        try:
            self.remote.ask("/host", order)
        except RefusedError as error:
            self.session.show("trouble", refusal_text(error.problem, self.voice))
        except BroadsideError as error:
            self.session.show("trouble", str(error))

    def _posted(self) -> None:
        for message in self.session.posts:
            self._outbox[message["id"]] = message
        if self.session.posts:
            self._has_news.set()
        self.session.posts = []

    async def stay_connected(self) -> None:
        """Talk to the server until the table is gone; raises an error then."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus, WebSocketException

        wait = FIRST_WAIT_S
        is_lost = False
        while True:
            try:
                async with connect(self.remote.socket, max_size=None) as socket:
                    await self._hello(socket)
                    if is_lost:
                        self.session.say("note", "console.back")
                    is_lost, wait = False, FIRST_WAIT_S
                    await self._talk(socket)
            except (WebSocketException, OSError, InvalidStatus) as error:
                if is_sent_away(error):
                    raise BroadsideError(f"{self.remote.link}: {self._farewell(error)}") from None
            if not is_lost:
                is_lost = True
                self.session.lost()
                self.changed()
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT_S)

    def _farewell(self, error: Exception) -> str:
        """What the server said when it hung up."""
        told = [line.text for line in self.session.lines if line.kind == "trouble"]
        return told[-1] if told else str(error)

    async def _hello(self, socket: ClientConnection) -> None:
        hello: dict[str, Any] = {"type": "hello", "since": self.session.since()}
        if self.remote.credential:
            hello["credential"] = self.remote.credential
            if self.session.table["status"] == "waiting":
                hello["salt"] = secrets.token_hex(8)
        await socket.send(json.dumps(hello))

    async def _talk(self, socket: ClientConnection) -> None:
        sending = asyncio.create_task(self._send(socket))
        try:
            async for text in socket:
                self._hear(json.loads(text))
        finally:
            sending.cancel()

    async def _send(self, socket: ClientConnection) -> None:
        """Send what is not answered, and then whatever is posted."""
        done: set[str] = set()
        while True:
            self._has_news.clear()
            for name, message in list(self._outbox.items()):
                if name not in done:
                    done.add(name)
                    await socket.send(json.dumps(message))
            await self._has_news.wait()

    def _hear(self, message: dict[str, Any]) -> None:
        answered = message.get("ack") if message["type"] == "update" else message.get("id")
        self._outbox.pop(answered or "", None)
        self.session.hear(message, time.monotonic())
        self._posted()
        self.changed()


def meet(remote: RemoteTable, language: str, name: str, seat: int | None) -> Client:
    """Go to a table: learn its game's words, take a seat if there is one and one has none."""
    info = remote.ask("")
    game = info["game"]
    words = ask(f"{remote.server}/api/games/{game}/words")
    rules = ask(f"{remote.server}/api/games/{game}/rules?language={language}")["rules"]
    told = {one["id"]: f"{one['title']}\n{one['text']}" for one in rules}
    box = remote.ask("/box")
    open_box(box)
    said = {**words["texts"][language], **box["labels"].get(language, {})}
    voice = Voice(language, said, texts.read(language), own_texts(language))
    session = Session(voice, game_of(game, words), info, told)
    if not remote.credential:
        sit_or_watch(remote, session, info, name, seat)
    return Client(remote, voice, session)


def sit_or_watch(
    remote: RemoteTable, session: Session, info: dict[str, Any], name: str, seat: int | None
) -> None:
    """Take a seat; where none is open, watch."""
    is_open = any(one["kind"] == "open" and not one["reserved_for"] for one in info["seats"])
    if seat is None and not is_open:
        session.say("note", "console.watching")
        return
    try:
        remote.sit(info, seat, name)
    except RefusedError as error:
        raise BroadsideError(refusal_text(error.problem, session.voice)) from None


def own_texts(language: str) -> dict[str, str]:
    """What only this client says."""
    from importlib.resources import files

    file = files(__package__).joinpath("texts", f"{language}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found
