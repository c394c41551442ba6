"""Who sits where, and what they are called: what a game must know to put something into words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from broadside.console.speech import Sentence, Token

if TYPE_CHECKING:
    from broadside.console.speech import Voice

Event = dict[str, Any]
View = dict[str, Any]
REASONS: Final = ("left", "time", "asked", "idle")
"""Why a bot plays for somebody."""


class Telling:
    """A table as one viewpoint tells of it."""

    def __init__(self, voice: Voice, table: dict[str, Any], seat: int | None) -> None:
        self.voice = voice
        self.table = table
        self.seat = seat
        self.seats = len(table["seats"])

    def name(self, seat: int) -> str:
        """What somebody is called; two of one name are told apart by their number."""
        if not 0 <= seat < self.seats:
            return self.voice.t("seat.number", {"n": seat + 1})
        names = [self._name(info) for info in self.table["seats"]]
        return f"{names[seat]} {seat + 1}" if names.count(names[seat]) > 1 else names[seat]

    def names(self, seats: list[int]) -> str:
        """Several of them in a row."""
        return self.voice.listed([self.name(seat) for seat in seats])

    def who(self, seat: int | str) -> Token:
        """Somebody in a sentence."""
        return Token(self.name(int(seat)))

    def bot(self, level: str) -> str:
        """A bot's level in words, under the server's own name for it if there is no text."""
        return self.voice.t(f"bot.{level}") if self.voice.has(f"bot.{level}") else level

    def _name(self, info: dict[str, Any]) -> str:
        if info["reserved_for"]:
            return self.voice.t("seat.reserved", {"name": info["reserved_for"]})
        if info["kind"] == "open":
            return self.voice.t("seat.open")
        if info["kind"] == "bot" and info["bot"]:
            return info["name"] or self.bot(info["bot"])
        return info["name"] or self.voice.t("seat.number", {"n": info["seat"] + 1})


def counted_names(names: list[str], telling: Telling) -> str:
    """Names in a row; those that come several times only once, with their number."""
    counts = Counter(names)
    return telling.voice.listed([f"{n}× {name}" if n > 1 else name for name, n in counts.items()])


def deal_lines(key: str, dealt: list[tuple[int, Token | None]], telling: Telling) -> list[Sentence]:
    """Cards that are handed out at once, by seat: one line if everybody got as many, else one each.

    Under `key` there are `all`, `own` where one's own cards are named, and `some`; the text of
    `key` itself names cards.
    """
    seats: dict[int, list[Token | None]] = {}
    for seat, card in dealt:
        seats.setdefault(seat, []).append(card)
    known = {seat: [card for card in cards if card] for seat, cards in seats.items()}
    named = [seat for seat, cards in seats.items() if len(known[seat]) == len(cards)]
    sizes = {len(cards) for cards in seats.values()}
    if len(seats) == telling.seats and len(sizes) == 1:
        n = sizes.pop()
        if not named:
            return [Sentence(f"{key}.all", {"n": n})]
        if named == [telling.seat]:
            own = together(known[named[0]], telling).text
            return [Sentence(f"{key}.own", {"n": n, "cards": own})]
    return [
        Sentence(key, {"name": telling.who(seat), "card": together(known[seat], telling)})
        if seat in named
        else Sentence(f"{key}.some", {"name": telling.who(seat), "n": len(cards)})
        for seat, cards in seats.items()
    ]


def together(cards: list[Token], telling: Telling) -> Token:
    """Cards as one thing in a sentence."""
    if len(cards) == 1:
        return cards[0]
    return Token(counted_names([card.text for card in cards], telling), "cards")


def is_of_table(event: Event) -> bool:
    """Whether the table itself did it, not the game."""
    return str(event["kind"]).startswith("table_")


def happening(event: Event, telling: Telling) -> Sentence | None:
    """The line of something that the table itself did; None for what this client does not know."""
    kind = event["kind"]
    if kind in ("table_paused", "table_resumed"):
        return Sentence(f"log.{kind}", {})
    if kind in ("table_clock", "table_returned"):
        return Sentence(f"log.{kind}", {"name": telling.who(event["seat"])})
    if kind == "table_stand_in":
        why = event["why"] if event["why"] in REASONS else "left"
        bot = telling.bot(event["bot"])
        return Sentence(f"log.{kind}.{why}", {"name": telling.who(event["seat"]), "bot": bot})
    return None
