"""The table of Jolly Roger in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.console.games.jolly_roger_cards import (
    card_name,
    destination_text,
    item_name,
    offers_in,
    promise_name,
)
from broadside.console.speech import capital
from broadside.console.telling import counted_names

if TYPE_CHECKING:
    from broadside.console.telling import Telling, View

SKILLS: Final = ("nav", "cannons", "sabres")


def lines(view: View, telling: Telling) -> list[str]:
    """The step, the voyage, the fight, the crew and one's own cards."""
    told = window_lines(view, telling)
    told += stack_lines(view, telling)
    told += attack_lines(view, telling)
    told += mutiny_lines(view, telling)
    told += sharing_lines(view, telling)
    for seat in view["seats"]:
        told += seat_lines(seat, telling)
    told += deal_lines(view, telling)
    return told + hand_lines(view, telling)


def window_lines(view: View, telling: Telling) -> list[str]:
    """The present step."""
    voice, window = telling.voice, view["window"]
    if not window:
        return []
    title, hint = (voice.t(f"{part}.{window['name']}") for part in ("window", "hint"))
    return [f"{title}{'' if title[-1] in '?!' else ':'} {hint}"]


def stack_lines(view: View, telling: Telling) -> list[str]:
    """Where the ship may go, or where it goes."""
    voice, voyage = telling.voice, view["voyage"]
    if voyage and voyage["face"]:
        return [
            f"{voice.t('stacks.title')}: {destination_text(voyage['face']['destination'], voice)}"
        ]
    if voyage:
        name = voice.t(f"destination_type.{voyage['type']}")
        return [f"{voice.t('stacks.title')}: {name}. {voice.t('voyage.unknown')}"]
    names = {one["type"]: voice.t(f"destination_type.{one['type']}") for one in view["stacks"]}
    stacks = [f"{names[one['type']]} {one['cards']}" for one in view["stacks"]]
    return [f"{voice.t('stacks.title')}: {', '.join(stacks)}"]


def attack_lines(view: View, telling: Telling) -> list[str]:
    """What the attack has and needs."""
    voice, attack = telling.voice, view["attack"]
    if not attack:
        return []
    told = []
    for skill in SKILLS:
        low, high = attack["required"][skill]
        needed = str(low) if low == high else f"{low}–{high}"
        values = {"skill": capital(voice.t(f"skill.{skill}")), "total": attack["totals"][skill]}
        told += [voice.t("attack.spoken", values | {"needed": needed})]
    if attack["multi"]:
        told += [voice.t("attack.multi", {"n": attack["multi"], "value": attack["multi_value"]})]
    return [" ".join(told)]


def mutiny_lines(view: View, telling: Telling) -> list[str]:
    """Both sides of a mutiny."""
    voice, mutiny = telling.voice, view["mutiny"]
    if not mutiny:
        return []
    counts = {side: mutiny[side]["crew"] for side in ("captain", "mutineers")}
    told = [voice.t("mutiny.spoken", counts)]
    for side in ("captain", "mutineers"):
        seats = telling.names(mutiny[side]["seats"])
        cards = [card_name(one["card"], voice) for one in mutiny[side]["cards"]]
        told += [f"  {voice.t(f'mutiny.{side}')}: {seats}. {counted_names(cards, telling)}"]
    if mutiny["neutral"]:
        told += [f"  {voice.t('mutiny.neutral')} {telling.names(mutiny['neutral'])}"]
    return told


def sharing_lines(view: View, telling: Telling) -> list[str]:
    """The prizes on deck."""
    voice, sharing = telling.voice, view["sharing"]
    if not sharing:
        return []
    prizes = prize_names(sharing["prizes"], telling)
    return [f"{voice.t('window.prize')} {prizes}"]


def seat_lines(seat: View, telling: Telling) -> list[str]:
    """What lies before somebody."""
    voice = telling.voice
    name = telling.name(seat["seat"])
    roles = [voice.t(f"role.{role}") for role in ("captain", "quartermaster") if seat[role]]
    roles += [voice.t("seat.guard")] if seat["guard"] else []
    head = f"{name} ({', '.join(roles)})" if roles else name
    parts = [voice.t("seat.hand", {"n": seat["hand_count"]})]
    parts += [prize_names(seat["prizes"], telling) or voice.t("seat.no_prizes")]
    parts += [voice.t("seat.gold", {"n": seat["gold"]})] if seat["gold"] else []
    if seat["buried_count"]:
        known = prize_names(seat["buried"] or [], telling)
        parts += [
            voice.t("seat.buried", {"n": seat["buried_count"]}) + (f" ({known})" if known else "")
        ]
    kept = {"kept": seat["promises_kept"], "broken": seat["promises_broken"]}
    parts += [voice.t("seat.promises", kept)] if any(kept.values()) else []
    return [f"{head}: {'; '.join(parts)}"]


def deal_lines(view: View, telling: Telling) -> list[str]:
    """Offers on the table, and promises that are owed."""
    voice = telling.voice
    told = []
    for offer in offers_in(view):
        item = item_name(offer["item"], voice) if offer["item"] else voice.t("prize.hidden")
        asked = offer["in_return"]
        more = voice.t("deals.in_return", {"promise": promise_name(asked, voice)}) if asked else ""
        pair = f"{telling.name(offer['seat'])} → {telling.name(offer['to'])}"
        told += [f"{voice.t('deals.offers')}: {pair}: {item}. {more}".rstrip()]
    for promise in view["promises"]:
        pair = f"{telling.name(promise['seat'])} → {telling.name(promise['to'])}"
        told += [f"{voice.t('deals.promises')}: {pair}: {promise_name(promise['promise'], voice)}"]
    return told


def hand_lines(view: View, telling: Telling) -> list[str]:
    """One's own crew cards."""
    voice = telling.voice
    mine = next((seat for seat in view["seats"] if seat["seat"] == telling.seat), None)
    if mine is None:
        return []
    cards = [card_name(card, voice) for card in mine["hand"] if card]
    return [f"{voice.t('hand.title')}: {counted_names(cards, telling) or voice.t('hand.empty')}"]


def prize_names(prizes: list[Any], telling: Telling) -> str:
    """Prizes in a row, as far as one knows them."""
    voice = telling.voice
    names = [card_name(prize, voice) if prize else voice.t("prize.hidden") for prize in prizes]
    return counted_names(names, telling)
