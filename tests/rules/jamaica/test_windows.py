"""Every window: its question, its options in order, and what the clock answers."""

from __future__ import annotations

import broadside
from broadside.kernel.rng import FastRng
from broadside.laws.policies import varied

from .test_setup import new


def test_every_question_is_asked_sometime() -> None:
    """And no refusal code is without a rule."""
    game = broadside.game("jamaica")
    asked = set()
    refused = set()
    for seed in range(30):
        for seats in (2, 4):
            t = game.deal(seats, game.complete({}), FastRng(seed))
            rng = FastRng(seed + 1)
            while t.deciders():
                for seat in t.deciders():
                    prompt = t.prompt(seat)
                    asked.add(prompt.question)
                    assert prompt.rule.startswith("JAM-")
                    for denial in t.denied(seat):
                        assert denial.rule.startswith("JAM-")
                        refused.add(denial.code)
                seat, action = varied(t, rng)
                t.apply(seat, action)
    assert asked == set(game.questions)
    assert {"jettison_same_kind", "only_cursed_are_given", "beth_stays_with_ghost"} <= refused


def test_the_clock_alone_plays_a_game() -> None:
    """Defaults are legal and end every game."""
    for seats in range(2, 7):
        t = new(seats, seats)
        while t.asked():
            seat = t.asked()[0]
            t.state.play(seat, t.prompt(seat).default)
        assert t.state.result() is not None


def test_actions_are_few_and_have_stable_codes() -> None:
    """The table of actions is small; its codes are part of the game's version."""
    actions = broadside.game("jamaica").actions
    assert len(actions.actions) == 280
    assert [verb.name for verb in actions.verbs] == [
        "place_dice",
        "choose",
        "sail",
        "retreat",
        "steer",
        "attack",
        "gunpowder",
        "keep",
        "reroll",
        "spend",
        "quick_pay",
        "stow",
        "jettison",
        "decline",
        "give",
        "take_hold",
        "take_treasure",
    ]
