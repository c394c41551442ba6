"""Jolly & Roger in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.console.games.any_game import AnyGame, token
from broadside.console.speech import Sentence, Token, Values

if TYPE_CHECKING:
    from broadside.console.telling import Event, Telling, View

SHIPS: Final = ("green", "yellow", "blue", "red")
FADING: Final = ("parrot_placed", "boarded", "parrot_stayed")
PLAIN_FIELDS: Final = ("turn", "chest", "ships", "total", "set", "division")


class JollyAndRoger(AnyGame):
    """I split, you choose."""

    def progress(self, view: View, telling: Telling) -> str:
        """The turn."""
        return telling.voice.t("progress", {"turn": view["turn"], "turns": view["turns"]})

    def question(self, view: View) -> str | None:
        """Each phase has its question."""
        return None if view["phase"] == "over" else view["phase"]

    def event_line(self, event: Event, telling: Telling, past: list[Event]) -> Sentence | None:
        """The line of an event; a split names the cards that were laid out before it."""
        kind, values = event["kind"], event_values(event, telling)
        if kind == "game_over":
            return over_line(event, telling)
        if kind == "turn_began" and not event["cards"]:
            return Sentence("event.turn_began.faded", values)
        if kind == "split":
            turns = [one["cards"] for one in past if one["kind"] == "turn_began"]
            sets = named_sets(event["division"], turns[-1] if turns else [], telling)
            return Sentence("event.split", values | sets)
        return Sentence(f"event.{kind}", values)

    def remembered(
        self, events: list[Event], options: dict[str, Any], seat: int | None
    ) -> list[Event]:
        """Closed memory: what lay open, and what others hid, is named in its own turn only."""
        if options.get("memory") != "closed":
            return events
        turns = [place for place, event in enumerate(events) if event["kind"] == "turn_began"]
        this_turn = turns[-1] if turns else 0
        return [faded(event, seat) for event in events[:this_turn]] + events[this_turn:]

    def action_text(self, action: str, view: View, telling: Telling) -> str:
        """An action in words."""
        voice = telling.voice
        verb, first, second = (*action.split(" "), "", "")[:3]
        if verb == "split":
            cards = [one["card"] for one in view["laid"]]
            return voice.t("action.split", named_sets(first, cards, telling))
        if verb == "pick":
            cards = [one["card"] for one in view["laid"] if one["set"] == first]
            return voice.t("action.pick", {"set": first, "cards": card_names(cards, telling)})
        if verb == "tortuga":
            return voice.t("action.tortuga")
        if action == "kraken none":
            return voice.t("action.kraken.none")
        card = verb if verb in ("skeleton", "kraken") else first
        ship = {"parrot": second, "crew": colour(first), "board": colour(first)}.get(verb, first)
        values: Values = {"card": voice.t(f"card.{card}"), "ship": voice.t(f"ship.{ship}")}
        return voice.t(f"action.{verb}", values)

    def unusual(self, action: str, view: View, seat: int) -> str | None:
        """Acts that gain nothing are asked about once."""
        if action == "kraken none":
            return "ask.kraken_none"
        crews = (ship["crews"][seat] for ship in view["ships"])
        parrots = any(not card["face_up"] for crew in crews for card in crew)
        return "ask.tortuga_idle" if action == "tortuga" and not parrots else None

    def board(self, view: View, telling: Telling) -> list[str]:
        """The ships, the five cards, the chests."""
        seats = range(2) if telling.seat in (None, 0) else (1, 0)
        lines = []
        for ship in view["ships"]:
            lines += ship_lines(ship, list(seats), telling)
        lines += laid_lines(view, telling)
        lines += [f"{telling.name(seat)}: {chest_text(view, seat, telling)}" for seat in seats]
        voice = telling.voice
        counts = [voice.t("pile", {"n": view["pile"]})]
        if view["removed"]:
            counts += [voice.t("removed", {"n": len(view["removed"])})]
        return [*lines, " · ".join(counts)]


def card_token(card: str | None, telling: Telling) -> Token:
    """A card in a sentence."""
    return token(f"card.{card or 'hidden'}", telling.voice)


def card_names(cards: list[Any], telling: Telling) -> str:
    """Cards in a row."""
    return telling.voice.listed([card_token(card, telling).text for card in cards])


def colour(card: str) -> str:
    """The ship of a pirate."""
    return card.partition("_")[0]


def event_values(event: Event, telling: Telling) -> Values:
    """What fills the gaps of an event's text."""
    filled: Values = {}
    for field, gap in (("seat", "name"), ("from", "other"), ("splitter", "name")):
        if isinstance(event.get(field), int):
            filled[gap] = telling.who(event[field])
    if isinstance(event.get("ship"), str):
        filled["ship"] = token(f"ship.{event['ship']}", telling.voice)
    filled["card"] = card_token(event.get("card"), telling)
    filled |= {key: event[key] for key in PLAIN_FIELDS if isinstance(event.get(key), int | str)}
    if isinstance(event.get("cards"), list):
        filled["cards"] = card_names(event["cards"], telling)
    return filled


def over_line(event: Event, telling: Telling) -> Sentence:
    """Who has won, and why."""
    if event["winner"] < 0:
        return Sentence("event.game_over.draw", {})
    values: Values = {"name": telling.who(event["winner"])}
    if event["tie_break"] not in SHIPS:
        return Sentence("event.game_over", values)
    values["ship"] = token(f"ship.{event['tie_break']}", telling.voice)
    return Sentence("event.game_over.tie_break", values)


def named_sets(division: str, cards: list[Any], telling: Telling) -> Values:
    """Both sets of a division, such as `12`: these places lie in the first set."""
    places = range(1, len(cards) + 1)
    first = [cards[place - 1] for place in places if str(place) in str(division)]
    second = [cards[place - 1] for place in places if str(place) not in str(division)]
    return {"first": card_names(first, telling), "second": card_names(second, telling)}


def faded(event: Event, seat: int | None) -> Event:
    """An event of an earlier turn, as one may still remember it."""
    if event["kind"] == "turn_began":
        return {**event, "cards": []}
    if event["kind"] in FADING and event["seat"] != seat:
        return {key: value for key, value in event.items() if key != "card"}
    return event


def ship_lines(ship: View, seats: list[int], telling: Telling) -> list[str]:
    """A ship, its captain and both crews."""
    voice = telling.voice
    name = voice.t(f"ship.{ship['ship']}")
    captain = ship["captain"]
    role = voice.t("ship.no_captain")
    if captain is not None:
        role = voice.t("ship.captain", {"name": telling.who(captain)})
    head = f"{name[:1].upper()}{name[1:]} ({voice.t('ship.gold', {'n': ship['gold']})}). {role}"
    return [head] + [
        f"  {telling.name(seat)} {ship['strength'][seat]}: "
        + (" · ".join(crew_text(card, telling) for card in ship["crews"][seat]) or "–")
        for seat in seats
    ]


def crew_text(card: View, telling: Telling) -> str:
    """A card of a crew: a parrot has another face below."""
    voice = telling.voice
    if card["face_up"]:
        return card_token(card["card"], telling).text
    if card["card"] is None:
        return voice.t("crew.parrot")
    return voice.t("crew.parrot_open", {"card": card_token(card["card"], telling)})


def laid_lines(view: View, telling: Telling) -> list[str]:
    """The cards of this turn: five, or two sets."""
    voice = telling.voice
    left = [one for one in view["laid"] if not one["played"]]
    if not left:
        return []
    if all(one["set"] is None for one in left):
        return [f"{voice.t('set.undivided')}: {card_names([one['card'] for one in left], telling)}"]
    lines = []
    for name in ("A", "B"):
        cards = [one["card"] for one in left if one["set"] == name]
        owner = view["owners"][name]
        title = voice.t("set.name", {"set": name})
        if owner is not None:
            mine = owner == telling.seat
            title = voice.t("set.mine") if mine else voice.t("set.of", {"name": telling.who(owner)})
        lines += [f"{title}: {card_names(cards, telling)}"] if cards else []
    return lines


def chest_text(view: View, seat: int, telling: Telling) -> str:
    """A chest, as far as one may look into it, and the gold of the ships that are held."""
    voice, chest = telling.voice, view["chests"][seat]
    text = voice.t("chest.closed")
    if chest["cards"] is not None:
        text = voice.t("chest.label", {"gold": chest["gold"], "n": chest["count"]})
    held = sum(ship["gold"] for ship in view["ships"] if ship["captain"] == seat)
    return f"{text}. {voice.t('captured', {'n': held})}"
