"""The four shapes of waiting that cover every decision of every game.

In some windows whether a seat has answered is its secret. At a live table the last answer does not
close such a window, or it would tell all others that they have answered: the window rests.
"""

from __future__ import annotations

from typing import Final

NOBODY: Final = 0
TURN: Final = 1
"""One seat decides; its answer closes the window."""
VOTE: Final = 2
"""Several seats answer under seal; the last answer closes the window."""
REACTION: Final = 3
"""Several seats may take it; the first taker closes the window, or the last one to pass."""
FREE_PLAY: Final = 4
"""Several seats may play until all are ready; any play asks the others again."""

WINDOW_NAMES: Final = ["nobody", "turn", "vote", "reaction", "free_play"]
