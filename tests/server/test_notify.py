"""Notices: who is written to, how often, in which words; and that nothing ever waits for them."""

from __future__ import annotations

import asyncio
import functools
import re
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from broadside.notify import notifier as module
from broadside.notify.notifier import AGAIN_S, FIRST_S, Notifier
from broadside.notify.sending import AT_ONCE, WAITING_MAX, Sending
from broadside.notify.wording import WORDINGS
from broadside.service.settings import Settings
from tests.server.harness import FakeClock, settle
from tests.server.post_office import HookServer, MailServer, lay_line, trust

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from email.message import EmailMessage
    from pathlib import Path

POSTING = Settings(
    smtp="smtp://mail", mail_from="b@example.org", webhooks=True, link="https://games.example.org/"
)
HOOK = "https://hooks.example.org/x?y=1"
ANNE = "anne@example.org"
HOUR_S = 3600
DAY_S = 24 * HOUR_S


class MarkStore:
    """The store's notes, in memory; it may fail."""

    def __init__(self) -> None:
        self.marks: dict[str, bytes] = {}
        self.is_broken = False

    async def mark(self, key: str, value: bytes | None) -> None:
        await self.marked(key)
        if value is None:
            self.marks.pop(key, None)
        else:
            self.marks[key] = value

    async def marked(self, key: str) -> bytes | None:
        await asyncio.sleep(0)
        if self.is_broken:
            raise OSError(f"the disk with {ANNE} is gone")
        return self.marks.get(key)


class Office:
    """A notifier, its clock and its store, and everything that it has sent."""

    def __init__(self, settings: Settings = POSTING, store: MarkStore | None = None) -> None:
        self.store = store or MarkStore()
        self.clock = FakeClock()
        self.notifier = Notifier(settings, self.store, self.clock)
        self.notifier.send_mail = self._send_mail
        self.notifier.post_hook = self._post_hook
        self.mails: list[tuple[str, str, str]] = []
        self.hooks: list[tuple[str, dict[str, Any]]] = []
        self.fails: Exception | None = None

    async def _send_mail(self, _smtp: str, message: EmailMessage) -> None:
        if self.fails is not None:
            raise self.fails
        self.mails.append((message["To"], message["Subject"], message.get_content()))

    async def _post_hook(self, url: str, body: dict[str, object]) -> None:
        if self.fails is not None:
            raise self.fails
        self.hooks.append((url, body))

    async def ask(self, mail: str = ANNE, language: str = "en", key: str = "anne") -> bool:
        """Somebody wants notices."""
        is_confirmed = await self.notifier.ask_confirmation(mail, language, key)
        await settle()
        return is_confirmed

    def token(self) -> str:
        """The token in the last mail."""
        found = re.search(r"https://games\.example\.org/confirm/(\S+)", self.mails[-1][2])
        assert found is not None
        return found[1]

    async def agree(self, mail: str = ANNE) -> None:
        """An address is asked, and agrees; mails so far are thrown away."""
        await self.ask(mail, key=mail)
        assert await self.notifier.confirm(self.token())
        self.mails.clear()

    def turn(self, table: str, mail: str = ANNE, language: str = "en", game: str = "") -> None:
        """A table waits for a person."""
        self.notifier.your_turn(
            mail=mail, language=language, name="Anne", table=table, game=game or "Jolly & Roger"
        )

    async def later(self, seconds: float) -> None:
        """Time goes by."""
        await self.clock.advance(seconds)


@asynccontextmanager
async def office(**parts: Any) -> AsyncIterator[Office]:
    """Open an office, and close it."""
    opened = Office(**parts)
    await opened.notifier.start()
    try:
        yield opened
    finally:
        await opened.notifier.close()


def in_office(case: Callable[[Office], Awaitable[None]], **parts: Any) -> None:
    """Run a case."""

    async def run() -> None:
        async with office(**parts) as opened:
            await case(opened)

    asyncio.run(run())


# ----------------------------------------------------------------------- confirmations


def test_nothing_goes_to_an_address_that_has_not_agreed() -> None:
    """But one mail that asks; twelve turns in two seconds change nothing."""

    async def case(post: Office) -> None:
        assert not await post.ask()
        for number in range(12):
            post.turn(f"t{number}")
        await post.later(2 * HOUR_S)
        assert [(to, subject) for to, subject, _ in post.mails] == [
            (ANNE, "Please confirm your email address")
        ]

    in_office(case)


def test_an_address_agrees_once_for_the_whole_server() -> None:
    """By following the link, also twice; then notices go there, after a restart, too."""
    store = MarkStore()

    async def agreeing(post: Office) -> None:
        await post.ask()
        assert await post.notifier.confirm(post.token())
        assert await post.notifier.confirm(post.token())
        assert await post.ask("Anne@Example.org")
        assert len(post.mails) == 1

    async def using(post: Office) -> None:
        assert await post.ask(key="another")
        post.turn("t1")
        await post.later(FIRST_S)
        assert [to for to, _, _ in post.mails] == [ANNE]

    in_office(agreeing, store=store)
    in_office(using, store=store)
    assert "anne" not in str(store.marks)


@pytest.mark.parametrize("change", ["", "x", "x" * 22, "x" * 32, "x" * 54, "ü" * 54, "\udcff" * 40])
def test_a_wrong_token_confirms_nothing(change: str) -> None:
    """Nor does one with a wrong end, or beginning."""

    async def case(post: Office) -> None:
        await post.ask()
        token = post.token()
        for wrong in (change, change + token, token + change, change + token[len(change) :]):
            assert wrong == token or not await post.notifier.confirm(wrong)
        assert not await post.ask()
        assert await post.notifier.confirm(token)

    in_office(case)


def test_a_link_is_valid_for_a_week() -> None:
    """And only the one in the last mail."""

    async def case(post: Office) -> None:
        await post.ask()
        first = post.token()
        await post.later(HOUR_S)
        await post.ask()
        assert not await post.notifier.confirm(first)
        await post.later(7 * DAY_S + 1)
        assert not await post.notifier.confirm(post.token())
        await post.ask()
        assert await post.notifier.confirm(post.token())

    in_office(case)


def test_an_address_is_asked_more_and_more_seldom() -> None:
    """Whoever names it: not within an hour, then within a day, then within a week."""

    async def case(post: Office) -> None:
        for number in range(400):
            await post.ask(key=f"somebody {number}")
            await post.later(HOUR_S)
        # At the beginning, after an hour, after another day, and after two more weeks.
        assert len(post.mails) == 5

    in_office(case)


def test_two_wishes_at_once_are_one() -> None:
    """From two tabs, say."""

    async def case(post: Office) -> None:
        await asyncio.gather(*[post.ask() for _ in range(5)])
        assert len(post.mails) == 1

    in_office(case)


def test_nobody_has_many_addresses_asked() -> None:
    """Not one person, and not many together."""

    async def case(post: Office) -> None:
        for number in range(20):
            await post.ask(f"a{number}@example.org", key="one")
        assert len(post.mails) == 5
        for number in range(300):
            await post.ask(f"b{number}@example.org", key=f"{number}")
        assert len(post.mails) == 100
        await post.later(600)
        assert not await post.ask("c@example.org", key="one")
        assert len(post.mails) == 101

    in_office(case)


def test_an_address_is_forgotten() -> None:
    """With what waits for it; an old link does not bring it back, and it may be asked anew."""

    async def case(post: Office) -> None:
        await post.ask()
        token = post.token()
        assert await post.notifier.confirm(token)
        post.turn("t1")
        await post.notifier.forget(ANNE.upper())
        assert post.store.marks == {}
        assert not await post.notifier.confirm(token)
        await post.later(FIRST_S)
        assert len(post.mails) == 1
        assert not await post.ask()
        assert len(post.mails) == 2

    in_office(case)


def test_a_confirmation_that_cannot_be_sent_may_be_asked_for_again() -> None:
    """Without waiting for an hour."""

    async def case(post: Office) -> None:
        post.fails = OSError("no route")
        await post.ask()
        post.fails = None
        await post.ask()
        assert len(post.mails) == 1

    in_office(case)


@pytest.mark.parametrize("mail", ["", "x", "a@b\nBcc: all@example.org", "a@b,c@d", "\udcff@b"])
def test_what_is_no_address_is_not_asked(mail: str) -> None:
    """And nobody is troubled with an exception."""

    async def case(post: Office) -> None:
        assert not await post.ask(mail)
        await post.notifier.forget(mail)
        assert (post.mails, post.store.marks) == ([], {})

    in_office(case)


# ----------------------------------------------------------------------------- bundles


def test_notices_to_one_address_come_together() -> None:
    """The first after a short while, with all that came meanwhile; then one in ten minutes."""

    async def case(post: Office) -> None:
        await post.agree()
        post.turn("t1")
        post.turn("t2", mail="ANNE@example.org", game="Jamaica")
        await post.later(FIRST_S - 1)
        assert post.mails == []
        await post.later(1)
        for number in range(3, 13):
            post.turn(f"t{number}")
        await post.later(AGAIN_S - 1)
        ((_, subject, text),) = post.mails
        assert subject == "It's your turn: Jolly & Roger, Jamaica"
        assert "\nJolly & Roger: https://games.example.org/table/t1\n" in text
        assert "\nJamaica: https://games.example.org/table/t2\n" in text
        await post.later(1)
        assert len(post.mails) == 2
        assert post.mails[1][2].count("https://") == 10
        await post.later(10 * AGAIN_S)
        assert len(post.mails) == 2
        post.turn("t1")
        await post.later(FIRST_S)
        assert len(post.mails) == 3

    in_office(case)


def test_a_table_that_waits_no_longer_is_not_named() -> None:
    """If all have been answered meanwhile, no mail is sent."""

    async def case(post: Office) -> None:
        await post.agree()
        post.notifier.answered(mail=ANNE, table="t1")
        post.turn("t1")
        post.turn("t2")
        post.notifier.answered(mail=ANNE, table="t1")
        await post.later(FIRST_S)
        assert [text.count("https://") for _, _, text in post.mails] == [1]
        post.turn("t2")
        post.notifier.answered(mail=ANNE, table="t2")
        await post.later(2 * AGAIN_S)
        assert len(post.mails) == 1

    in_office(case)


def test_each_address_has_its_own_mails() -> None:
    """In its language."""

    async def case(post: Office) -> None:
        people = {"a@example.org": "de", "b@example.org": "pl", "c@example.org": "fr"}
        for mail in people:
            await post.agree(mail)
        for mail, language in people.items():
            post.turn("t1", mail, language)
        await post.later(FIRST_S)
        subjects = ("Du bist am Zug", "Twoja kolej", "It's your turn")
        assert [(to, subject.partition(":")[0]) for to, subject, _ in post.mails] == list(
            zip(people, subjects, strict=True)
        )

    in_office(case)


@pytest.mark.parametrize("language", list(WORDINGS))
def test_mails_in_every_language(language: str) -> None:
    """A name is text, whatever it looks like; the mail that asks holds nobody's words."""

    async def case(post: Office) -> None:
        name = "{tables} <b> {0} Żółw"
        await post.ask(language=language)
        assert "https://games.example.org/confirm/" in post.mails[0][2]
        assert re.search(r" https://games\.example\.org/[ ,]", post.mails[0][2])
        await post.notifier.confirm(post.token())
        for number in range(5):
            post.notifier.your_turn(
                mail=ANNE, language=language, name=name, table=f"t{number}", game=f"Game {number}"
            )
        await post.later(FIRST_S)
        _, subject, text = post.mails[1]
        assert subject.endswith(": Game 0, Game 1, Game 2 …")
        assert name in text
        assert text.count("/table/t") == 5

    in_office(case)


def test_what_waits_is_sent_when_the_server_ends() -> None:
    """Nobody would tell it after that."""

    async def case() -> None:
        async with office() as post:
            await post.agree()
            post.turn("t1")
        assert len(post.mails) == 1

    asyncio.run(case())


def test_there_are_not_endlessly_many_bundles(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And those that are over make room."""
    monkeypatch.setattr(module, "BUNDLES_MAX", 2)

    async def case(post: Office) -> None:
        for mail in ("a@example.org", "b@example.org", "c@example.org"):
            await post.agree(mail)
        for mail in ("a@example.org", "b@example.org", "c@example.org"):
            post.turn("t1", mail)
        await post.later(2 * AGAIN_S)
        assert [to for to, _, _ in post.mails] == ["a@example.org", "b@example.org"]
        post.turn("t1", "c@example.org")
        await post.later(FIRST_S)
        assert len(post.mails) == 3

    in_office(case)
    assert "not_noticed about=t1" in caplog.text
    assert "example.org" not in caplog.text


# ---------------------------------------------------------------------------- webhooks


@pytest.mark.parametrize("name", ["@everyone", "<!channel>", "Tom & <@U024>"])
def test_a_name_calls_nobody(name: str) -> None:
    """In a chat a webhook's line is text; the name itself is told as it is."""

    async def case(post: Office) -> None:
        post.notifier.hook(url=HOOK, table="t1", game="jamaica", seat=1, name=name)
        await settle()
        ((url, body),) = post.hooks
        assert (url, body["name"], body["seat"], body["game"]) == (HOOK, name, 1, "jamaica")
        assert body["link"] == "https://games.example.org/table/t1"
        assert body["allowed_mentions"] == {"parse": []}
        assert not re.search(r"[<>]|@\w|&(?!amp;|lt;|gt;)", body["text"])
        assert not re.search(r"@\w", body["content"])

    in_office(case)


def test_what_the_operator_has_not_set_up() -> None:
    """No mail, no webhooks."""

    async def case(post: Office) -> None:
        assert not await post.ask()
        post.turn("t1")
        post.notifier.hook(url=HOOK, table="t1", game="jamaica", seat=1, name="Anne")
        await post.later(HOUR_S)
        assert (post.mails, post.hooks, post.store.marks) == ([], [], {})

    in_office(case, settings=replace(POSTING, smtp="", webhooks=False))


# ----------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize("kind", [OSError, IndexError, TimeoutError])
def test_a_notice_that_cannot_be_sent(
    caplog: pytest.LogCaptureFixture, kind: type[Exception]
) -> None:
    """The log names the table, but neither address nor password; the next one is tried."""

    async def case(post: Office) -> None:
        await post.agree()
        post.fails = kind(f"{ANNE}: no route to smtp://user:password@host")
        await post.ask("b@example.org")
        post.turn("t1")
        post.notifier.hook(url=HOOK, table="t2", game="jamaica", seat=1, name="Anne")
        await post.later(FIRST_S)
        assert "not_noticed about=t1 kind=mail" in caplog.text
        assert "not_noticed about=t2 kind=webhook" in caplog.text
        post.fails = None
        post.turn("t3")
        await post.later(AGAIN_S)
        assert len(post.mails) == 1

    in_office(case)
    assert "example.org" not in caplog.text
    assert "password" not in caplog.text


def test_a_store_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody is written to who may not have agreed, and nobody is troubled."""

    async def case(post: Office) -> None:
        await post.agree()
        post.store.is_broken = True
        assert not await post.ask()
        assert not await post.notifier.confirm("x" * 54)
        await post.notifier.forget("b@example.org")
        post.turn("t1")
        await post.later(FIRST_S)
        assert post.mails == []
        assert caplog.text.count("error=OSError") == 4

    in_office(case)
    assert "example.org" not in caplog.text


def test_slow_webhooks_hold_up_neither_mail_nor_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few are under way; others wait for them, and none for ever."""
    monkeypatch.setattr(module, "CLOSE_S", 0.1)
    begun = []

    async def hang(*_: object) -> None:
        begun.append(1)
        await asyncio.sleep(60)

    async def case(post: Office) -> None:
        post.notifier.post_hook = hang
        for number in range(40):
            post.notifier.hook(url=HOOK, table=f"t{number}", game="x", seat=0, name="Anne")
        await post.agree()
        post.turn("t1")
        await post.later(FIRST_S)
        assert len(post.mails) == 1
        assert len(begun) == AT_ONCE

    began = time.monotonic()
    in_office(case)
    assert time.monotonic() - began < 5


def test_notices_do_not_pile_up(caplog: pytest.LogCaptureFixture) -> None:
    """Beyond a number nothing more waits: the notice is dropped, and that is logged."""

    async def case() -> None:
        sending, sent = Sending("mail"), []

        async def job(number: int) -> None:
            sent.append(number)

        for number in range(WAITING_MAX + 2):
            sending.put(f"t{number}", functools.partial(job, number))
        assert caplog.text.count("error=QueueFull") == 2
        sending.start()
        await sending.close(5)
        assert sent == list(range(WAITING_MAX))

    asyncio.run(case())


def test_from_the_table_to_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over real lines: every letter as it is, and with a link that can be followed."""
    mails, hooks = MailServer(), HookServer(trust(tmp_path, monkeypatch))
    lay_line(monkeypatch, hooks.port)

    async def case() -> None:
        async with office() as post:
            await post.agree()
        settings = replace(POSTING, smtp=f"smtp://127.0.0.1:{mails.port}")
        notifier = Notifier(settings, post.store, FakeClock())
        await notifier.start()
        name = "Żółw <!channel>"
        notifier.your_turn(mail=ANNE, language="pl", name=name, table="t1", game="Jamaica")
        notifier.hook(url=HOOK, table="t1", game="jamaica", seat=1, name=name)
        await notifier.close()

    asyncio.run(case())
    mails.close()
    hooks.close()
    link = "https://games.example.org/table/t1"
    assert mails.mail["Subject"] == "Twoja kolej: Jamaica"
    assert f"Ahoj, Żółw <!channel>!\n\nTwoja kolej:\n\nJamaica: {link}\n\n" in mails.text
    ((_, _, body),) = hooks.posts
    assert body["text"] == f"Żółw &lt;!channel&gt;: {link}"
