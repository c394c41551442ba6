"""Seats: who holds them, and how somebody proves to be that person."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broadside.server.messages import Language

CREDENTIAL_BYTES: Final = 24


class Chair:
    """One seat of a table: open, held by a person, or filled by a bot."""

    def __init__(self, seat: int, bot: str | None) -> None:
        self.seat = seat
        self.bot = bot
        self.name: str | None = None
        self.credential_hash = ""
        self.salt = ""
        self.colour: int | None = None
        """What the person chose; without a choice the seat's place decides."""
        self.reserved_for: str | None = None
        """Whose credential the seat has, although nobody has sat down yet."""
        self.mail = ""
        self.language: Language = "en"
        self.stand_in: str | None = None
        """The bot that plays for the person now."""

    @property
    def is_open(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.bot is None and self.name is None

    @property
    def is_person(self) -> bool:
        """Whether a person holds this seat."""
        return self.name is not None

    @property
    def player(self) -> str | None:
        """The bot that answers for this seat now; None if a person does."""
        return self.bot or self.stand_in

    def sit(self, name: str, credential_hash: str, salt: str) -> None:
        """A person takes the seat."""
        assert self.is_open
        self.reserved_for = None
        self.name = name
        self.credential_hash = credential_hash
        self.salt = salt

    def reserve(self, name: str, credential_hash: str, colour: int | None) -> None:
        """Keep the open seat for somebody."""
        self.reserved_for = name
        self.credential_hash = credential_hash
        self.colour = colour

    def title(self) -> str:
        """What to call whoever sits here."""
        return self.name or self.bot or ""


def new_credential() -> str:
    """Draw the right to a seat. Whoever shows it sits there, so it must be unguessable."""
    return secrets.token_urlsafe(CREDENTIAL_BYTES)


def hash_credential(credential: str) -> str:
    """What the server keeps of a credential. The credential is random, so one hash suffices."""
    return hashlib.sha256(credential.encode()).hexdigest()


def is_same(kept: str, shown: str) -> bool:
    """Whether two hashes are the same; the time taken tells nothing."""
    return bool(kept) and hmac.compare_digest(kept, shown)


def holder(chairs: list[Chair], shown: str) -> int | None:
    """The seat whose credential has this hash."""
    found: int | None = None
    for chair in chairs:  # all of them, so that the time taken tells nothing
        if is_same(chair.credential_hash, shown):
            found = chair.seat
    return found
