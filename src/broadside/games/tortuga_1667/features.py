"""Features: what an evaluation learned from play looks at, for each nation.

In a world every Loyalty card is known: who is whose friend is no matter of belief here.
"""

from __future__ import annotations

from typing import Final

from broadside.games.data import game_folder
from broadside.kernel.evaluation import Evaluation, late_names, read_weights, with_late

from . import ranks, scoring
from .cards import BRITISH, DUTCH, EVENT_CARDS, FLAG, FRENCH, PACKAGE, SG, SHIPS, TEAMS, TO
from .table import Table

BASE: Final[list[str]] = (
    "chests ahead, the lead, captains, first mates, cabin boys, the Governor, on ships, vote "
    "cards, own flags in hand, kept cards, captains with a full Galleon, whose turn it is, "
    "Dutch: a nation of one, Dutch: a tie, Dutch: a lead of one, Dutch: more than one, Dutch: "
    "its captain"
).split(", ")
NAMES: Final[list[str]] = late_names(BASE)
LEARNED: Final[Evaluation | None] = read_weights(game_folder(PACKAGE), NAMES)


def rows(t: Table) -> list[list[float]]:
    """The features of the nations; the Dutch come third, if they play."""
    left = t.row_count() + len(t.event_deck)
    late = 1.0 if t.is_race else max(0.0, 1.0 - left / EVENT_CARDS)
    late = late * late
    found = [with_late(nation_row(t, nation), late) for nation in (BRITISH, FRENCH)]
    if TEAMS[t.seats][DUTCH]:
        found.append(with_late(dutch_row(t), late))
    return found


def nation_row(t: Table, nation: int) -> list[float]:
    """The features of a nation with chests."""
    ahead = scoring.lead(t) if nation == BRITISH else -scoring.lead(t)
    found = [0.0] * len(BASE)
    found[0] = ahead / 2.0
    found[1] = 1.0 if ahead > 0 else 0.0
    for seat in range(t.seats):
        if t.nation(seat) == nation:
            add_member(t, seat, nation, found)
    return found


def add_member(t: Table, seat: int, nation: int, found: list[float]) -> None:
    """What one pirate adds to the features of a nation."""
    held = ranks.ranks_of(t, seat)
    for place in range(len(ranks.RANK_NAMES)):
        found[2 + place] += float(held >> place & 1)
    if held & ranks.CAPTAIN and t.chests[SG] > 0:
        found[10] += 1.0
    if t.places[seat] in SHIPS:
        found[6] += 1.0
    found[7] += len(t.hands[seat]) / 3.0
    for card in t.hands[seat]:
        if FLAG[card] == nation and t.places[seat] == TO:
            found[8] += 1.0
    found[9] += float(len(t.kept[seat]))
    if t.active == seat:
        found[11] += 1.0


def dutch_row(t: Table) -> list[float]:
    """The features of the Dutch player, who wants a tie."""
    ahead = abs(scoring.lead(t))
    dutch = [t.nation(seat) for seat in range(t.seats)].index(DUTCH)
    tie, by_one, is_captain = ahead == 0, ahead == 1, ranks.ranks_of(t, dutch) & ranks.CAPTAIN
    own = [1.0, float(tie), float(by_one), max(0, ahead - 1) / 2.0, float(is_captain)]
    return [0.0] * (len(BASE) - len(own)) + own
