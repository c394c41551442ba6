"""Checks of a table that is read: whatever the text says, it must be able to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.event import Seat
from broadside.kernel.notation import Line
from broadside.kernel.window import FREE_PLAY, REACTION, TURN, VOTE

from . import (
    attack,
    carpenter,
    guard,
    island,
    openings,
    plays,
    port,
    punishment,
    sharing,
    voyage,
)
from .cards import BOX as PRINTED
from .cards import (
    CREW,
    DESTINATIONS,
    FIRST_CHARACTER,
    FIRST_DESTINATION,
    FIRST_PRIZE,
    ISLAND,
    KIND_OF,
    NO_CARD,
    NO_QUARTERMASTER_SEATS,
    NOBODY,
    OLD_SAILOR,
    PIECES,
    PORT,
    TYPE_OF,
    fits_seats,
)
from .events import NO_SIDE
from .steps import (
    AFTERMATH,
    APPOINT,
    ATTACK_ENDS,
    BURY,
    DESTINATION,
    DIGGING,
    DISCARD,
    FIRST,
    FORCED,
    GIVE,
    GUARD,
    GUARD_ASKED,
    IS_OPEN,
    IS_SEALED,
    LANDING,
    LOOKOUT,
    MAP,
    MUSTER,
    MUTINY,
    MUTINY_ENDS,
    OFFER,
    PICK,
    PRIZE,
    PUNISH,
    REACT,
    REDEAL,
    REVEAL,
    REVEALED,
    SELL,
    TAKE,
    VICTIM,
    VOYAGE,
    VOYAGE_ENDS,
)
from .steps import PORT as PORT_STEP
from .verbs import (
    ACTIONS,
    BOATSWAIN,
    CALL,
    CALL_CUTTHROAT,
    CUTTHROAT,
    ENLIST,
    OFFICER_UP_DOWN,
    PLAY,
    PLAYS,
    SEA_DOG,
    SECOND_MATE,
    SMART_LAD,
    TREASON,
)
from .verbs import (
    CREW as CREW_VERB,
)
from .verbs import (
    MUSTER as MUSTER_VERB,
)

if TYPE_CHECKING:
    from .table import Table


def check(t: Table, agenda: Line, waiting: Line) -> None:
    """All cards are there once, and those are asked who can answer."""
    expected = list(range(CREW)) + used_destinations(t.seats) + list(range(FIRST_PRIZE, PIECES))
    if t.pieces() != expected:
        raise agenda.fail(agenda.key, "every card must lie somewhere, and once")
    if not t.agenda:
        if t.waiting or t.rests or any_offer(t):
            raise waiting.fail(waiting.words[0], "the game is over")
        for prize in range(FIRST_PRIZE, PIECES):
            if prize not in t.prize_deck:
                t.knows[prize] = t.everyone
        return
    is_right = is_resting_rightly(t) if t.rests else t.waiting != 0 and is_asked_rightly(t)
    if not is_right:
        raise waiting.fail(waiting.words[-1], "these seats cannot be asked now")


def any_offer(t: Table) -> bool:
    """Whether any offer is on the table."""
    for seat in range(t.seats):
        if t.offer_tos[seat] != NOBODY:
            return True
    return False


def used_destinations(seats: int) -> list[int]:
    """The destinations for so many seats."""
    found: list[int] = []
    for place in range(DESTINATIONS):
        if fits_seats(PRINTED.destinations[place].flag, seats):
            found.append(FIRST_DESTINATION + place)
    return found


# ------------------------------------------------------------------------ who is asked


def is_asked_rightly(t: Table) -> bool:
    """Whether the seats that wait are those which the step on top can ask."""
    step = t.agenda[-1]
    if IS_OPEN[step]:
        might = openings.might_be_asked(t, step)
        is_single = t.waiting & (t.waiting - 1) == 0
        fits = t.waiting == t.pending & might if t.asks_all else is_single
        return t.window == FREE_PLAY and fits and t.waiting & ~t.pending == 0
    if step == REACT:
        return t.window == REACTION and t.waiting & t.react_asked[-1] == 0
    if IS_SEALED[step]:
        return t.window == VOTE and is_sealed_rightly(t, step)
    seat = actor(t, step)
    return t.window == TURN and seat != NOBODY and t.waiting == 1 << seat


def is_resting_rightly(t: Table) -> bool:
    """Whether everybody might have answered in the window on top, which nobody may know."""
    step = t.agenda[-1]
    if not t.asks_all or not (IS_OPEN[step] or step == REACT):
        return False
    might = openings.might_be_asked(t, step)
    if step == REACT:
        return t.window == REACTION and might & ~t.react_asked[-1] == 0
    return t.window == FREE_PLAY and might & t.pending == 0


def is_sealed_rightly(t: Table, step: int) -> bool:
    """Whether a sealed choice was put to the right seats, and who answered has answered."""
    asked = 0
    for seat in range(t.seats):
        is_open = t.waiting >> seat & 1 == 1
        sealed = len(t.sealed[seat])
        if step == DISCARD:
            extra = len(t.hands[seat]) - t.hand_limit()
            if sealed > max(0, extra) or (is_open and sealed == extra):
                return False
            is_asked, is_done = extra > 0, sealed == extra
        elif step == OFFER:
            is_asked = seat != t.carpenter and len(t.prizes[seat]) > 0
            is_done = True
            if sealed > 1 or (is_open and sealed):
                return False
        else:
            is_asked, is_done = is_burying(t, seat), True
            if not is_burying(t, seat) and sealed:
                return False
            if is_open and sealed and not island.buriable(t, seat):
                return False
        if is_asked:
            asked |= 1 << seat
        if (is_open and not is_asked) or (is_asked and not is_open and not is_done):
            return False
    return t.sealed_asked == asked


def is_burying(t: Table, seat: Seat) -> bool:
    """Whether a seat may bury something."""
    if t.guards >> seat & 1:
        return False
    if t.is_hidden and t.asks_all:
        return len(t.prizes[seat]) > 0
    return len(island.buriable(t, seat)) + len(t.sealed[seat]) > 0


def actor(t: Table, step: int) -> Seat:
    """The seat that a step asks, if it can ask anybody; else nobody."""
    quartermaster = t.acting_quartermaster()
    if step == APPOINT:
        return t.captain if t.seats > NO_QUARTERMASTER_SEATS else NOBODY
    if quartermaster == NOBODY:
        return NOBODY
    if step == PUNISH:
        return t.captain
    if step == DESTINATION:
        return t.captain if voyage.choices(t) else NOBODY
    if step == VICTIM:
        return quartermaster if t.is_ordered and punishment.candidates(t) else NOBODY
    if step == FIRST:
        is_able = attack.normal_kinds(t, quartermaster) or (t.asks_all and t.hands[quartermaster])
        return quartermaster if is_able else NOBODY
    return later_actor(t, step, quartermaster)


def later_actor(t: Table, step: int, quartermaster: Seat) -> Seat:
    """The same for sharing, port, island and the forced card."""
    if step == GIVE:
        return quartermaster
    if step == PICK:
        return sharing.picker(t)
    if step == TAKE:
        return t.carpenter if carpenter.take_options(t) else NOBODY
    if step == SELL:
        seat = port.seller(t)
        is_able = seat != NOBODY and (port.sellable(t, seat) or (t.is_hidden and t.prizes[seat]))
        return seat if is_able else NOBODY
    if step == GUARD:
        return t.guard if guard.targets(t) else NOBODY
    if step == GUARD_ASKED:
        return t.offer_tos[t.guard] if t.guard != NOBODY else NOBODY
    if step == FORCED:
        return t.forced if t.forced != NOBODY and t.hands[t.forced] else NOBODY
    return quartermaster if attack.multi_cards(t) else NOBODY


# ------------------------------------------------------------------------ line by line


def check_roles(t: Table, line: Line) -> None:
    """Captain and Quartermaster are two, and there is one unless he is about to be appointed."""
    is_three = t.seats == NO_QUARTERMASTER_SEATS
    is_due = APPOINT in t.agenda or not t.agenda
    has_one = t.quartermaster != NOBODY
    is_lacking = not (is_three or has_one or is_due)
    if t.quartermaster == t.captain or is_lacking or (is_three and has_one):
        raise line.fail(line.words[2], "this seat cannot be Quartermaster now")


def check_stack(t: Table, line: Line, type_: int) -> None:
    """A stack has cards of its type only."""
    for card in t.stacks[type_]:
        if TYPE_OF[card - FIRST_DESTINATION] != type_:
            raise line.fail(line.words[0], "a card of another type is in this stack")
        t.knows[card] = 0


def check_mustered(t: Table, line: Line) -> None:
    """Only normal cards are mustered, and only in an attack."""
    for card in t.mustered:
        if KIND_OF[card] >= FIRST_CHARACTER:
            raise line.fail(line.words[0], "only normal cards can be mustered")
    has_muster = ATTACK_ENDS in t.agenda and LOOKOUT not in t.agenda and FIRST not in t.agenda
    if not has_muster:
        raise line.fail(line.words[0], "nobody musters now")


def check_known(t: Table, line: Line, zone: tuple[int, ...], seat: Seat) -> None:
    """A seat knows its own cards."""
    for card in zone:
        if not t.knows[card] >> seat & 1:
            raise line.fail(line.key, "a seat knows its own cards")


def check_prizes(t: Table, line: Line, zone: tuple[int, ...], seat: Seat) -> None:
    """Prizes are known to all, unless they are hidden; then their owner knows them."""
    check_known(t, line, zone, seat)
    for prize in zone:
        if not t.is_hidden and t.knows[prize] != t.everyone:
            raise line.fail(line.key, "prizes are open at this table")


def check_seat(t: Table, line: Line, seat: Seat) -> None:
    """Sides belong to a mutiny, sealed cards to their owner, Jewels' gold to the end."""
    is_mutiny = REDEAL in t.agenda
    if not is_mutiny and (t.lying[seat] or t.sides[seat] != NO_SIDE):
        raise line.fail(line.words[0], "there is no mutiny")
    if t.lying[seat] and t.sides[seat] == NO_SIDE:
        raise line.fail(line.words[0], "whose cards lie there is on a side")
    if t.agenda and t.jewels_gold[seat]:
        raise line.fail(line.words[5], "Jewels are valued at the end")
    check_sealed(t, line, seat, t.agenda[-1] if t.agenda else MUTINY)


def check_sealed(t: Table, line: Line, seat: Seat, step: int) -> None:
    """Sealed cards are their owner's, and fit the question."""
    zone = t.hands[seat] if step == DISCARD else t.prizes[seat]
    sealed = list(t.sealed[seat])
    if step not in (DISCARD, OFFER, BURY, TAKE) and sealed:
        raise line.fail(line.words[-1], "nothing is sealed now")
    if step == TAKE and len(sealed) > 1:
        raise line.fail(line.words[-1], "each offers one prize at most")
    if step == BURY and not all_buriable(t, sealed):
        raise line.fail(line.words[-1], "this cannot be buried")
    for card in sealed:
        if card not in zone or sealed.count(card) > 1:
            raise line.fail(line.words[-1], "this is not there to be sealed")


def all_buriable(t: Table, sealed: list[int]) -> bool:
    """Whether all these prizes can be buried."""
    for card in sealed:
        if card < FIRST_PRIZE or not island.can_bury(t.prize_kinds((card,))[0]):
            return False
    return True


def check_offer(t: Table, line: Line, seat: Seat, text: str) -> None:
    """An offer goes to another seat, which knows what it is."""
    to, piece = t.offer_tos[seat], t.offer_pieces[seat]
    if to == seat or not t.agenda:
        raise line.fail(text, "an offer goes to another seat")
    if piece != NO_CARD and not t.knows[piece] >> to & 1:
        raise line.fail(text, "whom it is offered to knows what it is")


def check_voyage(t: Table, line: Line) -> None:
    """The destination fits what is done there."""
    agenda = t.agenda
    is_sailing = VOYAGE in agenda or VOYAGE_ENDS in agenda
    if (t.chosen != NO_CARD) != (is_sailing and DESTINATION not in agenda):
        raise line.fail(line.words[0], "this does not fit the agenda")
    is_landed = DIGGING in agenda
    if is_landed != (t.map_card != NO_CARD):
        raise line.fail(line.words[2], "a map lies there on an island, and nowhere else")
    if t.map_card != NO_CARD and KIND_OF[t.map_card] != FIRST_CHARACTER + OLD_SAILOR:
        raise line.fail(line.words[2], "the Old Sailor knows the way")
    has_guard = GUARD in agenda
    if has_guard != (t.guard != NOBODY) or (has_guard and not t.guards >> t.guard & 1):
        raise line.fail(line.words[7], "this seat cannot be guard now")
    if (t.guards and not is_landed) or (t.guard_asked and not has_guard):
        raise line.fail(line.words[6], "nobody stands guard")
    if t.suggestion != NOBODY and not t.is_ordered:
        raise line.fail(line.words[10], "this seat cannot be suggested")
    check_sites(t, line)


def check_sites(t: Table, line: Line) -> None:
    """Attacks, ports and islands each have their own steps."""
    agenda = t.agenda
    if t.chosen == NO_CARD:
        if t.is_shown or t.traded:
            raise line.fail(line.words[1], "nothing was chosen")
        return
    type_ = t.type_chosen()
    is_port = SELL in agenda
    is_island = MAP in agenda or DIGGING in agenda
    if VOYAGE_ENDS in agenda and (is_port != (type_ == PORT) or is_island != (type_ == ISLAND)):
        raise line.fail(line.words[0], "this destination does not fit the agenda")
    is_shared = VOYAGE_ENDS in agenda and AFTERMATH in agenda
    is_face_up = is_port or DIGGING in agenda or is_shared or is_revealed(agenda)
    might_be_up = ATTACK_ENDS in agenda
    if t.is_shown != is_face_up and not (might_be_up and t.is_shown):
        raise line.fail(line.words[1], "the destination cannot lie like this")
    if (t.traded and not is_port) or (PORT_STEP in agenda and t.sellers_left != t.seats):
        raise line.fail(line.words[4], "nobody has traded")


def is_revealed(agenda: list[int]) -> bool:
    """Whether the destination of an attack was turned up by all means."""
    return ATTACK_ENDS in agenda and REVEAL not in agenda


def check_sharing(t: Table, line: Line) -> None:
    """Prizes are laid out while they are shared, and only then."""
    is_sharing = GIVE in t.agenda
    if is_sharing != (len(t.laid) > 0):
        raise line.fail(line.words[-1], "prizes are laid out while they are shared")
    for prize in t.laid:
        if not t.is_hidden and t.knows[prize] != t.everyone:
            raise line.fail(line.words[-1], "prizes are open at this table")
    top = t.agenda[-1] if t.agenda else MUTINY
    if top in (PICK, GIVE):
        seat = sharing.picker(t) if top == PICK else t.acting_quartermaster()
        check_looking(t, line, seat)
    if (TAKE in t.agenda) != (t.carpenter != NOBODY):
        raise line.fail(line.words[3], "the Carpenter is not at work")
    if PRIZE in t.agenda and t.picks_left != 2:
        raise line.fail(line.words[1], "nobody has picked yet")


def check_looking(t: Table, line: Line, seat: Seat) -> None:
    """Who picks or gives looks at the prizes."""
    for prize in t.laid:
        if seat == NOBODY or not t.knows[prize] >> seat & 1:
            raise line.fail(line.words[-1], "who picks or gives looks at the prizes")


def check_mutiny(t: Table, line: Line) -> None:
    """A mutiny has a leader until it ends, and a loser afterwards."""
    is_on = MUTINY_ENDS in t.agenda
    if is_on != (t.mutineer != NOBODY) or (is_on and t.mutineer == t.captain):
        raise line.fail(line.words[0], "this seat cannot lead a mutiny now")
    is_decided = REDEAL in t.agenda and not is_on
    if is_decided != (t.loser != NO_SIDE):
        raise line.fail(line.words[1], "the mutiny is not decided like this")
    has_forced = FORCED in t.agenda
    if has_forced != (t.forced != NOBODY) or (has_forced and t.forced_side == NO_SIDE):
        raise line.fail(line.words[2], "nobody is forced like this")
    if is_on and (t.sides[t.captain] == 1 or t.sides[t.mutineer] == 0):
        raise line.fail(line.words[0], "leaders are on their own sides")
    if has_forced and t.side_of(t.forced) != NO_SIDE:
        raise line.fail(line.words[2], "only a neutral seat is forced")


# ------------------------------------------------------------------------------- plays


def check_plays(t: Table, line: Line) -> None:
    """As many cards are played as reactions are open; each is what its action says."""
    depth = t.agenda.count(REACT)
    if len(t.play_cards) != depth:
        raise line.fail(line.words[0], "this does not fit the agenda")
    if depth == 0:
        return
    below = t.agenda[-1 - depth]
    for place in range(depth):
        action = ACTIONS.actions[t.play_codes[place]]
        fits = action is TREASON if place else fits_step(t, below, action.code)
        card, seat = t.play_cards[place], t.play_seats[place]
        if not fits or KIND_OF[card] != plays.kind_played(action) or not is_sane(t, seat, place):
            raise line.fail(line.words[place], "this cannot be played now")


def fits_step(t: Table, below: int, code: int) -> bool:
    """Whether an action that plays a card belongs to the window below."""
    action = ACTIONS.actions[code]
    verb = action.verb
    if verb == SECOND_MATE:
        return True
    if verb == PLAY:
        kinds = openings.characters_of(t, below)
        return action in [PLAYS[kind - FIRST_CHARACTER] for kind in kinds]
    if below == MUSTER:
        return verb == MUSTER_VERB
    if below == REVEALED:
        return verb == OFFICER_UP_DOWN
    if below == LANDING:
        return verb == BOATSWAIN
    if below == DIGGING:
        return verb == SMART_LAD
    if below == MUTINY:
        if verb == ENLIST:
            return t.forced_side != NO_SIDE
        if verb >= CALL and verb <= CALL_CUTTHROAT:
            return t.play_seats[0] == t.mutineer
        return verb in (CREW_VERB, SEA_DOG, CUTTHROAT)
    return False


def is_sane(t: Table, seat: Seat, place: int) -> bool:
    """Whether a play's targets sit at this table, and its side is the seat's."""
    action = ACTIONS.actions[t.play_codes[place]]
    verb = action.verb
    if verb == SMART_LAD:
        return action.first < t.seats and action.first != seat and len(t.buried[action.first]) > 0
    if verb in (BOATSWAIN, SECOND_MATE) or verb == CALL + 1:
        return action.first < t.seats and action.first != seat and action.second < t.seats
    own = t.side_of(seat)
    if verb == CREW_VERB:
        return own in (NO_SIDE, action.second)
    if verb == ENLIST:
        return own in (NO_SIDE, t.forced_side)
    if verb == SEA_DOG:
        return own in (NO_SIDE, action.first) and action.second < t.seats
    return True
