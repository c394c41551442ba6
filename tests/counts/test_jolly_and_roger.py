"""Jolly & Roger: small positions counted by hand to depth 2, and by the machine beyond.

One pirate can always reinforce its own colour and be a parrot on four ships: 5 plays, and a 6th,
boarding, where its owner's captain stands on the ship of its colour. A skeleton: 4 ships face up, 4
face down: 8. A kraken: 4 parrots, nothing, and each ship it reaches: 5 and more. Tortuga: 5.
"""

from __future__ import annotations

from broadside.games import registry
from broadside.games.jolly_and_roger.cards import BOX, CARD_WORDS, DECK_NAMES
from broadside.kernel.rng import FastRng
from broadside.kernel.state import State

from .paths import assert_counts

GAME = registry.find("jolly-and-roger")
SEATS = {"jolly": 0, "roger": 1}
STEPS = ["turn_ends", "splitter_plays", "picker_plays", "picking", "splitting"]
CREWS = [f"{ship}.{seat}" for seat in SEATS for ship in ("green", "yellow", "blue", "red")]
ZONES = [*CREWS, "chest.jolly", "chest.roger"]


def last_turn(text: str) -> State:
    """A table in the last turn: zones that are not named are empty.

    The set-up box and the cards that are out of the game get whatever is left of the deck.
    """
    lines = {row.split()[0]: row.split()[1:] for row in text.strip().splitlines()}
    name, splitter, step = lines.pop("deck")
    flag, step = SEATS[splitter.partition("=")[2]], step.partition("=")[2]
    deck = BOX.decks[DECK_NAMES.index(name)]
    rest = [CARD_WORDS[card] for card in deck.cards]
    left = lines["left"][0]
    laid = [take(rest, word) for word in lines["laid"]]
    played = [word for i, word in enumerate(laid) if str(i + 1) not in left]
    rows = [
        "jolly-and-roger seats=2",
        f"deck {name}",
        "first_splitter random",
        "is_closed open",
        f"turn {deck.turns}",
        f"splitter {flag}",
        f"laid {' '.join(laid)}",
        f"left {','.join(left)}",
        f"set_a {','.join(lines['set_a'][0])}",
        f"picked {lines['picked'][0]}",
    ]
    for zone in ZONES:
        place, _, seat = zone.partition(".")
        key = f"chests.{SEATS[seat]}" if place == "chest" else f"crews.{SEATS[seat]}.{place}"
        rows.append(f"{key} {' '.join([take(rest, word) for word in lines.get(zone, [])]) or '-'}")
    box = rest[: deck.removed]
    rows += [
        f"removed {' '.join([*played, *rest[deck.removed :]]) or '-'}",
        "pile -",
        f"box {' '.join(box) or '-'}",
        f"knows {' '.join(['-' if word in box else '*' for word in CARD_WORDS])}",
        f"agenda {' '.join(STEPS[: STEPS.index(step) + 1])}",
        f"waiting turn {flag if step in ('splitting', 'splitter_plays') else 1 - flag}",
        "rng fast 1 1",
    ]
    return GAME.read("\n".join(rows))


def take(rest: list[str], card: str) -> str:
    """A copy of a card that is in nobody's hands yet, in brackets if the card is."""
    name = card.strip("()")
    word = next(word for word in rest if word.partition(".")[0] == name)
    rest.remove(word)
    return card.replace(name, word)


def test_the_last_card() -> None:
    """One pirate, no captain: 5 plays, then nothing."""
    table = last_turn("""
        deck intro splitter=jolly step=splitter_plays
        laid green_1 green_2 green_3 yellow_1 blue_4
        left 5
        set_a 1
        picked A
    """)
    assert_counts(table, [5, 0])


def test_the_last_card_may_board() -> None:
    """Jolly's captain is on the blue ship: 6 plays. Roger's captain on yellow is of no use."""
    table = last_turn("""
        deck intro splitter=jolly step=splitter_plays
        laid green_1 green_2 green_3 yellow_1 blue_4
        left 5
        set_a 1
        picked A
        blue.jolly (red_1)
        yellow.roger yellow_5
    """)
    assert_counts(table, [6, 0])


def test_one_card_each() -> None:
    """Roger has red_1, then Jolly has green_1; nobody stands anywhere.

    1. 5 plays.
    2. Whatever Roger does, Jolly has no captain on green: 5 × 5 = 25.
    3. The game is over.
    """
    table = last_turn("""
        deck intro splitter=jolly step=picker_plays
        laid red_1 green_1 green_2 yellow_1 blue_4
        left 12
        set_a 1345
        picked A
    """)
    assert_counts(table, [5, 25, 0])


def test_two_cards_of_one_colour() -> None:
    """The picker has green_1 and green_2, and nobody stands on green.

    1. Two cards, 5 plays each: 10.
    2. A card on green (reinforced, or as a parrot) brings the captain there, so the other one has
       6 plays; from the three other ships it has 5: 2 × (2 × 6 + 3 × 5) = 54.
    3. The splitter has three cards and no captain: 54 × 15 = 810. Recorded from there on.
    """
    table = last_turn("""
        deck intro splitter=jolly step=picker_plays
        laid green_1 green_2 red_1 yellow_1 blue_4
        left 12345
        set_a 12
        picked A
    """)
    assert_counts(table, [10, 54, 810, 8316])


def test_two_copies_are_one_option() -> None:
    """The picker has two green_1.

    1. They are one option: 5 plays.
    2. After two of these (both on green) the other may board: 2 × 6 + 3 × 5 = 27.
    3. The splitter has three cards and no captain: 27 × 15 = 405. Recorded from there on.
    """
    table = last_turn("""
        deck intro splitter=roger step=picker_plays
        laid green_1 green_1 red_1 yellow_1 blue_4
        left 12345
        set_a 12
        picked A
    """)
    assert_counts(table, [5, 27, 405, 4158])


def test_kraken_and_a_pirate() -> None:
    """The picker, Roger, has a kraken and green_4. On green it is 3 : 3, on red a skeleton guards
    Jolly's crew, on blue Jolly has a parrot.

    1. Kraken: 4 parrots, green, blue, none: 7. green_4: 5, for nobody has the captain. 12.
    2. After the kraken took on green, Roger's captain stands there: 6. The kraken as a parrot on
       green: 3 : 4, so 6. After its 5 other plays green_4 has 5: 2 × 6 + 5 × 5 = 37.
       After any of green_4's 5 plays the kraken has 7 still: 35. 37 + 35 = 72.
    Recorded from there on.
    """
    table = last_turn("""
        deck advanced splitter=jolly step=picker_plays
        laid kraken green_4 red_1 yellow_1 blue_4
        left 12345
        set_a 12
        picked A
        green.jolly green_3
        green.roger green_1 green_2
        red.jolly red_5 skeleton
        blue.jolly (yellow_5)
    """)
    assert_counts(table, [12, 72, 1194, 13316])


def test_skeleton_and_tortuga() -> None:
    """The picker, Roger, has a skeleton, then Jolly has Tortuga with a parrot on yellow.

    1. 4 ships face up, 4 face down: 8.
    2. Tortuga, or 4 parrots, whatever happened before: 8 × 5 = 40.
    """
    table = last_turn("""
        deck advanced_full splitter=jolly step=picker_plays
        laid skeleton tortuga red_1 yellow_1 blue_4
        left 12
        set_a 1345
        picked A
        yellow.jolly (red_5)
    """)
    assert_counts(table, [8, 40, 0])


def test_pick_and_play() -> None:
    """Set A is one pirate, set B four different ones of four colours.

    1. Two sets.
    2. A: 5 plays. B: 4 × 5 = 20. Together 25.
    3. A, then B: after A's card any of B's four has 5 plays, 5 × 20 = 100 (the splitter cannot
       board where the picker's card lies). B: after one card, three are left with 5 plays each, and
       a 6th for a card whose ship the first one reached as a parrot: each first card lies on its
       own ship by two plays, on each of three others by one, and these have their card left:
       4 × (2 × 15 + 3 × 16) = 312. Together 412. Recorded from there on.
    """
    table = last_turn("""
        deck intro splitter=roger step=picking
        laid green_1 green_2 yellow_1 blue_4 red_1
        left 12345
        set_a 1
        picked -
    """)
    assert_counts(table, [2, 25, 412, 4881])


def test_from_the_deal() -> None:
    """The first two cards are both Tortuga, the others three different pirates.

    1. 15 divisions.
    2. Two sets each: 30.
    3. No crew stands anywhere, so each of five cards has 5 plays; in the 7 divisions that keep the
       copies together they are one option: 15 × 25 - 7 × 5 = 340. Recorded from there on.
    """
    table = GAME.deal(2, GAME.complete({}), FastRng(1))
    assert "laid tortuga.2 tortuga.1 yellow_1" in table.write()
    assert_counts(table, [15, 30, 340, 3389])
