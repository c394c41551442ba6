"""A server in a process of its own, started as the command line starts it.

    python -m tests.server.serving DATA PORT

prints its address when it is ready.
"""

from __future__ import annotations

import sys

from broadside.server.serve import serve
from broadside.service.settings import Settings
from broadside.workers.pool import Brain
from tests.server import thoughts
from tests.server.harness import BOTS, GAMES


def main() -> None:
    """Serve until somebody ends this process."""
    serve(
        GAMES,
        BOTS,
        Brain(thoughts.default),
        host="127.0.0.1",
        port=int(sys.argv[2]),
        data=sys.argv[1],
        static=None,
        ready=lambda link: print(link, flush=True),
        settings=Settings(bot_beat_s=0.01, bot_workers=1),
    )


if __name__ == "__main__":
    main()
