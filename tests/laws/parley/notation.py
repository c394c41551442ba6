"""Tables as text.

    parley seats=3
    round 2 captain=B course=fort step=reply
    waiting C
    paused AC
    mutineer -
    bribers A
    offer A C rum_2
    gold 0 4 0
    hand.A sabre_1 rum_2:ABC
    sealed.A -
    …
    deck map_1 map_2
    rng fast 1 2

A card is followed by those who know where it is, unless it is just its owner (in the deck: nobody).
A sealed card stands behind its side. The deck ends with its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.notation import Line, Reader

from .rules import COURSE, LANDING, MUTINY, REPLY, ROUNDS, SIDES, STEP_NAMES
from .verbs import CARD_NAMES, CARDS, COURSE_NAMES, SEAT_NAMES, SEATS_MAX, SIDE_NAMES

if TYPE_CHECKING:
    from .table import Table

NAME: Final = "parley"
NOTHING: Final = "-"
OVER: Final = "over"
GOLD_MAX: Final = 6 * ROUNDS
AGENDAS: Final = {
    "course": [COURSE],
    "mutiny": [MUTINY],
    "reply": [MUTINY, REPLY],
    "sides": [LANDING, SIDES],
    OVER: [],
}


# ------------------------------------------------------------------------- writing


def write(t: Table) -> str:
    """The complete table, one line per zone."""
    step = STEP_NAMES[t.agenda[-1]] if t.agenda else OVER
    captain, course = SEAT_NAMES[t.captain], COURSE_NAMES[t.course]
    lines = [
        f"{NAME} seats={t.seats}",
        f"round {t.round} captain={captain} course={course} step={step}",
        f"waiting {write_seats(t.waiting)}",
        f"paused {write_seats(t.paused)}",
        f"mutineer {SEAT_NAMES[t.mutineer] if t.mutineer >= 0 else NOTHING}",
        f"bribers {write_seats(t.bribers)}",
        f"offer {write_offer(t.offer)}",
        "gold " + " ".join([str(gold) for gold in t.gold]),
    ]
    for seat in range(t.seats):
        lines += [f"hand.{SEAT_NAMES[seat]} {write_cards(t, t.hands[seat], 1 << seat)}"]
    for seat in range(t.seats):
        side = SIDE_NAMES[t.sides[seat]] + " " if t.sides[seat] >= 0 else ""
        cards = write_cards(t, t.sealed[seat], 1 << seat)
        lines.append(f"sealed.{SEAT_NAMES[seat]} {side}{cards}")
    lines.append(f"deck {write_cards(t, t.deck, 0)}")
    lines.append(f"rng {t.rng.write()}")
    return "\n".join(lines) + "\n"


def write_seats(mask: int) -> str:
    """A mask as letters."""
    return "".join([SEAT_NAMES[i] for i in range(SEATS_MAX) if mask >> i & 1]) or NOTHING


def write_offer(offer: list[int]) -> str:
    """Giver, receiver and card."""
    if not offer:
        return NOTHING
    return f"{SEAT_NAMES[offer[0]]} {SEAT_NAMES[offer[1]]} {CARD_NAMES[offer[2]]}"


def write_cards(t: Table, cards: list[int], owner: int) -> str:
    """The cards of a zone, with their knowers if these are not just its owner."""
    words = []
    for card in cards:
        knowers = "" if t.knows[card] == owner else ":" + write_seats(t.knows[card])
        words.append(CARD_NAMES[card] + knowers)
    return " ".join(words) or NOTHING


# ------------------------------------------------------------------------- reading


def read(text: str, table: type[Table]) -> Table:
    """The table of a text; raises NotationError with line and token."""
    lines = Reader(text)
    heading = lines.take(NAME)
    given = heading.settings(heading.words)
    if list(given) != ["seats"]:
        raise heading.fail(NAME, "expected seats=NUMBER")
    t = table(heading.number_in(given["seats"], 2, SEATS_MAX))
    step = read_round(lines.take("round"), t)
    read_zones(lines, t, step)
    read_gold(lines.take("gold"), t)
    read_mutineer(lines.take("mutineer"), t, step)
    read_offer(lines.take("offer"), t, step)
    t.bribers = read_mask(lines.take("bribers"), t)
    read_windows(lines, t, step)
    t.rng = lines.take("rng").rng()
    lines.finish()
    return t


def read_round(line: Line, t: Table) -> str:
    """The round and what the table is doing; the step's name."""
    given = line.settings(line.words[1:])
    if sorted(given) != ["captain", "course", "step"]:
        raise line.fail(line.key, "expected round NUMBER captain=… course=… step=…")
    step = given["step"]
    line.index(step, list(AGENDAS), "step")
    t.agenda = AGENDAS[step][:]
    first, last = (ROUNDS, ROUNDS) if step == OVER else (0, ROUNDS - 1)
    t.round = line.number_in(line.words[0], first, last)
    t.captain = line.index(given["captain"], SEAT_NAMES[: t.seats], "seat")
    t.course = line.index(given["course"], COURSE_NAMES, "course")
    return step


def read_zones(lines: Reader, t: Table, step: str) -> None:
    """All cards, each once."""
    used: list[int] = []
    for seat in range(t.seats):
        line = lines.take(f"hand.{SEAT_NAMES[seat]}")
        t.hands[seat] = read_cards(line, line.words, t, 1 << seat, used)
    for seat in range(t.seats):
        line = lines.take(f"sealed.{SEAT_NAMES[seat]}")
        if line.words == [NOTHING]:
            continue
        if step != "sides" or len(line.words) != 2:
            raise line.fail(line.key, "expected -, or in a mutiny a side and a card")
        t.sides[seat] = line.index(line.words[0], SIDE_NAMES, "side")
        t.sealed[seat] = read_cards(line, line.words[1:], t, 1 << seat, used)
    line = lines.take("deck")
    t.deck = read_cards(line, line.words, t, 0, used)
    if len(used) != CARDS:
        raise line.fail(line.key, f"{CARDS - len(used)} cards lie nowhere on this table")


def read_cards(line: Line, words: list[str], t: Table, owner: int, used: list[int]) -> list[int]:
    """The cards of a zone and who knows them."""
    if words == [NOTHING]:
        return []
    cards: list[int] = []
    for word in words:
        name, sign, knowers = word.partition(":")
        card = line.index(name, CARD_NAMES, "card")
        if card in used:
            raise line.fail(word, "this card lies somewhere else already")
        used.append(card)
        cards.append(card)
        t.knows[card] = read_seats(line, knowers, t) if sign else owner
        if t.knows[card] & owner != owner:
            raise line.fail(word, "everybody knows the own cards")
    return cards


def read_seats(line: Line, word: str, t: Table) -> int:
    """A mask written as letters."""
    mask = 0
    for letter in "" if word == NOTHING else word:
        mask |= 1 << line.index(letter, SEAT_NAMES[: t.seats], "seat")
    return mask


def read_mask(line: Line, t: Table) -> int:
    """The mask that is all of a line."""
    if len(line.words) != 1:
        raise line.fail(line.key, "expected seats such as AC, or -")
    return read_seats(line, line.words[0], t)


def read_gold(line: Line, t: Table) -> None:
    """One number per seat."""
    if len(line.words) != t.seats:
        raise line.fail(line.key, f"expected {t.seats} numbers")
    t.gold = [line.number_in(word, 0, GOLD_MAX) for word in line.words]


def read_mutineer(line: Line, t: Table, step: str) -> None:
    """Somebody other than the captain while sides are taken, else nobody."""
    word = " ".join(line.words)
    if step != "sides":
        line.index(word, [NOTHING], "mutineer now")
        return
    t.mutineer = line.index(word, SEAT_NAMES[: t.seats], "seat")
    if t.mutineer == t.captain:
        raise line.fail(word, "this is the captain")


def read_offer(line: Line, t: Table, step: str) -> None:
    """Giver, receiver and a card of the giver's that everybody has seen, while it is answered."""
    if step != "reply":
        line.index(" ".join(line.words), [NOTHING], "offer now")
        return
    if len(line.words) != 3:
        raise line.fail(line.key, "expected giver, receiver and card")
    giver, receiver = [line.index(word, SEAT_NAMES[: t.seats], "seat") for word in line.words[:2]]
    card = line.index(line.words[2], CARD_NAMES, "card")
    if giver in (receiver, t.captain):
        raise line.fail(line.words[0], "neither the receiver nor the captain can be the giver")
    if card not in t.hands[giver] or t.knows[card] != t.everyone:
        raise line.fail(line.words[2], "the giver must hold this card, and all must know it")
    t.offer = [giver, receiver, card]


def read_windows(lines: Reader, t: Table, step: str) -> None:
    """Who is asked, and who will be when the offer is answered; both must fit the step."""
    paused, waiting = lines.take("paused"), lines.take("waiting")
    t.paused = read_mask(paused, t)
    asked = read_mask(waiting, t)
    others = t.everyone & ~(1 << t.captain)
    if t.paused & ~others or (t.paused == 0) == (step == "reply"):
        raise paused.fail(" ".join(paused.words), "not those who were asked before an offer")
    if step == "reply" and not (t.paused & t.bribers) >> t.offer[0] & 1:
        raise paused.fail(" ".join(paused.words), "the giver must be among them, and a briber")
    sealers = sum([1 << seat for seat in range(t.seats) if t.sealed[seat]])
    may_wait = {
        "course": 1 << t.captain,
        "mutiny": others,
        "reply": 1 << t.offer[1] if t.offer else 0,
        "sides": t.everyone & ~sealers,
        OVER: 0,
    }[step]
    if asked & ~may_wait or (asked == 0) != (step == OVER):
        raise waiting.fail(" ".join(waiting.words), f"in {step}, these cannot be asked")
    if step == "mutiny":
        t.open_reaction(asked)
    elif step == "sides":
        t.open_vote(asked)
    elif step != OVER:
        t.open_turn(t.captain if step == "course" else t.offer[1])
