"""Refusals: what a player might try, and why it is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Denial

from . import gifts, openings, plays, port, sharing, voyage
from .cards import (
    FIRST_CHARACTER,
    ISLAND,
    KIND_NAMES,
    NORMAL,
    PRIZE_NAMES,
    SECOND_MATE,
    STOWAWAY,
    SURGEON,
    TYPE_NAMES,
)
from .events import NO_SIDE
from .steps import (
    AFTERMATH,
    ALLOT,
    BURY,
    DESTINATION,
    DIGGING,
    DISCARD,
    FIRST,
    FORCED,
    GIVE,
    GUARD,
    IS_CALL,
    IS_OPEN,
    LANDING,
    MUSTER,
    MUTINY,
    PICK,
    PUNISH,
    REACT,
    SELL,
    VICTIM,
)
from .steps import PORT as PORT_STEP
from .verbs import (
    ACCEPT_OFFER,
    CALL,
    CALL_CUTTHROAT,
    CALL_SEA_DOG,
    CREW,
    DECLINE_OFFER,
    GIVES,
    REVEALING,
    SAILS,
    SUGGEST,
    SUGGESTIONS,
    VICTIMS,
    WITHDRAW,
)
from .verbs import ALLOT as ALLOT_VERB
from .verbs import APPOINT as APPOINT_VERB
from .verbs import BOATSWAIN as BOATSWAIN_VERB
from .verbs import BURY as BURY_VERB
from .verbs import CUTTHROAT as CUTTHROAT_VERB
from .verbs import DISCARD as DISCARD_VERB
from .verbs import ENLIST as ENLIST_VERB
from .verbs import GIVE as GIVE_VERB
from .verbs import MUSTER as MUSTER_VERB
from .verbs import OFFER as OFFER_VERB
from .verbs import PICK as PICK_VERB
from .verbs import PLAY as PLAY_VERB
from .verbs import REVEAL as REVEAL_VERB
from .verbs import SAIL as SAIL_VERB
from .verbs import SEA_DOG as SEA_DOG_VERB
from .verbs import SECOND_MATE as SECOND_MATE_VERB
from .verbs import SELL as SELL_VERB
from .verbs import SMART_LAD as SMART_LAD_VERB
from .verbs import TRADE as TRADE_VERB
from .verbs import TRAITOR as TRAITOR_VERB
from .verbs import VICTIM as VICTIM_VERB

if TYPE_CHECKING:
    from .table import Table


def denied(t: Table, seat: Seat) -> list[Denial]:
    """What lies before a seat and cannot be used now, each with its reason."""
    found: list[Denial] = []
    legal = t.legal(seat)
    for action in tempting(t, seat):
        if action not in legal:
            why = denial(t, seat, action)
            if why is not None:
                found.append(why)
    return found


def tempting(t: Table, seat: Seat) -> list[Action]:
    """The actions that the things on the table suggest."""
    step = t.agenda[-1]
    if step == GIVE:
        found: list[Action] = []
        for kind in t.prize_kinds(t.laid):
            first = kind * (len(GIVES) // len(PRIZE_NAMES))
            found += GIVES[first : first + t.seats]
        return found
    if step == DESTINATION:
        return SAILS[:]
    if step == MUSTER and seat == t.acting_quartermaster():
        return [REVEALING]
    if step == PUNISH:
        return SUGGESTIONS[: t.seats]
    return VICTIMS[: t.seats] if step == VICTIM else []


def denial(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Why an action is refused, if there is more to say than that it is not the question now."""
    step, verb = t.agenda[-1], action.verb
    if verb >= ACCEPT_OFFER and step != GUARD:
        return deny_aside(t, seat, action)
    if not t.is_asked(seat):
        return None
    if not is_at_table(t, action):
        return Denial(action, "seat_not_here", "there is no such seat at this table", "JR-S1")
    if IS_OPEN[step]:
        return deny_in_window(t, seat, step, action)
    if step == GUARD and verb == OFFER_VERB:
        return deny_bribe(t, action)
    return deny_decision(t, seat, step, action)


def is_at_table(t: Table, action: Action) -> bool:
    """Whether every seat that an action names sits at this table."""
    domains = t.action_table().verbs[action.verb].domains
    for place, index in enumerate(action.args):
        if domains[place].is_seat and index >= t.seats:
            return False
    return True


# ------------------------------------------------------------------------ decisions


def deny_decision(t: Table, seat: Seat, step: int, action: Action) -> Denial | None:
    """Decisions of one seat, and sealed ones."""
    verb = action.verb
    if step == DESTINATION and verb == SAIL_VERB:
        return deny_destination(t, action)
    if (step == GIVE and verb == GIVE_VERB) or (step == PICK and verb == PICK_VERB):
        return deny_prize(t, action)
    if step == ALLOT and verb == ALLOT_VERB:
        reason = "exactly the multi cards that were mustered must be allotted"
        return Denial(action, "multi_cards_exactly", reason, "JR-A4")
    if (step == PUNISH and verb == SUGGEST) or (step == VICTIM and verb == VICTIM_VERB):
        return deny_victim(t, action)
    if verb == APPOINT_VERB and action.first == t.captain:
        reason = "the Captain appoints another player"
        return Denial(action, "not_yourself", reason, "JR-R4")
    if step == SELL and verb == SELL_VERB:
        return deny_sale(t, seat, action)
    if step == BURY and verb == BURY_VERB:
        if action.first in t.prize_kinds(t.prizes[seat]):
            reason = f"{PRIZE_NAMES[action.first]} cannot be buried, or was chosen already"
            return Denial(action, "cannot_be_buried", reason, "JR-I3")
        return no_prize(action, "JR-I3")
    return deny_card(step, action)


def deny_card(step: int, action: Action) -> Denial | None:
    """Cards that are not in the hand, or of the wrong sort."""
    verb = action.verb
    if step == FIRST and verb == MUSTER_VERB:
        if action.first >= FIRST_CHARACTER:
            return only_normal(action)
        return no_card(action, "JR-A1")
    if step == FORCED and verb == ENLIST_VERB:
        return no_card(action, "JR-X9")
    if step == DISCARD and verb == DISCARD_VERB:
        return no_card(action, "JR-R1")
    if step == REACT and verb == TRAITOR_VERB:
        return no_card(action, "JR-X14")
    return None


def no_card(action: Action, rule: str) -> Denial:
    """The card is not in the hand."""
    name = KIND_NAMES[plays.kind_played(action)]
    return Denial(action, "card_not_in_hand", f"{name} is not in your hand", rule)


def no_prize(action: Action, rule: str) -> Denial:
    """The prize is not there."""
    reason = f"{PRIZE_NAMES[action.first]} does not lie there"
    return Denial(action, "prize_not_there", reason, rule)


def only_normal(action: Action) -> Denial:
    """Characters stay out of attacks."""
    reason = "characters have no skill: only normal cards can be mustered"
    return Denial(action, "only_normal_cards", reason, "JR-A2")


def deny_destination(t: Table, action: Action) -> Denial:
    """Empty stacks, and an island that was missed.  JR-V1 JR-I2"""
    if action.first == ISLAND and t.stacks[ISLAND] and ISLAND not in voyage.choices(t):
        reason = "the island was missed: another destination must be chosen"
        return Denial(action, "island_barred", reason, "JR-I2")
    reason = f"there is no {TYPE_NAMES[action.first]} left"
    return Denial(action, "stack_empty", reason, "JR-V1")


def deny_prize(t: Table, action: Action) -> Denial:
    """Prizes that are not laid out, and seats that have more than others.  JR-D3"""
    if action.first not in t.prize_kinds(t.laid):
        reason = f"{PRIZE_NAMES[action.first]} is not laid out"
        return Denial(action, "not_laid_out", reason, "JR-D1")
    seats = " and ".join([str(seat) for seat in sharing.fewest(t)])
    reason = f"nobody gets more before all have as many: only seat {seats} may receive"
    return Denial(action, "not_among_fewest", reason, "JR-D3")


def deny_victim(t: Table, action: Action) -> Denial:
    """Officers and empty hands.  JR-N2"""
    if action.first == t.captain or action.first == t.acting_quartermaster():
        reason = "Captain and Quartermaster cannot be punished"
        return Denial(action, "not_punishable", reason, "JR-N2")
    reason = f"seat {action.first} has no hand card to lose"
    return Denial(action, "no_hand_cards", reason, "JR-N2")


def deny_sale(t: Table, seat: Seat, action: Action) -> Denial:
    """Only Jewels and Prisoners are sold, and only for prizes that are left.  JR-P3"""
    if action.first not in t.prize_kinds(t.prizes[seat]):
        return no_prize(action, "JR-P3")
    if not port.sellable(t, seat) and not t.prize_deck:
        return Denial(action, "nothing_to_draw", "no prizes are left to draw", "JR-P3")
    reason = "only Jewels and Prisoners can be sold"
    return Denial(action, "cannot_be_sold", reason, "JR-P3")


def deny_bribe(t: Table, action: Action) -> Denial:
    """The guard's bribe: what he has, to somebody not asked yet, for nothing in return.  JR-X1"""
    if t.guard_asked >> action.second & 1:
        reason = f"seat {action.second} was asked already"
        return Denial(action, "asked_already", reason, "JR-X1")
    if t.guards >> action.second & 1:
        return Denial(action, "guard_already", "a guard cannot take over", "JR-X1")
    if action.first in gifts.items(t, t.guard):
        reason = "a substitute is asked to stand guard, nothing else"
        return Denial(action, "not_this_window", reason, "JR-X1")
    return Denial(action, "card_not_in_hand", "you have no such thing to offer", "JR-X1")


# ---------------------------------------------------------------------- open windows


def deny_in_window(t: Table, seat: Seat, step: int, action: Action) -> Denial | None:
    """Plays that the window does not allow."""
    verb = action.verb
    if verb == TRADE_VERB and step == PORT_STEP:
        return deny_trade(t, seat, action)
    if verb == MUSTER_VERB and step == MUSTER:
        if action.first >= FIRST_CHARACTER:
            return only_normal(action)
        return no_card(action, "JR-A2")
    if verb == REVEAL_VERB and step == MUSTER:
        return deny_reveal(t, seat, action)
    if verb >= CALL and verb <= CALL_CUTTHROAT and IS_CALL[step]:
        return deny_call(t, seat, action)
    if step == MUTINY and verb in (CREW, SEA_DOG_VERB, CUTTHROAT_VERB):
        return deny_joining(t, seat, action)
    if plays.character_played(action) != NORMAL and verb != TRAITOR_VERB:
        return deny_character(t, seat, step, action)
    return None


def deny_trade(t: Table, seat: Seat, action: Action) -> Denial:
    """One trade per seat, if a card can be drawn.  JR-P2"""
    if t.traded >> seat & 1:
        return Denial(action, "traded_already", "each may trade once in a port", "JR-P2")
    if action.first not in t.prize_kinds(t.prizes[seat]):
        return no_prize(action, "JR-P2")
    return Denial(action, "nothing_to_draw", "no crew cards are left to draw", "JR-P2")


def deny_reveal(t: Table, seat: Seat, action: Action) -> Denial:
    """Only the Quartermaster, and not before all had a chance.  JR-A3"""
    if seat != t.acting_quartermaster():
        reason = "only the Quartermaster reveals the destination"
        return Denial(action, "only_quartermaster_reveals", reason, "JR-A3")
    reason = "everybody else must have acted or passed once"
    return Denial(action, "reveal_too_early", reason, "JR-A3")


def deny_call(t: Table, seat: Seat, action: Action) -> Denial:
    """The Captain does not mutiny, and there is one attempt per round.  JR-M1"""
    if seat == t.captain:
        reason = "the Captain cannot mutiny against himself"
        return Denial(action, "captain_cannot_call", reason, "JR-M1")
    if t.is_mutiny_used:
        return Denial(action, "mutiny_used", "there is one mutiny per round at most", "JR-M1")
    if action.verb == CALL_SEA_DOG and t.holds(seat, plays.kind_played(action)):
        reason = "the Sea Dog needs a neutral seat with a hand card"
        return Denial(action, "no_neutral_seat", reason, "JR-X9")
    return no_card(action, "JR-M1")


def deny_joining(t: Table, seat: Seat, action: Action) -> Denial:
    """Nobody changes sides; the Sea Dog needs a neutral seat.  JR-M3 JR-X4 JR-X9"""
    verb = action.verb
    if not t.holds(seat, plays.kind_played(action)):
        return no_card(action, "JR-M3")
    if verb == CUTTHROAT_VERB:
        reason = "you cannot name yourself"
        return Denial(action, "cutthroat_not_yourself", reason, "JR-X4")
    side = action.second if verb == CREW else action.first
    if t.side_of(seat) != NO_SIDE and t.side_of(seat) != side:
        if seat == t.captain or seat == t.mutineer:
            reason = "leaders play for their own side only"
            return Denial(action, "leader_of_other_side", reason, "JR-M3")
        reason = "your first card bound you to the other side"
        return Denial(action, "bound_to_other_side", reason, "JR-M3")
    reason = "the Sea Dog needs another neutral seat with a hand card"
    return Denial(action, "no_neutral_seat", reason, "JR-X9")


def deny_character(t: Table, seat: Seat, step: int, action: Action) -> Denial:
    """Characters that are not in the hand, not for this window, or without a target."""
    kind = plays.kind_played(action)
    character = plays.character_played(action)
    rule = f"JR-X{RULES[character]}"
    if not t.holds(seat, kind):
        return no_card(action, rule)
    is_any_time = character in (SECOND_MATE, STOWAWAY, SURGEON)
    if not is_any_time and kind not in openings.characters_of(t, step):
        reason = f"{KIND_NAMES[kind]} has no effect in this window"
        return Denial(action, "not_this_window", reason, rule)
    if character == SURGEON and not plays.can_be_surgeon(t, seat):
        reason = "nobody holds both roles, and three players have no Quartermaster"
        return Denial(action, "surgeon_not_for_officers", reason, rule)
    if is_any_time and plays.unused(t, seat, character) < 0:
        reason = "this card was used in this window already"
        return Denial(action, "used_in_this_window", reason, "JR-T4")
    return deny_target(seat, step, action, rule)


def deny_target(seat: Seat, step: int, action: Action, rule: str) -> Denial:
    """The right card at the right time, but nothing to use it on."""
    verb = action.verb
    is_aimed = verb in (BOATSWAIN_VERB, SMART_LAD_VERB, SECOND_MATE_VERB)
    if is_aimed and (action.first == seat or action.second == seat):
        return Denial(action, "not_yourself", "name another seat", rule)
    if verb == SECOND_MATE_VERB:
        reason = "name two others with hand cards, the nearer one on your left first"
        return Denial(action, "nobody_to_rob", reason, rule)
    if verb == SMART_LAD_VERB:
        reason = f"seat {action.first} has nothing buried"
        return Denial(action, "nothing_buried", reason, rule)
    if step == LANDING:
        return Denial(action, "guard_already", "that seat stands guard already", rule)
    if verb == PLAY_VERB and step == AFTERMATH:
        return Denial(action, "no_open_prize", "no other seat has an open prize", rule)
    assert step != DIGGING
    return Denial(action, "not_this_window", "it would change nothing now", rule)


RULES = [1, 2, 3, 4, 5, 6, 5, 7, 8, 9, 10, 5, 11, 12, 13, 14]
"""The number of the rule of each character."""


# ----------------------------------------------------------------------------- asides


def deny_aside(t: Table, seat: Seat, action: Action) -> Denial | None:
    """Offers at the wrong time, of what is not there, or too many.  JR-T9 JR-O6"""
    if not t.has_bribes:
        reason = "no gifts are made at this table"
        return Denial(action, "bribes_off", reason, "JR-O6")
    verb = action.verb
    if not gifts.is_time(t):
        return None
    if not is_at_table(t, action):
        return Denial(action, "seat_not_here", "there is no such seat at this table", "JR-S1")
    if verb in (ACCEPT_OFFER, DECLINE_OFFER, WITHDRAW):
        return Denial(action, "no_such_offer", "there is no such offer on the table", "JR-T9")
    if verb == OFFER_VERB:
        return deny_offer(t, seat, action)
    return None


def deny_offer(t: Table, seat: Seat, action: Action) -> Denial:
    """One open offer, three in all per window, of what one has, to somebody else.  JR-T9"""
    if gifts.can_offer(t, seat):
        if action.second == seat:
            return Denial(action, "not_yourself", "offer it to another seat", "JR-T9")
        return Denial(action, "card_not_in_hand", "you have no such thing to offer", "JR-B1")
    if t.offers_made[seat] >= gifts.OFFERS_MAX:
        reason = f"{gifts.OFFERS_MAX} offers per window are enough"
        return Denial(action, "offers_used_up", reason, "JR-T9")
    return Denial(action, "one_open_offer", "your last offer is still open", "JR-T9")
