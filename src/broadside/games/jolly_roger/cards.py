"""Cards: tables read from this folder's data files, and checked.

Whoever owns the printed game may type its values into these files.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final

from broadside.games.data import Row, game_folder, read_named, read_rows
from broadside.kernel.errors import BadData
from broadside.kernel.masks import mask_of

PACKAGE: Final = "broadside.games.jolly_roger"

SEATS_MIN: Final = 3
SEATS_MAX: Final = 10
NO_QUARTERMASTER_SEATS: Final = 3
"""With so few seats the Captain acts for the Quartermaster.  JR-O1"""
ROUNDS: Final = 10

NOBODY: Final = -1
NO_CARD: Final = -1

# The skills, in the order of the cards.
NAV: Final = 0
CANNONS: Final = 1
SABRES: Final = 2
SKILLS: Final = 3
SKILL_NAMES: Final[list[str]] = ["nav", "cannons", "sabres"]

# The characters, in the order of crew.csv behind the normal cards.
BOATSWAIN: Final = 0
CARPENTER: Final = 1
COOK: Final = 2
CUTTHROAT: Final = 3
FIRST_MATE: Final = 4
LOOKOUT: Final = 5
NAVIGATOR: Final = 6
OLD_SAILOR: Final = 7
CANNON_FODDER: Final = 8
SEA_DOG: Final = 9
SECOND_MATE: Final = 10
SHARPSHOOTER: Final = 11
SMART_LAD: Final = 12
STOWAWAY: Final = 13
SURGEON: Final = 14
TRAITOR: Final = 15
CHARACTER_NAMES: Final[list[str]] = (
    "boatswain carpenter cook cutthroat first_mate lookout navigator old_sailor cannon_fodder "
    "sea_dog second_mate sharpshooter smart_lad stowaway surgeon traitor"
).split()

# The types of destinations.
FORT: Final = 0
MERCHANT: Final = 1
SETTLEMENT: Final = 2
PORT: Final = 3
ISLAND: Final = 4
TYPES: Final = 5
TYPE_NAMES: Final[list[str]] = ["fort", "merchant", "settlement", "port", "island"]
FLAGS: Final[list[str]] = ["-", "5-", "7-", "6+", "8+"]

# The kinds of prizes, in the order of prizes.csv.
GOLD_1: Final = 0
GOLD_2: Final = 1
GOLD_3: Final = 2
RUM: Final = 3
JEWELS: Final = 4
PRISONER: Final = 5
PRIZE_KINDS: Final = 6
PRIZE_NAMES: Final[list[str]] = ["gold1", "gold2", "gold3", "rum", "jewels", "prisoner"]
BEST_FIRST: Final = [PRISONER, GOLD_3, GOLD_2, JEWELS, GOLD_1, RUM]
"""What the clock takes first.  JR-D2"""

NORMAL_CARDS: Final = 47
CHARACTER_CARDS: Final = 19
CREW: Final = NORMAL_CARDS + CHARACTER_CARDS
DESTINATIONS: Final = 35
PRIZES: Final = 46
KINDS_MAX: Final = NORMAL_CARDS + len(CHARACTER_NAMES)
MULTI_MAX: Final = 9
COUNT_MAX: Final = 99

# Every card has a number, the index of its knowers: crew, then destinations, then prizes.
FIRST_DESTINATION: Final = CREW
FIRST_PRIZE: Final = CREW + DESTINATIONS
PIECES: Final = CREW + DESTINATIONS + PRIZES

ISLAND_FAILS: Final[list[str]] = ["round_lost", "rechoose"]
CAPTAIN_PICKS: Final[list[str]] = ["counts", "extra"]
POLLS: Final[list[str]] = ["clockwise", "shuffled"]


class CrewKind:
    """One kind of crew card: its crew members, and its skills as a map."""

    def __init__(self, name: str, copies: int, crew: int, skills: list[int]) -> None:
        self.name = name
        self.copies = copies
        self.crew = crew
        self.skills = skills


class Destination:
    """One destination card."""

    def __init__(
        self, name: str, type_: int, flag: str, required: list[int], prizes: int, crew: int
    ) -> None:
        self.name = name
        self.type = type_
        self.flag = flag
        self.required = required
        self.prizes = prizes
        self.crew = crew


class Box:
    """What is in the printed box: read from the data files."""

    def __init__(self, folder: Traversable) -> None:
        self.kinds: list[CrewKind] = read_crew(folder)
        self.destinations: list[Destination] = read_destinations(folder)
        rows = read_named(folder, "prizes.csv", ["id", "copies", "gold"], PRIZE_NAMES)
        self.prizes: list[int] = [row.count("copies", 0, PRIZES) for row in rows]
        self.gold: list[int] = [row.count("gold", 0, COUNT_MAX) for row in rows]
        if sum(self.prizes) != PRIZES:
            raise rows[-1].fail(f"there must be {PRIZES} prizes, not {sum(self.prizes)}")


def read_crew(folder: Traversable) -> list[CrewKind]:
    """The normal cards, then the sixteen characters; 66 cards in all."""
    rows = read_rows(folder, "crew.csv", ["id", "copies", "crew", "skills"], 17, KINDS_MAX)
    normal = len(rows) - len(CHARACTER_NAMES)
    if normal < 1:
        raise BadData("crew.csv: the sixteen characters stand behind the normal cards")
    kinds: list[CrewKind] = []
    for place, row in enumerate(rows):
        if place < normal:
            kinds.append(read_normal(row, kinds))
        else:
            name = row.text("id", [CHARACTER_NAMES[place - normal]])
            row.text("skills", ["-"])
            copies, crew = row.count("copies", 1, 9), row.count("crew", 1, 9)
            kinds.append(CrewKind(name, copies, crew, [0] * SKILLS))
    check_sum(rows[normal - 1], "normal cards", kinds[:normal], NORMAL_CARDS)
    check_sum(rows[-1], "characters", kinds[normal:], CHARACTER_CARDS)
    return kinds


def read_normal(row: Row, kinds: list[CrewKind]) -> CrewKind:
    """A card with one skill; one kind may have all three.  JR-Q9"""
    name = row.cells["id"]
    if not name.isidentifier() or name in [kind.name for kind in kinds] + CHARACTER_NAMES:
        raise row.fail(f"id is {name[:40]!r}; it must be a new word of letters, digits and _")
    kind = CrewKind(name, row.count("copies", 1, 47), row.count("crew", 1, 9), read_skills(row))
    if is_multi(kind):
        if kind.copies > MULTI_MAX or (kinds and is_multi(kinds[-1])):
            raise row.fail(f"one kind at most shows all skills, on {MULTI_MAX} cards at most")
    elif kinds and is_multi(kinds[-1]):
        raise row.fail("the kind with all skills is the last one before the characters")
    return kind


def read_skills(row: Row) -> list[int]:
    """The skills of a card, as in `nav=2 cannons=2 sabres=2`."""
    skills = [0] * SKILLS
    for word in row.cells["skills"].split():
        name, _, value = word.partition("=")
        if name not in SKILL_NAMES or not value.isascii() or not value.isdigit():
            names = ", ".join(SKILL_NAMES)
            raise row.fail(f"skills has {word[:40]!r}; it must be like nav=2, with {names}")
        skills[SKILL_NAMES.index(name)] = min(int(value[:3]), 100)
    shown = [value for value in skills if value > 0]
    if len(shown) not in (1, SKILLS) or max(skills) > 9 or shown.count(shown[0]) != len(shown):
        raise row.fail("a normal card has one skill from 1 to 9, or all three alike")
    return skills


def is_multi(kind: CrewKind) -> bool:
    """Whether a card shows all skills, of which one counts.  JR-Q9"""
    return min(kind.skills) > 0


def check_sum(row: Row, what: str, kinds: list[CrewKind], expected: int) -> None:
    """The copies must be as many as the cards in the box."""
    total = sum([kind.copies for kind in kinds])
    if total != expected:
        raise row.fail(f"there must be {expected} {what}, not {total}")


def read_destinations(folder: Traversable) -> list[Destination]:
    """35 cards, type by type."""
    columns = ["id", "type", "flag", "nav", "cannons", "sabres", "prizes", "crew"]
    cards: list[Destination] = []
    for row in read_rows(folder, "destinations.csv", columns, DESTINATIONS):
        name = row.cells["id"]
        if not name.isidentifier() or name in [card.name for card in cards]:
            raise row.fail(f"id is {name[:40]!r}; it must be a new word of letters and digits")
        kind = row.place("type", TYPE_NAMES)
        is_attack = kind < PORT
        low, high = (1, 9) if is_attack else (0, 0)
        required = [row.count(skill, low, high) for skill in SKILL_NAMES]
        prizes = row.count("prizes", low, 2 * high)
        crew = row.count("crew", 1, 9) if kind == PORT else row.count("crew", 0, 0)
        flag = row.text("flag", FLAGS if is_attack else ["-"])
        cards.append(Destination(name, kind, flag, required, prizes, crew))
    return cards


def numbered(copies: list[int]) -> list[int]:
    """The kind of every single card, kind by kind."""
    found: list[int] = []
    for kind, count in enumerate(copies):
        found += [kind] * count
    return found


BOX: Final = Box(game_folder(PACKAGE))
KIND_NAMES: Final[list[str]] = [kind.name for kind in BOX.kinds]
KINDS: Final[int] = len(KIND_NAMES)
FIRST_CHARACTER: Final[int] = KINDS - len(CHARACTER_NAMES)
CREW_OF_KIND: Final[list[int]] = [kind.crew for kind in BOX.kinds]
SKILLS_OF_KIND: Final[list[list[int]]] = [kind.skills for kind in BOX.kinds]
MULTI_KIND: Final[int] = (
    FIRST_CHARACTER - 1 if is_multi(BOX.kinds[FIRST_CHARACTER - 1]) else NO_CARD
)
GOLD_OF_KIND: Final[list[int]] = BOX.gold
KIND_OF: Final[list[int]] = [
    *numbered([kind.copies for kind in BOX.kinds]),
    *[card.type for card in BOX.destinations],
    *numbered(BOX.prizes),
]
"""The kind of each crew card, the type of each destination, the kind of each prize."""
KIND_BIT: Final[list[int]] = [1 << kind for kind in KIND_OF]
"""The same as masks. Compiled, a 1 that is moved by more than 31 places falls off the end."""
PIECE_NAMES: Final[list[str]] = [
    *[KIND_NAMES[kind] for kind in KIND_OF[:FIRST_DESTINATION]],
    *[card.name for card in BOX.destinations],
    *[PRIZE_NAMES[kind] for kind in KIND_OF[FIRST_PRIZE:]],
]


def kinds_of(characters: list[int]) -> int:
    """The kinds of some characters, as a mask."""
    return mask_of([FIRST_CHARACTER + character for character in characters])


ANY_TIME_KINDS: Final[int] = kinds_of([SECOND_MATE, STOWAWAY, SURGEON])  # JR-T4
SURGEON_KIND: Final[int] = kinds_of([SURGEON])
SEA_DOG_KIND: Final[int] = kinds_of([SEA_DOG])
CUTTHROAT_KIND: Final[int] = kinds_of([CUTTHROAT])
NORMAL_KINDS: Final[int] = (1 << FIRST_CHARACTER) - 1


def crew_members(zone: tuple[int, ...]) -> int:
    """How many crew members some cards show.  JR-X8"""
    total = 0
    for card in zone:
        total += CREW_OF_KIND[KIND_OF[card]]
    return total


def kinds_in(zone: tuple[int, ...]) -> list[int]:
    """The kinds of some crew cards, or of some prizes, each once, in order."""
    found: list[int] = []
    last = NO_CARD
    for piece in zone:
        kind = KIND_OF[piece]
        if kind != last:
            found.append(kind)
            last = kind
    return found


def count_in(zone: tuple[int, ...], kind: int) -> int:
    """How many crew cards, or prizes, of a kind there are."""
    count = 0
    for piece in zone:
        if KIND_OF[piece] == kind:
            count += 1
    return count


def is_used(card: Destination, seats: int) -> bool:
    """Whether so many use a destination: `7-` seven at most, `6+` six at least.  JR-S3"""
    if card.flag == "-":
        return True
    bound = int(card.flag[:-1])
    return seats <= bound if card.flag.endswith("-") else seats >= bound


def span(type_: int, skill: int) -> list[int]:
    """The public range of a skill: what the backs of a type show.  JR-V1"""
    return bounds([card.required[skill] for card in BOX.destinations if card.type == type_])


def spans(type_: int) -> list[list[int]]:
    """The public range of each skill.  JR-V1"""
    return [span(type_, skill) for skill in range(SKILLS)]


def prize_span(type_: int) -> list[int]:
    """The fewest and the most prizes of a type."""
    return bounds([card.prizes for card in BOX.destinations if card.type == type_])


def bounds(values: list[int]) -> list[int]:
    """The lowest and the highest of some values."""
    return [min(values), max(values)] if values else [0, 0]
