"""A guided first game: the guide says what to do, and nothing else can be done."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


class Guide:
    """What the steps of a guided game say; which of them was told last."""

    def __init__(self, steps: list[Message]) -> None:
        self._steps = {step["id"]: step for step in steps}
        self._told = ""

    def led(self, update: Message) -> Message:
        """The update with nothing to do but what the guide asks for; after the last step whole."""
        if not leads(update):
            return update
        action = update["guide"]["action"]
        is_due = action is not None and update["question"] is not None
        return {**update, "legal": [action] if is_due else [], "asides": [], "denied": []}

    def news(self, update: Message) -> Message | None:
        """The step that was not told yet."""
        guide = update.get("guide")
        if guide is None or guide["step"] == self._told:
            return None
        self._told = guide["step"]
        return self._steps.get(self._told)


def leads(update: Message | None) -> bool:
    """Whether a guide says what may be done: at the last step the pupil plays alone."""
    guide = update.get("guide") if update else None
    return guide is not None and guide["number"] < guide["count"] - 1
