"""Rows about matches, for tables of results: one per game, per seat, or per decision.

Their columns are described by the dictionaries below; `docs/guides/research.md` shows them.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from broadside.arena.match import Outcome, play_match
from broadside.arena.simulate import seat_by_side
from broadside.kernel.edition import label_of
from broadside.kernel.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadside.arena.simulate import Cast, Plan
    from broadside.kernel.action import Action
    from broadside.kernel.event import Seat

    Row = dict[str, Any]

GAME_COLUMNS: Final = {
    "game": "the name of the game",
    "options": "its options, as JSON",
    "seats": "how many seats there were",
    "seed": "the seed of the simulation",
    "number": "the number of the match, from 0; seed and number decide everything in it",
    "finished": "1 if the game came to its end, 0 if it was cut off at the game's own bound",
    "decisions": "how many decisions all seats took",
    "shared": "1 if several seats shared the victory",
    "lead_changes": "how often another seat had the most points alone",
}
SEAT_COLUMNS: Final = {
    "seat": "the seat, from 0",
    "bot": "the bot that held it",
    "side": "the side it was on, in a game with sides",
    "share": "its part of the victory, from 0 to 1; empty if the game was cut off",
    "score": "its points at the end",
    "halfway": "its points when half of the decisions were taken",
    "margin": "its points at the end less the most of any other seat",
    "answers": "how many decisions it took",
    "choices": "how many actions it could choose from, in the mean",
    "forced": "the part of its decisions that left no choice",
    "hidden": "the part of all pieces whose place it did not know when it decided, in the mean",
    "plays": "how often it did what, as JSON; seats are left out of the actions",
}
DECISION_COLUMNS: Final = {
    "decision": "the number of the decision, from 0",
    "seat": "the seat that decided",
    "bot": "the bot that held it",
    "action": "what it did, as text",
    "choices": "how many actions it could choose from",
    "hidden": "the part of all pieces whose place it did not know",
    "score": "its points before",
    "share": "its part of the victory in the end; empty if the game was cut off",
}
LEVELS: Final = {
    "games": GAME_COLUMNS,
    "seats": GAME_COLUMNS | SEAT_COLUMNS,
    "decisions": {
        name: GAME_COLUMNS[name] for name in ("game", "options", "seats", "seed", "number")
    }
    | DECISION_COLUMNS,
}
DIGITS: Final = 4


class Watcher(Notes):
    """Notes of a match, and what rows tell of them."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[int, str] = {}

    def lead_changes(self) -> int:
        """How often another seat had the most points alone."""
        leader, changes = -1, 0
        for scores in self.scores:
            best = max(scores)
            if scores.count(best) == 1 and scores.index(best) != leader:
                changes += leader >= 0
                leader = scores.index(best)
        return changes

    def plays(self, own: Sequence[int]) -> dict[str, int]:
        """How often what was done in some decisions, seats left out."""
        found = Counter([self.name(self.done[place]) for place in own])
        return dict(sorted(found.items()))

    def name(self, action: Action) -> str:
        """An action without the seats that it names."""
        known = self.names.get(action.code)
        if known is None:
            known = self.names[action.code] = self.short(action)
        return known

    def short(self, action: Action) -> str:
        """The same, made of its words."""
        words = [action.verb.name]
        for domain, index in zip(action.verb.domains, action.args, strict=True):
            if not domain.is_seat:
                words.append(domain.values[index])
        return " ".join(words)


def rows_of_piece(plan: Plan, cast: Cast, level: str, piece: range) -> list[Row]:
    """The rows of some matches of a plan; runs in a worker process."""
    game, players = cast(plan.game, plan.names())
    by_name = dict(zip(plan.names(), players, strict=True))
    watcher = Watcher()
    found: list[Row] = []
    for number in piece:
        names = seat_by_side(plan, game, number) if plan.sides else plan.seating(number)
        watcher.begin()
        seated = [by_name[name] for name in names]
        outcome = play_match(game, plan.options, seated, plan.seed, number, watcher)
        found += rows_of_match(plan, number, names, outcome, watcher, level)
    return found


def rows_of_match(
    plan: Plan, number: int, names: Sequence[str], outcome: Outcome, watcher: Watcher, level: str
) -> list[Row]:
    """The rows of one match."""
    game: Row = {
        "game": label_of(plan.game),
        "options": json.dumps(plan.options, sort_keys=True),
        "seats": len(names),
        "seed": plan.seed,
        "number": number,
        "finished": int(outcome.result is not None),
        "decisions": outcome.decisions,
        "shared": int(outcome.result is not None and max(outcome.result) < 1.0),
        "lead_changes": watcher.lead_changes(),
    }
    if level == "games":
        return [game]
    if level == "seats":
        return [game | seat_row(seat, names, outcome, watcher) for seat in range(len(names))]
    head = {name: game[name] for name in ("game", "options", "seats", "seed", "number")}
    return [
        head | decision_row(place, names, outcome, watcher) for place in range(len(watcher.done))
    ]


def share_of(outcome: Outcome, seat: Seat) -> float | None:
    """A seat's part of the victory."""
    return None if outcome.result is None else round(outcome.result[seat], DIGITS)


def seat_row(seat: Seat, names: Sequence[str], outcome: Outcome, watcher: Watcher) -> Row:
    """What one seat has made of a match."""
    own = [place for place, other in enumerate(watcher.seats) if other == seat]
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    many = max(len(own), 1)
    middle = watcher.scores[len(watcher.scores) // 2] if watcher.scores else outcome.scores
    return {
        "seat": seat,
        "bot": names[seat],
        "side": outcome.sides[seat] if outcome.sides else "",
        "share": share_of(outcome, seat),
        "score": outcome.scores[seat],
        "halfway": middle[seat],
        "margin": outcome.scores[seat] - max(others),
        "answers": len(own),
        "choices": round(sum(watcher.choices[place] for place in own) / many, DIGITS),
        "forced": round(sum(watcher.choices[place] == 1 for place in own) / many, DIGITS),
        "hidden": round(sum(watcher.hidden[place] for place in own) / many, DIGITS),
        "plays": json.dumps(watcher.plays(own)),
    }


def decision_row(place: int, names: Sequence[str], outcome: Outcome, watcher: Watcher) -> Row:
    """One decision of a match."""
    seat = watcher.seats[place]
    return {
        "decision": place,
        "seat": seat,
        "bot": names[seat],
        "action": watcher.done[place].text,
        "choices": watcher.choices[place],
        "hidden": round(watcher.hidden[place], DIGITS),
        "score": watcher.scores[place][seat],
        "share": share_of(outcome, seat),
    }
