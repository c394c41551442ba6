"""Credentials: how a client proves to be the one that holds a seat, or hosts a table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

CREDENTIAL_BYTES: Final = 24


def new_credential() -> str:
    """Draw the right to a seat. Whoever shows it sits there, so it must be unguessable."""
    return secrets.token_urlsafe(CREDENTIAL_BYTES)


def hash_credential(credential: str) -> str:
    """What the server keeps of a credential. The credential is random, so one hash suffices."""
    return hashlib.sha256(credential.encode()).hexdigest()


def is_same(kept: str, shown: str) -> bool:
    """Whether two hashes are the same; the time taken tells nothing."""
    return bool(kept) and hmac.compare_digest(kept, shown)
