"""Confirmed addresses: nobody gets mail who has not agreed to it once.

The store remembers each address by a hash of it: when it was asked, how often, and when it agreed.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from broadside.service.limits import Doorkeeper

if TYPE_CHECKING:
    from broadside.service.clock import Clock
    from broadside.service.marks import Marks

HOUR_MS: Final = 3_600_000
AGAIN_MS: Final = (HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS)
"""How long after the first, the second and each further mail an address may be asked again."""
VALID_MS: Final = 7 * 24 * HOUR_MS
"""How long the link in a mail leads somewhere."""
DIGEST_LENGTH: Final = 32
SECRET_BYTES: Final = 16
ASKER_BURST, ASKER_PER_S = 5, 1 / 600
"""How many addresses one credential or household may name at once, and then in time."""
ALL_BURST, ALL_PER_S = 100, 1 / 30
"""The same for everybody together: so many mails at most go to people who may not want them."""


class Standing(Struct, omit_defaults=True):
    """What is known of an address."""

    asked_ms: int
    times: int
    """How often it was asked."""
    proof: str
    """The hash of the secret in the last mail."""
    confirmed_ms: int | None = None


_decoder = msgspec.json.Decoder(Standing)


class Confirmations:
    """Which addresses have agreed, and which may be asked now."""

    def __init__(self, store: Marks, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._askers = Doorkeeper(clock, "mail", ASKER_PER_S, ASKER_BURST)
        self._all = Doorkeeper(clock, "mails", ALL_PER_S, ALL_BURST)
        self._lock = asyncio.Lock()

    async def is_confirmed(self, mail: str) -> bool:
        """Whether an address has agreed."""
        standing = await self._standing(_digest(mail))
        return standing is not None and standing.confirmed_ms is not None

    async def ask(self, mail: str, asker: str) -> str | None:
        """The token for a mail that asks an address; None if it was asked not long ago.

        Raises `Refusal` if this asker, or all together, have named too many.
        """
        digest = _digest(mail)
        async with self._lock:  # two wishes at once are one
            known = await self._standing(digest)
            now_ms = self._clock.now_ms()
            times = 0 if known is None else known.times
            if known is not None and now_ms - known.asked_ms < AGAIN_MS[min(times, 3) - 1]:
                return None
            self._askers.check(asker)
            self._all.check("")
            secret = secrets.token_urlsafe(SECRET_BYTES)
            await self._keep(digest, Standing(now_ms, times + 1, _hash(secret)))
        return secret + digest

    async def confirm(self, token: str) -> bool:
        """An address agrees, if the token is the one that it was sent last, not long ago."""
        secret, digest = token[:-DIGEST_LENGTH], token[-DIGEST_LENGTH:]
        async with self._lock:
            known = await self._standing(digest)
            if known is None or not hmac.compare_digest(known.proof, _hash(secret)):
                return False
            if known.confirmed_ms is None:
                now_ms = self._clock.now_ms()
                if now_ms - known.asked_ms > VALID_MS:
                    return False
                known.confirmed_ms = now_ms
                await self._keep(digest, known)
        return True

    async def forget(self, mail: str) -> None:
        """Remember nothing of an address."""
        async with self._lock:
            await self._store.mark(_key(_digest(mail)), None)

    async def _standing(self, digest: str) -> Standing | None:
        kept = await self._store.marked(_key(digest))
        return None if kept is None else _decoder.decode(kept)

    async def _keep(self, digest: str, standing: Standing) -> None:
        await self._store.mark(_key(digest), msgspec.json.encode(standing))


def _digest(mail: str) -> str:
    return _hash(mail.casefold())[:DIGEST_LENGTH]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _key(digest: str) -> str:
    return f"mail:{digest}"
