"""Playing cards in open windows: what a seat may play there, and how a play begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat

from .cards import (
    ANY_TIME,
    BOATSWAIN,
    CARPENTER,
    COOK,
    CUTTHROAT,
    FIRST_CHARACTER,
    KIND_OF,
    LOOKOUT,
    NO_CARD,
    NO_QUARTERMASTER_SEATS,
    NOBODY,
    NORMAL,
    OLD_SAILOR,
    SEA_DOG,
    SECOND_MATE,
    SMART_LAD,
    STOWAWAY,
    SURGEON,
    TRAITOR,
)
from .events import AS_CREW, BY_FORCE, FOR_CALL, FOR_EFFECT, FOR_MUSTER, NO_SIDE
from .steps import AFTERMATH, DIGGING, IS_CALL, LANDING, MAP, MUSTER, MUTINY, PORT, PRIZE, REVEALED
from .steps import LOOKOUT as LOOKOUT_STEP
from .verbs import BOATSWAIN as BOATSWAIN_VERB
from .verbs import (
    BOATSWAINS,
    CALL,
    CALL_CUTTHROAT,
    CALL_SEA_DOG,
    CALLS,
    CAPTAINS_SIDE,
    CREW,
    CUTTHROAT_CALL,
    CUTTHROATS,
    ENLIST,
    MUSTERS,
    MUTINEERS_SIDE,
    OFFICER_PLAYS,
    OFFICER_UP_DOWN,
    OFFICERS,
    PLAY,
    PLAYS,
    REVEALING,
    SEA_DOG_CALLS,
    SMART_LADS,
    TRADES,
    joining,
    robbing,
    setting_dog,
)
from .verbs import CUTTHROAT as CUTTHROAT_VERB
from .verbs import MUSTER as MUSTER_VERB
from .verbs import SEA_DOG as SEA_DOG_VERB
from .verbs import SECOND_MATE as SECOND_MATE_VERB
from .verbs import SMART_LAD as SMART_LAD_VERB
from .verbs import TRAITOR as TRAITOR_VERB

if TYPE_CHECKING:
    from .table import Table


def options(t: Table, seat: Seat, step: int) -> list[Action]:
    """What a seat may play in an open window, ordered by code.  JR-T2 JR-T4"""
    found: list[Action] = []
    kinds = t.kinds_in_hand(seat)
    characters = [kind - FIRST_CHARACTER for kind in kinds if kind >= FIRST_CHARACTER]
    if step == PORT and can_trade(t, seat):
        found += [TRADES[kind] for kind in t.prize_kinds(t.prizes[seat])]
    elif step == MUSTER:
        found += [MUSTERS[kind] for kind in kinds if kind < FIRST_CHARACTER]  # JR-A2 JR-Q38
        if can_reveal(t, seat):
            found.append(REVEALING)
    if characters:
        add_characters(t, seat, step, characters, found)
    if IS_CALL[step]:
        if can_call(t, seat):
            add_calls(t, seat, kinds, found)
    elif step == MUTINY:
        add_mutiny_plays(t, seat, kinds, found)
    return found


def can_play(t: Table, seat: Seat, step: int) -> bool:
    """Whether a seat can do more than pass.  JR-T3"""
    if step == MUTINY or (IS_CALL[step] and can_call(t, seat)):
        return len(t.hands[seat]) > 0
    return len(options(t, seat, step)) > 0


def any_time(t: Table) -> list[int]:
    """The characters for any open window that somebody could still play in this one.  JR-T4"""
    found: list[int] = []
    for character in ANY_TIME:
        if character != SURGEON or t.seats > NO_QUARTERMASTER_SEATS:
            found.append(character)
    return found


def add_characters(
    t: Table, seat: Seat, step: int, characters: list[int], found: list[Action]
) -> None:
    """The characters of a hand that this window lets act."""
    for character in characters:
        if is_plain(t, seat, step, character):
            found.append(PLAYS[character])
    if step == REVEALED:
        for skill, officer in enumerate(OFFICERS):  # JR-X5
            if officer in characters:
                found += OFFICER_PLAYS[2 * skill : 2 * skill + 2]
    elif step == LANDING or step == DIGGING:
        add_landed(t, seat, step, characters, found)
    if SECOND_MATE in characters and unused(t, seat, SECOND_MATE) != NO_CARD:
        add_robberies(t, seat, found)


def add_landed(t: Table, seat: Seat, step: int, characters: list[int], found: list[Action]) -> None:
    """The Boatswain and the Smart Lad on an island.  JR-X1 JR-X11"""
    for other in range(t.seats):
        if other == seat:
            continue
        if step == LANDING and BOATSWAIN in characters and not t.guards >> other & 1:
            found.append(BOATSWAINS[other])
        if step == DIGGING and SMART_LAD in characters and t.buried[other]:
            found.append(SMART_LADS[other])


def is_plain(t: Table, seat: Seat, step: int, character: int) -> bool:
    """Whether a character may be played now that needs no target."""
    if character == STOWAWAY:
        return unused(t, seat, STOWAWAY) != NO_CARD  # JR-X12
    if character == SURGEON:
        return can_be_surgeon(t, seat) and unused(t, seat, SURGEON) != NO_CARD
    if character == LOOKOUT:
        return step == LOOKOUT_STEP and not t.is_shown  # JR-X6
    if character == COOK:
        return step == PRIZE and t.cook == NOBODY  # JR-X3 JR-Q31
    if character == OLD_SAILOR:
        return step == MAP  # JR-X7
    return character == CARPENTER and step == AFTERMATH and has_others_prizes(t, seat)


def unused(t: Table, seat: Seat, character: int) -> int:
    """A card of an any-time character that was not used in this window yet.  JR-T4"""
    for card in t.hands[seat]:
        if KIND_OF[card] == FIRST_CHARACTER + character and card not in t.used:
            return card
    return NO_CARD


def can_be_surgeon(t: Table, seat: Seat) -> bool:
    """Not for Captain or Quartermaster, nor at three: nobody has both roles.  JR-X13 JR-Q32"""
    is_officer = seat == t.captain or seat == t.quartermaster
    return t.seats > NO_QUARTERMASTER_SEATS and not is_officer


def has_others_prizes(t: Table, seat: Seat) -> bool:
    """Whether another seat has an unburied prize.  JR-X2"""
    for other in range(t.seats):
        if other != seat and t.prizes[other]:
            return True
    return False


def add_robberies(t: Table, seat: Seat, found: list[Action]) -> None:
    """Two other seats with cards, or the only one; who sits nearer on the left comes first.

    JR-X10 JR-Q15
    """
    others = [other for other in t.clockwise(seat)[1:] if t.hands[other]]
    pairs: list[Action] = []
    for place, first in enumerate(others):
        for second in others[place + 1 :]:
            pairs.append(robbing(first, second))
    if len(others) == 1:
        pairs.append(robbing(others[0], others[0]))
    found += in_order(pairs)


def in_order(actions: list[Action]) -> list[Action]:
    """Actions ordered by code."""
    codes = [action.code for action in actions]
    by_code = {action.code: action for action in actions}
    codes.sort()
    return [by_code[code] for code in codes]


def can_trade(t: Table, seat: Seat) -> bool:
    """Each seat once per port, an unburied prize for a crew card that can be drawn.  JR-P2"""
    has_crew = len(t.crew_deck) > 0 or len(t.crew_discard) > 0
    return has_crew and len(t.prizes[seat]) > 0 and not t.traded >> seat & 1


def can_reveal(t: Table, seat: Seat) -> bool:
    """The Quartermaster, once every other seat has acted or been ready.  JR-A3 JR-Q29"""
    if seat != t.acting_quartermaster():
        return False
    for other in range(t.seats):
        if other != seat and t.hands[other] and not t.heard >> other & 1:
            return False
    return True


# ---------------------------------------------------------------------------- mutiny


def can_call(t: Table, seat: Seat) -> bool:
    """Any seat but the Captain, the Quartermaster too; one attempt per round.  JR-M1"""
    return seat != t.captain and not t.is_mutiny_used


def add_calls(t: Table, seat: Seat, kinds: list[int], found: list[Action]) -> None:
    """Any hand card as crew, the Sea Dog and the Cutthroat for effect as well.

    JR-M1 JR-M2 JR-X4 JR-X9
    """
    found += [CALLS[kind] for kind in kinds]
    if FIRST_CHARACTER + SEA_DOG in kinds:
        for other in range(t.seats):
            if other != seat and other != t.captain and t.hands[other]:
                found.append(SEA_DOG_CALLS[other])
    if FIRST_CHARACTER + CUTTHROAT in kinds:
        found.append(CUTTHROAT_CALL)


def add_mutiny_plays(t: Table, seat: Seat, kinds: list[int], found: list[Action]) -> None:
    """Any card for one's side; Sea Dog and Cutthroat for effect as well.

    A neutral seat chooses its side with its first card.  JR-M3 JR-X0 JR-X4 JR-X8 JR-X9
    """
    own = t.side_of(seat)
    sides = [CAPTAINS_SIDE, MUTINEERS_SIDE] if own == NO_SIDE else [own]
    for kind in kinds:
        found += [joining(kind, side) for side in sides]
    if FIRST_CHARACTER + SEA_DOG in kinds:
        for side in sides:
            found += [setting_dog(side, other) for other in neutrals(t, seat)]
    if FIRST_CHARACTER + CUTTHROAT in kinds:
        if seat != t.captain:
            found.append(CUTTHROATS[CAPTAINS_SIDE])
        if seat != t.mutineer:
            found.append(CUTTHROATS[MUTINEERS_SIDE])


def neutrals(t: Table, seat: Seat) -> list[Seat]:
    """Other neutral seats with a hand card.  JR-X9"""
    found: list[Seat] = []
    for other in range(t.seats):
        if other != seat and t.hands[other] and t.side_of(other) == NO_SIDE:
            found.append(other)
    return found


# ------------------------------------------------------------------ how a play begins


def lay(t: Table, seat: Seat, action: Action) -> None:
    """The card of an action is played face up; it may be cancelled before it counts.  JR-X0"""
    use, side, target = use_of(t, action)
    t.play_card(seat, card_for(t, seat, action), action, use, side, target)


def use_of(t: Table, action: Action) -> tuple[int, int, Seat]:
    """How an action uses its card, for or against which side, and against whom."""
    verb = action.verb
    if verb == MUSTER_VERB:
        return FOR_MUSTER, NO_SIDE, NOBODY
    if verb == CALL:
        return FOR_CALL, MUTINEERS_SIDE, NOBODY
    if verb == CALL_SEA_DOG:
        return FOR_EFFECT, MUTINEERS_SIDE, action.first
    if verb == CALL_CUTTHROAT:
        return FOR_EFFECT, CAPTAINS_SIDE, NOBODY
    if verb == CREW:
        return AS_CREW, action.second, NOBODY
    if verb == ENLIST:
        return BY_FORCE, t.forced_side, NOBODY
    if verb == SEA_DOG_VERB:
        return FOR_EFFECT, action.first, action.second
    if verb == CUTTHROAT_VERB:
        return FOR_EFFECT, action.first, NOBODY
    is_aimed = verb in (BOATSWAIN_VERB, SMART_LAD_VERB, SECOND_MATE_VERB)
    return FOR_EFFECT, NO_SIDE, action.first if is_aimed else NOBODY


def character_played(action: Action) -> int:
    """The character that an action plays for effect, or NORMAL if it names its card."""
    verb = action.verb
    if verb == PLAY:
        return action.first
    if verb == OFFICER_UP_DOWN:
        return OFFICERS[action.first]
    if verb == BOATSWAIN_VERB:
        return BOATSWAIN
    if verb == SMART_LAD_VERB:
        return SMART_LAD
    if verb == SECOND_MATE_VERB:
        return SECOND_MATE
    if verb == CALL_SEA_DOG or verb == SEA_DOG_VERB:
        return SEA_DOG
    if verb == CALL_CUTTHROAT or verb == CUTTHROAT_VERB:
        return CUTTHROAT
    return TRAITOR if verb == TRAITOR_VERB else NORMAL


def kind_played(action: Action) -> int:
    """The kind of card that an action plays."""
    character = character_played(action)
    return action.first if character == NORMAL else FIRST_CHARACTER + character


def card_for(t: Table, seat: Seat, action: Action) -> int:
    """The hand card that an action plays; any-time cards are used once per window.  JR-T4"""
    character = character_played(action)
    if character in ANY_TIME:
        card = unused(t, seat, character)
        t.used += (card,)
        return card
    return t.card_of_kind(seat, kind_played(action))
