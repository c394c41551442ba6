"""Bots that play over the network: a programme in any language that answers questions over HTTP.

It is sent what its seat sees, a world of its seat and the legal actions, and answers with one.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Final

import msgspec

from broadside.bots.simple import Bot
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from broadside.bots.search.budget import Budget
    from broadside.kernel.action import Action
    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

SCHEMES: Final = ("http://", "https://")
ANSWER_S: Final = 60.0
SEEDS: Final = 1 << 30
EXPECTED: Final = 'expected {"action": "…"} with one of the legal actions it was sent'


class RemoteBot(Bot):
    """Asks an address for each decision. Offers are no matter for it."""

    def __init__(self, address: str, game: Game, look_aheads: int | None = None) -> None:
        super().__init__(address)
        self.address = address
        self.game = game
        self.look_aheads = look_aheads

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """What the programme at the address answers; raises an error if that is no action."""
        legal = [action.text for action in world.legal(seat)]
        question = {
            "game": self.game.name,
            "seat": seat,
            "view": world.view(seat),
            "world": world.write(),
            "legal": legal,
            "seed": int(rng.below(SEEDS)),
            "look_aheads": self.look_aheads,
        }
        said = self.ask(msgspec.json.encode(question))
        try:
            text = msgspec.json.decode(said)["action"]
            return self.game.actions.by_text[text]
        except (msgspec.DecodeError, KeyError, TypeError):
            shown = said[:60].decode(errors="replace")
            raise BroadsideError(
                f"the bot at {self.address} answered {shown!r} in seat {seat}; {EXPECTED}, such as"
                f" {legal[0]!r}"
            ) from None

    def ask(self, question: bytes) -> bytes:
        """Send a question; raises an error if nobody answers it."""
        asked = urllib.request.Request(  # noqa: S310 (is_remote has looked at the scheme)
            self.address, question, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_S) as answer:  # noqa: S310
                said: bytes = answer.read()
                return said
        except (OSError, ValueError, urllib.error.URLError) as error:
            raise BroadsideError(f"the bot at {self.address} does not answer: {error}") from None


def is_remote(name: str) -> bool:
    """Whether a bot's name is an address."""
    return name.startswith(SCHEMES)


def remote_bot(address: str, game: Game, budget: Budget | None) -> RemoteBot:
    """The bot at an address; a number of look-aheads is sent along, time is for it to keep."""
    has_number = budget is not None and budget.watch is None
    return RemoteBot(address, game, budget.look_aheads if budget and has_number else None)
