"""A post office for tests: servers for mail and for webhooks that are real, but for their size.

The certificate counts for hooks.example.org and mail.example.org, and nowhere but in tests.
"""

from __future__ import annotations

import http.server
import json
import socket
import ssl
import threading
from asyncio.selector_events import BaseSelectorEventLoop
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from email.message import EmailMessage
    from pathlib import Path

    import pytest

CERTIFICATE: Final = """\
-----BEGIN CERTIFICATE-----
MIIB0DCCAXegAwIBAgIUciwtX0b1iH0BdYGryApdDf9ryvswCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5vcmcwIBcNMjYxMTE2MDMxMzA5WhgP
MjEyNjEwMjMwMzEzMDlaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUub3JnMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEW7CV+nKmCkObnWrqDu43St0MZFsbjVzw
towY9HuzREJwgdA8VW76Mwk50B+vDHXs0b1Rs7lf51gzc0371VGgS6OBlDCBkTAf
BgNVHSMEGDAWgBTaY0YGysGlV9BJcYXEJBL9ofw1MzAuBgNVHREEJzAlghFob29r
cy5leGFtcGxlLm9yZ4IQbWFpbC5leGFtcGxlLm9yZzAPBgNVHRMBAf8EBTADAQH/
MA4GA1UdDwEB/wQEAwIChDAdBgNVHQ4EFgQU2mNGBsrBpVfQSXGFxCQS/aH8NTMw
CgYIKoZIzj0EAwIDRwAwRAIgFkqcr+ZbcnZd8VzVt1GPbpQZ+ypwZllzcDnmS1gj
MC8CIFjDu1Al0IsgT1VBD9460VHp+ADQc2eZH4teEOw87GM9
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtguk/1Ailuru0ig2
GQWzv0p7bXGFGX3wV+uuyslncKahRANCAARbsJX6cqYKQ5udauoO7jdK3QxkWxuN
XPC2jBj0e7NEQnCB0DxVbvozCTnQH68MdezRvVGzuV/nWDNzTfvVUaBL
-----END PRIVATE KEY-----
"""
HOSTS: Final = ("hooks.example.org", "mail.example.org")
PUBLIC: Final = "93.184.215.14"
"""What the names above stand for, as far as the code under test can see."""
WAIT_S: Final = 10.0


def trust(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Let this process trust the certificate; give what a server needs to show it."""
    file = folder / "certificate.pem"
    file.write_text(CERTIFICATE)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def lead_to(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """Let the names lead to a public address, and lay the line to it into this house."""
    look_up, connect = socket.getaddrinfo, socket.create_connection

    def found(host: Any, at: Any, *args: Any, **more: Any) -> Any:
        if host in HOSTS:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, at))]
        return look_up(host, at, *args, **more)

    def connected(address: tuple[str, int], *args: Any, **more: Any) -> socket.socket:
        is_ours = address[0] in (*HOSTS, PUBLIC)
        return connect(("127.0.0.1", port) if is_ours else address, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connected)


def lay_line(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """The same for lines that asyncio lays: names lead to a public address, and that to us."""
    look_up, connect = socket.getaddrinfo, BaseSelectorEventLoop.sock_connect

    def found(host: Any, at: Any, *args: Any, **more: Any) -> Any:
        if host in HOSTS:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, at))]
        return look_up(host, at, *args, **more)

    async def connected(loop: Any, line: socket.socket, address: tuple[str, int]) -> None:
        await connect(loop, line, ("127.0.0.1", port) if address[0] == PUBLIC else address)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", connected)


class MailServer:
    """A mail server: it says `replies` to the commands that they name, and else that all is well.

    With a `context` it speaks TLS, from the beginning or after STARTTLS. A reply "" is silence.
    """

    def __init__(
        self,
        *replies: tuple[str, str],
        context: ssl.SSLContext | None = None,
        is_open: bool = True,
    ) -> None:
        self._replies = dict(replies)
        self._context = context
        self._is_open = is_open
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.lines: list[bytes] = []
        self.mails: list[bytes] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        """Wait until the conversation is over."""
        self._ended.set()
        self._thread.join(WAIT_S)
        self._listener.close()

    @property
    def mail(self) -> EmailMessage:
        """The one mail that came, as its reader's program reads it."""
        (data,) = self.mails
        message: EmailMessage = message_from_bytes(data, policy=policy.default)
        return message

    @property
    def text(self) -> str:
        """What it says."""
        content: str = self.mail.get_content()
        return content.replace("\r\n", "\n")

    def _serve(self) -> None:
        self._line, _ = self._listener.accept()
        self._line.settimeout(WAIT_S)
        try:
            if not self._is_open:
                self._secure()
            self._talk()
        except OSError:
            pass  # whoever called has hung up
        finally:
            self._line.close()

    def _secure(self) -> None:
        assert self._context is not None
        self._line = self._context.wrap_socket(self._line, server_side=True)

    def _talk(self) -> None:
        wire = self._line.makefile("rb")
        self._say("CONNECT", "220 ready")
        while line := wire.readline().rstrip(b"\r\n"):
            self.lines.append(line)
            command = line.split(b" ")[0].decode().upper()
            if command == "DATA" and self._say(command, "354 go on"):
                self.mails.append(self._read_mail(wire))
                self._say("MESSAGE", "250 taken")
            elif command == "STARTTLS":
                self._say(command, "220 go on")
                wire.close()
                self._secure()
                wire = self._line.makefile("rb")
            elif command == "EHLO":
                starts = "250-STARTTLS\r\n" if self._context and self._is_open else ""
                self._say(command, f"250-hello\r\n{starts}250 AUTH PLAIN")
            elif command != "DATA":
                self._say(command, "221 bye" if command == "QUIT" else "250 fine")
        wire.close()

    def _read_mail(self, wire: Any) -> bytes:
        lines = []
        while (line := wire.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def _say(self, command: str, usual: str) -> bool:
        """Reply; whether all is well."""
        reply = self._replies.get(command, usual)
        if not reply:
            self._ended.wait(WAIT_S)
            raise OSError("silence")
        self._line.sendall(reply.encode() + b"\r\n")
        return reply == usual


class HookServer:
    """A web server that takes what is posted, and answers with a status."""

    def __init__(self, context: ssl.SSLContext, status: int = 204) -> None:
        posts: list[tuple[str, dict[str, str], Any]] = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                posts.append((self.path, dict(self.headers), json.loads(body)))
                self.send_response(status)
                self.send_header("Location", "https://elsewhere.example.org/")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Nobody reads it."""

        self.posts = posts
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        """Close the house."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(WAIT_S)
