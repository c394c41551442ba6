"""Set-up: the deck is prepared, the flag is given, the first five cards are laid out."""

from __future__ import annotations

from broadside.kernel.game import Options
from broadside.kernel.rng import Rng

from . import turn
from .cards import BOX, DECK_NAMES, FIRST_SPLITTERS, SEATS
from .table import Table


def deal(options: Options, rng: Rng) -> Table:
    """Two seats with empty chests and all their captains, four ships without crews.

    JNR-S1 JNR-S2 JNR-S3
    """
    t = Table(SEATS)
    t.set_out()
    t.log = []
    t.rng = rng
    t.deck = DECK_NAMES.index(str(options["deck"]))
    t.first_splitter = FIRST_SPLITTERS.index(str(options["first_splitter"]))
    t.is_closed = options["memory"] == "closed"
    prepare_pile(t)
    t.derive()
    give_flag(t)
    turn.begin(t)
    t.run()
    return t


def prepare_pile(t: Table) -> None:
    """Shuffle; the top cards go unseen into the box and never come back.  JNR-S4 JNR-S5"""
    deck = BOX.decks[t.deck]
    cards = deck.cards[:]
    t.rng.shuffle(cards)
    t.box = tuple(cards[: deck.removed])
    t.pile = tuple(cards[deck.removed :])


def give_flag(t: Table) -> None:
    """The first splitter takes the flag; ages are unknown here.  JNR-S6 JNR-R1"""
    chosen = t.first_splitter - 1
    t.splitter = chosen if chosen >= 0 else int(t.rng.below(SEATS))


def rematch(options: Options, last: Table) -> Options:
    """The other seat begins where chance decided; a chosen seat stands.  JNR-R18"""
    again = dict(options)
    if options["first_splitter"] == "random":
        first = last.splitter if last.turns % 2 == 1 else 1 - last.splitter
        again["first_splitter"] = FIRST_SPLITTERS[1 + (1 - first)]
    return again
