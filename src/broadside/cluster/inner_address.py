"""How servers of one cluster know each other, and pass on who has asked.

A server listens at an inner address besides, which its leases name. Whoever asks there shows the
secret that all servers of a database share; it never leaves the inner network.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from starlette.types import Scope

HEADER: Final = b"broadside-passed-on"
"""Its value: the secret, the address and port of the client, and http or https."""
LET_GO: Final = "/inner/let-go/"
"""Plus the name of a table: its owner stops it, so that another server can have it."""
PARTS: Final = 4


class Asker(NamedTuple):
    """Who asked the server that passes something on."""

    host: str
    port: int
    scheme: str


def asker_of(scope: Scope) -> Asker:
    """Who asks here."""
    host, port = scope.get("client") or ("", 0)
    is_secure = scope.get("scheme") in ("https", "wss")
    return Asker(host, port, "https" if is_secure else "http")


def header(secret: str, asker: Asker) -> str:
    """What is shown to the owner."""
    return f"{secret} {asker.host or '-'} {asker.port} {asker.scheme}"


def read_header(scope: Scope, secret: str) -> Asker | None:
    """Who asked the server that passes this on; None if it does not show the secret."""
    shown = [value for name, value in scope["headers"] if name == HEADER]
    parts = shown[0].split(b" ") if len(shown) == 1 else []
    if len(parts) != PARTS or not compare_digest(parts[0], secret.encode()):
        return None
    if not parts[2].isdigit():
        return None
    host = parts[1].decode("latin-1")
    return Asker("" if host == "-" else host, int(parts[2]), parts[3].decode("latin-1"))
