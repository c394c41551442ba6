"""Clients that want to keep a server from serving others: a real one, on a real port."""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
import pytest
from msgspec.structs import replace

from broadside.network import open_connections
from broadside.network.open_connections import OpenConnections
from tests.server.harness import QUICK
from tests.server.live import running
from tests.server.raw import (
    BINARY,
    CLOSE,
    CONT,
    PING,
    PONG,
    TEXT,
    dial,
    frame,
    handshake,
    open_table,
    spectate,
    watch,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from broadside.network.open_connections import Line

MEGABYTE = 1_000_000
UNLIMITED = replace(QUICK, messages_per_s=1e9, messages_burst=10**9)
HASTY = replace(QUICK, request_s=0.4)
POST = "POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: {}\r\n\r\n"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """Every connection as the server has it, in the order in which they came."""
    found: list[Line] = []
    enter = OpenConnections.enter

    def remember(self: OpenConnections, line: Line) -> bool:
        found.append(line)
        return enter(self, line)

    monkeypatch.setattr(OpenConnections, "enter", remember)
    return found


@contextmanager
def slowest_answer(address: str) -> Iterator[list[float]]:
    """How long others wait for an answer meanwhile, at worst."""
    worst, is_over = [0.0], threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=address, timeout=60) as client:
            while not is_over.is_set():
                began = time.monotonic()
                assert client.get("/healthz").status_code == 200
                worst[0] = max(worst[0], time.monotonic() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield worst
    finally:
        is_over.set()
        asking.join()


def until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens in the server."""
    for _ in range(500):
        if is_so():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")


# ----------------------------------------------------------------------------- frames


@pytest.mark.parametrize(
    "wave",
    [
        frame(PING, b"x" * 125) * 500,
        frame(PONG) * 5000,
        frame(TEXT, b"x") * 5000,
        frame(CONT, fin=False) * 5000,
    ],
    ids=["pings", "pongs", "messages", "empty parts"],
)
def test_a_flood_of_frames_is_ended_soon(wave: bytes) -> None:
    """Whatever they carry; others hardly notice."""
    with running() as address:
        table = open_table(address)
        with spectate(address, table) as wire, slowest_answer(address) as worst:
            wire.send(frame(TEXT, fin=False) if wave[0] == CONT else b"")
            assert wire.flood(wave, 60 * MEGABYTE) < 20 * MEGABYTE
        assert worst[0] < 3.0


def test_a_flood_is_told_why_it_ends() -> None:
    """Pings count like messages."""
    settings = replace(QUICK, messages_per_s=0.001, messages_burst=10)
    with running(settings=settings) as address, watch(address, open_table(address)) as wire:
        wire.send(frame(PING) * 30)
        assert wire.close_code() == 1008


def test_a_client_that_sends_on_is_told_why_it_ends(lines: list[Line]) -> None:
    """The line is not cut under what comes in, for then the reason would be lost."""
    settings = replace(QUICK, messages_per_s=0.001, messages_burst=10)
    with running(settings=settings) as address, spectate(address, open_table(address)) as wire:
        wire.send(frame(TEXT, b"x") * 30)
        until(lambda: lines[-1].transport.is_closing() or b"Slow down" in wire.peek())
        for _ in range(20):
            wire.send(frame(TEXT, b"x"))
            time.sleep(0.01)
        assert wire.close_code() == 1008


def test_a_client_that_never_stops_is_cut_off(lines: list[Line]) -> None:
    """After the time, or the bytes, that it is read on."""
    settings = replace(QUICK, messages_per_s=0.001, messages_burst=10)
    with running(settings=settings) as address, spectate(address, open_table(address)) as wire:
        wire.flood(frame(TEXT, b"x") * 100, 50 * MEGABYTE)
        until(lines[-1].transport.is_closing)
    with running(settings=settings) as address, spectate(address, open_table(address)) as wire:
        wire.send(frame(TEXT, b"x") * 30)
        until(lines[-1].transport.is_closing)


def test_pings_are_answered_at_a_bearable_rate() -> None:
    """A client may look whether the server is there, as often as it may say something."""
    settings = replace(QUICK, messages_per_s=20, messages_burst=5)
    with running(settings=settings) as address, watch(address, open_table(address)) as wire:
        for number in range(20):
            wire.send(frame(PING, b"%d" % number))
            assert wire.read_frame() == (PONG, b"%d" % number)
            time.sleep(0.03)


def test_answers_to_pings_do_not_pile_up(lines: list[Line]) -> None:
    """Who does not read is not answered."""
    with running(settings=UNLIMITED) as address, spectate(address, open_table(address)) as wire:
        wire.flood(frame(PING, b"x" * 125) * 500, 10 * MEGABYTE)
        assert lines[-1].transport.get_write_buffer_size() < MEGABYTE


def test_a_message_has_so_many_parts_and_no_more() -> None:
    """A whole one arrives; one that never ends is refused."""
    with running(settings=UNLIMITED) as address:
        table = open_table(address)
        with watch(address, table) as wire:
            hello = [b"{", *[b""] * 60, b'"type": ', b'"hello"}']
            wire.send(frame(TEXT, hello[0], fin=False))
            for part in hello[1:-1]:
                wire.send(frame(CONT, part, fin=False) + frame(PING))
            wire.send(frame(CONT, hello[-1]))
            while b'"welcome"' not in wire.read_frame()[1]:
                pass
        with watch(address, table) as wire:
            wire.send(frame(TEXT, b"{", fin=False) + frame(CONT, b" ", fin=False) * 200)
            assert wire.close_code() == 1009


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"\xc5", fin=False) + frame(CONT, b"A"), 1007),
        (frame(TEXT, b"\xff") * 3, 1007),
        (frame(CONT, b"x"), 1002),
        (frame(TEXT, b"x", fin=False) + frame(TEXT, b"x"), 1002),
        (frame(3), 1002),
        (frame(11), 1002),
        (b"\xf1" + frame(TEXT)[1:], 1002),
        (b"\x81\x01x", 1002),
        (frame(PING, b"x" * 126), 1002),
        (frame(PING, fin=False), 1002),
        (frame(CLOSE, b"\x03"), 1002),
        (frame(CLOSE, b"\x00\x01"), 1002),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
        (frame(BINARY, fin=False) + frame(CLOSE, b"\x03\xe8"), 1002),
        (b"\x81\xff" + b"\x7f" * 12, 1009),
    ],
)
def test_what_cannot_be_read_ends_the_connection(
    data: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """With the right code, and without a word in the log; with and without a hello."""
    with running() as address:
        table = open_table(address)
        for join in (spectate, watch):
            with join(address, table) as wire:
                wire.send(data)
                assert wire.close_code() == code
                wire.read_to_end()
        assert httpx.get(f"{address}/healthz").status_code == 200
    assert_quiet(caplog)


def assert_quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing went wrong as far as the log knows."""
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []
    assert "Traceback" not in caplog.text


def test_a_socket_with_a_head_that_is_too_long(caplog: pytest.LogCaptureFixture) -> None:
    """It is told so in the language that it speaks so far."""
    with running() as address:
        table = open_table(address)
        for headers in ("X: y\r\n" * 200, f"X: {'y' * 9000}\r\n"):
            with dial(address) as wire:
                wire.send(handshake(table, headers))
                assert wire.read_head().startswith("HTTP/1.1 431 ")
    assert_quiet(caplog)


def test_noise(caplog: pytest.LogCaptureFixture) -> None:
    """Bytes without any sense, as frames and as requests: no mistake of ours is among the answers.

    What is sent before the server has agreed to a WebSocket is noise, too.
    """
    caplog.set_level(logging.ERROR)
    chance = random.Random(1)
    with running(settings=HASTY) as address:
        table = open_table(address)
        beginnings = (b"", b"GET / HTTP/1.1\r\n", POST.format(99).encode(), b"\x81\x85")
        for number in range(120):
            noise = chance.choice(beginnings) + chance.randbytes(chance.randrange(400))
            with ExitStack() as stack, suppress(ConnectionError):
                join = stack.enter_context
                wire = join(dial(address) if number % 2 else watch(address, table))
                wire.send(noise)
                wire.socket.shutdown(socket.SHUT_WR)
                wire.read_to_end()
        assert httpx.get(f"{address}/healthz").status_code == 200
    assert_quiet(caplog)


# --------------------------------------------------------------------------- requests


@pytest.mark.parametrize(
    ("beginning", "answer"),
    [
        (b"", b""),
        (b"GET /healthz HTTP/1.1\r\nHost:", b"HTTP/1.1 408 "),
        (POST.format(100).encode(), b"HTTP/1.1 408 "),
        (POST.format(100).encode() + b"{", b"HTTP/1.1 408 "),
    ],
    ids=["silence", "half a head", "no body", "half a body"],
)
def test_half_a_request_is_not_waited_for(
    beginning: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection ends."""
    with running(settings=HASTY) as address, dial(address) as wire:
        wire.send(beginning)
        began = time.monotonic()
        assert wire.read_to_end().startswith(answer)
        assert 0.2 < time.monotonic() - began < 3
    assert_quiet(caplog)


@pytest.mark.parametrize("beginning", ["GET /healthz HTTP/1.1\r\nHost: ", POST.format(1000)])
def test_a_request_that_drips_is_ended(beginning: str) -> None:
    """Each byte gives no more time, in the head or in the body, first request or second."""
    with running(settings=HASTY) as address:
        for before in ("", "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"):
            with dial(address) as wire:
                wire.send(before.encode())
                if before:
                    wire.read_head()
                wire.send(beginning.encode())
                began = time.monotonic()
                with suppress(ConnectionError):
                    for _ in range(200):
                        wire.send(b"x")
                        time.sleep(0.02)
                assert time.monotonic() - began < 3


def test_a_connection_that_waits_for_its_next_request_is_ended() -> None:
    """Silence after an answer, too."""
    with running(settings=HASTY) as address, dial(address) as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        assert b" 200 " in wire.read_to_end()


def test_what_comes_in_time_is_answered() -> None:
    """Slowly, but in time; several requests on one connection, and some at once."""
    request = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
    with running(settings=replace(QUICK, request_s=2.0)) as address, dial(address) as wire:
        for byte in request:
            wire.send(bytes([byte]))
            time.sleep(0.005)
        assert wire.read_head().startswith("HTTP/1.1 200 ")
        wire.send(request * 2 + request.replace(b"here", b"here\r\nConnection: close"))
        assert wire.read_to_end().count(b"HTTP/1.1 200 ") == 3


def test_a_socket_outlives_the_time_of_a_request() -> None:
    """What was asked for has come: from now on the socket decides."""
    with running(settings=HASTY) as address, spectate(address, open_table(address)) as wire:
        time.sleep(0.8)
        wire.send(frame(PING, b"there?"))
        while wire.read_frame() != (PONG, b"there?"):
            pass


def test_a_body_of_crumbs_is_refused() -> None:
    """A thousand parts of one byte each cost more than they are worth."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running() as address:
        for crumbs, said in ((900, b"malformed"), (1100, b"Invalid HTTP request")):
            with dial(address) as wire:
                wire.send(head + b"1\r\n \r\n" * crumbs + b"0\r\n\r\n")
                wire.socket.shutdown(socket.SHUT_WR)
                answer = wire.read_to_end()
                assert answer.startswith(b"HTTP/1.1 400 ")
                assert said in answer


def test_somebody_who_leaves_amid_a_request_is_no_mistake(caplog: pytest.LogCaptureFixture) -> None:
    """The log is silent."""
    with running() as address:
        for _ in range(3):
            with dial(address) as wire:
                wire.send(POST.format(100).encode() + b"{")
                time.sleep(0.05)
        assert httpx.get(f"{address}/healthz").status_code == 200
    assert_quiet(caplog)


# ------------------------------------------------------------------------ too many


@pytest.mark.usefixtures("strangers")
def test_silent_connections_of_one_address_lock_nobody_out() -> None:
    """One too many is told so, in a way that it understands; others have room."""
    settings = replace(QUICK, connections_per_address=5)
    with running(settings=settings) as address, ExitStack() as stack:
        crowd = [stack.enter_context(dial(address, "127.0.0.2")) for _ in range(5)]
        table = open_table(address)
        with dial(address, "127.0.0.2") as wire:
            wire.send(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            answer = wire.read_to_end().decode()
            assert answer.startswith("HTTP/1.1 429 ")
            assert "too_many_connections" in answer
            assert "retry-after: 10" in answer.lower()
        with watch(address, table, "127.0.0.2") as wire:
            assert wire.close_code() == 1013
        with spectate(address, table):
            pass
        crowd[0].socket.close()
        time.sleep(0.1)
        with spectate(address, table, "127.0.0.2"):
            pass


@pytest.mark.usefixtures("strangers")
def test_a_crowd_far_too_large_is_cut() -> None:
    """There is no word for each of a thousand."""
    settings = replace(QUICK, connections_per_address=5)
    with running(settings=settings) as address, ExitStack() as stack:
        for _ in range(5 + open_connections.REFUSED_AT_ONCE):
            stack.enter_context(dial(address, "127.0.0.2"))
        with dial(address, "127.0.0.2") as wire:
            assert wire.read_to_end() == b""
        assert httpx.get(f"{address}/healthz").status_code == 200


@pytest.mark.usefixtures("strangers")
def test_spectators_of_one_address_lock_nobody_out() -> None:
    """Sockets are counted for themselves."""
    settings = replace(QUICK, sockets_per_address=3)
    with running(settings=settings) as address, ExitStack() as stack:
        table = open_table(address)
        for _ in range(3):
            stack.enter_context(spectate(address, table, "127.0.0.2"))
        with watch(address, table, "127.0.0.2") as wire:
            assert wire.close_code() == 1013
        stack.enter_context(spectate(address, table, "127.0.0.3"))


def test_the_own_machine_has_room_for_everybody() -> None:
    """A web server that nobody has named may stand there, and a whole club behind it."""
    settings = replace(QUICK, connections_per_address=2, sockets_per_address=2)
    with running(settings=settings) as address, ExitStack() as stack:
        table = open_table(address)
        for _ in range(40):
            stack.enter_context(spectate(address, table))


@pytest.mark.usefixtures("strangers")
def test_people_behind_a_web_server_are_told_apart() -> None:
    """It may have as many connections as it likes; each person behind it may not."""
    settings = replace(QUICK, connections_per_address=2, sockets_per_address=2, proxy="127.0.0.1")
    with running(settings=settings) as address, ExitStack() as stack:
        table = open_table(address)
        for person in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            for _ in range(2):
                headers = f"X-Forwarded-For: {person}\r\n"
                stack.enter_context(watch(address, table, headers=headers))
        for person in ("192.0.2.1", "2001:db8::2"):
            headers = f"X-Forwarded-For: 192.0.2.77, {person}\r\n"
            with watch(address, table, headers=headers) as wire:
                assert wire.close_code() == 1013


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("proxy", ["", "127.0.0.1", "127.0.0.0/8, ::1", "192.0.2.1"])
def test_who_asks_is_believed_to_a_named_web_server_only(proxy: str) -> None:
    """Else everybody could be anybody, and have a limit for each."""
    settings = replace(QUICK, opens_per_s=0.01, opens_burst=5, proxy=proxy)
    with running(settings=settings) as address, httpx.Client(base_url=address) as client:
        answers = [
            client.post("/api/tables", json={}, headers={"X-Forwarded-For": f"192.0.2.{number}"})
            for number in range(6)
        ]
        is_believed = proxy.startswith("127")
        assert (answers[-1].status_code == 429) is not is_believed


# ------------------------------------------------------------------------- never read


def test_who_never_reads_an_answer_is_cut_off(tmp_path: Path, lines: list[Line]) -> None:
    """It gets what had been sent before, and no more."""
    size = 40 * MEGABYTE
    (tmp_path / "index.html").write_text("")
    (tmp_path / "large.bin").write_bytes(bytes(size))
    settings = replace(QUICK, stuck_s=0.4)
    with running(static=tmp_path, settings=settings) as address, dial(address) as wire:
        wire.send(b"GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n")
        until(lambda: bool(lines) and lines[0].transport.get_write_buffer_size() > 0)
        until(lines[0].transport.is_closing)
        assert len(wire.read_to_end()) < size


def test_who_never_reads_its_socket_is_cut_off(lines: list[Line]) -> None:
    """What waits for it is bounded, and it does not stay open."""
    settings = replace(UNLIMITED, stuck_s=0.4)
    with running(settings=settings) as address, spectate(address, open_table(address)) as wire:
        line = lines[-1]
        wire.flood(frame(TEXT, b"nonsense") * 200, 60 * MEGABYTE)
        assert line.transport.get_write_buffer_size() < MEGABYTE
        until(line.transport.is_closing)
        assert wire.flood(frame(PING), 1000 * MEGABYTE) < MEGABYTE


def test_who_reads_slowly_is_not_cut_off(tmp_path: Path) -> None:
    """As long as it takes something now and then."""
    size = 12 * MEGABYTE
    (tmp_path / "index.html").write_text("")
    (tmp_path / "large.bin").write_bytes(bytes(size))
    settings = replace(QUICK, stuck_s=0.4)
    with running(static=tmp_path, settings=settings) as address:
        with dial(address) as wire:
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
            wire.send(b"GET /large.bin HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            got = 0
            while more := wire.socket.recv(200_000):
                got += len(more)
                time.sleep(0.01)
        assert got > size
