"""What people send beside their answers: talk, holds, offers, proposals; and what is not true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from . import adapter
from .plan import AWAY, CHAT, DAY_S, HINT, HOLD, OFFERS, RELIEVE, TEMPO, UNDO

if TYPE_CHECKING:
    from random import Random

    from broadside.kernel.action import Verb
    from broadside.kernel.game import Game

    from .plan import Plan
    from .story import Story

Message = dict[str, Any]

OFTEN: Final[dict[str, float]] = {
    CHAT: 0.02,
    HOLD: 0.02,
    AWAY: 0.015,
    UNDO: 0.02,
    TEMPO: 0.004,
    RELIEVE: 0.02,
    HINT: 0.02,
    OFFERS: 0.05,
}
"""How often somebody does this instead of going on."""
PHRASES: Final = ["ahoy", "well_played", "hurry", "thanks"]


def side_message(game: Game, plan: Plan, story: Story, random: Random) -> Message | None:
    """Something beside the game, if the person feels like it now."""
    proposal = (story.table or {}).get("proposal")
    if proposal is not None and story.seat not in proposal["yes"] and random.random() < 0.4:
        yes = random.random() < 0.7
        return {"type": "answer", "proposal": proposal["number"], "yes": yes}
    if _is_stood_in(story) and random.random() < 0.1:
        return {"type": "back"}
    for habit, part in OFTEN.items():
        if habit in plan.habits and random.random() < part:
            return _message_of(habit, game, story, random)
    return None


def _message_of(habit: str, game: Game, story: Story, random: Random) -> Message | None:
    match habit:
        case "chat" if random.random() < 0.3:
            return {"type": "say", "phrase": random.choice(PHRASES)}
        case "chat":
            return {"type": "say", "text": random.choice(["Arr!", "<b>hi</b>", "Żagle stawiaj"])}
        case "hold":
            return {"type": "hold", "on": random.random() < 0.7}
        case "away":
            return {"type": random.choice(["away", "back"])}
        case "undo":
            return {"type": "propose", "what": "undo"}
        case "tempo":
            clock_s = random.choice([None, 20, 60, DAY_S])
            return {"type": "propose", "what": "tempo", "clock_s": clock_s}
        case "relieve":
            seats = len((story.table or {}).get("seats", [])) or 1
            return {"type": "relieve", "seat": random.randrange(min(seats, 10))}
        case "hint":
            return {"type": "hint"}
    return _offer(game, story, random)


def _offer(game: Game, story: Story, random: Random) -> Message | None:
    """An aside that the server lists, or one that the person puts together."""
    if story.update is None:
        return None
    asides: list[str] = story.update["asides"]
    composed = [verb for verb in game.actions.verbs if verb.composed]
    if asides and (not composed or random.random() < 0.6):
        return adapter.aside(random.choice(asides), story.update)
    if not composed:
        return None
    return adapter.aside(_compose(random.choice(composed), story, random), story.update)


def _compose(verb: Verb, story: Story, random: Random) -> str:
    """Put an action together: words that occur in the view are likelier to be right."""
    words, seen = [verb.name], str(story.update)
    for domain in verb.domains:
        likely = [value for value in domain.values if f"'{value}'" in seen]
        words.append(random.choice(likely if likely and random.random() < 0.9 else domain.values))
    return " ".join(words)


def odd_message(game: Game, story: Story, random: Random) -> Message:
    """Something that an honest client would not send now."""
    proposal = random.choice([0, 1, 99])
    any_action = random.choice(game.actions.actions).text
    likely = random.choice(story.legal or ["pass"])
    return random.choice(
        [
            adapter.act(any_action, story.update),
            adapter.act(random.choice(["", "fly", "pass  ", "DONE"]), story.update),
            adapter.act(likely, None),
            adapter.misplaced(likely, random.choice([-1, 0, 9999])),
            {"type": "hold", "on": random.random() < 0.5},
            {"type": "answer", "proposal": proposal, "yes": True},
            {"type": "relieve", "seat": random.randrange(10)},
            {"type": "say", "text": "  "},
            {"type": "say", "text": "x", "phrase": "ahoy"},
            {"type": "notify", "mail": "anne@bonny.example"},
            {"type": "propose", "what": "tempo", "clock_s": 7000},
            {"type": "hint"},
        ]
    )


def _is_stood_in(story: Story) -> bool:
    if story.table is None or story.seat is None:
        return False
    return story.table["seats"][story.seat]["stand_in"] is not None
