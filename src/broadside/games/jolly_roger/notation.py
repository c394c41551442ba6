"""Tables as text.

    jolly-roger seats=4 hidden_treasures=false captains_gold=false island_fail=round_lost …
    round 3 captain=0 quartermaster=2 mutiny=unused barred=0
    agenda round_ends victim call_3 punish voyage_ends sell port
    numbers last=17 0 0 0 0 0 0 17
    waiting free_play 0,2
    open pending=0,2 done=- heard=1,3 from=2 used=-
    …
    hand.0 nav3_crew1.2 traitor.1@*
    …

A window rests if it asks nobody. Decks stand from their top. Copies of a card are numbered. Behind
@ stand those who know a card, if it is not just its owner (hands) or everybody (prizes). Who reads
this is `reading.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat
from broadside.kernel.window import WINDOW_NAMES

from . import promises
from .cards import (
    CAPTAIN_PICKS,
    ISLAND_FAILS,
    NO_CARD,
    NOBODY,
    PIECE_NAMES,
    PIECES,
    POLLS,
    SKILL_NAMES,
    SKILLS,
    TYPE_NAMES,
    TYPES,
)
from .events import NO_SIDE
from .steps import STEP_NAMES
from .verbs import ACTIONS, ITEM_NAMES, PROMISE_NAMES, SIDE_NAMES

if TYPE_CHECKING:
    from .table import Table

NAME: Final = "jolly-roger"
NOTHING: Final = "-"
OVER: Final = "over"
EVERYONE: Final = "*"
SWITCHES: Final = ["false", "true"]


def tokens() -> list[str]:
    """A word for every single card: its name, and its number if there are several copies."""
    found: list[str] = []
    for piece in range(PIECES):
        name = PIECE_NAMES[piece]
        if PIECE_NAMES.count(name) > 1:
            found.append(f"{name}.{PIECE_NAMES[: piece + 1].count(name)}")
        else:
            found.append(name)
    return found


TOKENS: Final[list[str]] = tokens()


def write(t: Table) -> str:
    """The complete table, one line per zone."""
    agenda = " ".join([STEP_NAMES[step] for step in t.agenda]) if t.agenda else OVER
    numbers = " ".join([str(number) for number in t.ids])
    window = WINDOW_NAMES[t.window] if t.waiting or t.rests else NOTHING
    lines = [
        write_heading(t),
        write_round(t),
        f"agenda {agenda}",
        f"numbers last={t.window_no} {numbers}".rstrip(),
        f"waiting {window} {write_mask(t.waiting)}",
        write_open(t),
        f"plays {write_plays(t)}",
        write_voyage(t),
        write_sharing(t),
        write_mutiny(t),
        f"promises {write_promises(t)}",
    ]
    lines += write_zones(t)
    for seat in range(t.seats):
        lines += write_seat(t, seat)
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def switch(is_on: bool) -> str:
    """A switch as a word."""
    return SWITCHES[1 if is_on else 0]


def write_heading(t: Table) -> str:
    """The seats and the options."""
    return (
        f"{NAME} seats={t.seats} hidden_treasures={switch(t.is_hidden)}"
        f" captains_gold={switch(t.is_captains_gold)}"
        f" island_fail={ISLAND_FAILS[1 if t.is_rechoosing else 0]}"
        f" captain_pick={CAPTAIN_PICKS[1 if t.is_extra_pick else 0]}"
        f" bribes={switch(t.has_bribes)} bot_bribes={switch(t.has_bot_bribes)}"
        f" bribe_crew_open={switch(t.is_crew_open)}"
        f" poll={POLLS[1 if t.is_shuffled else 0]} ask_all={switch(t.asks_all)}"
    )


def write_round(t: Table) -> str:
    """The round and the roles."""
    mutiny = "used" if t.is_mutiny_used else "unused"
    return (
        f"round {t.round} captain={t.captain} quartermaster={seat_name(t.quartermaster)}"
        f" mutiny={mutiny} barred={t.barred_round}"
    )


def seat_name(seat: Seat) -> str:
    """A seat, or a dash for nobody."""
    return NOTHING if seat == NOBODY else str(seat)


def side_name(side: int) -> str:
    """A side, or a dash for none."""
    return NOTHING if side == NO_SIDE else SIDE_NAMES[side]


def write_mask(mask: int) -> str:
    """The seats of a mask."""
    seats = [str(seat) for seat in range(mask.bit_length()) if mask >> seat & 1]
    return ",".join(seats) if seats else NOTHING


def write_open(t: Table) -> str:
    """The states of all seats in the open window, and what is sealed."""
    used = ",".join([TOKENS[card] for card in t.used]) if t.used else NOTHING
    return (
        f"open pending={write_mask(t.pending)} done={write_mask(t.done)}"
        f" heard={write_mask(t.heard)} from={t.poll_from} used={used}"
        f" sealed={write_mask(t.sealed_asked)} offers={t.offers_window}"
    )


def write_plays(t: Table) -> str:
    """The cards that may yet be cancelled: seat, card, who was asked, action."""
    words: list[str] = []
    for place in range(len(t.play_cards)):
        action = ACTIONS.actions[t.play_codes[place]].text.replace(" ", "/")
        asked = write_mask(t.react_asked[place])
        words.append(f"{t.play_seats[place]}:{TOKENS[t.play_cards[place]]}:{asked}:{action}")
    return " ".join(words) if words else NOTHING


def card_name(card: int) -> str:
    """A card, or a dash for none."""
    return NOTHING if card == NO_CARD else TOKENS[card]


def write_voyage(t: Table) -> str:
    """The destination and what happens there."""
    officers = ",".join([f"{SKILL_NAMES[skill]}:{t.officers[skill]}" for skill in range(SKILLS)])
    return (
        f"voyage chosen={card_name(t.chosen)} face={'up' if t.is_shown else 'down'}"
        f" map={card_name(t.map_card)} officers={officers} traded={write_mask(t.traded)}"
        f" sellers={t.sellers_left} guards={write_mask(t.guards)} guard={seat_name(t.guard)}"
        f" asked={write_mask(t.guard_asked)} punishment={'ordered' if t.is_ordered else NOTHING}"
        f" suggestion={seat_name(t.suggestion)}"
    )


def write_sharing(t: Table) -> str:
    """The sharing under way."""
    return (
        f"sharing cook={seat_name(t.cook)} picks={t.picks_left}"
        f" seized={switch(t.is_seized)} carpenter={seat_name(t.carpenter)}"
        f" {write_cards(t, t.laid, t.everyone)}"
    )


def write_mutiny(t: Table) -> str:
    """The mutiny under way."""
    return (
        f"mutiny mutineer={seat_name(t.mutineer)} loser={side_name(t.loser)}"
        f" forced={seat_name(t.forced)} forced_side={side_name(t.forced_side)}"
    )


def write_promises(t: Table) -> str:
    """The open promises: who owes what to whom."""
    words: list[str] = []
    for code in t.promises:
        promise = PROMISE_NAMES[promises.content(code)]
        words.append(f"{promises.maker(code)}:{promises.receiver(code)}:{promise}")
    return " ".join(words) if words else NOTHING


def write_pile(cards: tuple[int, ...]) -> str:
    """A pile from its top."""
    words = [TOKENS[card] for card in cards]
    words.reverse()
    return " ".join(words) if words else NOTHING


def write_zones(t: Table) -> list[str]:
    """Decks, discards, stacks and mustered cards."""
    lines = [
        f"crew_deck {write_pile(t.crew_deck)}",
        f"crew_discard {write_pile(t.crew_discard)}",
        f"prize_deck {write_pile(t.prize_deck)}",
        f"prize_discard {write_pile(t.prize_discard)}",
        f"destination_discard {write_pile(t.destination_discard)}",
    ]
    for type_ in range(TYPES):
        lines.append(f"stack.{TYPE_NAMES[type_]} {write_pile(t.stacks[type_])}")
    words = [
        f"{t.musterers[place]}:{TOKENS[t.mustered[place]]}" for place in range(len(t.mustered))
    ]
    lines.append(f"mustered {' '.join(words) if words else NOTHING}")
    return lines


def write_cards(t: Table, zone: tuple[int, ...], usual: int) -> str:
    """Cards with their knowers, where these are not the usual ones."""
    words: list[str] = []
    for card in zone:
        mask = t.knows[card]
        if mask == usual:
            words.append(TOKENS[card])
        else:
            knowers = EVERYONE if mask == t.everyone else write_mask(mask)
            words.append(f"{TOKENS[card]}@{knowers}")
    return " ".join(words) if words else NOTHING


def write_seat(t: Table, seat: Seat) -> list[str]:
    """Everything before one seat."""
    sealed = ",".join([TOKENS[card] for card in t.sealed[seat]])
    return [
        (
            f"seat.{seat} side={side_name(t.sides[seat])} share={t.shares[seat]}"
            f" best={t.best_given[seat]} kept={t.kept[seat]} broken={t.broken[seat]}"
            f" jewels={t.jewels_gold[seat]} offers={t.offers_made[seat]}"
            f" offer={write_offer(t, seat)} sealed={sealed or NOTHING}"
        ),
        f"hand.{seat} {write_cards(t, t.hands[seat], 1 << seat)}",
        f"prizes.{seat} {write_cards(t, t.prizes[seat], t.everyone)}",
        f"buried.{seat} {write_cards(t, t.buried[seat], t.everyone)}",
        f"lying.{seat} {write_cards(t, t.lying[seat], t.everyone)}",
    ]


def write_offer(t: Table, seat: Seat) -> str:
    """The open offer of a seat: to whom, what, and for what in return."""
    if t.offer_tos[seat] == NOBODY:
        return NOTHING
    piece = t.offer_pieces[seat]
    what = ITEM_NAMES[t.offer_items[seat]] if piece == NO_CARD else TOKENS[piece]
    return f"{t.offer_tos[seat]}:{what}:{PROMISE_NAMES[t.offer_returns[seat]]}"
