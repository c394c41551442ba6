"""`broadside rules`: a game's rules, or one of them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from broadside.cli.output import console, print_json
from broadside.cli.parser import Commands, add_json
from broadside.kernel.errors import BroadsideError
from broadside.kernel.game import LANGUAGES

if TYPE_CHECKING:
    import argparse

    from broadside.wire.messages import RuleText


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add(
        "rules",
        "print the rules of a game, or one rule",
        "broadside rules jolly-and-roger\nbroadside rules jolly-and-roger JNR-F2 --language de",
        run,
    )
    parser.add_argument("game", metavar="GAME", help="the game, as `broadside games` names it")
    parser.add_argument("rule", metavar="RULE-ID", nargs="?", help="one rule only, such as JNR-F2")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default: en")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the rules."""
    from broadside.games import registry
    from broadside.service.game_rules import rules_text

    text = rules_text(registry.find(args.game), args.language)
    rules = text.rules if args.rule is None else [find(text.rules, args.rule)]
    if args.json:
        shown = [{"id": rule.id, "title": rule.title, "text": rule.text} for rule in rules]
        print_json({"game": text.game, "language": text.language, "rules": shown})
    else:
        show(rules)
    return 0


def find(rules: list[RuleText], wanted: str) -> RuleText:
    """The rule of that id, however it is written; raises an error with the nearest ones."""
    by_id = {rule.id: rule for rule in rules}
    rule = by_id.get(wanted.upper())
    if rule is not None:
        return rule
    near = get_close_matches(wanted.upper(), by_id, 3) or list(by_id)[:3]
    raise BroadsideError(
        f"there is no rule {wanted[:40]!r}; there are {', '.join(near)} and others"
    )


def show(rules: list[RuleText]) -> None:
    """Print rules for people; as they are written where the output is no terminal."""
    from rich.markdown import Markdown

    out = console()
    for rule in rules:
        text = f"## {rule.id} · {rule.title}\n\n{rule.text}\n"
        if out.is_terminal:
            out.print(Markdown(text))
        else:
            print(text)
