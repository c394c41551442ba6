"""The shapes of a view: what lies on the table, as one viewpoint sees it."""

from __future__ import annotations

from typing import TypedDict

from .previews import CourseView, PreviewView


class DiceView(TypedDict):
    """Both action dice as they were rolled, and where the Captain has put them."""

    rolled: list[int]
    morning: int | None
    evening: int | None


class HoldView(TypedDict):
    """One hold; the good is null if it is empty."""

    hold: int
    good: str | None
    tokens: int


class GoodsView(TypedDict):
    """How many tokens of each good."""

    gold: int
    food: int
    gunpowder: int


class CardsView(TypedDict):
    """A seat's action cards.

    `hand` and `laid` are null where they are hidden; `committed` is whether a card lies there, for
    others only once all have chosen.
    """

    hand_count: int
    hand: list[str] | None
    pile_count: int
    pile: list[str] | None
    discards: list[str]
    committed: bool
    laid: str | None


class ShipView(TypedDict):
    """One ship. `seat` is null for the ghost; `points` is what everybody can count now."""

    ship: int
    seat: int | None
    pirate: str
    colour: str
    space: int
    lap: int
    position: int
    rank: int
    finished: bool
    holds: list[HoldView]
    goods: GoodsView
    place: int
    points: int
    powers: list[str]
    hidden_treasures: int
    quick_pay: bool
    cards: CardsView | None


class TreasureView(TypedDict):
    """A treasure card aboard a ship, by the lair where it was drawn.

    `treasure` and `value` are null for those who do not know it; `given` means that it was given
    and so is cursed, as everybody knows.
    """

    lair: int
    holder: int
    held_by: list[int]
    face_up: bool
    given: bool
    treasure: str | None
    kind: str | None
    value: int | None


class MoveView(TypedDict):
    """The ship whose action is being resolved, and how it moves."""

    ship: int
    steps: int
    direction: str


class FireView(TypedDict):
    """One side of a battle; the face is null until it is rolled."""

    ship: int
    gunpowder: int
    lady_beth: bool
    face: str | None
    firepower: int


class BattleView(TypedDict):
    """The battle under way. `defence` is null until the defender acts."""

    space: int
    attacker: int
    defender: int
    attack: FireView
    defence: FireView | None
    sabre: int | None
    sabre_used: bool
    winner: int | None


class OwedView(TypedDict):
    """Tokens that a ship is taking out of its holds; `hold` is the one that is asked about."""

    ship: int
    good: str
    left: int
    hold: int


class LoadView(TypedDict):
    """Tokens that a ship is about to load."""

    ship: int
    good: str
    tokens: int


class SeatScoreView(TypedDict):
    """The final score of a seat."""

    seat: int
    place: int
    gold: int
    riches: int
    cursed: int
    total: int
    position: int


class ScoreView(TypedDict):
    """The final score, and what settled a tie."""

    seats: list[SeatScoreView]
    winners: list[int]
    tie_break: str | None


class TableView(TypedDict):
    """The whole table as one viewpoint sees it."""

    round: int
    rounds_max: int
    last_round: bool
    phase: str
    step: str | None
    question: str | None
    captain: int
    turn: int | None
    actor: int | None
    dice: DiceView
    ships: list[ShipView]
    tokens: list[int]
    treasures: list[TreasureView]
    treasure_pile: int
    treasures_removed: int
    bank: GoodsView | None
    move: MoveView | None
    battle: BattleView | None
    owed: OwedView | None
    load: LoadView | None
    previews: list[PreviewView]
    courses: list[CourseView]
    score: ScoreView | None
    treasure_pile_cards: list[str] | None
    removed_cards: list[str] | None
