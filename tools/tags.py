"""Which lines of a game's sources make which rule true.

A rule id is a tag

- in a comment at the end of a line: it tags the statement on that line;
- at the end of a line in a docstring: it tags everything in that function or class.

On a table or constant outside of functions a tag means the lines inside functions that use its
name, also by way of other tables made from it: the table itself is read once, on import, which
proves nothing. Ids elsewhere (in the middle of a sentence, in a string) are mentions, not tags.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tools.specifications import ID

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCSTRING_TAG = re.compile(rf"(?:(?:{ID.pattern})[ ,;]*)+[.)]?\s*$")
Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Tag:
    """One id at one place, and the lines that must be executed to prove it."""

    id: str
    path: Path
    line: int
    lines: frozenset[tuple[Path, int]]


@dataclass
class Module:
    """One parsed source file."""

    path: Path
    tree: ast.Module
    text: str
    functions: list[tuple[int, int]] = field(default_factory=list)

    def is_in_function(self, line: int) -> bool:
        """Whether a line runs only when a function is called."""
        return any(first <= line <= last for first, last in self.functions)


def read_tags(folder: Path) -> tuple[list[Tag], list[str]]:
    """All tags below a game's folder, and what is wrong with some of them."""
    modules = [parse(path) for path in sorted(folder.rglob("*.py"))]
    users = NameUsers(modules)
    tags: list[Tag] = []
    problems: list[str] = []
    for module in modules:
        for id_, line, node in tagged_nodes(module):
            lines = lines_of(module, node, users)
            if lines:
                tags.append(Tag(id_, module.path, line, frozenset(lines)))
            else:
                problems.append(
                    f"{module.path.name}:{line}: {id_} tags nothing that a test can execute; "
                    "put it on a line or docstring of the function that makes the rule true"
                )
    return tags, problems


def parse(path: Path) -> Module:
    """Read one file and note where its functions are."""
    text = path.read_text(encoding="utf-8")
    module = Module(path, ast.parse(text), text)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            module.functions.append((node.body[0].lineno, node.end_lineno))
    return module


def tagged_nodes(module: Module) -> Iterator[tuple[str, int, ast.stmt]]:
    """Each tag with its line and the statement or definition it belongs to."""
    for definition in ast.walk(module.tree):
        if isinstance(definition, Defined):
            yield from docstring_tags(definition)
    statements = [node for node in ast.walk(module.tree) if isinstance(node, ast.stmt)]
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip():
            for id_ in ID.findall(token.string):
                yield id_, token.start[0], statement_at(statements, token.start[0])


def docstring_tags(definition: Defined) -> Iterator[tuple[str, int, ast.stmt]]:
    """The ids that end a line of a docstring."""
    docstring = ast.get_docstring(definition, clean=False)
    if docstring is None:
        return
    for number, text in enumerate(docstring.split("\n")):
        end = DOCSTRING_TAG.search(text)
        for id_ in ID.findall(end.group()) if end else []:
            yield id_, definition.body[0].lineno + number, definition


def statement_at(statements: list[ast.stmt], line: int) -> ast.stmt:
    """The innermost statement on a line; after a bare `else:` the first one that follows."""
    on_line = [node for node in statements if first_line(node) <= line <= head_end(node)]
    if on_line:
        return max(on_line, key=first_line)
    return min((node for node in statements if node.lineno > line), key=first_line)


def first_line(node: ast.stmt) -> int:
    """Where a statement begins, its decorators left out."""
    return node.lineno


def head_end(node: ast.stmt) -> int:
    """Where a simple statement ends, or the head of one that has a body."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    assert node.end_lineno is not None
    if not body:
        return node.end_lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(node.lineno, int(first.lineno) - 1)


def lines_of(module: Module, node: ast.stmt, users: NameUsers) -> set[tuple[Path, int]]:
    """The lines that prove a tag when a test executes one of them."""
    assert node.end_lineno is not None
    if isinstance(node, Defined):
        span = range(node.lineno, node.end_lineno + 1)
        return {(module.path, line) for line in span if module.is_in_function(line)}
    if module.is_in_function(node.lineno):
        return {(module.path, line) for line in range(node.lineno, head_end(node) + 1)}
    return users.lines(assigned_names(node))


def assigned_names(node: ast.stmt) -> set[str]:
    """The names which a statement gives a value."""
    targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
    return {
        inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)
    }


class NameUsers:
    """Where the constants of a game are used: inside functions, or to make other constants."""

    def __init__(self, modules: list[Module]) -> None:
        self.in_functions: dict[str, set[tuple[Path, int]]] = {}
        self.made_from: dict[str, set[str]] = {}
        for module in modules:
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Name | ast.Attribute):
                    self.note(module, node)
            for statement in module.tree.body:
                if isinstance(statement, ast.Assign | ast.AnnAssign):
                    self.note_made(statement)

    def note(self, module: Module, node: ast.Name | ast.Attribute) -> None:
        """Remember a use inside of a function."""
        name = node.id if isinstance(node, ast.Name) else node.attr
        if isinstance(node.ctx, ast.Load) and module.is_in_function(node.lineno):
            self.in_functions.setdefault(name, set()).add((module.path, node.lineno))

    def note_made(self, statement: ast.Assign | ast.AnnAssign) -> None:
        """Remember that one constant is made from others."""
        for node in ast.walk(statement.value) if statement.value else []:
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                self.made_from.setdefault(name, set()).update(assigned_names(statement))

    def lines(self, names: set[str]) -> set[tuple[Path, int]]:
        """Every line in a function that uses one of the names, or something made from them."""
        known: set[str] = set()
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            known.add(name)
            waiting |= self.made_from.get(name, set()) - known
        return {place for name in known for place in self.in_functions.get(name, set())}
