"""The schema of every game holds for what its tables really say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import httpx
import msgspec
import pytest

from broadside.cli.entry import main
from broadside.games import registry
from broadside.kernel.rng import FastRng
from broadside.service.game_schema import schema_of, view_type
from tests.server.live import running

GAMES = registry.GAMES


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A server with all games."""
    games = {game.name: game for game in GAMES}
    with running(games=games) as address, httpx.Client(base_url=address) as client:
        yield client


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_views_and_events_and_actions_are_as_the_schema_says(game: Any) -> None:
    schema = schema_of(game)
    events = {each["title"]: each for each in schema["properties"]["event"]["oneOf"]}
    verbs = {each["title"]: each for each in schema["properties"]["action"]["oneOf"]}
    rng = FastRng(3)
    table = game.deal(game.seats[0], game.complete({}), rng.spawn())
    for _ in range(120):
        view = json.loads(json.dumps(table.view(0)))
        msgspec.convert(view, view_type(game), strict=True)
        assert_told(view, schema["properties"]["view"], schema["$defs"])
        if table.is_over():
            break
        seat = table.deciders()[0]
        legal = table.legal(seat)
        action = legal[int(rng.below(len(legal)))]
        verb = verbs[action.text.split()[0]]
        assert action.text in verb.get("enum", []) or re.match(verb["pattern"], action.text)
        table.perform(seat, action)
    told = table.seen_events(0)
    assert told
    for event in told:
        kind = events[event["kind"]]
        assert set(kind["required"]) <= set(event) <= set(kind["properties"])
        for name, value in event.items():
            words = kind["properties"][name].get("enum")
            assert words is None or value in words


def assert_told(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> None:
    """The schema names every field of a record, and of all records in it."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    for other in schema.get("anyOf", []):
        if value is not None and other.get("type") != "null":
            assert_told(value, other, definitions)
    if isinstance(value, list) and "items" in schema:
        for inner in value:
            assert_told(inner, schema["items"], definitions)
    if isinstance(value, dict) and "anyOf" not in schema:
        told = schema.get("properties", {})
        assert set(value) == set(told) or "additionalProperties" in schema, schema.get("title")
        for name in told:
            assert_told(value[name], told[name], definitions)


def test_the_command_line_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--schema", "jamaica"]) == 0

    assert json.loads(capsys.readouterr().out)["title"] == "jamaica"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_codes_follow_from_what_is_listed(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}[game.name]
    for verb in listed["verbs"]:
        values = [argument["values"] for argument in verb["arguments"]]
        for offset, words in enumerate(product(*values)):
            action = game.actions.actions[verb["first_code"] + offset]
            assert action.text == " ".join([verb["name"], *words])


def test_composed_actions_have_a_pattern() -> None:
    game = registry.find("jolly-roger")
    verbs = schema_of(game)["properties"]["action"]["oneOf"]
    offer = next(each for each in verbs if each["title"] == "offer")
    actions = game.actions.find("offer rum 0 none").verb.actions

    assert all(re.match(offer["pattern"], action.text) for action in actions)
    assert not re.match(offer["pattern"], "offer nothing")


def test_http_tells_the_same(client: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}

    for game in GAMES:
        assert client.get(f"/api/games/{game.name}/actions").json() == listed[game.name]["verbs"]
        told = client.get(f"/api/games/{game.name}/schema").json()
        assert told == json.loads(json.dumps(schema_of(game)))
    assert client.get("/api/games/chess/actions").status_code == 404


def test_openapi_holds_every_field_of_every_game(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]

    for game in GAMES:
        fields = schemas[f"{game.name}.TableView"]["properties"]
        assert set(fields) == set(view_type(game).__annotations__)
        assert schemas[f"{game.name}.action"]["oneOf"]
    for reference in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)):
        assert reference in schemas
