"""Anything that may happen at a table, at random: the same for the same seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from broadside.server.table import host, rematch
from broadside.server.table.decision import Leave, Request, Thinking
from broadside.wire.http_messages import (
    Fill,
    Lock,
    PassOn,
    Publish,
    Remove,
    Rename,
    Start,
    Swap,
)
from broadside.wire.messages import (
    Act,
    Answer,
    Away,
    Back,
    Hello,
    Hint,
    Hold,
    Notify,
    Propose,
    Relieve,
    Say,
)

from .stories import HOST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from broadside.server.table.decision import Outcome, Scene
    from broadside.server.table.presence import Listener
    from broadside.wire.messages import ClientMessage

    from .stories import Story

KINDS_MAX = 17
"""How many kinds of steps there are."""
AROUND = KINDS_MAX - 1
"""The kind of step that changes who sits where."""


class Chance:
    """Does something at random at a table, again and again; the same for the same seed."""

    def __init__(self, story: Story, seed: int) -> None:
        self.story = story
        self.random = random.Random(seed)

    def step(self, kind: int) -> None:
        """Do one of the things that may happen."""
        doings: list[Callable[[], None]] = [
            self.act, self.act, self.act, self.act, self.act_wrongly, self.think, self.think,
            self.talk, self.hold, self.agree, self.agree, self.come, self.go, self.wait,
            self.wait_long, self.story.restart, self.sit_around,
        ]  # fmt: skip
        assert len(doings) == KINDS_MAX
        doings[kind]()

    def any_of(self, things: Sequence[Any]) -> Any:
        """One of several things."""
        return self.random.choice(things)

    def ear(self) -> Listener | None:
        """Somebody who is connected."""
        return self.any_of(self.story.presence.listeners) if self.story.presence.listeners else None

    def asked_ear(self) -> Listener | None:
        """Somebody who is connected and asked, if there is one."""
        asked = [
            one for one in self.story.presence.listeners if one.seat in self.story.table.deciders()
        ]
        return self.any_of(asked) if asked else self.ear()

    def message_id(self) -> str:
        """A new id, or now and then one that was used."""
        if self.random.random() < 0.1:
            return f"m{self.random.randint(1, self.story.ids + 1)}"
        return self.story.new_id()

    # ------------------------------------------------------------------------ playing

    def act(self) -> None:
        """Do something that is possible, if anything is."""
        ear, table = self.asked_ear(), self.story.table
        if ear is None or ear.seat is None or table.state is None:
            return
        legal = [action.text for action in table.legal(ear.seat)]
        asides = [action.text for action in table.asides(ear.seat)]
        if asides and (not legal or self.random.random() < 0.2):
            seen = table.number(ear.seat, table.seq)
            self.story.post(ear, Act(self.message_id(), self.any_of(asides), None, seen))
        elif legal:
            question = table.question(ear.seat)
            self.story.post(ear, Act(self.message_id(), self.any_of(legal), question))

    def act_wrongly(self) -> None:
        """Try something that may not be possible, or answer another question."""
        ear, table = self.ear(), self.story.table
        if ear is None:
            return
        texts = [action.text for action in table.game.actions.actions[:300]]
        question = None if ear.seat is None else table.question(ear.seat)
        others = [question, None, 0, (question or 0) + 1, (question or 0) - 2]
        self.story.post(ear, Act(self.message_id(), self.any_of(texts), self.any_of(others)))

    def think(self) -> None:
        """Let a bot have its thought: a good one, none, or nonsense."""
        story = self.story
        if not story.jobs:
            return
        job = story.jobs.pop(self.random.randrange(len(story.jobs)))
        asked = job.question
        legal = [a.text for a in story.table.asides(asked.seat)] if story.table.state else []
        if not asked.is_aside and story.table.state is not None:
            legal = [action.text for action in story.table.legal(asked.seat)]
        said = self.any_of(legal) if legal and self.random.random() < 0.9 else "dance"
        text = said if self.random.random() < 0.95 else None
        story.take(Thinking(job, text))

    # ------------------------------------------------------------------------ talking

    def talk(self) -> None:
        """Say something, go away, come back, ask for a hint or for mail."""
        ear, name = self.ear(), self.message_id()
        if ear is not None:
            messages: list[ClientMessage] = [
                Say(name, "Ahoy!"), Away(name), Back(name),
                Hint(name), Notify(name, "anne@example.org"), Notify(name, None), Hello(),
                Relieve(name, self.random.randrange(4)),
            ]  # fmt: skip
            self.story.post(ear, self.any_of(messages))

    def hold(self) -> None:
        """Stop a countdown, or let it run again."""
        ear = self.ear()
        if ear is not None:
            self.story.post(ear, Hold(self.message_id(), on=self.random.random() < 0.7))

    def agree(self) -> None:
        """Propose something, or answer what is proposed."""
        ear, name, number = self.ear(), self.message_id(), self.story.table.agreements.number
        if ear is not None:
            clocks = [None, 30, 120, 86_400]
            messages: list[ClientMessage] = [
                Propose(name, "undo"), Propose(name, "tempo", self.any_of(clocks)),
                Answer(name, number, yes=True), Answer(name, number, yes=True),
                Answer(name, number, yes=True), Answer(name, number, yes=False),
            ]  # fmt: skip
            self.story.post(ear, self.any_of(messages))

    # ---------------------------------------------------------------- coming and going

    def come(self) -> None:
        """Connect with a right, or without."""
        rights = [*self.story.rights, None, "nonsense"]
        since = self.any_of([-1, -1, 0, 3, 1000])
        self.story.join(self.any_of(rights), since, is_back=self.random.random() < 0.8)

    def go(self) -> None:
        """A connection ends, or all of them."""
        ears = list(self.story.presence.listeners)
        for ear in ears if self.random.random() < 0.4 else ears[:1]:
            self.story.take(Leave(ear))

    def sit_around(self) -> None:
        """Sit down, stand up, or do what hosts do."""
        story, seat, other = self.story, self.random.randrange(4), self.random.randrange(4)
        right = HOST if self.random.random() < 0.6 else self.any_of([*story.rights, HOST])
        name = self.message_id()
        wishes = [
            Lock(self.any_of([True, False])), Publish(self.any_of([True, False])), Start(),
            Fill(seat, self.any_of(["greedy", "nobody"])), Remove(seat), Rename(seat, "Jack"),
            PassOn(seat), Swap(seat, other, name), Remove(other), Fill(other, "greedy"),
        ]  # fmt: skip
        wish = self.any_of(wishes)
        decisions: list[Callable[[Scene], Outcome]] = [
            lambda scene: host.command(scene, right, wish),
            lambda scene: host.stand_up(scene, seat, right),
            lambda scene: host.take_helm(scene, right),
            lambda scene: rematch.announce(scene, right, "next"),
        ]
        if story.table.status == "over":
            story.take(Request(decisions[-1]))
        elif self.random.random() < 0.2:
            story.sit(seat)
        else:
            story.take(Request(self.any_of(decisions)))

    # --------------------------------------------------------------------------- time

    def wait(self) -> None:
        """A moment passes."""
        self.story.wait(self.any_of([1, 50, 499, 500, 1500, 4000]))

    def wait_long(self) -> None:
        """A longer while passes."""
        self.story.wait(self.any_of([10_000, 30_000, 60_000, 200_000]))
