"""Everything a seat can ever do in Tortuga 1667."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain

from .cards import (
    BF,
    FIRST_HOLD,
    PLACE_NAMES,
    ROW,
    SEATS_MAX,
    SHIP_LINE_MAX,
    TO_BRITISH,
    TREASURY_NAMES,
    VOTE_KINDS,
    VOTE_NAMES,
)

SLOT: Final = Domain("number", [str(slot + 1) for slot in range(ROW)])
PLAYER: Final = Domain("seat", [str(seat) for seat in range(SEATS_MAX)], is_seat=True)
PLACE: Final = Domain("place", PLACE_NAMES)
SHIP: Final = Domain("place", PLACE_NAMES[:BF])
BOAT: Final = Domain("place", PLACE_NAMES[BF : BF + 2])
HOLD: Final = Domain("treasury", TREASURY_NAMES[FIRST_HOLD:TO_BRITISH])
SOURCE: Final = Domain("treasury", TREASURY_NAMES[:TO_BRITISH])
CARD: Final = Domain("card", VOTE_NAMES)


def space_names() -> list[str]:
    """The spaces of both ships and of the island, from the front: FD1 … JR1 … TO1 …"""
    found: list[str] = []
    for place in ("FD", "JR"):
        found += [f"{place}{rank + 1}" for rank in range(SHIP_LINE_MAX)]
    return found + [f"TO{rank + 1}" for rank in range(SEATS_MAX)]


SPACE: Final = Domain("space", space_names())
SPACES: Final = 2 * SHIP_LINE_MAX + SEATS_MAX
ISLAND_SPACES: Final = 2 * SHIP_LINE_MAX
HOLDS: Final = 4

# The actions of a turn, in the order of the rules.
PEEK: Final = 0
REVEAL: Final = 1
FORCE: Final = 2
ROW_TO: Final = 3
LETTER_FOR: Final = 4
ATTACK: Final = 5
MAROON: Final = 6
MUTINY: Final = 7
SMUGGLE: Final = 8
BRAWL: Final = 9
# Answers.
STOW: Final = 10
STAND: Final = 11
USE_ATLANTIS: Final = 12
PASS: Final = 13
HOLD_ATLANTIS: Final = 14
ASK_ATLANTIS: Final = 15
PICK: Final = 16
HESITATE: Final = 17
VOTE_WITH: Final = 18
VOTE_TWO: Final = 19
TAKE: Final = 20
DECLINE: Final = 21
KEEP: Final = 22
TARGET: Final = 23
GIVE: Final = 24
EXPLODE: Final = 25
USE_FOUNTAIN: Final = 26
ACCEPT: Final = 27

ACTIONS: Final = ActionTable()
ACTIONS.add_verb("peek", [SLOT, SLOT])
ACTIONS.add_verb("reveal", [SLOT])
ACTIONS.add_verb("force", [SLOT, SLOT, PLAYER])
ACTIONS.add_verb("row", [PLACE])
ACTIONS.add_verb("letter", [PLAYER, SHIP])
ACTIONS.add_verb("attack", [])
ACTIONS.add_verb("maroon", [PLAYER])
ACTIONS.add_verb("mutiny", [])
ACTIONS.add_verb("smuggle", [HOLD])
ACTIONS.add_verb("brawl", [])
ACTIONS.add_verb("stow", [HOLD])
ACTIONS.add_verb("stand", [SPACE])
ACTIONS.add_verb("atlantis", [])
ACTIONS.add_verb("pass", [])
ACTIONS.add_verb("hold_atlantis", [])
ACTIONS.add_verb("ask_atlantis", [])
ACTIONS.add_verb("pick", [SLOT])
ACTIONS.add_verb("hesitate", [])
ACTIONS.add_verb("vote", [CARD])
ACTIONS.add_verb("vote_two", [CARD, CARD])
ACTIONS.add_verb("take", [SOURCE, HOLD])
ACTIONS.add_verb("decline", [])
ACTIONS.add_verb("keep", [])
ACTIONS.add_verb("target", [PLAYER])
ACTIONS.add_verb("give", [CARD])
ACTIONS.add_verb("explode", [BOAT])
ACTIONS.add_verb("fountain", [])
ACTIONS.add_verb("accept", [])


def all_of(verb: int, count: int) -> list[Action]:
    """The actions of a verb, by their place in the product of its domains."""
    return [ACTIONS.pick(verb, offset) for offset in range(count)]


PEEKS: Final[list[Action]] = all_of(PEEK, ROW * ROW)
REVEALS: Final[list[Action]] = all_of(REVEAL, ROW)
FORCES: Final[list[Action]] = all_of(FORCE, ROW * ROW * SEATS_MAX)
ROWS: Final[list[Action]] = all_of(ROW_TO, len(PLACE_NAMES))
LETTERS: Final[list[Action]] = all_of(LETTER_FOR, SEATS_MAX * 2)
CALL_ATTACK: Final[Action] = ACTIONS.pick(ATTACK)
MAROONS: Final[list[Action]] = all_of(MAROON, SEATS_MAX)
CALL_MUTINY: Final[Action] = ACTIONS.pick(MUTINY)
SMUGGLES: Final[list[Action]] = all_of(SMUGGLE, HOLDS)
CALL_BRAWL: Final[Action] = ACTIONS.pick(BRAWL)
STOWS: Final[list[Action]] = all_of(STOW, HOLDS)
STANDS: Final[list[Action]] = all_of(STAND, SPACES)
SAIL_ATLANTIS: Final[Action] = ACTIONS.pick(USE_ATLANTIS)
PASSING: Final[Action] = ACTIONS.pick(PASS)
HOLDING: Final[Action] = ACTIONS.pick(HOLD_ATLANTIS)
ASKING: Final[Action] = ACTIONS.pick(ASK_ATLANTIS)
ATLANTIS_CHOICES: Final[list[Action]] = [SAIL_ATLANTIS, PASSING, HOLDING]
PICKS: Final[list[Action]] = all_of(PICK, ROW)
HESITATING: Final[Action] = ACTIONS.pick(HESITATE)
VOTES: Final[list[Action]] = all_of(VOTE_WITH, VOTE_KINDS)
VOTES_TWO: Final[list[Action]] = all_of(VOTE_TWO, VOTE_KINDS * VOTE_KINDS)
TAKES: Final[list[Action]] = all_of(TAKE, len(SOURCE.values) * HOLDS)
NO_CHEST: Final[Action] = ACTIONS.pick(DECLINE)
KEEPING: Final[Action] = ACTIONS.pick(KEEP)
TARGETS: Final[list[Action]] = all_of(TARGET, SEATS_MAX)
GIVES: Final[list[Action]] = all_of(GIVE, VOTE_KINDS)
EXPLOSIONS: Final[list[Action]] = all_of(EXPLODE, 2)
FOUNTAIN_USE: Final[Action] = ACTIONS.pick(USE_FOUNTAIN)
ACCEPTING: Final[Action] = ACTIONS.pick(ACCEPT)
FOUNTAIN_CHOICES: Final[list[Action]] = [FOUNTAIN_USE, ACCEPTING]


def peek(first: int, second: int) -> Action:
    """The action that looks at two slots, which are counted from 0 here."""
    return PEEKS[first * ROW + second]


def force(first: int, second: int, seat: int) -> Action:
    """The action that makes a seat pick one of two slots."""
    return FORCES[(first * ROW + second) * SEATS_MAX + seat]


def letter(seat: int, ship: int) -> Action:
    """The action that moves a seat to a ship by a Letter of Marque."""
    return LETTERS[seat * 2 + ship]


def smuggle(hold: int) -> Action:
    """The action that moves a chest into a hold of the own ship."""
    return SMUGGLES[hold - FIRST_HOLD]


def take(source: int, hold: int) -> Action:
    """The action that takes a chest after an attack."""
    return TAKES[source * HOLDS + hold - FIRST_HOLD]


def vote_two(first: int, second: int) -> Action:
    """The action that lays two kinds of Vote cards."""
    return VOTES_TWO[first * VOTE_KINDS + second]
