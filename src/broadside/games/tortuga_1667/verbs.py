"""Everything a seat can ever do in Tortuga 1667."""

from __future__ import annotations

from typing import Final

from broadside.kernel.action import Action, ActionTable, Domain, Verb

from . import cards

SLOT: Final = Domain("number", [str(slot + 1) for slot in range(cards.ROW)])
PLAYER: Final = Domain("seat", [str(seat) for seat in range(cards.SEATS_MAX)], is_seat=True)
PLACE: Final = Domain("place", cards.PLACE_NAMES)
SHIP: Final = Domain("place", cards.PLACE_NAMES[: cards.BF])
BOAT: Final = Domain("place", cards.PLACE_NAMES[cards.BF : cards.BF + 2])
HOLD: Final = Domain("treasury", cards.TREASURY_NAMES[cards.FIRST_HOLD : cards.TO_BRITISH])
SOURCE: Final = Domain("treasury", cards.TREASURY_NAMES[: cards.TO_BRITISH])
CARD: Final = Domain("card", cards.VOTE_NAMES)


# The spaces of both ships and of the island, from the front: FD1 … JR1 … TO1 …
SPACE_PLACES: Final[list[int]] = [0] * 5 + [1] * 5 + [cards.TO] * cards.SEATS_MAX
SPACE_RANKS: Final[list[int]] = [1, 2, 3, 4, 5] * 2 + list(range(1, cards.SEATS_MAX + 1))
SPACES: Final[int] = len(SPACE_PLACES)
SPACE: Final = Domain(
    "space", [f"{cards.PLACE_NAMES[SPACE_PLACES[i]]}{SPACE_RANKS[i]}" for i in range(SPACES)]
)

ACTIONS: Final = ActionTable()
# The actions of a turn, in the order of the rules.
PEEK: Final[Verb] = ACTIONS.add_verb("peek", [SLOT, SLOT])
REVEAL: Final[Verb] = ACTIONS.add_verb("reveal", [SLOT])
FORCE: Final[Verb] = ACTIONS.add_verb("force", [SLOT, SLOT, PLAYER])
ROW_TO: Final[Verb] = ACTIONS.add_verb("row", [PLACE])
LETTER_FOR: Final[Verb] = ACTIONS.add_verb("letter", [PLAYER, SHIP])
ATTACK: Final[Verb] = ACTIONS.add_verb("attack", [])
MAROON: Final[Verb] = ACTIONS.add_verb("maroon", [PLAYER])
MUTINY: Final[Verb] = ACTIONS.add_verb("mutiny", [])
SMUGGLE: Final[Verb] = ACTIONS.add_verb("smuggle", [HOLD])
BRAWL: Final[Verb] = ACTIONS.add_verb("brawl", [])
# Answers.
STOW: Final[Verb] = ACTIONS.add_verb("stow", [HOLD])
STAND: Final[Verb] = ACTIONS.add_verb("stand", [SPACE])
USE_ATLANTIS: Final[Verb] = ACTIONS.add_verb("atlantis", [])
PASS: Final[Verb] = ACTIONS.add_verb("pass", [])
HOLD_ATLANTIS: Final[Verb] = ACTIONS.add_verb("hold_atlantis", [])
ASK_ATLANTIS: Final[Verb] = ACTIONS.add_verb("ask_atlantis", [])
PICK: Final[Verb] = ACTIONS.add_verb("pick", [SLOT])
HESITATE: Final[Verb] = ACTIONS.add_verb("hesitate", [])
VOTE_WITH: Final[Verb] = ACTIONS.add_verb("vote", [CARD])
VOTE_TWO: Final[Verb] = ACTIONS.add_verb("vote_two", [CARD, CARD])
TAKE: Final[Verb] = ACTIONS.add_verb("take", [SOURCE, HOLD])
DECLINE: Final[Verb] = ACTIONS.add_verb("decline", [])
KEEP: Final[Verb] = ACTIONS.add_verb("keep", [])
TARGET: Final[Verb] = ACTIONS.add_verb("target", [PLAYER])
GIVE: Final[Verb] = ACTIONS.add_verb("give", [CARD])
EXPLODE: Final[Verb] = ACTIONS.add_verb("explode", [BOAT])
USE_FOUNTAIN: Final[Verb] = ACTIONS.add_verb("fountain", [])
ACCEPT: Final[Verb] = ACTIONS.add_verb("accept", [])

TURN_VERBS: Final[list[Verb]] = [*ACTIONS.verbs[: STOW.number], ASK_ATLANTIS]
"""What may be announced in a turn, and the switch of Atlantis."""
CALLS: Final[list[Verb]] = [ATTACK, MUTINY, BRAWL]
"""What calls a vote, in the order of the votes.  T67-A6 T67-A8 T67-A10"""
ATLANTIS_VERBS: Final[list[Verb]] = [USE_ATLANTIS, PASS, HOLD_ATLANTIS]
ATLANTIS_CHOICES: Final[list[Action]] = [verb.of() for verb in ATLANTIS_VERBS]
FOUNTAIN_CHOICES: Final[list[Action]] = [USE_FOUNTAIN.of(), ACCEPT.of()]
