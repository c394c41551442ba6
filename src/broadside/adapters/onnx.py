"""Trained networks as ONNX files: written with what they were trained for, and read as bots.

A file takes observations as rows of numbers and gives a rating for each action of the game. How
observations become features is part of it, so that it can be used without this package, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from broadside.adapters.layout import SCALE, Features, layout_of
from broadside.bots.simple import Bot
from broadside.kernel.errors import BadData, BroadsideError

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
OUTPUT: Final = "ratings"


class OnnxBot(Bot):
    """Plays what a network rates best. The network was trained in seat 0: for other seats the table
    is turned.

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
        self.check_layout(path, about.get("layout"), len(game.actions.actions))
        self.name = Path(path).stem

    def check_layout(self, path: str | Path, mark: str | None, actions: int) -> None:
        """Raise BadData if observations or actions are others now than when it was trained.

        A file that somebody else has written may lack the mark; then sizes must do.
        """
        taken, given = (
            self.session.get_inputs()[0].shape[-1],
            self.session.get_outputs()[0].shape[-1],
        )
        sizes = self.layout.size, actions
        if (taken, given) != sizes or mark not in (None, self.layout.mark()):
            raise BadData(
                f"{path} was trained with other observations or actions than those that"
                f" {self.layout.game.name} has in this version of Broadside; train it again"
            )

    def choose(self, world: State, seat: Seat, rng: Rng) -> Action:
        """The legal action with the highest rating; nothing is left to chance."""
        del rng
        if world.seats != self.seats:
            raise BroadsideError(f"the network was trained with {self.seats} seats")
        turned = world.turned(-seat) if seat else world
        row = self.layout.observe(turned, 0).astype(np.float32)
        ratings = self.session.run([OUTPUT], {INPUT: row[None]})[0][0]
        table = world.action_table()
        legal = turned.legal(0)
        best = legal[int(ratings[[action.code for action in legal]].argmax())]
        return table.turned(best, seat, world.seats) if seat else best


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
    """Write a network of `layers`, pairs of weights and biases with `tanh` between them."""
    import onnx
    from onnx import helper, numpy_helper

    constants = {
        "numbers": features.numbers,
        "scale": np.array(SCALE, dtype=np.float32),
        "words": features.words,
        "values": features.values,
    }
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
        inner = OUTPUT if last else f"sum{place}"
        inputs = [f"layer{place}", f"weights{place}", f"biases{place}"]
        nodes.append(helper.make_node("Gemm", inputs, [inner]))
        if not last:
            nodes.append(helper.make_node("Tanh", [inner], [f"layer{place + 1}"]))
    layout = layout_of(game, seats)
    graph = helper.make_graph(
        nodes,
        f"broadside-{game.name}",
        [rows_of(INPUT, layout.size)],
        [rows_of(OUTPUT, len(game.actions.actions))],
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
