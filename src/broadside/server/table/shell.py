"""The shell of a table: the only place that waits.

One task per table takes one input at a time: decide, change, append, and only then send what came
of it, begin its jobs and set the alarm. While an append is under way the next input waits, so that
nothing can happen in between. If the store refuses, the table is built anew from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from broadside.server.failures import closed, explain
from broadside.server.table import core, idle_players, records, rows
from broadside.server.table.decision import Alarm, Join, Message, Outcome, Request, Rewrite, Scene
from broadside.server.table.jobs import Jobs
from broadside.server.table.presence import Presence
from broadside.server.table.results import game_result
from broadside.server.table.times import earliest
from broadside.server.table.updates import Teller
from broadside.server.table.viewpoints import encode
from broadside.service.refusal import Refusal
from broadside.store.interface import Conflict, Fenced, StoreError
from broadside.wire.messages import Ack, Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from broadside.server.house import House
    from broadside.server.table.decision import Input
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.state import Table
    from broadside.store.interface import TableRow
    from broadside.wire.messages import TableInfo

    Done = asyncio.Future[Any]
    Load = Callable[[str], Awaitable[tuple[Table, Delayed | None]]]

CLOSE_RESTART: Final = 1012

logger = logging.getLogger(__name__)


class Shell:
    """One table in memory, and everything around it that takes time."""

    def __init__(
        self,
        house: House,
        table: Table,
        delayed: Delayed | None,
        epoch: int,
        load: Load,
        ended: Callable[[Shell], None],
    ) -> None:
        self.name = table.name
        self._house = house
        self._table = table
        self._epoch = epoch
        self._load = load
        self._ended = ended
        is_playing = table.playing is not None
        self._ahead_ms = max(0, table.at_ms - house.clock.now_ms())
        """How far the table's time is ahead of the server's."""
        self._presence = Presence(self._now_ms(), found_playing=is_playing)
        self._teller = Teller(table, delayed)
        self._inbox: deque[tuple[Input, Done | None, float]] = deque()
        """With the moments at which inputs came."""
        self._came_s = 0.0
        self._has_mail: Done = asyncio.get_running_loop().create_future()
        """Done when the task waits in vain no longer."""
        self._is_over = table.status == "over"
        """Whether the result of the game is stored."""
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_ms = 0
        self._wake_ms: int | None = None
        self._rests_until_ms = 0
        """Before this moment the table begins nothing by itself: it could not be stored."""
        self._row_key: tuple[object, ...] = ()
        self._row_wake_ms: int | None = None
        self._jobs = Jobs(house, table, self.put)
        self._used_ms = self._now_ms()
        self._put(Alarm())
        self._task = asyncio.create_task(self._work(), name=f"table {table.name}")

    # ------------------------------------------------------------ what others may ask

    def put(self, given: Input) -> None:
        """Give the table something to take; what it says to it is sent to the connection."""
        if self._task.done():
            if isinstance(given, Message):
                given.listener.close(CLOSE_RESTART)
            return
        self._put(given)

    def _put(self, given: Input, done: Done | None = None) -> None:
        self._inbox.append((given, done, perf_counter()))
        if not self._has_mail.done():
            self._has_mail.set_result(None)

    async def ask(self, given: Join | Request | Rewrite) -> Any:
        """Have the table take something, and wait for what it answers; raises `Refusal`."""
        if self._task.done():
            raise closed()
        done: Done = asyncio.get_running_loop().create_future()
        self._put(given, done)
        return await done

    async def look(self, look: Callable[[Scene], Any]) -> Any:
        """Look at the table when nothing of it is on its way to the store."""
        return await self.ask(Request(lambda _scene: Outcome(answer=look)))

    def info(self, scene: Scene, seat: int | None) -> TableInfo:
        """The table as a seat or an outsider may see it."""
        return self._teller.info_for(seat, scene)

    def seen_by(self, scene: Scene, seat: int | None) -> Table:
        """What a seat or an outsider may know of the game: the present, or what is a while ago."""
        if self._teller.delayed is not None:
            self._teller.delayed.release(scene.now)
        return self._teller.table_for(seat, scene.table)

    def is_idle(self) -> bool:
        """Whether nobody is here, nothing is under way, and nothing falls due soon."""
        idle_ms = round(self._house.settings.idle_s * 1000)
        soon_ms = self._now_ms() + idle_ms
        is_awaited = self._presence.listeners or self._jobs.running or self._inbox
        is_due_soon = self._wake_ms is not None and self._wake_ms <= soon_ms
        is_used = self._now_ms() - self._used_ms < idle_ms
        return not is_awaited and not is_due_soon and not is_used

    async def close(self) -> None:
        """Stop working. The log has everything; the row says when the table must be loaded."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # ------------------------------------------------------------------------ the task

    async def _work(self) -> None:
        """Take one input after the other."""
        try:
            while True:
                while self._inbox:
                    await self._finish(*self._inbox.popleft())
                self._has_mail = asyncio.get_running_loop().create_future()
                await self._has_mail
        except (Fenced, Conflict, StoreError, Refusal) as error:
            logger.warning("table_lost table=%s reason=%s", self.name, error)
        except asyncio.CancelledError:
            await self._leave_row()
            raise
        finally:
            self._end()

    def _end(self) -> None:
        """Let go of everything; clients come again."""
        self._ended(self)
        if self._alarm is not None:
            self._alarm.cancel()
        self._jobs.end()
        while self._inbox:
            _settle(self._inbox.popleft()[1], error=closed())
        for listener in self._presence.listeners:
            listener.close(CLOSE_RESTART)

    async def _leave_row(self) -> None:
        """Store when the table must be loaded again, unless the row says so; give it back."""
        scene, store = self._scene(), self._house.store
        if core.wake_ms(scene, self._teller.delayed) != self._row_wake_ms:
            row, next_seq = self._row(scene), self._table.seq + 1
            try:
                await store.append(self.name, self._epoch, next_seq, [], row)
            except (StoreError, Fenced, Conflict) as error:
                logger.warning("row_lost table=%s reason=%s", self.name, error)
        with suppress(StoreError):
            await store.release(self.name, self._epoch)

    async def _finish(self, given: Input, done: Done | None, came_s: float) -> None:
        """Take an input and what follows from it, and report how that went."""
        self._came_s = came_s
        try:
            outcome = await self._take(given)
        except (Fenced, Conflict):
            self._refuse(given, done, closed())
            raise
        except asyncio.CancelledError:
            _settle(done, error=closed())
            raise
        except Refusal as refusal:
            self._house.meters.refused += 1
            self._refuse(given, done, refusal)
        except Exception as error:  # noqa: BLE001  whoever asked must not be left waiting
            await self._recover(given, done, explain(error, self.name))
        else:
            await self._go_on(given, done, outcome)

    async def _go_on(self, given: Input, done: Done | None, outcome: Outcome) -> None:
        """Do what follows from an input that is stored; whatever fails now, it was taken."""
        try:
            if outcome.records or not isinstance(given, Request | Rewrite):
                await self._follow_safely()
        except BaseException:
            _settle(done, error=closed())
            raise
        try:
            answer = None if outcome.answer is None else outcome.answer(self._scene())
        except Refusal as refusal:
            self._house.meters.refused += 1
            _settle(done, error=refusal)
        except Exception as error:  # noqa: BLE001  the same
            self._house.meters.failed += 1
            _settle(done, error=explain(error, self.name))
        else:
            _settle(done, answer)

    def _now_ms(self) -> int:
        """The table's time: it goes on from the last record, though the wall's clock was set back.

        A server reads the wall once, when it starts; the one before may have read another time.
        """
        return self._house.clock.now_ms() + self._ahead_ms

    def _scene(self) -> Scene:
        house = self._house
        return Scene(self._table, self._presence, self._now_ms(), house.settings, house.crew)

    async def _take(self, given: Input) -> Outcome:
        """Decide about one input, change the table, append, and only then send."""
        if isinstance(given, Rewrite):
            return await self._rewrite(given)
        scene = self._scene()
        expected_seq = self._table.seq + 1
        outcome = core.take(scene, given)
        if outcome.records or not isinstance(given, Request):  # who only looks keeps no table here
            self._used_ms = scene.now
        await self._carry_out(scene, outcome, expected_seq)
        if isinstance(given, Message):
            self._house.meters.messages.since(self._came_s)
            self._jobs.help(given, outcome, self._table)
        return outcome

    async def _carry_out(self, scene: Scene, outcome: Outcome, expected_seq: int) -> None:
        """Append what was decided; then send everybody what is theirs to know."""
        table = self._table
        key = self._teller.row_key(scene)
        is_right = key == self._row_key and not self._is_woken_too_late(scene)
        row = None if is_right else self._row(scene)
        if outcome.records or row is not None:
            data = [records.encode(record) for record in outcome.records]
            is_end = table.status == "over" and not self._is_over
            result = game_result(table) if is_end else None
            began_s = perf_counter()
            stored = self._house.store.append(
                self.name, self._epoch, expected_seq, data, row, result
            )
            try:
                parcels = self._teller.parcels(scene, outcome)  # while the disk writes
            finally:
                await stored
            self._house.meters.commits.since(began_s)
            self._is_over = table.status == "over"
            if row is not None:
                self._row_key, self._row_wake_ms = key, row.wake_ms
        else:
            parcels = self._teller.parcels(scene, outcome)
        if self._teller.delayed is not None:
            parcels += self._teller.outside(scene, outcome)
        for parcel in parcels:
            parcel.deliver()
        self._teller.sent_seq = table.seq
        if outcome.reply is not None:
            outcome.reply[0].send([encode(outcome.reply[1])])

    async def _follow_safely(self) -> None:
        """Do what follows; if it cannot be stored, the input before is done all the same."""
        if self._now_ms() < self._rests_until_ms:
            self._set_alarm(self._rests_until_ms)
            return
        try:
            await self._follow()
        except (Fenced, Conflict):
            raise
        except Exception as error:  # noqa: BLE001  the input was taken, and nobody asks for more
            self._house.meters.failed += 1
            explain(error, self.name)
            await self._reload_and_rest()

    async def _follow(self) -> None:
        """Do what is due by now, tell who keeps the table waiting, set the alarm, begin jobs."""
        scene, expected_seq = self._scene(), self._table.seq + 1
        late, scene.presence.late = scene.presence.late, idle_players.late(scene)
        outcome = core.follow(scene, self._jobs.noticed)
        has_changed = late != scene.presence.late
        if outcome.records or has_changed or self._is_woken_too_late(scene):
            await self._carry_out(scene, outcome, expected_seq)
        elif self._teller.delayed is not None:
            for parcel in self._teller.outside(scene, outcome):
                parcel.deliver()
        self._jobs.think(outcome.thoughts, scene.presence)
        self._jobs.notify(self._table, scene.presence.online, outcome.notices)
        self._wake_ms = earliest([outcome.wake_ms, self._teller.next_outside_ms()])
        self._set_alarm(self._wake_ms)

    async def _rewrite(self, given: Rewrite) -> Outcome:
        """Put other records in the place of some, then build the table anew and tell of it."""
        store = self._house.store
        changes = given.change(await store.read(self.name))
        outcome = Outcome(answer=lambda _scene: len(changes))
        if not changes:
            return outcome
        for seq, record in changes:
            await store.rewrite(self.name, self._epoch, seq, record)
        await self._reload()
        self._row_key = ()
        await self._carry_out(self._scene(), Outcome(), self._table.seq + 1)
        # Once more, now that the row is another one: what it said before is wiped with the record.
        await store.rewrite(self.name, self._epoch, *changes[-1])
        return outcome

    # ------------------------------------------------------------------------ the row

    def _row(self, scene: Scene) -> TableRow:
        return rows.row(scene, self.info(scene, None), self._teller.delayed)

    def _is_woken_too_late(self, scene: Scene) -> bool:
        """Whether the stored row would have the table loaded later than it must be."""
        wake_ms, known_ms = core.wake_ms(scene, self._teller.delayed), self._row_wake_ms
        return wake_ms is not None and (known_ms is None or wake_ms < known_ms)

    # ------------------------------------------------------------------- when it fails

    def _refuse(self, given: Input, done: Done | None, refusal: Refusal) -> None:
        """Say no."""
        if done is not None:
            _settle(done, error=refusal)
        elif isinstance(given, Message):
            if refusal.code == "closed":  # no answer: the client shall come back and repeat it
                given.listener.close(CLOSE_RESTART)
                return
            answer = Refused(
                given.message_id, refusal.code, refusal.reason, refusal.rule, refusal.details
            )
            given.listener.send([encode(answer)])

    async def _recover(self, given: Input, done: Done | None, refusal: Refusal) -> None:
        """Build the table anew from its log, which may have taken what seemed to fail."""
        self._house.meters.failed += 1
        if isinstance(given, Join):
            self._presence.leave(given.listener, self._now_ms())
        try:
            await self._reload_and_rest()
        except BaseException:  # nobody can say whether it is stored
            self._refuse(given, done, closed())
            raise
        if isinstance(given, Message):
            stored = self._table.acknowledged_number(given.listener.seat, given.message_id)
            if stored is not None:
                given.listener.send([encode(Ack(given.message_id or "", stored))])
                return
        self._refuse(given, done, refusal)

    async def _reload_and_rest(self) -> None:
        """Build the table anew; after a while it tells what it has, and goes on by itself."""
        await self._reload()
        retry_ms = self._now_ms() + round(self._house.settings.retry_s * 1000)
        self._rests_until_ms = retry_ms
        self._set_alarm(retry_ms)

    async def _reload(self) -> None:
        """Build the table anew from the log."""
        self._table, delayed = await self._load(self.name)
        self._ahead_ms = max(self._ahead_ms, self._table.at_ms - self._house.clock.now_ms())
        self._teller.go_on(delayed)
        self._presence.reseat(self._table.chairs, self._now_ms())
        self._is_over = self._table.status == "over"
        self._presence.forget_thoughts()

    # ----------------------------------------------------------------------- the alarm

    def _set_alarm(self, moment_ms: int | None) -> None:
        """Ring at a moment. One that is set for earlier may ring: the table looks, and waits on."""
        if moment_ms is None or (self._alarm is not None and self._alarm_ms <= moment_ms):
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_ms = moment_ms
        self._alarm = self._house.clock.call_at(moment_ms - self._ahead_ms, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._put(Alarm())


def _settle(done: Done | None, result: object = None, error: Exception | None = None) -> None:
    """Report how an input went; the asker may have left meanwhile."""
    if done is None or done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
