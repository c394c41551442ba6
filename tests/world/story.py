"""What one tab has been told: folded from the frames that it received, and checked on the way."""

from __future__ import annotations

from typing import Any

Frame = dict[str, Any]


class Story:
    """A table as one client knows it."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.table: Frame | None = None
        self.update: Frame | None = None
        self.events: list[Frame] = []
        self.sayings: dict[int, Frame] = {}
        self.before: list[Frame] = []
        """Some earlier updates, for who wants to answer what is not asked any more."""
        self.oddities: list[str] = []
        """What cannot have been told rightly."""
        self._has_rewound = False

    @property
    def since(self) -> int:
        """The number to resume from."""
        return -1 if self.update is None else int(self.update["seq"])

    @property
    def status(self) -> str:
        """How far the table is."""
        return "" if self.table is None else str(self.table["status"])

    @property
    def legal(self) -> list[str]:
        """What may be answered now."""
        return [] if self.update is None else self.update["legal"]

    def take(self, frame: Frame) -> None:
        """Take a frame."""
        kind = frame["type"]
        if kind == "welcome":
            self.seat, self.table = frame["seat"], frame["table"]
        elif kind == "seats":
            self.table = frame["table"]
        elif kind == "said":
            self.sayings[frame["seq"]] = frame
        elif kind == "rewound":
            self.events = []
            self._has_rewound = True
        elif kind == "update":
            self._take_update(frame)

    def _take_update(self, update: Frame) -> None:
        last = self.since
        if update["seq"] < last:
            self.oddities.append(f"the number went back from {last} to {update['seq']}")
        if update["events"] and not self._has_rewound:
            first = update["events"][0]["seq"]
            if first <= last:
                self.oddities.append(f"event {first} was told again after update {last}")
        seqs = [event["seq"] for event in update["events"]]
        if seqs != sorted(seqs) or (seqs and seqs[-1] > update["seq"]):
            self.oddities.append(f"events {seqs} are out of order in update {update['seq']}")
        if self.update is not None:
            self.before = [*self.before[-7:], self.update]
        self.events += update["events"]
        self.update = update
        self._has_rewound = False
