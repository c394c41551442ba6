"""What the OpenAPI document allows and what it forbids, asked by schemathesis amid real games.

Addresses, credentials and the like are those of tables that there are: one that waits, one that is
played and one that is over, so that questions come through to what answers them. schemathesis is
one of the tools that `make torture` installs; `SCHEMA_CASES` is how often each operation is asked.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from websockets.sync.client import connect

from broadside.server.http.endpoints import OPERATIONS, described
from broadside.service.openapi import Operation
from tests.promises.test_bad_messages import GENEROUS
from tests.server.harness import NAME
from tests.server.live import running

CASES = int(os.environ.get("SCHEMA_CASES", "400"))
NEVER_DONE = {
    "/api/confirm/{token}",  # the token is in a mail
    "/api/tables/{table}/helm",  # nobody's host leaves here
}
"""What cannot succeed here."""


class Place(NamedTuple):
    """A table, and who may do something there."""

    table: str
    credential: str
    host: str


class Stage:
    """Tables in every state."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = httpx.Client(base_url=address, timeout=60)
        waiting, playing, over = self._open("open"), self._open("bot"), self._open("bot")
        self._play(over)
        self._client.post(f"/api/tables/{over.table}/seats/0/analysis")
        self.code = self._client.get(f"/api/tables/{waiting.table}").json()["code"]
        self.places = [waiting, playing, over, over]
        self.chance = random.Random(1)

    def close(self) -> None:
        """Leave the tables alone."""
        self._client.close()

    def _open(self, other: str) -> Place:
        seats = [{"kind": "open"}, {"kind": other} | ({"bot": "random"} if other == "bot" else {})]
        opened = self._client.post("/api/tables", json={"game": NAME, "seats": seats}).json()
        path = f"/api/tables/{opened['table']}/seats/0"
        taken = self._client.post(path, json={"name": "Mary", "salt": "s"}).json()
        return Place(opened["table"], taken["credential"], opened["host"])

    def _play(self, place: Place) -> None:
        url = f"{self._address.replace('http', 'ws')}/api/tables/{place.table}/socket"
        with connect(url, compression=None, max_size=None) as line:
            line.send(json.dumps({"type": "hello", "credential": place.credential}))
            while True:
                told = json.loads(line.recv(timeout=60))
                if told["type"] != "update":
                    continue
                if told["result"] is not None:
                    return
                if told["legal"]:
                    act = {"type": "act", "id": str(told["seq"]), "action": told["legal"][0]}
                    line.send(json.dumps(act | {"question": told["question"]}))

    def aim(self, case: Any) -> None:
        """Put what there is into the place of what was made up, mostly."""
        place, chance = self.chance.choice(self.places), self.chance
        right = chance.choice((place.credential, place.credential, place.host))
        known = {
            "table": place.table,
            "game": NAME,
            "seat": chance.choice((0, 0, 1)),
            "name": "Anne",
            "number": 0,
            "moment": chance.choice((0, 5)),
            "code": self.code,
        }
        for name in case.path_parameters or {}:
            if name in known and chance.random() < 0.9:
                case.path_parameters[name] = known[name]
        if chance.random() < 0.8:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {right}"}
        if chance.random() < 0.8:
            case.body = _aimed(case.body, known | {"credential": right})


def _aimed(value: Any, known: dict[str, Any]) -> Any:
    """A body that names what there is, wherever it names something of this kind."""
    if isinstance(value, list):
        return [_aimed(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: known[name]
        if name in known and isinstance(one, type(known[name]))
        else _aimed(one, known)
        for name, one in value.items()
    }


@cache
def document() -> Any:
    """The OpenAPI document as schemathesis reads it."""
    import schemathesis

    return schemathesis.openapi.from_dict(described())


@pytest.mark.torture
@pytest.mark.parametrize("asked", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_every_operation_answers_as_its_schema_says(
    asked: Operation, caplog: pytest.LogCaptureFixture
) -> None:
    """To good questions and to bad ones; none is a fault of ours, and some are really answered."""
    import requests
    import schemathesis
    from schemathesis.specs.openapi import checks

    wanted = [
        schemathesis.checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    operation = document()[asked.path.replace(":path", "")][asked.method.upper()]
    told: Counter[int] = Counter()
    with running(settings=GENEROUS) as address, requests.Session() as session:
        for mode in schemathesis.GenerationMode:
            stage = Stage(address)

            @seed(17)
            @settings(
                max_examples=CASES,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(mode))
            def ask(case: Any) -> None:
                stage.aim(case)  # noqa: B023  it is called in this turn only
                response = case.call(address, session=session, timeout=60)
                told[response.status_code] += 1
                case.validate_response(response, checks=wanted)

            try:
                with suppress(Unsatisfiable):  # nothing can be wrong where nothing is said
                    ask()
            finally:
                stage.close()
    print(f"{asked.method} {asked.path}: {sum(told.values())} questions, answered {dict(told)}")
    assert min(told) < 300 or asked.path in NEVER_DONE
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
