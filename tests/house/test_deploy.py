"""The files in deploy say what the server understands: options, paths, ports."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from broadside.cli.entry import build_parser
from broadside.cli.serve import PORT
from broadside.operate.metrics import Metrics
from broadside.operate.served import Served
from broadside.server.http.endpoints import OPERATIONS
from tests.server.harness import house

from .tree import ROOT

DEPLOY = ROOT / "deploy"
VARIABLES = {
    "${BROADSIDE_HOST:?say it in .env}": "play.example.org",
    "$(POD_IP)": "10.1.2.3",
}


def commands() -> dict[str, list[list[str]]]:
    """The words after `broadside` of every server that a file starts."""
    service = (DEPLOY / "broadside.service").read_text(encoding="utf-8")
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    started = re.findall(r"^ExecStart=\S+/broadside (.*)$", service, re.MULTILINE)
    default = re.findall(r"^CMD \[(.*)\]$", container, re.MULTILINE)
    return {
        "broadside.service": [shlex.split(line) for line in started],
        "Containerfile": [[word.strip(' "') for word in line.split(",")] for line in default],
        **{name: listed(name) for name in ("compose.yaml", "kubernetes.yaml")},
    }


def listed(name: str) -> list[list[str]]:
    """The lists of words that begin with `serve`."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for variable, value in VARIABLES.items():
        text = text.replace(variable, value)
    found = re.findall(r"^( +)- serve\n((?:\1- .*\n)+)", text, re.MULTILINE)
    return [["serve", *re.findall(r"- (\S+)$", words, re.MULTILINE)] for _, words in found]


@pytest.mark.parametrize(
    ("name", "count"),
    [("broadside.service", 1), ("Containerfile", 1), ("compose.yaml", 2), ("kubernetes.yaml", 1)],
)
def test_every_server_is_started_with_options_that_there_are(name: str, count: int) -> None:
    """None opens a browser, and who shares a database says where the others find it."""
    found = commands()[name]
    assert len(found) == count
    inner = set()
    for words in found:
        args = build_parser().parse_args(words)
        assert args.no_open and args.port == PORT
        inner.add(args.inner)
        if name.endswith(".yaml"):
            assert args.inner != ("127.0.0.1", 0) and args.proxy and args.link
    assert len(inner) == count


def test_probes_ask_for_what_there_is() -> None:
    """A probe at a wrong path would never let anybody in."""
    paths = {operation.path for operation in OPERATIONS}
    asked = set()
    for path in DEPLOY.iterdir():
        asked |= set(re.findall(r"/(?:health|ready)\w*", path.read_text(encoding="utf-8")))
    assert asked == {"/healthz", "/readyz"}
    assert asked <= paths


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_its_unit() -> None:
    """But for the program, which is not installed where the tests run."""
    unit = DEPLOY / "broadside.service"
    told = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True
    ).stderr
    about_us = [line for line in told.splitlines() if "broadside.service" in line]
    assert [line for line in about_us if "is not executable" not in line] == []


@pytest.mark.torture
@pytest.mark.parametrize(
    "command",
    [
        "hadolint deploy/Containerfile",
        "kubernetes-validate --strict deploy/kubernetes.yaml",
        "yamllint --strict -d {rules:{key-duplicates:{},indentation:{},anchors:{}}} deploy",
    ],
)
def test_their_own_linters_have_nothing_to_say(command: str) -> None:
    """`make torture` installs them."""
    program, *words = command.split()
    found = Path(sys.executable).with_name(program)
    told = subprocess.run([found, *words], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_dashboard_shows_numbers_that_there_are() -> None:
    """Each by its name, and each that the server tells has its place."""
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    shown = {
        re.sub("_(bucket|sum|count)$", "", name)
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:broadside|process)_\w+", target["expr"])
    }

    async def names() -> set[str]:
        async with house() as server:
            text = (await Metrics(Served(server.tables, dict)).text()).decode()
        return set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))

    told = asyncio.run(names()) | {
        "broadside_store_commits_total",
        "broadside_store_changes_total",
        "broadside_store_waiting",
    }
    assert shown <= told
    assert told - shown <= {
        "broadside_info",
        "broadside_store_ready",
        "broadside_workers",
        "process_open_fds",
    }
