"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from broadside.kernel.event import EVERYTHING, Seat

from . import loyalties, ranks, scoring, turns, votes, worlds
from .cards import (
    ALBATROSS,
    ATLANTIS,
    BOAT_OF_SHIP,
    BOATS,
    BRITISH,
    CHARACTER_NAMES,
    COLOUR_NAMES,
    EL_DORADO,
    EVENT_KIND,
    EVENT_NAMES,
    FIRST_EVENT,
    FIRST_LOYALTY,
    FOUNTAIN,
    FRENCH,
    LETTER,
    LOYALTY_MODES,
    NATION_NAMES,
    NO_CARD,
    NOBODY,
    PIRATE_CODE,
    PLACE_NAMES,
    ROW,
    SHIP_LINE_MAX,
    SHIPS,
    STAR_NAMES,
    TO,
    TREASURY_NAMES,
    VOTE_KIND,
)
from .cards import VOTE_NAMES as CARD_NAMES
from .events import CAUSE_NAMES, ENDING_NAMES, OUTCOME_NAMES, VOTE_NAMES
from .printed import TeamView, static_view, view_team
from .steps import FORCER_PICK, STEP_NAMES

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TableView", "static_view", "view"]


# ------------------------------------------------------------------ what lies on the table


class LineView(TypedDict):
    """A ship or the island: its pawns from the front, and its chests.

    The ranks are seats, null where there is nobody; on the island `captain` is the Governor, and
    there are no others. `free` is how many pawns may still come.
    """

    place: str
    line: list[int]
    captain: int | None
    first_mate: int | None
    cabin_boy: int | None
    british: int
    french: int
    free: int
    albatrosses: int


class BoatView(TypedDict):
    """A rowboat: who sits in it, and whether it is closed for good."""

    boat: str
    ship: str
    seat: int | None
    exploded: bool


class SlotView(TypedDict):
    """One place of the event row. `card` is what this viewer has seen there, or null."""

    slot: int
    filled: bool
    peeked: list[int]
    card: str | None


class KeptView(TypedDict):
    """The face-up event cards of a seat."""

    letters: int
    albatrosses: int
    atlantis: bool
    el_dorado: bool
    fountain_of_youth: bool
    pirate_code: bool
    code_marked: bool


class SeatView(TypedDict):
    """One seat. `hand` and `loyalty` are null where they are hidden.

    `known` are cards in the hand that the viewer knows without owning them: those it gave by the
    Crow's Nest.
    """

    seat: int
    character: str
    colour: str
    place: str | None
    rank: int | None
    hand_count: int
    hand: list[str] | None
    known: list[str]
    loyalty: str | None
    loyalty_open: bool
    kept: KeptView
    skips: int


class VoteView(TypedDict):
    """The vote under way. `mine` are the own laid cards; `shown` the cards turned up, shuffled.

    `counts` are cannons, torches and water; skulls and wheels; British and French flags.
    """

    vote: str
    caller: int
    place: str
    voters: list[int]
    sent: list[int]
    mine: list[str]
    shown: list[str]
    counts: list[int]
    outcome: str | None


class CardInPlayView(TypedDict):
    """The event card that is being resolved."""

    card: str
    slot: int
    revealer: int


class ForceView(TypedDict):
    """Somebody is forced to pick one of two slots; `picker` is asked."""

    forcer: int
    forced: int
    picker: int
    slots: list[int]


class MaroonView(TypedDict):
    """Somebody is about to be marooned and may use the Fountain of Youth."""

    seat: int
    by: int
    cause: str


class CrowsNestView(TypedDict):
    """A hand is chosen anew; `pool` is for the one who chooses."""

    seat: int
    other: int
    left: int
    pool: list[str] | None


class DeckNoteView(TypedDict):
    """A card of the vote deck whose place the viewer knows: the one that was lost, unseen.

    `place` counts from the top, from 1.
    """

    place: int
    card: str


class RaceView(TypedDict):
    """The race for the lead: how many turns of it, and after how many it is drawn."""

    turns: int
    turns_max: int


class GuardView(TypedDict):
    """The stall guard: turns without a revealed event, and when only events may be revealed."""

    quiet: int
    limit: int
    active: bool


class IntrigueView(TypedDict):
    """Pawns are placed freely: the free spaces, and who stands where."""

    spaces: list[int | None]
    unplaced: list[int]


class EndView(TypedDict):
    """The end: what decided, who won, all loyalties, the chests of both nations, removed events."""

    ending: str
    winners: list[int]
    loyalties: list[str]
    british: int
    french: int
    removed: list[str]


class TableView(TypedDict):
    """The whole table as one viewpoint sees it."""

    phase: str
    step: str | None
    turn: int
    active: int | None
    actions_left: int
    loyalty_mode: str
    madness: bool
    sand_timer: bool
    team: TeamView
    stars: list[str]
    ships: list[LineView]
    island: LineView
    boats: list[BoatView]
    galleon: int
    chests: dict[str, int]
    british: int
    french: int
    seats: list[SeatView]
    me: int | None
    row: list[SlotView]
    unplaced_notes: list[str]
    event_deck: int
    removed: int
    discards: list[str]
    vote_deck: int
    vote_deck_notes: list[DeckNoteView]
    atlantis_held: bool
    vote: VoteView | None
    card: CardInPlayView | None
    force: ForceView | None
    maroon: MaroonView | None
    crows_nest: CrowsNestView | None
    intrigue: IntrigueView | None
    race: RaceView | None
    guard: GuardView | None
    last_events: bool
    end: EndView | None


def view(t: Table, seat: Seat) -> TableView:
    """Pawns, chests, discards and kept cards are public; loyalties, hands and peeks are not.

    T67-D2
    """
    return {
        "phase": phase(t),
        "step": STEP_NAMES[t.agenda[-1]] if t.agenda else None,
        "turn": t.turn,
        "active": t.active if t.turn > 0 and not t.is_over() else None,
        "actions_left": t.actions_left,
        "loyalty_mode": LOYALTY_MODES[t.loyalty_mode],
        "madness": t.is_mad,
        "sand_timer": t.has_timer,
        "team": view_team(t.seats),
        "stars": stars_in_play(t),
        "ships": [view_line(t, ship) for ship in SHIPS],
        "island": view_line(t, TO),
        "boats": [view_boat(t, boat) for boat in BOATS],
        "galleon": t.chests[0],
        "chests": {TREASURY_NAMES[i]: t.chests[i] for i in range(len(TREASURY_NAMES))},
        "british": scoring.total(t, BRITISH),
        "french": scoring.total(t, FRENCH),
        "seats": [view_seat(t, owner, seat) for owner in range(t.seats)],
        "me": seat if seat >= 0 else None,
        "row": [view_slot(t, slot, seat) for slot in range(ROW)],
        "unplaced_notes": unplaced_notes(t, seat),
        "event_deck": len(t.event_deck),
        "removed": len(t.removed),
        "discards": [EVENT_NAMES[EVENT_KIND[card]] for card in t.discards],
        "vote_deck": len(t.vote_deck),
        "vote_deck_notes": deck_notes(t, seat),
        "atlantis_held": t.is_holding,
        "vote": view_vote(t, seat),
        "card": view_card(t),
        "force": view_force(t),
        "maroon": view_maroon(t),
        "crows_nest": view_crows_nest(t, seat),
        "intrigue": view_intrigue(t),
        "race": view_race(t),
        "guard": view_guard(t),
        "last_events": t.has_last_events(),
        "end": view_end(t),
    }


def sees(t: Table, piece: int, seat: Seat) -> bool:
    """Whether a seat knows a card. What all seats know need not be known to a spectator."""
    return seat == EVERYTHING or (seat >= 0 and t.knows[piece] >> seat & 1 == 1)


def phase(t: Table) -> str:
    """What the table is doing: placing, start, acting or over."""
    if t.is_over():
        return "over"
    if t.spaces:
        return "placing"
    return "start" if t.turn == 0 else "acting"


def stars_in_play(t: Table) -> list[str]:
    """The star cards that were chosen.  T67-S4"""
    found: list[str] = []
    for card in range(len(EVENT_KIND)):
        name = EVENT_NAMES[EVENT_KIND[card]]
        if name in STAR_NAMES and card not in t.out:
            found.append(name)
    return found


def seat_or_none(seat: Seat) -> int | None:
    """A seat, or null for nobody."""
    return None if seat == NOBODY else seat


# ------------------------------------------------------------------------------ places


def view_line(t: Table, place: int) -> LineView:
    """A ship or the island.  T67-P1 T67-P3"""
    is_ship = place != TO
    first = 1 + 2 * place if is_ship else len(TREASURY_NAMES) - 2
    free = SHIP_LINE_MAX - len(t.lines[place]) if is_ship else t.seats - len(t.lines[place])
    return {
        "place": PLACE_NAMES[place],
        "line": list(t.lines[place]),
        "captain": seat_or_none(ranks.captain(t, place)),
        "first_mate": seat_or_none(ranks.first_mate(t, place)) if is_ship else None,
        "cabin_boy": seat_or_none(ranks.cabin_boy(t, place)) if is_ship else None,
        "british": t.chests[first],
        "french": t.chests[first + 1],
        "free": free,
        "albatrosses": ranks.albatrosses(t, place),
    }


def view_boat(t: Table, boat: int) -> BoatView:
    """A rowboat."""
    line = t.lines[boat]
    return {
        "boat": PLACE_NAMES[boat],
        "ship": PLACE_NAMES[boat - BOAT_OF_SHIP],
        "seat": line[0] if line else None,
        "exploded": ranks.is_exploded(t, boat),
    }


# ------------------------------------------------------------------------------- seats


def view_seat(t: Table, owner: Seat, seat: Seat) -> SeatView:
    """A seat: others see how many Vote cards it has, and what it has kept.  T67-S3"""
    place = t.places[owner]
    is_own = seat == owner or seat == EVERYTHING
    known = [card for card in t.hands[owner] if not is_own and sees(t, card, seat)]
    return {
        "seat": owner,
        "character": CHARACTER_NAMES[owner],
        "colour": COLOUR_NAMES[owner],
        "place": None if place == NOBODY else PLACE_NAMES[place],
        "rank": None if place == NOBODY or place in BOATS else t.lines[place].index(owner) + 1,
        "hand_count": len(t.hands[owner]),
        "hand": card_names(t.hands[owner]) if is_own else None,
        "known": card_names(tuple(known)),
        "loyalty": NATION_NAMES[t.nation(owner)] if sees_loyalty(t, owner, seat) else None,
        "loyalty_open": t.open_loyalties >> owner & 1 == 1,
        "kept": view_kept(t, owner),
        "skips": t.skips[owner],
    }


def sees_loyalty(t: Table, owner: Seat, seat: Seat) -> bool:
    """One's own, open ones, and what can be worked out; all at the end.  T67-S2"""
    if t.open_loyalties >> owner & 1 or sees(t, FIRST_LOYALTY + t.loyalties[owner], seat):
        return True
    return loyalties.is_all_open(t)


def card_names(cards: tuple[int, ...]) -> list[str]:
    """The names of some Vote cards."""
    return [CARD_NAMES[VOTE_KIND[card]] for card in cards]


def view_kept(t: Table, owner: Seat) -> KeptView:
    """What a seat has kept, face-up."""
    has_code = t.kept_count(owner, PIRATE_CODE) > 0
    return {
        "letters": t.kept_count(owner, LETTER),
        "albatrosses": t.kept_count(owner, ALBATROSS),
        "atlantis": t.kept_count(owner, ATLANTIS) > 0,
        "el_dorado": t.kept_count(owner, EL_DORADO) > 0,
        "fountain_of_youth": t.kept_count(owner, FOUNTAIN) > 0,
        "pirate_code": has_code,
        "code_marked": has_code and t.code_marks > 0,
    }


# ------------------------------------------------------------------------------- decks


def view_slot(t: Table, slot: int, seat: Seat) -> SlotView:
    """A slot of the row: who has looked is public, the face is theirs who know it.

    T67-A1 T67-R38
    """
    card = t.row[slot]
    if card == NO_CARD:
        return {"slot": slot + 1, "filled": False, "peeked": [], "card": None}
    mask = t.peeks[slot]
    is_open = sees(t, FIRST_EVENT + card, seat)
    return {
        "slot": slot + 1,
        "filled": True,
        "peeked": [other for other in range(t.seats) if mask >> other & 1],
        "card": EVENT_NAMES[EVENT_KIND[card]] if is_open else None,
    }


def unplaced_notes(t: Table, seat: Seat) -> list[str]:
    """What a seat has seen before the last shuffle and cannot place now.  T67-D1"""
    found: list[str] = []
    if seat >= 0:
        counts = worlds.remembered(t, seat)
        for kind in range(len(counts)):
            found += [EVENT_NAMES[kind]] * counts[kind]
    found.sort()
    return found


def deck_notes(t: Table, seat: Seat) -> list[DeckNoteView]:
    """The own lost cards in the vote deck, by their place from the top.  T67-M2 T67-R35"""
    found: list[DeckNoteView] = []
    if t.searched != NOBODY or seat == EVERYTHING:
        return found
    for i in range(len(t.vote_deck)):
        card = t.vote_deck[-1 - i]
        if sees(t, card, seat):
            found.append({"place": i + 1, "card": CARD_NAMES[VOTE_KIND[card]]})
    return found


# ----------------------------------------------------------------------- what is under way


def view_vote(t: Table, seat: Seat) -> VoteView | None:
    """The vote under way: who has sent is public, what only after all have.  T67-V2 T67-W3"""
    if t.vote == NOBODY:
        return None
    voters = [other for other in range(t.seats) if t.voters >> other & 1]
    is_counted = t.outcome != NOBODY
    return {
        "vote": VOTE_NAMES[t.vote],
        "caller": t.caller,
        "place": PLACE_NAMES[votes.place_of_vote(t)],
        "voters": voters,
        "sent": [other for other in voters if t.laid[other] or is_counted],
        "mine": card_names(t.laid[seat]) if seat >= 0 else [],
        "shown": card_names(t.played),
        "counts": votes.counts(t) if is_counted else [],
        "outcome": OUTCOME_NAMES[t.outcome] if is_counted else None,
    }


def view_card(t: Table) -> CardInPlayView | None:
    """The event card that is being resolved."""
    if t.revealer == NOBODY or t.open_card == NO_CARD:
        return None
    return {
        "card": EVENT_NAMES[EVENT_KIND[t.open_card]],
        "slot": t.open_slot + 1,
        "revealer": t.revealer,
    }


def view_force(t: Table) -> ForceView | None:
    """Who is forced to pick which slots."""
    if t.forced == NOBODY:
        return None
    is_slow = t.agenda[-1] == FORCER_PICK
    return {
        "forcer": t.forcer,
        "forced": t.forced,
        "picker": t.forcer if is_slow else t.forced,
        "slots": [t.first_slot + 1, t.second_slot + 1],
    }


def view_maroon(t: Table) -> MaroonView | None:
    """Who is about to be marooned."""
    if t.victim == NOBODY:
        return None
    return {"seat": t.victim, "by": t.marooner, "cause": CAUSE_NAMES[t.cause]}


def view_crows_nest(t: Table, seat: Seat) -> CrowsNestView | None:
    """The search through the vote deck; only the revealer sees the pool.  T67-E10"""
    if t.searched == NOBODY:
        return None
    is_open = seat == t.revealer or seat == EVERYTHING
    return {
        "seat": t.revealer,
        "other": t.searched,
        "left": t.search_left,
        "pool": card_names(t.vote_deck) if is_open else None,
    }


def view_intrigue(t: Table) -> IntrigueView | None:
    """Pawns that are placed freely."""
    if not t.spaces:
        return None
    return {
        "spaces": [seat_or_none(seat) for seat in t.spaces],
        "unplaced": [seat for seat in range(t.seats) if seat not in t.spaces],
    }


def view_race(t: Table) -> RaceView | None:
    """The race for the lead.  T67-X3"""
    if not t.is_race:
        return None
    return {"turns": t.race_turns, "turns_max": scoring.race_turns_max(t)}


def view_guard(t: Table) -> GuardView | None:
    """The stall guard.  T67-X6"""
    if t.is_race or t.is_over():
        return None
    limit = turns.guard_limit(t)
    return {"quiet": max(0, t.quiet), "limit": limit, "active": turns.is_stalled(t)}


def view_end(t: Table) -> EndView | None:
    """Everything is open.  T67-X1"""
    if not t.is_over():
        return None
    return {
        "ending": ENDING_NAMES[t.ending],
        "winners": scoring.winners(t),
        "loyalties": [NATION_NAMES[t.nation(seat)] for seat in range(t.seats)],
        "british": scoring.total(t, BRITISH),
        "french": scoring.total(t, FRENCH),
        "removed": [EVENT_NAMES[EVENT_KIND[card]] for card in t.removed],
    }
