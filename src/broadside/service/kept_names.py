"""Names that somebody keeps: from then on only who shows the key plays under them.

A key is a secret of the browser that kept the name. The server stores its hash, and since when.
"""

from __future__ import annotations

from asyncio import Lock
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from broadside.service.credentials import hash_credential, is_same
from broadside.service.reading import player_key
from broadside.service.refusal import Refusal

if TYPE_CHECKING:
    from broadside.service.clock import Clock
    from broadside.service.marks import Marks


class Kept(Struct, forbid_unknown_fields=True):
    """Whose name it is, and since when."""

    key_hash: str
    since_ms: int


_decoder = msgspec.json.Decoder(Kept)


class KeptNames:
    """The names that are kept at a server."""

    def __init__(self, marks: Marks, clock: Clock) -> None:
        self._marks = marks
        self._clock = clock
        self._turn = Lock()
        """Two who want the same name at once take turns."""

    async def find(self, name: str) -> Kept | None:
        """Who keeps a name; None if nobody does."""
        found = await self._marks.marked(_mark(name))
        return None if found is None else _decoder.decode(found)

    async def check(self, name: str, key: str | None) -> None:
        """Raise `Refusal` if somebody else keeps this name."""
        kept = await self.find(name)
        if kept is not None and (key is None or not is_same(kept.key_hash, hash_credential(key))):
            reason = f"Somebody keeps the name {name[:40]!r} here. Choose another, or show its key."
            raise Refusal(409, "name_kept", reason)

    async def keep(self, name: str, key: str) -> None:
        """Keep a name for who has this key; raises `Refusal` if somebody else does."""
        async with self._turn:
            await self.check(name, key)
            if await self.find(name) is None:
                kept = Kept(hash_credential(key), self._clock.now_ms())
                await self._marks.mark(_mark(name), msgspec.json.encode(kept))

    async def give_up(self, name: str, key: str) -> None:
        """Let everybody use the name again; raises `Refusal` without its key."""
        async with self._turn:
            await self.check(name, key)
            await self._marks.mark(_mark(name), None)


def _mark(name: str) -> str:
    return f"name {player_key(name)}"
