"""A bot that plays over the network. Run it: python examples/network_bot.py LINK-OF-A-TABLE

It needs nothing of Broadside, only the messages of docs/protocol.md: the same can be written in any
language. It sits down on the first open seat and plays at random to the end.
"""

import json
import random
import sys
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect


def ask(address: str, body: object = None) -> Any:
    """Ask the server over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data)) as answer:
        return json.load(answer)


def sit_down(api: str) -> Any:
    """Take the first open seat; give its number and the right to it."""
    seat = next(seat["seat"] for seat in ask(api)["seats"] if seat["kind"] == "open")
    return ask(f"{api}/seats/{seat}", {"name": "Polly", "salt": random.randbytes(8).hex()})


def play(socket: ClientConnection) -> list[float]:
    """Answer every question until the game is over; give everybody's part of the victory."""
    asked = 0
    while True:
        message = json.loads(socket.recv())
        if message["type"] == "refused":  # the table went on meanwhile: an update tells how
            print("refused:", message["reason"], file=sys.stderr)
        if message["type"] != "update":
            continue
        if message["result"] is not None:
            return list(message["result"])
        if message["legal"]:
            asked += 1
            act = {"type": "act", "id": f"polly {asked}", "question": message["question"]}
            socket.send(json.dumps({**act, "action": random.choice(message["legal"])}))


if __name__ == "__main__":
    link = urlsplit(sys.argv[1])
    table = link.path.rpartition("/")[2]
    taken = sit_down(f"{link.scheme}://{link.netloc}/api/tables/{table}")
    scheme = "wss" if link.scheme == "https" else "ws"
    with connect(f"{scheme}://{link.netloc}/api/tables/{table}/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "credential": taken["credential"]}))
        share = play(socket)[taken["seat"]]
        print(f"Polly, seat {taken['seat']}, has {share:g} of the victory.")
