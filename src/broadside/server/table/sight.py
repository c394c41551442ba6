"""A sight: what a viewpoint sees and may do at one position of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from broadside.server.wire.messages import Denied, PromptInfo


class Sight(NamedTuple):
    """What a seat, or a spectator, is shown until the game changes."""

    view: dict[str, Any]
    waiting: list[int]
    prompt: PromptInfo | None
    legal: list[str]
    asides: list[str]
    denied: list[Denied]
    result: list[float] | None
    question: int | None
