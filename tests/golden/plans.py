"""Which golden games there are."""

from __future__ import annotations

from .story import Plan

JOLLY_AND_ROGER = "jolly-and-roger"
JAMAICA = "jamaica"
TORTUGA = "tortuga-1667"
JOLLY_ROGER = "jolly-roger"
PLANS: dict[str, Plan] = {
    "jolly-and-roger-intro": Plan(
        JOLLY_AND_ROGER, 2, 1, {"deck": "intro", "first_splitter": "random", "memory": "open"}
    ),
    "jolly-and-roger-advanced": Plan(
        JOLLY_AND_ROGER, 2, 2, {"deck": "advanced", "first_splitter": "seat0", "memory": "closed"}
    ),
    "jolly-and-roger-advanced_full": Plan(
        JOLLY_AND_ROGER, 2, 3, {"deck": "advanced_full", "first_splitter": "seat1"}
    ),
    "jolly-and-roger-pocket": Plan(JOLLY_AND_ROGER, 2, 4, {"deck": "pocket"}),
    "jamaica-2": Plan(JAMAICA, 2, 104, {}),
    "jamaica-3": Plan(JAMAICA, 3, 122, {"shortage_mode": "die"}),
    "jamaica-4": Plan(JAMAICA, 4, 121, {"bank": "finite", "treasure_pick": "random"}),
    "jamaica-5": Plan(JAMAICA, 5, 93, {"reveal": "together", "quick_pay": True}),
    "jamaica-6": Plan(JAMAICA, 6, 94, {}),
    "tortuga-1667-2": Plan(TORTUGA, 2, 16, {"small_drop": False, "star_count": 8}),
    "tortuga-1667-3": Plan(
        TORTUGA, 3, 33, {"instant_intrigue": True, "short_deck": 3, "loyalty_mode": "open"}
    ),
    "tortuga-1667-5": Plan(TORTUGA, 5, 155, {"star_count": 5, "sand_timer": True}),
    "tortuga-1667-9": Plan(TORTUGA, 9, 24, {"loyalty_mode": "one_each"}),
    "jolly-roger-3": Plan(JOLLY_ROGER, 3, 5, {"ask_all": True}),
    "jolly-roger-4": Plan(
        JOLLY_ROGER, 4, 6, {"island_fail": "rechoose", "captain_pick": "extra", "poll": "shuffled"}
    ),
    "jolly-roger-6": Plan(JOLLY_ROGER, 6, 7, {"hidden_treasures": True, "captains_gold": True}),
    "jolly-roger-10": Plan(JOLLY_ROGER, 10, 8, {}),
    "parley-2": Plan("parley", 2, 1, {}),
    "parley-3": Plan("parley", 3, 2, {}),
    "parley-4": Plan("parley", 4, 3, {}),
}
