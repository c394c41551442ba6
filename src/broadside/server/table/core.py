"""The core of a table: what an input leads to, and what falls due by itself.

No asyncio, no clock, no files, no sockets. `decide` looks and changes nothing of the table; the
records that it gives are the only way a table changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from broadside.server.credentials import hash_credential
from broadside.server.refusal import Refusal
from broadside.server.table import (
    acting,
    bots,
    countdown,
    host,
    idle_players,
    pause,
    proposals,
    stand_ins,
    start,
    thinking_time,
)
from broadside.server.table.records import Returned
from broadside.server.table.scene import (
    Join,
    Leave,
    Message,
    Outcome,
    Request,
    Thinking,
)
from broadside.server.table.seating import holder
from broadside.server.table.state import evolve
from broadside.server.table.turn_notices import notices_for
from broadside.server.wire.messages import (
    Ack,
    Act,
    Answer,
    Away,
    Back,
    Hello,
    Hint,
    Hold,
    Notify,
    Propose,
    Relieve,
    Say,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.server.table.presence import Listener
    from broadside.server.table.records import Record
    from broadside.server.table.scene import Input, Scene
    from broadside.server.table.state import Table

MESSAGES: Final[dict[type, Callable[[Scene, Listener, Any], Outcome]]] = {
    Act: acting.act,
    Hold: countdown.hold,
    Say: acting.say,
    Hint: acting.hint,
    Notify: acting.notify,
    Away: stand_ins.away,
    Back: stand_ins.back,
    Relieve: idle_players.relieve,
    Propose: proposals.propose,
    Answer: proposals.answer,
}
"""Who decides about a message."""


class Concern(Protocol):
    """Something that falls due by itself: when, and with which records."""

    def due(self, scene: Scene, /) -> int | None:
        """The moment at which it is due next; None for never as things stand."""

    def settle(self, scene: Scene, /) -> list[Record]:
        """What it does when it is due."""


CONCERNS: Final[tuple[Concern, ...]] = (
    pause,
    start,
    proposals,
    countdown,
    thinking_time,
    stand_ins,
    bots,
)
"""The most urgent one first."""

FOLLOWING_MAX: Final = 200
"""So much cannot follow from one input; our mistake otherwise."""


def take(scene: Scene, given: Input) -> Outcome:
    """Decide about an input and everything that is due by now; the table is as it is afterwards.

    Raises `Refusal` if the input cannot be done; then nothing has changed.
    """
    before = scene.table.times.awaited
    outcome = decide(scene, given)
    for record in outcome.records:
        evolve(scene.table, record)
    for _ in range(FOLLOWING_MAX):
        outcome.jobs += bots.wanted(scene)
        concern, outcome.wake_ms = _next_due(scene)
        if concern is None:
            outcome.jobs += notices_for(scene, before)
            return outcome
        for record in _settled(scene, concern):
            evolve(scene.table, record)
            outcome.records.append(record)
    raise AssertionError(f"table {scene.table.name}: too much follows from one input")


def _settled(scene: Scene, concern: Concern) -> list[Record]:
    """What a concern does now; it is our mistake if that is refused."""
    try:
        return concern.settle(scene)
    except Refusal as refusal:
        raise AssertionError(f"{concern} was due, but {refusal.reason}") from refusal


def _next_due(scene: Scene) -> tuple[Concern | None, int | None]:
    """The most urgent concern that is due by now; else the moment when the next one will be."""
    earliest = idle_players.due(scene)
    for concern in CONCERNS:
        moment = concern.due(scene)
        if moment is not None:
            if moment <= scene.now:
                return concern, moment
            earliest = moment if earliest is None else min(earliest, moment)
    return None, earliest


# ------------------------------------------------------------------------------- inputs


def decide(scene: Scene, given: Input) -> Outcome:
    """What an input leads to at once; raises `Refusal`."""
    match given:
        case Message():
            return _hear(scene, given)
        case Request(wish):
            return wish(scene)
        case Thinking():
            return bots.thought(scene, given)
        case Join(listener, hello):
            return _join(scene, listener, hello)
        case Leave(listener):
            scene.presence.leave(listener, scene.now)
    return Outcome()


def _hear(scene: Scene, given: Message) -> Outcome:
    """Take a message of a connection; a repeat is acknowledged again, and does nothing."""
    listener, message = given.listener, given.message
    if isinstance(message, Hello):
        raise Refusal(409, "hello_again", "You have said hello already.")
    seat = listener.seat
    if seat is not None and (seat, message.id) in scene.table.acknowledged:
        return _repeat(scene.table, listener, seat, message.id)
    if given.too_fast is not None:
        raise given.too_fast
    outcome = MESSAGES[type(message)](scene, listener, message)
    if outcome.records and seat is not None:
        outcome.acks.append((listener, message.id, seat))
    return outcome


def _repeat(table: Table, listener: Listener, seat: int, message: str) -> Outcome:
    outcome = Outcome()
    number = table.number(seat, table.acknowledged[seat, message])
    outcome.replies.append((listener, Ack(message, number)))
    return outcome


def _join(scene: Scene, listener: Listener, hello: Hello) -> Outcome:
    """A connection says hello; who a seat is kept for sits down, who was away is back."""
    table, presence = scene.table, scene.presence
    if hello.credential is not None:
        listener.credential_hash = hash_credential(hello.credential)
        listener.seat = holder(table.chairs, listener.credential_hash)
        if listener.seat is None:
            raise Refusal(403, "bad_credential", "This is not the credential of a seat here.")
    if hello.host is not None:
        listener.host_hash = hash_credential(hello.host)
    _check_room(scene, listener)
    outcome = Outcome()
    seat = listener.seat
    if seat is not None:
        outcome.records += host.take_reserved(scene, seat, hello.salt)
        is_away = table.playing is not None and table.chairs[seat].stand_in is not None
        if is_away and hello.is_back:
            outcome.records.append(Returned(scene.now, seat))
    presence.join(listener, scene.now)
    outcome.joined = listener, hello.since
    return outcome


def _check_room(scene: Scene, listener: Listener) -> None:
    """Make sure that a crowd locks nobody out: neither a player, nor other spectators."""
    presence, settings = scene.presence, scene.settings
    is_full = presence.count(listener.seat) >= settings.connections_per_viewpoint
    if listener.seat is None:
        is_full = (
            presence.count(None) >= settings.spectators_per_table
            or presence.spectators_at(listener.address) >= settings.spectators_per_address
        )
    if is_full:
        raise Refusal(409, "too_many", "Too many are watching this table. Try again later.")
