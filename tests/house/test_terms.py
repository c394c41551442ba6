"""Every term of an evaluation can be said by the teacher, in every language."""

from __future__ import annotations

import json

import pytest

import broadside
from broadside.kernel.evaluation import LATE
from broadside.kernel.game import LANGUAGES

from .tree import ROOT


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_has_a_text(language: str) -> None:
    path = ROOT / "web" / "src" / "afterwards" / f"terms.{language}.json"
    texts = json.loads(path.read_text(encoding="utf-8"))
    terms = {
        name.removesuffix(LATE)
        for game in broadside.games()
        for name in broadside.game(game).advice().feature_names()
    }
    assert set(texts) == terms
    assert all(text.strip() for text in texts.values())
