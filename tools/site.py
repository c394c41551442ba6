"""Build the documentation as one static site, which needs no network to be read.

    python -m tools.site build/site

Guides, rules, decisions and reports are the project's own pages. The Python API is made from the
docstrings, and what views, events and actions hold from the types of the games.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadside.games import registry
from broadside.service.game_schema import parts_of, verbs_of, view_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadside.kernel.game import Game

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "build" / "site-source"
PAGES: Final = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
FOLDERS: Final = ("docs", "examples")
REFERENCE: Final = "docs/reference"
VALUES_SHOWN: Final = 60
LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:]+)\)")

CONF: Final = """\
project = "Broadside"
copyright = "the Broadside authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Broadside"
html_extra_path = ["extra"]
exclude_patterns = ["**/*.ipynb"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "docutils", "misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
default_role = "code"
"""

INDEX: Final = """\
# Broadside

```{toctree}
:caption: Start
README.md
docs/guides/host-an-evening.md
docs/guides/play-in-a-terminal.md
docs/guides/write-a-bot.md
docs/guides/add-a-game.md
docs/guides/editions.md
```

```{toctree}
:caption: Research
docs/guides/research.md
docs/guides/design.md
docs/reports.md
docs/observations.md
docs/bots.md
```

```{toctree}
:caption: Reference
docs/reference/api.md
docs/reference/adapters.md
GAMES
docs/protocol.md
docs/dependencies.md
```

```{toctree}
:caption: Rules
RULES
```

```{toctree}
:caption: How it is built
ARCHITECTURE.md
CONTRIBUTING.md
OTHERS
DECISIONS
CHANGELOG.md
```
"""

API: Final = """\
# Python

Everything that `import broadside` gives. The same texts are in `help(broadside.State.view)`, also
where the engine is compiled.

```{eval-rst}
.. automodule:: broadside
   :members: games, game, new, read, load, save, play, simulate

.. autoclass:: broadside.State
   :members:

.. autoclass:: broadside.Game
   :members:

.. autodata:: broadside.kernel.event.SPECTATOR

.. autodata:: broadside.kernel.event.EVERYTHING

.. autoclass:: broadside.research.Played
   :members: steps, table, as_dict, save

.. autoclass:: broadside.research.Replayed
   :members: steps, save

.. autoclass:: broadside.bots.simple.Bot
   :members:

.. automodule:: broadside.kernel.errors
   :members:
```
"""

ADAPTERS: Final = """\
# Interfaces of others

```{eval-rst}
.. automodule:: broadside.adapters.pettingzoo
   :members: env, parallel_env

.. automodule:: broadside.adapters.gym
   :members: make, make_vec

.. automodule:: broadside.adapters.openspiel
   :members: load

.. automodule:: broadside.adapters.layout
   :members: Layout, Leaf, Features, layout_of

.. automodule:: broadside.adapters.onnx
   :members: OnnxBot, write
```
"""


def gather(source: Path) -> None:
    """Put the pages of the site together, in the same folders as in the project."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    for name in PAGES:
        shutil.copy(ROOT / name, source / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "extra").mkdir()
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    for name, text in generated().items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in source.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(without_leaving(text, path.parent), encoding="utf-8")


def without_leaving(text: str, folder: Path) -> str:
    """A page whose links to sources, which are not in the site, are plain words."""
    return LINK.sub(lambda link: link[0] if (folder / link[2]).is_file() else link[1], text)


def generated() -> dict[str, str]:
    """The pages that nobody writes, by name."""
    pages = {f"{REFERENCE}/{game.name}.md": game_page(game) for game in registry.GAMES}
    rules = sorted(path.name for path in (ROOT / "docs" / "rules").glob("*.md"))
    decisions = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    pages_there = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "guides").glob("*.md")]
    names = sorted(path.relative_to(ROOT).as_posix() for path in pages_there)
    others = "\n".join(name for name in names if name not in INDEX)
    index = INDEX.replace("OTHERS", others).replace("GAMES", "\n".join(pages))
    index = index.replace("RULES", "\n".join(f"docs/rules/{name}" for name in rules))
    index = index.replace("DECISIONS", "\n".join(f"docs/decisions/{name}" for name in decisions))
    return pages | {
        "index.md": index,
        f"{REFERENCE}/api.md": API,
        f"{REFERENCE}/adapters.md": ADAPTERS,
    }


# --------------------------------------------------------------- views, events and actions


def game_page(game: Game) -> str:
    """What a game says and is told, field by field."""
    parts, definitions = parts_of(game, "{name}")
    lines = [f"# {game.name}: views, events, actions", ""]
    lines += ["## Views", "", "`table.view(seat)`, and `view` in an update, is a `TableView`.", ""]
    described = {kind.__name__: inspect.getdoc(kind) or "" for kind in view_types(game)}
    names = sorted(definitions, key=lambda name: (name != "TableView", name))
    for name in names:
        lines += record_lines(name, definitions[name], described.get(name, ""))
    lines += ["## Events", "", "What is secret is left out for those who may not know it.", ""]
    lines += ["| event | fields |", "| --- | --- |"]
    for event in parts["event"]["oneOf"]:
        secret = set(event["properties"]) - set(event["required"])
        fields = [
            f"`{name}`{' (secret)' if name in secret else ''}: {kind_of(field)}"
            for name, field in event["properties"].items()
            if name != "kind"
        ]
        lines.append(f"| `{event['title']}` | {'<br>'.join(fields) or '–'} |")
    lines += ["", "## Actions", "", "An action's text is its verb and the values of its arguments."]
    lines += ["Its code is the verb's first code and its place in the product of the values.", ""]
    lines += ["| verb | first code | arguments |", "| --- | --- | --- |"]
    for verb in verbs_of(game):
        arguments = [f"{each.name}: {listed(each.values)}" for each in verb.arguments]
        lines.append(f"| `{verb.name}` | {verb.first_code} | {'<br>'.join(arguments) or '–'} |")
    return "\n".join(lines) + "\n"


def view_types(game: Game) -> Iterable[type]:
    """The types of a game's views: whatever stands beside `TableView` and is called a view."""
    module = sys.modules[view_type(game).__module__]
    return (kind for name, kind in vars(module).items() if name.endswith("View"))


def record_lines(name: str, schema: dict[str, Any], text: str) -> list[str]:
    """One record of a view."""
    lines = [f"### {name}", "", text or schema.get("description", ""), ""]
    lines += ["| field | what it is |", "| --- | --- |"]
    for field, kind in schema.get("properties", {}).items():
        lines.append(f"| `{field}` | {kind_of(kind)} |")
    return [*lines, ""]


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a field, in words."""
    if "$ref" in schema:
        return f"[{schema['$ref']}](#{schema['$ref'].lower()})"
    if "anyOf" in schema:
        return " or ".join(kind_of(each) for each in schema["anyOf"])
    if "enum" in schema:
        return listed([str(word) for word in schema["enum"]])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if schema.get("type") == "object" and "additionalProperties" in schema:
        return f"by word: {kind_of(schema['additionalProperties'])}"
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}
    kind = str(schema.get("type", "anything"))
    return str(schema.get("description") or words.get(kind, kind))


def listed(words: list[str]) -> str:
    """Words in a row; of very many the first."""
    told = ", ".join(f"`{word}`" for word in words[:VALUES_SHOWN])
    return told if len(words) <= VALUES_SHOWN else f"{told} and {len(words) - VALUES_SHOWN} more"


def build(target: Path) -> int:
    """Let Sphinx make the site, with the plain modules, whose signatures have their types."""
    gather(SOURCE)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    env = {**os.environ, "BROADSIDE_UNIT": "interpreted"}
    return subprocess.run([*command, str(SOURCE), str(target)], env=env).returncode


def main() -> int:
    """Build the site into the folder that is named."""
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    failed = build(Path(sys.argv[1]))
    if not failed:
        print(f"{Path(sys.argv[1]) / 'index.html'} is the first page")
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
