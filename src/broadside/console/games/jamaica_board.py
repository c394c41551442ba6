"""The table of Jamaica in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.console.games.jamaica_outlook import card_outlook
from broadside.console.games.jamaica_pieces import ship_name, space_text
from broadside.console.speech import signed

if TYPE_CHECKING:
    from broadside.console.speech import Voice
    from broadside.console.telling import Telling, View

SIXTH: Final = 6


def lines(view: View, telling: Telling) -> list[str]:
    """The dice, the ships from first to last, the battle, and one's own cards."""
    dice, voice = view["dice"], telling.voice
    told = []
    if dice and dice["morning"] is not None:
        parts = [f"{voice.t(f'nav.{time}')} {dice[time]}" for time in ("morning", "evening")]
        told += [" · ".join(parts)]
    elif dice:
        first, second = dice["rolled"]
        told += [voice.t("nav.rolled", {"first": first, "second": second})]
    told += [voice.t("rank.title")]
    for ship in sorted(view["ships"], key=lambda one: (one["rank"], one["ship"])):
        told += ship_lines(ship, view, telling)
    told += battle_lines(view, telling)
    told += load_lines(view, telling)
    told += card_lines(view, telling)
    return told


def ship_lines(ship: View, view: View, telling: Telling) -> list[str]:
    """Where a ship is, what it has aboard."""
    voice = telling.voice
    name = ship_name(ship["ship"], telling)
    if ship["seat"] == view["captain"]:
        name += f" ({voice.t('captain')})"
    points = f"{voice.t('score.total')} {signed(ship['points'])}"
    place = f"{voice.t('score.place')} {signed(ship['place'])}"
    head = f"{ship['rank']}. {name}: {space_text(ship['space'], telling)}. {place}, {points}"
    holds = ", ".join(hold_text(hold, voice) for hold in ship["holds"])
    told = [head] + ([f"   {holds}"] if holds else [])
    treasures = [
        treasure_line(one, telling) for one in view["treasures"] if one["holder"] == ship["ship"]
    ]
    told += [f"   {', '.join(treasures)}"] if treasures else []
    cards = ship["cards"]
    if cards and cards["committed"]:
        laid = cards["laid"]
        card = (
            voice.t("ship.card", {"card": voice.t(f"card.{laid}")})
            if laid
            else voice.t("ship.laid")
        )
        told += [f"   {card}"]
    return told


def hold_text(hold: View, voice: Voice) -> str:
    """One hold."""
    goods = voice.t("hold.empty")
    if hold["good"]:
        goods = voice.t(f"amount.{hold['good']}", {"count": hold["tokens"]})
    key = "hold.sixth" if hold["hold"] == SIXTH else "hold.label"
    return voice.t(key, {"hold": hold["hold"], "goods": goods})


def treasure_line(treasure: View, telling: Telling) -> str:
    """A treasure card aboard, as far as one knows it."""
    voice = telling.voice
    space = voice.t(f"space.{treasure['lair']}")
    if treasure["treasure"] is None:
        key = "treasure.given" if treasure["given"] else "treasure.back"
        return voice.t(key, {"space": space})
    name = voice.t(f"treasure.{treasure['treasure']}")
    return (
        name
        if treasure["face_up"]
        else voice.t("treasure.known", {"treasure": name, "space": space})
    )


def battle_lines(view: View, telling: Telling) -> list[str]:
    """The battle under way."""
    battle, voice = view["battle"], telling.voice
    if not battle:
        return []
    told = [voice.t("battle.title", {"space": space_text(battle["space"], telling)})]
    for side in (battle["attack"], battle["defence"]):
        if side:
            parts = [voice.t("battle.powder", {"count": side["gunpowder"]})]
            parts += [voice.t("battle.beth")] if side["lady_beth"] else []
            parts += [voice.t(f"battle_face.{side['face']}")] if side["face"] else []
            parts += [f"{voice.t('battle.firepower')} {side['firepower']}"]
            told += [f"   {ship_name(side['ship'], telling)}: {', '.join(parts)}"]
    return told


def load_lines(view: View, telling: Telling) -> list[str]:
    """What is about to be loaded."""
    load, voice = view["load"], telling.voice
    if not load:
        return []
    goods = voice.t(f"amount.{load['good']}", {"count": load["tokens"]})
    return [voice.t("load.what", {"goods": goods})]


def card_lines(view: View, telling: Telling) -> list[str]:
    """One's own hand."""
    voice = telling.voice
    mine = [ship for ship in view["ships"] if ship["seat"] == telling.seat and ship["cards"]]
    hand = mine[0]["cards"]["hand"] if mine else None
    if telling.seat is None or not hand:
        return []
    cards = " · ".join(f"[{voice.t(f'card.{card}')}]" for card in hand)
    told = [f"{voice.t('hand.title')}: {cards}"]
    for preview in view["previews"]:
        first, second = preview["dice"]
        card = voice.t(f"card.{preview['card']}")
        told += [f"  {first}, {second}, [{card}]: {card_outlook(preview, telling)}"]
    return told
