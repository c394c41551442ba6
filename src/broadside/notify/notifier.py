"""The notifier: tells people whose turn it is. It never raises, and nobody ever waits for it."""

from __future__ import annotations

import asyncio
import functools
import html
import logging
from typing import TYPE_CHECKING, Final

from broadside.notify import mail as mails
from broadside.notify import webhooks, wording
from broadside.notify.confirmations import Confirmations
from broadside.notify.sending import Sending

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from email.message import EmailMessage

    from broadside.service.clock import Clock
    from broadside.service.marks import Marks
    from broadside.service.settings import Settings

FIRST_S: Final = 20.0
"""How long a notice waits for others to the same address, and for the person to come back."""
AGAIN_S: Final = 600.0
"""No address gets mail more often."""
BUNDLES_MAX: Final = 10_000
CLOSE_S: Final = 2.0
"""How long notices may hold up the end of the server."""

logger = logging.getLogger(__name__)


class Bundle:
    """What waits to be told to one address."""

    def __init__(self, mail: str) -> None:
        self.mail = mail
        self.language = ""
        self.name = ""
        self.tables: dict[str, str] = {}
        """The tables that wait for the person, with their games."""
        self.task: asyncio.Task[None] | None = None


class Notifier:
    """Sends mail and calls webhooks for all tables, as the operator has set it up."""

    def __init__(self, settings: Settings, store: Marks, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._confirmations = Confirmations(store, clock)
        self._mails, self._hooks = Sending("mail"), Sending("webhook")
        self._bundles: dict[str, Bundle] = {}
        self.send_mail: Callable[[str, EmailMessage], Awaitable[None]] = mails.send_mail
        self.post_hook: Callable[[str, dict[str, object]], Awaitable[None]] = webhooks.post_hook

    async def start(self) -> None:
        """Begin to send."""
        self._mails.start()
        self._hooks.start()

    async def close(self) -> None:
        """Send what waits, if that does not take long, and end."""
        for bundle in list(self._bundles.values()):
            if bundle.task is not None:
                bundle.task.cancel()
            self._send(bundle)
        self._bundles.clear()
        await asyncio.gather(self._mails.close(CLOSE_S), self._hooks.close(CLOSE_S))

    def your_turn(self, mail: str, *, language: str, name: str, table: str, game: str) -> None:
        """Tell a person soon that a table waits, together with others; `game` is its title."""
        if not self._settings.smtp:
            return
        key = mail.casefold()
        bundle = self._bundles.get(key)
        if bundle is None:
            if len(self._bundles) >= BUNDLES_MAX:
                logger.warning("not_noticed about=%s kind=mail error=TooMany", table)
                return
            bundle = self._bundles[key] = Bundle(mail)
            bundle.task = asyncio.create_task(self._deliver(key, bundle))
        bundle.language, bundle.name = language, name
        bundle.tables[table] = game

    def answered(self, *, mail: str, table: str) -> None:
        """A table waits no longer: a mail that is not on its way yet need not name it."""
        bundle = self._bundles.get(mail.casefold())
        if bundle is not None:
            bundle.tables.pop(table, None)

    def hook(self, *, url: str, table: str, game: str, seat: int, name: str) -> None:
        """Tell a webhook that a seat is awaited."""
        if not self._settings.webhooks:
            return
        link = self._link(f"table/{table}")
        body: dict[str, object] = {"table": table, "game": game, "seat": seat, "name": name}
        body["link"] = link
        # As chat programs want it; a name that looks like a call to all of them calls nobody.
        shown = name.replace("@", "@\u200b")
        body |= {"content": f"{shown}: {link}", "allowed_mentions": {"parse": []}}
        body["text"] = f"{html.escape(shown, quote=False)}: {link}"
        self._hooks.put(table, functools.partial(self._post, url, body))

    async def ask_confirmation(self, mail: str, language: str, key: str) -> bool:
        """Whether an address has agreed to get mail; if not, it is asked, unless it was lately.

        `key` is the credential or the household of the person who names the address.
        """
        try:
            mails.check_mail(mail)
            if await self._confirmations.is_confirmed(mail):
                return True
            token = await self._confirmations.ask(mail, key) if self._settings.smtp else None
            if token is not None:
                self._mails.put("", functools.partial(self._ask, mail, language, token))
        except Exception as error:  # noqa: BLE001
            logger.warning("not_asked error=%s", type(error).__name__)
        return False

    async def confirm(self, token: str) -> bool:
        """An address agrees; whether the token was right."""
        try:
            return await self._confirmations.confirm(token)
        except Exception as error:  # noqa: BLE001
            logger.warning("not_confirmed error=%s", type(error).__name__)
            return False

    async def forget(self, mail: str) -> None:
        """Forget an address, and what waits for it."""
        bundle = self._bundles.get(mail.casefold())
        if bundle is not None:
            bundle.tables.clear()
        try:
            await self._confirmations.forget(mail)
        except Exception as error:  # noqa: BLE001
            logger.warning("not_forgotten error=%s", type(error).__name__)

    async def _deliver(self, key: str, bundle: Bundle) -> None:
        """Send what waits for an address, in mails that are far apart, until nothing does."""
        await self._clock.sleep(FIRST_S)
        while bundle.tables:
            self._send(bundle)
            await self._clock.sleep(AGAIN_S)
        del self._bundles[key]

    def _send(self, bundle: Bundle) -> None:
        tables, bundle.tables = bundle.tables, {}
        if tables:
            links = {self._link(f"table/{table}"): game for table, game in tables.items()}
            subject, text = wording.turn_mail(bundle.language, bundle.name, links)
            job = functools.partial(self._tell, bundle.mail, subject, text)
            self._mails.put(next(iter(tables)), job)

    async def _tell(self, mail: str, subject: str, text: str) -> None:
        if await self._confirmations.is_confirmed(mail):
            await self._hand_in(mail, subject, text)

    async def _ask(self, mail: str, language: str, token: str) -> None:
        site, link = self._link(""), self._link(f"confirm/{token}")
        try:
            await self._hand_in(mail, *wording.confirmation_mail(language, site, link))
        except Exception:
            await self._confirmations.forget(mail)  # so that it can be asked again soon
            raise

    async def _hand_in(self, mail: str, subject: str, text: str) -> None:
        message = mails.new_mail(self._settings.mail_from, mail, subject, text)
        await self.send_mail(self._settings.smtp, message)

    async def _post(self, url: str, body: dict[str, object]) -> None:
        await self.post_hook(url, body)

    def _link(self, path: str) -> str:
        address = self._settings.link or self._settings.own_link
        return f"{address.rstrip('/')}/{path}"
