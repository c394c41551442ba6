"""Bargains in Jolly Roger: bots keep and break their word by interest, and remember."""

from __future__ import annotations

from collections import Counter

import pytest

import broadside
from broadside.arena.match import answer, answer_offer, derived_rng
from broadside.bots.levels import bot
from broadside.games.jolly_roger import bribes, promises, tactics
from broadside.games.jolly_roger.advice import rate
from broadside.games.jolly_roger.mutiny import MUTINY
from broadside.games.jolly_roger.table import Table
from broadside.games.jolly_roger.verbs import (
    APPOINTMENT,
    CAPTAINS_SIDE,
    DECLINE_OFFER,
    FIRST_PROMISE_ITEM,
    JOIN,
    JOIN_SIDE,
    NO_MUTINY,
    NO_PUNISHMENT,
    OFFER,
    SUGGEST,
)
from broadside.kernel.event import EVERYTHING
from broadside.kernel.rows import changed

NAME = "jolly-roger"
GAME = broadside.game(NAME)
SEATS = 6


def dealt(seed: int) -> Table:
    table = GAME.deal(SEATS, GAME.complete({"bot_bribes": True}), derived_rng(5, seed, "table"))
    assert isinstance(table, Table)
    return table


def go_on(table: Table, seed: int) -> None:
    """One decision of a bosun, and what others answer to its offer."""
    player, rng = bot("bosun", GAME), derived_rng(seed, table.window_no, "x")
    before = table.nudged()
    seat = table.deciders()[0]
    answer(table, seat, player, rng)
    for other in table.nudged():
        if other not in before:
            answer_offer(table, other, player, rng)


def in_mutiny() -> Table:
    """A table in a mutiny where a neutral seat with cards is asked first."""
    for seed in range(20):
        table = dealt(seed)
        while not table.is_over():
            seat = table.deciders()[0]
            is_neutral = seat not in (table.captain, table.mutineer)
            if table.agenda[-1] is MUTINY and is_neutral and table.hands[seat]:
                return table
            go_on(table, seed)
    pytest.fail("there was no mutiny")


def break_word(table: Table, seat: int, times: int = 1) -> None:
    table.broken = changed(table.broken, seat, table.broken[seat] + times)


def owe(table: Table, seat: int, to: int, promise: int) -> None:
    table.promises = (*table.promises, promises.written(seat, to, promise))


def test_a_word_that_was_broken_is_worth_less_and_can_be_mended() -> None:
    table = dealt(1)
    good = bribes.trust(table, 2)
    break_word(table, 2)
    broken = bribes.trust(table, 2)
    table.kept = changed(table.kept, 2, 3)
    assert good == 1.0
    assert broken < bribes.trust(table, 2) < good
    assert bribes.word(table, 2) < bribes.word(table, 3)


def test_whoever_broke_his_word_offers_in_vain() -> None:
    """The same promise is taken from one who kept his word, and declined from a traitor."""
    table = in_mutiny()
    neutral = table.deciders()[0]
    table.promises = ()
    table.prizes[neutral] = ()
    giver = table.mutineer
    table.apply(giver, OFFER.of(FIRST_PROMISE_ITEM + APPOINTMENT - 1, neutral, JOIN))
    trusting = bribes.gain_of(table, neutral, giver)
    break_word(table, giver, times=3)
    assert trusting > 0 > bribes.gain_of(table, neutral, giver)
    said = bot("bosun", GAME).answer(table, neutral, derived_rng(1))
    assert said is DECLINE_OFFER.of(giver)


def test_one_cannot_sell_the_same_word_twice() -> None:
    table = in_mutiny()
    neutral = table.deciders()[0]
    table.promises = ()
    price = bribes.price_of(table, neutral, table.captain, JOIN)
    owe(table, neutral, table.mutineer, JOIN)
    assert bribes.price_of(table, neutral, table.captain, JOIN) > price


def test_who_has_promised_to_join_joins_rather_there_and_not_elsewhere() -> None:
    table = in_mutiny()
    neutral = table.deciders()[0]
    table.promises = ()
    joins = [action for action in table.legal(neutral) if action.verb is JOIN_SIDE]
    free = [tactics.rate_joining(table, neutral, action) for action in joins]
    owe(table, neutral, table.captain, JOIN)
    bound = [tactics.rate_joining(table, neutral, action) for action in joins]
    word = bribes.word(table, neutral)
    gains = [after - before for before, after in zip(free, bound, strict=True)]
    for action, gain in zip(joins, gains, strict=True):
        expected = word if action.second == CAPTAINS_SIDE else -word
        assert gain == pytest.approx(expected)


def test_broken_promises_are_resented_and_own_ones_spare() -> None:
    """Captains suggest those to be punished who broke their word, not those they promised to."""
    table = dealt(1)
    (one, other) = [seat for seat in range(SEATS) if seat != table.captain][:2]
    before = rate(table, table.captain, SUGGEST.of(one))
    break_word(table, one)
    resented = rate(table, table.captain, SUGGEST.of(one))
    owe(table, table.captain, other, NO_PUNISHMENT)
    spared = rate(table, table.captain, SUGGEST.of(other))
    assert resented > before
    assert spared < resented


def test_a_mutiny_costs_ones_word_if_one_promised_none() -> None:
    table = dealt(1)
    seat = next(seat for seat in range(SEATS) if seat != table.captain)
    assert not bribes.has_promised(table, seat, NO_MUTINY)
    owe(table, seat, table.captain, NO_MUTINY)
    assert bribes.has_promised(table, seat, NO_MUTINY)


def test_bosuns_make_accept_keep_and_break_bargains() -> None:
    """Over some games there is everything: offers taken and declined, words kept and broken."""
    told: Counter[str] = Counter()
    for seed in range(12):
        table = dealt(seed)
        while not table.is_over():
            go_on(table, seed)
        told.update(str(event["kind"]) for event in table.seen_events(EVERYTHING))
        if told["promise_kept"] and told["promise_broken"] and told["offer_declined"]:
            break
    assert told["offer_accepted"] > 0
    assert min(told["promise_kept"], told["promise_broken"], told["offer_declined"]) > 0
