"""Cards: what the edition says of them, checked."""

from __future__ import annotations

from typing import Final

from broadside.kernel.edition import Edition, Row
from broadside.kernel.masks import mask_of
from broadside.rebinding import edition_of

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

# The characters, in the order of their group; they come behind the normal cards.
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
FLAGS: Final[list[str]] = ["-"] + [
    f"{seats}{sign}" for sign in "-+" for seats in range(SEATS_MIN, SEATS_MAX + 1)
]

# The kinds of prizes, in the order of their group.
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
ALLOTTED_MAX: Final = 9  # or more, if an edition has more multi cards
COUNT_MAX: Final = 99

# Every card has a number, the index of its knowers: crew, then destinations, then prizes.
FIRST_DESTINATION: Final = CREW
FIRST_PRIZE: Final = CREW + DESTINATIONS
PIECES: Final = CREW + DESTINATIONS + PRIZES

ISLAND_FAILS: Final[list[str]] = ["round_lost", "rechoose"]
CAPTAIN_PICKS: Final[list[str]] = ["counts", "extra"]
POLLS: Final[list[str]] = ["clockwise", "shuffled"]


class CrewKind:
    """One kind of crew card: its crew members and its skills, of which one counts."""

    def __init__(self, name: str, row: Row) -> None:
        self.name = name
        self.copies = row.count("copies", 1, CREW)
        self.crew = row.count("crew", 0, COUNT_MAX)
        self.skills: list[int] = [row.count(skill, 0, COUNT_MAX) for skill in SKILL_NAMES]


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
    """What is in the box.  JR-S4"""

    def __init__(self, edition: Edition) -> None:
        self.kinds: list[CrewKind] = read_crew(edition)
        self.destinations: list[Destination] = read_destinations(edition)
        rows = edition.named("prizes", ["id", "copies", "gold"], PRIZE_NAMES)
        self.prizes: list[int] = [row.count("copies", 0, PRIZES) for row in rows]
        self.gold: list[int] = [row.count("gold", 0, COUNT_MAX) for row in rows]
        check_sum(rows[-1], "prizes", self.prizes, PRIZES, "JR-S4")


def read_crew(edition: Edition) -> list[CrewKind]:
    """The normal cards, then the sixteen characters; 66 cards in all.  JR-S1"""
    columns = ["id", "copies", "crew", *[f"{skill}=0" for skill in SKILL_NAMES]]
    kinds: list[CrewKind] = []
    rows = edition.rows("crew", columns, 1, NORMAL_CARDS)
    for row in rows:
        name = row.word("id", [kind.name for kind in kinds] + CHARACTER_NAMES + PRIZE_NAMES)
        kinds.append(CrewKind(name, row))
        if max(kinds[-1].skills) == 0:
            raise row.fail("skill", "JR-A2", "a normal card shows a skill")
    check_sum(rows[-1], "normal cards", [kind.copies for kind in kinds], NORMAL_CARDS, "JR-S1")
    rows = edition.named("characters", columns, CHARACTER_NAMES)
    characters = [CrewKind(row.cells["id"], row) for row in rows]
    copies = [kind.copies for kind in characters]
    check_sum(rows[-1], "characters", copies, CHARACTER_CARDS, "JR-S1")
    return kinds + characters


def is_multi(kind: CrewKind) -> bool:
    """Whether a card shows several skills, of which one counts.  JR-Q9"""
    return len([value for value in kind.skills if value > 0]) > 1


def check_sum(row: Row, what: str, copies: list[int], expected: int, rule: str) -> None:
    """The copies must be as many as the cards in the box."""
    if sum(copies) != expected:
        raise row.fail("sum", rule, f"there must be {{}} {what}, not {{}}", [expected, sum(copies)])


def read_destinations(edition: Edition) -> list[Destination]:
    """35 cards, in any order."""
    numbers = [f"{name}=0" for name in [*SKILL_NAMES, "prizes", "crew"]]
    columns = ["id", "type", "flag=-", *numbers]
    cards: list[Destination] = []
    for row in edition.rows("destinations", columns, DESTINATIONS):
        name = row.word("id", [card.name for card in cards])
        kind = row.place("type", TYPE_NAMES)
        is_attack = kind < PORT
        high = COUNT_MAX if is_attack else 0
        required = [row.count(skill, 0, high, "JR-A5") for skill in SKILL_NAMES]
        prizes = row.count("prizes", 0, PRIZES if is_attack else 0, "JR-A6")
        crew = row.count("crew", 0, CREW if kind == PORT else 0, "JR-P1")
        cards.append(Destination(name, kind, row.text("flag", FLAGS), required, prizes, crew))
    return cards


def numbered(copies: list[int]) -> list[int]:
    """The kind of every single card, kind by kind."""
    found: list[int] = []
    for kind, count in enumerate(copies):
        found += [kind] * count
    return found


BOX: Final = Box(edition_of(__name__))
KIND_NAMES: Final[list[str]] = [kind.name for kind in BOX.kinds]
KINDS: Final[int] = len(KIND_NAMES)
FIRST_CHARACTER: Final[int] = KINDS - len(CHARACTER_NAMES)
CREW_OF_KIND: Final[list[int]] = [kind.crew for kind in BOX.kinds]
SKILLS_OF_KIND: Final[list[list[int]]] = [kind.skills for kind in BOX.kinds]
MULTI_KINDS: Final[list[int]] = [kind for kind in range(KINDS) if is_multi(BOX.kinds[kind])]
MULTI_MAX: Final[int] = max([ALLOTTED_MAX, *[BOX.kinds[kind].copies for kind in MULTI_KINDS]])
SINGLE_SKILLS: Final[list[list[int]]] = [
    [0] * SKILLS if kind in MULTI_KINDS else SKILLS_OF_KIND[kind] for kind in range(KINDS)
]
SKILLED_CHARACTERS: Final[int] = mask_of(
    [kind for kind in range(FIRST_CHARACTER, KINDS) if max(SKILLS_OF_KIND[kind]) > 0]
)
"""Characters that can be mustered like normal cards.  JR-A2"""
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
