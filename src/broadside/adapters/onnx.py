"""Trained networks as ONNX files: written with what they were trained for, and read as bots.

A file takes observations as rows of numbers and gives a rating for each action of the game, or one
number, the value of the position. How observations become features is part of it, so that it can be
used without this package, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from broadside.adapters.layout import SCALE, Features, layout_of
from broadside.bots.simple import Bot, GreedyBot
from broadside.kernel.errors import BadData, BroadsideError
from broadside.kernel.masks import lowest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from broadside.kernel.action import Action
    from broadside.kernel.event import Seat
    from broadside.kernel.game import Game
    from broadside.kernel.rng import Rng
    from broadside.kernel.state import State

    Weights = NDArray[np.float32]

OPSET: Final = 17
IR_VERSION: Final = 8
INPUT: Final = "observation"
RATINGS: Final = "ratings"
VALUE: Final = "value"


class OnnxBot(Bot):
    """Plays what a network rates best. The network was trained in seat 0: for other seats the table
    is turned.

    A network that gives the value of a position is asked about the end of the stage (a turn, a
    round) to which each action leads if all seats go on as `greedy` does.

    `broadside simulate`, `arena`, `bot` and `serve --bot NAME=agent.onnx` take the file for a bot.
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        super().__init__("onnx")
        self.session: Any = session_of(path)
        about = self.session.get_modelmeta().custom_metadata_map
        if about.get("game") != game.name:
            raise BadData(f"{path} was trained for {about.get('game')!r}, not for {game.name!r}")
        self.seats = int(about["seats"])
        self.layout = layout_of(game, self.seats)
        self.output: str = self.session.get_outputs()[0].name
        width = 1 if self.output == VALUE else len(game.actions.actions)
        self.check_layout(path, about.get("layout"), width)
        self.advice = game.advice()
        self.others = GreedyBot(self.advice)
        self.name = Path(path).stem

    def check_layout(self, path: str | Path, mark: str | None, width: int) -> None:
        """Raise BadData if observations or actions are others now than when it was trained.

        A file that somebody else has written may lack the mark; then sizes must do.
        """
        taken, given = (
            self.session.get_inputs()[0].shape[-1],
            self.session.get_outputs()[0].shape[-1],
        )
        sizes = self.layout.size, width
        if (taken, given) != sizes or mark not in (None, self.layout.mark()):
            raise BadData(
                f"{path} was trained with other observations or actions than those that"
                f" {self.layout.game.name} has in this version of Broadside; train it again"
            )

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The legal action with the highest rating."""
        if world.seats != self.seats:
            raise BroadsideError(f"the network was trained with {self.seats} seats")
        turned = world.turned(-seat) if seat else world
        legal = turned.legal(0)
        if self.output == VALUE:
            ratings = self.look_ahead(turned, legal, rng)
        else:
            ratings = self.ask([self.layout.observe(turned, 0)])[0][[one.code for one in legal]]
        best = legal[int(ratings.argmax())]
        return world.action_table().turned(best, seat, world.seats) if seat else best

    def ask(self, rows: Sequence[NDArray[np.int8]]) -> Weights:
        """What the network says of some observations."""
        asked = {INPUT: np.array(rows, dtype=np.float32)}
        answer: Weights = self.session.run([self.output], asked)[0]
        return answer

    def look_ahead(self, world: State, legal: Sequence[Action], rng: Rng) -> Weights:
        """What the position is worth to seat 0 at the end of the stage after each action."""
        ends = [self.end_of_stage(world, action, rng) for action in legal]
        values = self.ask([self.layout.observe(end, 0) for end in ends])[:, 0]
        for place, end in enumerate(ends):
            result = end.result()
            if result is not None:
                values[place] = self.seats * result[0] - 1.0
        return values

    def end_of_stage(self, world: State, action: Action, rng: Rng) -> State:
        """The world after this action, and after what `greedy` does in all seats."""
        after = world.clone()
        stage = self.advice.stage(after)
        after.apply(0, action)
        for _ in range(self.advice.decisions_ahead):
            if not after.waiting or self.advice.stage(after) != stage:
                break
            seat = lowest(after.waiting)
            after.apply(seat, self.others.choose(after, seat, rng))
        return after


def session_of(path: str | Path) -> Any:
    """A network that is ready; raises an error that says what is missing."""
    try:
        import onnxruntime
    except ImportError:
        raise BroadsideError(f"{path} needs onnxruntime: pip install 'broadside[onnx]'") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(path), options)
    except Exception as error:  # noqa: BLE001  (it has many, and names none of them)
        raise BadData(f"{path} cannot be read as an ONNX file: {error}") from None


def game_of(path: str | Path) -> str:
    """The name of the game that a network was trained for."""
    return str(session_of(path).get_modelmeta().custom_metadata_map.get("game"))


def write(
    path: str | Path, game: Game, seats: int, features: Features, layers: Sequence[Any]
) -> None:
    """Write a network of `layers`, pairs of weights and biases with `tanh` between them.

    One whose last layer has one column gives the value of a position, else it rates actions.
    """
    import onnx
    from onnx import helper, numpy_helper

    constants = {
        "numbers": features.numbers,
        "scale": np.array(SCALE, dtype=np.float32),
        "words": features.words,
        "values": features.values,
    }
    width = layers[-1][0].shape[1]
    output = VALUE if width == 1 else RATINGS
    nodes = [
        helper.make_node("Gather", [INPUT, "numbers"], ["picked"], axis=1),
        helper.make_node("Mul", ["picked", "scale"], ["small"]),
        helper.make_node("Gather", [INPUT, "words"], ["spelled"], axis=1),
        helper.make_node("Equal", ["spelled", "values"], ["same"]),
        helper.make_node("Cast", ["same"], ["flags"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Concat", ["small", "flags"], ["layer0"], axis=1),
    ]
    for place, (weights, biases) in enumerate(layers):
        constants |= {f"weights{place}": weights, f"biases{place}": biases}
        last = place == len(layers) - 1
        inner = output if last else f"sum{place}"
        inputs = [f"layer{place}", f"weights{place}", f"biases{place}"]
        nodes.append(helper.make_node("Gemm", inputs, [inner]))
        if not last:
            nodes.append(helper.make_node("Tanh", [inner], [f"layer{place + 1}"]))
    layout = layout_of(game, seats)
    graph = helper.make_graph(
        nodes,
        f"broadside-{game.name}",
        [rows_of(INPUT, layout.size)],
        [rows_of(output, width)],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    made.ir_version = IR_VERSION
    about = {"game": game.name, "seats": str(seats), "layout": layout.mark()}
    helper.set_model_props(made, about)
    onnx.checker.check_model(made)
    onnx.save(made, str(path))


def rows_of(name: str, width: int) -> Any:
    """The type of any number of rows."""
    from onnx import TensorProto, helper

    return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", width])
