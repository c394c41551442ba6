"""The ledger of a table: its records, folded, and what of them each viewpoint may be told."""

from __future__ import annotations

import functools
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from broadside.kernel.event import SPECTATOR
from broadside.server.fairness import (
    BRANCH_FORMAT_VERSION,
    REPLAY_FORMAT,
    REPLAY_FORMAT_VERSION,
    ReplayFile,
)
from broadside.server.fold import Fold
from broadside.server.messages import (
    Denied,
    Fairness,
    PromptInfo,
    Said,
    TableInfo,
    Update,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from broadside.kernel.action import Action


class Ledger(Fold):
    """How a table stands, told to whoever asks as far as it is theirs to know."""

    def number(self, seat: int | None, seq: int) -> int:
        """The number of a record for a seat or a spectator, who do not count what others sealed."""
        return self.numbering.number(seat, seq)

    def info(self, online: AbstractSet[int], late: AbstractSet[int] = frozenset()) -> TableInfo:
        """The table as everybody may see it."""
        is_over = self.status == "over"
        return TableInfo(
            table=self.table,
            game=self.opened.game,
            version=self.opened.version,
            options=self.opened.options,
            clock_s=self.times.clock_s,
            status=self.status,
            seats=self.seating.infos(online, late),
            fairness=Fairness(
                commitment=self.opened.commitment,
                salts=self.salts(),
                seed=self.opened.seed if is_over else None,
            ),
            code=(self.opened.code or None) if self.status == "waiting" else None,
            host=self.seating.host,
            is_locked=self.seating.is_locked,
            is_public=self.seating.is_public,
            hints=self.opened.hints,
            stand_in=self.opened.stand_in,
            spectator_delay_s=self.opened.spectator_delay_s,
            reserve_s=self.opened.reserve_s,
            proposal=self.agreements.info(self.active_people()),
            rematch=self.rematch,
        )

    def update(self, seat: int | None, since: int) -> Update:
        """What a seat, or a spectator, may know: how it stands, what came after number `since`."""
        assert self.state is not None
        viewpoint = SPECTATOR if seat is None else seat
        is_asked = self.state.is_asked(viewpoint)
        return Update(
            seq=self.number(seat, self.seq),
            events=self._events(seat, since),
            view=self.state.view(viewpoint),
            waiting=self.state.seen_waiting(viewpoint),
            prompt=self._prompt(viewpoint) if is_asked else None,
            legal=self.listed(self.state.legal(viewpoint)) if is_asked else [],
            asides=[] if seat is None else self.listed(self.state.asides(seat)),
            denied=self._denied(viewpoint) if is_asked else [],
            clock=None,
            countdown=None,
            holds_left=0,
            result=self.state.result(),
        )

    def listed(self, actions: list[Action]) -> list[str]:
        """The texts of actions, without composed ones."""
        verbs = self.game.actions.verbs
        return [action.text for action in actions if not verbs[action.verb].composed]

    def sayings_since(self, seat: int | None, since: int) -> list[Said]:
        """What was said after the number `since` of a seat, or of a spectator."""
        seen = [replace(said, seq=self.number(seat, said.seq)) for said in self.sayings]
        return [said for said in seen if said.seq > since]

    def replay_file(self) -> ReplayFile:
        """The finished game as a file that everybody can check."""
        assert self.state is not None
        result = self.state.result()
        assert result is not None
        return ReplayFile(
            format=REPLAY_FORMAT,
            format_version=BRANCH_FORMAT_VERSION if self.opened.before else REPLAY_FORMAT_VERSION,
            game=self.opened.game,
            version=self.opened.version,
            options=self.opened.options,
            seats=[chair.title() for chair in self.chairs],
            commitment=self.opened.commitment,
            seed=self.opened.seed,
            salts=self.salts(),
            actions=self.actions,
            result=result,
            scores=self.state.scores(),
            before=self.opened.before,
        )

    def _events(self, seat: int | None, since: int) -> list[dict[str, Any]]:
        assert self.state is not None
        number = functools.partial(self.number, seat)
        place = bisect_right(self.event_seqs, since, key=number)
        seen = self.state.seen_events(SPECTATOR if seat is None else seat, place)
        numbers = map(number, self.event_seqs[place:])
        return [{**event, "seq": seq} for event, seq in zip(seen, numbers, strict=True)]

    def _prompt(self, seat: int) -> PromptInfo:
        assert self.state is not None
        prompt = self.state.prompt(seat)
        return PromptInfo(prompt.question, prompt.rule, prompt.default.text)

    def _denied(self, seat: int) -> list[Denied]:
        assert self.state is not None
        return [
            Denied(denial.action.text, denial.code, denial.reason, denial.rule)
            for denial in self.state.denied(seat)
        ]
