"""What can be chosen, as numbered entries: few actions one by one, many of them by their verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

FEW: Final = 12
"""So many actions are listed one by one; more of them by their verbs."""


class Choice(NamedTuple):
    """An entry of a menu: one action, or several that have the verb in common."""

    label: str
    actions: tuple[str, ...]


def menu_of(
    actions: list[str], label: Callable[[str], str], title: Callable[[str], str]
) -> list[Choice]:
    """All actions; those of a verb together, if there are many and several verbs."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        groups.setdefault(verb_of(action), []).append(action)
    if len(actions) <= FEW or len(groups) == 1:
        return one_by_one(actions, label)
    menu: list[Choice] = []
    for verb, found in groups.items():
        is_single = len(found) == 1
        menu += one_by_one(found, label) if is_single else [Choice(title(verb), tuple(found))]
    return menu


def one_by_one(actions: list[str], label: Callable[[str], str]) -> list[Choice]:
    """An entry for each."""
    return [Choice(label(action), (action,)) for action in actions]


def entry(number: int, choice: Choice) -> str:
    """An entry as it is shown; with its number of actions, if it stands for several."""
    many = f" ({len(choice.actions)})" if len(choice.actions) > 1 else ""
    return f"{number}. {choice.label}{many}"


def verb_of(action: str) -> str:
    """What kind of action it is."""
    return action.partition(" ")[0]


def matching(typed: str, menu: list[Choice]) -> list[Choice]:
    """The entries whose label has every word that was typed; the whole label is meant alone."""
    wanted = typed.casefold()
    exact = [choice for choice in menu if choice.label.casefold() == wanted]
    if exact:
        return exact[:1]
    words = wanted.split()
    return [choice for choice in menu if all(word in choice.label.casefold() for word in words)]
