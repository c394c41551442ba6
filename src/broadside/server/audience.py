"""The audience of a table: everybody who is connected, told what each of them may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from broadside.server.connection import encode
from broadside.server.messages import Clock, Rewound, Seats, Welcome
from broadside.server.seats import holder

if TYPE_CHECKING:
    from broadside.server.clock import Clock as TimeSource
    from broadside.server.clock import Deadlines
    from broadside.server.connection import Connection
    from broadside.server.delay import Delay
    from broadside.server.ledger import Ledger
    from broadside.server.messages import TableInfo, Update
    from broadside.server.pace import Pace


MOMENT_S: Final = 30.0
"""Who was away for less has not been away: a page was loaded anew, a phone changed its network."""


class Audience:
    """The connections of one table: seats, perhaps with several tabs, and spectators."""

    def __init__(
        self, deadlines: Deadlines, pace: Pace, clock: TimeSource, delay: Delay | None = None
    ) -> None:
        self._deadlines = deadlines
        self._pace = pace
        self._clock = clock
        self.delay = delay
        """What outsiders see, if they see it later."""
        self._told_outside: TableInfo | None = None
        self.late: frozenset[int] = frozenset()
        """The seats that keep a table without a clock waiting."""
        self._connections: list[Connection] = []
        self._began = clock.now()
        self._seen: dict[str, float] = {}
        self._came: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._connections)

    def count(self, seat: int | None) -> int:
        """How many lines lead to a seat, or to the spectators."""
        return sum(connection.seat == seat for connection in self._connections)

    def online(self) -> set[int]:
        """The seats that somebody is connected for."""
        return {c.seat for c in self._connections if c.seat is not None}

    def ledger_for(self, seat: int | None, ledger: Ledger) -> Ledger:
        """What a seat or an outsider is told from: the table, or as it was a while ago."""
        return ledger if self.delay is None or seat is not None else self.delay.ledger

    def greet(self, credential_hash: str) -> None:
        """Somebody has just sat down, and will connect in a moment."""
        self._seen[credential_hash] = self._clock.now()

    def away_since(self, credential_hash: str) -> float | None:
        """Since when nobody has been connected with this credential; None if somebody is."""
        if any(c.credential_hash == credential_hash for c in self._connections):
            return None
        return self._seen.get(credential_hash, self._began)

    def here_s(self, credential_hash: str) -> float | None:
        """For how long somebody has been connected with this credential; None if nobody is."""
        if self.away_since(credential_hash) is not None:
            return None
        return self._clock.now() - self._came[credential_hash]

    def _come(self, credential_hash: str) -> None:
        """Somebody connects; who was gone for a moment only has been here all the time."""
        away = self.away_since(credential_hash)
        is_new = away is not None and self._clock.now() - away >= MOMENT_S
        if is_new or credential_hash not in self._came:
            self._came[credential_hash] = self._clock.now()

    def info_for(self, seat: int | None, ledger: Ledger) -> TableInfo:
        """The table as a seat or an outsider may see it."""
        if self.delay is None or seat is not None:
            return ledger.info(self.online(), self.late)
        return self.delay.info()

    def join(self, connection: Connection, ledger: Ledger, since: int) -> None:
        """Welcome a connection, and tell it what happened after its number `since`."""
        before = self.online()
        self._come(connection.credential_hash)
        self._connections.append(connection)
        frames = [encode(self._welcome(connection.seat, ledger))]
        present, ledger = ledger, self.ledger_for(connection.seat, ledger)
        # Who claims to have seen more than there is has seen another table: begin anew.
        since = since if -1 <= since <= ledger.number(connection.seat, ledger.seq) else -1
        # What was said comes first: whoever has the update then has everything up to its number.
        frames += [encode(said) for said in ledger.sayings_since(connection.seat, since)]
        if ledger.state is not None:
            rewound = ledger.number(connection.seat, ledger.rewound_seq)
            if 0 <= since < rewound:
                frames.append(encode(Rewound(rewound)))
                since = -1
            update = self._update(ledger, connection.seat, since)
            frames.append(encode(update))
            connection.told = update
            connection.told_seq = ledger.seq
        connection.send_frames(frames)
        if self.online() != before:
            self._note_presence()
            self.tell_seats(present, but=connection)

    def leave(self, connection: Connection, ledger: Ledger) -> None:
        """A connection has ended."""
        if connection in self._connections:
            before = self.online()
            self._connections.remove(connection)
            self._seen[connection.credential_hash] = self._clock.now()
            if self.online() != before:
                self._note_presence()
                self.tell_seats(ledger)

    def _note_presence(self) -> None:
        if self.delay is not None:
            self.delay.note_online(self.online())

    def go_on_with(self, delay: Delay | None) -> None:
        """The table was loaded anew: outsiders see who was there as before."""
        if self.delay is not None and delay is not None:
            delay.online = self.delay.online
            delay.note_online(self.online())
        self.delay = delay

    def tell(self, ledger: Ledger) -> None:
        """Tell everybody how the table stands, each from the last update on that they have.

        Who acted hears what became of it, and all hear of a new clock. Others who can see no change
        are told nothing: a sealed answer must not be heard arriving.
        """
        parcels: dict[tuple[int | None, int, bool], tuple[Update, list[str]]] = {}
        present = ledger
        for connection in self._connections:
            ledger = self.ledger_for(connection.seat, present)
            if ledger.state is None or connection.told_seq == ledger.seq:
                continue
            is_rewound = connection.has_missed(ledger.rewound_seq)
            is_actor = ledger.actor == connection.seat and connection.told_seq < ledger.acted_seq
            has_new_clock = connection.told_seq < ledger.tempo_seq
            connection.told_seq = ledger.seq
            key = connection.seat, connection.seen_number, is_rewound
            if key not in parcels:
                parcels[key] = self._parcel(ledger, *key)
            update, frames = parcels[key]
            is_expected = is_actor or is_rewound or has_new_clock
            if is_expected or not has_nothing_new(update, connection.told):
                connection.send_frames(frames)
                connection.told = update

    def tell_again(self, ledger: Ledger) -> None:
        """Tell everybody how the table stands though nobody did anything: its clocks did."""
        for connection in self._connections:
            if connection.told is not None and self.ledger_for(connection.seat, ledger) is ledger:
                connection.told = self._update(ledger, connection.seat, connection.seen_number)
                connection.send(connection.told)

    def _parcel(
        self, ledger: Ledger, seat: int | None, since: int, is_rewound: bool
    ) -> tuple[Update, list[str]]:
        """An update with its frames; who was told what was taken back is told all anew."""
        update = self._update(ledger, seat, -1 if is_rewound else since)
        frames = [encode(update)]
        if is_rewound:
            frames.insert(0, encode(Rewound(ledger.number(seat, ledger.rewound_seq))))
        return update, frames

    def tell_seats(self, ledger: Ledger, but: Connection | None = None) -> None:
        """Tell everybody who sits there, and whether the table plays; outsiders only news."""
        self._reseat(ledger)
        frames = [encode(Seats(ledger.info(self.online(), self.late)))]
        for connection in self._connections:
            if connection is not but and not self._is_behind(connection):
                connection.send_frames(frames)
        self.tell_outside()

    def tell_outside(self) -> None:
        """Tell those who see the table later who sat there, unless that is what they know."""
        if self.delay is None or self.delay.info() == self._told_outside:
            return
        self._told_outside = self.delay.info()
        frames = [encode(Seats(self._told_outside))]
        for connection in self._connections:
            if self._is_behind(connection):
                connection.send_frames(frames)

    def _is_behind(self, connection: Connection) -> bool:
        return self.delay is not None and connection.seat is None

    def _reseat(self, ledger: Ledger) -> None:
        """Tell those whose seat has changed who they are now; who has lost it may watch."""
        for connection in self._connections:
            if connection.credential_hash:
                seat = holder(ledger.chairs, connection.credential_hash)
                if seat != connection.seat:
                    connection.seat = seat
                    connection.send(self._welcome(seat, ledger))

    def _welcome(self, seat: int | None, ledger: Ledger) -> Welcome:
        mail = None if seat is None else ledger.chairs[seat].mail or None
        return Welcome(seat, self.info_for(seat, ledger), mail)

    def tell_saying(self, ledger: Ledger) -> None:
        """Tell everybody who is told from this ledger what its newest record says, if anything."""
        said = ledger.sayings[-1] if ledger.sayings else None
        if said is None or said.seq != ledger.seq:
            return  # it was erased before it could be told
        is_late = self.delay is not None and ledger is self.delay.ledger
        for connection in self._connections:
            if self._is_behind(connection) != is_late:
                continue
            number = ledger.number(connection.seat, said.seq)
            connection.send(replace(said, seq=number))

    def dismiss(self, code: int) -> None:
        """Close all connections; they will come again."""
        for connection in self._connections:
            connection.close(code)

    def _update(self, ledger: Ledger, seat: int | None, since: int) -> Update:
        """The update for a seat, or for spectators."""
        update = ledger.update(seat, since)
        if self.delay is not None and ledger is self.delay.ledger:
            return update  # the clocks of the present would tell of it
        left_ms = self._deadlines.left_ms(seat)
        total_s = self._deadlines.total_s
        if left_ms is not None and total_s is not None:
            update.clock = Clock(left_ms, total_s * 1000, self._deadlines.reserve_ms(seat))
        update.countdown = self._pace.countdown()
        update.holds_left = self._pace.holds_left(ledger, seat)
        return update


def has_nothing_new(update: Update, told: Update | None) -> bool:
    """Whether an update would only betray that something happened which one may not see."""
    if told is None or update.events:
        return False
    return _lasting(update) == _lasting(told)


def _lasting(update: Update) -> Update:
    """What of an update does not change by itself."""
    countdown = update.countdown and replace(update.countdown, left_ms=0)
    return replace(update, seq=0, events=[], clock=None, countdown=countdown)
