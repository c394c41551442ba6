"""The core of a table: what an input leads to, and what falls due by itself.

No asyncio, no clock, no files, no sockets. `decide` looks and changes nothing of the table; the
records that it gives are the only way a table changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from broadside.kernel.errors import BroadsideError
from broadside.kernel.window import REACTION
from broadside.server.table import (
    bots,
    countdown,
    host,
    idle_players,
    notices,
    pause,
    proposals,
    stand_ins,
    start,
    thinking_time,
    worlds,
)
from broadside.server.table.decision import Join, Leave, Message, Outcome, Request, Thinking
from broadside.server.table.records import Acted, Returned, Spoke
from broadside.server.table.seating import seat_of
from broadside.server.table.state import evolve
from broadside.server.table.times import earliest
from broadside.service.credentials import hash_credential
from broadside.service.refusal import Details, Refusal, refusal_of
from broadside.wire import messages as wire

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from broadside.kernel.action import Action
    from broadside.server.table.decision import Input, Scene
    from broadside.server.table.delayed import Delayed
    from broadside.server.table.presence import Listener
    from broadside.server.table.records import Record
    from broadside.server.table.state import Table
    from broadside.server.table.times import Since

FOLLOWING_MAX: Final = 200
"""So much cannot follow from one input; our mistake otherwise."""
AT_ONCE: Final = 0
"""The moment of what is due: it has come for every server, though its clock was set back."""


# ------------------------------------------------------------------------------- inputs


def take(scene: Scene, given: Input) -> Outcome:
    """Decide about an input, and change the table; raises `Refusal`, and nothing has changed."""
    outcome = decide(scene, given)
    for record in outcome.records:
        evolve(scene.table, record)
    return outcome


def decide(scene: Scene, given: Input) -> Outcome:
    """What an input leads to at once; raises `Refusal`."""
    match given:
        case Message():
            return _hear(scene, given)
        case Request():
            return given.decide(scene)
        case Thinking():
            bots.thought(scene, given)
        case Join():
            return _join(scene, given.listener, given.hello)
        case Leave():
            scene.presence.leave(given.listener, scene.now)
    return Outcome()


def _hear(scene: Scene, given: Message) -> Outcome:
    """Take a message of a connection; a repeat is acknowledged again, and does nothing."""
    listener, message, table = given.listener, given.message, scene.table
    seat = listener.seat
    if isinstance(message, wire.Hello):
        raise Refusal(409, "hello_again", "You have said hello already.")
    if seat is None:
        raise Refusal(403, "spectator", "You are watching. Only who has a seat may do this.")
    number = table.acknowledged_number(seat, message.id)
    if number is not None:
        outcome = Outcome()
        outcome.reply = listener, wire.Ack(message.id, number)
        return outcome
    if given.too_fast is not None:
        raise given.too_fast
    outcome = HANDLERS[type(message)](scene, seat, message)
    if outcome.records:
        outcome.ack = listener, message.id, seat
    return outcome


def _act(scene: Scene, seat: int, message: wire.Act) -> Outcome:
    """A person does something; raises `Refusal`. Acting takes the seat back from a stand-in."""
    table = scene.table
    action = _checked(table, seat, message)
    is_answer = action in table.legal(seat)
    reserve_ms = table.times.reserve_used_ms(seat, scene.now) if is_answer else 0
    acted = Acted(scene.now, seat, action.text, message.id, "person", reserve_ms)
    is_back = table.chairs[seat].stand_in is not None
    return Outcome([Returned(scene.now, seat), acted] if is_back else [acted])


def _checked(table: Table, seat: int, message: wire.Act) -> Action:
    """The action that a message means, if it is possible now and answers what is asked now."""
    question = message.question
    if question is not None and table.playing is not None and question != table.question(seat):
        raise _too_late(table, seat, message)
    try:
        action = table.check(seat, message.action)
    except BroadsideError as error:
        raise refusal_of(error) from error
    if action not in table.legal(seat):
        _check_offer(table, seat, action, message)
    elif question is None:
        reason = "Say which question this answers: the last update has its number."
        raise Refusal(400, "no_question", reason)
    return action


def _check_offer(table: Table, seat: int, action: Action, message: wire.Act) -> None:
    """Make sure that an answer to an offer means this one, and none that was there before."""
    verb, state = action.verb, table.state
    if verb.composed or state is None or seat not in state.nudged():
        return
    named = zip(action.args, verb.domains, strict=True)
    givers = [who for who, what in named if what.is_seat and who < state.seats]
    if not givers:
        return
    if message.seen is None:
        reason = "Say which offer this answers: `seen` is the number of the update that shows it."
        raise Refusal(400, "no_question", reason)
    latest = max(table.rewound_seq, *[table.dealt_seqs[giver] for giver in givers])
    if table.number(seat, latest) > message.seen:
        raise Refusal(409, "too_late", f"{message.action}: by now there is another offer.")


def _too_late(table: Table, seat: int, message: wire.Act) -> Refusal:
    """Why an answer to another question than the present one is not taken."""
    if table.playing is not None and table.playing.window == REACTION and table.times.is_counting:
        reason = f"{message.action}: others may still react to what was played. Try again then."
        return Refusal(409, "reaction_first", reason)
    reason = f"{message.action} by seat {seat}: the question that this answers is past."
    return Refusal(409, "too_late", reason)


def _say(scene: Scene, seat: int, message: wire.Say) -> Outcome:
    """A person says something."""
    return Outcome([Spoke(scene.now, seat, message.id, message.text, message.phrase)])


HANDLERS: Final[dict[type, Callable[[Scene, int, Any], Outcome]]] = {
    wire.Act: _act,
    wire.Say: _say,
    wire.Hold: countdown.hold,
    wire.Hint: worlds.hint,
    wire.Notify: notices.notify,
    wire.Away: stand_ins.away,
    wire.Back: stand_ins.back,
    wire.Relieve: idle_players.relieve,
    wire.Propose: proposals.propose,
    wire.Answer: proposals.answer,
}
"""Who decides about a message of a seat."""


def _join(scene: Scene, listener: Listener, hello: wire.Hello) -> Outcome:
    """A connection says hello; who a seat is kept for sits down, who was away is back."""
    table = scene.table
    if hello.credential is not None:
        listener.seat = seat_of(table.chairs, hello.credential)
        listener.credential_hash = table.chairs[listener.seat].credential_hash
    if hello.host is not None:
        listener.host_hash = hash_credential(hello.host)
    _check_room(scene, listener)
    outcome = Outcome()
    outcome.joined = listener, hello.since
    seat = listener.seat
    if seat is not None:
        outcome.records += host.take_reserved(scene, seat, hello.salt)
        is_away = table.playing is not None and table.chairs[seat].stand_in is not None
        if is_away and hello.is_back:
            outcome.records.append(Returned(scene.now, seat))
    scene.presence.join(listener, scene.now)
    return outcome


def _check_room(scene: Scene, listener: Listener) -> None:
    """Make sure that a crowd locks nobody out: neither a player, nor other spectators."""
    presence, settings = scene.presence, scene.settings
    is_full = presence.count(listener.seat) >= settings.connections_per_seat
    if listener.seat is None:
        is_full = (
            presence.count(None) >= settings.spectators_per_table
            or presence.spectators_at(listener.address) >= settings.spectators_per_address
        )
    if is_full:
        details: Details = {"what": "watch" if listener.seat is None else "seat"}
        reason = "Too many are watching this table. Try again later."
        raise Refusal(409, "too_many", reason, details=details)


# ------------------------------------------------------------------- what falls due


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


def follow(scene: Scene, told: Mapping[int, Since]) -> Outcome:
    """Do everything that is due by now; say who thinks, and when the table must be woken.

    `told` says who was asked when notices were sent last.
    """
    outcome = Outcome()
    for _ in range(FOLLOWING_MAX):
        outcome.thoughts += bots.wanted(scene)
        concern, outcome.wake_ms = _next_due(scene)
        if concern is None:
            outcome.notices = notices.notices_for(scene, told)
            return outcome
        for record in _settled(scene, concern):
            evolve(scene.table, record)
            outcome.records.append(record)
    raise AssertionError(f"table {scene.table.name}: too much follows from one input")


def _next_due(scene: Scene) -> tuple[Concern | None, int | None]:
    """The most urgent concern that is due by now; else the moment when the next one will be."""
    soonest = idle_players.due(scene)
    for concern in CONCERNS:
        moment = concern.due(scene)
        if moment is not None:
            if moment <= scene.now:
                return concern, moment
            soonest = moment if soonest is None else min(soonest, moment)
    return None, soonest


def _settled(scene: Scene, concern: Concern) -> list[Record]:
    """What a concern does now; it is our mistake if that is refused."""
    try:
        return concern.settle(scene)
    except Refusal as refusal:
        raise AssertionError(f"{concern} was due, but {refusal.reason}") from refusal


def wake_ms(scene: Scene, delayed: Delayed | None) -> int | None:
    """When the table must be loaded though nobody comes.

    A table with a clock pauses without its people, and a table of bots without one who watches:
    these need not be loaded.
    """
    due_ms = _due_ms(scene, delayed)
    return due_ms if due_ms is None or due_ms > scene.now else AT_ONCE


def _due_ms(scene: Scene, delayed: Delayed | None) -> int | None:
    table = scene.table
    if table.playing is not None and table.times.has_live_clock and table.seating.active:
        return None
    if table.status == "waiting":
        is_ready = table.seating.is_full and table.seating.has_people
        return scene.now if is_ready else start.expires_ms(scene)
    if table.playing is None:
        return None if delayed is None else delayed.behind_until_ms(table)
    if not table.seating.has_people:
        return None
    if table.playing.rests or any(table.chairs[seat].player for seat in table.deciders()):
        return scene.now
    return earliest([thinking_time.due(scene), proposals.due(scene)])
