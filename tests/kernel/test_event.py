"""Events: who is told what, and for how long."""

from __future__ import annotations

import broadside
from broadside.kernel.action import Domain
from broadside.kernel.event import (
    EVERYTHING,
    FOREVER,
    OVER,
    SEATS_ONLY,
    SPECTATOR,
    Event,
    EventTable,
    Field,
    Seat,
    View,
)
from broadside.kernel.state import State
from broadside.laws.cases import Play
from tests.laws.cases import CASES

CARD = Domain("card", ["ace", "king", "queen"])
SEAT = Domain("seat", ["A", "B", "C"], is_seat=True)
EVENTS = EventTable()
PEEKED = EVENTS.add("peeked", [Field("seat", SEAT)], [Field("card", CARD), Field("place")])
LAID = EVENTS.add("laid", [Field("count")], items=Field("cards", CARD))
EVERYONE = 0b111


def peek(knowers: int, epoch: int = FOREVER) -> Event:
    """Seat 1 looked at the queen in place 7."""
    return Event(EVENTS.kinds[PEEKED], [1, 2, 7], [], knowers, epoch)


def seen(event: Event, seat: Seat, epoch: int = 0) -> View:
    """The event at a table of three."""
    return event.seen(seat, EVERYONE, epoch)


PUBLIC: View = {"kind": "peeked", "seat": 1}
SECRET: View = {**PUBLIC, "card": "queen", "place": 7}


def test_a_secret_is_for_its_knowers() -> None:
    """Others see that it happened; from EVERYTHING nothing is hidden."""
    event = peek(0b010)
    assert seen(event, 1) == SECRET
    assert seen(event, EVERYTHING) == SECRET
    for seat in (0, 2, SPECTATOR):
        assert seen(event, seat) == PUBLIC


def test_a_spectator_sees_what_everyone_knows() -> None:
    """And nothing that only some know."""
    assert seen(peek(0b111), SPECTATOR) == SECRET
    assert seen(peek(0b110), SPECTATOR) == PUBLIC
    assert seen(peek(0), SPECTATOR) == PUBLIC


def test_a_secret_stays_one_after_the_end() -> None:
    """Unless it was made to fade."""
    assert seen(peek(0b010), 0, OVER) == PUBLIC


def test_a_fading_event_is_common_while_its_epoch_lasts() -> None:
    """Then its knowers keep it, and when the game is over all may hear it again."""
    event = peek(0b010, epoch=3)
    for seat in (0, 2, SPECTATOR):
        assert seen(event, seat, epoch=3) == SECRET
        assert seen(event, seat, epoch=4) == PUBLIC
        assert seen(event, seat, epoch=OVER) == SECRET
    assert seen(event, 1, epoch=4) == SECRET


def test_numbers_become_words() -> None:
    """Domains by name, seats and plain fields as numbers, lists as lists."""
    event = Event(EVENTS.kinds[LAID], [2, 0, 0, 0], [0, 2], EVERYONE, FOREVER)
    assert seen(event, SPECTATOR) == {"kind": "laid", "count": 2, "cards": ["ace", "queen"]}


def told(table: State, kind: str, seat: Seat) -> list[View]:
    """The events of one kind as a viewpoint sees them now."""
    return [event for event in table.seen_events(seat) if event["kind"] == kind]


def closed_table() -> State:
    """Jolly & Roger with closed memory, in turn 1: a parrot was placed by seat 1."""
    table = broadside.new("jolly-and-roger", seed=3, first_splitter="seat0", memory="closed")
    table.play(0, "split 1")
    table.play(1, "pick A")
    parrot = next(a for a in table.legal(1) if a.text.startswith("parrot"))
    table.play(1, parrot)
    return table


def test_closed_memory_fades_at_the_end_of_the_turn() -> None:
    """In its turn everybody is told the parrot's face, afterwards its owner only."""
    table = closed_table()
    for seat in (0, 1, SPECTATOR):
        assert "card" in told(table, "parrot_placed", seat)[0]
    while table.view(0)["turn"] == 1:
        table.play(0, table.prompt(0).default)
    assert "card" not in told(table, "parrot_placed", 0)[0]
    assert "card" not in told(table, "parrot_placed", SPECTATOR)[0]
    assert "card" in told(table, "parrot_placed", 1)[0]


def test_closed_memory_opens_when_the_game_is_over() -> None:
    """Then the whole story is everybody's, eaten parrots included."""
    eaten = 0
    for case in CASES:
        if case.options.get("memory") != "closed" or case.options.get("deck") == "intro":
            continue
        for seed in range(5):
            play = Play(case, "varied", seed)
            table = play.deal()
            for _ in play.run(table):
                pass
            for seat in (0, 1, SPECTATOR):
                assert table.seen_events(seat) == table.seen_events(EVERYTHING)
            eaten += len([e for e in told(table, "kraken_took", EVERYTHING) if not e["face_up"]])
    assert eaten > 0


def test_since_tells_what_is_new() -> None:
    """The log from an event on, redacted in the same way."""
    table = closed_table()
    for seat in (0, 1, SPECTATOR, EVERYTHING):
        whole = table.seen_events(seat)
        for since in range(len(whole) + 1):
            assert table.seen_events(seat, since) == whole[since:]


def test_a_table_without_a_log_tells_nothing() -> None:
    """A clone records nothing and has nothing to tell."""
    table = closed_table().clone()
    table.play(0, table.prompt(0).default)
    assert table.log is None
    assert table.seen_events(EVERYTHING) == []


def test_a_secret_of_all_seats_is_no_spectators() -> None:
    """What every seat knows need not be public."""
    table = EventTable()
    kind = table.kinds[table.add("shown", [Field("seat")], [Field("card")])]
    event = Event(kind, [0, 7], [], 0b11 | SEATS_ONLY, FOREVER)
    for seat in (0, 1):
        assert event.seen(seat, 0b11, 0) == {"kind": "shown", "seat": 0, "card": 7}
    assert event.seen(SPECTATOR, 0b11, 0) == {"kind": "shown", "seat": 0}
    assert event.seen(EVERYTHING, 0b11, 0)["card"] == 7
