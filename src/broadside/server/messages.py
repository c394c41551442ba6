"""Every message that crosses the wire, as types.

The web client's types are generated from these, so the two cannot drift apart.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

MESSAGE_BYTES_MAX = 8192
NAME_LENGTH_MAX = 24
CHAT_LENGTH_MAX = 400

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH_MAX)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
OptionValue = str | int | bool
SeatKind = Literal["open", "person", "bot"]
TableStatus = Literal["waiting", "playing", "over"]


# ------------------------------------------------------------ HTTP, requests
class SeatWish(Struct, forbid_unknown_fields=True):
    """How one seat of a new table shall be filled: left open, or by a bot."""

    kind: Literal["open", "bot"]
    bot: str | None = None


class OpenTable(Struct, forbid_unknown_fields=True):
    """Open a table. It starts by itself when the last open seat is taken."""

    game: str
    seats: list[SeatWish]
    options: dict[str, OptionValue] = {}
    clock_s: Annotated[int, Meta(ge=5, le=3600)] | None = 120


class TakeSeat(Struct, forbid_unknown_fields=True):
    """Sit down under a name. The salt is the seat's share in the shuffle."""

    name: Name
    salt: Annotated[str, Meta(max_length=64)] = ""


# ----------------------------------------------------------- HTTP, responses
class OptionInfo(Struct):
    """One option of a game: what may be chosen, and what is chosen if nobody does."""

    kind: Literal["choice", "number", "switch", "list"]
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
    """One seat of a table, as everybody sees it."""

    seat: int
    kind: SeatKind
    name: str | None
    bot: str | None
    online: bool


class Fairness(Struct):
    """The commitment to the secret seed; the seed itself once the game is over."""

    commitment: str
    salts: list[str]
    seed: str | None


class TableInfo(Struct):
    """A table without its game: who sits there, what is played, how far it is."""

    table: str
    game: str
    version: int
    options: dict[str, OptionValue]
    clock_s: int | None
    status: TableStatus
    seats: list[SeatInfo]
    fairness: Fairness


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
    """

    credential: str | None = None
    since: int = -1


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do one of the legal actions or asides. A repeated id is the same message.

    An action that comes a moment too early is answered a moment later: a play while others may
    react to one before it, and an answer that would close a window before its least time.
    """

    id: MessageId
    action: Annotated[str, Meta(max_length=200)]


class Hold(Struct, tag="hold", forbid_unknown_fields=True):
    """Stop the countdown until the window's clock runs out; or, not `on`, let it run again."""

    id: MessageId
    on: bool = True


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Say something to the table."""

    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH_MAX)]


ClientMessage = Hello | Act | Hold | Say


# --------------------------------------------------- socket, server to client
class Welcome(Struct, tag="welcome"):
    """The answer to hello: who you are here. An update follows if the game has begun."""

    seat: int | None
    table: TableInfo


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
    """How long the table waits, measured by the server when it sent this."""

    left_ms: int
    total_ms: int


class Countdown(Struct):
    """When the open window closes by itself, the same for everybody; measured like the clock.

    While some seats hold it, this is the window's clock.
    """

    window: int
    left_ms: int
    total_ms: int
    held: list[int]


class Update(Struct, tag="update"):
    """The table after a change: what happened since, and how it stands now.

    Neither `legal` nor `asides`, which one may do though nobody waits for it, lists composed
    actions: the client puts those together from the view.

    `seq`, here and elsewhere, counts the records that this viewpoint can know of: a sealed answer
    has a number for its own seat only.
    """

    seq: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
    waiting: list[int]
    prompt: PromptInfo | None
    legal: list[str]
    asides: list[str]
    denied: list[Denied]
    clock: Clock | None
    countdown: Countdown | None
    holds_left: int
    result: list[float] | None


class Said(Struct, tag="said"):
    """Somebody at the table said something; the seat is null for the server itself."""

    seq: int
    seat: int | None
    name: str
    text: str


class Seats(Struct, tag="seats"):
    """Somebody came, left, or the table started or ended."""

    table: TableInfo


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


ServerMessage = Welcome | Update | Said | Seats | Ack | Refused
