"""A game told line by line: questions, legal actions, decisions, events, views.

    B? mutiny_or_pass (mutiny), else pass       seat 1 is asked; the clock would pass
       pass; call_mutiny rum_1 rum_3            what it may do; `*` is every value
    B> call_mutiny rum_3                        what it does
       mutiny_called seat=1 card=rum_3          what everybody sees of it
       A: drawn seat=0 card=map_2               what only some see; `-` is a spectator
       B -: drawn seat=0

Seats are letters here, so that they are not taken for numbers.
"""

from __future__ import annotations

import json
from itertools import groupby

from broadside.games.registry import OWN_GAMES
from broadside.kernel.action import Action, ActionTable
from broadside.kernel.event import SPECTATOR, Json, Seat, View
from broadside.kernel.game import Game, Options
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State
from tests.laws.parley.game import Parley

Decisions = list[tuple[Seat, str]]
GAMES_TOLD: dict[str, Game] = {game.name: game for game in [*OWN_GAMES, Parley()]}
INDENT = "   "
VIEWS = 3
"""A story shows all views at the deal, at the end, and so often altogether."""


class Plan:
    """How a golden game is dealt."""

    def __init__(self, game: str, seats: int, seed: int, options: Options) -> None:
        self.game = GAMES_TOLD[game]
        self.seats = seats
        self.seed = seed
        self.options = self.game.complete({**options})

    def heading(self) -> list[str]:
        """The first two lines of a story."""
        options = " ".join([f"{name}={told(value)}" for name, value in self.options.items()])
        game = f"game {self.game.name} version={self.game.version}"
        return [f"{game} seats={self.seats} seed={self.seed}", f"options {options}".rstrip()]

    def deal(self) -> State:
        """The table."""
        return self.game.deal(self.seats, self.options, FastRng(self.seed))


def read_plan(lines: list[str]) -> Plan:
    """The plan of a story, from its first two lines."""
    _, name, *words = lines[0].split()
    numbers = dict(word.split("=") for word in words)
    options = dict(word.split("=") for word in lines[1].split()[1:])
    return Plan(name, int(numbers["seats"]), int(numbers["seed"]), dict(options))


def read_decisions(lines: list[str]) -> Decisions:
    """Who did what in a story."""
    return [(ord(line[0]) - ord("A"), line[3:]) for line in lines if line[1:3] == "> "]


def tell(plan: Plan, decisions: Decisions) -> list[str]:
    """The whole story."""
    table = plan.deal()
    lines = plan.heading() + told_events(table, 0) + told_views(table)
    for place, (seat, text) in enumerate(decisions, 1):
        assert table.log is not None
        told = len(table.log)
        lines += told_questions(table)
        lines.append(f"{letter(seat)}> {text}")
        table.play(seat, text)
        lines += told_events(table, told)
        if place * (VIEWS - 1) % len(decisions) < VIEWS - 1:
            lines += told_views(table)
    lines.append(f"result {table.result()} scores {table.scores()}")
    return lines


def letter(seat: Seat) -> str:
    """A seat, or `-` for a spectator."""
    return "-" if seat == SPECTATOR else chr(ord("A") + seat)


def told_questions(table: State) -> list[str]:
    """What each decider is asked, and may do."""
    lines: list[str] = []
    for seat in table.deciders():
        prompt = table.prompt(seat)
        clock = "chance decides" if prompt.is_random else prompt.default.text
        asked = f"{prompt.question} ({prompt.rule}), else {clock}"
        lines.append(f"{letter(seat)}? {asked}")
        lines.append(INDENT + "; ".join(told_actions(table.action_table(), table.legal(seat))))
        denied = [f"{denial.action.text} ({denial.code})" for denial in table.denied(seat)]
        if denied:
            lines.append(f"{INDENT}not: {'; '.join(denied)}")
    return lines


def told_actions(table: ActionTable, actions: list[Action]) -> list[str]:
    """Legal actions in short: those that differ in the last argument only stand together."""
    found: list[str] = []
    for (verb, start), group in groupby(actions, lambda action: (action.verb, action.args[:-1])):
        domains = verb.domains
        words = [verb.name]
        words += [domain.values[i] for domain, i in zip(domains, start, strict=False)]
        if domains:
            ends = [domains[-1].values[action.args[-1]] for action in group]
            words += ["*"] if len(ends) == len(domains[-1].values) > 1 else ends
        found.append(" ".join(words))
    return found


def told_events(table: State, since: int) -> list[str]:
    """New events: one line each if all see the same, else one for each way to see it."""
    viewpoints = [*range(table.seats), SPECTATOR]
    seen = [table.seen_events(seat, since) for seat in viewpoints]
    lines: list[str] = []
    for shown in zip(*seen, strict=True):
        ways: dict[str, list[str]] = {}
        for seat, event in zip(viewpoints, shown, strict=True):
            ways.setdefault(told_event(event), []).append(letter(seat))
        for text, who in ways.items():
            lines.append(INDENT + (text if len(ways) == 1 else f"{' '.join(who)}: {text}"))
    return lines


def told_event(event: View) -> str:
    """An event as words."""
    fields = [f"{name}={told(value)}" for name, value in event.items() if name != "kind"]
    return " ".join([str(event["kind"]), *fields])


def told(value: Json) -> str:
    """A value as short as it gets; lists of words without their quotes."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def told_views(table: State) -> list[str]:
    """The table as a spectator sees it, and what each seat sees differently."""
    common = table.view(SPECTATOR)
    lines = [f"-= {name}: {told(value)}" for name, value in common.items()]
    for seat in range(table.seats):
        for name, value in table.view(seat).items():
            if value != common[name]:
                lines.append(f"{letter(seat)}= {name}: {told(value)}")
    return lines
