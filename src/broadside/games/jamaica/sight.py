"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.masks import bits
from broadside.kernel.shape import Shape
from broadside.kernel.sight import is_known, or_none

from . import battle, cards, events, scoring, verbs
from .board import LAIRS
from .previews import CourseView, PreviewView, courses, previews
from .printed import static_view
from .rounds import CHOOSING_CARDS, PLACING_DICE
from .spending import OpenHolds

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view"]


def action_names(row: tuple[int, ...]) -> list[str]:
    """The names of some action cards, in order."""
    return [cards.ACTION_NAMES[card] for card in row]


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


class GoodsView(TypedDict):
    """How many tokens of each good."""

    gold: int
    food: int
    gunpowder: int


def view_goods(counts: list[int]) -> GoodsView:
    """Tokens by good."""
    gold, food, gunpowder = counts[cards.GOLD], counts[cards.FOOD], counts[cards.GUNPOWDER]
    return {"gold": gold, "food": food, "gunpowder": gunpowder}


class HoldView(TypedDict):
    """One hold; the good is null if it is empty."""

    hold: int
    good: str | None
    tokens: int


HOLDS_SEEN: Final[list[list[HoldView]]] = [
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


class CardsView(Shape):
    """A seat's cards: others see counts and discards, and the laid card when it is revealed.

    `hand` and `laid` are null where they are hidden; `committed` is whether a card lies there.
    While cards are chosen others do not even see that: the hand looks complete.
    JAM-R2 JAM-R3 JAM-Q27
    """

    def __init__(self, t: Table, owner: Seat, seat: Seat) -> None:
        is_own = seat == owner or seat == EVERYTHING
        is_open = is_own or t.revealed >> owner & 1 == 1
        has_laid = t.laid[owner] != cards.NO_CARD
        shows_laying = has_laid and (is_own or phase(t) != "choose_card")
        hand = t.hands[owner]
        self.hand_count: int = len(hand) + (1 if has_laid and not shows_laying else 0)
        self.hand: list[str] | None = action_names(hand) if is_own else None
        self.pile_count: int = len(t.piles[owner])
        self.pile: list[str] | None = sorted(action_names(t.piles[owner])) if is_own else None
        self.discards: list[str] = action_names(t.discards[owner])
        self.committed: bool = shows_laying
        self.laid: str | None = cards.ACTION_NAMES[t.laid[owner]] if has_laid and is_open else None


class ShipView(Shape):
    """One ship with everything aboard. `seat` is null for the ghost.

    `points` is what everybody can count now.
    """

    def __init__(self, t: Table, ship: int, seat: Seat) -> None:
        is_ghost = t.is_ghost(ship)
        place = scoring.place(t, ship)
        position = t.position(ship)
        self.ship: int = ship
        self.seat: int | None = None if is_ghost else ship
        self.pirate: str = "ghost" if is_ghost else cards.PIRATE_NAMES[ship]
        self.colour: str = cards.COLOUR_NAMES[cards.GHOST_COLOUR if is_ghost else ship]
        self.space: int = t.space(ship)
        self.lap: int = t.lap(ship)
        self.position: int = position
        self.rank: int = 1 + len([x for x in range(t.ships) if t.position(x) > position])
        self.finished: bool = t.is_finished(ship)
        self.holds: list[HoldView] = [
            HOLDS_SEEN[slot][t.hold(ship, slot)].copy() for slot in range(t.slots(ship))
        ]
        self.goods: GoodsView = view_goods([t.stock(ship, i) for i in range(len(cards.GOOD_NAMES))])
        self.place: int = place
        self.points: int = place + t.stock(ship, cards.GOLD)
        self.powers: list[str] = [
            cards.POWER_NAMES[i] for i in range(cards.POWERS) if t.powers[i] == ship
        ]
        self.hidden_treasures: int = len(t.hidden_of(ship))
        self.quick_pay: bool = t.quick >> ship & 1 == 1
        self.cards: CardsView | None = None if is_ghost else CardsView(t, ship, seat)


class TreasureView(Shape):
    """A treasure card aboard a ship, by the lair where it was drawn.

    A back shows where it was drawn and who held it; every seat that held it knows what it is:
    `treasure` and `value` are null for others, and for spectators. `given` means that it was given
    and so is cursed, as everybody knows.  JAM-T1 JAM-Q12 JAM-Q19
    """

    def __init__(self, t: Table, lair: int, seat: Seat) -> None:
        card = t.lair_cards[lair]
        is_open = is_known(t.knows, cards.FIRST_TREASURE + card, seat, t.everyone)
        is_given = t.given >> lair & 1 == 1
        kind = cards.TREASURE_KINDS[cards.TREASURE_KIND[card]]
        self.lair: int = LAIRS[lair]
        self.holder: int = t.holders[lair]
        self.held_by: list[int] = bits(t.held[lair])
        self.face_up: bool = t.face_up >> lair & 1 == 1 or t.is_over()
        self.given: bool = is_given
        self.treasure: str | None = cards.TREASURE_NAMES[card] if is_open else None
        self.kind: str | None = kind if is_open or is_given else None
        self.value: int | None = cards.TREASURE_VALUE[card] if is_open else None


class DiceView(Shape):
    """Both action dice as they were rolled, and where the Captain has put them.  JAM-R1"""

    def __init__(self, t: Table) -> None:
        self.rolled: list[int] = [t.first_die, t.second_die]
        self.morning: int | None = t.morning or None
        self.evening: int | None = t.evening or None


class MoveView(Shape):
    """The ship whose action is being resolved, and how it moves."""

    def __init__(self, t: Table) -> None:
        self.ship: int = t.mover
        self.steps: int = t.steps
        self.direction: str = verbs.DIRECTION.values[t.direction]


class FireView(Shape):
    """One side of a battle; the face is null until it is rolled."""

    def __init__(self, t: Table, is_attack: bool) -> None:
        ship, die = t.fighter(is_attack), t.battle_die(is_attack)
        face = "star" if die == cards.STAR else str(die)
        self.ship: int = ship
        self.gunpowder: int = t.attack_powder if is_attack else t.defence_powder
        self.lady_beth: bool = t.beth(ship) > 0
        self.face: str | None = None if die == cards.NOT_ROLLED else face
        self.firepower: int = battle.firepower(t, is_attack)


class BattleView(Shape):
    """The battle under way, gunpowder and dice open. `defence` is null until the defender acts.

    JAM-B2 JAM-B4
    """

    def __init__(self, t: Table) -> None:
        has_defence = t.defence_powder > 0 or t.defence_die != cards.NOT_ROLLED
        self.space: int = t.space(t.attacker)
        self.attacker: int = t.attacker
        self.defender: int = t.defender
        self.attack: FireView = FireView(t, True)
        self.defence: FireView | None = FireView(t, False) if has_defence else None
        self.sabre: int | None = or_none(battle.sabre_owner(t))
        self.sabre_used: bool = t.is_sabre_used
        self.winner: int | None = or_none(t.winner)
        self.loser: int | None = None if t.winner == cards.NOBODY else t.loser()


class OwedView(Shape):
    """Tokens that a ship takes out of its holds; `hold` is the one that is asked about.  JAM-F2"""

    def __init__(self, t: Table) -> None:
        ship = t.deciders()[0]
        self.ship: int = ship
        self.good: str = cards.GOOD_NAMES[t.spend_good]
        self.left: int = t.spend_left
        self.hold: int = int(OpenHolds(t, ship).first) + 1


class LoadView(Shape):
    """Tokens that a ship is about to load."""

    def __init__(self, t: Table) -> None:
        self.ship: int = t.load_ship
        self.good: str = cards.GOOD_NAMES[t.load_good]
        self.tokens: int = t.load_tokens


class SeatScoreView(Shape):
    """The final score of a seat; `treasures` are riches and curses together.  JAM-E3"""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.seat: int = seat
        self.place: int = scoring.place(t, seat)
        self.gold: int = t.stock(seat, cards.GOLD)
        self.treasures: int = t.riches(seat)
        self.total: int = scoring.score(t, seat)


class ScoreView(Shape):
    """The final score, the best first, and what settled a tie.  JAM-E4"""

    def __init__(self, t: Table) -> None:
        tie = scoring.tie_break(t)
        self.seats: list[SeatScoreView] = [SeatScoreView(t, seat) for seat in scoring.ranking(t)]
        self.winners: list[int] = scoring.winners(t)
        self.tie_break: str | None = None if tie == events.NO_TIE else events.TIE_BREAK.values[tie]


class TableView(Shape):
    """The whole table as one viewpoint sees it.

    Holds, ships, dice, discards and powers are public; hands and backs are not. Who has yet to
    choose a card is nobody's business.  JAM-S1 JAM-T1 JAM-Q27
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        all_open = seat == EVERYTHING
        self.round: int = t.round
        self.rounds_max: int = t.rounds_max
        self.last_round: bool = t.round == t.rounds_max or scoring.has_finisher(t)
        self.phase: str = phase(t)
        self.step: str | None = t.agenda[-1].name if t.agenda else None
        self.question: str | None = t.prompt(t.deciders()[0]).question if t.waiting else None
        self.captain: int = t.captain
        self.turn: int | None = turn(t)
        self.actor: int | None = (
            t.deciders()[0] if t.waiting and phase(t) != "choose_card" else None
        )
        self.dice: DiceView = DiceView(t)
        self.ships: list[ShipView] = [ShipView(t, ship, seat) for ship in range(t.ships)]
        self.tokens: list[int] = [LAIRS[lair] for lair in bits(t.tokens)]
        self.treasures: list[TreasureView] = [
            TreasureView(t, lair, seat)
            for lair in range(len(LAIRS))
            if t.lair_cards[lair] != cards.NO_CARD
        ]
        self.treasure_pile: int = len(t.treasure_pile)
        self.treasures_removed: int = len(t.removed)
        self.bank: GoodsView | None = view_goods(t.bank) if t.is_finite else None
        self.move: MoveView | None = MoveView(t) if t.mover != cards.NOBODY else None
        self.battle: BattleView | None = BattleView(t) if t.attacker != cards.NOBODY else None
        self.owed: OwedView | None = OwedView(t) if t.spend_good and t.waiting else None
        self.load: LoadView | None = LoadView(t) if t.load_ship != cards.NOBODY else None
        self.previews: list[PreviewView] = previews(t, seat)
        self.courses: list[CourseView] = courses(t, seat)
        self.score: ScoreView | None = ScoreView(t) if t.is_over() else None
        self.treasure_pile_cards: list[str] | None = (
            treasure_names(t.treasure_pile) if all_open else None
        )
        self.removed_cards: list[str] | None = treasure_names(t.removed) if all_open else None
