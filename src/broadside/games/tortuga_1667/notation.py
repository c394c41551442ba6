"""Tables as text.

    tortuga-1667 seats=5 loyalty_mode=hidden madness=false sand_timer=false stall_guard=true …
    turn 12 active=3 actions=1 fresh=0 quiet=0 race=-
    agenda next_turn acting card_ends letter_choice
    line.FD 0 3
    …
    chests 4 1 0 1 0 1 1
    loyalty.0 british.1+2
    hand.0 VC01.1 VC07.2+3
    row pistol.1+0+3 - scurvy.1 albatross.2 letter_of_marque.3
    …

Cards are numbered where there are several of a kind. Behind a plus stand seats that know a card in
a place where others do not: whoever peeked at an event, gave a Vote card, lost one to the deck.
Decks stand from their top. Who reads this is `reading.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from . import deeds
from .cards import (
    BOATS,
    FIRST_EVENT,
    FIRST_LOYALTY,
    LOYALTY_MODES,
    NO_CARD,
    NOBODY,
    PIECE_NAMES,
    PLACE_NAMES,
)
from .events import CAUSE_NAMES, ENDING_NAMES, OUTCOME_NAMES, VOTE_NAMES
from .steps import STEP_NAMES

if TYPE_CHECKING:
    from .table import Table

NAME: Final = "tortuga-1667"
NOTHING: Final = "-"
OVER: Final = "over"
SWITCHES: Final = ["false", "true"]
ATLANTIS_MODES: Final = ["ask", "hold"]


def card_words() -> list[str]:
    """The name of every card, with a number where there are several."""
    found: list[str] = []
    for piece in range(len(PIECE_NAMES)):
        name = PIECE_NAMES[piece]
        found.append(f"{name}.{PIECE_NAMES[:piece].count(name) + 1}")
    return found


CARD_WORDS: Final[list[str]] = card_words()
VOTE_WORDS: Final[list[str]] = CARD_WORDS[:FIRST_EVENT]
EVENT_WORDS: Final[list[str]] = CARD_WORDS[FIRST_EVENT:FIRST_LOYALTY]
LOYALTY_WORDS: Final[list[str]] = CARD_WORDS[FIRST_LOYALTY:]


def write(t: Table) -> str:
    """The complete table, one line per zone."""
    agenda = " ".join([STEP_NAMES[step] for step in t.agenda]) if t.agenda else OVER
    lines = [write_heading(t), write_turn(t), f"agenda {agenda}"]
    lines.append(f"ending {ENDING_NAMES[t.ending]}")
    for place in range(len(PLACE_NAMES)):
        lines.append(f"line.{PLACE_NAMES[place]} {write_numbers(t.lines[place])}")
    lines.append(f"spaces {write_spaces(t)}")
    lines.append(f"exploded {write_exploded(t)}")
    lines.append(f"chests {' '.join([str(count) for count in t.chests])}")
    for seat in range(t.seats):
        write_seat(t, seat, lines)
    lines.append(f"open {write_mask(t.open_loyalties, ' ')}")
    lines.append(f"vote_deck {write_votes(t, t.vote_deck, NOBODY, True)}")
    lines.append(f"played {write_names(t.played, VOTE_WORDS)}")
    lines.append(f"row {write_row(t)}")
    lines.append(f"event_deck {write_names(tuple(reversed(t.event_deck)), EVENT_WORDS)}")
    lines.append(f"discards {write_names(tuple(reversed(t.discards)), EVENT_WORDS)}")
    lines.append(f"removed {write_names(t.removed, EVENT_WORDS)}")
    lines.append(f"out {write_names(t.out, EVENT_WORDS)}")
    lines.append(f"shown {write_shown(t)}")
    lines.append(f"old_row {write_old_row(t)}")
    lines.append(f"atlantis {ATLANTIS_MODES[1 if t.is_holding else 0]}")
    lines.append(f"code {t.code_marks}")
    write_moment(t, lines)
    lines.append(f"deeds {write_deeds(t)}")
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def write_heading(t: Table) -> str:
    """The seats and the options that matter once the table is set up."""
    return (
        f"{NAME} seats={t.seats} loyalty_mode={LOYALTY_MODES[t.loyalty_mode]}"
        f" madness={write_switch(t.is_mad)} sand_timer={write_switch(t.has_timer)}"
        f" stall_guard={write_switch(t.is_guarded)} race_cap={write_switch(t.is_capped)}"
    )


def write_switch(value: bool) -> str:
    """On or off."""
    return SWITCHES[1 if value else 0]


def write_turn(t: Table) -> str:
    """Whose turn it is, and how long nothing has happened."""
    race = str(t.race_turns) if t.is_race else NOTHING
    return (
        f"turn {t.turn} active={write_seat_name(t.active)} actions={t.actions_left}"
        f" fresh={t.fresh} quiet={t.quiet} race={race}"
    )


def write_seat_name(seat: Seat) -> str:
    """A seat, or a dash."""
    return NOTHING if seat == NOBODY else str(seat)


def write_numbers(numbers: tuple[int, ...]) -> str:
    """Seats of a line, from the front."""
    return " ".join([str(number) for number in numbers]) if numbers else NOTHING


def write_mask(mask: int, between: str) -> str:
    """The seats of a mask."""
    names: list[str] = []
    seat = 0
    while mask >> seat:
        if mask >> seat & 1:
            names.append(str(seat))
        seat += 1
    return between.join(names) if names else NOTHING


def write_spaces(t: Table) -> str:
    """Where pawns stand while they are placed freely."""
    return " ".join([write_seat_name(seat) for seat in t.spaces]) if t.spaces else NOTHING


def write_exploded(t: Table) -> str:
    """The rowboats that are closed for good."""
    names = [PLACE_NAMES[boat] for boat in BOATS if t.exploded >> (boat - BOATS[0]) & 1]
    return " ".join(names) if names else NOTHING


def write_seat(t: Table, seat: Seat, lines: list[str]) -> None:
    """Everything of one seat."""
    card = t.loyalties[seat]
    extra = write_knowers(t.knows[FIRST_LOYALTY + card] & ~(1 << seat))
    lines.append(f"loyalty.{seat} {LOYALTY_WORDS[card]}{extra}")
    lines.append(f"hand.{seat} {write_votes(t, t.hands[seat], seat, False)}")
    lines.append(f"laid.{seat} {write_names(t.laid[seat], VOTE_WORDS)}")
    lines.append(f"kept.{seat} {write_names(t.kept[seat], EVENT_WORDS)}")
    lines.append(f"skips.{seat} {t.skips[seat]}")


def write_knowers(mask: int) -> str:
    """The seats that know a card, each behind a plus."""
    return f"+{write_mask(mask, '+')}" if mask else ""


def write_votes(t: Table, cards: tuple[int, ...], owner: Seat, is_deck: bool) -> str:
    """Vote cards, with those who know them besides their owner; a deck from its top."""
    own = 1 << owner if owner != NOBODY else 0
    words = [f"{VOTE_WORDS[card]}{write_knowers(t.knows[card] & ~own)}" for card in cards]
    if is_deck:
        words.reverse()
    return " ".join(words) if words else NOTHING


def write_names(cards: tuple[int, ...], names: list[str]) -> str:
    """The names of some cards, in order."""
    return " ".join([names[card] for card in cards]) if cards else NOTHING


def write_row(t: Table) -> str:
    """The five slots, and who has peeked at them."""
    words: list[str] = []
    for slot in range(len(t.row)):
        card = t.row[slot]
        if card == NO_CARD:
            words.append(NOTHING)
        else:
            words.append(f"{EVENT_WORDS[card]}{write_knowers(t.peeks[slot])}")
    return " ".join(words)


def write_shown(t: Table) -> str:
    """The events that everybody has seen once."""
    cards = [card for card in range(len(EVENT_WORDS)) if t.shown >> card & 1]
    return write_names(tuple(cards), EVENT_WORDS)


def write_old_row(t: Table) -> str:
    """The row before its last shuffle, and who had peeked at it."""
    words: list[str] = []
    for slot in range(len(t.old_row)):
        words.append(f"{EVENT_WORDS[t.old_row[slot]]}{write_knowers(t.old_peeks[slot])}")
    return " ".join(words) if words else NOTHING


def write_moment(t: Table, lines: list[str]) -> None:
    """What is under way: a card, a force, a vote, a marooning, a search."""
    card = force = vote = maroon = search = NOTHING
    if t.open_card != NO_CARD:
        card = f"{EVENT_WORDS[t.open_card]} slot={t.open_slot + 1}"
        card += f" revealer={write_seat_name(t.revealer)}"
    if t.forced != NOBODY:
        slots = f"{t.first_slot + 1},{t.second_slot + 1}"
        force = f"forcer={t.forcer} forced={t.forced} slots={slots}"
    if t.vote != NOBODY:
        outcome = NOTHING if t.outcome == NOBODY else OUTCOME_NAMES[t.outcome]
        vote = (
            f"{VOTE_NAMES[t.vote]} caller={t.caller} voters={write_mask(t.voters, ',')}"
            f" missing={write_seat_name(t.missing)} outcome={outcome}"
        )
    if t.victim != NOBODY:
        maroon = f"seat={t.victim} by={t.marooner} cause={CAUSE_NAMES[t.cause]}"
    if t.searched != NOBODY:
        search = f"seat={t.searched} left={t.search_left}"
    lines += [f"card {card}", f"force {force}", f"vote {vote}", f"maroon {maroon}"]
    lines.append(f"search {search}")


def write_deeds(t: Table) -> str:
    """The public record."""
    words: list[str] = []
    for one in t.deeds:
        other = deeds.other_of(one)
        parts = [
            deeds.DEED_NAMES[deeds.kind_of(one)],
            str(deeds.seat_of(one)),
            NOTHING if other == deeds.NO_SEAT else str(other),
            str(deeds.x_of(one)),
            str(deeds.y_of(one)),
            str(deeds.z_of(one)),
            str(deeds.mask_of(one)),
        ]
        words.append(":".join(parts))
    return " ".join(words) if words else NOTHING
