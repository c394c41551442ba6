"""Provable fairness: commit to a secret seed, mix in every seat's salt, publish and verify.

At the opening the server draws 32 secret bytes and publishes their SHA-256. Every person adds a
salt when sitting down. The generator of the table is keyed with a BLAKE2b hash of both, so neither
the server nor a player alone decides the deal. After the game the seed is published, and everybody
can check the commitment and replay the game.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from broadside.kernel import replay as kernel_replay
from broadside.kernel.errors import BadRecord, BroadsideError
from broadside.kernel.event import SPECTATOR
from broadside.kernel.replay import Record, deal
from broadside.kernel.rng import FastRng, SealedRng
from broadside.wire.messages import DECODE_ERRORS, OptionValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from broadside.kernel.game import Game
    from broadside.kernel.state import State

SEED_BYTES: Final = 32
REPLAY_FORMAT: Final = "broadside-replay"
REPLAY_FORMAT_VERSION: Final = 1
BRANCH_FORMAT_VERSION: Final = 2
"""The version of files whose game began with the moves of others."""
REPLAY_BYTES_MAX: Final = 4_000_000

CLOSING: Final = (SPECTATOR, kernel_replay.CLOSING)
"""Stands among the actions of a game where a counted window closed, which is no seat's action."""

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Segment(Struct, forbid_unknown_fields=True):
    """A stretch of a game: where its chance came from, and what was done."""

    commitment: Hash
    seed: Hash
    salts: list[str]
    actions: list[tuple[int, str]]


class ReplayFile(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A finished game, complete: enough to see it again and to check that the deal was fair.

    A game that began at a moment of another one has that one's stretches `before`.
    """

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
    before: list[Segment] = []

    def segments(self) -> list[Segment]:
        """All stretches of the game, in order."""
        return [*self.before, Segment(self.commitment, self.seed, self.salts, self.actions)]


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


def clock_rng(seed: str, seq: int, seat: int) -> FastRng:
    """Make the generator for what the clock answers: nobody can foresee or guess it."""
    return bot_rng(seed, seq, seat, "clock")


def moment(seed: str, occasion: str, seat: int) -> float:
    """Draw when within its time a bot acts, from 0 to 1: nobody can foresee it."""
    text = f"moment {occasion} {seat}".encode()
    digest = hashlib.blake2b(text, digest_size=4, key=bytes.fromhex(seed)).digest()
    return int.from_bytes(digest, "big") / (1 << 32)


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
    if head.get("format_version") not in (REPLAY_FORMAT_VERSION, BRANCH_FORMAT_VERSION):
        raise BadRecord(
            f"the replay file has format version {str(head.get('format_version'))[:20]};"
            f" this Broadside reads versions {REPLAY_FORMAT_VERSION} and {BRANCH_FORMAT_VERSION}"
        )
    try:
        file = msgspec.convert(head, ReplayFile)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the replay file is broken: {error}") from None
    if bool(file.before) != (file.format_version == BRANCH_FORMAT_VERSION):
        raise BadRecord(
            f"the replay file is broken: a file of version {file.format_version}"
            f" {'cannot' if file.before else 'must'} say what came before"
        )
    _check_seats(file)
    return file


def _check_seats(file: ReplayFile) -> None:
    seats = len(file.seats)
    place = 0
    for segment in file.segments():
        if len(segment.salts) != seats:
            salts = len(segment.salts)
            raise BadRecord(f"the replay file is broken: {seats} seats, but {salts} salts")
        for seat, action in segment.actions:
            place += 1
            if not 0 <= seat < seats and (seat, action) != CLOSING:
                raise BadRecord(
                    f"the replay file is broken: action {place} is by seat {str(seat)[:20]};"
                    f" the seats are 0 to {seats - 1}"
                )


class Step(NamedTuple):
    """The table after an action, or after the deal, which is nobody's. It changes as one goes on.

    `news` is the number of the first event that the action caused.
    """

    seat: int | None
    action: str | None
    state: State
    news: int


def course(game: Game, record: Record, segments: list[Segment]) -> Iterator[Step]:
    """Play a game step by step; each stretch after the first has its own chance.

    Raises `BadRecord` naming the first action that does not fit.
    """
    state = deal(game, record, table_rng(segments[0].seed, segments[0].salts))
    state.closes_apart = True
    yield Step(None, None, state, 0)
    number = 0
    for place, segment in enumerate(segments):
        if place:
            state.rng = table_rng(segment.seed, segment.salts)
        for seat, text in segment.actions:
            number += 1
            news = len(state.log or [])
            try:
                kernel_replay.repeat(state, seat, text)
            except BroadsideError as error:
                raise BadRecord(
                    f"action {number} ({text[:60]!r} by seat {seat}): {error}"
                ) from None
            yield Step(None if seat < 0 else seat, text, state, news)


def steps(file: ReplayFile, games: Mapping[str, Game]) -> Iterator[Step]:
    """Play a replay file step by step; raises `BroadsideError` naming what does not fit."""
    game = games.get(file.game)
    if game is None:
        raise BadRecord(f"there is no game {file.game[:40]!r} here; there are {', '.join(games)}")
    record = Record(file.game, file.version, len(file.seats), game.complete(dict(file.options)))
    yield from course(game, record, file.segments())


def play_through(file: ReplayFile, games: Mapping[str, Game]) -> State:
    """Play a replay file to its end; raises `BroadsideError` naming what does not fit."""
    return [step.state for step in steps(file, games)][-1]


def verify(file: ReplayFile, games: Mapping[str, Game]) -> Verdict:
    """Check a replay file: the commitment, every action, and the result."""
    findings = [_check_commitment(segment) for segment in file.segments()]
    try:
        state = play_through(file, games)
    except BroadsideError as error:
        findings.append(Finding("actions", ok=False, detail=str(error)))
    else:
        count = sum(len(segment.actions) for segment in file.segments())
        detail = f"all {count} actions are legal on the deal of seed and salts"
        findings.append(Finding("actions", ok=True, detail=detail))
        findings.append(_check_result(file, state))
    return Verdict(all(finding.ok for finding in findings), findings)


def _check_commitment(part: Segment) -> Finding:
    actual = commitment(part.seed)
    if actual == part.commitment:
        return Finding("commitment", ok=True, detail=f"the seed hashes to {actual}")
    detail = f"the seed hashes to {actual}, but {part.commitment} was published"
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
