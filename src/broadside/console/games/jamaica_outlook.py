"""What each card of the hand would do in Jamaica, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.console.games.jamaica_pieces import amount, ship_words, space_text

if TYPE_CHECKING:
    from broadside.console.speech import Values
    from broadside.console.telling import Telling, View


def card_outlook(preview: View, telling: Telling) -> str:
    """What a card does in the morning and in the evening."""
    sentences: list[str] = []
    for time in ("morning", "evening"):
        half = preview[time]
        if half["lost"]:
            sentences += [telling.voice.t(f"look.{time}.lost")]
        else:
            sentences += half_sentences(time, half, telling)
    return " ".join(sentences)


def half_sentences(time: str, half: View, telling: Telling) -> list[str]:
    """Where a ship may come to, or what it loads."""
    voice, symbol = telling.voice, half["symbol"]
    if symbol in ("forward", "backward"):
        landings = {one["space"]: one for one in reversed(half["landings"])}
        told = [landing_sentence(one, telling) for one in reversed(landings.values())]
        return [voice.t(f"look.{time}.{symbol}", {"n": half["die"]}), *told]
    key = "skipped" if half["skipped"] else "jettison" if half["jettison"] else "load"
    tokens = half["die"] if half["skipped"] else half["tokens"]
    return [voice.t(f"look.{time}.{key}", {"goods": amount(symbol, tokens, telling)})]


def landing_sentence(landing: View, telling: Telling) -> str:
    """What waits on a space."""
    voice, fee = telling.voice, landing["fee"]
    values: Values = {"space": space_text(landing["space"], telling)}
    values["fee"] = amount(fee["good"], fee["tokens"], telling) if fee else voice.t("look.no_fee")
    if landing["finish"]:
        return voice.t("look.finish", values)
    if landing["ships"]:
        foes = [ship_words(ship, telling).text for ship in landing["ships"]]
        values["ships"] = voice.listed(foes)
        return voice.t("look.battle.short" if landing["short"] else "look.battle", values)
    if landing["short"]:
        retreats = [space_text(space, telling) for space in landing["retreats"]]
        values["retreats"] = voice.listed(retreats, either=True)
        return voice.t("look.short", values)
    if fee:
        return voice.t("look.fee", values)
    return voice.t("look.treasure" if landing["treasure"] else "look.free", values)
