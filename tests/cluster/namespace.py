"""A network of its own for a server: its line to everybody else is a cable that can be pulled."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import socket
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest

IP = shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
CLONE_NEWNET = 0x40000000
CONNECT_S = 10.0


class Namespace:
    """A network namespace with one cable to this one. Needs root, and a kernel that allows it."""

    def __init__(self) -> None:
        self.name = f"broadside-{os.getpid()}"
        self._cable = f"bs{os.getpid()}"
        self.outer, self.inner = "198.51.100.1", "198.51.100.2"  # addresses that nobody has

    def __enter__(self) -> Self:
        if IP is None or os.geteuid():
            pytest.skip("a network namespace needs root and the program ip")
        try:
            self._ip("netns", "add", self.name)
            self._ip(
                *("link", "add", self._cable, "type", "veth"),
                *("peer", "name", "cable", "netns", self.name),
            )
            self._ip("address", "add", f"{self.outer}/30", "dev", self._cable)
            self._ip("link", "set", self._cable, "up")
            self._ip("-n", self.name, "address", "add", f"{self.inner}/30", "dev", "cable")
            for device in ("lo", "cable"):
                self._ip("-n", self.name, "link", "set", device, "up")
        except subprocess.CalledProcessError as error:
            self.__exit__()
            pytest.skip(f"this machine allows no network namespace: {error.stderr.decode()}")
        return self

    def __exit__(self, *_: object) -> None:
        for gone in (("link", "delete", self._cable), ("netns", "delete", self.name)):
            subprocess.run([str(IP), *gone], capture_output=True)

    def _ip(self, *words: str) -> None:
        subprocess.run([str(IP), *words], check=True, capture_output=True)

    @property
    def command(self) -> list[str]:
        """Before a command: run it in there."""
        return [str(IP), "netns", "exec", self.name]

    def cut(self) -> None:
        """Pull the cable: nothing comes through, and nobody is told."""
        self._ip("link", "set", self._cable, "down")

    def mend(self) -> None:
        """Plug it in again."""
        self._ip("link", "set", self._cable, "up")

    async def connect(self, port: int) -> socket.socket:
        """A connection to a server in there by somebody in there, for whom nothing was cut."""
        found: list[socket.socket] = []

        def enter() -> None:  # the namespace is that of a thread; a socket keeps it
            libc = ctypes.CDLL(None, use_errno=True)
            with Path("/run/netns", self.name).open() as door:
                assert libc.setns(door.fileno(), CLONE_NEWNET) == 0
            with suppress(OSError):
                found.append(socket.create_connection((self.inner, port), CONNECT_S))

        thread = threading.Thread(target=enter)
        thread.start()
        await asyncio.to_thread(thread.join)
        if not found:
            raise ConnectionError("nobody listens there")
        return found[0]
