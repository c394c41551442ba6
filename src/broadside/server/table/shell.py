"""The shell of a table: the only place that waits.

One task per table takes one input at a time: decide, change, append, and only then send what came
of it, begin its jobs and set the alarm. While an append is under way the next input waits, so that
nothing can happen in between. If the store refuses, the table is built anew from its log.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from broadside.server.table import core, idle_players, records, rows
from broadside.server.table.presence import Presence
from broadside.server.table.results import game_result
from broadside.server.table.scene import (
    Advise,
    Alarm,
    Confirm,
    Join,
    Loaded,
    Message,
    Outcome,
    Request,
    Rewrite,
    Scene,
    Think,
    Thinking,
    YourTurn,
)
from broadside.server.table.state import BrokenTableError
from broadside.server.table.viewpoints import Teller, encode
from broadside.service.refusal import Refusal, not_stored
from broadside.store.interface import Conflict, Fenced, StoreError
from broadside.wire.messages import Ack, HintMove, Hints, Refused
from broadside.workers.pool import NoThoughtError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping

    from broadside.server.house import House
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.presence import Listener
    from broadside.server.table.scene import Input, Job
    from broadside.server.table.state import Table
    from broadside.server.table.times import Since
    from broadside.store.interface import TableRow
    from broadside.wire.messages import Hello, TableInfo

    Done = asyncio.Future[Any]
    Load = Callable[[str], Awaitable[tuple[Table, Delayed | None]]]

CLOSE_RESTART: Final = 1012
HINTS_MAX: Final = 3

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
        self._inbox: asyncio.Queue[tuple[Input, Done | None]] = asyncio.Queue()
        self._is_over = table.status == "over"
        """Whether the result of the game is stored."""
        self._noticed: Mapping[int, Since] = table.times.awaited
        """Who was asked, and since when, when notices were sent last."""
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_ms = 0
        self._wake_ms: int | None = None
        self._rests_until_ms = 0
        """Before this moment the table begins nothing by itself: it could not be stored."""
        self._row_key: tuple[object, ...] = ()
        self._row_wake_ms: int | None = None
        self._jobs: dict[asyncio.Task[None], Job] = {}
        self._used_ms = self._now_ms()
        self._inbox.put_nowait((Loaded(), None))
        self._task = asyncio.create_task(self._work(), name=f"table {table.name}")

    # ------------------------------------------------------------ what others may ask

    def put(self, given: Input) -> None:
        """Give the table something to take; what it says to it is sent to the connection."""
        if self._task.done():
            if isinstance(given, Message):
                given.listener.close(CLOSE_RESTART)
            return
        self._inbox.put_nowait((given, None))

    async def ask(self, given: Join | Request | Rewrite) -> Any:
        """Have the table take something, and wait for what it answers; raises `Refusal`."""
        if self._task.done():
            raise closed()
        done: Done = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((given, done))
        return await done

    async def join(self, listener: Listener, hello: Hello) -> None:
        """Say hello for a new connection; raises `Refusal` for a wrong credential."""
        await self.ask(Join(listener, hello))

    async def look(self, look: Callable[[Scene], Any]) -> Any:
        """Look at the table when nothing of it is on its way to the store."""

        def decide(_scene: Scene) -> Outcome:
            outcome = Outcome()
            outcome.answer = look
            return outcome

        return await self.ask(Request(decide))

    def info(self, scene: Scene, seat: int | None) -> TableInfo:
        """The table as a seat or an outsider may see it."""
        return self._teller.info_for(seat, scene)

    def seen_by(self, scene: Scene, seat: int | None) -> Table:
        """What a seat or an outsider may know of the game: the present, or what is a while ago."""
        if self._teller.delayed is not None:
            self._teller.delayed.release(scene.now)
        return self._teller.table_for(seat, scene.table)

    async def rewrite(self, change: Callable[[list[bytes]], list[tuple[int, bytes]]]) -> int:
        """Erase something from the table's log; give the number of records that were changed."""
        return int(await self.ask(Rewrite(change)))

    def is_idle(self) -> bool:
        """Whether nobody is here, nothing is under way, and nothing falls due soon."""
        idle_ms = round(self._house.settings.idle_s * 1000)
        soon_ms = self._now_ms() + idle_ms
        is_awaited = self._presence.listeners or self._jobs or not self._inbox.empty()
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
                given, done = await self._inbox.get()
                await self._finish(given, done)
        except (Fenced, Conflict) as error:
            logger.warning("table_lost table=%s reason=%s", self.name, error)
        except (StoreError, BrokenTableError, Refusal) as error:
            logger.error("table_lost table=%s reason=%s", self.name, error)  # noqa: TRY400
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
        for job in self._jobs:
            job.cancel()
        while not self._inbox.empty():
            _settle(self._inbox.get_nowait()[1], error=closed())
        for listener in self._presence.listeners:
            listener.close(CLOSE_RESTART)

    async def _leave_row(self) -> None:
        """Store when the table must be loaded again, unless the row says so."""
        scene = self._scene()
        if rows.wake_ms(scene, self._teller.delayed) != self._row_wake_ms:
            row, next_seq = self._row(scene), self._table.seq + 1
            try:
                await self._house.store.append(self.name, self._epoch, next_seq, [], row)
            except (StoreError, Fenced, Conflict) as error:
                logger.warning("row_lost table=%s reason=%s", self.name, error)

    async def _finish(self, given: Input, done: Done | None) -> None:
        """Take an input and what follows from it, and report how that went."""
        try:
            outcome = await self._take(given)
            answer = None if isinstance(outcome, Outcome) else outcome
            if isinstance(outcome, Outcome):
                if outcome.records or not isinstance(given, Request):
                    await self._follow_safely()
                answer = None if outcome.answer is None else outcome.answer(self._scene())
        except Refusal as refusal:
            self._refuse(given, done, refusal)
        except StoreError as error:
            logger.error("not_stored table=%s reason=%s", self.name, error)  # noqa: TRY400
            await self._recover(given, done, not_stored())
        except (Fenced, Conflict):
            self._refuse(given, done, closed())
            raise
        except asyncio.CancelledError:
            _settle(done, error=closed())
            raise
        except Exception:
            logger.exception("table_failed table=%s", self.name)
            await self._recover(given, done, Refusal(500, "internal", "The server made a mistake."))
        else:
            _settle(done, answer)

    def _now_ms(self) -> int:
        """The table's time: it goes on from the last record, though the wall's clock was set back.

        A server reads the wall once, when it starts; the one before may have read another time.
        """
        return self._house.clock.now_ms() + self._ahead_ms

    def _scene(self) -> Scene:
        house = self._house
        return Scene(self._table, self._presence, self._now_ms(), house.settings, house.bots)

    async def _take(self, given: Input) -> Outcome | int:
        """Decide about one input, change the table, append, and only then send."""
        if isinstance(given, Rewrite):
            return await self._rewrite(given)
        scene = self._scene()
        self._used_ms = scene.now
        expected_seq = self._table.seq + 1
        outcome = core.take(scene, given)
        await self._carry_out(scene, outcome, expected_seq)
        if isinstance(given, Message):
            self._begin_hints(given.listener, outcome)
        return outcome

    async def _carry_out(self, scene: Scene, outcome: Outcome, expected_seq: int) -> None:
        """Append what was decided; then send everybody what is theirs to know."""
        table = self._table
        key = self._teller.row_key(scene)
        row = None if key == self._row_key else self._row(scene)
        if outcome.records or row is not None:
            data = [records.encode(record) for record in outcome.records]
            is_end = table.status == "over" and not self._is_over
            result = game_result(table) if is_end else None
            stored = self._house.store.append(
                self.name, self._epoch, expected_seq, data, row, result
            )
            try:
                parcels = self._teller.parcels(scene, outcome)  # while the disk writes
            finally:
                await stored
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
        except StoreError as error:
            logger.error("not_stored table=%s reason=%s", self.name, error)  # noqa: TRY400
            await self._reload_and_rest()
        except (Fenced, Conflict):
            raise
        except Exception:
            logger.exception("table_failed table=%s", self.name)
            await self._reload_and_rest()

    async def _follow(self) -> None:
        """Do what is due by now, tell who keeps the table waiting, set the alarm, begin jobs."""
        scene, expected_seq = self._scene(), self._table.seq + 1
        late, scene.presence.late = scene.presence.late, idle_players.late(scene)
        outcome = core.follow(scene, self._noticed)
        self._forget_notices()
        is_woken_too_late = self._is_woken_too_late(scene)
        if is_woken_too_late:
            self._row_key = ()
        if outcome.records or is_woken_too_late or late != scene.presence.late:
            await self._carry_out(scene, outcome, expected_seq)
        elif self._teller.delayed is not None:
            for parcel in self._teller.outside(scene, outcome):
                parcel.deliver()
        self._begin_jobs(outcome.jobs)
        self._wake_ms = _earlier(outcome.wake_ms, self._teller.next_outside_ms())
        self._set_alarm(self._wake_ms)

    async def _rewrite(self, given: Rewrite) -> int:
        """Put other records in the place of some, then build the table anew and tell of it."""
        store = self._house.store
        changes = given.change(await store.read(self.name))
        if not changes:
            return 0
        for seq, record in changes:
            await store.rewrite(self.name, self._epoch, seq, record)
        await self._reload()
        self._row_key = ()
        await self._carry_out(self._scene(), Outcome(), self._table.seq + 1)
        # Once more, now that the row is another one: what it said before is wiped with the record.
        await store.rewrite(self.name, self._epoch, *changes[-1])
        return len(changes)

    # ------------------------------------------------------------------------ the row

    def _row(self, scene: Scene) -> TableRow:
        return rows.row(scene, self.info(scene, None), self._teller.delayed)

    def _is_woken_too_late(self, scene: Scene) -> bool:
        """Whether the stored row would have the table loaded later than it must be."""
        wake_ms, known_ms = rows.wake_ms(scene, self._teller.delayed), self._row_wake_ms
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
                getattr(given.message, "id", None), refusal.code, refusal.reason, refusal.rule
            )
            given.listener.send([encode(answer)])

    async def _recover(self, given: Input, done: Done | None, refusal: Refusal) -> None:
        """Build the table anew from its log, which may have taken what seemed to fail."""
        if isinstance(given, Join):
            self._presence.leave(given.listener, self._now_ms())
        try:
            await self._reload_and_rest()
        except BaseException:
            self._refuse(given, done, refusal)
            raise
        stored = self._stored_number(given)
        if stored is not None and isinstance(given, Message):
            given.listener.send([encode(Ack(*stored))])
        else:
            self._refuse(given, done, refusal)

    async def _reload_and_rest(self) -> None:
        """Build the table anew; after a while it tells what it has, and goes on by itself."""
        await self._reload()
        retry_ms = self._now_ms() + round(self._house.settings.retry_s * 1000)
        self._rests_until_ms = retry_ms
        self._set_alarm(retry_ms)

    def _stored_number(self, given: Input) -> tuple[str, int] | None:
        """The id of a message and the number of its record, if the log has it after all."""
        if not isinstance(given, Message) or given.listener.seat is None:
            return None
        seat, message = given.listener.seat, getattr(given.message, "id", None)
        if message is None or (seat, message) not in self._table.acknowledged:
            return None
        return message, self._table.number(seat, self._table.acknowledged[seat, message])

    async def _reload(self) -> None:
        """Build the table anew from the log."""
        self._table, delayed = await self._load(self.name)
        self._ahead_ms = max(self._ahead_ms, self._table.at_ms - self._house.clock.now_ms())
        if self._teller.delayed is not None and delayed is not None:
            delayed.online = self._teller.delayed.online
        self._teller.delayed = delayed
        self._teller.go_on(self._table)
        self._is_over = self._table.status == "over"
        self._presence.forget_thoughts()

    # ---------------------------------------------------------------- alarm and jobs

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
        self._inbox.put_nowait((Alarm(), None))

    def _begin_jobs(self, jobs: list[Job]) -> None:
        for task, running in self._jobs.items():
            if isinstance(running, Think) and not self._is_wanted(running):
                task.cancel()
        for job in jobs:
            if isinstance(job, Think):
                self._begin(job, self._think(job))
            elif isinstance(job, YourTurn):
                self._notify(job)

    def _forget_notices(self) -> None:
        """People who have answered, or have come, need not hear any more that they were asked."""
        awaited, online = self._table.times.awaited, self._presence.online
        for seat, since in self._noticed.items():
            chair = self._table.chairs[seat]
            if chair.mail and (seat in online or awaited.get(seat) != since):
                self._house.notifier.answered(mail=chair.mail, table=self.name)
        self._noticed = self._table.times.awaited

    def _begin_hints(self, listener: Listener, outcome: Outcome) -> None:
        """Begin what a message asks for: a hint, or the confirmation of an address."""
        for job in outcome.jobs:
            if isinstance(job, Advise):
                self._begin(job, self._advise(listener, job))
            elif isinstance(job, Confirm):
                self._begin(job, self._confirm(job, listener.address))

    def _begin(self, job: Job, doing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(doing)
        self._jobs[task] = job
        task.add_done_callback(lambda done: self._jobs.pop(done, None))

    def _is_wanted(self, job: Think) -> bool:
        thoughts = self._presence.answers if job.is_aside else self._presence.thoughts
        found = thoughts.get(job.seat)
        return found is not None and found.decision == job.decision

    async def _think(self, job: Think) -> None:
        """Have a bot think. Whatever is wrong with it, its table goes on."""
        text: str | None = None
        try:
            text = await self._house.thinkers.think(
                self._table.game.name,
                job.world,
                job.seat,
                job.bot,
                job.seed,
                is_aside=job.is_aside,
                table=self.name,
            )
        except NoThoughtError as error:
            logger.warning("bot_failed table=%s reason=%s", self.name, error)
        except Exception:
            logger.exception("bot_failed table=%s", self.name)
        self.put(Thinking(job.seat, job.decision, text, job.is_aside))

    async def _advise(self, listener: Listener, job: Advise) -> None:
        """Have a hint made; it is told to nobody else, and stored nowhere."""
        told: Hints | Refused = Refused(job.message, "no_hint", "No captain has an opinion now.")
        try:
            rated = await self._house.thinkers.advise(
                self._table.game.name, job.worlds, job.seat, table=self.name
            )
            moves = [HintMove(action, rating) for action, rating in rated[:HINTS_MAX]]
            told = Hints(job.message, moves)
        except NoThoughtError as error:
            logger.warning("no_hint table=%s reason=%s", self.name, error)
        except Exception:
            logger.exception("no_hint table=%s", self.name)
        listener.send([encode(told)])

    async def _confirm(self, job: Confirm, address: str) -> None:
        """Ask a mail address whether it wants to be told, unless it has agreed."""
        chair = self._table.chairs[job.seat]
        await self._house.notifier.ask_confirmation(chair.mail, chair.language, address)

    def _notify(self, job: YourTurn) -> None:
        """Tell a person outside of the page that the table waits; where that is allowed."""
        table, notifier = self._table, self._house.notifier
        chair, game = table.chairs[job.seat], table.game.name
        title = game.replace("-and-", " & ").replace("-", " ").title()
        if chair.mail and job.seat not in self._presence.online:
            notifier.your_turn(
                mail=chair.mail,
                language=chair.language,
                name=chair.title(),
                table=self.name,
                game=title,
            )
        if table.opened.webhook:
            notifier.hook(
                url=table.opened.webhook,
                table=self.name,
                game=game,
                seat=job.seat,
                name=chair.title(),
            )


def closed() -> Refusal:
    """Why something was not done by a table that is being closed."""
    return Refusal(503, "closed", "The table is being closed. Try again in a moment.")


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((moment for moment in (one, other) if moment is not None), default=None)


def _settle(done: Done | None, result: object = None, error: Exception | None = None) -> None:
    """Report how an input went; the asker may have left meanwhile."""
    if done is None or done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
