"""Provable fairness: commit to a secret seed, mix in every seat's salt, publish and verify.

At the opening the server draws 32 secret bytes and publishes their SHA-256. Every person adds a
salt when sitting down. The generator of the table is keyed with a BLAKE2b hash of both, so neither
the server nor a player alone decides the deal. After the game the seed is published, and everybody
can check the commitment and replay the game.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from broadside.kernel import replay as kernel_replay
from broadside.kernel.errors import BadRecord, BroadsideError
from broadside.kernel.event import SPECTATOR
from broadside.kernel.replay import Record, deal
from broadside.kernel.rng import FastRng, NotedRng, SealedRng
from broadside.wire.messages import DECODE_ERRORS, OptionValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from broadside.kernel.game import Game
    from broadside.kernel.state import State

SEED_BYTES: Final = 32
REPLAY_FORMAT: Final = "broadside-replay"
REPLAY_FORMAT_VERSION: Final = 1
BRANCH_FORMAT_VERSION: Final = 2
"""The version of files whose game began with the moves of others."""
SEALED_FORMAT_VERSION: Final = 3
"""The version of files that tell every draw, and whose digest finds whatever was altered."""
NO_DIGEST: Final = "0" * 64
"""Stands in the place of the digest while it is computed."""
DIGEST: Final = re.compile(rb'"digest": "([0-9a-f]{64})"')
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


class Draw(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something that chance decided during the deal (step 0) or an action (its number).

    A number: it was `drawn` among those `below` a bound. A shuffle: items `before` and `after` it.
    """

    step: int
    below: int = 0
    drawn: int = 0
    before: list[int] = []
    after: list[int] = []


class ReplayFile(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A finished game, complete: enough to see it again and to check that the deal was fair.

    A game that began at a moment of another one has that one's stretches `before`. A sealed file
    tells all of its `chance`, so that who does not know the rules can check every shuffle and die,
    and the `digest` of all its other bytes. `edition` is the digest of the edition that was played,
    whose text stands beside it if it is not the game's own; older files have neither.
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
    chance: list[Draw] = []
    digest: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    edition: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    edition_text: str = ""

    def address(self) -> str:
        """What finds the game in another process."""
        return self.edition_text or self.game

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


def noted_rng(seed: str, salts: list[str]) -> SealedRng:
    """Make the same generator for somebody who wants to know what it drew."""
    return NotedRng(table_key(seed, salts))


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
    """The file without a seal, as older versions of Broadside wrote it."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def seal_replay(file: ReplayFile, games: Mapping[str, Game]) -> bytes:
    """The file as it is downloaded: with every draw, and with the digest of all of its bytes."""
    sealed = replace(
        file, format_version=SEALED_FORMAT_VERSION, chance=chance(file, games), digest=NO_DIGEST
    )
    text = write_replay(sealed)
    return DIGEST.sub(b'"digest": "%s"' % digest(text).encode(), text, 1)


def digest(text: bytes) -> str:
    """The SHA-256 of a sealed file, with zeros in the place of its digest."""
    blank = b'"digest": "%s"' % NO_DIGEST.encode()
    return hashlib.sha256(DIGEST.sub(blank, text)).hexdigest()


def chance(file: ReplayFile, games: Mapping[str, Game]) -> list[Draw]:
    """Everything that chance decided in a game; raises `BroadsideError` for one that is broken."""
    draws: list[Draw] = []
    noted = 0
    rng: NotedRng | None = None
    for number, step in enumerate(steps(file, games, noted_rng)):
        assert isinstance(step.state.rng, NotedRng)
        if step.state.rng is not rng:
            rng, noted = step.state.rng, 0
        draws += [Draw(number, *note) for note in rng.notes[noted:]]
        noted = len(rng.notes)
    return draws


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
    if head.get("format_version") not in range(REPLAY_FORMAT_VERSION, SEALED_FORMAT_VERSION + 1):
        raise BadRecord(
            f"the replay file has format version {str(head.get('format_version'))[:20]};"
            f" this Broadside reads versions {REPLAY_FORMAT_VERSION} to {SEALED_FORMAT_VERSION}"
        )
    try:
        file = msgspec.convert(head, ReplayFile)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the replay file is broken: {error}") from None
    _check_seal(file, text.encode() if isinstance(text, str) else text)
    _check_seats(file)
    return file


def _check_seal(file: ReplayFile, text: bytes) -> None:
    """Make sure that a file has what its version has, and that a sealed one was not altered."""
    version, is_sealed = file.format_version, file.format_version == SEALED_FORMAT_VERSION
    if not is_sealed and bool(file.before) != (version == BRANCH_FORMAT_VERSION):
        raise BadRecord(
            f"the replay file is broken: a file of version {version}"
            f" {'cannot' if file.before else 'must'} say what came before"
        )
    if not is_sealed and (file.digest or file.chance):
        raise BadRecord(f"the replay file is broken: one of version {version} has no seal")
    if is_sealed and digest(text) != file.digest:
        raise BadRecord("the replay file was altered: its digest is not that of its bytes")


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


def course(
    game: Game,
    record: Record,
    segments: list[Segment],
    rng: Callable[[str, list[str]], SealedRng] = table_rng,
) -> Iterator[Step]:
    """Play a game step by step; each stretch after the first has its own chance.

    Raises `BadRecord` naming the first action that does not fit.
    """
    state = deal(game, record, rng(segments[0].seed, segments[0].salts))
    state.closes_apart = True
    yield Step(None, None, state, 0)
    number = 0
    for place, segment in enumerate(segments):
        if place:
            state.rng = rng(segment.seed, segment.salts)
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


def steps(
    file: ReplayFile,
    games: Mapping[str, Game],
    rng: Callable[[str, list[str]], SealedRng] = table_rng,
) -> Iterator[Step]:
    """Play a replay file step by step; raises `BroadsideError` naming what does not fit."""
    game = games.get(file.game)
    if game is None:
        raise BadRecord(f"there is no game {file.game[:40]!r} here; there are {', '.join(games)}")
    game = game.of_record(file.edition, file.edition_text)
    record = Record(file.game, file.version, len(file.seats), game.complete(dict(file.options)))
    yield from course(game, record, file.segments(), rng)


def play_through(file: ReplayFile, games: Mapping[str, Game]) -> State:
    """Play a replay file to its end; raises `BroadsideError` naming what does not fit."""
    return [step.state for step in steps(file, games)][-1]


def verify(file: ReplayFile, games: Mapping[str, Game], shown: str | None = None) -> Verdict:
    """Check a replay file: the commitment, every action, and the result.

    `shown` is the commitment that a player saw before the deal. Without it a file may be made up
    from its first card to its last: it is only known to agree with itself.
    """
    findings = [_check_commitment(segment) for segment in file.segments()]
    if file.edition:
        findings.append(_check_edition(file, games))
    if shown is not None:
        findings.append(_check_shown(file, shown))
    try:
        state = play_through(file, games)
    except BroadsideError as error:
        findings.append(Finding("actions", ok=False, detail=str(error)))
    else:
        count = sum(len(segment.actions) for segment in file.segments())
        detail = f"all {count} actions are legal on the deal of seed and salts"
        findings.append(Finding("actions", ok=True, detail=detail))
        findings.append(_check_result(file, state))
        if file.format_version == SEALED_FORMAT_VERSION:
            findings.append(_check_chance(file, games))
    return Verdict(all(finding.ok for finding in findings), findings)


def _check_edition(file: ReplayFile, games: Mapping[str, Game]) -> Finding:
    try:
        edition = games[file.game].of_record(file.edition, file.edition_text).own_edition()
    except (KeyError, BroadsideError) as error:
        return Finding("edition", ok=False, detail=str(error))
    assert edition is not None
    detail = f"played with {edition.name['en']} ({edition.short()})"
    return Finding("edition", ok=True, detail=detail)


def _check_commitment(part: Segment) -> Finding:
    actual = commitment(part.seed)
    if actual == part.commitment:
        return Finding("commitment", ok=True, detail=f"the seed hashes to {actual}")
    detail = f"the seed hashes to {actual}, but {part.commitment} was published"
    return Finding("commitment", ok=False, detail=detail)


def _check_shown(file: ReplayFile, shown: str) -> Finding:
    published = file.segments()[-1].commitment
    if shown == published:
        detail = "it is the one that was shown before the deal"
        return Finding("shown commitment", ok=True, detail=detail)
    detail = f"{shown[:80]} was shown before the deal, but the file says {published}"
    return Finding("shown commitment", ok=False, detail=detail)


def _check_chance(file: ReplayFile, games: Mapping[str, Game]) -> Finding:
    if file.chance == chance(file, games):
        detail = f"all {len(file.chance)} draws are those of seed and salts"
        return Finding("chance", ok=True, detail=detail)
    detail = "the file tells other draws than those of seed and salts"
    return Finding("chance", ok=False, detail=detail)


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
