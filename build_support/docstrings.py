"""Docstrings for the compiled unit: mypyc leaves them out, `help()` and the API pages want them.

mypyc writes a signature without types as the documentation of each function, method and class into
the C files. Here the typed signature and the docstring of the source are put behind it.
"""

from __future__ import annotations

import ast
import inspect
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef

# {"name", (PyCFunction)CPyPy_module___Class___name, METH_…, PyDoc_STR("name($self)\n--\n\n")
CALLABLE = re.compile(r'\(PyCFunction\)CPyPy_(\w+),[\sA-Z_|]+, PyDoc_STR\("((?:[^"\\]|\\.)*)"\)')
CLASS = re.compile(r'\.tp_doc = PyDoc_STR\("((\w+)\((?:[^"\\]|\\.)*)"\)')
SEPARATOR = "___"


def add(c_file: Path, module: str, source: str) -> None:
    """Put the docstrings of a module into the C file that was made of it."""
    known = dict(documented(ast.parse(source)))
    parts = module.split(".")
    prefixes = [SEPARATOR.join(parts[start:]) + SEPARATOR for start in range(len(parts))]

    def callable_doc(match: re.Match[str]) -> str:
        name, signature = match.groups()
        own = next((name[len(each) :] for each in prefixes if name.startswith(each)), "")
        return match[0].replace(signature, signature + as_c(known.get(own, "")))

    def class_doc(match: re.Match[str]) -> str:
        signature, name = match.groups()
        return match[0].replace(signature, signature + as_c(known.get(name, "")))

    text = c_file.read_text(encoding="utf-8")
    text = CLASS.sub(class_doc, CALLABLE.sub(callable_doc, text))
    c_file.write_text(text, encoding="utf-8")


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions, classes and their methods by their names in C, each with its documentation."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, documentation(node)
        elif isinstance(node, ast.ClassDef):
            yield node.name, inspect.cleandoc(ast.get_docstring(node) or "")
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}{SEPARATOR}{inner.name}", documentation(inner)


def documentation(function: Function) -> str:
    """The signature with its types, then the docstring; nothing without one."""
    text = ast.get_docstring(function)
    if text is None:
        return ""
    returns = f" -> {ast.unparse(function.returns)}" if function.returns is not None else ""
    return f"{function.name}({ast.unparse(function.args)}){returns}\n\n{text}"


def as_c(text: str) -> str:
    """The inside of a string of C: bytes that are no plain letters as three octal digits."""
    plain = set(range(0x20, 0x7F)) - set(b'"\\?')
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())
