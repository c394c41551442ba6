"""Jamaica in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.console.games import jamaica_board
from broadside.console.games.any_game import AnyGame, token
from broadside.console.games.jamaica_pieces import (
    amount,
    ship_name,
    ship_words,
    space_text,
    spaces,
    treasure_text,
)
from broadside.console.speech import Sentence, Values, signed
from broadside.console.telling import deal_lines

if TYPE_CHECKING:
    from broadside.console.telling import Event, Telling, View

SHIP_FIELDS: Final = ("attacker", "defender", "winner", "loser", "roller")
PLAIN_FIELDS: Final = (
    *("round", "first", "second", "morning", "evening", "die", "hold", "firepower"),
    *("place", "gold", "total"),
)
NAMED_FIELDS: Final = ("time", "symbol", "direction")


class Jamaica(AnyGame):
    """Once around the island."""

    def progress(self, view: View, telling: Telling) -> str:
        """The round."""
        key = "progress.last" if view["last_round"] else "progress.round"
        return telling.voice.t(key, {"round": view["round"]})

    def event_line(self, event: Event, telling: Telling, past: list[Event]) -> Sentence | None:
        """The line of an event; some have several wordings."""
        key, more = wording(event, telling)
        values = event_values(event, telling) | more
        return Sentence(f"event.{event['kind']}{key}", values)

    def joined_lines(self, events: list[Event], telling: Telling) -> list[Sentence] | None:
        """Cards that are drawn together are told together."""
        if events[0]["kind"] != "card_drawn":
            return None
        voice = telling.voice
        dealt = [
            (event["seat"], token(f"card.{event['card']}", voice) if event.get("card") else None)
            for event in events
        ]
        return deal_lines("event.card_drawn", dealt, telling)

    def action_text(self, action: str, view: View, telling: Telling) -> str:
        """An answer in words."""
        voice = telling.voice
        verb, first, second = (*action.split(" "), "", "")[:3]
        hold = token(f"hold.{first}", voice)
        match verb:
            case "place_dice":
                return voice.t("action.place_dice", {"morning": first, "evening": second})
            case "choose":
                return voice.t("action.choose", {"card": voice.t(f"card.{first}")})
            case "sail" | "retreat":
                return landing_text(verb, int(first), telling)
            case "steer":
                return voice.t(f"action.steer.{first}")
            case "attack":
                ship = len(view["ships"]) - 1 if first == "ghost" else int(first)
                return voice.t("action.attack", {"name": ship_words(ship, telling)})
            case "gunpowder":
                key = "none" if first == "0" else "some"
                goods = amount("gunpowder", int(first), telling)
                return voice.t(f"action.gunpowder.{key}", {"goods": goods})
            case "spend":
                return voice.t("action.spend", {"count": second, "hold": hold})
            case "stow":
                return voice.t("action.stow", {"hold": hold})
            case _:
                return cargo_text(verb, first, view, telling)

    def unusual(self, action: str, view: View, seat: int) -> str | None:
        """A wish for the rest of the game is asked about once."""
        return "ask.quick_pay" if action == "quick_pay" else None

    def board(self, view: View, telling: Telling) -> list[str]:
        """The race, the holds, the dice and the hand."""
        return jamaica_board.lines(view, telling)


def event_values(event: Event, telling: Telling) -> Values:
    """What fills the gaps of an event's text."""
    voice = telling.voice
    filled: Values = {"name": ""}
    for key in ("captain", "ship", "seat"):
        if isinstance(event.get(key), int):
            filled["name"] = ship_words(event[key], telling)
    for key in SHIP_FIELDS:
        known = isinstance(event.get(key), int)
        filled[key] = ship_words(event[key], telling) if known else ""
    filled |= {key: signed(event[key]) for key in PLAIN_FIELDS if isinstance(event.get(key), int)}
    for key in NAMED_FIELDS:
        if isinstance(event.get(key), str):
            filled[key] = voice.t(f"{key}.{event[key]}")
    if isinstance(event.get("face"), str):
        filled["face"] = voice.t(f"battle_face.{event['face']}")
    for key in ("space", "from"):
        if isinstance(event.get(key), int):
            filled[key] = space_text(event[key], telling)
    if isinstance(event.get("good"), str) and isinstance(event.get("tokens"), int):
        filled["goods"] = amount(event["good"], event["tokens"], telling)
    return filled


def wording(event: Event, telling: Telling) -> tuple[str, Values]:
    """Which wording of its text an event takes, and what only this kind of event tells."""
    voice = telling.voice
    match event["kind"]:
        case "sailed" | "retreated" as kind:
            space = space_text((event["path"] or [event["from"]])[-1], telling)
            return (f".{event['direction']}" if kind == "sailed" else "", {"space": space})
        case "card_revealed" | "card_drawn":
            return "", {"card": token(f"card.{event.get('card') or 'hidden'}", voice)}
        case "fee_due" | "ran_short":  # what it costs is said beside it
            return "", {"space": voice.t(f"space.{event['space']}")}
        case "load_skipped":
            return f".{event['reason']}", {"good": token(f"good.{event['good']}", voice)}
        case "spent":
            return (".gunpowder" if event["good"] == "gunpowder" else ""), {}
        case "gunpowder_set":
            goods = amount("gunpowder", event["tokens"], telling)
            return ("" if event["tokens"] else ".none"), {"goods": goods}
        case "sabre_used":
            return (".self" if event["roller"] == event["ship"] else ""), {}
        case "battle_rolled":
            return (".star" if event["face"] == "star" else ".number"), {}
        case "treasure_drawn" | "treasure_taken" | "treasure_given":
            return "", {"treasure": treasure_text(event.get("treasure"), telling)}
        case _:
            return ending(event, telling)


def ending(event: Event, telling: Telling) -> tuple[str, Values]:
    """The wordings of what ends a deck, or the game."""
    match event["kind"]:
        case "deck_shuffled":
            return "", {"cards": event["cards"]}
        case "treasures_shown":
            cards = [treasure_text(card, telling) for card in event["cards"]]
            return "", {"cards": telling.voice.listed(cards)}
        case "scored":
            return "", {"treasure": signed(event["treasure"])}
        case "game_over":
            names = telling.voice.listed([ship_name(seat, telling) for seat in event["winners"]])
            tie = event["tie_break"]
            return (".clear" if tie == "none" else f".{tie}"), {"name": names}
        case _:
            return "", {}


def landing_text(verb: str, space: int, telling: Telling) -> str:
    """Where a ship goes, and what it costs."""
    printed = spaces()[space]
    fee = telling.voice.t("look.no_fee")
    if printed["good"]:
        fee = amount(printed["good"], printed["cost"], telling)
    name = telling.voice.t(f"space.{space}")
    return telling.voice.t(f"action.{verb}", {"space": name, "fee": fee})


def cargo_text(verb: str, first: str, view: View, telling: Telling) -> str:
    """What is done with goods and treasures."""
    voice = telling.voice
    match verb:
        case "jettison" | "take_hold":
            load = view["load"] or {"ship": None}
            battle = view["battle"] or {"loser": None}
            ship = load["ship"] if verb == "jettison" else battle["loser"]
            goods = contents(view, ship, first, telling)
            return voice.t(f"action.{verb}", {"goods": goods, "hold": voice.t(f"hold.{first}")})
        case "take_treasure":
            return voice.t(
                "action.take_treasure", {"treasure": voice.t(f"spoils_treasure.{first}")}
            )
        case "give":
            lair = int(first.removeprefix("lair_"))
            cards = [one["treasure"] for one in view["treasures"] if one["lair"] == lair]
            treasure = treasure_text(cards[0] if cards else None, telling)
            return voice.t("action.give", {"treasure": treasure})
        case _:
            return voice.t(f"action.{verb}")


def contents(view: View, ship: int | None, hold: str, telling: Telling) -> str:
    """What a hold has in it."""
    holds = [] if ship is None else view["ships"][ship]["holds"]
    found = next((one for one in holds if one["hold"] == int(hold)), None)
    if found is None or found["good"] is None:
        return amount("none", 0, telling)
    return amount(found["good"], found["tokens"], telling)
