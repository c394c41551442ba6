"""Fairness: commitment, salts, replay files, and every way to tamper with one."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from broadside.kernel.errors import BadRecord
from broadside.replays import fairness
from broadside.server.table.results import replay_file
from broadside.wire.messages import OpenTable, SeatWish
from tests.server.harness import GAMES, NAME, house, play
from tests.server.windows import BRAWL, brawling

if TYPE_CHECKING:
    from broadside.replays.fairness import ReplayFile


def finished_game() -> dict[str, Any]:
    """A replay file of a finished game, as JSON."""

    async def case() -> bytes:
        async with house() as server:
            table = await server.open("pp")
            credentials = [await server.sit(table, s, f"Żółw {s}", f"salt {s}") for s in range(2)]
            clients = [await server.join(table.name, c) for c in credentials]
            await play(clients)
            return fairness.write_replay(replay_file(clients[0].table))

    decoded: dict[str, Any] = json.loads(asyncio.run(case()))
    return decoded


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """The same for all tests; they change copies."""
    return finished_game()


def verdict(file: dict[str, Any]) -> fairness.Verdict:
    """What verifying says to a file."""
    return fairness.verify(fairness.replay_file(json.dumps(file)), GAMES)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """As anybody can compute it with any tool."""
    seed = fairness.new_seed()
    assert len(bytes.fromhex(seed)) == 32
    assert fairness.commitment(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert fairness.new_seed() != seed


def test_seed_and_every_salt_decide() -> None:
    """Change any of them, or move a letter between two salts, and the cards fall otherwise."""
    seed = "ab" * 32
    keys = {
        fairness.table_key(seed, ["ab", "c"]),
        fairness.table_key(seed, ["a", "bc"]),
        fairness.table_key(seed, ["c", "ab"]),
        fairness.table_key(seed, ["", "abc"]),
        fairness.table_key("ba" * 32, ["ab", "c"]),
    }
    assert len(keys) == 5
    assert fairness.table_key(seed, ["ab", "c"]) in keys


def test_a_bots_generator_tells_nothing_and_repeats() -> None:
    """The same thought again for the same moment; another one for another."""
    draws = [fairness.bot_rng("ab" * 32, seq, seat).below(1 << 30) for seq, seat in
             ((1, 0), (1, 0), (2, 0), (1, 1))]  # fmt: skip
    assert draws[0] == draws[1]
    assert len(set(draws)) == 3


def test_a_fair_game_verifies(finished: dict[str, Any]) -> None:
    """Commitment, edition, actions and result hold."""
    fair = verdict(finished)
    assert fair.ok
    checks = [finding.check for finding in fair.findings]
    assert checks == ["commitment", "edition", "actions", "result"]
    assert finished["seats"] == ["Żółw 0", "Żółw 1"]


@pytest.mark.parametrize(
    ("field", "value", "check"),
    [
        ("seed", "00" * 32, "commitment"),
        ("commitment", "00" * 32, "commitment"),
        ("salts", ["salt 0", "other"], "actions"),
        ("result", [0.5, 0.5], "result"),
        ("scores", [0, 0], "result"),
        ("version", 99, "actions"),
        ("game", "chess", "actions"),
        ("options", {"deck": "marked"}, "actions"),
        ("seats", ["alone"], "actions"),
    ],
)
def test_tampering_is_found(
    finished: dict[str, Any], field: str, value: object, check: str
) -> None:
    """Each finding that fails says what does not fit."""
    file = {**finished, field: value}
    if field == "seats":
        file["salts"] = ["salt 0"]
        file["actions"] = []
    found = verdict(file)
    assert not found.ok
    failed = [finding for finding in found.findings if not finding.ok]
    assert check in [finding.check for finding in failed]
    assert all(finding.detail for finding in failed)


def test_tampered_actions_are_found(finished: dict[str, Any]) -> None:
    """Cut short, changed, or done by another seat: the number of the action is named."""
    actions = finished["actions"]
    assert not verdict({**finished, "actions": actions[:-1]}).ok
    seat, text = actions[5]
    wrong = [*actions[:5], [1 - seat, text], *actions[6:]]
    assert "action 6" in said_of_actions({**finished, "actions": wrong})
    wrong = [*actions[:5], [seat, "dance"], *actions[6:]]
    assert "action 6 ('dance'" in said_of_actions({**finished, "actions": wrong})


def said_of_actions(file: dict[str, Any]) -> str:
    """What is found about the actions of a file."""
    (finding,) = [finding for finding in verdict(file).findings if finding.check == "actions"]
    return finding.detail


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a replay file"),
        ("{", "not a replay file"),
        (b"\xff\xfe", "not a replay file"),
        ("[" * 100_000, "not a replay file"),
        ("[]", "not a replay file"),
        ('{"format": "other"}', "does not say"),
        ('{"format": "broadside-replay", "format_version": 4}', "format version 4"),
        ('{"format": "broadside-replay", "format_version": 1}', "missing required field"),
        ("x" * 5_000_000, "at most 4000000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read(text: str | bytes, reason: str) -> None:
    """The error says what is wrong."""
    with pytest.raises(BadRecord, match=reason):
        fairness.replay_file(text)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("seed", "xyz", r"\$.seed"),
        ("actions", [[0]], r"\$.actions"),
        ("actions", [[7, "split 12"]], "by seat 7"),
        ("actions", [[-1, "split 12"]], "by seat -1"),
        ("salts", [], "0 salts"),
        ("extra", 1, "extra"),
    ],
)
def test_a_file_with_a_broken_field(
    finished: dict[str, Any], field: str, value: object, reason: str
) -> None:
    """The error names the place."""
    with pytest.raises(BadRecord, match=reason):
        fairness.replay_file(json.dumps({**finished, field: value}))


def test_a_replay_shows_the_same_game(finished: dict[str, Any]) -> None:
    """Playing the file through gives the table as it ended."""
    state = fairness.play_through(fairness.replay_file(json.dumps(finished)), GAMES)
    assert state.result() == finished["result"]
    assert state.scores() == finished["scores"]
    assert finished["game"] == NAME


def test_a_closed_window_stands_in_the_file_and_is_checked() -> None:
    """It is nobody's action; a file that leaves one out, or has one too many, does not verify."""

    async def case() -> ReplayFile:
        async with brawling() as server:
            wish = OpenTable("brawl", [SeatWish("open")] * 3, {}, 60)
            table = await server.open_table(wish)
            credentials = [await server.sit(table, seat) for seat in range(3)]
            clients = [await server.join(table.name, one) for one in credentials]
            while clients[0].table.status == "playing":
                await play(clients)
                await server.clock.advance(5)
            return replay_file(clients[0].table)

    file = asyncio.run(case())
    games = {BRAWL.name: BRAWL}
    assert fairness.verify(fairness.replay_file(fairness.write_replay(file)), games).ok
    place = file.actions.index(fairness.CLOSING)
    without = [*file.actions[:place], *file.actions[place + 1 :]]
    twice = [*file.actions[:place], fairness.CLOSING, *file.actions[place:]]
    for actions in (without, twice):
        assert not fairness.verify(replace(file, actions=actions), games).ok
