"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import EVERYTHING, Seat
from broadside.kernel.sight import is_known, seen
from broadside.kernel.window import WINDOW_NAMES

from . import attack, gifts, guard, port, promises, scoring, sharing
from .cards import (
    BOX,
    FIRST_DESTINATION,
    GOLD_OF_KIND,
    JEWELS,
    NO_CARD,
    NOBODY,
    PIECE_NAMES,
    PORT,
    PRISONER,
    PRIZE_NAMES,
    ROUNDS,
    RUM,
    SKILLS,
    TYPE_NAMES,
    TYPES,
    Destination,
    is_multi,
    prize_kind,
    span,
)
from .events import NO_SIDE, NO_TIE, TIE_BREAK, USE
from .plays import use_of
from .shapes import (
    AttackView,
    CarpenterView,
    DestinationView,
    IslandView,
    MusteredView,
    MutinyView,
    OfferedPrizeView,
    OfferingView,
    OfferView,
    PlayView,
    PromiseView,
    PunishmentView,
    RangesView,
    ScoreView,
    SeatScoreView,
    SeatView,
    ShareView,
    SharingView,
    SideView,
    SkillsView,
    StackView,
    StaticView,
    TableView,
    TypeView,
    VoyageView,
    WindowView,
)
from .steps import (
    AFTER_MUTINY,
    APPOINT,
    ATTACK_ENDS,
    BURY,
    CALL_1,
    DISCARD,
    GIVE,
    GUARD,
    GUARD_ASKED,
    IS_OPEN,
    IS_SEALED,
    MUTINY_ENDS,
    OFFER,
    OPEN_STEPS,
    PICK,
    PUNISH,
    REACT,
    SELL,
    STEP_NAMES,
    TAKE,
    VICTIM,
    VOYAGE,
    VOYAGE_ENDS,
)
from .verbs import (
    ACTIONS,
    CAPTAINS_SIDE,
    FIRST_PRIZE_ITEM,
    FIRST_PROMISE_ITEM,
    ITEM_NAMES,
    MUTINEERS_SIDE,
    NO_PROMISE,
    PROMISE_NAMES,
    SIDE_NAMES,
)

if TYPE_CHECKING:
    from .table import Table


# ---------------------------------------------------------- what is printed in the box


def static_view() -> StaticView:
    """The cards, and what the backs of the destinations show."""
    return {
        "crew": [
            {
                "card": kind.name,
                "copies": kind.copies,
                "crew": kind.crew,
                "skills": view_skills(kind.skills),
                "character": max(kind.skills) == 0,
                "multi": is_multi(kind),
            }
            for kind in BOX.kinds
        ],
        "destinations": [view_destination(card) for card in BOX.destinations],
        "types": [view_type(type_) for type_ in range(TYPES)],
        "prizes": [
            {"prize": PRIZE_NAMES[kind], "copies": copies, "gold": GOLD_OF_KIND[kind]}
            for kind, copies in enumerate(BOX.prizes)
        ],
        "promises": PROMISE_NAMES[1:],
        "sides": SIDE_NAMES[:],
        "windows": STEP_NAMES[:],
        "open_windows": [STEP_NAMES[step] for step in OPEN_STEPS],
        "rounds": ROUNDS,
    }


def view_skills(values: list[int]) -> SkillsView:
    """A number for each skill."""
    return {"nav": values[0], "cannons": values[1], "sabres": values[2]}


def view_ranges(values: list[list[int]]) -> RangesView:
    """A range for each skill."""
    return {"nav": values[0], "cannons": values[1], "sabres": values[2]}


def view_destination(card: Destination) -> DestinationView:
    """One destination card."""
    return {
        "destination": card.name,
        "type": TYPE_NAMES[card.type],
        "required": view_skills(card.required),
        "prizes": card.prizes,
        "crew": card.crew,
    }


def view_type(type_: int) -> TypeView:
    """What the backs of a type show."""
    is_attack = type_ < PORT
    return {
        "type": TYPE_NAMES[type_],
        "ranges": public_ranges(type_) if is_attack else None,
        "prizes": prize_range(type_) if is_attack else None,
    }


def public_ranges(type_: int) -> RangesView:
    """The public range of each skill.  JR-V1"""
    return view_ranges([span(type_, skill) for skill in range(SKILLS)])


def prize_range(type_: int) -> list[int]:
    """The fewest and the most prizes of a type."""
    prizes = [card.prizes for card in BOX.destinations if card.type == type_]
    return [min(prizes), max(prizes)] if prizes else [0, 0]


# ------------------------------------------------------------------ what lies on the table


def view(t: Table, seat: Seat) -> TableView:
    """Roles, sides, discards and open prizes are public; hands, decks and ready states are not.

    JR-T1 JR-T3
    """
    return {
        "round": t.round,
        "rounds_max": ROUNDS,
        "last_round": t.is_last_round(),
        "phase": phase(t),
        "window": view_window(t, seat),
        "plays": [view_play(t, place) for place in range(len(t.play_cards))],
        "captain": t.captain,
        "quartermaster": None if t.quartermaster == NOBODY else t.quartermaster,
        "hand_limit": t.hand_limit(),
        "mutiny_used": t.is_mutiny_used,
        "stacks": [view_stack(t, type_) for type_ in range(TYPES)],
        "destination_discard": names(t.destination_discard),
        "voyage": view_voyage(t),
        "attack": view_attack(t),
        "mutiny": view_mutiny(t),
        "sharing": view_sharing(t, seat),
        "carpenter": view_carpenter(t, seat),
        "island": view_island(t, seat),
        "selling": port.seller(t) if t.agenda and t.agenda[-1] == SELL else None,
        "punishment": view_punishment(t),
        "seats": [view_seat(t, owner, seat) for owner in range(t.seats)],
        "discarding": own_sealed(t, seat, DISCARD),
        "crew_deck": len(t.crew_deck),
        "crew_discard": names(t.crew_discard),
        "prize_deck": len(t.prize_deck),
        "prize_discard": names(t.prize_discard),
        "offers": view_offers(t, seat),
        "offering": view_offering(t, seat),
        "promises": [view_promise(code) for code in t.promises],
        "score": view_score(t) if t.is_over() else None,
    }


def names(cards: tuple[int, ...]) -> list[str]:
    """Cards by name, in their order."""
    return [PIECE_NAMES[card] for card in cards]


def known_names(t: Table, zone: tuple[int, ...], seat: Seat) -> list[str | None]:
    """The cards of a zone that a viewpoint knows, then null for each it does not."""
    found: list[str | None] = []
    for card in seen(t.knows, list(zone), seat, t.everyone):
        found.append(PIECE_NAMES[card] if card >= 0 else None)
    return found


def phase(t: Table) -> str:
    """Which part of the round it is."""
    if not t.agenda:
        return "over"
    if AFTER_MUTINY in t.agenda:
        return "mutiny"
    if CALL_1 in t.agenda or APPOINT in t.agenda:
        return "appointment"
    return "voyage" if VOYAGE in t.agenda or VOYAGE_ENDS in t.agenda else "punishment"


def view_window(t: Table, seat: Seat) -> WindowView | None:
    """The window that is open; ready states are one's own.  JR-T2 JR-T3"""
    if t.is_over():
        return None
    step = t.agenda[-1]
    is_common = IS_OPEN[step] or IS_SEALED[step] or step == REACT
    return {
        "name": STEP_NAMES[step],
        "id": t.window_id(),
        "kind": WINDOW_NAMES[t.window],
        "parent": parent(t),
        "actor": None if is_common else t.deciders()[0],
        "ready": ready_state(t, seat) if IS_OPEN[step] else None,
        "countdown_ms": t.countdown_ms(),
        "clock_s": t.clock_s(),
    }


def parent(t: Table) -> str | None:
    """The window which the present one returns to: the next one below that is open."""
    for place in range(len(t.agenda) - 2, -1, -1):
        if t.ids[place] > 0:
            name: str = STEP_NAMES[t.agenda[place]]
            return name
    return None


def ready_state(t: Table, seat: Seat) -> str | None:
    """One's own state in an open window.  JR-T2"""
    if not 0 <= seat < t.seats:
        return None
    if t.done >> seat & 1:
        return "done"
    return "waiting" if t.pending >> seat & 1 else "ready"


def view_play(t: Table, place: int) -> PlayView:
    """A card that was played and may yet be cancelled.  JR-T6"""
    action = ACTIONS.actions[t.play_codes[place]]
    use, side, target = use_of(t, action)
    return {
        "seat": t.play_seats[place],
        "card": PIECE_NAMES[t.play_cards[place]],
        "use": USE.values[use],
        "side": None if side == NO_SIDE else SIDE_NAMES[side],
        "target": None if target == NOBODY else target,
    }


def view_stack(t: Table, type_: int) -> StackView:
    """A stack of destinations: only its size.  JR-V1"""
    is_barred = TYPE_NAMES[type_] == "island" and t.barred_round == t.round
    return {"type": TYPE_NAMES[type_], "cards": len(t.stacks[type_]), "barred": is_barred}


def view_voyage(t: Table) -> VoyageView | None:
    """The chosen destination, its face only once it was shown to all.  JR-V1"""
    if t.chosen == NO_CARD:
        return None
    card = BOX.destinations[t.chosen - FIRST_DESTINATION]
    return {
        "type": TYPE_NAMES[card.type],
        "face": view_destination(card) if t.is_shown else None,
        "reached": t.map_card != NO_CARD,
    }


def view_attack(t: Table) -> AttackView | None:
    """The totals as they stand, against the public range or the face.  JR-A5"""
    if t.chosen == NO_CARD or ATTACK_ENDS not in t.agenda:
        return None
    card = BOX.destinations[t.chosen - FIRST_DESTINATION]
    face: list[list[int]] = [[value, value] for value in card.required]
    return {
        "mustered": [
            {"seat": t.musterers[place], "card": PIECE_NAMES[t.mustered[place]]}
            for place in range(len(t.mustered))
        ],
        "officers": view_skills(t.officers),
        "totals": view_skills([max(0, attack.single_total(t, skill)) for skill in range(SKILLS)]),
        "multi": attack.multi_cards(t),
        "multi_value": attack.multi_value(),
        "required": view_ranges(face) if t.is_shown else public_ranges(card.type),
        "prizes": [card.prizes, card.prizes] if t.is_shown else prize_range(card.type),
    }


def view_mutiny(t: Table) -> MutinyView | None:
    """Both sides and their strength, until it is decided.  JR-M4"""
    if t.mutineer == NOBODY or MUTINY_ENDS not in t.agenda:
        return None
    return {
        "captain": view_side(t, CAPTAINS_SIDE, t.captain),
        "mutineers": view_side(t, MUTINEERS_SIDE, t.mutineer),
        "neutral": [seat for seat in range(t.seats) if t.side_of(seat) == NO_SIDE],
        "called_in": STEP_NAMES[t.called_in],
    }


def view_side(t: Table, side: int, leader: Seat) -> SideView:
    """One side of the mutiny."""
    cards: list[MusteredView] = []
    for seat in range(t.seats):
        if t.sides[seat] == side:
            cards += [{"seat": seat, "card": PIECE_NAMES[card]} for card in t.lying[seat]]
    return {
        "leader": leader,
        "crew": t.crew_on(side),
        "bonus": t.bonus_of(side),
        "seats": [seat for seat in range(t.seats) if t.side_of(seat) == side],
        "cards": cards,
    }


def view_sharing(t: Table, seat: Seat) -> SharingView | None:
    """Prizes laid out, and who may receive.  JR-D3 JR-O2"""
    if GIVE not in t.agenda:
        return None
    fewest = sharing.fewest(t)
    shares: list[ShareView] = []
    for owner in range(t.seats):
        shares.append({"seat": owner, "cards": t.shares[owner], "may_receive": owner in fewest})
    is_picking = t.agenda[-1] == PICK
    return {
        "prizes": known_names(t, t.laid, seat),
        "from_mutiny": t.is_seized,
        "cook": None if t.cook == NOBODY else t.cook,
        "picker": sharing.picker(t) if is_picking else None,
        "shares": shares,
    }


def own_sealed(t: Table, seat: Seat, step: int) -> list[str]:
    """One's own sealed answer in a window."""
    if not t.waiting or t.agenda[-1] != step or not 0 <= seat < t.seats:
        return []
    return names(t.sealed[seat])


def view_carpenter(t: Table, seat: Seat) -> CarpenterView | None:
    """What the Carpenter was offered is for his player's eyes.  JR-X2 JR-Q43"""
    if t.carpenter == NOBODY or TAKE not in t.agenda:
        return None
    own = own_sealed(t, seat, OFFER)
    offers: list[OfferedPrizeView] = []
    for owner in range(t.seats):
        if t.sealed[owner]:
            prize = t.sealed[owner][0]
            is_open = is_known(t.knows, prize, seat, t.everyone)
            offers.append({"seat": owner, "prize": PIECE_NAMES[prize] if is_open else None})
    is_taking = t.agenda[-1] == TAKE and (seat == t.carpenter or seat == EVERYTHING)
    return {
        "seat": t.carpenter,
        "asked": [other for other in range(t.seats) if t.sealed_asked >> other & 1],
        "presented": own[0] if own else None,
        "offers": offers if is_taking else None,
    }


def view_island(t: Table, seat: Seat) -> IslandView | None:
    """Guards, and whom a guard asks.  JR-X1"""
    if t.map_card == NO_CARD:
        return None
    is_asking = t.agenda[-1] == GUARD_ASKED
    return {
        "guards": [other for other in range(t.seats) if t.guards >> other & 1],
        "asking": view_offer(t, t.guard, seat) if is_asking else None,
        "asked": [other for other in range(t.seats) if t.guard_asked >> other & 1],
        "burying": own_sealed(t, seat, BURY),
    }


def view_punishment(t: Table) -> PunishmentView | None:
    """What the Captain ordered, while it may still happen.  JR-N1"""
    if not t.agenda or PUNISH in t.agenda or VICTIM not in t.agenda:
        return None
    suggestion = None if t.suggestion == NOBODY else t.suggestion
    return {"ordered": t.is_ordered, "suggestion": suggestion}


def view_seat(t: Table, owner: Seat, seat: Seat) -> SeatView:
    """One seat: others see the number of hand cards and of buried prizes.

    Hidden treasures may have been shown to somebody.  JR-I3 JR-O2
    """
    is_own = seat == owner or seat == EVERYTHING or t.is_over()
    shows_buried = is_own or t.is_hidden
    side = t.side_of(owner)
    gold = 0
    for prize in t.prizes[owner]:
        if is_known(t.knows, prize, seat, t.everyone):
            gold += GOLD_OF_KIND[prize_kind(prize)]
    return {
        "seat": owner,
        "captain": owner == t.captain,
        "quartermaster": owner == t.quartermaster,
        "hand_count": len(t.hands[owner]),
        "hand": known_names(t, t.hands[owner], seat),
        "prizes": known_names(t, t.prizes[owner], seat),
        "buried_count": len(t.buried[owner]),
        "buried": known_names(t, t.buried[owner], seat) if shows_buried else None,
        "gold": gold,
        "guard": t.guards >> owner & 1 == 1,
        "side": None if side == NO_SIDE else SIDE_NAMES[side],
        "crew": crew_before(t, owner),
        "traded": t.traded >> owner & 1 == 1,
        "promises_kept": t.kept[owner],
        "promises_broken": t.broken[owner],
    }


def crew_before(t: Table, owner: Seat) -> list[str]:
    """The crew cards that lie before a seat."""
    found = names(t.lying[owner])
    for place in range(len(t.mustered)):
        if t.musterers[place] == owner:
            found.append(PIECE_NAMES[t.mustered[place]])
    return found


def view_offers(t: Table, seat: Seat) -> list[OfferView]:
    """The offers on the table; what is offered only the two see, but for open prizes.

    JR-T9 JR-Q43
    """
    if t.offers_window not in t.ids:
        return []
    return [view_offer(t, giver, seat) for giver in range(t.seats) if t.offer_tos[giver] != NOBODY]


def view_offer(t: Table, giver: Seat, seat: Seat) -> OfferView:
    """One offer."""
    item, piece = t.offer_items[giver], t.offer_pieces[giver]
    kind = "card" if item < FIRST_PRIZE_ITEM else "prize"
    if item >= FIRST_PROMISE_ITEM:
        kind = "promise"
    is_open = piece == NO_CARD or is_known(t.knows, piece, seat, t.everyone)
    in_return = t.offer_returns[giver]
    return {
        "seat": giver,
        "to": t.offer_tos[giver],
        "kind": kind,
        "item": ITEM_NAMES[item] if is_open else None,
        "in_return": None if in_return == NO_PROMISE else PROMISE_NAMES[in_return],
    }


def view_offering(t: Table, seat: Seat) -> OfferingView | None:
    """What a seat may offer now.  JR-T9"""
    if t.is_asked(seat) and t.agenda[-1] == GUARD:
        return view_bribe(t, seat)
    if not 0 <= seat < t.seats or not gifts.can_offer(t, seat):
        return None
    return {
        "items": [ITEM_NAMES[item] for item in gifts.items(t, seat)],
        "to": [other for other in range(t.seats) if other != seat],
        "in_return": PROMISE_NAMES[:],
        "left": gifts.OFFERS_MAX - t.offers_made[seat],
    }


def view_bribe(t: Table, seat: Seat) -> OfferingView:
    """What the guard may offer, and to whom, for somebody to take the guard over.  JR-X1"""
    targets = guard.targets(t)
    return {
        "items": [ITEM_NAMES[item] for item in gifts.items(t, seat)],
        "to": targets,
        "in_return": [PROMISE_NAMES[NO_PROMISE]],
        "left": len(targets),
    }


def view_promise(code: int) -> PromiseView:
    """A promise that is still open.  JR-Q44"""
    return {
        "seat": promises.maker(code),
        "to": promises.receiver(code),
        "promise": PROMISE_NAMES[promises.content(code)],
    }


def view_score(t: Table) -> ScoreView:
    """The final score sheet.  JR-E2"""
    tie = scoring.tie_break(t)
    return {
        "seats": [view_seat_score(t, seat) for seat in range(t.seats)],
        "winners": scoring.winners(t),
        "tie_break": None if tie == NO_TIE else TIE_BREAK.values[tie],
    }


def view_seat_score(t: Table, seat: Seat) -> SeatScoreView:
    """The final score of a seat.  JR-E2"""
    prisoners = scoring.owned(t, seat, PRISONER)
    return {
        "seat": seat,
        "gold": scoring.printed_gold(t, seat) - prisoners * GOLD_OF_KIND[PRISONER],
        "prisoners": prisoners,
        "jewels": scoring.owned(t, seat, JEWELS),
        "jewels_gold": t.jewels_gold[seat],
        "rum": scoring.owned(t, seat, RUM),
        "total": scoring.score(t, seat),
    }
