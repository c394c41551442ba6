"""The notebooks run from the first cell to the last, and show what they promise."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("altair", reason="altair is not installed: pip install 'broadside[report]'")

with warnings.catch_warnings():  # of an event loop that the server's tests do without
    warnings.simplefilter("ignore")
    import nbformat
    from nbclient import NotebookClient

from tests.house.tree import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def shown(notebook: Any) -> Iterator[dict[str, Any]]:
    """What the cells showed, by the form in which they did."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            yield output.get("data", {})


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"

    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()

    forms = [form for data in shown(notebook) for form in data]
    assert "image/svg+xml" in forms
    if path.stem == "tables_and_games":
        assert any("<iframe" in data.get("text/html", "") for data in shown(notebook))
