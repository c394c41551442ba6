"""The client without a server: what it shows for what it hears, and sends for what is typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from broadside import console, texts
from broadside.console.client import own_texts
from broadside.console.commands import Typist
from broadside.console.games import game_of
from broadside.console.games.any_game import AnyGame
from broadside.console.guide import Guide
from broadside.console.session import Session
from broadside.console.speech import Token, Voice
from broadside.games import registry
from broadside.service.game_words import game_words

GAME = registry.find("jolly-roger")
NAMED = re.compile(r'"([a-z][a-z_]*(?:\.[a-z_]+)+)"')
"""The key of a text, as it stands in the sources."""
NO_WORDS: dict[str, Any] = {"domains": {}, "seats": [], "verbs": {}, "events": {}}
NAMES = ("Anne", "Mary", "Jack")


def table_info(**more: Any) -> dict[str, Any]:
    """A table of three people."""
    seats = [
        {"seat": seat, "kind": "person", "name": name, "bot": None, "reserved_for": None}
        for seat, name in enumerate(NAMES)
    ]
    plain: dict[str, Any] = {"status": "playing", "options": {}, "proposal": None}
    plain |= {"paused": False, "clock_s": None}
    return {"game": "digging", "seats": seats, **plain, **more}


class Digging(AnyGame):
    """A small game: dig somewhere, or leave."""

    reacting = False

    def action_text(self, action: str, view: dict[str, Any], telling: object) -> str:
        return action.replace("_", " ").capitalize()

    def board(self, view: dict[str, Any], telling: object) -> list[str]:
        return [f"Holes: {view['holes']}", "  deep ones", f"Gold: {view['gold']}"]

    def unusual(self, action: str, view: dict[str, Any], seat: int) -> str | None:
        return "ask.sure" if action == "leave" else None

    def is_reacting(self, view: dict[str, Any]) -> bool:
        return self.reacting


TEXTS = {
    "progress": "{holes} {holes|hole|holes}",
    "question.dig.you": "Where do you dig?",
    "question.dig.other": "{name} digs.",
    "event.dug": "{seat} digs.",
    "refusal.rocky": "There is rock.",
    "ask.sure": "Are you sure?",
}


class Desk:
    """A session with a typist, and what came of both."""

    def __init__(self) -> None:
        voice = Voice("en", TEXTS, texts.read("en"), own_texts("en"))
        words = {**NO_WORDS, "seats": ["seat"], "events": {"dug": {"seat": "seat"}}}
        self.game = Digging(words)
        self.session = Session(voice, self.game, table_info(), {"DIG-1": "Digging\nDig deep."})
        self.orders: list[dict[str, Any]] = []
        self.typist = Typist(self.session, self.orders.append)
        self.session.hear({"type": "welcome", "table": table_info(), "seat": 0}, 0.0)

    def update(self, seq: int, now: float = 0.0, **more: Any) -> None:
        """The table has changed."""
        plain: dict[str, Any] = {
            "events": [],
            "clock": None,
            "countdown": None,
            "ack": None,
            "legal": [],
            "asides": [],
            "denied": [],
            "result": None,
            "question": None,
            "waiting": [1],
            "prompt": None,
            "view": {"holes": 0, "gold": 0, "question": "dig"},
            "holds_left": 0,
        }
        self.session.hear({"type": "update", "seq": seq, **plain, **more}, now)

    def ask(self, seq: int, *legal: str, now: float = 0.0, **more: Any) -> None:
        """Ask Anne."""
        prompt = {"question": "dig", "rule": "DIG-1", "default": None}
        plain = {"question": seq, "prompt": prompt, "waiting": [0]}
        self.update(seq, now, **{"legal": list(legal), **plain, **more})

    def type(self, text: str, now: float = 100.0) -> list[dict[str, Any]]:
        """Type a line; what is sent for it."""
        self.typist.type(text, now)
        sent, self.session.posts = self.session.posts, []
        return sent

    def shown(self) -> list[str]:
        """What has been shown since the last look."""
        lines, self.session.lines = self.session.lines, []
        return [line.text for line in lines]


@pytest.fixture
def desk() -> Desk:
    """Anne at her table."""
    found = Desk()
    found.shown()
    return found


def test_an_answer_names_its_question(desk: Desk) -> None:
    """By number, or by a part of its words."""
    desk.ask(5, "dig_here", "dig_there")
    assert desk.shown()[-3:] == ["Where do you dig?", "1. Dig here", "2. Dig there"]
    (sent,) = desk.type("THERE")
    assert {**sent, "id": ""} == {
        "type": "act",
        "id": "",
        "action": "dig_there",
        "question": 5,
        "seen": 5,
    }
    assert desk.type("1") == []
    assert desk.shown() == ["Wait for your turn."]


def test_words_that_fit_several_answers_list_them(desk: Desk) -> None:
    """A number then means one of these; 0 leads back."""
    desk.ask(5, "dig_here", "rest", "dig_there")
    desk.shown()
    assert desk.type("dig") == []
    assert desk.shown() == [
        "Several answers fit:",
        "1. Dig here",
        "2. Dig there",
        "0. Back to all answers",
    ]
    desk.type("0")
    assert "2. Rest" in desk.shown()
    assert desk.type("3")[0]["action"] == "dig_there"


def test_many_answers_are_grouped_by_verb_and_shown_by_pages(desk: Desk) -> None:
    """A group is opened by its number; the rest of a long one by `more`."""
    desk.ask(5, *(f"dig {place}" for place in range(30)), "leave", "sail 1", "sail 2")
    assert desk.shown()[-3:] == ["1. Dig 0 … (30)", "2. Leave", "3. Sail 1 … (2)"]
    desk.type("1")
    page = desk.shown()
    assert page[:20] == [f"{n + 1}. Dig {n}" for n in range(20)]
    assert page[20].startswith("10 more answers")
    desk.type("more")
    assert desk.shown()[-1] == "30. Dig 29"
    assert desk.type("25")[0]["action"] == "dig 24"


def test_only_what_has_changed_on_the_table_is_told(desk: Desk) -> None:
    """With what belongs to it; `view` tells everything."""
    desk.ask(5, "dig", "rest")
    assert desk.shown()[:4] == ["0 holes", "Holes: 0", "  deep ones", "Gold: 0"]
    desk.ask(6, "dig", "rest", view={"holes": 0, "gold": 3, "question": "dig"})
    assert desk.shown()[:2] == ["Gold: 3", "Where do you dig?"]
    desk.type("view")
    assert desk.shown() == ["0 holes", "Holes: 0", "  deep ones", "Gold: 3"]


def test_the_same_question_is_asked_once(desk: Desk) -> None:
    """An update that changes nothing for this person says nothing."""
    desk.ask(5, "dig", "rest")
    desk.shown()
    desk.ask(5, "dig", "rest")
    assert desk.shown() == []
    desk.type("")
    assert desk.shown() == ["Where do you dig?", "1. Dig", "2. Rest"]


def test_a_question_that_has_just_changed_takes_no_answer(desk: Desk) -> None:
    """It was meant for the one before."""
    desk.ask(5, "dig", "rest", now=10.0)
    desk.ask(6, "sail", "rest", now=20.0)
    desk.shown()
    assert desk.type("1", now=20.1) == []
    assert desk.shown() == ["The question has just changed. Look at it again, then answer."]
    assert desk.type("1", now=20.4)[0]["action"] == "sail"


def test_what_is_unusual_is_asked_twice(desk: Desk) -> None:
    """Yes does it, no does not."""
    desk.ask(5, "dig", "leave")
    assert desk.type("leave") == []
    assert desk.shown()[-2:] == ["Are you sure?", "Type yes or no."]
    assert desk.type("no") == []
    assert desk.type("2") == []
    assert desk.type("yes")[0]["action"] == "leave"


def test_a_refusal_is_told_and_the_question_asked_again(desk: Desk) -> None:
    """In the reader's words, where there are some."""
    desk.ask(5, "dig", "rest")
    (sent,) = desk.type("1")
    desk.shown()
    refused = {"type": "refused", "code": "rocky", "reason": "rock", "rule": None, "details": None}
    desk.session.hear({**refused, "id": sent["id"]}, 0.0)
    assert desk.shown()[0] == "There is rock."
    assert desk.type("rest")[0]["action"] == "rest"
    desk.session.hear({**refused, "id": "other", "code": "unheard_of"}, 0.0)
    assert desk.shown()[-1] == "rock"


def test_why_not(desk: Desk) -> None:
    """All of it, what has a word in it, and the rule."""
    denied = [{"action": f"dig_{n}", "code": "rocky", "reason": "", "rule": "DIG-1"} for n in "ab"]
    desk.ask(5, "rest", denied=denied)
    desk.shown()
    desk.type("?")
    assert desk.shown() == ["1. Dig a: There is rock.", "2. Dig b: There is rock."]
    desk.type("? b")
    assert desk.shown() == ["1. Dig b: There is rock."]
    desk.type("? 1")
    assert desk.shown() == ["Digging", "Dig deep."]


def test_a_play_that_came_too_early_is_sent_again(desk: Desk) -> None:
    """Once its question is asked again; not if something else is asked."""
    desk.ask(5, "dig", "rest")
    (sent,) = desk.type("1")
    desk.game.reacting = True
    early = {
        "type": "refused",
        "code": "reaction_first",
        "reason": "",
        "rule": None,
        "details": None,
    }
    desk.session.hear({**early, "id": sent["id"]}, 0.0)
    desk.session.posts = []
    desk.ask(6, "let_it_be", "cancel")
    assert desk.session.posts == []
    desk.game.reacting = False
    desk.ask(7, "dig", "rest", question=5)
    assert [post["action"] for post in desk.session.posts] == ["dig"]


def test_what_has_one_answer_is_not_asked_while_a_window_counts_down(desk: Desk) -> None:
    """It is given at once: the countdown tells nobody."""
    countdown = {"window": 1, "left_ms": 900, "total_ms": 1500, "held": []}
    desk.ask(5, "pass", countdown=countdown)
    assert [post["action"] for post in desk.session.posts] == ["pass"]
    assert "Where do you dig?" not in desk.shown()


def test_events_are_told_once(desk: Desk) -> None:
    """Also after a lost connection, when the server tells more than is new."""
    first, second = ({"kind": "dug", "seat": seat, "seq": seat} for seat in (1, 2))
    desk.update(1, events=[first])
    assert "Mary digs." in desk.shown()
    desk.update(2, events=[first, second])
    told = desk.shown()
    assert "Jack digs." in told
    assert "Mary digs." not in told
    assert desk.session.since() == 2


def test_taking_back_tells_the_story_anew(desk: Desk) -> None:
    """What was told before does not count."""
    desk.update(1, events=[{"kind": "dug", "seat": 1, "seq": 1}])
    desk.session.hear({"type": "rewound", "seq": 2}, 0.0)
    assert desk.session.since() == -1
    desk.update(2)
    assert "A move was taken back." in desk.shown()
    desk.type("log")
    assert desk.shown() == []


def test_people_propose_and_answer(desk: Desk) -> None:
    """Yes and no answer the proposal, where nothing else is asked twice."""
    proposal = {
        "number": 4,
        "seat": 1,
        "what": "undo",
        "clock_s": None,
        "people": [0, 1],
        "yes": [1],
    }
    desk.session.hear({"type": "seats", "table": table_info(proposal=proposal)}, 0.0)
    assert desk.shown() == ["Mary asks to take a move back.", "Type yes or no."]
    (sent,) = desk.type("yes")
    assert (sent["type"], sent["proposal"], sent["yes"]) == ("answer", 4, True)
    desk.session.hear({"type": "seats", "table": table_info()}, 0.0)
    assert desk.shown() == ["Not everybody agreed: the move stands."]
    desk.type("no")
    assert desk.shown() == ["This proposal is not open any more."]


def test_every_text_that_is_named_exists() -> None:
    """Of the texts that both clients use, none may go because one of them needs it no more."""
    named = {
        key
        for path in Path(console.__file__).parent.rglob("*.py")
        for key in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    known = own_texts("en").keys() | texts.read("en").keys()
    for game in registry.GAMES:
        known |= game.texts("en").keys()
    assert len(named) > 100
    assert named <= known, named - known


def test_names_cannot_steer_the_terminal() -> None:
    """Whatever somebody is called."""
    from broadside.console.plain import marked
    from broadside.console.session import Line

    assert marked(Line("chat", "\x1b[2J: hi")) == "<> \N{REPLACEMENT CHARACTER}[2J: hi"


def test_offers_are_put_together_from_the_view() -> None:
    """The server does not list them."""
    game = game_of("jolly-roger", NO_WORDS)
    offering = {"items": ["rum", "gold1"], "to": [1, 2], "in_return": ["none", "join"], "left": 1}
    found = game.composed({"offering": offering, "window": {"name": "guard"}})
    assert found[:2] == ["add rum", "add gold1"]
    assert len(found) == 2 + 2 * 2 * 2
    assert game.composed({"offering": {**offering, "left": 0}, "window": None}) == []


@pytest.mark.parametrize(
    ("language", "number", "word"),
    [
        *(("en", 1, "a"), ("en", 0, "b"), ("de", 2, "b"), ("pl", 1, "a")),
        *(("pl", 3, "b"), ("pl", 12, "c"), ("pl", 22, "b"), ("pl", 5, "c")),
    ],
)
def test_the_word_that_goes_with_a_number(language: str, number: int, word: str) -> None:
    """Polish has three forms."""
    forms = "{n|a|b|c}" if language == "pl" else "{n|a|b}"
    assert Voice(language, {"key": forms}).t("key", {"n": number}) == word


def test_cases_and_capitals() -> None:
    """A thing has its forms, a person a word before the name; a sentence begins with a capital."""
    known = {"ship.red": "czerwony statek", "ship.red.gen": "czerwonego statku"}
    known |= {"person.gen": "gracza {name}", "of": "{thing:gen} broni", "is": "{thing} tonie"}
    voice = Voice("pl", known)
    ship = Token("czerwony statek", "ship.red")
    assert voice.t("of", {"thing": ship}) == "Czerwonego statku broni"
    assert voice.t("is", {"thing": ship}) == "Czerwony statek tonie"
    assert voice.t("of", {"thing": Token("anne")}) == "gracza anne broni"
    assert voice.listed(["A", "B", "C"]) == "A, B i C"


def test_a_game_of_another_project_speaks_its_own_words() -> None:
    """By what the server tells of it: no module here knows it."""
    words = game_words(GAME)
    told = {"domains": words.domains, "seats": words.seats, "verbs": words.verbs}
    game = game_of("unknown", {**told, "events": words.events})
    from broadside.console.telling import Telling

    voice = Voice("en", words.texts["en"], texts.read("en"))
    telling = Telling(voice, table_info(), 0)
    assert game.action_text("appoint 1", {}, telling) == "Name {name} Quartermaster"
    line = game.event_line({"kind": "round_began", "round": 3, "captain": 2}, telling, [])
    assert line is not None
    assert voice.say(line) == "Round 3: Jack is Captain."
    assert game.board({"deck": 3, "seats": [{"hand": ["a", None]}]}, telling)[0].endswith(": 3")


def test_a_guide_leads_until_its_last_step(desk: Desk) -> None:
    """Each step is told once; only what it asks for is offered; at the last one all is free."""
    steps = [{"id": "dig", "title": "Dig", "text": "Dig a hole."}]
    steps.append({"id": "alone", "title": "Alone", "text": "You know it all."})
    desk.session.guide = Guide(steps)
    for seq in (1, 2):
        due = {"step": "dig", "number": 0, "count": 2, "action": "dig 2"}
        desk.ask(seq, "dig 1", "dig 2", guide=due)
        assert desk.session.possible() == ["dig 2"]
    assert desk.shown().count("Dig a hole.") == 1
    due = {"step": "alone", "number": 1, "count": 2, "action": None}
    desk.ask(3, "dig 1", "dig 2", guide=due)
    assert desk.session.possible() == ["dig 1", "dig 2"]
    assert "You know it all." in desk.shown()
