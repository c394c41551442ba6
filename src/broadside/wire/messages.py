"""Every message that crosses the wire, as types.

The web client's types are generated from these, so the two cannot drift apart.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Everything that reading JSON of unknown origin may raise."""
PROTOCOL = 1
"""Raised whenever a client could not go on that knows the messages as they were."""
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
Pace = Literal["calm", "brisk", "at_once"]
SeatKind = Literal["open", "person", "bot"]
TableStatus = Literal["waiting", "playing", "over", "expired"]
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
    `webhook` of a table by days is told whose turn it is, where the operator allows it. `pace` says
    how long bots wait before they act outside of countdowns. `edition` is the digest of an edition
    that the server offers; without one the game's own is played.
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
    pace: Pace = "brisk"
    edition: Annotated[str, Meta(max_length=64)] = ""


class TakeSeat(Struct, forbid_unknown_fields=True):
    """Sit down under a name. The salt is the seat's share in the shuffle.

    `host` is the host's credential: who shows it sits down as the host. `key` is the key of a name
    that somebody keeps.
    """

    name: Name
    salt: Salt = ""
    colour: Colour | None = None
    host: Credential | None = None
    key: Credential | None = None


# ----------------------------------------------------------- HTTP, responses
class OptionInfo(Struct):
    """One option of a game: what may be chosen, and what is chosen if nobody does.

    `alone` is what suits one person among bots, from whom nothing need be hidden. `origin` says
    where it comes from: printed rules, a reading where these differ or leave a gap, or our own.
    """

    kind: Literal["choice", "number", "switch", "list"]
    default: OptionValue
    alone: OptionValue
    values: list[str]
    low: int
    high: int
    origin: Literal["printed", "reading", "ours"]


class EditionInfo(Struct):
    """The numbers of a box: whose digest, called what, and where they come from."""

    digest: str
    name: dict[str, str]
    sources: list[Literal["printed", "found", "ours"]]


class GameInfo(Struct):
    """What a client must know of a game before it can draw a table.

    `guided` says whether there is a guided first game. The first of `editions` is the game's own.
    """

    name: str
    version: int
    seats: tuple[int, int]
    options: dict[str, OptionInfo]
    verbs: dict[str, list[str]]
    bots: list[str]
    guided: bool = False
    puzzles: int = 0
    editions: list[EditionInfo] = []


class Character(Struct, frozen=True):
    """As whom a bot plays: a name, and a temper, which decides among nearly equal actions."""

    name: str
    temper: str


class SeatInfo(Struct):
    """One seat of a table, as everybody sees it.

    A bot has a level; its name is that of the `character` whom it plays, if there is one.

    `stand_in` is the bot that plays for the person until the person is back. An open seat may be
    reserved for somebody who has the right to it from the game before. Somebody is `late` who has
    kept a table without a clock waiting for long: others may let a bot play, see `relieve`.
    """

    seat: int
    kind: SeatKind
    name: str | None
    bot: str | None
    online: bool
    colour: int = 0
    stand_in: str | None = None
    reserved_for: str | None = None
    late: bool = False
    character: Character | None = None


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

    `code` leads to the table while it waits for people; `host` is the host's seat, if the host has
    one, and `host_online` says whether the host is there. A table that is `paused` waits for one of
    its people to come back; one that has waited in vain is expired. `edition` is the digest of the
    edition that is played; older tables have none.
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
    paused: bool = False
    host_online: bool = False
    edition: str = ""

    def people_online(self) -> int:
        """How many people of its seats are connected."""
        return sum(seat.kind == "person" and seat.online for seat in self.seats)

    def busyness(self) -> int:
        """By which lists are in order: tables with most people first."""
        return -self.people_online()


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


class GuideText(Struct):
    """What a step of a guided game says to its pupil: a heading, and a few sentences."""

    id: str
    title: str
    text: str


class GuideTexts(Struct):
    """The steps of a guided game in one language, in order."""

    game: str
    language: str
    steps: list[GuideText]


class Health(Struct):
    """The server is ready; before, it does not answer at all."""

    status: Literal["ready"]


class Problem(Struct):
    """Why a request was refused: a stable code, a sentence, and the rule if there is one.

    `details` are what the sentence names: numbers, and in `what` which case of the code it is.
    """

    code: str
    reason: str
    rule: str | None = None
    details: dict[str, str | int] | None = None


# --------------------------------------------------- socket, client to server
class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """First message: the seat's credential (none for a spectator), and what was seen last.

    `since` is the number of the last update: it comes after everything else up to that number.
    Saying hello hands the seat back from a stand-in; a page that reconnects by itself while its
    person is away says so with `is_back`. Whoever a seat is reserved for sits down by saying hello;
    the salt is then the seat's share in the shuffle. The host's page shows the `host` credential,
    too: others cannot take the helm while the host is there.
    """

    credential: Credential | None = None
    since: int = -1
    is_back: bool = True
    salt: Salt = ""
    host: Credential | None = None


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do one of the legal actions or asides. A repeated id is the same message.

    An answer names the `question` that it answers, as the last update told it. An aside answers
    none; one that answers an offer says by `seen`, the `seq` of an update, which one. An answer to
    what is past is refused, and never taken for the next question, or for the next offer.
    """

    id: MessageId
    action: Annotated[str, Meta(max_length=200)]
    question: int | None = None
    seen: int | None = None


class Hold(Struct, tag="hold", forbid_unknown_fields=True):
    """Stop the countdown until the window's clock runs out; or, not `on`, let it run again."""

    id: MessageId
    on: bool = True


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


class Relieve(Struct, tag="relieve", forbid_unknown_fields=True):
    """Let a bot play for somebody who is late, until that person acts or is back."""

    id: MessageId
    seat: SeatNumber


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


ClientMessage = Hello | Act | Hold | Say | Away | Back | Relieve | Propose | Answer | Hint | Notify


# --------------------------------------------------- socket, server to client
class Welcome(Struct, tag="welcome"):
    """The answer to hello: who you are here. An update follows if the game has begun.

    `mail` is where your own notices go. It comes again whenever your seat changes. `protocol` is
    the version of these messages.
    """

    seat: int | None
    table: TableInfo
    mail: str | None = None
    protocol: int = PROTOCOL


class Denied(Struct):
    """An action one might think of, and why it is not allowed now."""

    action: str
    code: str
    reason: str
    rule: str


class PromptInfo(Struct):
    """What this seat is asked, and what the clock would answer for it; null: chance decides."""

    question: str
    rule: str
    default: str | None


class Clock(Struct):
    """How long the table waits, measured by the server when it sent this.

    When nothing is left of the decision's own time, the seat's reserve runs.
    """

    left_ms: int
    total_ms: int
    reserve_ms: int = 0


class Countdown(Struct):
    """When the open window closes by itself, the same for everybody; measured like the clock.

    While some seats hold it, this is the window's clock.
    """

    window: int
    left_ms: int
    total_ms: int
    held: list[int]


class Guide(Struct):
    """Where a guided game stands: the pupil's step, from 0 on, and the action that is due.

    There is no action while others come first, nor at the last step: there the pupil plays alone.
    """

    step: str
    number: int
    count: int
    action: str | None


class News(Struct, tag="update", kw_only=True):
    """The part of an update that is made for one moment: what happened since, and the time."""

    seq: int
    events: list[dict[str, Any]]
    clock: Clock | None
    countdown: Countdown | None
    holds_left: int
    ack: str | None = None


class Update(News, tag="update", kw_only=True):
    """The table after a change: what happened since, and how it stands now.

    Neither `legal` nor `asides`, which one may do though nobody waits for it, lists composed
    actions: the client puts those together from the view.

    `seq`, here and elsewhere, counts the records that this viewpoint can know of: a sealed answer
    has a number for its own seat only. `ack` is the id of a message of this connection which the
    update answers: it is stored for good. `question` is the number of what this seat is asked.

    `guide` leads the pupil of a guided game, as long as the game follows its course.

    Among the events are also those of the table itself: `table_clock` (time was up, and the clock
    answered for a seat), `table_stand_in`, `table_returned`, `table_paused`, `table_resumed`.
    """

    view: dict[str, Any]
    waiting: list[int]
    prompt: PromptInfo | None
    legal: list[str]
    asides: list[str]
    denied: list[Denied]
    result: list[float] | None
    question: int | None = None
    guide: Guide | None = None


class Rewound(Struct, tag="rewound"):
    """Decisions were taken back: forget all events. The update that follows tells them anew."""

    seq: int


class Said(Struct, tag="said"):
    """Somebody at the table said something.

    A phrase comes without text: the reader's client has the words.
    """

    seq: int
    seat: int
    name: str
    text: str
    phrase: str | None = None


class Seats(Struct, tag="seats"):
    """Somebody came, left, or the table started or ended."""

    table: TableInfo


class HintMove(Struct):
    """An action, and the seat's chance of victory with it, from 0 to 1."""

    action: str
    chance: float


class Hints(Struct, tag="hints"):
    """What a captain would do, the best first, judged by what this seat knows."""

    id: str
    moves: list[HintMove]


class Ack(Struct, tag="ack"):
    """Your message is stored for good. An update may say the same, and comes instead then."""

    id: str
    seq: int


class Refused(Struct, tag="refused"):
    """Your message was not accepted and changed nothing. `details` are as in a problem of HTTP."""

    id: str | None
    code: str
    reason: str
    rule: str | None = None
    details: dict[str, str | int] | None = None


ServerMessage = Welcome | Update | Rewound | Said | Seats | Hints | Ack | Refused
