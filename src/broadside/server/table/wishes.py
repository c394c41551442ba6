"""What a person wants for itself: mail when it is asked, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.notify.mail import check_mail
from broadside.replays import fairness
from broadside.server.table.records import NoticeSet
from broadside.server.table.scene import Advise, Confirm, Outcome
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.server.table.scene import Scene
    from broadside.wire.messages import Hint, Notify

HINT_WORLDS: Final = 8
"""So many worlds are asked for a hint, so that one odd deal does not decide."""


def notify(scene: Scene, seat: int, message: Notify) -> Outcome:
    """A person wants notices, or none any more; raises `Refusal`."""
    mail = message.mail or ""
    if mail and not scene.settings.smtp:
        raise Refusal(409, "no_mail", "This server sends no mail.")
    if mail:
        check_mail(mail)
    outcome = Outcome([NoticeSet(scene.now, seat, message.id, mail, message.language)])
    if mail:
        outcome.jobs.append(Confirm(seat))
    return outcome


def hint(scene: Scene, seat: int, message: Hint) -> Outcome:
    """Begin to think about a hint, on worlds that the seat cannot tell from the table."""
    table = scene.table
    if not table.opened.hints:
        raise Refusal(403, "no_hints", "There are no hints at this table.")
    if table.state is None:
        raise Refusal(409, "not_started", "The table waits for players to sit down.")
    if not table.state.is_asked(seat):
        raise Refusal(409, "not_your_turn", "There is nothing to decide for you now.")
    number = table.number(seat, table.seq)
    rng = fairness.bot_rng(table.opened.seed, number, seat, "hint")
    worlds = [table.state.determinize(seat, rng).write() for _ in range(HINT_WORLDS)]
    return Outcome(jobs=[Advise(message.id, seat, worlds)])
