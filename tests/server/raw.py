"""Bare lines to a real server, for what no decent client would send."""

from __future__ import annotations

import base64
import socket
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx

from tests.server.harness import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
CONT: Final = 0
WAIT_S: Final = 10.0
OPEN: Final = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "open"}]}


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a client sends it, with a mask that changes nothing."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 * fin | opcode]) + length + bytes(4) + data


class Wire:
    """One bare connection."""

    def __init__(self, address: str, source: str = "127.0.0.1") -> None:
        parts = urlsplit(address)
        at = (parts.hostname or "", parts.port or 0)
        self.socket = socket.create_connection(at, WAIT_S, (source, 0))

    def send(self, data: bytes) -> None:
        """Send all of it."""
        self.socket.sendall(data)

    def flood(self, data: bytes, most: int) -> int:
        """Send the same until the server ends it; how many bytes went out, at most about `most`."""
        sent = 0
        with suppress(ConnectionError):
            while sent < most:
                sent += self.socket.send(data)
        return sent

    def peek(self) -> bytes:
        """What has come and was not read yet."""
        return self.socket.recv(65_536, socket.MSG_PEEK)

    def read(self, size: int) -> bytes:
        """So many bytes, fewer only at the end of the line."""
        got = b""
        while len(got) < size and (more := self.socket.recv(size - len(got))):
            got += more
        return got

    def read_head(self) -> str:
        """An answer's head."""
        got = b""
        while not got.endswith(b"\r\n\r\n") and (more := self.socket.recv(1)):
            got += more
        return got.decode()

    def read_to_end(self) -> bytes:
        """Everything that still comes; an end by force is an end, too."""
        got = b""
        with suppress(ConnectionError):
            while more := self.socket.recv(65_536):
                got += more
        return got

    def read_frame(self) -> tuple[int, bytes]:
        """The opcode and the content of the next frame of the server."""
        head = self.read(2)
        size = head[1]
        if size == 126:
            size = int.from_bytes(self.read(2), "big")
        elif size == 127:
            size = int.from_bytes(self.read(8), "big")
        return head[0] & 15, self.read(size)

    def close_code(self) -> int:
        """The code with which the server closes, after whatever it says before."""
        while True:
            opcode, data = self.read_frame()
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big")


def handshake(table: str, headers: str = "") -> bytes:
    """The request that opens a WebSocket."""
    key = base64.b64encode(bytes(16)).decode()
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"{headers}\r\n"
    ).encode()


@contextmanager
def dial(address: str, source: str = "127.0.0.1") -> Iterator[Wire]:
    """Connect, and say nothing."""
    wire = Wire(address, source)
    with closing(wire.socket):
        yield wire


@contextmanager
def watch(address: str, table: str, source: str = "127.0.0.1", headers: str = "") -> Iterator[Wire]:
    """Open a WebSocket to a table, and say nothing."""
    with dial(address, source) as wire:
        wire.send(handshake(table, headers))
        assert wire.read_head().startswith("HTTP/1.1 101 ")
        yield wire


@contextmanager
def spectate(address: str, table: str, source: str = "127.0.0.1") -> Iterator[Wire]:
    """Open a WebSocket to a table, say hello, and be welcome."""
    with watch(address, table, source) as wire:
        wire.send(frame(TEXT, b'{"type": "hello"}'))
        assert b'"welcome"' in wire.read_frame()[1]
        yield wire


def open_table(address: str) -> str:
    """Open a table for two."""
    table: str = httpx.post(f"{address}/api/tables", json=OPEN).json()["table"]
    return table
