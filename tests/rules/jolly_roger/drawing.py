"""Tables of Jolly Roger drawn by hand: only what matters, the rest is filled in.

    t = table(
        "call_2", chosen="F4",
        hands={0: "nav3_crew1", 2: "cutthroat traitor"},
        prizes={0: "gold3"}, buried={1: "gold1"},
    )
    t.do(2, "call_cutthroat")

Cards stand by the names of their kinds. Hands that are not drawn are empty, so their seats are not
asked. `deck` are the next crew cards, `prize_deck` the next prizes; with `only` there are no more.
Seat 0 is Captain and seat 1 Quartermaster unless the drawing says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

import broadside
from broadside import EVERYTHING, IllegalAction
from broadside.games.jolly_roger import setup
from broadside.games.jolly_roger.book import BOOK
from broadside.games.jolly_roger.cards import (
    CREW,
    FIRST_PRIZE,
    KIND_OF,
    NOBODY,
    PIECE_NAMES,
    PIECES,
)
from broadside.games.jolly_roger.table import Table
from broadside.kernel.event import SEATS_ONLY
from broadside.kernel.rng import FastRng

if TYPE_CHECKING:
    from broadside.kernel.event import View
    from broadside.kernel.state import Prompt

Cards = dict[int, str]
ROUND = "round_ends victim call_3 punish voyage call_2 destination call_1 appoint".split()
SAILING = "round_ends victim call_3 punish voyage_ends".split()
SHARING = ["aftermath", "give", "pick", "prize"]
AGENDAS = {
    **{step: ROUND[: ROUND.index(step) + 1] for step in ROUND},
    "map": [*SAILING, "map"],
    "sell": [*SAILING, "sell"],
    "port": [*SAILING, "sell", "port"],
    "landing": [*SAILING, "digging", "bury", "landing"],
    "bury": [*SAILING, "digging", "bury"],
    "digging": [*SAILING, "digging"],
    "attack": [*SAILING, "attack_ends", "allot", "revealed", "reveal", "muster", "first"],
    "muster": [*SAILING, "attack_ends", "allot", "revealed", "reveal", "muster"],
    "prize": [*SAILING, *SHARING],
    "aftermath": [*SAILING, "aftermath"],
}
DESTINATION = {"map": "I1", "sell": "P1", "port": "P1", "landing": "I1", "bury": "I1"}
DESTINATION |= {"digging": "I1", "attack": "F4", "muster": "F4", "prize": "F4", "aftermath": "F4"}
PASSES_MAX = 300


class Drawn:
    """A drawn table, and short ways to play on it."""

    def __init__(self, state: Table) -> None:
        self.state = state

    # What may be asked.

    def window(self) -> str:
        """The window that is open, though it may rest, or `over`."""
        is_open = self.state.waiting or self.state.rests
        return str(self.state.agenda[-1].name) if is_open else "over"

    def asked(self) -> list[int]:
        """Who is asked."""
        return self.state.deciders()

    def legal(self, seat: int) -> list[str]:
        """What a seat may do."""
        return [action.text for action in self.state.legal(seat)]

    def asides(self, seat: int) -> list[str]:
        """What a seat may do beside the question."""
        return [action.text for action in self.state.asides(seat)]

    def prompt(self, seat: int) -> Prompt:
        """What a seat is asked."""
        return self.state.prompt(seat)

    def view(self, seat: int = EVERYTHING) -> dict[str, Any]:
        """The table as a viewpoint sees it."""
        return cast("dict[str, Any]", self.state.view(seat))

    def seat(self, seat: int, viewpoint: int = EVERYTHING) -> dict[str, Any]:
        """One seat as a viewpoint sees it."""
        found: dict[str, Any] = self.view(viewpoint)["seats"][seat]
        return found

    def hand(self, seat: int) -> list[str]:
        """A hand."""
        return [PIECE_NAMES[card] for card in self.state.hands[seat]]

    def prizes(self, seat: int) -> list[str]:
        """Unburied prizes."""
        return [PIECE_NAMES[card] for card in self.state.prizes[seat]]

    def buried(self, seat: int) -> list[str]:
        """Buried prizes."""
        return [PIECE_NAMES[card] for card in self.state.buried[seat]]

    def discard(self) -> list[str]:
        """The crew discard, the latest last."""
        return [PIECE_NAMES[card] for card in self.state.crew_discard]

    def told(self, kind: str, seat: int = EVERYTHING) -> list[View]:
        """All events of a kind, as a viewpoint sees them."""
        return [event for event in self.state.seen_events(seat) if event["kind"] == kind]

    def crew(self) -> tuple[int, int]:
        """The strength of both sides."""
        return self.state.crew_on(0), self.state.crew_on(1)

    # Playing.

    def do(self, seat: int, *texts: str) -> None:
        """Let others pass until a seat is asked, then play; actions one after the other."""
        for text in texts:
            for _ in range(PASSES_MAX):
                if self.state.is_asked(seat):
                    break
                self.pass_once()
            self.state.play(seat, text)

    def pass_once(self) -> None:
        """Whoever is asked first passes or declines."""
        seat = self.asked()[0]
        legal = self.legal(seat)
        self.state.play(seat, next(text for text in ("pass", "decline") if text in legal))

    def aside(self, seat: int, text: str) -> None:
        """Do something beside the question."""
        self.state.play(seat, text)

    def close(self, window: str = "") -> None:
        """Everybody says done until the window is another one, or a certain one."""
        now = self.window()
        for _ in range(PASSES_MAX):
            reached = self.window() == window if window else self.window() != now
            if reached or self.window() == "over":
                return
            seat = self.asked()[0]
            self.state.play(seat, self.state.prompt(seat).default)

    def refused(self, seat: int, text: str) -> IllegalAction:
        """The refusal of an action, which changes nothing."""
        before = self.state.write()
        with pytest.raises(IllegalAction) as refusal:
            self.state.play(seat, text)
        assert self.state.write() == before
        return refusal.value


def take(free: list[int], names: str) -> list[int]:
    """The first free cards of these names."""
    found = []
    for name in names.split():
        card = next(card for card in free if PIECE_NAMES[card] == name)
        free.remove(card)
        found.append(card)
    return found


def table(
    window: str,
    *,
    seats: int = 4,
    captain: int = 0,
    quartermaster: int = 1,
    round_: int = 3,
    hands: Cards | None = None,
    prizes: Cards | None = None,
    buried: Cards | None = None,
    chosen: str = "",
    deck: str = "",
    prize_deck: str = "",
    only: bool = False,
    laid: str = "",
    seed: int = 1,
    run: bool = True,
    **options: object,
) -> Drawn:
    """A table that waits in a window, or goes on from there."""
    game = broadside.game("jolly-roger")
    t = Table(seats)
    t.set_out()
    t.knows = [t.everyone] * PIECES
    t.log = []
    t.rng = FastRng(seed)
    setup.choose_options(t, game.complete(options))
    t.round = round_
    t.captain = captain
    t.quartermaster = quartermaster if seats > 3 else NOBODY
    deal_crew(t, hands or {}, deck, window)
    deal_prizes(t, prizes or {}, buried or {}, laid, prize_deck, only)
    setup.stack_destinations(t)
    choose(t, chosen or DESTINATION.get(window, ""))
    for name in AGENDAS[window]:
        t.push(BOOK.steps[BOOK.step_names.index(name)])
    if laid:
        t.picks_left = 2
    t.sellers_left = seats if window in ("port", "sell") else 0
    if run:
        t.run()
    return Drawn(t)


def deal_crew(t: Table, hands: Cards, deck: str, window: str) -> None:
    """Hands as drawn, the wanted cards on top of the deck."""
    free = list(range(CREW))
    for seat, names in hands.items():
        cards = take(free, names)
        t.hands[seat] = tuple(sorted(cards))
        for card in cards:
            t.knows[card] = 1 << seat | SEATS_ONLY
    if window in ("landing", "bury", "digging"):
        t.map_card = take(free, "old_sailor")[0]
    top = take(free, deck)
    t.crew_deck = tuple(free + top[::-1])
    for card in t.crew_deck:
        t.knows[card] = 0


def deal_prizes(
    t: Table, prizes: Cards, buried: Cards, laid: str, prize_deck: str, only: bool
) -> None:
    """Prizes as drawn; without more to draw the rest is discarded."""
    free = list(range(FIRST_PRIZE, PIECES))
    for zones, drawn in ((t.prizes, prizes), (t.buried, buried)):
        for seat, names in drawn.items():
            cards = take(free, names)
            zones[seat] = tuple(sorted(cards))
            for card in cards:
                t.knows[card] = 1 << seat | SEATS_ONLY if t.is_hidden else t.everyone
    t.laid = tuple(sorted(take(free, laid)))
    top = take(free, prize_deck)
    t.prize_deck = tuple(top[::-1] if only else free + top[::-1])
    t.prize_discard = tuple(free if only else [])
    for card in t.prize_deck:
        t.knows[card] = 0


def choose(t: Table, name: str) -> None:
    """Take a destination out of its stack, which must be used by so many."""
    if not name:
        return
    card = PIECE_NAMES.index(name)
    type_ = KIND_OF[card]
    t.stacks[type_] = tuple([other for other in t.stacks[type_] if other != card])
    t.chosen = card
    t.is_shown = name[0] in "IP" or False
    t.knows[card] = t.everyone if t.is_shown else 0


def top_of(t: Drawn, name: str) -> None:
    """Put a destination on top of its stack."""
    card = PIECE_NAMES.index(name)
    type_ = KIND_OF[card]
    rest = [other for other in t.state.stacks[type_] if other != card]
    t.state.stacks[type_] = (*rest, card)
