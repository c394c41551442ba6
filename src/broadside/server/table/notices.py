"""Notices at tables by days: who wants them, and who is to hear now that the table waits.

They are told to who seems to be asked, as everybody at the table sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.notify.mail import check_mail
from broadside.server.table.decision import Outcome
from broadside.server.table.records import NoticeSet
from broadside.server.table.times import is_by_days
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.server.table.decision import Scene
    from broadside.server.table.times import Since
    from broadside.wire.messages import Notify


def notify(scene: Scene, seat: int, message: Notify) -> Outcome:
    """A person wants notices, or none any more; raises `Refusal`."""
    mail = message.mail or ""
    if mail and not scene.settings.smtp:
        raise Refusal(409, "no_mail", "This server sends no mail.")
    if mail:
        check_mail(mail)
    outcome = Outcome([NoticeSet(scene.now, seat, message.id, mail, message.language)])
    outcome.wants_mail = bool(mail)
    return outcome


def notices_for(scene: Scene, before: Mapping[int, Since]) -> list[int]:
    """The seats of people who are asked now and were not before."""
    table = scene.table
    awaited = table.times.awaited
    if awaited is before or not is_by_days(table.times.clock_s) or table.playing is None:
        return []
    return [seat for seat in table.people(awaited) if awaited[seat] != before.get(seat)]
