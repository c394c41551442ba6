"""The types of a game's views, as its shapes declare them (`broadside.kernel.shape`).

A shape says what it shows in its `__init__`, a line for each field: `self.turn: int = t.turn`. They
are read from the source, since a compiled class does not remember its types.
"""

from __future__ import annotations

import ast
import importlib
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict, get_type_hints


def typed(view: type) -> Any:
    """A shape as a typed dictionary; other types stay as they are."""
    return shapes_of(view.__module__)[view.__name__] if is_shape(view) else view


@cache
def shapes_of(module: str) -> dict[str, Any]:
    """What the names of a module stand for, with a typed dictionary for each shape."""
    package, _, file = module.rpartition(".")
    tree = ast.parse(files(package).joinpath(f"{file}.py").read_text(encoding="utf-8"))
    names: dict[str, Any] = {
        name: typed(value) if is_shape(value) and value.__module__ != module else value
        for name, value in vars(importlib.import_module(module)).items()
    }
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_shape(names[node.name]):
            shown = get_type_hints(type(node.name, (), {"__annotations__": fields(node)}), names)
            names[node.name] = TypedDict(node.name, shown)  # type: ignore[operator]
            names[node.name].__doc__ = ast.get_docstring(node)
    return names


def is_shape(value: Any) -> bool:
    """Whether something is a class of shapes."""
    from broadside.kernel.shape import Shape  # whoever builds the client finds it only now

    return isinstance(value, type) and issubclass(value, Shape) and value is not Shape


def fields(node: ast.ClassDef) -> dict[str, str]:
    """What the `__init__` of a shape sets, each with its type."""
    return {
        inner.target.attr: ast.unparse(inner.annotation)
        for inner in ast.walk(node)
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Attribute)
    }
