"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.masks import bits
from broadside.kernel.sight import is_known, or_none

from . import battle, cards, events, scoring, verbs, views
from .board import LAIRS
from .previews import courses, previews
from .printed import static_view
from .rounds import CHOOSING_CARDS, PLACING_DICE
from .spending import OpenHolds
from .views import TableView

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view", "view"]


def view(t: Table, seat: Seat) -> TableView:
    """Holds, ships, dice, discards and powers are public; hands and backs are not.

    Who has yet to choose a card is nobody's business.  JAM-S1 JAM-T1 JAM-Q27
    """
    all_open = seat == EVERYTHING
    return {
        "round": t.round,
        "rounds_max": t.rounds_max,
        "last_round": t.round == t.rounds_max or scoring.has_finisher(t),
        "phase": phase(t),
        "step": t.agenda[-1].name if t.agenda else None,
        "question": t.prompt(t.deciders()[0]).question if t.waiting else None,
        "captain": t.captain,
        "turn": turn(t),
        "actor": t.deciders()[0] if t.waiting and phase(t) != "choose_card" else None,
        "dice": {
            "rolled": [t.first_die, t.second_die],  # JAM-R1
            "morning": t.morning or None,
            "evening": t.evening or None,
        },
        "ships": [view_ship(t, ship, seat) for ship in range(t.ships)],
        "tokens": [LAIRS[lair] for lair in bits(t.tokens)],
        "treasures": [
            view_treasure(t, lair, seat)
            for lair in range(len(LAIRS))
            if t.lair_cards[lair] != cards.NO_CARD
        ],
        "treasure_pile": len(t.treasure_pile),
        "treasures_removed": len(t.removed),
        "bank": view_goods(t.bank) if t.is_finite else None,
        "move": {
            "ship": t.mover,
            "steps": t.steps,
            "direction": verbs.DIRECTION.values[t.direction],
        }
        if t.mover != cards.NOBODY
        else None,
        "battle": view_battle(t) if t.attacker != cards.NOBODY else None,
        "owed": view_owed(t, t.deciders()[0]) if t.spend_good and t.waiting else None,
        "load": {
            "ship": t.load_ship,
            "good": cards.GOOD_NAMES[t.load_good],
            "tokens": t.load_tokens,
        }
        if t.load_ship != cards.NOBODY
        else None,
        "previews": previews(t, seat),
        "courses": courses(t, seat),
        "score": view_score(t) if t.is_over() else None,
        "treasure_pile_cards": treasure_names(t.treasure_pile) if all_open else None,
        "removed_cards": treasure_names(t.removed) if all_open else None,
    }


def treasure_names(row: tuple[int, ...]) -> list[str]:
    """The names of some treasure cards, in order."""
    return [cards.TREASURE_NAMES[card] for card in row]


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


def view_goods(counts: list[int]) -> views.GoodsView:
    """Tokens by good."""
    return {
        "gold": counts[cards.GOLD],
        "food": counts[cards.FOOD],
        "gunpowder": counts[cards.GUNPOWDER],
    }


def view_ship(t: Table, ship: int, seat: Seat) -> views.ShipView:
    """One ship with everything aboard."""
    is_ghost = t.is_ghost(ship)
    place = scoring.place(t, ship)
    position = t.position(ship)
    return {
        "ship": ship,
        "seat": None if is_ghost else ship,
        "pirate": "ghost" if is_ghost else cards.PIRATE_NAMES[ship],
        "colour": cards.COLOUR_NAMES[cards.GHOST_COLOUR if is_ghost else ship],
        "space": t.space(ship),
        "lap": t.lap(ship),
        "position": position,
        "rank": 1 + len([x for x in range(t.ships) if t.position(x) > position]),
        "finished": t.is_finished(ship),
        "holds": [HOLDS_SEEN[slot][t.hold(ship, slot)].copy() for slot in range(t.slots(ship))],
        "goods": view_goods([t.stock(ship, good) for good in range(len(cards.GOOD_NAMES))]),
        "place": place,
        "points": place + t.stock(ship, cards.GOLD),
        "powers": [cards.POWER_NAMES[i] for i in range(cards.POWERS) if t.powers[i] == ship],
        "hidden_treasures": len(t.hidden_of(ship)),
        "quick_pay": t.quick >> ship & 1 == 1,
        "cards": None if is_ghost else view_cards(t, ship, seat),
    }


HOLDS_SEEN: Final[list[list[views.HoldView]]] = [
    [
        {
            "hold": slot + 1,
            "good": cards.GOOD_NAMES[hold >> cards.HOLD_SHIFT] if hold else None,
            "tokens": hold & cards.HOLD_TOKENS,
        }
        for hold in range(cards.HOLD_MASK + 1)
    ]
    for slot in range(cards.SLOTS)
]
"""By slot, and by what is in it: a view has copies, which are made in less time."""


def view_cards(t: Table, owner: Seat, seat: Seat) -> views.CardsView:
    """A seat's cards: others see counts and discards, and the laid card when it is revealed.

    While cards are chosen others do not even see whether one lies there already: the hand looks
    complete.  JAM-R2 JAM-R3 JAM-Q27
    """
    is_own = seat == owner or seat == EVERYTHING
    is_open = is_own or t.revealed >> owner & 1 == 1
    has_laid = t.laid[owner] != cards.NO_CARD
    shows_laying = has_laid and (is_own or phase(t) != "choose_card")
    hand = t.hands[owner]
    return {
        "hand_count": len(hand) + (1 if has_laid and not shows_laying else 0),
        "hand": [cards.ACTION_NAMES[card] for card in hand] if is_own else None,
        "pile_count": len(t.piles[owner]),
        "pile": sorted([cards.ACTION_NAMES[card] for card in t.piles[owner]]) if is_own else None,
        "discards": [cards.ACTION_NAMES[card] for card in t.discards[owner]],
        "committed": shows_laying,
        "laid": cards.ACTION_NAMES[t.laid[owner]] if has_laid and is_open else None,
    }


def view_treasure(t: Table, lair: int, seat: Seat) -> views.TreasureView:
    """A treasure card aboard a ship.

    A back shows where it was drawn and who held it; every seat that held it knows what it is. For
    spectators it stays a back.
    JAM-T1 JAM-Q12 JAM-Q19
    """
    card = t.lair_cards[lair]
    is_open = is_known(t.knows, cards.FIRST_TREASURE + card, seat, t.everyone)
    is_given = t.given >> lair & 1 == 1
    kind = cards.TREASURE_KINDS[cards.TREASURE_KIND[card]]
    return {
        "lair": LAIRS[lair],
        "holder": t.holders[lair],
        "held_by": bits(t.held[lair]),
        "face_up": t.face_up >> lair & 1 == 1 or t.is_over(),
        "given": is_given,
        "treasure": cards.TREASURE_NAMES[card] if is_open else None,
        "kind": kind if is_open or is_given else None,
        "value": cards.TREASURE_VALUE[card] if is_open else None,
    }


def view_battle(t: Table) -> views.BattleView:
    """The battle under way, gunpowder and dice open.  JAM-B2 JAM-B4"""
    has_defence = t.defence_powder > 0 or t.defence_die != cards.NOT_ROLLED
    return {
        "space": t.space(t.attacker),
        "attacker": t.attacker,
        "defender": t.defender,
        "attack": view_fire(t, True),
        "defence": view_fire(t, False) if has_defence else None,
        "sabre": or_none(battle.sabre_owner(t)),
        "sabre_used": t.is_sabre_used,
        "winner": or_none(t.winner),
    }


def view_fire(t: Table, is_attack: bool) -> views.FireView:
    """One side of a battle."""
    ship, die = t.fighter(is_attack), t.battle_die(is_attack)
    return {
        "ship": ship,
        "gunpowder": t.attack_powder if is_attack else t.defence_powder,
        "lady_beth": t.beth(ship) > 0,
        "face": None if die == cards.NOT_ROLLED else "star" if die == cards.STAR else str(die),
        "firepower": battle.firepower(t, is_attack),
    }


def view_owed(t: Table, ship: int) -> views.OwedView:
    """What a ship is taking out of its holds.  JAM-F2"""
    return {
        "ship": ship,
        "good": cards.GOOD_NAMES[t.spend_good],
        "left": t.spend_left,
        "hold": int(OpenHolds(t, ship).first) + 1,
    }


def view_score(t: Table) -> views.ScoreView:
    """The final score sheet."""
    tie = scoring.tie_break(t)
    return {
        "seats": [view_seat_score(t, seat) for seat in range(t.seats)],
        "winners": scoring.winners(t),
        "tie_break": None if tie == events.NO_TIE else events.TIE_BREAK.values[tie],
    }


def view_seat_score(t: Table, seat: Seat) -> views.SeatScoreView:
    """The final score of a seat.  JAM-E3"""
    cursed = sum([cards.TREASURE_VALUE[t.lair_cards[lair]] for lair in t.cursed_of(seat)])
    return {
        "seat": seat,
        "place": scoring.place(t, seat),
        "gold": t.stock(seat, cards.GOLD),
        "riches": t.riches(seat) - cursed,
        "cursed": cursed,
        "total": scoring.score(t, seat),
        "position": t.position(seat),
    }
