"""One tab of a person's browser: connects, resumes, sends, and notes what it is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .chance import chance
from .letters import ADVISED, REFUSED, STORED, Answer, Letter, Postbox
from .network import Client, Conditions, Connection
from .replays import is_looked_at
from .story import Story

if TYPE_CHECKING:
    from .people import Person

ANSWERS: Final = {"ack": STORED, "hints": ADVISED, "refused": REFUSED}


class Tab(Client):
    """A client of one table. What it was told outlives its connections, until it is reloaded."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.name = f"{person.name}.{number}"
        self.story = Story()
        self.connection: Connection | None = None
        self.is_welcome = False
        self.welcome_at = 0.0
        self.postboxes: list[Postbox] = []
        self.waiting: dict[str, Letter] = {}
        """What was sent and is not answered yet."""
        self.table: str | None = None
        self.looked_at: list[tuple[int | None, dict[str, Any]]] = []
        """Some updates, and the seat that they were for, to be compared with the log."""
        self._connections = 0
        self._credential: str | None = None

    # ------------------------------------------------------------------ connecting

    @property
    def is_open(self) -> bool:
        """Whether it can send."""
        return self.connection is not None and self.connection.is_open and self.is_welcome

    def connect(self, table: str, credential: str | None) -> None:
        """Connect, and say hello as soon as the server accepts."""
        world = self.person.world
        process = world.process
        if process is None:
            return
        self._connections += 1
        self.table = table
        self._credential = credential
        random = chance(world.plan.seed, "network", self.name, self._connections)
        conditions = Conditions(random, world.faults)
        path = f"/api/tables/{table}/socket"
        self.is_welcome = False
        self.connection = Connection(process, conditions, self, path, self.person.address)
        self.postboxes.append(Postbox(self.name, self.connection))
        world.note(self.name, f"connects since {self.story.since}")

    def opened(self) -> None:
        """Say hello."""
        hello = {
            "type": "hello",
            "credential": self._credential,
            "since": self.story.since,
            "is_back": self.person.is_back,
            "salt": self.person.name,
        }
        assert self.connection is not None
        self.connection.send(json.dumps(hello))

    def ended(self, code: int) -> None:
        """The connection is gone."""
        self.person.world.note(self.name, f"is cut off with {code}")
        self.connection = None
        self.is_welcome = False
        self.person.was_cut_off(self, code)

    def leave(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.person.world.note(self.name, "leaves")
            self.connection.hang_up()
            self._forget()

    def lose(self) -> None:
        """Lose the connection."""
        if self.connection is not None:
            self.person.world.note(self.name, "loses its connection")
            self.connection.break_off()
            self._forget()

    def reload(self) -> None:
        """Load the page anew: nothing of what was told is known any more."""
        self.leave()
        self.story = Story()

    def _forget(self) -> None:
        self.connection = None
        self.is_welcome = False

    # ------------------------------------------------------------------ sending

    def send(self, letter: Letter) -> None:
        """Send a message, perhaps once more."""
        assert self.connection is not None
        self.waiting[letter.id] = letter
        letter.sent_at = self.person.world.scheduler.now
        self.person.world.note(self.name, f"sends {letter.text}")
        self.connection.send(letter.text)

    def send_raw(self, frame: str | bytes) -> None:
        """Send something that is no message."""
        assert self.connection is not None
        self.person.world.note(self.name, f"sends {frame[:80]!r}")
        self.connection.send(frame)

    # ------------------------------------------------------------------ receiving

    def received(self, frame: str) -> None:
        """Take a frame."""
        world = self.person.world
        world.note_frame(self, frame)
        message: dict[str, Any] = msgspec.json.decode(frame)
        world.note(self.name, "hears", message)
        kind = message["type"]
        if kind in ANSWERS:
            self._note_answer(ANSWERS[kind], message)
        elif kind == "update" and message.get("ack") is not None:
            self._note_answer(STORED, {**message, "id": message["ack"]})
        if kind == "welcome":
            self.is_welcome = True
            self.welcome_at = world.scheduler.now
            self.postboxes[-1].welcome_at = self.welcome_at
        self.story.take(message)
        if kind == "update" and is_looked_at(message):
            self.looked_at.append((self.story.seat, message))
        self.person.heard(self, message)

    def _note_answer(self, kind: str, message: dict[str, Any]) -> None:
        postbox = self.postboxes[-1]
        if message["id"] is None:
            postbox.junk_refused += 1
            return
        detail = str(message.get("code", message.get("seq", "")))
        now = self.person.world.scheduler.now
        postbox.answers.append(Answer(now, message["id"], kind, detail))
        self.waiting.pop(message["id"], None)
