"""Brawl: a small game with open windows, not for players.

The captain toasts, then anybody may punch or pass. Whoever holds a trick may answer a punch with
it. Cards may be offered at any time. Who holds what is secret, and so is who has passed.
"""

from __future__ import annotations

import json
from typing import Any, Final, Self

from broadside.kernel.action import Action, ActionTable, Domain
from broadside.kernel.advice import Advice
from broadside.kernel.errors import IllegalAction
from broadside.kernel.event import EVERYTHING, EventTable, Field, Seat, View
from broadside.kernel.game import Game, Options, choice, switch
from broadside.kernel.rng import Rng, read_rng
from broadside.kernel.state import Denial, Prompt, State

SEATS_MAX: Final = 10
PLAYER: Final = Domain("seat", [str(seat) for seat in range(SEATS_MAX)], is_seat=True)
TOASTING, BRAWLING, REACTING = range(3)
COUNTDOWNS: Final = [0, 4000, 1500]
CLOCKS: Final = [45, 15, 15]
PUNCH_CARD, TRICK_CARD = range(2)
HANDS: Final = {"plain": [0, 0, 0], "tricky": [0, 0, 1]}

ACTIONS: Final = ActionTable()
PASS: Final = ACTIONS.add_verb("pass", [])
DONE: Final = ACTIONS.add_verb("done", [])
TOAST: Final = ACTIONS.add_verb("toast", [])
PUNCH: Final = ACTIONS.add_verb("punch", [])
DECLINE: Final = ACTIONS.add_verb("decline", [])
TRICK: Final = ACTIONS.add_verb("trick", [])
ACCEPT: Final = ACTIONS.add_verb("accept", [PLAYER])
REJECT: Final = ACTIONS.add_verb("reject", [PLAYER])
OFFER: Final = ACTIONS.add_verb("offer", [PLAYER], composed=True)

EVENTS: Final = EventTable()
TOASTED: Final = EVENTS.add("toasted", [Field("seat", PLAYER)])
PUNCHED: Final = EVENTS.add("punched", [Field("seat", PLAYER)])
TRICKED: Final = EVENTS.add("tricked", [Field("seat", PLAYER)])
OFFERED: Final = EVENTS.add("offered", [Field("seat", PLAYER), Field("to", PLAYER)])
SETTLED: Final = EVENTS.add("settled", [Field("seat", PLAYER), Field("taken")])


class Table(State):
    """One brawl. `agenda` holds the open windows, `ids` their numbers."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.captain = 0
        self.rounds = 0
        self.ids: list[int] = []
        self.opened = 0
        self.done = 0
        self.puncher = -1
        self.offers: list[list[int]] = []

    def clone(self) -> Self:
        twin = type(self)(self.seats)
        self.copy_into(twin)
        twin.take(self.facts())
        return twin

    def take(self, facts: dict[str, Any]) -> None:
        """Take what another table was."""
        for name, value in facts.items():
            setattr(self, name, value)

    def facts(self) -> dict[str, Any]:
        """Everything but what the kernel keeps and the generator, copied."""
        names = (
            "waiting window rests agenda hands points captain rounds ids opened done puncher offers"
        ).split()
        facts: dict[str, Any] = json.loads(
            json.dumps({name: getattr(self, name) for name in names})
        )
        return facts

    def action_table(self) -> ActionTable:
        return ACTIONS

    def event_table(self) -> EventTable:
        return EVENTS

    def legal(self, seat: Seat) -> list[Action]:
        if not self.is_asked(seat):
            return []
        step = self.agenda[-1]
        if step == TOASTING:
            return [ACTIONS.pick(TOAST)]
        if step == REACTING:
            tricks = [ACTIONS.pick(TRICK)] if TRICK_CARD in self.hands[seat] else []
            return [ACTIONS.pick(DECLINE), *tricks]
        punches = [ACTIONS.pick(PUNCH)] if PUNCH_CARD in self.hands[seat] else []
        return [ACTIONS.pick(PASS), ACTIONS.pick(DONE), *punches]

    def prompt(self, seat: Seat) -> Prompt:
        names = ["toast", "brawl", "react"]
        default = self.legal(seat)[self.agenda[-1] == BRAWLING]
        return Prompt(names[self.agenda[-1]], "", default)

    def denied(self, seat: Seat) -> list[Denial]:
        return []

    def asides(self, seat: Seat) -> list[Action]:
        if not self.agenda or self.agenda[-1] == REACTING or seat < 0:
            return []
        incoming = sorted(giver for giver, receiver in self.offers if receiver == seat)
        given = [giver for giver in incoming if self.hands[giver]]
        answers = [ACTIONS.pick(ACCEPT, giver) for giver in given]
        answers += [ACTIONS.pick(REJECT, giver) for giver in incoming]
        if not self.hands[seat] or any(giver == seat for giver, _ in self.offers):
            return answers
        return answers + [ACTIONS.pick(OFFER, to) for to in range(self.seats) if to != seat]

    def refusal(self, seat: Seat, action: Action) -> IllegalAction:
        if self.agenda and action.verb in (ACCEPT, REJECT):
            return IllegalAction("no_such_offer", f"{action.text}: there is no such offer", "")
        return super().refusal(seat, action)

    def asking_rule(self) -> str:
        return ""

    def nudged(self) -> list[Seat]:
        return sorted({receiver for _, receiver in self.offers})

    def countdown_ms(self) -> int:
        return COUNTDOWNS[self.agenda[-1]] if self.agenda else 0

    def clock_s(self) -> int:
        return CLOCKS[self.agenda[-1]] if self.agenda else 0

    def window_id(self) -> int:
        return self.ids[-1] if self.ids else 0

    def seen_waiting(self, seat: Seat) -> list[Seat]:
        if not self.agenda or self.agenda[-1] == TOASTING or seat == EVERYTHING:
            return self.deciders()
        return [other for other in range(self.seats) if other != seat or self.is_asked(seat)]

    def apply(self, seat: Seat, action: Action) -> None:
        if action.verb == TOAST:
            self.tell(TOASTED, seat)
            self.taken()
        elif action.verb in (PASS, DECLINE):
            self.answered(seat)
        elif action.verb == DONE:
            self.done |= 1 << seat
            self.answered(seat)
        elif action.verb == PUNCH:
            self.hands[seat].remove(PUNCH_CARD)
            self.puncher = seat
            self.tell(PUNCHED, seat)
            self.open(REACTING)
        elif action.verb == TRICK:
            self.hands[seat].remove(TRICK_CARD)
            self.puncher = -1
            self.tell(TRICKED, seat)
            self.taken()
        else:
            self.deal(seat, action)
        self.run()

    def deal(self, seat: Seat, action: Action) -> None:
        """An offer, or the answer to one."""
        if action.verb == OFFER:
            self.tell(OFFERED, seat, action.first)
            self.offers.append([seat, action.first])
            return
        self.offers.remove([action.first, seat])
        self.tell(SETTLED, seat, int(action.verb == ACCEPT))
        if action.verb == ACCEPT:
            self.hands[seat].append(self.hands[action.first].pop())
            if self.agenda[-1] == BRAWLING:
                self.reopened(self.everyone & ~self.done)

    def open(self, step: int) -> None:
        """Open a window over the present one."""
        self.agenda.append(step)
        self.opened += 1
        self.ids.append(self.opened)
        self.ask()

    def close(self) -> None:
        """Close the window."""
        self.agenda.pop()
        self.ids.pop()
        self.taken()

    def ask(self) -> None:
        """Ask whoever the open window asks."""
        if self.agenda[-1] == TOASTING:
            self.open_turn(self.captain)
        elif self.agenda[-1] == BRAWLING:
            self.open_free_play(self.everyone & ~self.done)
        else:
            self.open_reaction(self.everyone)

    def run(self) -> None:
        """Go on until somebody is asked, a window rests, or the last round is over."""
        while not self.waiting and self.agenda and not self.rests:
            self.advance()

    def advance(self) -> None:
        """Everybody has answered: the window closes, or rests, for nobody may know."""
        if self.closes_apart and self.agenda[-1] != TOASTING and self.is_secretly_over():
            self.open_at_rest(self.window)
        else:
            self.end_rest()

    def is_secretly_over(self) -> bool:
        """Whether the window ends by silent answers: a trick ends it before all eyes."""
        return self.agenda[-1] == BRAWLING or self.puncher >= 0

    def end_rest(self) -> None:
        """Close the window, and ask in the next one."""
        step = self.agenda[-1]
        self.close()
        if step == TOASTING:
            self.done = 0
            self.open(BRAWLING)
        elif step == REACTING:
            if self.puncher >= 0:
                self.points[self.puncher] += 1
            self.ask()
        else:
            self.offers = []
            self.rounds -= 1
            self.captain = (self.captain + 1) % self.seats
            if self.rounds:
                self.open(TOASTING)

    def view(self, seat: Seat) -> View:
        hands = [
            hand if seat in (owner, EVERYTHING) else len(hand)
            for owner, hand in enumerate(self.hands)
        ]
        return {"hands": hands, "points": self.points, "window": self.window_id()}

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        world = self.clone()
        hidden = sorted(c for s, hand in enumerate(world.hands) if s != seat for c in hand)
        rng.shuffle(hidden)
        for other, hand in enumerate(world.hands):
            if other != seat:
                world.hands[other] = [hidden.pop() for _ in hand]
        if world.agenda and world.agenda[-1] != TOASTING:  # nobody knows who has passed
            world.waiting = sum(1 << other for other in self.seen_waiting(seat))
            world.rests = False
            world.done &= 1 << seat
        world.rng = rng.spawn()
        return world

    def result(self) -> list[float] | None:
        return None if self.agenda else [1 / self.seats] * self.seats

    def scores(self) -> list[int]:
        return self.points[:]

    def write(self) -> str:
        return json.dumps({"seats": self.seats, **self.facts(), "rng": self.rng.write()})


class BrawlAdvice(Advice):
    """Punch as soon as possible, trick always, and take every gift."""

    def rate(self, world: State, seat: Seat, actions: list[Action]) -> list[float]:
        return [float(action.verb in (PUNCH, TRICK, ACCEPT)) for action in actions]


class Brawl(Game):
    """The game object. `hands` says what the last seat holds; nobody else can tell."""

    def __init__(self, table: type[Table] = Table) -> None:
        self.table = table
        super().__init__("brawl", 1, range(2, SEATS_MAX + 1), ACTIONS, EVENTS)
        self.options = [choice("hands", list(HANDS), "plain"), switch("brief", False, live=True)]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        table = self.table(seats)
        table.rng, table.log = rng, []
        table.hands = [[0, 0, 1] for _ in range(seats)]
        table.hands[-1] = HANDS[str(options["hands"])][:]
        table.rounds = 2
        table.open(TOASTING)
        return table

    def read(self, text: str) -> State:
        facts = json.loads(text)
        table = self.table(facts.pop("seats"))
        table.take({**facts, "rng": read_rng(facts["rng"].split())})
        return table

    def decisions_max(self, seats: int) -> int:
        return 40 * seats * seats

    def advice(self) -> Advice:
        return BrawlAdvice()
