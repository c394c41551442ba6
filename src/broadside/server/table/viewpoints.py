"""Viewpoints: what each seat and each spectator is told of a table, and under which numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from broadside.kernel.event import SPECTATOR
from broadside.server.table.seating import holder
from broadside.wire.messages import (
    Ack,
    Denied,
    Fairness,
    PromptInfo,
    Rewound,
    Seats,
    TableInfo,
    Update,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.kernel.action import Action
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.presence import Listener
    from broadside.server.table.scene import Outcome, Scene
    from broadside.server.table.state import Table
    from broadside.wire.messages import Countdown, Said


encode = msgspec.json.Encoder().encode
"""The message as it crosses the wire."""


class Sight(NamedTuple):
    """What a viewpoint sees and may do at one position of the game."""

    view: dict[str, Any]
    waiting: list[int]
    prompt: PromptInfo | None
    legal: list[str]
    asides: list[str]
    denied: list[Denied]
    result: list[float] | None
    question: int | None


def info(table: Table, online: AbstractSet[int], late: AbstractSet[int] = frozenset()) -> TableInfo:
    """The table as everybody may see it."""
    opened, status = table.opened, table.status
    return TableInfo(
        table=table.name,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        clock_s=table.times.clock_s,
        status=status,
        seats=table.seating.infos(online, late),
        fairness=Fairness(
            commitment=opened.commitment,
            salts=table.salts(),
            seed=opened.seed if status == "over" else None,
        ),
        code=(opened.code or None) if status == "waiting" else None,
        host=table.seating.host,
        is_locked=table.seating.is_locked,
        is_public=table.seating.is_public,
        hints=opened.hints,
        stand_in=opened.stand_in,
        spectator_delay_s=opened.spectator_delay_s,
        reserve_s=opened.reserve_s,
        proposal=table.agreements.info(table.active_people()),
        rematch=table.rematch,
        paused=table.times.paused_ms is not None,
    )


def sight(table: Table, seat: int | None) -> Sight:
    """What a seat, or a spectator, sees now; made once for each position of the game."""
    if seat not in table.sights:
        table.sights[seat] = _look(table, seat)
    seen: Sight = table.sights[seat]
    return seen


def _look(table: Table, seat: int | None) -> Sight:
    state = table.state
    assert state is not None
    viewpoint = SPECTATOR if seat is None else seat
    view, waiting, result = state.view(viewpoint), state.seen_waiting(viewpoint), state.result()
    if seat is None:
        return Sight(view, waiting, None, [], [], [], result, None)
    asides = _listed(table, table.asides(seat))
    if not state.is_asked(seat):
        return Sight(view, waiting, None, [], asides, [], result, None)
    asked = state.prompt(seat)
    default = None if asked.is_random else asked.default.text
    return Sight(
        view,
        waiting,
        PromptInfo(asked.question, asked.rule, default),
        _listed(table, table.legal(seat)),
        asides,
        [Denied(one.action.text, one.code, one.reason, one.rule) for one in state.denied(seat)],
        result,
        table.question(seat),
    )


def _listed(table: Table, actions: list[Action]) -> list[str]:
    """The texts of actions, without composed ones."""
    verbs = table.game.actions.verbs
    return [action.text for action in actions if not verbs[action.verb].composed]


def update(table: Table, seat: int | None, since: int) -> Update:
    """What a seat, or a spectator, may know: how it stands, what came after number `since`."""
    seen = sight(table, seat)
    return Update(
        seq=table.number(seat, table.seq),
        events=events(table, seat, since),
        view=seen.view,
        waiting=seen.waiting,
        prompt=seen.prompt,
        legal=seen.legal,
        asides=seen.asides,
        denied=seen.denied,
        clock=None,
        countdown=None,
        holds_left=0,
        result=seen.result,
        question=seen.question,
    )


def events(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    """The events of the game and of the table after number `since`."""
    state, seqs, number = table.state, table.event_seqs, table.number
    assert state is not None
    place = len(seqs)
    while place and number(seat, seqs[place - 1]) > since:
        place -= 1
    seen = state.seen_events(SPECTATOR if seat is None else seat, place)
    for event, seq in zip(seen, seqs[place:], strict=True):
        event["seq"] = number(seat, seq)
    happened = _happenings(table, seat, since)
    # What the table did comes before what it caused.
    return sorted(happened + seen, key=lambda event: int(event["seq"])) if happened else seen


def _happenings(table: Table, seat: int | None, since: int) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for happening in reversed(table.happenings):
        number = table.number(seat, happening.seq)
        if number <= since:
            break
        if happening.only is None or happening.only == seat:
            told.append({**happening.told, "seq": number})
    return told[::-1]


def countdown_of(scene: Scene) -> Countdown | None:
    """The countdown that runs now."""
    table, window = scene.table, scene.table.times.open
    if window is None or table.times.paused_ms is not None:
        return None
    held = table.holds.holding.get(window.opening.window, [])
    return window.info(scene.now, scene.settings.countdown_factor, held)


def sayings_since(table: Table, seat: int | None, since: int) -> list[Said]:
    """What was said after the number `since` of a seat, or of a spectator."""
    numbered = [replace(said, seq=table.number(seat, said.seq)) for said in table.sayings]
    return [said for said in numbered if said.seq > since]


# ------------------------------------------------------------------------- telling


class Parcel(NamedTuple):
    """Frames for one connection; when they are sent, it knows the update and the record."""

    listener: Listener
    frames: list[bytes]
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

    def __init__(self, table: Table, delayed: Delayed | None) -> None:
        self.delayed = delayed
        self.sent_seq = table.seq
        """The record up to which everything was sent; who comes later is told all of it."""
        self._sent_late_seq = -1 if delayed is None else delayed.table.seq
        self._told_outside: TableInfo | None = None
        self.go_on(table)

    def go_on(self, table: Table) -> None:
        """Go on with a table that was built anew: what it has, but was not sent, is news."""
        self._told_seats: tuple[object, ...] | None = None
        self._said = _said_until(table, self.sent_seq)
        late = self.delayed
        self._said_late = 0 if late is None else _said_until(late.table, self._sent_late_seq)

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
        presence = scene.presence
        return info(scene.table, presence.online, presence.late)

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
        joined = None if outcome.joined is None else outcome.joined[0]
        parcels = self._seats(scene, joined)
        others = [
            one for one in scene.presence.listeners if one is not joined and not self.is_behind(one)
        ]
        if len(scene.table.sayings) != self._said:
            parcels += self._sayings(scene.table, others)
        if outcome.joined is not None:
            parcels.append(self._welcome(scene, *outcome.joined))
        updates = self._updates(scene, others, outcome.ack)
        parcels += updates
        if outcome.ack is not None and not any(parcel.ack for parcel in updates):
            listener, message, seat = outcome.ack
            number = scene.table.number(seat, scene.table.acknowledged[seat, message])
            parcels.append(Parcel(listener, [encode(Ack(message, number))]))
        return parcels

    def _seats(self, scene: Scene, joined: Listener | None) -> list[Parcel]:
        """Who sits there and is there, if that has changed; who has another seat is welcomed."""
        table, presence = scene.table, scene.presence
        key = (table.seats_version, presence.online, presence.late, table.status)
        if key == self._told_seats:
            return []
        self._told_seats = key
        reseated = self._reseat(scene)
        frame = encode(Seats(info(table, presence.online, presence.late)))
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
        self,
        scene: Scene,
        listeners: list[Listener],
        acked: tuple[Listener, str, int] | None = None,
    ) -> list[Parcel]:
        """How the table stands, for each from the last update on that it has.

        Who acted hears what became of it, and all hear of a new clock. Others who can see no change
        are told nothing: a sealed answer must not be heard arriving.
        """
        made: dict[tuple[int | None, int, bool], Update] = {}
        frames: dict[tuple[int, str | None], list[bytes]] = {}
        parcels: list[Parcel] = []
        for listener in listeners:
            table = self.table_for(listener.seat, scene.table)
            if table.state is None or listener.told_seq == table.seq:
                continue
            told = listener.told
            is_rewound = told is not None and listener.told_seq < table.rewound_seq
            since = -1 if told is None or is_rewound else told.seq
            key = listener.seat, since, is_rewound
            if key not in made:
                made[key] = self._update(scene, table, listener.seat, since)
            update = made[key]
            ack = acked[1] if acked is not None and acked[0] is listener else None
            is_due = ack is not None or is_rewound or _is_expected(listener, table)
            if not is_due and not _is_news(update, listener):
                parcels.append(Parcel(listener, [], None, table.seq))
                continue
            if (id(update), ack) not in frames:
                frames[id(update), ack] = _frames(table, listener.seat, update, ack, is_rewound)
            parcels.append(Parcel(listener, frames[id(update), ack], update, table.seq, ack))
        return parcels

    def _update(self, scene: Scene, table: Table, seat: int | None, since: int) -> Update:
        told = update(table, seat, since)
        if table is scene.table:  # the clocks of the present would tell outsiders of it
            told.clock = table.times.clock_for(seat, scene.now)
            told.countdown = countdown_of(scene)
            most = scene.settings.holds_per_seat
            told.holds_left = 0 if seat is None else max(0, most - table.holds.used[seat])
        return told

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
        frames += [encode(said) for said in sayings_since(table, seat, since)]
        if table.state is None:
            return Parcel(listener, frames)
        rewound = table.number(seat, table.rewound_seq)
        if 0 <= since < rewound:
            frames.append(encode(Rewound(rewound)))
            since = -1
        update = self._update(scene, table, seat, since)
        return Parcel(listener, [*frames, encode(update)], update, table.seq)

    # ---------------------------------------------------------------------- outsiders

    def outside(self, scene: Scene, outcome: Outcome) -> list[Parcel]:
        """What those hear who see the table later: what may be told by now.

        What is stored now, and who is there now, will be told later.
        """
        if self.delayed is None:
            return []
        self.delayed.add(outcome.records)
        self.delayed.note_online(scene.presence.online, scene.now)
        self.delayed.release(scene.now)
        table, first = self.delayed.table, self._said_late
        self._said_late, self._sent_late_seq = len(table.sayings), table.seq
        joined = None if outcome.joined is None else outcome.joined[0]
        behind = [one for one in scene.presence.listeners if one.seat is None and one is not joined]
        parcels: list[Parcel] = []
        told = self.info_for(None, scene)
        if told != self._told_outside:
            self._told_outside = told
            parcels += [Parcel(one, [encode(Seats(told))]) for one in behind]
        return parcels + _said_to(behind, table, first) + self._updates(scene, behind)

    def next_outside_ms(self) -> int | None:
        """When outsiders may be told more."""
        return None if self.delayed is None else self.delayed.due()


def _frames(
    table: Table, seat: int | None, update: Update, ack: str | None, is_rewound: bool
) -> list[bytes]:
    """An update for a connection; who was told what was taken back is told all anew."""
    update.ack = ack
    frame = encode(update)
    update.ack = None
    return (
        [encode(Rewound(table.number(seat, table.rewound_seq))), frame] if is_rewound else [frame]
    )


def _said_until(table: Table, seq: int) -> int:
    """How much had been said when a record was made."""
    return sum(said.seq <= seq for said in table.sayings)


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
