"""A table on any server, over HTTP: what is asked before and beside its socket."""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.request
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from broadside.kernel.errors import BroadsideError

TOO_OFTEN: Final = 429
BUSY: Final = 500
ANSWER_S: Final = 30.0
SENT_AWAY: Final = 4000
"""From this code on a socket is closed for good."""
SEAT_MARK: Final = "seat="
"""Behind the # of a link: the right to a seat, as browsers hand it on."""


class RefusedError(BroadsideError):
    """The server says no; `problem` is its answer."""

    def __init__(self, place: str, problem: dict[str, Any]) -> None:
        super().__init__(f"{place}: {problem['reason']}")
        self.problem = problem


class NotThereError(BroadsideError):
    """No server answers, or it cannot just now."""


def ask(address: str, body: object = None, credential: str = "") -> Any:
    """Ask a server; waits a while where it is asked too often."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {credential}"} if credential else {}
    request = urllib.request.Request(address, data, headers)  # noqa: S310 (http only)
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == TOO_OFTEN:
            time.sleep(float(error.headers.get("Retry-After", "1")))
            return ask(address, body, credential)
        problem = problem_of(error)
        if error.code >= BUSY:
            raise NotThereError(f"{address}: {problem['reason']}") from None
        raise RefusedError(address, problem) from None
    except OSError as error:
        raise NotThereError(f"{address}: no server answers there: {error}") from None


def problem_of(error: urllib.error.HTTPError) -> dict[str, Any]:
    """What the server says against a request."""
    try:
        found = json.load(error)
        return {"code": str(found["code"]), "reason": str(found["reason"]), **found}
    except (ValueError, KeyError, TypeError):
        return {"code": "server_error", "reason": str(error)}


class RemoteTable:
    """A table by its link, which may hold the right to a seat."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        name = parts.path.rpartition("/")[2]
        if parts.scheme not in ("http", "https") or not name:
            raise BroadsideError(f"{link}: not the link of a table, such as http://host/table/abc")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.link = f"{self.server}/table/{name}"
        self.api = f"{self.server}/api/tables/{name}"
        self.socket = f"ws{self.api.removeprefix('http')}/socket"
        self.seat = 0
        is_seat = parts.fragment.startswith(SEAT_MARK)
        self.credential = unquote(parts.fragment.removeprefix(SEAT_MARK)) if is_seat else ""

    @property
    def seat_link(self) -> str:
        """The link that leads back to one's seat."""
        return f"{self.link}#{SEAT_MARK}{self.credential}" if self.credential else self.link

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the server about this table."""
        return ask(self.api + path, body, self.credential)

    def sit(
        self, info: dict[str, Any], wish: int | None, name: str, host: str | None = None
    ) -> None:
        """Take the seat that is wished for, or the first one that is open."""
        free = [seat["seat"] for seat in info["seats"] if seat["kind"] == "open"]
        if not free:
            raise BroadsideError(f"{self.api}: no seat is open there")
        wanted = free[0] if wish is None else wish
        body = {"name": name, "salt": secrets.token_hex(8), "host": host}
        taken = self.ask(f"/seats/{wanted}", body)
        self.seat, self.credential = taken["seat"], taken["credential"]

    def rematch(self) -> RemoteTable:
        """The next table of the same people, opened now or by one of the others before."""
        found = self.ask("/rematch", {})
        table = RemoteTable(f"{self.server}/table/{found['table']}")
        table.seat, table.credential = found["seat"], self.credential
        return table


def is_sent_away(error: Exception) -> bool:
    """Whether the server has closed for good: the table is gone, or the seat is another's."""
    from websockets.exceptions import ConnectionClosed

    closed = isinstance(error, ConnectionClosed) and error.rcvd is not None
    return closed and error.rcvd.code >= SENT_AWAY  # type: ignore[attr-defined]
