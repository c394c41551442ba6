"""Stories of one table without a shell: inputs in, records out, no clock, no store, no sockets.

Every step is checked: what `core.take` does is what its records say, as a second table finds that
takes the same records from the log; and what is refused has changed nothing.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from broadside.kernel.event import SPECTATOR
from broadside.kernel.state import State
from broadside.replays import fairness
from broadside.server.table import (
    core,
    host,
    idle_players,
    records,
)
from broadside.server.table.decision import (
    Alarm,
    Join,
    Message,
    Request,
    Scene,
)
from broadside.server.table.presence import Listener, Presence, Think
from broadside.server.table.records import Opened
from broadside.server.table.state import Table, evolve, load
from broadside.server.table.viewpoints import countdown_of, info
from broadside.service.credentials import hash_credential
from broadside.service.crew import Crew, Level
from broadside.service.refusal import Refusal
from broadside.service.settings import Settings
from broadside.wire.messages import (
    Ack,
    Hello,
    Hint,
    SeatWish,
    TakeSeat,
)

from .harness import update

if TYPE_CHECKING:
    from broadside.kernel.game import Game
    from broadside.server.table.decision import Input, Outcome
    from broadside.wire.messages import ClientMessage

SETTINGS = Settings(
    stand_in="greedy",
    bot_beat_s=0.1,
    leave_s=20,
    idle_player_s=30,
    expire_s=45,
    smtp="smtp://mail.example",
)
BOTS = Crew({"greedy": Level()})
HOST = "the host's credential"
CACHES = {"sights", "_legal", "_asides", "game"}
"""What a table may or may not have computed yet."""
ALARMS_MAX = 2000
"""So often no table of these stories rings while the clock is turned once."""


class Ear(Listener):
    """A connection that nobody listens to."""

    def send(self, frames: list[bytes]) -> None:
        """Forget it."""

    def close(self, code: int) -> None:
        """It is never open."""


def facts(thing: Any) -> Any:
    """Everything that a table is, without what it has computed from that, ready to be compared."""
    if isinstance(thing, State):
        return thing.write(), thing.rests, thing.closes_apart, len(thing.log or [])
    if isinstance(thing, msgspec.Struct):
        return msgspec.to_builtins(thing)
    if isinstance(thing, dict):
        return sorted(((repr(key), facts(value)) for key, value in thing.items()), key=repr)
    if isinstance(thing, set | frozenset):
        return sorted(map(repr, thing))
    if isinstance(thing, list | tuple):
        return [facts(each) for each in thing]
    names = {*getattr(type(thing), "__mypyc_attrs__", ()), *getattr(thing, "__dict__", {})}
    if not names:
        return thing
    return {name: facts(getattr(thing, name)) for name in sorted(names - CACHES)}


def sights(table: Table) -> list[Any]:
    """What everybody may be told of a table."""
    viewpoints = [*range(len(table.chairs)), None]
    told = [] if table.state is None else [update(table, seat, -1) for seat in viewpoints]
    return [info(table, frozenset()), *told]


class Story:
    """One table, what happens at it, and a second table that only reads the log."""

    def __init__(self, game: Game, seats: str, clock_s: int | None, **more: Any) -> None:
        """Open a table: `p` is a seat for a person, `b` one for a bot."""
        wishes = [SeatWish("open") if s == "p" else SeatWish("bot", "greedy") for s in seats]
        options = game.complete({**game.live_options()})
        seed = "5" * 64
        opened = Opened(
            at_ms=0,
            game=game.name,
            version=game.version,
            options=options,
            seats=wishes,
            clock_s=clock_s,
            commitment=fairness.commitment(seed),
            seed=seed,
            code="abcde",
            host_hash=hash_credential(HOST),
            **more,
        )
        self.games = {game.name: game}
        self.now = 0
        self.log = [records.encode(opened)]
        self.table = Table("story", self.games, opened)
        self.twin = load("story", self.games, self.log)
        self.presence = Presence(0)
        self.rights: dict[str, int] = {}
        """The credentials that were given out, and for which seat."""
        self.jobs: list[Think] = []
        self.wake_ms: int | None = None
        self.ids = 0
        self.take(Alarm())

    # -------------------------------------------------------------------- one step

    def take(self, given: Input) -> Outcome | Refusal:
        """Give the table something, and check what it makes of it."""
        before = facts(self.table)
        scene = Scene(self.table, self.presence, self.now, SETTINGS, BOTS)
        try:
            outcome = core.take(scene, given)
        except Refusal as refusal:
            assert facts(self.table) == before, f"{given} was refused, but changed something"
            return refusal
        self._keep(outcome)
        if isinstance(given, Message) and not isinstance(given.message, Hint):
            self._check_ack(given, outcome)
        self._follow()
        return outcome

    def _follow(self) -> None:
        """Let the table do what is due, as its shell does."""
        scene = Scene(self.table, self.presence, self.now, SETTINGS, BOTS)
        self.presence.late = idle_players.late(scene)
        outcome = core.follow(scene, self.table.times.awaited)
        self._keep(outcome)
        assert outcome.wake_ms is None or outcome.wake_ms > self.now
        self.wake_ms = outcome.wake_ms
        self.jobs += outcome.thoughts

    def _keep(self, outcome: Outcome) -> None:
        """Store the records, and see whether they say what has happened."""
        self._check_secrets(outcome)
        self._check_questions()
        for record in outcome.records:
            assert record.at_ms == self.now
            data = records.encode(record)
            self.log.append(data)
            evolve(self.twin, records.decode(data), is_checked=False)
        assert self.table.seq == len(self.log) - 1
        assert facts(self.twin) == facts(self.table)

    def _check_secrets(self, outcome: Outcome) -> None:
        """What is sealed is told to its own seat alone; the second table is still as it was."""
        news = range(self.twin.seq + 1, self.table.seq + 1)
        sealed = self.table.sealed_by
        keepers = {seat for seat, seqs in enumerate(sealed) if {*seqs} & {*news}}
        if outcome.records and {*news} <= {*itertools.chain(*sealed)}:
            for seat in {*range(len(self.table.chairs)), None} - keepers:
                assert self._heard(self.twin, seat) == self._heard(self.table, seat)

    def _check_questions(self) -> None:
        """Another question has another number; the second table is still as it was."""
        for seat in {*self.twin.deciders()} & {*self.table.deciders()}:
            if self.twin.question(seat) == self.table.question(seat):
                assert self.twin.state is not None
                assert self.table.state is not None
                asked = self.twin.state.prompt(seat).question
                assert self.table.state.prompt(seat).question == asked

    def _heard(self, table: Table, seat: int | None) -> list[Any]:
        """Everything that a viewpoint may be told now."""
        scene = Scene(table, self.presence, self.now, SETTINGS, BOTS)
        told = info(table, self.presence.online, idle_players.late(scene))
        if table.state is None:
            return [told]
        clock = table.times.clock_for(seat, self.now)
        counted = countdown_of(scene)
        return [told, update(table, seat, -1), clock, counted]

    def _check_ack(self, given: Message, outcome: Outcome) -> None:
        """A message that is not refused is acknowledged, once, as stored or as known already."""
        message, seat = given.message, given.listener.seat
        assert not isinstance(message, Hello)
        acks = [] if outcome.ack is None else [outcome.ack[1]]
        if outcome.reply is not None and isinstance(outcome.reply[1], Ack):
            acks.append(outcome.reply[1].id)
        assert acks == [message.id]
        assert seat is not None
        assert (seat, message.id) in self.table.acknowledged

    def reload(self) -> None:
        """Make sure that the whole log gives the same table, and that everybody sees the same."""
        again = load("story", self.games, self.log)
        assert facts(again) == facts(self.table)
        assert sights(again) == sights(self.table) == sights(self.twin)
        state = self.table.state
        assert state is None or [*self.table.times.awaited] == state.seen_waiting(SPECTATOR)

    def restart(self) -> None:
        """End the server, and start it again."""
        self.table = load("story", self.games, self.log)
        playing = self.table.playing is not None
        self.presence, self.jobs = Presence(self.now, found_playing=playing), []
        self.take(Alarm())

    # ------------------------------------------------------------------------- time

    def wait(self, ms: int) -> None:
        """Let time pass, and ring when the table wants it."""
        end = self.now + ms
        for _ in range(ALARMS_MAX):
            if self.wake_ms is None or self.wake_ms > end:
                self.now = end
                return
            self.now = max(self.now, self.wake_ms)
            self.take(Alarm())
        raise AssertionError("the table rings all the time")

    # ----------------------------------------------------------------- who does what

    def sit(self, seat: int) -> None:
        """Take a seat, and keep the right to it."""
        wish = TakeSeat(f"P{seat}", "salt")
        outcome = self.take(Request(lambda scene: host.sit(scene, seat, wish)))
        if not isinstance(outcome, Refusal):
            assert outcome.answer is not None
            scene = Scene(self.table, self.presence, self.now, SETTINGS, BOTS)
            self.rights[outcome.answer(scene).credential] = seat

    def join(self, right: str | None, since: int = -1, *, is_back: bool = True) -> None:
        """Connect, perhaps with the right to a seat."""
        self.take(Join(Ear(), Hello(right, since, is_back)))

    def post(self, ear: Listener, message: ClientMessage) -> Outcome | Refusal:
        """Send a message."""
        return self.take(Message(ear, message))

    def new_id(self) -> str:
        """An id that no message has."""
        self.ids += 1
        return f"m{self.ids}"
