"""Provable fairness: commit to a secret seed, mix in every seat's salt, publish and verify.

At the opening the server draws 32 secret bytes and publishes their SHA-256. Every person adds a
salt when sitting down. The generator of the table is keyed with a BLAKE2b hash of both, so neither
the server nor a player alone decides the deal. After the game the seed is published, and everybody
can check the commitment and replay the game.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from broadside.kernel.errors import BadRecord, BroadsideError
from broadside.kernel.replay import Record, replay
from broadside.kernel.rng import FastRng, SealedRng
from broadside.server.messages import OptionValue
from broadside.server.reading import DECODE_ERRORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from broadside.kernel.game import Game
    from broadside.kernel.state import State

SEED_BYTES: Final = 32
REPLAY_FORMAT: Final = "broadside-replay"
REPLAY_FORMAT_VERSION: Final = 1
REPLAY_BYTES_MAX: Final = 4_000_000

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ReplayFile(Struct, forbid_unknown_fields=True):
    """A finished game, complete: enough to see it again and to check that the deal was fair."""

    format: str
    format_version: int
    game: str
    version: int
    options: dict[str, OptionValue]
    seats: list[str]
    commitment: Hash
    seed: Hash
    salts: list[str]
    actions: list[tuple[int, str]]
    result: list[float]
    scores: list[int]


class Finding(Struct):
    """One thing that was checked: what, whether it holds, and the details in a sentence."""

    check: str
    ok: bool
    detail: str


class Verdict(Struct):
    """What came out of verifying a replay file. It is fair when every finding holds."""

    ok: bool
    findings: list[Finding]


def new_seed() -> str:
    """Draw a secret seed, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """Give the hash that commits the server to a seed without telling it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def table_key(seed: str, salts: list[str]) -> bytes:
    """Mix the seed with the salts of the seats, in order, to the key of the table's generator."""
    mix = hashlib.blake2b(bytes.fromhex(seed), digest_size=32)
    for salt in salts:
        data = salt.encode()
        mix.update(len(data).to_bytes(4, "big"))  # so that "a", "bc" differs from "ab", "c"
        mix.update(data)
    return mix.digest()


def table_rng(seed: str, salts: list[str]) -> SealedRng:
    """Make the generator that deals and rolls for the table."""
    return SealedRng(table_key(seed, salts))


def bot_rng(seed: str, seq: int, seat: int, purpose: str = "bot") -> FastRng:
    """Make the generator for one thought of a bot. It tells nothing of the table's own."""
    text = f"{purpose} {seq} {seat}".encode()
    digest = hashlib.blake2b(text, digest_size=7, key=bytes.fromhex(seed)).digest()
    return FastRng(int.from_bytes(digest, "big"))


# ---------------------------------------------------------------- replay files


def write_replay(file: ReplayFile) -> bytes:
    """The file as it is downloaded."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def replay_file(text: str | bytes) -> ReplayFile:
    """Read a replay file; raises `BadRecord` with what is wrong with it."""
    if len(text) > REPLAY_BYTES_MAX:
        raise BadRecord(f"a replay file has at most {REPLAY_BYTES_MAX} bytes; this has {len(text)}")
    try:
        head = msgspec.json.decode(text)
    except DECODE_ERRORS as error:
        raise BadRecord(f"this is not a replay file: {error}") from None
    if not isinstance(head, dict) or head.get("format") != REPLAY_FORMAT:
        raise BadRecord(f'this is not a replay file: it does not say "format": "{REPLAY_FORMAT}"')
    if head.get("format_version") != REPLAY_FORMAT_VERSION:
        raise BadRecord(
            f"the replay file has format version {str(head.get('format_version'))[:20]};"
            f" this Broadside reads version {REPLAY_FORMAT_VERSION}"
        )
    try:
        file = msgspec.convert(head, ReplayFile)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the replay file is broken: {error}") from None
    _check_seats(file)
    return file


def _check_seats(file: ReplayFile) -> None:
    seats = len(file.seats)
    if len(file.salts) != seats:
        raise BadRecord(f"the replay file is broken: {seats} seats, but {len(file.salts)} salts")
    for place, (seat, _) in enumerate(file.actions, 1):
        if not 0 <= seat < seats:
            raise BadRecord(
                f"the replay file is broken: action {place} is by seat {str(seat)[:20]};"
                f" the seats are 0 to {seats - 1}"
            )


def play_through(file: ReplayFile, games: Mapping[str, Game]) -> State:
    """Play a replay file to its end; raises `BroadsideError` naming what does not fit."""
    game = games.get(file.game)
    if game is None:
        raise BadRecord(f"there is no game {file.game[:40]!r} here; there are {', '.join(games)}")
    record = Record(file.game, file.version, len(file.seats), game.complete(dict(file.options)))
    record.actions = list(file.actions)
    return replay(game, record, table_rng(file.seed, file.salts))


def verify(file: ReplayFile, games: Mapping[str, Game]) -> Verdict:
    """Check a replay file: the commitment, every action, and the result."""
    findings = [_check_commitment(file)]
    try:
        state = play_through(file, games)
    except BroadsideError as error:
        findings.append(Finding("actions", ok=False, detail=str(error)))
    else:
        detail = f"all {len(file.actions)} actions are legal on the deal of seed and salts"
        findings.append(Finding("actions", ok=True, detail=detail))
        findings.append(_check_result(file, state))
    return Verdict(all(finding.ok for finding in findings), findings)


def _check_commitment(file: ReplayFile) -> Finding:
    actual = commitment(file.seed)
    if actual == file.commitment:
        return Finding("commitment", ok=True, detail=f"the seed hashes to {actual}")
    detail = f"the seed hashes to {actual}, but {file.commitment} was published"
    return Finding("commitment", ok=False, detail=detail)


def _check_result(file: ReplayFile, state: State) -> Finding:
    result = state.result()
    if result is None:
        return Finding("result", ok=False, detail="the game is not over after the last action")
    if result != file.result or state.scores() != file.scores:
        detail = (
            f"the game ends {result} with scores {state.scores()},"
            f" but the file says {file.result} with scores {file.scores}"
        )
        return Finding("result", ok=False, detail=detail)
    return Finding("result", ok=True, detail=f"the game ends {result}, scores {state.scores()}")
