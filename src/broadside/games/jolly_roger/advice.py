"""Advice: what a good player weighs.

Every action is rated by what it brings in gold, more or less; doing nothing is 0. A world is judged
by what its seat sees of it: hands of others only by their size.
"""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import belief, bribes, cards, gifts, scoring, sharing, tactics, verbs, worth
from .attack import MUSTERING
from .island import GUARD_ASKED
from .plays import REACTING
from .punishment import is_officer
from .sharing import BEFORE_SHARING
from .table import Table

AT_ODDS: Final = 0.5
UNLIKELY: Final = -1.0
BASE: Final[list[str]] = [
    "buried gold",
    "gold at risk",
    "buried Jewels",
    "Jewels at risk",
    "Rum",
    "Prisoners at risk",
    "richest",
    "gold behind the richest",
    "cards in hand",
    "characters in hand",
    "crew in hand",
    "worth of the hand",
    "Captain",
    "Quartermaster",
]
NAMES: Final[list[str]] = late_names(BASE)
LEARNED: Final[Evaluation | None] = read_weights(game_folder(cards.PACKAGE), NAMES)
"""The features: what an evaluation learned from play looks at, for each seat."""


class JollyRogerAdvice(Advice):
    """The taste of a careful pirate."""

    def __init__(self) -> None:
        super().__init__(LEARNED, NAMES, stages_ahead=0, decisions_ahead=120)

    def value(self, world: State, seat: Seat) -> float:
        """Gold, safe and at risk, hand cards and roles."""
        assert isinstance(world, Table)
        value = worth.zone(world.buried[seat]) + 0.8 * worth.open_prizes(world, seat)
        value += worth.hand(world, seat) * worth.thrift(world)
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
        return gifts.answers(world, seat) if gifts.is_time(world) else []

    def offer(self, world: State, seat: Seat) -> Action | None:
        """A bribe, where bots may make one.  JR-O6"""
        assert isinstance(world, Table)
        return bribes.bribe(world, seat) if world.has_bot_bribes else None

    def stage(self, world: State) -> int:
        """The round."""
        assert isinstance(world, Table)
        return world.round

    def weight(self, world: State, seat: Seat) -> float:
        """How well the hands of a world explain what was played, and what was not."""
        assert isinstance(world, Table)
        return belief.weight(world, seat)

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """Which characters are in the hands of the others."""
        assert isinstance(world, Table)
        found: list[str] = []
        for other in range(world.seats):
            if other != seat:
                for kind in cards.kinds_in(world.hands[other]):
                    if kind >= cards.FIRST_CHARACTER:
                        found.append(f"seat {other} holds {cards.KIND_NAMES[kind]}")
        return found

    def features(self, world: State) -> list[list[float]]:
        """What each seat has."""
        assert isinstance(world, Table)
        return feature_rows(world)


def rate(t: Table, seat: Seat, action: Action) -> float:
    """What an action brings."""
    verb = action.verb
    if verb is verbs.BETRAY:
        return tactics.rate_treason(t, seat) if t.agenda[-1] is REACTING else 0.0
    if verb in verbs.MUTINY_CALLS:
        return tactics.rate_call(t, seat, action)
    if verb in (verbs.JOIN_SIDE, verbs.SET_SEA_DOG, verbs.CUT_THROAT):
        return tactics.rate_joining(t, seat, action)
    if verb in (verbs.MUSTER, verbs.REVEAL, verbs.PLAY_OFFICER, verbs.ALLOT):
        return rate_in_attack(t, seat, action)
    if verb.domains and verb.domains[0] is verbs.PRIZE:
        return rate_prize(t, seat, action)
    if verb in verbs.PLAYED_CHARACTERS:
        return rate_character(t, seat, action)
    if verb in (verbs.DISCARD, verbs.ENLIST):
        return -worth.card(action.first)
    return rate_order(t, seat, action)


def rate_order(t: Table, seat: Seat, action: Action) -> float:
    """What Captain and Quartermaster order; and whether to stand guard for somebody."""
    verb = action.verb
    if verb is verbs.SAIL:
        return rate_destination(t, seat, action.first)
    if verb is verbs.APPOINT:
        kept = bribes.kept_word(t, seat, action.first, verbs.APPOINTMENT)
        usual = 0.1 * len(t.hands[action.first]) - 0.05 * worth.open_prizes(t, action.first)
        return kept + usual - bribes.grudge(t, action.first)
    if verb is verbs.SUGGEST:
        usual = 0.04 * len(t.hands[action.first]) + 0.02 * worth.open_prizes(t, action.first)
        return usual + resentment(t, seat, action.first)
    if verb is verbs.PUNISH:
        return 0.01
    if verb is verbs.NAME_VICTIM:
        return 0.1 * len(t.hands[action.first]) + resentment(t, seat, action.first)
    if verb is verbs.ACCEPT_OFFER:
        gain = bribes.gain_of(t, seat, action.first)
        return gain - 0.4 * worth.open_prizes(t, seat) if t.agenda[-1] is GUARD_ASKED else gain
    return 0.0


def resentment(t: Table, seat: Seat, other: Seat) -> float:
    """How glad one is to see somebody punished: for his broken word, unless one promised not to."""
    return bribes.grudge(t, other) - bribes.kept_word(t, seat, other, verbs.NO_PUNISHMENT)


def rate_destination(t: Table, seat: Seat, type_: int) -> float:
    """Cards in hands decide what can be won; with prizes at risk and a map, the island."""
    total = sum([len(hand) for hand in t.hands])
    if type_ == cards.ISLAND:
        has_map = t.holds(seat, cards.FIRST_CHARACTER + cards.OLD_SAILOR)
        return 0.8 * worth.open_prizes(t, seat) if has_map else UNLIKELY
    if type_ == cards.MERCHANT:
        return min(1.6, 0.14 * total)
    if type_ == cards.SETTLEMENT:
        return min(2.0, 0.12 * total) - 0.1
    if type_ == cards.FORT:
        return min(2.4, 0.1 * total) - 0.3
    return 1.6 - 0.35 * total / t.seats


# ----------------------------------------------------------------------------- attacks


def rate_in_attack(t: Table, seat: Seat, action: Action) -> float:
    """How far an action leads to success, less what it costs."""
    verb = action.verb
    if verb is verbs.ALLOT:
        return 1.0 if action is t.prompt(seat).default else 0.0
    lacking = worth.gaps(t)
    missing = sum(lacking)
    if verb is verbs.REVEAL:
        return 0.05 if missing == 0 else -0.05
    if verb is verbs.PLAY_OFFICER:
        is_decisive = missing == 1 and lacking[action.first] == 1 and action.second == verbs.UP
        return worth.booty(t, seat) - 0.5 if is_decisive else UNLIKELY
    kind = action.first
    cost = worth.card(kind) * worth.thrift(t)
    if t.agenda[-1] is not MUSTERING:
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
    if verb is verbs.GIVE:
        if action.second == seat:
            return value
        is_best = value >= best_laid(t)
        kept = bribes.kept_word(t, seat, action.second, verbs.BEST_PRIZE) if is_best else 0.0
        return kept - value - 0.02 * worth.open_prizes(t, action.second)
    if verb is verbs.PRESENT:  # an officer offers the Carpenter little, lest he takes the best
        return AT_ODDS * worth.best(t.prizes[seat]) - value if is_officer(t, seat) else UNLIKELY
    if verb is verbs.TRADE:
        return 0.6 * worth.thrift(t) - value
    return value if verb in (verbs.PICK, verbs.TAKE) else 0.5


# ---------------------------------------------------------------------------- characters


def rate_character(t: Table, seat: Seat, action: Action) -> float:
    """What a character does, less what it is worth in the hand."""
    verb = action.verb
    if verb is verbs.PLAY_BOATSWAIN:
        return 0.25 * worth.open_prizes(t, action.first) - 0.6 * worth.thrift(t)
    if verb is verbs.PLAY_SMART_LAD:
        return worth.USUAL_PRIZE - 0.9 * worth.thrift(t)
    room = t.hand_limit() - len(t.hands[seat])
    if verb is verbs.PLAY_SECOND_MATE:
        return 0.3 if room >= 1 else UNLIKELY
    character = action.first
    if character == cards.STOWAWAY:
        return 0.4 if room >= 1 else UNLIKELY
    if character == cards.COOK:
        return best_laid(t) - 1.2
    if character == cards.CARPENTER:
        return 0.8 * most_open(t, seat) - 0.6
    if character == cards.OLD_SAILOR:
        return 0.6 * worth.open_prizes(t, seat) - 0.4
    if character == cards.SURGEON:
        is_rich = t.agenda[-1] is BEFORE_SHARING
        return 0.3 * len(t.laid) / t.seats if is_rich and len(t.laid) > 2 else UNLIKELY
    assert character != cards.TRAITOR
    return UNLIKELY


def best_laid(t: Table) -> float:
    """What the best prize that is laid out is worth."""
    if not t.laid:
        return 0.0
    return worth.PRIZE_WORTH[sharing.best_of(cards.kinds_in(t.laid))]


def most_open(t: Table, seat: Seat) -> float:
    """The best open prize of Captain and Quartermaster, if these are others."""
    officers = [other for other in range(t.seats) if other != seat and is_officer(t, other)]
    return max([0.0] + [worth.best(t.prizes[officer]) for officer in officers])


# ------------------------------------------------------------------------------ features


def feature_rows(t: Table) -> list[list[float]]:
    """The features of all seats."""
    late = t.round / cards.ROUNDS
    golds = [gold_in(t.prizes[seat]) + gold_in(t.buried[seat]) for seat in range(t.seats)]
    best = max(golds)
    return [with_late(feature_row(t, seat, golds[seat], best), late) for seat in range(t.seats)]


def gold_in(zone: tuple[int, ...]) -> float:
    """The gold on some prizes; Jewels are worth about one."""
    total = 0.0
    for prize in zone:
        kind = cards.KIND_OF[prize]
        total += 1.2 if kind == cards.JEWELS else cards.GOLD_OF_KIND[kind]
    return total


def feature_row(t: Table, seat: Seat, gold: float, best: float) -> list[float]:
    """The features of one seat."""
    prizes, buried, hand = t.prizes[seat], t.buried[seat], t.hands[seat]
    characters = 0.0
    for card in hand:
        if card >= cards.NORMAL_CARDS:
            characters += 1.0
    return [
        gold_in(buried) / 5.0,
        gold_in(prizes) / 5.0,
        float(cards.count_in(buried, cards.JEWELS)),
        float(cards.count_in(prizes, cards.JEWELS)),
        float(scoring.owned(t, seat, cards.RUM)),
        float(cards.count_in(prizes, cards.PRISONER)),
        1.0 if gold >= best else 0.0,
        (best - gold) / 5.0,
        len(hand) / 5.0,
        characters,
        cards.crew_members(hand) / 5.0,
        worth.hand(t, seat) / 3.0,
        1.0 if t.captain == seat else 0.0,
        1.0 if t.quartermaster == seat else 0.0,
    ]
