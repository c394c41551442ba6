"""Train an agent for Jolly & Roger that beats `greedy`, with nothing but NumPy.

    pip install 'broadside[gym,onnx]'
    python examples/train_agent.py --minutes 10 --out agent.onnx
    broadside simulate jolly-and-roger --bots agent.onnx,greedy --rotate
    broadside serve --bot agent=agent.onnx

Two processes play with `greedy` in both seats, now and then with any action that the mask allows
instead, and note how each turn begins and how its game ends. A network learns from that what a turn
is worth when it begins. The agent asks it where each action leads if both seats go on as `greedy`
does: that look-ahead is a good part of its strength (docs/guides/research.md has figures).

Minutes are those of the processor, on two cores: a busy machine takes longer and learns as much.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from broadside.adapters import gym, onnx
from broadside.adapters.layout import Features, layout_of
from broadside.bots.levels import bot
from broadside.games import registry
from broadside.kernel.rng import FastRng

GAME = registry.find("jolly-and-roger")
LAYOUT = layout_of(GAME, 2)
TURN = int(LAYOUT["turn"].places)
CORES = 2
TABLES = 128
PLAYING = 0.7  # the part of the time in which games are played
SLIPS = 0.04  # what nobody tries, nobody learns
CLEAR = 12.0  # so many points ahead are a clear victory
HIDDEN = (128, 48)
MINIBATCH = 1024
RATE = 2e-3
CHECKED = 20  # one of so many games is kept to see how well the others have taught
# What the network looks at, at the beginning of a turn; the layout of the observations has more.
LEAVES = (
    "turn splitter ships.captain ships.strength ships.crews.count ships.crews.all.card"
    " ships.crews.all.face_up ships.crews.last.strength ships.crews.last.face_up chests.gold unseen"
).split()

Array = NDArray[np.float32]
Lesson = tuple[NDArray[np.int8], Array]


def play(seed: int, seconds: float) -> Lesson:
    """Play games: how turns began, as seat 0 saw them, and what their games were worth to it."""
    env = gym.make_vec(GAME.name, TABLES, opponents="greedy")
    teacher, rng, chance = bot("greedy", GAME), FastRng(seed), np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    turns = np.zeros(TABLES, dtype=np.int8)
    begun: list[list[NDArray[np.int8]]] = [[] for _ in range(TABLES)]
    rows: list[NDArray[np.int8]] = []
    worths: list[float] = []
    while time.process_time() < seconds:
        for place in np.flatnonzero(seen[:, TURN] != turns):
            begun[place].append(seen[place])
        turns = seen[:, TURN]
        actions = np.array(
            [teacher.choose(table.determinize(0, rng), 0, rng).code for table in env.batch.tables]
        )
        lots = chance.random(info["action_mask"].shape) * info["action_mask"]
        actions = np.where(chance.random(TABLES) < SLIPS, lots.argmax(axis=1), actions)
        seen, paid, ended, _, info = env.step(actions)
        for place in np.flatnonzero(ended):
            ours, theirs = env.batch.last_tables[place].scores()
            worth = (paid[place] + np.tanh((ours - theirs) / CLEAR)) / 2
            rows += begun[place]
            worths += [worth] * len(begun[place])
            begun[place] = []
            turns[place] = 0
    return np.array(rows), np.array(worths, dtype=np.float32)


class Network:
    """Hidden layers, then the value of the position."""

    def __init__(self, features: Features, chance: np.random.Generator) -> None:
        self.layers: list[Array] = []
        for rows, columns in pairwise([features.size, *HIDDEN, 1]):
            weights = chance.normal(0, rows**-0.5, (rows, columns))
            self.layers += [weights.astype(np.float32), np.zeros(columns, dtype=np.float32)]
        self.compare_crews(features, chance)
        self.means = [np.zeros_like(each) for each in self.layers]
        self.squares = [np.zeros_like(each) for each in self.layers]
        self.updates = 0

    def compare_crews(self, features: Features, chance: np.random.Generator) -> None:
        """Half of the first layer begins by asking who leads on one of the ships, and how far."""
        ships = LAYOUT["ships.strength"].places
        for unit in range(HIDDEN[0] // 2):
            ours, theirs = (np.flatnonzero(features.numbers == at)[0] for at in ships[unit % 4])
            steep = chance.uniform(1, 10)
            self.layers[0][:, unit] *= 0.3
            self.layers[0][ours, unit] += steep
            self.layers[0][theirs, unit] -= steep
            self.layers[1][unit] = steep * chance.normal(0, 0.3)

    def look(self, inputs: Array) -> list[Array]:
        """What each layer says."""
        said = [inputs]
        for place in range(0, len(self.layers), 2):
            total = said[-1] @ self.layers[place] + self.layers[place + 1]
            said.append(np.tanh(total) if place < len(self.layers) - 2 else total)
        return said

    def learn(self, inputs: Array, worths: Array, rate: float) -> None:
        """One step of Adam towards what the positions were worth."""
        said = self.look(inputs)
        slope = (said[-1] - worths[:, None]) / len(worths)
        slopes: list[NDArray[np.floating]] = []
        for place in reversed(range(0, len(self.layers), 2)):
            before = said[place // 2]
            slopes = [before.T @ slope, slope.sum(0), *slopes]
            slope = (slope @ self.layers[place].T) * (1 - before * before)
        self.updates += 1
        for place, each in enumerate(slopes):
            self.means[place] += 0.1 * (each - self.means[place])
            self.squares[place] += 0.001 * (each * each - self.squares[place])
            mean = self.means[place] / (1 - 0.9**self.updates)
            square = self.squares[place] / (1 - 0.999**self.updates)
            self.layers[place] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def error(self, inputs: Array, worths: Array) -> float:
        """The mean square of how far it is off."""
        return float(np.square(self.look(inputs)[-1][:, 0] - worths).mean())


def fit(network: Network, features: Features, lesson: Lesson, seconds: float) -> None:
    """Learn for so long, ever more carefully."""
    rows, worths = lesson
    checked = len(rows) // CHECKED
    held = features.of(rows[:checked]), worths[:checked]
    chance = np.random.default_rng(5)
    start, used, told = time.process_time(), 0.0, 0
    while used < 1:
        some = chance.integers(checked, len(rows), size=MINIBATCH)
        network.learn(features.of(rows[some]), worths[some], RATE * (1 - used) + 1e-5)
        used = (time.process_time() - start) / seconds
        if used * 10 > told:
            print(f"learned {used:4.0%}: error {network.error(*held):.4f} of {held[1].var():.4f}")
            told += 1


def main() -> None:
    """Play, learn, write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="agent.onnx")
    args = parser.parse_args()
    seconds = args.minutes * 60
    with multiprocessing.get_context("spawn").Pool(CORES) as pool:
        orders = [(args.seed * CORES + core, PLAYING * seconds) for core in range(CORES)]
        lessons = pool.starmap(play, orders)
    rows, worths = (np.concatenate(part) for part in zip(*lessons, strict=True))
    print(f"{len(rows)} turns were played")
    features = Features(LAYOUT, LEAVES)
    network = Network(features, np.random.default_rng(args.seed))
    fit(network, features, (rows, worths), (1 - PLAYING) * seconds)
    onnx.write(
        args.out,
        GAME,
        2,
        features,
        list(zip(network.layers[::2], network.layers[1::2], strict=True)),
    )
    print(f"wrote {args.out}")


if __name__ == "__main__":
    main()
