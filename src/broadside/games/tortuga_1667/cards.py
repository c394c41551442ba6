"""Cards, characters and the board's places: what the edition says of them."""

from __future__ import annotations

from typing import Final

from broadside.kernel.edition import Edition, Row
from broadside.rebinding import edition_of

PACKAGE: Final = "broadside.games.tortuga_1667"
SEATS_MIN: Final = 2
SEATS_MAX: Final = 9
SMALL: Final = 3
"""Up to so many seats play without the Albatrosses."""
NOBODY: Final = -1
NO_CARD: Final = -1

# Places. The ships come first; the rowboat of a ship is two further on.
FD: Final = 0
JR: Final = 1
BF: Final = 2
BJ: Final = 3
TO: Final = 4
PLACE_NAMES: Final[list[str]] = ["FD", "JR", "BF", "BJ", "TO"]
SHIPS: Final = [FD, JR]
BOATS: Final[list[int]] = [BF, BJ]
BOAT_OF_SHIP: Final = 2
SHIP_LINE_MAX: Final = 5

# Where chests lie: hold n of ship s is 1 + 2 s + n.
SG: Final = 0
FIRST_HOLD: Final = 1
TO_BRITISH: Final = 5
TO_FRENCH: Final = 6
TREASURY_NAMES: Final[list[str]] = ["SG", "FD.B", "FD.F", "JR.B", "JR.F", "TO.B", "TO.F"]
TO_STOW: Final = 7
"""Behind the treasuries: the chests that captains have yet to stow."""
TREASURIES: Final = 8
CHESTS: Final = 8
ISLAND_CHESTS: Final = 2

BRITISH: Final = 0
FRENCH: Final = 1
DUTCH: Final = 2
NATION_NAMES: Final = ["british", "french", "dutch"]
NATION_CARDS: Final = [4, 4, 1]

TORCH: Final = 1
TOP_NAMES: Final = ["cannon", "torch", "water"]
SKULL: Final = 0
BOTTOM_NAMES: Final = ["skull", "wheel"]

LETTER: Final = 0
PISTOL: Final = 1
ALBATROSS: Final = 2
BLACK_SPOT: Final = 3
ATLANTIS: Final = 4
EL_DORADO: Final = 5
FOUNTAIN: Final = 6
BLACK_POWDER: Final = 7
CABIN_FEVER: Final = 8
CROWS_NEST: Final = 9
EIGHT_BELLS: Final = 10
FACADE: Final = 11
PIRATE_CODE: Final = 12
SCURVY: Final = 13
STORMY_SEAS: Final = 14
ARMADA: Final = 15
EVENT_KINDS: Final = 16
EVENT_NAMES: Final = """
    letter_of_marque pistol albatross black_spot atlantis el_dorado fountain_of_youth
    black_powder cabin_fever crows_nest eight_bells facade pirate_code scurvy stormy_seas
    spanish_armada
""".split()
SEVERAL: Final = 4
"""The first four kinds may be there more than once."""
STARS: Final = 8

VOTE_CARDS_MIN: Final = 30  # nine hands of three, and a few to draw
VOTE_CARDS_MAX: Final = 60
SYMBOLS_MAX: Final = 9
EVENT_CARDS: Final = 24
HAND: Final = 3
ROW: Final = 5

LOYALTY_MODES: Final[list[str]] = ["hidden", "open", "one_each"]
OPEN: Final = 1
ONE_EACH: Final = 2


class VoteCard:
    """A kind of Vote card: its three sections, and how many symbols each shows.  T67-C4"""

    def __init__(self, row: Row) -> None:
        self.name = row.cells["id"]
        self.top = row.place("top", TOP_NAMES)
        self.flag = row.place("flag", NATION_NAMES[:DUTCH])
        self.bottom = row.place("bottom", BOTTOM_NAMES)
        self.symbols = row.count("symbols", 1, SYMBOLS_MAX)


class Box:
    """What is in the box.  T67-C1"""

    def __init__(self, edition: Edition) -> None:
        self.votes: list[VoteCard] = []
        self.vote_kinds: list[int] = []
        self.event_kinds: list[int] = []
        self.stars: list[int] = []
        self.teams: list[list[int]] = read_teams(edition)
        self.characters: list[str] = []
        self.colours: list[str] = []
        self.read_votes(edition)
        self.read_events(edition)
        self.read_characters(edition)

    def read_votes(self, edition: Edition) -> None:
        """The Vote cards: any pairings, as many as nine players need.  T67-C4 T67-R1 T67-S3"""
        columns = ["id", "top", "flag", "bottom", "symbols", "count"]
        rows = edition.rows("votes", columns, 1, VOTE_CARDS_MAX)
        for kind, row in enumerate(rows):
            row.word("id", [card.name for card in self.votes])
            self.votes.append(VoteCard(row))
            self.vote_kinds += [kind] * row.count("count", 1, VOTE_CARDS_MAX)
        found = len(self.vote_kinds)
        if not VOTE_CARDS_MIN <= found <= VOTE_CARDS_MAX:
            wanted = f"{VOTE_CARDS_MIN}–{VOTE_CARDS_MAX}"
            raise row.fail("sum", "T67-S3", "there must be {} Vote cards, not {}", [wanted, found])

    def read_events(self, edition: Edition) -> None:
        """The event cards, 24 in all, eight of them with a star.  T67-C5 T67-R2"""
        for kind, row in enumerate(edition.named("events", ["id", "count"], EVENT_NAMES)):
            if BLACK_POWDER <= kind < ARMADA:
                self.stars.append(kind)
            most = EVENT_CARDS if kind < SEVERAL else 1
            self.event_kinds += [kind] * row.count("count", 1, most)
            check_total(row, len(self.event_kinds), EVENT_CARDS, kind == ARMADA)

    def read_characters(self, edition: Edition) -> None:
        """The nine characters by seat, with their colours.  T67-C6"""
        for row in edition.rows("characters", ["id", "colour"], SEATS_MAX):
            name, colour = row.word("id", self.characters), row.cells["colour"]
            if not colour or colour in self.colours:
                raise row.fail("colour", "", "every colour stands here once")
            self.characters.append(name)
            self.colours.append(colour)


def check_total(row: Row, found: int, wanted: int, is_last: bool) -> None:
    """The counts of a deck must add up."""
    if found > wanted or (is_last and found != wanted):
        raise row.fail("total", "T67-C5", "these counts make {} cards, not {}", [found, wanted])


def read_teams(edition: Edition) -> list[list[int]]:
    """How many of each nation play, by the number of seats.  T67-C3"""
    teams: list[list[int]] = [[]] * SEATS_MIN
    columns = ["players", *NATION_NAMES]
    names = [str(seats) for seats in range(SEATS_MIN, SEATS_MAX + 1)]
    for seats, row in enumerate(edition.named("loyalties", columns, names), SEATS_MIN):
        team = [row.count(NATION_NAMES[n], 0, NATION_CARDS[n]) for n in range(3)]
        if sum(team) != seats or team[BRITISH] != team[FRENCH] or team[DUTCH] != seats % 2:
            reason = "{} players are two equal teams, and a Dutch player if they differ"
            raise row.fail("teams", "T67-C3", reason, [seats])
        teams.append(team)
    return teams


BOX: Final = Box(edition_of(__name__))
VOTE_CARDS: Final[int] = len(BOX.vote_kinds)
VOTE_KINDS: Final[int] = len(BOX.votes)
VOTE_NAMES: Final[list[str]] = [card.name for card in BOX.votes]
VOTE_KIND: Final[list[int]] = BOX.vote_kinds
TOP: Final[list[int]] = [BOX.votes[kind].top for kind in BOX.vote_kinds]
FLAG: Final[list[int]] = [BOX.votes[kind].flag for kind in BOX.vote_kinds]
BOTTOM: Final[list[int]] = [BOX.votes[kind].bottom for kind in BOX.vote_kinds]
SYMBOLS: Final[list[int]] = [BOX.votes[kind].symbols for kind in BOX.vote_kinds]
EVENT_KIND: Final[list[int]] = BOX.event_kinds
FIRST_CARD: Final[list[int]] = [EVENT_KIND.index(kind) for kind in range(EVENT_KINDS)]
STAR_KINDS: Final[list[int]] = BOX.stars
STAR_NAMES: Final[list[str]] = [EVENT_NAMES[kind] for kind in BOX.stars]
SMALL_STARS: Final[list[int]] = [k for k in BOX.stars if k != FACADE and k != CABIN_FEVER]
TEAMS: Final[list[list[int]]] = BOX.teams
CHARACTER_NAMES: Final[list[str]] = BOX.characters
COLOUR_NAMES: Final[list[str]] = BOX.colours
NATION_OF: Final[list[int]] = [BRITISH] * 4 + [FRENCH] * 4 + [DUTCH]
ARMADA_CARD: Final = EVENT_CARDS - 1

# Every piece has a number, the index of its knowers: the Vote cards, the event cards, the Loyalty
# cards, and one number for all chests, which everybody can see.
FIRST_EVENT: Final = VOTE_CARDS
FIRST_LOYALTY: Final = FIRST_EVENT + EVENT_CARDS
CHEST: Final[int] = FIRST_LOYALTY + len(NATION_OF)
PIECES: Final = CHEST + 1
PIECE_NAMES: Final[list[str]] = (
    [VOTE_NAMES[kind] for kind in VOTE_KIND]
    + [EVENT_NAMES[kind] for kind in EVENT_KIND]
    + [NATION_NAMES[nation] for nation in NATION_OF]
)


def hold_of(ship: int, nation: int) -> int:
    """The number of a ship's hold."""
    return FIRST_HOLD + 2 * ship + nation


def nation_of_treasury(treasury: int) -> int:
    """Whose chests these are; the Galleon is nobody's."""
    return NOBODY if treasury == SG else (treasury + 1) % 2
