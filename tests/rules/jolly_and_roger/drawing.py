"""Tables of Jolly & Roger drawn by hand: only what matters, the rest is filled in.

    table('''
        green   [P(r5) P(KR)] : [g5 g1]
        yellow  [P(y1)]       : []
        chests  [g3]          : [r1]
        mine    TO r4
    ''')

Left of the colon are my cards, right of it the opponent's; crews go from first to last card.
`g3` is the green pirate 3, `P(r5)` a parrot with the red 5 on its face; `SK`, `KR` and `TO` are
the special cards. I am the picker and play `mine`; `flag mine` makes me the splitter, who plays
when the picker has finished. `theirs` begins the opponent's set. `laid` instead draws the moment
before the split. What else may be said: `deck`, `memory`, `turn`, `gone`.

The cards that nobody drew fill up the turn, the pile and the set-up box. Cards which were played
earlier but do not matter have left the game.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, cast

import pytest

import broadside
from broadside import EVERYTHING, SPECTATOR, IllegalAction

if TYPE_CHECKING:
    from broadside.games.jolly_and_roger.sight import CrewCardView, ShipView, TableView
    from broadside.kernel.state import Prompt, State

ME = 0
OPPONENT = 1
BOTH = (ME, OPPONENT)
EVERYBODY = (ME, OPPONENT, SPECTATOR)
NAMES = ("jolly", "roger")
SHIPS = ("green", "yellow", "blue", "red")
SPECIALS = {"SK": "skeleton", "KR": "kraken", "TO": "tortuga"}
SHORT = {name: short for short, name in SPECIALS.items()}

# By hand from the specification, section 2: copies of the values 1 to 5, and of the specials.
COPIES = {
    "green": (4, 3, 2, 2, 2),
    "yellow": (4, 3, 2, 2, 1),
    "blue": (4, 2, 2, 1, 1),
    "red": (3, 2, 1, 1, 1),
}
SPECIAL_COPIES = {"skeleton": 2, "kraken": 3, "tortuga": 2}
DECKS = {"intro": (3, 8), "advanced": (10, 8), "advanced_full": (0, 10)}
"""By deck: cards in the set-up box, and turns."""


def full_deck(deck: str) -> Counter[str]:
    """Every card of a deck, the set-up box included."""
    cards: Counter[str] = Counter()
    for colour, copies in COPIES.items():
        for value, count in enumerate(copies, 1):
            cards[f"{colour}_{value}"] = count
    if deck != "intro":
        cards.update(SPECIAL_COPIES)
    return cards


def long_name(card: str) -> str:
    """`g3` is green_3, `KR` is kraken, `P(r5)` is (red_5)."""
    if card.startswith("P("):
        return f"({long_name(card[2:-1])})"
    if card in SPECIALS:
        return SPECIALS[card]
    colours = [colour for colour in SHIPS if colour[0] == card[0]]
    assert len(card) == 2 and colours, f"{card}: no such card; write g3, P(r5), SK, KR or TO"
    return f"{colours[0]}_{card[1]}"


def short_name(card: str, is_open: bool = True) -> str:
    """The other way round: green_3 is `g3`, a parrot `P(g3)`."""
    short = SHORT.get(card, card[0] + card[-1])
    return short if is_open else f"P({short})"


def long_names(words: str) -> list[str]:
    """The long names of some cards."""
    return [long_name(word) for word in words.replace(",", " ").split()]


class Picture:
    """The lines of a drawing by their first word."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, str] = {}
        for row in text.splitlines():
            word, _, rest = row.strip().partition(" ")
            assert word not in self.lines or not word, f"{word} is drawn twice"
            if word:
                self.lines[word] = rest.strip()

    def take(self, word: str, default: str = "") -> str:
        """What stands behind a word."""
        return self.lines.pop(word, default)

    def cards(self, word: str) -> list[str]:
        """The cards behind a word."""
        return long_names(self.take(word))

    def pair(self, word: str) -> tuple[list[str], list[str]]:
        """The cards of both seats: `[mine] : [theirs]`."""
        text = self.take(word, "[] : []")
        both = re.fullmatch(r"\[(.*)\]\s*:\s*\[(.*)\]", text)
        assert both, f"{word} {text}: write {word} [my cards] : [their cards]"
        return long_names(both[1]), long_names(both[2])


class Filler:
    """The cards that nobody drew, dealt out where some are missing."""

    def __init__(self, deck: str, drawn: list[str]) -> None:
        rest = full_deck(deck)
        rest.subtract(card.strip("()") for card in drawn)
        over = [card for card, count in rest.items() if count < 0]
        assert not over, f"too many of {over} are drawn for the deck {deck}"
        # Plain pirates first, so that what fills a set has no effects.
        self.cards = list(rest.elements())

    def take(self, count: int) -> list[str]:
        """The next cards."""
        assert 0 <= count <= len(self.cards), f"{count} cards wanted of {len(self.cards)}"
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken


def notation(text: str) -> str:
    """A drawing as the complete notation of the game."""
    picture = Picture(text)
    deck, memory = picture.take("deck", "advanced"), picture.take("memory", "open")
    has_flag = picture.take("flag", "theirs") == "mine"
    turn = int(picture.take("turn", "0"))
    laid, mine, theirs = picture.cards("laid"), picture.cards("mine"), picture.cards("theirs")
    crews = {ship: picture.pair(ship) for ship in SHIPS}
    chests = picture.pair("chests")
    gone = picture.cards("gone")
    assert not picture.lines, f"what is {list(picture.lines)}?"

    placed = [card for pair in (*crews.values(), chests) for side in pair for card in side] + gone
    filler = Filler(deck, placed + laid + mine + theirs)
    played: list[str] = []
    if laid:
        laid += filler.take(5 - len(laid))
    elif has_flag:
        assert mine and not theirs, "the picker has played his set before the splitter plays"
        played = filler.take(5 - len(mine))
    else:
        assert mine, "draw the cards that I hold, or five cards laid out"
        theirs += filler.take(5 - len(mine) - len(theirs))
    box, turns = DECKS[deck]
    turn = turn or -(-len(placed) // 5) + 1
    gone += filler.take(5 * (turn - 1) - len(placed)) + played
    word = Numbering()
    lines = [
        "jolly-and-roger seats=2",
        f"deck {deck}",
        "first_splitter random",
        f"is_closed {memory}",
        f"turn {turn}",
        f"splitter {ME if has_flag else OPPONENT}",
        "left " + ",".join("12345"[: 5 - len(played)]),
        "set_a " + ("-" if laid else ",".join("12345"[: len(mine)])),
        "picked " + ("-" if laid else "B" if has_flag else "A"),
    ]
    for seat in BOTH:
        lines += [f"crews.{seat}.{ship} {word.all(crew[seat])}" for ship, crew in crews.items()]
    lines += [f"chests.{seat} {word.all(chests[seat])}" for seat in BOTH]
    removed = word.all(gone)
    lines.append(f"removed {removed}")
    left_over = removed.split()[len(gone) - len(played) :] if played else []
    lines.append(" ".join(["laid", word.all(laid or mine + theirs), *left_over]))
    known = word.numbers[:]
    lines.append(f"pile {word.all(filler.take(5 * (turns - turn)))}")
    lines.append(f"box {word.all(filler.take(box))}")
    lines.append("knows " + " ".join("*" if card in known else "-" for card in ALL_WORDS))
    steps = ["turn_ends", "splitter_plays", "picker_plays", "picking", "splitting"]
    lines.append(f"agenda {' '.join(steps[: 5 if laid else 2 if has_flag else 3])}")
    lines.append(f"waiting turn {OPPONENT if laid and not has_flag else ME}")
    lines.append("rng fast 1 1")
    return "\n".join(lines)


class Numbering:
    """Cards as the notation has them: with the number of the copy, if there are several."""

    def __init__(self) -> None:
        self.numbers: list[str] = []

    def all(self, cards: list[str]) -> str:
        """The next copies of these cards, some of which are in brackets."""
        words = [self.next(card) for card in cards]
        return " ".join(words) or "-"

    def next(self, card: str) -> str:
        """The next copy of a card."""
        name = card.strip("()")
        copies = [word for word in ALL_WORDS if word.partition(".")[0] == name]
        word = next(word for word in copies if word not in self.numbers)
        self.numbers.append(word)
        return card.replace(name, word)


def all_words() -> list[str]:
    """Every card of the box, in the order of their numbers."""
    words: list[str] = []
    for card, count in full_deck("advanced").items():
        words += [card] if count == 1 else [f"{card}.{i}" for i in range(1, count + 1)]
    return words


ALL_WORDS = all_words()


class Drawn:
    """A table under test: what one does at it, and small questions about it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.removed_before = len(self.view()["removed"])

    # ------------------------------------------------------------------ what one does

    def play(self, seat: int, action: str) -> None:
        """Do something that must be allowed."""
        self.state.play(seat, action)

    def refuse(self, seat: int, action: str) -> str:
        """Try something that must be refused and change nothing; the code of the refusal."""
        before = self.state.write()
        with pytest.raises(IllegalAction) as refused:
            self.state.play(seat, action)
        assert self.state.write() == before
        return refused.value.code

    def play_default(self) -> None:
        """Let the clock decide for whoever is asked."""
        seat = self.actor()
        assert seat is not None
        self.state.play(seat, self.state.prompt(seat).default)

    def play_turn_out(self) -> None:
        """Let the clock decide until the next turn begins, or the game ends."""
        turn = self.view()["turn"]
        while self.actor() is not None and self.view()["turn"] == turn:
            self.play_default()

    def play_out(self) -> int:
        """Let the clock decide until the game ends; how many decisions that took."""
        decisions = 0
        while self.actor() is not None:
            self.play_default()
            decisions += 1
        return decisions

    # ------------------------------------------------------------- whose move, what

    def view(self, seat: int = EVERYTHING) -> TableView:
        """What a viewpoint sees."""
        return cast("TableView", self.state.view(seat))

    def actor(self) -> int | None:
        """Whoever is asked; never more than one."""
        asked = self.state.deciders()
        assert len(asked) <= 1
        return asked[0] if asked else None

    def phase(self) -> str:
        """Split, pick, play or over."""
        return self.view()["phase"]

    def options(self, seat: int) -> set[str]:
        """Everything a seat may do now; no option is listed twice."""
        texts = [action.text for action in self.state.legal(seat)]
        assert len(texts) == len(set(texts))
        return set(texts)

    def prompt(self) -> Prompt:
        """The question that is open now."""
        seat = self.actor()
        assert seat is not None
        return self.state.prompt(seat)

    def default(self) -> str:
        """What the clock would do."""
        return self.prompt().default.text

    # ------------------------------------------------------------- what lies where

    def ship(self, name: str, seat: int = EVERYTHING) -> ShipView:
        """One ship as a viewpoint sees it."""
        return self.view(seat)["ships"][SHIPS.index(name)]

    def strength(self, ship: str) -> tuple[int, int]:
        """My strength on a ship, and the opponent's."""
        mine, theirs = self.ship(ship)["strength"]
        return mine, theirs

    def captain(self, ship: str) -> int | None:
        """Whose captain stands there."""
        return self.ship(ship)["captain"]

    def supply(self, seat: int) -> int:
        """A seat's captains that are on no ship."""
        return self.view()["supply"][seat]

    def crew(self, seat: int, ship: str) -> str:
        """A crew as one draws it."""
        return drawn_crew(self.ship(ship)["crews"][seat])

    def chest(self, seat: int) -> str:
        """The cards under a chest as one draws them."""
        return " ".join(short_name(card) for card in self.view()["chests"][seat]["cards"] or [])

    def gold(self, seat: int) -> int | None:
        """The gold under a chest."""
        return self.view()["chests"][seat]["gold"]

    def gone(self) -> str:
        """The cards that have left the game since the table was drawn."""
        return " ".join(
            short_name(entry["card"] or "?")
            for entry in self.view()["removed"][self.removed_before :]
        )

    def hand(self, seat: int) -> str:
        """The cards which a seat must still play, as one draws them."""
        view = self.view()
        owned = [name for name in ("A", "B") if view["owners"][name] == seat]
        left = [laid for laid in view["laid"] if laid["set"] in owned and not laid["played"]]
        return " ".join(short_name(laid["card"]) for laid in left)

    # --------------------------------------------------------------- what was told

    def told(self, seat: int, kind: str) -> list[dict[str, object]]:
        """The events of one kind, as a viewpoint may read them now."""
        events = self.state.seen_events(seat)
        return [
            {name: event[name] for name in event if name != "kind"}
            for event in events
            if event["kind"] == kind
        ]

    def card_told(self, seat: int, kind: str) -> object:
        """The card that the last event of a kind names to a viewpoint; None if it names none."""
        return self.told(seat, kind)[-1].get("card")


def drawn_crew(crew: list[CrewCardView]) -> str:
    """A crew as one draws it; a parrot whose face is hidden is `P(??)`."""
    return " ".join(short_name(card["card"] or "?", card["face_up"]) for card in crew)


def table(picture: str) -> Drawn:
    """The table of a drawing, ready for its next decision; it records events."""
    state = broadside.game("jolly-and-roger").read(notation(picture))
    state.log = []
    return Drawn(state)


def dealt(seed: int = 1, **options: object) -> Drawn:
    """A table as it is dealt."""
    return Drawn(broadside.new("jolly-and-roger", seats=2, seed=seed, **options))
