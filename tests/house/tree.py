"""The files of the project that people write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = {"node_modules", "build", "dist", "static", "wire", "screenshots", "__pycache__"}
TEXT_ENDINGS = {
    ".py", ".md", ".toml", ".ts", ".svelte", ".css", ".html", ".js", ".json", ".csv", ".in", ".svg"
}  # fmt: skip
TEXT_NAMES = {"Makefile", "run", "LICENSE", ".gitignore"}


def written_files() -> Iterator[Path]:
    """Every text file that is not built, downloaded or hidden."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if is_ours(name))
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix in TEXT_ENDINGS or name in TEXT_NAMES:
                yield path


def is_ours(folder: str) -> bool:
    """Whether a folder may hold something written by hand."""
    if folder.startswith("."):
        return folder == ".ci"
    return folder not in BUILT and not folder.endswith(".egg-info")


def shown(path: Path) -> str:
    """A path as a reader of the project knows it."""
    return path.relative_to(ROOT).as_posix()
