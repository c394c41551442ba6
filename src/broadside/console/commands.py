"""What a person types: a number, a part of an answer, or a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from broadside.console.choices import matching, menu_of, one_by_one
from broadside.console.refusals import refusal_text
from broadside.console.story import story

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadside.console.session import Session

QUIT: Final = "quit"
SAY_LENGTH_MAX: Final = 400


class Typist:
    """Reads lines for a session."""

    def __init__(self, session: Session, order: Callable[[dict[str, Any]], None]) -> None:
        self._session = session
        self._order = order
        """Does what only the host may do."""
        self.is_leaving = False
        self._denied: list[str] = []
        """The rules of what was last explained."""
        self._commands: dict[str, Callable[[str], None]] = {
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "say": self._say,
            "log": self._log,
            "view": self._view,
            "answers": self._answers,
            "more": self._more,
            "back": self._answers,
            "rule": self._rule,
            "yes": self._yes,
            "no": self._no,
            "hold": self._hold,
            "start": self._start,
            "resign": self._resign,
            "help": self._help,
            QUIT: self._quit,
        }
        self._names = self._spellings()

    def is_answer(self, text: str) -> bool:
        """Whether a line answers a question, rather than being a command."""
        word = text.strip().partition(" ")[0].casefold()
        return bool(word) and self._names.get(word) in (None, "yes", "no", "more", "back")

    def type(self, text: str, now: float) -> None:
        """Do what a line says."""
        text = text.strip()
        word, _, rest = text.partition(" ")
        command = self._names.get(word.casefold())
        if command:
            self._commands[command](rest.strip())
        elif not text:
            self._answers("")
        elif self._session.is_fresh(now):
            self._session.say("trouble", "console.fresh")
        elif not self._session.possible():
            self._session.say("trouble", "refusal.not_your_turn")
        elif text.isdecimal():
            self._number(int(text))
        else:
            self._part(text)

    def _spellings(self) -> dict[str, str]:
        """Every word that is a command: English always, and the reader's language."""
        found: dict[str, str] = {}
        for command in self._commands:
            for word in self._session.voice.t(f"command.{command}").split(" "):
                found[word] = command
            found[command] = command
        return found

    def _number(self, number: int) -> None:
        menu = self._session.menu
        if number == 0:
            self._answers("")
        elif number <= len(menu):
            self._choose(menu[number - 1].actions)
        else:
            self._session.say("trouble", "console.no_number", n=number)

    def _part(self, text: str) -> None:
        """A part of an answer, in any menu."""
        session = self._session
        found = matching(text, session.menu)
        if not found:
            found = matching(text, one_by_one(session.possible(), session.label))
        if len(found) == 1:
            self._choose(found[0].actions)
        elif found:
            session.say("note", "console.several")
            session.open_menu(found, is_part=True)
        else:
            session.say("trouble", "console.nothing", text=text)

    def _choose(self, actions: tuple[str, ...]) -> None:
        if len(actions) == 1:
            self._session.act(actions[0])
        else:
            entries = one_by_one(list(actions), self._session.label)
            self._session.open_menu(entries, is_part=True)

    # ------------------------------------------------------------------- commands
    def _answers(self, _rest: str) -> None:
        session = self._session
        if session.legal:
            session.show_question(again=True)
            return
        session.show("waiting", session.prompt())
        if session.possible():
            session.open_menu(menu_of(session.possible(), session.label, session.title))

    def _more(self, _rest: str) -> None:
        self._session.show_more()

    def _why(self, rest: str) -> None:
        """Why something is not possible; with a number, the rule of it."""
        session = self._session
        if rest.isdecimal():
            place = int(rest) - 1
            self._show_rule(self._denied[place] if 0 <= place < len(self._denied) else "")
            return
        denied = session.update["denied"] if session.update else []
        wanted = rest.casefold().split()
        told = [(session.label(one["action"]), one) for one in denied]
        told = [(label, one) for label, one in told if all(w in label.casefold() for w in wanted)]
        self._denied = [one["rule"] for _, one in told]
        if not told:
            session.say("note", "console.nothing_denied")
        for number, (label, one) in enumerate(told, 1):
            session.show("note", f"{number}. {label}: {refusal_text(one, session.voice)}")

    def _rule(self, rest: str) -> None:
        prompt = self._session.update["prompt"] if self._session.update else None
        self._show_rule(rest.upper() or (prompt["rule"] if prompt else ""))

    def _show_rule(self, rule: str) -> None:
        text = self._session.rules.get(rule)
        if text is None:
            self._session.say("note", "rules.nothing")
        else:
            for line in text.splitlines():
                self._session.show("note", line)

    def _hint(self, _rest: str) -> None:
        self._session.say("note", "hint.thinking")
        self._session.post("hint")

    def _undo(self, _rest: str) -> None:
        self._session.post("propose", what="undo", clock_s=None)

    def _say(self, rest: str) -> None:
        if rest:
            self._session.post("say", text=rest[:SAY_LENGTH_MAX])
        else:
            self._session.say("trouble", "refusal.empty")

    def _log(self, _rest: str) -> None:
        session = self._session
        events = session.game.remembered(
            session.events, {} if session.is_over else session.table["options"], session.seat
        )
        for text, is_heading in story(events, 0, session.game, session.telling):
            session.show("heading" if is_heading else "log", text)

    def _view(self, _rest: str) -> None:
        self._session.show_board(all_of_it=True)

    def _yes(self, _rest: str) -> None:
        session = self._session
        if session.asking:
            session.act(session.asking)
        else:
            self._answer(yes=True)

    def _no(self, _rest: str) -> None:
        session = self._session
        if session.asking:
            session.asking = None
            session.show_question(again=True)
        else:
            self._answer(yes=False)

    def _answer(self, *, yes: bool) -> None:
        """Answer what somebody proposes."""
        proposal = self._session.table["proposal"]
        if proposal:
            self._session.post("answer", proposal=proposal["number"], yes=yes)
        else:
            self._session.say("trouble", "refusal.no_proposal")

    def _hold(self, _rest: str) -> None:
        session = self._session
        countdown = session.update["countdown"] if session.update else None
        if countdown is None:
            session.say("trouble", "refusal.nothing_to_hold")
        else:
            session.post("hold", on=session.seat not in countdown["held"])

    def _start(self, _rest: str) -> None:
        """Begin with bots in the open seats."""
        self._order({"do": "start"})

    def _resign(self, _rest: str) -> None:
        """Let a bot play on, and leave."""
        self._session.post("away")
        self._session.say("note", "console.resigned")

    def _help(self, _rest: str) -> None:
        for line in self._session.voice.t("console.help").splitlines():
            self._session.show("note", line)

    def _quit(self, _rest: str) -> None:
        self.is_leaving = True
