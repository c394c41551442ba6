"""Tables of Jamaica drawn by hand: only what matters, the rest is filled in.

    t = table('''
        ship 0      24 F2 G3
        ship 1      16/-1 P3
        ship ghost  7 G5
        treasure 9  T_P5 holder=1
        pile        T_C4 T_P7a
    ''')
    t.sail(0, "forward", 3, rolls="8 star")

A ship's line has its space (and lap), then its holds: `G3` is three gold, F food, P gunpowder, `-`
an empty hold; a sixth word is the 6th Hold. Ships that are not drawn lie empty in Port Royal.
Treasures stand by the lair where they were drawn; the rest of the cards is on the lairs still, the
pile from its top.

The seat that acts is the last one of its round. `rolls` are the next faces of the battle die.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

import pytest

import broadside
from broadside import EVERYTHING, IllegalAction
from broadside.games.jamaica.ghost import GHOST_EVENING, GHOST_MORNING
from broadside.games.jamaica.movement import SAILING
from broadside.games.jamaica.rounds import EVENING_ACTION, MORNING_ACTION, ROUND_ENDS
from broadside.games.jamaica.table import Table
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from broadside.kernel.event import View
    from broadside.kernel.state import Prompt

LAIRS = (4, 9, 11, 19, 22, 25, 33, 37, 44)
POWERS = ("T_MAP", "T_SABRE", "T_BETH", "T_SIXTH")
RICHES = ("T_P3a", "T_P3b", "T_P5", "T_P7a", "T_P7b")
CURSED = ("T_C2", "T_C3", "T_C4")
TREASURES = (*POWERS, *RICHES, *CURSED)
CARDS = tuple(f"A{number:02}" for number in range(1, 12))
FACES = ("2", "4", "6", "8", "10", "star")
NAMES = {"G": "gold", "F": "food", "P": "gunpowder"}
IDLE = "A11"
OPTIONS = {
    "shortage_mode": "is_die_shortage",
    "bank": "is_finite",
    "reveal": "is_together",
    "treasure_pick": "is_random_pick",
    "quick_pay": "is_quick",
    "max_rounds": "rounds_max",
}
FINITE = [80, 45, 45]
"""Tokens of each good in the box."""


@cache
def loaded(rolls: str, sides: int = 6) -> tuple[str, ...]:
    """A generator whose next draws from six are these."""
    wanted = [FACES.index(roll) for roll in rolls.split()]
    for seed in range(1, 200_000):
        rng = FastRng(seed)
        if all(rng.below(sides) == face for face in wanted):
            return tuple(FastRng(seed).write().split())
    raise AssertionError(f"no generator rolls {rolls}")


class Picture:
    """The lines of a drawing by their first words."""

    def __init__(self, text: str) -> None:
        self.ships: dict[str, list[str]] = {}
        self.treasures: dict[int, list[str]] = {}
        self.pile: list[str] = []
        self.removed: list[str] | None = None
        for row in [row.split() for row in text.splitlines() if row.strip()]:
            word, *rest = row
            if word == "ship":
                self.ships[rest[0]] = rest[1:]
            elif word == "treasure":
                self.treasures[int(rest[0])] = rest[1:]
            elif word == "pile":
                self.pile = rest
            elif word == "removed":
                self.removed = rest
            else:
                raise AssertionError(f"what is {word!r}?")

    def owner(self, card: str) -> str | None:
        """Who has a treasure card."""
        for words in self.treasures.values():
            if words[0] == card:
                return words[1].partition("=")[2]
        return None


def ship_lines(t: Text, name: int, words: list[str]) -> None:
    """Where a ship is and what it has aboard."""
    space, _, lap = (words or ["0"])[0].partition("/")
    holds = words[1:]
    assert len(holds) <= 6, f"ship {name} has six holds at most"
    t[f"spaces.{name}"], t[f"laps.{name}"] = space, lap or "0"
    t[f"holds.{name}"] = ",".join(holds + ["-"] * (6 - len(holds)))


def treasure_lines(t: Text, picture: Picture, has_ghost: bool, seats: int) -> None:
    """All treasure cards, and who knows them."""
    cards, holders, held = ["-"] * 9, ["-"] * 9, ["-"] * 9
    marks: dict[str, list[str]] = {"face_up": [], "given": []}
    tokens = [str(lair) for lair in LAIRS if lair not in picture.treasures]
    powers, knows = ["-"] * 4, dict.fromkeys(TREASURES, "-")
    if has_ghost:
        powers[POWERS.index("T_BETH")], knows["T_BETH"] = str(seats), "*"
    for lair, words in picture.treasures.items():
        if words == ["empty"]:
            continue
        given = dict(word.split("=") for word in words[1:])
        card, place = words[0], LAIRS.index(lair)
        holder = given["holder"].replace("ghost", str(seats))
        owners = given.get("held", holder).replace("ghost", str(seats))
        side = given.get("side", "up" if card in POWERS else "down")
        cards[place], holders[place], held[place] = card, holder, owners
        knows[card] = "!" + (",".join(s for s in owners.split(",") if int(s) < seats) or "-")
        if side == "up":
            knows[card], powers[POWERS.index(card)] = "*", holder
        if side != "down":
            marks["face_up" if side == "up" else "given"].append(str(lair))
    used = set(cards) | set(picture.pile)
    rest = [card for card in TREASURES if card not in used]
    if has_ghost:
        rest.remove("T_BETH")
    rest.sort(key=lambda card: card in POWERS)  # what is drawn by chance has no power
    removed = rest[-3:] if picture.removed is None else picture.removed
    pile = picture.pile + [card for card in rest if card not in removed]
    if picture.removed == ["rest"]:
        pile, removed = picture.pile, rest
    t["treasure_pile"] = " ".join(reversed(pile)) or "-"
    t["removed"] = " ".join(removed) or "-"
    t["lair_cards"], t["holders"], t["held"] = map(" ".join, (cards, holders, held))
    t["tokens"], t["powers"] = ",".join(tokens) or "-", " ".join(powers)
    for name, lairs in marks.items():
        t[name] = ",".join(lairs) or "-"
    for card, knowers in knows.items():
        t.knows[66 + TREASURES.index(card)] = knowers


class Text(dict[str, str]):
    """The lines of a table by their keys, and who knows which piece."""

    def __init__(self, seats: int) -> None:
        blank = Table(seats)
        blank.set_out()
        rows = [row.partition(" ") for row in blank.write().splitlines()]
        super().__init__({key: words for key, _, words in rows})
        self.knows = self.pop("knows").split()
        self.knows[-3:] = "***"

    def read(self) -> Table:
        """The table; the bank has the goods that are nowhere else."""
        lines = {**self, "knows": " ".join(self.knows)}
        aboard = ",".join(words for key, words in lines.items() if key.startswith("holds."))
        goods = [252, 252, 252] if self["is_finite"] == "unlimited" else FINITE
        for place, letter in enumerate("GFP"):
            tokens = [int(word[1:]) for word in aboard.split(",") if word[0] == letter]
            goods = [*goods[:place], goods[place] - sum(tokens), *goods[place + 1 :]]
        lines["bank"] = " ".join(map(str, [0, *goods]))
        text = "\n".join(f"{key} {words}" for key, words in lines.items())
        state = broadside.game("jamaica").read(text)
        assert isinstance(state, Table)
        return state


def table(
    text: str = "",
    seats: int = 3,
    captain: int = 0,
    dice: tuple[int, int] = (3, 4),
    hands: dict[int, str] | None = None,
    round_number: int = 1,
    **options: object,
) -> Drawn:
    """A table at the moment when everybody chooses a card, with the dice placed."""
    chosen = broadside.game("jamaica").complete(options)
    picture = Picture(text)
    t = Text(seats)
    for name, field in OPTIONS.items():
        t[field] = str(chosen[name]).lower()
    t["round"], t["captain"] = str(round_number), str(captain)
    for first, second, die in zip(("first", "second"), ("morning", "evening"), dice, strict=True):
        t[f"{first}_die"] = t[second] = str(die)
    t["quick"] = ",".join(map(str, range(seats))) if chosen["quick_pay"] else "-"
    has_ghost = seats == 2
    treasure_lines(t, picture, has_ghost, seats)
    for ship in range(seats + has_ghost):
        ship_lines(t, ship, picture.ships.get("ghost" if ship == seats else str(ship), []))
    for seat in range(seats):
        hand = (hands or {}).get(seat, "A04 A05 A11").split()
        t[f"hands.{seat}"] = " ".join(hand)
        pile = [card for card in CARDS if card not in hand]
        t[f"piles.{seat}"] = " ".join(reversed(pile)) or "-"
        for card in hand:
            t.knows[seat * 11 + CARDS.index(card)] = str(seat)
    t["agenda"] = "round_ends next_turn choosing_cards"
    t["waiting"] = f"vote {','.join(map(str, range(seats)))}"
    t["rng"] = " ".join(loaded("2"))
    state = t.read()
    state.log = []
    return Drawn(state)


class Drawn:
    """A table with the questions that tests ask."""

    def __init__(self, state: Table) -> None:
        self.state = state

    # -------------------------------------------------------------- what happens

    def load_dice(self, rolls: str) -> None:
        """Choose the next faces of the battle die."""
        words = loaded(rolls)
        rng = FastRng(0)
        rng.x, rng.y = int(words[1]), int(words[2])
        self.state.rng = rng

    def lay(self, seat: int, card: str) -> None:
        """A seat lays a card, which it may have to draw first."""
        index = CARDS.index(card)
        t = self.state
        if index not in t.hands[seat]:
            t.piles[seat] = tuple(other for other in t.piles[seat] if other != index)
            t.hands[seat] += (index,)
        t.lay_card(seat, index)

    def begin(self, seat: int, card: str, agenda: list[Any], rolls: str) -> None:
        """It is a seat's turn with this card; it is the last one of the round."""
        t = self.state
        if rolls:
            self.load_dice(rolls)
        t.captain = (seat + 1) % t.seats
        t.turns = t.seats
        for other in range(t.seats):
            self.lay(other, card if other == seat else IDLE)
        t.waiting = 0
        t.revealed = t.everyone
        t.agenda = [ROUND_ENDS, *agenda]

    def sail(
        self, seat: int, direction: str, steps: int, rolls: str = "", then: str = "", die: int = 4
    ) -> None:
        """A seat's ship moves in the evening; or in the morning, if an evening action follows."""
        cards = {"": "A04", "food": "A04", "gunpowder": "A05", "forward": "A01", "backward": "A02"}
        self.begin(seat, cards[then], [EVENING_ACTION, SAILING] if then else [SAILING], rolls)
        t = self.state
        t.mover, t.steps, t.direction = seat, steps, ["forward", "backward"].index(direction)
        if then:
            t.evening = die
        t.run()

    def act(self, seat: int, card: str, dice: tuple[int, int], rolls: str = "") -> None:
        """A seat plays a card with these dice."""
        self.begin(seat, card, [EVENING_ACTION, MORNING_ACTION], rolls)
        self.state.morning, self.state.evening = dice
        self.state.run()

    def move_ghost(self, dice: tuple[int, int], captain: int = 0, rolls: str = "") -> None:
        """Both seats had their turns; the Captain moves the ghost ship."""
        self.begin(1 - captain, IDLE, [GHOST_EVENING, GHOST_MORNING], rolls)
        self.state.morning, self.state.evening = dice
        self.state.run()

    def choose_cards(self, cards: dict[int, str]) -> None:
        """Everybody lays a card; the round goes on."""
        for seat, card in cards.items():
            self.play(seat, f"choose {card}")

    def play(self, seat: int, *actions: str) -> None:
        """A seat does some things."""
        for action in actions:
            self.state.play(seat, action)

    def refuse(self, seat: int, action: str) -> tuple[str, str]:
        """An action is refused: its code and its rule; nothing changes."""
        before = self.state.write()
        with pytest.raises(IllegalAction) as refused:
            self.state.play(seat, action)
        assert self.state.write() == before
        return refused.value.code, refused.value.rule

    # ------------------------------------------------------------- what is there

    def view(self, seat: int = EVERYTHING) -> dict[str, Any]:
        """The table as somebody sees it."""
        return cast("dict[str, Any]", self.state.view(seat))

    def ship(self, ship: int) -> dict[str, Any]:
        """One ship."""
        return cast("dict[str, Any]", self.view()["ships"][ship])

    def at(self, ship: int) -> tuple[int, int]:
        """Space and lap of a ship."""
        shown = self.ship(ship)
        return shown["space"], shown["lap"]

    def holds(self, ship: int) -> str:
        """The holds of a ship."""
        words = []
        letters = {name: letter for letter, name in NAMES.items()}
        for hold in self.ship(ship)["holds"]:
            good = hold["good"]
            words.append(f"{letters[good]}{hold['tokens']}" if good else "-")
        return " ".join(words)

    def goods(self, ship: int) -> tuple[int, int, int]:
        """Gold, food and gunpowder of a ship."""
        goods = self.ship(ship)["goods"]
        return goods["gold"], goods["food"], goods["gunpowder"]

    def treasures(self, ship: int) -> list[str]:
        """The treasure cards of a ship."""
        return [
            treasure["treasure"] or "?"
            for treasure in self.view()["treasures"]
            if treasure["holder"] == ship
        ]

    def asked(self) -> list[int]:
        """Who is asked."""
        return self.state.deciders()

    def prompt(self, seat: int) -> Prompt:
        """What a seat is asked."""
        return self.state.prompt(seat)

    def question(self) -> str:
        """The question on the table."""
        return self.state.prompt(self.asked()[0]).question

    def legal(self, seat: int) -> list[str]:
        """What a seat may do."""
        return [action.text for action in self.state.legal(seat)]

    def told(self, kind: str, seat: int = EVERYTHING) -> list[View]:
        """The events of a kind, without their kind."""
        return [
            {name: value for name, value in event.items() if name != "kind"}
            for event in self.state.seen_events(seat)
            if event["kind"] == kind
        ]

    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [str(event["kind"]) for event in self.state.seen_events(EVERYTHING)]
