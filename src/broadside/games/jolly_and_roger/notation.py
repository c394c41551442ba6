"""Tables as text.

    jolly-and-roger deck=advanced first_splitter=random memory=open
    turn 2 splitter=roger step=picker_plays
    laid green_1 red_5 kraken blue_2 green_1
    left 2345
    set_a 12
    picked A
    green.jolly green_1 (red_2)
    …

A crew stands from first to last card, parrots in brackets; the pile from its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.notation import Line, Reader

from .captains import captain, strength
from .cards import (
    BOX,
    CARD_NAMES,
    CARDS,
    CARDS_PER_TURN,
    DECK_NAMES,
    FACE_NAMES,
    FACE_OF,
    FIRST_SPLITTERS,
    MEMORIES,
    PARROT,
    PIRATES,
    SEAT_NAMES,
    SEATS,
    SHIP_NAMES,
    SHIPS,
)
from .turn import (
    NO_SET,
    PICKER_PLAYS,
    PICKING,
    SPLITTING,
    STEP_NAMES,
    TURN_AGENDA,
    TURN_ENDS,
)
from .verbs import ALL_POSITIONS, DIVISION_NAMES, SET_NAMES

if TYPE_CHECKING:
    from .table import Table

NAME: Final = "jolly-and-roger"
NOTHING: Final = "-"
OVER: Final = "over"


# ------------------------------------------------------------------------- writing


def write(t: Table) -> str:
    """The complete table, one line per zone."""
    memory = MEMORIES[1 if t.is_closed else 0]
    first = FIRST_SPLITTERS[t.first_splitter]
    step = STEP_NAMES[t.agenda[-1]] if t.agenda else OVER
    lines = [
        f"{NAME} deck={DECK_NAMES[t.deck]} first_splitter={first} memory={memory}",
        f"turn {t.turn} splitter={SEAT_NAMES[t.splitter]} step={step}",
        f"laid {write_cards(t.laid)}",
        f"left {write_positions(t.left)}",
        f"set_a {write_positions(t.set_a)}",
        f"picked {NOTHING if t.picked == NO_SET else SET_NAMES[t.picked]}",
    ]
    for ship in range(SHIPS):
        for seat in range(SEATS):
            crew = write_cards(t.crews[ship * SEATS + seat])
            lines.append(f"{SHIP_NAMES[ship]}.{SEAT_NAMES[seat]} {crew}")
    for seat in range(SEATS):
        lines.append(f"chest.{SEAT_NAMES[seat]} {write_cards(t.chests[seat])}")
    lines.append(f"removed {write_cards(t.removed)}")
    lines.append(f"pile {write_cards(t.pile[t.drawn :])}")
    lines.append(f"box {write_cards(t.box)}")
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def write_cards(entries: tuple[int, ...]) -> str:
    """The names of some cards, parrots in brackets."""
    words: list[str] = []
    for entry in entries:
        name = CARD_NAMES[entry % PARROT]
        words.append(name if entry < PARROT else f"({name})")
    return " ".join(words) if words else NOTHING


def write_positions(mask: int) -> str:
    """The positions of a mask as digits."""
    digits = "".join([str(i + 1) for i in range(CARDS_PER_TURN) if mask >> i & 1])
    return digits if digits else NOTHING


# ------------------------------------------------------------------------- reading


class Dealer:
    """Hands out card numbers for names, so that no card is used twice."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.is_used: list[bool] = [False] * CARDS

    def take(self, line: Line, name: str) -> int:
        """A card of that name which has not been used yet."""
        face = line.index(name, FACE_NAMES, "card")
        for card in range(self.cards):
            if FACE_OF[card] == face and not self.is_used[card]:
                self.is_used[card] = True
                return card
        raise line.fail(name, f"the deck has no more {name}")

    def read_open(self, line: Line) -> tuple[int, ...]:
        """The cards of a line, all face up."""
        if line.words == [NOTHING]:
            return ()
        return tuple([self.take(line, word) for word in line.words])

    def read_entries(self, line: Line) -> tuple[int, ...]:
        """The cards of a line, some in brackets: parrots."""
        if line.words == [NOTHING]:
            return ()
        entries: list[int] = []
        for word in line.words:
            if word.startswith("(") and word.endswith(")"):
                entries.append(self.take(line, word[1:-1]) + PARROT)
            else:
                entries.append(self.take(line, word))
        return tuple(entries)


def read(text: str, t: Table) -> Table:
    """Fill an empty table from its text; raises NotationError with line and token."""
    lines = Reader(text)
    t.set_out()
    read_heading(lines.take(NAME), t)
    deck = BOX.decks[t.deck]
    t.turns = deck.turns
    dealer = Dealer(CARDS if deck.specials else PIRATES)
    over = read_turn(lines.take("turn"), t)
    read_zones(lines, t, dealer)
    read_sets(lines, t, over)
    t.rng = lines.take("rng").rng()
    lines.finish()
    t.knows = [t.everyone] * CARDS
    for card in t.pile + t.box:
        t.knows[card] = 0
    if not over:
        t.run()
    return t


def read_heading(line: Line, t: Table) -> None:
    """The game's options."""
    given = line.settings(line.words)
    if sorted(given) != ["deck", "first_splitter", "memory"]:
        raise line.fail(line.key, "expected deck=… first_splitter=… memory=…")
    t.deck = line.index(given["deck"], DECK_NAMES, "deck")
    t.first_splitter = line.index(given["first_splitter"], FIRST_SPLITTERS, "first splitter")
    t.is_closed = line.index(given["memory"], MEMORIES, "memory") == 1


def read_turn(line: Line, t: Table) -> bool:
    """The turn, who splits, and the step of the turn; whether the game is over."""
    given = line.settings(line.words[1:])
    if sorted(given) != ["splitter", "step"]:
        raise line.fail(line.key, "expected turn NUMBER splitter=… step=…")
    t.turn = line.number_in(line.words[0], 1, t.turns)
    t.splitter = line.index(given["splitter"], SEAT_NAMES, "seat")
    if given["step"] == OVER:
        return True
    step = line.index(given["step"], STEP_NAMES, "step")
    if step == TURN_ENDS:
        raise line.fail(given["step"], "nobody is asked there")
    t.agenda = TURN_AGENDA[: TURN_AGENDA.index(step) + 1]
    return False


def read_zones(lines: Reader, t: Table, dealer: Dealer) -> None:
    """All cards; together they must be the deck."""
    laid = lines.take("laid")
    left = lines.take("left")
    t.left = read_positions(left)
    words = laid.words
    if len(words) != CARDS_PER_TURN:
        raise laid.fail(laid.key, f"expected {CARDS_PER_TURN} cards")
    for ship in range(SHIPS):
        for seat in range(SEATS):
            crew = dealer.read_entries(lines.take(f"{SHIP_NAMES[ship]}.{SEAT_NAMES[seat]}"))
            t.crews[ship * SEATS + seat] = crew
            t.strengths[ship * SEATS + seat] = strength(crew)
        t.captains[ship] = captain(t, ship)
    for seat in range(SEATS):
        t.chests[seat] = dealer.read_open(lines.take(f"chest.{SEAT_NAMES[seat]}"))
    t.removed = dealer.read_entries(lines.take("removed"))
    t.laid = read_laid(laid, t, dealer)
    read_pool(lines, t, dealer)
    if sum(dealer.is_used) != dealer.cards:
        missing = dealer.cards - sum(dealer.is_used)
        raise laid.fail(laid.key, f"{missing} cards of the deck lie nowhere on this table")


def read_laid(line: Line, t: Table, dealer: Dealer) -> tuple[int, ...]:
    """The five cards of the turn; those played already lie somewhere else by now."""
    placed = on_table(t)
    cards: list[int] = []
    for position in range(CARDS_PER_TURN):
        word = line.words[position]
        if t.left >> position & 1:
            cards.append(dealer.take(line, word))
            continue
        found = [card for card in placed if CARD_NAMES[card] == word and card not in cards]
        if not found:
            raise line.fail(word, "this card was played, but lies nowhere")
        cards.append(found[-1])
    return tuple(cards)


def on_table(t: Table) -> list[int]:
    """Every card that has been played so far."""
    cards: list[int] = [entry % PARROT for entry in t.removed]
    for crew in t.crews:
        cards += [entry % PARROT for entry in crew]
    for chest in t.chests:
        cards += list(chest)
    return cards


def read_pool(lines: Reader, t: Table, dealer: Dealer) -> None:
    """The pile and the set-up box; their sizes follow from the turn and the deck."""
    pile = lines.take("pile")
    box = lines.take("box")
    t.pile = dealer.read_open(pile)
    t.box = dealer.read_open(box)
    expected = (t.turns - t.turn) * CARDS_PER_TURN
    if len(t.pile) != expected:
        raise pile.fail(pile.key, f"in turn {t.turn} the pile has {expected} cards")
    if len(t.box) != BOX.decks[t.deck].removed:
        raise box.fail(box.key, f"the set-up box has {BOX.decks[t.deck].removed} cards")


def read_positions(line: Line) -> int:
    """A mask written as digits."""
    if len(line.words) != 1:
        raise line.fail(line.key, "expected positions such as 125, or -")
    mask = 0
    for digit in line.words[0]:
        if line.words[0] != NOTHING:
            mask |= 1 << line.index(digit, ["1", "2", "3", "4", "5"], "position")
    return mask


def read_sets(lines: Reader, t: Table, over: bool) -> None:
    """How the five cards are split, and which set was picked; both must fit the step."""
    set_a, picked = lines.take("set_a"), lines.take("picked")
    step = t.agenda[-1] if t.agenda else TURN_ENDS
    t.set_a = read_positions(set_a)
    if step == SPLITTING:
        if t.set_a:
            raise set_a.fail(" ".join(set_a.words), "nothing is split yet")
    elif write_positions(t.set_a) not in DIVISION_NAMES:
        raise set_a.fail(" ".join(set_a.words), f"expected one of {', '.join(DIVISION_NAMES)}")
    if step > PICKING:
        t.picked = picked.index(" ".join(picked.words), SET_NAMES, "set")
    elif picked.words != [NOTHING]:
        raise picked.fail(" ".join(picked.words), "nothing is picked yet")
    check_left(set_a, t, step, over)


def check_left(line: Line, t: Table, step: int, over: bool) -> None:
    """The cards not yet played must be those of the seats that still have to play."""
    if step < PICKER_PLAYS:
        expected = t.left == ALL_POSITIONS
    elif over:
        expected = t.left == 0 and not t.pile
    else:
        picker, splitter = t.cards_left(t.picker()), t.cards_left(t.splitter)
        if step == PICKER_PLAYS:
            expected = picker != 0 and splitter == t.set_mask(t.splitter)
        else:
            expected = picker == 0 and splitter != 0
    if not expected:
        raise line.fail(write_positions(t.left), "these cards cannot be left in this step")
