"""Which tables can be found without their link: by a short code, or in the public list.

It lives in memory; every table notes itself here when it is found in the log and when it changes.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from broadside.server.messages import CODE_LENGTH

if TYPE_CHECKING:
    from broadside.server.ledger import Ledger

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read for another


def random_name(length: int) -> str:
    """Letters and digits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class Directory:
    """The codes of tables that wait for people, and the public tables that are not over."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}
        self._public: dict[str, int] = {}
        """From when on each of them is listed."""

    def new_code(self) -> str:
        """Draw a code that no waiting table has."""
        while True:
            code = random_name(CODE_LENGTH)
            if code not in self._codes:
                return code

    def note(self, ledger: Ledger, seen: Ledger) -> None:
        """Take note of how a table stands, and how it stands for outsiders."""
        code = ledger.opened.code
        if code and ledger.status == "waiting":
            self._codes[code] = ledger.table
        elif self._codes.get(code) == ledger.table:
            del self._codes[code]
        if ledger.seating.is_public and seen.status != "over":
            self._public[ledger.table] = _listed_ms(ledger)
        else:
            self._public.pop(ledger.table, None)

    def find(self, code: str) -> str | None:
        """The table that a code leads to, however it is written."""
        return self._codes.get(code.strip().lower())

    def public(self, now_ms: int) -> list[str]:
        """The public tables, the newest first."""
        return [table for table, since in reversed(self._public.items()) if since <= now_ms]


def _listed_ms(ledger: Ledger) -> int:
    """From when on a table is listed: a rematch tells that the game before it is over."""
    is_rematch = bool(ledger.opened.reserved)
    return ledger.opened.at_ms + 1000 * ledger.opened.spectator_delay_s if is_rematch else 0
