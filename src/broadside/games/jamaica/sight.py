"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.masks import bits
from broadside.kernel.sight import is_known

from . import battle, scoring, treasures
from .board import LAIRS
from .cards import (
    ACTION_NAMES,
    BETH,
    COLOUR_NAMES,
    FIRST_TREASURE,
    FOOD,
    GHOST_COLOUR,
    GOLD,
    GOOD_NAMES,
    GUNPOWDER,
    NO_CARD,
    NOBODY,
    NOT_ROLLED,
    PIRATE_NAMES,
    POWER_NAMES,
    POWERS,
    STAR,
    TREASURE_KIND,
    TREASURE_KINDS,
    TREASURE_NAMES,
    TREASURE_VALUE,
)
from .events import NO_TIE, TIE_BREAK
from .previews import previews
from .printed import static_view
from .rounds import CHOOSING_CARDS, PLACING_DICE
from .spoils import hidden_cards
from .verbs import DIRECTION
from .views import (
    BattleView,
    CardsView,
    DiceView,
    FireView,
    GoodsView,
    HoldView,
    LoadView,
    MoveView,
    OwedView,
    ScoreView,
    SeatScoreView,
    ShipView,
    TableView,
    TreasureView,
)

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view", "view"]


def view(t: Table, seat: Seat) -> TableView:
    """Holds, ships, dice, discards and powers are public; hands and backs are not.

    JAM-S1 JAM-T1
    """
    all_open = seat == EVERYTHING
    return {
        "round": t.round,
        "rounds_max": t.rounds_max,
        "last_round": t.round == t.rounds_max or scoring.has_finisher(t),
        "phase": phase(t),
        "step": t.agenda[-1].name if t.agenda else None,
        "captain": t.captain,
        "turn": turn(t),
        "actor": actor(t),
        "dice": view_dice(t),
        "ships": [view_ship(t, ship, seat) for ship in range(t.ships)],
        "tokens": [LAIRS[lair] for lair in bits(t.tokens)],
        "treasures": view_treasures(t, seat),
        "treasure_pile": len(t.treasure_pile),
        "treasures_removed": len(t.removed),
        "bank": view_goods(t.bank) if t.is_finite else None,
        "move": view_move(t),
        "battle": view_battle(t),
        "owed": view_owed(t),
        "load": view_load(t),
        "previews": previews(t, seat),
        "score": view_score(t) if t.is_over() else None,
        "treasure_pile_cards": treasure_names(t.treasure_pile) if all_open else None,
        "removed_cards": treasure_names(t.removed) if all_open else None,
    }


def treasure_names(cards: tuple[int, ...]) -> list[str]:
    """The names of some treasure cards, in order."""
    return [TREASURE_NAMES[card] for card in cards]


def phase(t: Table) -> str:
    """What the table is doing: place_dice, choose_card, act or over."""
    if not t.agenda:
        return "over"
    if t.agenda[-1] is PLACING_DICE:
        return "place_dice"
    return "choose_card" if t.agenda[-1] is CHOOSING_CARDS else "act"


def turn(t: Table) -> int | None:
    """The ship whose turn it is: a seat's, or the ghost's."""
    if not t.agenda or t.turns == 0:
        return None
    return t.mover if t.is_ghost(t.mover) else t.turn_seat()


def actor(t: Table) -> int | None:
    """The seat that is asked, if it is one; who has yet to choose a card is nobody's business.

    JAM-Q27
    """
    if phase(t) == "choose_card" or not t.waiting:
        return None
    return t.deciders()[0]


def view_dice(t: Table) -> DiceView:
    """The navigation box.  JAM-R1"""
    return {
        "rolled": [t.first_die, t.second_die],
        "morning": t.morning or None,
        "evening": t.evening or None,
    }


def view_goods(counts: list[int]) -> GoodsView:
    """Tokens by good."""
    return {"gold": counts[GOLD], "food": counts[FOOD], "gunpowder": counts[GUNPOWDER]}


def view_ship(t: Table, ship: int, seat: Seat) -> ShipView:
    """One ship with everything aboard."""
    is_ghost = t.is_ghost(ship)
    place = scoring.place(t, ship)
    ahead = [other for other in range(t.ships) if t.position(other) > t.position(ship)]
    return {
        "ship": ship,
        "seat": None if is_ghost else ship,
        "pirate": "ghost" if is_ghost else PIRATE_NAMES[ship],
        "colour": COLOUR_NAMES[GHOST_COLOUR if is_ghost else ship],
        "space": t.spaces[ship],
        "lap": t.laps[ship],
        "position": t.position(ship),
        "rank": len(ahead) + 1,
        "finished": t.is_finished(ship),
        "holds": [view_hold(t, ship, slot) for slot in range(t.slots(ship))],
        "goods": view_goods([0] + [t.stock(ship, good) for good in (GOLD, FOOD, GUNPOWDER)]),
        "place": place,
        "points": place + t.stock(ship, GOLD),
        "powers": [POWER_NAMES[power] for power in range(POWERS) if t.powers[power] == ship],
        "hidden_treasures": len(hidden_cards(t, ship)),
        "quick_pay": t.quick >> ship & 1 == 1,
        "cards": None if is_ghost else view_cards(t, ship, seat),
    }


def view_hold(t: Table, ship: int, slot: int) -> HoldView:
    """One hold, numbered from 1."""
    good = t.good_in(ship, slot)
    return {
        "hold": slot + 1,
        "good": GOOD_NAMES[good] if good else None,
        "tokens": t.tokens_in(ship, slot),
    }


def view_cards(t: Table, owner: Seat, seat: Seat) -> CardsView:
    """A seat's cards: others see counts and discards, and the laid card when it is revealed.

    While cards are chosen others do not even see whether one lies there already: the hand looks
    complete.  JAM-R2 JAM-R3 JAM-Q27
    """
    is_own = seat == owner or seat == EVERYTHING
    is_open = is_own or t.revealed >> owner & 1 == 1
    has_laid = t.laid[owner] != NO_CARD
    is_choosing = phase(t) == "choose_card"
    shows_laying = has_laid and (is_own or not is_choosing)
    hand = t.hands[owner]
    in_hand = len(hand) + (1 if has_laid and not shows_laying else 0)
    return {
        "hand_count": in_hand,
        "hand": [ACTION_NAMES[card] for card in hand] if is_own else None,
        "pile_count": len(t.piles[owner]),
        "pile": sorted([ACTION_NAMES[card] for card in t.piles[owner]]) if is_own else None,
        "discards": [ACTION_NAMES[card] for card in t.discards[owner]],
        "committed": shows_laying,
        "laid": ACTION_NAMES[t.laid[owner]] if has_laid and is_open else None,
    }


def view_treasures(t: Table, seat: Seat) -> list[TreasureView]:
    """All treasure cards aboard ships.

    A back shows where it was drawn and who held it; every seat that held it knows what it is. For
    spectators it stays a back.
    JAM-T1 JAM-Q12 JAM-Q19
    """
    found: list[TreasureView] = []
    for lair in range(len(LAIRS)):
        card = t.lair_cards[lair]
        if card == NO_CARD:
            continue
        is_open = is_known(t.knows, FIRST_TREASURE + card, seat, t.everyone)
        is_given = t.given >> lair & 1 == 1
        found.append(
            {
                "lair": LAIRS[lair],
                "holder": t.holders[lair],
                "held_by": bits(t.held[lair]),
                "face_up": t.face_up >> lair & 1 == 1 or t.is_over(),
                "given": is_given,
                "treasure": TREASURE_NAMES[card] if is_open else None,
                "kind": TREASURE_KINDS[TREASURE_KIND[card]] if is_open or is_given else None,
                "value": TREASURE_VALUE[card] if is_open else None,
            }
        )
    return found


def view_move(t: Table) -> MoveView | None:
    """The move under way."""
    if t.mover == NOBODY:
        return None
    return {"ship": t.mover, "steps": t.steps, "direction": DIRECTION.values[t.direction]}


def view_battle(t: Table) -> BattleView | None:
    """The battle under way, gunpowder and dice open.  JAM-B2 JAM-B4"""
    if t.attacker == NOBODY:
        return None
    owner = battle.sabre_owner(t)
    has_defence = t.defence_powder > 0 or t.defence_die != NOT_ROLLED
    return {
        "space": t.spaces[t.attacker],
        "attacker": t.attacker,
        "defender": t.defender,
        "attack": view_fire(t, True),
        "defence": view_fire(t, False) if has_defence else None,
        "sabre": None if owner == NOBODY else owner,
        "sabre_used": t.is_sabre_used,
        "winner": None if t.winner == NOBODY else t.winner,
    }


def view_fire(t: Table, is_attack: bool) -> FireView:
    """One side of a battle."""
    die = t.attack_die if is_attack else t.defence_die
    ship = t.attacker if is_attack else t.defender
    return {
        "ship": ship,
        "gunpowder": t.attack_powder if is_attack else t.defence_powder,
        "lady_beth": t.powers[BETH] == ship,
        "face": None if die == NOT_ROLLED else "star" if die == STAR else str(die),
        "firepower": battle.firepower(t, is_attack),
    }


def view_owed(t: Table) -> OwedView | None:
    """What a ship is taking out of its holds."""
    if t.spend_good == 0 or not t.waiting:
        return None
    ship = t.deciders()[0]
    return {"ship": ship, "good": GOOD_NAMES[t.spend_good], "left": t.spend_left}


def view_load(t: Table) -> LoadView | None:
    """What a ship is about to load."""
    if t.load_ship == NOBODY:
        return None
    return {"ship": t.load_ship, "good": GOOD_NAMES[t.load_good], "tokens": t.load_tokens}


def view_score(t: Table) -> ScoreView:
    """The final score sheet."""
    tie = scoring.tie_break(t)
    return {
        "seats": [view_seat_score(t, seat) for seat in range(t.seats)],
        "winners": scoring.winners(t),
        "tie_break": None if tie == NO_TIE else TIE_BREAK.values[tie],
    }


def view_seat_score(t: Table, seat: Seat) -> SeatScoreView:
    """The final score of a seat.  JAM-E3"""
    cursed = 0
    for lair in treasures.cursed_of(t, seat):
        cursed += TREASURE_VALUE[t.lair_cards[lair]]
    return {
        "seat": seat,
        "place": scoring.place(t, seat),
        "gold": t.stock(seat, GOLD),
        "riches": treasures.value(t, seat) - cursed,
        "cursed": cursed,
        "total": scoring.score(t, seat),
        "position": t.position(seat),
    }
