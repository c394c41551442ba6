"""Everything a seat can ever do in Jolly Roger."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain

from .cards import (
    CHARACTER_NAMES,
    FIRST_MATE,
    KIND_NAMES,
    KINDS,
    MULTI_MAX,
    NAVIGATOR,
    PRIZE_KINDS,
    PRIZE_NAMES,
    SEATS_MAX,
    SHARPSHOOTER,
    TYPE_NAMES,
    TYPES,
)

CAPTAINS_SIDE: Final = 0
MUTINEERS_SIDE: Final = 1
SIDE_NAMES: Final = ["captain", "mutineers"]

UP: Final = 0
DOWN: Final = 1
OFFICERS: Final = [NAVIGATOR, SHARPSHOOTER, FIRST_MATE]
"""The officer of each skill.  JR-X5"""

# What may be promised where it can be observed; none is for offers that ask for nothing.  JR-Q44
NO_PROMISE: Final = 0
NO_MUTINY: Final = 1
JOIN: Final = 2
APPOINTMENT: Final = 3
BEST_PRIZE: Final = 4
NO_PUNISHMENT: Final = 5
PROMISES: Final = 6
PROMISE_NAMES: Final = ["none", "no_mutiny", "join", "appoint", "best_prize", "no_punishment"]

# What may be offered: a crew card, a prize, a promise.
FIRST_PRIZE_ITEM: Final[int] = KINDS
FIRST_PROMISE_ITEM: Final[int] = KINDS + PRIZE_KINDS
ITEM_NAMES: Final[list[str]] = KIND_NAMES + PRIZE_NAMES + PROMISE_NAMES[1:]

SEAT: Final = Domain("seat", [str(seat) for seat in range(SEATS_MAX)], is_seat=True)
TYPE: Final = Domain("destination_type", TYPE_NAMES)
COUNT: Final = Domain("number", [str(count) for count in range(MULTI_MAX + 1)])
CARD: Final = Domain("card", KIND_NAMES)
PRIZE: Final = Domain("card", PRIZE_NAMES)
CHARACTER: Final = Domain("card", CHARACTER_NAMES)
OFFICER: Final = Domain("card", [CHARACTER_NAMES[officer] for officer in OFFICERS])
SIGN: Final = Domain("sign", ["up", "down"])
SIDE: Final = Domain("side", SIDE_NAMES)
ITEM: Final = Domain("item", ITEM_NAMES)
PROMISE: Final = Domain("promise", PROMISE_NAMES)

PASS: Final = 0
DONE: Final = 1
DECLINE: Final = 2
STOP: Final = 3
STAND: Final = 4
APPOINT: Final = 5
SAIL: Final = 6
ALLOT: Final = 7
PICK: Final = 8
GIVE: Final = 9
PRESENT: Final = 10
TAKE: Final = 11
TAKE_FROM: Final = 12
TRADE: Final = 13
SELL: Final = 14
BURY: Final = 15
SPARE: Final = 16
PUNISH: Final = 17
SUGGEST: Final = 18
VICTIM: Final = 19
DISCARD: Final = 20
ENLIST: Final = 21
MUSTER: Final = 22
REVEAL: Final = 23
PLAY: Final = 24
OFFICER_UP_DOWN: Final = 25
BOATSWAIN: Final = 26
SMART_LAD: Final = 27
SECOND_MATE: Final = 28
CALL: Final = 29
CALL_SEA_DOG: Final = 30
CALL_CUTTHROAT: Final = 31
CREW: Final = 32
SEA_DOG: Final = 33
CUTTHROAT: Final = 34
TRAITOR: Final = 35
ACCEPT_OFFER: Final = 36
DECLINE_OFFER: Final = 37
WITHDRAW: Final = 38
SHOW: Final = 39
OFFER: Final = 40

ACTIONS: Final = ActionTable()
ACTIONS.add_verb("pass", [])
ACTIONS.add_verb("done", [])
ACTIONS.add_verb("decline", [])
ACTIONS.add_verb("stop", [])
ACTIONS.add_verb("stand", [])
ACTIONS.add_verb("appoint", [SEAT])
ACTIONS.add_verb("sail", [TYPE])
ACTIONS.add_verb("allot", [COUNT, COUNT])
ACTIONS.add_verb("pick", [PRIZE])
ACTIONS.add_verb("give", [PRIZE, SEAT])
ACTIONS.add_verb("present", [PRIZE])
ACTIONS.add_verb("take", [PRIZE, SEAT])
ACTIONS.add_verb("take_from", [SEAT])
ACTIONS.add_verb("trade", [PRIZE])
ACTIONS.add_verb("sell", [PRIZE])
ACTIONS.add_verb("bury", [PRIZE])
ACTIONS.add_verb("spare", [])
ACTIONS.add_verb("punish", [])
ACTIONS.add_verb("suggest", [SEAT])
ACTIONS.add_verb("victim", [SEAT])
ACTIONS.add_verb("discard", [CARD])
ACTIONS.add_verb("enlist", [CARD])
ACTIONS.add_verb("muster", [CARD])
ACTIONS.add_verb("reveal", [])
ACTIONS.add_verb("play", [CHARACTER])
ACTIONS.add_verb("officer", [OFFICER, SIGN])
ACTIONS.add_verb("boatswain", [SEAT])
ACTIONS.add_verb("smart_lad", [SEAT])
ACTIONS.add_verb("second_mate", [SEAT, SEAT])
ACTIONS.add_verb("call", [CARD])
ACTIONS.add_verb("call_sea_dog", [SEAT])
ACTIONS.add_verb("call_cutthroat", [])
ACTIONS.add_verb("crew", [CARD, SIDE])
ACTIONS.add_verb("sea_dog", [SIDE, SEAT])
ACTIONS.add_verb("cutthroat", [SIDE])
ACTIONS.add_verb("traitor", [])
ACTIONS.add_verb("accept_offer", [SEAT])
ACTIONS.add_verb("decline_offer", [SEAT])
ACTIONS.add_verb("withdraw", [])
ACTIONS.add_verb("show", [PRIZE, SEAT])
ACTIONS.add_verb("offer", [ITEM, SEAT, PROMISE], composed=True)


def all_of(verb: int, count: int) -> list[Action]:
    """The actions of a verb, by their place in the product of its domains."""
    return [ACTIONS.pick(verb, offset) for offset in range(count)]


PASSING: Final[Action] = ACTIONS.pick(PASS)
SAYING_DONE: Final[Action] = ACTIONS.pick(DONE)
DECLINING: Final[Action] = ACTIONS.pick(DECLINE)
STOPPING: Final[Action] = ACTIONS.pick(STOP)
STANDING: Final[Action] = ACTIONS.pick(STAND)
APPOINTMENTS: Final[list[Action]] = all_of(APPOINT, SEATS_MAX)
SAILS: Final[list[Action]] = all_of(SAIL, TYPES)
ALLOTMENTS: Final[list[Action]] = all_of(ALLOT, (MULTI_MAX + 1) * (MULTI_MAX + 1))
PICKS: Final[list[Action]] = all_of(PICK, PRIZE_KINDS)
GIVES: Final[list[Action]] = all_of(GIVE, PRIZE_KINDS * SEATS_MAX)
PRESENTS: Final[list[Action]] = all_of(PRESENT, PRIZE_KINDS)
TAKES: Final[list[Action]] = all_of(TAKE, PRIZE_KINDS * SEATS_MAX)
BLIND_TAKES: Final[list[Action]] = all_of(TAKE_FROM, SEATS_MAX)
TRADES: Final[list[Action]] = all_of(TRADE, PRIZE_KINDS)
SALES: Final[list[Action]] = all_of(SELL, PRIZE_KINDS)
BURIALS: Final[list[Action]] = all_of(BURY, PRIZE_KINDS)
SPARING: Final[Action] = ACTIONS.pick(SPARE)
PUNISHING: Final[Action] = ACTIONS.pick(PUNISH)
SUGGESTIONS: Final[list[Action]] = all_of(SUGGEST, SEATS_MAX)
VICTIMS: Final[list[Action]] = all_of(VICTIM, SEATS_MAX)
DISCARDS: Final[list[Action]] = all_of(DISCARD, KINDS)
ENLISTINGS: Final[list[Action]] = all_of(ENLIST, KINDS)
MUSTERS: Final[list[Action]] = all_of(MUSTER, KINDS)
REVEALING: Final[Action] = ACTIONS.pick(REVEAL)
PLAYS: Final[list[Action]] = all_of(PLAY, len(CHARACTER_NAMES))
OFFICER_PLAYS: Final[list[Action]] = all_of(OFFICER_UP_DOWN, 2 * len(OFFICERS))
BOATSWAINS: Final[list[Action]] = all_of(BOATSWAIN, SEATS_MAX)
SMART_LADS: Final[list[Action]] = all_of(SMART_LAD, SEATS_MAX)
SECOND_MATES: Final[list[Action]] = all_of(SECOND_MATE, SEATS_MAX * SEATS_MAX)
CALLS: Final[list[Action]] = all_of(CALL, KINDS)
SEA_DOG_CALLS: Final[list[Action]] = all_of(CALL_SEA_DOG, SEATS_MAX)
CUTTHROAT_CALL: Final[Action] = ACTIONS.pick(CALL_CUTTHROAT)
CREWS: Final[list[Action]] = all_of(CREW, 2 * KINDS)
SEA_DOGS: Final[list[Action]] = all_of(SEA_DOG, 2 * SEATS_MAX)
CUTTHROATS: Final[list[Action]] = all_of(CUTTHROAT, 2)
TREASON: Final[Action] = ACTIONS.pick(TRAITOR)
ACCEPTANCES: Final[list[Action]] = all_of(ACCEPT_OFFER, SEATS_MAX)
REJECTIONS: Final[list[Action]] = all_of(DECLINE_OFFER, SEATS_MAX)
WITHDRAWAL: Final[Action] = ACTIONS.pick(WITHDRAW)
SHOWINGS: Final[list[Action]] = all_of(SHOW, PRIZE_KINDS * SEATS_MAX)
OFFERS: Final[list[Action]] = all_of(OFFER, len(ITEM_NAMES) * SEATS_MAX * PROMISES)


def allotting(nav: int, cannons: int) -> Action:
    """The action that gives so many multi cards to navigation and cannons, the rest to sabres."""
    return ALLOTMENTS[nav * (MULTI_MAX + 1) + cannons]


def giving(prize: int, seat: int) -> Action:
    """The action that gives a prize to a seat."""
    return GIVES[prize * SEATS_MAX + seat]


def taking(prize: int, seat: int) -> Action:
    """The action that takes a prize from a seat."""
    return TAKES[prize * SEATS_MAX + seat]


def robbing(first: int, second: int) -> Action:
    """The action that robs two seats, or one if both are the same."""
    return SECOND_MATES[first * SEATS_MAX + second]


def joining(kind: int, side: int) -> Action:
    """The action that plays a card as plain crew for a side."""
    return CREWS[kind * 2 + side]


def setting_dog(side: int, seat: int) -> Action:
    """The action that plays the Sea Dog for a side, against a seat."""
    return SEA_DOGS[side * SEATS_MAX + seat]


def showing(prize: int, seat: int) -> Action:
    """The action that shows a hidden prize to a seat."""
    return SHOWINGS[prize * SEATS_MAX + seat]


def offering(item: int, seat: int, promise: int = NO_PROMISE) -> Action:
    """The action that offers something to a seat and asks for a promise in return."""
    return OFFERS[(item * SEATS_MAX + seat) * PROMISES + promise]
