"""What the client's styles must not do to words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
HEIGHT: Final = re.compile(r"line-height:\s*([\d.]+)\s*;|\bfont:[^;]*/\s*([\d.]+)\s")
ROOM_FOR_ACCENTS: Final = 1.2
"""Letters such as Ä, Ó and Ż need so much of their size."""


def heights(style: str) -> list[float]:
    """The line heights that a piece of style sets."""
    return [float(one or other) for one, other in HEIGHT.findall(style)]


def clipped(text: str) -> Iterator[str]:
    """The selectors of what is cut off at its edges without room for accents.

    Where a component has flat lines, what is cut off there says how tall its own are.
    """
    style = text.partition("<style>")[2]
    if not any(height < ROOM_FOR_ACCENTS for height in heights(style)):
        return
    for selector, rule in RULE.findall(style):
        own = heights(rule)
        if "text-overflow: ellipsis" in rule and (not own or min(own) < ROOM_FOR_ACCENTS):
            yield selector.strip()


def test_no_accent_is_cut_off() -> None:
    """A name that does not fit ends in dots, and keeps its diacritics."""
    found = {
        f"{path.relative_to(ROOT)}: {selector}"
        for path in (ROOT / "web" / "src").rglob("*.svelte")
        for selector in clipped(path.read_text(encoding="utf-8"))
    }
    assert not found


def test_a_flat_line_is_found() -> None:
    """The test above can fail."""
    style = "<style>header {{ line-height: 1; }} header b {{ {}text-overflow: ellipsis; }}</style>"
    assert list(clipped(style.format(""))) == ["header b"]
    assert list(clipped(style.format("line-height: 1.1; "))) == ["header b"]
    assert list(clipped(style.format("line-height: 1.4; "))) == []
    assert list(clipped(style.format("font: 700 1rem / 1.3 serif; "))) == []
