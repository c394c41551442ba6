"""The face of a full screen: the table, the log, the question with its answers, a line to type."""

from __future__ import annotations

import asyncio
import textwrap
import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from broadside.console.choices import entry
from broadside.console.plain import printable
from broadside.kernel.errors import BroadsideError

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import Key

    from broadside.console.client import Client
    from broadside.console.session import Line

STYLES: Final = {
    "heading": "bold underline",
    "chat": "bold cyan",
    "trouble": "bold red",
    "note": "italic",
    "result": "bold green",
}
"""How a line of the log looks; those of other kinds stand elsewhere on the screen."""
SHOWN_ELSEWHERE: Final = ("board", "question", "choice", "waiting")
LOG_LINES: Final = 1000
"""So many lines of the log can be looked back at."""
WIDE: Final = 100
"""From so many columns on the log stands beside the table."""


class TableApp(App[None]):
    """One table on the whole terminal."""

    CSS = """
    #bar { height: 1; background: $primary; color: $text; padding: 0 1; }
    #table { border: round $primary; padding: 0 1; height: 1fr; }
    #log { border: round $secondary; padding: 0 1; height: 1fr; }
    #middle { height: 1fr; }
    #bottom { height: auto; max-height: 45%; border: round $accent; padding: 0 1; }
    #question { text-style: bold; height: auto; }
    #answers { height: auto; max-height: 12; border: none; padding: 0; background: transparent; }
    #answers.empty { display: none; }
    #typed { height: 1; border: none; padding: 0; }
    .-narrow #middle { layout: vertical; }
    .-narrow #table { height: 3fr; }
    .-narrow #log { height: 2fr; }
    .-narrow #answers { max-height: 6; }
    .-low #table { border: none; }
    .-low #log { border: none; border-top: solid $secondary; }
    .-low #bottom { border: none; border-top: solid $accent; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
        Binding("pageup", "turn_table(-1)", show=False),
        Binding("pagedown", "turn_table(1)", show=False),
        Binding("down", "choose", show=False),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._session = client.session
        self._offered: list[str] = []
        self._written: list[Content] = []
        self._listening: asyncio.Task[None] | None = None

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield Static(id="bar", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=True):
                yield Static(id="board", markup=False)
            with VerticalScroll(id="log", can_focus=True):
                yield Static(id="story", markup=False)
        with Vertical(id="bottom"):
            yield Static(id="question", markup=False)
            yield OptionList(id="answers", compact=True)
            placeholder = self._client.voice.t("console.type")
            yield Input(id="typed", placeholder=placeholder, select_on_focus=False)

    def on_mount(self) -> None:
        """Begin to listen."""
        voice = self._client.voice
        self.title = voice.t("name")
        self.query_one("#table").border_title = voice.t("console.table")
        self.query_one("#log").border_title = voice.t("tab.log")
        self.query_one("#typed", Input).focus()
        self._client.changed = self._refresh
        self._refresh()
        self.set_interval(0.5, self._show_bar)
        self._listening = asyncio.create_task(self._listen())

    async def on_unmount(self) -> None:
        """Hang up, and wait for it: else the socket would be left to chance."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def _listen(self) -> None:
        try:
            await self._client.stay_connected()
        except BroadsideError as error:
            self._client.ended = error
            self.exit()

    def action_leave(self) -> None:
        """Leave the table; the game goes on without."""
        self.exit()

    def action_turn_table(self, pages: int) -> None:
        """Look at another part of a table that is longer than the screen."""
        table = self.query_one("#table", VerticalScroll)
        table.scroll_relative(y=pages * max(1, table.size.height - 1), animate=False)

    def action_choose(self) -> None:
        """Go to the answers, from where one types."""
        if self._offered:
            self.query_one("#answers", OptionList).focus()

    def on_key(self, event: Key) -> None:
        """Whatever is typed, wherever one is, is meant for the line to type."""
        typed = self.query_one("#typed", Input)
        if event.is_printable and event.character and not typed.has_focus:
            typed.focus()
            typed.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line was typed."""
        event.input.clear()
        self._type(event.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer was chosen with the arrow keys or the mouse."""
        self.query_one("#typed", Input).focus()
        self._type(event.option.id or "")

    def _type(self, text: str) -> None:
        self._client.type(text, guarded=True)
        if self._client.typist.is_leaving:
            self.exit()

    # --------------------------------------------------------------------- drawing
    def _refresh(self) -> None:
        session = self._session
        lines, session.lines = session.lines, []
        self._write([line for line in lines if line.kind not in SHOWN_ELSEWHERE])
        self._show_board()
        self._show_question(lines)
        self._show_answers()
        self._show_bar()

    def on_resize(self) -> None:
        """Break the lines of the table anew, once its place is as wide as it will be."""
        self.call_after_refresh(self._show_board)

    def _show_board(self) -> None:
        """The table; what does not fit into a line goes on a little further in."""
        session = self._session
        board = session.board()[1:] if session.update else session.board()
        width = self.query_one("#table").scrollable_content_region.width or WIDE
        lines = [part for line in board for part in wrapped(printable(line), width)]
        self.query_one("#board", Static).update("\n".join(lines))

    def _write(self, lines: list[Line]) -> None:
        """Add to the log, and look at its end."""
        if not lines:
            return
        styled = (Content.styled(printable(line.text), STYLES.get(line.kind, "")) for line in lines)
        self._written = [*self._written, *styled][-LOG_LINES:]
        self.query_one("#story", Static).update(Content("\n").join(self._written))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _show_question(self, lines: list[Line]) -> None:
        """What the table waits for; what is asked in between stands here, too."""
        session = self._session
        asked = [line.text for line in lines if line.kind == "question"]
        result = [line.text for line in lines if line.kind == "result"]
        text = asked[-1] if asked and session.asking else session.prompt()
        if session.is_over:
            text = f"{session.prompt()} {(result or [''])[-1]}" if result else ""
        if text:
            self.query_one("#question", Static).update(printable(text))

    def _show_answers(self) -> None:
        session = self._session
        entries = [entry(number, choice) for number, choice in enumerate(session.menu, 1)]
        entries += [self._client.voice.t("console.zero")] if session.is_part and entries else []
        if entries == self._offered:
            return
        self._offered = entries
        answers = self.query_one("#answers", OptionList)
        answers.clear_options()
        answers.add_options(
            Option(Content(printable(text)), id=text.partition(".")[0]) for text in entries
        )
        answers.set_class(not entries, "empty")
        if not entries:
            self.query_one("#typed", Input).focus()

    def _show_bar(self) -> None:
        session, voice = self._session, self._client.voice
        parts = [voice.t("name")]
        if session.update:
            parts += [session.game.progress(session.view, session.telling)]
        now = time.monotonic()
        if session.countdown is not None:
            parts += [voice.t("countdown.left", {"n": max(0, round(session.countdown - now))})]
        elif session.deadline is not None:
            left = {"n": max(0, round(session.deadline - now))}
            parts += [f"{voice.t('clock.left')}: {voice.t('clock.seconds', left)}"]
        self.query_one("#bar", Static).update(" · ".join(part for part in parts if part))


def wrapped(line: str, width: int) -> list[str]:
    """A line in parts that fit, each but the first further in."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
