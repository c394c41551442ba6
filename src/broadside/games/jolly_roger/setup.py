"""Set-up: hands, stacks and decks, and the first Captain."""

from __future__ import annotations

from broadside.kernel.game import Options
from broadside.kernel.rng import Rng
from broadside.kernel.rows import changed

from . import cards, rounds
from .table import Table


def deal(seats: int, options: Options, rng: Rng) -> Table:
    """A table for its first round."""
    t = Table(seats)
    t.set_out()
    t.log = []
    t.rng = rng
    choose_options(t, options)
    deal_crew(t)
    stack_destinations(t)
    t.prize_deck = t.shuffled(list(range(cards.FIRST_PRIZE, cards.PIECES)))  # JR-S4
    t.round = 1  # JR-S4
    t.push(rounds.ROUND_ENDS)
    rounds.begin(t)
    t.run()
    return t


def choose_options(t: Table, options: Options) -> None:
    """Note how this table is played."""
    t.is_hidden = options["hidden_treasures"] is True
    t.is_captains_gold = options["captains_gold"] is True
    t.is_rechoosing = options["island_fail"] == "rechoose"
    t.is_extra_pick = options["captain_pick"] == "extra"
    t.has_bribes = options["bribes"] is True
    t.has_bot_bribes = options["bot_bribes"] is True
    t.is_crew_open = options["bribe_crew_open"] is True
    t.is_shuffled = options["poll"] == "shuffled"
    t.has_both_roles = t.seats == cards.NO_QUARTERMASTER_SEATS and options["both_roles"] is True
    t.asks_all = options["ask_all"] is True


def deal_crew(t: Table) -> None:
    """One card to each of all but a random seat, which becomes Captain; then all get the same.

    The rest is the crew deck.  JR-S1 JR-S2
    """
    t.crew_deck = t.shuffled(list(range(cards.CREW)))
    t.captain = int(t.rng.below(t.seats))
    for seat in t.clockwise(t.captain):
        for _ in range(t.hand_limit() - 1):
            t.draw_card(seat)


def stack_destinations(t: Table) -> None:
    """Five shuffled stacks; what is not for so many seats stays in the box.  JR-S3"""
    for type_ in range(cards.TYPES):
        stack: list[int] = []
        for place, card in enumerate(cards.BOX.destinations, cards.FIRST_DESTINATION):
            if card.type == type_ and cards.is_used(card, t.seats):
                stack.append(place)
        t.stacks = changed(t.stacks, type_, t.shuffled(stack))
