"""What a table's log holds: the set-up, who sat down, what was done and said."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from broadside.replays.fairness import Segment
from broadside.wire.messages import Character, Language, OptionValue, Pace, SeatWish, What

LOG_FORMAT: Final = 1
"""Raised whenever a server could not read on what an older one has stored."""

Characters = list[Character | None] | UnsetType
"""Whom bots play as, seat by seat; not set in records from before there were characters."""
By = Literal["person", "bot", "clock"]
Why = Literal["left", "time", "asked", "idle"]


class Reserved(Struct, forbid_unknown_fields=True):
    """A seat is kept for somebody who sat at the table before."""

    name: str
    credential_hash: str
    colour: int | None


class Course(Struct, forbid_unknown_fields=True):
    """What happens in a guided game while its pupil follows: who does what, in order.

    For each action of the pupil, `steps` has the id of the step whose text asks for it; the last
    one is the step after all of them.
    """

    pupil: int
    moves: list[tuple[int, str]]
    steps: list[str]


def _tag(name: str) -> str:
    """What a record is called in the log: the name of its type, in small letters."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Entry(Struct, tag=_tag, forbid_unknown_fields=True):
    """Something that happened, and when."""

    at_ms: int


class SeatEntry(Entry):
    """Something that happened at one seat."""

    seat: int


class Opened(Entry):
    """The table was opened. Holds the secret seed: this record never leaves the server.

    Bots play as `characters`, one for each seat that has a bot. A rematch keeps seats reserved and
    has a host; a game that goes on from a moment of another one says what came `before`; a guided
    one follows a `course`. `edition` is the digest of the edition that is played; records from
    before there were any have none. The text of one that is not the game's own stands beside it.
    """

    game: str
    version: int
    options: dict[str, OptionValue]
    seats: list[SeatWish]
    clock_s: int | None
    commitment: str
    seed: str
    code: str = ""
    host_hash: str = ""
    stand_in: str = "greedy"
    is_public: bool = False
    hints: bool = False
    spectator_delay_s: int = 0
    reserve_s: int = 0
    reserved: list[Reserved | None] = []
    host: int | None = None
    before: list[Segment] = []
    webhook: str = ""
    course: Course | None = None
    pace: Pace = "brisk"
    characters: Characters = UNSET
    edition: str | UnsetType = UNSET
    edition_text: str | UnsetType = UNSET
    format: int = LOG_FORMAT


class Seated(SeatEntry):
    """A person took a seat. Only a hash of the credential is kept."""

    name: str
    credential_hash: str
    salt: str
    colour: int | None = None
    is_host: bool = False


class Vacated(SeatEntry):
    """A person stood up, or the host sent a person or a bot away: the seat is open again."""


class Filled(SeatEntry):
    """A bot took an open seat."""

    bot: str
    character: Character | UnsetType | None = UNSET


class FilledUp(Entry):
    """The host wanted to start: a bot each took the seats that were open, all at once."""

    seats: list[int]
    bot: str
    characters: Characters = UNSET


class Renamed(SeatEntry):
    """The host gave a person another name."""

    name: str


class Swapped(Entry):
    """Two seats changed places. `id` is the host's own, empty if there was none."""

    first: int
    second: int
    id: str


class Locked(Entry):
    """The host let nobody else sit down, or let them again."""

    on: bool


class Published(Entry):
    """The table went into the public list, or out of it."""

    on: bool


class Hosted(SeatEntry):
    """Another person became the host; the credential from the opening counts no more."""


class Started(Entry):
    """Every seat was taken; the cards were dealt from the seed and all salts."""


class Acted(SeatEntry):
    """A seat did something legal. `id` is the client's message id, empty if there was none.

    `reserve_ms` is what this decision took of the seat's extra time.
    """

    action: str
    id: str
    by: By
    reserve_ms: int = 0


class Closed(Entry):
    """A counted window closed; nothing else closes one.

    Every seat that was still asked was answered for, all at once.
    """

    answers: list[tuple[int, str]]


class Held(SeatEntry):
    """A seat stopped the countdown of a window, or let it run again."""

    id: str
    window: int
    on: bool


class StoodIn(SeatEntry):
    """A bot slid into a person's seat: the person left, ran out of time, asked for it, or was idle.

    Then another seat wanted it, whose message it is: `by`.
    """

    bot: str
    why: Why
    id: str = ""
    by: int | None = None


class Returned(SeatEntry):
    """The person is back, and the bot gone."""

    id: str = ""


class Paused(Entry):
    """None of the people of a table with a clock was there any more: all clocks stopped.

    `restarted` says that the server had been away itself: nobody knows what else was lost of time.
    """

    restarted: bool = False


class Resumed(Entry):
    """A person was back: the clocks went on where they had stopped, or began `anew`."""

    anew: bool


class Expired(Entry):
    """The table had waited in vain for people."""


class Spoke(SeatEntry, tag="said"):
    """A seat said something: a text, or a phrase."""

    id: str
    text: str
    phrase: str | None = None


SeatingRecord = (
    Seated | Vacated | Filled | FilledUp | Renamed | Swapped | Locked | Published | Hosted
)


class Proposed(SeatEntry):
    """A person proposed something to all people at the table.

    An undo goes back to the state after the first `keep` actions.
    """

    id: str
    what: What
    clock_s: int | None = None
    keep: int = 0


class Answered(SeatEntry):
    """A person said yes or no to the open proposal."""

    id: str
    yes: bool


class Lapsed(Entry):
    """The open proposal came to nothing."""


class Undone(Entry):
    """All agreed: the last so many actions were taken back."""

    actions: int


class TempoSet(Entry):
    """All agreed: from now on a decision has so much time."""

    clock_s: int | None


class NoticeSet(SeatEntry):
    """A person wants mail when asked; an empty address means none. Only its seat knows of it."""

    id: str
    mail: str
    language: Language


class Rematched(Entry):
    """The same people play again at another table."""

    table: str


StandInRecord = StoodIn | Returned
AgreementRecord = Proposed | Answered | Lapsed | Undone | TempoSet
Record = (
    Opened
    | SeatingRecord
    | Started
    | Acted
    | Closed
    | Held
    | Spoke
    | StandInRecord
    | AgreementRecord
    | Paused
    | Resumed
    | Expired
    | NoticeSet
    | Rematched
)

_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)

encode = msgspec.json.Encoder().encode
"""The record as the store keeps it."""
decode = _decoder.decode
"""The record that was kept as these bytes; raises `msgspec.DecodeError`."""
