"""Loading."""

from __future__ import annotations

from tests.rule import rule

from .drawing import table


@rule("JAM-L1")
def test_exactly_as_many_as_the_die_into_an_empty_hold() -> None:
    """Tokens are never added to a hold that has some."""
    t = table("ship 0 0 F2 - G1")
    t.act(0, "A08", (4, 6))

    assert t.holds(0) == "F2 F4 G1 P6 -"
    assert t.told("loaded")[:2] == [
        {"ship": 0, "hold": 2, "good": "food", "tokens": 4},
        {"ship": 0, "hold": 4, "good": "gunpowder", "tokens": 6},
    ]


@rule("JAM-L2")
def test_v14_another_kind_goes_over_board() -> None:
    """Holds G3 G2 F1 F4 P2, load gold 5: the gold is not offered."""
    t = table("ship 0 0 G3 G2 F1 F4 P2")
    t.act(0, "A10", (1, 5))
    assert t.question() == "jettison"
    t.play(0, "jettison 4")  # gunpowder 1 instead of F4
    assert t.holds(0) == "G3 G2 F1 P1 P2"
    assert t.legal(0) == ["jettison 3", "jettison 4", "jettison 5"]
    assert t.refuse(0, "jettison 1") == ("jettison_same_kind", "JAM-L2")
    assert t.refuse(0, "stow 3") == ("hold_not_empty", "JAM-L1")
    assert t.refuse(0, "jettison 6") == ("hold_not_owned", "JAM-T5")

    t.play(0, "jettison 3")

    assert t.holds(0) == "G3 G2 G5 P1 P2"


@rule("JAM-L2")
def test_v14_as_it_is_written() -> None:
    """Must jettison F1, F4 or P2."""
    t = table("ship 0 0 G3 G2 F1 F4 P2")
    t.act(0, "A11", (5, 1))

    assert t.legal(0) == ["jettison 3", "jettison 4", "jettison 5"]
    assert t.prompt(0).default.text == "jettison 3"
    assert [denial.action.text for denial in t.state.denied(0)] == ["jettison 1", "jettison 2"]


@rule("JAM-L2")
def test_the_clock_jettisons_what_is_cheapest() -> None:
    """Fewest tokens; of equal ones gunpowder before food before gold."""
    t = table("ship 0 0 G2 F2 P2 P3 G1")
    t.act(0, "A06", (5, 1))
    assert t.prompt(0).default.text == "jettison 5"
    t = table("ship 0 0 G2 F6 P2 P3 G2")
    t.act(0, "A06", (5, 1))
    assert t.prompt(0).default.text == "jettison 3"


@rule("JAM-L3", "JAM-Q1")
def test_v13_all_holds_have_the_kind_already() -> None:
    """Holds G1 G2 G3 G4 G5, load gold 6: skipped, nothing changes."""
    t = table("ship 0 0 G1 G2 G3 G4 G5")
    t.act(0, "A11", (6, 6))

    assert t.holds(0) == "G1 G2 G3 G4 G5"
    assert t.told("load_skipped") == [
        {"ship": 0, "good": "gold", "reason": "all_of_one_kind"},
        {"ship": 0, "good": "gold", "reason": "all_of_one_kind"},
    ]


@rule("JAM-L2")
def test_one_hold_to_jettison_goes_by_itself() -> None:
    """There is nothing to decide."""
    t = table("ship 0 0 G1 G2 G3 G4 F5")
    t.act(0, "A11", (6, 6))

    assert t.holds(0) == "G1 G2 G3 G4 G6"
    assert t.question() != "jettison"


@rule("JAM-L1", "JAM-T5")
def test_a_regular_hold_or_the_sixth() -> None:
    """Both empty: the loader chooses; regular holds are all alike."""
    t = table("""
        ship 0      0 G1 - -
        treasure 4  T_SIXTH holder=0
    """)
    t.act(0, "A08", (2, 3))
    assert t.question() == "stow"
    assert t.legal(0) == ["stow 2", "stow 6"]
    assert t.prompt(0).default.text == "stow 2"
    assert t.refuse(0, "stow 3") == ("holds_are_alike", "JAM-L1")
    assert t.refuse(0, "jettison 1") == ("jettison_needless", "JAM-L2")
    assert t.refuse(0, "jettison 2") == ("hold_is_empty", "JAM-L2")

    denied = {denial.action.text: denial.code for denial in t.state.denied(0)}
    assert denied["stow 1"] == "hold_not_empty"
    assert denied["stow 5"] == "holds_are_alike"

    t.play(0, "stow 6")

    assert t.holds(0) == "G1 P3 - - - F2"


@rule("JAM-Q16", "JAM-L1")
def test_a_finite_bank_runs_out() -> None:
    """A load takes what is left; with nothing left it is skipped before any jettison."""
    t = table("ship 0 0 G1 G1 F1 F1 P1", bank="finite")
    t.state.bank[2] = 2
    t.act(0, "A08", (5, 4))
    assert t.question() == "jettison"
    t.play(0, "jettison 1")
    assert t.holds(0).startswith("F2 ")

    t = table("ship 0 0 G1 G1 F1 F1 P1", bank="finite")
    t.state.bank[1] = 0
    t.act(0, "A11", (5, 4))
    assert t.holds(0) == "G1 G1 F1 F1 P1"
    assert t.told("load_skipped")[0] == {"ship": 0, "good": "gold", "reason": "bank_empty"}


@rule("JAM-Q16")
def test_an_unlimited_bank_never_runs_out() -> None:
    """All holds of all ships could be full of one kind."""
    full = "G6 G6 G6 G6 G6"
    ships = "\n".join(f"ship {seat} 0 {full}" for seat in range(1, 6))
    t = table(f"ship 0 0\n{ships}", seats=6)
    t.act(0, "A11", (6, 6))

    assert t.holds(0) == "G6 G6 - - -"
