"""Every message that crosses the wire, as types.

The web client's types are generated from these, so the two cannot drift apart.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

MESSAGE_BYTES_MAX = 8192
NAME_LENGTH_MAX = 24
CHAT_LENGTH_MAX = 400
CODE_LENGTH = 5
COLOURS = 10
DAY_S = 86_400
CLOCK_LIVE_MAX_S = 3600
CLOCK_DAYS_MAX_S = 604_800
SPECTATOR_DELAY_MAX_S = 600
RESERVE_MAX_S = 1800
MAIL_LENGTH_MAX = 200
WEBHOOK_LENGTH_MAX = 400
MY_SEATS_MAX = 100

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH_MAX)]
BotName = Annotated[str, Meta(max_length=64)]
Salt = Annotated[str, Meta(max_length=64)]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
ClockSeconds = Annotated[int, Meta(ge=5, le=CLOCK_DAYS_MAX_S)]
SeatNumber = Annotated[int, Meta(ge=0, lt=COLOURS)]
Credential = Annotated[str, Meta(max_length=64)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
OptionValue = str | int | bool
Language = Literal["en", "de", "pl"]
SeatKind = Literal["open", "person", "bot"]
TableStatus = Literal["waiting", "playing", "over"]
What = Literal["undo", "tempo"]
Phrase = Literal[
    "ahoy", "well_played", "hurry", "sorry", "good_game", "thanks", "thinking", "nice_try"
]


# ------------------------------------------------------------ HTTP, requests
class SeatWish(Struct, forbid_unknown_fields=True):
    """How one seat of a new table shall be filled: left open, or by a bot."""

    kind: Literal["open", "bot"]
    bot: str | None = None


class OpenTable(Struct, forbid_unknown_fields=True):
    """Open a table. It starts by itself when the last open seat is taken.

    `clock_s` also says the tempo: up to an hour is live, a day to a week is by days, null is live
    without a clock. `reserve_s` is extra time to think, per seat and game. `stand_in` is the bot
    that slides into the seat of somebody who left; null leaves the choice to the server. The
    `webhook` of a table by days is told whose turn it is, where the operator allows it.
    """

    game: str
    seats: list[SeatWish]
    options: dict[str, OptionValue] = {}
    clock_s: ClockSeconds | None = 120
    stand_in: BotName | None = None
    is_public: bool = False
    hints: bool = False
    spectator_delay_s: Annotated[int, Meta(ge=0, le=SPECTATOR_DELAY_MAX_S)] = 0
    reserve_s: Annotated[int, Meta(ge=0, le=RESERVE_MAX_S)] = 0
    webhook: Annotated[str, Meta(max_length=WEBHOOK_LENGTH_MAX)] | None = None


class TakeSeat(Struct, forbid_unknown_fields=True):
    """Sit down under a name. The salt is the seat's share in the shuffle.

    `host` is the host's credential: who shows it sits down as the host.
    """

    name: Name
    salt: Salt = ""
    colour: Colour | None = None
    host: Credential | None = None


class WhatIf(Struct, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, on one of its seats, against bots."""

    moment: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    name: Name
    salt: Salt = ""


class MySeat(Struct, forbid_unknown_fields=True):
    """A seat, and the right to it."""

    table: Annotated[str, Meta(max_length=64)]
    credential: Credential


class MySeats(Struct, forbid_unknown_fields=True):
    """The seats that a browser has the right to. Unknown ones are passed over."""

    seats: Annotated[list[MySeat], Meta(max_length=MY_SEATS_MAX)]


# ------------------------------------------------- HTTP, what a host may do
class Lock(Struct, tag="lock", tag_field="do", forbid_unknown_fields=True):
    """Let nobody else sit down, or let them again. Before the start."""

    on: bool = True


class Publish(Struct, tag="publish", tag_field="do", forbid_unknown_fields=True):
    """Show the table in the public list, or do not. At any time."""

    on: bool = True


class Rename(Struct, tag="rename", tag_field="do", forbid_unknown_fields=True):
    """Give a person another name. Before the start."""

    seat: SeatNumber
    name: Name


class Swap(Struct, tag="swap", tag_field="do", forbid_unknown_fields=True):
    """Let two seats change places. Before the start. A repeated id is the same command."""

    first: SeatNumber
    second: SeatNumber
    id: Annotated[str, Meta(max_length=64)] = ""


class Remove(Struct, tag="remove", tag_field="do", forbid_unknown_fields=True):
    """Send a person or a bot away; the seat is open again. Before the start."""

    seat: SeatNumber


class Fill(Struct, tag="fill", tag_field="do", forbid_unknown_fields=True):
    """Put a bot into an open seat. Before the start."""

    seat: SeatNumber
    bot: BotName


class Start(Struct, tag="start", tag_field="do", forbid_unknown_fields=True):
    """Start now: stand-in bots take the seats that are still open."""


class PassOn(Struct, tag="pass_on", tag_field="do", forbid_unknown_fields=True):
    """Make another person the host. At any time."""

    seat: SeatNumber


HostCommand = Lock | Publish | Rename | Swap | Remove | Fill | Start | PassOn


# ----------------------------------------------------------- HTTP, responses
class OptionInfo(Struct):
    """One option of a game: what may be chosen, and what is chosen if nobody does."""

    kind: Literal["choice", "number", "switch"]
    default: OptionValue
    values: list[str]
    low: int
    high: int


class GameInfo(Struct):
    """What a client must know of a game before it can draw a table."""

    name: str
    version: int
    seats: tuple[int, int]
    options: dict[str, OptionInfo]
    verbs: dict[str, list[str]]
    bots: list[str]


class SeatInfo(Struct):
    """One seat of a table, as everybody sees it.

    `stand_in` is the bot that plays for the person until the person is back. An open seat may be
    reserved for somebody who has the right to it from the game before.
    """

    seat: int
    kind: SeatKind
    name: str | None
    bot: str | None
    online: bool
    colour: int = 0
    stand_in: str | None = None
    reserved_for: str | None = None


class Fairness(Struct):
    """The commitment to the secret seed; the seed itself once the game is over."""

    commitment: str
    salts: list[str]
    seed: str | None


class ProposalInfo(Struct):
    """What somebody proposes to all people at the table, and who has said yes.

    `number` tells one proposal from the next. `people` are the seats that must agree.
    """

    number: int
    seat: int
    what: What
    clock_s: int | None
    people: list[int]
    yes: list[int]


class TableInfo(Struct):
    """A table without its game: who sits there, what is played, how far it is.

    `code` leads to the table while it waits for people; `host` is the host's seat.
    """

    table: str
    game: str
    version: int
    options: dict[str, OptionValue]
    clock_s: int | None
    status: TableStatus
    seats: list[SeatInfo]
    fairness: Fairness
    code: str | None = None
    host: int | None = None
    is_locked: bool = False
    is_public: bool = False
    hints: bool = False
    stand_in: str = ""
    spectator_delay_s: int = 0
    reserve_s: int = 0
    proposal: ProposalInfo | None = None
    rematch: str | None = None


class TableOpened(Struct):
    """A new table, and the right to be its host. Whoever shows the credential is the host."""

    table: str
    host: str
    info: TableInfo


class SeatTaken(Struct):
    """The right to a seat. Whoever shows the credential sits there."""

    table: str
    seat: int
    credential: str


class Rematch(Struct):
    """The next table of the same people, and the caller's seat there."""

    table: str
    seat: int
    info: TableInfo


class Moment(Struct):
    """A finished game after so many actions, through somebody's eyes as it was then.

    The first moment is the deal. `seat` did `action`, which others know by its events only. The
    scores are null except where all cards are open.
    """

    number: int
    seat: int | None
    action: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    waiting: list[int]
    scores: list[int] | None
    result: list[float] | None


class Moments(Struct):
    """Some moments of a finished game, and how many there are in all."""

    count: int
    moments: list[Moment]


class Chart(Struct):
    """Everybody's score at each moment of a finished game."""

    scores: list[list[int]]


class MyTable(Struct):
    """One of my tables: whether it waits for me, and for how long it will."""

    table: TableInfo
    seat: int
    is_asked: bool
    left_ms: int | None


class MyData(Struct):
    """What is stored about one of my seats: every record of it, and the result of the game."""

    table: str
    game: str
    records: list[dict[str, Any]]
    result: dict[str, Any] | None


class Deleted(Struct):
    """How many tables and results do not name you any more."""

    tables: int
    results: int


class PlayerGame(Struct):
    """How somebody has done in one game. `share` adds up the parts of victories."""

    game: str
    played: int
    wins: int
    share: float
    mean_score: float
    best_score: int


class PlayerInfo(Struct):
    """What finished games of this server tell about a name."""

    name: str
    games: list[PlayerGame]


class NoticeInfo(Struct):
    """Which notices the operator of this server has set up."""

    mail: bool
    webhooks: bool


class RuleText(Struct):
    """One rule in the reader's language."""

    id: str
    title: str
    text: str


class RulesText(Struct):
    """The rules of a game in one language, in reading order."""

    game: str
    language: str
    rules: list[RuleText]


class Health(Struct):
    """The server is ready; before, it does not answer at all."""

    status: Literal["ready"]


class Problem(Struct):
    """Why a request was refused: a stable code, a sentence, and the rule if there is one."""

    code: str
    reason: str
    rule: str | None = None


# --------------------------------------------------- socket, client to server
class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """First message: the seat's credential (none for a spectator), and what was seen last.

    `since` is the number of the last update: it comes after everything else up to that number.
    Saying hello hands the seat back from a stand-in; a page that reconnects by itself while its
    person is away says so with `is_back`. Whoever a seat is reserved for sits down by saying hello;
    the salt is then the seat's share in the shuffle.
    """

    credential: str | None = None
    since: int = -1
    is_back: bool = True
    salt: Salt = ""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do one of the legal actions. A repeated id is the same message."""

    id: MessageId
    action: Annotated[str, Meta(max_length=200)]


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Say something to the table: a text, or a phrase that everybody reads in their language."""

    id: MessageId
    text: Annotated[str, Meta(max_length=CHAT_LENGTH_MAX)] = ""
    phrase: Phrase | None = None


class Away(Struct, tag="away", forbid_unknown_fields=True):
    """Play for me until I am back: a bot takes the seat."""

    id: MessageId


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """Give me my seat back. Acting does the same."""

    id: MessageId


class Propose(Struct, tag="propose", forbid_unknown_fields=True):
    """Propose to take back one's last decision, or another clock; all people must agree."""

    id: MessageId
    what: What
    clock_s: ClockSeconds | None = None


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """Say yes or no to the proposal of this number."""

    id: MessageId
    proposal: int
    yes: bool


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask what a captain would do now; where the table allows it."""

    id: MessageId


class Notify(Struct, tag="notify", forbid_unknown_fields=True):
    """Send a mail when it is my turn at this table by days; null: do not any more."""

    id: MessageId
    mail: Annotated[str, Meta(max_length=MAIL_LENGTH_MAX)] | None
    language: Language = "en"


ClientMessage = Hello | Act | Say | Away | Back | Propose | Answer | Hint | Notify


# --------------------------------------------------- socket, server to client
class Welcome(Struct, tag="welcome"):
    """The answer to hello: who you are here. An update follows if the game has begun.

    `mail` is where your own notices go. It comes again whenever your seat changes.
    """

    seat: int | None
    table: TableInfo
    mail: str | None = None


class Denied(Struct):
    """An action one might think of, and why it is not allowed now."""

    action: str
    code: str
    reason: str
    rule: str


class PromptInfo(Struct):
    """What this seat is asked, and what the clock would answer for it."""

    question: str
    rule: str
    default: str


class Clock(Struct):
    """How long the table waits, measured by the server when it sent this.

    When nothing is left of the decision's own time, the seat's reserve runs.
    """

    left_ms: int
    total_ms: int
    reserve_ms: int = 0


class Update(Struct, tag="update"):
    """The table after a change: what happened since, and how it stands now.

    `seq`, here and elsewhere, counts the records that this viewpoint can know of: a sealed answer
    has a number for its own seat only.
    """

    seq: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
    waiting: list[int]
    prompt: PromptInfo | None
    legal: list[str]
    denied: list[Denied]
    clock: Clock | None
    result: list[float] | None


class Rewound(Struct, tag="rewound"):
    """Decisions were taken back: forget all events. The update that follows tells them anew."""

    seq: int


class Said(Struct, tag="said"):
    """Somebody at the table said something; the seat is null for the server itself.

    A phrase comes without text: the reader's client has the words.
    """

    seq: int
    seat: int | None
    name: str
    text: str
    phrase: str | None = None


class Seats(Struct, tag="seats"):
    """Somebody came, left, or the table started or ended."""

    table: TableInfo


class HintMove(Struct):
    """An action, and how well one stands after it; a difference of 1 is about a point."""

    action: str
    rating: float


class Hints(Struct, tag="hints"):
    """What a captain would do, the best first, judged by what this seat knows."""

    id: str
    moves: list[HintMove]


class Ack(Struct, tag="ack"):
    """Your message is stored for good. It will never be lost."""

    id: str
    seq: int


class Refused(Struct, tag="refused"):
    """Your message was not accepted and changed nothing."""

    id: str | None
    code: str
    reason: str
    rule: str | None = None


ServerMessage = Welcome | Update | Rewound | Said | Seats | Hints | Ack | Refused
