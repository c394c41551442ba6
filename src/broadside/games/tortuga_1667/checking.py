"""Checks of a table that was read: nothing twice, nothing missing, nothing that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.errors import NotationError
from broadside.kernel.notation import Line

from . import loyalties, ranks, reveals, scoring, stars, turns, votes
from .cards import (
    ALBATROSS,
    ARMADA_CARD,
    ATLANTIS,
    BLACK_POWDER,
    BLACK_SPOT,
    BOATS,
    CABIN_FEVER,
    CHESTS,
    CROWS_NEST,
    EL_DORADO,
    EVENT_CARDS,
    EVENT_KIND,
    FD,
    FOUNTAIN,
    HAND,
    HIDDEN,
    ISLAND_CHESTS,
    JR,
    LETTER,
    NO_CARD,
    NOBODY,
    OPEN,
    PIRATE_CODE,
    PISTOL,
    ROW,
    SHIP_LINE_MAX,
    TO_BRITISH,
    TO_FRENCH,
    VOTE_CARDS,
)
from .events import (
    ATTACK_VOTE,
    ATTACK_WON,
    BY_BLACK_SPOT,
    BY_CAP,
    BY_CAPTAIN,
    BY_MUTINY,
    BY_PISTOL,
    BY_RACE,
    BY_TIE,
    MUTINY_VOTE,
    MUTINY_WON,
)
from .steps import (
    ACTING,
    ATLANTIS_WINDOW,
    CARD_ENDS,
    CROWS_PICK,
    CROWS_TARGET,
    FD_CHEST,
    FEVER_TARGET,
    FORCED_PICK,
    FORCER_PICK,
    FOUNTAIN_WINDOW,
    JR_CHEST,
    LETTER_CHOICE,
    MAP_TARGET,
    PISTOL_TARGET,
    PLACING_PAWN,
    POWDER_BOAT,
    TAKING_CHEST,
    VOTE_ENDS,
    VOTING,
)

if TYPE_CHECKING:
    from .table import Table

KEEPABLE: Final = [LETTER, ALBATROSS, ATLANTIS, EL_DORADO, FOUNTAIN, PIRATE_CODE]
KIND_OF_STEP: Final = {
    LETTER_CHOICE: [LETTER],
    PISTOL_TARGET: [PISTOL],
    MAP_TARGET: [ATLANTIS, EL_DORADO, FOUNTAIN],
    FEVER_TARGET: [CABIN_FEVER],
    CROWS_TARGET: [CROWS_NEST],
    CROWS_PICK: [CROWS_NEST],
    POWDER_BOAT: [BLACK_POWDER],
    FOUNTAIN_WINDOW: [PISTOL, BLACK_SPOT],
}


def check(line: Line, t: Table) -> None:
    """Everything that must agree; what does not is told with the line of the agenda."""
    check_votes(line, t)
    check_events(line, t)
    check_loyalties(line, t)
    check_pawns(line, t)
    check_chests(line, t)
    if t.is_over() or not t.agenda:
        check_end(line, t)
    else:
        check_moment(line, t)


def need(line: Line, is_right: bool, reason: str) -> None:
    """Refuse a table for a reason."""
    if not is_right:
        raise wrong(line, reason)


def wrong(line: Line, reason: str) -> NotationError:
    """The error for a table whose lines do not fit each other."""
    return line.fail(line.words[-1] if line.words else line.key, reason)


# ------------------------------------------------------------------------------- cards


def check_votes(line: Line, t: Table) -> None:
    """Every Vote card lies somewhere, and once; no hand is larger than it can be."""
    cards = list(t.vote_deck + t.played)
    in_hands = 0
    for seat in range(t.seats):
        cards += t.hands[seat] + t.laid[seat]
        in_hands += len(t.hands[seat]) + len(t.laid[seat])
        need(line, len(t.laid[seat]) <= 2, "nobody lays more than two cards")
    need(line, sorted(cards) == list(range(VOTE_CARDS)), "every Vote card lies somewhere, once")
    waiting = t.voters.bit_count() if t.played else 0
    need(line, in_hands + waiting <= HAND * t.seats + 1, "the hands have too many Vote cards")
    need(line, len(t.played) == 0 or len(t.played) > waiting, "too few cards were played")


def check_events(line: Line, t: Table) -> None:
    """Every event card lies somewhere, and once; the Armada is where it must be."""
    row = [card for card in t.row if card != NO_CARD]
    cards = row + list(t.event_deck + t.discards + t.removed + t.out)
    if t.open_card != NO_CARD:
        cards.append(t.open_card)
    seen = list(t.discards)
    for seat in range(t.seats):
        cards += t.kept[seat]
        seen += t.kept[seat]
        for card in t.kept[seat]:
            need(line, EVENT_KIND[card] in KEEPABLE, "nobody can keep such a card")
    need(line, sorted(cards) == list(range(EVENT_CARDS)), "every event lies somewhere, once")
    if t.open_card != NO_CARD:
        seen.append(t.open_card)
    for card in seen:
        need(line, t.shown >> card & 1 == 1, "what lies open was shown")
    hidden = list(t.removed) if t.is_race else row + list(t.event_deck + t.removed)
    for card in hidden:
        need(line, not t.shown >> card & 1, "what lies face down was not shown")
    need(line, t.code_marks == 0 or t.keeper(PIRATE_CODE) != NOBODY, "nobody has the Pirate Code")
    check_armada(line, t, row)


def check_armada(line: Line, t: Table, row: list[int]) -> None:
    """Under the deck, then in the row, which was shuffled; out of the game in a race."""
    if t.is_race:
        need(line, ARMADA_CARD in t.out, "in the race the Armada is out of the game")
        need(line, not t.old_row, "in the race the row was not shuffled")
        return
    need(line, ARMADA_CARD not in t.out + t.removed, "the Armada is in the game")
    if t.is_over():
        return
    if t.event_deck:
        need(line, t.event_deck[0] == ARMADA_CARD, "the Armada lies under the deck")
        full = ROW - 1 if t.open_card != NO_CARD else ROW
        need(line, len(row) == full and not t.old_row, "the row is full while there is a deck")
        return
    need(line, ARMADA_CARD in row, "the Armada lies in the row")
    seen = [card for card in t.old_row if t.shown >> card & 1]
    need(line, sorted(row + seen) == sorted(t.old_row), "the row was shuffled with other cards")


def check_loyalties(line: Line, t: Table) -> None:
    """The Loyalty cards for so many seats, open as the mode has it."""
    wanted = loyalties.cards_for(t.seats)
    need(line, sorted(t.loyalties) == wanted, "these are not the Loyalty cards of so many seats")
    if t.is_over() or t.loyalty_mode == OPEN:
        need(line, t.open_loyalties == t.everyone, "all Loyalty cards are open")
    elif t.loyalty_mode == HIDDEN:
        need(line, t.open_loyalties == 0, "all Loyalty cards are hidden")
    else:
        open_seats = [seat for seat in range(t.seats) if t.open_loyalties >> seat & 1]
        nations = {t.nation(seat) for seat in open_seats}
        need(line, len(nations) == len(open_seats) <= 2, "one card of each nation may be open")


# ------------------------------------------------------------------------------- board


def check_pawns(line: Line, t: Table) -> None:
    """Every pawn stands somewhere; ships and boats have limits."""
    is_placing = len(t.spaces) > 0
    need(line, is_placing == (PLACING_PAWN in t.agenda), "pawns are placed freely at the start")
    for place in t.places:
        need(line, (place == NOBODY) == is_placing, "every pawn stands somewhere")
    for ship in (FD, JR):
        need(line, len(t.lines[ship]) <= SHIP_LINE_MAX, "five pawns at most on a ship")
    for boat in BOATS:
        room = 0 if ranks.is_exploded(t, boat) else 1
        need(line, len(t.lines[boat]) <= room, "one pawn at most in a boat, none if it is gone")


def check_chests(line: Line, t: Table) -> None:
    """Eight chests, two of them on the island; captains have some at the start."""
    top = t.agenda[-1] if t.agenda else ACTING
    t.to_stow = 2 if top == FD_CHEST else 1 if top == JR_CHEST else 0
    need(line, sum(t.chests) + t.to_stow == CHESTS, f"there are {CHESTS} chests")
    island = t.chests[TO_BRITISH] + t.chests[TO_FRENCH]
    need(line, island == ISLAND_CHESTS, f"there are {ISLAND_CHESTS} chests on Tortuga")


def check_end(line: Line, t: Table) -> None:
    """The end must fit the chests."""
    need(line, t.is_over() and not t.agenda, "a game is over with an ending")
    is_tie = scoring.leader(t) == NOBODY
    need(line, is_tie == (t.ending == BY_TIE or t.ending == BY_CAP), "the chests say otherwise")
    need(line, t.is_race == (t.ending == BY_RACE or t.ending == BY_CAP), "a race ends in a race")
    need(line, t.ending != BY_TIE or loyalties.has_dutch(t), "there is no Dutch player")
    need(line, not t.is_race or not loyalties.has_dutch(t), "no race with a Dutch player")


# ------------------------------------------------------------------- what is under way


def check_moment(line: Line, t: Table) -> None:
    """What is under way must fit the agenda."""
    top = t.agenda[-1]
    need(line, not t.is_race or not loyalties.has_dutch(t), "no race with a Dutch player")
    need(line, t.active != NOBODY, "somebody's turn is next")
    is_start = top <= JR_CHEST
    need(line, is_start == (t.turn == 0), "the turn does not fit the agenda")
    if top == PLACING_PAWN:
        need(line, t.active not in t.spaces, "this pawn stands already")
    elif is_start:
        need(line, len(t.lines[FD]) > 0 and len(t.lines[JR]) > 0, "a captain is missing")
    else:
        check_turn(line, t, top)
    need(line, (t.forced != NOBODY) == (top in (FORCED_PICK, FORCER_PICK)), "nobody is forced")
    need(line, (t.vote != NOBODY) == (VOTE_ENDS in t.agenda), "there is no vote")
    need(line, (t.victim != NOBODY) == (top == FOUNTAIN_WINDOW), "nobody is marooned")
    need(line, (t.searched != NOBODY) == (top == CROWS_PICK), "nobody searches the deck")
    need(line, (t.open_card != NO_CARD) == (CARD_ENDS in t.agenda), "no card is resolved")
    if t.vote != NOBODY:
        check_vote(line, t, top)
    else:
        need(line, not t.played, "no cards were played")
    if t.open_card != NO_CARD:
        check_card(line, t, top)
    if top == FOUNTAIN_WINDOW:
        check_marooning(line, t)
    if top != VOTING:
        for seat in range(t.seats):
            need(line, not t.laid[seat], "nobody lays cards now")


def check_turn(line: Line, t: Table, top: int) -> None:
    """Letters, Atlantis and forces."""
    fits = t.fresh <= t.kept_count(t.active, LETTER)
    need(line, fits, "so many Letters were not kept in this turn")
    if top == ACTING or top == ATLANTIS_WINDOW:
        need(line, t.actions_left > 0, "no action is left")
    if top == ATLANTIS_WINDOW:
        need(line, turns.can_use_atlantis(t), "nobody can use Atlantis")
    if top == FORCED_PICK or top == FORCER_PICK:
        need(line, t.forcer == t.active and t.forced != t.forcer, "these two cannot force")
        slots = (t.first_slot, t.second_slot)
        for slot in slots:
            need(line, t.row[slot] != NO_CARD, "this slot is empty")
        need(line, slots[0] < slots[1], "the slots are two different ones")
        need(line, top == FORCED_PICK or t.has_timer, "only under the sand timer")


def check_vote(line: Line, t: Table, top: int) -> None:
    """Who called what, who votes, and what came out."""
    need(line, t.caller == t.active, "only the active seat calls")
    need(line, has_rank(t), "this seat cannot have called such a vote")
    code = t.keeper(PIRATE_CODE)
    entitled = votes.entitled_seats(t, t.places[t.caller], t.vote)
    need(line, t.missing == (code if code in entitled else NOBODY), "this seat does not sit out")
    for seat in range(t.seats):
        is_voter = t.voters >> seat & 1 == 1
        cards = len(t.hands[seat]) + len(t.laid[seat])
        may = seat in entitled and seat != code
        need(line, may or not is_voter, "this seat takes no part")
        if top == VOTING:
            need(line, is_voter == (may and cards > 0), "whoever has cards votes")
            need(line, is_voter or not t.laid[seat], "this seat takes no part")
    if top == VOTING:
        need(line, t.outcome == NOBODY and not t.played, "the vote is not counted yet")
        return
    is_right = len(t.played) > 0 and t.outcome == votes.outcome_of(t.vote, votes.counts(t))
    need(line, is_right, "the cards say otherwise")
    wanted = ATTACK_WON if top == TAKING_CHEST else MUTINY_WON
    need(line, t.outcome == wanted, "this vote asks for nothing")


def has_rank(t: Table) -> bool:
    """Whether the caller has the rank for the vote under way."""
    if t.vote == ATTACK_VOTE:
        return ranks.is_captain(t, t.caller)
    if t.vote == MUTINY_VOTE:
        return ranks.is_first_mate(t, t.caller)
    return ranks.is_governor(t, t.caller)


def check_card(line: Line, t: Table, top: int) -> None:
    """The card that is resolved must ask this question."""
    need(line, EVENT_KIND[t.open_card] in KIND_OF_STEP[top], "this card does not ask this")
    need(line, t.row[t.open_slot] == NO_CARD, "the slot of the open card is empty")
    if top == CROWS_TARGET:
        need(line, len(reveals.targets(t, top)) > 0, "nobody has Vote cards")
    elif top == POWDER_BOAT:
        need(line, len(stars.boats(t)) > 0, "both boats are gone")
    elif top == CROWS_PICK:
        fits = t.searched != t.revealer and t.search_left < len(t.vote_deck)
        need(line, fits, "so many cards cannot be given")
        need(line, len(t.hands[t.searched]) + t.search_left <= HAND + 1, "the hand is too large")
        for card in t.vote_deck:
            t.knows[card] = 1 << t.revealer
        t.vote_deck = tuple(sorted(t.vote_deck))


def check_marooning(line: Line, t: Table) -> None:
    """Who is marooned by whom and why, and has the Fountain."""
    need(line, t.keeper(FOUNTAIN) == t.victim, "the Fountain is somebody else's")
    is_self = t.victim == t.marooner
    need(line, is_self == (t.cause == BY_BLACK_SPOT), "nobody maroons himself")
    if VOTE_ENDS in t.agenda:
        fits = t.cause == BY_MUTINY and t.marooner == t.caller
        need(line, fits and ranks.is_captain(t, t.victim), "no such mutiny")
        need(line, t.places[t.victim] == t.places[t.marooner], "no such mutiny")
    elif CARD_ENDS in t.agenda:
        kind = EVENT_KIND[t.open_card]
        cause = BY_PISTOL if kind == PISTOL else BY_BLACK_SPOT
        need(line, t.cause == cause and t.marooner == t.revealer, "this card does not do that")
    else:
        fits = t.cause == BY_CAPTAIN and t.marooner == t.active
        need(line, fits and ranks.is_captain(t, t.marooner), "no such captain")
        need(line, t.places[t.victim] == t.places[t.marooner], "no such captain")
