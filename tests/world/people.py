"""People: who sits down, plays, talks, leaves, comes back, and sometimes lies.

Everybody goes from step to step. What a step is depends on its number and on what the person was
told, so that leaving one out changes as little as possible of the others.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any, Final

from . import adapter
from .chance import chance
from .faults import DROPS, GARBAGE, LIES, NEVER_READS, REPEATS, RUSH, SAME_IDS, STALE
from .habits import odd_message, side_message
from .letters import Letter
from .network import Conditions, Request
from .plan import GAMES, RELOAD, TABS
from .scheduler import BEGINNING_S
from .tab import Tab

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from .world import World

    Answer = Callable[[int, Any], None]

STEP: Final = "step"
"""The tag of what people are going to do."""
CALM_S: Final = 0.5
"""How long people take from step to step when all shall come to an end."""
GATHERING_S: Final = 20.0
"""How long people are quick to find a table and to sit down."""
HASTE_S: Final = 0.4
"""The part of the usual time that somebody takes who was just asked."""
PATIENCE_S: Final = 10.0
"""After this time somebody who gets no answer does something else."""
TABS_MAX: Final = 3
WRONG: Final = (4403, 4404, 4400)
"""Codes that tell a client not to come back with the same credential."""
JUNK: Final[list[str | bytes]] = [
    "", "{", "null", "[]", '{"type":"dance"}', '{"type":"act"}', '{"type":"act","id":7}',
    '{"type":"hello"}', "\x00", b"\xff\xfe", b"", '{"type":"say","id":"","text":"x"}',
    '{"type":"act","id":"' + "i" * 65 + '","action":"pass"}', "9" * 9000,
]  # fmt: skip
TOO_LARGE: Final = 8192


class Person:
    """Somebody with a name, an address, and one tab or more."""

    def __init__(self, world: World, name: str, number: int, pace_s: float) -> None:
        self.world = world
        self.name = name
        self.address = f"10.0.{number}.7"
        self.pace_s = pace_s * world.plan.slowness
        self.table: str | None = None
        self.credential: str | None = None
        self.is_back = True
        self.letters: dict[str, Letter] = {}
        self._tab_numbers = itertools.count()
        self.tabs: list[Tab] = [self.new_tab()]
        self.is_asking = False
        """Whether an HTTP request is under way."""
        self._agreed: set[int] = set()
        """The proposals to which this person has said yes at last."""
        self._steps = 0
        self._requests = 0
        self._next = world.scheduler.after(
            chance(world.plan.seed, name).random() * self.pace_s, STEP, self._step
        )

    def new_tab(self) -> Tab:
        """Open a tab."""
        return Tab(self, next(self._tab_numbers))

    def move_to(self, table: str | None) -> None:
        """Leave all tabs, and begin anew at another table."""
        self.table = table
        for tab in self.tabs:
            tab.leave()
        self.world.retired += self.tabs
        self.tabs = [self.new_tab()]

    @property
    def main(self) -> Tab:
        """The first tab."""
        return self.tabs[0]

    # ------------------------------------------------------------------------ steps

    def _step(self) -> None:
        if self.world.is_quiet:
            return
        number, self._steps = self._steps, self._steps + 1
        plan = self.world.plan
        random = chance(plan.seed, self.name, number)
        is_calm = self.world.is_calm
        delay_s = random.expovariate(1.0) * self._pace_now_s()
        self._next = self.world.scheduler.after(delay_s, STEP, self._step)
        if (self.name, number) in plan.muted:
            return
        self.world.steps.append((self.name, number))
        if not self.gets_seated(random):
            return
        if is_calm:
            self._go_on_calmly(random)
        else:
            self.go_on(random)

    def _pace_now_s(self) -> float:
        """How long a step takes on average: nobody dawdles at the beginning, or at the end."""
        is_beginning = self.world.scheduler.now < BEGINNING_S + GATHERING_S
        is_playing = self.main.story.status in ("playing", "over")
        if self.world.is_calm or (is_beginning and not is_playing):
            return min(self.pace_s, CALM_S)
        return self.pace_s

    def gets_seated(self, random: Random) -> bool:
        """Do what comes before a person can connect; whether all that is done."""
        raise NotImplementedError

    def go_on(self, random: Random) -> None:
        """Do one thing at a tab."""
        self._change_tabs(random)
        tab = random.choice(self.tabs)
        faults = self.world.faults
        if tab.connection is None:
            if random.random() < 0.8:
                self.connect(tab)
        elif not tab.connection.reads:
            if random.random() < 0.1:
                tab.lose()
        elif not tab.is_open:
            return
        elif faults.strikes(DROPS, random):
            tab.lose()
        elif faults.strikes(NEVER_READS, random):
            tab.connection.stop_reading()
        elif faults.strikes(GARBAGE, random):
            self._send_junk(tab, random)
        else:
            self._send_something(tab, random)

    def _change_tabs(self, random: Random) -> None:
        habits = self.world.plan.habits
        if TABS in habits and len(self.tabs) < TABS_MAX and random.random() < 0.01:
            self.tabs.append(self.new_tab())
        if RELOAD in habits and random.random() < 0.02:
            tab = random.choice(self.tabs)
            if random.random() < 0.5:
                tab.reload()
            else:
                tab.leave()

    def connect(self, tab: Tab) -> None:
        """Connect a tab to the table where this person is."""
        if self.table is not None:
            tab.connect(self.table, self.credential)

    def _go_on_calmly(self, random: Random) -> None:
        """Come back, repeat what was not answered, answer what is asked."""
        tab = self.main
        if tab.connection is not None and not tab.connection.reads:
            tab.lose()
        elif tab.connection is None:
            self.is_back = True
            self.connect(tab)
        elif tab.is_open:
            self._take_part(tab, random)

    def _take_part(self, tab: Tab, random: Random) -> None:
        story = tab.story
        proposal = (story.table or {}).get("proposal")
        lost = [letter for letter in tab.waiting.values() if letter.sent_at < tab.welcome_at]
        if lost:
            tab.send(lost[0])
        elif proposal is not None and proposal["number"] not in self._agreed:
            self._agreed.add(proposal["number"])
            self.send(tab, {"type": "answer", "proposal": proposal["number"], "yes": True})
        elif story.legal and not self._has_answered(tab):
            self._act(tab, random)

    # ------------------------------------------------------------------ sending

    def send(self, tab: Tab, message: dict[str, Any]) -> None:
        """Send a new message."""
        message["id"] = self.new_id()
        assert self.table is not None
        letter = Letter(message, self.table, tab.story.seat)
        self.letters[letter.id] = letter
        tab.send(letter)

    def new_id(self) -> str:
        """An id that no other message of this person has."""
        number = len(self.letters)
        is_same = SAME_IDS in self.world.plan.kinds
        return f"{number}" if is_same else f"{self.name}-{number}"

    def _send_junk(self, tab: Tab, random: Random) -> None:
        junk = random.choice(JUNK)
        tab.send_raw(junk)

    def _send_something(self, tab: Tab, random: Random) -> None:
        faults, plan = self.world.faults, self.world.plan
        letters = [letter for letter in self.letters.values() if letter.table == self.table]
        if letters and faults.strikes(REPEATS, random):
            tab.send(random.choice(letters[-6:]))
            return
        lost = [letter for letter in tab.waiting.values() if letter.sent_at < tab.welcome_at]
        if lost and random.random() < 0.5:
            tab.send(random.choice(lost))
            return
        if faults.strikes(STALE, random) and self._act_late(tab, random):
            return
        if faults.strikes(LIES, random):
            self.send(tab, odd_message(GAMES[plan.game], tab.story, random))
            return
        message = side_message(GAMES[plan.game], plan, tab.story, random)
        if message is not None:
            self.send(tab, message)
        elif tab.story.legal and (not self._has_answered(tab) or faults.strikes(RUSH, random)):
            self._act(tab, random)

    def _has_answered(self, tab: Tab) -> bool:
        """Whether an answer to what is asked is under way, as far as this tab knows."""
        lately = self.world.scheduler.now - PATIENCE_S
        acts = [letter for letter in tab.waiting.values() if letter.message["type"] == "act"]
        return any(letter.sent_at > lately for letter in acts)

    def _act(self, tab: Tab, random: Random) -> None:
        legal = tab.story.legal
        silent = [text for text in legal if text in ("pass", "done", "decline")]
        text = random.choice(silent if silent and random.random() < 0.7 else legal)
        self.send(tab, adapter.act(text, tab.story.update))

    def _act_late(self, tab: Tab, random: Random) -> bool:
        """Answer what was asked before."""
        asked = [update for update in tab.story.before if update["legal"]]
        if not asked:
            return False
        update = random.choice(asked)
        self.send(tab, adapter.act(random.choice(update["legal"]), update))
        return True

    # ------------------------------------------------------------------ hearing

    def heard(self, tab: Tab, message: dict[str, Any]) -> None:
        """A tab was told something: who is asked does not wait for long."""
        if message["type"] == "update" and message["legal"] and not self.world.is_quiet:
            self.hurry(self.pace_s * HASTE_S)

    def hurry(self, within_s: float) -> None:
        """Take the next step soon."""
        soon = self.world.scheduler.now + within_s
        if self._next.when > soon:
            self.world.scheduler.call_off(self._next)
            self._next = self.world.scheduler.at(soon, STEP, self._step)

    def was_cut_off(self, tab: Tab, code: int) -> None:
        """The server, or the network, has ended a connection."""

    # ------------------------------------------------------------------ HTTP

    def ask(
        self, method: str, path: str, body: Any, then: Answer, credential: str | None = None
    ) -> None:
        """Ask over HTTP; one request at a time."""
        process = self.world.process
        if process is None or self.is_asking:
            return
        self.is_asking = True
        self._requests += 1
        random = chance(self.world.plan.seed, "http", self.name, self._requests)
        scope = process.scope("http", path, self.address)
        scope["method"] = method
        if credential is not None:
            scope["headers"].append((b"authorization", f"Bearer {credential}".encode()))
        data = (
            b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        self.world.note(self.name, f"asks {method} {path} {data[:200].decode(errors='replace')}")

        def answered(status: int, answer: bytes) -> None:
            self.is_asking = False
            self.world.note(self.name, f"is answered {status} {answer[:160].decode()}")
            self.world.note_status(method, path, status, answer)
            then(status, json.loads(answer) if status and answer[:1] in b"{[" else None)

        Request(process, Conditions(random, self.world.faults), scope, data, answered)
