"""Telling: what everybody who is connected hears after a change, as far as it is theirs to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from broadside.server.table import countdown, idle_players, thinking_time, viewpoints
from broadside.server.table.seating import holder
from broadside.server.wire.messages import Ack, Rewound, Seats, Welcome

if TYPE_CHECKING:
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.presence import Listener
    from broadside.server.table.scene import Outcome, Scene
    from broadside.server.table.state import Table
    from broadside.server.wire.messages import ServerMessage, TableInfo, Update

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> str:
    """The message as it crosses the wire."""
    return _encoder.encode(message).decode()


class Parcel(NamedTuple):
    """Frames for one connection; when they are sent, it knows the update and the record."""

    listener: Listener
    frames: list[str]
    told: Update | None = None
    told_seq: int = -1
    ack: str | None = None
    """The message that the update acknowledges."""

    def deliver(self) -> None:
        """Send it."""
        if self.told is not None:
            self.listener.told = self.told
        if self.told_seq >= 0:
            self.listener.told_seq = self.told_seq
        if self.frames:
            self.listener.send(self.frames)


class Teller:
    """Tells everybody at one table, from the present or, to outsiders, from a while ago."""

    def __init__(self, delayed: Delayed | None) -> None:
        self.delayed = delayed
        self._told_seats: tuple[object, ...] | None = None
        self._told_outside: TableInfo | None = None
        self._said = 0
        self._said_late = 0

    def go_on_from(self, table: Table) -> None:
        """Everything said so far is told to a client when it comes."""
        self._said = len(table.sayings)
        self._said_late = 0 if self.delayed is None else len(self.delayed.table.sayings)
        self._told_seats = None

    def is_behind(self, listener: Listener) -> bool:
        """Whether a connection is told from a while ago."""
        return self.delayed is not None and listener.seat is None

    def table_for(self, seat: int | None, table: Table) -> Table:
        """What a seat or an outsider is told from."""
        return table if self.delayed is None or seat is not None else self.delayed.table

    def info_for(self, seat: int | None, scene: Scene) -> TableInfo:
        """The table as a seat or an outsider may see it."""
        if self.delayed is not None and seat is None:
            return self.delayed.info()
        online = scene.presence.online()
        return viewpoints.info(scene.table, online, idle_players.late(scene))

    # ------------------------------------------------------------------ after a change

    def parcels(self, scene: Scene, outcome: Outcome) -> list[Parcel]:
        """What everybody hears now who is not behind, in the order in which it is sent."""
        joined = None if outcome.joined is None else outcome.joined[0]
        parcels = self._seats(scene, joined)
        others = [
            one for one in scene.presence.listeners if one is not joined and not self.is_behind(one)
        ]
        if len(scene.table.sayings) != self._said:
            parcels += self._sayings(scene.table, others)
        if outcome.joined is not None:
            parcels.append(self._welcome(scene, *outcome.joined))
        updates = self._updates(scene, others, outcome)
        return parcels + updates + self._acks(scene.table, outcome, updates)

    def _acks(self, table: Table, outcome: Outcome, updates: list[Parcel]) -> list[Parcel]:
        """The acknowledgements that no update carries."""
        answered = {id(parcel.listener) for parcel in updates if parcel.ack}
        parcels: list[Parcel] = []
        for listener, message, seat in outcome.acks:
            if id(listener) not in answered:
                number = table.number(seat, table.acknowledged[seat, message])
                parcels.append(Parcel(listener, [encode(Ack(message, number))]))
        return parcels

    def _seats(self, scene: Scene, joined: Listener | None) -> list[Parcel]:
        """Who sits there and is there, if that has changed; who has another seat is welcomed."""
        table, presence, late = scene.table, scene.presence, idle_players.late(scene)
        key = (table.seats_version, presence.online(), late, table.status)
        if key == self._told_seats:
            return []
        self._told_seats = key
        reseated = self._reseat(scene)
        frame = encode(Seats(viewpoints.info(table, presence.online(), late)))
        return reseated + [
            Parcel(one, [frame])
            for one in presence.listeners
            if one is not joined and not self.is_behind(one)
        ]

    def _reseat(self, scene: Scene) -> list[Parcel]:
        """Tell those whose seat has changed who they are now; who has lost it may watch."""
        parcels: list[Parcel] = []
        for listener in scene.presence.listeners:
            if listener.credential_hash:
                seat = holder(scene.table.chairs, listener.credential_hash)
                if seat != listener.seat:
                    listener.seat = seat
                    parcels.append(Parcel(listener, [encode(self._hello(scene, seat))]))
        return parcels

    def _sayings(self, table: Table, listeners: list[Listener]) -> list[Parcel]:
        first, self._said = self._said, len(table.sayings)
        return _said_to(listeners, table, first)

    def _updates(
        self, scene: Scene, listeners: list[Listener], outcome: Outcome | None = None
    ) -> list[Parcel]:
        """How the table stands, for each from the last update on that it has.

        Who acted hears what became of it, and all hear of a new clock. Others who can see no change
        are told nothing: a sealed answer must not be heard arriving.
        """
        acks = {id(one): message for one, message, _ in outcome.acks} if outcome else {}
        made: dict[tuple[int | None, int, bool], Update] = {}
        frames: dict[tuple[int, str | None], list[str]] = {}
        parcels: list[Parcel] = []
        for listener in listeners:
            table = self.table_for(listener.seat, scene.table)
            if table.state is None or listener.told_seq == table.seq:
                continue
            is_rewound = listener.has_missed(table.rewound_seq)
            since = -1 if is_rewound else listener.seen_number
            key = listener.seat, since, is_rewound
            if key not in made:
                made[key] = self._update(scene, table, listener.seat, since)
            update, ack = made[key], acks.get(id(listener))
            is_due = ack is not None or is_rewound or _is_expected(listener, table)
            if not is_due and not _is_news(update, listener):
                parcels.append(Parcel(listener, [], None, table.seq))
                continue
            if (id(update), ack) not in frames:
                frames[id(update), ack] = _frames(table, listener.seat, update, ack, is_rewound)
            parcels.append(Parcel(listener, frames[id(update), ack], update, table.seq, ack))
        return parcels

    def _update(self, scene: Scene, table: Table, seat: int | None, since: int) -> Update:
        update = viewpoints.update(table, seat, since)
        if table is scene.table:  # the clocks of the present would tell outsiders of it
            update.clock = thinking_time.clock_for(table, seat, scene.now)
            update.countdown = countdown.info(table, scene.now, scene.settings)
            update.holds_left = countdown.holds_left(table, seat, scene.settings)
        return update

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
        frames += [encode(said) for said in viewpoints.sayings_since(table, seat, since)]
        if table.state is None:
            return Parcel(listener, frames)
        rewound = table.number(seat, table.rewound_seq)
        if 0 <= since < rewound:
            frames.append(encode(Rewound(rewound)))
            since = -1
        update = self._update(scene, table, seat, since)
        return Parcel(listener, [*frames, encode(update)], update, table.seq)

    # ---------------------------------------------------------------------- outsiders

    def outside(self, scene: Scene, joined: Listener | None = None) -> list[Parcel]:
        """What those hear who see the table later: what may be told by now."""
        if self.delayed is None:
            return []
        self.delayed.release(scene.now)
        table, first = self.delayed.table, self._said_late
        self._said_late = len(table.sayings)
        behind = [one for one in scene.presence.listeners if one.seat is None and one is not joined]
        parcels: list[Parcel] = []
        told = self.delayed.info()
        if told != self._told_outside:
            self._told_outside = told
            parcels += [Parcel(one, [encode(Seats(told))]) for one in behind]
        return parcels + _said_to(behind, table, first) + self._updates(scene, behind)


def _frames(
    table: Table, seat: int | None, update: Update, ack: str | None, is_rewound: bool
) -> list[str]:
    """An update for a connection; who was told what was taken back is told all anew."""
    update.ack = ack
    frame = encode(update)
    update.ack = None
    return (
        [encode(Rewound(table.number(seat, table.rewound_seq))), frame] if is_rewound else [frame]
    )


def _said_to(listeners: list[Listener], table: Table, first: int) -> list[Parcel]:
    """What was said from a place on, under everybody's own numbers."""
    return [
        Parcel(one, [encode(replace(said, seq=table.number(one.seat, said.seq)))])
        for said in table.sayings[first:]
        for one in listeners
    ]


def _is_expected(listener: Listener, table: Table) -> bool:
    """Whether a connection must hear of a change though it may see nothing new."""
    is_actor = table.actor == listener.seat and listener.told_seq < table.acted_seq
    return is_actor or listener.told_seq < table.tempo_seq


def _is_news(update: Update, listener: Listener) -> bool:
    """Whether an update tells more than that something happened which one may not see."""
    if listener.told is None or update.events:
        return True
    return _lasting(update) != _lasting(listener.told)


def _lasting(update: Update) -> Update:
    """What of an update does not change by itself."""
    window = update.countdown and replace(update.countdown, left_ms=0)
    return replace(update, seq=0, events=[], clock=None, countdown=window)
