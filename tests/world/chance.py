"""Chance from one seed: every part of the world draws from a generator of its own.

So whatever one part draws more or less changes nothing for the others: a story can be made shorter
without becoming another one.
"""

from __future__ import annotations

import base64
import secrets
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    from collections.abc import Iterator


def chance(*parts: object) -> Random:
    """A generator that belongs to what the parts name."""
    return Random("/".join(map(str, parts)))


@contextmanager
def fixed_secrets(random: Random) -> Iterator[None]:
    """Let the server draw its secrets (seeds, credentials, names) from a generator of the world."""

    def token_hex(nbytes: int | None = None) -> str:
        return random.randbytes(nbytes or 32).hex()

    def token_urlsafe(nbytes: int | None = None) -> str:
        return base64.urlsafe_b64encode(random.randbytes(nbytes or 32)).rstrip(b"=").decode()

    def token_bytes(nbytes: int | None = None) -> bytes:
        return random.randbytes(nbytes or 32)

    with mock.patch.multiple(
        secrets,
        token_hex=token_hex,
        token_urlsafe=token_urlsafe,
        token_bytes=token_bytes,
        choice=random.choice,
        randbelow=random.randrange,
    ):
        yield
