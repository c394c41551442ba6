"""What a seat's client sends during a game: its acts, its words, its wishes for mail and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.errors import BroadsideError
from broadside.kernel.window import REACTION
from broadside.server import fairness
from broadside.server.notify.mail import check_mail
from broadside.server.refusal import Refusal, refusal_of
from broadside.server.table.records import Acted, NoticeSet, Returned, Spoke
from broadside.server.table.scene import Advise, Confirm, Outcome, seat_of
from broadside.server.table.thinking_time import reserve_used_ms

if TYPE_CHECKING:
    from broadside.kernel.action import Action
    from broadside.server.table.presence import Listener
    from broadside.server.table.records import Record
    from broadside.server.table.scene import Scene
    from broadside.server.table.state import Table
    from broadside.server.wire.messages import Act, Hint, Notify, Say

HINT_WORLDS: Final = 8
"""So many worlds are asked for a hint, so that one odd deal does not decide."""


def act(scene: Scene, listener: Listener, message: Act) -> Outcome:
    """A person does something; raises `Refusal`. Acting takes the seat back from a stand-in."""
    seat, table = seat_of(listener, "act"), scene.table
    action = _checked(table, seat, message)
    is_answer = action in table.legal(seat)
    reserve_ms = reserve_used_ms(table, seat, scene.now) if is_answer else 0
    records: list[Record] = []
    if table.chairs[seat].stand_in is not None:
        records.append(Returned(scene.now, seat))
    records.append(Acted(scene.now, seat, action.text, message.id, "person", reserve_ms))
    return Outcome(*records)


def _checked(table: Table, seat: int, message: Act) -> Action:
    """The action that a message means, if it is possible now and answers what is asked now."""
    question = None if table.state is None else table.question(seat)
    is_late = message.question is not None and message.question != question
    if is_late and table.playing is not None:
        raise _too_late(table, seat, message)
    try:
        action = table.check(seat, message.action)
    except BroadsideError as error:
        raise refusal_of(error) from error
    if message.question is None and action in table.legal(seat):
        reason = "Say which question this answers: the last update has its number."
        raise Refusal(400, "no_question", reason)
    return action


def _too_late(table: Table, seat: int, message: Act) -> Refusal:
    """Why an answer to another question than the present one is not taken."""
    state = table.state
    if state is not None and state.window == REACTION and table.is_counting:
        reason = f"{message.action}: others may still react to what was played. Try again then."
        return Refusal(409, "reaction_first", reason)
    reason = f"{message.action} by seat {seat}: the question that this answers is past."
    return Refusal(409, "too_late", reason)


def say(scene: Scene, listener: Listener, message: Say) -> Outcome:
    """A person says something; raises `Refusal`."""
    seat = seat_of(listener, "talk")
    return Outcome(Spoke(scene.now, seat, message.id, message.text, message.phrase))


def notify(scene: Scene, listener: Listener, message: Notify) -> Outcome:
    """A person wants notices, or none any more; raises `Refusal`."""
    seat, mail = seat_of(listener, "ask for notices"), message.mail or ""
    if mail and not scene.settings.smtp:
        raise Refusal(409, "no_mail", "This server sends no mail.")
    if mail:
        check_mail(mail)
    outcome = Outcome(NoticeSet(scene.now, seat, message.id, mail, message.language))
    if mail:
        outcome.jobs.append(Confirm(seat))
    return outcome


def hint(scene: Scene, listener: Listener, message: Hint) -> Outcome:
    """Begin to think about a hint, on worlds that the seat cannot tell from the table."""
    seat, table = seat_of(listener, "ask for a hint"), scene.table
    if not table.opened.hints:
        raise Refusal(403, "no_hints", "There are no hints at this table.")
    if table.state is None:
        raise Refusal(409, "not_started", "The table waits for players to sit down.")
    if not table.state.is_asked(seat):
        raise Refusal(409, "not_your_turn", "There is nothing to decide for you now.")
    number = table.number(seat, table.seq)
    rng = fairness.bot_rng(table.opened.seed, number, seat, "hint")
    worlds = [table.state.determinize(seat, rng).write() for _ in range(HINT_WORLDS)]
    outcome = Outcome()
    outcome.jobs.append(Advise(listener, message.id, seat, worlds))
    return outcome
