"""Try each extra alone: install a wheel with it into an empty environment, and use it.

python -m tools.extras dist/broadside-….whl
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

USES: Final = {
    "pettingzoo": """
from broadside.adapters import pettingzoo
env = pettingzoo.env("jamaica", 3, render_mode="rgb_array")
env.reset(seed=1)
env.step(int(env.last()[0]["action_mask"].argmax()))
assert env.render().ndim == 3
""",
    "gym": """
from broadside.adapters import gym
env = gym.make("jolly-and-roger", render_mode="rgb_array")
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
assert env.render().ndim == 3
""",
    "openspiel": """
import pyspiel
from broadside.adapters import openspiel
pyspiel.random_sim_test(openspiel.load("jolly-and-roger"), 1, False, False)
""",
    "onnx": """
from broadside.adapters import onnx
from broadside.adapters.layout import Features, layout_of
from broadside.games import registry
import numpy as np
import broadside
game = registry.find("jolly-and-roger")
features = Features(layout_of(game, 2))
layer = np.zeros((features.size, 159), np.float32), np.zeros(159, np.float32)
onnx.write("agent.onnx", game, 2, features, [layer])
assert broadside.play("jolly-and-roger", onnx.OnnxBot(game, "agent.onnx")).result
""",
    "console": """
import asyncio
from broadside import texts
from broadside.console.client import Client, own_texts
from broadside.console.games import game_of
from broadside.console.remote_table import RemoteTable
from broadside.console.screen import TableApp
from broadside.console.session import Session
from broadside.console.speech import Voice
voice = Voice("en", texts.read("en"), own_texts("en"))
table = {"status": "waiting", "seats": [], "proposal": None, "options": {}}
game = game_of("none", {"domains": {}, "seats": [], "verbs": {}, "events": {}})
client = Client(RemoteTable("http://127.0.0.1:1/table/x"), voice, Session(voice, game, table, {}))
async def look():
    async with TableApp(client).run_test() as pilot:
        await pilot.press("q", "enter")
asyncio.run(look())
assert client.typist.is_leaving
""",
    "postgresql": """
from broadside.cli.entry import main
assert main("backup x.sqlite --store postgresql://127.0.0.1:1/x".split()) == 2
from broadside.store.postgresql.store import PostgresStore
assert PostgresStore("postgresql://127.0.0.1:1/x").url
""",
    "ray": """
from broadside.cli.entry import main
words = "simulate jolly-and-roger --games 30 --out rows.csv --engine ray --workers 2".split()
assert main(words) == 0
""",
    "report": """
from broadside.cli.entry import main
assert main("simulate jolly-and-roger --games 30 --workers 1 --out rows.parquet".split()) == 0
assert main("report rows.parquet --html page.html".split()) == 0
""",
}


def attempt(wheel: Path, extra: str, program: str) -> bool:
    """Whether an extra is enough for what it is for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        install = [python, "-m", "pip", "install", "--quiet", f"{wheel.resolve()}[{extra}]"]
        subprocess.run(install, check=True)
        done = subprocess.run([python, "-c", program], cwd=folder)
    print(f"{extra}: {'works' if done.returncode == 0 else 'fails'} alone", flush=True)
    return done.returncode == 0


def main() -> int:
    """Try all of them, or those that are named after the wheel."""
    if len(sys.argv) < 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    wheel, *names = sys.argv[1:]
    found = [attempt(Path(wheel), each, USES[each]) for each in names or USES]
    return 0 if all(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
