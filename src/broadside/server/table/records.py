"""What a table's log holds: the set-up, who sat down, what was done and said."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from broadside.replays.fairness import Segment
from broadside.wire.messages import Language, OptionValue, SeatWish, What

LOG_FORMAT: Final = 1
"""Raised whenever a server could not read on what an older one has stored."""

By = Literal["person", "bot", "clock"]
Why = Literal["left", "time", "asked", "idle"]


class Reserved(Struct, forbid_unknown_fields=True):
    """A seat is kept for somebody who sat at the table before."""

    name: str
    credential_hash: str
    colour: int | None


class Opened(Struct, tag="opened", forbid_unknown_fields=True):
    """The table was opened. Holds the secret seed: this record never leaves the server.

    A rematch keeps seats reserved and has a host; a game that goes on from a moment of another one
    says what came `before`.
    """

    at_ms: int
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
    format: int = LOG_FORMAT


class Seated(Struct, tag="seated", forbid_unknown_fields=True):
    """A person took a seat. Only a hash of the credential is kept."""

    at_ms: int
    seat: int
    name: str
    credential_hash: str
    salt: str
    colour: int | None = None
    is_host: bool = False


class Vacated(Struct, tag="vacated", forbid_unknown_fields=True):
    """A person stood up, or the host sent a person or a bot away: the seat is open again."""

    at_ms: int
    seat: int


class Filled(Struct, tag="filled", forbid_unknown_fields=True):
    """A bot took an open seat."""

    at_ms: int
    seat: int
    bot: str


class FilledUp(Struct, tag="filled_up", forbid_unknown_fields=True):
    """The host wanted to start: a bot each took the seats that were open, all at once."""

    at_ms: int
    seats: list[int]
    bot: str


class Renamed(Struct, tag="renamed", forbid_unknown_fields=True):
    """The host gave a person another name."""

    at_ms: int
    seat: int
    name: str


class Swapped(Struct, tag="swapped", forbid_unknown_fields=True):
    """Two seats changed places. `id` is the host's own, empty if there was none."""

    at_ms: int
    first: int
    second: int
    id: str


class Locked(Struct, tag="locked", forbid_unknown_fields=True):
    """The host let nobody else sit down, or let them again."""

    at_ms: int
    on: bool


class Published(Struct, tag="published", forbid_unknown_fields=True):
    """The table went into the public list, or out of it."""

    at_ms: int
    on: bool


class Hosted(Struct, tag="hosted", forbid_unknown_fields=True):
    """Another person became the host; the credential from the opening counts no more."""

    at_ms: int
    seat: int


class Started(Struct, tag="started", forbid_unknown_fields=True):
    """Every seat was taken; the cards were dealt from the seed and all salts."""

    at_ms: int


class Acted(Struct, tag="acted", forbid_unknown_fields=True):
    """A seat did something legal. `id` is the client's message id, empty if there was none.

    `reserve_ms` is what this decision took of the seat's extra time.
    """

    at_ms: int
    seat: int
    action: str
    id: str
    by: By
    reserve_ms: int = 0


class Closed(Struct, tag="closed", forbid_unknown_fields=True):
    """A counted window closed; nothing else closes one.

    Every seat that was still asked was answered for, all at once.
    """

    at_ms: int
    answers: list[tuple[int, str]]


class Held(Struct, tag="held", forbid_unknown_fields=True):
    """A seat stopped the countdown of a window, or let it run again."""

    at_ms: int
    seat: int
    id: str
    window: int
    on: bool


class StoodIn(Struct, tag="stood_in", forbid_unknown_fields=True):
    """A bot slid into a person's seat: the person left, ran out of time, asked for it, or was idle.

    Then another seat wanted it, whose message it is: `by`.
    """

    at_ms: int
    seat: int
    bot: str
    why: Why
    id: str = ""
    by: int | None = None


class Returned(Struct, tag="returned", forbid_unknown_fields=True):
    """The person is back, and the bot gone."""

    at_ms: int
    seat: int
    id: str = ""


class Paused(Struct, tag="paused", forbid_unknown_fields=True):
    """None of the people of a table with a clock was there any more: all clocks stopped.

    `restarted` says that the server had been away itself: nobody knows what else was lost of time.
    """

    at_ms: int
    restarted: bool = False


class Resumed(Struct, tag="resumed", forbid_unknown_fields=True):
    """A person was back: the clocks went on where they had stopped, or began `anew`."""

    at_ms: int
    anew: bool


class Expired(Struct, tag="expired", forbid_unknown_fields=True):
    """The table had waited in vain for people."""

    at_ms: int


class Spoke(Struct, tag="said", forbid_unknown_fields=True):
    """A seat said something: a text, or a phrase."""

    at_ms: int
    seat: int
    id: str
    text: str
    phrase: str | None = None


SeatingRecord = (
    Seated | Vacated | Filled | FilledUp | Renamed | Swapped | Locked | Published | Hosted
)


class Proposed(Struct, tag="proposed", forbid_unknown_fields=True):
    """A person proposed something to all people at the table.

    An undo goes back to the state after the first `keep` actions.
    """

    at_ms: int
    seat: int
    id: str
    what: What
    clock_s: int | None = None
    keep: int = 0


class Answered(Struct, tag="answered", forbid_unknown_fields=True):
    """A person said yes or no to the open proposal."""

    at_ms: int
    seat: int
    id: str
    yes: bool


class Lapsed(Struct, tag="lapsed", forbid_unknown_fields=True):
    """The open proposal came to nothing."""

    at_ms: int


class Undone(Struct, tag="undone", forbid_unknown_fields=True):
    """All agreed: the last so many actions were taken back."""

    at_ms: int
    actions: int


class TempoSet(Struct, tag="tempo_set", forbid_unknown_fields=True):
    """All agreed: from now on a decision has so much time."""

    at_ms: int
    clock_s: int | None


class NoticeSet(Struct, tag="notice_set", forbid_unknown_fields=True):
    """A person wants mail when asked; an empty address means none. Only its seat knows of it."""

    at_ms: int
    seat: int
    id: str
    mail: str
    language: Language


class Rematched(Struct, tag="rematched", forbid_unknown_fields=True):
    """The same people play again at another table."""

    at_ms: int
    table: str


PlayRecord = Started | Acted | Closed | Held
PauseRecord = Paused | Resumed
StandInRecord = StoodIn | Returned
AgreementRecord = Proposed | Answered | Lapsed | Undone | TempoSet
Record = (
    Opened
    | SeatingRecord
    | PlayRecord
    | Spoke
    | StandInRecord
    | AgreementRecord
    | PauseRecord
    | Expired
    | NoticeSet
    | Rematched
)

_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)

encode = msgspec.json.Encoder().encode
"""The record as the store keeps it."""
decode = _decoder.decode
"""The record that was kept as these bytes; raises `msgspec.DecodeError`."""
