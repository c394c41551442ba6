"""Features: what an evaluation learned from play looks at, for each nation.

In a world every Loyalty card is known: who is whose friend is no matter of belief here.
"""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late

from . import ranks, scoring
from .cards import BOX, BRITISH, DUTCH, FRENCH, SG, SHIPS, TO, VOTE_KIND
from .table import Table

PACKAGE: Final = "broadside.games.tortuga_1667"
EVENTS: Final = 24
BASE: Final[list[str]] = [
    "chests ahead",
    "the lead",
    "captains",
    "first mates",
    "cabin boys",
    "the Governor",
    "on ships",
    "vote cards",
    "own flags in hand",
    "kept cards",
    "captains with a full Galleon",
    "whose turn it is",
    "Dutch: a nation of one",
    "Dutch: a tie",
    "Dutch: a lead of one",
    "Dutch: more than one",
    "Dutch: its captain",
]
NAMES: Final[list[str]] = late_names(BASE)
LEARNED: Final[Evaluation | None] = read_weights(game_folder(PACKAGE), NAMES)
DUTCH_FEATURES: Final = 5


def rows(t: Table) -> list[list[float]]:
    """The features of the nations; the Dutch come third, if they play."""
    left = t.row_count() + len(t.event_deck)
    late = 1.0 if t.is_race else max(0.0, 1.0 - left / EVENTS)
    late = late * late
    has_dutch = False
    for seat in range(t.seats):
        if t.nation(seat) == DUTCH:
            has_dutch = True
    found = [with_late(nation_row(t, nation), late) for nation in (BRITISH, FRENCH)]
    if has_dutch:
        found.append(with_late(dutch_row(t), late))
    return found


def nation_row(t: Table, nation: int) -> list[float]:
    """The features of a nation with chests."""
    ahead = scoring.total(t, nation) - scoring.total(t, 1 - nation)
    found = [0.0] * len(BASE)
    found[0] = ahead / 2.0
    found[1] = 1.0 if ahead > 0 else 0.0
    for seat in range(t.seats):
        if t.nation(seat) == nation:
            add_member(t, seat, nation, found)
    return found


def add_member(t: Table, seat: int, nation: int, found: list[float]) -> None:
    """What one pirate adds to the features of a nation."""
    if ranks.is_captain(t, seat):
        found[2] += 1.0
        found[10] += 1.0 if t.chests[SG] > 0 else 0.0
    elif ranks.is_first_mate(t, seat):
        found[3] += 1.0
    if ranks.is_cabin_boy(t, seat):
        found[4] += 1.0
    if ranks.is_governor(t, seat):
        found[5] += 1.0
    if t.places[seat] in SHIPS:
        found[6] += 1.0
    found[7] += len(t.hands[seat]) / 3.0
    for card in t.hands[seat]:
        if BOX.votes[VOTE_KIND[card]].flag == nation and t.places[seat] == TO:
            found[8] += 1.0
    found[9] += float(len(t.kept[seat]))
    if t.active == seat:
        found[11] += 1.0


def dutch_row(t: Table) -> list[float]:
    """The features of the Dutch player, who wants a tie."""
    ahead = abs(scoring.total(t, BRITISH) - scoring.total(t, FRENCH))
    found = [0.0] * len(BASE)
    first = len(BASE) - DUTCH_FEATURES
    found[first] = 1.0
    found[first + 1] = 1.0 if ahead == 0 else 0.0
    found[first + 2] = 1.0 if ahead == 1 else 0.0
    found[first + 3] = max(0, ahead - 1) / 2.0
    for seat in range(t.seats):
        if t.nation(seat) == DUTCH and ranks.is_captain(t, seat):
            found[first + 4] = 1.0
    return found
