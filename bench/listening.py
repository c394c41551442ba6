"""How the yardsticks listen: as the server does, on any free port, which they print."""

import socket
import sys

import uvicorn
from starlette.applications import Starlette

BACKLOG = 512


def serve(app: Starlette) -> None:
    """Serve until killed; the settings are those of `broadside.server.serve`."""
    # Without its protocol asyncio would not know that it should send without delay.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(BACKLOG)
    config = uvicorn.Config(
        app,
        loop="auto" if sys.platform == "win32" else "uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        lifespan="off",
    )
    print(f"ready: http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    uvicorn.Server(config).run(sockets=[listener])
