"""Texts as PostgreSQL can keep them: it has no character zero, and names may be anything."""

from __future__ import annotations


def to_text(text: str) -> str:
    r"""Write a text so that it has no character zero.

    >>> to_text("jolly")
    'jolly'
    >>> from_text(to_text("a\0b\\0"))
    'a\x00b\\0'
    """
    return text.replace("\\", "\\\\").replace("\0", "\\0")


def from_text(text: str) -> str:
    """Read it back."""
    if "\\" not in text:
        return text
    return "\\".join(part.replace("\\0", "\0") for part in text.split("\\\\"))
