"""Who sees what: the table as one viewpoint sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.masks import bits
from broadside.kernel.shape import Shape
from broadside.kernel.sight import is_known

from . import cards, events, peeking, ranks, scoring, turns, votes
from .cards import BRITISH, FRENCH, NATION_NAMES, PLACE_NAMES
from .previews import PreviewView, previews
from .printed import TeamView, static_view
from .reveals import FORCER_PICK

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view"]


def sees(t: Table, piece: int, seat: Seat) -> bool:
    """Whether a viewpoint knows a card."""
    return is_known(t.knows, piece, seat, t.everyone)


def card_names(row: tuple[int, ...], first: int = 0) -> list[str]:
    """The names of some cards: Vote cards, or others of which the first has this number."""
    return [cards.PIECE_NAMES[first + card] for card in row]


def event_name(card: int) -> str:
    """The name of an event card."""
    return cards.PIECE_NAMES[cards.FIRST_EVENT + card]


# ------------------------------------------------------------------------------ places


class LineView(Shape):
    """A ship or the island: its pawns from the front, and its chests.

    The ranks are seats, null where there is nobody; on the island `captain` is the Governor, and
    there are no others. `free` is how many pawns may still come.  T67-P1 T67-P3
    """

    def __init__(self, t: Table, place: int) -> None:
        line = t.lines[place]
        is_ship = ranks.is_ship(place)
        first = cards.hold_of(place, BRITISH) if is_ship else cards.TO_BRITISH
        self.place: str = PLACE_NAMES[place]
        self.line: list[int] = list(line)
        self.captain: int | None = line[0] if line else None
        self.first_mate: int | None = line[1] if is_ship and len(line) > 1 else None
        self.cabin_boy: int | None = line[-1] if is_ship and line else None
        self.british: int = t.chests[first]
        self.french: int = t.chests[first + 1]
        self.free: int = (cards.SHIP_LINE_MAX if is_ship else t.seats) - len(line)
        self.albatrosses: int = ranks.albatrosses(t, place)


class BoatView(Shape):
    """A rowboat: who sits in it, and whether it is closed for good."""

    def __init__(self, t: Table, boat: int) -> None:
        self.boat: str = PLACE_NAMES[boat]
        self.ship: str = PLACE_NAMES[boat - cards.BOAT_OF_SHIP]
        self.seat: int | None = t.lines[boat][0] if t.lines[boat] else None
        self.exploded: bool = ranks.is_exploded(t, boat)


# ------------------------------------------------------------------------------- seats


class KeptView(Shape):
    """The face-up event cards of a seat."""

    def __init__(self, t: Table, owner: Seat) -> None:
        has_code = t.kept_count(owner, cards.PIRATE_CODE) > 0
        self.letters: int = t.kept_count(owner, cards.LETTER)
        self.albatrosses: int = t.kept_count(owner, cards.ALBATROSS)
        self.atlantis: bool = t.kept_count(owner, cards.ATLANTIS) > 0
        self.el_dorado: bool = t.kept_count(owner, cards.EL_DORADO) > 0
        self.fountain_of_youth: bool = t.kept_count(owner, cards.FOUNTAIN) > 0
        self.pirate_code: bool = has_code
        self.code_marked: bool = has_code and t.code_marks > 0


class SeatView(Shape):
    """One seat. `hand` and `loyalty` are null where they are hidden.

    Others see how many Vote cards it has: a second one laid under seal still counts as in the hand.
    `known` are cards in the hand that the viewer knows without owning them: those it gave by the
    Crow's Nest.  T67-S2 T67-S3 T67-R39
    """

    def __init__(self, t: Table, owner: Seat, seat: Seat) -> None:
        place, hand = t.places[owner], t.hands[owner]
        is_own = seat == owner or seat == EVERYTHING
        laid = 0 if is_own else max(0, len(t.laid[owner]) - 1)
        known = () if is_own else tuple([card for card in hand if sees(t, card, seat)])
        is_loyalty_seen = sees(t, cards.FIRST_LOYALTY + t.loyalties[owner], seat)
        has_rank = place != cards.NOBODY and place not in cards.BOATS
        self.seat: int = owner
        self.character: str = cards.CHARACTER_NAMES[owner]
        self.colour: str = cards.COLOUR_NAMES[owner]
        self.place: str | None = None if place == cards.NOBODY else PLACE_NAMES[place]
        self.rank: int | None = t.lines[place].index(owner) + 1 if has_rank else None
        self.hand_count: int = len(hand) + laid
        self.hand: list[str] | None = card_names(hand) if is_own else None
        self.known: list[str] = card_names(known)
        self.loyalty: str | None = NATION_NAMES[t.nation(owner)] if is_loyalty_seen else None
        self.loyalty_open: bool = t.open_loyalties >> owner & 1 == 1
        self.kept: KeptView = KeptView(t, owner)
        self.skips: int = t.skips[owner]


# ------------------------------------------------------------------------------- decks


class SlotView(Shape):
    """One place of the event row. `card` is what this viewer has seen there, or null.

    Who has looked is public, the face is theirs who know it.  T67-A1 T67-R38
    """

    def __init__(self, t: Table, slot: int, seat: Seat) -> None:
        card = t.row[slot]
        is_filled = card != cards.NO_CARD
        is_seen = is_filled and sees(t, cards.FIRST_EVENT + card, seat)
        self.slot: int = slot + 1
        self.filled: bool = is_filled
        self.peeked: list[int] = bits(t.peeks[slot])
        self.card: str | None = event_name(card) if is_seen else None


def unplaced_notes(t: Table, seat: Seat) -> list[str]:
    """What a seat has seen before the last shuffle and cannot place now.  T67-D1"""
    counts = peeking.remembered(t, seat) if seat >= 0 and t.has_last_events() else []
    return sorted([cards.EVENT_NAMES[kind] for kind, n in enumerate(counts) for _ in range(n)])


def face_down(t: Table) -> dict[str, int]:
    """How many events of each kind nobody has turned up: in the row, the deck, or out of it."""
    kinds = sorted([cards.EVENT_KIND[card] for card in peeking.face_down(t)])
    return {cards.EVENT_NAMES[kind]: kinds.count(kind) for kind in kinds}


class DeckNoteView(Shape):
    """A card of the vote deck whose place the viewer knows: the one that was lost, unseen.

    `place` counts from the top, from 1.
    """

    def __init__(self, place: int, card: int) -> None:
        self.place: int = place
        self.card: str = cards.PIECE_NAMES[card]


def deck_notes(t: Table, seat: Seat) -> list[DeckNoteView]:
    """The own lost cards in the vote deck, by their place from the top.  T67-M2 T67-R35"""
    if t.searched != cards.NOBODY or seat == EVERYTHING:
        return []
    deck = enumerate(reversed(t.vote_deck), 1)
    return [DeckNoteView(place, card) for place, card in deck if sees(t, card, seat)]


# ----------------------------------------------------------------------- what is under way


class VoteView(Shape):
    """The vote under way. `mine` are the own laid cards; `shown` the cards turned up, shuffled.

    Who has sent is public, what only after all have. `counts` are cannons, torches and water;
    skulls and wheels; British and French flags.  T67-V2 T67-W3
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        voters = bits(t.voters)
        counts = votes.counts(t) if t.played else []
        outcome = events.OUTCOME_NAMES[votes.outcome_of(t.vote, counts)] if counts else None
        self.vote: str = events.VOTE_NAMES[t.vote]
        self.caller: int = t.active
        self.place: str = PLACE_NAMES[votes.place_of_vote(t)]
        self.voters: list[int] = voters
        self.sent: list[int] = [other for other in voters if t.laid[other] or t.played]
        self.mine: list[str] = card_names(t.laid[seat]) if seat >= 0 else []
        self.shown: list[str] = card_names(t.played)
        self.counts: list[int] = counts
        self.outcome: str | None = outcome


class CardInPlayView(Shape):
    """The event card that is being resolved."""

    def __init__(self, t: Table) -> None:
        self.card: str = event_name(t.open_card)
        self.slot: int = t.open_slot + 1
        self.revealer: int = t.revealer


class ForceView(Shape):
    """Somebody is forced to pick one of two slots; `picker` is asked."""

    def __init__(self, t: Table) -> None:
        self.forcer: int = t.active
        self.forced: int = t.forced
        self.picker: int = t.active if t.agenda[-1] is FORCER_PICK else t.forced
        self.slots: list[int] = [t.first_slot + 1, t.second_slot + 1]


class MaroonView(Shape):
    """Somebody is about to be marooned and may use the Fountain of Youth."""

    def __init__(self, t: Table) -> None:
        self.seat: int = t.victim
        self.by: int = t.doer()
        self.cause: str = events.CAUSE_NAMES[t.cause]


class CrowsNestView(Shape):
    """A hand is chosen anew; `pool` is for the one who chooses.  T67-E10"""

    def __init__(self, t: Table, seat: Seat) -> None:
        is_open = seat == t.revealer or seat == EVERYTHING
        self.seat: int = t.revealer
        self.other: int = t.searched
        self.left: int = t.search_left
        self.pool: list[str] | None = card_names(t.vote_deck) if is_open else None


class IntrigueView(Shape):
    """Pawns are placed freely: the free spaces, and who stands where."""

    def __init__(self, t: Table) -> None:
        self.spaces: list[int | None] = [None if one < 0 else one for one in t.spaces]
        self.unplaced: list[int] = [seat for seat in range(t.seats) if seat not in t.spaces]


class RaceView(Shape):
    """The race for the lead: how many turns of it, and after how many it is drawn.  T67-X3"""

    def __init__(self, t: Table) -> None:
        self.turns: int = t.race_turns
        self.turns_max: int = scoring.race_turns_max(t)


class GuardView(Shape):
    """The stall guard: turns without an event, and when only events may be revealed.  T67-X6"""

    def __init__(self, t: Table) -> None:
        self.quiet: int = max(0, t.quiet)
        self.limit: int = turns.guard_limit(t)
        self.active: bool = turns.is_stalled(t)


def leader(t: Table) -> str | None:
    """The nation with more chests; null in a tie."""
    nation = scoring.leader(t)
    return None if nation == cards.NOBODY else NATION_NAMES[nation]


class EndView(Shape):
    """The end: what decided, who won, all loyalties, the chests of both nations, removed events.

    T67-X1
    """

    def __init__(self, t: Table) -> None:
        self.ending: str = events.ENDING_NAMES[t.ending]
        self.winners: list[int] = scoring.winners(t)
        self.loyalties: list[str] = [t.side(seat) for seat in range(t.seats)]
        self.british: int = scoring.total(t, BRITISH)
        self.french: int = scoring.total(t, FRENCH)
        self.leader: str | None = leader(t)
        self.removed: list[str] = card_names(t.removed, cards.FIRST_EVENT)


# --------------------------------------------------------------------------- the whole table


def phase(t: Table) -> str:
    """What the table is doing: placing, start, acting or over."""
    if t.is_over():
        return "over"
    if t.spaces:
        return "placing"
    return "start" if t.turn == 0 else "acting"


class TableView(Shape):
    """The whole table as one viewpoint sees it.

    Pawns, chests, discards and kept cards are public; loyalties, hands and peeks are not.  T67-D2
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        is_over = t.is_over()
        self.phase: str = phase(t)
        self.step: str | None = t.agenda[-1].name if t.agenda else None
        self.turn: int = t.turn
        self.active: int | None = t.active if t.turn > 0 and not is_over else None
        self.actions_left: int = t.actions_left
        self.action: int | None = turns.action_number(t)
        self.loyalty_mode: str = cards.LOYALTY_MODES[t.loyalty_mode]
        self.madness: bool = t.is_mad
        self.sand_timer: bool = t.has_timer
        self.team: TeamView = TeamView(t.seats)
        self.stars: list[str] = [  # those that were chosen  T67-S4
            cards.EVENT_NAMES[kind]
            for kind in cards.STAR_KINDS
            if cards.FIRST_CARD[kind] not in t.out
        ]
        self.ships: list[LineView] = [LineView(t, ship) for ship in cards.SHIPS]
        self.island: LineView = LineView(t, cards.TO)
        self.boats: list[BoatView] = [BoatView(t, boat) for boat in cards.BOATS]
        self.galleon: int = t.chests[cards.SG]
        self.chests: dict[str, int] = {
            name: t.chests[place] for place, name in enumerate(cards.TREASURY_NAMES)
        }
        self.british: int = scoring.total(t, BRITISH)
        self.french: int = scoring.total(t, FRENCH)
        self.leader: str | None = leader(t)
        self.seats: list[SeatView] = [SeatView(t, owner, seat) for owner in range(t.seats)]
        self.me: int | None = seat if seat >= 0 else None
        self.row: list[SlotView] = [SlotView(t, slot, seat) for slot in range(cards.ROW)]
        self.unplaced_notes: list[str] = unplaced_notes(t, seat)
        self.event_deck: int = len(t.event_deck)
        self.removed: int = len(t.removed)
        self.discards: list[str] = card_names(t.discards, cards.FIRST_EVENT)
        self.face_down: dict[str, int] = face_down(t)
        self.vote_deck: int = len(t.vote_deck)
        self.vote_deck_notes: list[DeckNoteView] = deck_notes(t, seat)
        self.atlantis_held: bool = t.is_holding
        self.vote: VoteView | None = VoteView(t, seat) if t.vote != cards.NOBODY else None
        self.card: CardInPlayView | None = CardInPlayView(t) if t.open_card >= 0 else None
        self.force: ForceView | None = ForceView(t) if t.forced >= 0 else None
        self.maroon: MaroonView | None = MaroonView(t) if t.victim >= 0 else None
        self.crows_nest: CrowsNestView | None = CrowsNestView(t, seat) if t.searched >= 0 else None
        self.intrigue: IntrigueView | None = IntrigueView(t) if t.spaces else None
        self.race: RaceView | None = RaceView(t) if t.is_race else None
        self.guard: GuardView | None = None if t.is_race or is_over else GuardView(t)
        self.last_events: bool = t.has_last_events()
        self.end: EndView | None = EndView(t) if is_over else None
        self.previews: list[PreviewView] = previews(t, seat)
