"""Tidiness: nothing unfinished, nothing of one machine, nothing too long."""

from __future__ import annotations

import json
import re

from .tree import ROOT, shown, written_files

SOURCE_LINES_MAX = 600
SOURCE_ENDINGS = {".py", ".ts", ".svelte", ".css"}
GENERATED = {"web/package-lock.json"}
# Written in parts, so that this file does not break its own rules.
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
REGISTRIES = re.compile(
    r"registry\.np" + r"mjs|py" + r"pi\.org|python" + r"hosted|deb\.deb" + r"ian"
)
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:ro" + r"ot|ho" + r"me/\w+|Us" + r"ers/\w+|wo" + r"rk)/")


def places(pattern: re.Pattern[str]) -> list[str]:
    """Every line of the project which a pattern matches."""
    found = []
    for path in written_files():
        if shown(path) in GENERATED:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{shown(path)}:{number}: {line.strip()[:120]}")
    return found


def test_nothing_is_left_unfinished() -> None:
    """What is missing is an issue, not a note in the code."""
    assert places(UNFINISHED) == []


def test_no_registry_address_is_written_down() -> None:
    """Package clients know their registries; the project names packages only."""
    assert places(REGISTRIES) == []


def test_no_path_of_one_machine_is_written_down() -> None:
    """Everything is found relative to the project or by name."""
    assert places(MACHINE_PATHS) == []


def test_the_lock_file_records_no_download_address() -> None:
    """A lock pins versions and hashes, and leaves it to npm where they come from."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    found = [
        name
        for name, package in lock["packages"].items()
        if "://"
        in json.dumps(
            {key: value for key, value in package.items() if key not in ("funding", "license")}
        )
    ]

    assert found == []


def test_no_source_file_is_too_long() -> None:
    """A file that does not fit into a head is several files."""
    too_long = [
        f"{shown(path)}: {lines} lines, at most {SOURCE_LINES_MAX}"
        for path in written_files()
        if path.suffix in SOURCE_ENDINGS
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > SOURCE_LINES_MAX
    ]

    assert too_long == []
