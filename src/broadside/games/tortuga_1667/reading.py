"""Reading a table that was written by `notation.py`; every line is parsed, then all is checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat
from broadside.kernel.notation import Line, Reader, read_count

from . import deeds, loyalties, peeking
from .cards import (
    BOATS,
    CHEST,
    FIRST_EVENT,
    FIRST_LOYALTY,
    LOYALTY_MODES,
    NOBODY,
    PLACE_NAMES,
    ROW,
    SEATS_MAX,
    SEATS_MIN,
    TREASURY_NAMES,
    VOTE_CARDS,
)
from .checking import check
from .events import CAUSE_NAMES, ENDING_NAMES, OUTCOME_NAMES, VOTE_NAMES
from .notation import (
    ATLANTIS_MODES,
    EVENT_WORDS,
    LOYALTY_WORDS,
    NAME,
    NOTHING,
    OVER,
    SWITCHES,
    VOTE_WORDS,
)
from .steps import STEP_NAMES, WAITING_AGENDAS
from .table import Table
from .verbs import SPACES

HEADING: Final = ["loyalty_mode", "madness", "race_cap", "sand_timer", "seats", "stall_guard"]
TURNS_MAX: Final = 99_999
SKIPS_MAX: Final = 99
CHESTS_MAX: Final = 8


def read(text: str) -> Table:
    """The table that was written as this text; raises NotationError with line and token."""
    lines = Reader(text)
    t = read_heading(lines.take(NAME))
    t.set_out()
    t.knows[CHEST] = t.everyone
    agenda = lines.take("agenda")
    read_agenda(agenda, t)
    read_ending(lines.take("ending"), t)
    read_turn(lines.take("turn"), t)
    read_board(lines, t)
    for seat in range(t.seats):
        read_seat(lines, t, seat)
    t.open_loyalties = read_mask(lines.take("open"), t)
    read_decks(lines, t)
    read_moment(lines, t)
    read_deeds(lines.take("deeds"), t)
    t.rng = lines.take("rng").rng()
    lines.finish()
    check(agenda, t)
    peeking.learn(t)
    if t.is_over():
        loyalties.show_all(t)
    else:
        loyalties.learn(t)
        t.run()
    return t


def expect(line: Line, words: list[str], names: list[str]) -> dict[str, str]:
    """The settings of a line, which must be exactly these."""
    given = line.settings(words)
    if sorted(given) != names:
        raise line.fail(line.key, f"expected {'=… '.join(names)}=…")
    return given


def read_heading(line: Line) -> Table:
    """An empty table with these seats and options."""
    given = expect(line, line.words, HEADING)
    t = Table(line.number_in(given["seats"], SEATS_MIN, SEATS_MAX))
    t.loyalty_mode = line.index(given["loyalty_mode"], LOYALTY_MODES, "mode")
    t.is_mad = line.index(given["madness"], SWITCHES, "switch") == 1
    t.has_timer = line.index(given["sand_timer"], SWITCHES, "switch") == 1
    t.is_guarded = line.index(given["stall_guard"], SWITCHES, "switch") == 1
    t.is_capped = line.index(given["race_cap"], SWITCHES, "switch") == 1
    return t


def read_agenda(line: Line, t: Table) -> None:
    """What the table is doing."""
    if line.words == [OVER]:
        return
    t.agenda = [line.index(word, STEP_NAMES, "step") for word in line.words]
    if t.agenda not in WAITING_AGENDAS:
        raise line.fail(line.words[-1] if line.words else line.key, "no table waits like this")


def read_ending(line: Line, t: Table) -> None:
    """How the game has ended, or that it has not."""
    if len(line.words) != 1:
        raise line.fail(line.key, "expected one word")
    t.ending = line.index(line.words[0], ENDING_NAMES, "ending")


def read_turn(line: Line, t: Table) -> None:
    """Whose turn it is."""
    given = expect(line, line.words[1:], ["actions", "active", "fresh", "quiet", "race"])
    t.turn = line.number_in(line.words[0], 0, TURNS_MAX)
    t.active = read_seat_name(line, t, given["active"])
    t.actions_left = line.number_in(given["actions"], 0, 2 if t.seats == 2 else 1)
    t.fresh = line.number_in(given["fresh"], 0, 3)
    t.quiet = line.number_in(given["quiet"], -1, TURNS_MAX)
    t.is_race = given["race"] != NOTHING
    if t.is_race:
        t.race_turns = line.number_in(given["race"], 0, TURNS_MAX)


def read_seat_name(line: Line, t: Table, word: str) -> Seat:
    """A seat, or a dash for nobody."""
    return NOBODY if word == NOTHING else line.number_in(word, 0, t.seats - 1)


def read_mask(line: Line, t: Table) -> int:
    """Some seats, on a line of their own."""
    if line.words == [NOTHING]:
        return 0
    if not line.words:
        raise line.fail(line.key, "expected seats or a dash")
    return mask_of(line, t, line.words)


def mask_of(line: Line, t: Table, words: list[str]) -> int:
    """The mask of some seats."""
    mask = 0
    for word in words:
        mask |= 1 << line.number_in(word, 0, t.seats - 1)
    return mask


# ------------------------------------------------------------------------------- board


def read_board(lines: Reader, t: Table) -> None:
    """Pawns, boats and chests."""
    for place in range(len(PLACE_NAMES)):
        line = lines.take(f"line.{PLACE_NAMES[place]}")
        for word in listed(line):
            seat = line.number_in(word, 0, t.seats - 1)
            if t.places[seat] != NOBODY:
                raise line.fail(word, "this pawn stands somewhere else already")
            t.places[seat] = place
            t.lines[place] += (seat,)
    read_spaces(lines.take("spaces"), t)
    exploded = lines.take("exploded")
    for word in listed(exploded):
        t.exploded |= 1 << exploded.index(word, [PLACE_NAMES[boat] for boat in BOATS], "boat")
    chests = lines.take("chests")
    if len(chests.words) != len(TREASURY_NAMES):
        raise chests.fail(chests.key, f"expected {len(TREASURY_NAMES)} numbers")
    t.chests = [chests.number_in(word, 0, CHESTS_MAX) for word in chests.words]


def read_spaces(line: Line, t: Table) -> None:
    """Pawns that are placed freely."""
    if line.words == [NOTHING]:
        return
    if len(line.words) != SPACES:
        raise line.fail(line.key, f"expected {SPACES} spaces or a dash")
    t.spaces = [read_seat_name(line, t, word) for word in line.words]
    for seat in range(t.seats):
        if t.spaces.count(seat) > 1:
            raise line.fail(str(seat), "this pawn stands somewhere else already")


def listed(line: Line) -> list[str]:
    """The words of a line, none if it is a dash."""
    if not line.words:
        raise line.fail(line.key, "expected some words or a dash")
    return [] if line.words == [NOTHING] else line.words


# ------------------------------------------------------------------------------- cards


def read_seat(lines: Reader, t: Table, seat: Seat) -> None:
    """Everything of one seat."""
    line = lines.take(f"loyalty.{seat}")
    if len(line.words) != 1:
        raise line.fail(line.key, "expected one card")
    card, mask = read_known(line, t, line.words[0], LOYALTY_WORDS)
    t.loyalties[seat] = card
    t.knows[FIRST_LOYALTY + card] = mask | 1 << seat
    hand = lines.take(f"hand.{seat}")
    t.hands[seat] = tuple(sorted(read_votes(hand, t, 1 << seat)))
    laid = lines.take(f"laid.{seat}")
    t.laid[seat] = tuple(sorted([laid.index(word, VOTE_WORDS, "card") for word in listed(laid)]))
    for card in t.laid[seat]:
        t.knows[card] = 1 << seat
    t.kept[seat] = tuple(sorted(read_events(lines.take(f"kept.{seat}"), t)))
    t.skips[seat] = read_count(lines.take(f"skips.{seat}"), 0, SKIPS_MAX)


def read_known(line: Line, t: Table, word: str, names: list[str]) -> tuple[int, int]:
    """A card, and the seats behind the pluses."""
    parts = word.split("+")
    return line.index(parts[0], names, "card"), mask_of(line, t, parts[1:])


def read_votes(line: Line, t: Table, own: int) -> list[int]:
    """Vote cards with those who know them besides their owner."""
    found: list[int] = []
    for word in listed(line):
        card, mask = read_known(line, t, word, VOTE_WORDS)
        t.knows[card] = own | mask
        found.append(card)
    return found


def read_events(line: Line, t: Table) -> list[int]:
    """Event cards that everybody can see."""
    found = [line.index(word, EVENT_WORDS, "card") for word in listed(line)]
    for card in found:
        t.knows[FIRST_EVENT + card] = t.everyone
    return found


def read_decks(lines: Reader, t: Table) -> None:
    """The vote deck, the events, and what everybody has seen of them."""
    deck = read_votes(lines.take("vote_deck"), t, 0)
    deck.reverse()
    t.vote_deck = tuple(deck)
    played = lines.take("played")
    t.played = tuple([played.index(word, VOTE_WORDS, "card") for word in listed(played)])
    for card in t.played:
        t.knows[card] = t.everyone
    read_row(lines.take("row"), t)
    line = lines.take("event_deck")
    events = [line.index(word, EVENT_WORDS, "card") for word in listed(line)]
    events.reverse()
    t.event_deck = tuple(events)
    discards = read_events(lines.take("discards"), t)
    discards.reverse()
    t.discards = tuple(discards)
    line = lines.take("removed")
    t.removed = tuple(sorted([line.index(word, EVENT_WORDS, "card") for word in listed(line)]))
    t.out = tuple(read_events(lines.take("out"), t))
    shown = lines.take("shown")
    for word in listed(shown):
        t.shown |= 1 << shown.index(word, EVENT_WORDS, "card")
    read_old_row(lines.take("old_row"), t)
    holding = lines.take("atlantis")
    if len(holding.words) != 1:
        raise holding.fail(holding.key, "expected one word")
    t.is_holding = holding.index(holding.words[0], ATLANTIS_MODES, "mode") == 1
    t.code_marks = read_count(lines.take("code"), 0, 1)


def read_row(line: Line, t: Table) -> None:
    """The five slots and their peekers."""
    if len(line.words) != ROW:
        raise line.fail(line.key, f"expected {ROW} slots")
    for slot in range(ROW):
        if line.words[slot] != NOTHING:
            card, mask = read_known(line, t, line.words[slot], EVENT_WORDS)
            t.row[slot] = card
            t.peeks[slot] = mask


def read_old_row(line: Line, t: Table) -> None:
    """The row before its last shuffle."""
    for word in listed(line):
        card, mask = read_known(line, t, word, EVENT_WORDS)
        t.old_row.append(card)
        t.old_peeks.append(mask)
    if len(t.old_row) not in (0, ROW):
        raise line.fail(line.key, f"expected {ROW} cards or a dash")


# ------------------------------------------------------------------- what is under way


def read_moment(lines: Reader, t: Table) -> None:
    """A card, a force, a vote, a marooning, a search."""
    line = lines.take("card")
    if listed(line):
        given = expect(line, line.words[1:], ["revealer", "slot"])
        t.open_card = line.index(line.words[0], EVENT_WORDS, "card")
        t.open_slot = line.number_in(given["slot"], 1, ROW) - 1
        t.revealer = line.number_in(given["revealer"], 0, t.seats - 1)
        t.knows[FIRST_EVENT + t.open_card] = t.everyone
    line = lines.take("force")
    if listed(line):
        given = expect(line, line.words, ["forced", "forcer", "slots"])
        t.forcer = line.number_in(given["forcer"], 0, t.seats - 1)
        t.forced = line.number_in(given["forced"], 0, t.seats - 1)
        words = given["slots"].split(",")
        if len(words) != 2:
            raise line.fail(given["slots"], "expected two slots such as 1,4")
        t.first_slot = line.number_in(words[0], 1, ROW) - 1
        t.second_slot = line.number_in(words[1], 1, ROW) - 1
    read_vote(lines.take("vote"), t)
    line = lines.take("maroon")
    if listed(line):
        given = expect(line, line.words, ["by", "cause", "seat"])
        t.victim = line.number_in(given["seat"], 0, t.seats - 1)
        t.marooner = line.number_in(given["by"], 0, t.seats - 1)
        t.cause = line.index(given["cause"], CAUSE_NAMES, "cause")
    line = lines.take("search")
    if listed(line):
        given = expect(line, line.words, ["left", "seat"])
        t.searched = line.number_in(given["seat"], 0, t.seats - 1)
        t.search_left = line.number_in(given["left"], 1, VOTE_CARDS)


def read_vote(line: Line, t: Table) -> None:
    """The vote under way."""
    if not listed(line):
        return
    given = expect(line, line.words[1:], ["caller", "missing", "outcome", "voters"])
    t.vote = line.index(line.words[0], VOTE_NAMES, "vote")
    t.caller = line.number_in(given["caller"], 0, t.seats - 1)
    if given["voters"] != NOTHING:
        t.voters = mask_of(line, t, given["voters"].split(","))
    t.missing = read_seat_name(line, t, given["missing"])
    if given["outcome"] != NOTHING:
        t.outcome = line.index(given["outcome"], OUTCOME_NAMES, "outcome")


def read_deeds(line: Line, t: Table) -> None:
    """The public record."""
    found: list[int] = []
    for word in listed(line):
        parts = word.split(":")
        if len(parts) != 7:
            raise line.fail(word, "expected a deed such as peeked:0:-:1:3:0:0")
        kind = line.index(parts[0], deeds.DEED_NAMES, "deed")
        seat = line.number_in(parts[1], 0, t.seats - 1)
        other = read_seat_name(line, t, parts[2])
        values = [line.number_in(part, 0, 31) for part in parts[3:6]]
        mask = line.number_in(parts[6], 0, t.everyone)
        other = deeds.NO_SEAT if other == NOBODY else other
        found.append(deeds.deed(kind, seat, other, values[0], values[1], values[2], mask))
    if len(found) > deeds.DEEDS_MAX:
        raise line.fail(line.key, f"the table remembers {deeds.DEEDS_MAX} deeds")
    t.deeds = tuple(found)
