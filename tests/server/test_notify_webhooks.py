"""Webhooks over real lines to real servers; and lines that are never laid."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING, Any

import h11
import pytest

from broadside.notify import webhooks
from broadside.service.refusal import Refusal
from tests.server.post_office import HookServer, lay_line, trust

if TYPE_CHECKING:
    from pathlib import Path

HOOK = "https://hooks.example.org/x?y=1"
ZOLW = "Żółw <!channel>"


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """What a server shows that this process trusts."""
    return trust(tmp_path, monkeypatch)


def post(url: str = HOOK, body: dict[str, object] | None = None) -> None:
    """Tell a webhook."""
    asyncio.run(webhooks.post_hook(url, body or {}))


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/x",
        "https://",
        "https://host:8443/x",
        "https://host:x/",
        "ftp://host/x",
        "https://host/a b",
        "https://host/\n",
        "https://hóst/",
        "//host/x",
        "javascript:alert(1)",
    ],
)
def test_webhooks_that_are_refused(url: str) -> None:
    """https to the usual port, and nothing that confuses."""
    with pytest.raises(Refusal) as refusal:
        webhooks.check_hook(url)
    assert refusal.value.code == "bad_webhook"
    assert webhooks.check_hook(HOOK) == HOOK


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "192.0.0.8", "224.0.0.1"),
        *("0.0.0.0", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "::127.0.0.1"),
        *("::ffff:127.0.0.1", "::ffff:93.184.215.14", "64:ff9b::a00:1", "64:ff9b:1::a00:1"),
        *("2001::1", "2002:a00:1::1", "ff0e::1"),
    ],
)
def test_private_addresses_are_not_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Also if only one of several is private, and whatever the name looks like."""
    found = [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(OSError, match="private network"):
        post("https://innocent.example.org/x")


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700:4700::1111"])
def test_public_addresses(address: str) -> None:
    """The rest of the world can be called."""
    assert webhooks.is_public(address)


def test_the_address_that_was_checked_is_called(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is looked up once: whoever answers otherwise the second time is not asked."""
    server = HookServer(context)
    lay_line(monkeypatch, server.port)
    look_up, asked = socket.getaddrinfo, []

    def found(host: str, *args: Any, **more: Any) -> Any:
        asked.append(host)
        return look_up(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    post()
    server.close()
    assert asked.count("hooks.example.org") == 1
    assert len(server.posts) == 1


def test_a_webhook_is_called(context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the path and the question it came with, and who calls."""
    server = HookServer(context)
    lay_line(monkeypatch, server.port)
    post(HOOK, {"name": ZOLW})
    post("https://hooks.example.org", {"name": "x" * 100_000})
    server.close()
    (path, headers, body), (root, _, large) = server.posts
    assert (path, body) == ("/x?y=1", {"name": ZOLW})
    assert (headers["Host"], headers["User-Agent"]) == ("hooks.example.org", "Broadside")
    assert headers["Content-Type"] == "application/json"
    assert (root, len(large["name"])) == ("/", 100_000)


@pytest.mark.parametrize("status", [302, 404, 500])
def test_what_a_webhook_answers(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Nobody is followed elsewhere; an error of its server is one of ours."""
    server = HookServer(context, status)
    lay_line(monkeypatch, server.port)
    if status == 302:
        post()
    else:
        with pytest.raises(webhooks.WebhookError, match=str(status)):
            post()
    server.close()
    assert len(server.posts) == 1


def test_a_webhook_that_is_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot prove to be the host is told nothing."""
    server = HookServer(trust(tmp_path, monkeypatch))
    monkeypatch.delenv("SSL_CERT_FILE")
    lay_line(monkeypatch, server.port)
    with pytest.raises(ssl.SSLCertVerificationError):
        post()
    server.close()
    assert server.posts == []


class Drip:
    """A server that lets the same bytes fall one by one, after a beginning."""

    def __init__(self, beginning: bytes, context: ssl.SSLContext | None, most: int = 200) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._beginning = beginning
        self._context = context
        self._most = most
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        line, _ = self._listener.accept()
        with self._listener, contextlib.suppress(OSError):
            if self._context is not None:
                line = self._context.wrap_socket(line, server_side=True)
            with line:
                line.recv(9999)
                line.sendall(self._beginning)
                for _ in range(self._most):
                    time.sleep(0.02)
                    line.sendall(b"a")

    def close(self) -> None:
        self._thread.join()


@pytest.mark.parametrize("step", ["greeting", "answer", "silence"])
def test_a_webhook_that_drips_is_cut_off(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """One limit for the whole call, be it slow when greeting or when answering."""
    beginning = {"greeting": b"\x16\x03\x03\x40\x00", "answer": b"HTTP/1.1 200 OK\r\nX: "}
    drip = Drip(beginning.get(step, b""), None if step == "greeting" else context)
    lay_line(monkeypatch, drip.port)
    monkeypatch.setattr(webhooks, "TIMEOUT_S", 0.5)
    began = time.monotonic()
    with pytest.raises((TimeoutError, h11.RemoteProtocolError)):
        post()
    assert 0.2 < time.monotonic() - began < 5
    drip.close()


def test_a_webhook_that_hangs_up(context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that never comes is none."""
    drip = Drip(b"HTTP/1.1 100 Continue\r\n\r\n", context, most=0)
    lay_line(monkeypatch, drip.port)
    with pytest.raises((h11.RemoteProtocolError, OSError)):
        post()
    drip.close()
