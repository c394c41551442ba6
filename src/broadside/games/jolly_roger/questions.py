"""The questions: one name for what each window asks."""

from __future__ import annotations

from typing import Final

QUESTIONS: Final = [
    "appoint",
    "choose_destination",
    "call_or_pass",
    "play_or_pass",
    "play_first_card",
    "muster_or_pass",
    "allot_skills",
    "pick_prize",
    "give_prize",
    "present_prize",
    "take_prize",
    "trade_or_pass",
    "sell_prize",
    "guard_or_bribe",
    "take_the_guard",
    "bury_prizes",
    "order_punishment",
    "name_victim",
    "join_or_pass",
    "play_forced_card",
    "react",
    "discard_card",
]

APPOINT: Final = 0
CHOOSE_DESTINATION: Final = 1
CALL_OR_PASS: Final = 2
PLAY_OR_PASS: Final = 3
PLAY_FIRST_CARD: Final = 4
MUSTER_OR_PASS: Final = 5
ALLOT_SKILLS: Final = 6
PICK_PRIZE: Final = 7
GIVE_PRIZE: Final = 8
PRESENT_PRIZE: Final = 9
TAKE_PRIZE: Final = 10
TRADE_OR_PASS: Final = 11
SELL_PRIZE: Final = 12
GUARD_OR_BRIBE: Final = 13
TAKE_THE_GUARD: Final = 14
BURY_PRIZES: Final = 15
ORDER_PUNISHMENT: Final = 16
NAME_VICTIM: Final = 17
JOIN_OR_PASS: Final = 18
PLAY_FORCED_CARD: Final = 19
REACT: Final = 20
DISCARD_CARD: Final = 21

REFUSALS: Final = [
    "card_not_in_hand",
    "prize_not_there",
    "only_normal_cards",
    "not_this_window",
    "captain_cannot_call",
    "mutiny_used",
    "reveal_too_early",
    "only_quartermaster_reveals",
    "bound_to_other_side",
    "leader_of_other_side",
    "cutthroat_not_yourself",
    "no_neutral_seat",
    "not_yourself",
    "no_hand_cards",
    "stack_empty",
    "island_barred",
    "not_among_fewest",
    "not_laid_out",
    "multi_cards_exactly",
    "traded_already",
    "nothing_to_draw",
    "cannot_be_buried",
    "cannot_be_sold",
    "not_punishable",
    "surgeon_not_for_officers",
    "used_in_this_window",
    "nobody_to_rob",
    "nothing_buried",
    "no_open_prize",
    "guard_already",
    "asked_already",
    "bribes_off",
    "one_open_offer",
    "offers_used_up",
    "no_such_offer",
    "seat_not_here",
]
