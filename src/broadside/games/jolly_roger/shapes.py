"""The shapes of what is seen: the types of the view, which the client's are made from."""

from __future__ import annotations

from typing import TypedDict

# ---------------------------------------------------------- what is printed in the box


class SkillsView(TypedDict):
    """A number for each skill."""

    nav: int
    cannons: int
    sabres: int


class RangesView(TypedDict):
    """The lowest and the highest number for each skill."""

    nav: list[int]
    cannons: list[int]
    sabres: list[int]


class CrewKindView(TypedDict):
    """One kind of crew card; `character`: a special one, `multi`: one of its skills counts."""

    card: str
    copies: int
    crew: int
    skills: SkillsView
    character: bool
    multi: bool


class DestinationView(TypedDict):
    """One destination card; `prizes` of an attack, `crew` cards per seat of a port."""

    destination: str
    type: str
    required: SkillsView
    prizes: int
    crew: int


class PrizeKindView(TypedDict):
    """One kind of prize."""

    prize: str
    copies: int
    gold: int


class TypeView(TypedDict):
    """What the backs of a type of destination show; ranges are null for ports and islands."""

    type: str
    ranges: RangesView | None
    prizes: list[int] | None


class StaticView(TypedDict):
    """What never changes; written into the client's sources, not sent."""

    crew: list[CrewKindView]
    destinations: list[DestinationView]
    types: list[TypeView]
    prizes: list[PrizeKindView]
    promises: list[str]
    sides: list[str]
    windows: list[str]
    open_windows: list[str]
    rounds: int


# ------------------------------------------------------------------ what lies on the table


class WindowView(TypedDict):
    """The window that is open.

    `parent` is the window which a nested one will return to. `actor` decides alone; null where
    several are asked. `ready` is your own state: waiting, ready or done; null if it has none.
    """

    name: str
    id: int
    kind: str
    parent: str | None
    actor: int | None
    ready: str | None
    countdown_ms: int
    clock_s: int


class PlayView(TypedDict):
    """A card that was played and may yet be cancelled, with what it is to do."""

    seat: int
    card: str
    use: str
    side: str | None
    target: int | None


class StackView(TypedDict):
    """One face-down stack of destinations; `barred` means not in this round."""

    type: str
    cards: int
    barred: bool


class VoyageView(TypedDict):
    """The chosen destination; `face` is null while nobody knows it. `reached` is an island's."""

    type: str
    face: DestinationView | None
    reached: bool


class MusteredView(TypedDict):
    """A crew card before a seat."""

    seat: int
    card: str


class AttackView(TypedDict):
    """The attack as it stands.

    `totals` count single skills and officers; each of `multi` cards will add `multi_value` to
    one skill when the Quartermaster allots them. `required` is the public range, or twice the same
    number once the face is known.
    """

    mustered: list[MusteredView]
    officers: SkillsView
    totals: SkillsView
    multi: int
    multi_value: int
    required: RangesView
    prizes: list[int]


class SideView(TypedDict):
    """One side of a mutiny; `bonus` is what the role cards add, included in `crew`."""

    leader: int
    crew: int
    bonus: int
    seats: list[int]
    cards: list[MusteredView]


class MutinyView(TypedDict):
    """A mutiny under way."""

    captain: SideView
    mutineers: SideView
    neutral: list[int]
    called_in: str


class ShareView(TypedDict):
    """How many cards of this sharing a seat has, as JR-D3 counts them."""

    seat: int
    cards: int
    may_receive: bool


class SharingView(TypedDict):
    """Prizes laid out; null stands for a back that you do not know."""

    prizes: list[str | None]
    from_mutiny: bool
    cook: int | None
    picker: int | None
    shares: list[ShareView]


class CarpenterView(TypedDict):
    """The Carpenter's player, and what he was offered: for his eyes only.

    `presented` is your own secret answer, null before you have given one and for those not asked.
    """

    seat: int
    asked: list[int]
    presented: str | None
    offers: list[OfferedPrizeView] | None


class OfferedPrizeView(TypedDict):
    """A prize that a seat offers to the Carpenter; null for a back."""

    seat: int
    prize: str | None


class IslandView(TypedDict):
    """An island that was reached: who guards the ship, and whom a guard asks to take over.

    `burying` are the cards that you have chosen yourself, until all have chosen.
    """

    guards: list[int]
    asking: OfferView | None
    asked: list[int]
    burying: list[str]


class PunishmentView(TypedDict):
    """Whether punishment was ordered, and whom the Captain suggested."""

    ordered: bool
    suggestion: int | None


class OfferView(TypedDict):
    """An offer on the table. `item` is null for those who may not see it."""

    seat: int
    to: int
    kind: str
    item: str | None
    in_return: str | None


class OfferingView(TypedDict):
    """What you may offer now: any item to any seat for any of these promises in return.

    The action is `offer ITEM SEAT PROMISE`.
    """

    items: list[str]
    to: list[int]
    in_return: list[str]
    left: int


class PromiseView(TypedDict):
    """A promise that is neither kept nor broken yet: what `seat` owes to `to`."""

    seat: int
    to: int
    promise: str


class SeatView(TypedDict):
    """One seat.

    Hand and prizes list what you know by name, then null for each card you do not know. `buried`
    does the same for the owner, and for all where treasures are hidden; else it is null. `gold` is
    what you can count in open prizes. `side` is the side which the seat is bound to in a mutiny,
    `crew` what lies before it in an attack or a mutiny.
    """

    seat: int
    captain: bool
    quartermaster: bool
    hand_count: int
    hand: list[str | None]
    prizes: list[str | None]
    buried_count: int
    buried: list[str | None] | None
    gold: int
    guard: bool
    side: str | None
    crew: list[str]
    traded: bool
    promises_kept: int
    promises_broken: int


class SeatScoreView(TypedDict):
    """The final score of a seat."""

    seat: int
    gold: int
    prisoners: int
    jewels: int
    jewels_gold: int
    rum: int
    total: int


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
    window: WindowView | None
    plays: list[PlayView]
    captain: int
    quartermaster: int | None
    hand_limit: int
    mutiny_used: bool
    stacks: list[StackView]
    destination_discard: list[str]
    voyage: VoyageView | None
    attack: AttackView | None
    mutiny: MutinyView | None
    sharing: SharingView | None
    carpenter: CarpenterView | None
    island: IslandView | None
    selling: int | None
    punishment: PunishmentView | None
    seats: list[SeatView]
    discarding: list[str]
    crew_deck: int
    crew_discard: list[str]
    prize_deck: int
    prize_discard: list[str]
    offers: list[OfferView]
    offering: OfferingView | None
    promises: list[PromiseView]
    score: ScoreView | None
