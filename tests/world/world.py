"""One run: the server and everything around it, from a plan to what was found."""

from __future__ import annotations

import gc
import hashlib
import json
import logging
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from . import adapter, checks
from .chance import chance, fixed_secrets
from .faults import STORE_KINDS, STRANGERS, Faults
from .house import House
from .loop import THREAD
from .network import NETWORK
from .plan import GAMES, REMATCH
from .roles import Party, Player, Stranger, Watcher
from .scheduler import Scheduler, SpinningError
from .store import STORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from broadside.kernel.game import Game

    from .people import Person
    from .plan import Plan
    from .process import Process
    from .tab import Tab

NAMES: Final = ["Anne", "Mary", "Jack", "Ching", "Grace", "Henry", "Bart", "Sadie", "Olaf", "Zora"]
SETTLING_S: Final = 60.0
"""In this time all that is on its way must arrive at some moment."""
SLICE_S: Final = 5.0
ENDING_S: Final = 60.0
PATIENCE_S: Final = 240.0
"""So much longer than its clocks a table may take, while people come back or are stood in for."""
IDLE_TIMES: Final = 5
"""In so many times its idle time a table has left memory, though it may be loaded once more: whose
row said that it was due, a moment before it left."""
BUSY: Final = 503


@dataclass(frozen=True)
class Finding:
    """Something that must not be."""

    kind: str
    text: str
    at: float
    """When it happened, or began."""


@dataclass
class Outcome:
    """What came of a run."""

    plan: Plan
    findings: list[Finding] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    digest: str = ""
    steps: list[tuple[str, int]] = field(default_factory=list)
    trace: list[tuple[float, str]] = field(default_factory=list)
    """What happened, and when; only if somebody wants to read it."""


class Errors(logging.Handler):
    """Keeps what the server logs as its own mistakes."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error, unless it is the last breath of a process that was killed."""
        self._world.note_error(record)


class World:
    """Everything that there is in one run."""

    is_steady = False
    """Whether everything takes its exact time, and nothing is left to chance."""

    def __init__(
        self, plan: Plan, *, games: Mapping[str, Game] = GAMES, is_traced: bool = False
    ) -> None:
        self.plan = plan
        self.outcome = Outcome(plan)
        self.scheduler = Scheduler(None if self.is_steady else chance(plan.seed, "scheduler"))
        self.faults = Faults(plan.seed, plan.kinds)
        self.house = House(plan, self.scheduler, self.faults, games, is_steady=self.is_steady)
        self.house.note = self.note
        self.house.note_end = lambda process: checks.check_rows(self, process)
        self.is_calm = False
        self.is_quiet = False
        self.settled_at = 0.0
        self.retired: list[Tab] = []
        """Tabs of tables that people have left."""
        self.steps: list[tuple[str, int]] = []
        """The steps that people took, in their order."""
        self._is_traced = is_traced
        self._digest = hashlib.sha256()
        self.party = Party()
        self.people: list[Person] = self.invite()

    def invite(self) -> list[Person]:
        """Who takes part."""
        plan = self.plan
        seats = [seat for seat, kind in enumerate(plan.seats) if kind == "p"]
        self.party.opener = seats[0]
        people: list[Person] = [
            Player(self, self.party, NAMES[seat], seat, plan.paces_s[seat]) for seat in seats
        ]
        people += [
            Watcher(self, self.party, f"Watcher{number}", 100 + number)
            for number in range(plan.watchers)
        ]
        if STRANGERS in plan.kinds:
            people.append(Stranger(self, self.party, "Stranger", 200))
        return people

    @property
    def process(self) -> Process | None:
        """The server that takes connections now."""
        return self.house.process

    def tabs(self) -> list[Tab]:
        """All tabs that there ever were."""
        return [*self.retired, *(tab for person in self.people for tab in person.tabs)]

    # ------------------------------------------------------------------ its course

    def run(self) -> Outcome:
        """Let it happen, and check everything."""
        with self.isolated():
            try:
                self._unfold()
                checks.check_rest(self)
                self._fade()
            except SpinningError as error:
                self.find("spinning", str(error))
            checks.check_all(self)
        self.outcome.faults = self.faults.counts
        self.outcome.steps = self.steps
        self.outcome.digest = self._digest.hexdigest()
        for process in self.house.all:
            process.kill()
        return self.outcome

    def _unfold(self) -> None:
        """First the bad times, then the good ones, then silence."""
        plan, scheduler = self.plan, self.scheduler
        self.house.start()
        self.house.plan_faults(plan.chaos_s * plan.slowness)
        scheduler.run(scheduler.now + plan.chaos_s * plan.slowness)
        self.faults.is_on = False
        self.is_calm = True
        self.note("world", "all is well from now on")
        for person in self.people:
            person.hurry(SLICE_S)
        self._be_calm()
        self.is_quiet = True
        scheduler.run(scheduler.now + adapter.ANSWER_S + SLICE_S, self._is_answered)
        scheduler.run(scheduler.now + SETTLING_S, self.is_settled)
        self.settled_at = scheduler.now

    def _be_calm(self) -> None:
        """Let people play on in good order; the table must go on as fast as its clocks allow."""
        scheduler, plan = self.scheduler, self.plan
        length, moved_at = -1, scheduler.now
        clock_s = 0 if plan.is_by_days else plan.clock_s or 0
        patience_s = PATIENCE_S + 2 * clock_s + plan.reserve_s
        ends = scheduler.now + plan.calm_s
        while scheduler.now < ends or scheduler.now - moved_at > SLICE_S:
            scheduler.run(scheduler.now + SLICE_S, self._is_over)
            if self._is_over():
                return
            now_length = self.house.disk.length(self.party.table or "")
            if now_length != length:
                length, moved_at = now_length, scheduler.now
            elif scheduler.now - moved_at > patience_s:
                if self._waits_for_absent() or not self._is_playing():
                    return  # nobody has opened a table, or the right to a seat got lost on its way
                self.find("stuck", f"nothing for {patience_s:.0f} s; {self._waits_for()}")
                return

    def _is_over(self) -> bool:
        """Whether the game, and perhaps the next one, has ended for all who have a seat."""
        is_last = REMATCH not in self.plan.habits or len(self.party.tables) > 1
        players = [person for person in self.people if isinstance(person, Player)]
        return is_last and all(person.main.story.status == "over" for person in players)

    def _is_playing(self) -> bool:
        """Whether anybody has been told that the game is going on."""
        return any(person.main.story.status == "playing" for person in self.people)

    def _waits_for_absent(self) -> bool:
        """Whether the table says that somebody is not there for whom it has to wait."""
        infos = [person.main.story.table or {"seats": []} for person in self.people]
        return any(
            seat["kind"] == "person" and not seat["online"] and seat["stand_in"] is None
            for info in infos
            for seat in info["seats"]
        )

    def _waits_for(self) -> str:
        """What everybody is told that the table waits for."""
        return "; ".join(
            f"{person.name}: {_shortly(person.main.story.update)}"
            for person in self.people
            if person.main.story.update is not None
        )

    def _is_answered(self) -> bool:
        """Whether nobody waits for an answer on a connection."""
        return not any(
            tab.is_open and letter.sent_at > tab.welcome_at
            for tab in self.tabs()
            for letter in tab.waiting.values()
        )

    def is_settled(self) -> bool:
        """Whether nothing is on its way."""
        is_moving = self.scheduler.pending(NETWORK, STORE, THREAD) or self.scheduler.is_ready
        return not is_moving

    def _fade(self) -> None:
        """Everybody leaves, and at last the server ends."""
        for tab in self.tabs():
            tab.leave()
        self.scheduler.run(self.scheduler.now + IDLE_TIMES * adapter.SETTINGS.idle_s)
        checks.check_idle(self)
        self.house.is_closing = True
        if self.process is not None:
            self.process.stop()
        self.scheduler.run(self.scheduler.now + ENDING_S)
        gc.collect()  # whatever went wrong in a task that nobody waits for is told now

    @contextmanager
    def isolated(self) -> Iterator[None]:
        """Let nothing from outside play a part: no other chance, no collector of garbage."""
        logger, errors = logging.getLogger("broadside"), Errors(self)
        was_enabled, was_heard, handlers = gc.isenabled(), logger.propagate, logger.handlers
        gc.disable()
        gc.freeze()  # what was there before need not be looked through at the end
        # A handler that keeps an error, as pytest's does, keeps the server that raised it.
        logger.handlers, logger.propagate = [errors], False
        try:
            with fixed_secrets(chance(self.plan.seed, "secrets")):
                yield
        finally:
            logger.handlers, logger.propagate = handlers, was_heard
            gc.unfreeze()
            if was_enabled:
                gc.enable()

    # ------------------------------------------------------------------ noting

    def find(self, kind: str, text: str, at: float | None = None) -> None:
        """Something is wrong."""
        self.note("FOUND", f"{kind}: {text}")
        now = self.scheduler.now if at is None else at
        self.outcome.findings.append(Finding(kind, text, now))

    def note(self, who: str, what: str, message: dict[str, Any] | None = None) -> None:
        """Tell the story, if anybody reads it."""
        if self._is_traced:
            told = "" if message is None else f" {_shortly(message)}"
            now = self.scheduler.now
            self.outcome.trace.append((now, f"{now:12.4f} {who:10} {what}{told}"))

    def note_frame(self, tab: Tab, frame: str) -> None:
        """Remember what was sent to whom, and when."""
        self._digest.update(f"{self.scheduler.now!r} {tab.name} {frame}\n".encode())

    def note_error(self, record: logging.LogRecord) -> None:
        """The server has logged an error."""
        text = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        is_store = text.startswith(adapter.STORE_FAULTS) or isinstance(error, adapter.StoreError)
        if self.house.is_killing or (is_store and self.plan.kinds & STORE_KINDS):
            return
        kind = "logged " + (type(error).__name__ if error is not None else text.split(" ", 1)[0])
        self.find(kind, text if error is None else f"{text}: {error!r} {_where(error)}")

    def note_status(self, method: str, path: str, status: int, answer: bytes) -> None:
        """A request was answered; the server never blames itself without a reason."""
        self.outcome.facts[f"HTTP {status}"] += 1
        is_excused = status == BUSY and (self.plan.kinds & STORE_KINDS or b'"closed"' in answer)
        if status >= 500 and not is_excused:
            self.find(f"HTTP {status}", f"{method} {path}: {answer[:200].decode()}")

    def count_rematch(self) -> None:
        """People play again."""
        self.outcome.facts["rematches"] += 1


def _shortly(message: dict[str, Any]) -> str:
    """A message without what takes many lines."""
    if message["type"] == "update":
        events = [f"{event['kind']}#{event['seq']}" for event in message["events"]]
        left = {key: message.get(key) for key in ("seq", "ack", "question", "waiting", "legal")}
        left = {key: value for key, value in left.items() if value is not None}
        return f"update {json.dumps(left)} events {events}"
    if message["type"] in ("welcome", "seats"):
        seats = [
            f"{seat['name']}{'' if seat['online'] else '?'}" for seat in message["table"]["seats"]
        ]
        return f"{message['type']} {message.get('seat', '')} {message['table']['status']} {seats}"
    return json.dumps(message)


def _where(error: BaseException) -> str:
    """The last line of ours that an error went through."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next
    return f"({place})"
