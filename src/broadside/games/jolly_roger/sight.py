"""Who sees what: the table as one viewpoint sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.masks import bits
from broadside.kernel.shape import Shape
from broadside.kernel.sight import is_known, or_none, seen
from broadside.kernel.window import WINDOW_NAMES

from . import attack, calls, cards, events, island, mutiny, scoring, sharing, verbs
from .gifts import OfferingView, OfferView, PromiseView, view_bribe, view_offering, view_offers
from .limits import DISCARDING
from .openings import OpenWindow
from .plays import use_of
from .port import SELLING
from .previews import AttackView, MusteredView
from .printed import DestinationView, static_view
from .punishment import NAMING, ORDERING
from .questions import Question, Sealed
from .rounds import APPOINTING
from .voyage import SAILING, VOYAGE_ENDS

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view"]


def named_side(side: int) -> str | None:
    """A side of the mutiny, if it is one."""
    return None if side == events.NO_SIDE else verbs.SIDE_NAMES[side]


def names(zone: tuple[int, ...]) -> list[str]:
    """Cards by name, in their order."""
    return [cards.PIECE_NAMES[card] for card in zone]


def known_names(t: Table, zone: tuple[int, ...], seat: Seat) -> list[str | None]:
    """The cards of a zone that a viewpoint knows, then null for each it does not."""
    found: list[str | None] = []
    for card in seen(t.knows, list(zone), seat, t.everyone):
        found.append(cards.PIECE_NAMES[card] if card >= 0 else None)
    return found


def own_sealed(t: Table, seat: Seat, step: Sealed) -> list[str]:
    """One's own sealed answer in a window."""
    if not t.waiting or t.agenda[-1] is not step or not 0 <= seat < t.seats:
        return []
    return names(t.sealed[seat])


# ------------------------------------------------------------------------- the window


class WindowView(Shape):
    """The window that is open.

    `parent` is the window which a nested one will return to. `actor` decides alone; null where
    several are asked. `ready` is your own state: waiting, ready or done; null if it has none.
    JR-T2 JR-T3
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        step = t.agenda[-1]
        window = t.current_window()
        self.name: str = step.name
        self.id: int = window.number
        self.kind: str = WINDOW_NAMES[window.kind]
        self.parent: str | None = parent(t)
        self.actor: int | None = t.deciders()[0] if isinstance(step, Question) else None
        self.ready: str | None = ready_state(t, seat) if isinstance(step, OpenWindow) else None
        self.countdown_ms: int = window.countdown_ms
        self.clock_s: int = window.clock_s


def parent(t: Table) -> str | None:
    """The window which the present one returns to: the next one below that is open."""
    for place in range(len(t.agenda) - 2, -1, -1):
        if place < len(t.ids) and t.ids[place] > 0:
            name: str = t.agenda[place].name
            return name
    return None


def ready_state(t: Table, seat: Seat) -> str | None:
    """One's own state in an open window.  JR-T2"""
    if not 0 <= seat < t.seats:
        return None
    if t.done >> seat & 1:
        return "done"
    return "waiting" if t.pending >> seat & 1 else "ready"


class PlayView(Shape):
    """A card that was played and may yet be cancelled, with what it is to do.  JR-T6"""

    def __init__(self, t: Table, place: int) -> None:
        use, side, target = use_of(t, verbs.ACTIONS.actions[t.play_codes[place]])
        self.seat: int = t.play_seats[place]
        self.card: str = cards.PIECE_NAMES[t.play_cards[place]]
        self.use: str = events.USE.values[use]
        self.side: str | None = named_side(side)
        self.target: int | None = or_none(target)


# ------------------------------------------------------------------------- the voyage


class StackView(Shape):
    """One face-down stack of destinations; `barred` means not in this round.  JR-V1"""

    def __init__(self, t: Table, type_: int) -> None:
        self.type: str = cards.TYPE_NAMES[type_]
        self.cards: int = len(t.stacks[type_])
        self.barred: bool = type_ == cards.ISLAND and t.barred_round == t.round


class VoyageView(Shape):
    """The chosen destination; `face` is null while it is unknown. `reached` is an island's.

    JR-V1
    """

    def __init__(self, t: Table) -> None:
        card = attack.face(t)
        self.type: str = cards.TYPE_NAMES[card.type]
        self.face: DestinationView | None = DestinationView(card) if t.is_shown else None
        self.reached: bool = t.map_card != cards.NO_CARD


class IslandView(Shape):
    """An island that was reached: who guards the ship, and whom a guard asks to take over.

    What is offered in all is `bribe`, for the guard and whoever is asked; `asking` has the last
    thing of it. `burying` are the cards that you have chosen yourself, until all have chosen.
    JR-X1
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        is_asking = t.agenda[-1] is island.GUARD_ASKED
        self.guards: list[int] = bits(t.guards)
        self.asking: OfferView | None = OfferView(t, t.guard, seat) if is_asking else None
        self.bribe: list[str] = view_bribe(t, seat)
        self.asked: list[int] = bits(t.guard_asked)
        self.burying: list[str] = own_sealed(t, seat, island.BURYING)


# ------------------------------------------------------------------------- the mutiny


class SideView(Shape):
    """One side of a mutiny; `bonus` is what the role cards add, included in `crew`.  JR-M4"""

    def __init__(self, t: Table, side: int) -> None:
        lying: list[MusteredView] = []
        for seat in range(t.seats):
            if t.sides[seat] == side:
                lying += [MusteredView(seat, card) for card in t.lying[seat]]
        self.leader: int = t.leader(side)
        self.crew: int = t.crew_on(side)
        self.bonus: int = t.bonus_of(side)
        self.seats: list[int] = [seat for seat in range(t.seats) if t.side_of(seat) == side]
        self.cards: list[MusteredView] = lying


class MutinyView(Shape):
    """A mutiny under way; `leads` is the side that would win it now."""

    def __init__(self, t: Table) -> None:
        self.captain: SideView = SideView(t, verbs.CAPTAINS_SIDE)
        self.mutineers: SideView = SideView(t, verbs.MUTINEERS_SIDE)
        self.neutral: list[int] = [s for s in range(t.seats) if t.side_of(s) == events.NO_SIDE]
        self.leads: str = verbs.SIDE_NAMES[mutiny.leading(self.captain.crew, self.mutineers.crew)]
        self.called_in: str = calls.CALL_NAMES[t.called_in]


# ------------------------------------------------------------------------- prizes


class ShareView(Shape):
    """How many cards of this sharing a seat has, as JR-D3 counts them."""

    def __init__(self, t: Table, seat: Seat) -> None:
        self.seat: int = seat
        self.cards: int = t.shares[seat]
        self.may_receive: bool = seat in sharing.fewest(t)


class SharingView(Shape):
    """Prizes laid out; null stands for a back that you do not know.  JR-D3 JR-O2"""

    def __init__(self, t: Table, seat: Seat) -> None:
        picking = sharing.PICKING
        self.prizes: list[str | None] = known_names(t, t.laid, seat)
        self.from_mutiny: bool = t.is_seized
        self.cook: int | None = or_none(t.cook)
        self.picker: int | None = picking.chooser(t) if t.agenda[-1] is picking else None
        self.shares: list[ShareView] = [ShareView(t, owner) for owner in range(t.seats)]


class OfferedPrizeView(Shape):
    """A prize that a seat offers to the Carpenter; null for a back."""

    def __init__(self, seat: Seat, prize: str | None) -> None:
        self.seat: int = seat
        self.prize: str | None = prize


class CarpenterView(Shape):
    """The Carpenter's player, and what he was offered: for his eyes only.

    `presented` is your own secret answer, null before you have given one and for those not asked.
    JR-X2 JR-Q43
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        own = own_sealed(t, seat, sharing.PRESENTING)
        offers: list[OfferedPrizeView] = []
        for owner in range(t.seats):
            prizes = known_names(t, t.sealed[owner], seat)
            offers += [OfferedPrizeView(owner, prize) for prize in prizes]
        is_taking = t.agenda[-1] is sharing.TAKING and (seat == t.carpenter or seat == EVERYTHING)
        self.seat: int = t.carpenter
        self.asked: list[int] = bits(t.sealed_asked)
        self.presented: str | None = own[0] if own else None
        self.offers: list[OfferedPrizeView] | None = offers if is_taking else None


class PunishmentView(Shape):
    """Whether punishment was ordered, and whom the Captain suggested.  JR-N1"""

    def __init__(self, t: Table) -> None:
        self.ordered: bool = t.is_ordered
        self.suggestion: int | None = or_none(t.suggestion)


class SeatView(Shape):
    """One seat.

    Hand and prizes list what you know by name, then null for each card you do not know. `buried`
    does the same for the owner, and for all where treasures are hidden; else it is null. `gold` is
    what you can count in open prizes. `side` is the side which the seat is bound to in a mutiny,
    `crew` what lies before it in an attack or a mutiny.  JR-I3 JR-O2
    """

    def __init__(self, t: Table, owner: Seat, seat: Seat) -> None:
        shows_buried = seat == owner or seat == EVERYTHING or t.is_over() or t.is_hidden
        gold = 0
        for prize in t.prizes[owner]:
            if is_known(t.knows, prize, seat, t.everyone):
                gold += cards.GOLD_OF_KIND[cards.KIND_OF[prize]]
        crew = names(t.lying[owner])
        for place in range(len(t.mustered)):
            if t.musterers[place] == owner:
                crew.append(cards.PIECE_NAMES[t.mustered[place]])
        buried = known_names(t, t.buried[owner], seat)
        self.seat: int = owner
        self.captain: bool = owner == t.captain
        self.quartermaster: bool = owner == t.quartermaster
        self.hand_count: int = len(t.hands[owner])
        self.hand: list[str | None] = known_names(t, t.hands[owner], seat)
        self.prizes: list[str | None] = known_names(t, t.prizes[owner], seat)
        self.buried_count: int = len(t.buried[owner])
        self.buried: list[str | None] | None = buried if shows_buried else None
        self.gold: int = gold
        self.guard: bool = t.guards >> owner & 1 == 1
        self.side: str | None = named_side(t.side_of(owner))
        self.crew: list[str] = crew
        self.traded: bool = t.traded >> owner & 1 == 1
        self.promises_kept: int = t.kept[owner]
        self.promises_broken: int = t.broken[owner]


class SeatScoreView(Shape):
    """The final score of a seat.  JR-E2"""

    def __init__(self, t: Table, seat: Seat) -> None:
        prisoners = scoring.owned(t, seat, cards.PRISONER)
        ransom = prisoners * cards.GOLD_OF_KIND[cards.PRISONER]
        self.seat: int = seat
        self.gold: int = scoring.printed_gold(t, seat) - ransom
        self.prisoners: int = prisoners
        self.jewels: int = scoring.owned(t, seat, cards.JEWELS)
        self.jewels_gold: int = t.jewels_gold[seat]
        self.rum: int = scoring.owned(t, seat, cards.RUM)
        self.total: int = scoring.score(t, seat)


class ScoreView(Shape):
    """The final score, the best first, and what settled a tie.  JR-E2"""

    def __init__(self, t: Table) -> None:
        tie = scoring.tie_break(t)
        self.seats: list[SeatScoreView] = [SeatScoreView(t, seat) for seat in scoring.ranking(t)]
        self.winners: list[int] = scoring.winners(t)
        self.tie_break: str | None = events.TIE_BREAK.values[tie] if tie else None


# ------------------------------------------------------------------------- the whole table


def phase(t: Table) -> str:
    """Which part of the round it is."""
    if not t.agenda:
        return "over"
    if mutiny.AFTER_MUTINY in t.agenda:
        return "mutiny"
    if calls.CALL_1 in t.agenda or APPOINTING in t.agenda:
        return "appointment"
    return "voyage" if SAILING in t.agenda or VOYAGE_ENDS in t.agenda else "punishment"


class TableView(Shape):
    """The whole table as one viewpoint sees it.

    Hands, decks and ready states are secret, all else is public.  JR-T1 JR-T3
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        has_voyage = t.chosen != cards.NO_CARD
        is_attack = has_voyage and attack.ATTACK_ENDS in t.agenda
        is_mutiny = t.mutineer != cards.NOBODY and mutiny.MUTINY_ENDS in t.agenda
        is_sharing = sharing.GIVING in t.agenda
        is_taking = t.carpenter != cards.NOBODY and sharing.TAKING in t.agenda
        is_selling = len(t.agenda) > 0 and t.agenda[-1] is SELLING
        is_punishing = NAMING in t.agenda and ORDERING not in t.agenda
        self.round: int = t.round
        self.rounds_max: int = cards.ROUNDS
        self.last_round: bool = t.is_last_round()
        self.phase: str = phase(t)
        self.window: WindowView | None = None if t.is_over() else WindowView(t, seat)
        self.plays: list[PlayView] = [PlayView(t, i) for i in range(len(t.play_cards))]
        self.captain: int = t.captain
        self.quartermaster: int | None = or_none(t.quartermaster)
        self.hand_limit: int = t.hand_limit()
        self.mutiny_used: bool = t.is_mutiny_used
        self.stacks: list[StackView] = [StackView(t, type_) for type_ in range(cards.TYPES)]
        self.destination_discard: list[str] = names(t.destination_discard)
        self.voyage: VoyageView | None = VoyageView(t) if has_voyage else None
        self.attack: AttackView | None = AttackView(t, seat) if is_attack else None
        self.mutiny: MutinyView | None = MutinyView(t) if is_mutiny else None
        self.sharing: SharingView | None = SharingView(t, seat) if is_sharing else None
        self.carpenter: CarpenterView | None = CarpenterView(t, seat) if is_taking else None
        self.island: IslandView | None = IslandView(t, seat) if t.map_card >= 0 else None
        self.selling: int | None = SELLING.chooser(t) if is_selling else None
        self.punishment: PunishmentView | None = PunishmentView(t) if is_punishing else None
        self.seats: list[SeatView] = [SeatView(t, owner, seat) for owner in range(t.seats)]
        self.discarding: list[str] = own_sealed(t, seat, DISCARDING)
        self.crew_deck: int = len(t.crew_deck)
        self.crew_discard: list[str] = names(t.crew_discard)
        self.prize_deck: int = len(t.prize_deck)
        self.prize_discard: list[str] = names(t.prize_discard)
        self.offers: list[OfferView] = view_offers(t, seat)
        self.offering: OfferingView | None = view_offering(t, seat)
        self.promises: list[PromiseView] = [PromiseView(code) for code in t.promises]
        self.score: ScoreView | None = ScoreView(t) if t.is_over() else None
