"""Advice: what a good player weighs.

Everybody else's loyalty is a matter of belief (see `belief.py`); places, chests and events have
their worth (see `outlook.py`). Votes and first chests are bluffed now and then, so that they do not
give a loyalty away at once.
"""

from __future__ import annotations

from math import exp
from typing import Final

from broadside.kernel.action import Action
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import features, votes
from .belief import NATIONS, SCORE_MIN, Beliefs, gather
from .cards import (
    BOATS,
    BOX,
    BRITISH,
    CANNON,
    DUTCH,
    FIRST_EVENT,
    FRENCH,
    ISLAND_CHESTS,
    NATION_NAMES,
    SG,
    SKULL,
    TO,
    TO_BRITISH,
    TO_FRENCH,
    TORCH,
    VOTE_KIND,
    hold_of,
    nation_of_treasury,
)
from .events import ATTACK_VOTE, MUTINY_VOTE
from .outlook import Outlook, rank_worth
from .steps import CROWS_TARGET, FEVER_TARGET, MAP_TARGET, PISTOL_TARGET
from .table import Table
from .verbs import (
    ACCEPT,
    ASK_ATLANTIS,
    ATTACK,
    BRAWL,
    DECLINE,
    EXPLODE,
    FORCE,
    GIVE,
    HESITATE,
    HOLD_ATLANTIS,
    KEEP,
    LETTER_FOR,
    MAROON,
    MUTINY,
    PASS,
    PEEK,
    PICK,
    REVEAL,
    ROW_TO,
    SMUGGLE,
    STAND,
    STOW,
    TAKE,
    TARGET,
    USE_ATLANTIS,
    USE_FOUNTAIN,
    VOTE_TWO,
    VOTE_WITH,
)

ATTACK_ODDS: Final = [0.10, 0.24, 0.25, 0.37, 0.40, 0.46]
"""How often random cards win an attack, by the number of voters."""
MUTINY_ODDS: Final = [0.30, 0.27, 0.48, 0.34, 0.47, 0.38]
OWN_CARD: Final = 0.12
"""What a good card of one's own adds."""
VOTE_BLUFF: Final = 6
STOW_BLUFF: Final = 5
"""One in so many votes, one in so many first chests is a bluff."""
PEEK_WORTH: Final = 0.12
KEEP_WORTH: Final = 0.3
ATLANTIS_GAIN: Final = 0.25
EL_DORADO_COST: Final = 0.4


class TortugaAdvice(Advice):
    """One step ahead, on beliefs about who is who."""

    def __init__(self) -> None:
        super().__init__()
        self.learned = features.LEARNED
        self.stages_ahead = 4
        self.decisions_ahead = 60

    def value(self, world: State, seat: Seat) -> float:
        """How well the chests and the friends of a seat stand."""
        assert isinstance(world, Table)
        return Outlook(world, seat).value(world)

    def beliefs(self, world: State, seat: Seat) -> list[dict[str, float]] | None:
        """What a seat believes of all seats."""
        assert isinstance(world, Table)
        held = Beliefs(world, seat)
        return [
            {NATION_NAMES[nation]: held.of(other, nation) for nation in range(NATIONS)}
            for other in range(world.seats)
        ]

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """How good each of these actions is."""
        assert isinstance(world, Table)
        look = Outlook(world, seat)
        verb = actions[0].verb
        if verb == VOTE_WITH:
            return rate_votes(world, look, actions)
        if verb == STOW:
            return rate_stowing(world, look, actions)
        base = look.value(world)
        return [rating(world, look, action, base) for action in actions]

    def stage(self, world: State) -> int:
        """The turn."""
        assert isinstance(world, Table)
        return world.turn

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """The nations of the others."""
        assert isinstance(world, Table)
        return [
            f"seat {other} is {NATION_NAMES[world.nation(other)]}"
            for other in range(world.seats)
            if other != seat
        ]

    def feature_names(self) -> list[str]:
        """What the features are called."""
        return features.NAMES

    def features(self, world: State) -> list[list[float]]:
        """What each nation has."""
        assert isinstance(world, Table)
        return features.rows(world)

    def side_of(self, world: State, seat: Seat) -> int:
        """The nation of a seat."""
        assert isinstance(world, Table)
        return world.nation(seat)

    def weight(self, world: State, seat: Seat) -> float:
        """How well the Loyalty cards of a world explain what everybody did."""
        assert isinstance(world, Table)
        return likelihood(world)


def likelihood(t: Table) -> float:
    """How well the Loyalty cards of a world explain the public record of deeds."""
    found = gather(t)
    score = 0.0
    for seat in range(t.seats):
        nation = t.nation(seat)
        score += found.leans[seat * NATIONS + nation]
        for other in range(seat):
            bond = found.bonds[seat * t.seats + other]
            if nation != DUTCH and t.nation(other) != DUTCH:
                score += bond if t.nation(other) == nation else -bond
    return exp(max(score, SCORE_MIN))


def rating(t: Table, look: Outlook, action: Action, base: float) -> float:
    """How good an action is; only ratings of the same question compare."""
    verb = action.verb
    if verb <= FORCE:
        return rate_event(t, look, action)
    if verb == ROW_TO or verb == LETTER_FOR or verb == MAROON or verb == SMUGGLE:
        return rate_move(t, look, action, base)
    if verb <= BRAWL:
        return rate_call(t, look, verb)
    if verb == PICK:
        return look.slot_worth(action.first, t.forced)
    if verb == TAKE:
        return rate_chest(look, action)
    if verb == TARGET:
        return rate_target(t, look, action.first)
    if verb == GIVE:
        return rate_gift(t, look, action.first)
    if verb == EXPLODE:
        return rate_explosion(t, look, BOATS[action.first])
    if verb == STAND:
        return float(t.rng.below(100)) / 100.0
    return rate_answer(t, look, verb, base)


def rate_answer(t: Table, look: Outlook, verb: int, base: float) -> float:
    """Answers without arguments."""
    if verb == USE_ATLANTIS:
        return rate_atlantis(t, look) - base - ATLANTIS_GAIN
    if verb == KEEP:
        return KEEP_WORTH
    if verb == USE_FOUNTAIN:
        return rank_worth(t, look.seat) + 0.2
    if verb == HESITATE or verb == ASK_ATLANTIS or verb == HOLD_ATLANTIS:
        return -50.0
    assert verb == PASS or verb == DECLINE or verb == ACCEPT
    return 0.0


# ------------------------------------------------------------------------- the action


def rate_event(t: Table, look: Outlook, action: Action) -> float:
    """Peek for news, reveal what helps, force enemies onto what hurts."""
    if action.verb == REVEAL:
        return look.slot_worth(action.first, look.seat)
    if action.verb == FORCE:
        other = action.args[2]
        first, second = look.slot_worth(action.first, other), look.slot_worth(action.second, other)
        return 0.5 * (first + second) - 0.02
    assert action.verb == PEEK
    news = 0
    for slot in (action.first, action.second):
        if not t.knows[FIRST_EVENT + t.row[slot]] >> look.seat & 1:
            news += 1
    is_end = not t.event_deck and not t.is_race
    return PEEK_WORTH * news * (3.0 if is_end else 1.0)


def rate_move(t: Table, look: Outlook, action: Action, base: float) -> float:
    """What is better once it is done: nothing is left to chance but the next turn."""
    after = t.clone()
    after.apply(look.seat, action)
    worth = look.value(after) - base
    return worth - KEEP_WORTH if action.verb == LETTER_FOR else worth


def rate_call(t: Table, look: Outlook, verb: int) -> float:
    """What a vote promises."""
    place = t.places[look.seat]
    voters = len(t.lines[place])
    if verb == BRAWL:
        return rate_brawl(t, look, voters)
    if verb == MUTINY:
        captain = t.lines[place][0]
        odds = MUTINY_ODDS[min(5, voters - 1)] + (OWN_CARD if has_skull(t, look.seat) else 0.0)
        gain = -look.friends[captain] * (rank_worth(t, captain) + 0.1) + 0.3
        return odds * gain
    assert verb == ATTACK
    odds = ATTACK_ODDS[min(5, voters)] + (OWN_CARD if has_attack_card(t, look.seat) else 0.0)
    for other in t.lines[place]:
        odds += 0.04 * look.friends[other]
    return odds * best_loot(t, look, place)


def has_skull(t: Table, seat: Seat) -> bool:
    """Whether a seat can vote for a mutiny."""
    for card in t.hands[seat]:
        if BOX.votes[VOTE_KIND[card]].bottom == SKULL:
            return True
    return False


def has_attack_card(t: Table, seat: Seat) -> bool:
    """Whether a seat can vote for an attack."""
    for card in t.hands[seat]:
        if BOX.votes[VOTE_KIND[card]].top == TORCH:
            return True
    return False


def best_loot(t: Table, look: Outlook, ship: int) -> float:
    """What the best chest is worth that a won attack could bring."""
    sources = [SG] if t.chests[SG] else [hold_of(1 - ship, BRITISH), hold_of(1 - ship, FRENCH)]
    best = 0.0
    for source in sources:
        if t.chests[source]:
            for nation in (BRITISH, FRENCH):
                best = max(best, loot_worth(look, source, nation))
    return best


def loot_worth(look: Outlook, source: int, nation: int) -> float:
    """What it is worth to move a chest into a hold of a nation."""
    gains = [0, 0]
    gains[nation] += 1
    if source != SG:
        gains[nation_of_treasury(source)] -= 1
    return look.shift(gains[BRITISH], gains[FRENCH])


def rate_brawl(t: Table, look: Outlook, voters: int) -> float:
    """Alone one cannot lose a brawl with the own flag; in a crowd friends decide."""
    if look.nation == DUTCH:
        return 0.5 * look.shift(1 - t.chests[TO_BRITISH], 1 - t.chests[TO_FRENCH])
    flags = 0
    for card in t.hands[look.seat]:
        if BOX.votes[VOTE_KIND[card]].flag == look.nation:
            flags += 1
    odds = 0.45 if flags else 0.1
    for other in t.lines[TO]:
        if other != look.seat:
            odds += 0.12 * look.friends[other]
    lost = max(0.0, 0.25 - 0.1 * flags + 0.05 * (voters - 1))
    mine = t.chests[TO_BRITISH if look.nation == BRITISH else TO_FRENCH]
    won = gain_of(look, ISLAND_CHESTS - mine)
    tied = gain_of(look, 1 - mine)
    return odds * won + lost * gain_of(look, -mine) + max(0.0, 1.0 - odds - lost) * tied


def gain_of(look: Outlook, chests: int) -> float:
    """What it is worth that chests of the island change sides for the own nation."""
    return look.shift(chests, -chests) if look.nation == BRITISH else look.shift(-chests, chests)


# ------------------------------------------------------------------------------ answers


def rate_chest(look: Outlook, action: Action) -> float:
    """Where to take a chest from, and where to put it."""
    return loot_worth(look, action.first, nation_of_treasury(action.second + 1))


def rate_stowing(t: Table, look: Outlook, actions: list[Action]) -> list[float]:
    """The first chest goes into the own hold, but for a bluff."""
    is_bluff = t.seats > 3 and look.nation != DUTCH and int(t.rng.below(STOW_BLUFF)) == 0
    ratings: list[float] = []
    for action in actions:
        nation = nation_of_treasury(action.first + 1)
        worth = look.shift(1 if nation == BRITISH else 0, 1 if nation == FRENCH else 0)
        ratings.append(-worth if is_bluff else worth)
    return ratings


def rate_target(t: Table, look: Outlook, other: Seat) -> float:
    """Whom a card shall strike or please."""
    step = t.agenda[-1]
    friend = look.friends[other]
    if step == PISTOL_TARGET:
        return -friend * (rank_worth(t, other) + 0.15)
    if step == MAP_TARGET:
        return friend
    if step == FEVER_TARGET:
        return friend * look.advantage()
    assert step == CROWS_TARGET
    return abs(friend) + 0.1 * friend


def rate_gift(t: Table, look: Outlook, kind: int) -> float:
    """Good cards for friends, bad ones for enemies."""
    card = BOX.votes[kind]
    worth = card.symbols * (1.0 if card.top == TORCH else 0.6 if card.top == CANNON else -1.0)
    if card.flag == look.nation:
        worth += 0.8 * card.symbols
    return worth * look.friends[t.searched]


def rate_explosion(t: Table, look: Outlook, boat: int) -> float:
    """Enemies in a boat are marooned."""
    total = 0.0
    for seat in t.lines[boat]:
        total -= look.friends[seat]
    return total


def rate_atlantis(t: Table, look: Outlook) -> float:
    """What the table is worth after one has gone to the other ship."""
    after = t.clone()
    after.move_pawn(look.seat, 1 - t.places[look.seat])
    return look.value(after)


# -------------------------------------------------------------------------------- votes


def rate_votes(t: Table, look: Outlook, actions: list[Action]) -> list[float]:
    """The card that serves best; now and then another one, for few voters give themselves away."""
    is_bluff = int(t.rng.below(VOTE_BLUFF)) == 0 and t.voters.bit_count() <= 3
    wish = wished(t, look)
    ratings: list[float] = []
    for action in actions:
        worth = card_worth(t, look, action.first, wish)
        if action.verb == VOTE_TWO:
            worth += card_worth(t, look, action.second, wish) - EL_DORADO_COST
        ratings.append(-0.5 * worth if is_bluff and t.caller != look.seat else worth)
    return ratings


def wished(t: Table, look: Outlook) -> float:
    """How much a seat wishes that the vote under way succeeds."""
    if t.vote == ATTACK_VOTE:
        return look.friends[t.caller]
    if t.vote == MUTINY_VOTE:
        captain = t.lines[votes.place_of_vote(t)][0]
        return -look.friends[captain] + 0.4 * look.friends[t.caller]
    return 1.0


def card_worth(t: Table, look: Outlook, kind: int, wish: float) -> float:
    """How much a card does for a wish; what it keeps for later counts a little."""
    card = BOX.votes[kind]
    spare = 0.05 if card.flag == look.nation else 0.0
    if t.vote == ATTACK_VOTE:
        weight = 1.0 if card.top == TORCH else 0.75 if card.top == CANNON else -1.0
        return wish * weight * card.symbols - spare
    if t.vote == MUTINY_VOTE:
        return wish * (1.0 if card.bottom == SKULL else -1.0) * card.symbols - spare
    if look.nation == DUTCH:
        behind = BRITISH if t.chests[TO_BRITISH] < t.chests[TO_FRENCH] else FRENCH
        return 1.0 if card.flag == behind else 0.0
    return float(card.symbols) if card.flag == look.nation else -float(card.symbols)
