"""Advice: what a good player weighs.

Everybody else's loyalty is a matter of belief (see `belief.py`); places, chests and events have
their worth (see `outlook.py`). Votes and first chests are bluffed now and then, so that they do not
give a loyalty away at once.
"""

from __future__ import annotations

from math import exp
from typing import Final

from broadside.kernel.action import Action, Verb
from broadside.kernel.advice import Advice
from broadside.kernel.event import Seat
from broadside.kernel.state import State

from . import cards, events, features, peeking, verbs, votes
from .belief import NATIONS, SCORE_MIN, Beliefs, gather, told
from .outlook import Outlook, rank_worth
from .reveals import MAP_TARGET, PISTOL_TARGET
from .stars import CROWS_TARGET, FEVER_TARGET
from .table import Table

ATTACK_ODDS: Final = [0.10, 0.24, 0.25, 0.37, 0.40, 0.46]
"""How often random cards win an attack, by the number of voters."""
MUTINY_ODDS: Final = [0.30, 0.27, 0.48, 0.34, 0.47, 0.38]
OWN_CARD: Final = 0.12
"""What a good card of one's own adds."""
VOTE_BLUFF: Final = 6
STOW_BLUFF: Final = 5
"""One in so many votes, one in so many first chests is a bluff."""
GIFT_WORTH: Final = [0.6, 1.0, -1.0]
ATTACK_WORTH: Final = [0.75, 1.0, -1.0]
"""What cannons, torches and water are worth, in somebody's hand and in an attack."""
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
            {cards.NATION_NAMES[nation]: held.of(other, nation) for nation in range(NATIONS)}
            for other in range(world.seats)
        ]

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        """How good each of these actions is."""
        assert isinstance(world, Table)
        look = Outlook(world, seat)
        verb = actions[0].verb
        if verb == verbs.VOTE_WITH:
            return rate_votes(world, look, actions)
        if verb == verbs.STOW:
            return rate_stowing(world, look, actions)
        base = look.value(world)
        return [rating(world, look, action, base) for action in actions]

    def stage(self, world: State) -> int:
        """The turn."""
        assert isinstance(world, Table)
        return world.turn

    def secrets(self, world: State, seat: Seat) -> list[str]:
        """The nations of the others."""
        others = [other for other in range(world.seats) if other != seat]
        return [f"seat {other} is {world.side(other)}" for other in others]

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

    def deeds(self, world: State) -> list[tuple[str, Seat, Seat]]:
        """The public record."""
        assert isinstance(world, Table)
        return told(world)

    def weight(self, world: State, seat: Seat) -> float:
        """How well the Loyalty cards of a world explain what everybody did."""
        assert isinstance(world, Table)
        found = gather(world)
        nations = [world.nation(other) for other in range(world.seats)]
        score = sum([found.fit(nations, other) for other in range(world.seats)], 0.0)
        return exp(max(score, SCORE_MIN))


def rating(t: Table, look: Outlook, action: Action, base: float) -> float:
    """How good an action is; only ratings of the same question compare."""
    verb = action.verb
    if verb in (verbs.PEEK, verbs.REVEAL, verbs.FORCE):
        return rate_event(t, look, action)
    if verb in (verbs.ROW_TO, verbs.LETTER_FOR, verbs.MAROON, verbs.SMUGGLE):
        return rate_move(t, look, action, base)
    if verb in verbs.CALLS:
        return rate_call(t, look, verb)
    if verb == verbs.PICK:
        return look.slot_worth(action.first, t.forced)
    if verb == verbs.TAKE:
        return loot_worth(look, action.first, cards.nation_of_treasury(action.second + 1))
    if verb == verbs.TARGET:
        return rate_target(t, look, action.first)
    if verb == verbs.GIVE:
        return rate_gift(t, look, action.first)
    if verb == verbs.EXPLODE:
        return -sum([look.friends[seat] for seat in t.lines[cards.BOATS[action.first]]], 0.0)
    if verb == verbs.STAND:
        return float(t.rng.below(100)) / 100.0
    return rate_answer(t, look, verb, base)


def rate_answer(t: Table, look: Outlook, verb: Verb, base: float) -> float:
    """Answers without arguments."""
    if verb == verbs.USE_ATLANTIS:
        after = t.clone()
        after.move_pawn(look.seat, 1 - t.places[look.seat])
        return look.value(after) - base - ATLANTIS_GAIN
    if verb == verbs.KEEP:
        return KEEP_WORTH
    if verb == verbs.USE_FOUNTAIN:
        return rank_worth(t, look.seat) + 0.2
    if verb == verbs.HESITATE or verb == verbs.ASK_ATLANTIS or verb == verbs.HOLD_ATLANTIS:
        return -50.0
    assert verb == verbs.PASS or verb == verbs.DECLINE or verb == verbs.ACCEPT
    return 0.0


# ------------------------------------------------------------------------- the action


def rate_event(t: Table, look: Outlook, action: Action) -> float:
    """Peek for news, reveal what helps, force enemies onto what hurts."""
    if action.verb == verbs.REVEAL:
        return look.slot_worth(action.first, look.seat)
    if action.verb == verbs.FORCE:
        other = action.args[2]
        first, second = look.slot_worth(action.first, other), look.slot_worth(action.second, other)
        return 0.5 * (first + second) - 0.02
    assert action.verb == verbs.PEEK
    slots = (action.first, action.second)
    news = sum([1 for slot in slots if peeking.is_hidden(t, look.seat, t.row[slot])])
    is_end = not t.event_deck and not t.is_race
    return PEEK_WORTH * news * (3.0 if is_end else 1.0)


def rate_move(t: Table, look: Outlook, action: Action, base: float) -> float:
    """What is better once it is done: nothing is left to chance but the next turn."""
    after = t.clone()
    after.apply(look.seat, action)
    worth = look.value(after) - base
    return worth - KEEP_WORTH if action.verb == verbs.LETTER_FOR else worth


def rate_call(t: Table, look: Outlook, verb: Verb) -> float:
    """What a vote promises."""
    line = t.lines[t.places[look.seat]]
    voters = len(line)
    if verb == verbs.BRAWL:
        return rate_brawl(t, look, voters)
    if verb == verbs.MUTINY:
        captain = line[0]
        odds = MUTINY_ODDS[min(5, voters - 1)] + own_card(t, look.seat, cards.BOTTOM, cards.SKULL)
        gain = -look.friends[captain] * (rank_worth(t, captain) + 0.1) + 0.3
        return odds * gain
    assert verb == verbs.ATTACK
    odds = ATTACK_ODDS[min(5, voters)] + own_card(t, look.seat, cards.TOP, cards.TORCH)
    for other in line:
        odds += 0.04 * look.friends[other]
    return odds * best_loot(t, look)


def own_card(t: Table, seat: Seat, section: list[int], symbol: int) -> float:
    """What the own hand adds to the odds of a vote."""
    return OWN_CARD if symbol in [section[card] for card in t.hands[seat]] else 0.0


def best_loot(t: Table, look: Outlook) -> float:
    """What the best chest is worth that a won attack could bring."""
    best = 0.0
    for source in votes.sources(t):
        for nation in (cards.BRITISH, cards.FRENCH):
            best = max(best, loot_worth(look, source, nation))
    return best


def loot_worth(look: Outlook, source: int, nation: int) -> float:
    """What it is worth to move a chest into a hold of a nation."""
    gains = [0, 0]
    gains[nation] += 1
    if source != cards.SG:
        gains[cards.nation_of_treasury(source)] -= 1
    return look.shift(gains[cards.BRITISH], gains[cards.FRENCH])


def rate_brawl(t: Table, look: Outlook, voters: int) -> float:
    """Alone one cannot lose a brawl with the own flag; in a crowd friends decide."""
    if look.nation == cards.DUTCH:
        return 0.5 * look.shift(1 - t.chests[cards.TO_BRITISH], 1 - t.chests[cards.TO_FRENCH])
    flags = [cards.FLAG[card] for card in t.hands[look.seat]].count(look.nation)
    odds = 0.45 if flags else 0.1
    for other in t.lines[cards.TO]:
        if other != look.seat:
            odds += 0.12 * look.friends[other]
    lost = max(0.0, 0.25 - 0.1 * flags + 0.05 * (voters - 1))
    mine = t.chests[cards.TO_BRITISH + look.nation]
    won = gain_of(look, cards.ISLAND_CHESTS - mine)
    tied = gain_of(look, 1 - mine)
    return odds * won + lost * gain_of(look, -mine) + max(0.0, 1.0 - odds - lost) * tied


def gain_of(look: Outlook, chests: int) -> float:
    """What it is worth that chests of the island change sides for the own nation."""
    british = chests if look.nation == cards.BRITISH else -chests
    return look.shift(british, -british)


# ------------------------------------------------------------------------------ answers


def rate_stowing(t: Table, look: Outlook, actions: list[Action]) -> list[float]:
    """The first chest goes into the own hold, but for a bluff."""
    is_bluff = t.seats > 3 and look.nation != cards.DUTCH and int(t.rng.below(STOW_BLUFF)) == 0
    nations = [cards.nation_of_treasury(action.first + 1) for action in actions]
    worths = [loot_worth(look, cards.SG, nation) for nation in nations]
    return [-worth if is_bluff else worth for worth in worths]


def rate_target(t: Table, look: Outlook, other: Seat) -> float:
    """Whom a card shall strike or please."""
    step = t.agenda[-1]
    friend = look.friends[other]
    if step is PISTOL_TARGET:
        return -friend * (rank_worth(t, other) + 0.15)
    if step is MAP_TARGET:
        return friend
    if step is FEVER_TARGET:
        return friend * look.advantage()
    assert step is CROWS_TARGET
    return abs(friend) + 0.1 * friend


def rate_gift(t: Table, look: Outlook, kind: int) -> float:
    """Good cards for friends, bad ones for enemies."""
    card = cards.BOX.votes[kind]
    worth = card.symbols * GIFT_WORTH[card.top]
    if card.flag == look.nation:
        worth += 0.8 * card.symbols
    return worth * look.friends[t.searched]


# -------------------------------------------------------------------------------- votes


def rate_votes(t: Table, look: Outlook, actions: list[Action]) -> list[float]:
    """The card that serves best; now and then another one, for few voters give themselves away."""
    is_bluff = int(t.rng.below(VOTE_BLUFF)) == 0 and t.voters.bit_count() <= 3
    wish = wished(t, look)
    ratings: list[float] = []
    for action in actions:
        worth = card_worth(t, look, action.first, wish)
        if action.verb == verbs.VOTE_TWO:
            worth += card_worth(t, look, action.second, wish) - EL_DORADO_COST
        ratings.append(-0.5 * worth if is_bluff and t.active != look.seat else worth)
    return ratings


def wished(t: Table, look: Outlook) -> float:
    """How much a seat wishes that the vote under way succeeds."""
    if t.vote == events.ATTACK_VOTE:
        return look.friends[t.active]
    if t.vote == events.MUTINY_VOTE:
        captain = t.lines[votes.place_of_vote(t)][0]
        return -look.friends[captain] + 0.4 * look.friends[t.active]
    return 1.0


def card_worth(t: Table, look: Outlook, kind: int, wish: float) -> float:
    """How much a card does for a wish; what it keeps for later counts a little."""
    card = cards.BOX.votes[kind]
    spare = 0.05 if card.flag == look.nation else 0.0
    if t.vote == events.ATTACK_VOTE:
        return wish * ATTACK_WORTH[card.top] * card.symbols - spare
    if t.vote == events.MUTINY_VOTE:
        return wish * (1.0 if card.bottom == cards.SKULL else -1.0) * card.symbols - spare
    if look.nation == cards.DUTCH:
        is_british_less = t.chests[cards.TO_BRITISH] < t.chests[cards.TO_FRENCH]
        return 1.0 if card.flag == (cards.BRITISH if is_british_less else cards.FRENCH) else 0.0
    return float(card.symbols) if card.flag == look.nation else -float(card.symbols)
