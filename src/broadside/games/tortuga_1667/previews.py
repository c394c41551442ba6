"""Previews: what an answer would change, before one commits.

The answer is carried out on a copy of the table, and nothing after it: what others will do, and
what cards say that nobody has seen, is not foretold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.masks import bits
from broadside.kernel.shape import Shape
from broadside.kernel.step import Step

from . import events, marooning, ranks, scoring, verbs, votes
from .cards import BRITISH, FRENCH, NOBODY, PLACE_NAMES, SG, TREASURY_NAMES
from .reveals import PISTOL_TARGET

if TYPE_CHECKING:
    from .table import Table

PREVIEWED: Final = [
    *verbs.CALLS,
    *(verbs.ROW_TO, verbs.LETTER_FOR, verbs.MAROON, verbs.USE_ATLANTIS, verbs.EXPLODE),
    *(verbs.SMUGGLE, verbs.STOW, verbs.TAKE),
]
STRUCK: Final = events.EVENTS.kinds[events.ALBATROSSES_STRUCK]


def previews(t: Table, seat: Seat) -> list[PreviewView]:
    """Those of all answers that a seat may give, if they move pawns or chests or call a vote."""
    found: list[PreviewView] = []
    for action in t.legal(seat):
        if action.verb in PREVIEWED or t.agenda[-1] is PISTOL_TARGET:
            found.append(PreviewView(t, seat, action))
    return found


class PawnPreview(Shape):
    """A pawn that would be sent elsewhere or lose a card, and which ranks it would have there.

    `rank` counts from 1; `loses_card` is whether it would lose a Vote card.
    """

    def __init__(self, t: Table, after: Table, seat: Seat) -> None:
        place = after.places[seat]
        self.seat: int = seat
        self.place: str = PLACE_NAMES[place]
        self.rank: int = after.lines[place].index(seat) + 1
        self.ranks: list[str] = [ranks.RANK_NAMES[i] for i in bits(ranks.ranks_of(after, seat))]
        self.loses_card: bool = loses(t, after, seat)


class PreviewView(Shape):
    """What an answer would change; where somebody may cancel it, what if he does not.

    `heirs` would lead the line in which they stand; `struck` is whether Albatrosses would strike,
    `fountain` who may cancel it, `voters` who would lay a card, null if it calls no vote, `loot`
    the number of chests of which an attack could win one, `galleon` whether they are hers; `chests`
    are those that each treasury would gain or lose, `british` and `french` what the nations would
    have then.
    """

    def __init__(self, t: Table, seat: Seat, action: Action) -> None:
        after = t.clone()
        after.log = []
        step: Step[Any] = t.agenda[-1]
        step.answer(after, seat, action)
        cancels = after.victim
        if cancels != NOBODY:
            marooning.maroon(after, cancels, after.doer(), after.cause)
        moved = [one for one in range(t.seats) if is_sent(t, after, one) or loses(t, after, one)]
        loot = votes.sources(t) if action.verb == verbs.ATTACK else []
        changed = [i for i in range(len(TREASURY_NAMES)) if after.chests[i] != t.chests[i]]
        self.action: str = action.text
        self.pawns: list[PawnPreview] = [PawnPreview(t, after, other) for other in moved]
        self.heirs: list[int] = [
            line[0]
            for place, line in enumerate(after.lines)
            if line and line[0] not in moved and line[0] != t.lines[place][0]
        ]
        self.struck: bool = STRUCK in [event.kind for event in after.log]
        self.fountain: int | None = None if cancels == NOBODY else cancels
        self.voters: list[int] | None = bits(after.voters) if action.verb in verbs.CALLS else None
        self.loot: int = sum([t.chests[treasury] for treasury in loot])
        self.galleon: bool = SG in loot
        self.chests: dict[str, int] = {
            TREASURY_NAMES[i]: after.chests[i] - t.chests[i] for i in changed
        }
        self.british: int = scoring.total(after, BRITISH)
        self.french: int = scoring.total(after, FRENCH)


def is_sent(t: Table, after: Table, seat: Seat) -> bool:
    """Whether a pawn goes elsewhere, or to the back of its line; those behind only close up."""
    place = after.places[seat]
    if place != t.places[seat]:
        return True
    return place != NOBODY and after.lines[place].index(seat) > t.lines[place].index(seat)


def loses(t: Table, after: Table, seat: Seat) -> bool:
    """Whether a Vote card is lost, as by who is last on Tortuga and marooned: he stays there."""
    return len(after.hands[seat]) < len(t.hands[seat])
