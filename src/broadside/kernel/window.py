"""Windows: the four shapes of waiting that cover every decision, and what can be said of one.

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


class Window:
    """The open window, as far as everybody may know it.

    `kind` is one of the four shapes; `number` changes whenever another window opens. `asked` are
    the seats that others see as asked, whoever has answered in secret. `countdown_ms` is how long
    it stays open if nobody does anything, `clock_s` how long somebody may think at a table with a
    clock, `hourglass_s` the same where the chosen rules insist on it; 0 for no such end.
    """

    def __init__(
        self,
        kind: int,
        asked: int,
        number: int = 0,
        countdown_ms: int = 0,
        clock_s: int = 0,
        hourglass_s: int = 0,
    ) -> None:
        self.kind = kind
        self.asked = asked
        self.number = number
        self.countdown_ms = countdown_ms
        self.clock_s = clock_s
        self.hourglass_s = hourglass_s


NO_WINDOW: Final = Window(NOBODY, 0)
