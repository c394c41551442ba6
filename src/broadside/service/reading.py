"""Reading what others wrote: nothing of it is trusted."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, TypeVar

from broadside.service.refusal import Refusal
from broadside.wire.messages import DECODE_ERRORS

if TYPE_CHECKING:
    import msgspec

T = TypeVar("T")

JOINER: Final = "\u200d"
EMOJI_STYLE: Final = "\ufe0f"
# Letters, symbols and accents that nobody can see: two names with and without them look the same.
FILLERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)


def decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    """Decode and validate JSON; raises `Refusal` with what is wrong with it."""
    try:
        return decoder.decode(data)
    except DECODE_ERRORS as error:
        raise Refusal(400, "malformed", f"This cannot be read: {error}.") from error


def whole_number(text: str, most: int) -> int | None:
    """The number from 0 to `most` that is written so; None if it is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return int(text) if is_number and int(text) <= most else None


def tidy(text: str) -> str:
    """The text in one line, without what disturbs its surroundings or cannot be seen.

    Empty if nothing can be seen. Emoji that are joined of several ones stay as they are.
    """
    kept = [
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for place, char in enumerate(text)
        if not _is_hidden(text, place)
    ]
    is_visible = any(unicodedata.category(char)[0] in "LNPS" for char in kept)
    return " ".join("".join(kept).split()) if is_visible else ""


def player_key(name: str) -> str:
    """A name as statistics know it, however it is written."""
    return tidy(name).casefold()


def _is_hidden(text: str, place: int) -> bool:
    """Whether a character is only there to change others, or for nothing at all."""
    char, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if char == JOINER:
        return not (_is_emoji(after) and (_is_emoji(before) or before == EMOJI_STYLE))
    if char == EMOJI_STYLE:
        return not _is_emoji(before)
    is_style = "\ufe00" <= char < EMOJI_STYLE or "\U000e0100" <= char <= "\U000e01ef"
    return is_style or char in FILLERS or unicodedata.category(char) == "Cf"


def _is_emoji(char: str) -> bool:
    """Whether this may be part of an emoji: a symbol, or the colour of its skin."""
    return bool(char) and unicodedata.category(char) in ("So", "Sk")
