"""Train an agent for Jolly & Roger against `greedy`, with nothing but NumPy.

    pip install 'broadside[gym,onnx]'
    python examples/train_agent.py --minutes 10 --out agent.onnx
    broadside simulate jolly-and-roger --bots agent.onnx,greedy --rotate
    broadside serve --bot agent=agent.onnx

For the first minutes the agent watches `greedy` and learns to do the same; then it plays against
`greedy` and learns what wins, by proximal policy optimization (PPO). What it may not do never has a
probability: the mask of legal actions is laid over the ratings.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from broadside.adapters import gym, onnx
from broadside.adapters.layout import Features, layout_of
from broadside.bots.levels import bot
from broadside.games import registry
from broadside.kernel.rng import FastRng

GAME = "jolly-and-roger"
TABLES = 256
STEPS = 32
EPOCHS = 3
MINIBATCH = 1024
HIDDEN = 128
WATCHING = 0.35  # the part of the time in which it watches
CLIP = 0.2
DISCOUNT = 0.997
TRACE = 0.95
ENTROPY = 0.01
# What it looks at; the layout of the observations has more.
LEAVES = (
    "turn phase splitter pile laid.card laid.set laid.played owners.A owners.B ships.captain"
    " ships.strength ships.crews.count ships.crews.all.face_up ships.crews.last.strength"
    " chests.gold supply unseen"
).split()

Array = NDArray[np.float32]
Looked = tuple[Array, Array, Array, Array]


class Network:
    """Two hidden layers, then ratings of all actions and the value of the position."""

    def __init__(self, inputs: int, actions: int, chance: np.random.Generator) -> None:
        shapes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        gains = [1.0, 1.0, 0.01, 0.1]
        self.weights: list[Array] = []
        for (rows, columns), gain in zip(shapes, gains, strict=True):
            spread = gain / np.sqrt(rows)
            self.weights.append(chance.normal(0, spread, (rows, columns)).astype(np.float32))
            self.weights.append(np.zeros(columns, dtype=np.float32))
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.updates = 0

    def look(self, inputs: Array) -> Looked:
        """Both hidden layers, the ratings, the values."""
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        first = np.tanh(inputs @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        return first, second, second @ w3 + b3, (second @ w4 + b4)[:, 0]

    def learn(
        self, inputs: Array, looked: Looked, by_rating: Array, by_value: Array, rate: float
    ) -> None:
        """One step of Adam against the gradients of the loss by ratings and values."""
        first, second = looked[:2]
        w2, w3, w4 = self.weights[2], self.weights[4], self.weights[6]
        by_second = (by_rating @ w3.T + by_value[:, None] @ w4.T) * (1 - second * second)
        by_first = (by_second @ w2.T) * (1 - first * first)
        gradients = [
            inputs.T @ by_first, by_first.sum(0),
            first.T @ by_second, by_second.sum(0),
            second.T @ by_rating, by_rating.sum(0),
            second.T @ by_value[:, None], by_value.sum(keepdims=True),
        ]  # fmt: skip
        self.updates += 1
        length = np.sqrt(sum(float((each * each).sum()) for each in gradients))
        shrink = min(1.0, 0.5 / (length + 1e-8))
        for place, gradient in enumerate(gradients):
            scaled = gradient * np.float32(shrink)
            self.means[place] += 0.1 * (scaled - self.means[place])
            self.squares[place] += 0.001 * (scaled * scaled - self.squares[place])
            mean = self.means[place] / (1 - 0.9**self.updates)
            square = self.squares[place] / (1 - 0.999**self.updates)
            self.weights[place] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def probabilities(ratings: Array, masks: NDArray[np.bool_]) -> Array:
    """How likely each action is; what is not legal is impossible."""
    masked = np.where(masks, ratings, np.float32(-1e9))
    masked = np.exp(masked - masked.max(axis=1, keepdims=True))
    return np.asarray(masked / masked.sum(axis=1, keepdims=True))


def drawn(chances: Array, chance: np.random.Generator) -> NDArray[np.intp]:
    """An action for each row, by its probability."""
    lots = chance.random((len(chances), 1), dtype=np.float32)
    return np.asarray(((chances.cumsum(axis=1) > lots) & (chances > 0)).argmax(axis=1))


def watch(network: Network, features: Features, env: gym.TablesEnv, until: float) -> None:
    """Learn to do what `greedy` does."""
    teacher, rng = bot("greedy", registry.find(GAME)), FastRng(7)
    observations, info = env.reset(seed=1)
    rows, masks, answers = [], [], []
    chance = np.random.default_rng(5)
    while time.monotonic() < until:
        shown = [
            teacher.choose(table.determinize(0, rng), 0, rng).code for table in env.batch.tables
        ]
        rows.append(observations)
        masks.append(info["action_mask"] == 1)
        answers.append(np.array(shown))
        observations, _, _, _, info = env.step(answers[-1])
        if len(rows) % 8:
            continue
        kept = slice(-400, None)  # the last hundred thousand positions
        seen, legal = np.concatenate(rows[kept]), np.concatenate(masks[kept])
        wanted = np.concatenate(answers[kept])
        for _ in range(8):
            some = chance.integers(len(seen), size=MINIBATCH)
            copy(network, features.of(seen[some]), legal[some], wanted[some])
        del rows[:-400], masks[:-400], answers[:-400]


def copy(network: Network, inputs: Array, masks: Any, wanted: Any) -> None:
    """Make what the teacher did more likely."""
    looked = network.look(inputs)
    by_rating = probabilities(looked[2], masks)
    by_rating[np.arange(len(wanted)), wanted] -= 1
    by_rating /= len(wanted)
    network.learn(inputs, looked, by_rating, np.zeros_like(looked[3]), 1e-3)


class Round:
    """What happened in some steps at all tables."""

    def __init__(
        self, network: Network, features: Features, env: gym.TablesEnv, start: Any, chance: Any
    ) -> None:
        seen, info = start
        shape = (STEPS, env.num_envs)
        self.rows = np.empty((*shape, env.seen.size), dtype=np.int8)
        self.masks = np.empty((*shape, env.seen.actions), dtype=np.bool_)
        self.actions = np.empty(shape, dtype=np.intp)
        self.before = np.empty(shape, dtype=np.float32)
        rewards = np.empty(shape, dtype=np.float32)
        ended = np.empty(shape, dtype=np.bool_)
        values = np.empty((STEPS + 1, env.num_envs), dtype=np.float32)
        for step in range(STEPS):
            self.rows[step], self.masks[step] = seen, info["action_mask"] == 1
            _, _, ratings, values[step] = network.look(features.of(seen))
            chances = probabilities(ratings, self.masks[step])
            self.actions[step] = drawn(chances, chance)
            self.before[step] = chances[np.arange(env.num_envs), self.actions[step]]
            seen, rewards[step], ended[step], _, info = env.step(self.actions[step])
        values[STEPS] = network.look(features.of(seen))[3]
        self.last = seen, info
        self.results = rewards[ended]
        self.advantages = np.zeros(shape, dtype=np.float32)
        trace = np.zeros(env.num_envs, dtype=np.float32)
        for step in reversed(range(STEPS)):
            goes_on = ~ended[step]
            surprise = rewards[step] + DISCOUNT * values[step + 1] * goes_on - values[step]
            trace = surprise + DISCOUNT * TRACE * goes_on * trace
            self.advantages[step] = trace
        self.returns = self.advantages + values[:STEPS]


def improve(network: Network, features: Features, played: Round, rate: float, chance: Any) -> None:
    """PPO: make what went better than expected more likely, in small steps."""
    rows = played.rows.reshape(-1, played.rows.shape[2])
    masks = played.masks.reshape(-1, played.masks.shape[2])
    actions, before = played.actions.ravel(), played.before.ravel()
    returns, advantages = played.returns.ravel(), played.advantages.ravel()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        order = chance.permutation(len(rows))
        for start in range(0, len(rows), MINIBATCH):
            some = order[start : start + MINIBATCH]
            inputs = features.of(rows[some])
            looked = network.look(inputs)
            chances = probabilities(looked[2], masks[some])
            chosen = np.arange(len(some)), actions[some]
            ratio = chances[chosen] / np.maximum(before[some], 1e-8)
            gain = advantages[some]
            is_free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            one_hot = np.zeros_like(chances)
            one_hot[chosen] = 1
            logs = np.log(np.maximum(chances, 1e-12))
            disorder = -(chances * logs).sum(1, keepdims=True)
            by_rating = (-gain * ratio * is_free)[:, None] * (one_hot - chances)
            by_rating += ENTROPY * chances * (logs + disorder)
            by_value = (looked[3] - returns[some]) / len(some)
            network.learn(inputs, looked, by_rating / len(some), by_value, rate)


def main() -> None:
    """Watch, play, write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--out", default="agent.onnx")
    args = parser.parse_args()
    game = registry.find(GAME)
    features = Features(layout_of(game, 2), LEAVES)
    chance = np.random.default_rng(3)
    network = Network(features.size, len(game.actions.actions), chance)
    env = gym.make_vec(GAME, TABLES, opponents="greedy")
    begun = time.monotonic()
    length = args.minutes * 60
    watch(network, features, env, begun + WATCHING * length)
    last = env.reset(seed=2)
    results: list[float] = []
    rounds = 0
    while time.monotonic() < begun + length:
        played = Round(network, features, env, last, chance)
        last = played.last
        left = 1 - (time.monotonic() - begun) / length
        improve(network, features, played, 5e-4 * max(left, 0.05), chance)
        results = [*results, *((played.results + 1) / 2).tolist()][-2000:]
        rounds += 1
        if rounds % 20 == 0:
            print(f"{time.monotonic() - begun:6.0f} s: wins {np.mean(results):.1%} against greedy")
    w1, b1, w2, b2, w3, b3, *_ = network.weights
    onnx.write(args.out, game, 2, features, [(w1, b1), (w2, b2), (w3, b3)])
    print(f"wrote {args.out}")


if __name__ == "__main__":
    main()
