"""What must hold after every run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from . import adapter
from .faults import KILLS, SAME_IDS, STORE_KINDS, TWO_SERVERS, WALL_CLOCK
from .fresh import FreshServer
from .letters import REFUSED, STORED
from .plan import DAY_S, GAMES
from .process import describe
from .replays import LASTING, check_replays

if TYPE_CHECKING:
    from .letters import Answer, Letter, Postbox
    from .people import Person
    from .process import Process
    from .tab import Tab
    from .world import World

    Frame = dict[str, Any]


# --------------------------------------------------------------- while all stands still


def check_rest(world: World) -> None:
    """Everybody knows what a fresh server tells, and may resume from anywhere."""
    if adapter.FOLLOWS_WALL and world.house.turned_s:
        return  # a fresh server finds that much more is overdue
    fresh = FreshServer(world.house, world.scheduler.now)
    try:
        for person in world.people:
            for tab in person.tabs:
                if tab.is_open and tab.connection is not None and tab.connection.reads:
                    _check_tab(world, fresh, person, tab)
    finally:
        fresh.close()


def _check_tab(world: World, fresh: FreshServer, person: Person, tab: Tab) -> None:
    assert person.table is not None
    is_delayed = tab.story.seat is None and world.plan.spectator_delay_s
    if is_delayed:
        return  # what it sees depends on when, to the millisecond
    anew = fresh.ask(person.table, person.credential if tab.story.seat is not None else None)
    here, there = _lasting_info(tab.story.table), _lasting_info(anew.story.table)
    for key in here:
        if here[key] != there.get(key):
            world.find("table", f"{tab.name}: {key} is {here[key]!r}, but {there.get(key)!r}")
    told, true = tab.story.update, anew.story.update
    if (told is None) != (true is None):
        world.find("view", f"{tab.name} has {_has(told)} update, a fresh server {_has(true)}")
    if told is None or true is None:
        return
    world.outcome.facts["views compared"] += 1
    is_playing = (tab.story.table or {}).get("status") == "playing"
    if is_playing and not (told["waiting"] or told["countdown"]):
        world.find("waits for nothing", f"{tab.name} is told of nobody for whom the table waits")
    for key in LASTING:
        if told.get(key) != true.get(key):
            world.find("view", f"{tab.name}: {key} is {told.get(key)!r}, but {true.get(key)!r}")
    _check_events(world, tab, _without_own_pause(tab, anew.story.events))
    _check_resuming(world, fresh, person, tab, anew.story.events)


def _lasting_info(info: Frame | None) -> Frame:
    """What is told of a table, without who is connected."""
    if info is None:
        return {}
    seats = [{**seat, "online": None, "late": None} for seat in info["seats"]]
    return {**info, "seats": seats, "paused": None, "host_online": None}


def _has(update: Frame | None) -> str:
    return "no" if update is None else "an"


def _without_own_pause(tab: Tab, events: list[Frame]) -> list[Frame]:
    """The events without the pause that the fresh server itself has made, and ended, at the end."""
    last = tab.story.events[-1]["seq"] if tab.story.events else -1
    own = ("table_paused", "table_resumed")
    return [event for event in events if event["seq"] <= last or event["kind"] not in own]


def _check_events(world: World, tab: Tab, true: list[Frame]) -> None:
    """The same events in the same order, with the same facts.

    What has faded since was told then, and what the end has opened is told only now.
    """
    told = tab.story.events
    if [(e["seq"], e["kind"]) for e in told] != [(e["seq"], e["kind"]) for e in true]:
        world.find("events", f"{tab.name} was told {_tail(told)}, but it was {_tail(true)}")
        return
    for one, other in zip(told, true, strict=True):
        if any(_contradicts(one[key], other[key]) for key in one.keys() & other.keys()):
            world.find("events", f"{tab.name} was told {one}, but it was {other}")


def _contradicts(one: object, other: object) -> bool:
    """Whether two tellings of a fact cannot both be true; a list that is hidden is empty."""
    return one != other and [] not in (one, other)


def _tail(events: list[Frame]) -> str:
    return f"{len(events)}: …{[(e['seq'], e['kind']) for e in events[-6:]]}"


def _check_resuming(
    world: World, fresh: FreshServer, person: Person, tab: Tab, events: list[Frame]
) -> None:
    """Who resumes from a number is told the rest, and nothing twice."""
    numbers = sorted({event["seq"] for event in events})
    for since in numbers[len(numbers) // 2 :][:1]:
        credential = person.credential if tab.story.seat is not None else None
        assert person.table is not None
        resumed = fresh.ask(person.table, credential, since).story
        is_rewound = len(resumed.events) == len(events)
        rest = events if is_rewound else [e for e in events if e["seq"] > since]
        if resumed.events != rest:
            text = f"{tab.name} since {since}: {_tail(resumed.events)}, but {_tail(rest)}"
            world.find("resuming", text)


def check_idle(world: World) -> None:
    """When all have left, and after a while, the server keeps nothing in memory."""
    process = world.process
    if process is None:
        world.find("down", "nobody serves though all is well")
        return
    tasks = Counter(describe(task) for task in process.loop.living())
    allowed = set(adapter.IDLE_TASKS)
    infos = [person.main.story.table or {} for person in world.people]
    if any((info.get("clock_s") or 0) >= DAY_S for info in infos):
        allowed |= set(adapter.SLEEPING_TASKS)
    for name in sorted(set(tasks) - allowed):
        world.find("not idle", f"{tasks[name]} times {name} though nobody is there")


# ------------------------------------------------------------------------ at the end


def check_all(world: World) -> None:
    """Every message, every record, every process."""
    _check_answers(world)
    _check_log(world)
    _check_closings(world)
    check_replays(world)
    for tab in world.tabs():
        if not _may_go_back(world, tab):
            for oddity in tab.story.oddities:
                world.find("story", f"{tab.name}: {oddity}")
    for number, process in enumerate(world.house.all):
        for mistake in [*process.mistakes, *process.loop.mistakes]:
            world.find("mistake", f"process {number}: {mistake}")
        for task in process.left_behind:
            world.find("left behind", f"process {number}: {task}")


def _may_go_back(world: World, tab: Tab) -> bool:
    """Whether what a tab sees depends on the clock on the wall, which was turned."""
    is_late = tab.story.seat is None and world.plan.spectator_delay_s > 0
    return is_late and WALL_CLOCK in world.plan.kinds


def _check_answers(world: World) -> None:
    """Every message on a connection that lived long enough was answered, once."""
    for tab in world.tabs():
        for postbox in tab.postboxes:
            _check_postbox(world, postbox)


def _check_postbox(world: World, postbox: Postbox) -> None:
    ended_at = postbox.connection.ended_at or world.settled_at
    arrivals = postbox.arrivals
    came = Counter(name for _, name in arrivals)
    answered = Counter(answer.id for answer in postbox.answers)
    for name, count in answered.items():
        if count > came[name]:
            text = f"{postbox.owner}: {name} came {came[name]} times, was answered {count} times"
            world.find("answered twice", text)
    world.outcome.facts["messages"] += len(arrivals)
    so_far: Counter[str] = Counter()
    for at, name in arrivals:
        so_far[name] += 1
        is_due = at + adapter.ANSWER_S <= ended_at
        if is_due and answered[name] < so_far[name]:
            text = f"{postbox.owner}: {name} reached the server at {at:.4f}"
            world.find("unanswered", f"{text}, as number {so_far[name]} of its kind", at)
    _check_hello(world, postbox, ended_at)
    stored: set[str] = set()
    for answer in postbox.answers:
        if answer.kind == STORED:
            stored.add(answer.id)
        elif answer.kind == REFUSED and answer.id in stored and answer.detail != "too_fast":
            text = f"{postbox.owner}: {answer.id} was refused ({answer.detail}) after its ack"
            world.find("taken back", text, answer.at)


def _check_hello(world: World, postbox: Postbox, ended_at: float) -> None:
    """Who says hello is welcomed, or sent away; what cannot be read is refused, once."""
    overdue = ended_at - adapter.ANSWER_S
    frames = postbox.connection.arrivals
    if frames and frames[0][0] <= overdue and postbox.welcome_at is None:
        world.find("not welcomed", f"{postbox.owner} said hello at {frames[0][0]:.4f}")
    junk = postbox.junk_arrivals
    least = sum(at <= overdue for at in junk)
    most = len(junk) + 1  # the last word of a server that closes the connection
    if not least <= postbox.junk_refused <= most:
        text = f"{postbox.owner} sent {len(junk)} times what cannot be read"
        world.find("junk", f"{text}, and was refused {postbox.junk_refused} times")


def _check_log(world: World) -> None:
    """What was acknowledged is stored once, what was refused is not stored at all."""
    stored: Counter[tuple[str, int | None, str]] = Counter()
    is_same = SAME_IDS in world.plan.kinds
    for table in world.party.tables:
        records = world.house.disk.records(table)
        world.outcome.facts["records"] += len(records)
        seen: set[tuple[int | None, str, int]] = set()
        for seat, name, given in adapter.stored_messages(records):
            key = table, seat if is_same else None, name
            is_anew = key in stored and (seat, name, given) not in seen
            seen.add((seat, name, given))
            stored[key] += not is_anew
    for person in world.people:
        boxes = [box for tab in world.tabs() if tab.person is person for box in tab.postboxes]
        came = Counter(name for box in boxes for _, name in box.arrivals)
        answers: dict[str, list[Answer]] = {}
        for answer in (answer for box in boxes for answer in box.answers):
            answers.setdefault(answer.id, []).append(answer)
        for letter in person.letters.values():
            key = letter.table, letter.seat if is_same else None, letter.id
            heard = answers.get(letter.id, [])
            _check_letter(world, letter, heard, stored[key], is_all=came[letter.id] == len(heard))


def _check_letter(
    world: World, letter: Letter, answers: list[Answer], count: int, *, is_all: bool
) -> None:
    """What became of one message, which stands `count` times in the log."""
    numbers = {answer.detail for answer in answers if answer.kind == STORED}
    if count > 1:
        world.find("stored twice", f"{letter.text} stands in the log {count} times")
    if numbers and not count:
        world.find("lost", f"{letter.text} was acknowledged as {numbers}, and is not stored")
    if len(numbers) > 1 and not _is_given_away(world, letter.table):
        world.find("renumbered", f"{letter.text} was acknowledged as {sorted(numbers)}")
    is_acted = letter.message["type"] == "act" and numbers
    world.outcome.facts["acts"] += bool(is_acted)
    is_refused = any(answer.kind == REFUSED for answer in answers)
    if is_refused and not numbers and count and is_all:
        reasons = {answer.detail for answer in answers}
        world.find("stored though refused", f"{letter.text} was refused ({reasons}), and is stored")


def _check_closings(world: World) -> None:
    """No window is closed by an answer: only by its countdown, or by a beat after the last one."""
    for table in world.party.tables:
        try:
            for closed_ms, may_ms in adapter.closings(table, GAMES, world.house.disk):
                world.outcome.facts["windows closed"] += 1
                if closed_ms < may_ms:
                    text = f"{table}: at {closed_ms}, {may_ms - closed_ms} ms too early"
                    world.find("closed early", text)
        except adapter.BrokenTableError:
            return  # which is found elsewhere


def check_rows(world: World, ended: Process) -> None:
    """The rows say when each table must be loaded, now that a server has ended by itself.

    If one was killed, or its store failed, a table may be loaded too early, but never too late.
    """
    now_ms = adapter.now_ms(world.scheduler.now, ended.turned_s)
    is_exact = not world.plan.kinds & {KILLS, TWO_SERVERS, WALL_CLOCK, *STORE_KINDS}
    for table in world.party.tables:
        try:
            row_ms, true_ms = adapter.wakings(table, GAMES, world.house.disk, now_ms)
        except adapter.BrokenTableError:
            continue
        is_due = true_ms is not None and true_ms <= now_ms
        is_late = true_ms is not None and (row_ms is None or row_ms > max(true_ms, now_ms))
        is_early = is_exact and not is_due and row_ms != true_ms
        if is_late or is_early:
            world.find("wrong row", f"{table}: its row says {row_ms}, but its log {true_ms}")


def _is_given_away(world: World, table: str) -> bool:
    """Whether a seat of a table was given to another person."""
    return any(record["type"] == "vacated" for record in world.house.disk.records(table))
