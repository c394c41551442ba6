"""Sealed replay files: every draw told, every altered byte found; vectors for other verifiers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from broadside.games import registry
from broadside.kernel.errors import BadRecord
from broadside.replays import fairness
from tools import fairness as tool

GAMES = {game.name: game for game in registry.GAMES}
REPLAYS = sorted(path.name for path in tool.FOLDER.glob("*.json") if path.name != "vectors.json")


def test_the_vectors_are_those_of_today() -> None:
    """Whoever wrote a verifier by them can rely on it: python -m tools.fairness wrote them."""
    written = tool.files()
    assert sorted(written) == sorted(path.name for path in tool.FOLDER.iterdir())
    for name, text in written.items():
        assert (tool.FOLDER / name).read_bytes() == text, name


@pytest.mark.parametrize("name", REPLAYS)
def test_a_sealed_game_verifies(name: str) -> None:
    """With its draws, of which there are some."""
    file = fairness.replay_file((tool.FOLDER / name).read_bytes())
    verdict = fairness.verify(file, GAMES, file.commitment)
    assert verdict.ok, verdict.findings
    assert verdict.findings[-1].check == "chance"
    assert len(file.chance) > 1


def test_any_altered_byte_is_found() -> None:
    """Wherever it is."""
    text = (tool.FOLDER / "jolly-and-roger.json").read_bytes()
    for place in range(len(text)):
        altered = bytearray(text)
        altered[place] ^= 1 << place % 8
        with pytest.raises(BadRecord):
            fairness.replay_file(bytes(altered))


def forged(name: str, **changes: Any) -> fairness.ReplayFile:
    """A file that says something else, and whose digest fits what it says."""
    said = json.loads((tool.FOLDER / name).read_bytes()) | changes
    text = json.dumps(said, indent=1).encode()
    seal = b'"digest": "%s"' % fairness.digest(text).encode()
    return fairness.replay_file(re.sub(fairness.DIGEST, seal, text))


def test_what_is_forged_is_found_though_its_digest_fits() -> None:
    """Draws that were not, draws left out, other salts, another seed."""
    name = "jamaica.json"
    honest = json.loads((tool.FOLDER / name).read_bytes())
    assert fairness.verify(forged(name), GAMES).ok
    draws = honest["chance"]
    for changes in (
        {"chance": draws[:-1]},
        {"chance": [*draws[:-1], draws[-1] | {"drawn": (draws[-1].get("drawn", 0) + 1) % 6}]},
        {"chance": [draws[0] | {"after": draws[0]["before"]}, *draws[1:]]},
        {"salts": ["", "b"]},
        {"seed": "00" * 32},
        {"commitment": "00" * 32},
    ):
        assert not fairness.verify(forged(name, **changes), GAMES).ok, changes
    with pytest.raises(BadRecord, match="no seal"):
        forged(name, format_version=1)
