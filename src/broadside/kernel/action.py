"""Actions: every single thing a seat can ever do in a game, listed once."""

from __future__ import annotations

from difflib import get_close_matches

from mypy_extensions import i64

from .errors import UnknownAction
from .masks import bits


class Domain:
    """A named list of values which an argument of an action or event may take."""

    def __init__(self, name: str, values: list[str], is_seat: bool = False) -> None:
        self.name = name
        self.values = values
        self.is_seat = is_seat


class Verb:
    """A kind of action, with the domains of its arguments and all its actions, ordered by code.

    The actions of a composed verb are too many to list for a client: it puts their text together
    from what the view says.
    """

    def __init__(
        self, number: int, name: str, domains: list[Domain], composed: bool = False
    ) -> None:
        self.number = number
        self.name = name
        self.domains = domains
        self.composed = composed
        self.actions: list[Action] = []
        # How many actions share the first argument, and how many the first two.
        self.per_first = 1
        self.per_second = 1
        for place, domain in enumerate(domains):
            self.per_first *= len(domain.values) if place > 0 else 1
            self.per_second *= len(domain.values) if place > 1 else 1

    def __repr__(self) -> str:
        return f"<verb {self.name}>"

    def by_mask(self) -> list[list[Action]]:
        """By the mask of some of its actions, a list of these: for verbs of a few actions."""
        return [
            [self.actions[place] for place in bits(mask)] for mask in range(1 << len(self.actions))
        ]

    def of(self, first: i64 = 0, second: i64 = 0, third: i64 = 0) -> Action:
        """The action with these arguments."""
        per_first: i64 = self.per_first
        per_second: i64 = self.per_second
        return self.actions[first * per_first + second * per_second + third]


class Action:
    """One thing a seat may do. Built once, in the game's action table; compared by identity."""

    def __init__(self, code: int, verb: Verb, args: tuple[int, ...], text: str) -> None:
        self.code = code
        self.verb = verb
        self.args = args
        self.text = text
        # Rules ask for one or two arguments, and a tuple's items must be unboxed each time.
        self.first = args[0] if len(args) > 0 else -1
        self.second = args[1] if len(args) > 1 else -1
        # The seats that it names; a domain may have others behind them, such as a ghost ship.
        self.seats = [
            value
            for value, domain in zip(args, verb.domains, strict=True)
            if domain.is_seat and domain.values[value] == str(value)
        ]

    def __repr__(self) -> str:
        return f"<{self.text}>"


class ActionTable:
    """All actions of a game: for each verb, the product of its domains.

    The index of an action in the table is its code, the same for ever.
    """

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.verbs: list[Verb] = []
        self.by_text: dict[str, Action] = {}

    def add_verb(self, name: str, domains: list[Domain], composed: bool = False) -> Verb:
        """Add a verb and all its actions."""
        verb = Verb(len(self.verbs), name, domains, composed)
        self.verbs.append(verb)
        rows: list[tuple[int, ...]] = [()]
        for domain in domains:
            rows = [row + (i,) for row in rows for i in range(len(domain.values))]
        for row in rows:
            words = [name]
            for place, index in enumerate(row):
                words.append(domains[place].values[index])
            action = Action(len(self.actions), verb, row, " ".join(words))
            self.actions.append(action)
            verb.actions.append(action)
            self.by_text[action.text] = action
        return verb

    def of_verb(self, verb: Verb) -> list[Action]:
        """All actions of a verb, ordered by code. Whoever gets the list only reads it."""
        return verb.actions

    def pick(self, verb: Verb, offset: int = 0) -> Action:
        """The action of a verb whose arguments stand at `offset` in the product."""
        return verb.actions[offset]

    def find(self, text: str) -> Action:
        """The action written as `text`; raises UnknownAction with the nearest one there is."""
        action = self.by_text.get(" ".join(text.split()))
        if action is not None:
            return action
        near = self._nearest(text.split())
        hint = f"; did you mean {near}?" if near else ""
        verbs = ", ".join([verb.name for verb in self.verbs])
        raise UnknownAction(f"there is no action {text[:80]!r}{hint} (verbs: {verbs})")

    def _nearest(self, words: list[str]) -> str:
        """What may have been meant, word by word: to compare thousands of texts takes too long."""
        names = [verb.name for verb in self.verbs]
        near = get_close_matches(words[0], names, 1) if words else []
        if not near:
            return ""
        for place, domain in enumerate(self.verbs[names.index(near[0])].domains, 1):
            word = words[place] if place < len(words) else ""
            values = get_close_matches(word, domain.values, 1)
            near.append(values[0] if values else f"<{domain.name}>")
        return " ".join(near)

    def turned(self, action: Action, by: int, seats: int) -> Action:
        """The same action at a table where everybody has moved `by` seats clockwise."""
        words = [action.verb.name]
        for domain, index in zip(action.verb.domains, action.args, strict=True):
            moved = (index + by) % seats if domain.is_seat and index < seats else index
            words.append(domain.values[moved])
        return self.by_text[" ".join(words)]
