"""Advice: what a good player weighs.

Every action is rated by what it brings in gold, more or less; doing nothing is 0. A world is judged
by what its seat sees of it: hands of others only by their size.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import features, sharing, tactics, worth
from .cards import (
    CARPENTER,
    CHARACTER_NAMES,
    COOK,
    FORT,
    ISLAND,
    KIND_OF,
    MERCHANT,
    NOBODY,
    OLD_SAILOR,
    SETTLEMENT,
    STOWAWAY,
    SURGEON,
    TRAITOR,
    prize_kind,
)
from .cards import FIRST_CHARACTER as FIRST
from .steps import GIVE, GUARD_ASKED, MUSTER, PRIZE, REACT, VICTIM
from .table import Table
from .verbs import (
    ACCEPT_OFFER,
    ACCEPTANCES,
    ALLOT,
    APPOINT,
    APPOINTMENT,
    BOATSWAIN,
    BURY,
    CREW,
    CUTTHROAT,
    DISCARD,
    ENLIST,
    JOIN,
    NO_MUTINY,
    NO_PUNISHMENT,
    OFFICER_UP_DOWN,
    PICK,
    PLAY,
    PRESENT,
    PUNISH,
    REJECTIONS,
    REVEAL,
    SAIL,
    SEA_DOG,
    SECOND_MATE,
    SELL,
    SMART_LAD,
    SUGGEST,
    TAKE,
    TRADE,
    TREASON,
    UP,
    offering,
)
from .verbs import GIVE as GIVE_VERB
from .verbs import MUSTER as MUSTER_VERB
from .verbs import VICTIM as VICTIM_VERB

AT_ODDS: Final = 0.5
UNLIKELY: Final = -1.0


class JollyRogerAdvice(Advice):
    """The taste of a careful pirate."""

    def __init__(self) -> None:
        super().__init__()
        self.learned = features.LEARNED
        self.stages_ahead = 0
        self.decisions_ahead = 120

    def value(self, world: State, seat: Seat) -> float:
        """Gold, safe and at risk, hand cards and roles."""
        assert isinstance(world, Table)
        value = worth.zone(world.buried[seat]) + 0.8 * worth.open_prizes(world, seat)
        for card in world.hands[seat]:
            value += worth.card(KIND_OF[card]) * worth.thrift(world)
        if seat == world.captain:
            value += worth.captaincy(world)
        return value

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """One rating per action."""
        assert isinstance(world, Table)
        return [rate(world, seat, action) for action in actions]

    def answers(self, world: State, seat: Seat) -> list[Action]:
        """Accept or decline what was offered.  JR-T9"""
        assert isinstance(world, Table)
        if seat not in world.nudged():
            return []
        givers = [giver for giver in range(world.seats) if world.offer_tos[giver] == seat]
        return [ACCEPTANCES[giver] for giver in givers] + [REJECTIONS[giver] for giver in givers]

    def offer(self, world: State, seat: Seat) -> Action | None:
        """A bribe, where bots may make one.  JR-O6"""
        assert isinstance(world, Table)
        return bribe(world, seat) if world.has_bot_bribes else None

    def stage(self, world: State) -> int:
        """The round."""
        assert isinstance(world, Table)
        return world.round

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """Which characters are in the hands of the others."""
        assert isinstance(world, Table)
        found: list[str] = []
        for other in range(world.seats):
            if other != seat:
                for kind in world.kinds_in_hand(other):
                    if kind >= FIRST:
                        found.append(f"seat {other} holds {CHARACTER_NAMES[kind - FIRST]}")
        return found

    def feature_names(self) -> list[str]:
        """What the features are called."""
        return features.NAMES

    def features(self, world: State) -> list[list[float]]:
        """What each seat has."""
        assert isinstance(world, Table)
        return features.rows(world)


def bribe(t: Table, seat: Seat) -> Action | None:
    """A leader who is behind bribes a neutral seat; who is to be punished, the Quartermaster."""
    if not t.agenda or t.offers_made[seat]:
        return None
    wanted: Action | None = None
    friend = tactics.friend_to_win(t, seat)
    quartermaster = t.acting_quartermaster()
    if friend != NOBODY:
        wanted = offering(tactics.cheapest_item(t, seat, APPOINTMENT), friend, JOIN)
    elif t.agenda[-1] == VICTIM and t.suggestion == seat and quartermaster != seat:
        item = tactics.cheapest_item(t, seat, NO_MUTINY)
        wanted = offering(item, quartermaster, NO_PUNISHMENT)
    return wanted if wanted is not None and wanted in t.asides(seat) else None


def rate(t: Table, seat: Seat, action: Action) -> float:
    """What an action brings."""
    verb = action.verb
    if action is TREASON:
        return tactics.rate_treason(t, seat) if t.agenda[-1] == REACT else 0.0
    if tactics.wants_call(action):
        return tactics.rate_call(t, seat, action)
    if verb in (CREW, SEA_DOG, CUTTHROAT):
        return tactics.rate_joining(t, seat, action)
    if verb in (MUSTER_VERB, REVEAL, OFFICER_UP_DOWN, ALLOT):
        return rate_in_attack(t, seat, action)
    if verb in (PICK, GIVE_VERB, TAKE, PRESENT, TRADE, SELL, BURY):
        return rate_prize(t, seat, action)
    if verb in (PLAY, BOATSWAIN, SMART_LAD, SECOND_MATE):
        return rate_character(t, seat, action)
    if verb in (DISCARD, ENLIST):
        return -worth.card(action.first)
    return rate_order(t, seat, action)


def rate_order(t: Table, seat: Seat, action: Action) -> float:
    """What Captain and Quartermaster order; and whether to stand guard for somebody."""
    verb = action.verb
    if verb == SAIL:
        return rate_destination(t, seat, action.first)
    if verb == APPOINT:
        return 0.1 * len(t.hands[action.first]) - 0.05 * worth.open_prizes(t, action.first)
    if verb == SUGGEST:
        return 0.04 * len(t.hands[action.first]) + 0.02 * worth.open_prizes(t, action.first)
    if verb == PUNISH:
        return 0.01
    if verb == VICTIM_VERB:
        spared = (t.captain, action.first, NO_PUNISHMENT)
        liked = 0.3 if spared[0] == seat else 0.0
        return 0.1 * len(t.hands[action.first]) + liked
    if verb == ACCEPT_OFFER:
        gain = tactics.gain_of(t, action.first)
        return gain - 0.4 * worth.open_prizes(t, seat) if t.agenda[-1] == GUARD_ASKED else gain
    return 0.0


def rate_destination(t: Table, seat: Seat, type_: int) -> float:
    """Cards in hands decide what can be won; with prizes at risk and a map, the island."""
    cards = 0
    for other in range(t.seats):
        cards += len(t.hands[other])
    usual = cards / t.seats
    if type_ == ISLAND:
        has_map = t.holds(seat, FIRST + OLD_SAILOR)
        return 0.8 * worth.open_prizes(t, seat) if has_map else UNLIKELY
    if type_ == MERCHANT:
        return min(1.6, 0.14 * cards)
    if type_ == SETTLEMENT:
        return min(2.0, 0.12 * cards) - 0.1
    if type_ == FORT:
        return min(2.4, 0.1 * cards) - 0.3
    return 1.6 - 0.35 * usual


# ----------------------------------------------------------------------------- attacks


def rate_in_attack(t: Table, seat: Seat, action: Action) -> float:
    """How far an action leads to success, less what it costs."""
    verb = action.verb
    if verb == ALLOT:
        return 1.0 if action is t.prompt(seat).default else 0.0
    lacking = worth.gaps(t)
    missing = sum(lacking)
    if verb == REVEAL:
        return 0.05 if missing == 0 else -0.05
    if verb == OFFICER_UP_DOWN:
        is_decisive = missing == 1 and lacking[action.first] == 1 and action.second == UP
        return worth.booty(t, seat) - 0.5 if is_decisive else UNLIKELY
    kind = action.first
    cost = worth.card(kind) * worth.thrift(t)
    if t.agenda[-1] != MUSTER:
        return 0.3 * worth.help_of(kind, lacking) - cost
    if missing == 0:
        return -cost
    likely = AT_ODDS + 0.5 / missing
    return 2.4 * likely * worth.booty(t, seat) * worth.help_of(kind, lacking) / missing - cost


# ------------------------------------------------------------------------------- prizes


def rate_prize(t: Table, seat: Seat, action: Action) -> float:
    """Take the best, give the worst, bury all, sell what can be sold."""
    verb, kind = action.verb, action.first
    value = worth.PRIZE_WORTH[kind]
    if verb == GIVE_VERB:
        if action.second == seat:
            return value
        return -value - 0.02 * worth.open_prizes(t, action.second)
    if verb == PRESENT:
        return rate_presenting(t, seat, value)
    if verb == TRADE:
        return 0.6 * worth.thrift(t) - value
    return value if verb in (PICK, TAKE) else 0.5


def rate_presenting(t: Table, seat: Seat, value: float) -> float:
    """An officer offers the Carpenter little, lest he takes the best."""
    if seat not in (t.captain, t.acting_quartermaster()):
        return UNLIKELY
    best = 0.0
    for prize in t.prizes[seat]:
        best = max(best, worth.PRIZE_WORTH[prize_kind(prize)])
    return AT_ODDS * best - value


# ---------------------------------------------------------------------------- characters


def rate_character(t: Table, seat: Seat, action: Action) -> float:
    """What a character does, less what it is worth in the hand."""
    verb = action.verb
    if verb == BOATSWAIN:
        return 0.25 * worth.open_prizes(t, action.first) - 0.6 * worth.thrift(t)
    if verb == SMART_LAD:
        return worth.USUAL_PRIZE - 0.9 * worth.thrift(t)
    room = t.hand_limit() - len(t.hands[seat])
    if verb == SECOND_MATE:
        return 0.3 if room >= 1 else UNLIKELY
    character = action.first
    if character == STOWAWAY:
        return 0.4 if room >= 1 else UNLIKELY
    if character == COOK:
        return best_laid(t) - 1.2
    if character == CARPENTER:
        return 0.8 * most_open(t, seat) - 0.6
    if character == OLD_SAILOR:
        return 0.6 * worth.open_prizes(t, seat) - 0.4
    if character == SURGEON:
        is_rich = t.agenda[-1] == PRIZE and GIVE in t.agenda
        return 0.3 * len(t.laid) / t.seats if is_rich and len(t.laid) > 2 else UNLIKELY
    assert character != TRAITOR
    return UNLIKELY


def best_laid(t: Table) -> float:
    """What the best prize that is laid out is worth."""
    if not t.laid:
        return 0.0
    return worth.PRIZE_WORTH[sharing.best_of(t.prize_kinds(t.laid))]


def most_open(t: Table, seat: Seat) -> float:
    """The best open prize of Captain and Quartermaster, if these are others."""
    best = 0.0
    for officer in (t.captain, t.acting_quartermaster()):
        if officer != seat:
            for prize in t.prizes[officer]:
                best = max(best, worth.PRIZE_WORTH[prize_kind(prize)])
    return best
