"""The world itself is tested: whatever is broken on purpose must be found, and told shortly."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from broadside.server.table import countdown
from broadside.server.table.shell import Shell
from broadside.store.memory import MemoryStore

from . import adapter
from .__main__ import main
from .faults import GARBAGE, NOT_WRITTEN, REPEATS, RESTARTS, SLOW_STORE, TWO_SERVERS
from .network import Connection
from .plan import CHAT, DAY_S, Plan, draw_plan
from .replays import is_looked_at
from .scheduler import Scheduler, SpinningError
from .shrink import Shrinker
from .story import Story
from .twins import TwinWorld, compare_silence
from .world import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.server.table.decision import Outcome, Scene

    from .network import Message
    from .tab import Tab

    Frame = dict[str, Any]


def small_plan() -> Plan:
    """Two people at the smallest game, and nothing goes wrong by itself."""
    plan = draw_plan(1, "jolly-and-roger")
    return replace(
        plan,
        seats="pp",
        paces_s=(0.4, 0.4),
        clock_s=120,
        watchers=0,
        kinds=frozenset(),
        habits=frozenset({CHAT}),
        chaos_s=15.0,
    )


def tamper(monkeypatch: pytest.MonkeyPatch, change: Callable[[Frame], list[Frame]]) -> None:
    """Change what the server sends, on its way."""
    transmit = Connection._transmit

    def send(self: Connection, message: Message) -> None:
        if "text" not in message:
            transmit(self, message)
            return
        for frame in change(json.loads(message["text"])):
            transmit(self, {**message, "text": json.dumps(frame)})

    monkeypatch.setattr(Connection, "_transmit", send)


def is_nth(number: int, asked: Callable[[Frame], bool]) -> Callable[[Frame], bool]:
    """Whether this is the frame with this number of all that are asked for."""
    seen: list[Frame] = []

    def ask(frame: Frame) -> bool:
        if asked(frame):
            seen.append(frame)
            return len(seen) == number
        return False

    return ask


def acknowledged(frame: Frame) -> str | None:
    """The id of the message that a frame acknowledges, if it does."""
    name = frame.get("ack") if frame["type"] == "update" else None
    return frame["id"] if frame["type"] == "ack" else name


def is_acknowledging(frame: Frame) -> bool:
    """Whether a frame acknowledges a message."""
    return acknowledged(frame) is not None


def without_acknowledgement(frame: Frame) -> list[Frame]:
    """The same frame if it tells anything else."""
    return [{**frame, "ack": None}] if frame["type"] == "update" else []


def found(plan: Plan) -> set[str]:
    """The kinds of what is found in a run."""
    return {finding.kind for finding in World(plan).run().findings}


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    """Else the other tests here would prove nothing."""
    assert found(small_plan()) == set()


def test_an_answer_that_gets_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message on a living connection must be answered."""
    is_third = is_nth(3, is_acknowledging)
    tamper(
        monkeypatch, lambda frame: without_acknowledgement(frame) if is_third(frame) else [frame]
    )
    assert "unanswered" in found(small_plan())


def test_a_second_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message is answered once."""
    is_third = is_nth(3, is_acknowledging)

    def repeat(frame: Frame) -> list[Frame]:
        again = {"type": "ack", "id": acknowledged(frame), "seq": frame.get("seq")}
        return [frame, again] if is_third(frame) else [frame]

    tamper(monkeypatch, repeat)
    assert found(small_plan()) == {"answered twice"}


def test_a_refusal_of_what_is_stored_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused must not stand in the log."""
    is_third = is_nth(3, is_acknowledging)

    def refuse(frame: Frame) -> list[Frame]:
        refused = {"type": "refused", "id": acknowledged(frame), "code": "no", "reason": "No."}
        return [*without_acknowledgement(frame), refused] if is_third(frame) else [frame]

    tamper(monkeypatch, refuse)
    assert "stored though refused" in found(small_plan())


def test_a_wrong_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody must see what the log says."""

    def lie(frame: Frame) -> list[Frame]:
        is_update = frame["type"] == "update"
        return [{**frame, "view": {**frame["view"], "round": -1}}] if is_update else [frame]

    tamper(monkeypatch, lie)
    monkeypatch.setattr("tests.world.fresh.Connection", _Untouched)
    assert found(small_plan()) == {"view", "replayed view"}


class _Untouched(Connection):
    """A connection that nobody tampers with."""

    _transmit = Connection._transmit


def test_a_lost_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody must have been told the whole story."""
    is_fifth = is_nth(5, lambda frame: frame["type"] == "update" and bool(frame["events"]))
    tamper(monkeypatch, lambda frame: [{**frame, "events": []}] if is_fifth(frame) else [frame])
    assert "events" in found(small_plan())


def test_a_view_on_the_way_is_compared_with_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the last view of a run must be true."""
    is_tenth = is_nth(10, lambda frame: frame["type"] == "update" and is_looked_at(frame))

    def lie(frame: Frame) -> list[Frame]:
        return [{**frame, "waiting": [1, 0, 1]}] if is_tenth(frame) else [frame]

    tamper(monkeypatch, lie)
    assert found(small_plan()) == {"replayed view"}


def test_a_wrong_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An acknowledgement carries the number of its record."""

    def misnumber(frame: Frame) -> list[Frame]:
        if not is_acknowledging(frame):
            return [frame]
        wrong = {"type": "ack", "id": acknowledged(frame), "seq": frame["seq"] + 1}
        return [*without_acknowledgement(frame), wrong]

    tamper(monkeypatch, misnumber)
    assert found(small_plan()) == {"misnumbered"}


def test_a_table_that_waits_for_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has not ended says for whom it waits."""

    def say_nothing(frame: Frame) -> list[Frame]:
        return [{**frame, "waiting": []} if frame["type"] == "update" else frame]

    tamper(monkeypatch, say_nothing)
    monkeypatch.setattr("tests.world.fresh.Connection", _Untouched)
    amid_a_game = replace(small_plan(), chaos_s=5.0, calm_s=1.0)
    assert "waits for nothing" in found(amid_a_game)


def test_a_repeat_without_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that comes twice is answered twice: who repeats it does not know of the first."""
    seen: set[str] = set()

    def answer_once(frame: Frame) -> list[Frame]:
        name = acknowledged(frame)
        if name is None or name not in seen:
            seen.add(name or "")
            return [frame]
        return without_acknowledgement(frame)

    tamper(monkeypatch, answer_once)
    plan = replace(small_plan(), kinds=frozenset({REPEATS}))
    assert found(plan) == {"unanswered"}


def test_a_hello_without_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says hello is welcomed."""
    is_first = is_nth(1, lambda frame: frame["type"] == "welcome")
    tamper(monkeypatch, lambda frame: [] if is_first(frame) else [frame])
    assert "not welcomed" in found(small_plan())


def test_junk_without_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read is refused."""

    def ignore(frame: Frame) -> list[Frame]:
        return [] if frame["type"] == "refused" and frame["id"] is None else [frame]

    tamper(monkeypatch, ignore)
    plan = replace(small_plan(), kinds=frozenset({GARBAGE}), chaos_s=60.0)
    assert found(plan) == {"junk"}


def test_a_request_that_hangs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request over HTTP is answered in time."""
    build = adapter.build

    def build_hanging(*parts: Any) -> Any:
        app = build(*parts)

        async def serve(scope: Message, receive: Any, send: Any) -> None:
            if scope.get("method") == "POST" and scope["path"].endswith("/seats/1"):
                await asyncio.Event().wait()
            await app(scope, receive, send)

        return serve

    monkeypatch.setattr(adapter, "build", build_hanging)
    assert "mistake" in found(small_plan())


def test_a_store_that_promises_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is told before it is stored for good: a server may be killed at any moment."""
    append = adapter.SimulatedStore.append

    def promise(self: adapter.SimulatedStore, *parts: Any) -> asyncio.Future[None]:
        writing: Any = append(self, *parts)
        writing.add_done_callback(lambda done: done.exception())
        promised: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        promised.set_result(None)
        return promised

    monkeypatch.setattr(adapter.SimulatedStore, "append", promise)
    plan = replace(small_plan(), seed=3, kinds=frozenset({SLOW_STORE, NOT_WRITTEN}), chaos_s=60.0)
    assert {"lost", "view"} <= found(plan)


def test_a_server_that_is_not_fenced_off_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers must not both write to a table."""
    write = MemoryStore._write

    def write_anyhow(self: MemoryStore, table: str, _epoch: int, _seq: int, *rest: Any) -> None:
        known = self._tables.get(table)
        write(self, table, self._epochs[table], len(known.records) if known else 0, *rest)

    monkeypatch.setattr(MemoryStore, "_write", write_anyhow)
    plan = replace(draw_plan(2, "jolly-roger"), kinds=frozenset({TWO_SERVERS}), chaos_s=60.0)
    assert {"broken log", "replayed view"} & found(plan)


def test_a_gap_in_the_numbers_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """If others counted a sealed answer, its number would tell them of it."""
    note_frame = TwinWorld.note_frame

    def count_all(self: TwinWorld, tab: Tab, frame: str) -> None:
        message = json.loads(frame)
        if message["type"] == "update":
            message["seq"] = self.house.disk.length(self.party.table or "") - 1
        note_frame(self, tab, json.dumps(message))

    monkeypatch.setattr(TwinWorld, "note_frame", count_all)
    assert compare_silence(0).differences


def test_a_word_about_a_sealed_answer_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """If others were told that nothing has changed, they would know that something has."""
    carry_out = Shell._carry_out

    async def tell_all(self: Shell, scene: Scene, outcome: Outcome, expected_seq: int) -> None:
        await carry_out(self, scene, outcome, expected_seq)
        for listener in scene.presence.listeners if outcome.records else []:
            listener.send([b'{"type":"seats"}'])

    monkeypatch.setattr(Shell, "_carry_out", tell_all)
    monkeypatch.setattr(Story, "take", _without_seats(Story.take))
    assert compare_silence(0).differences


def _without_seats(take: Callable[[Story, Frame], None]) -> Callable[[Story, Frame], None]:
    def take_others(story: Story, frame: Frame) -> None:
        if frame["type"] != "seats" or "table" in frame:
            take(story, frame)

    return take_others


def test_a_store_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is acknowledged must be there in the end."""
    records = adapter.Disk.records

    def without_the_last_acts(self: adapter.Disk, table: str) -> list[dict[str, Any]]:
        return records(self, table)[:-5]

    monkeypatch.setattr(adapter.Disk, "records", without_the_last_acts)
    assert found(small_plan()) == {"lost"}


def test_a_row_that_is_not_left_behind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that ends says when each of its tables must be loaded again."""

    async def leave_nothing(self: Shell) -> None:
        await self._house.store.release(self.name, self._epoch)

    by_days = replace(small_plan(), seed=2, clock_s=DAY_S, kinds=frozenset({RESTARTS}))
    assert found(by_days) == set()
    monkeypatch.setattr(Shell, "_leave_row", leave_nothing)
    assert found(by_days) == {"wrong row"}


def test_a_window_that_the_last_answer_closes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its end would tell who was the last."""
    due = countdown.due

    def due_at_once(scene: Scene) -> int | None:
        state = scene.table.playing
        return scene.now if state is not None and state.rests else due(scene)

    plan = draw_plan(1, "jolly-roger")
    quick = replace(small_plan(), game=plan.game, options=(), seats="ppp", paces_s=(0.15,) * 3)
    assert found(quick) == set()
    monkeypatch.setattr(countdown, "due", due_at_once)
    assert found(quick) == {"closed early"}


def test_a_task_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that nobody uses does nothing."""
    build = adapter.build
    kept: list[asyncio.Task[Any]] = []

    async def linger() -> None:
        await asyncio.Event().wait()

    def build_and_linger(*parts: Any) -> Any:
        kept.append(asyncio.get_running_loop().create_task(linger()))
        return build(*parts)

    monkeypatch.setattr(adapter, "build", build_and_linger)
    assert {"not idle", "left behind"} <= found(small_plan())


def test_who_goes_round_in_circles_is_found() -> None:
    """Time must pass."""
    scheduler = Scheduler(None)

    def again() -> None:
        scheduler.after(0.0, "again", again)

    again()
    with pytest.raises(SpinningError):
        scheduler.run(scheduler.now + 1)


def repeat_all(frame: Frame) -> list[Frame]:
    """Acknowledge everything twice."""
    again = {"type": "ack", "id": acknowledged(frame), "seq": frame.get("seq")}
    return [frame, again] if is_acknowledging(frame) else [frame]


@pytest.mark.parametrize("is_broken", [False, True])
def test_the_command_tells_what_was_injected_and_found(
    is_broken: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says how far it is, and fails if a seed shows anything."""
    if is_broken:
        tamper(monkeypatch, repeat_all)
    monkeypatch.setattr(sys, "argv", ["world", "--seeds", "5-6", "--game", "jolly-and-roger"])
    assert main() == is_broken
    told = capsys.readouterr()
    assert "2/2 seeds" in told.err
    assert "seeds: 2 (jolly-and-roger 2)" in told.out
    assert "\nfaults injected: " in told.out
    assert ("answered twice" in told.out) == is_broken


def test_a_story_gets_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has nothing to do with a finding is left out of its story."""
    tamper(monkeypatch, repeat_all)
    plan = replace(draw_plan(3, "jolly-and-roger"), seats="pp", paces_s=(0.4, 0.4), chaos_s=20.0)
    outcome = World(plan).run()
    shrinker = Shrinker(outcome, 60)
    assert shrinker.kind == "answered twice"
    short = shrinker.shrink()
    assert short.kinds == short.habits == frozenset()
    assert len(World(short).run().steps) < len(outcome.steps) / 2
