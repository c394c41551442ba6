"""`broadside bot` and `serve --bot`: bots of one's own at tables."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from broadside.cli.entry import main
from broadside.cli.serve import own_bots_of
from broadside.cli.thinking import crew, think
from broadside.games import registry
from broadside.kernel.errors import BroadsideError
from broadside.kernel.rng import FastRng
from broadside.workers.pool import Question
from tests.server.harness import GAMES, QUICK
from tests.server.live import running

SOURCE = """
from broadside.bots.simple import Bot

class Best(Bot):
    def __init__(self, advice):
        super().__init__("best")
        self.advice = advice
    def choose(self, world, seat, rng):
        options = self.advice.sensible(world, seat)
        ratings = self.advice.rate(world, seat, options)
        return options[ratings.index(max(ratings))]

class Silent(Bot):
    def choose(self, world, seat, rng):
        return None

class Wordy(Bot):
    def choose(self, world, seat, rng):
        return "pick A"

class Offerless:
    name = "offerless"
    def choose(self, world, seat, rng):
        return world.legal(seat)[0]
    def answer(self, world, seat, rng):
        return None
"""
HASTY = replace(QUICK, countdown_factor=0.02, messages_per_s=1000.0, worlds_per_s=1000.0)
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file with bots."""
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("game", ["jolly-and-roger", "jolly-roger"])
def test_a_bot_plays_at_a_table_over_the_network(game: str, path: str, capsys: Capture) -> None:
    """One of one's own and a bosun; the server's bots have the other seats."""
    seats = [{"kind": "open"}] * 2 + [{"kind": "bot", "bot": "greedy"}] * (GAMES[game].seats[0] - 2)
    with running(settings=HASTY) as address, httpx.Client(base_url=address) as client:
        table = client.post("/api/tables", json={"game": game, "seats": seats}).json()["table"]
        link = f"{address}/table/{table}"
        codes: list[int] = []
        first = threading.Thread(target=lambda: codes.append(main(["bot", link, f"{path}:Best"])))
        first.start()
        while client.get(f"/api/tables/{table}").json()["seats"][0]["kind"] == "open":
            assert first.is_alive()
        assert main(["bot", link, "bosun", "--name", "Bo"]) == 0
        first.join(timeout=60)
        assert codes == [0]
        assert client.get(f"/api/tables/{table}").json()["status"] == "over"
    out = capsys.readouterr().out
    assert "Polly sits on seat 0." in out
    assert "Bo has " in out


@pytest.mark.parametrize("name", ["Silent", "Wordy"])
def test_a_bot_that_answers_nonsense_is_told_what_was_expected(
    name: str, path: str, capsys: Capture
) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
    wish = {"game": "jolly-and-roger", "seats": seats, "options": {"first_splitter": "seat0"}}
    with running(settings=HASTY) as address:
        table = httpx.post(f"{address}/api/tables", json=wish).json()["table"]
        assert main(["bot", f"{address}/table/{table}", f"{path}:{name}"]) == 2
    told = capsys.readouterr().err
    assert "expected an Action out of world.legal(seat), such as 'split " in told
    assert ("None" if name == "Silent" else "'pick A' of type str") in told


def test_a_bot_without_offers_is_told_what_it_lacks(path: str, capsys: Capture) -> None:
    with running(settings=HASTY) as address:
        wish = {"game": "jolly-and-roger", "seats": [{"kind": "open"}] * 2}
        table = httpx.post(f"{address}/api/tables", json=wish).json()["table"]
        assert main(["bot", f"{address}/table/{table}", f"{path}:Offerless"]) == 2
        seats = httpx.get(f"{address}/api/tables/{table}").json()["seats"]
        assert seats[0]["kind"] == "open"  # it did not even sit down
    assert "the class has no offer; derive it from broadside.bots.simple.Bot" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("abcdef", "not the link of a table"),
        ("http://127.0.0.1:9/table/abc", "no server answers there"),
    ],
)
def test_a_link_that_leads_nowhere(link: str, told: str, capsys: Capture) -> None:
    assert main(["bot", link, "bosun"]) == 2
    assert told in capsys.readouterr().err


def test_a_table_without_an_open_seat(capsys: Capture) -> None:
    with running(settings=HASTY) as address:
        wish = {"game": "jolly-and-roger", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}
        table = httpx.post(f"{address}/api/tables", json=wish).json()["table"]
        assert main(["bot", f"{address}/table/{table}", "bosun"]) == 2
    assert "no seat is open there" in capsys.readouterr().err


# -------------------------------------------------------------------- serve --bot


def test_an_operators_bot_is_offered_and_thinks(path: str) -> None:
    own = own_bots_of([f"Parrot={path}:Best"])
    assert crew(own).offered("jamaica")[-1] == "Parrot"
    table = registry.find("jamaica").deal(2, registry.find("jamaica").complete({}), FastRng(1))
    seat = table.deciders()[0]
    world = table.determinize(seat, FastRng(2)).write()
    text = think(Question("jamaica", world, seat, "Parrot", 3), own)
    assert text in [action.text for action in table.legal(seat)]


def test_an_operators_bot_that_answers_nonsense(path: str) -> None:
    """The server logs what was expected, and plays the default."""
    own = own_bots_of([f"Mute={path}:Silent"])
    game = registry.find("jolly-and-roger")
    table = game.deal(2, game.complete({}), FastRng(1))
    seat = table.deciders()[0]
    asked = Question(game.name, table.determinize(seat, FastRng(2)).write(), seat, "Mute", 3)
    with pytest.raises(BroadsideError, match=r"answered None in seat .; expected an Action"):
        think(asked, own)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("Parrot", "write NAME=path.py:Class"),
        ("=x.py:Best", "write NAME=path.py:Class"),
        ("Parrot=nowhere.py:Best", "there is no file"),
        ("captain={path}:Best", "there is a bot captain already"),
        ("cheater={path}:Best", "there is a bot cheater already"),
        ("Parrot={path}:Worst", "no class 'Worst'"),
    ],
)
def test_a_wish_for_an_own_bot_that_cannot_be(wish: str, told: str, path: str) -> None:
    with pytest.raises(BroadsideError, match=told):
        own_bots_of([wish.format(path=path)])
