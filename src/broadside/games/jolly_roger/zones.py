"""The zones: everything that a table holds. What each of them means stands in `book.py`.

Hands, prizes, numbers of windows and who knows which card change in place. All other lists are
shared by a table and its copies: nobody changes one, it is replaced by another.
"""

from __future__ import annotations

from typing import Final

from broadside.kernel.state import State

from .cards import SEATS_MAX
from .events import NO_SIDE

NO_PIECES: Final[tuple[int, ...]] = ()
NONE_YET: Final[list[list[int]]] = [[0] * seats for seats in range(SEATS_MAX + 1)]
NEUTRAL: Final[list[list[int]]] = [[NO_SIDE] * seats for seats in range(SEATS_MAX + 1)]
EMPTY: Final[list[list[tuple[int, ...]]]] = [[NO_PIECES] * seats for seats in range(SEATS_MAX + 1)]
"""What each seat has before anything happens: nothing. By the number of seats."""


class Zones(State):
    """The fields of a table."""

    def copy_zones(self, other: Zones) -> None:
        """Become like another table. Every field is declared by the line that copies it.

        Tuples, and lists that are only replaced, are shared.
        """
        # Options.
        self.is_hidden: bool = other.is_hidden
        self.is_captains_gold: bool = other.is_captains_gold
        self.is_rechoosing: bool = other.is_rechoosing
        self.is_extra_pick: bool = other.is_extra_pick
        self.has_bribes: bool = other.has_bribes
        self.has_bot_bribes: bool = other.has_bot_bribes
        self.is_crew_open: bool = other.is_crew_open
        self.is_shuffled: bool = other.is_shuffled
        self.has_both_roles: bool = other.has_both_roles
        self.asks_all: bool = other.asks_all
        # The round.
        self.round: int = other.round
        self.captain: int = other.captain
        self.quartermaster: int = other.quartermaster
        self.is_mutiny_used: bool = other.is_mutiny_used
        self.skips_appointment: bool = other.skips_appointment
        self.barred_round: int = other.barred_round
        # Decks and discards, top last.
        self.crew_deck: tuple[int, ...] = other.crew_deck
        self.crew_discard: tuple[int, ...] = other.crew_discard
        self.prize_deck: tuple[int, ...] = other.prize_deck
        self.prize_discard: tuple[int, ...] = other.prize_discard
        self.stacks: list[tuple[int, ...]] = other.stacks
        self.destination_discard: tuple[int, ...] = other.destination_discard
        # Whether a hand may have too many cards.
        self.is_overfull: bool = other.is_overfull
        # By seat. Hands, prizes and buried prizes are kept in ascending order.
        self.hands: list[tuple[int, ...]] = other.hands[:]
        self.prizes: list[tuple[int, ...]] = other.prizes[:]
        self.buried: list[tuple[int, ...]] = other.buried
        self.kept: list[int] = other.kept
        self.broken: list[int] = other.broken
        self.jewels_gold: list[int] = other.jewels_gold
        self.promises: tuple[int, ...] = other.promises
        # The voyage.
        self.chosen: int = other.chosen
        self.is_shown: bool = other.is_shown
        self.map_card: int = other.map_card
        self.mustered: tuple[int, ...] = other.mustered
        self.musterers: tuple[int, ...] = other.musterers
        self.officers: list[int] = other.officers
        self.allotted: list[int] = other.allotted
        self.traded: int = other.traded
        self.sellers_left: int = other.sellers_left
        self.guards: int = other.guards
        self.guard: int = other.guard
        self.guard_asked: int = other.guard_asked
        self.bribe: tuple[int, ...] = other.bribe
        self.is_ordered: bool = other.is_ordered
        self.suggestion: int = other.suggestion
        # Sharing prizes.
        self.laid: tuple[int, ...] = other.laid
        self.shares: list[int] = other.shares
        self.best_given: list[int] = other.best_given
        self.cook: int = other.cook
        self.picks_left: int = other.picks_left
        self.is_seized: bool = other.is_seized
        self.carpenter: int = other.carpenter
        # The mutiny.
        self.mutineer: int = other.mutineer
        self.called_in: int = other.called_in
        self.sides: list[int] = other.sides
        self.lying: list[tuple[int, ...]] = other.lying
        self.loser: int = other.loser
        self.forced: int = other.forced
        self.forced_side: int = other.forced_side
        # Cards that may yet be cancelled, the lowest first; who has been asked about each.
        self.play_cards: tuple[int, ...] = other.play_cards
        self.play_seats: tuple[int, ...] = other.play_seats
        self.play_codes: tuple[int, ...] = other.play_codes
        self.react_asked: tuple[int, ...] = other.react_asked
        # The open window.
        self.pending: int = other.pending
        self.done: int = other.done
        self.heard: int = other.heard
        self.poll_from: int = other.poll_from
        self.used: tuple[int, ...] = other.used
        # Sealed answers, and who was asked for them.
        self.sealed: list[tuple[int, ...]] = other.sealed
        self.sealed_asked: int = other.sealed_asked
        # Offers: by giver.
        self.offer_items: list[int] = other.offer_items
        self.offer_pieces: list[int] = other.offer_pieces
        self.offer_tos: list[int] = other.offer_tos
        self.offer_returns: list[int] = other.offer_returns
        self.offers_made: list[int] = other.offers_made
        self.offers_window: int = other.offers_window
        # The number of each window on the agenda, 0 if it is not open yet.
        self.window_no: int = other.window_no
        self.ids: list[int] = other.ids[:]
