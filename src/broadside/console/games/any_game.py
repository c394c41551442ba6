"""Any game in words: its texts and names come from the server.

The games of this package whose texts need more than the fields of an event and the arguments of an
action say so in a module of their own. Each is the twin of `words.ts` and `table.ts` of the web
client; `tests/console/test_same_words.py` and the client's tests hold both against the same files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.console.speech import Sentence, Token, Value, Values

if TYPE_CHECKING:
    from broadside.console.speech import Voice
    from broadside.console.telling import Event, Telling, View

HIDDEN: Final = "?"


class AnyGame:
    """A game that this client knows by its words only."""

    def __init__(self, words: dict[str, Any]) -> None:
        self._domains: dict[str, list[str]] = words["domains"]
        self._seats: list[str] = words["seats"]
        self._verbs: dict[str, list[str]] = words["verbs"]
        self._events: dict[str, dict[str, str]] = words["events"]

    def progress(self, view: View, telling: Telling) -> str:
        """Where the game stands; nothing if it has no text for that."""
        voice = telling.voice
        values = {key: value for key, value in view.items() if isinstance(value, int | str)}
        return voice.t("progress", values) if voice.has("progress") else ""

    def question(self, view: View) -> str | None:
        """Which question the others are asked; None when nobody is asked anything."""
        asked = view.get("question")
        return asked if isinstance(asked, str) else None

    def event_line(self, event: Event, telling: Telling, past: list[Event]) -> Sentence | None:
        """The line of an event, after those of the past; None if it is not worth a line."""
        kind = str(event["kind"])
        fields = self._events.get(kind, {}).items()
        values = {field: self._field(event.get(field), domain, telling) for field, domain in fields}
        return Sentence(f"event.{kind}", values)

    def untold(self, event: Event) -> bool:
        """What the log leaves out, as the next line tells it once more."""
        return False

    def joined_lines(self, events: list[Event], telling: Telling) -> list[Sentence] | None:
        """The lines of several events of one kind that happened at once; None for a line each."""
        return None

    def remembered(
        self, events: list[Event], options: dict[str, Any], seat: int | None
    ) -> list[Event]:
        """The events as the log may still tell them; a game may let people forget."""
        return events

    def action_text(self, action: str, view: View, telling: Telling) -> str:
        """An action in words."""
        verb, *args = action.split(" ")
        domains = self._verbs.get(verb, [])
        values: Values = {}
        for place, (domain, word) in enumerate(zip(domains, args, strict=False)):
            before = domains[:place].count(domain)
            gap = f"{domain}_{before + 1}" if before else domain
            values[gap] = self._argument(domain, word, telling)
        return telling.voice.t(f"action.{verb}", values)

    def composed(self, view: View) -> list[str]:
        """Actions that the server does not list, put together from the view."""
        return []

    def title(self, verb: str) -> str:
        """Key of what the actions of a verb have in common."""
        return f"verb.{verb}"

    def unusual(self, action: str, view: View, seat: int) -> str | None:
        """Key of a question to ask once before an unusual action; None for ordinary ones."""
        return None

    def idle(self, legal: list[str]) -> str | None:
        """How to pass where nothing else can be done; None where something can."""
        return None

    def is_reacting(self, view: View) -> bool:
        """Whether the table waits for reactions to a play; afterwards it asks the same again."""
        return False

    def verdict(self, view: View, telling: Telling) -> str | None:
        """The headline of the result where nobody won it; None for the usual one."""
        return None

    def board(self, view: View, telling: Telling) -> list[str]:
        """What lies on the table, in lines."""
        seats = view.get("seats")
        lines = self._parts(
            {k: v for k, v in view.items() if k not in ("seats", "question")}, telling
        )
        for seat, part in enumerate(seats if isinstance(seats, list) else []):
            lines += [f"{telling.name(seat)}:"]
            lines += [f"  {line}" for line in self._parts(part, telling)]
        return lines

    def _parts(self, part: Any, telling: Telling) -> list[str]:
        if not isinstance(part, dict):
            return [self._thing(part, telling.voice)]
        told = {key: value for key, value in part.items() if value not in (None, [], {}, "")}
        return [
            f"{label(key, telling.voice)}: {self._thing(value, telling.voice)}"
            for key, value in told.items()
        ]

    def _thing(self, value: Any, voice: Voice) -> str:
        if isinstance(value, bool):
            return voice.t(f"switch.{str(value).lower()}")
        if isinstance(value, list):
            return ", ".join(self._thing(one, voice) for one in value) or "–"
        if isinstance(value, dict):
            parts = (f"{label(k, voice)} {self._thing(v, voice)}" for k, v in value.items())
            return "; ".join(parts)
        if isinstance(value, str):
            return self._word(value, voice)
        return HIDDEN if value is None else str(value)

    def _word(self, value: str, voice: Voice) -> str:
        """A word of a view under the text of the first domain that has it."""
        for domain, values in self._domains.items():
            if value in values and voice.has(f"{domain}.{value}"):
                return voice.t(f"{domain}.{value}")
        return value.replace("_", " ")

    def _argument(self, domain: str, word: str, telling: Telling) -> Value:
        if domain not in self._seats:
            return named(domain, word, telling.voice)
        values = self._domains.get(domain, [])
        return telling.who(values.index(word)) if word in values else word

    def _field(self, value: object, domain: str, telling: Telling) -> Value:
        if value is None:
            return HIDDEN
        if isinstance(value, list):
            return telling.voice.listed([named(domain, one, telling.voice) for one in value])
        if isinstance(value, int) and domain in self._seats:
            return telling.who(value)
        return value if isinstance(value, int) else named(domain, value, telling.voice)


def named(domain: str, value: object, voice: Voice) -> str:
    """A value under its text, if its domain has one for it."""
    key = f"{domain}.{value}"
    return voice.t(key) if voice.has(key) else str(value)


def label(key: str, voice: Voice) -> str:
    """What a part of the view is called."""
    return voice.t(f"view.{key}") if voice.has(f"view.{key}") else key.replace("_", " ")


def token(key: str, voice: Voice) -> Token:
    """A thing that has other forms, in a sentence."""
    return Token(voice.t(key), key)
