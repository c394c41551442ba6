"""HTTP: every endpoint, every refusal, and that the OpenAPI document tells the truth."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from broadside.games.jolly_and_roger.game import JollyAndRoger
from broadside.kernel.game import LANGUAGES, Game
from broadside.server.http.endpoints import OPERATIONS, routes
from broadside.service.game_words import game_words, gaps_of
from broadside.service.reading import tidy
from broadside.store.memory import MemoryStore
from tests.server.harness import BOTS, GAMES, NAME, FaultyStore, House
from tests.server.live import running, watch_to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORE = MemoryStore()
OPEN = {"game": NAME, "seats": [{"kind": "open"}, {"kind": "open"}]}

RULES = """# Rules

A word before.

## JNR-F7 · Reinforce

A pirate joins **your** crew.

It stays there.

## JNR-F8 · Parrot

Any card, face down.
"""


class RuledGame(Game):
    """The game with rule texts that this test knows; a compiled game cannot be inherited from."""

    def __init__(self) -> None:
        real = JollyAndRoger()
        super().__init__(real.name, real.version, real.seats, real.actions, real.events)

    def rule_texts(self, language: str) -> str:
        return f"{RULES}\n{language}"


@contextmanager
def served(**parts: Any) -> Iterator[httpx.Client]:
    """A server, and somebody who asks it."""
    with running(**parts) as address, httpx.Client(base_url=address) as client:
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """One server for all tests that do not mind each other's tables."""
    with served(store=STORE) as client:
        yield client


def problem(response: Any) -> tuple[int, str, str]:
    """Status, code and sentence of a refusal."""
    body = response.json()
    assert set(body) == {"code", "reason", "rule", "details"}
    return response.status_code, body["code"], body["reason"]


def test_health(client: httpx.Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ready"})


def test_games(client: httpx.Client) -> None:
    """Seats, options with defaults, verbs with the names of their arguments, bots."""
    infos = client.get("/api/games").json()
    assert [info["name"] for info in infos] == list(GAMES)
    info = infos[0]
    assert (info["name"], info["seats"], info["bots"]) == (NAME, [2, 2], BOTS.offered(NAME))
    assert info["options"]["deck"] == {
        "kind": "choice",
        "default": "advanced",
        "alone": "advanced",
        "values": ["intro", "advanced", "advanced_full", "pocket"],
        "low": 0,
        "high": 0,
        "origin": "printed",
    }
    assert info["verbs"]["parrot"] == ["card", "ship"]
    assert info["verbs"]["tortuga"] == []


def test_rules() -> None:
    """One entry per rule id, in reading order; the introduction belongs to none."""
    with served(games={NAME: RuledGame()}) as client:
        rules = client.get(f"/api/games/{NAME}/rules?language=pl").json()
        assert (rules["game"], rules["language"]) == (NAME, "pl")
        assert rules["rules"] == [
            {
                "id": "JNR-F7",
                "title": "Reinforce",
                "text": "A pirate joins **your** crew.\n\nIt stays there.",
            },
            {"id": "JNR-F8", "title": "Parrot", "text": "Any card, face down.\n\npl"},
        ]
        assert client.get(f"/api/games/{NAME}/rules").json()["language"] == "en"


def test_every_game_has_its_rules_in_every_language(client: httpx.Client) -> None:
    """The same rules, in the same order, each with a title and a text."""
    for game in client.get("/api/games").json():
        path = f"/api/games/{game['name']}/rules"
        told = [client.get(path, params={"language": code}).json() for code in LANGUAGES]
        ids = [[rule["id"] for rule in rules["rules"]] for rules in told]
        assert ids[0]
        assert ids[0] == ids[1] == ids[2]
        assert all(rule["title"] and rule["text"] for rules in told for rule in rules["rules"])


def test_every_game_in_words(client: httpx.Client) -> None:
    """What a client needs that has no drawing of a game: a text for everything in it."""
    for game in client.get("/api/games").json():
        words = client.get(f"/api/games/{game['name']}/words").json()
        assert list(words["texts"]) == list(LANGUAGES)
        assert words["verbs"] == game["verbs"]
        texts = words["texts"]["en"]
        assert {f"action.{verb}" for verb in words["verbs"]} <= set(texts)
        assert {f"event.{kind}" for kind in words["events"]} <= set(texts)
        assert set(words["seats"]) <= set(words["domains"])
    status, code, _ = problem(client.get("/api/games/chess/words"))
    assert (status, code) == (404, "unknown_game")


def test_a_game_says_what_it_wants_to_say() -> None:
    """Its own texts go before the plain words of its names."""

    class SpokenGame(RuledGame):
        def texts(self, language: str) -> dict[str, str]:
            return {"name": f"J&R {language}"}

    words = game_words(SpokenGame())
    assert words.texts["pl"]["name"] == "J&R pl"
    assert words.texts["pl"]["action.pick"] == "Pick {set}"
    assert words.texts["en"]["event.boarded"] == "Boarded {seat} · {ship} · {card}"
    assert words.texts["en"]["card.green_1"] == "green 1"
    assert words.events["boarded"] == {"seat": "seat", "ship": "ship", "card": "card"}
    assert gaps_of(["card", "seat", "card"]) == ["card", "seat", "card_2"]


def test_rules_that_are_not_there(client: httpx.Client) -> None:
    """The sentence names what there is."""
    status, code, reason = problem(client.get(f"/api/games/{NAME}/rules?language=fr"))
    assert (status, code) == (404, "unknown_language")
    assert "en, de, pl" in reason
    status, code, reason = problem(client.get("/api/games/chess/rules"))
    assert (status, code) == (404, "unknown_game")
    assert NAME in reason


def test_opening_and_sitting_down(client: httpx.Client) -> None:
    """From an empty server to a running table."""
    response = client.post("/api/tables", json={**OPEN, "options": {"deck": "intro"}})
    assert response.status_code == 201
    table = response.json()["info"]
    assert response.json()["table"] == table["table"]
    assert (table["status"], table["clock_s"], table["version"]) == ("waiting", 120, 1)
    assert table["options"] == {"deck": "intro", "first_splitter": "random", "memory": "open"}
    assert len(table["fairness"]["commitment"]) == 64
    assert table["fairness"]["seed"] is None
    path = f"/api/tables/{table['table']}"
    taken = client.post(f"{path}/seats/1", json={"name": " Żółty \n Jan ", "salt": "abc"})
    assert taken.status_code == 201
    assert taken.json()["seat"] == 1
    assert len(taken.json()["credential"]) == 32
    info = client.get(path).json()
    assert info["seats"][1] == {
        "seat": 1, "kind": "person", "name": "Żółty Jan", "bot": None, "online": False, "colour": 1,
        "stand_in": None, "reserved_for": None, "late": False, "character": None,
    }  # fmt: skip
    assert info["fairness"]["salts"] == ["", "abc"]
    assert taken.json()["credential"] not in json.dumps(info)


@pytest.mark.parametrize(
    ("wish", "code", "hint"),
    [
        ({**OPEN, "game": "chess"}, "unknown_game", NAME),
        ({**OPEN, "seats": []}, "bad_seats", "2 seats"),
        ({**OPEN, "seats": [{"kind": "open"}] * 3}, "bad_seats", "2 seats"),
        ({**OPEN, "seats": [{"kind": "bot"}, {"kind": "open"}]}, "unknown_bot", "greedy"),
        (
            {**OPEN, "seats": [{"kind": "bot", "bot": "deep"}, {"kind": "open"}]},
            "unknown_bot",
            "random, greedy",
        ),
        (
            {**OPEN, "seats": [{"kind": "open", "bot": "greedy"}, {"kind": "open"}]},
            "bad_seats",
            "Seat 0",
        ),
        ({**OPEN, "seats": [{"kind": "ghost"}] * 2}, "malformed", "$.seats[0].kind"),
        ({**OPEN, "options": {"deck": "marked"}}, "bad_option", "advanced_full"),
        ({**OPEN, "options": {"colour": "red"}}, "bad_option", "first_splitter"),
        (
            {"game": "tortuga-1667", "seats": [{"kind": "open"}] * 3, "options": {"star_count": 7}},
            "bad_option",
            "there are 6 stars",
        ),
        ({**OPEN, "options": {"deck": None}}, "malformed", "$.options"),
        ({**OPEN, "clock_s": 1}, "malformed", "$.clock_s"),
        ({**OPEN, "clock_s": "long"}, "malformed", "$.clock_s"),
        ({**OPEN, "extra": 1}, "malformed", "extra"),
        ({"game": NAME}, "malformed", "seats"),
        ([], "malformed", "object"),
        ("text", "malformed", "object"),
    ],
)
def test_a_table_that_cannot_be_opened(
    client: httpx.Client, wish: Any, code: str, hint: str
) -> None:
    """Status 400, a stable code, what would be right; and nothing is stored."""
    before = asyncio.run(STORE.count())
    status, actual, reason = problem(client.post("/api/tables", json=wish))
    assert (status, actual) == (400, code)
    assert hint in reason
    assert asyncio.run(STORE.count()) == before


@pytest.mark.parametrize(
    ("seats", "options", "details"),
    [
        (1, {}, {"least": 2, "most": 9}),
        (3, {"star_count": 7}, {"what": "star_count", "n": 6}),
        (5, {"star_count": 90}, {"what": "star_count"}),
        (5, {"short_deck": 14}, {"what": "short_deck", "n": 13}),
        (5, {"star_pick": "scurvy"}, {"what": "star_pick", "n": 3}),
        (5, {"madness": True, "star_count": 4}, {"what": "madness"}),
        (5, {"stars": 4}, None),
    ],
)
def test_a_refusal_names_what_is_wrong(
    client: httpx.Client, seats: int, options: dict[str, Any], details: dict[str, Any] | None
) -> None:
    """Which option, and how much of it is possible; with how many a game is played."""
    wish = {"game": "tortuga-1667", "seats": [{"kind": "open"}] * seats, "options": options}
    assert client.post("/api/tables", json=wish).json()["details"] == details


def test_a_game_for_two_says_so(client: httpx.Client) -> None:
    """There is no span of numbers to name."""
    told = client.post("/api/tables", json={**OPEN, "seats": []}).json()["details"]
    assert told == {"least": 2, "most": 2, "what": "exact"}


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 10_000, b"nonsense"])
def test_a_body_that_is_no_json(client: httpx.Client, body: bytes) -> None:
    """Not a crash, but a sentence."""
    assert problem(client.post("/api/tables", content=body))[:2] == (400, "malformed")


def test_a_body_that_is_too_large(client: httpx.Client) -> None:
    """It is not even read to its end."""
    response = client.post("/api/tables", content=b" " * 1_000_000)
    assert problem(response)[:2] == (413, "too_large")


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        ("0", {"name": ""}, 400, "malformed"),
        ("0", {"name": "x" * 25}, 400, "malformed"),
        ("0", {"name": " \t\n "}, 400, "bad_name"),
        ("0", {"name": "\u202e\u200f"}, 400, "bad_name"),
        ("0", {"name": "Anne", "salt": "x" * 65}, 400, "malformed"),
        ("0", {"name": 7}, 400, "malformed"),
        ("0", {}, 400, "malformed"),
        ("2", {"name": "Anne"}, 404, "unknown_seat"),
        ("-1", {"name": "Anne"}, 404, "unknown_seat"),
        ("one", {"name": "Anne"}, 404, "unknown_seat"),
        ("9" * 50, {"name": "Anne"}, 404, "unknown_seat"),
        ("1", {"name": "Anne"}, 409, "seat_taken"),
    ],
)
def test_a_seat_that_cannot_be_taken(
    client: httpx.Client, seat: str, body: Any, status: int, code: str
) -> None:
    """Each with its status and code."""
    wish = {**OPEN, "seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}]}
    table = client.post("/api/tables", json=wish).json()["table"]
    assert problem(client.post(f"/api/tables/{table}/seats/{seat}", json=body))[:2] == (
        status,
        code,
    )
    assert client.get(f"/api/tables/{table}").json()["seats"][0]["kind"] == "open"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/tables/nowhere", 404, "unknown_table"),
        ("GET", "/api/tables/nowhere/replay", 404, "unknown_table"),
        ("POST", "/api/tables/nowhere/seats/0", 404, "unknown_table"),
        ("PUT", "/api/tables", 405, "method_not_allowed"),
        ("DELETE", "/api/games", 405, "method_not_allowed"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/nothing", 404, "not_found"),
    ],
)
def test_addresses_that_lead_nowhere(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    """A problem in the same form as all others."""
    body = {"name": "Anne"} if method == "POST" else None
    assert problem(client.request(method, path, json=body))[:2] == (status, code)


def test_the_replay_is_published_at_the_end(client: httpx.Client) -> None:
    """Before: 409. After: a file with everything needed to check it."""
    table = client.post("/api/tables", json=OPEN).json()["table"]
    assert problem(client.get(f"/api/tables/{table}/replay"))[:2] == (409, "not_over")
    bots = [{"kind": "bot", "bot": "random"}] * 2
    table = client.post("/api/tables", json={**OPEN, "seats": bots}).json()["table"]
    watch_to_the_end(str(client.base_url), table)
    response = client.get(f"/api/tables/{table}/replay")
    file = response.json()
    assert (file["format"], file["format_version"]) == ("broadside-replay", 3)
    assert file["seats"] == ["random", "random"]
    assert response.headers["Content-Disposition"].endswith(f'{table}.json"')


def test_a_full_disk() -> None:
    """503, with a sentence; nothing is half done."""
    store = FaultyStore()
    store.refuses = b""
    with served(store=store) as client:
        assert problem(client.post("/api/tables", json=OPEN))[:2] == (503, "not_stored")


def test_a_mistake_of_ours_is_told_without_details() -> None:
    """500, and the log has the rest."""
    with served(games={NAME: BrokenGame()}) as client:
        status, code, reason = problem(client.get(f"/api/games/{NAME}/rules"))
        assert (status, code) == (500, "internal")
        assert "secret detail" not in reason


class BrokenGame(RuledGame):
    """A game with a mistake in it."""

    def rule_texts(self, language: str) -> str:
        raise RuntimeError("secret detail")


# ------------------------------------------------------------------------- OpenAPI


def test_the_document_describes_every_endpoint(client: httpx.Client) -> None:
    """Each route is described, and each description is a route."""
    document = client.get("/api/openapi.json").json()
    described = {
        (method.upper(), path) for path, item in document["paths"].items() for method in item
    }
    served = {
        (method, route.path_format)
        for route in routes(House().tables)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == served
    assert len(OPERATIONS) == len(served)


@pytest.mark.parametrize("path", ["/api/names/keep", "/api/games/{game}/guided"])
def test_the_document_says_that_a_name_may_be_kept(client: httpx.Client, path: str) -> None:
    """Whoever chooses a name may hear that somebody keeps it."""
    document = client.get("/api/openapi.json").json()
    assert "409" in document["paths"][path]["post"]["responses"]


def test_every_reference_of_the_document_leads_somewhere(client: httpx.Client) -> None:
    """No dangling schema."""
    text = client.get("/api/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in schemas
    assert {"OpenTable", "TakeSeat", "TableInfo", "SeatTaken", "Problem", "ReplayFile"} <= set(
        schemas
    )


# --------------------------------------------------------------------------- pages


def test_pages_of_a_built_client(tmp_path: Path) -> None:
    """The page is asked for again each time; what has a hash in its name is kept for ever."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Broadside</title>")
    (tmp_path / "assets" / "app-1234.js").write_text("1;" * 2000)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path.parent / "outside.txt").write_text("secret")
    with served(static=tmp_path) as client:
        for path in ("/", "/table/abc", "/replay/abc", "/player/A%2FB"):
            page = client.get(path)
            assert (page.status_code, page.text) == (200, "<title>Broadside</title>")
            assert page.headers["Cache-Control"] == "no-cache"
            assert page.headers["Content-Type"].startswith("text/html")
        script = client.get("/assets/app-1234.js")
        assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert script.headers["Content-Encoding"] == "gzip"
        assert client.get("/favicon.svg").status_code == 200
        for path in ("/assets/none.js", "/../outside.txt", "/assets/%2e%2e/%2e%2e/outside.txt"):
            assert client.get(path).status_code == 404


def test_pages_of_a_client_that_is_not_built(client: httpx.Client) -> None:
    """A plain page says how to build it."""
    for path in ("/", "/table/abc", "/replay/abc", "/player/A%2FB"):
        page = client.get(path)
        assert page.status_code == 200
        assert "make run" in page.text


def test_every_answer_keeps_the_browser_careful(client: httpx.Client) -> None:
    """Scripts from here only, no guessing of types, no address told to others."""
    for path in ("/", "/api/games", "/api/tables/nowhere", "/nothing"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe-inline" not in headers["Content-Security-Policy"].partition("style-src")[0]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
    assert client.get("/api/games").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("  a \t b\n\nc ", "a b c"),
        ("a\x00b\x1bc", "a b c"),
        ("\u202eevil\u2066", "evil"),
        ("👩‍✈️ Żółć", "👩‍✈️ Żółć"),
        ("\u2028", ""),
        ("👨‍👩‍👧 🏴‍☠️ ❤️‍🔥 👩🏽‍⚕️", "👨‍👩‍👧 🏴‍☠️ ❤️‍🔥 👩🏽‍⚕️"),
        ("Anne\u200b", "Anne"),
        ("An\u200dne\ufe0f\u00ad\u2060\ufe00\U000e0100", "Anne"),
        ("\u200d👩\u200d", "👩"),
        ("\u200b\u2060\ufeff", ""),
        ("\u3164\u115f\uffa0\u2800\u034f", ""),
        ("\u0301", ""),
        ("e\u0301", "e\u0301"),
    ],
)
def test_tidy(text: str, tidied: str) -> None:
    """One line, nothing that cannot be seen; emoji and all scripts stay."""
    assert tidy(text) == tidied
