"""Guided first games: read from the game's data file, told in a language.

The file holds the deal (options and seed), which seat the pupil has, and the steps in order. A step
has a title and a text in every language, the actions of other seats that come `first`, and what
the pupil is to `do`. The last step asks for nothing: from there on the pupil plays alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from broadside.replays import fairness
from broadside.service.refusal import Refusal
from broadside.wire.messages import GuideText, GuideTexts, Language, OptionValue

if TYPE_CHECKING:
    from broadside.kernel.game import Game


class LessonStep(Struct, forbid_unknown_fields=True):
    """One thing that the pupil learns by doing it."""

    id: str
    title: dict[Language, str]
    text: dict[Language, str]
    first: list[tuple[int, str]] = []
    do: list[str | tuple[int, str]] = []
    """What the pupil does, and what others do in between."""


class Lesson(Struct, forbid_unknown_fields=True):
    """A guided game as its data file has it."""

    seats: Annotated[int, Meta(ge=2)]
    pupil: int
    seed: fairness.Hash
    options: dict[str, OptionValue]
    steps: Annotated[list[LessonStep], Meta(min_length=2)]

    def course(self) -> tuple[list[tuple[int, str]], list[str]]:
        """All actions in order, and the step that each action of the pupil belongs to."""
        moves: list[tuple[int, str]] = []
        names: list[str] = []
        for step in self.steps:
            moves += step.first
            for action in step.do:
                if isinstance(action, str):
                    moves.append((self.pupil, action))
                    names.append(step.id)
                else:
                    moves.append(action)
        return moves, [*names, self.steps[-1].id]


_decoder = msgspec.json.Decoder(Lesson)


def lesson_of(game: Game) -> Lesson:
    """The guided first game of a game; raises `Refusal` if there is none."""
    text = game.guided()
    if not text:
        raise Refusal(404, "no_guided_game", f"Nobody has written a guided game of {game.name}.")
    return _decoder.decode(text)


def texts(game: Game, language: Language) -> GuideTexts:
    """What the steps say in one language."""
    steps = [
        GuideText(step.id, step.title[language], step.text[language])
        for step in lesson_of(game).steps
    ]
    return GuideTexts(game.name, language, steps)
