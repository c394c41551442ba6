"""The cards of Parley, and everything a seat can ever do."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain

SEATS_MAX: Final = 4
SEAT_NAMES: Final = ["A", "B", "C", "D"]
CARD_NAMES: Final = [
    f"{suit}_{crew}" for suit in ("sabre", "pistol", "rum", "map") for crew in range(1, 5)
]
CARDS: Final = len(CARD_NAMES)

PORT: Final = 0
COURSE_NAMES: Final = ["port", "fort"]
CAPTAINS_SIDE: Final = 0
MUTINEERS_SIDE: Final = 1
SIDE_NAMES: Final = ["captain", "mutineer"]

CARD: Final = Domain("card", CARD_NAMES)
COURSE: Final = Domain("course", COURSE_NAMES)
SIDE: Final = Domain("side", SIDE_NAMES)
PLAYER: Final = Domain("seat", SEAT_NAMES, is_seat=True)

ACTIONS: Final = ActionTable()
PASS: Final = ACTIONS.add_verb("pass", [])
SET_COURSE: Final = ACTIONS.add_verb("set_course", [COURSE])
CALL_MUTINY: Final = ACTIONS.add_verb("call_mutiny", [CARD])
ABSTAIN: Final = ACTIONS.add_verb("abstain", [])
BACK: Final = ACTIONS.add_verb("back", [SIDE, CARD])
OFFER: Final = ACTIONS.add_verb("offer", [CARD, PLAYER])
ACCEPT: Final = ACTIONS.add_verb("accept", [])
DECLINE: Final = ACTIONS.add_verb("decline", [])


def crew_of(card: int) -> int:
    """How many hands a card brings to a side."""
    return card % 4 + 1


def backing(side: int, card: int) -> Action:
    """The action that seals a card for a side."""
    return ACTIONS.pick(BACK, side * CARDS + card)


def offering(card: int, receiver: int) -> Action:
    """The action that offers a card to a seat."""
    return ACTIONS.pick(OFFER, card * SEATS_MAX + receiver)
