"""Tortuga 1667 in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.console.games import tortuga_1667_board
from broadside.console.games.any_game import AnyGame, token
from broadside.console.speech import Sentence, Values
from broadside.console.telling import deal_lines

if TYPE_CHECKING:
    from broadside.console.speech import Token, Voice
    from broadside.console.telling import Event, Telling, View

SEAT_FIELDS: Final = {"seat": "name", "other": "other", "by": "by"}
PLAIN_FIELDS: Final = (
    *("turn", "turns", "first", "second", "third", "slot", "rank", "deck", "chests"),
    *("british", "french", "cards"),
)
CARD_EVENTS: Final = ("revealed", "no_effect", "card_kept", "map_given", "discarded")
DEALS: Final = ("vote_card_drawn", "loyalty_dealt")
QUESTIONS: Final = {
    "placing_pawn": "place_pawn",
    "fd_chest": "start_chest",
    "jr_chest": "start_chest",
    "atlantis_window": "atlantis",
    "acting": "action",
    "forced_pick": "forced_pick",
    "forcer_pick": "forced_pick",
    "voting": "vote",
    "taking_chest": "take_chest",
    "letter_choice": "letter",
    "pistol_target": "pistol",
    "map_target": "map_to",
    "fever_target": "cabin_fever",
    "crows_target": "crows_target",
    "crows_pick": "crows_pick",
    "powder_boat": "black_powder",
    "fountain_window": "fountain",
}
"""Which question the table waits with, by its step."""


class Tortuga(AnyGame):
    """Two ships, one island, secret nations."""

    def progress(self, view: View, telling: Telling) -> str:
        """The turn, or how far the race for the lead is."""
        voice, race = telling.voice, view["race"]
        if race:
            key = "progress.race" if race["turns_max"] > 0 else "progress.race.open"
            return voice.t(key, {"turn": race["turns"], "max": race["turns_max"]})
        if view["turn"] == 0:
            return voice.t("progress.start")
        if view["action"] is None:
            return voice.t("progress.turn", {"turn": view["turn"]})
        values: Values = {"turn": view["turn"], "action": view["action"]}
        return voice.t("progress.action", values)

    def question(self, view: View) -> str | None:
        """Each step has its question."""
        return QUESTIONS.get(view["step"] or "")

    def event_line(self, event: Event, telling: Telling, past: list[Event]) -> Sentence | None:
        """The line of an event; some have several wordings."""
        kind, voice = event["kind"], telling.voice
        values = event_values(event, telling)
        if kind in CARD_EVENTS:
            values["card"] = voice.t(f"card.{event['card']}")
        elif kind == "stars_chosen":
            values["stars"] = card_list(event["stars"], voice)
        elif kind == "loyalty_shown":
            values["loyalty"] = voice.t(f"card.{event['loyalty']}")
        elif kind == "swapped" and event["from"] == event["to"]:
            values["place"] = token(f"place.{event['from']}", voice)
        elif kind == "game_over":
            values["name"] = telling.names(event["winners"])
        return Sentence(f"event.{kind}{wording(event)}", values)

    def joined_lines(self, events: list[Event], telling: Telling) -> list[Sentence] | None:
        """Cards that are dealt together are told together; none of them is named."""
        kind = events[0]["kind"]
        if kind not in DEALS or (kind == "loyalty_dealt" and len(events) < telling.seats):
            return None
        return deal_lines(f"event.{kind}", [(event["seat"], None) for event in events], telling)

    def action_text(self, action: str, view: View, telling: Telling) -> str:
        """An answer in words; the own cards are named."""
        voice = telling.voice
        verb, first, second, third = (*action.split(" "), "", "", "")[:4]
        match verb:
            case "peek":
                key = "action.peek.single" if first == second else "action.peek"
                return voice.t(key, {"first": first, "second": second})
            case "force":
                values: Values = {"first": first, "second": second, "name": telling.who(third)}
                return voice.t("action.force", values)
            case "reveal" | "pick":
                return voice.t(f"action.{verb}", {"first": first})
            case "row" | "explode":
                return voice.t(f"action.{verb}", {"place": token(f"place.{first}", voice)})
            case "letter":
                place = token(f"place.{second}", voice)
                return voice.t("action.letter", {"name": telling.who(first), "place": place})
            case "maroon":
                return voice.t("action.maroon", {"name": telling.who(first)})
            case "target":
                asked = self.question(view) or "pistol"
                return voice.t(f"action.target.{asked}", {"name": telling.who(first)})
            case "hesitate":
                force = view["force"]
                name = telling.who(force["forcer"]) if force else ""
                return voice.t("action.hesitate", {"name": name})
            case _:
                return cargo_text([verb, first, second], view, telling)

    def unusual(self, action: str, view: View, seat: int) -> str | None:
        """What cannot be taken back and is easily done in haste is asked about once."""
        if action in ("hold_atlantis", "decline"):
            return f"ask.{action}"
        rest = sum(slot["filled"] for slot in view["row"])
        is_last = action.startswith("reveal") and rest == 1 and view["last_events"]
        return "ask.reveal_last" if is_last else None

    def verdict(self, view: View, telling: Telling) -> str | None:
        """A nation wins, not a name."""
        end = view["end"]
        if not end:
            return None
        if end["ending"] == "race_drawn":
            return telling.voice.t("score.draw")
        if not end["winners"]:
            return None
        first = end["winners"][0]
        key = f"score.verdict.{end['loyalties'][first]}"
        return telling.voice.t(key, {"name": telling.who(first)})

    def board(self, view: View, telling: Telling) -> list[str]:
        """Ships, island, event row, crew, and what only this seat knows."""
        return tortuga_1667_board.lines(view, telling)


def place_or_treasury(value: str, voice: Voice) -> Token:
    """A place, or where chests lie."""
    is_treasury = value == "SG" or "." in value
    return token(f"treasury.{value}" if is_treasury else f"place.{value}", voice)


def card_list(cards: list[str], voice: Voice) -> str:
    """Cards one after the other."""
    return " · ".join(voice.t(f"card.{card}") for card in cards) or "–"


def event_values(event: Event, telling: Telling) -> Values:
    """What fills the gaps of an event's text."""
    voice = telling.voice
    filled: Values = {}
    for field, gap in SEAT_FIELDS.items():
        if isinstance(event.get(field), int):
            filled[gap] = telling.who(event[field])
    filled |= {key: event[key] for key in PLAIN_FIELDS if isinstance(event.get(key), int)}
    for key in ("from", "to", "place", "boat"):
        if isinstance(event.get(key), str):
            filled[key] = place_or_treasury(event[key], voice)
    for key in ("cause", "outcome", "ending", "vote"):
        if isinstance(event.get(key), str):
            filled[key] = voice.t(f"{key}.{event[key]}")
    for key in ("voters", "line", "seats"):
        if isinstance(event.get(key), list):
            filled[key] = telling.names(event[key]) or voice.t("voters.none")
    if isinstance(event.get("cards"), list):
        filled["cards"] = card_list(event["cards"], voice)
    return filled


def wording(event: Event) -> str:
    """Which wording of its text an event takes."""
    match event["kind"]:
        case "peeked":
            return ".single" if event["first"] == event["second"] else ""
        case "slot_refilled":
            return "" if event["deck"] else ".last"
        case "vote_called" | "vote_counted":
            return f".{event['vote']}"
        case "swapped":
            return ".same" if event["from"] == event["to"] else ""
        case "game_over":
            return "" if event["winners"] else ".draw"
        case "storm_broke":
            return ".island" if event["place"] == "TO" else ".ship"
        case "marooned":
            if event["from"] == "TO":
                return ".again"
            is_done = event["by"] != event["seat"] and event["cause"] in ("captain", "pistol")
            return ".by" if is_done else ""
        case _:
            return ""


def cargo_text(ask: list[str], view: View, telling: Telling) -> str:
    """What is done with chests, places and cards."""
    voice = telling.voice
    verb, first, second = ask
    match verb:
        case "smuggle" | "stow":
            return voice.t(f"action.{verb}", {"to": token(f"treasury.{first}", voice)})
        case "take":
            ends: Values = {"from": token(f"treasury.{first}", voice)}
            return voice.t("action.take", ends | {"to": token(f"treasury.{second}", voice)})
        case "stand":
            place, rank = token(f"place.{first[:2]}", voice), int(first[2:])
            return voice.t("action.stand", {"place": place, "rank": rank})
        case "vote" | "vote_two":
            return vote_text(ask, view, telling)
        case "give":
            return voice.t("action.give.open", {"card": voice.t(f"card.{first}"), "first": ""})
        case _:
            return voice.t(f"action.{verb}")


def vote_text(ask: list[str], view: View, telling: Telling) -> str:
    """One's own cards, by their places in the hand; two of a kind are two places."""
    verb, first, second = ask
    voice = telling.voice
    hand = next((one["hand"] or [] for one in view["seats"] if one["seat"] == view["me"]), [])
    places: list[int] = []
    for card in (first, second):
        found = [at for at, one in enumerate(hand) if one == card and at not in places]
        places += found[:1]
    names = [str(place + 1) for place in places] + ["?", "?"]
    if verb == "vote_two":
        return voice.t("action.vote_two", {"first": names[0], "second": names[1]})
    return voice.t("action.vote.open", {"first": names[0], "card": voice.t(f"card.{first}")})
