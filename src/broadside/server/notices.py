"""Notices at tables by days: whose turn it is, by mail to that person and to a webhook.

They are told to who seems to be asked, as everybody at the table sees it. A notice that cannot be
sent is logged and forgotten; a table never waits for one.
"""

from __future__ import annotations

import asyncio
import html
import logging
from typing import TYPE_CHECKING, Final

from broadside.server import posting
from broadside.server.errands import Errands
from broadside.server.messages import Ack
from broadside.server.records import NoticeSet
from broadside.server.refusal import Refusal
from broadside.server.times import is_by_days

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from broadside.server.connection import Connection
    from broadside.server.messages import Language, Notify
    from broadside.server.settings import Settings
    from broadside.server.table import Table

SUBJECTS: Final[dict[Language, str]] = {
    "en": "Your turn at the table",
    "de": "Du bist am Tisch an der Reihe",
    "pl": "Twoja kolej przy stole",
}
TEXTS: Final[dict[Language, str]] = {
    "en": "Ahoy {name},\n\nThe table waits for you: {link}\n\nYou can stop these mails there.\n",
    "de": "Ahoi {name},\n\nder Tisch wartet auf dich: {link}\n\nDort kannst du diese Mails"
    " abbestellen.\n",
    "pl": "Ahoj, {name}!\n\nStół czeka na ciebie: {link}\n\nTam możesz wyłączyć te wiadomości.\n",
}
AT_ONCE: Final = 4
"""So many mails, and so many calls of webhooks, are on their way at once; others wait for them."""

logger = logging.getLogger(__name__)


class Notices:
    """Sends notices for all tables, as the operator has set it up."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.send_mail: Callable[[str, str, str, str, str], None] = posting.send_mail
        self.post_hook: Callable[[str, dict[str, object]], None] = posting.post_hook
        self._mails, self._hooks = Errands(AT_ONCE), Errands(AT_ONCE)

    async def mail(self, to: str, language: Language, name: str, table: str) -> None:
        """Tell a person; never raises."""
        sender = self._settings.mail_from
        text = TEXTS[language].format(name=name, link=self._link(table))
        job = (self._settings.smtp, sender, to, SUBJECTS[language], text)
        await self._try("mail", table, self._mails.run(lambda: self.send_mail(*job)))

    async def hook(self, url: str, table: str, game: str, seat: int, name: str) -> None:
        """Tell a webhook; never raises."""
        link = self._link(table)
        body: dict[str, object] = {"table": table, "game": game, "seat": seat, "name": name}
        body["link"] = link
        # As chat programs want it; a name that looks like a call to all of them calls nobody.
        shown = name.replace("@", "@\u200b")
        body |= {"content": f"{shown}: {link}", "allowed_mentions": {"parse": []}}
        body["text"] = f"{html.escape(shown, quote=False)}: {link}"
        await self._try("webhook", table, self._hooks.run(lambda: self.post_hook(url, body)))

    async def _try(self, kind: str, table: str, errand: Coroutine[None, None, None]) -> None:
        try:
            await errand
        except Exception as error:  # noqa: BLE001
            # Whatever is wrong with it, the table goes on. Neither address nor password is logged.
            logger.warning(
                "not_noticed table=%s kind=%s error=%s", table, kind, type(error).__name__
            )

    def _link(self, table: str) -> str:
        address = self._settings.link or self._settings.own_link
        return f"{address.rstrip('/')}/table/{table}"


class TurnNotices:
    """Who at one table has been told of which turn."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: set[tuple[int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def notify(self, connection: Connection, notify: Notify) -> None:
        """A person wants notices, or none any more; raises `Refusal`."""
        await self._table.do(lambda: self._notify(connection, notify))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The notices on their way."""
        return list(self._tasks)

    def forget(self) -> None:
        """Whoever is asked already was told before the server was started."""
        self._told = set(self._asked())

    def set(self) -> None:
        """Tell everybody who is asked now and was not before."""
        asked = self._asked()
        for seat, since in asked:
            if (seat, since) not in self._told:
                self._tell(seat)
        self._told = set(asked)

    def _asked(self) -> list[tuple[int, int]]:
        """The people who seem to be asked at a table by days, and since when."""
        ledger = self._table.ledger
        if not is_by_days(ledger.times.clock_s):
            return []
        return [(seat, ledger.times.awaited_ms[seat]) for seat in ledger.people(ledger.awaited())]

    def _tell(self, seat: int) -> None:
        ledger, notices = self._table.ledger, self._table.tables.notices
        chair, settings = ledger.chairs[seat], self._table.settings
        if chair.mail and settings.smtp and seat not in self._table.audience.online():
            self._begin(notices.mail(chair.mail, chair.language, chair.title(), ledger.table))
        if ledger.opened.webhook and settings.webhooks:
            url, game = ledger.opened.webhook, ledger.game.name
            self._begin(notices.hook(url, ledger.table, game, seat, chair.title()))

    def _begin(self, notice: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(notice)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, connection: Connection, notify: Notify) -> None:
        seat = self._table.seat_of(connection, "ask for notices")
        seq, _ = await self._table.append_message(
            seat, notify.id, lambda: self._propose(seat, notify)
        )
        connection.send(Ack(notify.id, self._table.ledger.number(seat, seq)))

    def _propose(self, seat: int, notify: Notify) -> NoticeSet:
        mail = notify.mail or ""
        if mail and not self._table.settings.smtp:
            raise Refusal(409, "no_mail", "This server sends no mail.")
        if mail:
            posting.check_mail(mail)
        now = self._table.clock.wall_ms()
        return NoticeSet(now, seat, notify.id, mail, notify.language)
