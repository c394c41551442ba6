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

from typing import TYPE_CHECKING, cast

import pytest

import broadside
from broadside import EVERYTHING, IllegalAction
from broadside.games.tortuga_1667.cards import STAR_NAMES, TEAMS
from broadside.games.tortuga_1667.notation import EVENT_WORDS, LOYALTY_WORDS, VOTE_WORDS
from broadside.games.tortuga_1667.table import Table
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from broadside.games.tortuga_1667.sight import SeatView, TableView
    from broadside.kernel.event import View
    from broadside.kernel.state import Prompt

PLACES = ("FD", "JR", "BF", "BJ", "TO")
TREASURIES = ("SG", "FD.B", "FD.F", "JR.B", "JR.F", "TO.B", "TO.F")
ARMADA = "spanish_armada"
GAME = broadside.game("tortuga-1667")


class Pool:
    """Cards by their names; each is taken once."""

    def __init__(self, words: list[str]) -> None:
        self.words = words[:]

    def take(self, name: str) -> str:
        """A card of that name, or `-`."""
        if name == "-":
            return name
        bare, *knowers = name.split("+")
        for word in self.words:
            if word.rpartition(".")[0] == bare:
                self.words.remove(word)
                return "+".join([word, *knowers])
        raise AssertionError(f"there is no {name} left")

    def take_all(self, names: list[str]) -> list[str]:
        """Several cards."""
        return [self.take(name) for name in names]

    def some(self, count: int, but: tuple[str, ...] = ()) -> list[str]:
        """The next cards, whatever they are."""
        fitting = [word for word in self.words if word.rpartition(".")[0] not in but][:count]
        for word in fitting:
            self.words.remove(word)
        return fitting


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


def listed(words: list[str]) -> str:
    """Words, or a dash."""
    return " ".join(words) if words else "-"


def place_lines(picture: Picture, seats: int) -> list[str]:
    """Who stands where."""
    drawn = {place: [w for w in picture.get(place) or [] if w != "-"] for place in PLACES}
    placed = [word for words in drawn.values() for word in words]
    drawn["TO"] += [str(seat) for seat in range(seats) if str(seat) not in placed]
    return [f"line.{place} {listed(drawn[place])}" for place in PLACES]


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
    return "chests " + " ".join(str(counts[name]) for name in TREASURIES)


def loyalty_lines(picture: Picture, seats: int, is_open: bool) -> tuple[list[str], str]:
    """Whose loyalty is what: British, French, … Dutch if nothing is drawn."""
    usual = ["british", "french"] * (seats // 2) + ["dutch"] * (seats % 2)
    names = picture.get("loyal") or usual
    assert [names.count(n) for n in ("british", "french", "dutch")] == TEAMS[seats]
    cards = Pool(LOYALTY_WORDS).take_all(names)
    face_up = [str(seat) for seat in range(seats)] if is_open else picture.get("open") or []
    return [f"loyalty.{seat} {card}" for seat, card in enumerate(cards)], f"open {listed(face_up)}"


def vote_lines(picture: Picture, seats: int) -> list[str]:
    """Hands and the vote deck."""
    pool = Pool(VOTE_WORDS)
    drawn = {seat: picture.get(f"hand {seat}") for seat in range(seats)}
    laid = {seat: pool.take_all(picture.get(f"laid {seat}") or []) for seat in range(seats)}
    hands = {seat: pool.take_all(words) for seat, words in drawn.items() if words is not None}
    top = pool.take_all(picture.get("votes") or [])
    for seat in range(seats):
        if seat not in hands:
            hands[seat] = pool.some(3)
    lines = [f"hand.{seat} {listed([w for w in hands[seat] if w != '-'])}" for seat in hands]
    lines += [f"laid.{seat} {listed(laid[seat])}" for seat in laid]
    return [*lines, f"vote_deck {' '.join(top + pool.words)}", "played -"]


def event_lines(picture: Picture, seats: int, is_race: bool) -> list[str]:
    """The row, the deck, what lies open and what is out."""
    pool = Pool(EVENT_WORDS)
    armada = pool.take(ARMADA)
    kept = {seat: pool.take_all(picture.get(f"kept {seat}") or []) for seat in range(seats)}
    row = [
        word.replace(ARMADA, armada) if word.startswith(ARMADA) else pool.take(word)
        for word in picture.get("row") or []
    ]
    discards = pool.take_all(picture.get("discards") or [])
    removed = pool.take_all(picture.get("removed") or [])
    deck = picture.get("deck")
    cards = pool.take_all([word for word in deck or [] if word != "-"])
    out = [word for word in pool.words if word.rpartition(".")[0] in STAR_NAMES]
    out += [word for word in pool.words if word.startswith("albatross") and seats <= 3]
    rest = [word for word in pool.words if word not in out]
    if deck != ["-"] or len(row) == 0:
        while len(row) < 5:
            row.append(rest.pop(0))
    row += ["-"] * (5 - len(row))
    if deck is None and not is_race:
        cards, rest = rest, []
    discards += rest
    in_row = [word for word in row if word != "-"]
    old = "-"
    if is_race:
        out.append(armada)
    elif deck == ["-"]:
        past = [word for words in kept.values() for word in words] + discards
        old = " ".join(([word.partition("+")[0] for word in in_row] + past)[:5])
    else:
        cards.append(armada)
    shown = discards + [word for words in kept.values() for word in words]
    order = [word for word in EVENT_WORDS if word in shown]
    return [
        *[f"kept.{seat} {listed(words)}" for seat, words in kept.items()],
        f"row {' '.join(row)}",
        f"event_deck {listed(cards)}",
        f"discards {listed(discards)}",
        f"removed {listed(removed)}",
        f"out {listed(out)}",
        f"shown {listed(order)}",
        f"old_row {old}",
    ]


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

    def view(self, seat: int = EVERYTHING) -> TableView:
        """The table as somebody sees it."""
        return cast("TableView", self.state.view(seat))

    def seat(self, seat: int, viewer: int = EVERYTHING) -> SeatView:
        """One seat as somebody sees it."""
        return self.view(viewer)["seats"][seat]

    def line(self, place: str) -> list[int]:
        """Who stands in a line, from the front."""
        return list(self.state.lines[PLACES.index(place)])

    def chests(self, treasury: str) -> int:
        """How many chests lie somewhere."""
        return self.view()["chests"][treasury]

    def hand(self, seat: int) -> int:
        """How many Vote cards a seat has."""
        return len(self.state.hands[seat])

    def kept(self, seat: int) -> list[str]:
        """What a seat has kept."""
        return [EVENT_WORDS[card].rpartition(".")[0] for card in self.state.kept[seat]]

    def discards(self) -> list[str]:
        """The discards, the latest last."""
        return self.view()["discards"]

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
    mode = str(given["loyalty_mode"])
    loyal, face_up = loyalty_lines(picture, seats, mode == "open")
    switches = ("madness", "sand_timer", "stall_guard", "race_cap")
    heading = " ".join(f"{name}={str(given[name]).lower()}" for name in switches)
    left = actions if actions is not None else 2 if seats == 2 else 1
    race_word = "-" if race is None else str(race)
    lines = [
        f"tortuga-1667 seats={seats} loyalty_mode={mode} {heading}",
        f"turn {turn} active={active} actions={left} fresh=0 quiet={quiet} race={race_word}",
        "agenda next_turn acting",
        "ending none",
        *place_lines(picture, seats),
        "spaces -",
        f"exploded {exploded}",
        chest_line(picture),
        *loyal,
        face_up,
        *vote_lines(picture, seats),
        *event_lines(picture, seats, race is not None),
        *[f"skips.{seat} {(skips or {}).get(seat, 0)}" for seat in range(seats)],
        "atlantis ask",
        f"code {code}",
        *[f"{name} -" for name in ("card", "force", "vote", "maroon", "search", "deeds")],
        f"rng {FastRng(seed).write()}",
    ]
    assert not picture.lines, f"what is {picture.lines}?"
    return Drawn(cast("Table", GAME.read("\n".join(lines))))


def dealt(seats: int, seed: int = 1, **options: object) -> Drawn:
    """A table as it is dealt, with its story."""
    state = cast("Table", broadside.new("tortuga-1667", seats=seats, seed=seed, **options))
    log = state.log
    drawn = Drawn(state)
    state.log = log
    return drawn
