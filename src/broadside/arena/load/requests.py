"""HTTP for opening tables: one connection after the other, from addresses of this machine."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Self

import msgspec

from broadside.kernel.errors import BroadsideError

TOO_MANY: Final = 429
OK_BELOW: Final = 300
ANSWER_S: Final = 30.0
WAIT_S: Final = 1.0
"""How long a refused request waits if the server does not say how long it should."""


class RequestRefused(BroadsideError):
    """The server did not do what it was asked for; the message says what it answered."""


class Line:
    """One connection for several requests."""

    def __init__(self, host: str, port: int, source: str | None) -> None:
        self._host = host
        self._port = port
        self._source = source

    async def __aenter__(self) -> Self:
        source = None if self._source is None else (self._source, 0)
        self._reader, self._writer = await asyncio.open_connection(
            self._host, self._port, local_addr=source
        )
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._writer.close()

    async def post(self, path: str, body: object) -> Any:
        """Ask, and ask again after a while if the server says that this was too fast."""
        while True:
            try:
                async with asyncio.timeout(ANSWER_S):
                    status, headers, answer = await self._ask(path, msgspec.json.encode(body))
            except TimeoutError:
                reason = f"POST {path} was not answered within {ANSWER_S:g} s"
                raise RequestRefused(reason) from None
            if status != TOO_MANY:
                break
            await asyncio.sleep(float(headers.get("retry-after", WAIT_S)))
        if status >= OK_BELOW:
            told = answer.decode("utf-8", "replace")[:200]
            raise RequestRefused(f"POST {path} was answered with {status}: {told}")
        return msgspec.json.decode(answer)

    async def _ask(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        answer = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return int(status.split(" ")[1]), headers, answer
