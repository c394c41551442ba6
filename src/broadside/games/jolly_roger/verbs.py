"""Everything a seat can ever do in Jolly Roger."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain, Verb

from . import cards

CAPTAINS_SIDE: Final = 0
MUTINEERS_SIDE: Final = 1
BOTH_SIDES: Final = [CAPTAINS_SIDE, MUTINEERS_SIDE]
SIDE_NAMES: Final[list[str]] = ["captain", "mutineers"]

UP: Final = 0
DOWN: Final = 1
OFFICERS: Final = [cards.NAVIGATOR, cards.SHARPSHOOTER, cards.FIRST_MATE]
"""The officer of each skill.  JR-X5"""

# What may be promised where it can be observed; none is for offers that ask for nothing.  JR-Q44
NO_PROMISE: Final = 0
NO_MUTINY: Final = 1
JOIN: Final = 2
APPOINTMENT: Final = 3
BEST_PRIZE: Final = 4
NO_PUNISHMENT: Final = 5
RETURNS: Final = 6
"""So many of them may be asked for in return; the others are to give a certain card later."""
PROMISE_NAMES: Final[list[str]] = [
    "none",
    "no_mutiny",
    "join",
    "appoint",
    "best_prize",
    "no_punishment",
    *[f"later_{name}" for name in cards.KIND_NAMES + cards.PRIZE_NAMES],
]

# What may be offered: a crew card, a prize, a promise.
FIRST_PRIZE_ITEM: Final[int] = cards.KINDS
FIRST_PROMISE_ITEM: Final[int] = cards.KINDS + cards.PRIZE_KINDS
FIRST_LATER_ITEM: Final[int] = FIRST_PROMISE_ITEM + RETURNS - 1
ITEM_NAMES: Final[list[str]] = cards.KIND_NAMES + cards.PRIZE_NAMES + PROMISE_NAMES[1:]

SEAT: Final = Domain("seat", [str(seat) for seat in range(cards.SEATS_MAX)], is_seat=True)
TYPE: Final = Domain("destination_type", cards.TYPE_NAMES)
COUNT: Final = Domain("number", [str(count) for count in range(cards.MULTI_MAX + 1)])
CARD: Final = Domain("card", cards.KIND_NAMES)
MULTI: Final = Domain("card", [cards.KIND_NAMES[kind] for kind in cards.MULTI_KINDS])
PRIZE: Final = Domain("card", cards.PRIZE_NAMES)
CHARACTER: Final = Domain("card", cards.CHARACTER_NAMES)
OFFICER: Final = Domain("card", [cards.CHARACTER_NAMES[officer] for officer in OFFICERS])
SIGN: Final = Domain("sign", ["up", "down"])
SIDE: Final = Domain("side", SIDE_NAMES)
ITEM: Final = Domain("item", ITEM_NAMES)
PROMISE: Final = Domain("item", PROMISE_NAMES)
RETURN: Final = Domain("promise", PROMISE_NAMES[:RETURNS])

ACTIONS: Final = ActionTable()
PASS: Final[Verb] = ACTIONS.add_verb("pass", [])
DONE: Final[Verb] = ACTIONS.add_verb("done", [])
DECLINE: Final[Verb] = ACTIONS.add_verb("decline", [])
STOP: Final[Verb] = ACTIONS.add_verb("stop", [])
STAND: Final[Verb] = ACTIONS.add_verb("stand", [])
APPOINT: Final[Verb] = ACTIONS.add_verb("appoint", [SEAT])
SAIL: Final[Verb] = ACTIONS.add_verb("sail", [TYPE])
ALLOT: Final[Verb] = ACTIONS.add_verb(
    "allot", [MULTI, COUNT, COUNT] if len(cards.MULTI_KINDS) > 1 else [COUNT, COUNT]
)
PICK: Final[Verb] = ACTIONS.add_verb("pick", [PRIZE])
GIVE: Final[Verb] = ACTIONS.add_verb("give", [PRIZE, SEAT])
PRESENT: Final[Verb] = ACTIONS.add_verb("present", [PRIZE])
TAKE: Final[Verb] = ACTIONS.add_verb("take", [PRIZE, SEAT])
TAKE_FROM: Final[Verb] = ACTIONS.add_verb("take_from", [SEAT])
TRADE: Final[Verb] = ACTIONS.add_verb("trade", [PRIZE])
SELL: Final[Verb] = ACTIONS.add_verb("sell", [PRIZE])
BURY: Final[Verb] = ACTIONS.add_verb("bury", [PRIZE])
SPARE: Final[Verb] = ACTIONS.add_verb("spare", [])
PUNISH: Final[Verb] = ACTIONS.add_verb("punish", [])
SUGGEST: Final[Verb] = ACTIONS.add_verb("suggest", [SEAT])
NAME_VICTIM: Final[Verb] = ACTIONS.add_verb("victim", [SEAT])
DISCARD: Final[Verb] = ACTIONS.add_verb("discard", [CARD])
ENLIST: Final[Verb] = ACTIONS.add_verb("enlist", [CARD])
MUSTER: Final[Verb] = ACTIONS.add_verb("muster", [CARD])
REVEAL: Final[Verb] = ACTIONS.add_verb("reveal", [])
PLAY: Final[Verb] = ACTIONS.add_verb("play", [CHARACTER])
PLAY_OFFICER: Final[Verb] = ACTIONS.add_verb("officer", [OFFICER, SIGN])
PLAY_BOATSWAIN: Final[Verb] = ACTIONS.add_verb("boatswain", [SEAT])
PLAY_SMART_LAD: Final[Verb] = ACTIONS.add_verb("smart_lad", [SEAT])
PLAY_SECOND_MATE: Final[Verb] = ACTIONS.add_verb("second_mate", [SEAT, SEAT])
CALL: Final[Verb] = ACTIONS.add_verb("call", [CARD])
CALL_SEA_DOG: Final[Verb] = ACTIONS.add_verb("call_sea_dog", [SEAT])
CALL_CUTTHROAT: Final[Verb] = ACTIONS.add_verb("call_cutthroat", [])
JOIN_SIDE: Final[Verb] = ACTIONS.add_verb("crew", [CARD, SIDE])
SET_SEA_DOG: Final[Verb] = ACTIONS.add_verb("sea_dog", [SIDE, SEAT])
CUT_THROAT: Final[Verb] = ACTIONS.add_verb("cutthroat", [SIDE])
BETRAY: Final[Verb] = ACTIONS.add_verb("traitor", [])
ACCEPT_OFFER: Final[Verb] = ACTIONS.add_verb("accept_offer", [SEAT])
DECLINE_OFFER: Final[Verb] = ACTIONS.add_verb("decline_offer", [SEAT])
WITHDRAW: Final[Verb] = ACTIONS.add_verb("withdraw", [])
SHOW: Final[Verb] = ACTIONS.add_verb("show", [PRIZE, SEAT])
OFFER: Final[Verb] = ACTIONS.add_verb("offer", [ITEM, SEAT, RETURN], composed=True)
ADD: Final[Verb] = ACTIONS.add_verb("add", [ITEM], composed=True)

PLAYED_CHARACTERS: Final = [PLAY, PLAY_OFFICER, PLAY_BOATSWAIN, PLAY_SMART_LAD, PLAY_SECOND_MATE]
"""How characters act that are not for mutinies alone."""
MUTINY_CALLS: Final = [CALL, CALL_SEA_DOG, CALL_CUTTHROAT]
THROAT_CUTS: Final = [CUT_THROAT, CALL_CUTTHROAT]
ASIDES: Final = [ACCEPT_OFFER, DECLINE_OFFER, WITHDRAW, SHOW, OFFER]
"""What is done beside the question, unless it is the question.  JR-T9"""
IS_ASIDE: Final[list[bool]] = [verb in ASIDES for verb in ACTIONS.verbs]
"""By the verb's number."""
IS_CALL: Final[list[bool]] = [verb in MUTINY_CALLS for verb in ACTIONS.verbs]
IS_THROAT_CUT: Final[list[bool]] = [verb in THROAT_CUTS for verb in ACTIONS.verbs]


def kind_played(action: Action) -> int:
    """The kind of card that an action plays or drops; NO_CARD if it needs none."""
    domain = action.verb.domains[0] if action.verb.domains else None
    if domain is CARD:
        return action.first
    character = action.verb.name.removeprefix("call_")
    if domain is not None and (domain is CHARACTER or domain is OFFICER):
        character = domain.values[action.first]
    is_card = character in cards.CHARACTER_NAMES
    return cards.KIND_NAMES.index(character) if is_card else cards.NO_CARD


KIND_PLAYED: Final[list[int]] = [kind_played(action) for action in ACTIONS.actions]
"""By the action's code."""
