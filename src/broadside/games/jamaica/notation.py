"""Tables as text.

    jamaica seats=3 shortage_mode=classic bank=unlimited reveal=in_turn treasure_pick=tracked …
    round 4 captain=1 turns=2 dice=3,5 placed=5,3
    agenda round_ends next_turn evening_action sailing
    move ship=2 steps=5 direction=forward face=-
    battle -
    spend -
    load -
    quick_pay -
    treasure.4 T_P5 holder=1 held=0,1 side=down
    treasure.9 untouched
    …
    ship.0 space=24 lap=0 G3 F2 - - -
    hand.0 A01 A07*
    …

Piles stand from their top. A laid card is in brackets until it is revealed. A star marks a card in
a hand which everybody can work out. The sixth place of a ship's holds is the 6th Hold's. Who reads
this is `reading.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.event import Seat

from .board import LAIRS
from .cards import (
    ACTION_NAMES,
    BANKS,
    DECK,
    GOOD_LETTERS,
    GOOD_NAMES,
    HOLD_SHIFT,
    HOLD_TOKENS,
    NO_CARD,
    NOBODY,
    NOT_ROLLED,
    REVEALS,
    SHORTAGE_MODES,
    SLOTS,
    STAR,
    TREASURE_NAMES,
    TREASURE_PICKS,
)
from .steps import STEP_NAMES
from .verbs import DIRECTION

if TYPE_CHECKING:
    from .table import Table

NAME: Final = "jamaica"
NOTHING: Final = "-"
OVER: Final = "over"
GHOST: Final = "ghost"
UNTOUCHED: Final = "untouched"
EMPTY: Final = "empty"
SIDES: Final = ["down", "up", "given"]
DOWN: Final = 0
UP: Final = 1
GIVEN: Final = 2


def write(t: Table) -> str:
    """The complete table, one line per zone."""
    agenda = " ".join([STEP_NAMES[step] for step in t.agenda]) if t.agenda else OVER
    lines = [
        write_heading(t),
        write_round(t),
        f"agenda {agenda}",
        f"move {write_move(t)}",
        f"battle {write_battle(t)}",
        f"spend {write_spend(t)}",
        f"load {write_load(t)}",
        f"quick_pay {write_mask(t, t.quick, ' ')}",
    ]
    for lair in range(len(LAIRS)):
        lines.append(f"treasure.{LAIRS[lair]} {write_treasure(t, lair)}")
    lines.append(f"treasure_pile {write_names(t.treasure_pile, TREASURE_NAMES)}")
    lines.append(f"removed {write_names(t.removed, TREASURE_NAMES)}")
    for ship in range(t.ships):
        lines.append(f"ship.{ship_name(t, ship)} {write_ship(t, ship)}")
    for seat in range(t.seats):
        lines.append(f"hand.{seat} {write_hand(t, seat)}")
        lines.append(f"laid.{seat} {write_laid(t, seat)}")
        lines.append(f"pile.{seat} {write_names(t.piles[seat], ACTION_NAMES)}")
        lines.append(f"discards.{seat} {write_names(t.discards[seat], ACTION_NAMES)}")
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def write_heading(t: Table) -> str:
    """The seats and the options."""
    shortage = SHORTAGE_MODES[1 if t.is_die_shortage else 0]
    bank = BANKS[1 if t.is_finite else 0]
    reveal = REVEALS[1 if t.is_together else 0]
    pick = TREASURE_PICKS[1 if t.is_random_pick else 0]
    quick = "true" if t.is_quick else "false"
    return (
        f"{NAME} seats={t.seats} shortage_mode={shortage} bank={bank} reveal={reveal}"
        f" treasure_pick={pick} max_rounds={t.rounds_max} quick_pay={quick}"
    )


def write_round(t: Table) -> str:
    """The round, its Captain and the dice."""
    placed = f"{t.morning},{t.evening}" if t.morning else NOTHING
    return (
        f"round {t.round} captain={t.captain} turns={t.turns}"
        f" dice={t.first_die},{t.second_die} placed={placed}"
    )


def ship_name(t: Table, ship: int) -> str:
    """A ship by its seat, or `ghost`; nobody is a dash."""
    if ship == NOBODY:
        return NOTHING
    return GHOST if t.is_ghost(ship) else str(ship)


def face_name(face: int) -> str:
    """A face of the battle die; a dash if it was not rolled."""
    return NOTHING if face == NOT_ROLLED else "star" if face == STAR else str(face)


def write_move(t: Table) -> str:
    """The ship under way."""
    if t.mover == NOBODY:
        return NOTHING
    return (
        f"ship={ship_name(t, t.mover)} steps={t.steps}"
        f" direction={DIRECTION.values[t.direction]} face={face_name(t.shortage_die)}"
    )


def write_battle(t: Table) -> str:
    """The battle under way: gunpowder and die of both sides."""
    if t.attacker == NOBODY:
        return NOTHING
    sabre = "used" if t.is_sabre_used else "unused"
    return (
        f"attacker={ship_name(t, t.attacker)} defender={ship_name(t, t.defender)}"
        f" attack={t.attack_powder},{face_name(t.attack_die)}"
        f" defence={t.defence_powder},{face_name(t.defence_die)}"
        f" sabre={sabre} winner={ship_name(t, t.winner)}"
    )


def write_spend(t: Table) -> str:
    """The tokens that are being taken out of holds, and the holds asked about."""
    if t.spend_good == 0:
        return NOTHING
    asked = [str(slot + 1) for slot in range(SLOTS) if t.spend_asked >> slot & 1]
    holds = ",".join(asked) if asked else NOTHING
    return f"good={GOOD_NAMES[t.spend_good]} left={t.spend_left} asked={holds}"


def write_load(t: Table) -> str:
    """The tokens that are about to be loaded."""
    if t.load_ship == NOBODY:
        return NOTHING
    good = GOOD_NAMES[t.load_good]
    return f"ship={ship_name(t, t.load_ship)} good={good} tokens={t.load_tokens}"


def write_mask(t: Table, mask: int, between: str) -> str:
    """The ships of a mask."""
    names = [ship_name(t, ship) for ship in range(t.ships) if mask >> ship & 1]
    return between.join(names) if names else NOTHING


def write_treasure(t: Table, lair: int) -> str:
    """What has become of the treasure of a lair."""
    if t.lair_cards[lair] == NO_CARD:
        return UNTOUCHED if t.tokens >> lair & 1 else EMPTY
    side = UP if t.face_up >> lair & 1 else GIVEN if t.given >> lair & 1 else DOWN
    return (
        f"{TREASURE_NAMES[t.lair_cards[lair]]} holder={ship_name(t, t.holders[lair])}"
        f" held={write_mask(t, t.held[lair], ',')} side={SIDES[side]}"
    )


def write_names(cards: tuple[int, ...], names: list[str]) -> str:
    """The names of a pile, from its top."""
    words = [names[card] for card in cards]
    words.reverse()
    return " ".join(words) if words else NOTHING


def write_ship(t: Table, ship: int) -> str:
    """Where a ship is and what it has aboard."""
    words = [f"space={t.spaces[ship]}", f"lap={t.laps[ship]}"]
    for slot in range(t.slots(ship)):
        hold = t.holds[ship * SLOTS + slot]
        letter = GOOD_LETTERS[hold >> HOLD_SHIFT]
        words.append(f"{letter}{hold & HOLD_TOKENS}" if hold else NOTHING)
    return " ".join(words)


def write_hand(t: Table, seat: Seat) -> str:
    """A hand from the oldest card."""
    words = [write_card(t, seat, card) for card in t.hands[seat]]
    return " ".join(words) if words else NOTHING


def write_card(t: Table, seat: Seat, card: int) -> str:
    """A card of a hand, with a star if everybody can work it out."""
    is_public = t.knows[seat * DECK + card] == t.everyone
    return f"{ACTION_NAMES[card]}*" if is_public else ACTION_NAMES[card]


def write_laid(t: Table, seat: Seat) -> str:
    """The laid card, in brackets while it is face down."""
    if t.laid[seat] == NO_CARD:
        return NOTHING
    if t.revealed >> seat & 1:
        return ACTION_NAMES[t.laid[seat]]
    return f"({write_card(t, seat, t.laid[seat])})"
