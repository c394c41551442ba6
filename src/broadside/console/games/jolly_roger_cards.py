"""The cards of Jolly Roger in words: crew, prizes, promises, and what one does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.console import box
from broadside.console.speech import Token

if TYPE_CHECKING:
    from broadside.console.speech import Values, Voice
    from broadside.console.telling import Telling, View

LATER: Final = "later_"
OFFICERS: Final = {"navigator": "nav", "sharpshooter": "cannons", "first_mate": "sabres"}
"""The officer who helps or harms a skill after the reveal."""


def printed() -> dict[str, Any]:
    """What is printed in the box."""
    found: dict[str, Any] = box.printed("jolly-roger")
    return found


def crew() -> dict[str, Any]:
    """The crew cards by name."""
    return {kind["card"]: kind for kind in printed()["crew"]}


def card_name(card: str, voice: Voice) -> str:
    """The name of any card."""
    return voice.t(f"card.{card}")


def destinations() -> dict[str, Any]:
    """What is printed on the destinations."""
    return {card["destination"]: card for card in printed()["destinations"]}


def destination_text(name: str, voice: Voice) -> str:
    """A destination with the numbers on its face."""
    card, title = destinations().get(name), card_name(name, voice)
    if card is None or card["prizes"] == 0:
        return title
    needed = card["required"]
    return f"{title} ({needed['nav']}/{needed['cannons']}/{needed['sabres']})"


def crew_token(card: str | None, voice: Voice) -> Token:
    """A crew card in a sentence."""
    return Token(
        card_name(card, voice) if card else voice.t("card.hidden"), f"card.{card or 'hidden'}"
    )


def prize_token(prize: str | None, voice: Voice) -> Token:
    """A prize in a sentence."""
    name = card_name(prize, voice) if prize else voice.t("prize.hidden")
    return Token(name, f"prize.{prize or 'hidden'}")


def item_name(item: str, voice: Voice) -> str:
    """What an item of an offer is: a card, a prize or a promise."""
    is_card = item in crew() or any(one["prize"] == item for one in printed()["prizes"])
    return card_name(item, voice) if is_card else promise_name(item, voice)


def promise_name(promise: str, voice: Voice) -> str:
    """What is promised; a certain card for later is named."""
    if not promise.startswith(LATER):
        return voice.t(f"promise.{promise}")
    return voice.t("promise.later", {"card": card_name(promise.removeprefix(LATER), voice)})


def offers_in(view: View) -> list[View]:
    """Every offer on the table, the guard's included."""
    asking = view["island"]["asking"] if view["island"] else None
    if not asking:
        return list(view["offers"])
    return [asking, *(offer for offer in view["offers"] if offer["seat"] != asking["seat"])]


def offer_text(ask: list[str], view: View, telling: Telling) -> str:
    """Making, answering and preparing an offer."""
    voice = telling.voice
    verb, first, to, promise = (*ask, "", "", "none")[:4]
    if verb == "add":
        return voice.t("action.add", {"item": item_name(first, voice)})
    if verb == "offer":
        values: Values = {"item": item_name(first, voice), "name": telling.who(to)}
        values["promise"] = voice.t(f"promise.{promise}")
        return voice.t(f"action.offer.{'none' if promise == 'none' else 'asking'}", values)
    offers = [one["item"] for one in offers_in(view) if one["seat"] == int(first)]
    item = item_name(offers[0], voice) if offers and offers[0] else voice.t("prize.hidden")
    return voice.t(f"action.{verb}", {"name": telling.who(first), "item": item})


def card_text(ask: list[str], view: View, telling: Telling) -> str:
    """What one does with a card of the hand."""
    voice, who = telling.voice, telling.who
    verb, first, second = ask
    match verb:
        case "discard" | "enlist" | "muster" | "call":
            return voice.t(f"action.{verb}", {"card": crew_token(first, voice)})
        case "play":
            values: Values = {
                "card": crew_token(first, voice),
                "effect": voice.t(f"effect.{first}"),
            }
            return voice.t("action.play", values)
        case "officer":
            skill = voice.t(f"skill.{OFFICERS.get(first, 'nav')}")
            values = {"card": crew_token(first, voice), "skill": skill}
            return voice.t(f"action.officer.{second}", values)
        case "crew":
            return voice.t(f"action.crew.{second}", {"card": crew_token(first, voice)})
        case "boatswain" | "smart_lad":
            return voice.t(f"action.{verb}", {"card": crew_token(verb, voice), "name": who(first)})
        case "call_sea_dog":
            values = {"card": crew_token("sea_dog", voice), "name": who(first)}
            return voice.t("action.call_sea_dog", values)
        case "sea_dog":
            values = {"card": crew_token("sea_dog", voice), "name": who(second)}
            return voice.t(f"action.sea_dog.{first}", values)
        case _:
            return other_card_text(ask, view, telling)


def other_card_text(ask: list[str], view: View, telling: Telling) -> str:
    """What one does with a character that concerns several others, or a whole side."""
    voice = telling.voice
    verb, first, second = ask
    match verb:
        case "second_mate":
            names: Values = {"name": telling.who(first), "other": telling.who(second)}
            key = "single" if first == second else "both"
            card = crew_token(verb, voice)
            return voice.t(f"action.second_mate.{key}", names | {"card": card})
        case "call_cutthroat":
            return voice.t("action.call_cutthroat", {"card": crew_token("cutthroat", voice)})
        case "cutthroat":
            return voice.t(f"action.cutthroat.{first}", {"card": crew_token(verb, voice)})
        case "traitor":
            if not view["plays"]:
                return voice.t("action.traitor", {"card": voice.t("card.hidden"), "name": ""})
            play = view["plays"][-1]
            values: Values = {"card": crew_token(play["card"], voice)}
            return voice.t("action.traitor", values | {"name": telling.who(play["seat"])})
        case _:
            return voice.t(f"action.{verb}")


def allotment(args: list[str], view: View, voice: Voice) -> str:
    """What cards with several skills count for; where there are several kinds, of one of them."""
    nav, cannons = int(args[-2]), int(args[-1])
    mustered = [one["card"] for one in view["attack"]["mustered"]] if view["attack"] else []
    kind = args[0] if len(args) > 2 else ""
    cards = [card for card in mustered if (card == kind if kind else crew()[card]["multi"])]
    sabres = max(0, len(cards) - nav - cannons)
    values: Values = {"nav": nav, "cannons": cannons, "sabres": sabres}
    if not kind:
        return voice.t("action.allot", values)
    return voice.t("action.allot.card", values | {"card": card_name(kind, voice)})
