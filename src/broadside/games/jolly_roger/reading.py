"""Reading a table that was written by `notation.py`; everything is checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.event import Seat
from broadside.kernel.notation import Line, Reader
from broadside.kernel.window import NOBODY as NO_WINDOW
from broadside.kernel.window import WINDOW_NAMES

from . import agendas, checks, promises
from .cards import (
    CAPTAIN_PICKS,
    CREW,
    FIRST_DESTINATION,
    FIRST_PRIZE,
    ISLAND_FAILS,
    KIND_OF,
    NO_CARD,
    NOBODY,
    PIECES,
    POLLS,
    ROUNDS,
    SEATS_MAX,
    SEATS_MIN,
    SKILL_NAMES,
    SKILLS,
    TYPE_NAMES,
    TYPES,
    prize_kind,
)
from .events import NO_SIDE
from .notation import EVERYONE, NAME, NOTHING, OVER, SWITCHES, TOKENS
from .steps import AFTER_MUTINY, STEP_NAMES
from .table import Table
from .verbs import ACTIONS, FIRST_PRIZE_ITEM, ITEM_NAMES, PROMISE_NAMES, SIDE_NAMES

HEADING: Final = [
    "ask_all",
    "bot_bribes",
    "bribe_crew_open",
    "bribes",
    "captain_pick",
    "captains_gold",
    "hidden_treasures",
    "island_fail",
    "poll",
    "seats",
]
NUMBER_MAX: Final = 1_000_000
CREW_TOKENS: Final[list[str]] = TOKENS[:CREW]
DESTINATION_TOKENS: Final[list[str]] = TOKENS[FIRST_DESTINATION:FIRST_PRIZE]
PRIZE_TOKENS: Final[list[str]] = TOKENS[FIRST_PRIZE:]


def read(text: str) -> Table:
    """The table that was written as this text; raises NotationError with line and token."""
    lines = Reader(text)
    t = read_heading(lines.take(NAME))
    t.set_out()
    agenda = lines.take("agenda")
    read_agenda(agenda, t)
    read_round(lines.take("round"), t)
    read_numbers(lines.take("numbers"), t)
    read_zones(lines, t)
    for seat in range(t.seats):
        read_seat_cards(lines, t, seat)
    for seat in range(t.seats):
        read_seat(lines.take(f"seat.{seat}"), t, seat)
    read_open(lines.take("open"), t)
    read_voyage(lines.take("voyage"), t)
    read_sharing(lines.take("sharing"), t)
    read_mutiny(lines.take("mutiny"), t)
    read_promises(lines.take("promises"), t)
    read_plays(lines.take("plays"), t)
    waiting = lines.take("waiting")
    read_waiting(waiting, t)
    t.rng = lines.take("rng").rng()
    lines.finish()
    checks.check(t, agenda, waiting)
    return t


# ---------------------------------------------------------------- words


def expect(line: Line, words: list[str], names: list[str]) -> dict[str, str]:
    """The settings of a line, which must be exactly these."""
    given = line.settings(words)
    if sorted(given) != sorted(names):
        raise line.fail(line.key, f"expected {'=… '.join(names)}=…")
    return given


def read_switch(line: Line, word: str) -> bool:
    """On or off."""
    return line.index(word, SWITCHES, "switch") == 1


def read_seat_name(line: Line, t: Table, word: str) -> Seat:
    """A seat, or a dash for nobody."""
    return NOBODY if word == NOTHING else line.number_in(word, 0, t.seats - 1)


def read_side(line: Line, word: str) -> int:
    """A side, or a dash for none."""
    return NO_SIDE if word == NOTHING else line.index(word, SIDE_NAMES, "side")


def read_mask(line: Line, t: Table, text: str) -> int:
    """Some seats, as in 0,2."""
    mask = 0
    if text != NOTHING:
        for word in text.split(","):
            mask |= 1 << line.number_in(word, 0, t.seats - 1)
    return mask


def read_card(line: Line, word: str, names: list[str], first: int) -> int:
    """One card, by its number."""
    return first + line.index(word, names, "card")


# ---------------------------------------------------------------- heading and round


def read_heading(line: Line) -> Table:
    """An empty table with these seats and options."""
    given = expect(line, line.words, HEADING)
    t = Table(line.number_in(given["seats"], SEATS_MIN, SEATS_MAX))
    t.is_hidden = read_switch(line, given["hidden_treasures"])
    t.is_captains_gold = read_switch(line, given["captains_gold"])
    t.is_rechoosing = line.index(given["island_fail"], ISLAND_FAILS, "way to fail") == 1
    t.is_extra_pick = line.index(given["captain_pick"], CAPTAIN_PICKS, "way to pick") == 1
    t.has_bribes = read_switch(line, given["bribes"])
    t.has_bot_bribes = read_switch(line, given["bot_bribes"])
    t.is_crew_open = read_switch(line, given["bribe_crew_open"])
    t.is_shuffled = line.index(given["poll"], POLLS, "order") == 1
    t.asks_all = read_switch(line, given["ask_all"])
    return t


def read_agenda(line: Line, t: Table) -> None:
    """What the table is doing."""
    if line.words == [OVER]:
        return
    t.agenda = [line.index(word, STEP_NAMES, "step") for word in line.words]
    place = agendas.fault(t.agenda)
    if place < len(t.agenda) or not t.agenda:
        raise line.fail(line.words[place] if t.agenda else line.key, "no table waits like this")
    if AFTER_MUTINY in t.agenda:
        t.called_in = agendas.called_in(t.agenda)


def read_round(line: Line, t: Table) -> None:
    """The round and the roles."""
    given = expect(line, line.words[1:], ["captain", "quartermaster", "mutiny", "barred"])
    t.round = line.number_in(line.words[0], 1, ROUNDS)
    t.captain = line.number_in(given["captain"], 0, t.seats - 1)
    t.quartermaster = read_seat_name(line, t, given["quartermaster"])
    t.is_mutiny_used = line.index(given["mutiny"], ["unused", "used"], "use") == 1
    t.barred_round = line.number_in(given["barred"], 0, ROUNDS + 1)
    checks.check_roles(t, line)


def read_numbers(line: Line, t: Table) -> None:
    """The numbers of the windows."""
    given = expect(line, line.words[:1], ["last"])
    t.window_no = line.number_in(given["last"], 0, NUMBER_MAX)
    t.ids = [line.number_in(word, 0, t.window_no) for word in line.words[1:]]
    if len(t.ids) != len(t.agenda) or (t.ids and t.ids[-1] == 0):
        raise line.fail(line.key, "every step has a number, the last one not 0")


def read_open(line: Line, t: Table) -> None:
    """The states of all seats in the open window."""
    names = ["pending", "done", "heard", "from", "used", "sealed", "offers"]
    given = expect(line, line.words, names)
    t.pending = read_mask(line, t, given["pending"])
    t.done = read_mask(line, t, given["done"])
    t.heard = read_mask(line, t, given["heard"])
    t.poll_from = line.number_in(given["from"], 0, t.seats - 1)
    t.sealed_asked = read_mask(line, t, given["sealed"])
    t.offers_window = line.number_in(given["offers"], 0, t.window_no)
    used: list[int] = []
    if given["used"] != NOTHING:
        for word in given["used"].split(","):
            used.append(read_card(line, word, CREW_TOKENS, 0))
    t.used = tuple(used)
    if t.pending & t.done:
        raise line.fail(f"done={given['done']}", "who is done is not pending")


def read_waiting(line: Line, t: Table) -> None:
    """Who is asked, in which kind of window."""
    if len(line.words) != 2:
        raise line.fail(line.key, "expected a kind of window and the seats that are asked")
    if line.words[0] == NOTHING:
        t.window = NO_WINDOW
        if line.words[1] != NOTHING:
            raise line.fail(line.words[1], "nobody is asked without a window")
        return
    t.window = line.index(line.words[0], WINDOW_NAMES, "window")
    t.waiting = read_mask(line, t, line.words[1])
    t.rests = t.waiting == 0


# ------------------------------------------------------------------------------ cards


def read_pile(line: Line, names: list[str], first: int) -> tuple[int, ...]:
    """A pile of cards, written from its top."""
    if line.words == [NOTHING]:
        return ()
    cards = [read_card(line, word, names, first) for word in line.words]
    cards.reverse()
    return tuple(cards)


def read_zones(lines: Reader, t: Table) -> None:
    """Decks, discards, stacks and mustered cards."""
    t.crew_deck = read_pile(lines.take("crew_deck"), CREW_TOKENS, 0)
    t.crew_discard = read_pile(lines.take("crew_discard"), CREW_TOKENS, 0)
    t.prize_deck = read_pile(lines.take("prize_deck"), PRIZE_TOKENS, FIRST_PRIZE)
    t.prize_discard = read_pile(lines.take("prize_discard"), PRIZE_TOKENS, FIRST_PRIZE)
    discard = lines.take("destination_discard")
    t.destination_discard = read_pile(discard, DESTINATION_TOKENS, FIRST_DESTINATION)
    for type_ in range(TYPES):
        line = lines.take(f"stack.{TYPE_NAMES[type_]}")
        t.stacks[type_] = read_pile(line, DESTINATION_TOKENS, FIRST_DESTINATION)
        checks.check_stack(t, line, type_)
    for card in t.crew_deck + t.prize_deck:
        t.knows[card] = 0
    read_mustered(lines.take("mustered"), t)


def read_mustered(line: Line, t: Table) -> None:
    """The mustered cards: seat and card."""
    if line.words == [NOTHING]:
        return
    for word in line.words:
        owner, _, card = word.partition(":")
        t.musterers += (line.number_in(owner, 0, t.seats - 1),)
        t.mustered += (read_card(line, card, CREW_TOKENS, 0),)
    checks.check_mustered(t, line)


def read_cards(
    line: Line, t: Table, words: list[str], names: list[str], first: int, usual: int
) -> tuple[int, ...]:
    """Cards with their knowers."""
    if words == [NOTHING]:
        return ()
    cards: list[int] = []
    for word in words:
        name, sign, who = word.partition("@")
        card = read_card(line, name, names, first)
        t.knows[card] = usual
        if sign:
            t.knows[card] = t.everyone if who == EVERYONE else read_mask(line, t, who)
            if t.knows[card] == usual:
                raise line.fail(word, "these are the usual knowers")
        cards.append(card)
    if cards != sorted(set(cards)):
        raise line.fail(line.key, "cards stand in their order, each once")
    return tuple(cards)


def read_seat_cards(lines: Reader, t: Table, seat: Seat) -> None:
    """Hand, prizes, buried prizes and cards that lie before a seat."""
    line = lines.take(f"hand.{seat}")
    t.hands[seat] = read_cards(line, t, line.words, CREW_TOKENS, 0, 1 << seat)
    checks.check_known(t, line, t.hands[seat], seat)
    line = lines.take(f"prizes.{seat}")
    t.prizes[seat] = read_cards(line, t, line.words, PRIZE_TOKENS, FIRST_PRIZE, t.everyone)
    checks.check_prizes(t, line, t.prizes[seat], seat)
    line = lines.take(f"buried.{seat}")
    t.buried[seat] = read_cards(line, t, line.words, PRIZE_TOKENS, FIRST_PRIZE, t.everyone)
    checks.check_prizes(t, line, t.buried[seat], seat)
    line = lines.take(f"lying.{seat}")
    lying: list[int] = []
    if line.words != [NOTHING]:
        lying = [read_card(line, word, CREW_TOKENS, 0) for word in line.words]
    t.lying[seat] = tuple(lying)


def read_seat(line: Line, t: Table, seat: Seat) -> None:
    """What else belongs to a seat."""
    names = ["side", "share", "best", "kept", "broken", "jewels", "offers", "offer", "sealed"]
    given = expect(line, line.words, names)
    t.sides[seat] = read_side(line, given["side"])
    t.shares[seat] = line.number_in(given["share"], 0, PIECES)
    t.best_given[seat] = line.number_in(given["best"], 0, len(PRIZE_TOKENS))
    t.kept[seat] = line.number_in(given["kept"], 0, NUMBER_MAX)
    t.broken[seat] = line.number_in(given["broken"], 0, NUMBER_MAX)
    t.jewels_gold[seat] = line.number_in(given["jewels"], 0, NUMBER_MAX)
    t.offers_made[seat] = line.number_in(given["offers"], 0, 3)
    if given["offer"] != NOTHING:
        read_offer(line, t, seat, given["offer"])
    sealed: list[int] = []
    if given["sealed"] != NOTHING:
        for word in given["sealed"].split(","):
            sealed.append(read_card(line, word, TOKENS, 0))
    t.sealed[seat] = tuple(sealed)
    checks.check_seat(t, line, seat)


def read_offer(line: Line, t: Table, seat: Seat, text: str) -> None:
    """The open offer of a seat."""
    words = text.split(":")
    if len(words) != 3:
        raise line.fail(text, "expected an offer such as 2:gold1.3:join")
    t.offer_tos[seat] = line.number_in(words[0], 0, t.seats - 1)
    t.offer_returns[seat] = line.index(words[2], PROMISE_NAMES, "promise")
    if words[1] in PROMISE_NAMES[1:]:
        t.offer_items[seat] = ITEM_NAMES.index(words[1])
    else:
        piece = read_card(line, words[1], TOKENS, 0)
        if piece not in t.hands[seat] + t.prizes[seat]:
            raise line.fail(text, "this is not there to be offered")
        t.offer_pieces[seat] = piece
        is_prize = piece >= FIRST_PRIZE
        item = FIRST_PRIZE_ITEM + prize_kind(piece) if is_prize else KIND_OF[piece]
        t.offer_items[seat] = item
    checks.check_offer(t, line, seat, text)


# ------------------------------------------------------------------ what is under way


def read_voyage(line: Line, t: Table) -> None:
    """The destination and what happens there."""
    names = ["chosen", "face", "map", "officers", "traded", "sellers", "guards", "guard"]
    given = expect(line, line.words, [*names, "asked", "punishment", "suggestion"])
    if given["chosen"] != NOTHING:
        t.chosen = read_card(line, given["chosen"], DESTINATION_TOKENS, FIRST_DESTINATION)
    t.is_shown = line.index(given["face"], ["down", "up"], "side") == 1
    if given["map"] != NOTHING:
        t.map_card = read_card(line, given["map"], CREW_TOKENS, 0)
    t.officers = read_officers(line, given["officers"])
    t.traded = read_mask(line, t, given["traded"])
    t.sellers_left = line.number_in(given["sellers"], 0, t.seats)
    t.guards = read_mask(line, t, given["guards"])
    t.guard = read_seat_name(line, t, given["guard"])
    t.guard_asked = read_mask(line, t, given["asked"])
    t.is_ordered = line.index(given["punishment"], [NOTHING, "ordered"], "order") == 1
    t.suggestion = read_seat_name(line, t, given["suggestion"])
    checks.check_voyage(t, line)
    if t.chosen != NO_CARD:
        t.knows[t.chosen] = t.everyone if t.is_shown else 0


def read_officers(line: Line, text: str) -> list[int]:
    """What the officers add to each skill."""
    words = text.split(",")
    values: list[int] = []
    for place, word in enumerate(words):
        name, _, value = word.partition(":")
        if place >= SKILLS or name != SKILL_NAMES[place]:
            raise line.fail(text, "expected officers such as nav:0,cannons:1,sabres:-1")
        values.append(line.number_in(value, -9, 9))
    if len(values) != SKILLS:
        raise line.fail(text, "expected one number for each skill")
    return values


def read_sharing(line: Line, t: Table) -> None:
    """The sharing under way, and the prizes laid out."""
    given = expect(line, line.words[:4], ["cook", "picks", "seized", "carpenter"])
    t.cook = read_seat_name(line, t, given["cook"])
    t.picks_left = line.number_in(given["picks"], 0, 2)
    t.is_seized = read_switch(line, given["seized"])
    t.carpenter = read_seat_name(line, t, given["carpenter"])
    t.laid = read_cards(line, t, line.words[4:], PRIZE_TOKENS, FIRST_PRIZE, t.everyone)
    checks.check_sharing(t, line)


def read_mutiny(line: Line, t: Table) -> None:
    """The mutiny under way."""
    given = expect(line, line.words, ["mutineer", "loser", "forced", "forced_side"])
    t.mutineer = read_seat_name(line, t, given["mutineer"])
    t.loser = read_side(line, given["loser"])
    t.forced = read_seat_name(line, t, given["forced"])
    t.forced_side = read_side(line, given["forced_side"])
    checks.check_mutiny(t, line)


def read_promises(line: Line, t: Table) -> None:
    """The open promises."""
    if line.words == [NOTHING]:
        return
    codes: list[int] = []
    for word in line.words:
        parts = word.split(":")
        if len(parts) != 3:
            raise line.fail(word, "expected a promise such as 0:2:join")
        by = line.number_in(parts[0], 0, t.seats - 1)
        to = line.number_in(parts[1], 0, t.seats - 1)
        promise = 1 + line.index(parts[2], PROMISE_NAMES[1:], "promise")
        code = promises.written(by, to, promise)
        if by == to or code in codes:
            raise line.fail(word, "a promise is made to another seat, and once")
        codes.append(code)
    t.promises = tuple(codes)
    if not codes or not t.agenda:
        raise line.fail(line.key, "there are no such promises")


def read_plays(line: Line, t: Table) -> None:
    """The cards that may yet be cancelled."""
    words = [] if line.words == [NOTHING] else line.words
    for word in words:
        parts = word.split(":")
        if len(parts) != 4:
            raise line.fail(word, "expected a play such as 0:cook:-:play/cook")
        text = parts[3].replace("/", " ")
        if text not in ACTIONS.by_text:
            raise line.fail(word, "there is no such action")
        t.play_seats += (line.number_in(parts[0], 0, t.seats - 1),)
        t.play_cards += (read_card(line, parts[1], CREW_TOKENS, 0),)
        t.react_asked.append(read_mask(line, t, parts[2]))
        t.play_codes += (ACTIONS.by_text[text].code,)
    checks.check_plays(t, line)
