"""A table's log, folded: who sits there, how the game stands, what was acknowledged.

Everything here follows from the records alone; replaying them gives the same again. What of it
anybody is told, `ledger.py` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel import replay as kernel_replay
from broadside.kernel.errors import BroadsideError, IllegalAction
from broadside.kernel.event import SPECTATOR
from broadside.kernel.undo import can_take_back
from broadside.server import fairness, records
from broadside.server.agreements import Agreements
from broadside.server.fairness import (
    Segment,
)
from broadside.server.holds import Holds
from broadside.server.messages import (
    Said,
    TableStatus,
)
from broadside.server.numbering import Numbering
from broadside.server.reading import DECODE_ERRORS
from broadside.server.records import (
    Acted,
    AgreementRecord,
    Answered,
    Closed,
    Held,
    NoticeSet,
    Opened,
    PlayRecord,
    Proposed,
    Record,
    Rematched,
    Returned,
    SeatingRecord,
    Spoke,
    StandInRecord,
    Started,
    StoodIn,
    Swapped,
    TempoSet,
    Undone,
    Vacated,
)
from broadside.server.seating import Seating
from broadside.server.times import Times

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from broadside.kernel.action import Action
    from broadside.kernel.game import Game
    from broadside.kernel.state import State
    from broadside.server.fairness import Step
    from broadside.server.seats import Chair


HOST: Final = -1
"""Stands for the host, who may hold no seat, among those whose messages were acknowledged."""


class BrokenTableError(Exception):
    """A table's log cannot be played through; the message says where and why."""


class Fold:
    """How a table stands after its records so far."""

    def __init__(self, table: str, games: Mapping[str, Game], first: bytes) -> None:
        """Begin with the first record, which says what is played."""
        self.table = table
        self.seq = 0
        opened = self._decode(first)
        if not isinstance(opened, Opened):
            raise self._broken("the first record does not open the table")
        self.opened = opened
        self.game = self._find_game(games, opened)
        self.seating = Seating(opened)
        self.times = Times(opened)
        self.agreements = Agreements()
        self.state: State | None = None
        self.sayings: list[Said] = []
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.actions: list[tuple[int, str]] = []
        self.decisions = [0] * len(self.chairs)
        """How often each seat has decided; taking back counts, too, so that it only grows."""
        self.actor = -1
        """The seat that acted last; -1 before the first action, and after a window closed."""
        self.was_aside = False
        """Whether nobody had waited for what was done last."""
        self.plays = 0
        """How many answers everybody could see; taking back counts like one."""
        self.deals = 0
        """How many asides everybody could see."""
        self.holds = Holds(len(self.chairs))
        self.rematch: str | None = None
        """The table where the same people play again."""
        self.rewound_seq = -1
        """The record that took something back last."""
        self.tempo_seq = -1
        """The record that changed the tempo last."""
        self._action_seqs: list[int] = []
        self._decided_by: list[int] = []
        """Whose decision each action was; -1 for asides, and for defaults of a closed window."""
        self.numbering = Numbering(len(self.chairs))
        self.event_seqs: list[int] = []
        self._started_seq = 0

    # -------------------------------------------------------------- taking records

    def take(self, data: bytes) -> Record:
        """Take the next record from the log; raises `BrokenTableError` if it does not fit."""
        self.seq += 1
        record = self._decode(data)
        try:
            self._fold(record)
        except BroadsideError as error:
            raise self._broken(str(error)) from error
        return record

    def _decode(self, data: bytes) -> Record:
        try:
            return records.decode(data)
        except DECODE_ERRORS as error:
            raise self._broken(f"the record is broken: {error}") from error

    def _fold(self, record: Record) -> None:
        if isinstance(record, SeatingRecord):
            self.seating.take(record, has_started=self.state is not None)
            if isinstance(record, Swapped):
                self._swap(record)
            elif isinstance(record, Vacated):
                self._forget_messages(record.seat)
        elif isinstance(record, PlayRecord):
            self._go_on(record)
        elif isinstance(record, Spoke):
            self._speak(record)
        elif isinstance(record, StandInRecord):
            self._stand_in(record)
        elif isinstance(record, AgreementRecord):
            self._agree(record)
        elif isinstance(record, NoticeSet):
            self._set_notice(record)
        elif isinstance(record, Rematched):
            self.rematch = record.table
        else:
            raise self._broken("the table is opened a second time")

    def _go_on(self, record: PlayRecord) -> None:
        if isinstance(record, Started):
            self._start(record)
        elif isinstance(record, Acted):
            self._act(record)
        elif isinstance(record, Closed):
            self._close(record)
        else:
            self._hold(record)

    def _swap(self, record: Swapped) -> None:
        """Two people changed places: what they sent before is known under their new seats."""
        turned = {record.first: record.second, record.second: record.first}
        self.acknowledged = {
            (turned.get(seat, seat), message): seq
            for (seat, message), seq in self.acknowledged.items()
        }
        self._acknowledge(HOST, record.id)
        self.numbering.swap(record.first, record.second)

    def _forget_messages(self, left: int) -> None:
        """A person stood up: who sits there next may number messages in the same way."""
        self.acknowledged = {
            (seat, message): seq
            for (seat, message), seq in self.acknowledged.items()
            if seat != left
        }

    def _start(self, record: Started) -> None:
        if self.state is not None or not self.is_full:
            raise self._broken("it cannot start here")
        self.state = self.dealt()
        self._started_seq = self.seq
        self._number_events(self.seq)
        self._ask(record.at_ms, [])

    def dealt(self) -> State:
        """The table as it was dealt, recording events."""
        return [step.state for step in self.course([])][-1]

    def course(self, actions: list[tuple[int, str]]) -> Iterator[Step]:
        """The game step by step: what came before, then these actions of its own."""
        opened = self.opened
        own = Segment(opened.commitment, opened.seed, self.salts(), actions)
        record = kernel_replay.Record(opened.game, opened.version, len(self.chairs), opened.options)
        return fairness.course(self.game, record, [*opened.before, own])

    def _act(self, record: Acted) -> None:
        if self.state is None:
            raise self._broken("somebody acted before the start")
        before, window = self._public_sight(), self.state.window_id()
        is_counting = self.is_counting
        seat = self.seating.chair(record.seat).seat
        is_aside = self.is_aside(seat, record.action)
        self._play(seat, record.action, decided_by=-1 if is_aside else seat)
        self.actor, self.was_aside = seat, is_aside
        self.decisions[seat] += not is_aside
        self._acknowledge(seat, record.id)
        if not is_counting:  # a pass within a countdown is secret, and must tell in no way
            self.times.acted(record, is_person=self.chairs[seat].player is None)
        is_sealed = not self._number_events(self.seq) and self._public_sight() == before
        self._ask(record.at_ms, [] if is_aside else [seat], is_sealed=is_sealed)
        if is_sealed:
            self.numbering.seal(self.seq, seat)
            return
        self.agreements.acted()
        if is_aside:
            self.deals += 1
        else:
            self.plays += 1
            self.holds.end(window, seat)

    def _close(self, record: Closed) -> None:
        if self.state is None:
            raise self._broken("a window closed before the start")
        for seat, action in record.answers:
            self._play(self.seating.chair(seat).seat, action, decided_by=-1)
            self.decisions[seat] += 1
        self.actor, self.was_aside = -1, False
        self._number_events(self.seq)
        self._ask(record.at_ms, [seat for seat, _ in record.answers])
        self.agreements.acted()

    def _play(self, seat: int, action: str, decided_by: int) -> None:
        assert self.state is not None
        self.state.play(seat, action)
        self.actions.append((seat, action))
        self._action_seqs.append(self.seq)
        self._decided_by.append(decided_by)

    def _hold(self, record: Held) -> None:
        self.seating.chair(record.seat)
        self.holds.take(record)
        self._acknowledge(record.seat, record.id)

    def _ask(self, at_ms: int, answered: list[int], *, is_sealed: bool = False) -> None:
        """Note who is asked from now on, or seems to be; whoever answered may be asked anew."""
        if not is_sealed:
            self.times.wait(self.awaited(), at_ms, answered)
        asked = self.deciders()
        anew = [seat for seat in answered if seat in asked]
        self.times.ask({*asked, *self.awaited()}, at_ms, anew)

    def _ask_anew(self, at_ms: int) -> None:
        """Let the time of all who are asked, or seem to be, begin now."""
        self.times.begin_anew({*self.deciders(), *self.awaited()}, at_ms)

    def _stand_in(self, record: StandInRecord) -> None:
        if self.state is None:
            raise self._broken("somebody stood in before the start")
        self.seating.take_stand_in(record)
        by = record.by if isinstance(record, StoodIn) else None
        self._acknowledge(record.seat if by is None else by, record.id)
        if isinstance(record, Returned):
            self.times.returned(record.seat)
            self._ask(record.at_ms, [record.seat])

    def _agree(self, record: AgreementRecord) -> None:
        if self.state is None:
            raise self._broken("somebody proposed something before the start")
        self.agreements.take(record)
        if isinstance(record, Proposed | Answered):
            self._acknowledge(self.seating.chair(record.seat).seat, record.id)
        elif isinstance(record, Undone):
            self._take_back(record)
        elif isinstance(record, TempoSet):
            self.times.clock_s = record.clock_s
            self.tempo_seq = self.seq
            self._ask_anew(record.at_ms)

    def _take_back(self, record: Undone) -> None:
        """Play the game anew without its last actions; every event keeps its number."""
        if not 0 < record.actions <= len(self.actions):
            raise self._broken("more is taken back than was done")
        for course in (self.actions, self._action_seqs, self._decided_by):
            del course[-record.actions :]
        self.rewound_seq = self.seq
        self.actor, self.was_aside = -1, False
        self.decisions = [count + 1 for count in self.decisions]
        self.plays += 1
        self.holds.end_all()
        self.state = self.dealt()
        self.event_seqs = []
        self._number_events(self._started_seq)
        for (seat, action), seq in zip(self.actions, self._action_seqs, strict=True):
            self.state.play(seat, action)
            self._number_events(seq)
        self._ask_anew(record.at_ms)

    def _public_sight(self) -> tuple[dict[str, Any], list[int]]:
        """What everybody sees of the table."""
        assert self.state is not None
        return self.state.view(SPECTATOR), self.state.seen_waiting(SPECTATOR)

    def _speak(self, record: Spoke) -> None:
        name = self.seating.chair(record.seat).title()
        if record.text or record.phrase:  # else it was erased
            self.sayings.append(Said(self.seq, record.seat, name, record.text, record.phrase))
        self._acknowledge(record.seat, record.id)

    def _set_notice(self, record: NoticeSet) -> None:
        """Where a seat's notices go is its own affair: nobody else counts this record."""
        chair = self.seating.chair(record.seat)
        chair.mail, chair.language = record.mail, record.language
        self._acknowledge(record.seat, record.id)
        self.numbering.seal(self.seq, record.seat)

    def _acknowledge(self, seat: int, message: str) -> None:
        if message:
            self.acknowledged[seat, message] = self.seq

    def _number_events(self, seq: int) -> int:
        """Note that the newest events were caused by record `seq`; say how many they are."""
        assert self.state is not None
        assert self.state.log is not None
        new = len(self.state.log) - len(self.event_seqs)
        self.event_seqs.extend([seq] * new)
        return new

    def _find_game(self, games: Mapping[str, Game], opened: Opened) -> Game:
        game = games.get(opened.game)
        if game is None:
            raise self._broken(f"this server does not have the game {opened.game}")
        if game.version != opened.version:
            raise self._broken(
                f"it is played by version {opened.version} of the rules of {opened.game};"
                f" this server has version {game.version}"
            )
        return game

    def _broken(self, reason: str) -> BrokenTableError:
        return BrokenTableError(f"Table {self.table}, record {self.seq}: {reason}.")

    # ------------------------------------------------------------------- questions

    @property
    def status(self) -> TableStatus:
        """Whether the table waits for people, plays, or has played."""
        if self.state is None:
            return "waiting"
        return "playing" if self.state.waiting else "over"

    @property
    def chairs(self) -> list[Chair]:
        """The seats, and who holds them."""
        return self.seating.chairs

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return self.seating.is_full

    @property
    def acted_seq(self) -> int:
        """The record of the last action; -1 before the first one."""
        return self._action_seqs[-1] if self._action_seqs else -1

    @property
    def is_counting(self) -> bool:
        """Whether the open window closes by itself: only where everybody is supposed to be."""
        state = self.state
        return bool(state and state.waiting and state.countdown_ms()) and self.times.has_live_clock

    def salts(self) -> list[str]:
        """The salts of the seats in order; bots and open seats have none."""
        return [chair.salt for chair in self.chairs]

    def deciders(self) -> list[int]:
        """The seats that are asked now."""
        return [] if self.state is None else self.state.deciders()

    def awaited(self) -> list[int]:
        """The seats that everybody believes to be asked now."""
        return [] if self.state is None else self.state.seen_waiting(SPECTATOR)

    def people(self, seats: list[int]) -> list[int]:
        """Those of some seats that no bot plays."""
        return [seat for seat in seats if self.chairs[seat].player is None]

    def active_people(self) -> list[int]:
        """The seats of people who play themselves now."""
        return [chair.seat for chair in self.chairs if chair.is_person and chair.player is None]

    def last_decision(self, seat: int) -> int | None:
        """How many actions came before the last decision of a seat; None if it has made none."""
        places = [place for place, decider in enumerate(self._decided_by) if decider == seat]
        return places[-1] if places else None

    def can_go_back(self, keep: int) -> bool:
        """Whether nothing was revealed or rolled since the first `keep` actions."""
        state = self.dealt()
        for seat, action in self.actions[:keep]:
            state.play(seat, action)
        return can_take_back(state, self.actions[keep:])

    def check(self, seat: int, text: str) -> Action:
        """The action or aside written so; raises UnknownAction, IllegalAction. Changes nothing."""
        if self.state is None:
            raise IllegalAction("not_started", "The table waits for players to sit down.", "")
        action = self.game.actions.find(text)
        if action not in self.state.legal(seat) and action not in self.state.asides(seat):
            raise self.state.refusal(seat, action)
        return action

    def is_aside(self, seat: int, text: str) -> bool:
        """Whether nobody waits for this action of a seat."""
        assert self.state is not None
        return self.game.actions.find(text) not in self.state.legal(seat)
