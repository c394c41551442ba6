"""The project's papers agree with each other."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

import broadside

from .tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLIENT = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
DEPENDENCIES = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def requirement_name(requirement: str) -> str:
    """The package that a requirement names."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return found.group()


def test_versions_agree() -> None:
    """Package, client and change log are of one version."""
    version = PROJECT["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert broadside.__version__ == version
    assert CLIENT["version"] == version
    assert re.search(rf"^## {re.escape(version)}\b", changelog, re.MULTILINE)


def test_the_function_games_is_not_replaced_by_the_package_games() -> None:
    """They share a name; importing the package must not hide the function, now or later."""
    code = "import broadside; broadside.games(); import broadside.games.registry; broadside.games()"

    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_dependency_is_explained() -> None:
    """Each package has a sentence that says what it is for."""
    project = PROJECT["project"]
    requirements = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in project.get("optional-dependencies", {}).values():
        requirements += extra
    names = {requirement_name(requirement) for requirement in requirements}
    names |= {*CLIENT.get("dependencies", {}), *CLIENT.get("devDependencies", {})}
    names |= set(re.findall(r"'([\w-]+)>=", (ROOT / "Makefile").read_text(encoding="utf-8")))
    explained = set(re.findall(r"^- `([^`]+)`: \S.*\.$", DEPENDENCIES, re.MULTILINE))

    assert names - explained == set(), "docs/dependencies.md has no sentence for these"
    assert explained - names == set(), "docs/dependencies.md explains what is not used"


def test_decision_records_are_numbered() -> None:
    """Records have consecutive numbers and the three parts of a record."""
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))

    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))
    for path in records:
        text = path.read_text(encoding="utf-8")
        headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert headings == ["Context", "Choice", "Consequences"], path.name
