"""Measuring servers by turns, each in a fresh process with a fresh folder and a fresh load."""

from __future__ import annotations

import secrets
import subprocess
import sys
import tempfile
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields

from broadside.arena.load.job import Faults, Figures, Job, Load, Speech, Told
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

DATA: Final = "{data}"
"""Stands in a contender's command for the folder that is made for it."""
SUMMED: Final = {"acts", "refused", "held_back", "games_ended", "opened_late"}


class Contender(Struct, kw_only=True, frozen=True):
    """A server to be measured: how it is started, and what can be asked of it."""

    name: str
    command: list[str]
    environment: dict[str, str]
    speech: Speech = "broadside"
    durable: bool = True
    resumes: bool = False
    warm_up_s: float = 1.5


def measure_by_turns(
    contenders: Sequence[Contender],
    load: Load,
    rounds: int,
    folder: Path | None,
    tell: Callable[[str], None],
) -> dict[str, list[Figures]]:
    """Measure every contender once a round, so that all of them meet the same noise."""
    found: dict[str, list[Figures]] = {each.name: [] for each in contenders}
    for number in range(1, rounds + 1):
        for each in contenders:
            place = f"round {number} of {rounds}, {each.name}" if rounds > 1 else each.name
            figures = measure_once(each, load, folder, partial(tell_where, tell, place))
            found[each.name].append(figures)
    return found


def tell_where(tell: Callable[[str], None], place: str, stage: str) -> None:
    """Tell what is done, and where."""
    tell(f"{place}: {stage}")


def measure_once(
    contender: Contender, load: Load, folder: Path | None, tell: Callable[[str], None]
) -> Figures:
    """Measure a contender in a load process of its own."""
    with tempfile.TemporaryDirectory(prefix="broadside-bench-", dir=folder) as data:
        job = Job(
            speech=contender.speech,
            command=[data if word == DATA else word for word in contender.command],
            environment=contender.environment,
            data=data,
            run=secrets.token_hex(4),
            load=load_for(contender, load),
            durable=contender.durable,
            resumes=contender.resumes,
            warm_up_s=contender.warm_up_s,
        )
        return run_job(job, contender.name, tell)


def load_for(contender: Contender, load: Load) -> Load:
    """The same number of connections for everybody; those of the echo are each by themselves."""
    if contender.speech == "echo":
        return msgspec.structs.replace(load, tables=load.tables * load.seats, seats=1)
    return load


def run_job(job: Job, name: str, tell: Callable[[str], None]) -> Figures:
    """Run a load process to its end."""
    # -P: whatever is called broadside in the current folder is not this one.
    command = [sys.executable, "-P", "-m", "broadside.arena.load"]
    process = subprocess.Popen(  # noqa: S603  (our own module)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        # It stays open: the load process ends when it is closed.
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        process.stdin.flush()
        for line in process.stdout:
            told = msgspec.json.decode(line, type=Told)
            if told.error:
                raise BroadsideError(f"{name} could not be measured: {told.error}")
            if told.figures is not None:
                return told.figures
            tell(told.stage)
    raise BroadsideError(f"measuring {name} ended with exit code {process.returncode}")


def middle(rounds: Sequence[Figures]) -> Figures:
    """The median of every figure of several rounds; what counts events is summed."""
    values: dict[str, object] = {"faults": sum_faults([each.faults for each in rounds])}
    for field in fields(Figures):
        if field.name != "faults":
            of_rounds = [getattr(each, field.name) for each in rounds]
            values[field.name] = _middle_of(field.name, of_rounds)
    return Figures(**values)  # type: ignore[arg-type]


def _middle_of(name: str, values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    if name in SUMMED:
        return sum(known)
    return median(known) if known else None


def sum_faults(rounds: Sequence[Faults]) -> Faults:
    """All faults of several rounds."""
    total = dict.fromkeys(asdict(Faults()), 0)
    for each in rounds:
        for name, count in asdict(each).items():
            total[name] += count
    return Faults(**total)


def times_acts(one: Sequence[Figures], other: Sequence[Figures]) -> float | None:
    """How many times as many acts one server does as the other: the median of the rounds."""
    return _times([each.acts_per_second for each in one], [each.acts_per_second for each in other])


def times_processor(one: Sequence[Figures], other: Sequence[Figures]) -> float | None:
    """How many times as many acts one server does in the same time of the processor.

    Other programmes on the machine change this less than what is done in a second.
    """
    return _times([each.cpu_us_per_act for each in other], [each.cpu_us_per_act for each in one])


def _times(ones: Sequence[float | None], others: Sequence[float | None]) -> float | None:
    ratios = [one / other for one, other in zip(ones, others, strict=True) if one and other]
    return median(ratios) if ratios else None
