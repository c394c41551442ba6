"""Reading a table that was written by `notation.py`; everything is checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat
from broadside.kernel.notation import Line, Reader

from . import loading, scoring
from .board import COSTS, LAIRS, PORT_ROYAL, SPACES, TYPES
from .board import LAIR as LAIR_TYPE
from .cards import (
    ACTION_NAMES,
    BANKS,
    BETH,
    BOX,
    CURSED,
    DECK,
    FACE_NAMES,
    FIRST_TREASURE,
    GHOST_SEATS,
    GOLD,
    GOOD_LETTERS,
    GOOD_NAMES,
    GUNPOWDER,
    HOLD_SHIFT,
    NO_CARD,
    NOBODY,
    NOT_ROLLED,
    PIECES,
    POWER,
    REVEALS,
    ROUNDS_MAX,
    SEATS_MAX,
    SEATS_MIN,
    SHORTAGE_MODES,
    SLOTS,
    STAR,
    TOKENS_MAX,
    TOKENS_UNLIMITED,
    TREASURE_KIND,
    TREASURE_NAMES,
    TREASURE_PICKS,
    TREASURES,
)
from .notation import DOWN, EMPTY, GHOST, GIVEN, NAME, NOTHING, OVER, SIDES, UNTOUCHED, UP
from .spending import good_due
from .steps import (
    ATTACK_HOLDS,
    ATTACK_SABRE,
    ATTACKING,
    CHOOSING_CARDS,
    DEFENCE_HOLDS,
    DEFENCE_SABRE,
    DEFENDING,
    FREE_LANDING,
    LANDING,
    PAYING,
    PLACING_DICE,
    RETREATING,
    SAILING,
    SPOILS,
    STEP_NAMES,
    STOWING,
    WAITING_AGENDAS,
    is_ghost_agenda,
)
from .table import Table
from .verbs import BACKWARD, DIRECTION, POWDER_MAX

HEADING: Final = [
    "bank",
    "max_rounds",
    "quick_pay",
    "reveal",
    "seats",
    "shortage_mode",
    "treasure_pick",
]
LAP_MIN: Final = -99


def read(text: str) -> Table:
    """The table that was written as this text; raises NotationError with line and token."""
    lines = Reader(text)
    t = read_heading(lines.take(NAME))
    t.set_out()
    t.knows = [0] * FIRST_TREASURE + [t.everyone] * (PIECES - FIRST_TREASURE)
    agenda = lines.take("agenda")
    is_over = read_agenda(agenda, t)
    read_round(lines.take("round"), t)
    t.quick = read_mask(lines.take("quick_pay"), t)
    read_treasures(lines, t)
    read_ships(lines, t)
    for seat in range(t.seats):
        read_cards(lines, t, seat)
    read_move(lines.take("move"), t)
    read_battle(lines.take("battle"), t)
    read_spend(lines.take("spend"), t)
    read_load(lines.take("load"), t)
    t.rng = lines.take("rng").rng()
    lines.finish()
    check_end(agenda, t)
    if is_over:
        t.show_treasures()
    else:
        t.run()
    return t


# ---------------------------------------------------------------- heading and round


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
    t.is_die_shortage = line.index(given["shortage_mode"], SHORTAGE_MODES, "mode") == 1
    t.is_finite = line.index(given["bank"], BANKS, "bank") == 1
    t.is_together = line.index(given["reveal"], REVEALS, "way to reveal") == 1
    t.is_random_pick = line.index(given["treasure_pick"], TREASURE_PICKS, "way to pick") == 1
    t.rounds_max = line.number_in(given["max_rounds"], 1, ROUNDS_MAX)
    t.is_quick = line.index(given["quick_pay"], ["false", "true"], "switch") == 1
    t.bank = BOX.goods[:] if t.is_finite else [0] + [TOKENS_UNLIMITED] * 3
    return t


def read_agenda(line: Line, t: Table) -> bool:
    """What the table is doing; whether the game is over."""
    if line.words == [OVER]:
        return True
    t.agenda = [line.index(word, STEP_NAMES, "step") for word in line.words]
    is_ghostly = is_ghost_agenda(t.agenda)
    if t.agenda not in WAITING_AGENDAS or (is_ghostly and t.seats != GHOST_SEATS):
        raise line.fail(line.words[-1] if line.words else line.key, "no table waits like this")
    if FREE_LANDING in t.agenda and not t.is_die_shortage:
        raise line.fail(STEP_NAMES[FREE_LANDING], "only with shortage_mode=die")
    if is_ghostly and (t.agenda[-1] in (PAYING, RETREATING) or FREE_LANDING in t.agenda):
        raise line.fail(line.words[-1], "the ghost pays nothing")
    return False


def read_round(line: Line, t: Table) -> None:
    """The round, its Captain, whose turn it is, and the dice; all must fit the agenda."""
    given = expect(line, line.words[1:], ["captain", "dice", "placed", "turns"])
    t.round = line.number_in(line.words[0], 1, t.rounds_max)
    t.captain = line.number_in(given["captain"], 0, t.seats - 1)
    t.turns = line.number_in(given["turns"], 0, t.seats)
    dice = read_pair(line, given["dice"])
    t.first_die, t.second_die = dice[0], dice[1]
    top = t.agenda[-1] if t.agenda else STOWING
    if top == PLACING_DICE:
        if given["placed"] != NOTHING:
            raise line.fail(given["placed"], "the dice are not placed yet")
    else:
        placed = read_pair(line, given["placed"])
        t.morning, t.evening = placed[0], placed[1]
        if sorted(placed) != sorted(dice):
            raise line.fail(given["placed"], f"the dice show {given['dice']}")
    has_turns = top not in (PLACING_DICE, CHOOSING_CARDS)
    if has_turns != (t.turns > 0) or (is_ghost_agenda(t.agenda) and t.turns != t.seats):
        raise line.fail(given["turns"], "so many turns do not fit the agenda")


def read_pair(line: Line, text: str) -> list[int]:
    """Two dice, as in 3,5."""
    words = text.split(",")
    if len(words) != 2:
        raise line.fail(text, "expected two dice such as 3,5")
    return [line.number_in(word, 1, 6) for word in words]


def read_ship_name(line: Line, t: Table, word: str) -> int:
    """A ship by its seat, or `ghost`."""
    names = [str(seat) for seat in range(t.seats)] + [GHOST]
    return line.index(word, names[: t.ships], "ship")


def read_mask(line: Line, t: Table) -> int:
    """Some seats."""
    mask = 0
    for word in line.words:
        if word != NOTHING or len(line.words) > 1:
            mask |= 1 << line.index(word, [str(seat) for seat in range(t.seats)], "seat")
    return mask


# ------------------------------------------------------------------ treasures and ships


def read_treasures(lines: Reader, t: Table) -> None:
    """Every treasure card, wherever it lies."""
    for lair in range(len(LAIRS)):
        read_treasure(lines.take(f"treasure.{LAIRS[lair]}"), t, lair)
    pile, removed = lines.take("treasure_pile"), lines.take("removed")
    t.treasure_pile = read_names(pile, TREASURE_NAMES)
    t.removed = read_names(removed, TREASURE_NAMES)
    for card in t.treasure_pile + t.removed:
        t.knows[FIRST_TREASURE + card] = 0
    cards = list(t.treasure_pile + t.removed) + [c for c in t.lair_cards if c != NO_CARD]
    expected = list(range(TREASURES))
    if t.has_ghost():
        expected.remove(BETH)
        t.powers[BETH] = t.seats
    if sorted(cards) != expected:
        raise pile.fail(pile.key, "every treasure card must lie somewhere, and once")


def read_treasure(line: Line, t: Table, lair: int) -> None:
    """What has become of the treasure of one lair."""
    if line.words == [UNTOUCHED] or line.words == [EMPTY]:
        if line.words == [EMPTY]:
            t.take_token(lair)
        return
    given = expect(line, line.words[1:], ["held", "holder", "side"])
    card = line.index(line.words[0] if line.words else "", TREASURE_NAMES, "treasure")
    holder = read_ship_name(line, t, given["holder"])
    side = line.index(given["side"], SIDES, "side")
    t.take_token(lair)
    t.lair_cards[lair] = card
    for word in given["held"].split(","):
        t.held[lair] |= 1 << read_ship_name(line, t, word)
    is_ghosts = t.held[lair] & t.everyone == 0
    if not t.held[lair] >> holder & 1 or not fits_side(card, side, is_ghosts):
        raise line.fail(line.words[0], "this card cannot lie there like this")
    t.knows[FIRST_TREASURE + card] = t.held[lair] & t.everyone
    t.give_holder(holder, lair, side == UP, 0)
    if side == GIVEN:
        t.given |= 1 << lair


def fits_side(card: int, side: int, is_ghosts: bool) -> bool:
    """Powers lie face up unless only the ghost had them; only cursed cards are given."""
    kind = TREASURE_KIND[card]
    if side == UP:
        return kind == POWER and not is_ghosts
    if side == GIVEN:
        return kind == CURSED and not is_ghosts
    assert side == DOWN
    return kind != POWER or is_ghosts


def read_names(line: Line, names: list[str]) -> tuple[int, ...]:
    """A pile of cards, written from its top."""
    if line.words == [NOTHING]:
        return ()
    cards = [line.index(word, names, "card") for word in line.words]
    cards.reverse()
    return tuple(cards)


def read_ships(lines: Reader, t: Table) -> None:
    """Where the ships are and what they have aboard; the bank has the rest."""
    for ship in range(t.ships):
        name = GHOST if t.is_ghost(ship) else str(ship)
        line = lines.take(f"ship.{name}")
        given = expect(line, line.words[:2], ["lap", "space"])
        t.spaces[ship] = line.number_in(given["space"], 0, SPACES - 1)
        t.laps[ship] = line.number_in(given["lap"], LAP_MIN, 1)
        if t.laps[ship] == 1 and t.spaces[ship] != PORT_ROYAL:
            raise line.fail(line.words[0], "no ship goes farther than Port Royal")
        check_finished(line, t, ship)
        read_holds(line, t, ship)
        for good in range(GOLD, GUNPOWDER + 1):
            t.bank[good] -= t.stock(ship, good)
            if t.bank[good] < 0:
                raise line.fail(line.key, f"there is not so much {GOOD_NAMES[good]}")


def check_finished(line: Line, t: Table, ship: int) -> None:
    """A finished player had its turn already."""
    if t.is_ghost(ship) or not t.is_finished(ship) or not t.agenda or is_ghost_agenda(t.agenda):
        return
    if (ship - t.captain) % t.seats >= t.turns - 1:
        raise line.fail(line.words[1], "a finished ship does not act again")


def read_holds(line: Line, t: Table, ship: int) -> None:
    """The holds of a ship."""
    words = line.words[2:]
    if len(words) != t.slots(ship):
        raise line.fail(line.key, f"expected {t.slots(ship)} holds such as G3 or -")
    for slot in range(len(words)):
        word = words[slot]
        if word == NOTHING:
            continue
        good = line.index(word[:1], GOOD_LETTERS[GOLD:], "good") + GOLD
        tokens = line.number_in(word[1:], 1, TOKENS_MAX)
        if t.is_ghost(ship) and good != GOLD:
            raise line.fail(word, "the ghost has nothing but gold")
        t.holds[ship * SLOTS + slot] = good << HOLD_SHIFT | tokens


# --------------------------------------------------------------------------- cards


def read_cards(lines: Reader, t: Table, seat: Seat) -> None:
    """A seat's deck: together it must be eleven different cards."""
    hand = lines.take(f"hand.{seat}")
    cards: list[int] = []
    for word in hand.words:
        if word != NOTHING or len(hand.words) > 1:
            cards.append(read_card(hand, t, seat, word))
    t.hands[seat] = tuple(cards)
    read_laid(lines.take(f"laid.{seat}"), t, seat)
    t.piles[seat] = read_names(lines.take(f"pile.{seat}"), ACTION_NAMES)
    t.discards[seat] = read_names(lines.take(f"discards.{seat}"), ACTION_NAMES)
    for card in t.discards[seat]:
        t.knows[seat * DECK + card] = t.everyone
    everything = list(t.hands[seat] + t.piles[seat] + t.discards[seat])
    if t.laid[seat] != NO_CARD:
        everything.append(t.laid[seat])
    if sorted(everything) != list(range(DECK)):
        raise hand.fail(hand.key, "hand, laid card, pile and discards must be A01 to A11")
    if t.agenda and t.agenda[-1] in (PLACING_DICE, CHOOSING_CARDS):
        if not cards:
            raise hand.fail(NOTHING, "a seat that must choose has cards")


def read_card(line: Line, t: Table, seat: Seat, word: str) -> int:
    """A card of a hand; with a star everybody can work it out."""
    is_public = word.endswith("*")
    card = line.index(word[:-1] if is_public else word, ACTION_NAMES, "card")
    t.knows[seat * DECK + card] = t.everyone if is_public else 1 << seat
    return card


def read_laid(line: Line, t: Table, seat: Seat) -> None:
    """The laid card; it must fit the agenda."""
    word = " ".join(line.words)
    top = t.agenda[-1] if t.agenda else PLACING_DICE
    if word == NOTHING:
        if top not in (PLACING_DICE, CHOOSING_CARDS):
            raise line.fail(word, "every seat has laid a card")
        return
    is_hidden = word.startswith("(") and word.endswith(")")
    t.laid[seat] = read_card(line, t, seat, word[1:-1] if is_hidden else word)
    has_had_turn = t.is_together or (seat - t.captain) % t.seats < t.turns
    if top == PLACING_DICE or is_hidden == (has_had_turn and top != CHOOSING_CARDS):
        raise line.fail(word, "this card cannot lie there like this now")
    if not is_hidden:
        t.revealed |= 1 << seat
        t.knows[seat * DECK + t.laid[seat]] = t.everyone


# ------------------------------------------------------------------ what is under way


def check_end(line: Line, t: Table) -> None:
    """The game is over if somebody has finished, a choice when everybody has made it."""
    if not t.agenda and not scoring.has_finisher(t) and t.round != t.rounds_max:
        raise line.fail(OVER, "nobody has finished, and more rounds may follow")
    if t.agenda and t.agenda[-1] == CHOOSING_CARDS and NO_CARD not in t.laid:
        raise line.fail(STEP_NAMES[CHOOSING_CARDS], "everybody has chosen a card already")


def read_face(line: Line, word: str) -> int:
    """A face of the battle die, or a dash."""
    if word == NOTHING:
        return NOT_ROLLED
    return BOX.faces[line.index(word, FACE_NAMES, "face")]


def read_move(line: Line, t: Table) -> None:
    """The ship under way."""
    is_moving = len(t.agenda) > 1 and t.agenda[-1] not in (PLACING_DICE, CHOOSING_CARDS)
    is_loading = is_moving and t.agenda[-1] == STOWING and len(t.agenda) < 5
    if line.words == [NOTHING]:
        if is_moving and not is_loading:
            raise line.fail(NOTHING, "some ship must be under way")
        return
    given = expect(line, line.words, ["direction", "face", "ship", "steps"])
    t.mover = read_ship_name(line, t, given["ship"])
    t.steps = line.number_in(given["steps"], 1, 6)
    t.direction = line.index(given["direction"], DIRECTION.values, "direction")
    t.shortage_die = read_face(line, given["face"])
    expected = t.seats if is_ghost_agenda(t.agenda) else t.turn_seat()
    if not is_moving or (t.mover != expected and not is_loading):
        raise line.fail(line.words[0], "this ship cannot be under way now")
    check_move(line, t, given["face"])


def check_move(line: Line, t: Table, face: str) -> None:
    """What a ship under way may be doing where it is."""
    top, space = t.agenda[-1], t.spaces[t.mover]
    if top == SAILING and t.direction != BACKWARD and t.is_finished(t.mover):
        raise line.fail(line.words[0], "a finished ship does not move forward")
    is_free = space == PORT_ROYAL or TYPES[space] == LAIR_TYPE
    if top in (PAYING, RETREATING) and is_free:
        raise line.fail(line.words[0], "nothing is due where this ship is")
    needs_face = top == RETREATING and t.is_die_shortage
    if needs_face != (t.shortage_die != NOT_ROLLED) or t.shortage_die == STAR:
        raise line.fail(f"face={face}", "this face does not fit the agenda")


def read_battle(line: Line, t: Table) -> None:
    """The battle under way."""
    agenda = t.agenda
    top = agenda[-1] if agenda else PLACING_DICE
    is_loot = top == STOWING and len(agenda) > 2 and agenda[-2] in (LANDING, FREE_LANDING)
    is_battle = (top >= ATTACKING and top <= SPOILS) or is_loot
    if line.words == [NOTHING]:
        if is_battle:
            raise line.fail(NOTHING, "some battle must be under way")
        return
    names = ["attack", "attacker", "defence", "defender", "sabre", "winner"]
    given = expect(line, line.words, names)
    t.attacker = read_ship_name(line, t, given["attacker"])
    t.defender = read_ship_name(line, t, given["defender"])
    t.attack_powder, t.attack_die = read_fire(line, given["attack"])
    t.defence_powder, t.defence_die = read_fire(line, given["defence"])
    t.is_sabre_used = line.index(given["sabre"], ["unused", "used"], "use") == 1
    if given["winner"] != NOTHING:
        t.winner = read_ship_name(line, t, given["winner"])
    is_met = t.attacker != t.defender and t.spaces[t.attacker] == t.spaces[t.defender]
    if not is_battle or not is_met or t.attacker != t.mover:
        raise line.fail(line.words[0], "these ships cannot fight now")
    check_battle(line, t, top)


def read_fire(line: Line, text: str) -> tuple[int, int]:
    """Gunpowder and die of one side, as in 3,star or 0,-."""
    words = text.split(",")
    if len(words) != 2:
        raise line.fail(text, "expected gunpowder and die such as 3,8 or 0,-")
    return line.number_in(words[0], 0, POWDER_MAX), read_face(line, words[1])


def check_battle(line: Line, t: Table, top: int) -> None:
    """The dice and the winner must fit the step of the battle."""
    has_attack = t.attack_die != NOT_ROLLED
    has_defence = t.defence_die != NOT_ROLLED
    needs_attack = top >= ATTACK_SABRE or top == STOWING
    is_decided = top == SPOILS or top == STOWING
    fits = has_attack == needs_attack and is_decided == (t.winner != NOBODY)
    if top == DEFENCE_SABRE:
        fits = fits and has_defence
    elif not is_decided:
        fits = fits and not has_defence
    if top == DEFENDING or top == DEFENCE_HOLDS:
        fits = fits and t.attack_die != STAR
    if not fits or (is_decided and t.winner not in (t.attacker, t.defender)):
        raise line.fail(line.words[-1], "this battle does not fit the agenda")


def read_spend(line: Line, t: Table) -> None:
    """The tokens that are being taken out of holds."""
    top = t.agenda[-1] if t.agenda else PLACING_DICE
    is_spending = top in (PAYING, ATTACK_HOLDS, DEFENCE_HOLDS)
    if line.words == [NOTHING]:
        if is_spending:
            raise line.fail(NOTHING, "something must be spent")
        return
    given = expect(line, line.words, ["asked", "good", "left"])
    t.spend_good = line.index(given["good"], GOOD_NAMES, "good")
    t.spend_left = line.number_in(given["left"], 1, POWDER_MAX)
    for word in given["asked"].split(","):
        if given["asked"] != NOTHING:
            t.spend_asked |= 1 << (line.number_in(word, 1, SLOTS) - 1)
    due = good_due(t.spaces[t.mover]) if top == PAYING else GUNPOWDER
    if not is_spending or t.spend_good != due:
        raise line.fail(line.words[0], "this is not to be spent now")
    ship = t.defender if top == DEFENCE_HOLDS else t.mover
    left = 0
    for slot in range(SLOTS):
        if t.good_in(ship, slot) == due and not t.spend_asked >> slot & 1:
            left += t.tokens_in(ship, slot)
    if t.spend_left > left or (top == PAYING and t.spend_left > COSTS[t.spaces[ship]]):
        raise line.fail(f"left={given['left']}", "so much cannot be left to spend")


def read_load(line: Line, t: Table) -> None:
    """The tokens that are about to be loaded."""
    is_loading = len(t.agenda) > 0 and t.agenda[-1] == STOWING
    if line.words == [NOTHING]:
        if is_loading:
            raise line.fail(NOTHING, "something must be loaded")
        return
    given = expect(line, line.words, ["good", "ship", "tokens"])
    if not is_loading:
        raise line.fail(line.words[0], "nothing is to be loaded now")
    t.load_ship = read_ship_name(line, t, given["ship"])
    t.load_good = line.index(given["good"], GOOD_NAMES[GOLD:], "good") + GOLD
    t.load_tokens = line.number_in(given["tokens"], 1, TOKENS_MAX)
    t.bank[t.load_good] -= t.load_tokens
    expected = t.winner if t.winner != NOBODY else t.turn_seat()
    is_too_much = t.bank[t.load_good] < 0 or not loading.can_load(t, t.load_ship, t.load_good)
    if t.load_ship != expected or is_too_much:
        raise line.fail(line.words[0], "this cannot be loaded now")
    if t.is_ghost(t.load_ship) and t.load_good != GOLD:
        raise line.fail(line.words[1], "the ghost has nothing but gold")
