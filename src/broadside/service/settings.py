"""What an operator, or a test, may want otherwise."""

from __future__ import annotations

import os

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """How the server behaves; the defaults suit a living room and a small club."""

    bot_beat_s: float = 0.6
    """Bots answer on a multiple of this, so that all thoughts of one level take the same time."""
    bot_timeout_s: float = 20.0
    """A bot that thinks longer has no answer; the default is played for it."""
    countdown_factor: float = 1.0
    """Countdowns, and what bots do within them, take so many times as long as the game says."""
    holds_per_seat: int = 5
    """How often a seat may hold a countdown in one game, so that nobody stalls a table."""
    bot_workers: int = max(2, min(4, (os.cpu_count() or 2) - 1))
    """Processes in which bots think. Long thoughts leave one of them to the others."""
    hello_s: float = 10.0
    """How long a socket may stay silent before it says who it is."""
    messages_per_s: float = 40.0
    messages_burst: int = 120
    says_per_s: float = 1.0
    says_burst: int = 10
    hints_per_s: float = 0.5
    hints_burst: int = 5
    lessons_per_s: float = 0.02
    lessons_burst: int = 10
    """How often one address may have a captain look at all decisions of a finished game."""
    lesson_ms: int = 400
    """How long it thinks about each."""
    worlds_per_s: float = 10.0
    worlds_burst: int = 60
    """How often the client of a seat may ask for a world to think about."""
    reads_per_s: float = 200.0
    reads_burst: int = 2000
    """How often one address, which a whole club may share, may look at something over HTTP."""
    heavy_per_s: float = 2.0
    heavy_burst: int = 60
    """How often it may ask for what costs the server much; a table of ten looks at its result."""
    opens_per_s: float = 0.2
    opens_burst: int = 40
    """How often it may open a table."""
    bot_tables_per_address: int = 10
    """How many tables where no people sit it may have open at once."""
    changes_per_s: float = 20.0
    changes_burst: int = 400
    """How often one address may change something over HTTP."""
    orders_per_s: float = 2.0
    orders_burst: int = 60
    """How often one credential may."""
    connections_per_seat: int = 50
    """How many connections one seat may have."""
    spectators_per_table: int = 1000
    spectators_per_address: int = 50
    """How many may watch a table: a crowd of one address locks nobody else out."""
    expire_s: float = 604_800.0
    """A table that waits in vain for people is closed after this time."""
    connections_per_address: int = 256
    """How many connections of any kind one address may have open; a whole club may share it."""
    sockets_per_address: int = 120
    """How many of them may be WebSockets, also behind a web server that `proxy` names."""
    request_s: float = 15.0
    """How long a connection may take until a request has wholly arrived."""
    stuck_s: float = 30.0
    """Who takes nothing of what waits for it for so long is cut off."""
    proxy: str = ""
    """Addresses of web servers that are believed who asks (X-Forwarded-For), with commas."""
    idle_s: float = 300.0
    """A table that nobody looks at and that waits for nothing leaves memory after this time."""
    retry_s: float = 2.0
    """How soon a bot's or the clock's action is tried again if the store could not take it."""
    stand_in: str = "captain"
    """The bot that slides into seats where whoever opens a table has no wish."""
    leave_s: float = 60.0
    """Who is away for so long has left: others need not wait any more."""
    idle_player_s: float = 180.0
    """Who keeps a table without a clock waiting for so long may be relieved by the others."""

    codes_per_s: float = 0.5
    codes_burst: int = 20
    """How often one address may ask for a short code; they are short enough to be guessed."""
    smtp: str = ""
    """Where mail is handed in: smtp://USER:PASSWORD@HOST:PORT or smtps://…; empty: no mail."""
    mail_from: str = ""
    webhooks: bool = False
    """Whether tables by days may tell a webhook whose turn it is."""
    link: str = ""
    """The address of this server as people reach it, if the operator says it."""
    own_link: str = ""
    """What the server believes to be its address, for mails and for pages opened on its machine."""
    inner_port: int = 0
    """Where other servers of the same database pass on what concerns our tables; 0: nowhere."""
    metrics_port: int = 0
    """Where numbers are told to whoever operates the server; 0: nowhere."""
    keep_days: float | None = None
    """Tables that have been over for so many days are forgotten; None: they are kept."""
    public_tables_max: int = 50
    """How many tables the public list shows."""
