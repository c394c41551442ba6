"""Actions: every single thing a seat can ever do in a game, listed once."""

from __future__ import annotations

from difflib import get_close_matches

from .errors import UnknownAction


class Domain:
    """A named list of values which an argument of an action or event may take."""

    def __init__(self, name: str, values: list[str], is_seat: bool = False) -> None:
        self.name = name
        self.values = values
        self.is_seat = is_seat


class Verb:
    """A kind of action, with the domains of its arguments.

    The actions of a composed verb are too many to list for a client: it puts their text together
    from what the view says.
    """

    def __init__(self, name: str, domains: list[Domain], composed: bool = False) -> None:
        self.name = name
        self.domains = domains
        self.composed = composed


class Action:
    """One thing a seat may do. Built once, in the game's action table; compared by identity."""

    def __init__(self, code: int, verb: int, args: tuple[int, ...], text: str) -> None:
        self.code = code
        self.verb = verb
        self.args = args
        self.text = text
        # Rules ask for one or two arguments, and a tuple's items must be unboxed each time.
        self.first = args[0] if len(args) > 0 else -1
        self.second = args[1] if len(args) > 1 else -1

    def __repr__(self) -> str:
        return f"<{self.text}>"


class ActionTable:
    """All actions of a game: for each verb, the product of its domains.

    The index of an action in the table is its code, the same for ever.
    """

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.verbs: list[Verb] = []
        self.first: list[int] = []
        self.by_verb: list[list[Action]] = []
        self.by_text: dict[str, Action] = {}

    def add_verb(self, name: str, domains: list[Domain], composed: bool = False) -> int:
        """Add a verb and all its actions; return the verb's number."""
        verb = len(self.verbs)
        self.verbs.append(Verb(name, domains, composed))
        self.first.append(len(self.actions))
        rows: list[tuple[int, ...]] = [()]
        for domain in domains:
            rows = [row + (i,) for row in rows for i in range(len(domain.values))]
        for row in rows:
            words = [name]
            for place, index in enumerate(row):
                words.append(domains[place].values[index])
            action = Action(len(self.actions), verb, row, " ".join(words))
            self.actions.append(action)
            self.by_text[action.text] = action
        self.by_verb.append(self.actions[self.first[verb] :])
        return verb

    def of_verb(self, verb: int) -> list[Action]:
        """All actions of a verb, ordered by code. Whoever gets the list only reads it."""
        return self.by_verb[verb]

    def pick(self, verb: int, offset: int = 0) -> Action:
        """The action of a verb whose arguments stand at `offset` in the product."""
        return self.actions[self.first[verb] + offset]

    def find(self, text: str) -> Action:
        """The action written as `text`; raises UnknownAction with the nearest one there is."""
        action = self.by_text.get(" ".join(text.split()))
        if action is not None:
            return action
        near = get_close_matches(text, list(self.by_text), 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        verbs = ", ".join([verb.name for verb in self.verbs])
        raise UnknownAction(f"there is no action {text[:80]!r}{hint} (verbs: {verbs})")

    def turned(self, action: Action, by: int, seats: int) -> Action:
        """The same action at a table where everybody has moved `by` seats clockwise."""
        words = [self.verbs[action.verb].name]
        for domain, index in zip(self.verbs[action.verb].domains, action.args, strict=True):
            moved = (index + by) % seats if domain.is_seat and index < seats else index
            words.append(domain.values[moved])
        return self.by_text[" ".join(words)]
