"""Tables of Tortuga 1667 drawn by hand: only what matters, the rest is filled in.

    t = table('''
        FD 0 1 2
        JR 3
        TO 4
        chests SG=2 FD.B=1 JR.F=3
        hand 0 VC01 VC05
        kept 1 albatross
        row pistol black_spot
        loyal french british dutch british french
        votes VC13
    ''', active=0)
    t.play(0, "reveal 1")

Pawns that are not drawn stand on Tortuga. `row` and `votes` (the top of the vote deck) are filled
up; `deck` names the whole event deck but the Armada, `deck -` means that the row was shuffled for
the last time. Hands that are not drawn have three cards. Stars that are not drawn are out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

import broadside
from broadside import EVERYTHING, IllegalAction
from broadside.games.tortuga_1667 import loyalties, peeking
from broadside.games.tortuga_1667.book import EVENT_WORDS, LOYALTY_WORDS, PIECE_WORDS, VOTE_WORDS
from broadside.games.tortuga_1667.cards import STAR_NAMES, TEAMS
from broadside.games.tortuga_1667.table import Table
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from broadside.kernel.event import View
    from broadside.kernel.state import Prompt

PLACES = ("FD", "JR", "BF", "BJ", "TO")
TREASURIES = ("SG", "FD.B", "FD.F", "JR.B", "JR.F", "TO.B", "TO.F")
ARMADA = "spanish_armada"
GAME = broadside.game("tortuga-1667")


OPTIONS = {
    "loyalty_mode": "loyalty_mode",
    "madness": "is_mad",
    "sand_timer": "has_timer",
    "stall_guard": "is_guarded",
    "race_cap": "is_capped",
}


NOTHING = (
    *("open_card", "revealer", "spaces", "forced", "vote", "voters"),
    *("missing", "victim", "searched", "deeds"),
)
ZERO = ("open_slot", "fresh", "first_slot", "second_slot", "search_left")


class Text(dict[str, str]):
    """The lines of a table by their keys, and who knows which card."""

    def __init__(self) -> None:
        super().__init__()
        self.knows = dict.fromkeys(PIECE_WORDS, "-")
        self.knows["chest"] = "*"

    def know(self, cards: list[str], seat: int | str) -> None:
        """Let a seat know some cards, besides the seats behind their pluses."""
        for card in cards:
            word, *others = card.split("+")
            seats = sorted({str(seat), *others} - {""})
            self.knows[word] = ",".join(seats) or "-"

    def written(self) -> str:
        """The whole text."""
        lines = [f"{key} {words}" for key, words in self.items()]
        return "\n".join([*lines, f"knows {' '.join(self.knows.values())}"])


class Pool:
    """Cards by their names; each is taken once."""

    def __init__(self, words: list[str]) -> None:
        self.words = words[:]

    def take(self, name: str) -> str:
        """A card of that name, or `-`."""
        if name == "-":
            return name
        wanted, *knowers = name.split("+")
        for word in self.words:
            if bare(word) == wanted:
                self.words.remove(word)
                return "+".join([word, *knowers])
        raise AssertionError(f"there is no {name} left")

    def take_all(self, names: list[str]) -> list[str]:
        """Several cards."""
        return [self.take(name) for name in names]

    def some(self, count: int) -> list[str]:
        """The next cards, whatever they are."""
        found, self.words = self.words[:count], self.words[count:]
        return found


class Picture:
    """The lines of a drawing by their first words."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, list[str]] = {}
        for row in [row.split() for row in text.splitlines() if row.strip()]:
            word, *rest = row
            if word in ("hand", "kept", "laid"):
                word = f"{word} {rest.pop(0)}"
            assert word not in self.lines
            self.lines[word] = rest

    def get(self, key: str) -> list[str] | None:
        """A line, once."""
        return self.lines.pop(key, None)


def bare(word: str) -> str:
    """The name of a card without its number."""
    return word.partition(".")[0]


def listed(words: list[str], between: str = " ") -> str:
    """Words without the seats behind their pluses, or a dash."""
    return between.join([word.partition("+")[0] for word in words if word != "-"]) or "-"


def in_order(words: list[str], order: list[str]) -> list[str]:
    """Cards as they stand in the box."""
    return sorted([word for word in words if word != "-"], key=lambda w: order.index(unseen(w)))


def unseen(word: str) -> str:
    """A card without the seats that know it."""
    return word.partition("+")[0]


def place_lines(t: Text, picture: Picture, seats: int) -> None:
    """Who stands where."""
    drawn = {place: [w for w in picture.get(place) or [] if w != "-"] for place in PLACES}
    placed = [word for words in drawn.values() for word in words]
    drawn["TO"] += [str(seat) for seat in range(seats) if str(seat) not in placed]
    t.update({f"lines.{place}": listed(drawn[place]) for place in PLACES})


def chest_line(picture: Picture) -> str:
    """Eight chests; what is not drawn is in the Galleon and on Tortuga."""
    counts = dict.fromkeys(TREASURIES, 0)
    drawn = dict(word.split("=") for word in picture.get("chests") or [])
    counts.update({name: int(count) for name, count in drawn.items()})
    if "TO.B" not in drawn and "TO.F" not in drawn:
        counts["TO.B"] = counts["TO.F"] = 1
    elif counts["TO.B"] + counts["TO.F"] < 2:
        counts["TO.F" if "TO.B" in drawn else "TO.B"] = 2 - counts["TO.B"] - counts["TO.F"]
    if "SG" not in drawn:
        counts["SG"] = 8 - sum(counts.values())
    return " ".join(str(counts[name]) for name in TREASURIES) + " 0"


def loyalty_lines(t: Text, picture: Picture, seats: int, is_open: bool) -> None:
    """Whose loyalty is what: British, French, … Dutch if nothing is drawn."""
    usual = ["british", "french"] * (seats // 2) + ["dutch"] * (seats % 2)
    names = picture.get("loyal") or usual
    assert [names.count(n) for n in ("british", "french", "dutch")] == TEAMS[seats]
    for seat, card in enumerate(Pool(LOYALTY_WORDS).take_all(names)):
        t[f"loyalties.{seat}"] = card
    face_up = [str(seat) for seat in range(seats)] if is_open else picture.get("open") or []
    t["open_loyalties"] = listed(face_up, ",")


def vote_lines(t: Text, picture: Picture, seats: int) -> None:
    """Hands and the vote deck."""
    pool = Pool(VOTE_WORDS)
    drawn = {seat: picture.get(f"hand {seat}") for seat in range(seats)}
    laid = {seat: pool.take_all(picture.get(f"laid {seat}") or []) for seat in range(seats)}
    hands = {seat: pool.take_all(words) for seat, words in drawn.items() if words is not None}
    top = pool.take_all(picture.get("votes") or [])
    for seat in range(seats):
        hand = in_order(hands[seat] if seat in hands else pool.some(3), VOTE_WORDS)
        t[f"hands.{seat}"], t[f"laid.{seat}"] = listed(hand), listed(laid[seat])
        t.know(hand + laid[seat], seat)
    t["played"] = "-"
    t["vote_deck"] = listed([*reversed(top + pool.words)])


def event_lines(t: Text, picture: Picture, seats: int, is_race: bool) -> None:
    """The row, the deck, what lies open and what is out."""
    pool = Pool(EVENT_WORDS)
    pool.take(ARMADA)
    kept = {seat: pool.take_all(picture.get(f"kept {seat}") or []) for seat in range(seats)}
    drawn = picture.get("row") or []
    row = [word if word.startswith(ARMADA) else pool.take(word) for word in drawn]
    discards = pool.take_all(picture.get("discards") or [])
    removed = pool.take_all(picture.get("removed") or [])
    deck = picture.get("deck")
    cards = pool.take_all([word for word in deck or [] if word != "-"])
    out = [word for word in pool.words if bare(word) in STAR_NAMES]
    out += [word for word in pool.words if word.startswith("albatross") and seats <= 3]
    rest = [word for word in pool.words if word not in out]
    if deck != ["-"] or len(row) == 0:
        while len(row) < 5:
            row.append(rest.pop(0))
    row += ["-"] * (5 - len(row))
    if deck is None and not is_race:
        cards, rest = rest, []
    discards = rest[::-1] + discards[::-1]
    shown = discards + [word for words in kept.values() for word in words]
    old = ["-"] * 5
    if is_race:
        out.append(ARMADA)
    elif deck == ["-"]:
        past = [word for words in kept.values() for word in words] + discards[::-1]
        old = ([unseen(word) for word in row if word != "-"] + past)[:5]
    else:
        cards.append(ARMADA)
    for seat, words in kept.items():
        t[f"kept.{seat}"] = listed(in_order(words, EVENT_WORDS))
    t["row"] = " ".join([unseen(word) for word in row])
    t["peeks"] = " ".join([",".join(sorted(word.split("+")[1:])) or "-" for word in row])
    t["event_deck"], t["discards"] = listed(cards[::-1]), listed(discards)
    t["removed"], t["out"] = listed(in_order(removed, EVENT_WORDS)), listed(out)
    t["shown"] = listed(in_order(shown, EVENT_WORDS), ",")
    t["old_row"], t["old_peeks"] = " ".join(old), " ".join("-" * 5)
    for word in shown + out:
        t.knows[word] = "*"


class Drawn:
    """A table, the story since it was drawn, and short words for tests."""

    def __init__(self, state: Table) -> None:
        self.state = state
        state.log = []

    def play(self, seat: int, *actions: str) -> None:
        """Let a seat do something."""
        for action in actions:
            self.state.play(seat, action)

    def legal(self, seat: int, verb: str = "") -> list[str]:
        """What a seat may do, perhaps only by one verb."""
        words = [action.text for action in self.state.legal(seat)]
        return [word for word in words if not verb or word.split()[0] == verb]

    def asked(self) -> list[int]:
        """Who is asked."""
        return self.state.deciders()

    def prompt(self) -> Prompt:
        """What the first seat is asked."""
        return self.state.prompt(self.asked()[0])

    def question(self) -> str:
        """The question now, and who is asked."""
        return f"{self.asked()[0]} {self.prompt().question}" if self.asked() else "over"

    def view(self, seat: int = EVERYTHING) -> dict[str, Any]:
        """The table as somebody sees it."""
        return cast("dict[str, Any]", self.state.view(seat))

    def seat(self, seat: int, viewer: int = EVERYTHING) -> dict[str, Any]:
        """One seat as somebody sees it."""
        found: dict[str, Any] = self.view(viewer)["seats"][seat]
        return found

    def line(self, place: str) -> list[int]:
        """Who stands in a line, from the front."""
        return list(self.state.lines[PLACES.index(place)])

    def chests(self, treasury: str) -> int:
        """How many chests lie somewhere."""
        found: int = self.view()["chests"][treasury]
        return found

    def hand(self, seat: int) -> int:
        """How many Vote cards a seat has."""
        return len(self.state.hands[seat])

    def kept(self, seat: int) -> list[str]:
        """What a seat has kept."""
        return [bare(EVENT_WORDS[card]) for card in self.state.kept[seat]]

    def discards(self) -> list[str]:
        """The discards, the latest last."""
        found: list[str] = self.view()["discards"]
        return found

    def told(self, kind: str, viewer: int = EVERYTHING) -> list[View]:
        """The events of a kind since the table was drawn."""
        return [event for event in self.state.seen_events(viewer) if event["kind"] == kind]

    def refused(self, seat: int, action: str) -> str:
        """The code with which an action is refused."""
        with pytest.raises(IllegalAction) as refusal:
            self.state.play(seat, action)
        return refusal.value.code

    def settle(self, *seats: int) -> None:
        """Let the clock answer for seats as long as they are asked, in votes too."""
        for seat in seats:
            self.state.play(seat, self.state.prompt(seat).default)


def table(
    text: str = "",
    seats: int = 5,
    active: int = 0,
    *,
    race: int | None = None,
    quiet: int = 0,
    turn: int = 3,
    actions: int | None = None,
    skips: dict[int, int] | None = None,
    exploded: str = "-",
    seed: int = 1,
    code: int = 0,
    **options: object,
) -> Drawn:
    """A table before an action of the active seat."""
    picture = Picture(text)
    given = {**GAME.complete({}), **options}
    t = Text()
    t["tortuga-1667"] = f"seats={seats}"
    for name, field in OPTIONS.items():
        t[field] = str(given[name]).lower()
    loyalty_lines(t, picture, seats, given["loyalty_mode"] == "open")
    vote_lines(t, picture, seats)
    event_lines(t, picture, seats, race is not None)
    place_lines(t, picture, seats)
    t["chests"], t["exploded"] = chest_line(picture), exploded.replace(" ", ",")
    t["turn"], t["active"], t["quiet"] = str(turn), str(active), str(quiet)
    t["actions_left"] = str(actions if actions is not None else 2 if seats == 2 else 1)
    t["is_race"], t["race_turns"] = str(race is not None).lower(), str(race or 0)
    t["code_marks"] = str(code)
    for seat in range(seats):
        t[f"skips.{seat}"] = str((skips or {}).get(seat, 0))
    t.update(dict.fromkeys(NOTHING, "-"))
    t.update(dict.fromkeys(ZERO, "0"))
    t["is_holding"], t["cause"], t["ending"] = "false", "captain", "none"
    t["agenda"], t["waiting"] = "next_turn acting", f"turn {active}"
    t["rng"] = FastRng(seed).write()
    assert not picture.lines, f"what is {picture.lines}?"
    return Drawn(begun(cast("Table", GAME.read(t.written()))))


def begun(state: Table) -> Table:
    """The table with what can be worked out, when it has come to its next question."""
    peeking.learn(state)
    loyalties.learn(state)
    state.taken()
    state.run()
    return state


def dealt(seats: int, seed: int = 1, **options: object) -> Drawn:
    """A table as it is dealt, with its story."""
    state = cast("Table", broadside.new("tortuga-1667", seats=seats, seed=seed, **options))
    log = state.log
    drawn = Drawn(state)
    state.log = log
    return drawn
