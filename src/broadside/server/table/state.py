"""A table as its records tell it: who sits there, how the game stands, since when who is asked.

`evolve` takes one record; nothing else changes a table. Everything here follows from the records
alone: taking them again gives the same table again.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from broadside.kernel import replay as kernel_replay
from broadside.kernel.errors import BadData, BadRecord, BroadsideError, IllegalAction
from broadside.kernel.event import SPECTATOR
from broadside.replays import fairness
from broadside.replays.fairness import CLOSING, Segment
from broadside.server.table import records
from broadside.server.table.agreements import Agreements
from broadside.server.table.seating import Seating
from broadside.server.table.times import Holds, Opening, Times
from broadside.wire.messages import DECODE_ERRORS, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from broadside.kernel.action import Action
    from broadside.kernel.game import Game
    from broadside.kernel.state import State
    from broadside.replays.fairness import Step
    from broadside.server.table.records import Record
    from broadside.server.table.seating import Chair
    from broadside.wire.messages import TableStatus

HOST: Final = -1
"""Stands for the host, who may hold no seat, among those whose messages were acknowledged."""
QUESTIONS_PER_UNDO: Final = 1_000_000
"""No game asks so many questions: after an undo the numbers of questions begin beyond them."""


class BrokenTableError(Exception):
    """A table's log cannot be played through; the message says where and why."""


class Happening(NamedTuple):
    """What the table itself did, to be told among the events of the game."""

    seq: int
    only: int | None
    """The one seat that may know of it; None: everybody."""
    told: dict[str, Any]


class Table:
    """One table after its records so far."""

    def __init__(self, name: str, games: Mapping[str, Game], opened: Record) -> None:
        """Begin with the first record, which says what is played."""
        self.name = name
        self.seq = 0
        if not isinstance(opened, records.Opened):
            raise self.broken("the first record does not open the table")
        if opened.format != records.LOG_FORMAT:
            reason = f"it has log format {opened.format}; this server reads {records.LOG_FORMAT}"
            raise self.broken(reason)
        self.opened = opened
        self.game = self._find_game(games)
        self.at_ms = opened.at_ms
        """When the last record was made."""
        self.seating = Seating(opened)
        self.times = Times(opened, self.seating)
        self.agreements = Agreements()
        self.holds = Holds(len(opened.seats))
        self.sealed: list[int] = []
        """The records that change nothing which anybody but their own seat can see."""
        self.sealed_by: list[list[int]] = [[] for _ in opened.seats]
        self.state: State | None = None
        self.playing: State | None = None
        """The game while it is played; None before and after."""
        self.sayings: list[Said] = []
        self.happenings: list[Happening] = []
        self.acknowledged: dict[tuple[int, str], int] = {}
        """The record of each message of a seat, by its id."""
        self.actions: list[tuple[int, str]] = []
        self.decisions = [0] * len(opened.seats)
        """How often each seat has decided; an undo counts, too, so that it only grows."""
        self.actor = -1
        """The seat that acted last; -1 before the first action, and after a window closed."""
        self.was_aside = False
        """Whether no one had waited for what was done last."""
        self.plays = 0
        """How many answers everybody could see; an undo counts like one."""
        self.deals = 0
        """How many asides everybody could see."""
        self.dealt_seqs = [-1] * len(opened.seats)
        """The record of each seat's last one of these."""
        self.rematch: str | None = None
        """The table where the same people play again."""
        self.is_expired = False
        self.undos = 0
        self.rewound_seq = -1
        """The record that took something back last."""
        self.tempo_seq = -1
        """The record that changed all clocks last."""
        self.seats_version = 0
        """Grows with everything that is told of the table outside of the game."""
        self.event_seqs: list[int] = []
        """The record that caused each event of the game."""
        self._action_seqs: list[int] = []
        self.decided_by: list[int] = []
        """Whose decision each action was; -1 for asides and for what the clock or a closing did."""
        self.started_ms = 0
        """When it was dealt."""
        self.started_seq = 0
        self.sights: dict[int | None, bytes] = {}
        """What each viewpoint sees at this position, as `viewpoints.py` has made it."""
        self._legal: dict[int, list[Action]] = {}
        self._asides: dict[int, list[Action]] = {}

    def _find_game(self, games: Mapping[str, Game]) -> Game:
        game = games.get(self.opened.game)
        if game is None:
            raise self.broken(f"this server does not have the game {self.opened.game}")
        if game.version != self.opened.version:
            raise self.broken(
                f"it is played by version {self.opened.version} of the rules of {game.name};"
                f" this server has version {game.version}"
            )
        try:
            return game.of_record(self.opened.edition or "", self.opened.edition_text or "")
        except BadData as error:
            raise self.broken(str(error)) from None

    def broken(self, reason: str) -> BrokenTableError:
        """The error for a log that does not fit together here."""
        return BrokenTableError(f"Table {self.name}, record {self.seq}: {reason}.")

    # ------------------------------------------------------------------- questions

    @property
    def status(self) -> TableStatus:
        """Whether the table waits for people, plays, has played, or waited in vain."""
        if self.playing is not None:
            return "playing"
        if self.state is not None:
            return "over"
        return "expired" if self.is_expired else "waiting"

    @property
    def chairs(self) -> list[Chair]:
        """The seats, and who holds them."""
        return self.seating.chairs

    @property
    def acted_seq(self) -> int:
        """The record of the last action; -1 before the first one."""
        return self._action_seqs[-1] if self._action_seqs else -1

    def salts(self) -> list[str]:
        """The salts of the seats in order; bots and open seats have none."""
        return [chair.salt for chair in self.chairs]

    def deciders(self) -> list[int]:
        """The seats that are asked now."""
        return [] if self.state is None else self.state.deciders()

    def people(self, seats: Iterable[int]) -> list[int]:
        """Those of some seats that no bot plays."""
        return [seat for seat in seats if self.chairs[seat].player is None]

    def question(self, seat: int) -> int | None:
        """The number of what a seat is asked now; None if it is not asked.

        A counted window is one question, however often others play in it. Odd and even numbers
        keep the windows apart from the other decisions.
        """
        state = self.state
        if state is None or not state.is_asked(seat):
            return None
        first = self.undos * QUESTIONS_PER_UNDO
        if state.countdown_ms():
            return first + 2 * state.window_id() + 1
        return first + 2 * self.decisions[seat]

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now; computed once for each position of the game."""
        if seat not in self._legal:
            assert self.state is not None
            self._legal[seat] = self.state.legal(seat)
        return self._legal[seat]

    def asides(self, seat: int) -> list[Action]:
        """What a seat may do now though no one waits for it; computed once, too."""
        if seat not in self._asides:
            assert self.state is not None
            self._asides[seat] = self.state.asides(seat)
        return self._asides[seat]

    def check(self, seat: int, text: str) -> Action:
        """The action or aside written so; raises UnknownAction, IllegalAction. Changes nothing."""
        if self.state is None:
            raise IllegalAction("not_started", "The table waits for players to sit down.", "")
        action = self.game.actions.find(text)
        if action not in self.legal(seat) and action not in self.asides(seat):
            raise self.state.refusal(seat, action)
        return action

    def number(self, seat: int | None, seq: int) -> int:
        """How many records up to `seq` a seat, or a spectator, can know of.

        If others counted a sealed record, the gap in their numbers would tell that a seat has
        answered. So a seat counts the public records and its own sealed ones.
        """
        if not self.sealed:
            return seq
        own = 0 if seat is None else bisect_right(self.sealed_by[seat], seq)
        return seq - bisect_right(self.sealed, seq) + own

    def acknowledged_number(self, seat: int | None, message: str | None) -> int | None:
        """The number, for its seat, of the record of a message; None if it is not stored."""
        seq = self.acknowledged.get((HOST if seat is None else seat, message or ""))
        return None if seat is None or seq is None else self.number(seat, seq)

    def seal(self, seat: int) -> None:
        """The newest record is known to this seat only."""
        self.sealed.append(self.seq)
        self.sealed_by[seat].append(self.seq)

    def dealt(self) -> State:
        """The game as it was dealt, recording events."""
        *_, last = self.course([])
        return last.state

    def course(self, actions: list[tuple[int, str]]) -> Iterator[Step]:
        """The game step by step: what came before, then these actions of its own."""
        opened = self.opened
        own = Segment(opened.commitment, opened.seed, self.salts(), actions)
        record = kernel_replay.Record(opened.game, opened.version, len(self.chairs), opened.options)
        return fairness.course(self.game, record, [*opened.before, own])

    # ---------------------------------------------------- what `evolve` changes it by

    def changed(self) -> None:
        """The game has another position: what was computed for the one before is void."""
        self.sights.clear()
        self._legal.clear()
        self._asides.clear()

    def play(self, seat: int, action: str, decided_by: int, *, is_checked: bool) -> None:
        """Do an action in the game; one from a log is checked."""
        state = _started(self)
        if is_checked:
            state.perform(seat, self.game.actions.find(action))
        else:
            state.play(seat, action)
        self.note_step(seat, action, decided_by)

    def note_step(self, seat: int, action: str, decided_by: int) -> None:
        """Remember a step of the game, and whose decision it was."""
        self.actions.append((seat, action))
        self._action_seqs.append(self.seq)
        self.decided_by.append(decided_by)
        self.changed()

    def number_events(self, seq: int) -> int:
        """Note that the newest events were caused by record `seq`; say how many they are."""
        assert self.state is not None
        assert self.state.log is not None
        new = len(self.state.log) - len(self.event_seqs)
        self.event_seqs.extend([seq] * new)
        return new

    def acknowledge(self, seat: int, message: str) -> None:
        """A message of a seat is stored."""
        if message:
            self.acknowledged[seat, message] = self.seq

    def happened(self, kind: str, only: int | None = None, **facts: Any) -> None:
        """Note what the table itself did."""
        self.happenings.append(Happening(self.seq, only, {"kind": kind, **facts}))

    def ask(self, at_ms: int, answered: Collection[int], *, is_sealed: bool = False) -> None:
        """Note who is asked what from now on, or seems to be asked."""
        state = _started(self)
        self.playing = None if state.is_over() else state
        times, is_counted = self.times, state.countdown_ms() > 0
        times.is_counting = is_counted and times.has_live_clock and self.playing is not None
        times.question_s = None if self.playing is None else self._question_s(state)
        times.has_reserve = not state.hourglass_s()
        before = times.asked
        times.ask({seat: self.question(seat) or 0 for seat in state.deciders()}, at_ms)
        if not is_sealed:
            window = state.window_id() if is_counted else 0
            # What was sealed is open now. Who has passed in a countdown stays unknown.
            fresh = [] if is_counted else [one for one in times.asked if one not in before]
            times.wait(state.seen_waiting(SPECTATOR), window, at_ms, {*answered, *fresh})
        self.look_at_window(at_ms)

    def _question_s(self, state: State) -> int | None:
        """How long a question may take: what the game says, or what the table says.

        A time on which the rules insist runs at every table; it never lengthens the table's own.
        """
        table_s, insisted_s = self.times.clock_s, state.hourglass_s()
        if insisted_s:
            return insisted_s if table_s is None else min(insisted_s, table_s)
        return (state.clock_s() or table_s) if self.times.has_live_clock else table_s

    def look_at_window(self, at_ms: int) -> None:
        """See whether a window counts down now, and whether its countdown begins anew."""
        state = self.state
        if state is None or not self.times.is_counting:
            self.times.open = None
            return
        number = state.window_id()
        clock_s = state.clock_s() or self.times.clock_s or 0
        is_held = bool(self.holds.holding.get(number))
        opening = Opening(number, self.plays, self.deals)
        window = self.times.window(opening, state.countdown_ms(), clock_s, at_ms, is_held=is_held)
        if not state.rests:
            window.rested_ms = None
        elif window.rested_ms is None:
            window.rested_ms = at_ms

    def begin_clocks_anew(self, at_ms: int) -> None:
        """Let the time of all who are asked, or seem to be, begin now."""
        self.times.begin_anew(at_ms)
        self.ask(at_ms, [])
        self.tempo_seq = self.seq

    def take_back(self, count: int, at_ms: int) -> None:
        """Play the game anew without its last actions; every event keeps its number."""
        for steps in (self.actions, self._action_seqs, self.decided_by):
            del steps[-count:]
        self.state = self.dealt()
        self.event_seqs = []
        self.number_events(self.started_seq)
        for (seat, action), seq in zip(self.actions, self._action_seqs, strict=True):
            kernel_replay.repeat(self.state, seat, action)
            self.number_events(seq)
        self.changed()
        self.begin_clocks_anew(at_ms)


# ------------------------------------------------------------------------------ evolving


def load(name: str, games: Mapping[str, Game], stored: Sequence[bytes]) -> Table:
    """The table of a whole log; raises `BrokenTableError` with the place that does not fit."""
    table: Table | None = None
    for seq, data in enumerate(stored):
        try:
            record = records.decode(data)
        except DECODE_ERRORS as error:
            reason = f"Table {name}, record {seq}: the record is broken: {error}."
            raise BrokenTableError(reason) from error
        if table is None:
            table = Table(name, games, record)
        else:
            evolve(table, record, is_checked=False)
    assert table is not None
    return table


def evolve(table: Table, record: Record, *, is_checked: bool = True) -> None:
    """Take the next record.

    What `core.decide` has made always fits; a record from a log is checked, and raises
    `BrokenTableError` if it does not.
    """
    table.seq += 1
    table.at_ms = max(table.at_ms, record.at_ms)
    try:
        if isinstance(record, records.Acted):
            _act(table, record, is_checked)
        elif isinstance(record, records.Closed):
            _close(table, record, is_checked)
        elif isinstance(record, records.Opened):
            raise BadRecord("the table is opened a second time")
        else:
            EVOLVE[type(record)](table, record)
            table.seats_version += not isinstance(record, NOT_SEEN)
    except BroadsideError as error:
        raise table.broken(str(error)) from error


def _act(table: Table, record: records.Acted, is_checked: bool) -> None:
    state = _started(table)
    window, was_counting = state.window_id(), table.times.is_counting
    before = state.clone()
    seat = record.seat if is_checked else table.seating.chair(record.seat).seat
    is_aside = table.game.actions.find(record.action) not in table.legal(seat)
    table.play(seat, record.action, -1 if is_aside else seat, is_checked=is_checked)
    table.actor, table.was_aside = seat, is_aside
    table.decisions[seat] += not is_aside
    table.acknowledge(seat, record.id)
    if not was_counting:  # a pass within a countdown is secret, and must tell in no way
        table.times.acted(record, is_person=table.chairs[seat].player is None)
    has_events = table.number_events(table.seq) > 0
    is_sealed = not has_events and _public_sight(state) == _public_sight(before)
    if record.by == "clock":
        table.happened("table_clock", seat if is_sealed else None, seat=seat)
    if is_sealed:
        table.seal(seat)
    else:
        _end_undo(table)
        if is_aside:
            table.deals += 1
            table.dealt_seqs[seat] = table.seq
        table.plays += not is_aside
        if not is_aside and table.holds.holding.get(window):
            table.holds.end(window, seat)
    table.ask(record.at_ms, [] if is_aside else [seat], is_sealed=is_sealed)


def _public_sight(state: State) -> tuple[object, object, bool]:
    """What everybody sees of the game."""
    return state.view(SPECTATOR), state.seen_waiting(SPECTATOR), state.is_over()


def _close(table: Table, record: records.Closed, is_checked: bool) -> None:
    state = _started(table)
    for seat, action in record.answers:
        table.play(table.seating.chair(seat).seat, action, -1, is_checked=is_checked)
        table.decisions[seat] += 1
    if not state.rests:
        raise BadRecord("a window closed that was not over")
    state.close_window()
    table.note_step(*CLOSING, decided_by=-1)
    table.actor, table.was_aside = -1, False
    table.number_events(table.seq)
    _end_undo(table)
    table.ask(record.at_ms, range(len(table.chairs)))


def _end_undo(table: Table) -> None:
    """All saw the game go on: what could have been taken back is past."""
    if table.agreements.open is not None and table.agreements.is_undo:
        table.agreements.open = None
        table.seats_version += 1


def _start(table: Table, record: records.Started) -> None:
    if table.state is not None or not table.seating.is_full or table.is_expired:
        raise BadRecord("it cannot start here")
    table.state = table.dealt()
    table.started_ms, table.started_seq = record.at_ms, table.seq
    table.number_events(table.seq)
    table.changed()
    table.ask(record.at_ms, [])


def _hold(table: Table, record: records.Held) -> None:
    table.seating.chair(record.seat)
    table.holds.take(record)
    table.acknowledge(record.seat, record.id)
    table.look_at_window(record.at_ms)


def _seat(table: Table, record: records.SeatingRecord) -> None:
    table.seating.take(record, has_started=table.state is not None)
    if isinstance(record, records.Swapped):
        _swap(table, record)
    elif isinstance(record, records.Vacated):
        # Who sits there next may number messages in the same way.
        table.acknowledged = {k: v for k, v in table.acknowledged.items() if k[0] != record.seat}


def _swap(table: Table, record: records.Swapped) -> None:
    """Two people changed places: what they sent before is known under their new seats."""
    turned = {record.first: record.second, record.second: record.first}
    table.acknowledged = {
        (turned.get(seat, seat), message): seq
        for (seat, message), seq in table.acknowledged.items()
    }
    table.acknowledge(HOST, record.id)
    sealed = table.sealed_by
    sealed[record.first], sealed[record.second] = sealed[record.second], sealed[record.first]


def _stand_in(table: Table, record: records.StoodIn) -> None:
    _started(table)
    table.seating.take_stand_in(record)
    table.acknowledge(record.seat if record.by is None else record.by, record.id)
    table.happened("table_stand_in", seat=record.seat, bot=record.bot, why=record.why)


def _return(table: Table, record: records.Returned) -> None:
    _started(table)
    table.seating.take_stand_in(record)
    table.acknowledge(record.seat, record.id)
    table.times.returned(record.seat, record.at_ms)
    table.happened("table_returned", seat=record.seat)


def _agree(table: Table, record: records.AgreementRecord) -> None:
    _started(table)
    table.agreements.take(record)
    if isinstance(record, records.Proposed | records.Answered):
        table.acknowledge(table.seating.chair(record.seat).seat, record.id)
    elif isinstance(record, records.TempoSet):
        table.times.clock_s = record.clock_s
        table.begin_clocks_anew(record.at_ms)
    elif isinstance(record, records.Undone):
        _undo(table, record)


def _undo(table: Table, record: records.Undone) -> None:
    if not 0 < record.actions <= len(table.actions):
        raise BadRecord("more is taken back than was done")
    table.rewound_seq = table.seq
    table.undos += 1
    table.actor, table.was_aside = -1, False
    table.decisions = [count + 1 for count in table.decisions]
    table.plays += 1
    table.holds.end_all()
    table.take_back(record.actions, record.at_ms)


def _pause(table: Table, record: records.Paused) -> None:
    if table.times.paused_ms is not None:
        raise BadRecord("it is paused twice")
    _started(table)
    table.times.pause(record.at_ms, restarted=record.restarted)
    table.tempo_seq = table.seq
    table.happened("table_paused")


def _resume(table: Table, record: records.Resumed) -> None:
    paused_ms = table.times.paused_ms
    if paused_ms is None:
        raise BadRecord("it goes on though it was not paused")
    table.times.resume(record.at_ms - paused_ms)
    if record.anew:
        table.begin_clocks_anew(record.at_ms)
    table.tempo_seq = table.seq
    table.happened("table_resumed")


def _expire(table: Table, _record: records.Expired) -> None:
    if table.state is not None:
        raise BadRecord("it has started, and cannot expire")
    table.is_expired = True


def _speak(table: Table, record: records.Spoke) -> None:
    name = table.seating.chair(record.seat).title()
    if record.text or record.phrase:  # else it was erased
        table.sayings.append(Said(table.seq, record.seat, name, record.text, record.phrase))
    table.acknowledge(record.seat, record.id)


def _set_notice(table: Table, record: records.NoticeSet) -> None:
    """Where a seat's notices go is its own affair: no other viewpoint counts this record."""
    chair = table.seating.chair(record.seat)
    chair.mail, chair.language = record.mail, record.language
    table.acknowledge(record.seat, record.id)
    table.seal(record.seat)


def _rematch(table: Table, record: records.Rematched) -> None:
    table.rematch = record.table


def _started(table: Table) -> State:
    if table.state is None:
        raise BadRecord("the table has not started")
    return table.state


EVOLVE: Final[dict[type, Callable[[Table, Any], None]]] = {
    records.Started: _start,
    records.Held: _hold,
    records.StoodIn: _stand_in,
    records.Returned: _return,
    records.Paused: _pause,
    records.Resumed: _resume,
    records.Expired: _expire,
    records.Spoke: _speak,
    records.NoticeSet: _set_notice,
    records.Rematched: _rematch,
    **dict.fromkeys(records.SeatingRecord.__args__, _seat),
    **dict.fromkeys(records.AgreementRecord.__args__, _agree),
}
NOT_SEEN: Final = (records.Held, records.Spoke, records.NoticeSet)
"""What changes nothing that is told of a table beside the game and what is said."""
