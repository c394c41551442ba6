"""A table whose host lets spectators see everything later."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from .room import Room, open_by_request
from .texts import shell_text

if TYPE_CHECKING:
    from .visitors import Crowd

LATE_S: Final = 4


def test_a_spectator_sees_every_moment_later(crowd: Crowd) -> None:
    anna = open_by_request(crowd.visitor("Anna"), ["open", "greedy"], spectator_delay_s=LATE_S)
    eve = Room(crowd.visitor("Eve"))
    eve.visit(anna.path)
    began = time.monotonic()
    anna.sit_down()
    anna.await_question()

    waiting = shell_text("en", "spectator.delay").format(time=f"{LATE_S} seconds")
    expect(eve.page.get_by_test_id("connection")).to_have_text(waiting)
    expect(eve.log.first).to_be_visible()
    assert time.monotonic() - began >= LATE_S
    late = shell_text("en", "bar.spectator_late").format(time=f"{LATE_S} seconds")
    expect(eve.page.get_by_test_id("spectator-badge")).to_have_text(late)
    decided = time.monotonic()
    anna.answer()
    told = anna.log.count()
    assert eve.log.count() < told
    eve.await_log(told - 1)
    assert time.monotonic() - decided >= LATE_S
