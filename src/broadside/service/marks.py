"""Small notes of the server itself, which the store remembers."""

from __future__ import annotations

from typing import Final, Protocol

CLOSED: Final = "closed "
"""Plus the name of a table that the operator has closed: it is never opened again."""


class Marks(Protocol):
    """The part of the store that remembers small notes of the server itself."""

    async def mark(self, key: str, value: bytes | None) -> None:
        """Remember a note under a key; None forgets it."""

    async def marked(self, key: str) -> bytes | None:
        """The note under a key."""
