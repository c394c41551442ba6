"""One browser and one server for all of these tests, and evidence where one fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect, sync_playwright

from .axe import Inspector
from .pages import GAME
from .serving import Server
from .visitors import PATIENCE_MS, Crowd

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser

SCREENSHOTS: Final = Path(__file__).parent / "screenshots"
SWITCHES: Final = [
    "--no-sandbox",  # needed by root, and the pages are our own
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",  # there is none, and doing as if costs more than to draw without
    "--disable-sync",
    "--no-first-run",
]


# Not for the whole session: while Playwright runs, no test can have an event loop of its own.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Start Chromium; every visitor gets a fresh window."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the installed product once."""
    server = Server(tmp_path_factory.mktemp("tables"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def finished_table(browser: Browser, shared_server: Server) -> str:
    """The path of a table where two bots have played to the end."""
    context = browser.new_context(base_url=shared_server.address)
    page = context.new_page()
    seats = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    wish = {"game": GAME, "seats": seats, "options": {"deck": "advanced"}}
    opened = context.request.post("/api/tables", data=wish).json()
    path = f"/table/{opened['table']}"
    page.goto(path)
    page.get_by_test_id("result-sheet").wait_for(timeout=3 * PATIENCE_MS)
    context.close()
    return path


@pytest.fixture
def server(shared_server: Server) -> Server:
    """The server of this test."""
    return shared_server


@pytest.fixture
def crowd(browser: Browser, server: Server) -> Iterator[Crowd]:
    """The visitors of this test; whatever went wrong on one of their pages fails it."""
    crowd = Crowd(browser, server.address)
    yield crowd
    troubles = crowd.troubles()
    crowd.leave()
    assert troubles == []


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    """Whatever it has found on its way fails the test."""
    inspector = Inspector()
    yield inspector
    assert inspector.found == [], "\n".join(["broken rules:", *inspector.found])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure what the visitors saw, and what the server said."""
    report = yield
    if report.failed and isinstance(item, pytest.Function):
        crowd = item.funcargs.get("crowd")
        if isinstance(crowd, Crowd) and report.when == "call":
            title = re.sub(r"\W+", "-", item.name).strip("-")
            pictures = crowd.photograph(SCREENSHOTS, title)
            report.sections.append(("screenshots", "\n".join(map(str, pictures))))
            report.sections.append(("troubles", "\n".join(crowd.troubles())))
        server = item.funcargs.get("server")
        if isinstance(server, Server):
            report.sections.append(("server log", server.last_words()))
    return report
