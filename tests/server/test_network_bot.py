"""The example of a bot over the network: it joins a real server and plays games to their end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tests.server.harness import GAMES, QUICK
from tests.server.live import running

BOT = Path(__file__).parents[2] / "examples" / "network_bot.py"
LINES_MAX = 60
HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0)
"""Nobody watches these games: countdowns are short, and the players may be quick."""


def test_it_is_short() -> None:
    """Somebody reads it over a cup of coffee."""
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < LINES_MAX


@pytest.mark.parametrize("game", list(GAMES))
def test_it_plays_a_game_to_its_end(game: str) -> None:
    """Two of them and bots on the other seats; nothing of Broadside is within their reach."""
    seats = [{"kind": "open"}] * 2 + [{"kind": "bot", "bot": "greedy"}] * (GAMES[game].seats[0] - 2)
    with running(settings=HASTY) as address, httpx.Client(base_url=address) as client:
        table = client.post("/api/tables", json={"game": game, "seats": seats}).json()["table"]
        command = [sys.executable, "-I", str(BOT), f"{address}/table/{table}"]
        first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        while client.get(f"/api/tables/{table}").json()["seats"][0]["kind"] == "open":
            assert first.poll() is None
        second = subprocess.run(command, capture_output=True, text=True, timeout=120)
        told = [first.communicate(timeout=120)[0], second.stdout]
        assert (first.returncode, second.returncode) == (0, 0), second.stderr
        assert client.get(f"/api/tables/{table}").json()["status"] == "over"
    for seat, text in enumerate(told):
        assert re.fullmatch(rf"Polly, seat {seat}, has [0-9.]+ of the victory\.\n", text)
