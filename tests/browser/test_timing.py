"""How soon one can act on a slow phone: Chromium with a slow line and a quarter of the processor.

The limit is for a machine that does nothing else, so this is no part of `make test`.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

import pytest

import broadside

from .visitors import phone

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .visitors import Crowd

LIMIT_MS: Final = 2500
TRIES: Final = 5
SLOW_4G: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
"""A round trip of 150 ms, 1.6 and 0.75 Mbit/s."""
SLOWER: Final = 4
WATCH: Final = """() => {
  window.since = 0;
  window.ready = new Promise((done) => {
    const look = () => {
      if (document.documentElement.dataset.ready !== 'true') return;
      if (location.pathname.startsWith(window.awaited ?? '/')) done(performance.now());
    };
    new MutationObserver(look).observe(document, { attributes: true, subtree: true });
  });
}"""
"""Notes when the page says that it is connected and drawn."""
AWAIT_TABLE: Final = """() => {
  window.awaited = '/table/';
  window.since = performance.now();
}"""
TOOK: Final = "async () => Math.round((await window.ready) - window.since)"


def slow_page(crowd: Crowd, number: int) -> Page:
    """The phone of somebody who has never been here."""
    visitor = crowd.visitor(f"Anna{number}", phone(390, 844))
    page = visitor.page
    line = visitor.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(f"({WATCH})()")
    return page


def judged(name: str, times: list[int]) -> None:
    """Print what was measured; the median counts."""
    middle = round(statistics.median(times))
    print(f"\n{name}: {middle} ms of {sorted(times)}")
    assert middle < LIMIT_MS


@pytest.mark.torture
def test_the_lobby(crowd: Crowd) -> None:
    """From the address to a lobby that answers."""
    times: list[int] = []
    for number in range(TRIES):
        page = slow_page(crowd, number)
        page.goto("/", wait_until="commit")
        times.append(page.evaluate(TOOK))
        page.close()
    judged("lobby", times)


@pytest.mark.torture
@pytest.mark.parametrize("game", broadside.games())
def test_a_table(crowd: Crowd, game: str) -> None:
    """From the button in the lobby to the first question."""
    times: list[int] = []
    for number in range(TRIES):
        page = slow_page(crowd, number)
        page.goto("/")
        page.get_by_test_id(f"lobby-game-{game}").tap()
        page.get_by_test_id("name-input").fill("Anna")
        page.evaluate(f"{WATCH}")
        page.evaluate(AWAIT_TABLE)
        page.get_by_test_id("open-table").tap()
        times.append(page.evaluate(TOOK))
        page.close()
    judged(game, times)
