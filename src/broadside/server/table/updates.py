"""Updates: what is sent to every connection of a table when something has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from broadside.server.table.viewpoints import countdown_of, encode, info, online, reading, sayings
from broadside.wire.messages import Ack, Rewound, Seats, Welcome

if TYPE_CHECKING:
    from broadside.server.table.decision import Outcome, Scene
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.presence import Listener
    from broadside.server.table.state import Table
    from broadside.server.table.viewpoints import Reading
    from broadside.wire.messages import TableInfo


class Parcel:
    """Frames for one connection; when they are sent, it knows the update and the record."""

    def __init__(
        self,
        listener: Listener,
        frames: list[bytes],
        told: Reading | None = None,
        told_seq: int = -1,
        is_ack: bool = False,
        is_welcome: bool = False,
    ) -> None:
        self.listener = listener
        self.frames = frames
        self.told = told
        self.told_seq = told_seq
        self.is_ack = is_ack
        """Whether the update acknowledges a message of this connection."""
        self.is_welcome = is_welcome
        """Whether it names the seat of this connection."""

    def deliver(self) -> None:
        """Send it."""
        listener, told = self.listener, self.told
        if told is not None:
            listener.told, listener.told_number = told.lasting, told.news.seq
        if self.told_seq >= 0:
            listener.told_seq = self.told_seq
        if self.is_welcome:
            listener.told_seat = listener.seat
        if self.frames:
            listener.send(self.frames)


class Teller:
    """Tells everybody at one table, from the present or, to outsiders, from a while ago."""

    def __init__(self, table: Table, delayed: Delayed | None) -> None:
        self.delayed = delayed
        self.sent_seq = table.seq
        """The record up to which everything was sent; who comes later is told all of it."""
        self._sent_late_seq = -1 if delayed is None else delayed.table.seq
        self._told_outside: TableInfo | None = None
        self._told_seats: tuple[object, ...] | None = None

    def go_on(self, delayed: Delayed | None) -> None:
        """Go on with a table that was built anew: who sits there is told once more."""
        if self.delayed is not None and delayed is not None:
            delayed.online = self.delayed.online
        self.delayed, self._told_seats = delayed, None

    def is_behind(self, listener: Listener) -> bool:
        """Whether a connection is told from a while ago."""
        return self.delayed is not None and listener.seat is None

    def table_for(self, seat: int | None, table: Table) -> Table:
        """What a seat or an outsider is told from."""
        return table if self.delayed is None or seat is not None else self.delayed.table

    def info_for(self, seat: int | None, scene: Scene) -> TableInfo:
        """The table as a seat or an outsider may see it; before the start nothing is hidden."""
        if self.delayed is not None and seat is None and scene.table.state is not None:
            return self._outsiders_info()
        return info(scene.table, online(scene), scene.presence.late)

    def _outsiders_info(self) -> TableInfo:
        """The game as outsiders may see it. That it has begun is no secret: no seat is open."""
        assert self.delayed is not None
        told = info(self.delayed.table, self.delayed.online)
        return replace(told, status="playing", code=None) if told.status == "waiting" else told

    def row_key(self, scene: Scene) -> tuple[object, ...]:
        """What the table's row follows from: while this is the same, the row is."""
        key = scene.table.seats_version, scene.table.status
        if self.delayed is None:
            return key
        self.delayed.release(scene.now)
        late = self.delayed.table
        return *key, late.seats_version, late.status

    # ------------------------------------------------------------------ after a change

    def parcels(self, scene: Scene, outcome: Outcome) -> list[Parcel]:
        """What everybody hears now who is not behind, in the order in which it is sent."""
        table, presence = scene.table, scene.presence
        joined = None if outcome.joined is None else outcome.joined[0]
        has_changed = _seats(scene) != self._told_seats
        parcels = self._reseat(scene, joined) if has_changed else []
        self._told_seats = _seats(scene)
        others = [
            one for one in presence.listeners if one is not joined and not self.is_behind(one)
        ]
        if has_changed:
            frame = encode(Seats(info(table, online(scene), presence.late)))
            parcels += [Parcel(one, [frame]) for one in others]
        parcels += _said_to(others, table, self.sent_seq)
        if outcome.joined is not None:
            parcels.append(self._welcome(scene, *outcome.joined))
        updates = self._updates(scene, others, outcome.ack)
        parcels += updates
        if outcome.ack is not None and not any(parcel.is_ack for parcel in updates):
            listener, message, seat = outcome.ack
            number = table.acknowledged_number(seat, message)
            assert number is not None
            parcels.append(Parcel(listener, [encode(Ack(message, number))]))
        return parcels

    def _reseat(self, scene: Scene, joined: Listener | None) -> list[Parcel]:
        """Tell those whose seat has changed who they are now; who has lost it may watch."""
        scene.presence.reseat(scene.table.chairs, scene.now)
        return [
            Parcel(one, [encode(self._hello(scene, one.seat))], is_welcome=True)
            for one in scene.presence.listeners
            if one is not joined and one.seat != one.told_seat
        ]

    def _updates(
        self,
        scene: Scene,
        listeners: list[Listener],
        acked: tuple[Listener, str, int] | None = None,
    ) -> list[Parcel]:
        """How the table stands, for each from the last update on that it has.

        Who acted hears what became of it, and all hear of a new clock. Others who can see no change
        are told nothing: a sealed answer must not be heard arriving.
        """
        made: dict[tuple[int | None, int, bool], Reading] = {}
        parcels: list[Parcel] = []
        for listener in listeners:
            table = self.table_for(listener.seat, scene.table)
            if table.state is None or listener.told_seq == table.seq:
                continue
            is_first = listener.told is None
            is_rewound = not is_first and listener.told_seq < table.rewound_seq
            since = -1 if is_first or is_rewound else listener.told_number
            key = listener.seat, since, is_rewound
            reading = made.get(key)
            if reading is None:
                reading = made[key] = self._read(scene, table, listener.seat, since)
            is_acked = acked is not None and acked[0] is listener
            is_due = is_acked or is_rewound or _is_expected(listener, table)
            if not is_due and not reading.news.events and listener.told == reading.lasting:
                parcels.append(Parcel(listener, [], None, table.seq))
                continue
            frames = [reading.frame(acked[1] if acked is not None and is_acked else None)]
            if is_rewound:  # who was told what was taken back is told all anew
                rewound = table.number(listener.seat, table.rewound_seq)
                frames.insert(0, encode(Rewound(rewound)))
            parcels.append(Parcel(listener, frames, reading, table.seq, is_acked))
        return parcels

    def _read(self, scene: Scene, table: Table, seat: int | None, since: int) -> Reading:
        """How the table stands for a viewpoint, and what is new since its number `since`."""
        clock, countdown, holds_left = None, None, 0
        if table is scene.table:  # the clocks of the present would tell outsiders of it
            clock = table.times.clock_for(seat, scene.now)
            countdown = countdown_of(scene)
            most = scene.settings.holds_per_seat
            holds_left = 0 if seat is None else max(0, most - table.holds.used[seat])
        return reading(table, seat, since, clock, countdown, holds_left)

    # ------------------------------------------------------------------------- coming

    def _hello(self, scene: Scene, seat: int | None) -> Welcome:
        mail = None if seat is None else scene.table.chairs[seat].mail or None
        return Welcome(seat, self.info_for(seat, scene), mail)

    def _welcome(self, scene: Scene, listener: Listener, since: int) -> Parcel:
        """Welcome a connection, and tell it what happened after its number `since`."""
        seat, table = listener.seat, self.table_for(listener.seat, scene.table)
        frames = [encode(self._hello(scene, seat))]
        # Who claims to have seen more than there is has seen another table: begin anew.
        since = since if -1 <= since <= table.number(seat, table.seq) else -1
        # What was said comes first: who has the update then has everything up to its number.
        frames += [encode(said) for said in sayings(table, seat, since)]
        if table.state is None:
            return Parcel(listener, frames, is_welcome=True)
        rewound = table.number(seat, table.rewound_seq)
        if 0 <= since < rewound:
            frames.append(encode(Rewound(rewound)))
            since = -1
        read = self._read(scene, table, seat, since)
        return Parcel(listener, [*frames, read.frame()], read, table.seq, is_welcome=True)

    # ---------------------------------------------------------------------- outsiders

    def outside(self, scene: Scene, outcome: Outcome) -> list[Parcel]:
        """What those hear who see the table later: what may be told by now.

        What is stored now, and who is there now, will be told later.
        """
        if self.delayed is None:
            return []
        self.delayed.add(outcome.records)
        self.delayed.note_online(online(scene), scene.now)
        self.delayed.release(scene.now)
        table, sent_seq = self.delayed.table, self._sent_late_seq
        self._sent_late_seq = table.seq
        joined = None if outcome.joined is None else outcome.joined[0]
        behind = [one for one in scene.presence.listeners if one.seat is None and one is not joined]
        parcels: list[Parcel] = []
        told = self.info_for(None, scene)
        if told != self._told_outside:
            self._told_outside = told
            parcels += [Parcel(one, [encode(Seats(told))]) for one in behind]
        return parcels + _said_to(behind, table, sent_seq) + self._updates(scene, behind)

    def next_outside_ms(self) -> int | None:
        """When outsiders may be told more."""
        return None if self.delayed is None else self.delayed.due()


def _seats(scene: Scene) -> tuple[object, ...]:
    """What everybody is told about the seats: while this is the same, that is."""
    table = scene.table
    return table.seats_version, online(scene), scene.presence.late, table.status


def _said_to(listeners: list[Listener], table: Table, sent_seq: int) -> list[Parcel]:
    """What was said after a record, under everybody's own numbers."""
    if not table.sayings or table.sayings[-1].seq <= sent_seq:
        return []
    return [
        Parcel(one, [encode(replace(said, seq=table.number(one.seat, said.seq)))])
        for said in table.sayings
        if said.seq > sent_seq
        for one in listeners
    ]


def _is_expected(listener: Listener, table: Table) -> bool:
    """Whether a connection must hear of a change though it may see nothing new."""
    is_actor = table.actor == listener.seat and listener.told_seq < table.acted_seq
    return is_actor or listener.told_seq < table.tempo_seq
