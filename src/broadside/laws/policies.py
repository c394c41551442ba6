"""Ways to play any game, none of them clever: together they reach its corners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.rng import Rng
from broadside.kernel.state import State

Decision = tuple[Seat, Action]
Policy = Callable[[State, Rng], Decision]
Item = TypeVar("Item")


def any_of(items: list[Item], rng: Rng) -> Item:
    """One of some items, each as likely as the others."""
    return items[int(rng.below(len(items)))]


def uniform(table: State, rng: Rng) -> Decision:
    """Any seat that is asked, any legal action."""
    seat = any_of(table.deciders(), rng)
    return seat, any_of(table.legal(seat), rng)


def varied(table: State, rng: Rng) -> Decision:
    """Any verb, then any action of it: rare verbs are played as often as common ones."""
    seat = any_of(table.deciders(), rng)
    legal = table.legal(seat)
    number = any_of(sorted({action.verb.number for action in legal}), rng)
    return seat, any_of([action for action in legal if action.verb.number == number], rng)


def default(table: State, rng: Rng) -> Decision:
    """What the clock would answer."""
    seat = table.deciders()[0]
    return seat, table.prompt(seat).default


def first(table: State, rng: Rng) -> Decision:
    """The first legal action of the first seat."""
    seat = table.deciders()[0]
    return seat, table.legal(seat)[0]


def aggressive(table: State, rng: Rng) -> Decision:
    """The last legal action of the last seat: games list the boldest verbs last."""
    seat = table.deciders()[-1]
    return seat, table.legal(seat)[-1]


def hoarding(table: State, rng: Rng) -> Decision:
    """An action with as few arguments as possible: it names no card, so it spends none."""
    seat = any_of(table.deciders(), rng)
    legal = table.legal(seat)
    fewest = min([len(action.args) for action in legal])
    return seat, any_of([action for action in legal if len(action.args) == fewest], rng)


def bribing(table: State, rng: Rng) -> Decision:
    """Whatever can be done beside the question: offers are made and accepted while they last."""
    return beside(table, rng) or uniform(table, rng)


def beside(table: State, rng: Rng) -> Decision | None:
    """The answer to an offer, or an aside of any seat; None if it has none."""
    seat = any_of([*range(table.seats)], rng)
    nudged = table.nudged()
    if nudged:
        return nudged[0], table.asides(nudged[0])[0]
    asides = table.asides(seat)
    return (seat, any_of(asides, rng)) if asides else None


def restless(table: State, rng: Rng) -> Decision:
    """The action after which most is open to most: whoever can offer or reopen does."""
    best: Decision | None = None
    widest = -1
    for seat in table.deciders()[:ASKED_MAX]:
        for action in table.legal(seat):
            after = table.clone()
            after.apply(seat, action)
            width = sum([len(after.legal(other)) for other in after.deciders()])
            if width > widest:
                best, widest = (seat, action), width
    assert best is not None
    return best


ASKED_MAX = 3
"""Of so many seats that are asked at once a policy looks at what each action leads to."""

POLICIES: dict[str, Policy] = {
    policy.__name__: policy
    for policy in (uniform, varied, default, first, aggressive, hoarding, bribing, restless)
}


def decide(name: str, table: State, rng: Rng) -> Decision | None:
    """What a policy does now; None where the window rests and the policy lets it close."""
    if not table.rests:
        return POLICIES[name](table, rng)
    return beside(table, rng) if POLICIES[name] is bribing else None
