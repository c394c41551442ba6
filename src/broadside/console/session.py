"""One table as a person at a terminal sees it: messages in, lines out; lines in, messages out.

It knows no socket, no screen and no clock: a face tells it what was heard and typed, and when.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from broadside.console import company
from broadside.console.choices import Choice, entry, menu_of, one_by_one, verb_of
from broadside.console.guide import Guide, leads
from broadside.console.refusals import refusal_text
from broadside.console.story import blocks_of, story
from broadside.console.telling import Telling

if TYPE_CHECKING:
    from broadside.console.games.any_game import AnyGame
    from broadside.console.speech import Voice
    from broadside.console.telling import Event, View

Message = dict[str, Any]
FRESH_S: Final = 0.3
"""So long a question that came unexpectedly takes no answer: it was meant for the one before."""
RECENT: Final = 12
"""So many lines are told of what happened before one came."""
PAGE: Final = 20
"""So many entries of a long menu are shown at once."""


class Line(NamedTuple):
    """Something to show: an event, a heading, what somebody says, a question, an answer, …"""

    kind: str
    text: str


class Asked(NamedTuple):
    """What was asked last: the number of the question, its answers, and what may be done beside."""

    question: int | None
    legal: list[str]
    asides: list[str]


class Sent(NamedTuple):
    """An action on its way to the server."""

    id: str
    action: str
    question: int | None
    by_itself: bool


class Session:
    """What the server said last, and what was said to it."""

    def __init__(self, voice: Voice, game: AnyGame, table: Message, rules: dict[str, str]) -> None:
        self.voice = voice
        self.game = game
        self.rules = rules
        self.guide: Guide | None = None
        self.table = table
        self.seat: int | None = None
        self.update: Message | None = None
        self.events: list[Event] = []
        self.lines: list[Line] = []
        """What is to be shown; a face takes it away."""
        self.posts: list[Message] = []
        """What is to be sent; the connection takes it away."""
        self.menu: list[Choice] = []
        self.is_part = False
        self.shown = 0
        """So many entries of the menu have been shown."""
        self.sent: Sent | None = None
        self.asking: str | None = None
        """The unusual action that waits for a second yes."""
        self.deadline: float | None = None
        self.countdown: float | None = None
        self._kept: tuple[str, int] | None = None
        self._told: Asked | None = None
        self._blocks: set[tuple[str, ...]] = set()
        self._is_ended = False
        self._fresh_until = 0.0
        self.is_welcomed = False
        self._afresh = False
        self.is_taken_back = False
        self._stored = -1

    # ------------------------------------------------------------- what one can ask it
    @property
    def telling(self) -> Telling:
        """The table as this seat tells of it."""
        return Telling(self.voice, self.table, self.seat)

    @property
    def view(self) -> View:
        """The table as this seat sees it; empty before the game begins."""
        return self.update["view"] if self.update else {}

    @property
    def legal(self) -> list[str]:
        """What may be answered now."""
        return self.update["legal"] if self.update and self.sent is None else []

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        is_played = self.update is not None and self.update["result"] is not None
        return is_played or self.table["status"] == "expired"

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for this person."""
        return bool(self.legal) and self.only_answer() is None

    @property
    def is_waited_for(self) -> bool:
        """Whether a yes, a no or an answer of this person is wanted."""
        proposal = self.table["proposal"]
        is_proposed = bool(proposal) and self.seat in proposal["people"]
        is_open = is_proposed and self.seat not in proposal["yes"]
        return self.is_asked or self.asking is not None or is_open

    def since(self) -> int:
        """The number of the last update."""
        return -1 if self.update is None or self._afresh else int(self.update["seq"])

    def is_fresh(self, now: float) -> bool:
        """Whether the question has just changed by what others did."""
        return now < self._fresh_until

    def label(self, action: str) -> str:
        """An action in words."""
        return self.game.action_text(action, self.view, self.telling)

    def title(self, verb: str) -> str:
        """What the actions of a verb have in common."""
        key = self.game.title(verb)
        if self.voice.has(key):
            return self.voice.t(key)
        first = next(action for action in self.possible() if verb_of(action) == verb)
        return f"{self.label(first)} …"

    def possible(self) -> list[str]:
        """Everything that may be done: answers, asides, and what is put together from the view."""
        if self.update is None or self.sent is not None or self.is_over:
            return []
        listed = [*self.update["legal"], *self.update["asides"]]
        is_free = self.seat is not None and not (self.guide and leads(self.update))
        return listed + (self.game.composed(self.view) if is_free else [])

    def board(self) -> list[str]:
        """What lies on the table, in lines."""
        if self.update is None:
            return company.seat_lines(self.telling)
        return [
            self.game.progress(self.view, self.telling),
            *self.game.board(self.view, self.telling),
        ]

    def prompt(self) -> str:
        """One sentence: what the table waits for."""
        return company.prompt(self)

    def only_answer(self) -> str | None:
        """The answer of a seat that has no choice in a window which counts down."""
        update = self.update
        if not update or not update["countdown"] or update["question"] is None or update["asides"]:
            return None
        legal: list[str] = update["legal"]
        return legal[0] if len(legal) == 1 else self.game.idle(legal)

    # --------------------------------------------------------------- what it shows
    def show(self, kind: str, text: str) -> None:
        """Have a line shown."""
        self.lines.append(Line(kind, text))

    def say(self, kind: str, key: str, **values: Any) -> None:
        """Have a text shown."""
        self.show(kind, self.voice.t(key, values))

    def show_board(self, *, all_of_it: bool) -> None:
        """Show what lies on the table: everything, or what has changed since it was shown last."""
        blocks = blocks_of(self.board())
        for block in blocks:
            if all_of_it or tuple(block) not in self._blocks:
                for line in block:
                    self.show("board", line)
        self._blocks = {tuple(block) for block in blocks}

    def show_question(self, *, again: bool = False) -> None:
        """Ask, with all answers; at the first time with what has changed on the table."""
        if not again:
            self.show_board(all_of_it=False)
        self.show("question", self.prompt())
        self.open_menu(menu_of(self.possible(), self.label, self.title))

    def open_menu(self, menu: list[Choice], *, is_part: bool = False) -> None:
        """Offer these entries; with a way back, if they are a part of all."""
        self.menu, self.is_part, self.shown = menu, is_part, 0
        self.show_more()
        if is_part:
            self.say("choice", "console.zero")

    def show_more(self) -> None:
        """Show the next entries of the menu."""
        page = self.menu[self.shown : self.shown + PAGE]
        for number, choice in enumerate(page, self.shown + 1):
            self.show("choice", entry(number, choice))
        self.shown += len(page)
        left = len(self.menu) - self.shown
        if left:
            self.say("note", "console.more", n=left)

    # --------------------------------------------------------------- what it hears
    def hear(self, message: Message, now: float) -> None:
        """Take a message of the server."""
        match message["type"]:
            case "welcome":
                company.welcome(self, message)
            case "seats":
                company.seats(self, message["table"])
            case "update":
                if message["ack"]:
                    self._acknowledged(message["ack"], message["seq"])
                self._update(message, now)
            case "ack":
                self._acknowledged(message["id"], message["seq"])
                self._settle()
            case "refused":
                self._refused(message)
            case "said":
                company.said(self, message)
            case "hints":
                company.hints(self, message["moves"])
            case "rewound":
                self._afresh, self.is_taken_back, self.sent, self._kept = True, True, None, None
            case _:
                pass  # of a newer server

    def lost(self) -> None:
        """The connection is gone; it comes back by itself."""
        self.say("trouble", "connection.lost")

    # ------------------------------------------------------------- an update, and answers
    def _update(self, update: Message, now: float) -> None:
        before = None if self._afresh else self.update
        is_mine = self.sent is not None and not self.sent.by_itself and self._stored >= 0
        last = -1 if before is None else before["seq"]
        news = [event for event in update["events"] if event.get("seq", last + 1) > last]
        if self._afresh:
            self.events = []
        begin = len(self.events)
        self.events += news
        asked_before = self.update["question"] if self.update else None
        is_other = asked_before not in (None, update["question"]) and self.sent is None
        self._fresh_until = now + FRESH_S if is_other else 0.0
        was_told_anew, self._afresh = self._afresh, False
        update = self.update = self.guide.led(update) if self.guide else update
        self._clocks(update, now)
        self._tell(begin, is_news=before is not None, is_anew=was_told_anew)
        self._teach(update)
        if is_mine and not update["legal"] and update["result"] is None:
            self.show_board(all_of_it=False)
        self._settle()

    def _clocks(self, update: Message, now: float) -> None:
        clock, countdown = update["clock"], update["countdown"]
        self.deadline = now + clock["left_ms"] / 1000 if clock else None
        self.countdown = now + countdown["left_ms"] / 1000 if countdown else None

    def _tell(self, begin: int, *, is_news: bool, is_anew: bool) -> None:
        """Tell what happened; of a long past only the end."""
        if is_anew:
            self.say("note", "console.taken_back")
            return
        told = story(self.events, begin, self.game, self.telling)
        if not is_news and len(told) > RECENT:
            self.say("note", "console.earlier", n=len(told) - RECENT)
            told = told[-RECENT:]
        for text, is_heading in told:
            self.show("heading" if is_heading else "log", text)

    def _teach(self, update: Message) -> None:
        step = self.guide.news(update) if self.guide else None
        if step:
            self.show("heading", step["title"])
            self.show("note", step["text"])

    def _settle(self) -> None:
        """See whether what was sent is done, and what is asked now."""
        update = self.update
        if self.sent and self._stored >= 0 and update and update["seq"] >= self._stored:
            self.sent, self._stored = None, -1
        if update is None or self.sent is not None:
            return
        self._play_kept()
        answer = self.only_answer()
        if answer and answer in update["legal"] and self.sent is None:
            self._post_act(answer, by_itself=True)
        self._ask()

    def _ask(self) -> None:
        """Ask what was not asked before."""
        update = self.update
        if update is None or self.sent is not None:
            return
        if update["result"] is not None:
            self._end()
            return
        asked = Asked(update["question"], update["legal"], update["asides"])
        if asked == self._told:
            return
        before = self._told.asides if self._told else []
        beside = [action for action in asked.asides if action not in before]
        self._told, self.asking = asked, None
        if update["legal"]:
            self.show_question()
            self._show_clock()
        elif beside:
            self.say("question", "console.beside")
            self.open_menu(one_by_one(beside, self.label))
        else:
            self.menu = []
            self._show_waiting()

    def _show_waiting(self) -> None:
        """Say for whom the table waits, if that is a person: bots answer at once."""
        waiting = self.update["waiting"] if self.update else []
        if any(self.table["seats"][seat]["kind"] == "person" for seat in waiting):
            self.show("waiting", self.prompt())

    def _show_clock(self) -> None:
        clock = self.update["clock"] if self.update else None
        if clock:
            seconds = self.voice.t("clock.seconds", {"n": round(clock["left_ms"] / 1000)})
            self.show("note", f"{self.voice.t('clock.left')}: {seconds}")

    def _end(self) -> None:
        if self._is_ended:
            return
        self._is_ended, self.menu = True, []
        self.show_board(all_of_it=True)
        self.show("question", self.voice.t("prompt.over"))
        verdict = self.game.verdict(self.view, self.telling)
        result: list[float] = self.update["result"] if self.update else []
        winners = [seat for seat, share in enumerate(result) if share == max(result)]
        key = "result.winner" if len(winners) == 1 else "result.shared"
        self.show("result", verdict or self.voice.t(key, {"name": self.telling.names(winners)}))

    # -------------------------------------------------------------------- acting
    def post(self, kind: str, **more: Any) -> str:
        """Have a message sent under a new id."""
        name = secrets.token_hex(8)
        self.posts.append({"type": kind, "id": name, **more})
        return name

    def act(self, action: str) -> None:
        """Do a possible action; an unusual one only when it was asked and said again."""
        key = None if self.seat is None else self.game.unusual(action, self.view, self.seat)
        if key and self.asking != action:
            self.asking = action
            self.show("question", self.voice.t(key))
            self.say("note", "console.yes_or_no")
            return
        self.asking = None
        self._post_act(action, by_itself=False)

    def _post_act(self, action: str, *, by_itself: bool) -> None:
        assert self.update is not None
        question = self.update["question"] if action in self.update["legal"] else None
        name = self.post("act", action=action, question=question, seen=self.update["seq"])
        self.sent, self._stored, self.menu = Sent(name, action, question, by_itself), -1, []

    def _acknowledged(self, name: str, seq: int) -> None:
        if self.sent and self.sent.id == name:
            self._stored = seq

    def _refused(self, message: Message) -> None:
        sent = self.sent if self.sent and self.sent.id == message["id"] else None
        if sent:
            self.sent, self._told = None, None
            if message["code"] == "reaction_first" and sent.question is not None:
                self._kept = (sent.action, sent.question)
                self.say("note", "kept.text", action=self.label(sent.action))
            elif not sent.by_itself:
                self.show("trouble", refusal_text(message, self.voice))
            self._ask()
        else:
            self.show("trouble", refusal_text(message, self.voice))

    def _play_kept(self) -> None:
        """Send a play again that came before others could react, once it is asked for again."""
        if self._kept is None or self.update is None:
            return
        action, question = self._kept
        is_asked = self.update["question"] == question
        if not is_asked and self.game.is_reacting(self.view):
            return
        self._kept = None
        if is_asked and action in self.update["legal"]:
            self._post_act(action, by_itself=False)
        else:
            self.say("trouble", "refusal.too_late")
