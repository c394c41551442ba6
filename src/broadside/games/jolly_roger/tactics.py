"""Tactics: when to call a mutiny, which side to join, what to cancel."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat

from . import bribes, cards, plays, verbs, worth
from .events import NO_SIDE
from .punishment import is_officer

if TYPE_CHECKING:
    from .table import Table

SWING: Final = 2.2
"""So much more crew make a mutiny rather certain."""
RESTRAINT: Final = 0.25
"""A mutiny must be worth more than it seems to cost: it makes no friends."""


def odds(lead: float) -> float:
    """The chance to win with such a lead."""
    return 1.0 / (1.0 + exp(-lead / SWING))


# -------------------------------------------------------------------------------- calls


def rate_call(t: Table, seat: Seat, action: Action) -> float:
    """What calling a mutiny is worth: the Captain's place and prizes, against one's own."""
    prize = worth.captaincy(t) + seizable(t)
    has_promised = bribes.has_promised(t, seat, verbs.NO_MUTINY)
    broken = bribes.word(t, seat) if has_promised else 0.0
    if action.verb is verbs.CALL_CUTTHROAT:
        return 0.93 * prize - worth.BY_CHARACTER[cards.CUTTHROAT] * worth.thrift(t) - broken
    ours = float(cards.crew_members(t.hands[seat]))
    if seat == t.quartermaster:
        ours += 1.0
    theirs = 1.0 + 0.75 * worth.guessed_crew(t, t.captain)
    if t.quartermaster not in (cards.NOBODY, seat):
        theirs += 0.4
    if action.verb is verbs.CALL_SEA_DOG:
        ours += worth.USUAL_CREW
    chance = odds(ours - theirs - 1.5)
    hand = 0.35 * len(t.hands[seat]) * worth.thrift(t)
    loss = (1.0 - chance) * worth.open_prizes(t, seat)
    spare = 0.01 * worth.card(verbs.KIND_PLAYED[action.code])
    return chance * prize - loss - hand - broken - spare - RESTRAINT


def seizable(t: Table) -> float:
    """What the Captain would lose, as far as it comes to the new one."""
    prizes = worth.open_prizes(t, t.captain)
    return min(prizes, 3.0) * 0.5 + prizes / t.seats


# -------------------------------------------------------------------------------- sides


def rate_joining(t: Table, seat: Seat, action: Action) -> float:
    """What a card in a mutiny is worth: how far it turns the odds, less the card."""
    verb = action.verb
    if verb is verbs.CUT_THROAT:
        return rate_cutthroat(t, seat, action.first)
    side = plays.use_of(t, action)[1]
    kind = verbs.KIND_PLAYED[action.code]
    crew = float(cards.CREW_OF_KIND[kind])
    if verb is verbs.SET_SEA_DOG:
        crew += worth.USUAL_CREW
    stake = stake_in(t, seat, side)
    kept = 0.0
    if t.side_of(seat) == NO_SIDE:
        stake -= 0.5 * worth.open_prizes(t, seat)
        kept = word_for(t, seat, side)
    lead = lead_of(t, side, seat)
    turned = odds(lead + crew) - odds(lead)
    if lead > 2.0 * SWING:
        turned = 0.0
    return kept + turned * stake - 0.6 * worth.card(kind) * worth.thrift(t)


def word_for(t: Table, seat: Seat, side: int) -> float:
    """What joining a side is worth for one's word: as promised to its leader, or to the other's."""
    kept = bribes.kept_word(t, seat, t.leader(side), verbs.JOIN)
    return kept - bribes.kept_word(t, seat, t.leader(1 - side), verbs.JOIN)


def lead_of(t: Table, side: int, seat: Seat) -> float:
    """How far a side is ahead, with what the other leader may still play."""
    lead = float(t.crew_on(side) - t.crew_on(1 - side))
    lead -= 0.45 * worth.guessed_crew(t, t.leader(1 - side))
    if t.leader(side) != seat:
        lead += 0.45 * worth.guessed_crew(t, t.leader(side))
    return lead + (0.5 if side == verbs.CAPTAINS_SIDE else -0.5)


def stake_in(t: Table, seat: Seat, side: int) -> float:
    """What it is worth to a seat that a side wins."""
    stake = 0.0
    for other in range(t.seats):
        prizes = worth.open_prizes(t, other)
        bound = t.side_of(other)
        if bound == side:
            stake -= (prizes if other != seat else -prizes * t.seats) / t.seats
        elif bound != NO_SIDE:
            stake += prizes / t.seats
    if t.leader(side) == seat:
        stake += worth.captaincy(t)
    if seat == t.quartermaster and side == verbs.CAPTAINS_SIDE:
        stake += 0.3
    return stake


def rate_cutthroat(t: Table, seat: Seat, loser: int) -> float:
    """To end it at once, if it would end badly."""
    stake = stake_in(t, seat, 1 - loser)
    chance = odds(lead_of(t, 1 - loser, seat))
    return (1.0 - chance) * stake - worth.BY_CHARACTER[cards.CUTTHROAT] * worth.thrift(t)


# ---------------------------------------------------------------------------- reactions


def rate_treason(t: Table, seat: Seat) -> float:
    """What it is worth to cancel the card on top."""
    cost = worth.BY_CHARACTER[cards.TRAITOR] * worth.thrift(t)
    owner = t.play_seats[-1]
    if owner == seat:
        return -1.0
    action = verbs.ACTIONS.actions[t.play_codes[-1]]
    return harm(t, seat, action) - cost


def harm(t: Table, seat: Seat, action: Action) -> float:
    """How much a card that was played would hurt a seat."""
    verb = action.verb
    if verb in (verbs.PLAY_BOATSWAIN, verbs.PLAY_SMART_LAD, verbs.PLAY_SECOND_MATE):
        return harm_to_target(t, seat, action)
    if verb is verbs.PLAY:
        return harm_of_character(t, seat, action.first)
    if t.mutineer == cards.NOBODY:
        return 0.0
    side = plays.use_of(t, action)[1]
    own = t.side_of(seat)
    if own == NO_SIDE or side == NO_SIDE:
        return 0.0
    if verb in verbs.THROAT_CUTS:
        return stake_in(t, seat, own) if side == own else 0.0
    if side == own:
        return 0.0
    lead = lead_of(t, own, seat)
    crew = cards.CREW_OF_KIND[verbs.KIND_PLAYED[action.code]]
    return (odds(lead) - odds(lead - crew)) * stake_in(t, seat, own)


def harm_to_target(t: Table, seat: Seat, action: Action) -> float:
    """Named as guard, robbed on the island, robbed of a card."""
    verb = action.verb
    if action.first != seat and (verb is not verbs.PLAY_SECOND_MATE or action.second != seat):
        return 0.0
    if verb is verbs.PLAY_BOATSWAIN:
        return 0.4 * worth.open_prizes(t, seat)
    return worth.USUAL_PRIZE if verb is verbs.PLAY_SMART_LAD else 0.4


def harm_of_character(t: Table, seat: Seat, character: int) -> float:
    """Cook and Carpenter take from the officers; a map helps the others."""
    if character == cards.COOK and seat == t.captain:
        return 0.7
    if character == cards.CARPENTER and is_officer(t, seat):
        return 0.5 * worth.open_prizes(t, seat)
    if character == cards.OLD_SAILOR:
        others = [worth.open_prizes(t, other) for other in range(t.seats) if other != seat]
        return 0.15 * sum(others) - worth.open_prizes(t, seat)
    return 0.0
