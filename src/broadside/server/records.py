"""What a table's log holds: the set-up, who sat down, what was done and said."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from broadside.server.messages import OptionValue, SeatWish

By = Literal["person", "bot", "clock"]


class Opened(Struct, tag="opened", forbid_unknown_fields=True):
    """The table was opened. Holds the secret seed: this record never leaves the server."""

    at_ms: int
    game: str
    version: int
    options: dict[str, OptionValue]
    seats: list[SeatWish]
    clock_s: int | None
    commitment: str
    seed: str


class Seated(Struct, tag="seated", forbid_unknown_fields=True):
    """A person took a seat. Only a hash of the credential is kept."""

    at_ms: int
    seat: int
    name: str
    credential_hash: str
    salt: str


class Started(Struct, tag="started", forbid_unknown_fields=True):
    """Every seat was taken; the cards were dealt from the seed and all salts."""

    at_ms: int


class Acted(Struct, tag="acted", forbid_unknown_fields=True):
    """A seat did something legal. `id` is the client's message id, empty if there was none."""

    at_ms: int
    seat: int
    action: str
    id: str
    by: By


class Lapsed(Struct, tag="lapsed", forbid_unknown_fields=True):
    """A window closed by itself: every seat that was still asked got its default, all at once."""

    at_ms: int
    answers: list[tuple[int, str]]


class Held(Struct, tag="held", forbid_unknown_fields=True):
    """A seat stopped the countdown of a window, or let it run again."""

    at_ms: int
    seat: int
    id: str
    window: int
    on: bool


class Spoke(Struct, tag="said", forbid_unknown_fields=True):
    """A seat said something."""

    at_ms: int
    seat: int
    id: str
    text: str


Record = Opened | Seated | Started | Acted | Lapsed | Held | Spoke

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def encode(record: Record) -> bytes:
    """The record as the store keeps it."""
    return _encoder.encode(record)


def decode(data: bytes) -> Record:
    """The record that was kept as these bytes; raises `msgspec.DecodeError`."""
    return _decoder.decode(data)
