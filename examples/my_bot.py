"""A bot of one's own, in plain Python. Run it: python examples/my_bot.py"""

import broadside
from broadside.arena.match import play_match
from broadside.bots.levels import bot
from broadside.bots.simple import Bot
from broadside.kernel.action import Action
from broadside.kernel.rng import Rng

game = broadside.game("jolly-and-roger")
greedy = bot("greedy", game)


class Boarder(Bot):
    """Takes gold now, whatever it costs later; has no other idea than the game's advice."""

    def choose(self, world: broadside.State, seat: int, rng: Rng) -> Action:
        """Board with the richest card if any may; else do what the greedy bot would."""
        boardings = [action for action in world.legal(seat) if action.text.startswith("board")]
        return boardings[-1] if boardings else greedy.choose(world, seat, rng)


wins = [0.0, 0.0]
for index in range(20):
    outcome = play_match(game, game.complete({}), [Boarder("boarder"), greedy], 1, index)
    wins = [won + part for won, part in zip(wins, outcome.result or [], strict=True)]
print(f"boarder {wins[0]:g} : {wins[1]:g} greedy")
