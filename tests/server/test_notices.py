"""Notices of tables by days: who is told when, and that nothing is told that must not be."""

from __future__ import annotations

import asyncio
import functools
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from broadside.notify.notifier import AGAIN_S, FIRST_S
from broadside.server.http import my_tables
from broadside.service.refusal import Refusal
from broadside.service.settings import Settings
from broadside.store.memory import MemoryStore
from broadside.wire.messages import (
    Away,
    Notify,
    OpenTable,
    Refused,
    Seats,
    SeatWish,
    Update,
    Welcome,
)
from tests.server.calling import call
from tests.server.harness import NAME, Client, House, SilentThinkers, house, refused, settle
from tests.server.test_sealed_clock import sit_down

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from email.message import EmailMessage

DAY = 86_400
POSTING = Settings(
    bot_beat_s=0, smtp="smtp://mail", mail_from="b@example.org", webhooks=True, link="https://b/"
)
HOOK = "https://hooks.example.org/x?y=1"


class Post:
    """Keeps what would have been sent."""

    def __init__(self, server: House) -> None:
        self.mails: list[tuple[str, str, str]] = []
        self.hooks: list[tuple[str, dict[str, object]]] = []
        server.notifier.send_mail = self.send_mail
        server.notifier.post_hook = self.post_hook

    async def send_mail(self, _smtp: str, mail: EmailMessage) -> None:
        self.mails.append((str(mail["To"]), str(mail["Subject"]), mail.get_content()))

    async def post_hook(self, url: str, body: dict[str, object]) -> None:
        self.hooks.append((url, body))


@asynccontextmanager
async def posting(**parts: Any) -> AsyncIterator[tuple[House, Post]]:
    """A server that sends notices, and what it has sent."""
    async with house(**{"settings": POSTING, **parts}) as server:
        post = Post(server)
        await server.notifier.start()
        try:
            yield server, post
        finally:
            await server.notifier.close()


async def confirm_all(server: House, post: Post) -> None:
    """Follow every link that came by mail, and forget what was sent so far."""
    await settle()
    for _, _, text in post.mails:
        for token in re.findall(r"/confirm/(\S+)", text):
            await my_tables.confirm(call(server, token=token))
    post.mails.clear()
    post.hooks.clear()


async def couple(
    server: House, post: Post, clock_s: int | None = DAY, hook: str | None = HOOK
) -> list[Client]:
    """Two people at a table by days who both want mail and have agreed to it; seat 0 begins."""
    wish = OpenTable(NAME, [SeatWish("open")] * 2, {"first_splitter": "seat0"}, clock_s)
    wish.webhook = hook
    table = await server.open_table(wish)
    clients = []
    for seat, language in enumerate(("de", "pl")):
        credential = await server.sit(table, seat, f"P{seat}")
        clients.append(await server.join(table.name, credential))
        notify = Notify("n", f"p{seat}@example.org", language)  # type: ignore[arg-type]
        await clients[-1].post(notify)
    await confirm_all(server, post)
    return clients


def test_who_is_asked_is_told_once() -> None:
    """By mail if not at the table, in the own language; the webhook in any case."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post)
            await mary.leave()
            await anne.act("split 12")
            await anne.say("Your turn")
            await settle()
            ((url, body),) = post.hooks
            assert (url, body["seat"], body["name"], body["game"]) == (HOOK, 1, "P1", NAME)
            assert post.mails == []
            await server.clock.advance(FIRST_S)
            ((to, subject, text),) = post.mails
            assert (to, subject) == ("p1@example.org", "Twoja kolej: Jolly & Roger")
            assert f"https://b/table/{anne.table.name}" in text
            await server.clock.advance(10 * AGAIN_S)
            assert (len(post.mails), len(post.hooks)) == (1, 1)

    asyncio.run(case())


def test_who_is_at_the_table_gets_no_mail() -> None:
    """The page shows it; the webhook hears of it, as others read there."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, _ = await couple(server, post)
            await anne.act("split 12")
            await server.clock.advance(AGAIN_S)
            assert (len(post.mails), len(post.hooks)) == (0, 1)

    asyncio.run(case())


@pytest.mark.parametrize("answers", [False, True])
def test_who_comes_back_soon_gets_no_mail(answers: bool) -> None:
    """The page shows it, and what is asked after the answer, too."""

    async def case() -> None:
        async with posting() as (server, post):
            table = await server.open("pp", DAY, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.name, one) for one in credentials]
            await mary.post(Notify("n", "mary@example.org"))
            await confirm_all(server, post)
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(FIRST_S - 1)
            back = await server.join(table.name, credentials[1])
            if answers:
                await back.act("pick A")
                assert back.update.prompt is not None
            await server.clock.advance(AGAIN_S)
            assert post.mails == []

    asyncio.run(case())


def test_an_address_that_has_not_agreed_gets_one_question() -> None:
    """It is asked in its language; whatever happens at the table, nothing else goes there."""

    async def case() -> None:
        async with posting() as (server, post):
            table = await server.open("pp", DAY, first_splitter="seat0")
            credentials = [await server.sit(table, seat) for seat in range(2)]
            anne, mary = [await server.join(table.name, one) for one in credentials]
            await mary.post(Notify("n", "mary@example.org", "de"))
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(3 * AGAIN_S)
            ((to, subject, _),) = post.mails
            assert (to, subject) == ("mary@example.org", "Bitte bestätige deine E-Mail-Adresse")

    asyncio.run(case())


def test_a_wrong_token_confirms_nothing() -> None:
    """It is refused as what leads nowhere."""

    async def case() -> None:
        async with posting() as (server, _post):
            refusal = await refused(lambda: my_tables.confirm(call(server, token="nonsense")))
            assert (refusal.status, refusal.code) == (404, "unknown_token")

    asyncio.run(case())


@pytest.mark.parametrize("clock_s", [60, None])
def test_live_tables_send_nothing(clock_s: int | None) -> None:
    """Everybody is there."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post, clock_s)
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(FIRST_S)
            assert (post.mails, post.hooks) == ([], [])

    asyncio.run(case())


def test_the_start_tells_who_begins() -> None:
    """The last one sat down while the others were away."""

    async def case() -> None:
        async with posting() as (server, post):
            server.wish = {"webhook": HOOK}
            table = await server.open("pp", DAY, first_splitter="seat0")
            anne = await server.join(table.name, await server.sit(table, 0, "Anne"))
            await anne.post(Notify("n", "anne@example.org"))
            await confirm_all(server, post)
            await anne.leave()
            await server.sit(table, 1, "Mary")
            await server.clock.advance(FIRST_S)
            assert [to for to, _, _ in post.mails] == ["anne@example.org"]
            assert [body["name"] for _, body in post.hooks] == ["Anne"]

    asyncio.run(case())


def test_for_whom_a_bot_plays_is_told_nothing() -> None:
    """Until the person is back."""

    async def case() -> None:
        async with posting(thinkers=SilentThinkers()) as (server, post):
            anne, mary = await couple(server, post)
            await mary.post(Away("a"))
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(AGAIN_S)
            assert (post.mails, post.hooks) == ([], [])

    asyncio.run(case())


def test_a_restart_tells_nobody_twice() -> None:
    """Who was asked before it was told before it."""

    async def case() -> None:
        store = MemoryStore()
        async with posting(store=store) as (server, post):
            anne, mary = await couple(server, post)
            await anne.act("split 12")
            for client in (anne, mary):
                await client.leave()
        async with posting(store=store) as (server, post):
            await server.tables.find(anne.table.name)
            await server.clock.advance(AGAIN_S)
            assert (post.mails, post.hooks) == ([], [])

    asyncio.run(case())


def test_a_table_out_of_memory_is_loaded_to_tell() -> None:
    """The clock answers at night for one who is away, and the next one hears of it."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post)
            name = anne.table.name
            for client in (anne, mary):
                await client.leave()
            await server.clock.advance(DAY / 2)
            assert name not in server.tables._shells
            assert post.mails == []
            await server.clock.advance(DAY / 2 + FIRST_S)
            assert [to for to, _, _ in post.mails] == ["p1@example.org"]
            assert [body["seat"] for _, body in post.hooks] == [1]

    asyncio.run(case())


def test_a_notice_that_cannot_be_sent_changes_nothing_at_the_table() -> None:
    """The table goes on."""

    async def fail(*_: Any) -> None:
        raise OSError("no route")

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post)
            server.notifier.send_mail = fail
            server.notifier.post_hook = fail
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(AGAIN_S)
            await anne.say("Are you there?")
            assert anne.all(Refused) == []
            assert anne.table.status == "playing"

    asyncio.run(case())


def test_an_address_is_ones_own_affair() -> None:
    """Told to its own seat only; others can neither read it nor count it."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post, hook=None)
            watcher = await server.join(anne.table.name)
            table = anne.table
            before = table.number(1, table.seq), table.number(None, table.seq)
            heard = [(len(one.all(Update)), len(one.all(Seats))) for one in (mary, watcher)]
            await anne.post(Notify("m", "new@example.org"))
            await anne.post(Notify("m", "new@example.org"))
            assert anne.acked() == ["n", "m", "m"]
            assert [(len(o.all(Update)), len(o.all(Seats))) for o in (mary, watcher)] == heard
            await anne.act("split 12")
            assert (mary.update.seq, watcher.update.seq) == (before[0] + 1, before[1] + 1)
            for client in (mary, watcher):
                assert "new@example.org" not in "".join(client.frames)
                assert "p0@example.org" not in "".join(client.frames)
            assert watcher.last(Welcome).mail is None

    asyncio.run(case())


def test_the_own_address_is_told_on_return() -> None:
    """And an empty one ends the mails."""

    async def case() -> None:
        store = MemoryStore()
        async with posting(store=store) as (server, _post):
            table = await server.open("pp", DAY)
            credential = await server.sit(table, 0)
            anne = await server.join(table.name, credential)
            await anne.post(Notify("a", "a@example.org"))
        async with posting(store=store) as (server, _post):
            back = await server.join(table.name, credential)
            assert back.last(Welcome).mail == "a@example.org"
            await back.post(Notify("b", None))
            again = await server.join(table.name, credential)
            assert again.last(Welcome).mail is None

    asyncio.run(case())


def test_who_wants_no_mail_any_more_gets_none() -> None:
    """At this table, though the address has agreed."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, mary = await couple(server, post)
            await mary.post(Notify("b", None))
            await mary.leave()
            await anne.act("split 12")
            await server.clock.advance(AGAIN_S)
            assert (post.mails, len(post.hooks)) == ([], 1)

    asyncio.run(case())


def test_a_sealed_answer_is_not_heard_by_the_webhook() -> None:
    """All who choose are named at once, and nobody again when somebody has chosen."""

    async def case() -> None:
        async with posting(thinkers=SilentThinkers()) as (server, post):
            server.wish = {"webhook": HOOK}
            me, other = await sit_down(server, DAY)
            await settle()
            named = [str(body["name"]) for _, body in post.hooks]
            assert sorted(named[-2:]) == ["P0", "P1"]
            post.hooks.clear()
            await other.act(other.update.legal[0])
            await server.clock.advance(AGAIN_S)
            assert (post.hooks, post.mails) == ([], [])
            assert me.update.prompt is not None

    asyncio.run(case())


@pytest.mark.parametrize(
    "mail", ["x", "a@b@c", "a b@c", "a@b\nBcc: all@example.org", "<a@b>", "a@b,c@d", "@b", "a@"]
)
def test_addresses_that_are_none(mail: str) -> None:
    """Nothing gets into a mail's head that does not belong there; nothing is stored."""

    async def case() -> None:
        async with posting() as (server, post):
            anne, _ = await server.pair()
            stored = len(await server.stored(anne.table.name))
            ask = functools.partial(anne.post, Notify("x", mail))
            assert (await refused(ask)).code == "bad_mail"
            assert len(await server.stored(anne.table.name)) == stored
            assert post.mails == []

    asyncio.run(case())


def test_what_the_operator_has_not_set_up() -> None:
    """No mail, no webhooks."""

    async def case() -> None:
        async with house() as server:
            anne, _ = await server.pair()
            assert (await refused(lambda: anne.post(Notify("x", "a@b.org")))).code == "no_mail"
            server.wish = {"webhook": HOOK}
            with pytest.raises(Refusal) as refusal:
                await server.open()
            assert refusal.value.code == "no_webhooks"

    asyncio.run(case())
