"""Bots that play over the network: an address in the place of a bot's name."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

import pytest

import broadside
from broadside.cli.entry import main
from broadside.cli.own_bots import check_own, whole_name
from broadside.cli.thinking import player
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Capture = pytest.CaptureFixture[str]
NAME = "jolly-and-roger"


@contextmanager
def serving(answer: Callable[[dict[str, Any]], bytes]) -> Iterator[str]:
    """A programme that plays over the network, as somebody would write it; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = answer(question)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def arena(bots: str, *more: str) -> int:
    return main(["arena", NAME, "--bots", bots, "--games", "2", "--json", *more])


def test_a_programme_takes_part_over_the_network(capsys: Capture) -> None:
    """It sees what its seat sees and a world of that seat, and plays in whole tournaments."""
    asked: list[dict[str, Any]] = []

    def last(question: dict[str, Any]) -> bytes:
        asked.append(question)
        return json.dumps({"action": question["legal"][-1]}).encode()

    with serving(last) as address:
        assert arena(f"greedy,{address}") == 0
        assert json.loads(capsys.readouterr().out)["matches"] == 2
        check_own(address)
        assert whole_name(address) == address
    first = asked[0]
    world = broadside.game(NAME).read(first["world"])
    assert first["view"] == json.loads(json.dumps(world.view(first["seat"])))
    assert first["legal"] == [action.text for action in world.legal(first["seat"])]
    assert first["look_aheads"] is None


def test_a_number_of_look_aheads_is_sent_along() -> None:
    asked: list[int] = []

    def first(question: dict[str, Any]) -> bytes:
        asked.append(question["look_aheads"])
        return json.dumps({"action": question["legal"][0]}).encode()

    with serving(first) as address:
        assert arena(f"greedy,{address}@70") == 0
    assert set(asked) == {70}


@pytest.mark.parametrize("said", [b"", b"split 12", b'"split 12"', b"{}", b'{"action": 3}'])
def test_nonsense_is_told_with_what_was_expected(said: bytes, capsys: Capture) -> None:
    with serving(lambda _: said) as address:
        assert arena(f"{address},greedy") == 2
    error = " ".join(capsys.readouterr().err.split())
    assert 'expected {"action": "…"} with one of the legal actions it was sent, such as' in error


def test_nobody_there(capsys: Capture) -> None:
    with serving(lambda _: b"") as address:
        pass
    assert arena(f"{address},greedy") == 2
    assert "does not answer" in capsys.readouterr().err
    with pytest.raises(BroadsideError, match="no bot 'ftp"):
        player("ftp://x", broadside.game(NAME))
