"""Where the pieces of a simulation are played: in processes of this machine, or on a Ray cluster.

A piece is a pure function of its plan, so a piece whose worker died is simply played again: nothing
is lost and nothing counts twice.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, TypeVar

from broadside.arena.simulate import AHEAD, cores, in_order
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENGINES: Final = ("processes", "ray")
TRIES: Final = 5

Found = TypeVar("Found")


def run(
    play: Callable[[range], Found], pieces: list[range], engine: str, workers: int | None
) -> Iterator[Found]:
    """What is found in each piece, in their order."""
    if engine == "ray":
        return on_ray(play, pieces, workers)
    return in_order(play, pieces, max(1, min(workers or cores(), len(pieces))))


def on_ray(
    play: Callable[[range], Found], pieces: list[range], workers: int | None
) -> Iterator[Found]:
    """The same on Ray: the cluster that RAY_ADDRESS names, or one that is started here."""
    try:
        import ray
    except ImportError:
        raise BroadsideError("--engine ray needs Ray: pip install 'broadside[ray]'") from None
    is_started = not ray.is_initialized()
    if is_started:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        task: Any = ray.remote(max_retries=TRIES)(play_on_ray)
        ahead = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        waiting: deque[Any] = deque()
        for piece in pieces:
            if len(waiting) == ahead:
                yield ray.get(waiting.popleft())
            waiting.append(task.remote(play, piece))
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        if is_started:
            ray.shutdown()


def play_on_ray(play: Callable[[range], Found], piece: range) -> Found:
    """One piece, in a worker of Ray."""
    return play(piece)
