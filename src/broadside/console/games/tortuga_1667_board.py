"""The table of Tortuga 1667 in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.console.games.any_game import token

if TYPE_CHECKING:
    from broadside.console.speech import Values
    from broadside.console.telling import Telling, View

NATIONS: Final = {"B": "british", "F": "french"}
KEPT_CARDS: Final = ("atlantis", "el_dorado", "fountain_of_youth", "pirate_code")


def lines(view: View, telling: Telling) -> list[str]:
    """Ships, island, event row, crew, and what only this seat knows."""
    told = []
    for place in [*view["ships"], view["island"]]:
        told += place_lines(place, telling)
    told += [boat_line(boat, telling) for boat in view["boats"]]
    told += tally_lines(view, telling)
    told += row_lines(view, telling)
    for seat in view["seats"]:
        told += [seat_line(seat, view, telling)]
    told += vote_lines(view, telling)
    told += own_lines(view, telling)
    return told


def place_lines(place: View, telling: Telling) -> list[str]:
    """A ship or the island: its chests, and who stands there from front to back."""
    voice, code = telling.voice, place["place"]
    holds = [
        voice.t("hold.label", {"place": voice.t(f"treasury.{code}.{mark}"), "count": place[nation]})
        for mark, nation in NATIONS.items()
    ]
    crew = [ranked(seat, place, telling) for seat in place["line"]]
    line = ", ".join(crew) or voice.t("console.nobody")
    label = voice.t("console.line", {"place": voice.t(f"place.{code}")})
    return [f"{label}: {line}", *(f"  {hold}" for hold in holds)]


def ranked(seat: int, place: View, telling: Telling) -> str:
    """Somebody in a line, with the ranks that go with the place."""
    voice = telling.voice
    captain = "governor" if place["place"] == "TO" else "captain"
    roles = {"captain": captain, "first_mate": "first_mate", "cabin_boy": "cabin_boy"}
    ranks = [voice.t(f"rank.{rank}") for role, rank in roles.items() if place[role] == seat]
    name = telling.name(seat)
    return f"{name} ({', '.join(ranks)})" if ranks else name


def boat_line(boat: View, telling: Telling) -> str:
    """A rowboat."""
    voice = telling.voice
    place = voice.t(f"place.{boat['boat']}")
    if boat["exploded"]:
        text = voice.t("boat.exploded", {"place": place})
    elif boat["seat"] is None:
        text = voice.t("boat.empty", {"place": place})
    else:
        text = voice.t("boat.taken", {"place": place, "name": telling.who(boat["seat"])})
    return text[:1].upper() + text[1:]


def tally_lines(view: View, telling: Telling) -> list[str]:
    """How the nations stand, and how many of each sit here."""
    voice, team = telling.voice, view["team"]
    chests = {"british": view["british"], "french": view["french"], "galleon": view["galleon"]}
    told = [voice.t("tally.label", chests)]
    if view["me"] is not None:
        told += [voice.t("tally.team", {key: team[key] for key in ("british", "french", "dutch")})]
    return told


def row_lines(view: View, telling: Telling) -> list[str]:
    """The event row, with what one has seen and who looked."""
    voice = telling.voice
    told = []
    for slot in view["row"]:
        number = {"slot": slot["slot"]}
        text = voice.t("slot.label" if slot["filled"] else "slot.empty", number)
        notes = (
            [voice.t("slot.known", {"card": voice.t(f"card.{slot['card']}")})]
            if slot["card"]
            else []
        )
        others = [seat for seat in slot["peeked"] if seat != telling.seat]
        notes += [voice.t("slot.peeked", {"names": telling.names(others)})] if others else []
        told += [f"{text} ({'; '.join(notes)})" if notes else text]
    key = "deck.events.last" if view["last_events"] else "deck.events"
    return [*told, voice.t(key, {"count": view["event_deck"]})]


def seat_line(seat: View, view: View, telling: Telling) -> str:
    """What everybody can see of a pirate."""
    voice = telling.voice
    parts = [voice.t("muster.hand", {"count": seat["hand_count"]})]
    kept = seat["kept"]
    for card, count in (("letter_of_marque", kept["letters"]), ("albatross", kept["albatrosses"])):
        name = voice.t(f"card.{card}")
        parts += [f"{count}× {name}" if count > 1 else name] if count else []
    parts += [voice.t(f"card.{card}") for card in KEPT_CARDS if kept[card]]
    parts += [voice.t("muster.skips", {"count": seat["skips"]})] if seat["skips"] else []
    if seat["loyalty"] and seat["seat"] != telling.seat:
        parts += [voice.t("muster.loyalty", {"loyalty": voice.t(f"nation.{seat['loyalty']}")})]
    parts += [voice.t("muster.active")] if view["active"] == seat["seat"] else []
    return f"{telling.name(seat['seat'])}: {', '.join(parts)}"


def vote_lines(view: View, telling: Telling) -> list[str]:
    """The vote under way."""
    vote, voice = view["vote"], telling.voice
    if not vote:
        return []
    place = token(f"place.{vote['place']}", voice)
    values: Values = {"name": telling.who(vote["caller"]), "place": place}
    told = [voice.t(f"vote.title.{vote['vote']}", values)]
    rule = f"vote.rule.{vote['vote']}"
    told += [f"  {voice.t(rule)}"]
    for seat in vote["voters"]:
        key = "vote.sent" if seat in vote["sent"] else "vote.missing"
        told += [f"  {voice.t(key, {'name': telling.who(seat)})}"]
    return told


def own_lines(view: View, telling: Telling) -> list[str]:
    """What only this seat knows: its loyalty, its cards, what it has seen."""
    voice = telling.voice
    me = next((seat for seat in view["seats"] if seat["seat"] == telling.seat), None)
    if me is None:
        return []
    told = [voice.t("secret.title")]
    if me["loyalty"]:
        nation = voice.t(f"nation.{me['loyalty']}")
        told += [f"  {voice.t('secret.loyalty.is', {'nation': nation})}"]
    for number, card in enumerate(me["hand"] or [], 1):
        values: Values = {"n": number, "card": voice.t(f"card.{card}")}
        told += [f"  {voice.t('secret.card.is', values)}"]
    for seat in view["seats"]:
        if seat["known"] and seat is not me:
            cards = " · ".join(voice.t(f"card.{card}") for card in seat["known"])
            values = {"name": telling.who(seat["seat"]), "cards": cards}
            told += [f"  {voice.t('secret.known', values)}"]
    return told
