"""Reading what others wrote: nothing of it is trusted."""

from __future__ import annotations

import unicodedata
from typing import Final, TypeVar

import msgspec

from broadside.server.refusal import Refusal

T = TypeVar("T")

DECODE_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Everything that reading JSON of unknown origin may raise."""

# These change the direction of the text around them; a name could make a whole line unreadable.
DIRECTION_MARKS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    """Decode and validate JSON; raises `Refusal` with what is wrong with it."""
    try:
        return decoder.decode(data)
    except DECODE_ERRORS as error:
        raise Refusal(400, "malformed", f"This cannot be read: {error}.") from error


def tidy(text: str) -> str:
    """The text in one line, without control characters or marks that disturb its surroundings."""
    kept = [
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for char in text
        if char not in DIRECTION_MARKS
    ]
    return " ".join("".join(kept).split())
