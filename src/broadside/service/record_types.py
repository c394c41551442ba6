"""The records that views are made of, read from the sources of a game.

A compiled module does not keep what the fields of its records hold; its source does. A record is a
typed dictionary, or a shape (`broadside.kernel.shape`), whose `__init__` has a line for each field.
"""

from __future__ import annotations

import ast
import builtins
import typing
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOTS: Final = ("TypedDict", "Shape")
"""What records begin with: no records themselves."""


class Records(dict[str, Any]):
    """The records that a module defines or imports as typed dictionaries, made when asked for."""

    def __init__(self, module: str) -> None:
        super().__init__()
        self._classes: dict[str, ast.ClassDef] = {}
        self._imports: dict[str, str] = {}
        package = module.rpartition(".")[0]
        for node in ast.walk(ast.parse(_source(module))):
            if isinstance(node, ast.ClassDef):
                self._classes[node.name] = node
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                origin = f"{package}.{node.module}" if node.level else node.module
                self._imports |= {alias.asname or alias.name: origin for alias in node.names}

    def __missing__(self, name: str) -> Any:
        """A record of this module or of one that it imports from; else a name of Python's own."""
        if name in self._classes:
            self[name] = self._made(self._classes[name])
        elif self._imports.get(name, "typing") != "typing":
            self[name] = records_of(self._imports[name])[name]
        else:
            self[name] = getattr(builtins, name, None) or getattr(typing, name)
        return self[name]

    def _made(self, node: ast.ClassDef) -> Any:
        fields: dict[str, Any] = {}
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id not in ROOTS:
                fields |= self[base.id].__annotations__
        for name, kind in _declared(node):
            written = compile(ast.Expression(kind), node.name, "eval")
            fields[name] = eval(written, {}, self)  # noqa: S307  (our own source)
        make: Any = typing.TypedDict
        record = make(node.name, fields)
        record.__doc__ = ast.get_docstring(node)
        return record


def _declared(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """The fields of a record, `name: kind` in its body or `self.name: kind` in its `__init__`."""
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            yield line.target.id, line.annotation
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Attribute):
            yield inner.target.attr, inner.annotation


@cache
def records_of(module: str) -> Records:
    """The records of a module, by name."""
    return Records(module)


def _source(module: str) -> str:
    """A module's source, which stands beside its compiled form."""
    found = find_spec(module)
    if found is None or found.origin is None:
        raise ImportError(f"{module}: there is no such module")
    path = Path(found.origin).with_name(module.rpartition(".")[2] + ".py")
    return path.read_text(encoding="utf-8")
