"""Jolly Roger in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from broadside.console.games import jolly_roger_board
from broadside.console.games.any_game import AnyGame, token
from broadside.console.games.jolly_roger_cards import (
    allotment,
    card_text,
    crew_token,
    destination_text,
    offer_text,
    printed,
    prize_token,
    promise_name,
)
from broadside.console.speech import Sentence, Token, Values, text_of
from broadside.console.telling import counted_names, deal_lines

if TYPE_CHECKING:
    from broadside.console.telling import Event, Telling, View

DEAR: Final = 2
"""Gold from which a trade for a crew card is asked about."""
PASSING: Final = ("pass", "done", "decline")
SEAT_FIELDS: Final = (
    *("captain", "quartermaster", "owner", "victim", "former", "by", "to", "suggestion", "target"),
)
PLAIN_FIELDS: Final = (
    *("round", "cards", "prizes", "count", "nav", "cannons", "sabres", "gold"),
    *("captains_crew", "mutineers_crew"),
)
TITLES: Final = {
    "offer": "dock.bribe.hint",
    "add": "bribe.add",
    "boatswain": "use_at.boatswain",
    "smart_lad": "use_at.smart_lad",
    "second_mate": "use_at.second_mate",
    "call_sea_dog": "use_at.call_sea_dog",
    "accept_offer": "deals.accept",
    "decline_offer": "deals.decline",
}
"""What the actions of a verb have in common, where the web client asks step by step."""
QUESTIONS: Final = {
    "appoint": "appoint",
    "call_1": "call_or_pass",
    "destination": "choose_destination",
    "call_2": "call_or_pass",
    "punish": "order_punishment",
    "call_3": "call_or_pass",
    "victim": "name_victim",
    "lookout": "play_or_pass",
    "first": "play_first_card",
    "muster": "muster_or_pass",
    "revealed": "play_or_pass",
    "allot": "allot_skills",
    "prize": "play_or_pass",
    "pick": "pick_prize",
    "give": "give_prize",
    "aftermath": "play_or_pass",
    "offer": "present_prize",
    "take": "take_prize",
    "port": "trade_or_pass",
    "sell": "sell_prize",
    "map": "play_or_pass",
    "landing": "play_or_pass",
    "guard": "guard_or_bribe",
    "guard_asked": "take_the_guard",
    "bury": "bury_prizes",
    "digging": "play_or_pass",
    "mutiny": "join_or_pass",
    "forced": "play_forced_card",
    "react": "react",
    "discard": "discard_card",
}
"""Which question the table waits with, by its window."""


class JollyRoger(AnyGame):
    """One ship, one chest, far too many captains."""

    def progress(self, view: View, telling: Telling) -> str:
        """The round."""
        key = "progress.last" if view["last_round"] else "progress.round"
        return telling.voice.t(key, {"round": view["round"], "rounds": view["rounds_max"]})

    def question(self, view: View) -> str | None:
        """Each window has its question."""
        return QUESTIONS.get(view["window"]["name"]) if view["window"] else None

    def event_line(self, event: Event, telling: Telling, past: list[Event]) -> Sentence | None:
        """The line of an event; some have several wordings."""
        return Sentence(f"event.{event['kind']}{wording(event)}", event_values(event, telling))

    def untold(self, event: Event) -> bool:
        """Who joins which side with it is told next, or that a Traitor has cancelled it."""
        return event["kind"] == "card_played" and event["use"] in ("call", "crew")

    def joined_lines(self, events: list[Event], telling: Telling) -> list[Sentence] | None:
        """Cards and prizes that change hands together are told together."""
        kind, voice = events[0]["kind"], telling.voice
        if kind in ("card_drawn", "card_dealt"):
            dealt = [
                (event["seat"], crew_token(event["card"], voice) if event.get("card") else None)
                for event in events
            ]
            return deal_lines(f"event.{kind}", dealt, telling)
        if kind not in ("prize_laid", "prize_seized"):
            return None
        filled = [event_values(event, telling) for event in events]
        prizes = counted_names([text_of(values["prize"]) for values in filled], telling)
        if kind == "prize_laid":
            return [Sentence("event.prize_laid.all", {"prizes": prizes})]
        return [Sentence("event.prize_seized", filled[0] | {"prize": Token(prizes, "prizes")})]

    def action_text(self, action: str, view: View, telling: Telling) -> str:
        """An answer in words."""
        voice, who = telling.voice, telling.who
        verb, first, second = (*action.split(" "), "", "")[:3]
        window = view["window"]["name"] if view["window"] else ""
        match verb:
            case "decline":
                return voice.t(f"action.decline.{'offer' if window == 'offer' else 'react'}")
            case "stop":
                return voice.t(f"action.stop.{'sell' if window == 'sell' else 'bury'}")
            case "appoint" | "take_from" | "suggest" | "victim":
                return voice.t(f"action.{verb}", {"name": who(first)})
            case "sail":
                return voice.t("action.sail", {"type": token(f"destination_type.{first}", voice)})
            case "allot":
                return allotment(action.split(" ")[1:], view, voice)
            case "pick" | "present" | "trade" | "sell" | "bury":
                return voice.t(f"action.{verb}", {"prize": prize_token(first, voice)})
            case "give" | "take" | "show":
                values: Values = {"prize": prize_token(first, voice), "name": who(second)}
                return voice.t(f"action.{verb}", values)
            case "accept_offer" | "decline_offer" | "add" | "offer":
                return offer_text(action.split(" "), view, telling)
            case _:
                return card_text([verb, first, second], view, telling)

    def composed(self, view: View) -> list[str]:
        """Offers, and what a guard may put aside: there are too many for the server to list."""
        offering = view["offering"]
        if not offering or offering["left"] <= 0:
            return []
        is_guard = view["window"] is not None and view["window"]["name"] == "guard"
        adding = [f"add {item}" for item in offering["items"]] if is_guard else []
        return adding + [
            f"offer {item} {seat} {promise}"
            for item in offering["items"]
            for seat in offering["to"]
            for promise in offering["in_return"]
        ]

    def title(self, verb: str) -> str:
        """What is done with one character is called after it."""
        return TITLES.get(verb, f"verb.{verb}")

    def unusual(self, action: str, view: View, seat: int) -> str | None:
        """Good gold for one crew card is seldom meant."""
        verb, first = (*action.split(" "), "")[:2]
        is_dear = prize_gold().get(first, 0) >= DEAR or first == "prisoner"
        return "ask.trade" if verb == "trade" and is_dear else None

    def idle(self, legal: list[str]) -> str | None:
        """The pass of a seat that can play nothing now."""
        if any(action.split(" ")[0] not in PASSING for action in legal):
            return None
        return next((answer for answer in ("pass", "decline") if answer in legal), None)

    def is_reacting(self, view: View) -> bool:
        """A played card may be cancelled."""
        return view["window"] is not None and view["window"]["kind"] == "reaction"

    def board(self, view: View, telling: Telling) -> list[str]:
        """The voyage, the fight, the crew and one's own cards."""
        return jolly_roger_board.lines(view, telling)


@cache
def prize_gold() -> dict[str, int]:
    """The gold that is printed on each prize."""
    return {one["prize"]: one["gold"] for one in printed()["prizes"]}


def event_values(event: Event, telling: Telling) -> Values:
    """What fills the gaps of an event's text."""
    voice = telling.voice
    filled: Values = {"name": telling.who(event["seat"]) if "seat" in event else ""}
    for key in SEAT_FIELDS:
        if event.get(key) != -1:
            filled[key] = telling.who(event[key]) if isinstance(event.get(key), int) else ""
    filled |= {key: event[key] for key in PLAIN_FIELDS if isinstance(event.get(key), int)}
    filled["card"] = crew_token(event.get("card"), voice)
    filled["prize"] = prize_token(event.get("prize"), voice)
    if event.get("type"):
        filled["type"] = token(f"destination_type.{event['type']}", voice)
    if event.get("destination"):
        filled["destination"] = destination_text(event["destination"], voice)
    if event.get("skill"):
        filled["skill"] = token(f"skill.{event['skill']}", voice)
    if event["kind"] == "promise_offered":
        filled["promise"] = voice.t("promise.secret")
    for key in ("promise", "in_return"):
        if isinstance(event.get(key), str):
            filled[key] = promise_name(event[key], voice)
    return filled


def wording(event: Event) -> str:  # noqa: C901 (a case for each kind)
    """Which wording of its text an event takes."""
    match event["kind"]:
        case "card_played":
            if event["use"] == "crew":
                return f".crew.{event['side']}"
            has_target = event["use"] == "effect" and event["target"] >= 0
            return ".effect.target" if has_target else f".{event['use']}"
        case "prize_given":
            return ".self" if event["seat"] == event["quartermaster"] else ""
        case "officer_helped":
            return f".{event['sign']}"
        case "allotted":
            return ".card" if "card" in event else ""
        case "punishment_ordered":
            return ".suggested" if event["suggestion"] >= 0 else ""
        case "side_joined" | "throat_cut":
            return f".{event['side']}"
        case "mutiny_ended":
            return f".{event['winner']}"
        case "card_offered" | "prize_offered" | "promise_offered":
            return ".none" if event["in_return"] == "none" else ".asking"
        case "game_ended":
            return f".{event['tie_break']}"
        case _:
            return ""
