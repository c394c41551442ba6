"""Answers to offers: a bot that has a taste takes the better answer, the others let it lapse."""

from __future__ import annotations

from broadside.bots.levels import bot
from broadside.kernel.rng import FastRng
from tests.server.brawl import Brawl

GAME = Brawl()


def test_who_has_a_taste_answers_an_offer() -> None:
    """The advice likes every gift; an offer to somebody else is none of its business."""
    table = GAME.deal(3, GAME.complete({}), FastRng(1))
    table.play(1, "offer 2")
    chance = FastRng(2)

    taken = bot("greedy", GAME).answer(table, 2, chance)

    assert taken is not None
    assert taken.text == "accept 1"
    assert bot("greedy", GAME).answer(table, 0, chance) is None
    assert bot("random", GAME).answer(table, 2, chance) is None
