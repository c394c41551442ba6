"""One table at work: a task owns its ledger and takes inputs one by one, in order of arrival.

Every change goes the same way: check, append to the log, acknowledge, tell.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from broadside.kernel.errors import BroadsideError
from broadside.server import records
from broadside.server.alarm import Alarm
from broadside.server.audience import Audience
from broadside.server.bot_players import BotPlayers
from broadside.server.clock import Deadlines
from broadside.server.early import EarlyActs
from broadside.server.hints import HintGiver
from broadside.server.host import Host
from broadside.server.inbox import Inbox, closed
from broadside.server.messages import Ack
from broadside.server.notices import TurnNotices
from broadside.server.own_data import OwnData
from broadside.server.pace import Pace
from broadside.server.patience import Patience
from broadside.server.pause import Pause
from broadside.server.proposals import Proposals
from broadside.server.records import Acted, By, Record, Spoke, Started, StoodIn
from broadside.server.refusal import Refusal, refusal_of
from broadside.server.seats import hash_credential, holder
from broadside.server.sequel import Sequel
from broadside.server.stand_in import StandIns
from broadside.server.timekeeper import Timekeeper
from broadside.server.trial import try_on
from broadside.store.log import Conflict, StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.server.connection import Connection
    from broadside.server.delay import Delay
    from broadside.server.ledger import Ledger
    from broadside.server.messages import Act, Hello, Hold, Say, TableInfo
    from broadside.server.tables import Tables

T = TypeVar("T")

CONFLICTS_MAX: Final = 100
"""Each conflict means that somebody else got on; so many in a row mean that we are wrong."""

CLOSE_RESTART: Final = 1012

logger = logging.getLogger(__name__)


class Table:
    """A table in memory. Only its own task changes it; everybody else puts a job into the inbox."""

    def __init__(self, tables: Tables, ledger: Ledger, delay: Delay | None = None) -> None:
        self.ledger = ledger
        self.tables = tables
        self.clock = tables.clock
        self.settings = tables.settings
        self._inbox = Inbox(self._recover, self._after_each_job)
        self._deadlines = Deadlines(tables.clock)
        self.pace = Pace(tables.clock, tables.settings)
        self.audience = Audience(self._deadlines, self.pace, tables.clock, delay)
        self.pause = Pause(self)
        self._starting: asyncio.Task[None] | None = None
        self._bots = BotPlayers(self)
        self._early = EarlyActs(self)
        self._timekeeper = Timekeeper(self, self._deadlines, self._early)
        self.host = Host(self)
        self.stand_ins = StandIns(self)
        self.patience = Patience(self)
        self.proposals = Proposals(self)
        self.hints = HintGiver(self)
        self.sequel = Sequel(self)
        self.data = OwnData(self)
        self.notices = TurnNotices(self)
        self._recording: asyncio.Task[None] | None = None
        self._delayed = Alarm(tables.clock, lambda: self.insist(self._tell_later))
        self.must_go_on = False
        self._rests_until = 0.0
        """Before this moment the table begins nothing by itself: it has just made a mistake."""
        self._rewound_seq = ledger.rewound_seq
        self.began_at = self._used_at = tables.clock.now()
        self._task = asyncio.create_task(self._run(), name=f"table {ledger.table}")

    # ------------------------------------------------------------ what others may ask

    def info(self, shown: str = "") -> TableInfo:
        """The table as somebody may see it who shows the hash of a seat's right, or none."""
        return self.audience.info_for(holder(self.ledger.chairs, shown), self.ledger)

    def ledger_for(self, shown: str) -> Ledger:
        """What the same person may know of the game: the present, or what is a while ago."""
        return self.audience.ledger_for(holder(self.ledger.chairs, shown), self.ledger)

    def wake(self) -> None:
        """Go on where the log ends: start, let bots think, let clocks run."""
        self._note()
        self.notices.forget()
        self.go_on()

    async def join(self, connection: Connection, hello: Hello) -> None:
        """Say hello for a new connection; raises `Refusal` for a wrong credential."""
        await self.do(lambda: self._join(connection, hello))

    async def leave(self, connection: Connection) -> None:
        """The connection has ended."""
        await self.do(lambda: self._leave(connection))

    async def act(self, connection: Connection, act: Act) -> None:
        """A person does something; raises `Refusal`."""
        await self.do(lambda: self._act(connection, act))

    async def act_at_last(self, connection: Connection, act: Act) -> None:
        """Try again what has waited for its moment; raises `Refusal`."""
        await self.do(lambda: self._act_at_last(connection, act))

    async def hold(self, connection: Connection, hold: Hold) -> None:
        """A person stops the countdown, or lets it run again; raises `Refusal`."""
        await self.do(lambda: self._hold(connection, hold))

    async def say(self, connection: Connection, say: Say) -> None:
        """A person says something; raises `Refusal`."""
        await self.do(lambda: self._say(connection, say))

    def left_ms(self, seat: int) -> int | None:
        """How long the table waits for a seat."""
        return self._deadlines.left_ms(seat)

    def is_idle(self, since: float) -> bool:
        """Whether nobody is here, nothing is awaited, and nobody asked for anything since then."""
        is_awaited = len(self.audience) or self._own_tasks() or len(self._inbox)
        return not is_awaited and self._used_at <= since

    async def close(self) -> None:
        """Stop working. The log has everything."""
        self.tables.forget(self)
        tasks = [self._task, *self._own_tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _own_tasks(self) -> list[asyncio.Task[None]]:
        """What the table has under way for itself: its start, its clock, its bots' thoughts."""
        return [
            task
            for task in [
                self._starting,
                self._timekeeper.task(),
                self._early.task(),
                *self._bots.tasks(),
                *self.stand_ins.tasks(),
                *self.patience.tasks(),
                *self.proposals.tasks(),
                *self.hints.tasks(),
                *self.notices.tasks(),
                self._delayed.task,
                self._recording,
            ]
            if task is not None and not task.done()
        ]

    # ------------------------------------------------------------------- the task

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the table's task do a job, and wait for it; the job goes on if the caller does not.

        A job may change the ledger; nothing else may.
        """
        if self._task.done():
            raise closed()
        self._used_at = self.clock.now()
        return await self._inbox.do(job)

    async def _run(self) -> None:
        """Do one job after the other."""
        try:
            await self._inbox.work()
        except Exception:
            logger.exception("table_lost table=%s", self.ledger.table)
        finally:
            self.tables.forget(self)
            self._inbox.refuse_all()
            self.audience.dismiss(CLOSE_RESTART)

    def _after_each_job(self) -> None:
        if self.must_go_on:
            self.go_on()

    async def _recover(self, error: Exception) -> None:
        """After a mistake of ours the ledger may be wrong: it is only a cache, so build it anew."""
        logger.error("table_failed table=%s", self.ledger.table, exc_info=error)
        await self.reload()

    async def reload(self) -> None:
        """Build the ledger anew from the log."""
        self._release()
        self.ledger, delay = await self.tables.load(self.ledger.table)
        self.audience.go_on_with(delay)
        self.tell_seats()
        self.must_go_on = True

    # ------------------------------------------------------------------ appending

    async def append(self, propose: Callable[[], Record]) -> int:
        """Append what is proposed for the table as it stands; on a conflict propose again.

        `propose` raises `Refusal` if the table does not allow it (any more). As the ledger may be
        behind the log, that is believed only when there is nothing new. A record that does not fit
        never reaches the log: nobody could load the table any more.
        """
        for _ in range(CONFLICTS_MAX):
            try:
                record = propose()
            except Refusal:
                if await self._catch_up():
                    continue
                raise
            data, is_last = records.encode(record), try_on(self.ledger, record)
            try:
                seq = await self.tables.log.append(
                    self.ledger.table, self.ledger.seq + 1, data, last=is_last
                )
            except Conflict:
                await self._catch_up()
                continue
            self._take(data)
            return seq
        raise StoreError(f"Table {self.ledger.table}: {CONFLICTS_MAX} conflicts in a row.")

    def _take(self, data: bytes) -> Record:
        """Take a record that is stored; outsiders may be told of it later."""
        record = self.ledger.take(data)
        if isinstance(record, StoodIn):
            self._early.drop(record.seat)
        if self.audience.delay is not None:
            self.audience.delay.add(record, data)
            self._release()
        return record

    async def _catch_up(self) -> bool:
        """Take what another process has appended, and tell of it; whether there was anything."""
        news = await self.tables.log.read(self.ledger.table, self.ledger.seq)
        if not news:
            return False
        self.must_go_on = True
        for data in news:
            record = self._take(data)
            if isinstance(record, Acted) and not self.ledger.was_aside:
                self._deadlines.answered(record.seat)
            elif isinstance(record, Spoke):
                self.audience.tell_saying(self.ledger)
        self.tell_seats()
        self.audience.tell(self.ledger)
        return True

    def go_on(self) -> None:
        """Do what follows from how the table stands: start it, wake bots, set the clock, tell."""
        self.must_go_on = False
        is_starting = self._starting is not None and not self._starting.done()
        if self._can_start() and not is_starting:
            self._starting = asyncio.create_task(self._start_at_last())
        self._forget_what_was_undone()
        self._timekeeper.let_run()
        self._early.look()
        self._timekeeper.set()
        self._bots.set()
        self.stand_ins.set()
        self.patience.set()
        self.proposals.set()
        self.notices.set()
        self._set_delayed()
        self.audience.tell(self.ledger)

    def _forget_what_was_undone(self) -> None:
        """Forget what was meant for moments that the table has taken back."""
        if self.ledger.rewound_seq != self._rewound_seq:
            self._rewound_seq = self.ledger.rewound_seq
            self._early.forget()
            self._bots.forget()

    def tell_seats(self) -> None:
        """Tell everybody who sits there, and whether the table plays."""
        self._note()
        self.audience.tell_seats(self.ledger)

    def _note(self) -> None:
        self.tables.directory.note(self.ledger, self.ledger_for(""))

    def _can_start(self) -> bool:
        return self.ledger.status == "waiting" and self.ledger.is_full

    async def _start_at_last(self) -> None:
        """Start as soon as it works: perhaps nothing else happens that would try again."""
        while self._can_start() and not self._task.done():
            await self.insist(self._start)

    async def _start(self) -> None:
        await self.append(self.propose_start)
        self.tell_seats()
        self.go_on()

    def propose_start(self) -> Started:
        """Propose to begin; raises `Refusal` while somebody is missing."""
        if self.ledger.state is not None:
            raise Refusal(409, "started", "The table has started already.")
        if not self.ledger.is_full:
            raise Refusal(409, "not_full", "There are open seats.")
        return Started(self.clock.wall_ms())

    # -------------------------------------------------------------- coming and going

    async def _join(self, connection: Connection, hello: Hello) -> None:
        await self._catch_up()
        if hello.credential is not None:
            connection.credential_hash = hash_credential(hello.credential)
            connection.seat = holder(self.ledger.chairs, connection.credential_hash)
            if connection.seat is None:
                raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
        if self.audience.count(connection.seat) >= self.settings.connections_per_viewpoint:
            raise Refusal(409, "too_many", "Too many are watching this table. Try again later.")
        if connection.seat is not None:
            await self.host.take_reserved(connection.seat, hello.salt)
            if hello.is_back:
                await self.stand_ins.welcome_back(connection.seat)
        await self._tell_later()
        self._timekeeper.let_run(connection.seat)  # whoever comes back is told how long there is
        self.audience.join(connection, self.ledger, hello.since)
        self.go_on()

    async def _leave(self, connection: Connection) -> None:
        self.audience.leave(connection, self.ledger)
        self.go_on()

    def _set_delayed(self) -> None:
        """Let outsiders know later what they may not know yet."""
        if self.audience.delay is not None:
            self._delayed.set(self.audience.delay.due())

    async def _tell_later(self) -> None:
        """Tell outsiders what happened a while ago."""
        self._release()
        self._note()
        self.audience.tell_outside()
        self.audience.tell(self.ledger)
        self._set_delayed()

    def _release(self) -> None:
        """Let the delayed table catch up as far as it may."""
        if self.audience.delay is not None:
            self.audience.delay.release(self._tell_late_saying)

    def _tell_late_saying(self, record: Record) -> None:
        if self.audience.delay is not None and isinstance(record, Spoke):
            self.audience.tell_saying(self.audience.delay.ledger)

    # ------------------------------------------------------------ acting and saying

    async def _act(self, connection: Connection, act: Act) -> None:
        seat = self.seat_of(connection, "act")
        if (seat, act.id) not in self.ledger.acknowledged:
            await self.stand_ins.welcome_back(
                seat, lambda: self.propose_act(seat, act.action, act.id, "person")
            )
        await self._act_or_wait(connection, seat, act)

    async def _act_at_last(self, connection: Connection, act: Act) -> None:
        """Only what has just arrived takes a seat back: its person may have left since."""
        seat = self.seat_of(connection, "act")
        if self.ledger.chairs[seat].stand_in is not None:
            raise Refusal(409, "too_late", f"A bot plays for seat {seat} now.")
        await self._act_or_wait(connection, seat, act)

    async def _act_or_wait(self, connection: Connection, seat: int, act: Act) -> None:
        is_back = self.ledger.chairs[seat].stand_in is None
        if is_back and self._early.keeps(connection, seat, act):
            self._timekeeper.set()
            return
        await self.act_now(connection, seat, act)

    async def act_now(self, connection: Connection, seat: int, act: Act) -> None:
        """Store an action, acknowledge it, and go on; part of another job of the table."""
        if (seat, act.id) not in self.ledger.acknowledged:
            await self.let_answers_in(seat, act.action)
        seq, is_new = await self.append_message(
            seat, act.id, lambda: self.propose_act(seat, act.action, act.id, "person")
        )
        connection.send(Ack(act.id, self.ledger.number(seat, seq)))
        if is_new:
            self.acted(seat)

    async def let_answers_in(self, seat: int, text: str) -> None:
        """Take what was answered before a seat plays; part of another job of the table."""
        if self._early.are_overtaken_by(seat, text):
            await self._early.let_in()

    async def _hold(self, connection: Connection, hold: Hold) -> None:
        seat = self.seat_of(connection, "hold")
        seq, is_new = await self.append_message(
            seat, hold.id, lambda: self.pace.propose_hold(self.ledger, seat, hold)
        )
        connection.send(Ack(hold.id, self.ledger.number(seat, seq)))
        if is_new:
            self.go_on()

    async def _say(self, connection: Connection, say: Say) -> None:
        seat = self.seat_of(connection, "talk")
        seq, is_new = await self.append_message(
            seat, say.id, lambda: self._propose_saying(seat, say)
        )
        connection.send(Ack(say.id, self.ledger.number(seat, seq)))
        if is_new:
            self.audience.tell_saying(self.ledger)
            self._set_delayed()

    def _propose_saying(self, seat: int, say: Say) -> Spoke:
        return Spoke(self.clock.wall_ms(), seat, say.id, say.text, say.phrase)

    async def append_message(
        self, seat: int, message: str, propose: Callable[[], Record]
    ) -> tuple[int, bool]:
        """Append a client's message unless it is stored already; give its number, and if it is new.

        It may have been stored by another process, so the question is asked at every attempt.
        """

        def propose_once() -> Record:
            if (seat, message) in self.ledger.acknowledged:
                raise Refusal(409, "repeated", "This message is stored already.")
            return propose()

        try:
            return await self.append(propose_once), True
        except Refusal:
            seq = self.ledger.acknowledged.get((seat, message))
            if seq is None:
                raise
            return seq, False

    def seat_of(self, connection: Connection, wish: str) -> int:
        """The seat of a connection; raises `Refusal` for spectators."""
        if connection.seat is None:
            raise Refusal(403, "spectator", f"You are watching. Only a seat may {wish}.")
        return connection.seat

    def propose_act(self, seat: int, text: str, message: str, by: By) -> Acted:
        """Propose an action; raises `Refusal` if it is not legal now."""
        try:
            action = self.ledger.check(seat, text)
        except BroadsideError as error:
            raise refusal_of(error) from error
        is_aside = self.ledger.is_aside(seat, action.text)
        reserve_ms = 0 if is_aside else self._deadlines.reserve_used_ms(seat)
        return Acted(self.clock.wall_ms(), seat, action.text, message, by, reserve_ms)

    def acted(self, seat: int) -> None:
        """Go on after an action that is stored and acknowledged."""
        if not self.ledger.was_aside:
            self._deadlines.answered(seat)
        self.went_on()

    def went_on(self) -> None:
        """Go on after what is stored; if it was the end, note the result."""
        self.go_on()
        if self.ledger.status == "over":
            logger.info("game_over table=%s seq=%d", self.ledger.table, self.ledger.seq)
            self.tell_seats()
            self._recording = asyncio.create_task(self._record_result())

    async def _record_result(self) -> None:
        """Note how the game ended. This is no job of the table: others write results, too."""
        results = self.tables.results
        try:
            await self._keep_trying(lambda: results.add(self.ledger, self.clock.wall_ms()))
        except Exception:
            logger.exception("result_lost table=%s", self.ledger.table)

    def propose_default(self, seat: int) -> Acted:
        """Propose the answer for a seat that gives none of its own."""
        state = self.ledger.state
        if state is None or not state.is_asked(seat):
            raise Refusal(409, "not_your_turn", f"Seat {seat} is not asked.")
        return self.propose_act(seat, state.prompt(seat).default.text, "", "clock")

    # ---------------------------------------------------------- jobs of the table itself

    async def insist(self, job: Callable[[], Awaitable[None]]) -> None:
        """Do a job of the table itself; nobody would repeat it if the store cannot take it now.

        After a mistake of ours it waits a while: the table tries again, and may fail again.
        """
        rest_s = self._rests_until - self.clock.now()
        if rest_s > 0:
            await self.clock.sleep(rest_s)
        with suppress(Exception):  # the table went on in another way, or has logged our mistake
            await self._keep_trying(lambda: self.do(lambda: self._do_own(job)))

    async def _do_own(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except (Refusal, StoreError):
            raise
        except Exception:
            self._rests_until = self.clock.now() + self.settings.retry_s
            raise

    async def _keep_trying(self, doing: Callable[[], Awaitable[None]]) -> None:
        """Do something as often as it takes until the store can take it."""
        while True:
            try:
                return await doing()
            except StoreError as error:
                logger.error("not_stored table=%s reason=%s", self.ledger.table, error)  # noqa: TRY400
                await self.clock.sleep(self.settings.retry_s)
